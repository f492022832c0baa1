"""A picture is a scene that can be painted and told: what it shows is a value, and equal values look alike."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from io import BytesIO
from typing import ClassVar, Final

from PIL import Image

_COLOURS: Final = 256


@dataclass(frozen=True, slots=True)
class Style:
    """How a person likes cards: suits in four colours or in two, and faces with pips or with one large sign."""

    four_colours: bool = True
    pips: bool = False


class Scene(ABC):
    """What one picture shows. Scenes are frozen dataclasses, so that equal ones are painted once."""

    __slots__ = ()

    kind: ClassVar[str]
    """How the picture's file is called, before what tells it from others."""

    @abstractmethod
    def paint(self) -> Image.Image:
        """The picture itself, in RGB; the same pixels for equal scenes."""

    @property
    @abstractmethod
    def told(self) -> str:
        """Everything that the picture shows, in words, in at most 1,024 letters."""

    @property
    def name(self) -> str:
        """The picture's file name, made of its content: known before anything is painted."""
        return f"{self.kind}-{hashlib.sha256(repr(self).encode()).hexdigest()[:16]}.png"

    def png(self) -> bytes:
        """The picture as a PNG file of at most 256 colours."""
        out = BytesIO()
        self.paint().quantize(_COLOURS, dither=Image.Dither.NONE).save(out, "PNG")
        return out.getvalue()
