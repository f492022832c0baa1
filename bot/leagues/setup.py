"""Leagues are created, changed, adopted and deleted here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.leagues import calendar
from bot.leagues.access import Asker, LeagueError, NoSuchLeague, NotManager
from bot.leagues.office import LeagueService, Office, digest
from bot.leagues.season_table import check_counting, counting_log
from bot.leagues.settings import LeagueOptions, check_grouping, check_league, default_rounds, new_league, rules_of
from bot.leagues.standings import tie_breaks_as_typed
from bot.models.league import WITH_MEETINGS, Format, Grouping, League, Season, SeasonStage, folded
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results as stored_results
from bot.storage import leagues as stored_leagues
from bot.storage import members as stored_members
from bot.storage import ratings as stored_ratings

ALWAYS_CHANGEABLE: Final = frozenset({"name", "minimum", "clock", "zone", "many", "reviews", "tie_breaks"})
"""The settings that may be changed at any time."""

FIXED_IN_SEASON: Final = frozenset({"scheme", "format", "best_of", "preset", "options"})
"""The settings that are fixed once a season has fixtures or results, because they decide what those are worth."""

DATES: Final = frozenset({"starts_on", "ends_on"})
"""The settings of the open season."""


_NO_CODE: Final = N_(
    "This code doesn't work. Each code works once. To get a new one, the bot's host runs `cribbage-bot league code "
    "NAME`."
)


class SetupService(LeagueService):
    """Creates, changes, adopts and deletes leagues."""

    def __init__(self, office: Office) -> None:
        super().__init__(office)
        self._naming = asyncio.Lock()

    async def create(self, guild_id: int, asker: Asker, name: str, options: LeagueOptions = LeagueOptions()) -> League:  # noqa: B008
        """Create a league, which its creator runs.

        Raises ``NotManager`` for anyone who may not manage the server, and whatever ``settings.new_league`` raises.
        """
        if not asker.manages_server:
            raise NotManager(gettext("You need the Manage Server permission to make a league here."))
        league = new_league(guild_id, name, options, self._now())
        stage, begins, ends = first_stage(league.format), options.starts_on, options.ends_on
        season = Season(league_id=0, number=1, stage=stage, starts_on=begins, ends_on=ends)
        async with self._naming:
            await self._check_name(guild_id, league.name)
            async with self._database.transaction() as writing:
                stored_leagues.add(writing, league, season, asker.player)
        return await self._office.directory.find_by_name(guild_id, league.name)

    async def change(self, league: League, asker: Asker, **changes: Any) -> League:
        """Change settings of a league: any of ``ALWAYS_CHANGEABLE``, ``FIXED_IN_SEASON`` and ``DATES``."""
        if unknown := changes.keys() - ALWAYS_CHANGEABLE - FIXED_IN_SEASON - DATES:
            raise LeagueError(gettext("There's no league setting called {setting}.", setting=min(unknown)))
        async with self._office.change(league, asker) as change:
            if _changes_worth(change.league, changes) and await self._has_begun(change.league, change.season):
                raise LeagueError(
                    gettext(
                        "The {name} season is in progress. You can't change this until it's closed.",
                        name=change.league.name,
                    )
                )
            changed = check_league(_with_changes(change.league, changes))
            dated = replace(change.season, **{day: changes[day] for day in DATES & changes.keys()})
            calendar.check_season(dated.starts_on, dated.ends_on)
            if changed.format != change.league.format:
                dated = replace(dated, stage=first_stage(changed.format))
            async with self._naming:
                if folded(changed.name) != folded(change.league.name):
                    await self._check_name(change.league.guild_id, changed.name)
                stored_leagues.put(change.write, changed)
                stored_leagues.put_season(change.write, dated)
                change.log(_differences(change.league, changed, change.season, dated))
                await change.commit()
            return changed

    async def count(self, league: League, asker: Asker, **changes: Any) -> Season:
        """Change what the open season counts: any of the fields of ``SeasonCounting``; return the season."""
        async with self._office.change(league, asker) as change:
            counting = check_counting(replace(change.season.counting, **changes))
            changed = replace(change.season, counting=counting)
            stored_leagues.put_season(change.write, changed)
            change.log(f"changed what the season counts to {counting_log(counting)}")
            return changed

    async def divide(self, league: League, asker: Asker, grouping: Grouping) -> League:
        """Change how a league is divided into groups or divisions; what is drawn stays as it is."""
        async with self._office.change(league, asker) as change:
            changed = replace(change.league, grouping=check_grouping(grouping))
            stored_leagues.put(change.write, changed)
            parts = f"{grouping.many or 'any number of'} groups, {grouping.moves} go on from each"
            change.log(f"changed to {parts}{', all meet twice' if grouping.twice else ''}")
            return changed

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
    fixed = changes.keys() & FIXED_IN_SEASON
    if {league.format, changes.get("format")} <= WITH_MEETINGS:
        fixed -= {"format"}
    return bool(fixed)


def first_stage(form: Format) -> SeasonStage:
    """The stage in which a season begins: open play and clubs at once, every other format with joining."""
    return "playing" if form in WITH_MEETINGS else "joining"


def _with_changes(league: League, changes: Mapping[str, Any]) -> League:
    """A league with some settings changed; the rules follow the settings that they depend on."""
    changed_fields = {key: value for key, value in changes.items() if key in {field.name for field in fields(League)}}
    if "zone" in changed_fields:
        changed_fields["zone"] = calendar.check_zone(changed_fields["zone"])
    changed = replace(league, **changed_fields)
    if changes.keys() & {"preset", "options"}:
        rules = rules_of(
            changed.preset,
            changes.get("options") or {},
            best_of=changed.best_of,
            scheme=changed.scheme,
            teams=changed.teams,
        )
        changed = replace(changed, rules=rules)
    elif (changed.scheme, changed.best_of) != (league.scheme, league.best_of):
        usual = rules_of(
            changed.preset,
            {"target": league.rules.target},
            best_of=changed.best_of,
            scheme=changed.scheme,
            teams=changed.teams,
        )
        rules = replace(league.rules, doubles=usual.doubles, next_dealer=usual.next_dealer)
        changed = replace(changed, rules=rules)
    return replace(changed, many=default_rounds(changed.format, changed.many))


def _differences(before: League, after: League, season: Season, dated: Season) -> str:
    """The changes of a league and its season, in the words of the log."""
    changed = [
        f"changed {name.replace('_', ' ')} from {getattr(old, name)} to {getattr(new, name)}"
        for old, new, names in (
            (
                before,
                after,
                ("name", "preset", "scheme", "format", "best_of", "many", "minimum", "zone", "reviews", "tie_breaks"),
            ),
            (season, dated, ("starts_on", "ends_on")),
        )
        for name in names
        if getattr(old, name) != getattr(new, name)
    ]
    if before.tie_breaks != after.tie_breaks:
        was, now = map(tie_breaks_as_typed, (before.tie_breaks, after.tie_breaks))
        changed.append(f"changed tie breaks from {was} to {now}")
    if before.clock != after.clock:
        turn = "none" if after.clock is None or after.clock.turn is None else f"{after.clock.turn} seconds a turn"
        changed.append(f"changed the clock to {turn}")
    if before.rules != after.rules:
        changed.append("changed the rules")
    return "; ".join(changed) or "changed nothing"
