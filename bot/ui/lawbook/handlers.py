"""The handlers of the buttons of the tutorial and of `/rules`, and of "Why?"."""

from __future__ import annotations

from typing import Any

import discord

from bot.ui.core.context import Context
from bot.ui.core.router import Router, after_colon, chosen_in
from bot.ui.lawbook import book_pages, rules_view, tutorial, why


def register(router: Router) -> None:
    """Let this module answer what is pressed in the tutorial and in `/rules`, and "Why?"."""
    router.add(tutorial.PREFIX, after_colon, turn_page)
    router.add(why.PREFIX, why.read, why.explain)
    router.add(rules_view.PREFIX, rules_view.read, show_preset)
    router.add(book_pages.PREFIX, book_pages.read, show_book)


async def turn_page(context: Context, interaction: discord.Interaction[Any], pressed: str) -> None:
    """Show the page that a button names, or that was chosen in the menu."""
    wanted = chosen_in(interaction.data)[0] if pressed == tutorial.CONTENTS else pressed
    await tutorial.show(context, interaction, int(wanted) if wanted.isdecimal() else 0, is_new=False)


async def show_preset(_: Context, interaction: discord.Interaction[Any], pressed: tuple[str, int]) -> None:
    """Show the rules of a preset for another number of players."""
    await interaction.response.edit_message(view=rules_view.preset_screen(*pressed))


async def show_book(_: Context, interaction: discord.Interaction[Any], pressed: book_pages.Pressed) -> None:
    """Compare a preset with its book: in an answer of its own, or on another page of one."""
    preset, page, *counting = pressed
    screen = book_pages.book_screen(preset, page or 0, *counting)
    if page is None:
        await interaction.response.send_message(view=screen, ephemeral=True)
    else:
        await interaction.response.edit_message(view=screen)
