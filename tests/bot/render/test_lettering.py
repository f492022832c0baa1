"""Words in pictures: shortened to their room, and standing where they should."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageDraw

from bot.render.fonts import font
from bot.render.lettering import fitted, folded, largest, text, width_of
from bot.render.shapes import CHALK, CLOTH, canvas

FOOT = "Nine games between equals say little: luck alone moves you three places."


@pytest.mark.parametrize("lacking", [-1, 1, 20, 200, 330, 360, 1000])
@pytest.mark.parametrize("bold", [True, False])
def test_words_are_shortened_to_their_room(lacking: int, *, bold: bool) -> None:
    words = "Bartholomew-Maximilian of Kent"
    within = max(width_of(words, 36, bold=bold) - lacking, 0)
    line = fitted(words, 36, within, bold=bold)
    assert width_of(line, 36, bold=bold) <= within
    if lacking < 0:
        assert line == words
        return
    kept = line.removesuffix("…")
    assert words.startswith(kept)
    assert bool(line) == (kept != line)
    assert width_of(words[: len(kept) + 1].rstrip() + "…", 36, bold=bold) >= within


def test_text_says_how_wide_it_came_out() -> None:
    image = canvas(400, 60, CLOTH)
    wide = text(ImageDraw.Draw(image), (10, 44), "Ann and Ben", 36, CHALK, bold=True)
    left, _, right, _ = ImageChops.difference(image, canvas(400, 60, CLOTH)).getbbox()
    assert abs(right - left - wide) <= 6


@pytest.mark.parametrize("anchor", ["l", "m", "r"])
@pytest.mark.parametrize("words", ["Jäg Ann", "AVATo 11", "Дмитрий Ωμέγα Zoë", "Maximilian Wolfeschlegel", ""])
@pytest.mark.parametrize("bold", [True, False])
def test_letters_kept_from_before_look_as_a_line_drawn_at_once(anchor: str, words: str, *, bold: bool) -> None:
    """Pillow sets this face letter by letter; should it ever not, everything would have to be written otherwise."""
    ours, pillows = canvas(800, 120, CLOTH), canvas(800, 120, CLOTH)
    wide = text(ImageDraw.Draw(ours), (400, 60), words, 37, CHALK, bold=bold, anchor=anchor)
    left = {"l": 400, "m": 400 - wide // 2, "r": 400 - wide}[anchor]
    ImageDraw.Draw(pillows).text((left, 60), words, fill=CHALK, font=font(37, bold=bold), anchor="ls")
    # Where letters touch, it is another one that was drawn first.
    assert max(high for _, high in ImageChops.difference(ours, pillows).getextrema()) <= 2


def test_words_are_written_as_large_as_they_fit() -> None:
    within = width_of("Ann and Ben", 36)
    assert largest("Ann and Ben", range(60, 20, -2), within) == 36
    assert largest("Ann", range(60, 20, -2), within) == 60
    assert largest("Ann and Ben " * 20, range(60, 20, -2), within) == 22


def test_a_text_is_folded_between_words() -> None:
    lines = folded(FOOT, 32, 300)
    assert " ".join(lines) == FOOT
    assert all(width_of(line, 32) <= 300 for line in lines)
    assert len(lines) > 2
