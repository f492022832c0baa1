"""How many labelled phrases are read rightly, which words around a hand leave it alone, and what every rule is for."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import Card
from engine.errors import NotationError
from engine.text.questions import HandQuestion
from engine.text.reader import read
from tests.support.labelled_phrases import LABELLED, outcomes
from tests.support.phrases import phrases
from tests.support.reader_parts import KINDS, RULES, reading_of, without_kind, without_rule
from tests.support.strategies import cards

FIGURES = {
    # Rightly read or offered first at least; and at most: surely wrong, read where nothing is asked, offered there.
    "built_1": (241, 4, 0, 1),
    "built_2": (235, 5, 0, 1),
    "built_3": (234, 11, 0, 2),
    "built_4": (239, 10, 2, 4),
    "kept_aside": (258, 12, 2, 0),
    "kept_aside_2": (155, 1, 1, 1),
}
"""``built_`` files were read while the reader was built. The others were first counted when it stood: ``kept_aside``
249 of 280 rightly and 23 wrongly, ``kept_aside_2`` 154 of 160 and 2.
"""


@pytest.mark.parametrize("name", FIGURES)
def test_no_fewer_phrases_are_read_rightly(name):
    least, *most = FIGURES[name]
    found = Counter(kind for _, kind, _ in outcomes(LABELLED / f"{name}.jsonl"))
    assert found["right"] + found["first"] >= least, found
    assert [max(found[kind], limit) for kind, limit in zip(("wrong", "triggers", "doubts"), most, strict=True)] == most


def test_every_labelled_file_has_figures():
    assert {path.stem for path in LABELLED.iterdir()} == {*FIGURES}


# The words around a hand.

GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=False)


def is_left_alone(text: str) -> bool:
    try:
        reading = read(text)
    except NotationError:
        return False
    question = reading.questions[0]
    return (
        reading.sure
        and isinstance(question, HandQuestion)
        and (question.hand, question.starter) == (GREATEST.hand, GREATEST.starter)
    )


def test_common_words_leave_a_hand_alone():
    """Of the 1,000 commonest words of English 970 change nothing before and behind five cards."""
    words = phrases("common_words")
    changed = [
        word
        for word in words
        if not (is_left_alone(f"{word} 5h 5d 5c js 5s") and is_left_alone(f"5h 5d 5c js 5s {word}"))
    ]
    assert len({*words}) == 1000
    assert len(changed) <= 30, changed


# What every rule is for: without it the phrase is read otherwise.

NUMBERS = [
    ("2. 5 6 7 8", "sure: 5 6 7 8"),
    ("Q: 5 6 7 8", "sure: 5 6 7 8"),
    ("https://example.org/5h-6h-7h-8h", "nothing"),
    ("10:45 5 6 7 8", "sure: 5 6 7 8"),
    ("it's 5pm: 4 5 6 7", "sure: 4 5 6 7"),
    ("4/5/24 5 6 7 8", "sure: 5 6 7 8"),
    ("5-6-2024 9 10 J Q?", "sure: 9 10 J Q"),
    ("5 may: 6 7 8 9", "sure: 6 7 8 9"),
    ("for $5: 6 7 8 9", "sure: 6 7 8 9"),
    ("555-867-5309 5 6 7 8", "sure: 5 6 7 8"),
    ("we lost 121-9, 5 6 7 8 cut 10", "sure: 5 6 7 8 │ 10"),
    ("16-8*: 5 6 7 8 J", "sure: 5 6 7 8 │ J"),
    ("6-4 7-5 with 5 6 7 8", "sure: 5 6 7 8"),
    ("at 5 and 6 7 8 9", "sure: 6 7 8 9"),
    ("he needs 10. 6 7 8 9 cut 5", "sure: 6 7 8 9 │ 5"),
    ("3.456", "nothing"),
    ("5 5 5 jack 5 with the right jack", "sure: 5 5 5 N │ 5"),
    ("down 10, 5 6 7 8", "sure: 5 6 7 8"),
    ("#3 5 6 7 8", "sure: 5 6 7 8"),
    ("rolled 3d6 got 4 5 6", "nothing"),
    ("game 2 5 6 7 8", "sure: 5 6 7 8"),
    ("hand 2: 5 6 7 8", "sure: 5 6 7 8"),
    ("3 players 4 5 6 7", "sure: 4 5 6 7"),
    ("4 of us: 5 6 7 8", "sure: 5 6 7 8"),
    ("6 cards 5 6 7 8", "sure: 5 6 7 8"),
    ("5 6 7 8 9 10 with 2 to toss", "sure: 5 6 7 8 9 10"),
    ("2 to go, 5 6 7 8", "sure: 5 6 7 8"),
    ("6 ft: 5 6 7 8", "sure: 5 6 7 8"),
    ("two runs 5 6 7 8", "sure: 5 6 7 8"),
    ("5 6 7 7 3 for the run", "sure: 5 6 7 7"),
    ("run of 4: 5 6 7 8", "sure: 5 6 7 8"),
    ("last two 5 6 7 8", "sure: 5 6 7 8"),
]
WORDS = {
    "all": ("4 5 6 7 all clubs and nine hearts cut pls", "sure: 4♣ 5♣ 6♣ 7♣ │ 9♥"),
    "ask": ("how many 4 4 4", "sure: play: 4 4 4"),
    "combination": ("Consider 6-7-7-8: double run", "sure: 6 7 7 8"),
    "crib": ("2 3 6 9 J Q opp crib", "sure: 2 3 6 9 J Q dealer: False"),
    "dealer": ("5h 5d 5c js 4s 3s i deal", "sure: 5♥ 5♦ 5♣ J♠ 4♠ 3♠ dealer: True"),
    "discard": ("A A 7 8 9 Q toss 7 8", "sure: A A 7 8 9 Q"),
    "either": ("5h 5d 5c js 5s is that 28 or 29 points?", "sure: 5♥ 5♦ 5♣ J♠ │ 5♠ = 28 = 29"),
    "for": ("best cut for 5h 5d 5c js", "sure: 5♥ 5♦ 5♣ J♠"),
    "go": ("9 10 J, go, Q - no run of four after a go?", "perhaps: play: 9 10 J Q"),
    "hand": ("kept 4 6 6 9 so i got lucky that day", "sure: 4 6 6 9"),
    "mine": ("10 J J Q 2 9 (my crib). Toss 2 9?", "sure: 10 J J Q 2 9 dealer: True"),
    "no": ("5h 5d 5c js no crib", "sure: 5♥ 5♦ 5♣ J♠"),
    "nobs": ("5 5 5 j 5 with nobs", "sure: 5 5 5 N │ 5"),
    "of": ("5 6 7 8 of hearts with the 4 of clubs cut", "sure: 5♥ 6♥ 7♥ 8♥ │ 4♣"),
    "play": ("!peg 5 K K 6", "sure: play: 5 K K 6"),
    "points": ("5 6 7 8 9 10 points", "sure: 5 6 7 8 │ 9 = 10"),
    "pone": ("5h 5d 5c js 4s 3s pone", "sure: 5♥ 5♦ 5♣ J♠ 4♠ 3♠ dealer: False"),
    "say": ("7 2 6 A 8. claimed 8", "sure: 7 2 6 A │ 8 = 8"),
    "starter": ("cut 7 4 4 4 8", "sure: 4 4 4 8 │ 7"),
    "theirs": ("2 3 6 9 J Q opp crib", "sure: 2 3 6 9 J Q dealer: False"),
    "thin": ("3 3 3 6 then 9", "sure: 3 3 3 6 │ 9"),
    "up": ("9 up 5 6 7 8", "sure: 5 6 7 8 │ 9"),
    "you": ("can you do this 5 5 6 6 7", "sure: 5 5 6 6 │ 7"),
}


@pytest.mark.parametrize(("text", "meaning"), [*NUMBERS, *WORDS.values()])
def test_the_phrases_that_show_what_a_rule_is_for(text, meaning):
    assert reading_of(text) == meaning


@pytest.mark.parametrize("rule", RULES)
def test_every_pattern_of_numbers_that_are_no_cards_is_needed(rule):
    with without_rule(rule):
        assert any(reading_of(text) != meaning for text, meaning in NUMBERS)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_word_is_needed(kind):
    text, meaning = WORDS[kind]
    with without_kind(kind):
        assert reading_of(text) != meaning
