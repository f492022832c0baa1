"""Whose turn it is, said once in a short new message: for an edit makes no sound."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.storage import preferences
from bot.storage import screens as kept
from bot.storage.players import Player
from bot.storage.screens import PUBLIC, Reminder
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui import notices, words
from bot.ui.answers import DISCORD_FAILS
from bot.ui.places import Places, speak
from engine.errors import CribbageError
from engine.speech import speaking

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
        for reminder in await self._said(table):
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

    async def warn(self, table: Table, seat: int, sentence: str) -> None:
        """Tell one player that his time is nearly over, if something is asked of him still."""
        asked = {prompt: one for prompt, one in _asked(table).items() if one == seat}
        if asked:
            text = notices.addressed(_people(table, asked), sentence)
            await self._say(table, seat if table.place == "dm" else PUBLIC, asked, text)

    async def _wait(self, table_id: str, asked: _Asked) -> None:
        """After a while without an act, tell those who are asked still, once."""
        await asyncio.sleep(REMIND_AFTER)
        try:
            table = await self._tables.find(table_id)
            told = {prompt for reminder in await self._said(table) for prompt in reminder.prompt.split()}
            left = {prompt: seat for prompt, seat in _asked(table).items() if prompt in asked and prompt not in told}
            left = {prompt: seat for prompt, seat in left.items() if await self._would_hear(table, seat)}
            for room in sorted(set(left.values())) if table.place == "dm" else [PUBLIC]:
                here = {prompt: seat for prompt, seat in left.items() if room in {PUBLIC, seat}}
                if here:
                    seen = table.view(min(here.values()))
                    with speaking(self._places.language(table, room)):
                        await self._say(table, room, here, words.reminder(_people(table, here), seen))
        except CribbageError as error:
            _log.warning("nobody could be reminded at table %s: %s", table_id, error)

    async def _would_hear(self, table: Table, seat: int) -> bool:
        """Whether a player wants to be told when it is his turn."""
        player = table.seats[seat].player
        return player is not None and (await preferences.read(self._tables.database, player.id)).ping

    async def _say(self, table: Table, room_of: int, asked: _Asked, text: str) -> None:
        """Send a reminder in place of the one before, which may have been to others too."""
        try:
            message = await speak(await self._places.room(table, room_of), text, _people(table, asked))
        except DISCORD_FAILS as error:
            _log.warning("somebody could not be reminded at table %s: %s", table.id, error)
            return
        prompts = set(asked)
        for before in await self._said(table):
            if before.seat == room_of:
                prompts |= set(before.prompt.split())
                await self._places.remove(before.channel_id, before.message_id)
        reminder = Reminder(room_of, " ".join(sorted(prompts)), message.channel.id, message.id)
        await kept.remind(self._tables.database, table.id, reminder)

    async def _said(self, table: Table) -> list[Reminder]:
        return await kept.reminders(self._tables.database, table.id)


def _people(table: Table, asked: _Asked) -> list[Player]:
    return [player for seat in asked.values() if (player := table.seats[seat].player) is not None]


def _asked(table: Table) -> dict[str, int]:
    """What is asked of people now."""
    if table.status != "playing":
        return {}
    return {
        f"{seat}:{table.view(seat).prompt}": seat
        for seat in table.view(None).waiting_on
        if table.seats[seat].player is not None
    }
