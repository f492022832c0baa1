"""Scenes: a picture is a value that can be drawn and described; equal scenes give equal pictures."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import Language, current_language, using_language
from bot.render.canvas import BOARD_PALETTE, Palette

MAX_DESCRIPTION_LENGTH: Final = 1_024
"""The longest description of a picture that Discord accepts."""

_NAME_LENGTHS: Final = range(64, 7, -4)
"""The lengths to which names are cut in a description, tried in this order until it fits."""

_LATEST: Final = 200
"""How many scenes are remembered with their names and descriptions: both are needed again when the picture is drawn."""

_COMPRESSION: Final = (3, 6)
"""The compression levels of the PNG files: level 6 takes more than twice as long for files a sixth smaller."""

_LARGE: Final = 120_000
"""The size in bytes above which a file is worth the higher level."""


@dataclass(frozen=True, slots=True)
class Style:
    """A player's choice of cards: suits in four colours or two, and pips or one large symbol."""

    four_colours: bool = False
    pips: bool = False


DEFAULT_STYLE: Final = Style()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(ABC):
    """The content of a picture. Scenes are frozen dataclasses, so equal ones are drawn once.

    A scene is drawn and described in the language that was in use when it was made.
    """

    kind: ClassVar[str]
    """The first part of the picture's file name."""

    palette: ClassVar[Palette] = BOARD_PALETTE
    language: Language | None = field(default_factory=current_language, repr=False)

    @abstractmethod
    def draw(self, palette: Palette | None = None) -> Image.Image:
        """Draw the picture in the colours of a palette, or without one in RGB; equal scenes give equal pixels."""

    @abstractmethod
    def describe(self, longest: int) -> str:
        """Describe the picture, with at most ``longest`` letters of every name."""

    @property
    def description(self) -> str:
        """The complete description of the picture; where it would be too long, names are shortened first."""
        return _description_of(self)

    @property
    def name(self) -> str:
        """The file name: a hash of the content, so it is known before the picture is drawn."""
        return _name_of(self)

    def png(self) -> bytes:
        with using_language(self.language):
            image = self.draw(self.palette)
        image.palette = self.palette.image.palette
        png = b""
        for level in _COMPRESSION:
            if not png or len(png) > _LARGE:
                out = BytesIO()
                image.save(out, "PNG", compress_level=level)
                png = out.getvalue()
        return png


@lru_cache(_LATEST)
def _description_of(scene: Scene) -> str:
    with using_language(scene.language):
        descriptions = (scene.describe(longest) for longest in _NAME_LENGTHS)
        fitting = next(
            (description for description in descriptions if len(description) <= MAX_DESCRIPTION_LENGTH), None
        )
        return fitting or shorten(scene.describe(_NAME_LENGTHS[-1]), MAX_DESCRIPTION_LENGTH)


@lru_cache(_LATEST)
def _name_of(scene: Scene) -> str:
    content = f"{scene!r}{'' if scene.language is None else scene.language.name}"
    return f"{scene.kind}-{hashlib.sha256(content.encode()).hexdigest()[:16]}.png"


def shorten(words: str, longest: int) -> str:
    """Shorten text to ``longest`` letters; the last is an ellipsis if any were cut."""
    return words if len(words) <= longest else f"{words[: longest - 1].rstrip()}…"
