"""Leagues as files in Discord: results taken away, and results brought."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO
from typing import Final

import discord

from bot.leagues import printing
from bot.leagues.club import Asker
from bot.leagues.errors import LeagueError
from bot.leagues.importing import BadPaper, Imported
from bot.storage.leagues import League
from bot.ui import pages, words
from bot.ui.desk import Desk
from engine.speech import say

LARGEST: Final = 4_000_000
"""So many bytes a file of results may have: some 50,000 games."""

_TOO_LARGE: Final = "That file is larger than four megabytes; the host imports it with `cribbage-bot league import`."


async def exported(desk: Desk, league: League, form: str) -> discord.File:
    """All results of a league as a file: ``csv``, which can be imported again, or ``json``."""
    results = await desk.leagues.history(league)
    members = await desk.leagues.members(league)
    people = {side.player.id: side.player for result in results for side in result.sides}
    people |= {member.player.id: member.player for member in members}
    names = printing.names_of(people.values())
    if form == "json":
        told = printing.document(league, await desk.leagues.seasons(league), members, results, names)
        text = await asyncio.to_thread(json.dumps, told, indent=1, ensure_ascii=False)
    else:
        text = await asyncio.to_thread(printing.spreadsheet, results, names)
    return discord.File(BytesIO(text.encode()), f"league-{league.id}.{form}")


async def imported(desk: Desk, league: League, asker: Asker, file: discord.Attachment) -> str:
    """Take the results of a file into a league, all of them or none; what came of it."""
    if file.size > LARGEST:
        raise LeagueError(say(_TOO_LARGE))
    try:
        done = await desk.leagues.take_in(league, asker, await file.read())
    except BadPaper as bad:
        lines = [words.escaped(str(row)) for row in bad.bad]
        return pages.as_many_as_fit([say("**Nothing was imported**, for these lines cannot be taken in:"), *lines])
    return _told(done)


def _told(done: Imported) -> str:
    return pages.as_many_as_fit([words.escaped(line) for line in str(done).splitlines()])
