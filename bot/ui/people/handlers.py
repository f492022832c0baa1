"""The handlers of the pages about preferences and privacy."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.i18n.translation import gettext
from bot.tables.errors import TableError
from bot.ui.core.components import page_view
from bot.ui.core.context import Context
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.core.router import Router, after_colon, chosen_in
from bot.ui.people import achievements, preferences, privacy


def register(router: Router) -> None:
    """Let this module answer what is pressed on a player's preferences and privacy pages."""
    router.add(preferences.PREFIX, after_colon, change_preference)
    router.add(privacy.PREFIX, after_colon, answer_erasure)
    router.add(achievements.PREFIX, achievements.read_player_id, list_achievements)


async def change_preference(context: Context, interaction: discord.Interaction[Any], name: str) -> None:
    """Change the preference of this name, and show all of them."""
    player = await context.meet(interaction.user)
    choose = preferences.choose_language if name == preferences.LANGUAGE else partial(preferences.change, name=name)
    await choose(context, player, chosen=chosen_in(interaction.data))
    page = await preferences.preferences_page(context, player)
    await context.put(interaction, page, await context.attachments.look(player))


async def answer_erasure(context: Context, interaction: discord.Interaction[Any], pressed: str) -> None:
    """Erase the player who was asked, if the button says so; otherwise say that everything is kept.

    Raises ``TableError`` where the question was asked of another account.
    """
    number, _, action = pressed.partition(":")
    if action != "erase":
        await context.put(interaction, page_view([gettext(privacy.NOTHING_ERASED)]))
        return
    player = await privacy.known_player(context, interaction)
    if number != str(player.id):
        raise TableError(gettext(privacy.NOT_YOU))
    # To give many games up may take longer than Discord waits.
    await interaction.response.defer()
    await privacy.erase(context, player)
    await interaction.edit_original_response(view=page_view([gettext(privacy.ERASED)]))


async def list_achievements(context: Context, interaction: discord.Interaction[Any], player_id: int) -> None:
    """List the achievements of a player, for whoever presses the button."""
    page = achievements.list_view(await context.achievements.of_player(player_id))
    await context.answer(interaction, page, ephemeral=not is_bot_dm(interaction))
