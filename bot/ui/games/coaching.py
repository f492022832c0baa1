"""Tips for a first game: what to look for now, from the player's own cards alone."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.i18n.translation import N_, NN_, gettext, join_list, ngettext, render
from bot.ui.core import formatting
from engine.actions import Play
from engine.ai.discards import tosses
from engine.cards import Card
from engine.laws import Law
from engine.pegging import count_of, peg, peg_points
from engine.scoring import show
from engine.text.spoken_counts import number_in_words
from engine.view import View

_FIVE: Final = 5
_DANGEROUS: Final = (5, 21)
"""The count from which a card worth ten makes fifteen or thirty-one."""
_FOR: Final = {
    Law.FIFTEEN: N_("15"),
    Law.THIRTY_ONE: N_("31"),
    Law.PAIR: N_("a pair"),
    Law.PAIR_ROYAL: N_("a pair royal"),
    Law.DOUBLE_PAIR_ROYAL: N_("a double pair royal"),
    Law.RUN: N_("a run of {cards}"),
}


def tip(view: View) -> str | None:
    """Return one or two sentences about this seat's next action; None where it has none, or needs no tip."""
    if view.seat not in view.waiting_on or view.own_windows or view.offender is not None:
        return None
    match view.stage:
        case "lay_away" if view.hand:
            return _to_lay_away(view)
        case "play":
            return _to_play(view)
        case "show" if view.shown is not None and view.starter is not None:
            return _to_count(view.shown[2], view.starter, crib=view.shown[1] == "crib")
        case _:
            return None


def _to_lay_away(view: View) -> str:
    """Return a tip for the discard: whose crib it is, and what a good player would do."""
    best = tosses(view)[0]
    cards = formatting.cards(best.cards)
    if view.dealer == view.seat:
        return gettext(
            "It's your crib, so the discards score for you. Try {cards}.",
            cards=cards,
        )
    return gettext(
        "It's your opponent's crib, so discard cards that don't go together. Try {cards}.",
        cards=cards,
    )


def _to_play(view: View) -> str | None:
    """The card that pegs most now, or else how to lead, or what not to leave; None of a last card that pegs nothing."""
    series = [card for _, card in view.series]
    playable = [move.card for move in view.legal if isinstance(move, Play)]
    if not playable:
        return gettext('All your cards would go over 31, so say "go".')
    pegs = {card: peg_points((*series, card)) for card in playable}
    best = max(playable, key=pegs.__getitem__)
    if pegs[best]:
        return gettext(
            "{card} scores {points} ({why}).",
            card=formatting.card(best),
            points=formatting.points(pegs[best]),
            why=_why(series, best),
        )
    if len(playable) == 1:
        return gettext("You can only play {card}.", card=formatting.card(best)) if len(view.hand) > 1 else None
    return _to_answer(count_of(series), playable) if series else _to_lead(playable)


def _to_answer(count: int, playable: list[Card]) -> str:
    """Return a tip about which card not to leave, where none pegs."""
    bad = [card for card in playable if count + card.pips in _DANGEROUS]
    if bad:
        return gettext(
            "Nothing scores now. Avoid {card}: it makes {count}, so any 10 would score.",
            card=formatting.card(bad[0]),
            count=count + bad[0].pips,
        )
    return gettext("Nothing scores now. Keep a low card for when the count is near 31.")


def _to_lead(playable: list[Card]) -> str:
    small = [card for card in playable if card.pips < _FIVE]
    if small:
        return gettext(
            "{card} is a safe lead: your opponent can't make 15 with one card.",
            card=formatting.card(min(small)),
        )
    if any(card.pips == _FIVE for card in playable):
        return gettext("Don't lead a 5: any 10, J, Q or K makes 15.")
    return gettext("No lead is safe: whatever you play, one card can make 15.")


def _why(series: list[Card], card: Card) -> str:
    """Return what a card pegs for, in words."""
    return join_list(
        [gettext(_FOR[item.law], cards=render(number_in_words(len(item.cards)))) for item in peg((*series, card))]
    )


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
