"""The language of each answer: a person's own in private, the server's in front of everybody."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation

from bot.accounts import LanguageService
from bot.i18n.translation import MOST_OF_A_DESCRIPTION, Language, cut, gettext, using_language
from bot.models.player import LanguageChoice, Player
from bot.tables.table import Table
from engine.text.languages.typed_language import TypedLanguage

ENGLISH: Final = "en"
"""The choice of English, whatever language a person's Discord is in."""

_DISCORDS_LANGUAGES: Final = frozenset(
    part for locale in discord.Locale for part in (str(locale), str(locale).partition("-")[0])
)

_DESCRIPTIONS: Final = frozenset(
    (
        TranslationContextLocation.command_description,
        TranslationContextLocation.group_description,
        TranslationContextLocation.parameter_description,
        TranslationContextLocation.choice_name,
    )
)


_log = logging.getLogger(__name__)


class Languages:
    """The languages that the bot knows, and which of them each person reads.

    ``find_guild`` finds a server of this process's own shards, and ``fetch_locale`` asks Discord for the locale of any
    other one. ``usual`` is the locale of servers that can't choose one.
    """

    def __init__(
        self,
        known: Mapping[str, Language],
        find_guild: Callable[[int], discord.Guild | None],
        fetch_locale: Callable[[int], Awaitable[str]] | None = None,
        usual: str = "",
    ) -> None:
        self.known = known
        self._usual = usual
        if usual and self.of(usual) is None and usual.partition("-")[0] != ENGLISH:
            _log.warning("LANGUAGE is %s, which the bot doesn't speak: it uses English", usual)
        self._find_guild = find_guild
        self._fetch_locale = fetch_locale
        self._fetched: dict[int, str] = {}
        """The locales of servers of other processes."""
        for name in sorted(known.keys() - _DISCORDS_LANGUAGES):
            _log.warning("Discord has no language %s, so only people who choose it in /preferences see it", name)
        self._choices: dict[int, LanguageChoice] = {}
        self._stored: dict[int, LanguageChoice] = {}
        self._service: LanguageService | None = None

    async def recall(self, service: LanguageService) -> None:
        """Read the language of everybody, and store with this service what changes."""
        self._service = service
        self._stored = await service.read_all()
        self._choices = dict(self._stored)

    async def save(self, player: Player) -> None:
        """Store somebody's language, if it has changed and is not English as it always was."""
        if player.discord_id is None or self._service is None:
            return
        now, before = self.choice(player.discord_id), self._stored.get(player.discord_id, LanguageChoice())
        if now == before or (before == LanguageChoice() and now.chosen is None and self.of(now.met) is None):
            return
        await self._service.put(player.id, now)
        self._stored[player.discord_id] = now

    def forget(self, discord_id: int | None) -> None:
        """Forget the language of somebody who has been erased."""
        for known in (self._choices, self._stored):
            known.pop(discord_id or 0, None)

    def choice(self, discord_id: int) -> LanguageChoice:
        """Return the language of somebody's Discord, and the one that they have chosen."""
        return self._choices.get(discord_id, LanguageChoice())

    def choose(self, discord_id: int, locale: str | None) -> None:
        """Use this language for a player from now on; None is the one of their Discord."""
        self._choices[discord_id] = replace(self.choice(discord_id), chosen=locale)

    def of(self, locale: object) -> Language | None:
        """Return the language of a locale such as ``pt-BR``, or else of ``pt``; None is English."""
        named = str(locale)
        return self.known.get(named) or self.known.get(named.partition("-")[0])

    def of_interaction(self, interaction: discord.Interaction[Any]) -> Language | None:
        """Return the language of the answer to an interaction, and remember that of the asker's Discord."""
        asker = interaction.user.id
        choice = replace(self.choice(asker), met=str(interaction.locale))
        # English is what is read by everybody of whom nothing is known, so it takes no memory.
        if asker in self._choices or self.of(choice.met) is not None:
            self._choices[asker] = choice
        command = interaction.command
        if interaction.guild_id is not None and command is not None and command.extras.get("public"):
            joined = self._find_guild(interaction.guild_id)
            return self.of(interaction.guild_locale) if joined is None else self.of_server(joined)
        return self.of_person(asker)

    def of_message(self, message: discord.Message) -> Language | None:
        return self.of_person(message.author.id) if message.guild is None else self.of_server(message.guild)

    def typed_by(self, message: discord.Message) -> TypedLanguage | None:
        """Return what the author of a message types: their own language, or else the server's; None is English."""
        author = message.author.id
        language = self.of_person(author)
        if language is None and self.choice(author).chosen != ENGLISH:
            language = self.of_server(message.guild)
        return None if language is None else language.typed

    def of_person(self, discord_id: int | None) -> Language | None:
        """Return the language that somebody has chosen, or else that of their Discord when they last used the bot."""
        if discord_id is None:
            return None
        choice = self.choice(discord_id)
        if choice.chosen is None:
            return self.of(choice.met)
        return self.of(choice.chosen) or (self.of(choice.met) if choice.chosen != ENGLISH else None)

    def of_table(self, table: Table, seat: int | None) -> Language | None:
        """The language in which a table is shown to a seat in private, or to everyone.

        Where the bot is a guest it does not know the server's language: it takes the one that all players read.
        """
        if table.is_guest:
            return self._shared(table)
        player = table.seats[seat].player if seat is not None and table.place == "dm" else None
        return self.of_guild(table.agreement.guild_id) if player is None else self.of_person(player.discord_id)

    def _shared(self, table: Table) -> Language | None:
        """Return the language that all players of a table read; English where they read several."""
        read = [self.of_person(seat.player.discord_id) for seat in table.seats if seat.player is not None]
        return read[0] if read and all(language is read[0] for language in read) else None

    async def learn_server(self, guild_id: int | None) -> None:
        """Ask Discord for the language of a server, once, if it is of another process and so not known here."""
        if guild_id is None or self._fetch_locale is None or guild_id in self._fetched or not self.known:
            return
        if self._find_guild(guild_id) is None:
            self._fetched[guild_id] = await self._fetch_locale(guild_id)

    async def learn_server_of(self, table: Table) -> None:
        """Ask for the language of a table's server; where the bot is a guest Discord tells nothing of it."""
        if not table.is_guest:
            await self.learn_server(table.agreement.guild_id)

    def forget_servers(self) -> None:
        """Ask again for the languages of servers of other processes: they may have changed meanwhile."""
        self._fetched.clear()

    def of_guild(self, guild_id: int | None) -> Language | None:
        if guild_id is None:
            return None
        guild = self._find_guild(guild_id)
        return self.of(self._fetched.get(guild_id)) if guild is None else self.of_server(guild)

    def of_server(self, guild: discord.Guild | None) -> Language | None:
        if guild is None:
            return None
        return self.of(self.locale_of(guild) if self._usual else guild.preferred_locale)

    def locale_of(self, guild: discord.Guild) -> str:
        """Return the locale that a server prefers; the usual one where Discord lets it choose none.

        Only a Community server chooses. All others are said to be American.
        """
        is_chosen = "COMMUNITY" in guild.features or guild.preferred_locale is not discord.Locale.american_english
        return str(guild.preferred_locale) if is_chosen else self._usual or ENGLISH


