"""Hostile texts: the answer is a value or a refusal in one sentence. ``tests/bot/test_growth.py`` measures the work."""

from __future__ import annotations

from itertools import cycle

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
from engine.text.question_reader import read, read_question
from engine.text.questions import DiscardQuestion, write_question
from engine.text.typed_cards import LONGEST, plain
from engine.view import View, Window
from tests.support.depth import sampled
from tests.support.labelled_phrases import LABELLED, labels
from tests.support.phrases import HOSTILE
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


def check_move(text, views=VIEWS):
    """Read a text as a move in many games; what is refused is refused in one sentence."""
    for seen in views:
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


@sampled(("piece", "seen"), zip(HOSTILE, cycle(VIEWS)))
def test_long_nonsense_is_answered_or_refused(piece, seen):
    text = (piece * LONGEST)[:LONGEST]
    check(text)
    check(f"5h 5d 5c js 5s {text}"[:LONGEST])
    check_move(text, [seen])
    check_move(text[:400])


@pytest.mark.parametrize("gap", [" ", ",", " ? ", "\n", "\u200b", "."])
def test_a_hand_amid_long_gaps_is_read(gap):
    text = f"5h 5d 5c js{gap * 300}5s"
    assert write_question(read_question(text)) == "5\u2665 5\u2666 5\u2663 J\u2660 \u2502 5\u2660"
    assert read_question(f"{text} = 12").declared == 12
