"""The options of commands: their choices, and a transformer for what several commands ask for by name."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

import discord
from discord.app_commands import Choice, Transform, Transformer, locale_str

from bot.i18n.translation import gettext
from bot.ui.core import formatting
from bot.ui.core.context import context_of
from engine import presets

MOST_SUGGESTIONS: Final = 25
"""How many suggestions Discord shows."""

_Value = TypeVar("_Value", str, int)


def choice(name: str, value: _Value) -> Choice[_Value]:
    """Return a choice that a command offers; its name is translated when the commands are sent to Discord."""
    return Choice(name=locale_str(name), value=value)


class PresetOption(Transformer):
    """A preset by its name; while it is typed, those that match are suggested, the server's own first."""

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        """Return the preset's name. Raises ``RulesError`` where there is none of this name."""
        name = str(value).strip().lower()
        presets.find(name)
        return name

    async def autocomplete(  # type: ignore[override]
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        """Return the presets whose name or title holds what was typed, the server's own first."""
        wanted, usual = value.strip().lower(), await context_of(interaction).usual_preset(interaction.guild_id)
        found = [preset for preset in presets.PRESETS.values() if wanted in f"{preset.name} {preset.title}".lower()]
        found.sort(key=lambda preset: preset.name != usual)
        return [
            Choice(name=formatting.labelled(preset.name, gettext(preset.title)), value=preset.name) for preset in found
        ]


PresetName: TypeAlias = Transform[str, PresetOption]
"""The annotation of an option that names a preset."""
