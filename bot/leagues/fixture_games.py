"""How the players of a league come to sit at a table: by a fixture, or in open play by their own wish."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.i18n.translation import gettext
from bot.leagues import calendar
from bot.leagues.errors import LeagueError
from bot.leagues.members import Members, check_among
from bot.leagues.result_collector import is_on
from bot.models.agreement import Place
from bot.models.fixture import Fixture
from bot.models.league import League, Season
from bot.models.player import Player
from bot.storage import fixtures
from bot.storage import league_results as results
from bot.tables.seating import Opening
from bot.tables.table import Table
from engine.presets import PRESETS
from engine.rules import Rules


class UnderWay(LeagueError):
    """The two have a table of this league already; ``table`` is where."""

    def __init__(self, message: str, table: Table) -> None:
        super().__init__(message)
        self.table = table


class Meetings(Members):
    """Fixtures, and the tables at which they are played.

    A fixture has one table at a time. An invitation that is declined frees it. A game that was put off or put away does
    not: the two take it up again where it was, so that nobody can begin anew who stands badly; and who cannot go on
    turns to those who run the league. Between the games of a match the next game goes on with it.
    """

    async def fixtures(
        self, league: League, player: Player | None = None, season: Season | None = None, *, many: int | None = None
    ) -> list[Fixture]:
        """The fixtures of a season, or one player's, round by round, or the first so ``many`` of them.

        Without a season those of the open one.
        """
        meant = season or await self.season(league)
        player_id = None if player is None else player.id
        return await fixtures.listed(self.database, league.id, meant.number, player_id=player_id, many=many)

    async def fixture(self, league: League, fixture_id: int) -> Fixture:
        """The fixture of this id. Raises ``LeagueError`` where the league has none."""
        fixture = await fixtures.find(self.database, fixture_id)
        if fixture is None or fixture.league_id != league.id:
            raise LeagueError(
                gettext("{name} has no such fixture; /league fixtures shows those there are.", name=league.name)
            )
        return fixture

    async def opening(
        self,
        league: League,
        player: Player,
        opponent: Player | Fixture,
        *,
        channel_id: int,
        place: Place = "here",
    ) -> Opening:
        """What is agreed for a game of the league that a player asks for, against somebody or as a fixture has it.

        Its rules, match and clock are the league's, and the first deal is the fixture's. Raises ``LeagueError`` where
        the two may not play it now, and ``UnderWay`` where they have a table for it.
        """
        season = await self.season(league)
        self._check_days(league, season)
        fixture = await self._meant(league, season, player, opponent)
        other = _other(fixture, player) if fixture is not None else opponent
        assert isinstance(other, Player)
        await self._check_members(league, player, other)
        opening = _opening(league, fixture, player, other, channel_id, place)
        await self._check_free(opening)
        return opening

    async def open(self, opening: Opening) -> Table:
        """Open the table of such an ``opening``; of two who press at once one does, and the other is told where.

        An invitation that nobody answered for long is made anew at its own table, and accepted if it was for the one
        who asks.
        """
        league = await self._played_in(opening)
        async with self._changing(league) as (now, season):
            self._check_days(now, season)
            table = await self._check_free(opening)
            if table is None:
                return await self.tables.open(opening)
            table = await self.tables.take_up(table.id, opening.host)
            if table.seats[table.seat_of(opening.host)].agreed:
                return table
            return await self.tables.accept(table.id, opening.host)

    async def _played_in(self, opening: Opening) -> League:
        """The league of an opening; one in which robots sit is not for a league."""
        if opening.league is None or opening.guild_id is None:
            raise LeagueError(gettext("This is not a game of a league."))
        if opening.robots or len(opening.invited) != 1:
            raise LeagueError(gettext("A league is played by two people at each table."))
        return await self.league(opening.guild_id, opening.league)

    def _check_days(self, league: League, season: Season, played_on: date | None = None) -> None:
        """Refuse games outside the season, of today unless they were played on another day."""
        if season.stage == "joining":
            raise LeagueError(
                gettext("The season of {name} has not begun; those who run it start it.", name=league.name)
            )
        calendar.check_day(league.name, played_on or self.today(league), season.starts_on, season.ends_on)

    async def _check_members(self, league: League, *players: Player) -> None:
        """Both play in the league, and can sit at a table."""
        playing = await self.playing(league)
        for player in players:
            check_among(playing, player, league)
            if player.discord_id is None:
                raise LeagueError(
                    gettext("{name} is known by name alone, so the result is entered by hand.", name=player.name)
                )
        if players[0].id == players[1].id:
            raise LeagueError(gettext("You cannot play against yourself."))

    async def _meant(
        self, league: League, season: Season, player: Player, opponent: Player | Fixture
    ) -> Fixture | None:
        """The fixture that a player means; None for a game of open play."""
        if isinstance(opponent, Fixture):
            return _check_fixture(await self.fixture(league, opponent.id), league, season, player)
        return await self._between(league, season, player, opponent)

    async def _between(self, league: League, season: Season, one: Player, other: Player) -> Fixture | None:
        """The first fixture that the two have left; None in open play."""
        if league.format == "open" and season.stage == "playing":
            return None
        for fixture in await fixtures.listed(self.database, league.id, season.number, player_id=one.id):
            if fixture.players == {one.id, other.id} and fixture.result_id is None and is_on(fixture, season):
                return fixture
        raise LeagueError(
            gettext(
                "{name} and {other_name} have no fixture left in {league_name}; /league fixtures shows whom you meet.",
                name=one.name,
                other_name=other.name,
                league_name=league.name,
            )
        )

    async def _check_free(self, opening: Opening) -> Table | None:
        """Raise ``UnderWay`` if the two have a table already; one that nobody answered for long is returned."""
        name = await self._last_table(opening)
        if name is None:
            return None
        table = await self.tables.find(name)
        begun = all(seat.agreed for seat in table.seats)
        if table.status == "idle" and not begun:
            return table
        await self._check_not_begun(table, opening.host)
        return None

    async def _last_table(self, opening: Opening) -> str | None:
        """The last table of a fixture; in open play the one that the two have not finished yet, if any."""
        assert opening.league is not None
        pair = (opening.host.id, opening.invited[0].id)
        if opening.fixture is None:
            return await fixtures.open_table(self.database, opening.league, pair)
        fixture = await fixtures.find(self.database, opening.fixture)
        if fixture is None:
            raise LeagueError(gettext("This fixture was taken back."))
        await self._check_unsettled(fixture)
        return fixture.table_id

    async def _check_unsettled(self, fixture: Fixture) -> None:
        if fixture.result_id is None:
            return
        result = await results.find(self.database, fixture.result_id)
        waits = result is not None and result.status != "counted"
        raise LeagueError(
            gettext(
                "A result of this fixture was entered and waits to be settled."
                if waits
                else "This fixture has its result already."
            )
        )

    async def _check_not_begun(self, table: Table, player: Player) -> None:
        """Raise unless a table leaves its fixture free: a game goes on, or has ended and its result is on its way."""
        if (why := _under_way(table, player)) is not None:
            raise UnderWay(why, table)
        if table.status == "over" and await results.of_table(self.database, table.id) is None:
            names = gettext(" and ").join(table.names)
            raise LeagueError(
                gettext("{names} have just played this; its result is coming into the league.", names=names)
            )


def _check_fixture(fixture: Fixture, league: League, season: Season, player: Player) -> Fixture:
    """Refuse a fixture that is not this player's, or not to be played now."""
    if fixture.second is None:
        raise LeagueError(gettext("{name} has a bye here, so there is nothing to play.", name=fixture.first.name))
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
                "This fixture belongs to season {season} of {name}, which is closed.",
                season=fixture.season,
                name=league.name,
            )
        )
    check_on(fixture, league, season)
    return fixture


