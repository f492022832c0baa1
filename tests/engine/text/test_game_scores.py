"""Scores of a game typed around six cards: every way that was thought of before the reader was written."""

from __future__ import annotations

import pytest

from engine.text.questions import DiscardQuestion, GameScores, write_question
from engine.text.reader import read

SIX = "5h 6h 7d 8c js ks"
DEALER, PONE = True, False

BUILT = [
    ("{} at 110-104 dealer", 110, 104, DEALER),
    ("{}, I have 110 they have 104, their crib", 110, 104, PONE),
    ("my crib, {}, 110-104", 110, 104, DEALER),
    ("{} 110/104 dealer", 110, 104, DEALER),
    ("{} up 110 to 104 my deal", 110, 104, DEALER),
    ("{} dealer 110-104", 110, 104, DEALER),
    ("5-6-7-8-J-K at 110-104 dealer", 110, 104, DEALER),
    ("5h6h7d8cjsks 110-104 dealer", 110, 104, DEALER),
    ("{} @ 110-104 pone", 110, 104, PONE),
    ("{} I need 11 they need 17 my crib", 110, 104, DEALER),
    ("{} leading 110-104, non-dealer", 110, 104, PONE),
    ("what should I discard from {}? I'm 110, they're 104, my crib", 110, 104, DEALER),
    ("{}, their crib, tied at 110", 110, 110, PONE),
    ("{} at 50-44 dealer to 61", 50, 44, DEALER),
    ("{} score is 110-104 my crib", 110, 104, DEALER),
    ("{} behind 104 to 110, opp's crib", 104, 110, PONE),
    ("{} not my crib, 110 v 104", 110, 104, PONE),
    ("{} my score 110 opponent's score 104 dealer", 110, 104, DEALER),
    ("{} 110\N{EN DASH}104 dealer", 110, 104, DEALER),
    ("{} I am 11 from home, she is 17 out, pone", 110, 104, PONE),
]
HELD_BACK = [
    ("{} 110-104 pone", 110, 104, PONE),
    ("{} score 110 to 104", 110, 104, None),
    ("{} I'm at 110, opponent at 104, my crib", 110, 104, DEALER),
    ("down 104-110, their crib: {}", 104, 110, PONE),
    ("I'm dealing, 110 to 104. {}", 110, 104, DEALER),
    ("{} me 110 them 104 pone", 110, 104, PONE),
    ("5 6 7 8 J K at 110-104 dealer", 110, 104, DEALER),
    ("5678JK at 110-104, opponent's crib", 110, 104, PONE),
    ("{} they have 104 and I have 110, I deal", 110, 104, DEALER),
    ("{} 110:104 their crib", 110, 104, PONE),
    ("what do I throw at 110-104 as dealer with {}", 110, 104, DEALER),
    ("{} (110-104, dealer)", 110, 104, DEALER),
    ("{} 110 all, my crib", 110, 110, DEALER),
    ("{} dealer 50-44 game to 61", 50, 44, DEALER),
    ("110-104 dealer {}", 110, 104, DEALER),
    ("{} 0-0 first deal my crib", 0, 0, DEALER),
    ("{} 110 vs 104 dealing", 110, 104, DEALER),
    ("{} I'm on 110 and he's on 104, his box", 110, 104, PONE),
    ("holding {} at 110 - 104, opponent deals", 110, 104, PONE),
    ("{} own crib, opponent 104, me 110", 110, 104, DEALER),
]


@pytest.mark.parametrize(("text", "mine", "theirs", "dealer"), [*BUILT, *HELD_BACK])
def test_scores_are_read(text, mine, theirs, dealer):
    reading = read(text.format(SIX))
    (question,) = reading.questions
    assert reading.sure
    assert isinstance(question, DiscardQuestion)
    assert [str(face.rank) for face in question.cards] == ["5", "6", "7", "8", "J", "K"]
    assert question.dealer is dealer
    assert question.scores == GameScores(mine, theirs, 61 if "61" in text else 121)
    assert read(write_question(question)).questions == (question,), "what was read is read again"


@pytest.mark.parametrize(
    ("text", "mine", "theirs"),
    [
        ("{} at 5-3 dealer", 5, 3),
        ("5 6 7 8 J K at 5-3", 5, 3),
        ("{} they lead 104-90", 90, 104),
        ("{} I'm down 110-104", 104, 110),
        ("{} they need 4, I need 20", 101, 117),
        ("{} need 4 and 20", 117, 101),
        ("{} 8 to 110", 8, 110),
    ],
)
def test_small_scores_and_who_leads(text, mine, theirs):
    assert read(text.format(SIX)).questions[0].scores == GameScores(mine, theirs)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{} for 15-2 and 15-4",
        "{} 15-2",
        "{} at 121-104",
        "{} 130-104",
        "{} 110",
        "{} tied",
        "5 6 7 8 J K",
        "I have 5 6 7 8 J K, what two should I throw?",
        "7-8-5-6-j-k discard?",
        "{} 70-65 to 61",
    ],
)
def test_other_numbers_are_no_scores(text):
    assert all(question.scores is None for question in read(text.format(SIX)).questions)


@pytest.mark.parametrize("text", ["5h 5d 5c js 5s at 110-104", "play 8 j 6 at 110-104", "5h 5d 5c js 110-104"])
def test_scores_beside_other_cards_are_ignored(text):
    assert not any(isinstance(question, DiscardQuestion) for question in read(text).questions)
