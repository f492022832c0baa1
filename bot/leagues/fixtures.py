"""The fixtures of a league: which there are, and which one a game is for."""

from __future__ import annotations

from datetime import date
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import LeagueError
from bot.leagues.directory import LeagueDirectory
from bot.models.league import Fixture, FixtureStage, League, Meeting, Season
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import UNSETTLED, LeagueResult
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import meetings as stored_meetings
from bot.storage import teams as stored_teams
from bot.storage.database import Database

MOST_TOLD: Final = 200
"""The most fixtures of several rounds that members are told at once."""


class FixtureService:
    """Finds the fixtures of leagues."""

    def __init__(self, database: Database, directory: LeagueDirectory) -> None:
        self._database = database
        self._directory = directory

    async def find_all(
        self,
        league: League,
        player: Player | None = None,
        season: Season | None = None,
        *,
        meeting: Meeting | None = None,
        skip: int = 0,
        many: int | None = None,
    ) -> list[Fixture]:
        """The fixtures of a season round by round, or one player's, or those of one meeting.

        A player's are those of their team. Without a season those of the open one. At most ``many`` are read, after
        the first ``skip``.
        """
        number = (season or await self._directory.season(league)).number
        if player is not None:
            player = await stored_teams.find_entrant(self._database, league, player)
        player_id = None if player is None else player.id
        return await stored_fixtures.list_fixtures(
            self._database,
            league.id,
            number,
            player_id=player_id,
            meeting_id=None if meeting is None else meeting.id,
            skip=skip,
            many=many,
        )

    async def of_news(self, item: NewsItem) -> list[Fixture]:
        """Return the fixtures that news is about, round by round; of very many rounds those of the first."""
        if item.first_round is None or item.last_round is None:
            return []
        rounds = (item.first_round, item.last_round)
        number = await stored_fixtures.count(self._database, item.league_id, item.season, item.meeting_id)
        if number > MOST_TOLD and item.outcomes == ():
            rounds = (item.first_round, item.first_round)
        listed = await stored_fixtures.list_fixtures(
            self._database,
            item.league_id,
            item.season,
            stage=item.stage,
            meeting_id=item.meeting_id,
            rounds=rounds,
        )
        decided = {fixture_id for fixture_id, _ in item.outcomes}
        return [
            fixture
            for fixture in listed
            if fixture.meeting_id == item.meeting_id and (not decided or fixture.id in decided)
        ]

    async def count(self, season: Season, meeting: Meeting | None = None) -> int:
        """Return how many fixtures a season or one of its meetings has."""
        meeting_id = None if meeting is None else meeting.id
        return await stored_fixtures.count(self._database, season.league_id, season.number, meeting_id)

    async def find(self, league: League, fixture_id: int) -> Fixture:
        """The fixture of this id. Raises ``LeagueError`` where the league has none."""
        fixture = await stored_fixtures.find(self._database, fixture_id)
        if fixture is None or fixture.league_id != league.id:
            raise LeagueError(gettext("I can't find that fixture in {name}. See /league fixtures.", name=league.name))
        return fixture

    async def count_left(self, season: Season) -> int:
        """Return how many games of a season are still to be played."""
        stage: FixtureStage = "playoff" if season.stage == "playoffs" else "league"
        return await stored_fixtures.count_left(self._database, season.league_id, season.number, stage)

    async def open_games(self, league: League, season: Season, player: Player) -> list[Fixture]:
        """Return the games that a player has left now, the earliest round first."""
        listed = await stored_fixtures.list_fixtures(self._database, league.id, season.number, player_id=player.id)
        return [
            fixture
            for fixture in listed
            if fixture.result_id is None and fixture.second is not None and is_current(fixture, season)
        ]

    async def is_open(self, league: League, fixture_id: int) -> bool:
        """Return whether a fixture is still to be played."""
        fixture, season = await self.find(league, fixture_id), await self._directory.season(league)
        return fixture.result_id is None and fixture.season == season.number and is_current(fixture, season)

    async def for_game(
        self, league: League, season: Season, player: Player, opponent: Player | Fixture
    ) -> Fixture | None:
        """The fixture that a player's game against an opponent is for; None for a game of open play.

        Raises ``LeagueError`` where the two have none, or not one to be played now.
        """
        player = await stored_teams.find_entrant(self._database, league, player)
        if not isinstance(opponent, Fixture):
            opponent = await stored_teams.find_entrant(self._database, league, opponent)
            return await self._first_between(league, season, player, opponent)
        fixture = await self.find(league, opponent.id)
        if league.teams == "singles" and fixture.team_fixture_id is None:
            fixture = await self._own_board(league, fixture, player)
        _check_playable(fixture, league, season, player)
        return fixture

    async def _own_board(self, league: League, fixture: Fixture, person: Player) -> Fixture:
        """Return the singles game that somebody has in a fixture of two teams, or else the fixture itself."""
        listed = await stored_fixtures.list_fixtures(
            self._database, league.id, fixture.season, player_id=person.id, rounds=(fixture.round, fixture.round)
        )
        return next((one for one in listed if one.team_fixture_id == fixture.id), fixture)

    async def check_without_result(self, fixture: Fixture) -> None:
        """Raise ``LeagueError`` for a fixture that has a result."""
        if fixture.result_id is None:
            return
        result = await stored_results.find(self._database, fixture.result_id)
        waits = result is not None and result.status != "counted"
        if waits and result is not None:
            raise LeagueError(_unsettled(result))
        raise LeagueError(gettext("This fixture already has a result."))

    async def _first_between(self, league: League, season: Season, one: Player, other: Player) -> Fixture | None:
        """The first fixture that two players have left; None in open play, and on a night without pairings."""
        playing = season.stage == "playing"
        between = [
            fixture
            for fixture in await stored_fixtures.list_fixtures(
                self._database, league.id, season.number, player_id=one.id
            )
            if fixture.players == {one.id, other.id}
        ]
        for fixture in between:
            if fixture.result_id is None and is_current(fixture, season):
                return fixture
        if playing and (league.format == "open" or await free_night(self._database, season) is not None):
            return None
        results = await stored_results.list_by_fixtures(self._database, [fixture.id for fixture in between])
        for result in results:
            if result.status in UNSETTLED:
                raise LeagueError(_unsettled(result))
        raise LeagueError(
            gettext(
                "{name} and {other_name} have no fixtures left in {league_name}. See /league fixtures.",
                name=one.name,
                other_name=other.name,
                league_name=league.name,
            )
        )


