"""The notices to the players of a table: they are sent one by one, and deleted when they are no longer true."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.background import Background
from bot.i18n.translation import using_language
from bot.models.agreement import PUBLIC, PostedNotice
from bot.tables.service import Tables
from bot.tables.table import Notice, Table, describe_table
from bot.tables.table_messages import OF_NO_REVISION, UnsentNotice
from bot.ui.core.errors import DISCORD_FAILS, LONGEST, Retries, has_closed_dms, is_final, nonce_of
from bot.ui.games import notices
from bot.ui.games.channels import Channels, speak
from bot.ui.games.reminders import Reminders
from engine.errors import CribbageError

_PASSING: Final = frozenset(
    {"adjourn_proposed", "play_on", "adjourned", "taken_up", "idle", "out_of_reach", "in_reach"}
)
"""The kinds of notices about what passes: each room keeps the latest of them only, and only while it is true."""

_IN_DMS: Final = frozenset({"removed", "shut"})
"""The kinds of notices that players read in their DMs, because the bot cannot write where they play."""

_WHILE_TRUE: Final = _PASSING | {"shut"}
"""The kinds of notices that are not sent late once they are no longer true."""

_FORGOTTEN: Final = timedelta(days=7)
"""A notice that could not be sent for so long is given up; time in which the bot was away is none."""

_WORK: Final = "notices"

_log = logging.getLogger(__name__)


class Notifier:
    """Sends the notices of each table in their order."""

    def __init__(self, tables: Tables, channels: Channels, reminders: Reminders) -> None:
        self._tables = tables
        self._channels = channels
        self._reminders = reminders
        self.posted: set[str] = set()
        """The tables for which a notice was posted that may become untrue."""
        self._waiting: dict[str, deque[UnsentNotice]] = {}
        self._unsent: set[object] = set()
        """The keys of the notices that wait, are being sent or are to be sent again."""
        self._refused = Retries()
        self._background = Background(_log, *DISCORD_FAILS)

    def hear(self, table: Table, notice: Notice) -> None:
        """Send a notice soon, after those of the same table that came before it."""
        before = [unsent for unsent in self._background.waiting(_WORK) if unsent.table.id == table.id]
        self._queue(*before, UnsentNotice(table, notice, discord.utils.utcnow()))

    async def resume(self) -> None:
        """Send what an earlier run, or another process that has ended, could not."""
        for table_id, revision, stored in await self._tables.messages.unsent_notices():
            with self._background.failures.at(_WORK, f"a notice of {self._tables.describe(table_id)}"):
                unsent = UnsentNotice.from_json(await self._tables.find(table_id), revision, stored)
                if unsent.key not in self._unsent:
                    self._queue(unsent)

    def _queue(self, *notices: UnsentNotice) -> None:
        for unsent in notices:
            self._background.cancel(_WORK, unsent)
            self._unsent.add(unsent.key)
            self._waiting.setdefault(unsent.table.id, deque()).append(unsent)
            self._background.start(_WORK, partial(self._send_all, unsent.table.id), key=unsent.table.id)

    async def recall(self) -> None:
        """Remember the tables whose notices an earlier run has posted."""
        self.posted |= await self._tables.messages.ids_with_notices()

    async def close(self) -> None:
        """Stop sending."""
        await self._background.close()

    async def see_to(self, table_id: str) -> None:
        """Delete the notices of a table that are no longer true."""
        if not (kept_notices := await self._tables.messages.notices(table_id)):
            return
        # The table is read after its notices, so that it is never older than they are.
        table = await self._tables.find(table_id)
        for posted in kept_notices:
            if not self._is_true(posted.kind, table):
                await self._channels.delete(posted.channel_id, posted.message_id)
                await self._tables.messages.delete_notice(table_id, posted)
        if table.status in {"over", "closed"}:
            self.posted.discard(table_id)

    async def _send_all(self, table_id: str) -> None:
        """Send every notice that waits; one that fails keeps none of the others back."""
        try:
            while waiting := self._waiting[table_id]:
                unsent = waiting.popleft()
                what = f"a notice of {describe_table(unsent.table)} ({unsent.notice.kind})"
                with self._background.failures.at(_WORK, what):
                    await self._note(unsent, await self._send(unsent))
                    if unsent.notice.kind in _PASSING:
                        # The table may have changed while the message was sent.
                        await self.see_to(table_id)
        finally:
            del self._waiting[table_id]

    async def _send(self, unsent: UnsentNotice) -> Mapping[int, BaseException]:
        """Send a notice to the players it is about, or to everyone at the table.

        Returns the seats of the rooms in which it was refused, each with the error.
        """
        table, notice = unsent.table, unsent.notice
        if notice.kind in _IN_DMS:
            table = replace(table, agreement=replace(table.agreement, place="dm"))
        called = notices.called_seats(table, notice)
        is_heard = bool(called) or notice.kind in {"adjourned", "idle"}
        if not is_heard or notices.sentence(table, notice) is None:
            return {}
        await self._channels.languages.learn_server_of(table)
        if unsent.is_late:
            if (as_of_now := await self._as_of_now(table, notice)) is None:
                return {}
            notice = as_of_now
        rooms = _hearers(table, called)
        refused: dict[int, BaseException] = {}
        for seat in rooms.keys() if unsent.left is None else rooms.keys() & unsent.left:
            try:
                await self._say(table, notice, seat, rooms[seat])
            except (*DISCORD_FAILS, CribbageError) as error:
                _log.warning("seat %s of %s got no notice (%s): %s", seat, describe_table(table), notice.kind, error)
                if not isinstance(error, CribbageError) and not is_final(error):
                    refused[seat] = error
        return refused

    async def _say(self, table: Table, notice: Notice, seat: int, to: tuple[int, ...]) -> None:
        """Send a notice in the room of a seat, or of everyone. Raises one of ``DISCORD_FAILS`` if it was refused."""
        people = [player for one in to if (player := table.seats[one].player) is not None]
        with using_language(self._channels.languages.of_table(table, seat)):
            sentence = notices.sentence(table.shown_to(seat), notice) or ""
            if notice.kind == "time_short":
                await self._reminders.warn(await self._tables.find(table.id), to[0], sentence)
                return
            text = notices.with_mentions(people, sentence)
        nonce = nonce_of(table.id, seat, notice.kind, table.revision)
        message = await speak(await self._channels.room(table, seat), text, people, nonce)
        if notice.kind in _PASSING:
            await self._keep(table, PostedNotice(seat, notice.kind, message.channel.id, message.id))

    async def _as_of_now(self, table: Table, notice: Notice) -> Notice | None:
        """Return a notice that is sent late, with what has changed since; None once it is untrue or was sent."""
        now = await self._tables.find(table.id)
        if notice.kind not in OF_NO_REVISION and not await self._tables.messages.is_unsent(table):
            return None
        if notice.kind in _WHILE_TRUE and not self._is_true(notice.kind, now):
            return None
        if notice.kind != "time_short" or notice.seat is None:
            return notice
        clock = now.times[notice.seat]
        is_same_turn = clock.deadline is not None and clock.remind_at is None
        return replace(notice, until=clock.deadline) if is_same_turn else None

    async def _note(self, unsent: UnsentNotice, refused: Mapping[int, BaseException]) -> None:
        """Send a notice again where it was refused, later each time and in the next run too, until it is forgotten.

        People open their DMs seldom, so these are not tried often.
        """
        if not refused or discord.utils.utcnow() - unsent.since > _FORGOTTEN + self._tables.outages.total:
            await self._tables.messages.delete_unsent(unsent)
            self._refused.forget(unsent.key)
            self._unsent.discard(unsent.key)
            return
        late = replace(unsent, left=frozenset(refused), is_late=True)
        wait = self._refused.failed(unsent.key)
        if all(map(has_closed_dms, refused.values())):
            wait = LONGEST
        self._background.later(_WORK, wait, partial(self._queue, late), key=late)
        if late.left != unsent.left:
            await self._tables.messages.put_unsent(late)

    def _is_true(self, kind: str, table: Table) -> bool:
        """Return whether a notice about what passes is true of a table now."""
        match kind:
            case "adjourn_proposed":
                return bool(table.adjourning)
            case "adjourned" | "idle":
                return table.status == kind
            case "shut":
                return self._tables.outages.stands_still(table)
            case "out_of_reach":
                return table.status == "playing" and bool(self._tables.seats_out_of_reach(table))
            case _:
                return table.status in {"gathering", "playing"} and not table.adjourning

    async def _keep(self, table: Table, posted: PostedNotice) -> None:
        """Remember a notice in place of the earlier one in the same room, which is deleted."""
        before = [old for old in await self._tables.messages.notices(table.id) if old.seat == posted.seat]
        self.posted.add(table.id)
        await self._tables.messages.put_notice(table.id, posted)
        for old in before:
            await self._channels.remove(old.channel_id, old.message_id)


def _hearers(table: Table, called: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return the rooms in which a notice is sent, by seat, each with the seats that are mentioned there."""
    if not table.in_private:
        return {PUBLIC: called}
    if called:
        return {seat: (seat,) for seat in called}
    return {number: () for number, seat in enumerate(table.seats) if seat.player is not None}
