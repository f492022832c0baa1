"""The show: every combination is marked below its own cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.render.shapes import GOLD
from bot.render.show import Combination, ShowScene
from tests.support.panel_scenes import BEN, NOTHING, SCENES, cards


def test_the_description_says_the_cards_and_the_count() -> None:
    assert ShowScene((BEN,)).description == (
        "Ben's hand: 5 of hearts, 5 of spades, jack of diamonds, 6 of spades. Starter: 5 of clubs. "
        "15 2, 15 4, 15 6, 15 8, pair royal 14. 14 points. said 12, really 14."
    )
    assert ShowScene((NOTHING,)).description.endswith("Starter: 8 of clubs. 0 points.")


@pytest.mark.parametrize("points", [0, 8, 29])
@pytest.mark.parametrize("hand", [BEN, NOTHING])
def test_of_a_count_that_may_be_wrong_nothing_is_said_but_the_number(hand, points) -> None:
    """The same cards look and read the same whatever they are worth; only a hand worth 0 is called nothing."""
    unproved = replace(hand, combinations=None, points=points, note="")
    assert ShowScene((unproved,)).description.endswith(f"of clubs. {points} points.")
    nothing = ShowScene((replace(unproved, combinations=()),)).draw()
    assert ImageChops.difference(ShowScene((unproved,)).draw(), nothing).getbbox() is not None


def test_the_description_of_four_full_hands_names_every_card() -> None:
    scene = ShowScene(tuple(replace(SCENES["show-29"].hands[0], title=f"{name} " * 9) for name in "ABCD"))
    assert len(scene.description) <= 1024
    assert scene.description.count("29 points") == 4


@pytest.mark.parametrize("hands", [(BEN,), (BEN, NOTHING), (BEN, NOTHING, BEN, NOTHING)])
def test_a_combination_is_marked_below_its_cards(hands) -> None:
    """With one card more in a combination, one more plate is gold."""
    lane = Combination("15", cards("5H 5S"), 2)
    pair = ShowScene((replace(BEN, combinations=(lane,)), *hands[1:]))
    more = ShowScene((replace(BEN, combinations=(replace(lane, cards=cards("5H 5S 6S")),)), *hands[1:]))
    one, other = pair.draw(), more.draw()
    left, top, right, bottom = ImageChops.difference(one, other).getbbox()
    box = (left, top, right, bottom)
    marked = [_gold(image.crop(box)) for image in (one, other)]
    assert marked[1] > marked[0] + 1000
    assert left > 400, "the first two cards are marked as before"
    assert bottom - top < 60


def _gold(image: Image.Image) -> int:
    """Return how many pixels are gold."""
    return next((many for many, colour in image.getcolors(1 << 16) if colour == GOLD), 0)


def test_every_combination_has_a_lane() -> None:
    heights = [ShowScene((replace(BEN, combinations=BEN.combinations[:number]),)).draw().height for number in range(6)]
    assert {after - before for before, after in pairwise(heights)} == {58}


def test_a_wide_label_leaves_room_for_plates() -> None:
    image = SCENES["show-wide-labels"].draw()
    assert image.width == 1000


def test_four_hands_fit_one_picture() -> None:
    scene = ShowScene((BEN, NOTHING, BEN, BEN))
    assert scene.draw().height <= 1800
    assert len(scene.png()) <= 100_000
