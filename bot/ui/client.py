"""The bot on Discord: what it listens to, and the one place where faults are answered."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import gettext, set_language, using_language
from bot.models.errors import DamagedData, StorageError
from bot.models.league import League
from bot.models.result import LeagueResult
from bot.render.renderer import Renderer
from bot.services import Services
from bot.ui import all_commands
from bot.ui.core.attachments import Attachments
from bot.ui.core.components import Press, pressed_id
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS, refuse
from bot.ui.core.locale_choice import Descriptions, Languages
from bot.ui.games.channels import Channels
from bot.ui.games.handlers import answer_press
from bot.ui.games.publisher import Publisher
from bot.ui.games.typed_messages import answer_typed
from bot.ui.games.warm_up import warm_up_scenes
from bot.ui.lawbook.tutorial import turned
from bot.ui.leagues.handlers import league_pressed
from bot.ui.leagues.weekly_post import WeeklyPoster
from bot.ui.people.preferences import wished
from bot.ui.people.privacy import privacy_pressed
from bot.ui.practice.handlers import handle_practice_press
from bot.ui.server.greeting import greet, welcomed
from engine.errors import CribbageError

_log = logging.getLogger(__name__)
_COMMANDS_NOTE = "commands"
_FEATURES: Final = (handle_practice_press, wished, welcomed, league_pressed, privacy_pressed)
"""What else can be pressed besides a table: each answers what is its own, and says whether it was."""


class _Tree(app_commands.CommandTree[Any]):
    """The slash commands, with their faults answered like all others."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let every command through, and answer it in the language of whoever is to read that."""
        set_language(cast("CribbageClient", interaction.client).languages.of_interaction(interaction))
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await refuse(interaction, error)


class CribbageClient(discord.Client):
    """The Discord side of the bot. ``open_services`` is awaited once Discord has let it in.

    With ``pictures`` it draws; otherwise it tells everything in text alone. With ``keeps_time`` it posts the tables of
    leagues by itself; otherwise somebody must call ``Posting.post_due``. ``locale_path`` is a folder of translations
    that are used in place of the shipped ones. Where the database fails once Discord is ready the client closes itself,
    and ``failed`` says why.
    """

    context: Context
    posting: WeeklyPoster

    def __init__(
        self,
        open_services: Callable[[], Awaitable[Services]],
        *,
        pictures: bool = True,
        keeps_time: bool = False,
        locale_path: Path | None = None,
    ) -> None:
        super().__init__(intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none())
        self.tree = _Tree(self)
        self.languages = Languages(load_languages(FOLDER, *([locale_path] if locale_path else [])))
        for command in all_commands.ALL:
            self.tree.add_command(command)
        self._open_services = open_services
        self._renderer = Renderer() if pictures else None
        self._keeps_time = keeps_time
        self._resumed = False
        self.failed: CribbageError | None = None

    async def setup_hook(self) -> None:
        """Open the tables, and tell Discord of the commands if they have changed."""
        services = self._services = await self._open_services()
        tables, preferences = services.tables, services.accounts.preferences
        channels = Channels(self, tables, self.languages)
        attachments = Attachments(preferences, self._renderer)
        if self._renderer is not None:
            self._renderer.warm(warm_up_scenes())
        self.context = Context(
            tables,
            Publisher(tables, channels, attachments, preferences, services.leagues.results),
            channels,
            attachments,
            services.leagues,
            services.accounts,
        )
        self.posting = WeeklyPoster(self.context)
        # From here on `close` closes the database, whatever fails.
        await self.languages.recall(services.accounts.languages)
        await self.context.publisher.recall()
        tables.tell(self.context.publisher)
        tables.tell(self.context.leagues)
        self.context.leagues.collector.add_listener(self._in_its_league)
        if self.languages.known:
            await self.tree.set_translator(Descriptions(self.languages))
        await self._sync()

    def _in_its_league(self, _: League, result: LeagueResult) -> None:
        """A table has brought its league a result: it says so from now on."""
        if result.table_id is not None:
            self.context.publisher.redraw(result.table_id)

    async def on_ready(self) -> None:
        """Take every open game up where it was left. Discord says ready again after each reconnection."""
        if self._resumed:
            return
        self._resumed = True
        try:
            await self._resume()
        except (StorageError, DamagedData) as error:
            self.failed = error
            await self.close()

    async def _resume(self) -> None:
        for table in await self.context.tables.resume():
            self.context.publisher.redraw(table.id, make=table.status == "playing")
        if self._keeps_time:
            self.posting.start()
        await self.context.leagues.resume()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say good day in a server that has let the bot in."""
        with using_language(self.languages.of_server(guild)):
            await greet(self.context, guild)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what was pressed or submitted, by its custom_id alone: it may be older than this process."""
        if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            return
        set_language(self.languages.of_interaction(interaction))
        press = Press.read(pressed_id(interaction.data))
        try:
            if await turned(interaction):
                return
            for feature in _FEATURES:
                if await feature(self.context, interaction):
                    return
            if press is None:
                raise CribbageError(gettext("That button is not mine any more; /table shows your game."))
            await answer_press(self.context, interaction, press)
        except Exception as error:
            await refuse(interaction, error)

    async def on_message(self, message: discord.Message) -> None:
        """Read what is typed to the bot: in its DMs, or with its name. Everything else is left alone."""
        if message.author.bot or self.user is None:
            return
        self.context.publisher.heard_message(message.channel.id)
        mention = re.compile(rf"<@!?{self.user.id}>")
        if message.guild is not None and mention.search(message.content) is None:
            return
        set_language(self.languages.of_message(message))
        try:
            await answer_typed(self.context, message, mention.sub(" ", message.content))
        except DISCORD_FAILS as error:
            _log.warning("a typed message could not be answered: %s", error)

    async def close(self) -> None:
        """Stop thinking and drawing, then leave Discord, and close the database whatever becomes of that.

        Robots and writers go first, for once the line to Discord is cut a drawing under way can only fail.
        """
        if not hasattr(self, "context"):
            await super().close()
            return
        try:
            await self.posting.close()
            await self.context.tables.close()
            await self.context.leagues.close()
            await self.context.publisher.close()
            await super().close()
        finally:
            if self._renderer is not None:
                self._renderer.close()
            await self._services.close_database()

    async def _sync(self) -> None:
        """Discord counts the commands it is told of, so it is told when they have changed and not before."""
        commands = [*self.tree.get_commands(), *self.tree.get_commands(type=discord.AppCommandType.message)]
        if self.tree.translator is None:
            told = [command.to_dict(self.tree) for command in commands]
        else:
            told = [await command.get_translated_payload(self.tree, self.tree.translator) for command in commands]
        held = json.dumps([told, self.application_id], sort_keys=True, default=str)
        now = hashlib.sha256(held.encode()).hexdigest()
        if await self._services.read_metadata(_COMMANDS_NOTE) != now:
            try:
                await self.tree.sync()
            except DISCORD_FAILS as error:
                _log.warning("Discord was not told of the commands, and will be at the next start: %s", error)
                return
            await self._services.put_metadata(_COMMANDS_NOTE, now)