class Payload(NamedTuple):
    """The commands as they are sent, and a digest that changes with them."""

    commands: list[dict[str, Any]]
    digest: str

    @classmethod
    def of(cls, commands: list[dict[str, Any]]) -> Payload:
        """Return these commands with their digest."""
        return cls(commands, hashlib.sha256(json.dumps(commands, sort_keys=True, default=str).encode()).hexdigest())


class Descriptions(app_commands.Translator):
    """A translator that gives Discord the descriptions of commands in every language; their names stay as they are."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages
        # discord.py asks for every description in each of Discord's languages.
        self._of = {locale: languages.of(locale) for locale in discord.Locale}

    async def payload(self, tree: app_commands.CommandTree[Any]) -> Payload:
        """Return every command as it is sent, and in English what is so long that Discord would refuse its command."""
        commands = tree.get_commands()
        if not self._languages.known:
            return Payload.of([command.to_dict(tree) for command in commands])
        # Each takes some milliseconds, so a start does this once.
        told = [await command.get_translated_payload(tree, self) for command in commands]
        for command in told:
            if dropped := without_room(command, MOST_LETTERS):
                _log.warning(
                    "/%s has room for %d letters: %d descriptions and choices stay in English, such as %r in %s",
                    *(command["name"], MOST_LETTERS, len(dropped), min(dropped)[1], min(dropped)[0]),
                )
        return Payload.of(told)

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a description in a language; None where it stays in English."""
        language = self._of[locale]
        if language is None or context.location not in _DESCRIPTIONS:
            return None
        with using_language(language):
            translated = gettext(string.extras.get("sentence", string.message), **string.extras.get("values", {}))
        return cut(translated, MOST_OF_A_DESCRIPTION) if translated != string.message else None


