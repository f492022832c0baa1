"""Golden pictures and their descriptions; ``python -m tests.support.golden_pictures`` makes them again for review."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.render.canvas import BOARD_PALETTE, Canvas, Palette
from bot.render.cards import card_width, place_card, place_pack
from bot.render.hand import HandScene, MomentScene
from bot.render.play_area import PlayAreaScene
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.render.shapes import TABLE_GREEN
from engine.cards import PACK, Card, Rank
from tests.support import board_scenes, bracket_scenes, panel_scenes, plot_scenes
from tests.support.panel_scenes import played
from tests.support.strategies import cards

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


def ranks(text: str) -> tuple[Rank, ...]:
    """Return cards without suits from their text."""
    return tuple(next(rank for rank in Rank if str(rank) == one.replace("10", "T")) for one in text.split())


SEATS = ("Bartholomew-Maximilian of Kent", "Γιώργος", "Щербаков", "\u5c71\u7530")

CARDS: dict[str, Scene] = {
    "pack-60-high": Sheet(60),
    "pack-two-colours": Sheet(140),
    "pack-pips": Sheet(140, Style(pips=True)),
    "pack-four-colours": Sheet(100, Style(four_colours=True)),
    "hand": HandScene(cards("5H 6H JD QS"), Card.parse("JH"), "Your hand"),
    "hand-six": HandScene(cards("2C 4D 7S 8H TD KC"), None, "Discard 2 cards"),
    "hand-eight": HandScene(cards("2C 4D 7S 8H TD KC AH 3S"), Card.parse("9S"), "A name as long as it can be " * 3),
    "hand-ranks": HandScene(ranks("5 5 5 J"), Rank.FIVE, "Hand"),
    "hand-ranks-six": HandScene(ranks("A 6 7 10 Q K"), style=Style(pips=True)),
    "hand-ranks-mixed": HandScene((*cards("TH 6H"), *ranks("6 Q")), Card.parse("5C"), "Hand", Style(four_colours=True)),
    "hand-empty": HandScene((), Card.parse("9S")),
    "play-area": PlayAreaScene(
        played("Ben:7H Ann:8S Ben:9C"), 24, Card.parse("5D"), (("Ann", 2), ("Ben", 1)), played("Ben:KH Ann:QS")
    ),
    "play-area-heels": PlayAreaScene((), 0, Card.parse("JC"), (("Ann", 4), ("Ben", 4))),
    "play-area-thirty-one": PlayAreaScene(
        played("Ben:AH Ann:AS Ben:2C Ann:2D Ben:3H Ann:4D Ben:TC Ann:8H"),
        31,
        Card.parse("KD"),
        (("Ann", 0), ("Ben", 0)),
    ),
    "play-area-go": PlayAreaScene(
        played("Ann:TC Ann:6D"), 16, None, (("Ann", 0), ("Ben", 3)), played("Ben:KH Ann:KS Ann:3H")
    ),
    "play-area-four": PlayAreaScene(
        tuple(zip(SEATS * 4, cards("AH AS AC AD 2H 2S 2C 2D 3H 3S 3C 3D 4H"), strict=False)),
        28,
        Card.parse("QH"),
        tuple(zip(SEATS, (0, 1, 1, 1), strict=True)),
    ),
    "play-area-pips": PlayAreaScene(
        (),
        0,
        Card.parse("TS"),
        (("Ann", 2), ("Ben", 3), ("Dorothea", 3)),
        played("Ann:TH Ben:JC Dorothea:9D Ann:5C"),
        Style(four_colours=True, pips=True),
    ),
}

MOMENTS: dict[str, Scene] = {
    "moment-discard": MomentScene("1. Deal 4", cards("AH 4D 6S 9C 4C 4H"), cards("AH 9C"), cards("6S 9C")),
    "moment-play": MomentScene(
        "2. Deal 4", cards("7C 6D 5S"), cards("5S"), cards("7C"), cards("TD 4C 2S AC 3D 2H"), Card.parse("JH")
    ),
    "moment-lead": MomentScene("3. Deal 5", cards("7C 6D 5S TH"), cards("5S"), cards("7C"), (), Card.parse("JH")),
}

BOARDS: dict[str, Scene] = board_scenes.SCENES

PANELS: dict[str, Scene] = panel_scenes.SCENES

PLOTS: dict[str, Scene] = plot_scenes.SCENES

BRACKETS: dict[str, Scene] = bracket_scenes.SCENES

SCENES: dict[str, Scene] = {**CARDS, **MOMENTS, **BOARDS, **PANELS, **PLOTS, **BRACKETS}
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
