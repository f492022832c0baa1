"""Questions about cards in the words that people really use: their readings and their refusals."""

# ruff: noqa: RUF001 - people type dashes and wide digits, and so do these tests.

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank
from engine.errors import NotationError
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    RanksQuestion,
    all_cards,
    running_counts,
    write_question,
)
from engine.text.reader import read, read_question
from tests.support.strategies import cards

MISREAD = pytest.mark.xfail(reason="the reader does not do it yet", strict=True)
BEST = "5♥ 5♦ 5♣ J♠ │ 5♠"
GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=True)


def faces(text):
    """Ranks without suits, or cards with them."""
    return tuple(
        Face((card := Card.parse(word)).rank, card) if word[-1] in "cdhs" else Face(Card.parse(f"{word}s").rank)
        for word in text.split()
    )


# By the number of cards.


@pytest.mark.parametrize(
    ("text", "marked"), [("5h 5d 5c js 5s", False), ("5h 5d 5c js | 5s", True), ("5s starter, 5h 5d 5c js", True)]
)
def test_five_cards_are_a_hand_and_its_starter(text, marked):
    assert read_question(text) == replace(GREATEST, starter_marked=marked)


def test_three_and_a_marked_starter_are_the_five_card_game():
    assert read_question("5h 5d 5c / js") == HandQuestion(
        cards("5h 5d 5c"), Card.parse("js"), crib=False, starter_marked=True
    )


def test_four_alone_await_their_starter():
    assert read_question("4H 5D 5C 6S") == FourCardQuestion(faces("4h 5d 5c 6s"), crib=False)
    assert read_question("box 4H 5D 5C 6S") == FourCardQuestion(faces("4h 5d 5c 6s"), crib=True)


@pytest.mark.parametrize(
    "text",
    [
        "4H 5D 5C 6S JD TD",
        "what should I throw from 4h 5d 5c 6s jd 10d?",
        "which two to lay away from 4h5d5c6sjdtd",
        "discard 4♥ 5♦ 5♣ 6♠ J♦ 10♦",
        "keep 4h-5d-5c-6s (jd-td)",
        "4h 5d 5c 6s jd td as pone",
    ],
)
def test_six_cards_ask_for_a_discard(text):
    assert replace(read_question(text), dealer=None) == DiscardQuestion(faces("4h 5d 5c 6s jd td"))


@pytest.mark.parametrize(
    ("text", "ranks"),
    [
        ("5-5-6-7-J-J", "5 5 6 7 j j"),
        ("2-5-J-K (8-9)", "2 5 j k 8 9"),
        ("245810J", "2 4 5 8 t j"),
        ("deuce four five eight ten knave", "2 4 5 8 t j"),
    ],
)
def test_six_ranks_as_columnists_write_them(text, ranks):
    assert read_question(text) == DiscardQuestion(faces(ranks))


def test_ten_binds_before_one():
    assert read_question("510J2") == FourCardQuestion(faces("5 t j 2"), crib=False)


# The crib.


@pytest.mark.parametrize(
    "text",
    [
        "crib 5h 5d 5c js | 5s",
        "5h 5d crib 5c js | 5s",
        "the crib is 5h 5d 5c js | 5s",
        "is my box 5h 5d 5c js | 5s worth it?",
        "5h 5d 5c js | 5s in the crib",
        "how much does 5h 5d 5c js | 5s count in the crib?",
    ],
)
def test_a_crib_may_be_named_anywhere(text):
    assert read_question(text) == replace(GREATEST, crib=True)


def test_a_crib_may_be_asked_for_apart_from_the_text():
    for text in ("5h 5d 5c js | 5s", "5h 5d 5c js starter 5s"):
        assert read_question(text, crib=True) == replace(GREATEST, crib=True)
    assert read_question("5 5 5 j | 5", crib=True).crib
    assert read_question("5h 5d 5c js", crib=True).crib


# The play.


