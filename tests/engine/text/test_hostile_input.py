"""Hostile texts: the answer is a value or a refusal in one sentence, and the work is as long as the text."""

from __future__ import annotations

import sys
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.actions import Accept, Amend, Challenge, MarkTwo, Play, Require, TakeBack
from engine.analysis.answers import answer
from engine.analysis.explain import explain
from engine.errors import NotationError
from engine.presets import find
from engine.rules import Rules
from engine.text.moves import read_move
from engine.text.questions import DiscardQuestion, write_question
from engine.text.reader import read, read_question
from engine.text.tokens import LONGEST, plain
from engine.view import View
from engine.windows import Window
from tests.support.labelled_phrases import LABELLED, labels
from tests.support.strategies import cards

TYPED = (
    "5h 5d 10 1 0 11 A a K q j t x of ♥ ♠ ♦️ ❤ 🂡 🂬 🂠 🃏 | / + │ cut starter start turn-up turn crib box five fives "
    "jack knave hearts :spades: h d s c Я \u0410 \u0130 \ud800 ﷺ ⒇ ½ é = # @ - , . ( ) ' \n and the play lay away "
    "declare go 15-2 15 fifteen pair run double royal is for nobs flush nineteen twenty one two none 31 -5 5.5 999999 "
    "resign satisfied i ok too many few muggins over challenge by amend make it meant cut twenty cards no pass leave "
    "fresh deal stand let his heels 2 require must take back all mark stop last 2c 9d 10d j 25 31 thirty-one pegs"
)
PIECES = TYPED.split(" ")
mangled = st.lists(st.sampled_from(PIECES), max_size=14).flatmap(
    lambda pieces: st.sampled_from(["", " ", ", "]).map(lambda separator: separator.join(pieces))
)
anything = st.one_of(st.text(), mangled, st.text(st.sampled_from("5ahtjs10 |cut♥🂡\ufe0f/")))
HAND = cards("5H 5D JS TS 2C 9D")
BOARD = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1, "hand": HAND, "to_lay": 2}
DECLARED, MUGGINS, CEREMONY = find("crib-derby"), find("acc", muggins=True), find("crib-derby", ceremony=True)
ANSWERS = (Accept(1), Challenge(1, "too_many"), Challenge(1, "too_few"), Play(1, HAND[0]))
VIEWS = [
    *(
        View(seat=1, rules=rules, stage=stage, **BOARD)
        for rules in (Rules(), CEREMONY)
        for stage in ("cut", "deal", "lay_away", "starter", "play", "show", "over")
    ),
    View(seat=1, rules=find("britannica"), stage="play", offender=0, legal=(Require(1), MarkTwo(1)), **BOARD),
    View(seat=1, rules=find("britannica"), stage="lay_away", laid=HAND[4:], legal=(TakeBack(1, HAND[4:]),), **BOARD),
    View(
        seat=1,
        rules=MUGGINS,
        stage="play",
        declarations=(Window(0, "hand", HAND, HAND[0], 2, 2, frozenset({1})),),
        legal=ANSWERS,
        **BOARD,
    ),
    View(
        seat=1,
        rules=DECLARED,
        stage="show",
        declarations=(Window(1, "play", HAND, None, 2, 2, frozenset({0}), amendable=True),),
        legal=(Amend(1, 3),),
        **BOARD,
    ),
]


WORDS = sorted({word for path in LABELLED.glob("built_*") for label in labels(path) for word in label.text.split()})


def check(text):
    """Read a text; what is read can be answered, and what is refused is refused in one sentence."""
    try:
        reading = read(text)
    except NotationError as refusal:
        said = str(refusal)
        assert 10 < len(said) < 260
        assert said.isprintable()
        said.encode()
        return
    assert 0 < len(reading.questions) < 4
    assert reading.sure <= (len(reading.questions) == 1)
    for question in reading.questions:
        assert write_question(question).isprintable()
        if not isinstance(question, DiscardQuestion):  # the answer to six cards takes by far the longest
            assert all(str(line).isprintable() for line in explain(answer(question)))


