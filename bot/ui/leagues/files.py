"""Leagues as files in Discord: results taken away, and results brought."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from io import BytesIO
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues import export
from bot.leagues.bulk import collector_paused
from bot.leagues.errors import LeagueError
from bot.leagues.file_import import BadFile, Imported
from bot.leagues.service import Asker
from bot.models.league import League, Member, Season
from bot.models.result import LeagueResult
from bot.ui.core import formatting
from bot.ui.core.context import Context

LARGEST: Final = 4_000_000
"""So many bytes a file of results may have: some 50,000 games."""

_TOO_LARGE: Final = N_(
    "That file is larger than four megabytes; the host imports it with `cribbage-bot league import`."
)


async def exported(context: Context, league: League, form: str) -> discord.File:
    """All results of a league as a file: ``csv``, which can be imported again, or ``json``."""
    with collector_paused():
        results = await context.leagues.history(league)
        members = await context.leagues.members(league)
        seasons = await context.leagues.seasons(league)
        body = await asyncio.to_thread(_written, league, seasons, members, results, form)
    return discord.File(BytesIO(body), f"league-{league.id}.{form}")


def _written(
    league: League, seasons: Sequence[Season], members: Sequence[Member], results: Sequence[LeagueResult], form: str
) -> bytes:
    """The file itself. There may be tens of thousands of results, so this runs on a thread of its own."""
    people = {side.player.id: side.player for result in results for side in result.sides}
    people |= {member.player.id: member.player for member in members}
    names = export.names_of(people.values())
    if form == "json":
        document = export.document(league, seasons, members, results, names)
        return json.dumps(document, indent=1, ensure_ascii=False).encode()
    return export.spreadsheet(results, names).encode()


async def imported(context: Context, league: League, asker: Asker, file: discord.Attachment) -> str:
    """Take the results of a file into a league, all of them or none; what came of it."""
    if file.size > LARGEST:
        raise LeagueError(gettext(_TOO_LARGE))
    try:
        done = await context.leagues.take_in(league, asker, await file.read())
    except BadFile as bad:
        lines = [formatting.escape(str(row)) for row in bad.bad]
        head = gettext("**Nothing was imported**, for these lines cannot be taken in:")
        return formatting.as_many_as_fit([head, *lines], more=bad.more)
    return _told(done)


def _told(done: Imported) -> str:
    return formatting.as_many_as_fit([formatting.escape(line) for line in str(done).splitlines()])
