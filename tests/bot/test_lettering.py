"""Words in pictures: names in letters that can be drawn, shortened to their room, and standing where they should."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageDraw

from bot.ui.drawing.lettering import drawable, fitted, folded, font, largest, text, width_of
from bot.ui.drawing.paint import CHALK, CLOTH, canvas

FOOT = "Nine games between equals say little: luck alone moves you three places."


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ann", "Ann"),
        ("Γιώργος Щербаков", "Γιώργος Щербаков"),
        ("Nguyễn Đặng Łukasz Ünlü", "Nguyễn Đặng Łukasz Ünlü"),
        ("e\u0323\u0302ta", "ệta"),
        ("\U0001d4d0\U0001d4f7\U0001d4f7", "Ann"),
        ("\uff42\uff45\uff4e", "ben"),
        ("Ann \N{PARTY POPPER}", "Ann"),
        ("  Ann\n\tBen  ", "Ann Ben"),
        ("a\u200bb\u202ec", "abc"),
        ("\u5c71\u7530", "▯▯"),
        ("\N{PARTY POPPER}\N{PARTY POPPER}", "▯"),
        ("", ""),
    ],
)
def test_a_name_is_drawn_in_letters_that_the_face_holds(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_the_face_holds_the_letters_of_europe() -> None:
    ranges = ((0x20, 0x7F), (0xA1, 0x180), (0x388, 0x3CF), (0x400, 0x460), (0x1EA0, 0x1EFA))
    letters = [chr(code) for low, high in ranges for code in range(low, high) if chr(code).isalpha()]
    assert [letter for letter in letters if drawable(letter) != letter] == []
    for bold in (False, True):
        box = bytes(font(24, bold=bold).getmask("\uffff"))
        assert [letter for letter in letters if bytes(font(24, bold=bold).getmask(letter)) == box] == []


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
