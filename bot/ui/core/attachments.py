"""The pictures of screens as attached files, drawn in the style that each player prefers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from itertools import starmap
from typing import Any, Final, TypeAlias

import discord

from bot import metrics
from bot.accounts import PreferenceService
from bot.analysis.pool import AnalysisPool, PoolError
from bot.analysis.thinking import choices_of
from bot.models.player import Player
from bot.render.renderer import QueueFull, Renderer
from bot.render.scene import Scene, Style
from bot.tables.table import Table
from bot.ui.core.components import TEXT, Advice, DisplayOptions, Screen
from engine.ai.judge import can_judge
from engine.view import View

ScreenBuilder: TypeAlias = Callable[[DisplayOptions], Screen]
"""Builds a screen, with pictures or in text alone: without pictures the text may have to say more."""

Picture: TypeAlias = tuple[Scene, bytes]
_PATIENCE: Final = 1.0
"""How many seconds a screen waits for advice."""

ROOM_AFTER: Final = 1.0
"""Seconds between two looks at whether there is room for pictures that nobody waits for."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreparedScreen:
    """A screen that is ready to be sent, with its pictures.

    ``lacks_pictures`` is whether its reader gets text only because too many pictures are waiting or take long.
    """

    screen: Screen
    pictures: tuple[Picture, ...] = ()
    lacks_pictures: bool = False

    @property
    def files(self) -> list[discord.File]:
        """The pictures as files, new ones each time, because a file can be sent only once."""
        return list(starmap(_described_file, self.pictures))


