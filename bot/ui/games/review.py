"""The review of a game that is over: the mistakes that nobody noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.ui.core.formatting import card
from engine.analysis.count_answers import answers_by_count
from engine.cards import Card, Rank
from engine.events import (
    Amended,
    Challenged,
    CountReset,
    Dealt,
    Event,
    Pegged,
    Played,
    Shown,
    StarterTurned,
)
from engine.laws import Law
from engine.pegging import peg_points
from engine.rules import Counting, Rules
from engine.scoring import show_total

_COUNTED: Final = {"hand": N_("their hand"), "crib": N_("their crib")}


def review(events: Sequence[Event], names: Sequence[str], rules: Rules) -> list[str]:
    """Return a line for each wrong count that nobody challenged, and for each jack as starter that nobody claimed.

    ``events`` are all those of a game that is over. Where the bot checks the counts, no wrong one is left.
    """
    lines: list[str] = []
    answers = answers_by_count(events)
    so_far = _SoFar()
    for place, event in enumerate(events):
        so_far = so_far.after(event)
        match event:
            case Played(declared=int()) | Shown(declared=int()) if rules.counting is Counting.CHALLENGE:
                lines.extend(_wrong_count(event, [events[answer] for answer in answers[place]], so_far, names))
            case StarterTurned(card=starter) if starter.rank is Rank.JACK and rules.heels_forfeit:
                lines.extend(_missed_heels(events[place + 1 :], so_far, names))
    return lines


@dataclass(frozen=True, slots=True)
class _SoFar:
    """The state of a game at one event: the deal, the dealer, the starter, and the series."""

    deal: int = 0
    dealer: int = 0
    starter: Card | None = None
    series: tuple[Card, ...] = ()

    def after(self, event: Event) -> _SoFar:
        """Return the state after one more event."""
        match event:
            case Dealt():
                return _SoFar(self.deal + 1, event.dealer)
            case StarterTurned():
                return _SoFar(self.deal, self.dealer, event.card)
            case CountReset():
                return _SoFar(self.deal, self.dealer, self.starter)
            case Played():
                return _SoFar(self.deal, self.dealer, self.starter, (*self.series, event.card))
            case _:
                return self


def _wrong_count(
    event: Played | Shown, answers: Sequence[Event], so_far: _SoFar, names: Sequence[str]
) -> Iterator[str]:
    """Yield a line if a count was wrong and nobody said so."""
    declared = event.declared
    for said in answers:
        match said:
            case Challenged(upheld=True):
                return
            case Amended():
                declared = said.declared
    what, true = _true_count(event, so_far)
    if declared != true:
        yield gettext(
            "Deal {deal}: {name} said {declared} for {what}, really {true}.",
            deal=so_far.deal,
            name=names[event.seat],
            what=what,
            declared=declared,
            true=true,
        )


def _true_count(event: Played | Shown, so_far: _SoFar) -> tuple[str, int]:
    """Return what was counted, in words, and its true count."""
    if isinstance(event, Played):
        return card(event.card), peg_points(so_far.series)
    assert so_far.starter is not None
    return gettext(_COUNTED[event.what]), show_total(event.cards, so_far.starter, crib=event.what == "crib")


def _missed_heels(after: Sequence[Event], so_far: _SoFar, names: Sequence[str]) -> Iterator[str]:
    """Yield a line if the dealer claimed nothing for a jack as starter before they played a card."""
    for event in after:
        match event:
            case Pegged(law=Law.HIS_HEELS):
                return
            case Played(seat=seat) if seat == so_far.dealer:
                yield gettext("Deal {deal}: {name} missed 2 points for his heels.", deal=so_far.deal, name=names[seat])
                return
