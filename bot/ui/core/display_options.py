"""How screens look: with pictures or in text alone, and with which cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.render.scene import DEFAULT_STYLE, Style


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """Whether there are pictures, how the cards in them are drawn, and whether counts are spoken in full.

    A player who is ``taught`` gets tips.
    """

    pictures: bool = False
    style: Style = DEFAULT_STYLE
    spoken: bool = True
    taught: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """What is shown of a game that is over besides its table: the names of players whose first game it was.

    ``counts`` is whether its league counts it; None until its result is kept there.
    """

    newcomers: tuple[str, ...] = ()
    counts: bool | None = None


TEXT: Final = DisplayOptions()
"""Text alone."""
