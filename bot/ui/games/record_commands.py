"""/record and /verify: a game taken away, and its shuffle proved."""

from __future__ import annotations

import io
import json
from typing import Any

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.tables.errors import TableError
from bot.tables.game_records import record_of
from bot.tables.shuffle import check
from bot.ui.core import long_texts, words
from bot.ui.core.context import context_of


@app_commands.command(description="Take a game away as a document that anyone can check")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def record(interaction: discord.Interaction[Any], game: str) -> None:
    """Attach the record; of a game that is not over, what holds no hidden card."""
    context = context_of(interaction)
    document = (await record_of(context.tables, game.strip().lower(), interaction.guild_id)).to_dict()
    file = discord.File(io.BytesIO(json.dumps(document, indent=1).encode()), f"cribbage-{document['game']}.json")
    await interaction.response.send_message(gettext(words.RECORD), file=file, ephemeral=True)


@app_commands.command(description="Prove that every deal of a finished game came from the sealed shuffle")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def verify(interaction: discord.Interaction[Any], game: str) -> None:
    """Reveal the seed, and recompute the cut and every deal from it."""
    context = context_of(interaction)
    found = await record_of(context.tables, game.strip().lower(), interaction.guild_id)
    if found.seed is None:
        raise TableError(gettext(words.NOT_OVER))
    findings = check(found.commitment, found.seed, found.events)
    await interaction.response.send_message(long_texts.verified(found, findings))
