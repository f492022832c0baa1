"""The handlers of the buttons of the tutorial and of `/rules`, and of "Why?"."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.ui.core.components import Button, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.permissions import choice
from bot.ui.core.router import LONGEST_ID, AnyPress, Part, answers, chosen_in, press
from bot.ui.lawbook import book_pages, rules_view, tutorial
from bot.ui.lawbook.law_page import source_of
from bot.ui.lawbook.law_search import name_of
from engine.laws import Law


@answers(tutorial.ShowPage)
async def turn_page(context: Context, interaction: discord.Interaction[Any], pressed: tutorial.ShowPage) -> None:
    """Show the page that a button names, or that was chosen in the menu."""
    wanted = chosen_in(interaction.data)[0] if pressed.page == tutorial.CONTENTS else pressed.page
    await tutorial.show(context, interaction, int(wanted) if wanted.isdecimal() else 0, is_new=False)


@answers(rules_view.ShowRules)
async def show_preset(_: Context, interaction: discord.Interaction[Any], pressed: rules_view.ShowRules) -> None:
    """Show the rules of a preset for another number of players."""
    await interaction.response.edit_message(view=rules_view.preset_screen(pressed.preset, pressed.players))


@answers(book_pages.ShowBook)
async def show_book(_: Context, interaction: discord.Interaction[Any], pressed: book_pages.ShowBook) -> None:
    """Compare a preset with its book: in an answer of its own, or on another page of one."""
    screen = book_pages.book_screen(pressed.preset, pressed.page or 0, pressed.counting)
    if pressed.page is None:
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


@press("why1:{laws}")
class Why(AnyPress):
    """The button that explains some laws."""

    laws: Annotated[
        tuple[Law, ...],
        Part(".+", lambda text: tuple(map(Law, text.split("."))), lambda laws: ".".join(law.value for law in laws)),
    ]


def why_button(laws: Collection[Law]) -> Button:
    """Return the button that explains these laws, at least one. Laws that do not fit in its custom id are left out."""
    shown = Why(tuple(laws)[:1])
    for law in list(dict.fromkeys(laws))[1:]:
        longer = Why((*shown.laws, law))
        shown = longer if len(longer.custom_id) <= LONGEST_ID else shown
    return Button(gettext("Why?"), shown.custom_id)


@answers(Why)
async def explain(_: object, interaction: discord.Interaction[Any], pressed: Why) -> None:
    """Show what these laws say and where they are written, to the player who pressed."""
    await interaction.response.send_message(view=page_view(why_page(pressed.laws)), ephemeral=True)


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
