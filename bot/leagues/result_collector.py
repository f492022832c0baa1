"""The result of a game at a table comes into its league by itself, once; those of teams are added up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Final, TypeAlias

from bot.background import LONGEST_WAIT
from bot.leagues.change_log import Logged
from bot.leagues.fixtures import is_current, meeting_of
from bot.leagues.office import LeagueService, Office
from bot.leagues.standings import BROKEN_OFF, is_skunk, skunk_line
from bot.models.errors import StorageError
from bot.models.league import Fixture, League, Season
from bot.models.player import Player
from bot.models.result import ADDED, GameStats, LeagueResult, Side
from bot.storage import store
from bot.storage.fixtures import BOARDS, TeamScore
from bot.tables.game_stats import game_stats, total
from bot.tables.table import Table, Update
from engine.course import Course
from engine.state import Over


@dataclass(frozen=True)
class PlayedGame:
    """One game of a match: its table, and its course."""

    table: Table
    course: Course

    @cached_property
    def stats(self) -> Sequence[GameStats]:
        """Each seat's stats."""
        return game_stats(self.course)


def _objection(
    fixture: Fixture | None, season: Season, table: Table, members: Collection[int], players: frozenset[int]
) -> Logged | None:
    """Why the result of a table does not count; None if it counts."""
    if table.agreement.fixture is None and not players <= set(members):
        return Logged.NO_MEMBER
    if table.agreement.fixture is None:
        return None if season.stage == "playing" else Logged.NO_SEASON
    if fixture is None:
        return Logged.NO_FIXTURE
    if players != fixture.players:
        return Logged.NOT_OF_FIXTURE
    if fixture.season != season.number:
        return Logged.AFTER_SEASON
    if fixture.result_id is not None:
        return Logged.AFTER_RESULT
    # A game that was under way when its night was closed still counts.
    if not is_current(replace(fixture, over=False), season):
        return Logged.AFTER_PLAYOFFS
    return None


def _side(games: Sequence[PlayedGame], side: int, entrants: Mapping[int, Player]) -> Side:
    """Return a player's or a pair's totals of a match; the holes of unfinished games do not count.

    ``entrants`` are the teams of their people by id.
    """
    seats = games[-1].table.rules.sides[side]
    person = games[-1].table.seats[seats[0]].player
    assert isinstance(person, Player)
    player = entrants.get(person.id, person)
    ends = [(game.table, game.table.game.phase) for game in games]
    won = [(table, phase) for table, phase in ends if isinstance(phase, Over) and phase.side == side]
    whole = [table for table, phase in ends if isinstance(phase, Over) and phase.by not in BROKEN_OFF]
    dealer = games[0].course.first_dealer
    return Side(
        player=player,
        games=sum(phase.games for _, phase in won),
        legs=len(won),
        holes=sum(table.game.scores[side] for table in whole),
        skunks=sum(_is_skunk(table, phase) for table, phase in won),
        dealt_first=None if dealer is None else dealer in seats,
        deeds=total(game.stats[seat] for game in games for seat in seats),
    )


def _is_skunk(table: Table, phase: Over) -> bool:
    """Return whether a game was a skunk; one that was given up is by the scores as they stand, except in edition 1."""
    scores, rules = table.game.scores, table.rules
    if phase.by not in BROKEN_OFF:
        return is_skunk(rules, scores[phase.side], scores[1 - phase.side])
    if rules.doubles:
        return phase.games > 1
    return not rules.first_edition and scores[1 - phase.side] < skunk_line(rules)


RETRY_AFTER: Final = 5.0
"""Seconds until a result that the disk has refused is collected once more."""

ResultListener: TypeAlias = Callable[[League, LeagueResult], None]
"""Is called at once for every result that a table brings into a league, and does not wait."""


