"""Pairings round by round, and who deals first in each; of a Swiss those that cost the least, as in a graph."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, takewhile
from typing import Any, Final, TypeAlias

from bot.leagues.standings import Standing, points_of
from bot.models.league import Fixture, League
from bot.models.result import HeadToHead
from bot.storage import league_results as stored_results
from bot.storage.database import Database
from bot.tables import matches


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players by id; ``first`` deals first, and has a bye where ``second`` is None."""

    first: int
    second: int | None

    @property
    def reversed(self) -> Pairing:
        """The same two players with the other dealing first; a bye stays a bye."""
        return self if self.second is None else Pairing(self.second, self.first)


Round: TypeAlias = list[Pairing]


def round_robin(players: Sequence[int], *, double: bool = False) -> list[Round]:
    """Everyone meets everyone once, or twice when ``double``, then with the first deal turned: the circle method.

    After every round of the first half no two players' first deals differ by more than one, and after both halves all
    have dealt first equally often. Of an odd number one sits out each round, and is not listed.
    """
    return list(rounds_of(players, double=double))


def rounds_of(players: Sequence[int], *, double: bool = False) -> Iterator[Round]:
    """A ``round_robin`` one round at a time, for hundreds of players have hundreds of rounds."""
    for turn in range(_turns(players)):
        yield _circle(players, turn)
    if double:
        yield from _reversed_rounds(rounds_of(players))


def club_night(players: Sequence[int], games: int) -> list[Round]:
    """Return the rounds of a club night, with as many different opponents for each player as possible.

    Of an odd number one sits out each round, and a last round makes up for it, so that all play equally often; only
    where players and games are both odd one of them must play one game less. First deals differ by at most one.
    ``players`` are in the order of their seats, which the caller has shuffled.
    """
    if len(players) < 2:
        return []
    laps, rest = divmod(games, len(players) - 1)
    once = round_robin(players)
    whole = [one for lap in range(laps) for one in (_reversed_rounds(once) if lap % 2 else once)]
    if laps % 2 and not len(players) % 2:
        # Here a lap alone leaves some a first deal short: the end of another, turned, makes up for its beginning.
        return [*_reversed_rounds(once[len(once) - rest :]), *whole]
    return [*whole, *once[:rest], *_extra_round(players, rest)]


