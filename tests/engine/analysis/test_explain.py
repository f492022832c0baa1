"""Explanations of answers: the total and the count in groups first, and every detail on request."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from engine.analysis.answers import answer
from engine.analysis.explain import Detail, details, explain, summary
from engine.analysis.odds import decimals
from engine.cards import Card
from engine.text import multilingual
from engine.text.question_reader import X_IS_TEN, read, read_question
from engine.text.questions import Face, PlayQuestion
from tests.support.data_files import data_beside
from tests.support.phrases import COLLECTED

CASES = data_beside(__file__)


def lines(text, **options):
    return [str(line) for line in summary(answer(read(text).questions[0]), **options)]


def detail(text, wanted):
    return [str(line) for line in details(answer(read(text).questions[0]))[wanted]]


SECTIONS = [
    section.splitlines() for section in (COLLECTED / "explained.txt").read_text(encoding="utf-8")[3:].split("\n\n## ")
]
"""A text each, what is said of it at once, and behind ``--`` the name of a detail with its lines."""


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section[0])
def test_a_text_is_explained(section):
    text, *said = section
    name = next((line.removeprefix("-- ") for line in said if line.startswith("-- ")), None)
    assert [*lines(text), *([] if name is None else [f"-- {name}", *detail(text, Detail[name.upper()])])] == said
    assert len(lines(text)) <= 6


def test_what_is_not_said():
    assert "these 5 cards" not in "".join(detail("7c 8d 8h ks 9c", Detail.STARTERS))
    assert Detail.STARTERS not in details(answer(read_question("5 6 7 j 8")))
    assert "flushes" not in detail("5h 5d 6c 7s jh jd", Detail.DISCARDS)[-1]


@pytest.mark.parametrize(("text", "said"), CASES["claims"])
def test_a_count_is_checked(text, said):
    assert said in lines(text)


EXACTNESS = "Hand: exact (46 starters). Crib: exact for robots' discards. Pegging: yours minus theirs in robot games."


def test_discards_of_the_same_ranks_are_shown_once():
    shown = detail("qh 4d qc jd 2s qs, my crib", Detail.DISCARDS)
    ranks = [re.sub("[♣♦♥♠]", "", line).split(":")[0].split(". ")[1] for line in shown[1:]]
    assert len(ranks) == len({*ranks}) == 5


def test_scores_add_the_chance_to_win_and_how_sure_it_is():
    question = read_question("qh 4d qc jd 2s qs at 120-118 dealer")
    said = [str(line) for line in summary(answer(question, lambda seed: Random(seed).random))]
    assert said[0].startswith("Your crib at 120-118: best discard ")
    assert re.fullmatch(r"1\. .+: 9\d% to win, \d+\.\d\d points \(hand .+ \+ crib .+ \+ pegging .+\)", said[1])
    assert said[-2] == EXACTNESS
    assert re.fullmatch(r"Chances: 1500 random deals, ±[123]%\.", said[-1])
    both = [str(line) for line in summary(answer(replace(question, dealer=None), lambda seed: Random(seed).random))]
    assert [line.partition(":")[0] for line in both[:2]] == ["Your crib at 120-118", "Their crib at 120-118"]
    assert all("% to win" in line for line in both[:2])


@pytest.mark.parametrize(("text", "whose"), CASES["scores of other games"])
def test_scores_of_every_form_add_its_chances(text, whose):
    said = [str(line) for line in summary(answer(read_question(text), lambda seed: Random(seed).random))]
    assert said[0].startswith(f"{whose}: best discard ")
    assert all(re.match(r"\d\. .+: \d+% to win, ", line) for line in said[1:4])
    assert said[-1].startswith("Chances: 1500 random deals, ±")


@pytest.mark.parametrize(("text", "said"), CASES["chances"])
def test_the_chance_to_win_is_that_of_the_form(text, said):
    assert lines(text) == said


def written(ranks, *scores, restarts=(), declared=None):
    """Return the answer to a play with written scores, in lines."""
    faces = tuple(Face(Card.parse(f"{rank}C").rank) for rank in ranks.split())
    question = PlayQuestion(faces, declared=declared, written=scores, restarts=restarts)
    return [str(line) for line in summary(answer(question))]


def test_written_scores_that_are_right():
    assert written("8 J 5 2 4 9 9 9", (4, 29, 1), (6, 18, 2), (7, 27, 7)) == CASES["written"]
    assert written("8 7", (1, 15, 2))[0] == "The score you wrote is right."


@pytest.mark.parametrize(
    ("ranks", "scores", "said"),
    [
        ("8 7 6", [(1, 15, 2), (2, 21, 2)], ["You wrote 21-2, but the 6 makes it 21 for 3 (run)."]),
        (
            "8 7 6",
            [(1, 15, 3), (2, 22, 3)],
            ["You wrote 15-3, but the 7 makes it 15 for 2 (fifteen).", "You wrote 22-3, but "],
        ),
        ("8 7 6", [(2, 22, None)], ["You wrote 22, but the 6 makes it 21."]),
        ("8 7 6", [(2, None, 5)], ["You wrote 5 for the 6: it makes 21 for 3 (run)."]),
        ("8 J", [(1, 18, 2)], ["You wrote 18-2, but the J makes it 18 for 0."]),
    ],
)
def test_written_scores_that_are_wrong(ranks, scores, said):
    found = written(ranks, *scores)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=False))
    assert found[len(said)] == "8: 8"


def test_a_count_declared_for_the_last_card_is_checked_with_the_written_ones():
    assert written("8 7 6", (1, 15, 2), declared=3) == [
        "Every score you wrote is right.",
        "8: 8",
        "7: 15 for 2 (fifteen)",
        "6: 21 for 3 (run)",
        "Plus 1 if it's a go or the last card.",
    ]
    assert written("8 7 6", (1, 15, 2), declared=2)[0] == "You wrote 2 for the 6: it makes 21 for 3 (run)."


@pytest.mark.parametrize(("text", "first", "last"), CASES["plays"])
def test_plays_as_people_write_their_counts(text, first, last):
    reading = multilingual.read(text, None)
    said = [str(line) for line in summary(answer(reading.questions[0]))]
    assert reading.sure
    assert (said[0], said[-1] if said[-1][:4] != "Plus" else said[-2]) == (first, last)


def test_a_play_with_written_scores_has_no_further_details():
    faces = tuple(Face(Card.parse(f"{rank}C").rank) for rank in "876")
    assert details(answer(PlayQuestion(faces, written=((1, 15, 2),)))) == {}


def test_a_note_is_shown_once():
    question = replace(read_question("xh 9c 8d 7s 6h"), notes=(X_IS_TEN, X_IS_TEN))
    assert [str(line) for line in summary(answer(question))].count("I read X as a ten.") == 1


def test_explaining_everything_begins_with_the_summary():
    text = "5h 5d 5c js 5s"
    said = [str(line) for line in explain(answer(read(text).questions[0]))]
    assert said[: len(lines(text))] == lines(text)
    for wanted in (Detail.COMBINATIONS, Detail.STARTERS, Detail.RARITY):
        assert set(detail(text, wanted)) <= set(said)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 300), "0.3%"),
        (Fraction(99, 100), "99.0%"),
        (Fraction(1, 100_000), "0.001%"),
        (1 - Fraction(4, 12_994_800), "99.99997%"),
    ],
)
def test_a_share_is_never_rounded_to_0_or_100(share, text):
    assert f"{float(share):.{decimals(share)}%}" == text
