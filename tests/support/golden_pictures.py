"""Golden pictures and their descriptions; ``python -m tests.support.golden_pictures`` makes them again for review."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.render.canvas import BOARD_PALETTE, Canvas, Palette
from bot.render.cards import card_width, place_card, place_pack
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.render.shapes import TABLE_GREEN
from engine.cards import PACK, Card
from tests.support import board_scenes, plot_scenes
from tests.support.scene_files import scenes_beside

GOLDEN = Path(__file__).parents[1] / "bot" / "render" / "golden"

DESCRIPTIONS = GOLDEN / "descriptions.txt"


@dataclass(frozen=True, slots=True)
class Sheet(Scene):
    """The whole pack side by side, with a back, a dimmed card, and the pack with a jack and without a card."""

    height: int
    style: Style = DEFAULT_STYLE

    kind = "sheet"
    palette = BOARD_PALETTE

    def describe(self, longest: int) -> str:
        return "All fifty-two cards."

    def draw(self, palette: Palette | None = None) -> Image.Image:
        down, along = self.height + 8, card_width(self.height) + 8
        canvas = Canvas(along * 14 + 8, down * 4 + 8, TABLE_GREEN, palette)
        for place, card in enumerate(PACK):
            at = (8 + along * (place // 4), 8 + down * (place % 4))
            place_card(canvas, card, self.height, self.style, at)
        left = 8 + along * 13
        place_card(canvas, None, self.height, self.style, (left, 8))
        place_card(canvas, Card.parse("5H"), self.height, self.style, (left, 8 + down), dimmed=True)
        place_pack(canvas, Card.parse("JH"), self.height, self.style, (left, 8 + 2 * down))
        place_pack(canvas, None, self.height, self.style, (left, 8 + 3 * down))
        return canvas.image


SCENES: dict[str, Scene] = {
    "pack-60-high": Sheet(60),
    "pack-two-colours": Sheet(140),
    "pack-pips": Sheet(140, Style(pips=True)),
    "pack-four-colours": Sheet(100, Style(four_colours=True)),
    **scenes_beside(__file__),
    **board_scenes.SCENES,
    **plot_scenes.SCENES,
}
"""Every golden picture by the name of its file."""


def pixels(png: bytes) -> tuple[tuple[int, int], bytes]:
    """Return the pixels of a PNG file, however it was compressed."""
    with Image.open(BytesIO(png)) as image:
        return image.size, image.convert("RGB").tobytes()


def described(name: str) -> str:
    """Return the line of a picture in the file of descriptions."""
    return f"{name}: {SCENES[name].description}"


def main(names: list[str]) -> int:
    """Draw these pictures, or all of them, delete files of pictures that are gone, and write all descriptions."""
    GOLDEN.mkdir(exist_ok=True)
    DESCRIPTIONS.write_text("\n".join(map(described, SCENES)) + "\n", encoding="utf-8")
    for name in names or SCENES:
        png = SCENES[name].png()
        file = GOLDEN / f"{name}.png"
        known = file.read_bytes() if file.exists() else b""
        if not known or pixels(known) != pixels(png):
            file.write_bytes(png)
            print(f"{file}: {len(png)} bytes; look at it")
    for file in GOLDEN.glob("*.png"):
        if file.stem not in SCENES:
            file.unlink()
            print(f"{file}: gone")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