class Attachments:
    """Draws the pictures of screens. Without a ``renderer`` everything is shown in text alone."""

    def __init__(self, preferences: PreferenceService, renderer: Renderer | None, pool: AnalysisPool) -> None:
        self._preferences = preferences
        self._renderer = renderer
        self._pool = pool
        self._turn = asyncio.Lock()

    @property
    def for_all(self) -> DisplayOptions:
        """The display options of a screen that everybody sees."""
        return TEXT if self._renderer is None else DisplayOptions(pictures=True)

    async def look(self, player: Player | None) -> DisplayOptions:
        """Return the display options of a screen that only this player sees; without a player, those for everybody."""
        if player is None:
            return self.for_all
        wishes = await self._preferences.read(player.id)
        pictures = wishes.pictures and self._renderer is not None
        style = Style(four_colours=wishes.four_colours, pips=wishes.pips)
        return DisplayOptions(pictures=pictures, style=style, spoken=wishes.spoken, aloud=not wishes.pictures)

    async def look_at_seat(self, table: Table, seat: int) -> DisplayOptions:
        """Return the display options of a table as the player in this seat sees it, with advice for who is taught."""
        player = table.seats[seat].player
        look = await self.look(player)
        if player is None or table.status != "playing" or not await self._preferences.is_coached(player.id, table.id):
            return look
        return replace(look, advice=await self._advice(table.view(seat)))

    async def _advice(self, view: View) -> Advice:
        """Return the judge's choices for a seat that has to move; none if the judge is too busy.

        The judge thinks in another process, because nobody else may wait for it.
        """
        if view.seat not in view.waiting_on or not can_judge(view):
            return Advice(view)
        try:
            choices = await asyncio.wait_for(self._pool.run_urgently(choices_of, view), _PATIENCE)
        except (PoolError, TimeoutError):
            return Advice(view)
        return Advice(view, choices)

    def begin(
        self, build: ScreenBuilder, look: DisplayOptions, *, urgent: bool = True
    ) -> PreparedScreen | Coroutine[Any, Any, PreparedScreen]:
        """Return a screen that needs no painting: its pictures are known, or nobody wants or can have any now.

        Otherwise ask for its pictures now, and return what awaits them.
        """
        if look.aloud:
            build = partial(_in_words, build)
        if not look.pictures:
            return PreparedScreen(build(look))
        if self.has_to_leave_out(look, urgent=urgent):
            return _in_text(build, look, lacks_pictures=True)
        screen = build(look)
        if (known := self._known(screen.scenes)) is not None:
            return PreparedScreen(screen, known)
        if self._renderer is None:
            return _in_text(build, look)
        return self._with_pictures(screen, self._renderer.pngs(screen.scenes, urgent=urgent), build, look)

    def has_to_leave_out(self, look: DisplayOptions, *, urgent: bool) -> bool:
        """Return whether the pictures of a screen are left out now, because too many are waiting, and count it."""
        leaves_out = look.pictures and self.is_full(urgent=urgent)
        if leaves_out:
            metrics.PICTURES_REFUSED.inc()
        return leaves_out

    def is_full(self, *, urgent: bool) -> bool:
        """Return whether pictures that are asked for now would be left out."""
        return self._renderer is not None and self._renderer.is_full(urgent=urgent)

    @asynccontextmanager
    async def in_turn(self) -> AsyncIterator[None]:
        """Let pictures be painted within an ``async with`` that nobody waits for: one at a time, once there is room."""
        async with self._turn:
            while self.is_full(urgent=False):  # noqa: ASYNC110 - the drawing processes tell nobody
                await asyncio.sleep(ROOM_AFTER)
            yield

    async def prepare_in_turn(self, build: ScreenBuilder, look: DisplayOptions) -> PreparedScreen:
        """Return a screen that nobody waits for with its pictures, once there is time for them."""
        async with self.in_turn():
            return await self.prepare(build, look, urgent=False)

    async def prepare(self, build: ScreenBuilder, look: DisplayOptions, *, urgent: bool) -> PreparedScreen:
        """Return a screen with its pictures; in text alone if they cannot be painted now.

        Pictures that a player waits for are ``urgent``, and come before those that everybody sees.
        """
        ready = self.begin(build, look, urgent=urgent)
        return ready if isinstance(ready, PreparedScreen) else await ready

    async def file_of(self, scene: Scene | None) -> list[discord.File]:
        """Return one picture for a message of plain text; none without a scene, or if it cannot be painted now."""
        if scene is None or self._renderer is None:
            return []
        try:
            pictures = await self._painted((scene,), self._renderer.pngs((scene,), urgent=True))
        except QueueFull:
            return []
        return [_described_file(*picture) for picture in pictures or ()]

    def _known(self, scenes: Sequence[Scene]) -> tuple[Picture, ...] | None:
        known = [(scene, self._renderer.cached(scene)) for scene in scenes] if self._renderer is not None else []
        pictures = tuple([(scene, png) for scene, png in known if png is not None])
        return pictures if len(pictures) == len(scenes) else None

    async def _with_pictures(
        self, screen: Screen, drawing: Awaitable[Sequence[bytes]], build: ScreenBuilder, look: DisplayOptions
    ) -> PreparedScreen:
        """Return a screen once its pictures are drawn; in text alone if they cannot be."""
        try:
            pictures = await self._painted(screen.scenes, drawing)
        except QueueFull:
            return _in_text(build, look, lacks_pictures=True)
        return _in_text(build, look) if pictures is None else PreparedScreen(screen, pictures)

    async def _painted(
        self, scenes: Sequence[Scene], drawing: Awaitable[Sequence[bytes]]
    ) -> tuple[Picture, ...] | None:
        """Return the pictures of these scenes; None if one cannot be painted. Raises ``QueueFull``."""
        try:
            pngs = await drawing
        except QueueFull:
            raise
        except Exception:
            # The game is more than its picture, so a fault in a picture is logged and the screen shown as text.
            _log.exception("a picture could not be painted: %s", ", ".join([scene.kind for scene in scenes]))
            return None
        return tuple(zip(scenes, pngs, strict=True))


def _in_words(build: ScreenBuilder, look: DisplayOptions) -> Screen:
    return build(look).in_words()


def _in_text(build: ScreenBuilder, look: DisplayOptions, *, lacks_pictures: bool = False) -> PreparedScreen:
    return PreparedScreen(build(replace(look, pictures=False)), lacks_pictures=lacks_pictures)


def _described_file(scene: Scene, png: bytes) -> discord.File:
    return discord.File(BytesIO(png), scene.name, description=scene.description)
