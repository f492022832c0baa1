"""The messages of a table in the database: each keeps its place until it is deleted or a newer one takes it."""

import pytest

from bot.models.table_message import PUBLIC, PostedNotice, Reminder
from bot.storage import table_messages
from tests.support.seated_tables import room_over


@pytest.fixture
async def room(tmp_path):
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


async def test_a_notice_is_deleted_only_while_no_newer_one_has_its_place(room):
    table = await room.sit_down()
    older, newer = PostedNotice(PUBLIC, "adjourn_proposed", 1, 10), PostedNotice(PUBLIC, "adjourned", 1, 11)
    for notice in (older, newer):
        await table_messages.put_notice(room.database, table.id, notice)
    await table_messages.delete_notice(room.database, table.id, older)
    assert await table_messages.list_notices(room.database, table.id) == [newer]
    await table_messages.delete_notice(room.database, table.id, newer)
    assert await table_messages.list_notices(room.database, table.id) == []


async def test_reminders_and_notices_of_one_seat_are_kept_apart(room):
    table = await room.sit_down()
    reminder, notice = Reminder(PUBLIC, "0:1.play.0", 1, 12), PostedNotice(PUBLIC, "adjourned", 1, 13)
    await table_messages.put_reminder(room.database, table.id, reminder)
    await table_messages.put_notice(room.database, table.id, notice)
    assert await table_messages.list_reminders(room.database, table.id) == [reminder]
    assert await table_messages.list_notices(room.database, table.id) == [notice]
    await table_messages.delete_reminder(room.database, table.id, PUBLIC)
    assert await table_messages.list_notices(room.database, table.id) == [notice]
    assert await table_messages.list_tables_with_notices(room.database) == {table.id}
