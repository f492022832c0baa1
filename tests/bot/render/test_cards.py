"""Cards, hands, the play area, panels and shows: what holds for every scene, besides the golden pictures."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.models.player import Preferences
from bot.render import cards
from bot.render.cards import (
    SUIT_COLOURS,
    describe_card,
    describe_cards,
    draw_card,
    place_card,
    place_pack,
    play_area,
    suit_colour,
)
from bot.render.scene import DEFAULT_STYLE, Scene, Style
from bot.render.shapes import GOLD, WIDTH
from bot.render.show import HEIGHT, CountedHand, HandScene, PlayAreaScene, ShowScene
from bot.ui.calculator.handlers import question_scene
from engine.cards import PACK, Card, Suit
from engine.text.question_reader import read_question
from tests.support.colour_vision import EYES, apart, contrast
from tests.support.depth import sampled
from tests.support.golden_pictures import SCENES


def parse(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


STYLES = [Style(four_colours=four, pips=pips) for four, pips in product((True, False), repeat=2)]
PHONE = 60

_each_style = pytest.mark.parametrize("style", STYLES)


def _difference(one: Image.Image, other: Image.Image) -> float:
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean) / 3


def _index(card: Card, style: Style) -> Image.Image:
    """The corner with the rank and the suit, at the size on a phone."""
    face = draw_card(card, PHONE, style).face
    return face.crop((0, 0, face.width * 7 // 10, face.height * 6 // 10))


@_each_style
def test_every_corner_is_different_at_60_pixels(style: Style) -> None:
    corners = {card: _index(card, style) for card in PACK}
    nearest = min(combinations(PACK, 2), key=lambda pair: _difference(corners[pair[0]], corners[pair[1]]))
    assert _difference(*(corners[card] for card in nearest)) > 1.3, nearest


@pytest.mark.parametrize("eyes", EYES)
def test_four_colours_differ_for_colour_blind_people_too(eyes: str) -> None:
    for one, other in combinations(SUIT_COLOURS.values(), 2):
        assert apart(one, other, eyes) > 20, (one, other)


def test_two_colours_are_red_and_black() -> None:
    colours = {suit: suit_colour(suit, four_colours=False) for suit in Suit}
    assert colours[Suit.HEARTS] == colours[Suit.DIAMONDS] == SUIT_COLOURS[Suit.HEARTS]
    assert colours[Suit.CLUBS] == colours[Suit.SPADES] == SUIT_COLOURS[Suit.SPADES]


def test_four_colours_are_for_those_who_chose_them() -> None:
    assert Preferences().four_colours is DEFAULT_STYLE.four_colours is False


@_each_style
def test_a_dimmed_card_is_readable_and_clearly_darker(style: Style) -> None:
    bright, dim = (draw_card(Card.parse("5H"), 98, style, dimmed=dimmed).face for dimmed in (False, True))
    paper = (bright.width - 6, bright.height // 3)
    assert contrast(dim.getpixel(paper), bright.getpixel(paper)) > 2
    reds = [colour for _, colour in dim.getcolors(9999) if colour[0] > 3 * colour[1]]
    assert max(contrast(dim.getpixel(paper), red) for red in reds) > 3


def test_placing_a_card_does_not_change_the_cached_picture() -> None:
    card = draw_card(Card.parse("JH"), 120, Style())
    before = card.face.tobytes()
    table = play_area(300)
    place_card(table, Card.parse("JH"), 120, Style(), (40, 40))
    place_pack(table, Card.parse("JH"), 120, Style(), (300, 40))
    assert draw_card(Card.parse("JH"), 120, Style()).face.tobytes() == before
    assert play_area(300).image.tobytes() != table.image.tobytes()


def test_cards_drawn_in_threads_look_the_same() -> None:
    def faces() -> list[bytes]:
        cards._drawn_card.cache_clear()
        with ThreadPoolExecutor(4) as threads:
            return list(threads.map(lambda card: draw_card(card, 62, Style()).face.tobytes(), PACK))

    cards._drawn_card.cache_clear()
    one_by_one = [draw_card(card, 62, Style()).face.tobytes() for card in PACK]
    assert [faces() for _ in range(3)] == [one_by_one] * 3


def test_cards_in_words() -> None:
    assert describe_cards(()) == "none"
    assert len({describe_card(card) for card in PACK}) == 52


def changed(one: Scene, other: Scene) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one.draw(), other.draw()).getbbox()


HAND = HandScene(parse("5H 6S TD JC"), Card.parse("JD"), "Your hand")


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("starter", [None, Card.parse("9H")])
def test_every_card_of_a_hand_is_visible(number: int, starter: Card | None) -> None:
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


@pytest.mark.parametrize(
    ("question", "title", "description"),
    [
        ("5 5 5 J 5", "Hand", "Hand: 5, no suit; 5, no suit; 5, no suit; jack, no suit. Starter: 5, no suit."),
        ("5 5 5 J 5 with nobs", "Hand with nobs", None),
        ("crib 5 5 5 J 5", "Crib", None),
        ("crib 5 5 5 J 5 with nobs", "Crib with nobs", None),
        ("A 2 3 K", None, "Cards: ace, no suit; 2, no suit; 3, no suit; king, no suit."),
        ("play 7H 7 8", None, "Played in this order: 7 of hearts; 7, no suit; 8, no suit."),
    ],
)
def test_a_question_with_ranks_alone(question: str, title: str | None, description: str | None) -> None:
    scene = question_scene(read_question(question), DEFAULT_STYLE)
    assert scene is not None
    assert title in (None, scene.title)
    assert description in (None, scene.description)


def test_the_description_of_the_fullest_table_fits() -> None:
    names = [f"{letter}{'w' * 31}" for letter in "ABCD"]
    full = tuple((names[turn % 4], card) for turn, card in enumerate(PACK[-16:]))
    for since in range(17):
        series, earlier = full[since:], full[:since]
        left = tuple((name, 4) for name in names)
        description = PlayAreaScene(series, 31, Card.parse("JD"), left, earlier).description
        assert len(description) <= 1024
        assert all(describe_card(card) in description for card in PACK[-16:])


def framed(picture: Image.Image) -> tuple[int, int]:
    columns = [x for x in range(215, WIDTH) if bytes(GOLD) in picture.crop((x, 150, x + 1, 210)).tobytes()]
    return columns[0], columns[-1]


@sampled(("number", "players"), product(range(1, 14), range(1, 5)))
def test_the_index_of_every_card_in_play_is_visible(number: int, players: int) -> None:
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
def test_the_margin_of_the_play_area_stays_empty(number: int) -> None:
    names = ("Bartholomew-Maximilian of Kent", "Γιώργος", "Щербаков", "\u5c71\u7530")
    series = tuple((names[turn % 4], PACK[-1 - turn]) for turn in range(number))
    left = tuple((name, 5) for name in names)
    picture = PlayAreaScene(series, 30, PACK[0], left, series).draw()
    margin = (WIDTH - 22, 0, WIDTH, HEIGHT)
    bottom = (0, HEIGHT - 22, WIDTH, HEIGHT)
    for part in (margin, bottom):
        assert picture.crop(part).tobytes() == play_area(HEIGHT).image.crop(part).tobytes()


def test_only_the_chosen_card_of_a_panel_moves() -> None:
    """Nothing else moves when a card is chosen, so that the next one is where it was."""
    discard = SCENES["panel-discard"]
    box = changed(replace(discard, chosen=()), replace(discard, chosen=parse("4D")))
    assert box is not None
    assert 150 < box[0] < box[2] < 345


@pytest.mark.parametrize("points", [0, 8, 29])
@pytest.mark.parametrize("hand", [SCENES[name].hands[0] for name in ("show", "show-nothing")])
def test_of_a_count_that_may_be_wrong_nothing_is_said_but_the_number(hand: CountedHand, points: int) -> None:
    """The same cards look and read the same whatever they are worth; only a hand worth 0 is called nothing."""
    unproved = replace(hand, combinations=None, points=points, note="")
    assert ShowScene((unproved,)).description.endswith(f"of clubs. {points} points.")
    assert changed(ShowScene((unproved,)), ShowScene((replace(unproved, combinations=()),))) is not None
