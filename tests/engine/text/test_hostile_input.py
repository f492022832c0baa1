"""Hostile texts: the answer is a value or a refusal in one sentence, and it comes soon."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.actions import Accept, Amend, Challenge, MarkTwo, Play, Require, TakeBack
from engine.errors import NotationError
from engine.presets import find
from engine.rules import Rules
from engine.state import Window
from engine.text.moves import read_move
from engine.text.notation import HINT, pick_card, read_hand, suited_cards, write_hand
from engine.text.tokens import LONGEST, plain, tokenize
from engine.view import View
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
    View(seat=1, rules=MUGGINS, stage="play", window=Window(0, "hand", HAND, HAND[0], 2), legal=ANSWERS, **BOARD),
    View(seat=1, rules=DECLARED, stage="show", window=Window(1, "play", HAND, None, 2), legal=(Amend(1, 3),), **BOARD),
]


def read_cards(text):
    """The cards of a text in any spelling, as every reader finds them: each with its suit, none twice."""
    return suited_cards(tokenize(text, HINT))


@given(anything)
def test_nothing_but_a_notation_error_escapes(text):
    readers = [read_hand, read_cards, lambda typed: pick_card(tokenize(typed, HINT), HAND, HINT)]
    readers += [lambda typed, seen=seen: read_move(typed, seen) for seen in VIEWS]
    for reader in readers:
        try:
            reader(text)
        except NotationError as refusal:
            said = str(refusal)
            assert 10 < len(said) < 250
            assert said.isprintable()
            said.encode()


@given(anything)
@example("İ")
def test_small_letters_stand_where_the_letters_were_typed(text):
    shown, low = plain(text)
    assert len(shown) == len(low)
    assert low == low.lower()


@given(anything)
def test_what_is_read_is_different_cards_and_comes_back(text):
    try:
        hand = read_hand(text)
    except NotationError:
        return
    held = [*hand.cards, hand.starter] if hand.starter else list(hand.cards)
    assert len(set(held)) == len(held) in (4, 5)
    again = read_hand(write_hand(hand))
    assert (again.cards, again.starter, again.crib) == (hand.cards, hand.starter, hand.crib)


HOSTILE = [
    "take ",
    "take back ",
    "cut ",
    "too ",
    "heels ,",
    "amend ",
    "5h for ",
    "5h fifteen two ",
    "twenty-",
    "20 for ",
    "…",
    "5h ",
    "5",
    "a",
    "jack ",
    "turn ",
    "cut ",
    "|",
    "1",
    "of ",
    " ",
    "\u0316\u0301",
    "ﷺ",
    "run 3 ",
    "İ",
    "b",
    "15 2 ",
    "🂡",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_long_nonsense_is_refused(piece):
    text = (piece * LONGEST)[:LONGEST]
    for reader in (read_hand, read_cards, *(lambda typed, seen=seen: read_move(typed, seen) for seen in VIEWS)):
        with pytest.raises(NotationError) as refusal:
            reader(text)
        assert len(str(refusal.value)) < 250


def test_shuffled_letters_of_a_hand_never_become_another_hand():
    """A word of chance letters is a hand only if every two letters of it are a card."""
    chance = random.Random(5)
    for _ in range(2000):
        word = "".join(chance.choices("a25tjkcdhs", k=8))
        pairs = [word[place : place + 2] for place in range(0, 8, 2)]
        named = [pair for pair in pairs if pair[0] in "a25tjk" and pair[1] in "cdhs"]
        try:
            assert [str(card).lower() for card in read_hand(word).cards] == named
        except NotationError:
            assert len(set(named)) < 4
