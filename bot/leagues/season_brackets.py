"""The bracket of a season as its results stand: each match with the players who are known for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.leagues.brackets import Match, MatchKey, Outcome, Source, bracket_plan, champion, outcomes, player_from
from bot.leagues.schedule import Pairing, Round
from bot.models.league import Elimination, Fixture, League, Season
from bot.models.player import Player
from bot.models.result import LeagueResult
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage.database import Database


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
    """The bracket of a season, round by round, of which ``drawn`` rounds are drawn."""

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
        return [
            [Pairing(one.first.id, None if one.second is None else one.second.id) for one in made]
            for made in self.fixtures
        ]

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
    fixtures = await stored_fixtures.list_fixtures(database, league.id, season.number, stage="playoff")
    results = await stored_results.list_by_fixtures(database, [one.id for one in fixtures])
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
    plan = bracket_plan(elimination, sum(1 if one.second is None else 2 for one in pairings[0]))
    done = outcomes(pairings[:settled], winners[:settled])
    if settled < len(pairings):
        done |= _outcomes_so_far(settled + 1, played.fixtures[settled], played)
    people = {player.id: player for made in played.fixtures for one in made for player in _players(one)}
    builder = _Builder(people, _seeds(plan[0], played.fixtures[0]), done)
    won = champion_of(elimination, played)
    if plan[-1][0].part == "decider" and len(pairings) < len(plan) and not _needs_decider(plan[-2][0], done):
        plan = plan[:-1]
    rounds, number = [], 0
    for round_number, one in enumerate(plan, 1):
        made = played.fixtures[round_number - 1] if round_number <= len(pairings) else ()
        shown = []
        for place, match in enumerate(one):
            number += 1
            fixture = made[place] if place < len(made) else None
            result = None if fixture is None else played.results.get(fixture.id)
            shown.append(builder.match(match, number, fixture, result))
        rounds.append(tuple(shown))
    return SeasonBracket(elimination, tuple(rounds), len(pairings), won)


@dataclass(frozen=True, slots=True)
class _Builder:
    """Puts the players into the matches."""

    people: Mapping[int, Player]
    seeds: Mapping[int, int]
    done: Mapping[MatchKey, Outcome]

    def match(self, match: Match, number: int, fixture: Fixture | None, result: LeagueResult | None) -> BracketMatch:
        """Return a match with its players: those of its fixture, or else those who come from earlier matches."""
        upper, lower = self._known(match.upper), None if match.lower is None else self._known(match.lower)
        if fixture is not None:
            upper, lower = _in_order(fixture, upper, lower)
        outcome = self.done.get(match.key)
        return BracketMatch(
            match,
            number,
            self._entrant(match.upper, upper),
            None if match.lower is None else self._entrant(match.lower, lower),
            None if outcome is None else outcome.winner,
            result,
        )

    def _known(self, source: Source) -> int | None:
        return player_from(source, self.done)

    def _entrant(self, source: Source, player: int | None) -> Entrant:
        if player is None:
            return Entrant(source)
        return Entrant(source, self.people[player], self.seeds.get(player))


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
    """Return how the matches of a round ended that are over."""
    found = {}
    for place, fixture in enumerate(made, 1):
        winner = played.winner(fixture)
        if winner is not None:
            loser = next((player.id for player in _players(fixture) if player.id != winner), None)
            found[number, place] = Outcome(winner, loser)
    return found


def _needs_decider(final: Match, done: Mapping[MatchKey, Outcome]) -> bool:
    """Return whether the unbeaten player has lost the final."""
    return final.key in done and done[final.key].winner != player_from(final.upper, done)


def _players(fixture: Fixture) -> list[Player]:
    return [player for player in (fixture.first, fixture.second) if player is not None]
