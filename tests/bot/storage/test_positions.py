"""The stored positions for practice: the open one, the answers, solved mistakes, and statistics."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.models.errors import DamagedData
from bot.models.practice import Origin, PositionAnswer, PositionKind, PositionStats, PracticePosition
from bot.storage import players, practice
from engine.cards import Card
from tests.support.blank_database import opened

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
DISCARD = (Card.parse("5H"), Card.parse("JS"))


@pytest.fixture
async def database(tmp_path):
    database = await opened(tmp_path / "cribbage.db")
    async with database.transaction() as writing:
        writing.write(
            "INSERT INTO tables (id, guild_id, channel_id, place, preset, rules, status, seed, opened_at, touched_at) "
            "VALUES ('mine', 1, 2, 'thread', 'house', '{}', 'over', ?, ?, ?)",
            (b"", NOW.isoformat(), NOW.isoformat()),
        )
    yield database
    await database.close()


@pytest.fixture
async def ann(database):
    return (await players.meet(database, 1, "Ann")).id


def position(number, kind=PositionKind.DISCARDS, origin=Origin(7, seed="abc", seat=1)):  # noqa: B008
    return PracticePosition(number, kind, origin, NOW + timedelta(seconds=number))


async def put_answered(database, player_id, number, lost, *, at=NOW, **options):
    await practice.put_position(database, player_id, position(number, **options))
    await practice.put_position_answer(database, player_id, number, PositionAnswer(at, DISCARD, lost))


async def test_only_the_last_may_be_open_and_the_first_of_a_number_stands(database, ann):
    await practice.put_position(database, ann, position(1))
    await practice.put_position(database, ann, position(2))
    await practice.put_position(database, ann, position(2, kind=PositionKind.PLAYS))
    assert await practice.find_latest_position(database, ann) == position(2)
    assert await database.rows("SELECT number FROM practice_positions") == [(2,)]


async def test_the_first_answer_stands(database, ann):
    await put_answered(database, ann, 1, 1.5)
    await practice.put_position_answer(database, ann, 1, PositionAnswer(NOW, DISCARD[::-1], 0.0))
    assert (await practice.find_latest_position(database, ann)).answer == PositionAnswer(NOW, DISCARD, 1.5)


async def test_a_decision_is_solved_once_it_was_answered_without_a_loss(database, ann):
    for number, (place, lost) in enumerate([(3, 0.0), (4, 2.0), (5, 1.0), (5, 0.0), (3, 1.0)], 1):
        await put_answered(database, ann, number, lost, origin=Origin(place, "mine"))
    await practice.put_position(database, ann, position(6, origin=Origin(6, "mine")))
    assert await practice.list_solved_positions(database, ann) == {("mine", 3), ("mine", 5)}
    assert await practice.list_recent_positions(database, ann, 3) == {("mine", 3), ("mine", 5), ("mine", 6)}


async def test_the_statistics_are_of_one_kind_and_of_the_latest(database, ann):
    for number, lost in enumerate([9.0, 1.0, 3.0], 1):
        await put_answered(database, ann, number, lost, at=NOW + timedelta(hours=number))
    await put_answered(database, ann, 4, 7.0, kind=PositionKind.PLAYS)
    await practice.put_position(database, ann, position(5))
    since = NOW + timedelta(hours=3)
    assert await practice.position_stats(database, ann, PositionKind.DISCARDS, since, 2) == PositionStats(1, 2, 2.0)
    assert await practice.position_stats(database, ann, PositionKind.PLAYS, since, 2) == PositionStats(0, 1, 7.0)
    assert await practice.position_stats(database, ann + 1, PositionKind.PLAYS, since, 2) == PositionStats(0, 0, 0.0)


async def test_a_damaged_position_is_named(database, ann):
    await practice.put_position(database, ann, position(1))
    async with database.transaction() as writing:
        writing.write("UPDATE practice_positions SET kind = 'x'")
    with pytest.raises(DamagedData, match="a practice position"):
        await practice.find_latest_position(database, ann)
