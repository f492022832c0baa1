"""The order of a league's table: the points of results, and the tie-breaks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeAlias, assert_never

from bot.models.league import Scheme
from bot.models.player import Player
from bot.models.result import ResultTotals


class ResultSums(Protocol):
    """Results added up, all of a player's or those against one opponent; ``adverse`` are the opponents' holes."""

    @property
    def won(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def legs(self) -> int: ...
    @property
    def holes(self) -> int: ...
    @property
    def adverse(self) -> int: ...
    @property
    def skunks(self) -> int: ...


HeadToHeads: TypeAlias = Mapping[tuple[int, int], ResultSums]
"""The results of one player against another, by the ids of both; players who have never met may be missing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line in the table. True equals share a ``rank``; ``qualified`` players have played often enough.

    ``nights`` are the meetings at which the player played. In a season of groups or divisions ``group`` is the
    player's, and the rank is the one there; 0 for somebody who is in none.
    """

    player: Player
    rank: int
    points: int
    sums: ResultTotals
    qualified: bool = True
    nights: int = 0
    group: int = 0

    @property
    def played(self) -> int:
        """Results that count: games, or matches where a league plays those."""
        return self.sums.played

    @property
    def won(self) -> int:
        """Results won."""
        return self.sums.won

    @property
    def lost(self) -> int:
        """Results lost."""
        return self.sums.played - self.sums.won

    @property
    def spread(self) -> int:
        """The player's holes less the opponents'."""
        return self.sums.holes - self.sums.adverse

    @property
    def margin(self) -> float:
        """The spread of an average result; 0 before the first."""
        return self._each(self.spread)

    @property
    def share(self) -> float:
        """The part of the results that the player won, 0 to 1."""
        return self._each(self.won)

    @property
    def average(self) -> float:
        """Points a result, which compares players who have not played equally often."""
        return self._each(self.points)

    def _each(self, whole: int) -> float:
        return whole / self.played if self.played else 0.0


StandingWithMove: TypeAlias = tuple[Standing, int | None]
"""A player's line, and the places that they have risen lately; None where they had not played before."""


def points_of(scheme: Scheme, *, won: int, skunks: int, games: int, legs: int) -> int:
    """The points of one result, or of many added up."""
    match scheme:
        case "acc":
            return 2 * won + skunks
        case "games":
            return games
        case "legs":
            return legs
        case _:
            assert_never(scheme)


def tied_groups(
    sums: Iterable[ResultTotals],
    scheme: Scheme,
    minimum: int = 0,
    *,
    points: Mapping[int, int] | None = None,
    nights: Mapping[int, int] | None = None,
    attendance: int = 0,
) -> list[list[int]]:
    """Groups of players, by id, who are level on points, wins and spread, so that their head-to-heads decide.

    The other arguments are those of ``ranked_standings``.
    """
    order = _Order(scheme, minimum, points, nights or {}, attendance)
    groups = ([line.player.id for line in group if line.played] for group in _groups(sums, order))
    return [group for group in groups if len(group) > 1]


def ranked_standings(
    sums: Iterable[ResultTotals],
    met: HeadToHeads,
    scheme: Scheme,
    minimum: int = 0,
    *,
    points: Mapping[int, int] | None = None,
    nights: Mapping[int, int] | None = None,
    attendance: int = 0,
) -> list[Standing]:
    """Return the table in its order; ``met`` holds the head-to-heads of ``tied_groups``.

    Points count first, then results won, then spread; among those still level points and then spread of the results
    between them, then fewer skunks lost; players who are level then share a place. Those who have played less
    than the ``minimum`` follow those who have, and players without a result come last. In a shared place
    names are in alphabetical order. Where the season counts marks, ``points`` are those by player. Players who came
    to fewer than ``attendance`` of its meetings rank behind the others too; ``nights`` are how many by player.
    """
    order = _Order(scheme, minimum, points, nights or {}, attendance)
    table: list[Standing] = []
    met_by: dict[int, list[tuple[int, ResultSums]]] = {}
    for (player, other), tally in met.items():
        met_by.setdefault(player, []).append((other, tally))
    for group in _groups(sums, order):
        among = {line.player.id for line in group}
        merits = {
            line.player.id: (*_between(met_by.get(line.player.id, ()), among, scheme), -line.skunked) for line in group
        }
        group.sort(key=lambda line: (line.player.name.casefold(), line.player.id))
        group.sort(key=lambda line: merits[line.player.id], reverse=True)
        for _, equals in groupby(group, key=lambda line: merits[line.player.id]):
            rank = len(table) + 1
            table.extend(
                Standing(line.player, rank, order.points_of(line), line, order.qualified(line), order.nights_of(line))
                for line in equals
            )
    return table


def places_gained(now: Iterable[Standing], before: Iterable[Standing]) -> dict[int, int]:
    """The places that each player has risen, or fallen below 0; players who had not played are not in it."""
    ranks = {line.player.id: line.rank for line in before if line.played}
    return {line.player.id: ranks[line.player.id] - line.rank for line in now if line.player.id in ranks}


def _points(scheme: Scheme, tally: ResultSums) -> int:
    return points_of(scheme, won=tally.won, skunks=tally.skunks, games=tally.games, legs=tally.legs)


@dataclass(frozen=True, slots=True)
class _Order:
    """What orders a table before any head-to-heads."""

    scheme: Scheme
    minimum: int
    points: Mapping[int, int] | None
    nights: Mapping[int, int]
    attendance: int

    def points_of(self, line: ResultTotals) -> int:
        return _points(self.scheme, line) if self.points is None else self.points.get(line.player.id, 0)

    def nights_of(self, line: ResultTotals) -> int:
        return self.nights.get(line.player.id, 0)

    def qualified(self, line: ResultTotals) -> bool:
        return line.played >= self.minimum and self.nights_of(line) >= self.attendance


def _groups(sums: Iterable[ResultTotals], order: _Order) -> list[list[ResultTotals]]:
    """The players in the order of the table, grouped where only head-to-heads can order them."""

    def merit(line: ResultTotals) -> tuple[bool, bool, int, int, int]:
        # A player who has lost ranks before one who has not played, though a spread of 0 is better.
        spread = line.holes - line.adverse
        return order.qualified(line), line.played > 0, order.points_of(line), line.won, spread

    return [list(group) for _, group in groupby(sorted(sums, key=merit, reverse=True), key=merit)]


def _between(met: Iterable[tuple[int, ResultSums]], among: Container[int], scheme: Scheme) -> tuple[int, int]:
    """A player's points and spread from the results against those of a group; ``met`` is everyone they have met."""
    tallies = [tally for other, tally in met if other in among]
    points = sum(_points(scheme, tally) for tally in tallies)
    return points, sum(tally.holes - tally.adverse for tally in tallies)
