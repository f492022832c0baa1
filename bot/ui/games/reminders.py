"""Reminders: one short new message says whose turn it is, because an edit makes no sound."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.accounts import PreferenceService
from bot.i18n.translation import gettext, join_list, using_language
from bot.models.agreement import UNKNOWN, TableMessage
from bot.models.player import Player
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.outbox import Outbox, Refused, mentions_of
from bot.ui.core.pacer import LAST, Pacer
from bot.ui.games import notices
from bot.ui.games.channels import Channels

REMIND_AFTER: Final = 45.0
"""Seconds after which a player is reminded once that it is their turn."""

_TIMERS: Final = "players to be reminded"
_WORK: Final = "reminders"

_Prompts = Mapping[str, int]
"""The open prompts of people, each with its seat."""


class Reminders:
    """A timer for each table that waits for people, and the messages that were sent when it ran out."""

    def __init__(
        self, tables: Tables, channels: Channels, preferences: PreferenceService, pacer: Pacer, outbox: Outbox
    ) -> None:
        self._tables = tables
        self._channels = channels
        self._preferences = preferences
        self._pacer = pacer
        self._asked: dict[str, _Prompts] = {}
        """What the timer of each table is about, or was about."""
        self._outbox = outbox
        self._sending: set[tuple[str, int | None]] = set()
        """The tables and players whose reminder is being sent."""

    async def see_to(self, table: Table) -> None:
        """Delete answered reminders, and set the timer for players who have to act and are not yet reminded.

        Raises ``Refused`` if a reminder could not be deleted: the next call tries it again.
        """
        asked = table.asked
        reminded = await self._tidy(table, asked)
        if (before := self._asked.get(table.id)) is not None:
            if asked and asked.keys() <= before.keys():
                return
            del self._asked[table.id]
            self._outbox.background.cancel(_TIMERS, table.id)
        if not asked.keys() <= reminded:
            self._set_timer(table.id, asked)

    def heard_press(self, table: Table, seat: int) -> None:
        """Begin the time until a reminder again, if only this seat is asked: its player is choosing cards."""
        asked = table.asked
        if table.id in self._asked and set(asked.values()) == {seat}:
            self._set_timer(table.id, asked)

    def _set_timer(self, table_id: str, asked: _Prompts) -> None:
        self._asked[table_id] = asked
        self._outbox.background.later(_TIMERS, REMIND_AFTER, partial(self._begin, table_id, asked), key=table_id)

    async def warn(self, table: Table, seat: int, sentence: str) -> None:
        """Send one player a warning that their time is nearly over, if they still have to act.

        Raises ``Refused`` if it was not sent.
        """
        asked = {prompt: one for prompt, one in table.asked.items() if one == seat}
        if asked:
            text = notices.with_mentions(_people(table, asked), sentence)
            await self._say(table, seat if table.place == "dm" else None, asked, text)

    def _begin(self, table_id: str, asked: _Prompts) -> None:
        place = f"nobody could be reminded in {self._tables.describe(table_id)}"
        remind = partial(self._remind, table_id, asked)
        self._outbox.background.want(_WORK, table_id, remind, lambda: place, first=REMIND_AFTER)

    async def _remind(self, table_id: str, asked: _Prompts) -> None:
        """Remind the players who still have to act, once, when there is room: after a start all timers end together."""
        async with self._pacer.turn(LAST):
            table = await self._tables.find(table_id)
            if not self._tables.keeps(table):
                return
            if self._tables.outages.stands_still(table):
                self._set_timer(table_id, asked)
                return
            await self._channels.languages.learn_server_of(table)
            # One that may have been sent without an answer is looked for.
            reminded, still = await self._tidy(table, table.asked), table.asked.items()
            left = {prompt: seat for prompt, seat in still if prompt in asked and prompt not in reminded}
            for seat in set(left.values()):
                player = table.seats[seat].player
                if player is None or not (await self._preferences.read(player.id)).ping:
                    left = {prompt: one for prompt, one in left.items() if one != seat}
            refused: list[Refused] = []
            for room in sorted(set(left.values())) if table.place == "dm" else [None]:
                if here := {prompt: seat for prompt, seat in left.items() if room in {None, seat}}:
                    with using_language(self._channels.languages.of_table(table, room)):
                        text = reminder_text(_people(table, here))
                    try:
                        await self._say(table, room, here, text)
                    except Refused as error:
                        if error.why != "gone":
                            refused.append(error)
        if refused:
            raise min(refused, key=lambda one: one.why == "closed")

    async def _tidy(self, table: Table, asked: _Prompts) -> set[str]:
        """Let every reminder name only players who still have to act, and return the prompts of all reminded players.

        A reminder that nobody has to answer any more is deleted. One that is being sent is left to its sender.
        """
        reminded: set[str] = set()
        for stored in await self._tables.messages.of(table.id, "reminder"):
            waiting = {prompt: seat for prompt, seat in asked.items() if prompt in _prompts_reminded(stored)}
            if (table.id, stored.player_id) in self._sending:
                reminded |= waiting.keys()
                continue
            if (reminder := await self._find(table, stored)) is None:
                await self._tables.messages.delete(table.id, stored)
                continue
            if not waiting:
                await self._outbox.delete(reminder.channel_id, reminder.message_id)
                await self._tables.messages.delete(table.id, reminder)
            elif not _prompts_named(reminder) <= asked.keys():
                await self._rename(table, reminder, waiting)
            reminded |= waiting.keys()
        return reminded

    async def _find(self, table: Table, stored: TableMessage) -> TableMessage | None:
        """Return a reminder with its message, also if it was posted although no answer came; None if it was not."""
        if stored.message_id != UNKNOWN:
            return stored
        seat = table.seat_with(stored.player_id)
        try:
            room = await self._channels.room(table, seat)
        except Refused as refused:
            if refused.why != "gone":
                raise
            return None
        with using_language(self._channels.languages.of_table(table, seat)):
            text = reminder_text(_people(table, {prompt: _seat_of(prompt) for prompt in _prompts_named(stored)}))
        if (message := await self._outbox.find(room, lambda message: message.content == text)) is None:
            return None
        found = replace(stored, channel_id=room.id, message_id=message.id)
        await self._tables.messages.put(table.id, found)
        return found

    async def _rename(self, table: Table, reminder: TableMessage, left: _Prompts) -> None:
        """Edit a reminder so that it names only the players who are left; an edit makes no sound."""
        people = _people(table, left)
        with using_language(self._channels.languages.of_table(table, table.seat_with(reminder.player_id))):
            text = reminder_text(people)
        with suppress(Refused):
            channel_id, message_id = reminder.channel_id, reminder.message_id
            await self._outbox.edit(channel_id, message_id, text, mentions=mentions_of(people))
            await self._tables.messages.put(table.id, replace(reminder, about=_stored_prompts(left)))

    async def _say(self, table: Table, room_of: int | None, asked: _Prompts, text: str) -> None:
        """Send a reminder in place of the one before, which may have named others too.

        Raises ``Refused`` if it was not sent.
        """
        sending = table.id, table.player_id(room_of)
        self._sending.add(sending)
        try:
            await self._send(table, room_of, asked, text)
        except Refused as refused:
            if room_of is not None and refused.why == "closed":
                self._tables.note_reach(table, room_of, is_reached=False)
            raise
        finally:
            self._sending.discard(sending)
        if room_of is not None:
            self._tables.note_reach(table, room_of, is_reached=True)
        # Somebody may have acted while the message was sent.
        now = await self._tables.find(table.id)
        await self._tidy(now, now.asked)

    async def _send(self, table: Table, room_of: int | None, asked: _Prompts, text: str) -> None:
        """Store a reminder, send it, and store its message: Discord may post it although no answer comes."""
        room = await self._channels.room(table, room_of)
        others: set[str] = set()
        for before in await self._tables.messages.of(table.id, "reminder"):
            if before.player_id == table.player_id(room_of):
                others |= _prompts_reminded(before) - asked.keys()
                if (posted := await self._find(table, before)) is not None:
                    await self._outbox.delete(posted.channel_id, posted.message_id)
        prompts = _stored_prompts(asked, others)
        reminder = TableMessage("reminder", table.player_id(room_of), room.id, about=prompts)
        await self._tables.messages.put(table.id, reminder)
        nonce, called = (table.id, room_of, text, *asked), mentions_of(_people(table, asked))
        try:
            message = await self._outbox.post(room, text, nonce=nonce, mentions=called)
        except Refused as refused:
            if refused.why != "away":
                await self._tables.messages.delete(table.id, reminder)
            raise
        await self._tables.messages.put(table.id, replace(reminder, message_id=message.id))


def _seat_of(prompt: str) -> int:
    return int(prompt.partition(":")[0])


_ALSO: Final = " | "
"""The separator of the prompts that a reminder names from those that an earlier reminder named."""


def _stored_prompts(named: Collection[str], others: Collection[str] = ()) -> str:
    return _ALSO.join(" ".join(sorted(prompts)) for prompts in (named, others) if prompts)


def _prompts_named(reminder: TableMessage) -> set[str]:
    return set(reminder.about.partition(_ALSO)[0].split())


def _prompts_reminded(reminder: TableMessage) -> set[str]:
    return set(reminder.about.replace(_ALSO, " ").split())


def _people(table: Table, asked: _Prompts) -> list[Player]:
    return [player for seat in asked.values() if (player := table.seats[seat].player) is not None]


def reminder_text(players: Sequence[Player]) -> str:
    """Return the reminder of those whose turn it is."""
    return gettext("{players}, your turn.", players=join_list([formatting.mention(player) for player in players]))
