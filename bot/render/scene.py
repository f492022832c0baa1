"""A picture is a scene that can be painted and told: what it shows is a value, and equal values look alike."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from io import BytesIO
from typing import ClassVar, Final

from PIL import Image

from bot.i18n.translation import Language, current_language, using_language

MOST_TOLD: Final = 1_024
"""How many letters Discord takes to describe a picture."""

_OF_A_NAME: Final = range(64, 7, -4)
"""How many letters of a name are told: as many as there is room for."""

_PACKING: Final = 5
"""How hard a file is packed: harder takes longer than it saves."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a person likes cards: suits in four colours or in two, and faces with pips or with one large sign."""

    four_colours: bool = True
    pips: bool = False


USUAL: Final = Style()
"""How cards look to a person who has not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene(ABC):
    """What one picture shows. Scenes are frozen dataclasses, so that equal ones are painted once.

    A scene is painted and told in the language that was spoken when it was made, whoever asks for it later.
    """

    kind: ClassVar[str]
    """How the picture's file is called, before what tells it from others."""

    language: Language | None = field(default_factory=current_language, repr=False)

    @abstractmethod
    def paint(self) -> Image.Image:
        """The picture itself, in RGB; the same pixels for equal scenes."""

    @property
    @abstractmethod
    def palette(self) -> Image.Image:
        """The colours of its file, known before it is painted: looking for them in it would take ten times as long."""

    @abstractmethod
    def tell(self, longest: int) -> str:
        """What the picture shows, in words, with at most so many letters of every name."""

    @property
    def told(self) -> str:
        """Everything that the picture shows, in words. Where they are too many, names are shortened first."""
        with using_language(self.language):
            tellings = (self.tell(longest) for longest in _OF_A_NAME)
            fitting = next((told for told in tellings if len(told) <= MOST_TOLD), None)
            return fitting or shortened(self.tell(_OF_A_NAME[-1]), MOST_TOLD)

    @property
    def name(self) -> str:
        """The picture's file name, made of its content: known before anything is painted."""
        content = f"{self!r}{'' if self.language is None else self.language.name}"
        return f"{self.kind}-{hashlib.sha256(content.encode()).hexdigest()[:16]}.png"

    def png(self) -> bytes:
        """The picture as a PNG file."""
        out = BytesIO()
        with using_language(self.language):
            few = self.paint().quantize(palette=self.palette, dither=Image.Dither.NONE)
        few.save(out, "PNG", compress_level=_PACKING)
        return out.getvalue()


def shortened(words: str, longest: int) -> str:
    """Words of at most so many letters, the last an ellipsis if some had to go."""
    return words if len(words) <= longest else f"{words[: longest - 1].rstrip()}…"