def check_move(text):
    """Read a text as a move in many games; what is refused is refused in one sentence."""
    for seen in VIEWS:
        try:
            read_move(text, seen)
        except NotationError as refusal:
            said = str(refusal)
            assert 10 < len(said) < 250
            assert said.isprintable()
            said.encode()


@given(anything)
def test_any_text_is_a_move_or_refused(text):
    check_move(text)


@given(st.one_of(anything, st.text(max_size=LONGEST)))
@example("🂡🂡🂡🂡")
def test_any_text_is_answered_or_refused(text):
    check(text)


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_the_words_of_questions_in_any_order_are_answered_or_refused(words):
    check(" ".join(words)[:LONGEST])


@given(anything)
@example("\u0130")
def test_small_letters_stand_where_the_letters_were_typed(text):
    shown, low = plain(text)
    assert len(shown) == len(low)
    assert low == low.lower()


HOSTILE = [
    *(
        "5h ",
        "5",
        "a",
        "a ",
        "as ",
        "1",
        "15 ",
        "15 two ",
        "31 ",
        "of ",
        "|",
        "| ?",
        "(",
        "(1-",
        "(31-4)",
        "(31 - 4) ?",
        " ",
    ),
    *(
        "jack ",
        "turn ",
        "cut ",
        "is ",
        "= ",
        "5 = ",
        "for 12 ",
        "\u0316\u0301",
        "\ufdfa",
        "\u0130",
        "b",
        "15 2 ",
        "\U0001f0a1",
    ),
    *(
        "5h 5d 5c js ",
        "5h 5d 5c js|",
        "5h 5d 5c js ,",
        "which ",
        "twenty ",
        "twenty-",
        "declared 12 ",
        "starter is ",
        "run 3 ",
    ),
    *("turned up card was the ", "play ", "go ", "play 8 ", "n ", "N 5 ", "8 J 6 (31-", "12?", "points ", "28 points"),
    *(
        "hearts ",
        "hearts: ",
        "5 of hearts ",
        "two 5s ",
        "4-5-",
        "4-5 ",
        "4 to ",
        "\n1. ",
        "herz ",
        "heart5",
        "qeen ",
        ":spades:",
    ),
    *(
        "me 4 him 2 ",
        "pair is ",
        "8 or ",
        "my crib ",
        "the 5 ",
        "a 5 ",
        "7s ",
        "78 ",
        "5\ufe0f",
        "$5 ",
        "5h5d",
        "kkk ",
        "\u2665",
    ),
    *("take ", "take back ", "too ", "heels ,", "amend ", "5h for ", "5h fifteen two ", "20 for ", "\u2026"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_nonsense_is_answered_or_refused(piece):
    text = (piece * LONGEST)[:LONGEST]
    check(text)
    check(f"5h 5d 5c js 5s {text}"[:LONGEST])
    check_move(text)


def calls(text):
    """Return how many functions are called to read a text."""
    many = 0

    def count(_frame, event, _argument):
        nonlocal many
        many += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with suppress(NotationError):
            read(text)
    finally:
        sys.setprofile(None)
    return many


@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("front", ["", "5h 5d 5c js 5s "])
def test_twice_the_text_is_twice_the_work(front, piece):
    whole = front + (piece * LONGEST)[: LONGEST - len(front)]
    assert calls(whole) <= 2.5 * calls(whole[: LONGEST // 2]) + 1_000


@pytest.mark.parametrize("gap", [" ", ",", " ? ", "\n", "\u200b", "."])
def test_a_hand_amid_long_gaps_is_read(gap):
    text = f"5h 5d 5c js{gap * 300}5s"
    assert write_question(read_question(text)) == "5\u2665 5\u2666 5\u2663 J\u2660 \u2502 5\u2660"
    assert read_question(f"{text} = 12").declared == 12
