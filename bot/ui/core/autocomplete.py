"""What is suggested while a player types an option: presets, ways to count double games, his own games."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.ui.core.context import UNDER_WAY, context_of
from engine import presets
from engine.presets import Doubles

GAME: Final = N_("Which game, if you are in several")
"""How the option is described for which games are suggested."""

_MOST: Final = 25
"""How many suggestions Discord shows."""


async def suggest_presets(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The presets whose name or title holds what was typed, the server's own first."""
    wanted, usual = typed.strip().lower(), await context_of(interaction).usual_preset(interaction.guild_id)
    found = [preset for preset in presets.PRESETS.values() if wanted in f"{preset.name} {preset.title}".lower()]
    found.sort(key=lambda preset: preset.name != usual)
    return [Choice(name=f"{preset.name}: {gettext(preset.title)}", value=preset.name) for preset in found]


async def suggest_doubles(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The ways to count double games that the preset knows, for the length of game that is chosen."""
    chosen = interaction.namespace
    usual = await context_of(interaction).usual_preset(interaction.guild_id)
    preset = presets.PRESETS.get(chosen.preset or usual)
    if preset is None:
        return []
    ways = preset.doubles.get(chosen.target or preset.rules.target, {})
    wanted = typed.strip().lower()
    return [Choice(name=f"{name}: {in_words(pairs)}", value=name) for name, pairs in ways.items() if wanted in name]


async def suggest_games(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """The player's own games that have begun and are not over."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *UNDER_WAY)
    wanted = [name for name in names if name.startswith(typed.strip().lower())][:_MOST]
    tables = [await context.find(interaction, name) for name in wanted]
    return [Choice(name=f"{table.id}: {' v '.join(table.names)}"[:100], value=table.id) for table in tables]


def in_words(doubles: Doubles) -> str:
    """What a way to count double games says: ``a loser below 91 loses 2 games, below 61 loses 4``."""
    if not doubles:
        return gettext("every game counts one")
    (below, games), *others = doubles
    rest = "".join(gettext(", below {mark} loses {many}", mark=mark, many=many) for mark, many in others)
    return gettext("a loser below {below} loses {games} games{rest}", below=below, games=games, rest=rest)
