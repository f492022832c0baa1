"""The leagues of each server and their seasons, and the codes by which servers adopt leagues."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues.access import LeagueError, NoSuchLeague
from bot.models.league import League, Season
from bot.models.league_news import NewsItem
from bot.models.player import Player
from bot.storage import leagues
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import teams as stored_teams
from bot.storage.database import Database


class LeagueDirectory:
    """Finds leagues and seasons."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild_id: int) -> list[League]:
        """The leagues of a server, newest first."""
        return await stored_leagues.list_by_guild(self._database, guild_id)

    async def of_player(self, guild_id: int, player: Player) -> list[League]:
        """The leagues of a server in which somebody plays, newest first."""
        return await stored_members.list_leagues_of_player(self._database, guild_id, player.id)

    async def find_by_name(self, guild_id: int, name: str | None = None) -> League:
        """The league of this name in a server, or its newest one without a name. Raises ``NoSuchLeague``."""
        if name is None:
            return await self._newest(guild_id)
        league = await stored_leagues.find_by_name(self._database, guild_id, name)
        if league is None:
            raise NoSuchLeague(gettext("There's no league called {name} here. See /league list.", name=name))
        return league

    async def find(self, guild_id: int, league_id: int) -> League:
        """The league of this id in a server, as buttons name it. Raises ``NoSuchLeague``."""
        league = await stored_leagues.find(self._database, league_id)
        if league is None or league.guild_id != guild_id:
            raise NoSuchLeague(gettext("I can't find that league here. See /league list."))
        return league

    async def of_news(self, item: NewsItem) -> League | None:
        """The league of news, as long as it belongs to a server."""
        league = await stored_leagues.find(self._database, item.league_id)
        return None if league is None or league.guild_id is None else league

    async def find_for_member(self, league_id: int, player: Player) -> League:
        """The league of this id for one of its members, who asks outside its server. Raises ``NoSuchLeague``."""
        league = await stored_leagues.find(self._database, league_id)
        if league is not None and league.guild_id is not None:
            members = await stored_members.list_members(self._database, league.id)
            own = await stored_teams.find_member(self._database, league, player)
            if any(member.player.id == own.id for member in members):
                return league
        raise NoSuchLeague(gettext("I can't find that league here. See /league list."))

    async def current(self, league: League) -> tuple[League, Season]:
        """A league and its open season as they are stored now. Raises ``NoSuchLeague``."""
        now = await stored_leagues.find(self._database, league.id)
        if now is None or now.guild_id != league.guild_id:
            raise NoSuchLeague(gettext("The league {name} was deleted.", name=league.name))
        return now, await self.season(now)

    async def seasons(self, league: League) -> list[Season]:
        """Every season of a league, latest first."""
        return await stored_leagues.list_seasons(self._database, league.id)

    async def season(self, league: League, number: int | None = None) -> Season:
        """The season of this number, or the open one without a number. Raises ``LeagueError``."""
        for season in await self.seasons(league):
            if number is None or season.number == number:
                return season
        raise LeagueError(
            gettext(
                "{name} has no season {number}. See /league history.",
                name=league.name,
                number=number,
            )
        )

    async def _newest(self, guild_id: int) -> League:
        leagues = await self.of_guild(guild_id)
        if not leagues:
            raise NoSuchLeague(gettext("There's no league here yet. Make one with /league create."))
        return leagues[0]


_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _LENGTH = 3, 4
"""A code is three groups of four letters: more than 10 to the power of 17 codes."""


async def issue_code(database: Database, league: League) -> str:
    """Return a new code for a league, in place of the one before. Raises ``LeagueError`` if a server has adopted it."""
    if league.guild_id is not None:
        raise LeagueError(f"{league.name} already belongs to server {league.guild_id}, so it needs no code.")
    code = "-".join("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
    async with database.transaction() as writing:
        leagues.put_adoption_code(writing, league.id, digest(code))
    return code


async def has_code(database: Database, league: League) -> bool:
    """Return whether a league has a code already."""
    return await leagues.has_adoption_code(database, league.id)


def digest(code: str) -> str:
    """Return what is stored of a code; capitals, blanks and dashes make no difference."""
    return hashlib.sha256("".join(filter(str.isalnum, code.casefold())).encode()).hexdigest()
