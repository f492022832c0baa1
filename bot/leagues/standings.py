"""The order of a league's table: the points of results, and the tie-breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from datetime import datetime
from fractions import Fraction
from itertools import groupby, takewhile
from operator import add, itemgetter
from typing import Any, Final, TypeAlias, assert_never

from bot.models.league import USUAL_TIE_BREAKS, League, Scheme, TieBreak
from bot.models.player import Player
from bot.models.result import HeadToHead, ResultTotals
from bot.storage import result_totals
from bot.storage.database import Database
from engine.rules import Rules

ResultSums: TypeAlias = ResultTotals | HeadToHead
"""Results added up, all of a player's or those against one opponent."""

HeadToHeads: TypeAlias = Mapping[tuple[int, int], HeadToHead]
"""The results of one player against another, by the ids of both; players who have never met may be missing."""


Against: TypeAlias = tuple[int, int, int, int]
"""Results of a player against an opponent: the opponent's id, how many there are and are won, and the plus points."""


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


def points_of(scheme: Scheme, sums: ResultSums) -> int:
    """The points of one result, or of many added up."""
    match scheme:
        case "acc":
            return 2 * sums.won + sums.skunks
        case "games":
            return sums.games
        case "legs":
            return sums.legs
        case _:
            assert_never(scheme)


@dataclass(frozen=True, slots=True)
class TieFacts:
    """What tie-breaks need beyond the sums of a table, for the players of ``tied_groups``.

    ``met`` are the results between them, ``opponents`` those of each against everybody, ``forms`` whether they won
    their results, the latest first, and ``playoffs`` the playoff games between them.
    """

    met: HeadToHeads = field(default_factory=dict)
    opponents: Mapping[int, Sequence[Against]] = field(default_factory=dict)
    forms: Mapping[int, Sequence[bool]] = field(default_factory=dict)
    playoffs: HeadToHeads = field(default_factory=dict)


OF_SUMS: Final[frozenset[TieBreak]] = frozenset({"wins", "spread", "skunks", "skunked"})
"""The tie-breaks that need nothing but the sums."""


@dataclass(frozen=True, slots=True)
class Order:
    """What decides the order of a table.

    Points count first, by the ``scheme``, or, where the season counts marks, ``points`` by player, with what they have
    ``beside`` those; then each of the ``tie_breaks`` in turn among those still level. Those who have played less than
    the ``minimum``, or came to fewer than ``attendance`` of its meetings, follow those who have; ``nights`` are how
    many by player.
    """

    scheme: Scheme
    minimum: int = 0
    points: Mapping[int, int] | None = None
    beside: Mapping[int, int] = field(default_factory=dict)
    nights: Mapping[int, int] = field(default_factory=dict)
    attendance: int = 0
    tie_breaks: Sequence[TieBreak] = USUAL_TIE_BREAKS

    @property
    def of_sums(self) -> list[TieBreak]:
        """The first tie-breaks, as far as they need nothing but the sums."""
        return list(takewhile(OF_SUMS.__contains__, self.tie_breaks))

    def points_of(self, line: ResultTotals) -> int:
        """The points of a player."""
        points = points_of(self.scheme, line) if self.points is None else self.points.get(line.player.id, 0)
        return points + self.beside.get(line.player.id, 0)

    def nights_of(self, line: ResultTotals) -> int:
        """The meetings at which a player played."""
        return self.nights.get(line.player.id, 0)

    def qualified(self, line: ResultTotals) -> bool:
        """Return whether a player has played often enough."""
        return line.played >= self.minimum and self.nights_of(line) >= self.attendance


def tied_groups(sums: Iterable[ResultTotals], order: Order) -> list[list[int]]:
    """Groups of players, by id, whose order only ``TieFacts`` can decide."""
    if len(order.of_sums) == len(order.tie_breaks):
        return []
    groups = ([line.player.id for line in group if line.played] for group in _groups(sums, order))
    return [group for group in groups if len(group) > 1]


def ranked_standings(sums: Iterable[ResultTotals], met: HeadToHeads | TieFacts, order: Order) -> list[Standing]:
    """Return the table in its order; ``met`` holds the head-to-heads of ``tied_groups``, or all that is known of them.

    Players who are level to the end share a place, in which names are in alphabetical order. Players without a result
    come last.
    """
    listed = list(sums)
    facts = met if isinstance(met, TieFacts) else TieFacts(met)
    breaker, later = _TieBreaker(facts, order, listed), order.tie_breaks[len(order.of_sums) :]
    table: list[Standing] = []
    for group in _groups(listed, order):
        for equals in breaker.split(group, later):
            equals.sort(key=lambda line: (line.player.name.casefold(), line.player.id))
            rank = len(table) + 1
            table.extend(
                Standing(line.player, rank, order.points_of(line), line, order.qualified(line), order.nights_of(line))
                for line in equals
            )
    return table


