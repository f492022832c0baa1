"""The display options of a screen: with pictures or in text alone, and with which cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.render.scene import DEFAULT_STYLE, Style
from engine.ai.judge import Judgement
from engine.view import View


@dataclass(frozen=True, slots=True)
class Advice:
    """The choices of a seat, the best first, as the judge sees them; none if there is nothing to choose."""

    view: View
    choices: tuple[Judgement, ...] = ()


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """The options: pictures or none, how their cards are drawn, and whether counts are spoken in full.

    A player who is taught gets tips from ``advice``.
    """

    pictures: bool = False
    style: Style = DEFAULT_STYLE
    spoken: bool = True
    advice: Advice | None = None


@dataclass(frozen=True, slots=True)
class End:
    """The extra facts about a finished game: the names of players whose first game it was.

    ``counts`` is whether its league counts it; None until its result is kept there. ``achievements`` are what the game
    brought: each player's name and the kind.
    """

    newcomers: tuple[str, ...] = ()
    counts: bool | None = None
    achievements: tuple[tuple[str, str], ...] = ()


TEXT: Final = DisplayOptions()
"""Text alone."""
