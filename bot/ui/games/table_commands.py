"""The table from the keyboard: /hand, /table, /resign, /games."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext
from bot.models.table_message import PUBLIC, TableMessage
from bot.tables.errors import TableError
from bot.ui.core import formatting
from bot.ui.core.answered_messages import AnsweredMessage
from bot.ui.core.context import NO_TABLE, UNDER_WAY, context_of
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.games import notices, screens
from bot.ui.games.context import game_context_of
from bot.ui.games.handlers import once_sealed, private, show_hand
from bot.ui.games.options import GAME, OwnGame

OVER: Final = N_("This game is already over. Start another with /play.")
LEFT: Final = N_("You left this game already.")
ANSWER_FIRST: Final = N_(
    "{name}'s count of {declared} would win the game. Accept or challenge it first. Then you can resign."
)
_MOST_LISTED: Final = 50
"""The most games that are loaded for one list: a message has room for fewer."""

IN_YOUR_DM: Final = N_("That game is in your DMs. Look there, or use /hand.")


@app_commands.command(description="See your cards (only you can see them)")
@app_commands.describe(game=GAME)
async def hand(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Show the asker's hand, with everything that can be done with it."""
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    await show_hand(context, interaction, await context.table_for(interaction, player, game), player)


@app_commands.command(description="Post the game again at the bottom of the chat")
@app_commands.describe(game=GAME)
async def table(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Send the table again where it is played; elsewhere show a private copy."""
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    seat = found.seat_of(player) if found.place == "dm" else PUBLIC
    if found.place == "dm" and not is_bot_dm(interaction):
        await interaction.response.send_message(gettext(IN_YOUR_DM), ephemeral=True)
        return
    home = found.place == "dm" or found.agreement.channel_id == interaction.channel_id
    found = await once_sealed(context, interaction, found, ephemeral=not home)
    if found.place == "dm":
        build, look = await private(context, found, seat)
    else:
        build = partial(screens.public, context.publisher.views.of(found, in_full=True))
        look = context.attachments.for_all
    message_id = await context.answer(interaction, build, look, ephemeral=not home)
    if home and interaction.channel_id is not None:
        context.publisher.answered.keep(message_id, AnsweredMessage.of(interaction))
        await context.publisher.replace(found, TableMessage(seat, interaction.channel_id, message_id))


@app_commands.command(description="Resign your game (if you have a partner, for both of you)")
@app_commands.describe(game=GAME)
async def resign(interaction: discord.Interaction[Any], game: OwnGame | None = None) -> None:
    """Ask first: a game given up is lost."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    found = await context.table_for(interaction, player, game)
    seat = found.seat_of(player)
    if found.status != "playing":
        raise TableError(gettext(OVER if found.status == "over" else notices.TAKE_UP_FIRST))
    view = found.view(seat)
    if seat in view.closed:
        raise TableError(gettext(LEFT))
    if (claim := next((window for window in view.own_windows if window.claims_game), None)) is not None:
        name = formatting.escape(found.names[claim.seat])
        raise TableError(gettext(ANSWER_FIRST, name=name, declared=claim.declared))
    await context.answer(interaction, screens.resigning(found, view), ephemeral=True)


@app_commands.command(description="List your games and whose turn it is")
async def games(interaction: discord.Interaction[Any]) -> None:
    """List the asker's games."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *UNDER_WAY, "gathering")
    tables = [await context.find(interaction, name) for name in names[:_MOST_LISTED]]
    lines = [screens.list_line(table, player) for table in tables]
    listed = formatting.as_many_as_fit(lines, more=len(names) - len(tables))
    await interaction.response.send_message(listed or gettext(NO_TABLE), ephemeral=True)
