"""The ladder of a server's month: ratings that begin anew, from all games between people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Final

from bot.leagues.ratings import display_rating, updated_sides
from bot.models.player import Player
from bot.models.result import Rating, ServerResult

FEWEST: Final = 3
"""The games of a month that a player needs for a place on the ladder."""


@dataclass(frozen=True, slots=True)
class LadderLine:
    """One player's month on the ladder of a server: the rating that its games alone give, and the latest wins in a row.

    Equal lines share a ``rank``; it is None for somebody with fewer than ``FEWEST`` games.
    """

    player: Player
    rating: Rating = field(default_factory=Rating)
    played: int = 0
    won: int = 0
    run: int = 0
    rank: int | None = None


def ladder_of(results: Iterable[ServerResult]) -> list[LadderLine]:
    """Return the ladder of these games in their order: by rating, then by wins, then those without a place."""
    lines: dict[int, LadderLine] = {}
    for result in results:
        # Of four, those across the table are one side. The winning side comes first.
        many = len(result.scores)
        sides = [result.players[(result.side + at) % many :: many] for at in range(many)]
        before = [[lines.get(player.id, LadderLine(player)) for player in side] for side in sides]
        after = updated_sides(*([line.rating for line in side] for side in before))
        for place, side in enumerate(sides):
            for player, line, rating in zip(side, before[place], after[place], strict=True):
                won, run = (0, 0) if place else (1, line.run + 1)
                lines[player.id] = LadderLine(player, rating, line.played + 1, line.won + won, run)
    ordered = sorted(lines.values(), key=lambda line: (line.played < FEWEST, *_merit(line), line.player.id))
    ranks = _ranks(_merit(line) for line in ordered if line.played >= FEWEST)
    return [replace(line, rank=rank) for line, rank in zip_longest(ordered, ranks)]


def _merit(line: LadderLine) -> tuple[int, int]:
    return -display_rating(line.rating)[0], -line.won


def _ranks(merits: Iterable[tuple[int, ...]]) -> Iterator[int]:
    """Yield the rank of each of these merits, best first; equal ones share a place."""
    rank, before = 0, None
    for place, merit in enumerate(merits, 1):
        rank, before = rank if merit == before else place, merit
        yield rank