def check_on(fixture: Fixture, league: League, season: Season) -> None:
    """Refuse a fixture of the league itself once its playoffs have begun."""
    if not is_on(fixture, season):
        raise LeagueError(
            gettext("The playoffs of {name} have begun, so this fixture is not played any more.", name=league.name)
        )


def _other(fixture: Fixture, player: Player) -> Player:
    assert fixture.second is not None
    return fixture.second if fixture.first.id == player.id else fixture.first


def _opening(
    league: League, fixture: Fixture | None, host: Player, other: Player, channel_id: int, place: Place
) -> Opening:
    best_of = league.best_of if fixture is None else fixture.best_of
    return Opening(
        host=host,
        invited=(other,),
        guild_id=league.guild_id,
        channel_id=channel_id,
        place=place,
        preset=league.preset,
        rules=rules_for(league, fixture),
        best_of=best_of,
        clock=league.clock,
        league=league.id,
        league_name=league.name,
        fixture=None if fixture is None else fixture.id,
        first_dealer=None if fixture is None else int(fixture.first.id != host.id),
    )


def rules_for(league: League, fixture: Fixture | None) -> Rules:
    """The rules of a meeting: in a playoff a game is one, unless the league counts games by their doubles."""
    rules = league.rules
    if fixture is None or fixture.meeting == "league":
        return rules
    if league.scheme != "games":
        rules = replace(rules, doubles=())
    if fixture.best_of > 1 and league.best_of == 1 and (preset := PRESETS.get(league.preset)) is not None:
        rules = replace(rules, next_dealer=preset.in_rubber)
    return rules


def _under_way(table: Table, player: Player) -> str | None:
    """Why no other table is opened while this one stands as it does; None where one may be."""
    names = gettext(" and ").join(table.names)
    match table.status:
        case "gathering" if table.seats[table.seat_of(player)].agreed:
            return gettext("{names} have an invitation to this game already; it waits for an answer.", names=names)
        case "gathering":
            return gettext("{names} have an invitation to this game already; accept it there.", names=names)
        case "playing":
            return gettext("{names} are playing this already.", names=names)
        case "adjourned" | "idle":
            return gettext(
                "{names} have begun this and put it off; Take it up again, or /adjourn, goes on with it. Those who run "
                "the league can call it off.",
                names=names,
            )
        case "over" if not table.match_over and table.agreement.fixture is not None:
            return gettext(
                "The match of {names} is not over; Next game, where they played last, goes on with it.", names=names
            )
        case _:
            return None
