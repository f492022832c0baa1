"""/record and /verify: a game taken away, and its shuffle proved."""

from __future__ import annotations

import io
import json
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.tables.errors import TableError
from bot.tables.game_records import record_of
from bot.tables.shuffle import check
from bot.ui.core import long_texts, words
from bot.ui.core.context import context_of
from engine.record import Record


class RecordOption(app_commands.Transformer):
    """The record of a game by the game's name."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Record:
        """Return the record, with names as they are in this server. Raises ``NoSuchTable``."""
        return await record_of(context_of(interaction).tables, str(value).strip().lower(), interaction.guild_id)


GameRecord: TypeAlias = app_commands.Transform[Record, RecordOption]


@app_commands.command(description="Take a game away as a document that anyone can check")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def record(interaction: discord.Interaction[Any], game: GameRecord) -> None:
    """Attach the record; of a game that is not over, what holds no hidden card."""
    document = game.to_dict()
    file = discord.File(io.BytesIO(json.dumps(document, indent=1).encode()), f"cribbage-{document['game']}.json")
    await interaction.response.send_message(gettext(words.RECORD), file=file, ephemeral=True)


@app_commands.command(description="Prove that every deal of a finished game came from the sealed shuffle")
@app_commands.describe(game="The game's name, which stands at the foot of its table")
async def verify(interaction: discord.Interaction[Any], game: GameRecord) -> None:
    """Reveal the seed, and recompute the cut and every deal from it."""
    if game.seed is None:
        raise TableError(gettext(words.NOT_OVER))
    findings = check(game.commitment, game.seed, game.events)
    await interaction.response.send_message(long_texts.verified(game, findings))
