"""Brackets of single and double elimination: the pairings, who goes on, and a season's bracket."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count, groupby
from typing import Literal, TypeAlias

from bot.leagues.schedule import Pairing, Round, first_deal_surplus, pairing_of
from bot.models.league import Elimination, Fixture, League, Season
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.storage import store
from bot.storage.database import Database

MatchKey: TypeAlias = tuple[int, int]
"""The round in which a match is drawn, and its place there; both count from 1, as those of its fixture."""

BracketPart: TypeAlias = Literal["winners", "losers", "final", "decider"]
"""The winners' bracket (all of a single elimination), the losers' bracket, the final, and the second final that is
played if the winner of the losers' bracket wins the first."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a player of a match comes from: the draw, as seed ``seed``, or the match ``key``, won or lost."""

    kind: Literal["seed", "winner", "loser"]
    seed: int = 0
    key: MatchKey = (0, 0)


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a bracket; ``part_round`` is its round within its part, and ``lower`` is None for a bye."""

    key: MatchKey
    part: BracketPart
    part_round: int
    upper: Source
    lower: Source | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won a match and who lost it; nobody loses a bye."""

    winner: int
    loser: int | None


BracketPlan: TypeAlias = tuple[tuple[Match, ...], ...]
"""The matches of a bracket, round by round, each round in the order of its places."""


def bracket(seeds: Sequence[int]) -> Round:
    """The first round of a knockout, best seed first: byes for the top seeds, and the best meet as late as may be.

    The pairings are in the order of the bracket: winners of neighbours meet.
    """
    plan = bracket_plan("single", len(seeds))
    return [
        Pairing(seeds[match.upper.seed - 1], None if match.lower is None else seeds[match.lower.seed - 1])
        for match in plan[0]
    ]


@lru_cache(maxsize=64)
def bracket_plan(form: Elimination, players: int) -> BracketPlan:
    """Return all matches of a bracket of so many seeds, two at least.

    In a double elimination the winners' bracket waits in every other round for the losers' bracket, so that nobody
    has to wait for more than one round.
    """
    layout = _Layout()
    winners = [layout.add_round("winners", 1, 1, _first_pairs(players))]
    while len(winners[-1]) > 1:
        number = len(winners) + 1
        pairs = list(_neighbours([Source("winner", key=match.key) for match in winners[-1]]))
        winners.append(layout.add_round("winners", number, 2 * number - 2 if form == "double" else number, pairs))
    if form == "double":
        _add_losers(layout, winners)
    return tuple(tuple(layout.rounds[number]) for number in sorted(layout.rounds))


def next_round(form: Elimination, before: Sequence[Round], winners: Sequence[Collection[int]]) -> Round:
    """The next round after all those ``before``, in the order of the bracket; empty when the bracket is over.

    ``winners`` are those who won in each of these rounds; who has a bye needs not be named. Whoever has dealt first
    less often deals first, otherwise the upper in the bracket. Raises ``ValueError`` where a match has no winner, or
    two.
    """
    plan = bracket_plan(form, _players(before))
    if champion(form, before, winners) is not None or len(before) >= len(plan):
        return []
    done = outcomes(before, winners)
    deals = first_deal_surplus(pairing for one in before for pairing in one)
    drawn = []
    for match in plan[len(before)]:
        assert match.lower is not None
        upper, lower = player_from(match.upper, done), player_from(match.lower, done)
        assert upper is not None
        assert lower is not None
        drawn.append(Pairing(lower, upper) if deals[lower] < deals[upper] else Pairing(upper, lower))
    return drawn


def champion(form: Elimination, before: Sequence[Round], winners: Sequence[Collection[int]]) -> int | None:
    """Return who has won the bracket; None while it goes on. Raises ``ValueError`` as ``next_round`` does."""
    plan = bracket_plan(form, _players(before))
    final = len(plan) - 1 if form == "double" else len(plan)
    if len(before) < final:
        return None
    done = outcomes(before, winners)
    first = done[final, 1]
    if form == "single" or first.winner == player_from(plan[final - 1][0].upper, done):
        return first.winner
    return done[final + 1, 1].winner if len(before) > final else None


