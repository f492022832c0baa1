"""The messages of a table are read from the database once, and memory never differs from it."""

import asyncio

import pytest

from bot.models.agreement import TableMessage
from bot.storage.table_messages import TableMessages
from bot.tables import service
from engine.presets import find

SHOWN = TableMessage("screen", None, 7, 8)
REMINDER = TableMessage("reminder", None, 7, 9, about="0:0.cut.0")
NOTICE = TableMessage("notice", None, 7, 10, about="adjourn_proposed")
ALL = ("screen", "outdated", "reminder", "notice")


@pytest.fixture(autouse=True)
def seed(monkeypatch):
    """Every run deals the same cards, so the cut gives the players new seats."""
    monkeypatch.setattr(service, "fresh_seed", lambda: bytes(32))


@pytest.fixture
async def table(room):
    return await room.gather(find("house", players=4, ceremony=True))


async def test_are_read_once(room, table):
    messages = room.tables.messages
    for one in (SHOWN, REMINDER, NOTICE):
        await messages.put(table.id, one)
    assert await messages.of(table.id, *ALL) == [SHOWN, REMINDER, NOTICE]
    async with room.database.transaction() as writing:
        writing.write("DELETE FROM messages")
    assert await messages.of(table.id, "reminder") == [REMINDER]
    assert await messages.screens(table) == {None: SHOWN}


async def test_another_one_takes_the_place_of_one_of_its_kind_to_the_same_player(room, table):
    messages, ann = room.tables.messages, table.seats[0].player.id
    hers = TableMessage("screen", ann, 7, 12)
    for one in (SHOWN, hers, REMINDER, NOTICE):
        await messages.put(table.id, one)
    shown, reminder, notice = (
        TableMessage(one.kind, None, 7, 20 + one.message_id) for one in (SHOWN, REMINDER, NOTICE)
    )
    for one in (shown, reminder, notice):
        await messages.put(table.id, one)
    assert await messages.screens(table) == {None: shown, 0: hers}
    assert await messages.of(table.id, "reminder", "notice") == [reminder, notice]
    assert [one.message_id for one in await messages.of(table.id, "outdated")] == [8, 10]
    assert await messages.tables_with("outdated") == [table.id]
    await messages.delete(table.id, NOTICE)
    assert await messages.of(table.id, "notice") == [notice], "a newer one has its place"
    await messages.delete(table.id, notice)
    assert await messages.tables_with("notice") == []


async def test_a_screen_belongs_to_its_player_wherever_they_sit_by_now(room, table):
    messages, ann = room.tables.messages, table.seats[0].player
    await messages.put(table.id, TableMessage("screen", ann.id, 7, 12))
    moved = table.agreed(seats=(*table.seats[1:], table.seats[0]))
    assert [*await messages.screens(moved)] == [3]
    left = table.agreed(seats=(*table.seats[1:], table.seats[1]))
    assert await messages.screens(left) == {}, "nobody else's hand is shown there"


async def test_stored_by_a_task_that_was_cancelled_are_read_again(room, table):
    messages = room.tables.messages
    assert await messages.of(table.id, *ALL) == []
    task = asyncio.create_task(messages.put(table.id, SHOWN))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await messages.of(table.id, *ALL) == await TableMessages(room.database).of(table.id, *ALL) == [SHOWN]


async def test_of_too_many_tables_are_read_again(room, table):
    messages = room.tables.messages
    messages._known.most = 1
    other = await room.gather(find("house", players=4))
    for one in (table, other):
        assert await messages.of(one.id, *ALL) == []
        await TableMessages(room.database).put(one.id, SHOWN)
    assert await messages.of(table.id, *ALL) == [SHOWN]


async def test_stored_while_they_are_read_are_not_missed(room, table, monkeypatch):
    """The reader has seen the database before the change, and comes back after it."""
    messages, read = room.tables.messages, room.database.rows
    has_read, may_return = asyncio.Event(), asyncio.Event()

    async def rows(*query, **options):
        found = await read(*query, **options)
        has_read.set()
        await may_return.wait()
        return found

    monkeypatch.setattr(room.database, "rows", rows)
    reading = asyncio.create_task(messages.of(table.id, *ALL))
    await has_read.wait()
    monkeypatch.undo()
    await messages.put(table.id, SHOWN)
    may_return.set()
    assert await reading == []
    assert await messages.of(table.id, *ALL) == [SHOWN]


async def test_what_they_show_is_known_before_it_is_stored(room, table):
    messages = room.tables.messages
    await messages.put(table.id, SHOWN)
    messages.mark_shown(table.id, 5, SHOWN.message_id)
    for _ in range(2):
        ((shown,), stored) = (
            await messages.of(table.id, "screen"),
            await TableMessages(room.database).of(table.id, "screen"),
        )
        assert (shown.revision, stored[0].revision) == (5, None)
        await messages.put(table.id, REMINDER)
    await messages.store_marks()
    assert (await TableMessages(room.database).of(table.id, "screen"))[0].revision == 5
    messages.mark_shown(table.id, 6, SHOWN.message_id)
    messages.forget(table.id, marks=True)
    assert (await messages.of(table.id, "screen"))[0].revision == 5, "its league has changed what it shows"
