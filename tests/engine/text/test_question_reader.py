"""Questions about cards in the words that people really use: their readings and their refusals."""

# ruff: noqa: RUF001 - people type dashes and wide digits, and so do these tests.

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank
from engine.errors import NotationError
from engine.text import multilingual
from engine.text.languages import LANGUAGES
from engine.text.question_reader import NothingOpen, read, read_question
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
from tests.support.data_files import data_beside
from tests.support.reader_parts import meaning_of
from tests.support.strategies import cards

CASES = data_beside(__file__)

GREATEST = HandQuestion(cards("5h 5d 5c js"), Card.parse("5s"), crib=False, starter_marked=True)


def faces(text):
    """Ranks without suits, or cards with them."""
    return tuple(
        Face((card := Card.parse(word)).rank, card) if word[-1] in "cdhs" else Face(Card.parse(f"{word}s").rank)
        for word in text.split()
    )


def test_a_crib_may_be_asked_for_apart_from_the_text():
    for text in ("5h 5d 5c js | 5s", "5h 5d 5c js starter 5s"):
        assert read_question(text, crib=True) == replace(GREATEST, crib=True)
    assert read_question("5 5 5 j | 5", crib=True).crib
    assert read_question("5h 5d 5c js", crib=True).crib


@pytest.mark.parametrize(
    ("text", "count"), [("8 J 6 5 A A (31-4)", 31), ("play 8 J 6 5 A A (31–4)", 31), ("8 J 6 5 A A (30 for 4)", 30)]
)
def test_a_count_may_be_written_behind_a_play(text, count):
    assert read_question(text) == PlayQuestion(faces("8 j 6 5 a a"), count, 4)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("King ten, five fifteen for two, five twenty for two", ((0, 10, None), (1, 15, 2), (2, 20, 2))),
        ("7, 8 he says 2, 9 I say 3", ((1, None, 2), (2, None, 3))),
        ("9 6 15-2, 6 21-2, 6 27-6, 4 31-2", ((1, 15, 2), (2, 21, 2), (3, 27, 6), (4, 31, 2))),
        ("10 5 (fifteen two) 5 (20, pair, two) ok?", ((1, 15, 2), (2, 20, 2))),
    ],
)
def test_scores_beside_the_cards_of_a_play_are_no_cards(text, written):
    question = read_question(text)
    assert (question.written, question.declared, question.notes) == (written, None, ())


@pytest.mark.parametrize("text", ["mugs 2", "muggins! 3 more in there", "muggins, du hast 2 übersehen"])
def test_a_call_of_missed_points_without_cards_gets_one_sentence(text):
    with pytest.raises(NothingOpen, match="you can't call missed points now"):
        multilingual.read(text, None)


@pytest.mark.parametrize(
    ("text", "code"), [("mugs 2: 4 5 6 6 cut 5", None), ("tu as oublié 2 : 4 5 6 6 coupe 5", "fr")]
)
def test_a_call_of_missed_points_beside_cards_says_when_it_is_right(text, code):
    [question] = multilingual.read(text, LANGUAGES.get(code)).questions
    assert [str(note) for note in question.notes] == ["A call of 2 is right if the count was 2 too low."]


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


@pytest.mark.parametrize(
    ("text", "restarts"),
    [
        ("10 J 10 go A thats 31 - 2 or 3?", ()),
        ("K Q 9 go 2 makes 31, how many?", ()),
        ("10 J 10 go A for 1. 31 was the count", (3,)),
    ],
)
def test_a_go_does_not_end_the_count_where_the_text_says_that_it_goes_on(text, restarts):
    assert read(text).questions[0].restarts == restarts


def test_what_was_declared_may_be_said_apart_from_the_text():
    for text in ("5h 5d 5c js | 5s", "5h 5d 5c js starter 5s"):
        assert read_question(text, declared=" 28 ") == replace(GREATEST, declared=28)
        assert read_question(text, declared="  ") == GREATEST
    assert read_question("5 5 5 j 5", declared="28").declared == 28
    assert read_question("5h 5d 5c js = 14").declared == 14
    assert read_question("play 8 7", declared="2").declared == 2


@pytest.mark.parametrize(
    "text",
    [
        "missed 5 6 7 8 cut 9",
        "what have I missed 5 6 7 8 cut 9",
        "mugs 2: 5 6 7 8 cut 9",
        "forgot 2 points 5 6 7 8 cut 9",
    ],
)
def test_a_card_behind_missed_is_no_number_of_points(text):
    assert (read_question(text).hand, read_question(text).starter) == (tuple(faces("5 6 7 8")), *faces("9"))


def test_a_count_without_suits_is_doubted_only_where_no_suits_make_it():
    for text in ("why 2 4 6 8 cut Q is 2 points?", "Somebody told me 4 5 6 8 with cut Q is 7 points, correct?"):
        assert read(text).sure, text


# What could mean several things, or nothing.