def outcomes(before: Sequence[Round], winners: Sequence[Collection[int]]) -> dict[MatchKey, Outcome]:
    """Return how each match of these rounds ended. Raises ``ValueError`` where one has no winner, or two."""
    return {
        (number, place): _outcome(pairing, won)
        for number, (one, won) in enumerate(zip(before, winners, strict=True), 1)
        for place, pairing in enumerate(one, 1)
    }


def player_from(source: Source, done: Mapping[MatchKey, Outcome]) -> int | None:
    """Return who comes from a match; None while it is not over, and for a seed."""
    outcome = done.get(source.key)
    if outcome is None:
        return None
    return outcome.winner if source.kind == "winner" else outcome.loser


class _Layout:
    def __init__(self) -> None:
        self.rounds: dict[int, list[Match]] = {}

    def add(self, part: BracketPart, part_round: int, number: int, upper: Source, lower: Source | None) -> Match:
        """Add a match to the round with this number."""
        matches = self.rounds.setdefault(number, [])
        matches.append(Match((number, len(matches) + 1), part, part_round, upper, lower))
        return matches[-1]

    def add_round(
        self, part: BracketPart, part_round: int, number: int, pairs: Iterable[tuple[Source, Source | None]]
    ) -> list[Match]:
        """Add the matches of these pairs to the round with this number."""
        return [self.add(part, part_round, number, upper, lower) for upper, lower in pairs]


@dataclass(frozen=True, slots=True)
class _Survivor:
    """A place in the losers' bracket: who comes there, and from which matches of the first round they may be."""

    source: Source | None
    origins: frozenset[int]


def _add_losers(layout: _Layout, winners: Sequence[Sequence[Match]]) -> None:
    """Add the losers' bracket and the finals; who loses a late match comes in as far as can be from old opponents."""
    survivors = [
        _Survivor(None if match.lower is None else Source("loser", key=match.key), frozenset({place}))
        for place, match in enumerate(winners[0])
    ]
    part_round = 0
    for number, one in enumerate(winners[1:], 2):
        part_round += 1
        pairs = list(zip(survivors[::2], survivors[1::2], strict=True))
        survivors = [_play_off(layout, part_round, 2 * number - 2, *pair) for pair in pairs]
        part_round += 1
        width = len(winners[0]) // len(one)
        dropped = [
            _Survivor(Source("loser", key=match.key), frozenset(range(place * width, (place + 1) * width)))
            for place, match in enumerate(one)
        ]
        order = min(_orders(len(one)), key=lambda order: _overlap(survivors, [dropped[place] for place in order]))
        pairs = [(survivor, dropped[place]) for survivor, place in zip(survivors, order, strict=True)]
        survivors = [_play_off(layout, part_round, 2 * number - 1, *pair) for pair in pairs]
    last = Source("winner", key=winners[-1][0].key)
    assert survivors[0].source is not None
    final = layout.add("final", 1, 2 * len(winners), last, survivors[0].source)
    pair = Source("winner", key=final.key), Source("loser", key=final.key)
    layout.add("decider", 1, 2 * len(winners) + 1, *pair)


def _play_off(layout: _Layout, part_round: int, number: int, upper: _Survivor, lower: _Survivor) -> _Survivor:
    """Return the winner of a match of the losers' bracket; nobody has to play against an empty place."""
    origins = upper.origins | lower.origins
    if upper.source is None or lower.source is None:
        return _Survivor(upper.source or lower.source, origins)
    match = layout.add("losers", part_round, number, upper.source, lower.source)
    return _Survivor(Source("winner", key=match.key), origins)


def _orders(many: int) -> list[list[int]]:
    places, half = list(range(many)), many // 2
    swapped = [*places[half:], *places[:half]]
    return [places[::-1], swapped, swapped[::-1], places]


