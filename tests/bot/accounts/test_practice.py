"""The stored practice: the open exercise, every answer, and the results by player."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.accounts.practice import PracticeService
from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import players
from engine.analysis.exercises import Exercise, Level, Result, Skill, What
from engine.cards import Card
from tests.support.blank_database import opened

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NOBS = Exercise.of(What.HAND, map(Card.parse, ("2C", "4D", "JH", "9S", "KH")))
PLAY = Exercise.of(What.PLAY, map(Card.parse, ("4H", "6D", "5S")))
FIRST = PracticeHand(1, Level.CLUB, None, timed=True, exercise=NOBS, dealt_at=NOW)
SECOND = PracticeHand(2, Level.EXPERT, What.PLAY, timed=False, exercise=PLAY, dealt_at=NOW)


def after(seconds, points=None, said=None):
    return PracticeAnswer(NOW + timedelta(seconds=seconds), points, said)


@pytest.fixture
async def database(tmp_path):
    database = await opened(tmp_path / "cribbage.db")
    yield database
    await database.close()


@pytest.fixture
async def ann(database):
    return (await players.meet(database, 1, "Ann")).id


@pytest.fixture
async def ben(database):
    return (await players.meet(database, 2, "Ben")).id


async def test_what_was_dealt_is_kept_as_it_was(database, ann, ben):
    assert await PracticeService(database).latest(ann) is None
    await PracticeService(database).deal(ann, FIRST)
    await PracticeService(database).deal(ben, replace(SECOND, number=1))
    assert await PracticeService(database).latest(ann) == FIRST
    assert await PracticeService(database).latest(ben) == replace(SECOND, number=1)


async def test_so_is_the_answer(database, ann):
    await PracticeService(database).deal(ann, FIRST)
    await PracticeService(database).answer(ann, FIRST, after(8.5, 2, "fifteen two"))
    kept = await PracticeService(database).latest(ann)
    assert kept == replace(FIRST, answer=after(8.5, 2, "fifteen two"))
    assert kept.seconds == 8.5


async def test_the_first_of_two_answers_counts(database, ann):
    await PracticeService(database).deal(ann, FIRST)
    await asyncio.gather(*(PracticeService(database).answer(ann, FIRST, after(points, points)) for points in (2, 3, 4)))
    assert (await PracticeService(database).latest(ann)).answer == after(2, 2)
    assert len(await PracticeService(database).results(ann)) == 1


async def test_an_answer_to_what_was_dropped_is_none(database, ann):
    await PracticeService(database).deal(ann, FIRST)
    await PracticeService(database).deal(ann, SECOND)
    await PracticeService(database).answer(ann, FIRST, after(1, 2))
    assert await PracticeService(database).latest(ann) == SECOND
    assert await PracticeService(database).results(ann) == []
    assert await database.row("SELECT count(*) FROM practice") == (1,), "what nobody counted is not kept"


async def test_the_first_of_two_simultaneous_deals_counts(database, ann):
    other = replace(SECOND, exercise=NOBS)
    await PracticeService(database).deal(ann, FIRST)
    await asyncio.gather(PracticeService(database).deal(ann, SECOND), PracticeService(database).deal(ann, other))
    assert await PracticeService(database).latest(ann) == SECOND


async def test_results_in_their_order(database, ann, ben):
    await PracticeService(database).deal(ann, FIRST)
    await PracticeService(database).answer(ann, FIRST, after(5, 2))
    await PracticeService(database).deal(ann, SECOND)
    await PracticeService(database).answer(ann, SECOND, after(7))
    first = Result(2, 3, frozenset({Skill.FIFTEENS, Skill.NOBS}), frozenset({Skill.NOBS}), 5.0)
    second = Result(None, 5, PLAY.skills, PLAY.skills)
    assert NOBS.total == 3
    assert await PracticeService(database).results(ann) == [first, second]
    assert await PracticeService(database).results(ann, 1) == [second]
    assert await PracticeService(database).results(ben) == []


async def test_only_what_was_timed_and_counted_took_time(database, ann):
    assert FIRST.seconds is None
    assert replace(FIRST, answer=after(5)).seconds is None
    assert replace(FIRST, answer=after(5, 3), timed=False).seconds is None
    await PracticeService(database).deal(ann, FIRST)
    await PracticeService(database).answer(ann, FIRST, after(5))
    assert [result.seconds for result in await PracticeService(database).results(ann)] == [None]
