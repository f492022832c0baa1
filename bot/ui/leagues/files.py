"""Files of results as Discord attachments: exports and imports."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError
from bot.leagues.file_import import BadFile, FileImport
from bot.models.league import League
from bot.ui.core import formatting
from bot.ui.core.context import Context

LARGEST: Final = 4_000_000
"""The most bytes of a file of results, enough for some 50,000 games."""

_TOO_LARGE: Final = N_(
    "That file is larger than four megabytes; the host imports it with `cribbage-bot league import`."
)


async def export_file(context: Context, league: League, form: str) -> discord.File:
    """All results of a league as a file: ``csv``, which can be imported again, or ``json``."""
    return discord.File(BytesIO(await context.leagues.files.export_results(league, form)), f"league-{league.id}.{form}")


async def import_report(context: Context, league: League, asker: Asker, file: discord.Attachment) -> str:
    """Import the results of an attached file, all of them or none, and return a report."""
    if file.size > LARGEST:
        raise LeagueError(gettext(_TOO_LARGE))
    try:
        done = await context.leagues.files.import_results(league, asker, await file.read())
    except BadFile as bad:
        lines = [formatting.escape(str(row)) for row in bad.bad]
        head = gettext("**Nothing was imported**, for these lines cannot be taken in:")
        return formatting.as_many_as_fit([head, *lines], more=bad.more)
    return _report_text(done)


def _report_text(done: FileImport) -> str:
    return formatting.as_many_as_fit([formatting.escape(line) for line in str(done).splitlines()])
