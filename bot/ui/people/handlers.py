"""The handlers of the pages about preferences and privacy."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.core.context import Context
from bot.ui.core.router import answers, chosen_in
from bot.ui.people import preferences


@answers(preferences.ChangePreference)
async def change_preference(
    context: Context, interaction: discord.Interaction[Any], pressed: preferences.ChangePreference
) -> None:
    """Switch the preference of this name, or choose a language, and show all preferences."""
    player, name = await context.meet(interaction.user), pressed.name
    if name == preferences.LANGUAGE:
        await preferences.choose_language(context, player, chosen_in(interaction.data))
    elif name == preferences.NEWS:
        await preferences.choose_news(context, player, chosen_in(interaction.data))
    else:
        await preferences.switch(context, player, name)
    page = await preferences.preferences_page(context, player)
    await context.put(interaction, page, await context.attachments.look(player))