async def ranked(
    database: Database,
    league: League,
    season: int,
    sums: Sequence[ResultTotals],
    *,
    until: datetime | None = None,
    **by: Any,
) -> list[Standing]:
    """Return the table of these players in a season; ``by`` has further fields of its ``Order``."""
    order = Order(league.scheme, league.minimum, tie_breaks=league.tie_breaks, **by)
    # There may be tens of thousands.
    tied = await asyncio.to_thread(tied_groups, sums, order)
    facts = await read_facts(database, league, season, tied, until=until)
    return await asyncio.to_thread(ranked_standings, sums, facts, order)


def with_moves(now: Iterable[Standing], before: Iterable[Standing]) -> list[StandingWithMove]:
    """The lines of a table with the places that each player has risen since, or fallen below 0."""
    ranks = {line.player.id: line.rank for line in before if line.played}
    return [(line, ranks[line.player.id] - line.rank if line.player.id in ranks else None) for line in now]


def _groups(sums: Iterable[ResultTotals], order: Order) -> list[list[ResultTotals]]:
    """The players in the order of their points and the first tie-breaks of sums, grouped where they are level."""
    tie_breaks = order.of_sums

    def merit(line: ResultTotals) -> tuple[int, ...]:
        # A player who has lost ranks before one who has not played, though a spread of 0 is better.
        of_sums = (_of_sums(line, tie_break) for tie_break in tie_breaks)
        return order.qualified(line), line.played > 0, order.points_of(line), *of_sums

    return [list(group) for _, group in groupby(sorted(sums, key=merit, reverse=True), key=merit)]


def _of_sums(line: ResultTotals, tie_break: TieBreak) -> int:
    match tie_break:
        case "wins":
            return line.won
        case "spread":
            return line.holes - line.adverse
        case "skunks":
            return line.skunks
        case _:
            return -line.skunked


class _TieBreaker:
    def __init__(self, facts: TieFacts, order: Order, sums: Sequence[ResultTotals]) -> None:
        self._facts = facts
        self._order = order
        self._lines = {line.player.id: line for line in sums}
        self._met = _by_player(facts.met)
        self._playoffs = _by_player(facts.playoffs)
        self._points = {player: order.points_of(line) for player, line in self._lines.items()}

    def split(self, group: list[ResultTotals], tie_breaks: Sequence[TieBreak]) -> Iterator[list[ResultTotals]]:
        """Yield the group in its order, in parts that are level to the end."""
        if len(group) < 2 or not tie_breaks:
            yield group
            return
        among = {line.player.id for line in group}
        merits = {line.player.id: self._merit(line, tie_breaks[0], among) for line in group}
        group = sorted(group, key=lambda line: merits[line.player.id], reverse=True)
        for _, level in groupby(group, key=lambda line: merits[line.player.id]):
            yield from self.split(list(level), tie_breaks[1:])

    def _merit(self, line: ResultTotals, tie_break: TieBreak, among: Container[int]) -> tuple[Any, ...]:
        player = line.player.id
        match tie_break:
            case "wins" | "spread" | "skunks" | "skunked":
                return (_of_sums(line, tie_break),)
            case "head-to-head":
                return _between(self._met.get(player, {}), among, self._order.scheme)
            case "playoff":
                return (sum(tally.won for other, tally in self._playoffs.get(player, {}).items() if other in among),)
            case "recent":
                return tuple(self._facts.forms.get(player, ()))
            case "buchholz":
                points = self._points
                return (sum(played * points.get(other, 0) for other, played, _, _ in self._against(player)),)
            case "sonneborn-berger":
                points = self._points
                return (sum(won * points.get(other, 0) for other, _, won, _ in self._against(player) if won),)
            case "plus":
                return (sum(plus for _, _, _, plus in self._against(player)),)
            case "opponents":
                shares = [(played, self._share(other)) for other, played, _, _ in self._against(player)]
                games = sum(many for many, _ in shares)
                return (sum(many * share for many, share in shares) / games if games else Fraction(0),)
            case _:
                assert_never(tie_break)

    def _against(self, player: int) -> Sequence[Against]:
        return self._facts.opponents.get(player, ())

    def _share(self, player: int) -> Fraction:
        line = self._lines.get(player)
        return Fraction(line.won, line.played) if line is not None and line.played else Fraction(0)


