"""Pictures of hands: every card is visible and described, and cards stay in place as others are played."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.render.cards import describe_card, draw_card
from bot.render.hand import HandScene
from bot.render.scene import DEFAULT_STYLE, Style
from bot.ui.calculator.scenes import question_scene
from engine.cards import PACK, Card, Rank
from engine.text.reader import read_question


def cards(text: str) -> tuple[Card, ...]:
    """Parse cards, ``5H JD``."""
    return tuple(map(Card.parse, text.split()))


def changed(one: HandScene, other: HandScene) -> tuple[int, int, int, int] | None:
    """The box in which the pictures of two hands differ."""
    return ImageChops.difference(one.draw(), other.draw()).getbbox()


HAND = HandScene(cards("5H 6S TD JC"), Card.parse("JD"), "Your hand")


def test_the_description() -> None:
    assert HAND.description == (
        "Your hand: 5 of hearts, 6 of spades, 10 of diamonds, jack of clubs. Starter: jack of diamonds."
    )
    assert HandScene(()).description == "Cards: none."


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("starter", [None, Card.parse("9H")])
def test_every_card_is_visible(number: int, starter: Card | None) -> None:
    """Replacing one card changes one card's width of the picture and nothing else."""
    hand = PACK[:number]
    scene = HandScene(hand, starter)
    assert all(describe_card(card) in scene.description for card in hand)
    reached = 0
    for place in range(number):
        other = HandScene((*hand[:place], Card.parse("KS"), *hand[place + 1 :]), starter)
        left, _, right, _ = changed(scene, other) or (0, 0, 0, 0)
        assert left > reached, place
        assert 40 < right - left < 175
        reached = right
    if starter is not None:
        turned = changed(scene, HandScene(hand, Card.parse("KS")))
        assert turned is not None
        assert turned[0] - reached > 36, "the starter lies apart"


def test_the_other_cards_stay_in_place_when_one_is_played() -> None:
    before = HAND.draw()
    after = HandScene(HAND.cards[:3], HAND.starter, HAND.title).draw()
    assert before.size == after.size
    left, *_ = ImageChops.difference(before, after).getbbox()
    gone, *_ = changed(HAND, HandScene((*HAND.cards[:3], Card.parse("KS")), HAND.starter, HAND.title))
    assert abs(left - gone) < 30, "only the card that is gone is missing"


@pytest.mark.parametrize("number", range(5))
def test_the_size_does_not_depend_on_the_number_of_cards(number: int) -> None:
    assert HandScene(HAND.cards[:number], HAND.starter).draw().size == HAND.draw().size


def test_an_empty_hand_has_words() -> None:
    assert changed(HandScene((), HAND.starter), HandScene((HAND.cards[0],), HAND.starter)) is not None
    empty = HandScene(()).draw()
    assert empty.convert("L").getextrema()[1] > 150, "there are words on the table"


def test_a_title_ends_before_the_starter() -> None:
    short = HandScene(HAND.cards, HAND.starter, "")
    long = HandScene(HAND.cards, HAND.starter, "A name that goes on " * 10)
    edge = changed(short, HandScene(HAND.cards, None, " "))
    assert edge is not None
    box = changed(short, long)
    assert box is not None
    starter = changed(short, HandScene(HAND.cards, Card.parse("2C")))
    assert starter is not None
    assert box[2] < starter[0]


def test_every_style_looks_different() -> None:
    pictures = {
        HandScene(HAND.cards, style=Style(four_colours=four, pips=pips)).draw().tobytes()
        for four in (True, False)
        for pips in (True, False)
    }
    assert len(pictures) == 4


def test_every_picture_is_1000_pixels_wide() -> None:
    sizes = {HandScene(PACK[:number], starter).draw().width for number in range(9) for starter in (None, PACK[20])}
    assert sizes == {1000}
    assert isinstance(HAND.draw(), Image.Image)


class TestRanksAlone:
    """Cards that were typed without their suits."""

    @pytest.mark.parametrize(
        ("question", "description"),
        [
            (
                "5 5 5 J 10",
                "Hand: 5, no suit; 5, no suit; 5, no suit; jack, no suit. Starter: 10, no suit.",
            ),
            (
                "A 2 3 K",
                "Cards: ace, no suit; 2, no suit; 3, no suit; king, no suit.",
            ),
            (
                "4 5 6 7 8 9",
                "Cards: 4, no suit; 5, no suit; 6, no suit; 7, no suit; 8, no suit; 9, no suit.",
            ),
            ("play 7H 7 8", "Played in this order: 7 of hearts; 7, no suit; 8, no suit."),
        ],
    )
    def test_their_description(self, question: str, description: str) -> None:
        scene = question_scene(read_question(question), DEFAULT_STYLE)
        assert scene is not None
        assert scene.description == description

    def test_the_title_names_nobs(self) -> None:
        titles = [
            question_scene(read_question(f"{what}5 5 5 J 5{nobs}"), DEFAULT_STYLE).title
            for what in ("", "crib ")
            for nobs in ("", " with nobs")
        ]
        assert titles == ["Hand", "Hand with nobs", "Crib", "Crib with nobs"]

    def test_every_rank_looks_different(self) -> None:
        looks = {HandScene((one,)).png() for one in (*Rank, *PACK)}
        assert len(looks) == 13 + 52

    @pytest.mark.parametrize(
        "style", [Style(pips=True), Style(four_colours=False), Style(four_colours=False, pips=True)]
    )
    def test_they_look_the_same_in_every_style(self, style: Style) -> None:
        assert HandScene((Rank.SIX,), style=style).png() == HandScene((Rank.SIX,)).png()

    def test_they_have_no_colour(self) -> None:
        """The card itself is grey; only the table around it has a colour."""
        image = draw_card(Rank.QUEEN, 240, DEFAULT_STYLE).convert("RGB")
        assert all(max(colour) - min(colour) <= 8 for _, colour in image.getcolors(1 << 16))
