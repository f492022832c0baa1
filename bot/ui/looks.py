"""How a screen is to look for whoever sees it: with pictures or in text alone, and with which cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.ui.drawing.picture import Style

_USUAL: Final = Style()


@dataclass(frozen=True, slots=True)
class Look:
    """Whether there are pictures, how the cards in them are drawn, and whether counts are spoken in full."""

    pictures: bool = False
    style: Style = _USUAL
    spoken: bool = True


TEXT: Final = Look()
"""Text alone."""
