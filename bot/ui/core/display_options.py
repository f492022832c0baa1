"""How a screen is to look for whoever sees it: with pictures or in text alone, and with which cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.render.scene import DEFAULT_STYLE, Style
from engine.events import Event


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """Whether there are pictures, how the cards in them are drawn, and whether counts are spoken in full.

    Who is ``taught`` is told what to look for.
    """

    pictures: bool = False
    style: Style = DEFAULT_STYLE
    spoken: bool = True
    taught: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What is told of a game that is over besides its table: all its events, and the names of those new to the bot.

    ``counts`` is whether its league counts it; None until its result is kept there.
    """

    events: tuple[Event, ...] = ()
    newcomers: tuple[str, ...] = ()
    counts: bool | None = None


TEXT: Final = DisplayOptions()
"""Text alone."""
