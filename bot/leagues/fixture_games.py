"""Players of a league sit down at a table here, for a fixture or in open play, and managers call games off."""

from __future__ import annotations

from datetime import date, datetime

from bot.i18n.translation import gettext, join_list
from bot.leagues import calendar
from bot.leagues.access import Asker, LeagueError, check_reason, refusal
from bot.leagues.change_log import Logged
from bot.leagues.fixtures import award, check_award, check_without_result, find_fixture, fixture_for_game
from bot.leagues.members import check_member, not_in, withdrawn_from
from bot.leagues.office import LeagueService
from bot.leagues.settings import rules_for
from bot.models.agreement import Agreement, Place
from bot.models.errors import NoSuchTable
from bot.models.league import Fixture, League, Season
from bot.models.player import Player
from bot.storage import store
from bot.storage.database import Database, Transaction
from bot.tables.seating import Opening
from bot.tables.table import Table


class GameUnderWay(LeagueError):
    """The two players have a table of this league already; ``table`` is that table."""

    def __init__(self, message: str, table: Table) -> None:
        super().__init__(message)
        self.table = table


class FixtureGameService(LeagueService):
    """Opens the tables at which fixtures are played, and calls their games off.

    A fixture has one table at a time. An invitation that is declined frees it. A game that is paused does not: the two
    resume it where it was, so that a player who is behind cannot start again, and a player who cannot go on asks those
    who run the league. Between the games of a match the next game goes on with it.
    """

    async def opening(
        self, league: League, player: Player, opponent: Player | Fixture, *, channel_id: int, place: Place = "here"
    ) -> Opening:
        """Return the terms of a game that a player asks for, against somebody or from a fixture.

        Its rules, match and clock are the league's, and the first deal is the fixture's. Raises ``LeagueError`` where
        the two may not play it now, and ``GameUnderWay`` where they have a table for it.
        """
        season = await self._office.directory.season(league)
        check_day(league, season, self._now())
        fixture = await fixture_for_game(self._database, league, season, player, opponent)
        own = await store.teams.find_entrant(self._database, league, player)
        if fixture is not None:
            opponent = fixture.opponent_of(own)
        assert isinstance(opponent, Player)
        await self._check_members(league, own, opponent)
        invited: tuple[Player, ...] = (opponent,)
        if league.teams == "pairs":
            invited = await self._invited_pairs(league, player, own, opponent)
        _check_accounts(player, *invited)
        opening = Opening(
            host=player,
            invited=invited,
            guild_id=league.guild_id,
            channel_id=channel_id,
            place=place,
            preset=league.preset,
            rules=rules_for(league, fixture),
            best_of=league.best_of if fixture is None else fixture.best_of,
            clock=league.clock,
            league=league.id,
            league_name=league.name,
            fixture=None if fixture is None else fixture.id,
            first_dealer=None if fixture is None else int(fixture.first.id != own.id),
        )
        await self._unanswered_invitation(opening)
        return opening

    async def open(self, opening: Opening, *, press: int | None = None) -> Table:
        """Open the table of an ``opening``; if both players press at once, one opens it and the other is sent there.

        An invitation that nobody answered for long is renewed at its own table, and accepted if it was for the player
        who asks.
        """
        tables = self._office.tables
        async with self._office.change(await self._league_of(opening)) as change:
            check_day(change.league, change.season, self._now())
            table = await self._unanswered_invitation(opening)
            if table is None:
                return await tables.open(opening)
            table = await tables.take_up(table.id, opening.host)
            if table.seats[table.seat_of(opening.host)].agreed:
                return table
            return await tables.accept(table.id, opening.host, press=press)

    async def list_open(self, league: League, many: int) -> list[Agreement]:
        """Return at most ``many`` games of a league that are not over, the longest untouched first."""
        ids = await store.fixtures.list_open_tables(self._database, league.id, many)
        return [game for table_id in ids if (game := await store.tables.find(self._database, table_id)) is not None]

    async def call_off(
        self, league: League, asker: Asker, table_id: str, reason: str, *, winner: Player | None = None
    ) -> Table:
        """End a game or match for a manager, or withdraw an invitation; both players are notified.

        Its fixture is free again, unless it is awarded to the ``winner``.
        """
        why = check_reason(reason)
        async with self._office.change(league, asker) as change:
            table = await self._table(change.league, table_id)
            fixture = None
            if winner is not None:
                if table.agreement.fixture is None:
                    raise refusal("This game isn't a fixture, so you can't award it.")
                fixture = await find_fixture(self._database, league, table.agreement.fixture)
                await check_award(self._database, change, fixture, winner)

            people = [seat.player for seat in table.seats if seat.player is not None]

            def write_too(writing: Transaction) -> None:
                within = change.within(writing)
                within.log(Logged.GAME_CANCELLED, why, game=table.id, people=people)
                if fixture is not None:
                    award(within, fixture, winner, why)

            await self._office.tables.call_off(table.id, why, write_too, winner)
            return await self._office.tables.find(table.id)

    async def _league_of(self, opening: Opening) -> League:
        if opening.league is None or opening.guild_id is None:
            raise refusal("This isn't a league game.")
        league = await self._office.directory.find(opening.guild_id, opening.league)
        if opening.robots or len(opening.invited) + 1 != league.rules.players:
            raise refusal("League games are for 2 people.")
        return league

    async def _check_members(self, league: League, *players: Player) -> None:
        playing = await store.members.list_active_players(self._database, league.id, "in", "visitor")
        playing += await store.teams.list_people(self._database, league)
        gone = await withdrawn_from(self._database, league)
        for player in players:
            member = await store.teams.find_member(self._database, league, player)
            if member.id in gone and player.id != players[0].id:
                raise refusal(
                    "{name} has withdrawn from {league_name}, so this game isn't played.",
                    name=player.name,
                    league_name=league.name,
                )
            check_member(playing, player, league)
        if players[0].id == players[1].id:
            raise refusal("You can't play yourself.")

    async def _invited_pairs(self, league: League, host: Player, *pairs: Player) -> tuple[Player, ...]:
        """Return who is invited to a game of two pairs; the host's partner sits across from the host."""
        teams = {team.player.id: team for team in await store.teams.list_teams(self._database, league.id)}
        for pair in pairs:
            if pair.id not in teams:
                raise not_in(league, pair)
        own, others = (teams[pair.id] for pair in pairs)
        return others.people[0], own.partner_of(host), others.people[1]

    async def _unanswered_invitation(self, opening: Opening) -> Table | None:
        """The table of an invitation that nobody answered for long, or None; raises as ``check_not_begun``."""
        name = await self._last_table(opening)
        if name is None:
            return None
        table = await self._office.tables.find(name)
        if table.status == "idle" and not all(seat.agreed for seat in table.seats):
            return table
        await check_not_begun(self._database, table, opening.host)
        return None

    async def _last_table(self, opening: Opening) -> str | None:
        """The last table of a fixture; in open play the one that the two have not finished yet, if any."""
        assert opening.league is not None
        pair = (opening.host.id, opening.invited[0].id)
        if opening.fixture is None:
            return await store.fixtures.find_open_table(self._database, opening.league, pair)
        fixture = await store.fixtures.find(self._database, opening.fixture)
        if fixture is None:
            raise refusal("This fixture was deleted.")
        await check_without_result(self._database, fixture)
        return fixture.table_id

    async def _table(self, league: League, table_id: str) -> Table:
        try:
            table = await self._office.tables.find(table_id.strip().lower())
        except NoSuchTable:
            table = None
        if table is None or table.agreement.league != league.id or table.agreement.guild_id != league.guild_id:
            raise refusal(
                "{name} has no game {game}. Pick one from the list.", name=league.name, game=table_id.strip()[:32]
            )
        return table


