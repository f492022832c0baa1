"""The stored positions for practice: the open one, the answers, solved mistakes, statistics, and a file of before."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import resources

import pytest

from bot.models.errors import DamagedData
from bot.models.position import Origin, PositionAnswer, PositionKind, PositionStats, PracticePosition
from bot.storage import players, positions
from bot.storage.database import APPLICATION_ID
from engine.cards import Card
from tests.support.blank_database import opened

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
DISCARD = (Card.parse("5H"), Card.parse("JS"))


@pytest.fixture
def path(tmp_path):
    """A file of the version before there were positions, with a player and a game."""
    folder = resources.files("bot.storage") / "migrations"
    scripts = sorted(script.name for script in folder.iterdir() if script.name.endswith(".sql"))
    before = scripts.index(next(name for name in scripts if name.endswith("_positions.sql")))
    path = tmp_path / "cribbage.db"
    with closing(sqlite3.connect(path)) as old:
        for name in scripts[:before]:
            old.executescript((folder / name).read_text(encoding="utf-8"))
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute(f"PRAGMA user_version = {before}")
        old.execute("INSERT INTO players (discord_id, name) VALUES (1, 'Ann')")
        old.execute(
            "INSERT INTO tables (id, guild_id, channel_id, place, preset, rules, status, seed, opened_at, touched_at) "
            "VALUES ('mine', 1, 2, 'thread', 'house', '{}', 'over', x'00', ?, ?)",
            [NOW.isoformat()] * 2,
        )
        old.commit()
    return path


@pytest.fixture
async def database(path):
    database = await opened(path)
    yield database
    await database.close()


@pytest.fixture
async def ann(database):
    return (await players.meet(database, 1, "Ann")).id


def position(number, kind=PositionKind.DISCARDS, origin=Origin(7, seed="abc", seat=1)):  # noqa: B008
    return PracticePosition(number, kind, origin, NOW + timedelta(seconds=number))


async def put_answered(database, player_id, number, lost, *, at=NOW, **options):
    await positions.put(database, player_id, position(number, **options))
    await positions.put_answer(database, player_id, number, PositionAnswer(at, DISCARD, lost))


@pytest.mark.sqlite
async def test_a_file_of_before_is_taken_over_and_gets_positions(database, ann):
    assert await positions.find_latest(database, ann) is None
    await positions.put(database, ann, position(1))
    assert await positions.find_latest(database, ann) == position(1)


async def test_only_the_last_may_be_open_and_the_first_of_a_number_stands(database, ann):
    await positions.put(database, ann, position(1))
    await positions.put(database, ann, position(2))
    await positions.put(database, ann, position(2, kind=PositionKind.PLAYS))
    assert await positions.find_latest(database, ann) == position(2)
    assert await database.rows("SELECT number FROM practice_positions") == [(2,)]


async def test_the_first_answer_stands(database, ann):
    await put_answered(database, ann, 1, 1.5)
    await positions.put_answer(database, ann, 1, PositionAnswer(NOW, DISCARD[::-1], 0.0))
    assert (await positions.find_latest(database, ann)).answer == PositionAnswer(NOW, DISCARD, 1.5)


@pytest.mark.sqlite
async def test_a_decision_is_solved_once_it_was_answered_without_a_loss(database, ann):
    for number, (place, lost) in enumerate([(3, 0.0), (4, 2.0), (5, 1.0), (5, 0.0), (3, 1.0)], 1):
        await put_answered(database, ann, number, lost, origin=Origin(place, "mine"))
    await positions.put(database, ann, position(6, origin=Origin(6, "mine")))
    assert await positions.list_solved(database, ann) == {("mine", 3), ("mine", 5)}
    assert await positions.list_recent(database, ann, 3) == {("mine", 3), ("mine", 5), ("mine", 6)}


async def test_the_statistics_are_of_one_kind_and_of_the_latest(database, ann):
    for number, lost in enumerate([9.0, 1.0, 3.0], 1):
        await put_answered(database, ann, number, lost, at=NOW + timedelta(hours=number))
    await put_answered(database, ann, 4, 7.0, kind=PositionKind.PLAYS)
    await positions.put(database, ann, position(5))
    since = NOW + timedelta(hours=3)
    assert await positions.read_stats(database, ann, PositionKind.DISCARDS, since, 2) == PositionStats(1, 2, 2.0)
    assert await positions.read_stats(database, ann, PositionKind.PLAYS, since, 2) == PositionStats(0, 1, 7.0)
    assert await positions.read_stats(database, ann + 1, PositionKind.PLAYS, since, 2) == PositionStats(0, 0, 0.0)


async def test_a_damaged_position_is_named(database, ann):
    await positions.put(database, ann, position(1))
    async with database.transaction() as writing:
        writing.write("UPDATE practice_positions SET kind = 'x'")
    with pytest.raises(DamagedData, match="a practice position"):
        await positions.find_latest(database, ann)
