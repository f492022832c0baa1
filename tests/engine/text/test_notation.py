"""Cards in every notation that people type: what can be written is read back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank, Suit
from engine.errors import NotationError
from engine.text.question_reader import read_question
from engine.text.questions import (
    Claimed,
    DiscardQuestion,
    Face,
    FourCardQuestion,
    Hand,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    all_cards,
    read_plain_hand,
    write_question,
)
from engine.text.typed_cards import LONGEST, find_cards, typed_name
from engine.text.vocabulary import NAMES
from tests.support.data_files import data_beside
from tests.support.labelled_phrases import LABELLED, answer_or_none, labels

CASES = data_beside(__file__)

MARKED = CASES["marked"]
LAST = CASES["last"]


@pytest.mark.parametrize(("texts", "marked"), [(MARKED, True), (LAST, False)])
def test_the_starter_is_the_marked_card_or_else_the_last_of_five(texts, marked):
    for text in texts:
        question = read_question(text)
        assert write_question(question) == "5♥ 5♦ 5♣ J♠ │ 5♠", text
        assert question.starter_marked == marked, text


# Every hand in every notation.

SPELLINGS = {
    "letters": str,
    "small": lambda card: str(card).lower(),
    "10": typed_name,
    "x": lambda card: str(card).replace("T", "x"),
    "symbols": lambda card: card.face,
    "emoji": lambda card: f"{card.rank}{'♣♦♥♠'[card.suit]}\ufe0f",
    "text symbols": lambda card: f"{card.rank}{'♣♦♥♠'[card.suit]}\ufe0e",
    "open symbols": lambda card: f"{card.rank}{'♧♢♡♤'[card.suit]}",
    "symbol first": lambda card: f"{'♣♦♥♠'[card.suit]}{card.rank}",
    "shortcodes": lambda card: f"{card.rank}:{card.suit.name.lower()}:",
    "words": lambda card: f"{NAMES[card.rank - 1]} of {card.suit.name.lower()}",
    "capital words": lambda card: f"{NAMES[card.rank - 1]} of {card.suit.name}".title(),
    "rank of suit": lambda card: f"{typed_name(card)[:-1]} of {card.suit.name.lower()}",
    "run together": lambda card: f"{NAMES[card.rank - 1]}{card.suit.name[:-1]}".title(),
    "wide": lambda card: "".join(chr(ord(letter) + 0xFEE0) for letter in str(card)),
    "pictures": lambda card: chr(0x1F0A0 + 16 * (3 - card.suit) + card.rank + (card.rank > Rank.JACK)),
}
SEPARATORS = [" ", ", ", ",", "; ", " - ", "\n", " and "]
CLOSE = ["", "-", "."]
"""Separators only for cards that are a rank and a suit of one character."""
spellings = st.sampled_from(sorted(SPELLINGS))
separators = st.sampled_from(SEPARATORS)


def some_cards(*many):
    return st.sampled_from(many).flatmap(
        lambda number: st.lists(st.sampled_from(PACK), min_size=number, max_size=number, unique=True)
    )


def some_ranks(least, most):
    return st.lists(st.sampled_from([*Rank] * 4), min_size=least, max_size=most).filter(
        lambda ranks: all(ranks.count(rank) < 5 for rank in ranks)
    )


def faces(cards):
    return tuple(Face(card.rank, card) if isinstance(card, Card) else Face(card) for card in cards)


def question_of(cards, *, marked):
    """The question that four, five or six cards ask."""
    if len(cards) == 6:
        return DiscardQuestion(faces(cards))
    if len(cards) == 4:
        return FourCardQuestion(faces(cards), crib=False)
    if all(isinstance(card, Card) for card in cards):
        return HandQuestion(tuple(cards[:4]), cards[4], crib=False, starter_marked=marked)
    *hand, starter = faces(cards)
    return RanksQuestion(tuple(hand), starter, nobs=False, crib=False, starter_marked=marked)


@given(some_cards(4, 5, 6), spellings, separators)
def test_cards_in_one_notation_are_read(cards, spelling, separator):
    text = separator.join(map(SPELLINGS[spelling], cards))
    assert read_question(text) == question_of(cards, marked=False)


@given(some_cards(4, 5, 6), st.sampled_from(["letters", "small", "10", "symbols", "emoji", "pictures"]), st.data())
def test_cards_with_hardly_anything_between_them_are_read(cards, spelling, data):
    text = data.draw(st.sampled_from(CLOSE)).join(map(SPELLINGS[spelling], cards))
    assert read_question(text) == question_of(cards, marked=False)


@given(some_cards(4, 5, 6), st.data())
def test_notations_may_be_mixed(cards, data):
    words = [SPELLINGS[data.draw(spellings)](card) for card in cards]
    text = words[0] + "".join(data.draw(separators) + word for word in words[1:])
    assert read_question(text) == question_of(cards, marked=False)


@given(
    some_cards(5),
    spellings,
    separators,
    st.sampled_from(
        [" | {}", " / {}", " + {}", " cut {}", ", starter {}", " (cut {})", " (starter: {})", ", {} turned up"]
    ),
)
def test_a_marked_starter_is_read(cards, spelling, separator, mark):
    *hand, starter = map(SPELLINGS[spelling], cards)
    assert read_question(separator.join(hand) + mark.format(starter)) == question_of(cards, marked=True)


@given(some_cards(5), spellings, separators, st.sampled_from(["cut {}: ", "starter {}, ", "{} was cut. "]))
def test_a_starter_in_front_is_read(cards, spelling, separator, mark):
    *hand, starter = map(SPELLINGS[spelling], cards)
    assert read_question(mark.format(starter) + separator.join(hand)) == question_of(cards, marked=True)


RANKS_TYPED = {
    "letters": str,
    "small": lambda rank: str(rank).lower(),
    "10": lambda rank: "10" if rank is Rank.TEN else str(rank),
    "words": lambda rank: NAMES[rank - 1],
}


@given(some_ranks(4, 6), st.sampled_from(sorted(RANKS_TYPED)), st.sampled_from([" ", ", ", ",", "-", " - "]))
def test_ranks_alone_are_read(ranks, spelling, separator):
    text = separator.join(map(RANKS_TYPED[spelling], ranks))
    assert read_question(text) == question_of(ranks, marked=False)


@given(
    some_ranks(5, 5),
    st.sampled_from(sorted(RANKS_TYPED)),
    st.sampled_from([" | {}", " / {}", " cut {}", ", starter {}"]),
)
def test_ranks_alone_with_a_marked_starter_are_read(ranks, spelling, mark):
    *hand, starter = map(RANKS_TYPED[spelling], ranks)
    assert read_question(" ".join(hand) + mark.format(starter)) == question_of(ranks, marked=True)


@given(st.one_of(some_ranks(3, 16), some_cards(*range(3, 17))), st.sampled_from(["play: ", "pegging ", "play "]))
def test_what_is_played_is_read_in_its_order(cards, cue):
    text = cue + " ".join(map(str, cards))
    assert read_question(text) == PlayQuestion(faces(cards))


# What was understood is echoed, and the echo means the same.


def is_mixed(question: Question) -> bool:
    """Return whether some cards have suits and some have none."""
    return len({face.card is None for face in all_cards(question)}) > 1


def bare(question: Question) -> Question:
    """Return a question as its echo asks it: without claims and scores, and with its starter marked."""
    match question:
        case HandQuestion() | RanksQuestion():
            return replace(question, declared=None, others=(), starter_marked=True)
        case FourCardQuestion():
            return replace(question, declared=None, others=())
        case DiscardQuestion():
            return replace(question, dealer=None, others=())
        case PlayQuestion():
            return PlayQuestion(question.cards)


def test_the_echo_of_every_labelled_phrase_asks_the_same():
    found = set()
    for path in sorted(LABELLED.glob("built_*")):
        for label in labels(path):
            if (reading := answer_or_none(label.text)) is not None and reading.sure:
                old = [one for one in reading.questions if isinstance(one, Claimed | DiscardQuestion)]
                found.update(bare(one) for one in old if not (one.part or getattr(one, "options", ()) or is_mixed(one)))
    assert len(found) > 600
    for question in found:
        assert read_question(write_question(question)) == question


# The quick way for plain hands.


@given(
    some_cards(4, 5), st.sampled_from(["letters", "small", "10", "symbols", "emoji"]), st.sampled_from([" ", "", ", "])
)
def test_a_plain_hand_is_read_in_one_match_and_means_the_same_among_words(cards, spelling, separator):
    text = separator.join(map(SPELLINGS[spelling], cards))
    starter = cards[4] if len(cards) == 5 else None
    assert read_plain_hand(text) == Hand(tuple(cards[:4]), starter, crib=False, starter_marked=False)
    assert read_question(f"hand {text}") == read_question(text)


def test_a_text_that_is_too_long_is_not_read():
    assert write_question(read_question("5h 5d 5c js".ljust(LONGEST))) == "5♥ 5♦ 5♣ J♠"
    for text in ("5h 5d 5c js 5s".ljust(LONGEST + 1), "is" + "5h" * 1_000, "ﷺ" * 200):  # the last is many in one
        with pytest.raises(NotationError, match="characters"):
            read_question(text)


def test_every_card_that_is_one_character_is_read_and_no_other():
    typed = {chr(base + face) for base in (0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0) for face in (*range(1, 12), 13, 14)}
    assert {find_cards(face)[0].card for face in typed} == {*PACK}
    for other in {chr(code) for code in range(0x1F0A0, 0x1F100)} - typed:
        with pytest.raises(NotationError, match="isn't used in cribbage"):
            find_cards(other)


def test_a_card_is_written_in_letters_or_with_its_symbol():
    card = Card(Rank.TEN, Suit.DIAMONDS)
    assert (str(card), card.face, typed_name(card)) == ("TD", "10♦", "10D")