def qualifiers(players: int) -> int:
    """Return the number of players that go on to the playoff: one in four, rounded up, and two at least."""
    return min(players, max(2, -(-players // 4)))


def first_deal_surplus(before: Iterable[Pairing]) -> Counter[int]:
    """Return each player's first deals minus second deals; a player below 0 is owed a first deal."""
    deals: Counter[int] = Counter()
    for pairing in before:
        if pairing.second is not None:
            deals[pairing.first] += 1
            deals[pairing.second] -= 1
    return deals


def _turns(players: Sequence[int]) -> int:
    """Rounds in which all can meet: the players who walk round the circle."""
    return 0 if len(players) < 2 else len(players) - 1 + len(players) % 2


def _circle(players: Sequence[int], turn: int) -> Round:
    """One round of the circle method: those equally far before and behind the one whose ``turn`` it is meet.

    The player whose turn it is meets the one who stands still, or sits out. The player an odd number of places behind
    deals first, so that everyone deals first and second in turn, and the one who stands still in every other round.
    """
    walkers = _turns(players)
    pairs = [
        Pairing(players[(turn - away) % walkers], players[(turn + away) % walkers])
        if away % 2
        else Pairing(players[(turn + away) % walkers], players[(turn - away) % walkers])
        for away in range(1, (walkers + 1) // 2)
    ]
    if len(players) % 2:
        return pairs
    still = Pairing(players[-1], players[turn])
    return [still.reversed if turn % 2 else still, *pairs]


def _reversed_rounds(rounds: Iterable[Sequence[Pairing]]) -> Iterator[Round]:
    return ([pairing.reversed for pairing in one] for one in rounds)


def _extra_round(players: Sequence[int], rounds: int) -> list[Round]:
    """Return an extra round for the players who sat out in the first rounds of the circle.

    The first and the last of them meet, the second and the last but one: pairs who meet late in the circle, so that
    they have not met yet. A player who sat out in an even round has dealt first less often.
    """
    if not len(players) % 2:
        return []
    sat_out = players[: rounds - rounds % 2]
    pairs = [(one, len(sat_out) - 1 - one) for one in range(len(sat_out) // 2)]
    by_parity = (sorted(pair, key=lambda place: place % 2) for pair in pairs)
    made_up = [Pairing(players[odd], players[even]) for even, odd in by_parity]
    return [made_up] if made_up else []


_SECOND_BYE: Final = 10**32
"""What it costs to sit out again. Each cost below counts only where those above it are equal."""

_REMATCH: Final = 10**29
"""To meet again."""

_THIRD: Final = 10**25
"""A third first deal running for one of the two, or a third second deal."""

_PLACE: Final = 10**21
"""For each place above the last, to sit out."""

_POINTS: Final = 10**14
"""The square of the difference in points."""

_SAME_FLOAT: Final = 10**10
"""To meet somebody with more points again, or somebody with fewer, as in the last round. The round before counts a
quarter of this."""

_SURPLUS: Final = 10**5
"""A first deal that one of the two is owed and does not get."""

_LONGEST: Final = 2
"""The most rounds running in which a player should deal first, or second."""

_NEAREST: Final = 16
"""How many players next in the table each may meet at first; a graph of all pairs of a large field takes too long."""

_BYE: Final = -1
"""The node of the graph that stands for sitting out; players have ids above 0."""


@dataclass(slots=True)
class _Past:
    """A player's rounds so far: how often they met each other or had a bye (None), first deals, floats."""

    met: Counter[int | None] = field(default_factory=Counter)
    first: list[bool] = field(default_factory=list)
    floats: tuple[int, ...] = ()

    def same_floats(self, direction: int) -> int:
        """The weight of floating this way again: 4 after the same in the last round, 1 after that in the one before."""
        return sum(weight for way, weight in zip(self.floats[:-3:-1], (4, 1), strict=False) if way == direction)

    @property
    def run(self) -> int:
        """In how many rounds running the player has dealt first; below 0 second."""
        length = sum(1 for _ in takewhile(lambda dealt: dealt is self.first[-1], reversed(self.first)))
        return length if self.first and self.first[-1] else -length


def swiss_round(
    table: Sequence[tuple[int, int]], before: Iterable[Pairing], floats: Mapping[int, Sequence[int]] | None = None
) -> Round:
    """Return the next round of a Swiss.

    ``table`` are the players who take part and their points, best first (before the first round in a shuffled order),
    ``before`` all pairings of the rounds so far in order, byes too, and ``floats`` those of ``find_floats``. As far as
    it can be avoided nobody has a second bye, nor meets a player again; then nobody deals first, or second, three times
    running; then a bye goes to the lowest; then differences in points are as small as they can be; then nobody floats
    the same way again; then first deals are even; and then neighbours meet.
    """
    history = list(before)
    pasts, deals = _pasts(table, history, floats or {}), first_deal_surplus(history)
    # Some may have met everyone near them; then everybody is in reach.
    found = _cheapest(table, pasts, deals, _NEAREST) or _cheapest(table, pasts, deals, len(table))
    mates = {one: other for pair in found for one, other in (pair, pair[::-1])}
    return list(_in_order(table, mates, pasts, deals))


def find_floats(rounds: Iterable[Iterable[Pairing]], gained: Iterable[Mapping[int, int]]) -> dict[int, list[int]]:
    """Return how each player floated, round by round: 1 up to somebody with more points, -1 down, 0 for neither.

    ``gained`` are the points that each round brought the players. A bye is a float down.
    """
    points: Counter[int] = Counter()
    floats: dict[int, list[int]] = {}
    for drawn, won in zip(rounds, gained, strict=True):
        for pairing in drawn:
            if pairing.second is None:
                floats.setdefault(pairing.first, []).append(-1)
                continue
            ahead = points[pairing.first] - points[pairing.second]
            floats.setdefault(pairing.first, []).append((ahead < 0) - (ahead > 0))
            floats.setdefault(pairing.second, []).append((ahead > 0) - (ahead < 0))
        points.update(won)
    return floats


def _pasts(
    table: Sequence[tuple[int, int]], history: Iterable[Pairing], floats: Mapping[int, Sequence[int]]
) -> Mapping[int, _Past]:
    pasts = {player: _Past(floats=tuple(floats.get(player, ()))) for player, _ in table}
    for pairing in history:
        for player, other, dealt in ((pairing.first, pairing.second, True), (pairing.second, pairing.first, False)):
            if player is not None and (past := pasts.get(player)) is not None:
                past.met[other] += 1
                past.first += [dealt] if pairing.second is not None else []
    return pasts


def _cheapest(
    table: Sequence[tuple[int, int]], pasts: Mapping[int, _Past], deals: Mapping[int, int], nearest: int
) -> list[tuple[int, int]]:
    """Return the cheapest pairs, of players who are at most so many places apart; empty where a rematch is among them.

    If all players are in reach, the pairs are returned whatever they cost.
    """
    weights: dict[tuple[int, int], int] = {}
    for (place, (one, points)), (other_place, (other, others)) in combinations(enumerate(table), 2):
        if other_place - place <= nearest:
            cost = _REMATCH * pasts[one].met[other] + _POINTS * (points - others) ** 2 + (other_place - place) ** 2
            if _runs_on(pasts[one].run, pasts[other].run):
                cost += _THIRD
            if points > others:
                cost += _SAME_FLOAT // 4 * (pasts[one].same_floats(-1) + pasts[other].same_floats(1))
            weights[one, other] = -cost - _SURPLUS * abs(deals[one] + deals[other])
    if len(table) % 2:
        for place, (player, _) in enumerate(reversed(table)):
            weights[_BYE, player] = -_SECOND_BYE * pasts[player].met[None] - _PLACE * place
    pairs = best_pairs(weights)
    complete = 2 * len(pairs) == len(table) + len(table) % 2
    fresh = complete and all(weights[pair] > -_REMATCH for pair in pairs)
    return pairs if fresh or nearest >= len(table) else []


def best_pairs(weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return as many pairs as can be made at once, of all such choices the one with the highest weight, in order."""
    import networkx  # noqa: PLC0415 - takes half a second, which the start of the bot can do without

    graph: Any = networkx.Graph()
    graph.add_weighted_edges_from((*pair, weight) for pair, weight in weights.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((one, other) if (one, other) in weights else (other, one) for one, other in found)


def _runs_on(one: int, other: int) -> bool:
    """Return whether one of two players has to deal first, or second, once more than they should."""
    return one * other > 0 and min(abs(one), abs(other)) >= _LONGEST


def _in_order(
    table: Sequence[tuple[int, int]], mates: Mapping[int, int], pasts: Mapping[int, _Past], deals: Mapping[int, int]
) -> Iterator[Pairing]:
    done = {mates.get(_BYE)}
    for player, _ in table:
        if player not in done:
            done.add(mates[player])
            yield _with_first_deal(player, mates[player], pasts, deals)
    if (idle := mates.get(_BYE)) is not None:
        yield Pairing(idle, None)


def _with_first_deal(upper: int, lower: int, pasts: Mapping[int, _Past], deals: Mapping[int, int]) -> Pairing:
    """Return the pairing of two players. A run ends first; then first deals are evened out; then the upper deals."""
    one, other = pasts[upper].run, pasts[lower].run
    if max(abs(one), abs(other)) < _LONGEST or one == other:
        one, other = deals[upper], deals[lower]
    return Pairing(lower, upper) if one > other else Pairing(upper, lower)


async def next_of_swiss(
    database: Database, league: League, rounds: Sequence[Sequence[Fixture]], table: Iterable[Standing]
) -> Round:
    """Return the round of a Swiss after these; those in the ``table`` take part."""
    before = [pairing_of(fixture) for one in rounds for fixture in one]
    standing = [(line.player.id, line.points) for line in table]
    floats = await _read_floats(database, league, rounds)
    return await asyncio.to_thread(swiss_round, standing, before, floats)


async def _read_floats(database: Database, league: League, rounds: Sequence[Sequence[Fixture]]) -> dict[int, list[int]]:
    """Return how each player floated in the rounds so far, as ``swiss_round`` takes it."""
    results = await stored_results.list_by_fixtures(database, [fixture.id for one in rounds for fixture in one])
    by_fixture = {result.fixture_id: result for result in results if result.counts}
    games = matches.needed(league.best_of)
    bye = points_of(league.scheme, HeadToHead(won=1, games=games, legs=games))
    gained = []
    for one in rounds:
        points: dict[int, int] = {}
        for fixture in one:
            if fixture.second is None:
                points[fixture.first.id] = bye
            elif (result := by_fixture.get(fixture.id)) is not None:
                for place, side in enumerate(result.sides):
                    won = HeadToHead(
                        won=int(place == result.winner), games=side.games, legs=side.legs, skunks=side.skunks
                    )
                    points[side.player.id] = points_of(league.scheme, won)
        gained.append(points)
    return find_floats([[pairing_of(fixture) for fixture in one] for one in rounds], gained)


def pairing_of(fixture: Fixture) -> Pairing:
    """Return a fixture as a pairing of ids."""
    return Pairing(fixture.first.id, None if fixture.second is None else fixture.second.id)
