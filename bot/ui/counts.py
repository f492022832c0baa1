"""Any hand, scored and explained for those who typed it."""

from __future__ import annotations

from bot.storage import tables as store
from bot.storage.players import Player
from bot.tables.errors import TableError
from bot.ui import words
from bot.ui.desk import Desk
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
    for name in await store.of_player(desk.tables.database, player.id, "playing"):
        table = await desk.tables.find(name)
        if {*hand.cards, hand.starter} <= _to_be_declared(table.view(table.seat_of(player))):
            raise TableError(words.NO_ASSISTANCE)


def _to_be_declared(view: View) -> set[Card | None]:
    """The cards of the hands and the crib that are still to be counted in a show, as far as a seat knows them."""
    if view.stage != "show" or view.shown is None or view.dealer is None:
        return set()
    seat, what, cards = view.shown
    left = (view.dealer - seat) % len(view.held) + 1 if what == "hand" else 0
    to_come = {(seat + step) % len(view.held) for step in range(left)}
    return {view.starter, *cards, *view.laid, *(card for holder, card in view.played if holder in to_come)}
