"""Telling people: every table has one writer, which draws it as it stands now and never as it stood."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord

from bot.storage import screens as kept
from bot.storage.players import Player
from bot.storage.screens import PUBLIC, SEAL, Reminder
from bot.tables.service import Tables
from bot.tables.table import Table, Update
from bot.ui import screens, words
from bot.ui.buttons import Screen
from bot.ui.panels import Panels
from bot.ui.places import Places
from engine.errors import CribbageError

REMIND_AFTER: Final = 45.0
"""Seconds after which an asked player is told once that it is his turn."""

BURIED: Final = 6
"""After so many messages below it a table is sent anew instead of edited."""

_log = logging.getLogger(__name__)


class Screens:
    """The writer of every table's messages, and of the panels that are still open."""

    def __init__(self, tables: Tables, places: Places) -> None:
        self._tables = tables
        self._places = places
        self.panels = Panels()
        self._waiting: dict[str, bool] = {}
        self._drawing: dict[str, asyncio.Task[None]] = {}
        self._reminding: dict[str, asyncio.Task[None]] = {}
        self._below: dict[int, int] = {}

    def hear(self, update: Update) -> None:
        """A table has changed: draw it soon. What changes meanwhile is drawn in the same stroke."""
        self.redraw(update.table.id, make=update.table.agreement.previous is not None)

    def redraw(self, table_id: str, *, make: bool = False) -> None:
        """Draw a table soon; with ``make``, messages that are missing are sent."""
        self._waiting[table_id] = self._waiting.get(table_id, False) or make
        if table_id not in self._drawing:
            self._drawing[table_id] = asyncio.create_task(self._draw_on(table_id), name=f"draw {table_id}")

    def heard_message(self, channel_id: int) -> None:
        """Somebody wrote in a channel, so its table has slid up the screen."""
        self._below[channel_id] = self._below.get(channel_id, 0) + 1

    def bury(self, channel_id: int) -> None:
        """The table of this channel is to be sent anew at its next change."""
        self._below[channel_id] = BURIED

    async def replace(self, table: Table, screen: kept.Screen) -> kept.Screen | None:
        """A newer message shows the table from now on; returns the one that did."""
        old = (await kept.of(self._tables.database, table.id)).get(screen.seat)
        await kept.put(self._tables.database, table.id, screen)
        self._below[screen.channel_id] = 0
        return old

    async def close(self) -> None:
        """Stop drawing; the next start draws every open table."""
        tasks = [*self._drawing.values(), *self._reminding.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _draw_on(self, table_id: str) -> None:
        """Draw until nothing has changed since; Discord's refusals are noted and do no harm."""
        try:
            while table_id in self._waiting:
                make = self._waiting.pop(table_id)
                try:
                    await self._draw(await self._tables.find(table_id), make=make)
                except (discord.HTTPException, CribbageError) as error:
                    _log.warning("table %s could not be drawn: %s", table_id, error)
        finally:
            del self._drawing[table_id]

    async def _draw(self, table: Table, *, make: bool) -> None:
        shown = await kept.of(self._tables.database, table.id)
        if table.status in {"playing", "over"} and SEAL not in shown:
            table = await self._begin(table)
            shown = await kept.of(self._tables.database, table.id)
            make = True
        if table.place == "dm" and (table.status != "gathering" or table.agreement.previous):
            for number, seat in enumerate(table.seats):
                if seat.player is not None and (make or number in shown):
                    await self._show(table, number, shown.get(number))
        elif make or PUBLIC in shown:
            await self._show(table, PUBLIC, shown.get(PUBLIC))
        await self.panels.refresh(table)
        await self._turn(table)

    async def _begin(self, table: Table) -> Table:
        """Find the game its place, and seal the shuffle with its commitment for all to see."""
        table, excuse = await self._places.seal(await self._places.settle(table))
        if excuse:
            await (await self._places.room(table, PUBLIC)).send(excuse)
        return table

    async def _show(self, table: Table, seat: int, screen: kept.Screen | None) -> None:
        """Edit the message that shows a table to a seat, or send it anew where it is gone or buried."""
        drawn = _drawn(table, seat)
        if screen is not None and self._below.get(screen.channel_id, 0) < BURIED:
            try:
                channel = self._places.partial(screen.channel_id)
                await channel.get_partial_message(screen.message_id).edit(view=drawn)
            except discord.NotFound:
                _log.info("the message of table %s is gone; it is sent anew", table.id)
            else:
                return
        room = await self._places.room(table, seat)
        message = await room.send(view=_drawn(table, seat), allowed_mentions=discord.AllowedMentions.none())
        await kept.put(self._tables.database, table.id, kept.Screen(seat, room.id, message.id))
        self._below[room.id] = 0
        if screen is not None:
            await self._places.remove(screen.channel_id, screen.message_id)

    async def _turn(self, table: Table) -> None:
        """Take the last reminder away once it is answered, and see to the next."""
        reminder = await kept.reminder(self._tables.database, table.id)
        asked = _asked(table)
        if reminder is not None and not (asked and asked.keys() <= set(reminder.prompt.split())):
            await kept.forget_reminder(self._tables.database, table.id)
            await self._places.remove(reminder.channel_id, reminder.message_id)
            reminder = None
        if (task := self._reminding.pop(table.id, None)) is not None:
            task.cancel()
        if asked and reminder is None:
            self._reminding[table.id] = asyncio.create_task(self._remind(table.id, asked), name=f"remind {table.id}")

    async def _remind(self, table_id: str, asked: dict[str, int]) -> None:
        """After a while without an act, tell those who are asked, once: an edit would not ping them."""
        await asyncio.sleep(REMIND_AFTER)
        try:
            table = await self._tables.find(table_id)
            if _asked(table) != asked:
                return
            for seat in asked.values() if table.place == "dm" else [PUBLIC]:
                room = await self._places.room(table, seat)
                names = [player for place, player in _players(table, asked) if seat in {PUBLIC, place}]
                message = await room.send(
                    words.reminder(names, table.view(None)), allowed_mentions=discord.AllowedMentions(users=True)
                )
                reminder = Reminder(" ".join(asked), room.id, message.id)
                await kept.remind(self._tables.database, table_id, reminder)
        except (discord.HTTPException, CribbageError) as error:
            _log.warning("nobody could be reminded at table %s: %s", table_id, error)


def _drawn(table: Table, seat: int) -> Screen:
    """The screen of a seat, or of everyone."""
    if table.status == "gathering":
        return screens.invitation(table)
    if table.status == "closed":
        return screens.closed(table)
    return screens.public(table) if seat == PUBLIC else screens.private(table, seat)


def _asked(table: Table) -> dict[str, int]:
    """What is asked of people now: each prompt with its seat."""
    if table.status != "playing":
        return {}
    return {
        f"{seat}:{table.view(seat).prompt}": seat
        for seat in table.view(None).waiting_on
        if table.seats[seat].player is not None
    }


def _players(table: Table, asked: dict[str, int]) -> list[tuple[int, Player]]:
    """The people who are asked, with their seats."""
    return [(seat, player) for seat in asked.values() if (player := table.seats[seat].player) is not None]
