"""The cloth: who played what in which order, the count, the starter on the pack, and what everyone still holds."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.render.cards import felt, spoken
from bot.render.play_area import HEIGHT, PlayAreaScene, Played
from bot.render.shapes import GOLD, WIDTH
from engine.cards import PACK, Card


def played(text: str) -> tuple[Played, ...]:
    """Cards with who played them: ``Ann:5H``."""
    return tuple((name, Card.parse(card)) for name, card in (one.split(":") for one in text.split()))


def gold(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many pixels of a part of the picture are of gold."""
    return image.crop(box).tobytes().count(bytes(GOLD))


LEFT = (("Ann", 2), ("Ben", 1))
SERIES = played("Ben:7H Ann:8S Ben:9C")
SCENE = PlayAreaScene(SERIES, 24, Card.parse("JD"), LEFT, played("Ben:KH Ann:KS"))
COUNT = (0, 318, 210, HEIGHT)
OPEN = (215, 0, WIDTH, 360)


def test_it_is_told_in_words() -> None:
    assert SCENE.told == (
        "Count 24. Played in this series, the last one last: Ben 7 of hearts; Ann 8 of spades; Ben 9 of clubs. "
        "Starter on the pack: jack of diamonds, his heels. Ann holds 2. Ben holds 1. "
        "Ben played before: king of hearts. Ann played before: king of spades."
    )


def test_an_empty_series_is_told() -> None:
    assert PlayAreaScene((), 0, Card.parse("5D")).told == (
        "Count 0. No card in this series yet. Starter on the pack: 5 of diamonds."
    )


def test_two_cards_one_after_another_are_told_with_one_name() -> None:
    scene = PlayAreaScene(played("Ben:7H Ann:8S Ann:9C"), 24, None)
    assert "Ben 7 of hearts; Ann 8 of spades, 9 of clubs." in scene.told


def test_the_words_have_room_at_the_fullest_table() -> None:
    names = [f"{letter}{'w' * 31}" for letter in "ABCD"]
    cards = PACK[-16:]
    full = tuple((names[turn % 4], card) for turn, card in enumerate(cards))
    for since in range(17):
        series, earlier = full[since:], full[:since]
        left = tuple((name, 4) for name in names)
        told = PlayAreaScene(series, 31, Card.parse("JD"), left, earlier).told
        assert len(told) <= 1024
        assert all(spoken(card) in told for card in cards)


def framed(picture: Image.Image) -> tuple[int, int]:
    """From where to where the frame of gold reaches."""
    columns = [x for x in range(OPEN[0], WIDTH) if gold(picture, (x, 150, x + 1, 210))]
    return columns[0], columns[-1]


@pytest.mark.parametrize("number", range(1, 14))
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_whole_index_of_every_card_is_to_be_seen(number: int, players: int) -> None:
    """Where one card is another the picture differs; from there to the next card there is room for a ten."""
    names = ("Ann", "Ben", "Cy", "Dorothea")[:players]
    series = tuple((names[turn % players], PACK[turn]) for turn in range(number))
    picture = PlayAreaScene(series, 30, None).paint()
    assert picture.size == (WIDTH, HEIGHT)
    begins = []
    for place, (name, _) in enumerate(series):
        other = (*series[:place], (name, Card.parse("TS")), *series[place + 1 :])
        begins.append(ImageChops.difference(picture, PlayAreaScene(other, 30, None).paint()).getbbox()[0])
    first, last = framed(picture)
    across = last - first - 9
    assert 75 < across < 150
    assert all(after - before > 0.62 * across for before, after in pairwise(begins))
    assert first < begins[-1] < last


@pytest.mark.parametrize("number", range(14))
def test_nothing_reaches_over_the_margin(number: int) -> None:
    names = ("Bartholomew-Maximilian of Kent", "Γιώργος", "Щербаков", "\u5c71\u7530")
    series = tuple((names[turn % 4], PACK[-1 - turn]) for turn in range(number))
    left = tuple((name, 5) for name in names)
    picture = PlayAreaScene(series, 30, PACK[0], left, series).paint()
    margin = (WIDTH - 22, 0, WIDTH, HEIGHT)
    bottom = (0, HEIGHT - 22, WIDTH, HEIGHT)
    for part in (margin, bottom):
        assert picture.crop(part).tobytes() == felt(HEIGHT).crop(part).tobytes()


