"""Leagues are created, changed, adopted and deleted here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from bot.i18n.translation import N_, gettext
from bot.leagues import calendar
from bot.leagues.access import Asker, NoSuchLeague, NotManager, refusal
from bot.leagues.change_log import Logged, log_entry
from bot.leagues.office import Change, LeagueService, Office, digest
from bot.leagues.settings import (
    CHANGEABLE,
    FIXED,
    MOST_MARKS,
    NIGHT,
    OF_SEASON,
    TIE_BREAK_WORDS,
    check_counting,
    check_league,
    differences,
    new_league,
    with_changes,
)
from bot.models.league import (
    TIE_BREAKS,
    USUAL_TIE_BREAKS,
    WITH_MEETINGS,
    Format,
    Grouping,
    League,
    Season,
    SeasonStage,
    TieBreak,
    folded,
)
from bot.storage import store
from bot.storage.database import Database

_NO_CODE: Final = N_(
    "This code doesn't work. Each code works once. To get a new one, the bot's host runs `cribbage-bot league code "
    "NAME`."
)

ACC_SCALE: Final = tuple((points, points - 11) for points in range(12, 3 * NIGHT + 1))
"""The points per night of a club of the American Cribbage Congress: 12 game points qualify, and each more adds 1."""

ACC_TIE_BREAKS: Final[tuple[TieBreak, ...]] = ("wins", "spread", "plus")
"""The tie-breaks of the American Cribbage Congress."""


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
                created = log_entry(league.created_at, asker.player, Logged.CREATED, name=league.name)
                store.leagues.add(writing, league, season, created)
        return await self._office.directory.find_by_name(guild_id, league.name)

    async def change(self, league: League, asker: Asker, **changes: Any) -> League:
        """Change settings of a league and its open season: any of ``settings.CHANGEABLE``."""
        if unknown := changes.keys() - CHANGEABLE:
            raise refusal("There's no league setting called {setting}.", setting=min(unknown))
        async with self._office.change(league, asker) as change:
            if _changes_worth(change.league, changes) and await self._has_begun(change.league, change.season):
                raise refusal(
                    "The {name} season is in progress. You can't change this until it's closed.",
                    name=change.league.name,
                )
            changed = check_league(with_changes(change.league, changes))
            dated = replace(change.season, **{name: changes[name] for name in OF_SEASON & changes.keys()})
            calendar.check_season(dated.starts_on, dated.ends_on)
            if changed.format != change.league.format:
                dated = replace(dated, stage=first_stage(changed.format))
            async with self._naming:
                if folded(changed.name) != folded(change.league.name):
                    await self._check_name(change.league.guild_id, changed.name)
                store.leagues.put(change.write, changed)
                store.leagues.put_season(change.write, dated)
                _log_changes(change, changed, dated)
                await change.commit()
            return changed

    async def count(self, league: League, asker: Asker, **changes: Any) -> Season:
        """Change what the open season counts: any of the fields of ``SeasonCounting``; return the season."""
        async with self._office.change(league, asker) as change:
            counted = replace(change.season, counting=check_counting(replace(change.season.counting, **changes)))
            store.leagues.put_season(change.write, counted)
            _log_changes(change, change.league, counted)
            return counted

    async def count_as_acc(self, league: League, asker: Asker) -> League:
        """Let the open season count as in clubs of the American Cribbage Congress; return the changed league."""
        async with self._office.change(league, asker) as change:
            if change.league.scheme != "acc":
                raise refusal("This needs the points of a tournament: 2 for a win, 3 for a skunk.")
            changed = replace(change.league, tie_breaks=ACC_TIE_BREAKS)
            counting = replace(change.season.counting, basis="marks", scale=ACC_SCALE, places=())
            store.leagues.put(change.write, changed)
            store.leagues.put_season(change.write, counted := replace(change.season, counting=counting))
            _log_changes(change, changed, counted)
            return changed

    async def divide(self, league: League, asker: Asker, grouping: Grouping) -> League:
        """Change how a league is divided into groups or divisions; what is drawn stays as it is."""
        return await self.change(league, asker, grouping=grouping)

    async def adopt(self, guild_id: int, asker: Asker, code: str) -> League:
        """Attach the imported league of a code to a server. Raises ``NoSuchLeague`` for a code that fits none."""
        if not asker.manages_server:
            raise NotManager(gettext("You need the Manage Server permission to adopt a league."))
        league = await store.leagues.find_by_adoption_code(self._database, digest(code))
        if league is None:
            raise NoSuchLeague(gettext(_NO_CODE))
        async with self._office.change(league, asker, managers=False) as change, self._naming:
            if change.league.guild_id is not None:
                raise NoSuchLeague(gettext(_NO_CODE))
            await self._check_name(guild_id, change.league.name)
            adopted = replace(change.league, guild_id=guild_id)
            store.leagues.put(change.write, adopted)
            store.leagues.delete_adoption_code(change.write, league.id)
            store.members.add_manager(change.write, league.id, asker.player.id)
            store.ratings.move_pool(change.write, league.id, guild_id)
            change.log(Logged.ADOPTED, name=change.league.name)
            await change.commit()
            return adopted

    async def delete(self, league: League, asker: Asker) -> None:
        """Delete a league that was created by mistake; one with results or an open game is kept."""
        async with self._office.change(league, asker) as change:
            if await store.results.list_results(self._database, league.id, limit=1):
                raise refusal(
                    "{name} has results, so you can't delete it. End its season with /manage home.",
                    name=change.league.name,
                )
            if await store.fixtures.has_table(self._database, league.id):
                raise refusal(
                    "{name} has an unfinished game. Cancel it first with /manage home.",
                    name=change.league.name,
                )
            store.leagues.delete(change.write, league.id)

    async def _check_name(self, guild_id: int | None, name: str) -> None:
        if await store.leagues.find_by_name(self._database, guild_id, name) is not None:
            raise refusal("There is already a league called {name} here.", name=name)

    async def _has_begun(self, league: League, season: Season) -> bool:
        """Return whether a season has fixtures or results that other rules would change."""
        if await store.fixtures.count(self._database, league.id, season.number):
            return True
        return bool(await store.results.list_results(self._database, league.id, season.number, limit=1))


async def put_tie_breaks(database: Database, league: League, chosen: tuple[TieBreak, ...], now: datetime) -> None:
    """Store the tie-breaks that the host chose on the command line, and write it to the log."""
    changes = {"tie_breaks": [list(league.tie_breaks), list(chosen)]}
    async with database.transaction() as writing:
        store.leagues.put_tie_breaks(writing, replace(league, tie_breaks=chosen))
        store.members.add_log_entry(writing, league.id, log_entry(now, None, Logged.SETTINGS_CHANGED, changes=changes))


def _log_changes(change: Change, league: League, season: Season) -> None:
    """Log what becomes of a league and its season, if that is anything new."""
    if changes := differences(change.league, league, change.season, season):
        change.log(Logged.SETTINGS_CHANGED, changes=changes)


def _changes_worth(league: League, changes: Mapping[str, Any]) -> bool:
    """Return whether changes decide what results are worth; open play and clubs count them alike."""
    fixed = changes.keys() & FIXED
    if {league.format, changes.get("format")} <= WITH_MEETINGS:
        fixed -= {"format"}
    return bool(fixed)


def first_stage(form: Format) -> SeasonStage:
    """The stage in which a season begins: open play and clubs at once, every other format with joining."""
    return "playing" if form in WITH_MEETINGS else "joining"


_PAIR: Final = re.compile(r"(\d{1,3})\s*[:=]\s*(\d{1,3})")


def parse_scale(text: str) -> tuple[tuple[int, int], ...]:
    """Read a scale such as "12:1 13:2 14:3": the points, then the marks. Raises ``LeagueError``."""
    if folded(text) == "acc":
        return ACC_SCALE
    parts = re.split(r"[\s,;]+", _PAIR.sub(r"\1:\2", text.strip()))
    pairs = [_PAIR.fullmatch(part) for part in parts if part]
    found = {int(pair[1]): int(pair[2]) for pair in pairs if pair is not None}
    if None in pairs or len(found) != len(pairs) or any(max(pair) > MOST_MARKS for pair in found.items()):
        raise refusal("Write the scale like 12:1 13:2 14:3, points first and then what they earn.")
    return tuple(sorted(found.items()))


def parse_places(text: str) -> tuple[int, ...]:
    """Read the marks for first place, second place and so on, such as "5 3 1". Raises ``LeagueError``."""
    parts = re.split(r"[\s,;]+", text.strip())
    numbers = [int(part) for part in parts if re.fullmatch(r"\d{1,3}", part)]
    if len(numbers) != len([part for part in parts if part]) or any(number > MOST_MARKS for number in numbers):
        raise refusal("Write the points for places like 5 3 1: first place, second place, third place.")
    return tuple(numbers)


def parse_number(text: str) -> int | None:
    """Read a number of nights; None for a blank. Raises ``LeagueError``."""
    typed = text.strip()
    if not typed:
        return None
    if not re.fullmatch(r"[0-9]{1,3}", typed):
        raise refusal("Type a number of nights.")
    return int(typed)


def parse_tie_breaks(text: str) -> tuple[TieBreak, ...]:
    """Read tie-breaks with commas between them, the first one first; a blank gives the usual ones.

    ``none`` stands for no tie-break at all, and ``acc`` for those of its tournaments. Raises ``LeagueError`` for a name
    that is unknown or stands twice.
    """
    typed = [part for part in re.split(r"[,;\n>]+", text) if part.strip()]
    if not typed:
        return USUAL_TIE_BREAKS
    if len(typed) == 1 and folded(typed[0]) in (named := {"none": (), "acc": ACC_TIE_BREAKS}):
        return named[folded(typed[0])]
    known = {_plain(name): name for name in TIE_BREAKS} | {
        _plain(gettext(text)): name for name, text in TIE_BREAK_WORDS.items()
    }
    chosen: list[TieBreak] = []
    for part in typed:
        one = known.get(_plain(part))
        if one is None or one in chosen:
            raise refusal("Choose each tie-break once, from these: {names}.", names=", ".join(TIE_BREAKS))
        chosen.append(one)
    return tuple(chosen)


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", folded(re.sub(r"\(.*?\)", "", text))).strip()
