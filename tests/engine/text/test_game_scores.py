"""Scores of a game typed around six cards: every way that was thought of before the reader was written."""

from __future__ import annotations

import pytest

from engine.text.question_reader import read
from engine.text.questions import DiscardQuestion, GameScores, write_question
from tests.support.data_files import data_beside
from tests.support.phrases import phrases

CASES = data_beside(__file__)

FIVE = "5h 5d 6c 7s kd"
SIX = "5h 6h 7d 8c js ks"


@pytest.mark.parametrize(
    ("text", "dealer"),
    [
        ("73-80, she dealt, who is favourite", False),
        ("73-80, I dealt, chance to win", True),
        ("me 73 her 80, whos favourite", None),
    ],
)
def test_who_dealt_says_nothing_of_whose_score_it_is(text, dealer):
    (question,) = read(text).questions
    assert (question.scores, question.dealer) == (GameScores(73, 80, 121), dealer)


@pytest.mark.parametrize("line", phrases("game_scores"))
def test_scores_are_read(line):
    text, meant = line.split(" => ")
    mine, theirs, side = meant.split()
    reading = read(text.format(SIX))
    (question,) = reading.questions
    assert reading.sure
    assert isinstance(question, DiscardQuestion)
    assert [str(face.rank) for face in question.cards] == ["5", "6", "7", "8", "J", "K"]
    assert question.dealer is {"dealer": True, "pone": False, "either": None}[side]
    assert question.scores == GameScores(int(mine), int(theirs), 61 if "61" in text else 121)
    assert read(write_question(question)).questions == (question,), "what was read is read again"


@pytest.mark.parametrize(("text", "players", "scores", "dealer"), CASES["forms"])
def test_the_form_of_a_game_is_read_beside_its_scores(text, players, scores, dealer):
    reading = read(text.format(FIVE))
    (question,) = reading.questions
    assert reading.sure
    assert (question.players, question.scores.of_sides, question.dealer) == (
        None if players == "?" else players,
        tuple(scores),
        None if dealer == "?" else dealer,
    )
    if isinstance(question, DiscardQuestion):
        assert read(write_question(question)).questions == (question,), "what was read is read again"


@pytest.mark.parametrize(("text", "mine", "theirs"), CASES["small"])
def test_small_scores_and_who_leads(text, mine, theirs):
    assert read(text.format(SIX)).questions[0].scores == GameScores(mine, theirs)


@pytest.mark.parametrize("text", CASES["none"])
def test_other_numbers_are_no_scores(text):
    assert all(question.scores is None for question in read(text.format(SIX)).questions)


@pytest.mark.parametrize("text", ["5h 5d 5c js 5s at 110-104", "play 8 j 6 at 110-104", "5h 5d 5c js 110-104"])
def test_scores_beside_other_cards_are_ignored(text):
    assert not any(isinstance(question, DiscardQuestion) for question in read(text).questions)


@pytest.mark.parametrize(
    ("text", "dealer"),
    [
        ("114*-108 {}", True),
        ("I'm at **90-100** with {}", None),
        ("100-90 and I hold *{}*", None),
        ("**100-90** {}", None),
        ("my crib **100-90** {}", True),
    ],
)
def test_a_star_is_the_dealers_only_beside_one_of_the_scores(text, dealer):
    """Bold letters and other stars say nothing of the crib."""
    reading = read(text.format("5 5 6 7 J Q"))
    (question,) = reading.questions
    assert reading.sure
    assert (question.dealer, question.scores.target) == (dealer, 121)
