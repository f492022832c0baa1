"""Letters and figures are large enough on a phone, and differ enough from what they stand on."""

from __future__ import annotations

import pytest

from bot.render import lettering, shapes
from bot.render.canvas import BOARD_PALETTE, Canvas, Stamp
from bot.render.cards import SUIT_COLOURS
from bot.render.empty_board import NUMBER_COLOUR, empty_board, plank
from tests.support.colour_vision import contrast
from tests.support.golden_pictures import SCENES

PHONE = 265
"""The width in pixels at which a phone shows a picture."""

LEAST = 11
READABLE = 4.5

PICTURES = {name: scene for name, scene in SCENES.items() if scene.kind != "sheet"}


@pytest.mark.parametrize("name", PICTURES)
def test_letters_are_large_enough_on_a_phone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: set[int] = set()
    assert BOARD_PALETTE.image
    empty_board.cache_clear()
    width_of = lettering.width_of

    def record(words: str, size: int, **more) -> int:
        sizes.add(size)
        return width_of(words, size, **more)

    monkeypatch.setattr(lettering, "width_of", record)
    image = PICTURES[name].draw()
    assert min(sizes, default=99) * PHONE / image.width >= LEAST


@pytest.mark.parametrize("name", [name for name in PICTURES if PICTURES[name].kind in ("standings", "rating")])
def test_letters_differ_enough_from_what_they_stand_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contrasts: list[float] = []
    text, stamp = Canvas.text, Canvas.stamp

    def record_text(canvas: Canvas, *about, **more) -> int:
        with monkeypatch.context() as patch:
            patch.setattr(Canvas, "stamp", record)
            return text(canvas, *about, **more)

    def record(canvas: Canvas, letters: Stamp, xy: tuple[int, int]) -> None:
        box = (*xy, xy[0] + letters.width, xy[1] + letters.height)
        _, ground = max(canvas.image.crop(box).getcolors(1 << 16))
        contrasts.append(contrast(letters.face, ground))
        stamp(canvas, letters, xy)

    monkeypatch.setattr(Canvas, "text", record_text)
    PICTURES[name].draw()
    assert contrasts
    assert min(contrasts) >= READABLE


def tones(colour: shapes.Colour) -> list[shapes.Colour]:
    return [tone for _, tone in plank(shapes.WIDTH, 1000, colour).getcolors(1 << 16)]


def test_the_numbers_of_the_holes_are_readable_on_the_wood() -> None:
    assert min(contrast(NUMBER_COLOUR, tone) for tone in tones(shapes.WOOD)) >= READABLE


@pytest.mark.parametrize("ink", ["WHITE_TEXT", "GREY_TEXT", "GOLD"])
def test_text_is_readable_on_every_ground(ink: str) -> None:
    grounds = [shapes.TABLE_GREEN, shapes.TABLE_DARK_GREEN, shapes.BACKGROUND, shapes.PANEL]
    grounds += tones(shapes.WOOD_DARK)
    assert min(contrast(getattr(shapes, ink), ground) for ground in grounds) >= READABLE


def test_names_on_the_board_are_easy_to_read() -> None:
    assert min(contrast(shapes.WHITE_TEXT, tone) for tone in tones(shapes.WOOD_DARK)) > 7


def test_text_is_readable_on_gold() -> None:
    assert contrast(shapes.INK, shapes.GOLD) >= READABLE


def test_every_suit_is_readable_on_a_card() -> None:
    assert min(contrast(colour, shapes.PAPER) for colour in SUIT_COLOURS.values()) >= READABLE
