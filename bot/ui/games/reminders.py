"""Whose turn it is, said once in a short new message: for an edit makes no sound."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.accounts.preferences import PreferenceService
from bot.i18n.translation import using_language
from bot.models.player import Player
from bot.models.table_message import PUBLIC, Reminder
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui.core import words
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.games import notices
from bot.ui.games.channels import Channels, mentions_of, speak
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

    def __init__(self, tables: Tables, channels: Channels, preferences: PreferenceService) -> None:
        self._tables = tables
        self._channels = channels
        self._preferences = preferences
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
        reminded = await self._tidy(table, asked)
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
            told = {prompt for reminder in await self._said(table) for prompt in _told(reminder)}
            left = {prompt: seat for prompt, seat in _asked(table).items() if prompt in asked and prompt not in told}
            left = {prompt: seat for prompt, seat in left.items() if await self._would_hear(table, seat)}
            for room in sorted(set(left.values())) if table.place == "dm" else [PUBLIC]:
                here = {prompt: seat for prompt, seat in left.items() if room in {PUBLIC, seat}}
                if here:
                    seen = table.view(min(here.values()))
                    with using_language(self._channels.language(table, room)):
                        await self._say(table, room, here, words.reminder(_people(table, here), seen))
        except CribbageError as error:
            _log.warning("nobody could be reminded at table %s: %s", table_id, error)

    async def _tidy(self, table: Table, asked: _Asked) -> set[str]:
        """Let every reminder name only those who are asked still; returns what they were told.

        A reminder that waits for nobody any more is deleted.
        """
        reminded: set[str] = set()
        for reminder in await self._said(table):
            told = {prompt: seat for prompt, seat in asked.items() if prompt in _told(reminder)}
            if not told:
                await self._tables.messages.delete_reminder(table.id, reminder.seat)
                await self._channels.remove(reminder.channel_id, reminder.message_id)
            elif not _named(reminder) <= asked.keys():
                await self._rename(table, reminder, told)
            reminded |= told.keys()
        return reminded

    async def _rename(self, table: Table, reminder: Reminder, left: _Asked) -> None:
        """Edit a reminder so that it names only those who are left; an edit makes no sound."""
        people = _people(table, left)
        with using_language(self._channels.language(table, reminder.seat)):
            text = words.reminder(people, table.view(min(left.values())))
        message = self._channels.partial(reminder.channel_id).get_partial_message(reminder.message_id)
        try:
            await message.edit(content=text, allowed_mentions=mentions_of(people))
        except DISCORD_FAILS as error:
            _log.warning("a reminder at table %s could not be edited: %s", table.id, error)
            return
        await self._tables.messages.put_reminder(table.id, replace(reminder, prompt=_prompt(left)))

    async def _would_hear(self, table: Table, seat: int) -> bool:
        """Whether a player wants to be told when it is his turn."""
        player = table.seats[seat].player
        return player is not None and (await self._preferences.read(player.id)).ping

    async def _say(self, table: Table, room_of: int, asked: _Asked, text: str) -> None:
        """Send a reminder in place of the one before, which may have been to others too."""
        try:
            message = await speak(await self._channels.room(table, room_of), text, _people(table, asked))
        except DISCORD_FAILS as error:
            _log.warning("somebody could not be reminded at table %s: %s", table.id, error)
            return
        others: set[str] = set()
        for before in await self._said(table):
            if before.seat == room_of:
                others |= _told(before) - asked.keys()
                await self._channels.remove(before.channel_id, before.message_id)
        reminder = Reminder(room_of, _prompt(asked, others), message.channel.id, message.id)
        await self._tables.messages.put_reminder(table.id, reminder)
        # Somebody may have acted while this was on its way.
        now = await self._tables.find(table.id)
        await self._tidy(now, _asked(now))

    async def _said(self, table: Table) -> list[Reminder]:
        return await self._tables.messages.reminders(table.id)


_ALSO: Final = " | "
"""What parts the prompts of those whom a reminder names from those of others who were told by an earlier one."""


def _prompt(named: Collection[str], others: Collection[str] = ()) -> str:
    """What is kept of a reminder: the prompts that it names, and those that an earlier one told."""
    return _ALSO.join(" ".join(sorted(prompts)) for prompts in (named, others) if prompts)


def _named(reminder: Reminder) -> set[str]:
    """The prompts of those whom a reminder names."""
    return set(reminder.prompt.partition(_ALSO)[0].split())


def _told(reminder: Reminder) -> set[str]:
    """The prompts of all who were told by a reminder or by an earlier one in its place."""
    return set(reminder.prompt.replace(_ALSO, " ").split())


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
