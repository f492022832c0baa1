"""The times when counts were declared, for messages that were typed before their authors could see the newest one."""

from __future__ import annotations

from datetime import datetime

import discord

from bot.tables.table import Update
from engine.events import Amended, Played, Shown


class CountTimes:
    """When the newest count of each table became known. After a restart no time is known."""

    def __init__(self) -> None:
        self._newest: dict[str, datetime] = {}

    def hear(self, update: Update) -> None:
        """Note the time of every declaration and of every count that is raised."""
        if update.table.status != "playing":
            self._newest.pop(update.table.id, None)
        elif any(_declares(event) for event in update.events):
            self._newest[update.table.id] = discord.utils.utcnow()

    def is_newer(self, table_id: str, than: datetime) -> bool:
        """Return whether the newest count of a table became known after this time."""
        newest = self._newest.get(table_id)
        return newest is not None and newest > than


def _declares(event: object) -> bool:
    return isinstance(event, Played | Shown | Amended) and event.declared is not None