@pytest.mark.parametrize(("text", "sentence"), CASES["missed"])
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
    "text",
    [
        "hand: 5h 5d 5c js crib: 2h 3d 4c 9s cut 5s",
        "crib 2h 3d 4c 9s, hand 5h 5d 5c js, starter 5s",
        "my hand 5h 5d 5c js and my crib 2h 3d 4c 9s with the 5s cut",
        "mano 5h 5d 5c js crib 2h 3d 4c 9s corte 5s",
    ],
)
def test_a_hand_and_its_crib_in_one_text_are_both_asked_about(text):
    reading = multilingual.read(text, None)
    written = {"5♥ 5♦ 5♣ J♠ │ 5♠", "crib: 2♥ 3♦ 4♣ 9♠ │ 5♠"}
    assert reading.sure
    assert {*map(write_question, reading.questions)} == written


@pytest.mark.parametrize(
    "text",
    [
        "his 5h 5d 5c js, her 2h 3d 4c 9s, cut 5s",
        "hand: 5h 5d 5c js crib: 2h 3d 4c 9s",
    ],
)
def test_two_hands_are_not_both_asked_about_without_a_crib_a_starter_or_with_more_cards(text):
    assert not read(text).sure


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


@pytest.mark.parametrize(("text", "cards"), CASES["refused"])
def test_every_card_of_a_question_is_named(text, cards):
    assert all_cards(read_question(text)) == faces(cards)


@pytest.mark.parametrize(
    "text", ["jajaja", "Jajaja!", "JAJAJA", "jajajaj eres un as", "ajajaja", "kakaka", "kkkk", "hahaha"]
)
def test_laughter_is_no_cards(text):
    with pytest.raises(NotationError):
        read(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (
            "Dave 7 8 9 10, Jo A A 2 3, crib Q 6 6 2, cut J (Jo's crib)",
            ["7 8 9 10 │ J", "A A 2 3 │ J", "crib: Q 6 6 2 │ J"],
        ),
        ("crib A A 2 3, hand 7 8 9 10, starter 5", ["crib: A A 2 3 │ 5", "7 8 9 10 │ 5"]),
    ],
)
def test_of_several_hands_only_the_one_behind_the_word_is_the_crib(text, written):
    assert list(map(write_question, read(text).questions)) == written


@pytest.mark.parametrize(
    "text",
    [
        "somos 3 jugadores, tengo 4 5 6 9 J, cuál tiro? el crib es mío",
        "3 joueurs, j'ai 4 5 6 9 V, j'écarte quoi ? crib à moi",
        "3 Spieler, habe 4 5 6 9 B, was werfe ich ab? crib gehört mir",
    ],
)
def test_the_number_of_players_and_the_crib_are_read_in_other_languages(text):
    (question,) = multilingual.read(text, None).questions
    assert isinstance(question, DiscardQuestion)
    assert (len(question.cards), question.players, question.dealer) == (5, 3, True)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I dealt. 3 3 7 8 Q K, what to toss", "3 3 7 8 Q K dealer: True"),
        ("he dealt, I hold A 4 5 J Q K", "A 4 5 J Q K dealer: False"),
        ("he dealt me A 4 5 J Q K", "A 4 5 J Q K"),
        ("5 5 6 7 cut 9, my crib. no idea", "crib: 5 5 6 7 │ 9"),
        ("five card crib: 5h 6d 7c 8s Kh, what do I lay away", "2 players, 5 cards, discard: 5♥ 6♦ 7♣ 8♠ K♥"),
        ("I need 8 they 15, 5h 6h 6d 7s qs kd", "5♥ 6♥ 6♦ 7♠ Q♠ K♦ at 113-106"),
        ("él tira un 10, yo 5, él 5, yo 5", "play: 10 5 5 5"),
        ("play on 7: 8 8 2 Q", "play on 7: 8 8 2 Q"),
    ],
)
def test_who_deals_and_who_plays_is_read(text, meaning):
    (question,) = multilingual.read(text, None).questions
    assert meaning_of(question) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "5h 5d Jx 10c cut 5s",
        "Kh Qd #c 5c cut 5d",
        "10 then J on the table (20). Do I play the Q for 3 or 2? hand Q 2 A A",
        "they played K, i played 5 for 15, they paired it. what now from 5 A 9",
        "5 6 Y J Q K what do I throw",
        "6h 7h Z♥ 8s cut 9d",
        "5h 5d 10s Kruez J, starter 6d",
    ],
)
def test_a_card_or_a_number_that_is_not_read_makes_a_text_doubtful(text):
    assert not read(text).sure


@pytest.mark.parametrize(
    "text",
    [
        "zweimal die Zehn zweimal die Fünf und ne Dame",
        "dos veces el diez, dos veces el cinco y una reina",
        "deux fois le dix, deux fois le cinq et une dame",
    ],
)
def test_cards_are_counted_in_the_words_of_other_languages(text):
    (question,) = multilingual.read(text, None).questions
    assert write_question(question) == "10 10 5 5 │ Q"
