"""The names of tables and places in the log: ids first, then what people call them, on one line."""

from __future__ import annotations

from typing import Final

from bot.tables.table import Table

_LONGEST: Final = 60
"""The letters of a name that the log shows."""


def describe_table(table: Table) -> str:
    """Return a table's id with its server and channel: ``game abcd2345 in server 123 (channel 456)``."""
    agreement = table.agreement
    where = "private messages" if agreement.guild_id is None else f"server {agreement.guild_id}"
    return f"game {table.id} in {where} (channel {agreement.channel_id})"


def quoted(name: str) -> str:
    """Return a name that people have chosen, in quotes and on one line, without control characters."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name[:_LONGEST])
    return '"' + shown.replace('"', "'") + '"'
