"""/law: one law, in our own words."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.tables.errors import TableError
from bot.tables.table import Table
from bot.ui.core.context import context_of
from bot.ui.core.page_view import page_view
from bot.ui.lawbook import law_search
from bot.ui.lawbook.law_page import page_of
from engine.laws import Law

_MOST = 25
"""The number of suggestions that Discord shows."""


async def suggest_laws(_: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Suggest the laws that match what was typed, by number, name, or a word in them."""
    return [Choice(name=law_search.name_of(law), value=law.value) for law in law_search.suggestions(typed)[:_MOST]]


@app_commands.command(
    description="Look up a law or scoring rule: what it says, where it's from and how the bot applies it"
)
@app_commands.describe(law="The law's number, its name or a word from it")
@app_commands.autocomplete(law=suggest_laws)
async def law(interaction: discord.Interaction[Any], law: str) -> None:
    """Explain a law, also as it holds at the asker's own table."""
    found = law_search.find(law)
    await interaction.response.send_message(
        view=page_view(page_for(found, await _own_game(interaction))), ephemeral=True
    )


def page_for(law: Law, table: Table | None) -> list[str]:
    """Return the paragraphs about a law, with what it means in the asker's game if they have one."""
    if table is None:
        return page_of(law)
    return page_of(law, table.rules, in_match=table.in_match, is_fixture=table.agreement.fixture is not None)


async def _own_game(interaction: discord.Interaction[Any]) -> Table | None:
    """Return the asker's game; None if they have none, or several."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    try:
        return await context.table_for(interaction, player)
    except TableError:
        return None
