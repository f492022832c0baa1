"""Files of results as Discord attachments: exports and imports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError
from bot.leagues.file_import import BadFile, FileImport
from bot.leagues.result_files import LARGEST, FileForm
from bot.models.league import League
from bot.ui.core import formatting
from bot.ui.core.context import Context

_TOO_LARGE: Final = N_("That file is over 4 MB. The bot's host can import it with `cribbage-bot league import`.")


async def export_files(context: Context, league: League, form: FileForm) -> AsyncIterator[discord.File]:
    """Yield all results of a league as files, each small enough for one message; usually there is only one."""
    part = 0
    async for data in context.leagues.files.export_results(league, form):
        part += 1
        name = f"league-{league.id}.{form}" if part == 1 else f"league-{league.id}-part-{part}.{form}"
        yield discord.File(BytesIO(data), name)


async def import_report(context: Context, league: League, asker: Asker, file: discord.Attachment) -> str:
    """Import the results of an attached file, all of them or none, and return a report."""
    if file.size > LARGEST:
        raise LeagueError(gettext(_TOO_LARGE))
    try:
        done = await context.leagues.files.import_results(league, asker, await file.read())
    except BadFile as bad:
        lines = [formatting.escape(str(row)) for row in bad.bad]
        head = gettext("**Nothing was imported.** Fix these lines and try again:")
        return formatting.as_many_as_fit([head, *lines], more=bad.more)
    return _report_text(done)


def _report_text(done: FileImport) -> str:
    return formatting.as_many_as_fit([formatting.escape(line) for line in str(done).splitlines()])