def test_who_played_a_card_is_to_be_seen() -> None:
    other = PlayAreaScene(played("Ben:7H Cy:8S Ben:9C"), 24, SCENE.starter, LEFT, SCENE.earlier)
    box = ImageChops.difference(SCENE.paint().crop(OPEN), other.paint().crop(OPEN)).getbbox()
    assert box is not None


def test_the_card_played_last_is_framed_in_gold() -> None:
    plain = PlayAreaScene((), 0, Card.parse("5D"), LEFT).paint()
    assert gold(plain, OPEN) == 0
    for series in (SERIES[:1], SERIES[:2], SERIES):
        picture = PlayAreaScene(series, 24, Card.parse("5D"), LEFT).paint()
        first, last = framed(picture)
        assert last - first < 165, "one card and no other"
        before = PlayAreaScene(series[:-1], 24, Card.parse("5D"), LEFT).paint()
        newer = ImageChops.difference(before.crop((0, 150, WIDTH, 151)), picture.crop((0, 150, WIDTH, 151))).getbbox()
        assert newer is not None
        assert abs(newer[2] - 1 - last) < 12


def test_thirty_one_is_seen_at_once() -> None:
    full = PlayAreaScene(SERIES, 31, None).paint()
    short = PlayAreaScene(SERIES, 30, None).paint()
    assert gold(full, COUNT) > 5 * gold(short, COUNT)


def test_the_pack_says_what_lies_on_it() -> None:
    label = (0, 0, 210, 64)
    starters = (None, Card.parse("JD"), Card.parse("QD"))
    pack, heels, other = (PlayAreaScene((), 0, starter).paint().crop(label) for starter in starters)
    assert gold(heels, (0, 0, *heels.size)) > 100
    assert gold(other, (0, 0, *other.size)) == 0
    letters = {image.convert("L").point(lambda light: 255 * (light > 128)).tobytes() for image in (pack, heels, other)}
    assert len(letters) == 3


def test_a_long_name_leaves_the_others_where_they_are() -> None:
    strip = (215, 360, WIDTH, HEIGHT)
    for others in ((), ("Cy",), ("Cy", "Dorothea")):
        short, long = (
            PlayAreaScene((), 0, None, tuple((name, 4) for name in (first, "Ben", *others))).paint().crop(strip)
            for first in ("Ann", "Annabelle-Persephone of Kent and Essex")
        )
        box = ImageChops.difference(short, long).getbbox()
        assert box is not None
        assert box[2] < 770 / (2 + len(others))
        assert box[3] < 60, "her cards are where they were"


def test_what_each_holds_is_to_be_seen() -> None:
    strip = (215, 360, WIDTH, HEIGHT)
    pictures = [PlayAreaScene((), 0, None, (("Ann", number), ("Ben", 4))).paint().crop(strip) for number in range(5)]
    for fewer, more in pairwise(pictures):
        box = ImageChops.difference(fewer, more).getbbox()
        assert box is not None
        assert box[2] < 400, "Ben's cards are where they were"


def test_earlier_cards_are_dimmer_than_those_that_count() -> None:
    earlier = PlayAreaScene((), 0, None, LEFT, played("Ann:AH"))
    held = PlayAreaScene((), 0, None, (("Ann", 3), ("Ben", 1)))
    box = (215, 412, 290, HEIGHT - 30)
    assert earlier.paint().crop(box).convert("L").getextrema()[1] < 190
    assert held.paint().crop(box).convert("L").getextrema()[1] > 230


def test_players_are_in_the_order_of_their_seats() -> None:
    assert SCENE.players == ("Ann", "Ben")
    assert PlayAreaScene(SERIES, 24, None).players == ("Ben", "Ann")
