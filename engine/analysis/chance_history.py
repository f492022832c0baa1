"""The chance to win over a game, before each deal and at its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.ai.winning_chances import winning_chance
from engine.events import Dealt, Event, GameWon, Pegged, PutBack
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class ChanceAt:
    """The chance of a player to win before a deal (the first is 1), or 1 or 0 at the end of the game."""

    place: int
    deal: int
    chance: float


def chance_history(events: Iterable[Event], rules: Rules, seat: int) -> tuple[ChanceAt, ...]:
    """Return the chance of one of two players with six cards before each deal, and at the end of the game."""
    to_go, deal, found = [rules.target, rules.target], 0, list[ChanceAt]()
    for place, event in enumerate(events):
        match event:
            case Pegged(side=side, score=score) | PutBack(side=side, score=score):
                to_go[side] = rules.target - score
            case Dealt(dealer=dealer):
                deal += 1
                chance = winning_chance(to_go[seat], to_go[1 - seat], dealer=dealer == seat)
                found.append(ChanceAt(place, deal, chance))
            case GameWon(side=side):
                found.append(ChanceAt(place, deal + 1, float(side == seat)))
            case _:
                pass
    return tuple(found)
