"""Phrases collected from players, with the same cards in all of them: the words around the cards never change them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.ui.calculator.handlers import strip_markup
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.text.questions import DiscardQuestion, HandQuestion, PlayQuestion, write_question
from engine.text.reader import X_IS_TEN, read, read_question
from engine.text.tokens import typed_name
from engine.text.vocabulary import NAMES
from tests.support.labelled_phrases import COLLECTED
from tests.support.phrases import ASKED, CLAIMED, CRIBS, ELSEWHERE, FOUR, PLAYED, RANKS, SIX, STARTERS
from tests.support.strategies import cards

HAND = "5h 5d 5c js 5s"
GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=False)


def phrases(name):
    """Return the phrases of a file, one a line, with {} for the cards."""
    return (COLLECTED / f"{name}.txt").read_text(encoding="utf-8").splitlines()


DOUBTFUL = 5
SIX_CARDS, FOUR_CARDS = "5h 5d 5c js 4s 3s", "5h 5d 5c js"
MEANT = [
    # The file, the phrases of tests.support.phrases beside it, the cards for {}, and what is asked.
    ("asked", ASKED, HAND, GREATEST),
    ("starters", STARTERS, "", replace(GREATEST, starter_marked=True)),
    ("claimed", CLAIMED, HAND, replace(GREATEST, declared=29)),
    ("rivals", [], HAND, replace(GREATEST, declared=28, others=(29,))),
    ("six", SIX, SIX_CARDS, read_question(SIX_CARDS)),
    ("four", FOUR, FOUR_CARDS, read_question(FOUR_CARDS)),
]


PHRASES = [
    (strip_markup(phrase.replace("{}", cards)), meaning)
    for name, others, cards, meaning in MEANT
    for phrase in (*phrases(name), *others)
]


@pytest.mark.parametrize(("text", "meaning"), PHRASES)
def test_the_words_around_cards_are_read_as_they_are_meant(text, meaning):
    question = read(text).questions[0]
    if isinstance(question, HandQuestion):
        question = replace(question, starter_marked=meaning.starter_marked)
    elif isinstance(question, DiscardQuestion):
        question = replace(question, dealer=None)
    assert question == meaning


def test_hardly_any_of_them_is_asked_about_first():
    assert sum(not read(text).sure for text, _ in PHRASES) <= DOUBTFUL


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


def test_the_words_around_any_cards_hardly_ever_change_them():
    """Some numbers in a phrase may as well be cards, and some cards numbers."""
    chance = random.Random(1877)
    changed, many = [], 0
    for name, number in (("asked", 5), ("six", 6), ("four", 4), ("claimed", 5), ("rivals", 5)):
        for phrase in phrases(name) * 4:
            hand, spell = chance.sample(PACK, number), chance.choice(SPELT)
            separator = chance.choice([" ", ", ", "-", ""] if spell in SPELT[:3] else [" ", ", "])
            cards = separator.join(map(spell, hand))
            many += 1
            if cards_in(phrase.format(cards)) != cards_in(cards):
                changed.append(phrase.format(cards))
    assert len(changed) < 0.015 * many, changed


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("asked", "9had5cqhtc"),
        ("asked", "3H7S5S4HAS"),
        ("six", "5s6c3ckh7had"),
        ("six", "4HQSAH7D6HAS"),
        ("four", "4had9c2c"),
        ("claimed", "4had9c2c5s"),
        ("rivals", "3c2std4had"),
    ],
)
def test_cards_run_together_are_no_words(name, cards):
    """``4had`` is the four of hearts and the ace of diamonds, in any place."""
    for phrase in phrases(name):
        assert cards_in(phrase.format(cards)) == cards_in(cards), phrase


@pytest.mark.parametrize("text", PLAYED)
def test_a_play_may_be_described_in_many_ways(text):
    question = read_question(text)
    assert isinstance(question, PlayQuestion)
    assert write_question(question) == "play: 7 8 9"


@pytest.mark.parametrize("text", CRIBS)
def test_a_crib_may_be_named_in_many_ways(text):
    assert read_question(text.format(HAND)) == replace(GREATEST, crib=True)


@pytest.mark.parametrize(("text", "canonical"), RANKS)
def test_hands_of_which_the_echo_tells(text, canonical):
    assert write_question(read_question(text)) == canonical


@pytest.mark.parametrize(("text", "canonical", "declared"), ELSEWHERE)
def test_as_people_write_elsewhere(text, canonical, declared):
    question = read_question(text)
    assert write_question(question) == canonical
    assert getattr(question, "declared", None) == declared


def test_an_ace_in_a_capital_is_no_article():
    assert write_question(read_question("5 5 5 J and A 2")) == "5 5 5 J A 2"


@pytest.mark.parametrize("text", ["xh 9c 8d 7s 6h", "what is Xh 9c 8d 7s 6h", "x 9 8 7 6", "play 5 x", "Xh 9c 8d 7s"])
def test_x_for_ten_is_remarked_on(text):
    assert read_question(text).notes == (X_IS_TEN,)


@pytest.mark.parametrize(
    "text", ["10h 9c 8d 7s 6h", "six of hearts 9c 8d 7s 5h", "box 10h 9c 8d 7s 6h", "explain t 5 5 6 4"]
)
def test_other_x_are_not(text):
    assert read_question(text).notes == ()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("qh5dad4c8s9c", "Q♥ 5♦ A♦ 4♣ 8♠ 9♣"),
        ("5h5dad6c7s", "5♥ 5♦ A♦ 6♣ │ 7♠"),
        ("what is 5h5dad6c7s worth", "5♥ 5♦ A♦ 6♣ │ 7♠"),
        ("what is 6c7s8h5dad worth", "6♣ 7♠ 8♥ 5♦ │ A♦"),
        ("5d5had9c2s", "5♦ 5♥ A♦ 9♣ │ 2♠"),
        ("my dad held 5h5d6c7s | 8s", "5♥ 5♦ 6♣ 7♠ │ 8♠"),
        ("3h 9d qd 4h tc as cut", "3♥ 9♦ Q♦ 4♥ │ 10♣"),
        ("3h 9d qd 4h AS cut", "3♥ 9♦ Q♦ 4♥ │ A♠"),
        ("3h9dqd4htc as cut", "3♥ 9♦ Q♦ 4♥ │ 10♣"),
        ("5 5 5 j and 5 as starter", "5 5 5 J │ 5"),
        ("4h 5d 5c 6s jd td as the dealer", "4♥ 5♦ 5♣ 6♠ J♦ 10♦"),
    ],
)
def test_no_card_is_taken_for_a_word(text, canonical):
    assert write_question(read_question(text)) == canonical
