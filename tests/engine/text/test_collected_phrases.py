"""Phrases collected from players, with the same cards in all of them: the words around the cards never change them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.ui.calculator.handlers import strip_markup
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.text.question_reader import X_IS_TEN, read, read_question
from engine.text.questions import DiscardQuestion, HandQuestion, write_question
from engine.text.typed_cards import typed_name
from engine.text.vocabulary import NAMES
from tests.support.data_files import data_beside
from tests.support.depth import part_of, thorough
from tests.support.phrases import phrases
from tests.support.reader_parts import reading_of
from tests.support.strategies import cards

CASES = data_beside(__file__)

GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=False)
HAND, SIX_CARDS, FOUR_CARDS = "5h 5d 5c js 5s", "5h 5d 5c js 4s 3s", "5h 5d 5c js"
DOUBTFUL = 5
MEANT = [
    # The file, the cards for {}, and what is asked.
    ("asked", HAND, GREATEST),
    ("starters", "", replace(GREATEST, starter_marked=True)),
    ("claimed", HAND, replace(GREATEST, declared=29)),
    ("rivals", HAND, replace(GREATEST, declared=28, others=(29,))),
    ("six", SIX_CARDS, read_question(SIX_CARDS)),
    ("four", FOUR_CARDS, read_question(FOUR_CARDS)),
]


def test_the_words_around_cards_are_read_as_they_are_meant_and_hardly_ever_asked_about_first():
    wrong, doubtful = [], 0
    for name, held, meaning in MEANT:
        for text in (strip_markup(phrase.replace("{}", held)) for phrase in phrases(name)):
            reading = read(text)
            question = reading.questions[0]
            if isinstance(question, HandQuestion):
                question = replace(question, starter_marked=meaning.starter_marked)
            elif isinstance(question, DiscardQuestion):
                question = replace(question, dealer=None)
            wrong += [text] if question != meaning else []
            doubtful += not reading.sure
    assert not wrong
    assert doubtful <= DOUBTFUL


def test_whole_questions_are_surely_read_as_they_are_meant():
    """Each line of ``as_meant.txt`` is a text and its meaning; those with a star are not read so yet."""
    lines = [line.split(" => ") for line in phrases("as_meant")]
    amiss = [text for text, meaning in lines if reading_of(text.removeprefix("* ")) != f"sure: {meaning}"]
    assert amiss == [text for text, _ in lines if text.startswith("* ")]


def test_what_may_mean_something_else_is_never_surely_read():
    """Those with a star are surely read all the same."""
    texts = [text.replace("\\n", "\n") for text in phrases("unsure")]
    sure = [text for text in texts if reading_of(text.removeprefix("* ")).startswith("sure")]
    assert sure == [text for text in texts if text.startswith("* ")]


def cards_in(text):
    """Return what a text asks first, without the crib; empty for nothing."""
    try:
        return write_question(read(text).questions[0]).removeprefix("crib: ")
    except NotationError:
        return ""


SPELT = (
    lambda card: str(card).lower().replace("as", "aS"),  # "as" may be a word
    str,
    lambda card: card.face,
    lambda card: f"{NAMES[card.rank - 1]} of {card.suit.name.lower()}",
    lambda card: f"{typed_name(card)[:-1]} {card.suit.name.lower()[:-1]}",
    lambda card: typed_name(card)[:-1],
)


TRIED = [
    (name, number, phrase)
    for name, number in (("asked", 5), ("six", 6), ("four", 4), ("claimed", 5), ("rivals", 5))
    for phrase in phrases(name) * 4
]


@thorough
def test_the_words_around_any_cards_hardly_ever_change_them():
    """Some numbers in a phrase may as well be cards, and some cards numbers."""
    changed, tried = [], part_of(enumerate(TRIED))
    for seed, (_, number, phrase) in tried:
        chance = random.Random(seed)
        hand, spell = chance.sample(PACK, number), chance.choice(SPELT)
        separator = chance.choice([" ", ", ", "-", ""] if spell in SPELT[:3] else [" ", ", "])
        cards = separator.join(map(spell, hand))
        if cards_in(phrase.format(cards)) != cards_in(cards):
            changed.append(phrase.format(cards))
    assert len(changed) < 0.02 * len(tried), changed


@pytest.mark.parametrize(("name", "cards"), CASES["run_together"])
def test_cards_run_together_are_no_words(name, cards):
    """``4had`` is the four of hearts and the ace of diamonds, in any place."""
    alone = cards_in(cards)
    assert [phrase for phrase in phrases(name) if cards_in(phrase.format(cards)) != alone] == []


@pytest.mark.parametrize("text", ["xh 9c 8d 7s 6h", "what is Xh 9c 8d 7s 6h", "x 9 8 7 6", "play 5 x", "Xh 9c 8d 7s"])
def test_x_for_ten_is_remarked_on(text):
    assert read_question(text).notes == (X_IS_TEN,)


@pytest.mark.parametrize(
    "text", ["10h 9c 8d 7s 6h", "six of hearts 9c 8d 7s 5h", "box 10h 9c 8d 7s 6h", "explain t 5 5 6 4"]
)
def test_other_x_are_not(text):
    assert read_question(text).notes == ()