def check_day(league: League, season: Season, now: datetime, played_on: date | None = None) -> None:
    """Raise ``LeagueError`` for games outside the season, of today unless they were played on another day."""
    if season.stage == "joining":
        raise refusal("The {name} season hasn't started. A manager can start it with /manage home.", name=league.name)
    day = played_on or calendar.today(league.zone, now)
    calendar.check_day(league.name, day, season.starts_on, season.ends_on)


async def check_not_begun(database: Database, table: Table, player: Player) -> None:
    """Raise ``GameUnderWay`` while a game goes on at a table, and ``LeagueError`` until its result is stored."""
    if (why := _status_objection(table, player)) is not None:
        raise GameUnderWay(why, table)
    if table.status == "over" and await store.results.find_by_table(database, table.id) is None:
        names = join_list(table.names)
        raise refusal("{names} just played this. The result will count in a moment.", names=names)


def _check_accounts(*players: Player) -> None:
    for player in players:
        if player.discord_id is None:
            raise refusal(
                "{name} has no Discord account here. A manager can enter the result with /manage home.",
                name=player.name,
            )


def _status_objection(table: Table, player: Player) -> str | None:
    """Return why a second table may not be opened beside this one; None where it may."""
    names = join_list(table.names)
    match table.status:
        case "gathering" if table.seats[table.seat_of(player)].agreed:
            return gettext("{names} already have an invitation to this game. It's waiting for an answer.", names=names)
        case "gathering":
            return gettext("{names} already have an invitation to this game. Accept that one.", names=names)
        case "playing":
            return gettext("{names} are already playing this game.", names=names)
        case "adjourned" | "idle":
            return gettext(
                "{names} paused this game. Press Resume in that game, or ask a manager to cancel it.", names=names
            )
        case "over" if not table.match_over and table.agreement.fixture is not None:
            return gettext("{names} haven't finished this match. Press Next game in their last game.", names=names)
        case _:
            return None
