"""Typing errors: each gets an answer or one sentence of refusal, and no plain hand silently becomes another."""

# ruff: noqa: RUF001 - people type dashes and letters that look like others, and so do these tests.

from __future__ import annotations

import random
import re

import pytest

from engine.cards import Rank
from engine.errors import NotationError
from engine.text.question_reader import read, read_question
from engine.text.questions import all_cards, write_question
from engine.text.vocabulary import NAMES
from tests.support.data_files import data_beside
from tests.support.depth import part_of, seeds, thorough
from tests.support.labelled_phrases import LABELLED, labels

CASES = data_beside(__file__)

LETTERS = " acdhsjqktxn0123456789♥♦♣♠|/+=()?:,-—.ofivectАКТ\u200b\u0301ﷺ🂡🂠🃏"
PHRASES = [label.text for path in sorted(LABELLED.glob("built_*")) for label in labels(path)]


def mangled(chance, text):
    """The text after one slip, or a few: letters lost, changed, added, doubled or moved, or a piece of another text."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        place = chance.randrange(len(text) + 1)
        match chance.randrange(7):
            case 0:
                text = text[:place] + text[place + 1 :]
            case 1:
                text = text[:place] + chance.choice(LETTERS) + text[place:]
            case 2:
                text = text[:place] + chance.choice(LETTERS) + text[place + 1 :]
            case 3:
                text = text[:place] + text[place : place + 3] * 2 + text[place + 3 :]
            case 4:
                text = text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
            case 5:
                other = chance.choice(PHRASES)
                text = text[:place] + other[chance.randrange(len(other)) :]
            case 6:
                text = chance.choice((str.upper, str.title, str.swapcase))(text)
    return text


@thorough
def test_thousands_of_mangled_questions_are_read_or_refused():
    """What is not read is refused in one sentence."""
    numbers = seeds(4_000)
    chances = map(random.Random, numbers)
    texts = {mangled(chance, chance.choice(PHRASES)) for chance in chances}
    many = 0
    for text in texts:
        try:
            reading = read(text)
        except NotationError as refusal:
            said = str(refusal)
            assert 10 < len(said) < 260, text
            assert said.isprintable(), text
            said.encode()
            continue
        many += 1
        assert all(map(write_question, reading.questions)), text
    assert len(texts) > 0.875 * len(numbers)
    assert 0.125 * len(numbers) < many < 0.75 * len(numbers), "some slips matter and some do not"


PLAIN = CASES["plain"]
CHANGED = "acdhsjqktx0123456789bnvrzeio ,.-|"


def slips(text):
    """Every text with one character wrong, missing or twice."""
    for place, letter in enumerate(text):
        yield text[:place] + text[place + 1 :]
        yield text[:place] + letter + text[place:]
        for other in CHANGED:
            if other != letter:
                yield text[:place] + other + text[place + 1 :]


RANKS = {name: str(rank) for name, rank in zip(NAMES, Rank, strict=True)} | {
    str(rank).lower(): str(rank) for rank in Rank
}
RANKS |= {"10": "T", "x": "T", "0": "T", "1": "A", "b": "J", "v": "J", "d": "Q", "r": "K"}
SUITS = dict(zip("cdhs♣♦♥♠", "CDHSCDHS", strict=True))
A_RANK = "|".join(sorted(RANKS, key=len, reverse=True))
A_SUIT = "[♣♦♥♠]|clubs?|diamonds?|hearts?|spades?|[cdhs](?![efg-ilm-oru-z])"
PLAINLY = re.compile(rf"({A_RANK})(?:[ .-]|[ -]?of[ -]?)?({A_SUIT})|(?<![a-z0-9])({A_RANK})(?![a-z0-9])", re.IGNORECASE)


def named(text):
    """The cards that a text plainly names, by a rule of its own: ranks with their suits, and ranks that stand alone."""
    return [
        RANKS[(found[1] or found[3]).lower()] + (SUITS[found[2][0].lower()] if found[2] else "")
        for found in PLAINLY.finditer(text)
    ]


def sure_cards(text):
    """The cards that are surely read in a text; empty for no sure reading, or one that says what it has mended."""
    try:
        reading = read(text)
    except NotationError:
        return []
    question = reading.questions[0]
    return [str(face.card or face.rank) for face in all_cards(question)] if reading.sure and not question.notes else []


@thorough
@pytest.mark.parametrize("text", PLAIN)
def test_one_slip_never_makes_another_hand_of_as_many_cards(text):
    """But for cards that the mangled text plainly names, as with another rank, another suit or none."""
    hand = sure_cards(text)
    assert len(hand) == 5
    for slip in part_of(slips(text)):
        found = sure_cards(slip)
        if len(found) == len(hand):
            allowed = {*hand, *named(slip), *(card[0] for card in hand)}
            assert allowed.issuperset(found), slip


def test_mended_spelling_is_said():
    (note,) = read_question("nive of hearts, 4d 6c js 2s").notes
    assert str(note) == "I read 'nive of hearts' as 9♥."