def _overlap(survivors: Sequence[_Survivor], dropped: Sequence[_Survivor]) -> int:
    """Return how many players may meet an old opponent."""
    return sum(len(one.origins & other.origins) for one, other in zip(survivors, dropped, strict=True))


def _first_pairs(players: int) -> list[tuple[Source, Source | None]]:
    """Return the pairs of the first round by seeds, from 1 for the best; a pair without a lower seed is a bye."""
    order = [1]
    while len(order) < players:
        size = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, size - upper)]
    seeds = [Source("seed", seed=seed) if seed <= players else None for seed in order]
    return [(upper, lower) for upper, lower in _neighbours(seeds) if upper is not None]


def _neighbours(sources: Sequence[Source | None]) -> Iterable[tuple[Source, Source | None]]:
    for upper, lower in zip(sources[::2], sources[1::2], strict=True):
        if upper is not None:
            yield upper, lower


def _players(before: Sequence[Round]) -> int:
    return sum(1 if pairing.second is None else 2 for pairing in before[0])


def _outcome(pairing: Pairing, winners: Collection[int]) -> Outcome:
    if pairing.second is None:
        return Outcome(pairing.first, None)
    match [player in winners for player in (pairing.first, pairing.second)]:
        case [True, False]:
            return Outcome(pairing.first, pairing.second)
        case [False, True]:
            return Outcome(pairing.second, pairing.first)
        case _:
            raise ValueError(f"one of {pairing.first} and {pairing.second} goes through")


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player of a match, or where that player will come from; ``seed`` is their place in the draw."""

    source: Source
    player: Player | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One match of a season's bracket. ``number`` counts through the bracket, and ``lower`` is None for a bye.

    ``winner`` is the id of who goes on; ``result`` may still wait to be confirmed.
    """

    match: Match
    number: int
    upper: Entrant
    lower: Entrant | None
    winner: int | None = None
    result: LeagueResult | None = None


@dataclass(frozen=True, slots=True)
class SeasonBracket:
    """The bracket of a season, round by round; ``drawn`` is how many rounds are drawn."""

    elimination: Elimination
    rounds: tuple[tuple[BracketMatch, ...], ...]
    drawn: int
    champion: int | None

    @property
    def matches(self) -> list[BracketMatch]:
        """All matches in the order of their numbers."""
        return [match for one in self.rounds for match in one]


@dataclass(frozen=True, slots=True)
class PlayedRounds:
    """The rounds of a bracket that are drawn, and the results of their fixtures by the ids of the fixtures."""

    fixtures: tuple[tuple[Fixture, ...], ...]
    results: Mapping[int, LeagueResult]

    @property
    def pairings(self) -> list[Round]:
        """The pairings of each round."""
        return [list(map(pairing_of, made)) for made in self.fixtures]

    @property
    def winners(self) -> list[set[int]]:
        """The players, by id, who have won a match of each round; who has a bye is not named."""
        return [
            {winner for one in made if (winner := self.winner(one)) is not None and one.second is not None}
            for made in self.fixtures
        ]

    @property
    def settled(self) -> int:
        """How many rounds are settled: every match of them has its winner."""
        open_rounds = (
            number for number, made in enumerate(self.fixtures) if any(self.winner(one) is None for one in made)
        )
        return next(open_rounds, len(self.fixtures))

    def fixture(self, key: MatchKey) -> Fixture | None:
        """Return the fixture of a match, once it is drawn."""
        made = self.fixtures[key[0] - 1] if key[0] <= len(self.fixtures) else ()
        return made[key[1] - 1] if key[1] <= len(made) else None

    def winner(self, fixture: Fixture) -> int | None:
        """Return the id of who goes on from a fixture; None while its result does not count."""
        result = self.results.get(fixture.id)
        if result is not None and result.status == "counted":
            return result.sides[result.winner].player.id
        return fixture.first.id if fixture.second is None else None


