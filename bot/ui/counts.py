"""Any hand, scored and explained for those who typed it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.storage import tables as store
from bot.storage.players import Player
from bot.tables.errors import TableError
from bot.ui import words
from bot.ui.desk import UNDER_WAY, Desk
from engine.cards import Card
from engine.errors import NotationError
from engine.notation import Hand, read_hand, write_hand
from engine.reckoning import lines, spoken
from engine.scoring import Count, show
from engine.view import View


def counted(hand: Hand) -> Count:
    """The count of a typed hand. Raises ``NotationError`` where the starter is missing."""
    if hand.starter is None:
        raise NotationError(words.NO_STARTER)
    return show(hand.cards, hand.starter, crib=hand.crib)


async def explained(desk: Desk, player: Player, text: str, *, crib: bool = False) -> str:
    """The verdict on a typed hand, unless its cards still lie open to be declared at the asker's own table."""
    hand = read_hand(text)
    if crib and not hand.crib:
        hand = Hand(hand.cards, hand.starter, crib=True, starter_marked=hand.starter_marked)
    count = counted(hand)
    await _check_open_show(desk, player, hand)
    parts = [f"`{write_hand(hand)}`: **{words.points(count.total)}**.", spoken(count)]
    if count.items:
        parts.append("\n".join(f"-# {line}" for line in lines(count)))
    return words.visible("\n".join(parts))


async def _check_open_show(desk: Desk, player: Player, hand: Hand) -> None:
    """A player is not entitled to any assistance in reckoning (002, law 19)."""
    for name in await store.of_player(desk.tables.database, player.id, *UNDER_WAY):
        table = await desk.tables.find(name)
        if lies_open(hand, table.view(table.seat_of(player))):
            raise TableError(words.NO_ASSISTANCE)


def lies_open(hand: Hand, view: View) -> bool:
    """Whether to count a hand would help to reckon what lies open, or is still to be shown, where a seat plays.

    A hand of the same ranks as one that lies open would tell as much, whatever its suits.
    """
    if {*hand.cards, hand.starter} <= _to_be_declared(view):
        return True
    ranks = sorted(card.rank for card in (*hand.cards, hand.starter) if card is not None)
    return any(ranks == sorted(card.rank for card in cards) for cards in _open(view))


def _open(view: View) -> Iterator[tuple[Card, ...]]:
    """The cards, with the starter, that are being reckoned now."""
    if view.window is not None:
        yield (*view.window.cards, *(() if view.window.starter is None else (view.window.starter,)))
    if view.shown is not None and view.starter is not None:
        yield (*view.shown[2], view.starter)


def _to_be_declared(view: View) -> set[Card]:
    """The cards that are being reckoned, or in a show are still to be, as far as a seat knows them."""
    known = {card for cards in _open(view) for card in cards}
    if view.stage != "show" or view.dealer is None:
        return known
    if view.starter is not None:
        known.add(view.starter)
    to_come = _to_come(view, view.dealer)
    return known.union(view.laid, (card for holder, card in view.played if holder in to_come))


def _to_come(view: View, dealer: int) -> set[int]:
    """Whose hands are still to be shown, with the one that is being reckoned; the crib comes last of all."""
    match view.shown, view.window:
        case (seat, "hand", _), _:
            pass
        case None, window if window is not None and window.what == "hand":
            seat = window.seat
        case _:
            return set()
    players = len(view.held)
    return {(seat + step) % players for step in range((dealer - seat) % players + 1)}
