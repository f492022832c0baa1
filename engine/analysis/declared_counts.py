"""The wrong counts of a player in a game: points missed and points too many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.analysis.count_answers import answers_by_count
from engine.cards import Card
from engine.events import Amended, CountReset, Dealt, Event, Played, Shown, What
from engine.pegging import peg_points


@dataclass(frozen=True, slots=True)
class WrongCount:
    """A wrong count by its place among the events: what was counted, the points declared in the end, and the true."""

    place: int
    what: What | None
    cards: tuple[Card, ...]
    declared: int
    true: int

    @property
    def missed(self) -> int:
        """The points missed; below 0 they are points too many."""
        return self.true - self.declared


def wrong_counts(events: Sequence[Event], seat: int) -> tuple[WrongCount, ...]:
    """Return the wrong counts of a seat in order; points that were amended in time are not missed."""
    answers = answers_by_count(events)
    found, series = list[WrongCount](), list[Card]()
    for place, event in enumerate(events):
        what: What | None = None
        match event:
            case Dealt() | CountReset():
                series.clear()
                continue
            case Played(card=card, declared=declared):
                series.append(card)
                cards, true = tuple(series), peg_points(series)
            case Shown(what=what, cards=cards, declared=declared, true=int(true)):
                pass
            case _:
                continue
        if event.seat != seat or declared is None:
            continue
        for answer in answers.get(place, ()):
            raised = events[answer]
            if isinstance(raised, Amended):
                declared = raised.declared
        if declared != true:
            found.append(WrongCount(place, what, cards, declared, true))
    return tuple(found)
