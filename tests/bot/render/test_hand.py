"""Hands: every card is seen and said, the starter apart, and the cards stay where they were as others are played."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops

from bot.render.cards import paint_card, spoken
from bot.render.hand import HandScene
from bot.render.scene import USUAL, Style
from bot.ui.calculator.scenes import question_scene
from engine.cards import PACK, Card, Rank
from engine.text.reader import read_question


def cards(text: str) -> tuple[Card, ...]:
    """Cards as they are written."""
    return tuple(map(Card.parse, text.split()))


def changed(one: HandScene, other: HandScene) -> tuple[int, int, int, int] | None:
    """The part of the picture in which two hands differ."""
    return ImageChops.difference(one.paint(), other.paint()).getbbox()


KEPT = HandScene(cards("5H 6S TD JC"), Card.parse("JD"), "Your hand")


def test_it_is_told_in_words() -> None:
    assert KEPT.told == (
        "Your hand: 5 of hearts, 6 of spades, 10 of diamonds, jack of clubs. Starter: jack of diamonds."
    )
    assert HandScene(()).told == "Cards: none."


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("starter", [None, Card.parse("9H")])
def test_every_card_is_to_be_seen(number: int, starter: Card | None) -> None:
    """Another card in any place changes the picture there, as broad as a card, and nowhere else."""
    hand = PACK[:number]
    scene = HandScene(hand, starter)
    assert all(spoken(card) in scene.told for card in hand)
    reached = 0
    for place in range(number):
        other = HandScene((*hand[:place], Card.parse("KS"), *hand[place + 1 :]), starter)
        left, _, right, _ = changed(scene, other) or (0, 0, 0, 0)
        assert left > reached, place
        assert 50 < right - left < 175
        reached = right
    if starter is not None:
        turned = changed(scene, HandScene(hand, Card.parse("KS")))
        assert turned is not None
        assert turned[0] - reached > 36, "the starter lies apart"


def test_nothing_moves_when_a_card_is_played() -> None:
    before = KEPT.paint()
    after = HandScene(KEPT.cards[:3], KEPT.starter, KEPT.title).paint()
    assert before.size == after.size
    left, *_ = ImageChops.difference(before, after).getbbox()
    gone, *_ = changed(KEPT, HandScene((*KEPT.cards[:3], Card.parse("KS")), KEPT.starter, KEPT.title))
    assert abs(left - gone) < 30, "only the card that is gone is missing"


@pytest.mark.parametrize("number", range(5))
def test_pictures_are_equally_high_however_many_cards_are_left(number: int) -> None:
    assert HandScene(KEPT.cards[:number], KEPT.starter).paint().size == KEPT.paint().size


def test_an_empty_hand_says_so() -> None:
    assert changed(HandScene((), KEPT.starter), HandScene((KEPT.cards[0],), KEPT.starter)) is not None
    empty = HandScene(()).paint()
    assert empty.convert("L").getextrema()[1] > 150, "there are words on the cloth"


def test_a_title_never_reaches_the_starter() -> None:
    short = HandScene(KEPT.cards, KEPT.starter, "")
    long = HandScene(KEPT.cards, KEPT.starter, "A name that goes on " * 10)
    edge = changed(short, HandScene(KEPT.cards, None, " "))
    assert edge is not None
    box = changed(short, long)
    assert box is not None
    starter = changed(short, HandScene(KEPT.cards, Card.parse("2C")))
    assert starter is not None
    assert box[2] < starter[0]


def test_the_style_is_the_one_that_the_player_likes() -> None:
    pictures = {
        HandScene(KEPT.cards, style=Style(four_colours=four, pips=pips)).paint().tobytes()
        for four in (True, False)
        for pips in (True, False)
    }
    assert len(pictures) == 4


def test_a_picture_is_of_one_width() -> None:
    sizes = {HandScene(PACK[:number], starter).paint().width for number in range(9) for starter in (None, PACK[20])}
    assert sizes == {1000}
    assert isinstance(KEPT.paint(), Image.Image)


class TestRanksAlone:
    """Cards that somebody asked about without their suits."""

    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            (
                "5 5 5 J 10",
                "Hand: 5, suit not named; 5, suit not named; 5, suit not named; jack, suit not named. "
                "Starter: 10, suit not named.",
            ),
            (
                "A 2 3 K",
                "Cards: ace, suit not named; 2, suit not named; 3, suit not named; king, suit not named.",
            ),
            (
                "4 5 6 7 8 9",
                "Cards: 4, suit not named; 5, suit not named; 6, suit not named; 7, suit not named; "
                "8, suit not named; 9, suit not named.",
            ),
            ("play 7H 7 8", "Played in this order: 7 of hearts; 7, suit not named; 8, suit not named."),
        ],
    )
    def test_they_are_drawn_and_told(self, asked: str, told: str) -> None:
        scene = question_scene(read_question(asked), USUAL)
        assert scene is not None
        assert scene.told == told

    def test_nobs_that_are_named_are_named_in_the_picture(self) -> None:
        titles = [
            question_scene(read_question(f"{what}5 5 5 J 5{nobs}"), USUAL).title
            for what in ("", "crib ")
            for nobs in ("", " with nobs")
        ]
        assert titles == ["Hand", "Hand with nobs", "Crib", "Crib with nobs"]

    def test_every_rank_looks_like_itself_and_like_no_card(self) -> None:
        looks = {HandScene((one,)).png() for one in (*Rank, *PACK)}
        assert len(looks) == 13 + 52

    @pytest.mark.parametrize(
        "style", [Style(pips=True), Style(four_colours=False), Style(four_colours=False, pips=True)]
    )
    def test_they_look_alike_in_every_style(self, style: Style) -> None:
        assert HandScene((Rank.SIX,), style=style).png() == HandScene((Rank.SIX,)).png()

    def test_they_have_no_colour(self) -> None:
        """But for the cloth around them."""
        image = paint_card(Rank.QUEEN, 240, USUAL).convert("RGB")
        assert all(max(colour) - min(colour) <= 8 for _, colour in image.getcolors(1 << 16))
