"""Tips for a first game: what to do now, from the player's own cards alone."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import NN_, gettext, join_list, ngettext
from bot.ui.core import formatting
from bot.ui.games.move_log import by_law
from engine.actions import Play
from engine.ai.discard_averages import tosses
from engine.ai.judge import Judgement
from engine.cards import Card, Rank
from engine.laws import Law
from engine.scoring import count_of, peg_points, show
from engine.view import View


def tip(view: View, choices: Sequence[Judgement]) -> str | None:
    """Return a sentence about this seat's next action; None where it has none, or needs no tip.

    ``choices`` are those of the judge, the best first; without them the tip is a simple one.
    """
    if view.seat not in view.waiting_on or view.own_windows or view.offender is not None:
        return None
    match view.stage:
        case "lay_away" if view.hand:
            return _to_lay_away(view, choices)
        case "play":
            return _to_play(view, choices)
        case "show" if view.shown is not None and view.starter is not None:
            return _to_count(view.shown[2], view.starter, crib=view.shown[1] == "crib")
        case _:
            return None


def _to_lay_away(view: View, choices: Sequence[Judgement]) -> str:
    best = choices[0] if choices else tosses(view)[0]
    cards, kept = formatting.cards(best.cards), [card.rank for card in view.hand if card not in best.cards]
    if Rank.FIVE in kept:
        return gettext("Keep the 5s: they make fifteens with every 10, J, Q and K. Discard {cards}.", cards=cards)
    if any({rank, rank + 1, rank + 2} <= set(kept) for rank in kept):
        return gettext("Keep the run, and discard {cards}.", cards=cards)
    if len(set(kept)) < len(kept):
        return gettext("Keep the pair, and discard {cards}.", cards=cards)
    if view.rules.players > 2:
        return _to_lay_one_away(view, cards)
    if view.dealer == view.seat:
        return gettext("It's your crib, so what you discard scores for you. Discard {cards}.", cards=cards)
    return gettext("It's your opponent's crib. {cards} won't help them much.", cards=cards)


def _to_lay_one_away(view: View, cards: str) -> str:
    assert view.dealer is not None
    if view.point_value(view.dealer) > 0:
        return gettext("The crib is your side's, so the card scores for you. Try {cards}.", cards=cards)
    return gettext("The crib isn't your side's, so discard a card that helps no other. Try {cards}.", cards=cards)


def _to_play(view: View, choices: Sequence[Judgement]) -> str | None:
    playable = [move.card for move in view.legal if isinstance(move, Play)]
    if not playable:
        return gettext('All your cards would go over 31, so say "go".')
    series = [card for _, card in view.at_own_turn().series]
    best = choices[0].cards[0] if choices else max(playable, key=lambda card: peg_points((*series, card)))
    card = formatting.card(best)
    if points := peg_points((*series, best)):
        return gettext("{card} scores {points}.", card=card, points=formatting.points(points))
    if len(playable) == 1:
        return gettext("You can only play {card}.", card=card) if len(view.hand) > 1 else None
    if not choices:
        return None
    if not series and best.pips < _FIVE:
        return gettext("Lead {card}: no card makes 15 with it.", card=card)
    for made in (15, 31):
        if (
            any(count_of((*series, other)) + 10 == made for other in playable)
            and count_of((*series, best)) + 10 != made
        ):
            return gettext("{card} is safer: no 10, J, Q or K makes {made} after it.", card=card, made=made)
    return gettext("Try {card}.", card=card)


_FIVE: Final = 5
"""The pips that make 15 with every ten-card."""


def _to_count(hand: tuple[Card, ...], starter: Card, *, crib: bool) -> str:
    found = Counter(item.law for item in show(hand, starter, crib=crib).items)
    if not found:
        return gettext("Nothing scores this time: count 0.")
    return gettext("Look for {found}.", found=join_list([_many(number, law) for law, number in found.items()]))


def _many(number: int, law: Law) -> str:
    if number == 1 or law not in _COUNTED:
        return gettext(_ONE[law])
    one, many = _COUNTED[law]
    return ngettext(one, many, number)


_COUNTED: Final = {
    Law.FIFTEEN: NN_("{number} fifteen", "{number} fifteens"),
    Law.PAIR: NN_("{number} pair", "{number} pairs"),
    Law.RUN: NN_("{number} run", "{number} runs"),
}
_ONE: Final = by_law("one")
"""The combinations of which a hand has one; no hand has two of those that ``_COUNTED`` lacks."""
