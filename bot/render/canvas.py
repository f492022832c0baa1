"""Canvases: pictures in the few colours of their palette, on which colours blend as in true colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from PIL import Image, ImageDraw

from bot.render import lettering
from bot.render.shapes import CARD_FILES, GOLD, INK, LEADING, Colour, disc_mask, mix, rounded_mask

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

Box: TypeAlias = tuple[int, int, int, int]
"""The left, upper, right and lower edge; the last two are excluded."""

_EDGE_STEPS: Final = 3
"""The number of steps between the colour of a letter and that of its background."""

_BAND: Final = 64
"""The height of the parts in which a large mask is blended."""

_FINE: Final = 2
"""How many times larger a line is drawn before it is reduced."""


@dataclass(frozen=True, eq=False, slots=True)
class Palette:
    """The colours of a file, known in advance: to compute them for a picture would take ten times as long."""

    find: Callable[[], Iterable[Colour]]

    @property
    def image(self) -> Image.Image:
        return palette_image(self)

    def convert(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self.image, dither=Image.Dither.NONE)


def plot_palette(grounds: Sequence[Colour], inks: Sequence[Colour]) -> Palette:
    steps = [step / _EDGE_STEPS for step in range(1, _EDGE_STEPS + 1)]
    return Palette(
        lambda: [*grounds, *(mix(ground, ink, step) for ground in grounds for ink in inks for step in steps)]
    )


PALETTE_FILE: Final = CARD_FILES / "palette.png"
"""A pixel for each colour of boards and cards; ``tests.support.make_palette`` finds them."""


def _board_colours() -> Iterable[Colour]:
    with Image.open(PALETTE_FILE) as strip:
        parts = strip.tobytes()
    return zip(parts[::3], parts[1::3], parts[2::3], strict=True)


BOARD_PALETTE: Final = Palette(_board_colours)


@dataclass(frozen=True, eq=False, slots=True)
class Stamp:
    """A small picture or a colour with its mask, and what lies on it; do not draw on any of them."""

    face: Image.Image | Colour
    mask: Image.Image
    top: Stamp | None = None
    offset: tuple[int, int] = (0, 0)
    opaque: Box | None = None
    """A part that hides what is below it."""

    @property
    def width(self) -> int:
        return self.mask.width

    @property
    def height(self) -> int:
        return self.mask.height

    def paste(self, core: ImagingCore, xy: tuple[int, int] = (0, 0)) -> None:
        """Blend it into the core of a picture in true colours."""
        left, top = xy
        face = self.face.im if isinstance(self.face, Image.Image) else self.face
        core.paste(face, (left, top, left + self.mask.width, top + self.mask.height), self.mask.im)
        if self.top is not None:
            self.top.paste(core, (left + self.offset[0], top + self.offset[1]))


def as_stamp(image: Image.Image) -> Stamp:
    """A picture with transparent parts as a stamp with the same middle, without an empty margin."""
    width, height = image.size
    left, top, right, bottom = image.getchannel("A").getbbox() or (0, 0, width, height)
    margin = min(left, top, width - right, height - bottom)
    inner = image.crop((margin, margin, width - margin, height - margin))
    return Stamp(inner.convert("RGB"), inner.getchannel("A"))


class Canvas:
    """A picture that is drawn in a palette, or without one in true colours; edges are smooth in both."""

    def __init__(self, width: int, height: int, ground: Colour, palette: Palette | None = None) -> None:
        self.palette = palette
        self.image = Image.new("RGB", (width, height), ground)
        if palette is not None:
            self.image = Image.new("P", (width, height), _index(palette, ground))
            self.image.putpalette(palette.image.getpalette() or [])
            _drop_palette(self.image)

    @classmethod
    def of(cls, image: Image.Image, palette: Palette | None = None) -> Canvas:
        """Draw on a picture that is in the palette, or in true colours."""
        canvas = cls.__new__(cls)
        canvas.palette, canvas.image = palette, image
        return canvas

    def copy(self, more: int = 0) -> Canvas:
        """A copy to draw on, with room for ``more`` rows at the bottom."""
        return Canvas.of(self.image.crop((0, 0, self.image.width, self.image.height + more)), self.palette)

    def to(self, palette: Palette | None) -> Canvas:
        """A picture in true colours in those of a palette."""
        self.palette = palette
        if palette is not None:
            self.image = palette.convert(self.image)
            _drop_palette(self.image)
        return self

    @property
    def height(self) -> int:
        return self.image.height

    def fill(self, colour: Colour, xy: tuple[int, int], mask: Image.Image) -> None:
        """Blend a colour into the picture through a mask that is used once, band by band: most of it may be empty."""
        for top in range(0, mask.height, _BAND):
            band = mask.crop((0, top, mask.width, min(top + _BAND, mask.height)))
            if (box := band.getbbox()) is not None:
                left, upper, right, low = (side + (xy[0], xy[1] + top)[place % 2] for place, side in enumerate(box))
                with self.in_true_colours((left, upper, right, low)) as part:
                    part.image.paste(colour, (0, 0), band.crop(box))

    def cut_corners(self, radius: int, colour: Colour) -> None:
        width, height = self.image.size
        outside = rounded_mask(2 * radius, 2 * radius, radius).point([255 - part for part in range(256)])
        for left, x in ((0, 0), (radius, width - radius)):
            for top, y in ((0, 0), (radius, height - radius)):
                self.fill(colour, (x, y), outside.crop((left, top, left + radius, top + radius)))

    def stamp(self, stamp: Stamp, xy: tuple[int, int]) -> None:
        """Blend a stamp into the picture; ``xy`` is its upper left corner.

        There are so many stamps in a picture that the checks of Pillow's methods would take most of its time: what
        is called here is the core of the images.
        """
        core, palette, (x, y) = self.image.im, self.palette, xy
        if palette is None:
            stamp.paste(core, xy)
            return
        box = (x, y, x + stamp.width, y + stamp.height)
        low, high = core.crop(box).getextrema()
        if low == high:
            core.paste(_stamped(stamp, palette, low).im, box)
        elif stamp.opaque is None:
            self._blend(stamp, palette, xy, box)
        else:
            left, top, right, bottom = (side + (x, y)[place % 2] for place, side in enumerate(stamp.opaque))
            core.paste(_stamped(stamp, palette, 0).im.crop(stamp.opaque), (left, top, right, bottom))
            self._blend(stamp, palette, xy, (x, y, box[2], top))
            self._blend(stamp, palette, xy, (x, bottom, box[2], box[3]))
            self._blend(stamp, palette, xy, (x, top, left, bottom))
            self._blend(stamp, palette, xy, (right, top, box[2], bottom))

    def _blend(self, stamp: Stamp, palette: Palette, xy: tuple[int, int], box: Box) -> None:
        """Blend the part of a stamp that lies in a box into the picture in true colours."""
        if box[0] < box[2] and box[1] < box[3]:
            part = self.image.im.crop(box).convert("RGB", Image.Dither.NONE)
            stamp.paste(part, (xy[0] - box[0], xy[1] - box[1]))
            self.image.im.paste(part.convert("P", Image.Dither.NONE, palette.image.im), box)

    def stamp_around(self, stamp: Stamp, centre: tuple[float, float]) -> None:
        """Blend a stamp into the picture with its middle at ``centre``."""
        self.stamp(stamp, (round(centre[0] - stamp.width / 2), round(centre[1] - stamp.height / 2)))

    def put(self, image: Image.Image, xy: tuple[int, int]) -> None:
        """Put a picture in true colours or of the same palette over a part of this one."""
        if self.palette is not None and image.mode != "P":
            image = self.palette.convert(image)
        self.image.paste(image, xy)

    @contextmanager
    def in_true_colours(self, box: Box) -> Iterator[Canvas]:
        """Draw on a part of the picture in true colours, where many stamps lie close together."""
        part = Canvas.of(self.image.crop(box).convert("RGB"))
        yield part
        self.put(part.image, box[:2])

    def line(self, points: Sequence[float], fill: Colour, width: int) -> None:
        """Draw a line with rough edges, which is meant for level and upright ones."""
        ImageDraw.Draw(self.image).line(points, fill=self._ink(fill), width=width)

    def rectangle(self, box: Sequence[float], fill: Colour) -> None:
        """Draw a rectangle, including its right and bottom edge."""
        ImageDraw.Draw(self.image).rectangle(tuple(box), fill=self._ink(fill))

    def gold_row(self, left: int, top: int, right: int, bottom: int) -> None:
        """Draw the background of a leader's row, with a gold bar at its left; the last two edges are excluded."""
        self.rectangle((left, top, right - 1, bottom - 1), LEADING)
        self.rectangle((left, top, left + 5, bottom - 1), GOLD)

    def rounded(self, box: Box, radius: int, fill: Colour, *, outline: Colour | None = None, width: int = 2) -> None:
        """Draw a smooth rectangle with round corners; the box excludes its right and bottom edge."""
        left, top, right, bottom = box
        self.stamp(_rounded(right - left, bottom - top, radius, fill, outline, width), (left, top))

    def disc(self, centre: tuple[int, int], diameter: int, colour: Colour) -> None:
        self.stamp(_disc(diameter, colour), (centre[0] - diameter // 2, centre[1] - diameter // 2))

    def badge(self, centre: tuple[int, int], diameter: int, words: str, size: int) -> None:
        """Draw a number or a letter on a gold disc."""
        self.disc(centre, diameter, GOLD)
        self.text((centre[0], centre[1] + (size + 5) // 3), words, size, INK, bold=True, anchor="m")

    def curves(
        self, lines: Sequence[Sequence[tuple[float, float]]], colour: Colour, width: int, *, is_round: bool = True
    ) -> None:
        """Draw smooth lines through points, with round corners or none."""
        with self._smooth(lines, colour, width) as (draw, fine):
            for line in fine:
                draw.line(line, fill=255, width=width * _FINE, joint="curve" if is_round else None)

    def polygon(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        with self._smooth([points], colour, 1) as (draw, fine):
            draw.polygon(fine[0], fill=255)

    @contextmanager
    def _smooth(
        self, lines: Sequence[Sequence[tuple[float, float]]], colour: Colour, margin: int
    ) -> Iterator[tuple[ImageDraw.ImageDraw, list[list[tuple[float, float]]]]]:
        """Fill with a colour what is drawn on a mask that is larger than the picture; the lines are enlarged too."""
        points = [point for line in lines for point in line]
        left, top = (int(min(axis)) - margin for axis in zip(*points, strict=True))
        right, low = (int(max(axis)) + margin for axis in zip(*points, strict=True))
        mask = Image.new("L", ((right - left) * _FINE, (low - top) * _FINE), 0)
        yield ImageDraw.Draw(mask), [[((x - left) * _FINE, (y - top) * _FINE) for x, y in line] for line in lines]
        self.fill(colour, (left, top), mask.reduce(_FINE))

    def text(
        self,
        xy: tuple[float, float],
        words: str,
        size: int,
        colour: Colour,
        *,
        bold: bool = False,
        anchor: str = "l",
        within: float | None = None,
    ) -> int:
        """Draw text on a base line, left-aligned, centred or right-aligned, and return its width.

        ``within`` is the width to which the text is shortened.
        """
        line = lettering.drawable(words) if within is None else lettering.fit(words, size, within, bold=bold)
        width = lettering.width_of(line, size, bold=bold)
        if (written := _written(line, size, colour, bold=bold)) is not None:
            stamp, right, down = written
            left, base = round(xy[0]) - {"l": 0, "m": width // 2, "r": width}[anchor], round(xy[1])
            self.stamp(stamp, (left + right, base + down))
        return width

    def _ink(self, colour: Colour) -> Colour | int:
        return colour if self.palette is None else _index(self.palette, colour)


def _drop_palette(image: Image.Image) -> None:
    """Leave the palette to the core of a picture: Pillow would copy it with every part that is drawn on."""
    image.load()
    image.palette = None


@lru_cache(maxsize=16)
def palette_image(palette: Palette) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in dict.fromkeys(palette.find()) for part in colour])
    return image


@lru_cache(maxsize=1024)
def _index(palette: Palette, colour: Colour) -> int:
    return palette.convert(Image.new("RGB", (1, 1), colour)).tobytes()[0]


@lru_cache(maxsize=1024)
def _stamped(stamp: Stamp, palette: Palette, ground: int) -> Image.Image:
    colours = palette.image.getpalette() or []
    red, green, blue = colours[3 * ground : 3 * ground + 3]
    image = Image.new("RGB", stamp.mask.size, (red, green, blue))
    stamp.paste(image.im)
    return palette.convert(image)


@lru_cache(maxsize=256)
def _written(line: str, size: int, colour: Colour, *, bold: bool) -> tuple[Stamp, int, int] | None:
    written = lettering.text_mask(line, size, bold=bold)
    return None if written is None else (Stamp(colour, written[0]), *written[1:])


@lru_cache(maxsize=128)
def _rounded(width: int, height: int, radius: int, fill: Colour, outline: Colour | None, edge: int) -> Stamp:
    mask = rounded_mask(width, height, radius)
    if outline is None:
        return Stamp(fill, mask)
    face = Image.new("RGB", (width, height), outline)
    inner = rounded_mask(width - 2 * edge, height - 2 * edge, max(radius - edge, 0))
    face.paste(fill, (edge, edge), inner)
    return Stamp(face, mask)


@lru_cache(maxsize=64)
def _disc(diameter: int, colour: Colour) -> Stamp:
    return Stamp(colour, disc_mask(diameter))
