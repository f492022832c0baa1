"""The bot on Discord: what it listens to, and the one place where faults are answered."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot.leagues.club import Leagues
from bot.storage import notes
from bot.storage.errors import Damaged, StorageError
from bot.storage.league_results import LeagueResult
from bot.storage.leagues import League
from bot.tables.service import Tables
from bot.ui import commands
from bot.ui.answers import DISCORD_FAILS, refuse
from bot.ui.audience import Screens
from bot.ui.buttons import Press, pressed_id
from bot.ui.desk import Desk
from bot.ui.drawing.studio import Studio
from bot.ui.easel import Easel
from bot.ui.languages.choosing import Descriptions, Languages
from bot.ui.languages.reading import shipped
from bot.ui.lawbook.walk import turned
from bot.ui.leagues.posting import Posting
from bot.ui.leagues.pressing import league_pressed
from bot.ui.places import Places
from bot.ui.practising import practised
from bot.ui.pressing import pressed
from bot.ui.privacy import privacy_pressed
from bot.ui.typing import typed
from bot.ui.usual import usual_scenes
from bot.ui.welcome import greet, welcomed
from bot.ui.wishes import wished
from engine.errors import CribbageError
from engine.speech import say, speak, speaking

_log = logging.getLogger(__name__)
_COMMANDS_NOTE = "commands"
_FEATURES: Final = (practised, wished, welcomed, league_pressed, privacy_pressed)
"""What else can be pressed besides a table: each answers what is its own, and says whether it was."""


class _Tree(app_commands.CommandTree[Any]):
    """The slash commands, with their faults answered like all others."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let every command through, and answer it in the language of whoever is to read that."""
        speak(cast("CribbageClient", interaction.client).languages.met(interaction))
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        await refuse(interaction, error)


class CribbageClient(discord.Client):
    """The Discord side of the bot. ``open_tables`` is awaited once Discord has let it in.

    With ``pictures`` it draws; otherwise it tells everything in text alone. With ``keeps_time`` it posts the tables of
    leagues by itself; otherwise somebody must call ``Posting.post_due``. Where the database fails once Discord is ready
    the client closes itself, and ``failed`` says why.
    """

    desk: Desk
    posting: Posting

    def __init__(
        self, open_tables: Callable[[], Awaitable[Tables]], *, pictures: bool = True, keeps_time: bool = False
    ) -> None:
        super().__init__(intents=discord.Intents.default(), allowed_mentions=discord.AllowedMentions.none())
        self.tree = _Tree(self)
        self.languages = Languages(shipped())
        for command in commands.ALL:
            self.tree.add_command(command)
        self._open_tables = open_tables
        self._studio = Studio() if pictures else None
        self._keeps_time = keeps_time
        self._resumed = False
        self.failed: CribbageError | None = None

    async def setup_hook(self) -> None:
        """Open the tables, and tell Discord of the commands if they have changed."""
        tables = await self._open_tables()
        places = Places(self, tables, self.languages)
        easel = Easel(tables.database, self._studio)
        if self._studio is not None:
            self._studio.warm(usual_scenes())
        self.desk = Desk(tables, Screens(tables, places, easel), places, easel, Leagues(tables, discord.utils.utcnow))
        self.posting = Posting(self.desk)
        # From here on `close` closes the database, whatever fails.
        await self.languages.recall(tables.database)
        tables.tell(self.desk.screens)
        tables.tell(self.desk.leagues)
        self.desk.leagues.tell(self._in_its_league)
        if self.languages.known:
            await self.tree.set_translator(Descriptions(self.languages))
        await self._sync()

    def _in_its_league(self, _: League, result: LeagueResult) -> None:
        """A table has brought its league a result: it says so from now on."""
        if result.table_id is not None:
            self.desk.screens.redraw(result.table_id)

    async def on_ready(self) -> None:
        """Take every open game up where it was left. Discord says ready again after each reconnection."""
        if self._resumed:
            return
        self._resumed = True
        try:
            await self._take_up()
        except (StorageError, Damaged) as error:
            self.failed = error
            await self.close()

    async def _take_up(self) -> None:
        for table in await self.desk.tables.resume():
            self.desk.screens.redraw(table.id, make=table.status == "playing")
        if self._keeps_time:
            self.posting.start()
        await self.desk.leagues.resume()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say good day in a server that has let the bot in."""
        with speaking(self.languages.of_server(guild)):
            await greet(self.desk, guild)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what was pressed or submitted, by its custom_id alone: it may be older than this process."""
        if interaction.type not in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            return
        speak(self.languages.met(interaction))
        press = Press.read(pressed_id(interaction.data))
        try:
            if await turned(interaction):
                return
            for feature in _FEATURES:
                if await feature(self.desk, interaction):
                    return
            if press is None:
                raise CribbageError(say("That button is not mine any more; /table shows your game."))
            await pressed(self.desk, interaction, press)
        except Exception as error:
            await refuse(interaction, error)

    async def on_message(self, message: discord.Message) -> None:
        """Read what is typed to the bot: in its DMs, or with its name. Everything else is left alone."""
        if message.author.bot or self.user is None:
            return
        self.desk.screens.heard_message(message.channel.id)
        mention = re.compile(rf"<@!?{self.user.id}>")
        if message.guild is not None and mention.search(message.content) is None:
            return
        speak(self.languages.of_message(message))
        try:
            await typed(self.desk, message, mention.sub(" ", message.content))
        except DISCORD_FAILS as error:
            _log.warning("a typed message could not be answered: %s", error)

    async def close(self) -> None:
        """Stop thinking and drawing, then leave Discord, and close the database whatever becomes of that.

        Robots and writers go first, for once the line to Discord is cut a drawing under way can only fail.
        """
        if not hasattr(self, "desk"):
            await super().close()
            return
        try:
            await self.posting.close()
            await self.desk.tables.close()
            await self.desk.leagues.close()
            await self.desk.screens.close()
            await super().close()
        finally:
            if self._studio is not None:
                self._studio.close()
            await self.desk.tables.database.close()

    async def _sync(self) -> None:
        """Discord counts the commands it is told of, so it is told when they have changed and not before."""
        told = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        told += [command.to_dict(self.tree) for command in self.tree.get_commands(type=discord.AppCommandType.message)]
        others = [dict(language.sentences) for language in self.languages.known.values()]
        held = json.dumps([told, self.application_id, *others], sort_keys=True, default=str)
        now = hashlib.sha256(held.encode()).hexdigest()
        if await notes.read(self.desk.tables.database, _COMMANDS_NOTE) != now:
            try:
                await self.tree.sync()
            except DISCORD_FAILS as error:
                _log.warning("Discord was not told of the commands, and will be at the next start: %s", error)
                return
            await notes.make(self.desk.tables.database, _COMMANDS_NOTE, now)