class ResultCollector(LeagueService):
    """Listens to the tables and keeps the results of their leagues.

    A table's result is kept in one transaction under the table's name, so that it cannot count twice. It is void from
    the beginning if the fixture has its result already or its season was closed meanwhile. ``Office.change`` collects
    what has ended in a league before anybody changes it, so that nothing is lost in the moment before it is collected.
    """

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self._tables = office.tables
        self._background = office.background
        self._listeners: list[ResultListener] = []
        self._unreadable: set[str] = set()

    def add_listener(self, listener: ResultListener) -> None:
        """Call this listener too for every result that a table brings."""
        self._listeners.append(listener)

    def hear(self, update: Update) -> None:
        """Take note of a change of a table, and collect its result soon if it has brought one of a league."""
        table = update.table
        if table.agreement.league is not None and table.status == "over" and table.match_over:
            self._collect_until_stored(table.id)

    async def resume(self) -> list[LeagueResult]:
        """Collect and add up the results that an earlier run has left; ratings follow in the background."""
        collected = []
        for table_id in await store.results.list_uncollected_tables(self._database):
            try:
                collected.append(await self._unless_unreadable(self.collect(table_id), table_id))
            except StorageError:
                self._collect_until_stored(table_id)
        self._background.start("ratings", self._office.ratings.bring_up_to_date)
        for league in await store.leagues.list_by_teams(self._database, "singles"):
            with self._database.failures.at("results", f"the teams of league {league.id} could not be added up"):
                async with self._office.lock(league):
                    await self.add_up_teams(league)
        return [result for result in collected if result is not None]

    async def collect_all(self) -> None:
        """Collect every result that is in no league yet, before a player who may have played it is forgotten."""
        for table_id in await store.results.list_uncollected_tables(self._database):
            if table_id not in self._unreadable:
                await self._unless_unreadable(self.collect(table_id), table_id)

    async def collect(self, table_id: str) -> LeagueResult | None:
        """The result that a table brings into its league now; None if it brings none, or has brought it before."""
        table = await self._tables.find(table_id)
        league = None
        if table.agreement.league is not None:
            league = await store.leagues.find(self._database, table.agreement.league)
        if league is None or league.guild_id != table.agreement.guild_id:
            return None
        async with self._office.lock(league):
            return await self._store(*await self._office.directory.current(league), table_id)

    async def collect_ended(self, league: League, season: Season) -> None:
        """Collect every result that has ended in a league; the caller holds the lock of the league."""
        for table_id in await store.results.list_uncollected_tables(self._database, league.id):
            if table_id not in self._unreadable:
                await self._unless_unreadable(self._store(league, season, table_id), table_id)

    async def games(self, table_id: str) -> list[PlayedGame]:
        """The games of a match, from the first to the one at this table."""
        played = [await self._game(table_id)]
        while (table := played[0].table).agreement.won and table.agreement.previous is not None:
            played.insert(0, await self._game(table.agreement.previous))
        return played

    async def _game(self, table_id: str) -> PlayedGame:
        rules = (await self._tables.find(table_id)).rules
        # The events are read once nobody writes there any more; only then is the table as it ended.
        course = await self._tables.course(table_id, rules)
        return PlayedGame(await self._tables.find(table_id), course)

    async def _store(self, league: League, season: Season, table_id: str) -> LeagueResult | None:
        """Store the result of a table; the caller holds the lock of the league."""
        games = await self.games(table_id)
        table = games[-1].table
        if table.status != "over" or not table.match_over or table.agreement.guild_id != league.guild_id:
            return None
        if await store.results.find_by_table(self._database, table_id) is not None:
            return None
        result, objection = await self._result(league, season, games)
        async with self._database.transaction() as writing:
            store.results.add(writing, result)
            if objection is not None:
                people = [side.player for side in result.sides]
                self._office.write_log(writing, league, None, objection, people=people)
        await self.add_up_teams(league)
        stored = await store.results.find_by_table(self._database, table_id)
        if stored is not None:
            self._notify(league, stored)
        return stored

    async def _result(
        self, league: League, season: Season, games: Sequence[PlayedGame]
    ) -> tuple[LeagueResult, Logged | None]:
        """The result of a match that is over, and why it does not count, or None if it counts."""
        table = games[-1].table
        fixture = None
        if table.agreement.fixture is not None:
            fixture = await store.fixtures.find(self._database, table.agreement.fixture)
        members = {member.player.id for member in await store.members.list_members(self._database, league.id)}
        teams = [] if league.teams != "pairs" else await store.teams.list_teams(self._database, league.id)
        entrants = {person.id: team.player for team in teams for person in team.people}
        sides = (_side(games, 0, entrants), _side(games, 1, entrants))
        objection = _objection(fixture, season, table, members, frozenset(side.player.id for side in sides))
        assert isinstance(table.game.phase, Over)
        result = LeagueResult(
            league_id=league.id,
            season=season.number if fixture is None else fixture.season,
            stage="league" if fixture is None else fixture.stage,
            status="counted" if objection is None else "void",
            sides=sides,
            winner=max((0, 1), key=lambda side: table.standing[side]),
            ended_by=table.game.phase.by,
            played_at=await store.fixtures.find_end_time(self._database, table.id) or self._now(),
            fixture_id=None if fixture is None else fixture.id,
            meeting_id=await meeting_of(self._database, league, season, fixture, None, self._now()),
            table_id=table.id,
        )
        return result, objection

    async def _unless_unreadable(
        self, collecting: Awaitable[LeagueResult | None], table_id: str
    ) -> LeagueResult | None:
        """The result that is being collected; a table that cannot be read is logged once and then passed over."""
        place = f"the result of {self._tables.describe(table_id)} cannot be collected"
        with self._background.failures.at("results", place, passes=(StorageError,)):
            return await collecting
        self._unreadable.add(table_id)
        return None

    def _collect_until_stored(self, table_id: str) -> None:
        place = f"the result of {self._tables.describe(table_id)} is not in its league yet"
        collect = partial(self.collect, table_id)
        self._background.want("results", table_id, collect, lambda: place, first=RETRY_AFTER, longest=LONGEST_WAIT)

    def _notify(self, league: League, result: LeagueResult) -> None:
        """Call every listener; one that fails takes nothing back, because the result is stored."""
        for listener in self._listeners:
            with self._background.failures.at("results", f"a listener failed on result {result.id}"):
                listener(league, result)

    async def add_up_teams(self, league: League) -> None:
        """Add up the singles games of teams that were played since; the caller holds the lock of the league.

        A team that was awarded its fixture keeps it, whatever the singles games were.
        """
        if league.teams != "singles":
            return
        scores = {one.fixture_id: one for one in await store.fixtures.list_team_scores(self._database, league.id)}
        added = await store.results.list_added(self._database, league.id)
        known = {one.fixture_id: one for one in added if one.fixture_id is not None}
        for fixture_id in scores.keys() | known.keys():
            score, before = scores.get(fixture_id), known.get(fixture_id)
            fixture = await store.fixtures.find(self._database, fixture_id)
            if fixture is None or (before is None and fixture.result_id is not None):
                continue
            complete = score if score is not None and score.boards == BOARDS else None
            await self._store_sum(league, fixture, complete, before)

    async def _store_sum(
        self, league: League, fixture: Fixture, score: TeamScore | None, before: LeagueResult | None
    ) -> None:
        if score is None:
            if before is not None:
                async with self._database.transaction() as writing:
                    store.results.set_status(writing, before.id, "void")
            return
        after = _sum(fixture, score)
        if before is not None and (before.sides, before.winner) == (after.sides, after.winner):
            return
        async with self._database.transaction() as writing:
            if before is None:
                store.results.add(writing, after)
            else:
                store.results.update(writing, replace(after, id=before.id))
            self._office.write_log(writing, league, None, Logged.BOARDS_ADDED_UP, score=after)


def _sum(fixture: Fixture, score: TeamScore) -> LeagueResult:
    """The result of two teams: more games win, then more points, and then the first board."""
    assert fixture.second is not None
    one, other = (
        Side(player=player, games=games, legs=legs, holes=holes, skunks=skunks)
        for player, games, legs, holes, skunks in zip(
            (fixture.first, fixture.second), score.games, score.legs, score.holes, score.skunks, strict=True
        )
    )
    merits = [(score.games[place], score.holes[place], score.first_board[place]) for place in range(2)]
    return LeagueResult(
        league_id=fixture.league_id,
        season=fixture.season,
        stage=fixture.stage,
        status="counted",
        sides=(one, other),
        winner=int(merits[1] > merits[0]),
        ended_by=ADDED,
        played_at=score.played_at,
        fixture_id=fixture.id,
    )
