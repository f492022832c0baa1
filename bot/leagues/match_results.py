"""The result of a match that was played at a table, as its league keeps it, and why it may not count."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bot.leagues import calendar
from bot.leagues.fixtures import free_night, is_current
from bot.leagues.games_won import BROKEN_OFF, is_skunk, skunk_line
from bot.models.fixture import Fixture
from bot.models.league import League, Season
from bot.models.player import Player
from bot.models.result import GameStats, LeagueResult, Side
from bot.storage import fixtures as stored_fixtures
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database
from bot.tables.game_stats import game_stats, total
from bot.tables.service import Tables
from bot.tables.table import Table
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


class MatchResultReader:
    """Reads matches from their tables and works out their results."""

    def __init__(self, tables: Tables, database: Database, now: Callable[[], datetime]) -> None:
        self._tables = tables
        self._database = database
        self._now = now

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

    async def result(
        self, league: League, season: Season, games: Sequence[PlayedGame]
    ) -> tuple[LeagueResult, str | None]:
        """The result of a match that is over, and why it does not count, or None if it counts."""
        table = games[-1].table
        fixture = None
        if table.agreement.fixture is not None:
            fixture = await stored_fixtures.find(self._database, table.agreement.fixture)
        members = {member.player.id for member in await stored_members.list_members(self._database, league.id)}
        teams = [] if league.teams != "pairs" else await stored_teams.list_teams(self._database, league.id)
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
            played_at=await stored_fixtures.find_end_time(self._database, table.id) or self._now(),
            fixture_id=None if fixture is None else fixture.id,
            meeting_id=await self._meeting(league, season, fixture),
            table_id=table.id,
        )
        return result, objection

    async def _meeting(self, league: League, season: Season, fixture: Fixture | None) -> int | None:
        """Return the id of the meeting of a match: that of its fixture, or the one without pairings."""
        if fixture is not None:
            return fixture.meeting_id
        return await free_night(self._database, season, calendar.today(league.zone, self._now()))


def _objection(
    fixture: Fixture | None, season: Season, table: Table, members: Collection[int], players: frozenset[int]
) -> str | None:
    """Why the result of a table does not count, in the words of the log; None if it counts."""
    if table.agreement.fixture is None and not players <= set(members):
        return "one of them is not in the league"
    if table.agreement.fixture is None:
        return None if season.stage == "playing" else "no season was running when it ended"
    if fixture is None:
        return "its fixture was deleted"
    if players != fixture.players:
        return "its fixture is for other players"
    if fixture.season != season.number:
        return f"season {fixture.season} was closed before it ended"
    if fixture.result_id is not None:
        return "its fixture had a result before it ended"
    # A game that was under way when its night was closed still counts.
    if not is_current(replace(fixture, over=False), season):
        return "the playoffs had begun before it ended"
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
