"""/review: how a player played a finished game."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.tables.errors import TableError
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from bot.ui.core.options import MOST_SUGGESTIONS
from bot.ui.games.review_handlers import show_review

NO_GAME: Final = N_("You haven't finished a game yet. Start one with /play.")


@app_commands.command(description="See how you played a finished game, and what would have been better")
@app_commands.describe(game="The game's ID (default: your latest game)")
async def review(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Show the player's own review of a game."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    name = "" if game is None else game.strip().lower()
    if not name:
        over = await context.tables.ids_of_player(player.id, "over")
        if not over:
            raise TableError(gettext(NO_GAME))
        name = over[0]
    await show_review(context, interaction, await context.find(interaction, name), player)


@review.autocomplete("game")
async def suggest_games(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Suggest the player's latest finished games."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, "over")
    wanted = [name for name in names if name.startswith(typed.strip().lower())][:MOST_SUGGESTIONS]
    tables = [await context.find(interaction, name) for name in wanted]
    named = [(table, formatting.opponents(table.names)) for table in tables]
    return [Choice(name=formatting.labelled(table.id, names)[:100], value=table.id) for table, names in named]
