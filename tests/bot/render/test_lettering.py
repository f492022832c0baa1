"""Text in pictures: it fits its width and is in the right place."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageDraw

from bot.render.canvas import Canvas
from bot.render.lettering import fit, font, largest_size, width_of, wrap
from bot.render.shapes import TABLE_GREEN, WHITE_TEXT

FOOT = "Nine games between equals say little: luck alone moves you three places."


@pytest.mark.parametrize("lacking", [-1, 1, 20, 200, 330, 360, 1000])
@pytest.mark.parametrize("bold", [True, False])
def test_text_is_shortened_to_its_width(lacking: int, *, bold: bool) -> None:
    words = "Bartholomew-Maximilian of Kent"
    within = max(width_of(words, 36, bold=bold) - lacking, 0)
    line = fit(words, 36, within, bold=bold)
    assert width_of(line, 36, bold=bold) <= within
    if lacking < 0:
        assert line == words
        return
    kept = line.removesuffix("…")
    assert words.startswith(kept)
    assert bool(line) == (kept != line)
    assert width_of(words[: len(kept) + 1].rstrip() + "…", 36, bold=bold) >= within


def test_text_returns_its_width() -> None:
    canvas = Canvas(400, 60, TABLE_GREEN)
    wide = canvas.text((10, 44), "Ann and Ben", 36, WHITE_TEXT, bold=True)
    left, _, right, _ = ImageChops.difference(canvas.image, Canvas(400, 60, TABLE_GREEN).image).getbbox()
    assert abs(right - left - wide) <= 6


@pytest.mark.parametrize("anchor", ["l", "m", "r"])
@pytest.mark.parametrize("words", ["Jäg Ann", "AVATo 11", "Дмитрий Ωμέγα Zoë", "Maximilian Wolfeschlegel", ""])
@pytest.mark.parametrize("bold", [True, False])
def test_cached_letters_look_like_text_drawn_by_pillow(anchor: str, words: str, *, bold: bool) -> None:
    """Pillow lays this font out letter by letter, without kerning; our cached letters rely on it."""
    ours, pillows = Canvas(800, 120, TABLE_GREEN), Canvas(800, 120, TABLE_GREEN)
    wide = ours.text((400, 60), words, 37, WHITE_TEXT, bold=bold, anchor=anchor)
    left = {"l": 400, "m": 400 - wide // 2, "r": 400 - wide}[anchor]
    ImageDraw.Draw(pillows.image).text((left, 60), words, fill=WHITE_TEXT, font=font(37, bold=bold), anchor="ls")
    # Where letters touch, it is another one that was drawn first.
    assert max(high for _, high in ImageChops.difference(ours.image, pillows.image).getextrema()) <= 2


def test_the_largest_size_that_fits() -> None:
    within = width_of("Ann and Ben", 36)
    assert largest_size("Ann and Ben", range(60, 20, -2), within) == 36
    assert largest_size("Ann", range(60, 20, -2), within) == 60
    assert largest_size("Ann and Ben " * 20, range(60, 20, -2), within) == 22


def test_text_wraps_between_words() -> None:
    lines = wrap(FOOT, 32, 300)
    assert " ".join(lines) == FOOT
    assert all(width_of(line, 32) <= 300 for line in lines)
    assert len(lines) > 2
