"""The screens of `/rules`: the rules of a game or of a preset, with buttons to read more."""

from __future__ import annotations

from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.i18n.translation import gettext
from bot.models.errors import NoSuchTable
from bot.tables.table import Table
from bot.ui.core.commands import PresetName
from bot.ui.core.components import Button, Screen, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import AnyPress, Rest, answers, press
from bot.ui.lawbook.book_pages import book_button
from bot.ui.lawbook.rules_page import explain_preset, explain_table, list_presets
from engine.presets import PRESETS


@press("rules1:{preset}.{players}")
class ShowRules(AnyPress):
    """A button that shows the rules of a preset for a number of players; ``ValueError`` for what cannot be played."""

    preset: Rest
    players: int

    def __post_init__(self) -> None:
        if self.preset not in PRESETS or self.players not in PRESETS[self.preset].players:
            raise ValueError


def table_screen(table: Table) -> Screen:
    """Return the rules of a game."""
    return page_view(explain_table(table), [book_button(table.agreement.preset, table.rules.counting)])


def preset_screen(name: str, players: int = 2) -> Screen:
    """Return the rules of a preset for this many players. Raises ``RulesError`` for an unknown preset."""
    explained = explain_preset(name, players)
    numbers = PRESETS[name].players
    switches = [_switch(name, number, chosen=number == players) for number in numbers] if len(numbers) > 1 else []
    return page_view(explained, [*switches, book_button(name)])


def _switch(name: str, players: int, *, chosen: bool) -> Button:
    style = ButtonStyle.primary if chosen else ButtonStyle.secondary
    label = gettext("{players} players", players=players)
    return Button(label, ShowRules(name, players).custom_id, style, disabled=chosen)


@app_commands.command(description="The rules of your game, of a preset, or all presets in a list")
@app_commands.describe(preset="Which rules. Leave empty for the rules of your own game")
async def rules(interaction: discord.Interaction[Any], preset: PresetName | None = None) -> None:
    """Explain a preset, or the rules of the asker's game; list the presets where there is none."""
    context = context_of(interaction)
    screen = preset_screen(preset) if preset is not None else await _of_game(context, interaction)
    await interaction.response.send_message(view=screen, ephemeral=True)


async def _of_game(context: Context, interaction: discord.Interaction[Any]) -> Screen:
    player = await context.meet(interaction.user)
    try:
        table = await context.table_for(interaction, player)
    except NoSuchTable:
        return page_view(list_presets(await context.usual_preset(interaction.guild_id)))
    return table_screen(table)


@answers(ShowRules)
async def show_preset(_: Context, interaction: discord.Interaction[Any], pressed: ShowRules) -> None:
    """Show the rules of a preset for another number of players."""
    await interaction.response.edit_message(view=preset_screen(pressed.preset, pressed.players))
