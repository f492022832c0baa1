"""The handlers of the buttons of the tutorial and of `/rules`, and of "Why?"."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

import discord
from discord import ButtonStyle, app_commands
from discord.ui import Button

from bot.i18n.translation import gettext
from bot.ui.core.commands import choice
from bot.ui.core.components import page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import Router, after_colon, chosen_in
from bot.ui.lawbook import book_pages, rules_view, tutorial
from bot.ui.lawbook.law_page import source_of
from bot.ui.lawbook.law_search import name_of
from engine.laws import Law


def register(router: Router) -> None:
    """Let this module answer what is pressed in the tutorial and in `/rules`, and "Why?"."""
    router.add(tutorial.PREFIX, after_colon, turn_page)
    router.add(PREFIX, read, explain)
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


_PAGES: Final = [choice(page.title, number) for number, page in enumerate(tutorial.PAGES)]


@app_commands.command(name="help", description="How to play cribbage, in five steps")
@app_commands.describe(page="What to read about")
@app_commands.choices(page=_PAGES)
async def guide(interaction: discord.Interaction[Any], page: int = 0) -> None:
    """Show the first step, or the page that was chosen."""
    await tutorial.show(context_of(interaction), interaction, page, is_new=True)


PREFIX: Final = "why1:"
"""The prefix of the custom id; the names of the laws follow, with dots between them."""

_BY_NAME: Final = {law.value: law for law in Law}
_LONGEST: Final = 100
"""The most characters that Discord takes in a custom id."""


def why_button(laws: Collection[Law]) -> Button[Any]:
    """Return the button that explains these laws, at least one. Laws that do not fit in its custom id are left out."""
    custom_id = PREFIX + next(iter(laws)).value
    for law in list(dict.fromkeys(laws))[1:]:
        if len(custom_id) + 1 + len(law.value) <= _LONGEST:
            custom_id += f".{law.value}"
    return Button(label=gettext("Why?"), style=ButtonStyle.secondary, custom_id=custom_id)


def read(custom_id: str) -> list[Law] | None:
    """Return the laws that a custom id names; None if one of them does not exist."""
    laws = [_BY_NAME.get(name) for name in custom_id.removeprefix(PREFIX).split(".")]
    return [law for law in laws if law is not None] if None not in laws else None


async def explain(_: object, interaction: discord.Interaction[Any], laws: list[Law]) -> None:
    """Show what these laws say and where they are written, to the player who pressed."""
    await interaction.response.send_message(view=page_view(why_page(laws)), ephemeral=True)


def why_page(laws: Iterable[Law]) -> list[str]:
    """Return a paragraph about each law, and the command that tells more."""
    paragraphs = [
        gettext(
            "**{law}**\n{sentence}\n-# Source: {written}.",
            law=name_of(law),
            sentence=gettext(law.sentence),
            written=source_of(law),
        )
        for law in laws
    ]
    return [*paragraphs, gettext("-# Use `/law` to read more.")]
