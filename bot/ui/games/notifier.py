"""The notices to the players of a table: they are sent one by one, and deleted when they are no longer true."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import using_language
from bot.models.agreement import TableMessage
from bot.models.errors import StorageError
from bot.tables.service import Tables
from bot.tables.table import OF_NO_REVISION, Notice, Table, UnsentNotice, describe_table
from bot.ui.core.outbox import Outbox, Refused, mentions_of
from bot.ui.games import notices
from bot.ui.games.channels import Channels
from bot.ui.games.reminders import Reminders
from engine.errors import CribbageError

_PASSING: Final = frozenset(
    {"adjourn_proposed", "play_on", "adjourned", "taken_up", "idle", "out_of_reach", "in_reach", "announced"}
)
"""The kinds of notices about what passes: each room keeps the latest of them only, and only while it is true."""

_IN_DMS: Final = frozenset({"removed", "shut"})
"""The kinds of notices that players read in their DMs, because the bot cannot write where they play."""

_WHILE_TRUE: Final = _PASSING | {"shut"}
"""The kinds of notices that are not sent late once they are no longer true."""

_WORK: Final = "notices"

_log = logging.getLogger(__name__)


class Notifier:
    """Sends the notices of each table in their order."""

    def __init__(self, tables: Tables, channels: Channels, reminders: Reminders, outbox: Outbox) -> None:
        self._tables = tables
        self._channels = channels
        self._reminders = reminders
        self._outbox = outbox
        self._unsent: dict[str, dict[object, UnsentNotice]] = {}
        """The notices of each table that are to be sent, or to be sent again, by their keys."""

    def hear(self, table: Table, notice: Notice) -> None:
        """Send a notice soon, after those of the same table that came before it."""
        self._add(UnsentNotice(table, notice, discord.utils.utcnow()))

    async def resume(self) -> None:
        """Send what an earlier run, or another process that has ended, could not."""
        for table_id, revision, stored in await self._tables.messages.unsent_notices():
            with self._outbox.background.failures.at(_WORK, f"a notice of {self._tables.describe(table_id)}"):
                self._add(UnsentNotice.from_json(await self._tables.find(table_id), revision, stored))

    def _add(self, unsent: UnsentNotice) -> None:
        self._unsent.setdefault(unsent.table.id, {}).setdefault(unsent.key, unsent)
        place = f"somebody got no notice of {describe_table(unsent.table)}"
        self._outbox.background.want(_WORK, unsent.table.id, partial(self._send_all, unsent.table.id), lambda: place)

    async def see_to(self, table_id: str) -> None:
        """Delete the messages of a table that no longer show it, and the notices that are no longer true."""
        posted = await self._tables.messages.of(table_id, "outdated", "notice")
        # The table is read after its notices, so that it is never older than they are.
        table = await self._tables.find(table_id)
        for message in posted:
            if message.kind == "notice" and self._is_true(message.about, table):
                continue
            is_deleted = await self._outbox.delete(message.channel_id, message.message_id, in_answer=table.is_guest)
            # Where the bot is a guest, whoever presses the message brings its token.
            if is_deleted or table.status in {"over", "closed"}:
                await self._tables.messages.delete(table_id, message)

    async def _send_all(self, table_id: str) -> bool:
        """Send every notice that waits, and return whether none is left: one that fails keeps no other back."""
        refused: list[Exception] = []
        for unsent in list(self._unsent.get(table_id, {}).values()):
            what = f"a notice of {describe_table(unsent.table)} ({unsent.notice.kind})"
            with self._outbox.background.failures.at(_WORK, what):
                here = await self._send(unsent)
                await self._note(unsent, here)
                refused += here.values()
                if unsent.notice.kind in _PASSING:
                    # The table may have changed while the message was sent.
                    await self.see_to(table_id)
        if refused:
            # People open their DMs seldom, so where all are closed they are not tried often.
            raise min(refused, key=lambda one: isinstance(one, Refused) and one.why == "closed")
        if not (left := self._unsent.get(table_id)):
            self._unsent.pop(table_id, None)
        return not left

    async def _note(self, unsent: UnsentNotice, refused: Mapping[int | None, Exception]) -> None:
        """Keep a notice for the rooms in which it was refused, in the next run too, until it is old.

        Where the database refuses that, the next try sends it to nobody who has it.
        """
        of_table, left = self._unsent[unsent.table.id], frozenset(refused)
        if not self._outbox.is_kept(unsent.since):
            left = frozenset()
        late = of_table[unsent.key] = replace(unsent, left=left, is_late=True)
        if (not left or left != unsent.left) and unsent.notice.kind not in OF_NO_REVISION:
            write = late.write if left else None
            await self._tables.messages.replace_unsent(late.table.id, late.table.revision, write)
        if not left:
            del of_table[unsent.key]

    async def _send(self, unsent: UnsentNotice) -> Mapping[int | None, Exception]:
        """Send a notice to the players it is about, or to everyone at the table.

        Returns the seats of the rooms in which it was refused and is to be tried again, each with the refusal.
        """
        table, notice = unsent.table, unsent.notice
        if notice.kind in _IN_DMS:
            table = replace(table, agreement=replace(table.agreement, place="dm"))
        called = notices.called_seats(table, notice)
        is_heard = bool(called) or notice.kind in {"adjourned", "idle", "announced"}
        if not is_heard or notices.sentence(table, notice) is None:
            return {}
        await self._channels.languages.learn_server_of(table)
        if unsent.is_late:
            if (as_of_now := await self._as_of_now(table, notice)) is None:
                return {}
            notice = as_of_now
        rooms = _hearers(table, called)
        refused: dict[int | None, Exception] = {}
        for seat in rooms.keys() if unsent.left is None else rooms.keys() & unsent.left:
            try:
                await self._say(table, notice, seat, rooms[seat])
            except (Refused, CribbageError) as error:
                is_gone = isinstance(error, Refused) and error.why == "gone"
                if isinstance(error, Refused | StorageError) and not is_gone:
                    refused[seat] = error
                else:
                    _log.warning("seat %s of %s gets no notice: %s", seat, describe_table(table), error)
        return refused

    async def _say(self, table: Table, notice: Notice, seat: int | None, to: tuple[int, ...]) -> None:
        """Send a notice in the room of a seat, or of everyone. Raises ``Refused``."""
        people = [player for one in to if (player := table.seats[one].player) is not None]
        with using_language(self._channels.languages.of_table(table, seat)):
            sentence = notices.sentence(table.shown_to(seat), notice) or ""
            if notice.kind == "time_short":
                await self._reminders.warn(await self._tables.find(table.id), to[0], sentence)
                return
            text = notices.with_mentions(people, sentence)
        nonce, room = (table.id, seat, notice.kind, table.revision), await self._channels.room(table, seat)
        message = await self._outbox.post(room, text, nonce=nonce, mentions=mentions_of(people), silent=not people)
        if notice.kind in _PASSING:
            posted = TableMessage("notice", table.player_id(seat), message.channel.id, message.id, about=notice.kind)
            with self._outbox.background.failures.at(_WORK, f"a notice of {describe_table(table)} is not stored"):
                await self._tables.messages.put(table.id, posted)

    async def _as_of_now(self, table: Table, notice: Notice) -> Notice | None:
        """Return a notice that is sent late, with what has changed since; None once it is untrue or was sent."""
        now = await self._tables.find(table.id)
        if notice.kind not in OF_NO_REVISION and not await self._tables.messages.is_unsent(table.id, table.revision):
            return None
        if notice.kind in _WHILE_TRUE and not self._is_true(notice.kind, now):
            return None
        if notice.kind != "time_short" or notice.seat is None:
            return notice
        clock = now.times[notice.seat]
        is_same_turn = clock.deadline is not None and clock.remind_at is None
        return replace(notice, until=clock.deadline) if is_same_turn else None

    def _is_true(self, kind: str, table: Table) -> bool:
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


def _hearers(table: Table, called: tuple[int, ...]) -> dict[int | None, tuple[int, ...]]:
    """Return the rooms in which a notice is sent, by seat, each with the seats that are mentioned there."""
    if not table.in_private:
        return {None: called}
    if called:
        return {seat: (seat,) for seat in called}
    return {number: () for number, seat in enumerate(table.seats) if seat.player is not None}
