"""The play area: the cards played and by whom, the count, the starter, and the cards each player holds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.render.cards import describe_card, empty_play_area
from bot.render.play_area import HEIGHT, PlayAreaScene, Played
from bot.render.shapes import GOLD, WIDTH
from engine.cards import PACK, Card


def played(text: str) -> tuple[Played, ...]:
    """Parse cards and their players, ``Ann:5H``."""
    return tuple((name, Card.parse(card)) for name, card in (one.split(":") for one in text.split()))


def gold(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """Count the gold pixels in a box."""
    return image.crop(box).tobytes().count(bytes(GOLD))


LEFT = (("Ann", 2), ("Ben", 1))
SERIES = played("Ben:7H Ann:8S Ben:9C")
SCENE = PlayAreaScene(SERIES, 24, Card.parse("JD"), LEFT, played("Ben:KH Ann:KS"))
COUNT = (0, 318, 210, HEIGHT)
OPEN = (215, 0, WIDTH, 360)


def test_the_description() -> None:
    assert SCENE.description == (
        "Count 24. Played in this count, in order: Ben 7 of hearts; Ann 8 of spades; Ben 9 of clubs. "
        "Starter: jack of diamonds, his heels. Ann holds 2. Ben holds 1. "
        "Earlier, Ben played: king of hearts. Earlier, Ann played: king of spades."
    )


def test_the_description_of_an_empty_series() -> None:
    assert PlayAreaScene((), 0, Card.parse("5D")).description == (
        "Count 0. No card in this count yet. Starter: 5 of diamonds."
    )


def test_the_description_names_a_player_once_for_cards_in_a_row() -> None:
    scene = PlayAreaScene(played("Ben:7H Ann:8S Ann:9C"), 24, None)
    assert "Ben 7 of hearts; Ann 8 of spades, 9 of clubs." in scene.description


def test_the_description_of_the_fullest_table_fits() -> None:
    names = [f"{letter}{'w' * 31}" for letter in "ABCD"]
    cards = PACK[-16:]
    full = tuple((names[turn % 4], card) for turn, card in enumerate(cards))
    for since in range(17):
        series, earlier = full[since:], full[:since]
        left = tuple((name, 4) for name in names)
        description = PlayAreaScene(series, 31, Card.parse("JD"), left, earlier).description
        assert len(description) <= 1024
        assert all(describe_card(card) in description for card in cards)


def framed(picture: Image.Image) -> tuple[int, int]:
    """The left and right ends of the gold frame."""
    columns = [x for x in range(OPEN[0], WIDTH) if gold(picture, (x, 150, x + 1, 210))]
    return columns[0], columns[-1]


@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_index_of_every_card_is_visible(number: int, players: int) -> None:
    """Replacing a card changes the picture from its left edge on, and the next card begins after a ten's index."""
    names = ("Ann", "Ben", "Cy", "Dorothea")[:players]
    series = tuple((names[turn % players], PACK[turn]) for turn in range(number))
    picture = PlayAreaScene(series, 30, None).draw()
    assert picture.size == (WIDTH, HEIGHT)
    begins = []
    for place, (name, _) in enumerate(series):
        other = (*series[:place], (name, Card.parse("TS")), *series[place + 1 :])
        begins.append(ImageChops.difference(picture, PlayAreaScene(other, 30, None).draw()).getbbox()[0])
    first, last = framed(picture)
    across = last - first - 9
    assert 75 < across < 150
    assert all(after - before > 0.62 * across for before, after in pairwise(begins))
    assert first < begins[-1] < last


@pytest.mark.parametrize("number", range(14))
def test_the_margin_stays_empty(number: int) -> None:
    names = ("Bartholomew-Maximilian of Kent", "Γιώργος", "Щербаков", "\u5c71\u7530")
    series = tuple((names[turn % 4], PACK[-1 - turn]) for turn in range(number))
    left = tuple((name, 5) for name in names)
    picture = PlayAreaScene(series, 30, PACK[0], left, series).draw()
    margin = (WIDTH - 22, 0, WIDTH, HEIGHT)
    bottom = (0, HEIGHT - 22, WIDTH, HEIGHT)
    for part in (margin, bottom):
        assert picture.crop(part).tobytes() == empty_play_area(HEIGHT).crop(part).tobytes()