@pytest.mark.parametrize(
    ("text", "count", "points"),
    [
        ("8 J 6 5 A A (31-4)", 31, 4),
        ("play 8 J 6 5 A A (31-4)", 31, 4),
        ("8 J 6 5 A A (31–4)", 31, 4),
        ("8 J 6 5 A A (30-4)", 30, 4),
        ("8 J 6 5 A A (31 for 4)", 31, 4),
        ("play 8, J, 6, 5, A, A; 31 for 4", None, 4),
        ("play 8 j 6 5 a a", None, None),
        ("played: 8, j, 6, 5, a, a", None, None),
        ("pegging 8j65aa for 4", None, 4),
        ("play 8 j 6 5 a a = 4", None, 4),
        ("play 8 j 6 5 a a pegs 4", None, 4),
        pytest.param("play 8 j 6 5 a a, 31 for 2 and a pair is 4", None, 4, marks=MISREAD),
        pytest.param("play 8 j 6 5 a a thirty-one for two and a pair is four", None, 4, marks=MISREAD),
        pytest.param("what do 8 j 6 5 a a score in the play?", None, None, marks=MISREAD),
    ],
)
def test_cards_after_play_are_pegged(text, count, points):
    assert read_question(text) == PlayQuestion(faces("8 j 6 5 a a"), count, points)


def test_of_what_is_played_the_suits_may_be_named_or_not():
    assert read_question("play 8h js 6 5 kc 2") == PlayQuestion(faces("8h js 6 5 kc 2"))


@pytest.mark.parametrize(
    ("ranks", "called"),
    [
        ("8 j 6 5 a a", [8, 18, 24, 29, 30, 31]),
        ("k q j 5 5", [10, 20, 30, 5, 10]),
        ("k q a t 2", [10, 20, 21, 31, 2]),
    ],
)
def test_the_count_restarts_where_a_card_would_pass_thirty_one(ranks, called):
    assert running_counts(faces(ranks)) == called


# Without suits.


def test_without_suits_ranks_are_asked():
    assert read_question("5 5 5 J | 5") == RanksQuestion(
        faces("5 5 5 j"), Face(Rank.FIVE), nobs=False, crib=False, starter_marked=True
    )


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5 — N — 5 — 5 — 5", "5 N 5 5 │ 5"),
        ("5 5 N J J", "5 N J J │ 5"),
        ("5 5 10 N Q", "5 5 10 N │ Q"),
        ("A 4 4 N 4", "A 4 4 N │ 4"),
    ],
)
def test_n_is_his_nobs_as_the_table_of_scores_writes_it(text, canonical):
    question = read_question(text)
    assert write_question(question) == canonical
    assert question.nobs


@pytest.mark.parametrize("text", ["9h 2 qd 8c 9c", "5h 6 7d 8c 9c", "2h 2 2c 2d | 9h", "kh k qd 3c | 2"])
def test_a_suit_that_cannot_matter_may_be_missing(text):
    assert isinstance(read_question(text), RanksQuestion)


# What was declared.

CLAIMS = [
    ("is 5h 5d 5c js + 5s 28?", 28),
    ("Is 5♥ 5♦ 5♣ J♠ │ 5♠ 28", 28),
    ("5h 5d 5c js | 5s for 12", 12),
    ("5h 5d 5c js | 5s declared: 28", 28),
    ("5h 5d 5c js | 5s declared:28", 28),
    ("declared 28: 5h 5d 5c js | 5s", 28),
    ("I declared 28 with 5h 5d 5c js | 5s", 28),
    ("he claims twenty-eight, 5h 5d 5c js | 5s", 28),
    ("5h 5d 5c js | 5s = 28", 28),
    ("5h5d5cjs|5s=28", 28),
    ("5h 5d 5c js | 5s counts 28", 28),
    ("does 5h 5d 5c js | 5s count 28?", 28),
    ("5h 5d 5c js | 5s is 28, right?", 28),
    ("5h 5d 5c js | 5s he says 28", 28),
    ("5h 5d 5c js | 5s I make it 28", 28),
    ("5h 5d 5c js | 5s 28", 28),
    ("5h 5d 5c js | 5s 8 points", 8),
    ("is 5h 5d 5c js | 5s 8 points?", 8),
    ("is 5h 5d 5c js | 5s worth 8?", 8),
    ("is 5h 5d 5c js | 5s twenty-eight?", 28),
    ("5h 5d 5c js | 5s: fifteen two, fifteen four, and a pair is six", 6),
    ("5h 5d 5c js | 5s = 15-2, 15-4, pair is 6", 6),
    ("is 28 right for 5h 5d 5c js | 5s?", 28),
    ("they said 28: 5h 5d 5c js | 5s", 28),
    ("he pegged 8 for 5h 5d 5c js | 5s", 8),
    ("28? 5h 5d 5c js | 5s", 28),
    ("5h 5d 5c js | 5s 12 pts", 12),
    ("5h 5d 5c js | 5s = none", 0),
    ("5h 5d 5c js | 5s none", 0),
    ("5h 5d 5c js | 5s = 19", 19),
]
NO_CLAIMS = [
    "what is 5h 5d 5c js | 5s worth?",
    "how much is 5h 5d 5c js | 5s?",
    "what does 5h 5d 5c js | 5s count",
    "score 5h 5d 5c js | 5s please",
    "5h 5d 5c js, the starter is 5s",
    "5h 5d 5c js, starter card was the 5s",
    "I have 5h 5d 5c js, cut 5s",
    "my hand was 5h 5d 5c js and the cut was 5s",
    "how many points for 5h 5d 5c js | 5s?",
]


