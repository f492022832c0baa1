"""The decisions of a player in a game: what the player saw, and what they chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.ai.judge import can_judge
from engine.cards import Card
from engine.events import Event, LaidAway, Played
from engine.reducer import begin, evolve
from engine.rules import Rules
from engine.view import View, view


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that was not forced: its place among the events, the player's view before it, and the cards chosen."""

    place: int
    seen: View
    chosen: tuple[Card, ...]


def decisions_of(events: Iterable[Event], rules: Rules, seat: int) -> Iterator[Decision]:
    """Yield the decisions of a seat that the judge knows, in order."""
    game = begin(rules)
    for place, event in enumerate(events):
        chosen = _chosen(event, seat)
        if chosen:
            seen = view(game, seat)
            if can_judge(seen) and len(chosen) in (1, 2) and (seen.stage == "play") == (len(chosen) == 1):
                yield Decision(place, seen, chosen)
        game = evolve(game, event)


def _chosen(event: Event, seat: int) -> tuple[Card, ...]:
    match event:
        case LaidAway(seat=own, cards=cards) if own == seat:
            return cards
        case Played(seat=own, card=card) if own == seat:
            return (card,)
        case _:
            return ()