MOST_LETTERS: Final = 8_000
"""The most letters in the names, descriptions and values of a command with all its options and choices."""

_TEXTS: Final = ("name", "description")


def letters(payload: dict[str, Any]) -> int:
    """Return the letters that Discord counts in a command, as it is sent."""
    texts = sum(max(map(len, _languages(part, text))) for part in _parts(payload) for text in _TEXTS)
    return texts + sum(len(str(part.get("value", ""))) for part in _parts(payload))


def without_room(payload: dict[str, Any], most: int) -> set[tuple[str, str]]:
    """Return the translations for which a command has no room, as locale and English text: as few as will do.

    They are those that are longer than the English or the other languages by most. The payload loses them.
    """
    dropped: set[tuple[str, str]] = set()
    over = letters(payload) - most
    while over > 0:
        ways = [way for part in _parts(payload) for text in _TEXTS for way in _ways(part, text)]
        if not ways:
            break
        gain, locales, part, text = max(ways, key=lambda way: way[0] / len(way[1]))
        for locale in locales:
            dropped.add((locale, part[text]))
            del part[f"{text}_localizations"][locale]
        over -= gain
    return dropped


def _ways(part: dict[str, Any], text: str) -> Iterator[tuple[int, list[str], dict[str, Any], str]]:
    """Yield how many letters a text takes less without its longest language, its two longest, and so on."""
    localized = part.get(f"{text}_localizations") or {}
    ordered = sorted(localized, key=lambda locale: -len(localized[locale]))
    for many in range(1, len(ordered) + 1):
        left = max([len(part[text]), *(len(localized[locale]) for locale in ordered[many:])])
        gain = max(map(len, _languages(part, text))) - left
        if gain > 0:
            yield gain, ordered[:many], part, text


def _languages(part: dict[str, Any], text: str) -> list[str]:
    return [part.get(text) or "", *(part.get(f"{text}_localizations") or {}).values()]


def _parts(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield part
    for several in ("options", "choices"):
        for inner in part.get(several) or ():
            yield from _parts(inner)


def lost_commands(sent: Sequence[Any], held: Sequence[Any]) -> list[str]:
    """Return the names of commands and of their options that were sent and that Discord does not have."""
    return sorted(_paths(sent) - _paths(held))


def _paths(parts: Sequence[Any], before: str = "") -> set[str]:
    """Return the full name of every command, subcommand and option, with its type."""
    found: set[str] = set()
    for part in parts:
        path = f"{before} {part['name']} ({part.get('type', 1)})".strip()
        found |= {path, *_paths(part.get("options") or (), path)}
    return found