def _between(met: Mapping[int, HeadToHead], among: Container[int], scheme: Scheme) -> tuple[int, int]:
    """A player's points and spread from the results against those of a group; ``met`` is everyone they have met."""
    tallies = [tally for other, tally in met.items() if other in among]
    points = sum(points_of(scheme, tally) for tally in tallies)
    return points, sum(tally.holes - tally.adverse for tally in tallies)


BROKEN_OFF: Final = frozenset({"resigned", "time"})
"""The ways in which games end at a table whose holes do not count."""

UNPLAYED: Final = BROKEN_OFF | {"forfeit"}
"""The ways in which a result comes about without a finished game."""

_SKUNK: Final = 30
"""The margin beyond which a loser is skunked where the rules have no double games, as in tournaments."""


def skunk_line(rules: Rules) -> int:
    """The holes below which a loser is skunked: 91 of 121 in tournaments, the highest line where there are several."""
    return max((below for below, _ in rules.doubles), default=rules.target - _SKUNK)


def is_skunk(rules: Rules, won: int, lost: int) -> bool:
    """Return whether a single game with these scores was a skunk; one that was broken off is not."""
    return won == rules.target and lost < skunk_line(rules)


def games_of(rules: Rules, won: int, lost: int) -> int:
    """Return the number of games that a single game counts for, with its doubles; an unfinished one counts one."""
    return rules.games_won((won, lost), 0) if won == rules.target else 1


_OF_PAIRS: Final = tuple(column.name for column in fields(HeadToHead))
_PLUS: Final = 2 + _OF_PAIRS.index("plus")
_OF_OPPONENTS: frozenset[TieBreak] = frozenset({"buchholz", "sonneborn-berger", "opponents", "plus"})


async def read_facts(
    database: Database, league: League, season: int, tied: Iterable[Iterable[int]], *, until: datetime | None = None
) -> TieFacts:
    """Return what the league's tie-breaks need in a season, for these groups of players who are level."""
    group_of = {player: number for number, group in enumerate(tied) for player in group}
    breaks = set(league.tie_breaks)
    of = database, league.id, season, group_of.keys()
    facts = TieFacts()
    if group_of and breaks & {"head-to-head", "recent", *_OF_OPPONENTS}:
        # One reading serves all of them: sums by pair would be nearly as many rows.
        whole = not breaks.isdisjoint({"head-to-head", "recent", "plus"})
        rows = await result_totals.list_between(*of, whole=whole, until=until)
        facts = await asyncio.to_thread(_facts_of, rows, group_of, breaks)
    if group_of and "playoff" in breaks:
        facts = replace(facts, playoffs=await result_totals.sum_pairs(*of, opponents=group_of.keys(), in_playoffs=True))
    return facts


def _facts_of(rows: Iterable[tuple[Any, ...]], group_of: Mapping[int, int], breaks: Container[TieBreak]) -> TieFacts:
    """What tie-breaks need of results, whose rows are as ``result_totals.list_between`` returns them."""
    met: dict[tuple[int, int], HeadToHead] = {}
    opponents: dict[int, list[Against]] = {}
    forms: dict[int, list[bool]] = {}
    has_opponents = any(tie_break in breaks for tie_break in _OF_OPPONENTS)
    for player, run in groupby(rows, key=itemgetter(0)):
        found, group = list(run), group_of[player]
        if "head-to-head" in breaks:
            for row in found:
                if group_of.get(other := row[1]) == group:
                    added = map(add, astuple(met.get((player, other), HeadToHead())), row[2:-2])
                    met[player, other] = HeadToHead(**dict(zip(_OF_PAIRS, added, strict=True)))
        if "recent" in breaks:
            forms[player] = [bool(row[2]) for row in sorted(found, key=itemgetter(-2, -1), reverse=True)]
        if has_opponents:
            opponents[player] = [(row[1], 1, row[2], row[_PLUS] if "plus" in breaks else 0) for row in found]
    return TieFacts(met=met, opponents=opponents, forms=forms)


async def read_facts_at(database: Database, league: League, tied: Iterable[tuple[int, int]]) -> dict[int, TieFacts]:
    """Return what the league's tie-breaks need at meetings, for these pairs of a meeting and a player."""
    wanted, breaks = set(tied), set(league.tie_breaks)
    group_of = {player: 0 for _, player in wanted}
    rows = await result_totals.list_at(database, wanted)
    return {
        meeting: _facts_of((row[1:] for row in found), group_of, breaks)
        for meeting, found in groupby(rows, key=itemgetter(0))
    }


def _by_player(met: HeadToHeads) -> dict[int, dict[int, HeadToHead]]:
    found: dict[int, dict[int, HeadToHead]] = {}
    for (player, other), tally in met.items():
        found.setdefault(player, {})[other] = tally
    return found
