"""Which language is spoken: to one person his own, before everybody that of the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.accounts.languages import LanguageService
from bot.i18n.limits import MOST_OF_A_DESCRIPTION, cut
from bot.i18n.translation import Language
from bot.models.player import LanguageChoice, Player

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

ENGLISH: Final = "en"
"""What is chosen by one who would be spoken to in English, whatever his Discord says."""

_DESCRIPTIONS: Final = frozenset(
    (
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    )
)


class Languages:
    """The languages that are known, and in which of them each person is spoken to."""

    def __init__(self, known: Mapping[str, Language]) -> None:
        self.known = known
        self._tongues: dict[int, LanguageChoice] = {}
        self._kept: dict[int, LanguageChoice] = {}
        self._stored: LanguageService | None = None

    async def recall(self, stored: LanguageService) -> None:
        """Remember in which language everybody was spoken to before the bot began, and store there what changes."""
        self._stored = stored
        self._kept = await stored.read_all()
        self._tongues = dict(self._kept)

    async def keep(self, player: Player) -> None:
        """Keep in which language somebody is spoken to, if that has changed, and is not English as it always was."""
        if player.discord_id is None or self._stored is None:
            return
        now, before = self.tongue(player.discord_id), self._kept.get(player.discord_id, LanguageChoice())
        if now == before or (before == LanguageChoice() and now.chosen is None and self.of(now.met) is None):
            return
        await self._stored.put(player.id, now)
        self._kept[player.discord_id] = now

    def forget(self, discord_id: int | None) -> None:
        """Know nothing more of somebody who has been erased."""
        for known in (self._tongues, self._kept):
            known.pop(discord_id or 0, None)

    def tongue(self, discord_id: int) -> LanguageChoice:
        """In which language somebody was met, and which he has chosen."""
        return self._tongues.get(discord_id, LanguageChoice())

    def choose(self, discord_id: int, locale: str | None) -> None:
        """Speak to somebody in this language from now on; None is the one of his Discord."""
        self._tongues[discord_id] = replace(self.tongue(discord_id), chosen=locale)

    def of(self, locale: object) -> Language | None:
        """The language of a locale such as ``pt-BR``, or else of ``pt``; None is English."""
        named = str(locale)
        return self.known.get(named) or self.known.get(named.partition("-")[0])

    def met(self, interaction: discord.Interaction[Any]) -> Language | None:
        """The language in which an interaction is answered; that of its asker's Discord is remembered as his."""
        asker = interaction.user.id
        self._tongues[asker] = replace(self.tongue(asker), met=str(interaction.locale))
        command = interaction.command
        if interaction.guild_id is not None and command is not None and command.qualified_name in FOR_ALL:
            return self.of(interaction.guild_locale)
        return self.of_person(asker)

    def of_message(self, message: discord.Message) -> Language | None:
        """The language in which what was typed is answered."""
        return self.of_person(message.author.id) if message.guild is None else self.of_server(message.guild)

    def of_person(self, discord_id: int | None) -> Language | None:
        """The language that somebody has chosen, or else the one in which he last spoke to the bot."""
        if discord_id is None:
            return None
        tongue = self.tongue(discord_id)
        return self.of(tongue.chosen) or (self.of(tongue.met) if tongue.chosen != ENGLISH else None)

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
        told = language.sentences.get(string.message)
        return cut(told, MOST_OF_A_DESCRIPTION) if told else None
