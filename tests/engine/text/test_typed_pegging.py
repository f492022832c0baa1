"""Cards typed with what they peg: "5h for 2", and everything that may be called behind a card."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Play
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.pegging import peg_points
from engine.presets import find
from engine.text.moves import read_move, read_moves
from engine.text.spoken_counts import parse_pegging
from engine.view import View
from tests.support.strategies import cards, ranks


def look(hand="5H 5D JS TS AC", series="TC", preset="acc"):
    played = tuple((0, card) for card in cards(series))
    board = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1}
    return View(seat=1, rules=find(preset), stage="play", hand=cards(hand), series=played, **board)


TEN_LED = look()


@pytest.mark.parametrize(
    ("text", "card", "points"),
    [
        ("5h", "5H", None),
        ("play 5h", "5H", None),
        ("5h.", "5H", None),
        ("(5h)", "5H", None),
        ("the five", "5H", None),
        ("10", "TS", None),
        ("5h for 2", "5H", 2),
        ("5H FOR TWO!", "5H", 2),
        ("play 5h 2", "5H", 2),
        ("I play the 5d, for 2.", "5D", 2),
        ("5h - 2", "5H", 2),
        ("5❤️ for 2", "5H", 2),
        ("🂵 for 2", "5H", 2),
        ("five of hearts fifteen two", "5H", 2),
        ("5 of diamonds two", "5D", 2),
        ("5h fifteen two", "5H", 2),
        ("5h 15-2", "5H", 2),
        ("5h 15 for 2", "5H", 2),
        ("5h, that's fifteen for two", "5H", 2),
        ("5h makes 15 for 2", "5H", 2),
        ("5h thirty-one for two", "5H", 2),
        ("5h 31 for 2", "5H", 2),
        ("5h pair", "5H", 2),
        ("5h pair for 2", "5H", 2),
        ("5h for a pair", "5H", 2),
        ("5h and a run of three", "5H", 3),
        ("5h fifteen two and a pair is four", "5H", 4),
        ("5h fifteen two and a pair", "5H", 4),
        ("5h no points", "5H", 0),
        ("5h nothing", "5H", 0),
        ("5h 0", "5H", 0),
        ("5h for 10", "5H", 10),
        ("5h for 15 points", "5H", 15),
        ("5h for 19", "5H", 19),
        ("js twenty for two", "JS", 2),
        ("js 20, pair for 2", "JS", 2),
        ("knave for a pair", "JS", 2),
        ("j for 2", "JS", 2),
        ("j pair for 2", "JS", 2),
        ("x fifteen two", "TS", 2),
        ("t for 2", "TS", 2),
        ("ace for two", "AC", 2),
        ("a for 2", "AC", 2),
        ("ac for 2", "AC", 2),
        ("10 for 2", "TS", 2),
        ("ten for two", "TS", 2),
        ("i'll play 5 for 2 please", "5H", 2),
        ("ok my jack", "JS", None),
        ("5h please", "5H", None),
    ],
)
def test_a_card_is_played_with_what_it_pegs(text, card, points):
    assert read_move(text, TEN_LED) == Play(1, Card.parse(card), points)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # A number that may be the count, or another card.
        ("5h 15", "Is '15' the points? Type for 2"),
        ("5h fifteen", "Is 'fifteen' the points"),
        ("5h for fifteen", "Is 'for fifteen' the points? Type for 2"),
        ("5h for 15", "Is 'for 15' the points"),
        ("5h 31", "Is '31' the points"),
        ("5h 10", "Is '10' the points? Type for 10"),
        ("5h 1", "Is '1' the points"),
        ("js 20", "Is '20' the points"),
        ("js makes 20", "Is 'makes 20' the points"),
        # A rank alone, with a number behind it.
        ("10 2", "Is '10 2' a card and its points? Type the suit too, like 10S for 2"),
        ("5 2", "a card and its points"),
        ("5 pair", "a card and its points"),
        ("6 for 2", "a card and its points"),
        ("j 2", "Is 'j 2' a card and its points"),
        ("j and 2", "a card and its points"),
        ("a 2", "You don't have a two"),
        ("a run for 3", "isn't a move"),
        # No card, or more than one.
        ("31 for 2", "'31 for 2' isn't a move. Please type a card and its points, like 5H for"),
        ("15 2", "isn't a move"),
        ("fifteen two", "isn't a move"),
        ("pair for 2", "isn't a move"),
        ("for 2", "isn't a move"),
        ("sixteen for 2", "isn't a move"),
        ("5h 5d", "Which card do you play"),
        ("5h and the 5d", "Which card do you play"),
        ("5h 5 of diamonds", "Which card do you play"),
        ("5h2", "isn't one card"),
        ("5h and 2", "couldn't read the points in 'and 2'"),
        ("5h + 2", "couldn't read the points in"),
        ("", "isn't a move"),
        # Words that tell no number, or two.
        ("5h run", "I couldn't read the points in 'run': type the points too, like 5H for 2, or just the card"),
        ("5h 6 pair royal", "couldn't read the points in"),
        ("5h 25 for 2", "couldn't read the points in"),
        ("5h 3 3", "couldn't read the points in"),
        ("5h fifteen and a pair", "couldn't read the points in"),
        ("5h fifteen two for a pair", "couldn't read the points in"),
        ("5h 31 pair for 2", "couldn't read the points in"),
        ("5h fifteen two and a pair is five", "couldn't read the points in"),
        ("5h fifteen two 3 run of three", "couldn't read the points in"),
        ("5h is 2", "the points"),
        ("5h for nineteen", "Type 0 or 19"),
        ("5h -2", "couldn't read '-2'"),
        ("5h for hello", "I couldn't read 'hello': type the points too, like 5H for 2, or just the card"),
        ("5h count 8", "Is 'count 8' the points"),
        ("5h crib", "couldn't read 'crib'"),
        ("5h for the go", "The bot pegs the go and the last card for you"),
        ("5h one for last", "The bot pegs the go and the last card for you"),
        ("6h for 2", "You don't have 6♥"),
        ("q for 2", "You don't have a queen"),
        ("5h " + "pair " * 100, "too long for a count"),
    ],
)
def test_what_a_card_pegs_is_never_guessed(text, said):
    with pytest.raises(NotationError) as refusal:
        read_move(text, TEN_LED)
    assert said in str(refusal.value)


def test_a_number_that_is_the_count_is_not_taken_for_points():
    lead = look("4H 8C", series="")
    for text in ("4h 4", "8c 8", "4h four"):
        with pytest.raises(NotationError, match="the points"):
            read_move(text, lead)
    assert read_move("4h for 4", lead) == Play(1, Card.parse("4H"), 4)
    assert read_move("4h 8", lead) == Play(1, Card.parse("4H"), 8)


def test_points_are_ignored_where_the_bot_counts_the_pegging():
    counted = look(preset="house")
    for text in ("5h", "5h for 2", "play 5h fifteen two", "5h for fifteen two"):
        assert read_move(text, counted) == Play(1, Card.parse("5H"))
    with pytest.raises(NotationError, match="Please type a card"):
        read_move("31 for 2", counted)


def test_a_rank_that_may_be_the_count_is_asked_about():
    fives = look("5H TS", series="5C")
    with pytest.raises(NotationError, match="Is '10 for 2' a card and its points"):
        read_move("10 for 2", fives)
    assert read_moves("10 for 2", fives).moves == (Play(1, Card.parse("TS"), 2),)
    card = Card.parse("5H")
    assert (
        read_moves("5 for 15", TEN_LED).moves == read_moves("5h 15", TEN_LED).moves == (Play(1, card, 2), Play(1, card))
    )


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ("six for pair royal", 6),
        ("6 for three of a kind", 6),
        ("twelve for double pair royal", 12),
        ("four of a kind for 12", 12),
        ("run of seven", 7),
        ("run for 5", 5),
        ("sequence 4", 4),
        ("five for a run of five", 5),
        ("fifteen two and three for a run of three is five", 5),
        ("fifteen for two, and a run of 3 for 5", 5),
        ("thirty one for two", 2),
        ("thirty one two and a pair royal is eight", 8),
        ("fifteen, pair is four", 4),
        ("24 for 2", 2),
        ("twenty-four for two", 2),
        ("twenty four, run of four", 4),
        ("pegs 2 holes", 2),
        ("marking 2", 2),
    ],
)
def test_the_calls_of_the_play_are_read(said, points):
    assert parse_pegging(said, 24, "") == points


def test_a_bare_number_is_taken_for_points_only_where_a_card_can_peg_so_many():
    taken = set()
    for number in range(30):
        try:
            taken.add(parse_pegging(str(number), 29, ""))
        except NotationError:
            continue
    assert taken == every_score_of_one_card()


def every_score_of_one_card():
    """Return every score of one card: random short series of few ranks, and the run of seven that makes thirty-one."""
    chance, found = Random(7), {peg_points(ranks("3 A 2 3 4 5 6 7"))}
    for _ in range(20_000):
        few = chance.sample(range(1, 14), chance.choice((1, 2, 3, 7)))
        pack = [card for card in PACK if card.rank in few]
        series = chance.sample(pack, min(len(pack), chance.randint(1, 7)))
        if sum(card.pips for card in series) <= 31:
            found.add(peg_points(series))
    return found


CALLS = ("15 2", "fifteen for two", "31 for 2", "pair", "a pair for 2", "run of 3", "six for pair royal", "2", "and")


@given(st.lists(st.sampled_from((*CALLS, "is 4", "for 2", "3", "8")), max_size=4).map(", ".join), st.integers(1, 31))
def test_the_points_after_a_card_are_the_sum_of_their_parts(said, count):
    try:
        points = parse_pegging(said, count, "like for 2")
    except NotationError:
        return
    worth = {"15 2": 2, "fifteen for two": 2, "31 for 2": 2, "pair": 2, "a pair for 2": 2, "run of 3": 3}
    parts = [part for part in said.split(", ") if part != "and"]
    if len(parts) > 1 and all(part in worth for part in parts):
        assert points == sum(worth[part] for part in parts)
    if parts[-1:] == ["is 4"]:
        assert points == 4
