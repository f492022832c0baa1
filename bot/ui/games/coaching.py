"""Tips for a first game: what to do now, from the player's own cards alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext, render
from bot.ui.core import formatting
from engine.actions import Play
from engine.ai.discard_averages import tosses
from engine.ai.judge import Judgement
from engine.analysis.reasons import reason
from engine.cards import Card
from engine.laws import Law
from engine.pegging import peg_points
from engine.scoring import show
from engine.view import View


def tip(view: View, choices: Sequence[Judgement]) -> str | None:
    """Return one or two sentences about this seat's next action; None where it has none, or needs no tip.

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
    """Return a tip for the discard: whose crib it is, and what a good player would do."""
    best = choices[0] if choices else tosses(view)[0]
    cards = formatting.cards(best.cards)
    if view.rules.players > 2:
        return _to_lay_one_away(view, cards)
    if view.dealer == view.seat:
        return gettext(
            "It's your crib, so the discards score for you. Try {cards}.",
            cards=cards,
        )
    return gettext(
        "It's your opponent's crib, so discard cards that don't go together. Try {cards}.",
        cards=cards,
    )


def _to_lay_one_away(view: View, cards: str) -> str:
    """Return a tip for the card that each of three or four players discards."""
    assert view.dealer is not None
    if view.point_value(view.dealer) > 0:
        return gettext("The crib is your side's, so the card scores for you. Try {cards}.", cards=cards)
    return gettext("The crib isn't your side's, so discard a card that helps no other. Try {cards}.", cards=cards)


def _to_play(view: View, choices: Sequence[Judgement]) -> str | None:
    """Return a tip for the play: the best card and why; None for a last card that pegs nothing."""
    playable = [move.card for move in view.legal if isinstance(move, Play)]
    if not playable:
        return gettext('All your cards would go over 31, so say "go".')
    if choices:
        best, *_, worst = choices
        card = formatting.card(best.cards[0])
        if not worst.lost:
            return gettext("Try {card}. Your cards are all about as good now.", card=card)
        return gettext("Try {card}. {reason}", card=card, reason=render(reason(view, worst, best)))
    series = [card for _, card in view.at_own_turn().series]
    best_card = max(playable, key=lambda card: peg_points((*series, card)))
    if points := peg_points((*series, best_card)):
        return gettext("{card} scores {points}.", card=formatting.card(best_card), points=formatting.points(points))
    if len(playable) == 1 and len(view.hand) > 1:
        return gettext("You can only play {card}.", card=formatting.card(best_card))
    return None


def _to_count(hand: tuple[Card, ...], starter: Card, *, crib: bool) -> str:
    """Return a tip for the count: what to look for, without the points."""
    found = Counter(item.law for item in show(hand, starter, crib=crib).items)
    if not found:
        return gettext("Look for fifteens, pairs, runs, a flush and his nobs. This hand has none.")
    names = [_many(number, law) for law, number in found.items()]
    return gettext(
        "Count fifteens, then pairs, runs, a flush and his nobs. Look for {found}.",
        found=join_list(names),
    )


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
_ONE: Final = {
    Law.FIFTEEN: N_("a fifteen"),
    Law.PAIR: N_("a pair"),
    Law.RUN: N_("a run"),
    Law.PAIR_ROYAL: N_("a pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("a double pair royal"),
    Law.FLUSH: N_("a flush"),
    Law.HIS_NOBS: N_("one for his nobs"),
}
"""The combinations of which a hand has one; no hand has two of those that ``_COUNTED`` lacks."""
