"""What the log calls tables, and names that people have chosen."""

import pytest

from bot.tables.table import describe_table, quoted
from tests.support.seated_tables import room_over


async def test_a_table_is_named_with_its_server_and_channel(tmp_path):
    async with room_over(tmp_path / "cribbage.db") as room:
        table = await room.sit_down(guild_id=123, channel_id=456)
        private = await room.sit_down(guild_id=None, channel_id=789)
    assert describe_table(table) == f"game {table.id} in server 123 (channel 456)"
    assert describe_table(private) == f"game {private.id} in private messages (channel 789)"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Club", '"Club"'),
        ("two\nlines\r\x1b[31m", '"two lines  [31m"'),
        ('say "hi"', "\"say 'hi'\""),
        ("left\u202eright\u2028next", '"left right next"'),
        ("x" * 100, f'"{"x" * 60}"'),
    ],
)
def test_a_name_is_one_line_in_quotes(name, shown):
    assert quoted(name) == shown
