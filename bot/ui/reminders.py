"""Whose turn it is, said once in a short new message: for an edit makes no sound."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import discord

from bot.storage import screens as kept
from bot.storage.screens import PUBLIC, Reminder
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui import words
from bot.ui.answers import DISCORD_FAILS
from bot.ui.places import Places
from engine.errors import CribbageError

REMIND_AFTER: Final = 45.0
"""Seconds after which an asked player is told once that it is his turn."""

_log = logging.getLogger(__name__)

_Asked = Mapping[str, int]
"""What is asked of people: each prompt with its seat."""


@dataclass(frozen=True, slots=True)
class _Timer:
    """What is being waited for at a table."""

    asked: _Asked
    task: asyncio.Task[None]


class Reminders:
    """One timer for each table at which people are asked, and the messages that were sent when it ran out."""

    def __init__(self, tables: Tables, places: Places) -> None:
        self._tables = tables
        self._places = places
        self._timers: dict[str, _Timer] = {}

    async def close(self) -> None:
        """Stop waiting; the next start begins to wait anew."""
        tasks = [timer.task for timer in self._timers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def see_to(self, table: Table) -> None:
        """Take answered reminders away, and wait for whoever is asked now and was not yet reminded."""
        asked = _asked(table)
        reminded: set[str] = set()
        for reminder in await kept.reminders(self._tables.database, table.id):
            prompts = set(reminder.prompt.split())
            if prompts.isdisjoint(asked):
                await kept.forget_reminder(self._tables.database, table.id, reminder.seat)
                await self._places.remove(reminder.channel_id, reminder.message_id)
            else:
                reminded |= prompts
        timer = self._timers.get(table.id)
        if timer is not None:
            if asked and asked.keys() <= timer.asked.keys():
                return
            del self._timers[table.id]
            timer.task.cancel()
        if not asked.keys() <= reminded:
            task = asyncio.create_task(self._wait(table.id, asked), name=f"remind {table.id}")
            self._timers[table.id] = _Timer(asked, task)

    async def _wait(self, table_id: str, asked: _Asked) -> None:
        """After a while without an act, tell those who are asked still, once."""
        await asyncio.sleep(REMIND_AFTER)
        try:
            table = await self._tables.find(table_id)
            left = {prompt: seat for prompt, seat in _asked(table).items() if prompt in asked}
            if table.place == "dm":
                for prompt, seat in left.items():
                    await self._remind(table, seat, {prompt: seat})
            elif left:
                await self._remind(table, PUBLIC, left)
        except CribbageError as error:
            _log.warning("nobody could be reminded at table %s: %s", table_id, error)

    async def _remind(self, table: Table, room_of: int, asked: _Asked) -> None:
        players = [player for seat in asked.values() if (player := table.seats[seat].player) is not None]
        try:
            room = await self._places.room(table, room_of)
            text = words.reminder(players, table.view(None))
            message = await room.send(text, allowed_mentions=discord.AllowedMentions(users=True))
        except DISCORD_FAILS as error:
            _log.warning("somebody could not be reminded at table %s: %s", table.id, error)
            return
        reminder = Reminder(room_of, " ".join(asked), room.id, message.id)
        await kept.remind(self._tables.database, table.id, reminder)


def _asked(table: Table) -> dict[str, int]:
    """What is asked of people now."""
    if table.status != "playing":
        return {}
    return {
        f"{seat}:{table.view(seat).prompt}": seat
        for seat in table.view(None).waiting_on
        if table.seats[seat].player is not None
    }
