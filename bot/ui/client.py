"""The bot on Discord: its parts put together, and the events of Discord that it answers."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Final, cast

import discord
from discord import app_commands

from bot import version
from bot.background import Background
from bot.i18n.loading import FOLDER, load_languages
from bot.i18n.translation import set_language, using_language
from bot.metrics import Watchdog
from bot.models.errors import DamagedData, StorageError
from bot.models.league import League
from bot.models.result import LeagueResult
from bot.models.storage import Shards
from bot.render.cards import emoji_name, suit_emojis
from bot.render.renderer import Renderer
from bot.services import Services
from bot.tables.outages import PATIENCE
from bot.ui import features
from bot.ui.calculator.handlers import LateAnswers
from bot.ui.core.attachments import Attachments
from bot.ui.core.commands import CONTEXTS, INSTALLS, INTENTS
from bot.ui.core.cooldowns import Cooldowns
from bot.ui.core.errors import DISCORD_FAILS, describe_place, refuse
from bot.ui.core.formatting import use_suit_emojis
from bot.ui.core.interactions import TimelyResponse
from bot.ui.core.locale_choice import Descriptions, Languages, lost_commands
from bot.ui.core.outbox import Outbox, Refused
from bot.ui.core.router import ROUTER, dropping_failures, without_contents
from bot.ui.core.traffic import (
    ACKNOWLEDGED_AFTER,
    ConnectionWatch,
    DrawingTurns,
    Pacer,
    PressQueue,
    RequestMetrics,
    trace_of,
)
from bot.ui.games.channels import Channels
from bot.ui.games.context import GameContext
from bot.ui.games.notifier import Notifier
from bot.ui.games.publisher import Publisher
from bot.ui.games.reviews import ReviewPoster
from bot.ui.games.scenes import warm_up_scenes
from bot.ui.games.table_screens import TableScreens
from bot.ui.games.typed_messages import answer_typed
from bot.ui.leagues.handlers import answer_old_command
from bot.ui.leagues.news_posting import NewsPoster, night_events, weekly_posts
from bot.ui.server.server_commands import daily_posts, greet, ladder_posts
from engine.cards import Suit
from engine.errors import CribbageError

_log = logging.getLogger(__name__)
_COMMANDS_NOTE = "commands"
_HEALTH_NOTE = "health"
_ANSWERS: Final = ("discord.py: ", "CommandTree-invoker")
"""How the names of the tasks begin in which discord.py answers."""

_HEARD_BY_THE_WATCH_ALONE: Final = frozenset({"socket_raw_receive", "socket_raw_send", "socket_event_type"})
"""What happens on a connection, for which nobody else has a listener."""

_RIGHTS: Final = ("permissions", "overwrites", "roles", "timed_out_until", "archived", "locked")
"""What decides where the bot may write, of roles, channels, threads and members."""

_COLLECT_AFTER: Final = (40_000, 20, 100)
"""How many new objects, and how many rounds over the younger ones, let the garbage collector begin a round."""

_DAY: Final = 86_400.0

_ENDING: Final = 2.0
"""Seconds that answers under way have to end when the bot is told to stop."""

_LEAVING: Final = 3.0
"""Seconds that Discord has to say goodbye."""

_ASKING: Final = PATIENCE + 1
"""Seconds that Discord has to answer when it is asked whether it is there; after them it counts as away."""


class _Tree(app_commands.CommandTree[Any]):
    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the language of the answer, and allow every command once, unless somebody sends far too many."""
        client = cast("CribbageClient", interaction.client)
        if client.presses.is_copy(interaction.id):
            return False
        set_language(client.languages.of_interaction(interaction))
        if client.cooldowns is not None and not await client.cooldowns.allow_interaction(interaction):
            return False
        if interaction.type is discord.InteractionType.application_command:
            TimelyResponse(interaction, client.seconds_left(interaction))
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: Exception, /) -> None:
        if isinstance(error, app_commands.CommandNotFound) and "league" in error.parents:
            # Discord's apps may offer commands of an earlier version for some time.
            try:
                await answer_old_command(interaction, error.parents)
            except CribbageError as refused:
                error = refused
            else:
                return
        await refuse(interaction, error)


