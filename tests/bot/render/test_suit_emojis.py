"""The emojis of the suits: what Discord accepts, and readable on both of its themes."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.render.cards import suit_emojis
from tests.support.colour_vision import contrast

THEMES = ((49, 51, 56), (255, 255, 255))


def test_there_is_one_for_every_suit() -> None:
    assert sorted(suit_emojis()) == ["cribbage_clubs", "cribbage_diamonds", "cribbage_hearts", "cribbage_spades"]


@pytest.mark.parametrize("name", suit_emojis())
def test_discord_accepts_it(name: str) -> None:
    png = suit_emojis()[name]
    image = Image.open(BytesIO(png))
    assert (image.format, image.size, image.mode) == ("PNG", (128, 128), "RGBA")
    assert len(png) <= 256 * 1024
    assert image.getchannel("A").getextrema() == (0, 255)


@pytest.mark.parametrize("name", suit_emojis())
@pytest.mark.parametrize("theme", THEMES)
def test_it_is_readable_on_both_themes(name: str, theme: tuple[int, int, int]) -> None:
    """The symbol or its outline differs from the background; red is red on both."""
    image = Image.open(BytesIO(suit_emojis()[name]))
    ground = Image.new("RGBA", image.size, (*theme, 255))
    ground.alpha_composite(image)
    seen = [colour[:3] for many, colour in ground.getcolors(1 << 14) if many > 100]
    assert max(contrast(colour, theme) for colour in seen) > 2.5
    middle = ground.getpixel((64, 60))
    assert (middle[0] > 3 * middle[1]) == (name in ("cribbage_hearts", "cribbage_diamonds"))
