"""Cards: everyone can tell them apart at 60 pixels, and the pips are right."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat

from bot.models.player import Preferences
from bot.render import cards
from bot.render.cards import (
    card_width,
    describe_card,
    describe_cards,
    draw_card,
    empty_play_area,
    place_card,
    place_pack,
)
from bot.render.scene import DEFAULT_STYLE, Style
from bot.render.shapes import PAPER
from bot.render.suit_symbols import SUIT_COLOURS, draw_suit, suit_colour
from engine.cards import PACK, Card, Rank, Suit
from tests.support.colour_vision import EYES, apart, contrast

STYLES = [Style(four_colours=four, pips=pips) for four, pips in product((True, False), repeat=2)]
PHONE = 60

_each_style = pytest.mark.parametrize("style", STYLES)


def _difference(one: Image.Image, other: Image.Image) -> float:
    """Return the difference between two pictures, from 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one.convert("RGB"), other.convert("RGB"))).mean) / 3


def _index(card: Card, style: Style) -> Image.Image:
    """The corner with the rank and the suit, at the size on a phone."""
    face = draw_card(card, PHONE, style)
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


def test_court_cards_have_figures_and_both_corners_have_an_index() -> None:
    """Upside down a court card looks nearly the same; its middle has more colours than any other card's."""
    for card in PACK:
        face = draw_card(card, 216, Style()).convert("RGB")
        upper, lower = face.crop((0, 0, 40, 92)), face.rotate(180).crop((0, 0, 40, 92))
        assert _difference(upper, lower) < 6, card
        middle = face.crop((50, 60, 104, 156)).getcolors(1 << 14)
        assert (len([many for many, _ in middle if many > 60]) > 5) == (card.rank > Rank.TEN), card


def test_suits_differ_in_shape() -> None:
    shapes = {suit: Image.new("L", (96, 96)) for suit in Suit}
    for suit, shape in shapes.items():
        draw_suit(ImageDraw.Draw(shape), suit, (0, 0, 96), 255)
    for one, other in combinations(Suit, 2):
        different = ImageStat.Stat(ImageChops.difference(shapes[one], shapes[other])).mean[0] / 255
        assert different > 0.09, (one, other)


@pytest.mark.parametrize("card", [card for card in PACK if Rank.TWO <= card.rank <= Rank.TEN], ids=str)
def test_the_number_of_pips(card: Card) -> None:
    face = draw_card(card, 280, Style(pips=True)).convert("RGB")
    field = face.crop((card_width(280) * 29 // 100, 8, card_width(280) * 71 // 100 + 1, face.height - 8))
    assert _blots(field) == card.pips


def _blots(field: Image.Image) -> int:
    """Count the separate symbols on the card."""
    ink = ImageChops.difference(field, Image.new("RGB", field.size, PAPER)).convert("L").point(lambda v: 255 * (v > 60))
    found = 0
    while (box := ink.getbbox()) is not None:
        start = next(x for x in range(box[0], box[2]) if ink.getpixel((x, box[1])))
        ImageDraw.floodfill(ink, (start, box[1]), 0)
        found += 1
    return found


def test_a_ten_has_two_digits() -> None:
    """The corner of a ten shows two digits."""
    style = Style()
    corner = draw_card(Card.parse("TS"), 280, style).convert("L").crop((4, 4, 160, 92))
    assert _figures(corner) == 2
    assert _figures(draw_card(Card.parse("9S"), 280, style).convert("L").crop((4, 4, 160, 92))) == 1


def _figures(corner: Image.Image) -> int:
    """Count the runs of columns with ink in them."""
    columns = [min(corner.crop((x, 0, x + 1, corner.height)).tobytes()) < 128 for x in range(corner.width)]
    return sum(now and not before for before, now in zip([False, *columns], columns, strict=False))


@_each_style
def test_a_dimmed_card_is_readable_and_clearly_darker(style: Style) -> None:
    bright, dim = (draw_card(Card.parse("5H"), 98, style, dimmed=dimmed).convert("RGB") for dimmed in (False, True))
    paper = (bright.width - 6, bright.height // 3)
    assert contrast(dim.getpixel(paper), bright.getpixel(paper)) > 2
    reds = [colour for _, colour in dim.getcolors(9999) if colour[0] > 3 * colour[1]]
    assert max(contrast(dim.getpixel(paper), red) for red in reds) > 3


@pytest.mark.parametrize("height", [60, 98, 206, 240])
def test_corners_are_transparent(height: int) -> None:
    card = draw_card(Card.parse("KD"), height, Style())
    assert card.size == (card_width(height), height)
    alpha = card.getchannel("A")
    corners = [(x, y) for x in (0, card.width - 1) for y in (0, card.height - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0] * 4
    assert alpha.getpixel((card.width // 2, 0)) == alpha.getpixel((0, card.height // 2)) == 255


def test_placing_a_card_does_not_change_the_cached_picture() -> None:
    card = draw_card(Card.parse("JH"), 120, Style())
    before = card.tobytes()
    table = empty_play_area(300)
    place_card(table, card, (40, 40))
    place_pack(table, card, (300, 40))
    assert draw_card(Card.parse("JH"), 120, Style()).tobytes() == before
    assert empty_play_area(300).tobytes() != table.tobytes()


def test_the_pack_is_thicker_than_a_card() -> None:
    alone, pack = empty_play_area(300), empty_play_area(300)
    card = draw_card(Card.parse("JH"), 120, Style())
    place_card(alone, card, (40, 40))
    place_pack(pack, card, (40, 40), thickness=10)
    below = (40 + card.width // 2, 40 + card.height + 6)
    assert contrast(pack.getpixel(below), alone.getpixel(below)) > 3


def test_cards_drawn_in_threads_look_the_same() -> None:
    def faces() -> list[bytes]:
        cards._drawn_card.cache_clear()
        with ThreadPoolExecutor(4) as threads:
            return list(threads.map(lambda card: draw_card(card, 62, Style()).tobytes(), PACK))

    cards._drawn_card.cache_clear()
    one_by_one = [draw_card(card, 62, Style()).tobytes() for card in PACK]
    assert [faces() for _ in range(3)] == [one_by_one] * 3


def test_cards_in_words() -> None:
    assert describe_cards(map(Card.parse, ("AS", "TD", "QC"))) == "ace of spades, 10 of diamonds, queen of clubs"
    assert describe_cards(()) == "none"
    assert len({describe_card(card) for card in PACK}) == 52
