"""The answers to each count: who accepted it, challenged it or changed it, however much later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from engine.cards import Card
from engine.events import Amended, Challenged, Event, Pegged, Played, PutBack, Satisfied, Shown

Answer: TypeAlias = Satisfied | Amended | Challenged


def answers_by_count(events: Sequence[Event]) -> Mapping[int, list[int]]:
    """Return for each declared count, by its place among the events, the places of its answers."""
    answers: dict[int, list[int]] = {}
    open_of: dict[int, int] = {}
    by_kind: dict[tuple[int, str], int] = {}
    by_card: dict[Card, int] = {}
    latest: int | None = None
    for place, event in enumerate(events):
        count: int | None = None
        match event:
            case Played(seat=seat, declared=int()) | Shown(seat=seat, declared=int()):
                kind = event.what if isinstance(event, Shown) else "play"
                open_of[seat] = by_kind[seat, kind] = latest = place
                answers[place] = []
                if isinstance(event, Played):
                    by_card[event.card] = place
            case Satisfied(of=None):
                # In the first edition one count was open at a time.
                count = latest
            case Challenged(card=Card() as card):
                count = by_card.get(card)
            case Satisfied(of=int(seat)) | Challenged(against=seat) | Amended(seat=seat, what=None):
                count = open_of.get(seat)
            case Amended(seat=seat, what=str(kind)):
                count = by_kind.get((seat, kind))
                if count is not None:
                    open_of[seat] = count
        if count is not None:
            answers[count].append(place)
    return answers


def pegs_after(events: Sequence[Event]) -> Iterator[Pegged | PutBack]:
    """Yield the points that directly follow an event; ``events`` are those after it."""
    for event in events:
        if not isinstance(event, Pegged | PutBack):
            return
        yield event