class CribbageClient(discord.AutoShardedClient):
    """The Discord side of the bot. ``open_services`` is awaited once Discord has let it in.

    With ``pictures`` screens have pictures, drawn in so many ``drawing_workers`` or without any on a thread; otherwise
    everything is in text. With ``keeps_time`` it posts the tables of leagues by itself, slows down people who send too
    much, and logs what holds the event loop; otherwise somebody must call ``posting.post_due``. ``locale_path`` is
    a folder of translations that are used in place of the shipped ones, and ``language`` that of servers which can't
    choose one. With ``emojis`` it uploads emojis for the suits, and shows them. If the database fails once Discord is
    ready, the client closes itself, and ``failed`` says why.
    """

    context: GameContext

    def __init__(
        self,
        open_services: Callable[[], Awaitable[Services]],
        *,
        pictures: bool = True,
        drawing_workers: int = 0,
        keeps_time: bool = False,
        locale_path: Path | None = None,
        language: str = "",
        emojis: bool = False,
        shards: Shards | None = None,
    ) -> None:
        self._watch, self._pacer, counted = ConnectionWatch(), Pacer(), RequestMetrics()
        self.presses = PressQueue(time.monotonic)
        trace = trace_of(
            [one.request_started for one in (self._watch, self._pacer, self.presses)],
            [one.request_ended for one in (self._watch, self._pacer, counted)],
            [one.request_failed for one in (self._watch, self._pacer, counted)],
            gate=self._pacer.before_request,
        )
        own_shards: dict[str, Any] = {}
        if shards is not None:
            own_shards = {"shard_ids": list(shards.ids), "shard_count": shards.count}
        super().__init__(
            intents=INTENTS,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            enable_debug_events=True,
            http_trace=trace,
            **own_shards,
        )
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = without_contents(parsers["INTERACTION_CREATE"])
        parsers.update({event: dropping_failures(event, parse) for event, parse in parsers.items()})
        self.tree = _Tree(self, allowed_installs=INSTALLS, allowed_contexts=CONTEXTS)
        known = load_languages(FOLDER, *([locale_path] if locale_path else []))
        self.languages = Languages(known, self.get_guild, self._fetch_locale, language)
        for command in features.COMMANDS:
            self.tree.add_command(command)
        self._open_services = open_services
        languages = self.languages.known.values()
        self._renderer = Renderer(drawing_workers, languages=languages, warm_up=warm_up_scenes()) if pictures else None
        self._keeps_time = keeps_time
        self._emojis = emojis
        self._background = Background(_log, *DISCORD_FAILS)
        # Scripted players, as in the demo, send more than people can.
        self.cooldowns = Cooldowns(time.monotonic) if keeps_time else None
        self._watchdog = Watchdog()
        self._resumed = False
        self._has_resumed = False
        self._is_stopping = False
        self._created = time.monotonic()
        self.failed: CribbageError | None = None

    async def open_database(self) -> None:
        """Open the database, once: before the login, so that Discord hears of no bot that can't keep games."""
        if not hasattr(self, "_services"):
            self._services = await self._open_services()
            self._pacer.processes = self._services.count_processes

    async def check_storage(self) -> None:
        """Read and store a fact, as every move does. Raises ``StorageError`` where that fails just now."""
        await self.context.tables.count_by_status()
        await self._services.put_metadata(_HEALTH_NOTE, discord.utils.utcnow().isoformat())

    async def setup_hook(self) -> None:
        """Open the tables, and send Discord the commands if they have changed."""
        if self._keeps_time:
            self._watchdog.start()
        await self.open_database()
        services = self._services
        tables, preferences = services.tables, services.accounts.preferences
        outbox = Outbox(self, self._pacer, tables.outages)
        channels = Channels(self, outbox, tables, self.languages)
        attachments = Attachments(preferences, self._renderer, services.pool)
        if self._renderer is not None:
            self._renderer.warm()
        self.context = GameContext(
            **{one.name: getattr(services, one.name) for one in fields(Services)},
            attachments=attachments,
            languages=self.languages,
            outbox=outbox,
            publisher=Publisher(
                tables,
                channels,
                TableScreens(
                    tables,
                    attachments,
                    services.leagues.results,
                    services.achievements,
                    services.accounts.servers,
                ),
                Notifier(tables, channels, preferences, outbox, self._pacer),
                outbox,
                self._pacer,
                DrawingTurns(self.presses),
            ),
            channels=channels,
        )
        self.posting = weekly_posts(self.context)
        self.news_posting = NewsPoster(self, self.context)
        self.night_events = night_events(self, self.context)
        self.daily_posting = daily_posts(self.context)
        self.ladder_posting = ladder_posts(self.context)
        self.late_answers = LateAnswers(self.context)
        self.review_posting = ReviewPoster(self.context)
        # From here on `close` closes the database, whatever fails.
        await tables.timekeeper.recall()
        self._watch.outages, tables.timekeeper.ask_discord = tables.outages, self._ask_discord
        tables.timekeeper.look_at_channels = partial(channels.look_at_places, asks=False)
        await self.languages.recall(services.accounts.languages)
        await self.context.publisher.recall()
        tables.tell(self.context.publisher)
        tables.redraw = self.context.publisher.hear_elsewhere
        tables.show_again = self.context.publisher.redraw
        tables.forget_person = self._forget_people
        tables.resume_taken = self.context.publisher.take_over
        tables.tell(self.late_answers, "deal")
        for audience in (self.review_posting, self.context.leagues, self.context.achievements):
            tables.tell(audience, "game")
        self.context.leagues.collector.add_listener(self._in_its_league)
        await self._send_commands()
        if self._emojis:
            self._background.start("suit emojis", partial(upload_suit_emojis, self))

    @property
    def is_resumed(self) -> bool:
        """Return whether the bot has gone on with its games, and is not stopping."""
        return self._has_resumed and not self._is_stopping

    @property
    def pictures_waiting(self) -> int:
        """The number of pictures that wait to be drawn."""
        return 0 if self._renderer is None else self._renderer.waiting

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note what an event tells of the connection before anybody acts on it; once the bot stops, nobody does."""
        self._watch.hear(event, *args)
        if not self._is_stopping and event not in _HEARD_BY_THE_WATCH_ALONE:
            super().dispatch(event, *args, **kwargs)

    async def _ask_discord(self) -> None:
        """Send Discord a small request: the watch notes whether it is answered."""
        with suppress(TimeoutError, *DISCORD_FAILS):
            async with asyncio.timeout(_ASKING):
                await self.fetch_user(cast("discord.ClientUser", self.user).id)

    async def _fetch_locale(self, guild_id: int) -> str:
        """Return the locale of a server of another process; none where Discord does not tell."""
        try:
            return self.languages.locale_of(await self.fetch_guild(guild_id, with_counts=False))
        except DISCORD_FAILS as error:
            _log.info("the language of server %d is not known: %s", guild_id, error)
            return ""

    def _forget_people(self, account: int | None) -> None:
        """Drop everything in memory that may name somebody who was erased; it is read again when it is needed."""
        self.context.accounts.privacy.forget_people()
        self.context.publisher.screens.views.forget_all()
        self.languages.forget(account)

    def _in_its_league(self, _: League, result: LeagueResult) -> None:
        """Redraw a table whose league has counted its result."""
        if result.table_id is not None:
            self.context.tables.messages.forget(result.table_id, marks=True)
            self.context.publisher.redraw(result.table_id)
            self.context.tables.show_elsewhere(result.table_id)

    async def on_ready(self) -> None:
        """Resume every open game, once: Discord says ready again after each reconnection."""
        if self._resumed:
            return
        self._resumed = True
        try:
            await self._resume()
        except (StorageError, DamagedData) as error:
            self.failed = error
            await self.close()

    async def _resume(self) -> None:
        for guild in self.guilds:
            if guild.unavailable:
                self.context.tables.outages.place_lost(guild.id)
        # Before anything is shown: a game in a channel that can't be seen would move to private messages.
        playing = {guild_id for guild_id, _ in await self.context.tables.places_playing()}
        for guild_id in playing - {guild.id for guild in self.guilds}:
            await self.context.tables.timekeeper.server_removed(guild_id)
        tables = await self.context.tables.resume()
        for guild_id, channel_id in self.context.tables.outages.lost_places:
            guild_back = self.get_guild(guild_id)
            if channel_id is None and guild_back is not None and not guild_back.unavailable:
                await self.context.tables.timekeeper.place_found(guild_id)
        await self._look_at_channels()
        self.context.publisher.resume(tables)
        await self.late_answers.resume()
        await self.review_posting.resume()
        if self._keeps_time:
            self.posting.start()
            self.news_posting.start()
            self.night_events.start()
            self.daily_posting.start()
            self.ladder_posting.start()
            self._background.repeat("servers that were left", self._look_at_left_servers, _DAY, at_once=True)
        await self.context.leagues.resume()
        self.news_posting.resume()
        self.context.achievements.start()
        if self._keeps_time:
            # The servers and tables stay; the collector would stop everything to look at them again and again. What
            # comes later lives shortly, or as long as its game: the collector may be lazy.
            gc.collect()
            gc.freeze()
            gc.set_threshold(*_COLLECT_AFTER)
        self._has_resumed = True
        _log.info(
            "ready: version %s, servers: %d, tables resumed: %d, start: %.1f s",
            version(),
            len(self.guilds),
            len(tables),
            time.monotonic() - self._created,
        )

    async def _look_at_left_servers(self) -> None:
        """Remove what is stored of servers that the bot left long ago."""
        present = {guild.id for guild in self.guilds}
        for guild_id in await self.context.accounts.servers.note_left(present, discord.utils.utcnow()):
            _log.info("what was stored of server %d is removed: the bot left it long ago", guild_id)

    async def _look_at_channels(self, guild_id: int | None = None) -> None:
        """Let the games stand where the bot can't write, in one server or all, and move those whose channel is gone."""
        for channel_id in await self.context.channels.look_at_places(guild_id):
            await self.context.publisher.channel_deleted(channel_id)

    async def _rights_changed(self, before: Any, after: Any) -> None:
        """Look where the bot may write, after a change of what decides that."""
        if any(getattr(before, name, None) != getattr(after, name, None) for name in _RIGHTS):
            await self._look_at_channels(after.guild.id)

    on_guild_role_update = on_guild_channel_update = on_member_update = on_thread_update = _rights_changed

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look where the bot may write, because the role may have been its own."""
        await self._look_at_channels(role.guild.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Look whether a thread was opened again."""
        await self._look_at_channels(thread.guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server that has added the bot, or leave it again if the host has blocked it."""
        if guild.id in await self.context.accounts.servers.blocked():
            _log.warning("server %d has added the bot, which leaves again: the host has blocked it", guild.id)
            await guild.leave()
            return
        with using_language(self.languages.of_server(guild)):
            await greet(self.context, guild)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let the clocks stand in a server that Discord has lost for a while."""
        self.context.tables.outages.place_lost(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Give the clocks in a server back the time in which it was not available."""
        await self.context.tables.timekeeper.place_found(guild.id)
        await self._look_at_channels(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server that has removed the bot, and tell their players in DMs."""
        await self.context.tables.timekeeper.server_removed(guild.id)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """Move the game of a deleted thread."""
        await self.context.publisher.channel_deleted(deleted.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Move the games of a deleted channel."""
        await self.context.publisher.channel_deleted(channel.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer what was pressed or submitted, by its custom id alone: it may be older than this process."""
        # A tuple: what Discord sends as the type may have no hash.
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        response = TimelyResponse(interaction, self.seconds_left(interaction))
        try:
            if not self._keeps_time:
                if not self.presses.is_copy(interaction.id):
                    await self._answer_press(interaction)
                return
            async with self.presses.turn(interaction.id) as is_in_time:
                if is_in_time:
                    await self._answer_press(interaction)
        finally:
            response.timer.cancel()
            # It and its response know each other: parted, both are freed at once, without the garbage collector.
            with suppress(AttributeError):
                delattr(interaction, "_cs_response")

    def seconds_left(self, interaction: discord.Interaction) -> float:
        """Return the seconds until an interaction is acknowledged; where time is not real, its age says nothing."""
        return self.presses.seconds_left(interaction.id) if self._keeps_time else ACKNOWLEDGED_AFTER

    async def _answer_press(self, interaction: discord.Interaction) -> None:
        set_language(self.languages.of_interaction(interaction))
        if self.cooldowns is not None and not await self.cooldowns.allow_interaction(interaction):
            return
        try:
            await ROUTER.answer(self.context, interaction)
        except Exception as error:
            await refuse(interaction, error)
        self.context.publisher.heard_interaction(interaction)

    async def on_app_command_completion(self, interaction: discord.Interaction, _: object) -> None:
        """Go on with the games of a place where the bot is a guest."""
        self.context.publisher.heard_interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Answer what is typed to the bot, in its DMs or with a mention; ignore everything else."""
        if message.author.bot or self.user is None or self.presses.is_copy(message.id):
            return
        self.context.publisher.counts_below.add(message.channel.id)
        mention = re.compile(rf"<@!?{self.user.id}>")
        if message.guild is not None and mention.search(message.content) is None:
            return
        set_language(self.languages.of_message(message))
        if self.cooldowns is not None and not await self.cooldowns.allow_message(message):
            return
        commands = tuple(self.tree.walk_commands())
        try:
            await answer_typed(self.context, message, mention.sub(" ", message.content), commands)
        except Refused as error:
            place = describe_place(message.guild, message.channel.id, message.channel)
            _log.warning("a typed message in %s could not be answered: %s", place, error)

    async def forget_login(self) -> None:
        """Close what a login that has failed has opened, so that it can be tried again."""
        await self.http.close()
        self.http.clear()
        self.http.connector = discord.utils.MISSING

    async def close(self) -> None:
        """Let the answers under way end, stop robots and drawing, leave Discord, and close the database in any case.

        Robots and drawing stop first, because without Discord a drawing under way can only fail.
        """
        self._is_stopping = True
        self._watchdog.stop()
        await self._background.close()
        if not hasattr(self, "context"):
            try:
                # Before the login discord.py has nothing to close, and fails where it is told to.
                if isinstance(self.loop, asyncio.AbstractEventLoop):
                    await super().close()
            finally:
                if hasattr(self, "_services"):
                    await self._services.close_database()
            return
        try:
            await _end_answers()
            await self.context.outbox.background.close()
            await self.context.reviews.close()
            await self.context.tables.close()
            await self.context.leagues.close()
            await self.context.achievements.close()
            await self.context.tables.messages.store_marks()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LEAVING):
                    await super().close()
        finally:
            if self._renderer is not None:
                self._renderer.close()
            await self._services.close_database()

    async def _send_commands(self) -> None:
        """Send Discord the commands if they have changed: it limits how many it takes a day."""
        told, digest = await Descriptions(self.languages).payload(self.tree)
        now = f"{digest} {self.application_id}"
        if await self._services.read_metadata(_COMMANDS_NOTE) != now or await self._has_lost(told):
            try:
                await self.http.bulk_upsert_global_commands(cast("int", self.application_id), payload=cast("Any", told))
            except DISCORD_FAILS as error:
                _log.warning("Discord was not told of the commands, and will be at the next start: %s", error)
                return
            await self._services.put_metadata(_COMMANDS_NOTE, now)

    async def _has_lost(self, told: list[Any]) -> bool:
        """Return whether Discord lacks one of the commands that it was sent; no, where it does not tell."""
        try:
            held = await self.http.get_global_commands(cast("int", self.application_id))
        except DISCORD_FAILS as error:
            _log.warning("Discord did not tell which commands it has: %s", error)
            return False
        return bool(lost_commands(told, held))


async def _end_answers() -> None:
    """Wait a moment for the commands, presses and messages that are being answered, and cancel those that take longer.

    discord.py answers each in a task of its own, which it does not tell of.
    """
    answers = {task for task in asyncio.all_tasks() if task.get_name().startswith(_ANSWERS)}
    answers.discard(cast("asyncio.Task[Any]", asyncio.current_task()))
    if answers:
        _, late = await asyncio.wait(answers, timeout=_ENDING)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)


async def upload_suit_emojis(client: discord.Client) -> None:
    """Upload the emojis that the bot's application lacks, and use them. A failure is logged; suits stay letters."""
    try:
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        missing = {emoji_name(suit) for suit in Suit}.difference(known)
        pngs = await asyncio.to_thread(suit_emojis) if missing else {}
        for name in sorted(missing):
            known[name] = (await client.create_application_emoji(name=name, image=pngs[name])).id
    except DISCORD_FAILS as error:
        _log.info("suits are shown as letters, because Discord does not take their emojis: %s", error)
        return
    use_suit_emojis({suit: known[emoji_name(suit)] for suit in Suit})
