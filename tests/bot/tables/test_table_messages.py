"""The messages of a table are read from the database once, and memory never differs from it."""

import asyncio

import pytest

from bot.models.agreement import PUBLIC, PostedNotice, Reminder, TableMessage
from bot.storage import table_messages
from bot.storage.table_messages import TableMessages
from bot.tables import service
from engine.presets import find

SHOWN = TableMessage(PUBLIC, 7, 8)
REMINDER = Reminder(PUBLIC, "0:0.cut.0", 7, 9)


@pytest.fixture(autouse=True)
def seed(monkeypatch):
    """Every run deals the same cards, so the cut gives the players new seats."""
    monkeypatch.setattr(service, "fresh_seed", lambda: bytes(32))


@pytest.fixture
async def table(room):
    return await room.gather(find("house", players=4, ceremony=True))


async def test_are_read_once(room, table):
    messages = room.tables.messages
    await messages.put(table, SHOWN)
    await messages.put_reminder(table.id, REMINDER)
    assert await messages.by_seat(table.id) == {PUBLIC: SHOWN}
    assert await messages.reminders(table.id) == [REMINDER]
    async with room.database.transaction() as writing:
        writing.write("DELETE FROM screens")
        writing.write("DELETE FROM reminders")
    assert await messages.by_seat(table.id) == {PUBLIC: SHOWN}
    assert await messages.reminders(table.id) == [REMINDER]


async def test_are_what_was_stored_last(room, table):
    messages = room.tables.messages
    for put, shown in ((SHOWN, {PUBLIC: SHOWN}), (TableMessage(PUBLIC, 7, 10), {PUBLIC: TableMessage(PUBLIC, 7, 10)})):
        await messages.put(table, put)
        assert await messages.by_seat(table.id) == shown
    await messages.delete(table.id, PUBLIC)
    assert await messages.by_seat(table.id) == {}
    assert await messages.reminders(table.id) == []
    await messages.put_reminder(table.id, REMINDER)
    assert await messages.reminders(table.id) == [REMINDER]
    await messages.delete_reminder(table.id, PUBLIC)
    assert await messages.reminders(table.id) == []


async def test_stored_by_a_task_that_was_cancelled_are_read_again(room, table):
    messages = room.tables.messages
    assert await messages.by_seat(table.id) == {}
    task = asyncio.create_task(messages.put(table, SHOWN))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await messages.by_seat(table.id) == await TableMessages(room.database).by_seat(table.id)
    assert await messages.by_seat(table.id) == {PUBLIC: SHOWN}


async def test_of_too_many_tables_are_read_again(room, table, monkeypatch):
    monkeypatch.setattr(table_messages, "MOST_KEPT", 1)
    messages = room.tables.messages
    other = await room.gather(find("house", players=4))
    for one in (table, other):
        assert await messages.by_seat(one.id) == {}
        await TableMessages(room.database).put(one, SHOWN)
    assert await messages.by_seat(table.id) == {PUBLIC: SHOWN}


async def test_a_notice_is_deleted_only_while_no_newer_one_has_its_place(room):
    table, messages = await room.sit_down(), room.tables.messages
    older, newer = PostedNotice(PUBLIC, "adjourn_proposed", 1, 10), PostedNotice(PUBLIC, "adjourned", 1, 11)
    for notice in (older, newer):
        await messages.put_notice(table.id, notice)
    await messages.delete_notice(table.id, older)
    assert await messages.notices(table.id) == [newer]
    await messages.delete_notice(table.id, newer)
    assert await messages.notices(table.id) == []


async def test_reminders_and_notices_of_one_seat_are_kept_apart(room):
    table, messages = await room.sit_down(), room.tables.messages
    reminder, notice = Reminder(PUBLIC, "0:1.play.0", 1, 12), PostedNotice(PUBLIC, "adjourned", 1, 13)
    await messages.put_reminder(table.id, reminder)
    await messages.put_notice(table.id, notice)
    assert await messages.reminders(table.id) == [reminder]
    assert await messages.notices(table.id) == [notice]
    await messages.delete_reminder(table.id, PUBLIC)
    assert await messages.notices(table.id) == [notice]
    assert await messages.ids_with_notices() == {table.id}
