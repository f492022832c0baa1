"""Seasons begin here, go on round by round to the playoffs, and are closed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from typing import Final

from bot.i18n.translation import gettext, ngettext
from bot.leagues import brackets, calendar, groups, schedule
from bot.leagues.access import AccessChecks, Asker, ChangeLog, LeagueError, check_reason
from bot.leagues.deadlines import DeadlineService
from bot.leagues.groups import groups_for_start
from bot.leagues.members import MemberService
from bot.leagues.news import NewsService
from bot.leagues.result_collector import LeagueChanges, ResultCollector
from bot.leagues.schedule import Pairing, Round
from bot.leagues.season_brackets import champion_of, played_rounds
from bot.leagues.setup import first_stage
from bot.leagues.standings import Standing
from bot.leagues.swiss import pairing_of, read_floats, swiss_round
from bot.leagues.table_and_profile import StandingsService
from bot.models.league import GROUPED, KNOCKOUTS, Fixture, FixtureStage, Format, League, Season, TeamPlay
from bot.models.league_news import NewsItem, NewsKind
from bot.models.result import UNSETTLED
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_groups
from bot.storage import leagues as stored_leagues
from bot.storage import meetings as stored_meetings
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database, Transaction
from bot.tables import matches
from bot.tables.service import Tables


async def champions_of(
    database: Database, standings: StandingsService, league: League, season: Season
) -> tuple[int, ...] | None:
    """Return the ids of the champions of a season as its results stand; None while its playoffs have no winner.

    Groups whose knockout was never drawn have none.
    """
    played = await played_rounds(database, league, season)
    if not played.fixtures and season.stage != "playoffs":
        table = [line for line, _ in await standings.table(league, season) if line.played]
        if league.format == "groups" and any(line.group for line in table):
            return ()
        # Divisions have one champion: the leader of the first.
        table = [line for line in table if line.group == min(one.group for one in table)]
        lead = min((line.rank for line in table), default=1)
        return tuple(line.player.id for line in table if line.rank == lead)
    winner = champion_of(season.elimination, played)
    return None if winner is None else (winner,)


USUAL_PLAYOFF: Final = 3
"""The default number of games of a playoff match."""

MOST_PLAYERS: Final[dict[Format, int]] = {
    "single": 300,
    "double": 200,
    "night": 500,
    "swiss": 500,
    "knockout": 500,
    "double-knockout": 500,
    "groups": 500,
    "divisions": 500,
}
"""The most players that a season makes fixtures for. A file can add any number of players."""


class SeasonService:
    """Begins seasons, draws their rounds and closes them, for managers alone."""

    def __init__(
        self,
        tables: Tables,
        access: AccessChecks,
        changes: LeagueChanges,
        log: ChangeLog,
        members: MemberService,
        standings: StandingsService,
        collector: ResultCollector,
        news: NewsService,
        deadlines: DeadlineService,
        now: Callable[[], datetime],
        chance: random.Random,
    ) -> None:
        self._tables = tables
        self._database = tables.database
        self._access = access
        self._changes = changes
        self._log = log
        self._members = members
        self._standings = standings
        self._collector = collector
        self._news = news
        self._deadlines = deadlines
        self._now = now
        self._chance = chance

    async def begin(self, league: League, asker: Asker, seeds: Sequence[int] = ()) -> int:
        """Make the fixtures for everyone who has joined, and return how many there are.

        The ``seeds`` are players by id, the best first; all others follow them in an order drawn by lot. In a bracket
        they meet as late as may be, and in the first round of a Swiss the upper half meets the lower. A Swiss has its
        first round, a knockout the first of its bracket.
        """
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            if season.stage != "joining":
                raise LeagueError(gettext("The {name} season has already started.", name=now.name))
            players = [player.id for player in await self._members.playing(now)]
            if len(players) < 2:
                raise LeagueError(gettext("{name} needs at least 2 players. Join with /league join.", name=now.name))
            if len(players) > (most := MOST_PLAYERS.get(now.format, len(players))):
                raise LeagueError(
                    gettext(
                        "{name} has {number} players, but this format allows only {most}. Switch to open play with "
                        "/league "
                        "manage settings.",
                        name=now.name,
                        number=len(players),
                        most=most,
                    )
                )
            self._chance.shuffle(players)
            if set(seeds) - set(players):
                raise LeagueError(gettext("Only players who have joined can be seeded."))
            players = [*dict.fromkeys(seeds), *(player for player in players if player not in set(seeds))]
            if seeds and now.format == "swiss":
                players = _halves_meet(players)
            elimination = KNOCKOUTS.get(now.format)
            begun = replace(season, stage="playing")
            stage: FixtureStage = "league"
            if elimination is not None:
                begun, stage = replace(season, stage="playoffs", elimination=elimination), "playoff"
            divided = await groups_for_start(self._database, now, season, players) if now.format in GROUPED else []
            rounds, many = list(await asyncio.to_thread(_first_rounds, now, players, divided)), 0
            settings = await self._deadlines.settings(now)
            numbers = range(1, len(rounds) + 1)
            # Without deadlines all rounds may be played at once; with them they come one after another.
            told = numbers if settings.round_days is None else numbers[:1]
            async with self._database.transaction() as writing:
                for number, pairs in enumerate(rounds, 1):
                    _put_round(writing, season, stage, number, pairs, now.best_of, self._now(), now.teams)
                    many += len(pairs)
                    # Hundreds of players have tens of thousands of fixtures, and others play meanwhile.
                    await asyncio.sleep(0)
                stored_leagues.put_season(writing, begun)
                self._deadlines.write_rounds(writing, now, begun, stage, numbers, settings)
                self._tell(writing, begun, "season_started", stage, told)
                stored_groups.put_groups(writing, now.id, season.number, divided)
                self._log.add(writing, now, asker, f"began season {season.number} with {len(players)} players")
            return many

    async def next_round(self, league: League, asker: Asker | None) -> list[Fixture]:
        """Make the next round of a Swiss or of the playoffs, once the last is settled; returns it.

        ``asker`` is None where the bot draws it itself after a deadline.
        """
        async with self._changes.lock(league) as (now, season):
            if asker is not None:
                await self._access.check_manager(now, asker)
            stage: FixtureStage = "playoff" if season.stage == "playoffs" else "league"
            follows = stage == "playoff" or now.format == "swiss"
            made = (
                await stored_fixtures.list_fixtures(self._database, now.id, season.number, stage=stage)
                if follows
                else []
            )
            rounds = _rounds(made)
            if not follows:
                raise LeagueError(
                    gettext("{name} has no rounds to draw. Only Swiss leagues and playoffs do.", name=now.name)
                )
            made = await stored_fixtures.list_fixtures(self._database, now.id, season.number, stage=stage)
            rounds = _rounds(made)
            if not rounds:
                raise LeagueError(gettext("Draw the first {name} round with /league manage start.", name=now.name))
            if stage == "playoff":
                pairs, best_of = await self._next_of_playoffs(now, season, rounds), rounds[-1][0].best_of
            else:
                pairs, best_of = await self._next_of_swiss(now, season, rounds), now.best_of
            number = len(rounds) + 1
            settings = await self._deadlines.settings(now)
            async with self._database.transaction() as writing:
                _put_round(writing, season, stage, number, pairs, best_of, self._now(), now.teams)
                self._deadlines.write_rounds(writing, now, season, stage, [number], settings)
                self._tell(writing, season, "round_drawn", stage, [number])
                self._log.add(writing, now, asker, f"drew round {number}{_stage_suffix(stage)}")
            made = await stored_fixtures.list_fixtures(self._database, now.id, season.number, stage=stage)
            return [one for one in made if one.round == number]

    async def begin_playoffs(
        self, league: League, asker: Asker, *, best_of: int | None = None, many: int | None = None
    ) -> list[Fixture]:
        """Draw the playoffs from the table: one in four go through, or so ``many``; fixtures not played are off.

        Seeds are by the table; those who share a place draw lots.
        """
        games = USUAL_PLAYOFF if best_of is None else best_of
        matches.check(games)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            if season.stage == "playoffs":
                raise LeagueError(
                    gettext(
                        "The {name} playoffs have started. Draw the next round with /league manage round.",
                        name=now.name,
                    )
                )
            if season.stage != "playing":
                raise LeagueError(gettext("Start the {name} season first with /league manage start.", name=now.name))
            await self._check_nothing_open(now, season)
            seeds = await self._seeds(now, season, many)
            settings = await self._deadlines.settings(now)
            async with self._database.transaction() as writing:
                _put_round(writing, season, "playoff", 1, brackets.bracket(seeds), games, self._now(), now.teams)
                self._deadlines.write_rounds(writing, now, season, "playoff", [1], settings)
                self._tell(writing, season, "round_drawn", "playoff", [1])
                stored_leagues.put_season(writing, replace(season, stage="playoffs"))
                self._log.add(writing, now, asker, f"drew the playoffs for {len(seeds)} players, best of {games}")
            return await stored_fixtures.list_fixtures(self._database, now.id, season.number, stage="playoff")

    async def close(
        self,
        league: League,
        asker: Asker,
        number: int | None = None,
        *,
        starts_on: date | None = None,
        ends_on: date | None = None,
    ) -> Season:
        """Close the season, crown its champions, open the next with the days given, and return the closed one.

        With a ``number`` no other season is closed, even if two managers close it at the same time. The champion is the
        winner of the playoffs, or else the leader of the table, or all who share the lead. The season is not closed
        while results wait or games are being played. Players who have withdrawn are not in the next season.
        """
        calendar.check_season(starts_on, ends_on)
        async with self._changes.lock(league) as (now, season):
            await self._access.check_manager(now, asker)
            if number not in {None, season.number}:
                raise LeagueError(gettext("Season {season} of {name} is already closed.", season=number, name=now.name))
            await self._check_nothing_open(now, season)
            closed = replace(season, stage="closed", closed_at=self._now(), crowned=await self._champions(now, season))
            following = Season(
                league_id=now.id,
                number=season.number + 1,
                stage=first_stage(now.format),
                starts_on=starts_on,
                ends_on=ends_on,
                counting=season.counting,
            )
            divisions = await self._next_divisions(now, season)
            async with self._database.transaction() as writing:
                stored_leagues.put_season(writing, closed)
                stored_leagues.add_season(writing, following)
                stored_groups.put_groups(writing, now.id, following.number, divisions)
                stored_members.delete_withdrawn(writing, now.id)
                stored_teams.delete_gone(writing, now.id)
                self._tell(writing, closed, "season_ended")
                self._log.add(writing, now, asker, f"closed season {season.number}")
            return closed

    async def reopen(self, league: League, asker: Asker, number: int, reason: str) -> Season:
        """Open the season that was closed last again for a manager, in place of the next one if that has not begun.

        Its champions are crowned when it is closed again. Results of a closed season can be corrected without this.
        """
        why = check_reason(reason)
        async with self._changes.lock(league) as (now, following):
            await self._access.check_manager(now, asker)
            seasons = await stored_leagues.list_seasons(self._database, now.id)
            closed = next((season for season in seasons if season.number == following.number - 1), None)
            if closed is None or closed.number != number:
                raise LeagueError(gettext("Only the season that was closed last can be reopened."))
            begun = await stored_results.list_results(self._database, now.id, following.number, limit=1)
            fixtures = await stored_fixtures.count(self._database, now.id, following.number)
            nights = await stored_meetings.list_by_season(self._database, now.id, following.number)
            if begun or fixtures or nights:
                raise LeagueError(
                    gettext(
                        "Season {number} has begun, so the one before stays closed. You can still correct its results.",
                        number=following.number,
                    )
                )
            if await stored_fixtures.list_open_tables(self._database, now.id, 1):
                raise LeagueError(
                    gettext(
                        "{name} has an unfinished game. Cancel it first with /league manage call-off.", name=now.name
                    )
                )
            drawn = await stored_fixtures.list_fixtures(self._database, now.id, number, stage="playoff", many=1)
            opened = replace(closed, stage="playoffs" if drawn else "playing", closed_at=None, crowned=())
            async with self._database.transaction() as writing:
                stored_groups.delete_groups(writing, now.id, following.number)
                stored_leagues.delete_season(writing, following)
                stored_leagues.put_season(writing, opened)
                self._log.add(writing, now, asker, f"reopened season {number}", why)
            return opened

    def _tell(
        self,
        writing: Transaction,
        season: Season,
        kind: NewsKind,
        stage: FixtureStage | None = None,
        rounds: Sequence[int] = (),
    ) -> None:
        """Tell members of the rounds of a season, or of its end."""
        first, last = (rounds[0], rounds[-1]) if rounds else (None, None)
        item = NewsItem(
            kind=kind,
            league_id=season.league_id,
            season=season.number,
            at=self._now(),
            stage=stage,
            first_round=first,
            last_round=last,
        )
        self._news.add(writing, item)

    async def _next_of_swiss(self, league: League, season: Season, rounds: Sequence[Sequence[Fixture]]) -> Round:
        playing = {player.id for player in await self._members.playing(league)}
        if len(rounds) >= swiss_rounds(league, len(playing)):
            raise LeagueError(
                ngettext(
                    "The only {name} round has been drawn. Next, use /league manage playoffs or close.",
                    "All {number} {name} rounds have been drawn. Next, use /league manage playoffs or close.",
                    len(rounds),
                    name=league.name,
                )
            )
        await self._check_round(rounds[-1], playing)
        table = [line for line, _ in await self._standings.table(league, season) if line.player.id in playing]
        before = [pairing_of(fixture) for one in rounds for fixture in one]
        standing = [(line.player.id, line.points) for line in table]
        floats = await read_floats(self._database, league, rounds)
        return await asyncio.to_thread(swiss_round, standing, before, floats)

    async def _next_of_playoffs(self, league: League, season: Season, rounds: Sequence[Sequence[Fixture]]) -> Round:
        await self._check_round(rounds[-1], None)
        played = await played_rounds(self._database, league, season)
        pairs = brackets.next_round(season.elimination, played.pairings, played.winners)
        if not pairs:
            raise LeagueError(gettext("The final is over. Crown the winner with /league manage close."))
        return pairs

    async def _check_round(self, fixtures_of_it: Collection[Fixture], playing: Collection[int] | None) -> None:
        """Raise ``LeagueError`` while a fixture of a round is open; those of players not ``playing`` are off."""
        for fixture in fixtures_of_it:
            off = playing is not None and not fixture.players <= set(playing)
            result = None if fixture.result_id is None else await stored_results.find(self._database, fixture.result_id)
            if fixture.second is not None and not off and (result is None or result.status != "counted"):
                raise LeagueError(
                    gettext(
                        "{name} and {second_name} don't have a result yet. Let them play, or use /league manage "
                        "forfeit.",
                        name=fixture.first.name,
                        second_name=fixture.second.name,
                    )
                )

    async def _next_divisions(self, league: League, season: Season) -> list[list[int]]:
        """Return the divisions of the next season, after promotion and relegation; none in other formats."""
        if league.format != "divisions":
            return []
        tables = await self._group_tables(league, season)
        divisions = [[line.player.id for line in table] for table in tables]
        return groups.promoted(divisions, league.grouping.moves)

    async def _group_tables(self, league: League, season: Season) -> list[list[Standing]]:
        """Return the table of each group, with those who have not withdrawn; lots decide a shared place."""
        playing = {player.id for player in await self._members.playing(league)}
        lines = [line for line, _ in await self._standings.table(league, season) if line.player.id in playing]
        lines = [line for line in lines if line.group]
        lines.sort(key=lambda line: (line.group, line.rank, self._chance.random()))
        return [list(table) for _, table in groupby(lines, key=lambda line: line.group)]

    async def _seeds(self, league: League, season: Season, many: int | None) -> list[int]:
        playing = {player.id for player in await self._members.playing(league)}
        lines = [line for line, _ in await self._standings.table(league, season) if line.player.id in playing]
        if league.format == "divisions":
            lines = [line for line in lines if line.group == 1]
        table = [line for line in lines if line.played and line.qualified]
        wanted = schedule.qualifiers(len(table)) if many is None else many
        if league.format == "groups" and many is None:
            wanted = min(league.grouping.moves * len({line.group for line in table}), len(table))
        if not 2 <= wanted <= len(table):
            if len(table) < 2:
                raise LeagueError(gettext("Playoffs need at least 2 players who have played enough games."))
            raise LeagueError(gettext("Choose 2 to {most} players for the playoffs.", most=len(table)))
        if league.format == "groups":
            able = {line.player.id for line in table}
            tables = [
                [line for line in one if line.player.id in able] for one in await self._group_tables(league, season)
            ]
            seeds = groups.group_seeds(tables, wanted)
            return groups.keep_apart(seeds, {line.player.id: line.group for line in table})
        table.sort(key=lambda line: (line.rank, self._chance.random()))
        return [line.player.id for line in table[:wanted]]

    async def _check_nothing_open(self, league: League, season: Season) -> None:
        """Raise ``LeagueError`` while a night is on, a game is being played or a result waits to be settled."""
        for night in await stored_meetings.list_by_season(self._database, league.id, season.number):
            if night.stage == "playing":
                raise LeagueError(
                    gettext("Night {number} is still on. Finish it with /league manage night.", number=night.number)
                )
        for name in await stored_fixtures.list_tables_under_way(self._database, league.id):
            table = await self._tables.find(name)
            if table.status == "playing":
                raise LeagueError(
                    gettext(
                        "{names} are still playing in {name}. Let them finish, or use /league manage call-off.",
                        names=gettext(" and ").join(table.names),
                        name=league.name,
                    )
                )
        # A game that ended meanwhile, or just before, counts like all the rest.
        await self._collector.collect_ended(league, season)
        for status in UNSETTLED:
            waiting = await stored_results.list_results(self._database, league.id, season.number, status=status)
            if waiting:
                names = gettext(" and ").join(side.player.name for side in waiting[-1].sides)
                raise LeagueError(
                    gettext(
                        "A result between {names} isn't settled yet. Confirm, correct or void it with /league manage.",
                        names=names,
                    )
                )

    async def _champions(self, league: League, season: Season) -> tuple[int, ...]:
        champions = await champions_of(self._database, self._standings, league, season)
        if champions is None:
            raise LeagueError(
                gettext("The {name} playoffs aren't over. Play or award the remaining games first.", name=league.name)
            )
        return champions


def swiss_rounds(league: League, players: int) -> int:
    """The rounds of a Swiss: as many as were agreed, or as few as leave one player unbeaten."""
    return league.many or max(1, (players - 1).bit_length())


def _halves_meet(players: Sequence[int]) -> list[int]:
    """The players in an order in which neighbours are of the upper and the lower half; of an odd number one is last."""
    half = len(players) // 2
    pairs = zip(players[:half], players[half:], strict=False)
    return [*(player for pair in pairs for player in pair), *players[2 * half :]]


def _first_rounds(league: League, players: Sequence[int], divided: Sequence[Sequence[int]]) -> Iterable[Round]:
    """The rounds that can be made at the start, of players who are ``divided`` into groups or not."""
    match league.format:
        case "single" | "double":
            return schedule.rounds_of(players, double=league.format == "double")
        case "night":
            return schedule.club_night(players, league.many or 1)
        case "swiss":
            return [swiss_round([(player, 0) for player in players], [])]
        case "knockout" | "double-knockout":
            return [brackets.bracket(players)]
        case "groups" | "divisions":
            return groups.group_rounds(divided, twice=league.grouping.twice)
        case "open" | "club":
            raise LeagueError(
                gettext("{name} is open play, so it has no fixtures. Anyone can play anyone.", name=league.name)
            )


def _put_round(
    writing: Transaction,
    season: Season,
    stage: FixtureStage,
    number: int,
    pairs: Sequence[Pairing],
    best_of: int,
    now: datetime,
    teams: TeamPlay | None,
) -> None:
    drawn = [(pairing.first, pairing.second) for pairing in pairs]
    stored_fixtures.add(writing, season.league_id, season.number, stage, number, drawn, best_of, now)
    if teams == "singles":
        stored_fixtures.add_boards(writing, season.league_id, season.number, stage, number)


def _rounds(found: Collection[Fixture]) -> list[list[Fixture]]:
    """The rounds of a league or of its playoffs, each in its order."""
    return [list(group) for _, group in groupby(found, key=lambda fixture: fixture.round)]


def _stage_suffix(stage: FixtureStage) -> str:
    return " of the playoffs" if stage == "playoff" else ""