async def free_night(database: Database, season: Season, day: date | None = None) -> int | None:
    """Return the id of the open meeting without pairings, the one of this day if several; None if there is none."""
    nights = await stored_meetings.list_by_season(database, season.league_id, season.number)
    free = [night for night in nights if night.format == "free" and night.stage != "closed"]
    free.sort(key=lambda night: night.day != day)
    return free[0].id if free else None


def _unsettled(result: LeagueResult) -> str:
    """What is said of a result that waits or is disputed to whoever would play or enter it again."""
    names = gettext(" and ").join(side.player.name for side in result.sides)
    if result.status == "disputed":
        return gettext(
            "Result {number} of {names} is disputed. A manager decides with /league manage correct.",
            number=result.id,
            names=names,
        )
    entered_by = None if result.entered_by is None else result.entered_by.id
    waiting = next((side.player for side in result.sides if side.player.id != entered_by), result.sides[1].player)
    return gettext(
        "Result {number} of {names} isn't confirmed yet. {waiting} can confirm it with /league confirm.",
        number=result.id,
        names=names,
        waiting=waiting.name,
    )


def is_current(fixture: Fixture, season: Season) -> bool:
    """Return whether a fixture belongs to what is played now: the league itself or its playoffs, no closed meeting."""
    return not (fixture.over and fixture.result_id is None) and fixture.is_playoff == (season.stage == "playoffs")


def check_current(fixture: Fixture, league: League, season: Season) -> None:
    """Raise ``LeagueError`` for a fixture of a closed meeting, or of the league itself once its playoffs have begun."""
    if fixture.over and fixture.result_id is None and fixture.team_fixture_id is not None:
        raise LeagueError(gettext("The match of these teams was awarded, so this game is cancelled."))
    if fixture.over and fixture.result_id is None:
        raise LeagueError(gettext("Night {number} is finished, so this game is cancelled.", number=fixture.meeting))
    if not is_current(fixture, season):
        raise LeagueError(gettext("The {name} playoffs have started, so this game is cancelled.", name=league.name))


def _check_playable(fixture: Fixture, league: League, season: Season, player: Player) -> None:
    """Raise ``LeagueError`` for a fixture that is not this player's, or not to be played now."""
    if fixture.second is None:
        raise LeagueError(gettext("{name} has a bye, so there's no game to play.", name=fixture.first.name))
    if player.id not in fixture.players:
        raise LeagueError(
            gettext(
                "This fixture is for {name} and {second_name}.",
                name=fixture.first.name,
                second_name=fixture.second.name,
            )
        )
    if fixture.season != season.number:
        raise LeagueError(
            gettext(
                "Season {season} of {name} is closed.",
                season=fixture.season,
                name=league.name,
            )
        )
    check_current(fixture, league, season)
