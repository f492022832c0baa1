"""The review of a game that is over: the mistakes that nobody noticed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from bot.i18n.translation import gettext
from bot.ui.core.formatting import card
from engine.cards import Card, Rank
from engine.events import (
    Amended,
    Challenged,
    CountReset,
    Dealt,
    Event,
    Pegged,
    Played,
    PutBack,
    Satisfied,
    Shown,
    StarterTurned,
)
from engine.laws import Law
from engine.pegging import peg_points
from engine.rules import Counting, Rules
from engine.scoring import show_total

_OF_A_WINDOW: Final = (Pegged, PutBack, Satisfied, Amended, Challenged)


def review(events: Sequence[Event], names: Sequence[str], rules: Rules) -> list[str]:
    """Return a line for each wrong declaration that stood, and for each jack as starter that nobody marked.

    ``events`` are all those of a game that is over. Where a referee rules, no wrong declaration stands.
    """
    told: list[str] = []
    so_far = _SoFar()
    for place, event in enumerate(events):
        so_far = so_far.after(event)
        match event:
            case Played(declared=int()) | Shown(declared=int()) if rules.counting is Counting.CHALLENGE:
                told.extend(_wrong_count(event, events[place + 1 :], so_far, names))
            case StarterTurned(card=starter) if starter.rank is Rank.JACK and rules.heels_forfeit:
                told.extend(_missed_heels(events[place + 1 :], so_far, names))
    return told


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


def _wrong_count(event: Played | Shown, after: Sequence[Event], so_far: _SoFar, names: Sequence[str]) -> Iterator[str]:
    """Yield a line if a declaration was wrong and nobody said so."""
    declared = event.declared
    for said in takewhile(lambda said: isinstance(said, _OF_A_WINDOW), after):
        match said:
            case Challenged(upheld=True):
                return
            case Amended():
                declared = said.declared
    what, true = _true_count(event, so_far)
    if declared != true:
        yield gettext(
            "Deal {deal}: {name}'s {what}, declared {declared}, true {true}.",
            deal=so_far.deal,
            name=names[event.seat],
            what=what,
            declared=declared,
            true=true,
        )


def _true_count(event: Played | Shown, so_far: _SoFar) -> tuple[str, int]:
    """Return what was declared, in words, and its true count."""
    if isinstance(event, Played):
        return card(event.card), peg_points(so_far.series)
    assert so_far.starter is not None
    return gettext(event.what), show_total(event.cards, so_far.starter, crib=event.what == "crib")


def _missed_heels(after: Sequence[Event], so_far: _SoFar, names: Sequence[str]) -> Iterator[str]:
    """Yield a line if the dealer marked nothing for a jack that was turned up before they played a card."""
    for event in after:
        match event:
            case Pegged(law=Law.HIS_HEELS):
                return
            case Played(seat=seat) if seat == so_far.dealer:
                yield gettext("Deal {deal}: {name} marked nothing for his heels.", deal=so_far.deal, name=names[seat])
                return