class BracketService:
    """Reads the brackets of seasons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, league: League, season: Season) -> SeasonBracket | None:
        """Return the bracket of a season; None while it has none."""
        played = await played_rounds(self._database, league, season)
        return season_bracket(season.elimination, played) if played.fixtures else None


async def played_rounds(database: Database, league: League, season: Season) -> PlayedRounds:
    """Return the rounds of a season's bracket that are drawn."""
    fixtures = await store.fixtures.list_fixtures(database, league.id, season.number, stage="playoff")
    results = await store.results.list_by_fixtures(database, [one.id for one in fixtures])
    rounds = tuple(tuple(made) for _, made in groupby(fixtures, key=lambda one: one.round))
    return PlayedRounds(rounds, {one.fixture_id: one for one in results if one.fixture_id is not None})


def champion_of(elimination: Elimination, played: PlayedRounds) -> int | None:
    """Return the id of who has won a bracket; None while it goes on."""
    if not played.fixtures or played.settled < len(played.fixtures):
        return None
    return champion(elimination, played.pairings, played.winners)


def season_bracket(elimination: Elimination, played: PlayedRounds) -> SeasonBracket:
    """Return a bracket with everybody in it who is known so far."""
    pairings, winners, settled = played.pairings, played.winners, played.settled
    plan = bracket_plan(elimination, _players(pairings))
    done = outcomes(pairings[:settled], winners[:settled])
    if settled < len(pairings):
        done |= _outcomes_so_far(settled + 1, played.fixtures[settled], played)
    people = {player.id: player for made in played.fixtures for one in made for player in one.people}
    seeds = _seeds(plan[0], played.fixtures[0])
    if plan[-1][0].part == "decider" and len(pairings) < len(plan) and not _needs_decider(plan[-2][0], done):
        plan = plan[:-1]

    def entrant(source: Source, player: int | None) -> Entrant:
        return Entrant(source) if player is None else Entrant(source, people[player], seeds.get(player))

    def shown(match: Match, number: int) -> BracketMatch:
        """A match with the players of its fixture, or else those who come from earlier matches."""
        upper, lower = player_from(match.upper, done), None if match.lower is None else player_from(match.lower, done)
        fixture = played.fixture(match.key)
        if fixture is not None:
            upper, lower = _in_order(fixture, upper, lower)
        return BracketMatch(
            match,
            number,
            entrant(match.upper, upper),
            None if match.lower is None else entrant(match.lower, lower),
            None if (outcome := done.get(match.key)) is None else outcome.winner,
            None if fixture is None else played.results.get(fixture.id),
        )

    numbers = count(1)
    rounds = tuple(tuple(shown(match, next(numbers)) for match in one) for one in plan)
    return SeasonBracket(elimination, rounds, len(pairings), champion_of(elimination, played))


def _in_order(fixture: Fixture, upper: int | None, lower: int | None) -> tuple[int, int | None]:
    """Return the players of a fixture, the upper in the bracket first; a substitute has the place of the other."""
    if fixture.second is None:
        return fixture.first.id, None
    pair = (fixture.first.id, fixture.second.id)
    turned = upper == pair[1] or (upper != pair[0] and lower == pair[0])
    return pair[::-1] if turned else pair


def _seeds(first_round: Sequence[Match], made: Sequence[Fixture]) -> dict[int, int]:
    """Return the seed of each player by id; in the first round the upper seed deals first."""
    seeds = {}
    for match, fixture in zip(first_round, made, strict=True):
        seeds[fixture.first.id] = match.upper.seed
        if fixture.second is not None and match.lower is not None:
            seeds[fixture.second.id] = match.lower.seed
    return seeds


def _outcomes_so_far(number: int, made: Sequence[Fixture], played: PlayedRounds) -> dict[MatchKey, Outcome]:
    found = {}
    for place, fixture in enumerate(made, 1):
        winner = played.winner(fixture)
        if winner is not None:
            loser = next((player.id for player in fixture.people if player.id != winner), None)
            found[number, place] = Outcome(winner, loser)
    return found


def _needs_decider(final: Match, done: Mapping[MatchKey, Outcome]) -> bool:
    """Return whether the unbeaten player has lost the final."""
    return final.key in done and done[final.key].winner != player_from(final.upper, done)
