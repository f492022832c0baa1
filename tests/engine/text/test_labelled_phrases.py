"""How many labelled phrases are read rightly, which words around a hand leave it alone, and what every rule is for."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.cards import Card
from engine.errors import NotationError
from engine.text.question_reader import read
from engine.text.questions import HandQuestion
from tests.support.data_files import data_beside
from tests.support.labelled_phrases import LABELLED, outcomes
from tests.support.phrases import phrases
from tests.support.reader_parts import KINDS, RULES, reading_of, without_kind, without_rule
from tests.support.strategies import cards

FIGURES = data_beside(__file__)["figures"]
"""The reader is fitted to all but the ``kept_aside`` files (``tests/support/fit_reader.py``)."""


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

NUMBERS = [tuple(line.split(" => ")) for line in phrases("numbers")]
WORDS = {kind: tuple(line.split(" => ")) for kind, line in (one.split(" | ", 1) for one in phrases("kinds_of_words"))}
"""A phrase and its meaning for each kind of word that says something about cards."""


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