@pytest.mark.parametrize(("text", "declared"), CLAIMS)
def test_what_was_declared_may_be_said_in_many_ways(text, declared):
    assert read_question(text) == replace(GREATEST, declared=declared)


def test_his_nobs_may_be_named_in_a_claim():
    asked = read_question("is 5 5 5 N | 5 28?")
    assert (asked.nobs, asked.declared) == (True, 28)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_words_that_declare_nothing(text):
    assert read_question(text) == GREATEST


def test_what_was_declared_may_be_said_apart_from_the_text():
    for text in ("5h 5d 5c js | 5s", "5h 5d 5c js starter 5s"):
        assert read_question(text, declared=" 28 ") == replace(GREATEST, declared=28)
        assert read_question(text, declared="  ") == GREATEST
    assert read_question("5 5 5 j 5", declared="28").declared == 28
    assert read_question("5h 5d 5c js = 14").declared == 14
    assert read_question("play 8 7", declared="2").declared == 2


# What could mean several things, or nothing.


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "I don't see any cards. Type 4 cards and the starter, like 5H 5D 5C JS | 5S."),
        ("what is my hand worth?", "I don't see any cards. Type 4 cards and the starter, like 5H 5D 5C JS | 5S."),
        (
            "510J",
            "I read 5 10 J. Type 4 cards and the starter, like 5H 5D 5C JS | 5S, or 6 cards for discard advice.",
        ),
        ("5 5 5 5 5", "I read more than 4 cards of rank 5, but a deck has only 4."),
        ("\U0001f0bf 2h 3h 4h", "'\U0001f0bf' isn't used in cribbage."),
        ("5h 6h 7h 8h 5h", "Did you mean 5♥ 6♥ 7♥ 8♥ │ 5♣, 5♥ 6♥ 7♥ 8♥ │ 5♦ or 5♥ 6♥ 7♥ 8♥ │ 5♠?"),
    ],
)
def test_what_is_not_answered_is_refused_in_one_sentence_with_what_was_read(text, sentence):
    with pytest.raises(NotationError) as refusal:
        read_question(text)
    assert str(refusal.value) == sentence


def test_a_card_named_twice_is_offered_in_its_other_suits():
    reading = read("5h 6h 7h 8h 5h")
    assert not reading.sure
    assert [write_question(question)[-2:] for question in reading.questions] == ["5♣", "5♦", "5♠"]
    assert [str(note) for note in reading.questions[0].notes] == ["You typed 5♥ twice."]


def test_a_claim_is_its_last_number_with_a_remark_on_its_sum():
    question = read_question("5h 5d 5c js 5s = 15-2, 15-4, pair is 8")
    assert question == replace(GREATEST, declared=8, starter_marked=False)
    assert [*map(str, question.notes)] == ["You ended on 8, but the points you listed add up to 6."]
    notes = read_question("5h 5d 5c js | 5s", declared="15-2, pair is 6").notes
    assert [*map(str, notes)] == ["You ended on 6, but the points you listed add up to 4."]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("5h 5d 5c js | 5s 27, 28 or 29?", (27, 28, 29)),
        ("5h 5d 5c js | 5s 27 or 28 or 29?", (27, 28, 29)),
        ("5h 5d 5c js | 5s is it 8 or 9?", (8, 9)),
        ("5h 5d 5c js | 5s 8 or 9?", (8, 9)),
        ("5h 5d 5c js | 5s 29 or 29", (29,)),
        pytest.param("8 or 9? 5h 5d 5c js | 5s", (8, 9), marks=MISREAD),
        ("28 or 29? I have 5 5 5 j | 5", (28, 29)),
        ("5 5 5 j | 5 he says 28 I say 29", (28, 29)),
        ("5 5 6 7 | 8 do I have 12 or 14?", (12, 14)),
        ("5 5 6 7 | 8 do I have 10 or 12?", (10, 12)),
    ],
)
def test_counts_of_which_one_may_be_right(text, counts):
    question = read_question(text)
    assert (question.declared, *question.others) == counts


