"""The context of every answer: the player, the table, and the reply."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final, TypeVar, cast

import discord

from bot.i18n.translation import N_, gettext
from bot.models.agreement import Status
from bot.models.errors import NoSuchTable, TableError
from bot.models.player import Player
from bot.render.scene import Scene
from bot.services import Services
from bot.tables.table import Table, closed_because
from bot.ui.core import formatting
from bot.ui.core.attachments import Attachments, PreparedScreen, ScreenBuilder
from bot.ui.core.components import TEXT, Buttons, DisplayOptions, Screen
from bot.ui.core.formatting import with_suit_emojis
from bot.ui.core.interactions import AnsweredMessage, fill_in
from bot.ui.core.locale_choice import Languages
from bot.ui.core.outbox import Outbox
from engine import presets

NOT_BEGUN: Final = N_("This game starts when everyone has accepted.")
ONLY_INVITED: Final = N_("Your game starts when everyone has accepted. Use /games to see it.")
MANY_TABLES: Final = N_("You have several games: {tables}. Choose one, or use the command in its channel.")
NO_TABLE: Final = N_("You're not in a game. Start one with /play.")

SOON: Final = 0.15
"""Seconds that a press waits for its pictures before it is acknowledged without them."""

_MOST_TEXT: Final = 2_000
PAUSED: Final[tuple[Status, ...]] = ("adjourned", "idle")
UNDER_WAY: Final[tuple[Status, ...]] = ("playing", *PAUSED)
_Ready = TypeVar("_Ready")


@dataclass(frozen=True, slots=True)
class Context(Services):
    """The context of a handler: the services, and what shows their answers."""

    attachments: Attachments
    languages: Languages
    outbox: Outbox
    _latest_presses: dict[int, object] = field(default_factory=dict, init=False, kw_only=True, compare=False)
    """The latest press that is being answered with a new screen in place of the old one, by its message."""

    async def meet(self, user: discord.abc.User) -> Player:
        """Return the player of a Discord account, under their name in this server if they are met in one."""
        player = await self.accounts.players.meet(
            user.id,
            formatting.account_name(user),
            guild_id=user.guild.id if isinstance(user, discord.Member) else None,
            server_name=formatting.server_name(user),
        )
        await self.languages.save(player)
        return player

    async def usual_preset(self, guild_id: int | None) -> str:
        usual = None if guild_id is None else (await self.accounts.servers.read(guild_id)).preset
        return usual or presets.DEFAULT

    async def find(self, interaction: discord.Interaction, table_id: str) -> Table:
        """Return the table of this id, with the names that may be shown in this server. Raises ``NoSuchTable``."""
        return (await self.tables.find(table_id)).seen_from(interaction.guild_id)

    async def table_for(
        self, interaction: discord.Interaction, player: Player, named: Table | None = None, *statuses: Status
    ) -> Table:
        """Return the game that a player means: the one that is named, the one in this channel, or their only one.

        Games in progress come before paused ones. Only games of these ``statuses`` count; without any, those that have
        begun and are not over. Raises ``NoSuchTable``, or ``TableError`` if several games may be meant.
        """
        table = await self._named_or_meant(player, interaction.channel_id, named, statuses)
        return table.seen_from(interaction.guild_id)

    async def _named_or_meant(
        self, player: Player, channel_id: int | None, named: Table | None, statuses: Sequence[Status]
    ) -> Table:
        if named is not None:
            return named if named.status in statuses else check_begun(named)
        for meant in await self._meant(player, channel_id, statuses or UNDER_WAY):
            if len(meant) > 1:
                raise TableError(gettext(MANY_TABLES, tables=", ".join(meant[:10])))
            if meant:
                return await self.tables.find(meant[0])
        invited = await self.tables.ids_of_player(player.id, "gathering")
        raise NoSuchTable(gettext(ONLY_INVITED if invited else NO_TABLE))

    async def _meant(self, player: Player, channel_id: int | None, statuses: Sequence[Status]) -> list[list[str]]:
        """Return the games that a player may mean, the likeliest first."""
        here = [] if channel_id is None else await self.tables.ids_in_channel(channel_id, *statuses)
        mine = await self.tables.ids_of_player(player.id, *statuses)
        played = await self.tables.ids_of_player(player.id, "playing")
        split = [[name for name in mine if name in played], [name for name in mine if name not in played]]
        return [*([name for name in names if name in here] for names in split), *split]

    async def answer(
        self,
        interaction: discord.Interaction,
        screen: Screen | ScreenBuilder,
        look: DisplayOptions = TEXT,
        *,
        ephemeral: bool = False,
    ) -> int:
        """Answer with a screen, and return the id of its message. A screen with pictures is given as its builder.

        An answer whose pictures take long is deferred first. One that was deferred already is filled in.
        """
        build, defer = _builder(screen), partial(interaction.response.defer, ephemeral=ephemeral, thinking=True)
        ready = self.attachments.begin(build, look)
        if not isinstance(ready, PreparedScreen):
            ready = await _soon_or_deferred(interaction, ready, defer)
        if interaction.response.is_done():
            return (await fill_in(interaction, view=ready.screen, attachments=ready.files)).id
        response = await interaction.response.send_message(view=ready.screen, files=ready.files, ephemeral=ephemeral)
        return response.message_id or 0

    async def answer_beside(
        self, interaction: discord.Interaction, build: ScreenBuilder, look: DisplayOptions
    ) -> AnsweredMessage:
        """Answer a press on a message that everyone sees with a screen that only the presser sees.

        The press is acknowledged as a change of the pressed message, so its token can edit that message from then on.
        """
        build = _builder(build)
        ready = self.attachments.begin(build, look)
        if interaction.response.is_done():
            ready = ready if isinstance(ready, PreparedScreen) else await ready
        elif isinstance(ready, PreparedScreen):
            await interaction.response.defer()
        else:
            drawing = asyncio.ensure_future(ready)
            try:
                await interaction.response.defer()
                ready = await drawing
            finally:
                drawing.cancel()
        message = await interaction.followup.send(view=ready.screen, files=ready.files, ephemeral=True, wait=True)
        return AnsweredMessage.of(interaction, message.id)

    async def answer_text(
        self,
        interaction: discord.Interaction,
        text: str,
        scene: Scene | None = None,
        buttons: Buttons | None = None,
        *,
        ephemeral: bool = False,
        instead: bool = False,
    ) -> None:
        """Answer with plain text, perhaps one picture, and buttons; or put them in place of the pressed message."""
        response, text = interaction.response, with_suit_emojis(text, _MOST_TEXT)
        nothing = None if instead else discord.utils.MISSING
        view: Any = nothing if buttons is None else buttons
        defer = response.defer if instead else partial(response.defer, ephemeral=ephemeral, thinking=True)
        files = await _soon_or_deferred(interaction, self.attachments.file_of(scene), defer)
        if response.is_done():
            await fill_in(interaction, content=text, attachments=files, view=view)
        elif instead:
            await response.edit_message(content=text, attachments=files, view=view)
        else:
            await response.send_message(text, files=files, view=view, ephemeral=ephemeral)

    async def turn(
        self, interaction: discord.Interaction, screen: Screen | ScreenBuilder, look: DisplayOptions = TEXT
    ) -> None:
        """Turn a private page; whoever presses a button under a public one gets a private page."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await self.put(interaction, screen, look)
        else:
            await self.answer(interaction, screen, look, ephemeral=True)

    async def put(
        self,
        interaction: discord.Interaction,
        screen: Screen | ScreenBuilder,
        look: DisplayOptions = TEXT,
        *,
        is_current: Callable[[], Awaitable[bool]] | None = None,
    ) -> bool:
        """Replace the screen that was pressed. A screen with pictures is given as its builder.

        If its pictures take long, the press is acknowledged first, unless it was already. Meanwhile a newer press on
        the same message may have been answered: then this screen is dropped, and the result is False. It is dropped
        too if ``is_current`` returns False once it is painted; the caller then shows the newer state.
        """
        build, press = _builder(screen), object()
        message_id = 0 if interaction.message is None else interaction.message.id
        self._latest_presses[message_id] = press
        response = interaction.response
        try:
            ready = self.attachments.begin(build, look)
            if response.is_done() or not isinstance(ready, PreparedScreen):
                if not isinstance(ready, PreparedScreen):
                    ready = await _soon_or_deferred(interaction, ready, response.defer)
                is_latest = self._latest_presses.get(message_id) is press
                if not is_latest or (is_current is not None and not await is_current()):
                    if not response.is_done():
                        await response.defer()
                    return is_latest
            if response.is_done():
                await interaction.edit_original_response(view=ready.screen, attachments=ready.files)
            else:
                await response.edit_message(view=ready.screen, attachments=ready.files)
            return True
        finally:
            if self._latest_presses.get(message_id) is press:
                del self._latest_presses[message_id]


