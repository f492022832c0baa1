"""The "Why?" button of a verdict: the laws behind it, each in a sentence, with its source."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

import discord
from discord import ButtonStyle
from discord.ui import Button

from bot.i18n.translation import gettext
from bot.ui.core.page_view import page_view
from bot.ui.lawbook.law_page import source_of
from bot.ui.lawbook.law_search import name_of
from engine.laws import Law

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
