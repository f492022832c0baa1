"""The words around typed cards, on Discord and elsewhere: they are skipped, and never guessed at."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ui.calculator.handlers import strip_markup
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.text import filler_words
from engine.text.questions import DiscardQuestion, FourCardQuestion, HandQuestion, PlayQuestion, write_question
from engine.text.reader import X_IS_TEN, read_question
from engine.text.tokens import NAMES, tokenize, typed_name
from tests.support.phrases import ASKED, CLAIMED, CRIBS, ELSEWHERE, FOUR, PLAYED, RANKS, SIX, STARTERS
from tests.support.strategies import cards

HAND = "5h 5d 5c js 5s"
GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=False)


OVERHEARD = Path(__file__).parents[2] / "collected_phrases"


def overheard(name):
    """Return the phrases that people type on a phone, one a line, with {} for the cards."""
    return (OVERHEARD / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("text", overheard("asked"))
def test_every_phrase_around_a_hand_is_read_the_same(text):
    assert read_question(text.format(HAND)) == GREATEST


@pytest.mark.parametrize("text", overheard("starters"))
def test_the_starter_may_be_named_as_people_name_it(text):
    assert replace(read_question(strip_markup(text)), starter_marked=False) == GREATEST


@pytest.mark.parametrize("text", overheard("six"))
def test_what_to_lay_away_may_be_asked_as_people_do(text):
    question = read_question(text.format("5h 5d 5c js 4s 3s"))
    assert isinstance(question, DiscardQuestion)
    assert write_question(question) == "5♥ 5♦ 5♣ J♠ 4♠ 3♠"


@pytest.mark.parametrize("text", overheard("four"))
def test_four_cards_may_be_asked_about_as_people_do(text):
    question = read_question(text.format("5h 5d 5c js"))
    assert isinstance(question, FourCardQuestion)
    assert write_question(question) == "5♥ 5♦ 5♣ J♠"


@pytest.mark.parametrize("text", overheard("claimed"))
def test_a_claim_may_be_made_as_people_do(text):
    assert read_question(text.format(HAND)) == replace(GREATEST, declared=29)


@pytest.mark.parametrize("text", overheard("rivals"))
def test_two_may_claim_different_counts(text):
    assert read_question(text.format(HAND)) == replace(GREATEST, declared=28, others=(29,))


SPELT = (
    lambda card: str(card).lower(),
    str,
    lambda card: card.face,
    lambda card: f"{NAMES[card.rank - 1]} of {card.suit.name.lower()}",
    lambda card: f"{typed_name(card)[:-1]} {card.suit.name.lower()[:-1]}",
    lambda card: typed_name(card)[:-1].lower(),
)


@pytest.mark.parametrize(("name", "many"), [("asked", 5), ("six", 6), ("four", 4), ("claimed", 5), ("rivals", 5)])
def test_the_words_around_cards_never_change_them(name, many):
    """A word such as ``7had`` may be two cards run together, and then it is these, or nothing is read."""
    chance, read = random.Random(1877), 0
    phrases = overheard(name) * 4
    for phrase in phrases:
        hand, token = chance.sample(PACK, many), chance.choice(SPELT)
        separator = chance.choice([" ", ", ", "-", ""] if token in SPELT[:3] else [" ", ", "])
        cards = separator.join(map(token, hand))
        with suppress(NotationError):
            alone = write_question(read_question(cards))
            found = write_question(read_question(phrase.format(cards)))
            assert found.removeprefix("crib: ") == alone, phrase
            read += 1
    assert read > 0.8 * len(phrases)


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
    alone = write_question(read_question(cards))
    for phrase in overheard(name):
        found = write_question(read_question(phrase.format(cards)))
        assert found.removeprefix("crib: ") == alone, phrase


@pytest.mark.parametrize("text", ASKED)
def test_the_hand_alone_matters(text):
    assert read_question(text.format(HAND)) == GREATEST


@pytest.mark.parametrize("text", STARTERS)
def test_the_starter_may_be_named_in_many_ways(text):
    assert replace(read_question(text), starter_marked=False) == GREATEST


@pytest.mark.parametrize("text", SIX)
def test_what_to_lay_away_may_be_asked_in_many_ways(text):
    question = read_question(text.format("5h 5d 5c js 4s 3s"))
    assert isinstance(question, DiscardQuestion)
    assert write_question(question) == "5♥ 5♦ 5♣ J♠ 4♠ 3♠"


@pytest.mark.parametrize("text", FOUR)
def test_the_starter_may_be_said_to_be_missing(text):
    question = read_question(text.format("5h 5d 5c js"))
    assert isinstance(question, FourCardQuestion)
    assert write_question(question) == "5♥ 5♦ 5♣ J♠"


@pytest.mark.parametrize("text", CLAIMED)
def test_a_claim_may_be_made_in_many_ways(text):
    assert read_question(text.format(HAND)) == replace(GREATEST, declared=29)


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


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("what is a 2 3 4 5", "'a 2'"),
        ("5 5 5 j with a 5", "'a 5'"),
        ("5 5 j and a 5", "'a 5'"),
        ("three 5s, a jack and a 5", "'a 5'"),
        ("5h 5d 5c js not 5s", "'5s'"),
        ("5h 5d 5c js instead of 4s", "'instead'"),
        ("5h 5d 5c js without 5s", "'without'"),
        ("5h 5d 5c js 5s except js", "'except'"),
        ("5h 5d 5c js and an unknown 5", "'unknown'"),
        ("5h 5d 5c js plus 5s minus 5h", "'minus'"),
        ("three fives, jack of spades, 5 of hearts", "'fives'"),
        ("5 of hearts and diamonds, 5c js 5s", "'diamonds'"),
        ("5h 5d 5c jck 5s", "'k' has no suit"),
        ("5 hrts 5d 5c js 5s", "'hrts'"),
        ("pik 5, 5h 5d 5c js", "'pik'"),
        ("5h 5d 5c js st 5s", "'st'"),
        ("1) 5h 5d 5c js 5s", "'1'"),
        ("Q: 5h 5d 5c js 5s", "'Q'"),
        ("5h 5d 5c js = 5s", "'5s'"),
        ("with 5s cut: 5h 5d 5c js", "Is the starter '5s' or '5h'"),
        ("🖤5 5h 5d 5c js", "BLACK HEART"),
        ("I threw 2h 3h and kept 5h 5d 5c js, cut 5s", "'threw'"),
        ("6 7 8 9 flush with a 5 cut", "'flush'"),
        ("5h 5d 5c js, upcard 5s, starter 4s", "You marked two starters"),
        ("hi", "I don't see any cards"),
    ],
)
def test_what_may_mean_two_things_is_refused_still(text, piece):
    with pytest.raises(NotationError, match=piece):
        read_question(text)


def test_no_word_that_is_left_out_could_be_cards():
    """But for two that nobody types for a ten of hearts and a ten, or for two tens and an ace."""
    tables = (
        filler_words.IDLE,
        filler_words.SAID_FOR,
        filler_words.OPENING,
        filler_words.TAIL,
        filler_words.NOTHING_SAID,
        filler_words.BEGINNING,
    )
    alone = {word for table in tables for word in table if names_cards(word)}
    assert alone == {"thx", "that", "thats", "that's"}


def names_cards(word):
    try:
        return bool(tokenize(word, "").cards)
    except NotationError:
        return False


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
        ("3h 9d qd as cut", "3♥ 9♦ Q♦ │ A♠"),
        ("3h9dqd as cut", "3♥ 9♦ Q♦ │ A♠"),
        ("3h9dqd4htc as cut", "3♥ 9♦ Q♦ 4♥ │ 10♣"),
        ("5 5 5 j and 5 as starter", "5 5 5 J │ 5"),
        ("4h 5d 5c 6s jd td as the dealer", "4♥ 5♦ 5♣ 6♠ J♦ 10♦"),
        ("4h 5d 5c as dealer", "4♥ 5♦ 5♣ A♠"),
    ],
)
def test_no_card_is_taken_for_a_word(text, canonical):
    assert write_question(read_question(text)) == canonical


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("3h 9d qd 4h as cut", "'as cut'"),
        ("3h 9d qd 4h as the starter", "'as the starter'"),
        ("4h 5d 5c 6s jd as dealer", "'as dealer'"),
        ("5h 5d 5c js as pone", "'as pone'"),
        ("5h5d5cjs as cut", "'as cut'"),
        ("five of hearts 5♦ 🃕 js as cut", "'as cut'"),
    ],
)
def test_what_may_be_the_ace_of_spades_is_no_word(text, piece):
    with pytest.raises(NotationError, match=f"Is {piece} the ace of spades.* Type A♠"):
        read_question(text)


@pytest.mark.parametrize("text", ["5h 5d 5c js = as", "5h 5d 5c js it is as?", "5h 5d 5c js 5s counts as"])
def test_an_ace_of_spades_behind_the_words_of_a_claim_is_not_passed_over(text):
    with pytest.raises(NotationError, match="couldn't read 'as'"):
        read_question(text)