def test_counts_that_the_last_card_of_a_play_may_peg():
    assert read_question("play 7 8 9 is it 3 or 5?") == replace(read_question("play 7 8 9"), declared=3, others=(5,))


def test_of_a_hand_and_a_crib_in_one_text_either_is_offered():
    assert not read("hand: 5h 5d 5c js crib: 2h 3d 4c 9s cut 5s").sure


def test_counts_to_choose_between_may_be_declared_apart_from_the_text():
    question = read_question("5h 5d 5c js | 5s", declared="28 or 29")
    assert (question.declared, question.others) == (28, (29,))


def test_two_counts_declared_at_once_are_refused():
    with pytest.raises(NotationError, match="You gave two counts"):
        read_question("5h 5d 5c js 5s = 28", declared="29")


# What was understood is echoed, and the echo means the same.

suits_or_none = st.booleans()
different = st.lists(st.sampled_from(PACK), min_size=4, max_size=16, unique=True)


def some_faces(cards, *, suited):
    return tuple(Face(card.rank, card if suited else None) for card in cards)


@given(different, st.booleans(), suits_or_none, st.integers(4, 6))
def test_the_echo_of_a_question_asks_the_same(cards, crib, suited, many):
    cards_named = some_faces(cards, suited=suited)
    asked = [PlayQuestion(cards_named), FourCardQuestion(cards_named[:4], crib)]
    if len(cards) >= 6:
        asked.append(DiscardQuestion(cards_named[:6]))
    if len(cards) >= 5:
        jack = any(face.rank is Rank.JACK for face in cards_named[:4]) and cards[4].rank is not Rank.JACK
        asked.append(
            HandQuestion(tuple(cards[:4]), cards[4], crib, starter_marked=True)
            if suited
            else RanksQuestion(cards_named[:4], cards_named[4], jack, crib, starter_marked=True)
        )
    for question in asked:
        again = read_question(write_question(question))
        assert write_question(again) == write_question(question)
        if not (isinstance(question, RanksQuestion) and question.nobs):
            assert again == question


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("5h 5d 5c js | 5s", "5h 5d 5c js 5s"),
        ("starter 5s, 5h 5d 5c js", "5h 5d 5c js 5s"),
        ("5 5 5 j | 9", "5 5 5 j 9"),
        ("5h 5d 5c js", "5h 5d 5c js"),
        ("4 5 5 6 j k", "4 5 5 6 j k"),
        ("play 8 j 6", "8 j 6"),
    ],
)
def test_every_card_of_a_question_is_named(text, cards):
    assert all_cards(read_question(text)) == faces(cards)


def test_a_plain_hand_is_the_same_among_words():
    """The quick way and the long way agree: a word that only the long way reads changes nothing."""
    for text in ("5h5d5cjs5s", "5H,5D,5C,JS,5S", "5♥ 5♦ 5♣ J♠ │ 5♠", "10h 9c 8d 7s / 6h", "xh 9c 8d 7s"):
        assert read_question(f"hand {text}") == read_question(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("ac king of diamonds ah as 2c", "AC KD AH AS 2C"),
        ("ad five of hearts, six of clubs, 7 of spades, 2c", "AD 5H 6C 7S 2C"),
        ("as king hearts, 5d, 6c, 7s", "AS KH 5D 6C 7S"),
        ("2c 5d 6h king of diamonds, ad", "2C 5D 6H KD AD"),
    ],
)
def test_an_ace_in_small_letters_beside_a_card_in_words_is_no_word(text, named):
    question = read_question(text)
    assert (*question.hand, question.starter) == cards(named)
