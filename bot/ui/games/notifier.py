"""The notices to the players of a table: they are sent one by one, and deleted when they are no longer true."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Final

from bot.background import Background
from bot.i18n.translation import using_language
from bot.models.table_message import PUBLIC, PostedNotice
from bot.tables.log_names import describe_table
from bot.tables.service import Tables
from bot.tables.table import Notice, Table
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.nonces import nonce_of
from bot.ui.core.refusals import Retries, has_closed_dms, is_final
from bot.ui.games import notices
from bot.ui.games.channels import Channels, speak
from bot.ui.games.reminders import Reminders
from engine.errors import CribbageError

_PASSING: Final = frozenset(
    {"adjourn_proposed", "play_on", "adjourned", "taken_up", "idle", "out_of_reach", "in_reach"}
)
"""The kinds of notices about what passes: each room keeps the latest of them only, and only while it is true."""

_GIVEN_UP: Final = 15
"""After how many refusals a notice is given up: after about four hours."""

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
        self._waiting: dict[str, deque[tuple[Table, Notice, int | None]]] = {}
        """The notices that are to be sent, each to everybody, or to the one seat to which it could not be sent."""
        self._refused = Retries()
        self._retries: dict[object, asyncio.TimerHandle] = {}
        self._background = Background(_log, *DISCORD_FAILS)

    def hear(self, table: Table, notice: Notice, seat: int | None = None) -> None:
        """Send a notice soon, after those of the same table that came before it: to everybody, or to one seat."""
        self._waiting.setdefault(table.id, deque()).append((table, notice, seat))
        self._background.start(_WORK, partial(self._send_all, table.id), key=table.id)

    async def recall(self) -> None:
        """Remember the tables whose notices an earlier run has posted."""
        self.posted |= await self._tables.messages.ids_with_notices()

    async def close(self) -> None:
        """Stop sending."""
        for retry in self._retries.values():
            retry.cancel()
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
                table, notice, seat = waiting.popleft()
                with self._background.failures.at(_WORK, f"a notice of {describe_table(table)} ({notice.kind})"):
                    await self._send(table, notice, seat)
                    if notice.kind in _PASSING:
                        # The table may have changed while the message was sent.
                        await self.see_to(table_id)
        finally:
            del self._waiting[table_id]

    async def _send(self, table: Table, notice: Notice, only: int | None) -> None:
        """Send a notice to the players it is about, or to everyone at the table; what is refused is sent later."""
        sentence, called = notices.sentence(table, notice), notices.called_seats(table, notice)
        if sentence is None or not (called or notice.kind in {"adjourned", "idle"}):
            return
        await self._channels.languages.learn_server_of(table)
        is_late = only is not None and notice.kind in _PASSING
        if is_late and not self._is_true(notice.kind, await self._tables.find(table.id)):
            self._refused.forget((table.id, notice, only))
            return
        if notice.kind == "time_short":
            try:
                with using_language(self._channels.languages.of_table(table, called[0])):
                    text = notices.sentence(table.shown_to(called[0]), notice) or sentence
                    await self._reminders.warn(await self._tables.find(table.id), called[0], text)
            except DISCORD_FAILS as error:
                self._send_later(table, notice, called[0], error)
            return
        for seat, to in _hearers(table, called).items():
            if only not in {None, seat}:
                continue
            try:
                people = [player for one in to if (player := table.seats[one].player) is not None]
                with using_language(self._channels.languages.of_table(table, seat)):
                    text = notices.with_mentions(people, notices.sentence(table.shown_to(seat), notice) or sentence)
                nonce = nonce_of(table.id, seat, notice.kind, table.revision)
                message = await speak(await self._channels.room(table, seat), text, people, nonce)
                if notice.kind in _PASSING:
                    await self._keep(table, PostedNotice(seat, notice.kind, message.channel.id, message.id))
                self._refused.forget((table.id, notice, seat))
            except DISCORD_FAILS as error:
                self._send_later(table, notice, seat, error)
            except CribbageError as error:
                _log.warning("seat %s of %s got no notice (%s): %s", seat, describe_table(table), notice.kind, error)

    def _send_later(self, table: Table, notice: Notice, seat: int, error: BaseException) -> None:
        """Send a notice again, later each time, unless nobody can be told there or it was refused too often.

        A player who takes no messages any more reads it when they open the game.
        """
        _log.warning("seat %s of %s got no notice (%s): %s", seat, describe_table(table), notice.kind, error)
        key = table.id, notice, seat
        if is_final(error) or has_closed_dms(error) or self._refused.tries(key) >= _GIVEN_UP:
            self._refused.forget(key)
            return

        def again() -> None:
            del self._retries[key]
            self.hear(table, notice, seat)

        self._retries[key] = asyncio.get_running_loop().call_later(self._refused.failed(key), again)

    def _is_true(self, kind: str, table: Table) -> bool:
        """Return whether a notice about what passes is true of a table now."""
        match kind:
            case "adjourn_proposed":
                return bool(table.adjourning)
            case "adjourned" | "idle":
                return table.status == kind
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
