"""The fixtures of a league: which there are, which one a game is for, and their awards without a game."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from bot.i18n.translation import join_list
from bot.leagues import calendar
from bot.leagues.access import Asker, LeagueError, check_reason, refusal
from bot.leagues.change_log import Logged
from bot.leagues.office import Change, LeagueService
from bot.leagues.score_entry import sides_of_forfeit
from bot.models.league import Fixture, League, Meeting, Season
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.models.result import NOBODY, UNSETTLED, LeagueResult
from bot.storage import store
from bot.storage.database import Database, Transaction

MOST_TOLD: Final = 200
"""The most fixtures of several rounds that members are told at once."""


LONGEST_VENUE: Final = 64
"""The most letters of a place at which a fixture is played."""


class FixtureService(LeagueService):
    """Finds the fixtures of leagues, and changes when and where they are played."""

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
        number = (season or await self._office.directory.season(league)).number
        if player is not None:
            player = await store.teams.find_entrant(self._database, league, player)
        player_id = None if player is None else player.id
        return await store.fixtures.list_fixtures(
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
        number = await store.fixtures.count(self._database, item.league_id, item.season, item.meeting_id)
        if number > MOST_TOLD and item.outcomes == ():
            rounds = (item.first_round, item.first_round)
        listed = await store.fixtures.list_fixtures(
            self._database, item.league_id, item.season, stage=item.stage, meeting_id=item.meeting_id, rounds=rounds
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
        return await store.fixtures.count(self._database, season.league_id, season.number, meeting_id)

    async def find(self, league: League, fixture_id: int) -> Fixture:
        """The fixture of this id. Raises ``LeagueError`` where the league has none."""
        return await find_fixture(self._database, league, fixture_id)

    async def count_left(self, season: Season) -> int:
        """Return how many games of a season are still to be played."""
        return await store.fixtures.count_left(self._database, season.league_id, season.number, season.played)

    async def open_games(self, league: League, season: Season, player: Player) -> list[Fixture]:
        """Return the games that a player has left now, the earliest round first."""
        listed = await store.fixtures.list_fixtures(self._database, league.id, season.number, player_id=player.id)
        return [fixture for fixture in listed if is_left(fixture, season)]

    async def is_open(self, league: League, fixture_id: int) -> bool:
        """Return whether a fixture is still to be played."""
        fixture, season = await self.find(league, fixture_id), await self._office.directory.season(league)
        return fixture.result_id is None and fixture.season == season.number and is_current(fixture, season)

    async def set_date(self, league: League, asker: Asker, fixture: Fixture, day: date, venue: str) -> Fixture:
        """Say on which day and where a fixture is played, and return it.

        Its players do that, and may postpone it once; a manager always may. Raises ``LeagueError`` for a day outside
        the season or after the deadline of its round.
        """
        async with self._office.change(league, asker, managers=False) as change:
            league, season = change.league, change.season
            now, own = await find_fixture(self._database, league, fixture.id), asker.player
            own = await store.teams.find_entrant(self._database, league, own)
            moves = now.plays_on is not None and now.plays_on != day
            if own.id not in now.players:
                await change.check_manager()
            elif moves and now.postponed and not await self._office.access.is_manager(league, asker):
                raise refusal("This game was postponed once already. Ask a manager to move it.")
            if now.season != season.number:
                raise _closed(now, league)
            _check_current(now, league, season)
            await check_without_result(self._database, now)
            if now.second is None or now.meeting_id is not None:
                raise refusal("Only a game outside club nights has a day of its own.")
            place = " ".join(venue.split())
            if len(place) > LONGEST_VENUE or not place.isprintable():
                raise refusal("A place must have at most {longest} characters.", longest=LONGEST_VENUE)
            if day < calendar.today(league.zone, self._now()):
                raise refusal("This day has passed.")
            calendar.check_day(league.name, day, season.starts_on, season.ends_on)
            for deadline in await store.fixtures.list_deadlines(self._database, league.id, season.number):
                ends = calendar.today(league.zone, deadline.due_at - timedelta(seconds=1))
                if (deadline.stage, deadline.round, deadline.over) == (now.stage, now.round, False) and day > ends:
                    raise refusal("Round {number} ends on {day}.", number=now.round, day=ends)
            dated = replace(now, plays_on=day, venue=place, postponed=now.postponed or moves)
            store.fixtures.put_date(change.write, dated)
            change.log(Logged.DATE_SET, people=now.people, day=day, venue=place or "-")
            return dated


class ForfeitService(LeagueService):
    """Awards fixtures: one game or leg for the winner, and no spread."""

    async def award(
        self, league: League, asker: Asker, fixture: Fixture, winner: Player | None, reason: str
    ) -> LeagueResult:
        """Award a fixture for a manager, or let both forfeit it for None, and give its result."""
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            current = await find_fixture(self._database, league, fixture.id)
            await check_award(self._database, change, current, winner)
            award(change, current, winner, why)
            await change.commit()
            stored = await store.results.find_by_fixture(self._database, current.id)
            assert stored is not None
            return stored

    async def award_all(self, league: League, asker: Asker, absent: Player, reason: str) -> list[LeagueResult]:
        """Award every fixture that a player has left to the opponents for a manager; all of them or none."""
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            own = await store.teams.find_entrant(self._database, league, absent)
            listed = await store.fixtures.list_fixtures(
                self._database, league.id, change.season.number, player_id=own.id
            )
            left = [fixture for fixture in listed if is_left(fixture, change.season)]
            if not left:
                raise refusal("{name} has no fixtures left to play.", name=absent.name)
            for fixture in left:
                award(change, fixture, fixture.opponent_of(own), why)
            await change.commit()
            return await store.results.list_by_fixtures(self._database, [fixture.id for fixture in left])


async def check_award(database: Database, change: Change, fixture: Fixture, winner: Player | None) -> None:
    """Raise ``LeagueError`` for a fixture that has its result or is not played now, and for another winner."""
    if fixture.season != change.season.number:
        raise _closed(fixture, change.league)
    if fixture.second is None or (winner is not None and winner.id not in fixture.players):
        raise refusal("Pick one of the fixture's 2 players as the winner.")
    if winner is None and fixture.is_playoff:
        raise refusal("A playoff needs a winner, so both can't forfeit it.")
    _check_current(fixture, change.league, change.season)
    await check_without_result(database, fixture)


def award(change: Change, fixture: Fixture, winner: Player | None, reason: str = "") -> None:
    """Write the result of a fixture that is awarded, or forfeited by both, after ``check_award``.

    Without a reason its deadline has passed.
    """
    assert fixture.second is not None
    pair, by = (fixture.first, fixture.second), None if change.asker is None else change.asker.player
    won = NOBODY if winner is None else int(winner.id != fixture.first.id)
    result = LeagueResult(
        league_id=change.league.id,
        season=fixture.season,
        stage=fixture.stage,
        status="counted",
        sides=sides_of_forfeit(pair, won),
        winner=won,
        ended_by="forfeit",
        played_at=change.now(),
        fixture_id=fixture.id,
        meeting_id=fixture.meeting_id,
        entered_by=by,
        confirmed_by=by,
    )
    store.results.add(change.write, result)
    if winner is None:
        change.log(Logged.BOTH_FORFEIT if reason else Logged.NOBODY_READY, reason, people=pair)
    else:
        change.log(Logged.AWARDED if reason else Logged.NOT_READY, reason, winner=winner, loser=pair[1 - won])


async def find_fixture(database: Database, league: League, fixture_id: int) -> Fixture:
    """The fixture of this id. Raises ``LeagueError`` where the league has none."""
    fixture = await store.fixtures.find(database, fixture_id)
    if fixture is None or fixture.league_id != league.id:
        raise refusal("I can't find that fixture in {name}. See /league fixtures.", name=league.name)
    return fixture


async def fixture_for_game(
    database: Database, league: League, season: Season, player: Player, opponent: Player | Fixture
) -> Fixture | None:
    """The fixture that a player's game against an opponent is for; None for a game of open play.

    Raises ``LeagueError`` where the two have none, or not one to be played now.
    """
    player = await store.teams.find_entrant(database, league, player)
    if not isinstance(opponent, Fixture):
        opponent = await store.teams.find_entrant(database, league, opponent)
        return await _first_between(database, league, season, player, opponent)
    fixture = await find_fixture(database, league, opponent.id)
    if league.teams == "singles" and fixture.team_fixture_id is None:
        fixture = await _own_board(database, fixture, player)
    _check_playable(fixture, league, season, player)
    return fixture


async def _own_board(database: Database, fixture: Fixture, person: Player) -> Fixture:
    """Return the singles game that somebody has in a fixture of two teams, or else the fixture itself."""
    rounds = (fixture.round, fixture.round)
    listed = await store.fixtures.list_fixtures(
        database, fixture.league_id, fixture.season, player_id=person.id, rounds=rounds
    )
    return next((one for one in listed if one.team_fixture_id == fixture.id), fixture)


async def check_without_result(database: Database, fixture: Fixture) -> None:
    """Raise ``LeagueError`` for a fixture that has a result."""
    if fixture.result_id is None:
        return
    result = await store.results.find(database, fixture.result_id)
    if result is not None and result.status != "counted":
        raise _unsettled(result)
    raise refusal("This fixture already has a result.")


async def _first_between(
    database: Database, league: League, season: Season, one: Player, other: Player
) -> Fixture | None:
    """The first fixture that two players have left; None in open play, and on a night without pairings."""
    listed = await store.fixtures.list_fixtures(database, league.id, season.number, player_id=one.id)
    between = [fixture for fixture in listed if fixture.players == {one.id, other.id}]
    for fixture in between:
        if fixture.result_id is None and is_current(fixture, season):
            return fixture
    if season.stage == "playing" and (league.format == "open" or await free_night(database, season) is not None):
        return None
    for result in await store.results.list_by_fixtures(database, [fixture.id for fixture in between]):
        if result.status in UNSETTLED:
            raise _unsettled(result)
    raise refusal(
        "{name} and {other_name} have no fixtures left in {league_name}. See /league fixtures.",
        name=one.name,
        other_name=other.name,
        league_name=league.name,
    )


async def pair_without_result(
    database: Database, drawn: Collection[Fixture], playing: Collection[int] | None
) -> tuple[str, str] | None:
    """Return the names of two who have no result yet that counts; games of players not ``playing`` are off."""
    results = await store.results.list_by_fixtures(database, [fixture.id for fixture in drawn])
    settled = {result.fixture_id for result in results if result.status == "counted"}
    for fixture in drawn:
        is_off = playing is not None and not fixture.players <= set(playing)
        if fixture.second is not None and not is_off and fixture.id not in settled:
            return fixture.first.name, fixture.second.name
    return None


async def free_night(database: Database, season: Season, day: date | None = None) -> int | None:
    """Return the id of the open meeting without pairings, the one of this day if several; None if there is none."""
    nights = await store.meetings.list_by_season(database, season.league_id, season.number)
    free = [night for night in nights if night.format == "free" and night.stage != "closed"]
    free.sort(key=lambda night: night.day != day)
    return free[0].id if free else None


async def meeting_of(
    database: Database, league: League, season: Season, fixture: Fixture | None, day: date | None, now: datetime
) -> int | None:
    """Return the id of the meeting of a result: that of its fixture, or else the one without pairings, of that day."""
    if fixture is not None:
        return fixture.meeting_id
    return await free_night(database, season, day or calendar.today(league.zone, now))


async def drop_later_rounds(database: Database, writing: Transaction, fixture: Fixture | None) -> None:
    """Drop the playoff rounds that were drawn after a match whose winner changes.

    Raises ``LeagueError`` if one of them has begun.
    """
    if fixture is None or not fixture.is_playoff:
        return
    drawn = await store.fixtures.list_fixtures(database, fixture.league_id, fixture.season, stage="playoff")
    if await store.fixtures.have_begun(database, [one.id for one in drawn if one.round > fixture.round]):
        raise refusal("The next playoff round has started, so you can't change this match.")
    store.fixtures.delete_after_round(writing, fixture.league_id, fixture.season, "playoff", fixture.round)


def _unsettled(result: LeagueResult) -> LeagueError:
    names = join_list([side.player.name for side in result.sides])
    if result.status == "disputed":
        return refusal(
            "Result {number} of {names} is disputed. A manager decides with /manage home.",
            number=result.id,
            names=names,
        )
    entered_by = None if result.entered_by is None else result.entered_by.id
    waiting = next((side.player for side in result.sides if side.player.id != entered_by), result.sides[1].player)
    return refusal(
        "Result {number} of {names} isn't confirmed yet. {waiting} can confirm it with /league home.",
        number=result.id,
        names=names,
        waiting=waiting.name,
    )


def is_current(fixture: Fixture, season: Season) -> bool:
    """Return whether a fixture belongs to what is played now: the league itself or its playoffs, no closed meeting."""
    return not (fixture.over and fixture.result_id is None) and fixture.is_playoff == (season.played == "playoff")


def is_left(fixture: Fixture, season: Season) -> bool:
    """Return whether a fixture is a game that is still to be played now."""
    return fixture.result_id is None and fixture.second is not None and is_current(fixture, season)


def _closed(fixture: Fixture, league: League) -> LeagueError:
    return refusal("Season {season} of {name} is closed.", season=fixture.season, name=league.name)


def _check_current(fixture: Fixture, league: League, season: Season) -> None:
    if fixture.over and fixture.result_id is None and fixture.team_fixture_id is not None:
        raise refusal("The match of these teams was awarded, so this game is cancelled.")
    if fixture.over and fixture.result_id is None:
        raise refusal("Night {number} is finished, so this game is cancelled.", number=fixture.meeting)
    if not is_current(fixture, season):
        raise refusal("The {name} playoffs have started, so this game is cancelled.", name=league.name)


def _check_playable(fixture: Fixture, league: League, season: Season, player: Player) -> None:
    if fixture.second is None:
        raise refusal("{name} has a bye, so there's no game to play.", name=fixture.first.name)
    if player.id not in fixture.players:
        first, second = fixture.first.name, fixture.second.name
        raise refusal("This fixture is for {name} and {second_name}.", name=first, second_name=second)
    if fixture.season != season.number:
        raise _closed(fixture, league)
    _check_current(fixture, league, season)
