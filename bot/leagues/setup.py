"""Leagues are created, changed, adopted and deleted here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.leagues import calendar
from bot.leagues.access import Asker, LeagueError, NoSuchLeague, NotManager
from bot.leagues.office import LeagueService, Office, digest
from bot.leagues.settings import (
    CHANGEABLE,
    FIXED,
    OF_SEASON,
    check_counting,
    check_league,
    differences,
    new_league,
    with_changes,
)
from bot.models.league import WITH_MEETINGS, Format, Grouping, League, Season, SeasonStage, folded
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import ratings as stored_ratings

_NO_CODE: Final = N_(
    "This code doesn't work. Each code works once. To get a new one, the bot's host runs `cribbage-bot league code "
    "NAME`."
)


class SetupService(LeagueService):
    """Creates, changes, adopts and deletes leagues."""

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self._naming = asyncio.Lock()

    async def create(
        self, guild_id: int, asker: Asker, name: str, chosen: Mapping[str, Any] = MappingProxyType({})
    ) -> League:
        """Create a league, which its creator runs.

        Raises ``NotManager`` for anyone who may not manage the server, and whatever ``settings.new_league`` raises.
        """
        if not asker.manages_server:
            raise NotManager(gettext("You need the Manage Server permission to make a league here."))
        league = new_league(guild_id, name, chosen, self._now())
        begins, ends = chosen.get("starts_on"), chosen.get("ends_on")
        calendar.check_season(begins, ends)
        season = Season(league_id=0, number=1, stage=first_stage(league.format), starts_on=begins, ends_on=ends)
        async with self._naming:
            await self._check_name(guild_id, league.name)
            async with self._database.transaction() as writing:
                stored_leagues.add(writing, league, season, asker.player)
        return await self._office.directory.find_by_name(guild_id, league.name)

    async def change(self, league: League, asker: Asker, **changes: Any) -> League:
        """Change settings of a league and its open season: any of ``settings.CHANGEABLE``."""
        if unknown := changes.keys() - CHANGEABLE:
            raise LeagueError(gettext("There's no league setting called {setting}.", setting=min(unknown)))
        async with self._office.change(league, asker) as change:
            if _changes_worth(change.league, changes) and await self._has_begun(change.league, change.season):
                raise LeagueError(
                    gettext(
                        "The {name} season is in progress. You can't change this until it's closed.",
                        name=change.league.name,
                    )
                )
            changed = check_league(with_changes(change.league, changes))
            dated = replace(change.season, **{name: changes[name] for name in OF_SEASON & changes.keys()})
            calendar.check_season(dated.starts_on, dated.ends_on)
            if changed.format != change.league.format:
                dated = replace(dated, stage=first_stage(changed.format))
            async with self._naming:
                if folded(changed.name) != folded(change.league.name):
                    await self._check_name(change.league.guild_id, changed.name)
                stored_leagues.put(change.write, changed)
                stored_leagues.put_season(change.write, dated)
                change.log(differences(change.league, changed, change.season, dated))
                await change.commit()
            return changed

    async def count(self, league: League, asker: Asker, **changes: Any) -> Season:
        """Change what the open season counts: any of the fields of ``SeasonCounting``; return the season."""
        async with self._office.change(league, asker) as change:
            counted = replace(change.season, counting=check_counting(replace(change.season.counting, **changes)))
            stored_leagues.put_season(change.write, counted)
            change.log(differences(change.league, change.league, change.season, counted))
            return counted

    async def divide(self, league: League, asker: Asker, grouping: Grouping) -> League:
        """Change how a league is divided into groups or divisions; what is drawn stays as it is."""
        return await self.change(league, asker, grouping=grouping)

    async def adopt(self, guild_id: int, asker: Asker, code: str) -> League:
        """Attach the imported league of a code to a server. Raises ``NoSuchLeague`` for a code that fits none."""
        if not asker.manages_server:
            raise NotManager(gettext("You need the Manage Server permission to adopt a league."))
        league = await stored_leagues.find_by_adoption_code(self._database, digest(code))
        if league is None:
            raise NoSuchLeague(gettext(_NO_CODE))
        async with self._office.change(league, asker, managers=False) as change, self._naming:
            if change.league.guild_id is not None:
                raise NoSuchLeague(gettext(_NO_CODE))
            await self._check_name(guild_id, change.league.name)
            adopted = replace(change.league, guild_id=guild_id)
            stored_leagues.put(change.write, adopted)
            stored_leagues.delete_adoption_code(change.write, league.id)
            stored_members.add_manager(change.write, league.id, asker.player.id)
            stored_ratings.move_pool(change.write, league.id, guild_id)
            change.log(f"adopted {change.league.name}")
            await change.commit()
            return adopted

    async def delete(self, league: League, asker: Asker) -> None:
        """Delete a league that was created by mistake; one with results or an open game is kept."""
        async with self._office.change(league, asker) as change:
            if await stored_results.list_results(self._database, league.id, limit=1):
                raise LeagueError(
                    gettext(
                        "{name} has results, so you can't delete it. End its season with /league manage close.",
                        name=change.league.name,
                    )
                )
            if await stored_fixtures.has_table(self._database, league.id):
                raise LeagueError(
                    gettext(
                        "{name} has an unfinished game. Cancel it first with /league manage call-off.",
                        name=change.league.name,
                    )
                )
            stored_leagues.delete(change.write, league.id)

    async def _check_name(self, guild_id: int | None, name: str) -> None:
        if await stored_leagues.find_by_name(self._database, guild_id, name) is not None:
            raise LeagueError(gettext("There is already a league called {name} here.", name=name))

    async def _has_begun(self, league: League, season: Season) -> bool:
        """Return whether a season has fixtures or results that other rules would change."""
        if await stored_fixtures.count(self._database, league.id, season.number):
            return True
        return bool(await stored_results.list_results(self._database, league.id, season.number, limit=1))


def _changes_worth(league: League, changes: Mapping[str, Any]) -> bool:
    """Return whether changes decide what results are worth; open play and clubs count them alike."""
    fixed = changes.keys() & FIXED
    if {league.format, changes.get("format")} <= WITH_MEETINGS:
        fixed -= {"format"}
    return bool(fixed)


def first_stage(form: Format) -> SeasonStage:
    """The stage in which a season begins: open play and clubs at once, every other format with joining."""
    return "playing" if form in WITH_MEETINGS else "joining"