async def _soon_or_deferred(
    interaction: discord.Interaction, preparing: Coroutine[Any, Any, _Ready], defer: Callable[[], Awaitable[object]]
) -> _Ready:
    """Return what is being prepared; if it takes longer than ``SOON``, ``defer`` the answer first.

    Discord waits 3 seconds for an answer, and a player who sees the answer at once needs no second one.
    """
    task = asyncio.ensure_future(preparing)
    try:
        if not interaction.response.is_done():
            await asyncio.wait({task}, timeout=SOON)
            if not task.done():
                await defer()
        return await task
    finally:
        task.cancel()


def _builder(screen: Screen | ScreenBuilder) -> ScreenBuilder:
    """Return a builder of a screen that builds it once for each way to show it.

    Raises ``ValueError`` for a screen whose pictures could not be left out.
    """
    if not isinstance(screen, Screen):
        return cache(screen)
    if screen.scenes:
        raise ValueError("a screen with pictures is given as the function that builds it")
    return lambda _: screen


def check_begun(table: Table) -> Table:
    """Return a table if there is a game at it to show. Raises ``TableError``."""
    match table.status:
        case "gathering" | "idle" if not table.has_begun:
            raise TableError(gettext(NOT_BEGUN))
        case "closed":
            raise TableError(closed_because(table))
        case _:
            return table


def context_of(interaction: discord.Interaction) -> Context:
    context: Context = cast("Any", interaction.client).context
    return context
