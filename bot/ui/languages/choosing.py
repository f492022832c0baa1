"""Which language is spoken: to one person his own, before everybody that of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from engine.speech import Language

FOR_ALL: Final = frozenset(
    (
        *("play", "table", "stats", "verify"),
        *(f"league {what}" for what in ("create", "join", "withdraw", "play", "enter", "table", "history", "player")),
        *(f"league {what}" for what in ("ratings", "claim", "adopt")),
        *(f"league manage {what}" for what in ("start", "round", "playoffs", "enter", "confirm", "correct", "void")),
        *(f"league manage {what}" for what in ("forfeit", "withdraw")),
    )
)
"""The commands whose answers all see."""

_DESCRIPTIONS: Final = frozenset(
    (
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    )
)


class Languages:
    """The languages that are known, and in which of them people have spoken since the bot began."""

    def __init__(self, known: Mapping[str, Language]) -> None:
        self.known = known
        self._met: dict[int, str] = {}

    def of(self, locale: object) -> Language | None:
        """The language of a locale such as ``pt-BR``, or else of ``pt``; None is English."""
        named = str(locale)
        return self.known.get(named) or self.known.get(named.partition("-")[0])

    def met(self, interaction: discord.Interaction[Any]) -> Language | None:
        """The language in which an interaction is answered; where it is the asker's own, it is remembered as his."""
        self._met[interaction.user.id] = str(interaction.locale)
        command = interaction.command
        if interaction.guild_id is not None and command is not None and command.qualified_name in FOR_ALL:
            return self.of(interaction.guild_locale)
        return self.of(interaction.locale)

    def of_message(self, message: discord.Message) -> Language | None:
        """The language in which what was typed is answered."""
        return self.of_person(message.author.id) if message.guild is None else self.of_server(message.guild)

    def of_person(self, discord_id: int | None) -> Language | None:
        """The language in which somebody last spoke to the bot."""
        return None if discord_id is None else self.of(self._met.get(discord_id))

    def of_server(self, guild: discord.Guild | None) -> Language | None:
        """The language that a server prefers."""
        return None if guild is None else self.of(guild.preferred_locale)


class Descriptions(app_commands.Translator):
    """Tells Discord what the commands do in every language; what they are called stays as it is."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A description in a language; None where it stays in English."""
        language = self._languages.of(locale)
        if language is None or context.location not in _DESCRIPTIONS:
            return None
        return language.sentences.get(string.message) or None
