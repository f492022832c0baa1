"""Undoes an import: its results and its new players go, and its fixtures are open again."""

from __future__ import annotations

from datetime import datetime

from bot.i18n.translation import gettext
from bot.leagues.errors import LeagueError
from bot.leagues.result_review import drop_later_rounds
from bot.models.league import League
from bot.models.league_import import NumberedImport
from bot.models.player import Player
from bot.storage import fixtures, league_files, league_imports, leagues, members
from bot.storage.database import Database


async def undo_import(
    database: Database, league: League, number: int, now: datetime, *, by: Player | None = None
) -> NumberedImport:
    """Undo an import of this number. Raises ``LeagueError`` where there is none, or a season was closed with it."""
    async with league_imports.locked(database):
        await league_imports.remove_pending(database)
        done = await league_files.find(database, league.id, number)
        if done is None:
            raise LeagueError(gettext("{name} has no import {number}.", name=league.name, number=number))
        if done.undone_at is not None:
            raise LeagueError(gettext("Import {number} is undone already.", number=number))
        seasons, playoff_fixtures, since = await league_files.read_extent(database, league.id, done)
        for season in await leagues.list_seasons(database, league.id):
            if season.number in seasons and season.closed_at is not None and season.closed_at > done.at:
                raise LeagueError(
                    gettext(
                        "Season {season} of {name} is closed, so you can't change its results.",
                        season=season.number,
                        name=league.name,
                    )
                )
        async with database.transaction() as writing:
            for fixture_id in playoff_fixtures:
                await drop_later_rounds(database, writing, await fixtures.find(database, fixture_id))
            league_files.undo(writing, league.id, done, since, now)
            what = f"undid import {number} of {done.left} results"
            members.add_log_entry(writing, league.id, now, None if by is None else by.id, what)
    return done