def test_the_player_of_each_card_is_visible() -> None:
    other = PlayAreaScene(played("Ben:7H Cy:8S Ben:9C"), 24, SCENE.starter, LEFT, SCENE.earlier)
    box = ImageChops.difference(SCENE.draw().crop(OPEN), other.draw().crop(OPEN)).getbbox()
    assert box is not None


def test_the_last_card_has_a_gold_frame() -> None:
    plain = PlayAreaScene((), 0, Card.parse("5D"), LEFT).draw()
    assert gold(plain, OPEN) == 0
    for series in (SERIES[:1], SERIES[:2], SERIES):
        picture = PlayAreaScene(series, 24, Card.parse("5D"), LEFT).draw()
        first, last = framed(picture)
        assert last - first < 165, "one card and no other"
        before = PlayAreaScene(series[:-1], 24, Card.parse("5D"), LEFT).draw()
        newer = ImageChops.difference(before.crop((0, 150, WIDTH, 151)), picture.crop((0, 150, WIDTH, 151))).getbbox()
        assert newer is not None
        assert abs(newer[2] - 1 - last) < 12


def test_31_is_gold() -> None:
    full = PlayAreaScene(SERIES, 31, None).draw()
    short = PlayAreaScene(SERIES, 30, None).draw()
    assert gold(full, COUNT) > 5 * gold(short, COUNT)


def test_the_label_of_the_pack() -> None:
    label = (0, 0, 210, 64)
    starters = (None, Card.parse("JD"), Card.parse("QD"))
    pack, heels, other = (PlayAreaScene((), 0, starter).draw().crop(label) for starter in starters)
    assert gold(heels, (0, 0, *heels.size)) > 100
    assert gold(other, (0, 0, *other.size)) == 0
    letters = {image.convert("L").point(lambda light: 255 * (light > 128)).tobytes() for image in (pack, heels, other)}
    assert len(letters) == 3


def test_a_long_name_does_not_move_the_others() -> None:
    strip = (215, 360, WIDTH, HEIGHT)
    for others in ((), ("Cy",), ("Cy", "Dorothea")):
        short, long = (
            PlayAreaScene((), 0, None, tuple((name, 4) for name in (first, "Ben", *others))).draw().crop(strip)
            for first in ("Ann", "Annabelle-Persephone of Kent and Essex")
        )
        box = ImageChops.difference(short, long).getbbox()
        assert box is not None
        assert box[2] < 770 / (2 + len(others))
        assert box[3] < 60, "Ann's cards are where they were"


def test_the_number_of_cards_held_is_visible() -> None:
    strip = (215, 360, WIDTH, HEIGHT)
    pictures = [PlayAreaScene((), 0, None, (("Ann", number), ("Ben", 4))).draw().crop(strip) for number in range(5)]
    for fewer, more in pairwise(pictures):
        box = ImageChops.difference(fewer, more).getbbox()
        assert box is not None
        assert box[2] < 400, "Ben's cards are where they were"


def test_earlier_cards_are_dimmed() -> None:
    earlier = PlayAreaScene((), 0, None, LEFT, played("Ann:AH"))
    held = PlayAreaScene((), 0, None, (("Ann", 3), ("Ben", 1)))
    box = (215, 412, 290, HEIGHT - 30)
    assert earlier.draw().crop(box).convert("L").getextrema()[1] < 190
    assert held.draw().crop(box).convert("L").getextrema()[1] > 230


def test_players_are_in_seat_order() -> None:
    assert SCENE.players == ("Ann", "Ben")
    assert PlayAreaScene(SERIES, 24, None).players == ("Ben", "Ann")
