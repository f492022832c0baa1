"""The handlers of the tutorial's buttons and of "Why?"."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.core.context import Context
from bot.ui.core.router import Router, after_colon, chosen_in
from bot.ui.lawbook import tutorial, why


def register(router: Router) -> None:
    """Let this module answer what is pressed in the tutorial, and "Why?"."""
    router.add(tutorial.PREFIX, after_colon, turn_page)
    router.add(why.PREFIX, why.read, why.explain)


async def turn_page(context: Context, interaction: discord.Interaction[Any], pressed: str) -> None:
    """Show the page that a button names, or that was chosen in the menu."""
    wanted = chosen_in(interaction.data)[0] if pressed == tutorial.CONTENTS else pressed
    await tutorial.show(context, interaction, int(wanted) if wanted.isdecimal() else 0, is_new=False)
