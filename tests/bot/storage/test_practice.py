"""What practice keeps in the database: the exercise that is open, every answer, and the results by player."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import players, practice
from bot.storage.database import Database
from engine.analysis.exercises import Exercise, Level, Result, Skill, What
from engine.cards import Card

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NOBS = Exercise.of(What.HAND, map(Card.parse, ("2C", "4D", "JH", "9S", "KH")))
PLAY = Exercise.of(What.PLAY, map(Card.parse, ("4H", "6D", "5S")))
FIRST = PracticeHand(1, Level.CLUB, None, timed=True, exercise=NOBS, dealt_at=NOW)
SECOND = PracticeHand(2, Level.EXPERT, What.PLAY, timed=False, exercise=PLAY, dealt_at=NOW)


def after(seconds, points=None, said=None):
    return PracticeAnswer(NOW + timedelta(seconds=seconds), points, said)


@pytest.fixture
async def database(tmp_path):
    database = await Database.open(tmp_path / "cribbage.db")
    yield database
    await database.close()


@pytest.fixture
async def ann(database):
    return (await players.meet(database, 1, "Ann")).id


@pytest.fixture
async def ben(database):
    return (await players.meet(database, 2, "Ben")).id


async def test_what_was_dealt_is_kept_as_it_was(database, ann, ben):
    assert await practice.present(database, ann) is None
    await practice.deal(database, ann, FIRST)
    await practice.deal(database, ben, replace(SECOND, number=1))
    assert await practice.present(database, ann) == FIRST
    assert await practice.present(database, ben) == replace(SECOND, number=1)


async def test_so_is_the_answer(database, ann):
    await practice.deal(database, ann, FIRST)
    await practice.answer(database, ann, FIRST, after(8.5, 2, "fifteen two"))
    kept = await practice.present(database, ann)
    assert kept == replace(FIRST, answer=after(8.5, 2, "fifteen two"))
    assert kept.seconds == 8.5


async def test_of_two_answers_the_first_stands(database, ann):
    await practice.deal(database, ann, FIRST)
    await asyncio.gather(*(practice.answer(database, ann, FIRST, after(points, points)) for points in (2, 3, 4)))
    assert (await practice.present(database, ann)).answer == after(2, 2)
    assert len(await practice.results(database, ann)) == 1


async def test_an_answer_to_what_was_dropped_is_none(database, ann):
    await practice.deal(database, ann, FIRST)
    await practice.deal(database, ann, SECOND)
    await practice.answer(database, ann, FIRST, after(1, 2))
    assert await practice.present(database, ann) == SECOND
    assert await practice.results(database, ann) == []
    assert await database.row("SELECT count(*) FROM practice") == (1,), "what nobody counted is not kept"


async def test_of_two_deals_at_once_the_first_stands(database, ann):
    other = replace(SECOND, exercise=NOBS)
    await practice.deal(database, ann, FIRST)
    await asyncio.gather(practice.deal(database, ann, SECOND), practice.deal(database, ann, other))
    assert await practice.present(database, ann) == SECOND


async def test_results_in_their_order(database, ann, ben):
    await practice.deal(database, ann, FIRST)
    await practice.answer(database, ann, FIRST, after(5, 2))
    await practice.deal(database, ann, SECOND)
    await practice.answer(database, ann, SECOND, after(7))
    first = Result(2, 3, frozenset({Skill.FIFTEENS, Skill.NOBS}), frozenset({Skill.NOBS}), 5.0)
    second = Result(None, 5, PLAY.skills, PLAY.skills)
    assert NOBS.total == 3
    assert await practice.results(database, ann) == [first, second]
    assert await practice.results(database, ann, 1) == [second]
    assert await practice.results(database, ben) == []


async def test_only_what_was_timed_and_counted_took_time(database, ann):
    assert FIRST.seconds is None
    assert replace(FIRST, answer=after(5)).seconds is None
    assert replace(FIRST, answer=after(5, 3), timed=False).seconds is None
    await practice.deal(database, ann, FIRST)
    await practice.answer(database, ann, FIRST, after(5))
    assert [result.seconds for result in await practice.results(database, ann)] == [None]
