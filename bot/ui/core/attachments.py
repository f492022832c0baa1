"""The pictures of screens as attached files, drawn in the style that each player prefers."""

from __future__ import annotations

import logging
from io import BytesIO

import discord

from bot.accounts.preferences import PreferenceService
from bot.models.player import Player
from bot.render.renderer import Renderer
from bot.render.scene import Scene, Style
from bot.ui.core.components import Screen
from bot.ui.core.display_options import TEXT, DisplayOptions

_log = logging.getLogger(__name__)


class Attachments:
    """Draws the pictures of screens. Without a ``renderer`` everything is shown in text alone."""

    def __init__(self, preferences: PreferenceService, renderer: Renderer | None) -> None:
        self._preferences = preferences
        self._renderer = renderer

    @property
    def for_all(self) -> DisplayOptions:
        """The display options of a screen that everybody sees."""
        return TEXT if self._renderer is None else DisplayOptions(pictures=True)

    async def look(self, player: Player | None, table_id: str | None = None) -> DisplayOptions:
        """Return the display options of a screen that only this player sees; without a player, those for everybody.

        ``table_id`` is the table that the screen shows, if any.
        """
        if player is None:
            return self.for_all
        wishes = await self._preferences.read(player.id)
        pictures = wishes.pictures and self._renderer is not None
        style = Style(four_colours=wishes.four_colours, pips=wishes.pips)
        taught = table_id is not None and await self._preferences.is_coached(player.id, table_id)
        return DisplayOptions(pictures=pictures, style=style, spoken=wishes.spoken, taught=taught)

    async def files(self, screen: Screen) -> list[discord.File]:
        """Return the pictures of a screen; one that cannot be drawn is removed from it, and the text stays."""
        painted = [(scene, await self._painted(scene)) for scene in screen.scenes]
        for scene, png in painted:
            if png is None:
                screen.remove_picture(scene)
        return [discord.File(BytesIO(png), scene.name) for scene, png in painted if png is not None]

    async def files_of(self, scene: Scene | None) -> list[discord.File]:
        """Return one picture with its description, for a message of plain text; nothing without a scene."""
        png = None if scene is None else await self._painted(scene)
        if scene is None or png is None:
            return []
        return [discord.File(BytesIO(png), scene.name, description=scene.description)]

    async def _painted(self, scene: Scene) -> bytes | None:
        if self._renderer is None:
            return None
        try:
            return await self._renderer.png(scene)
        except Exception:
            # The game is more than its picture: what failed is noted with its whole trace, and the text stays.
            _log.exception("a picture could not be painted: %s", scene.kind)
            return None
