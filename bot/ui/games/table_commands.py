"""The table from the keyboard: /hand, /table, /resign, /games."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.models.table_message import PUBLIC, TableMessage
from bot.tables.errors import TableError
from bot.ui.core import long_texts, words
from bot.ui.core.autocomplete import GAME, suggest_games
from bot.ui.core.context import UNDER_WAY, context_of
from bot.ui.games import notices, screens


@app_commands.command(description="See your own cards, for your eyes alone")
@app_commands.describe(game=GAME)
@app_commands.autocomplete(game=suggest_games)
async def hand(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Show the asker's hand, with everything that can be done with it."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    await context.show_hand(interaction, await context.table_for(interaction, player, game), player)


@app_commands.command(description="Show the table again, below everything that was written since")
@app_commands.describe(game=GAME)
@app_commands.autocomplete(game=suggest_games)
async def table(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Send the table anew where it is played; elsewhere show a private copy."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    seat = found.seat_of(player) if found.place == "dm" else PUBLIC
    if found.place == "dm" and interaction.guild_id is not None:
        await interaction.response.send_message(gettext(words.IN_YOUR_DM), ephemeral=True)
        return
    drawn = (
        await context.private(found, seat)
        if found.place == "dm"
        else screens.public(found, context.attachments.for_all)
    )
    home = found.place == "dm" or found.agreement.channel_id == interaction.channel_id
    await context.answer(interaction, drawn, ephemeral=not home)
    if home:
        message = await interaction.original_response()
        old = await context.publisher.replace(found, TableMessage(seat, message.channel.id, message.id))
        if old is not None:
            await context.channels.remove(old.channel_id, old.message_id)


@app_commands.command(description="Give your game up; either of two partners does it for both")
@app_commands.describe(game=GAME)
@app_commands.autocomplete(game=suggest_games)
async def resign(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Ask first: a game given up is lost."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    found.seat_of(player)
    if found.status != "playing":
        raise TableError(gettext(words.OVER if found.status == "over" else notices.TAKE_UP_FIRST))
    await context.answer(interaction, screens.resigning(found), ephemeral=True)


@app_commands.command(description="Your games: whose turn it is in each, and those that were put off")
async def games(interaction: discord.Interaction[Any]) -> None:
    """List the asker's games."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *UNDER_WAY, "gathering")
    tables = [await context.find(interaction, name) for name in names]
    listed = long_texts.as_many_as_fit([screens.listed(table, player) for table in tables])
    await interaction.response.send_message(listed or gettext(words.NO_TABLE), ephemeral=True)
