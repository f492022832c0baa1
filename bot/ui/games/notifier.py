"""The notices to the players of a table: what has happened, whose turn it is, and whose time runs out.

They are sent one by one, and deleted when they are no longer true. One short new message says whose turn it is, because
an edit makes no sound.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.accounts import PreferenceService
from bot.background import FIRST
from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.agreement import UNKNOWN, TableMessage
from bot.models.errors import StorageError
from bot.models.player import Player
from bot.tables.outages import WORTH_TELLING
from bot.tables.service import Tables
from bot.tables.table import OF_NO_REVISION, Notice, Table, UnsentNotice, describe_table, expired
from bot.ui.core import formatting
from bot.ui.core.outbox import Outbox, Refused, Room, mentions_of, soonest
from bot.ui.core.traffic import LAST, Pacer
from bot.ui.games.channels import Channels
from engine.errors import CribbageError

REMIND_AFTER: Final = 45.0
"""Seconds after which a player is reminded once that it is their turn."""

_REMINDERS: Final = frozenset({"your_turn", "time_short"})
"""The kinds of notices that stay until their players act; in each room the latest takes the place of the one before."""

_PASSING: Final = frozenset(
    {"adjourn_proposed", "play_on", "adjourned", "taken_up", "idle", "out_of_reach", "in_reach", "announced"}
)
"""The kinds of notices about what passes: each room keeps the latest of them only, and only while it is true."""

_IN_DMS: Final = frozenset({"removed", "shut"})
"""The kinds of notices that players read in their DMs, because the bot cannot write where they play."""

_WHILE_TRUE: Final = _PASSING | {"shut"}
"""The kinds of notices that are not sent late once they are no longer true."""

_WORK: Final = "notices"
_TIMERS: Final = "players to be reminded"

_Prompts = Mapping[str, int]
"""The open prompts of people, each with its seat."""

_log = logging.getLogger(__name__)


class Notifier:
    """Sends the notices of each table in their order, and reminds players once who do not act."""

    def __init__(
        self, tables: Tables, channels: Channels, preferences: PreferenceService, outbox: Outbox, pacer: Pacer
    ) -> None:
        self._tables = tables
        self._channels = channels
        self._preferences = preferences
        self._outbox = outbox
        self._pacer = pacer
        self._unsent: dict[str, dict[object, UnsentNotice]] = {}
        """The notices of each table that are to be sent, or to be sent again, by their keys."""
        self._timed: dict[str, _Prompts] = {}
        """What the timer of each table is about, or was about."""
        self._sending: set[tuple[str, int | None]] = set()
        """The tables and players whose reminder is being sent."""

    def hear(self, table: Table, notice: Notice) -> None:
        self._add(UnsentNotice(table, notice, discord.utils.utcnow()))

    async def resume(self) -> None:
        """Send what an earlier run, or another process that has ended, could not."""
        for table_id, revision, stored in await self._tables.messages.unsent_notices():
            with self._outbox.background.failures.at(_WORK, f"a notice of {self._tables.describe(table_id)}"):
                self._add(UnsentNotice.from_json(await self._tables.find(table_id), revision, stored))

    def _add(self, unsent: UnsentNotice) -> None:
        table_id, first = unsent.table.id, REMIND_AFTER if unsent.notice.kind == "your_turn" else FIRST
        self._unsent.setdefault(table_id, {}).setdefault(unsent.key, unsent)
        place = f"somebody got no notice of {describe_table(unsent.table)}"
        send = partial(self._send_all, table_id)
        self._outbox.background.want(_WORK, table_id, send, lambda: place, first=first)

    # Whose turn it is.

    async def see_to(self, table: Table) -> None:
        """Delete what no longer shows a table or is no longer true, and set the timer for players who have to act.

        Raises ``Refused`` if something could not be deleted: the next call tries it again.
        """
        table, reminded = await self._tidied(table)
        asked = {} if table.is_guest else table.asked
        if (before := self._timed.get(table.id)) is not None:
            if asked and asked.keys() <= before.keys():
                return
            del self._timed[table.id]
            self._outbox.background.cancel(_TIMERS, table.id)
        if not asked.keys() <= reminded:
            self._set_timer(table.id, asked)

    def heard_press(self, table: Table, seat: int) -> None:
        """Begin the time until a reminder again, if only this seat is asked: its player is choosing cards."""
        asked = table.asked
        if table.id in self._timed and set(asked.values()) == {seat}:
            self._set_timer(table.id, asked)

    def _set_timer(self, table_id: str, asked: _Prompts) -> None:
        background, self._timed[table_id] = self._outbox.background, asked
        remind = partial(background.start, "reminders", partial(self._remind, table_id, asked), key=(table_id, *asked))
        background.later(_TIMERS, REMIND_AFTER, remind, key=table_id)

    async def _remind(self, table_id: str, asked: _Prompts) -> None:
        """Remind players when there is room: after a start all timers end together."""
        async with self._pacer.turn(LAST):
            self.hear(await self._tables.find(table_id), Notice("your_turn", why=" ".join(asked)))

    async def _left_to_remind(self, table: Table, prompts: Collection[str]) -> list[str]:
        """Return which of these prompts are of players who still have to act, want to be reminded, and were not yet."""
        if not self._tables.keeps(table):
            return []
        if self._tables.outages.stands_still(table):
            self._set_timer(table.id, {prompt: seat for prompt, seat in table.asked.items() if prompt in prompts})
            return []
        left, (table, reminded) = [], await self._tidied(table)
        for prompt, seat in table.asked.items():
            player = table.seats[seat].player
            if prompt in prompts and prompt not in reminded and player is not None:
                left += [prompt] if (await self._preferences.read(player.id)).ping else []
        return left

    # What is there already.

    async def _tidied(self, table: Table) -> tuple[Table, set[str]]:
        """Delete the messages of a table that no longer show it or are no longer true.

        Return the table as it is by then, and the prompts of all players who were reminded.
        """
        messages, reminded = self._tables.messages, set[str]()
        if stored := await messages.of(table.id, "outdated", "notice", "reminder"):
            # The table is read after its messages, so that it is never older than they are.
            table = await self._tables.find(table.id)
        for message in stored:
            if message.kind == "reminder":
                reminded |= await self._tidy_reminder(table, message)
            elif message.kind == "outdated" or not self._is_true(message.about, table):
                is_deleted = await self._outbox.delete(message.channel_id, message.message_id, in_answer=table.is_guest)
                # Where the bot is a guest, whoever presses the message brings its token.
                if is_deleted or table.status in {"over", "closed"}:
                    await messages.delete(table.id, message)
        return table, reminded

    async def _tidy_reminder(self, table: Table, stored: TableMessage) -> Set[str]:
        """Let a reminder name only players who still have to act, and return the prompts of those who were reminded.

        One that nobody has to answer any more is deleted. One that is being sent is left to its sender.
        """
        asked, reminded = table.asked, _prompts_reminded(stored)
        waiting = {prompt: seat for prompt, seat in asked.items() if prompt in reminded}
        if (table.id, stored.player_id) in self._sending:
            return waiting.keys()
        if (reminder := await self._find(table, stored)) is None:
            await self._tables.messages.delete(table.id, stored)
            return frozenset()
        if not waiting:
            await self._outbox.delete(reminder.channel_id, reminder.message_id)
            await self._tables.messages.delete(table.id, reminder)
        elif not _prompts_named(reminder) <= asked.keys():
            await self._rename(table, reminder, waiting)
        return waiting.keys()

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
            text = reminder_text(_people(table, map(_seat_of, _prompts_named(stored))))
        if (message := await self._outbox.find(room, lambda message: message.content == text)) is None:
            return None
        found = replace(stored, channel_id=room.id, message_id=message.id)
        await self._tables.messages.put(table.id, found)
        return found

    async def _rename(self, table: Table, reminder: TableMessage, left: _Prompts) -> None:
        """Edit a reminder so that it names only the players who are left; an edit makes no sound."""
        people = _people(table, left.values())
        with using_language(self._channels.languages.of_table(table, table.seat_with(reminder.player_id))):
            text = reminder_text(people)
        with suppress(Refused):
            channel_id, message_id = reminder.channel_id, reminder.message_id
            await self._outbox.edit(channel_id, message_id, text, mentions=mentions_of(people))
            await self._tables.messages.put(table.id, replace(reminder, about=_stored_prompts(left)))

    # What is still to be sent.

    async def _send_all(self, table_id: str) -> bool:
        """Send every notice that waits, and return whether none is left: one that fails keeps no other back."""
        refused: list[Exception] = []
        for unsent in list(self._unsent.get(table_id, {}).values()):
            what = f"a notice of {describe_table(unsent.table)} ({unsent.notice.kind})"
            with self._outbox.background.failures.at(_WORK, what):
                here = await self._send(unsent)
                await self._note(unsent, here)
                refused += here.values()
                if unsent.notice.kind in _PASSING | _REMINDERS and not here:
                    # The table may have changed while the message was sent.
                    await self._tidied(unsent.table)
        if refused:
            raise soonest(refused)
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
        if notice.kind in _REMINDERS:
            table = await self._tables.find(table.id)
        elif notice.kind in _IN_DMS:
            table = replace(table, agreement=replace(table.agreement, place="dm"))
        await self._channels.languages.learn_server_of(table)
        if unsent.is_late or notice.kind == "your_turn":
            if (as_of_now := await self._as_of_now(table, notice)) is None:
                return {}
            notice = as_of_now
        called = called_seats(table, notice)
        is_heard = bool(called) or notice.kind in {"adjourned", "idle", "announced"}
        rooms = _hearers(table, called) if is_heard else {}
        refused: dict[int | None, Exception] = {}
        for seat in rooms.keys() if unsent.left is None else rooms.keys() & unsent.left:
            try:
                await self._say(table, notice, seat, rooms[seat])
                why = None
            except (Refused, CribbageError) as error:
                why = error.why if isinstance(error, Refused) else None
                if isinstance(error, Refused | StorageError) and why != "gone":
                    refused[seat] = error
                else:
                    _log.warning("seat %s of %s gets no notice: %s", seat, describe_table(table), error)
            if seat is not None and (seat not in refused or why == "closed"):
                self._tables.note_reach(unsent.table, seat, is_reached=why != "closed")
        return refused

    async def _say(self, table: Table, notice: Notice, seat: int | None, to: tuple[int, ...]) -> None:
        """Send a notice in the room of a seat, or of everyone. Raises ``Refused``."""
        people, asked = _people(table, to), [prompt for prompt, one in table.asked.items() if one in to]
        with using_language(self._channels.languages.of_table(table, seat)):
            text = text_of(table.shown_to(seat), notice, people)
        if text is None or (notice.kind in _REMINDERS and not asked):
            return
        room = await self._channels.room(table, seat)
        if notice.kind in _REMINDERS:
            await self._post_reminder(table, seat, room, asked, text)
            return
        nonce = table.id, seat, notice.kind, table.revision
        message = await self._outbox.post(room, text, nonce=nonce, mentions=mentions_of(people), silent=not people)
        if notice.kind in _PASSING:
            posted = TableMessage("notice", table.player_id(seat), message.channel.id, message.id, about=notice.kind)
            with self._outbox.background.failures.at(_WORK, f"a notice of {describe_table(table)} is not stored"):
                await self._tables.messages.put(table.id, posted)

    async def _post_reminder(
        self, table: Table, seat: int | None, room: Room, asked: Collection[str], text: str
    ) -> None:
        """Store a reminder, send it, and store its message: Discord may post it although no answer comes.

        It takes the place of the one before, which may have named others too. Raises ``Refused`` if it was not sent.
        """
        messages, player_id, others = self._tables.messages, table.player_id(seat), set[str]()
        self._sending.add((table.id, player_id))
        try:
            for before in await messages.of(table.id, "reminder"):
                if before.player_id == player_id:
                    others |= _prompts_reminded(before) - {*asked}
                    if (posted := await self._find(table, before)) is not None:
                        await self._outbox.delete(posted.channel_id, posted.message_id)
            reminder = TableMessage("reminder", player_id, room.id, about=_stored_prompts(asked, others))
            await messages.put(table.id, reminder)
            nonce, called = (table.id, seat, text, *asked), mentions_of(_people(table, map(_seat_of, asked)))
            try:
                message = await self._outbox.post(room, text, nonce=nonce, mentions=called)
            except Refused as refused:
                if refused.why != "away":
                    await messages.delete(table.id, reminder)
                raise
            await messages.put(table.id, replace(reminder, message_id=message.id))
        finally:
            self._sending.discard((table.id, player_id))

    # What is true.

    async def _as_of_now(self, table: Table, notice: Notice) -> Notice | None:
        """Return a notice with what has changed since; None once it is untrue, or was sent."""
        now = await self._tables.find(table.id)
        if notice.kind == "your_turn":
            left = await self._left_to_remind(now, notice.why.split())
            return replace(notice, why=" ".join(left)) if left else None
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


def _people(table: Table, seats: Iterable[int]) -> list[Player]:
    return [player for seat in sorted(seats) if (player := table.seats[seat].player) is not None]


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


ADJOURNED: Final = N_("The game is paused. Press **Resume** to continue.")


def called_seats(table: Table, notice: Notice) -> tuple[int, ...]:
    """Return the seats that a notice mentions, with a sound."""
    seats: Sequence[int | None]
    match notice.kind:
        case "your_turn":
            seats = [seat for prompt, seat in table.asked.items() if prompt in notice.why.split()]
        case "time_short" | "time_over":
            seats = [notice.seat]
        case "adjourn_proposed":
            seats = [seat for seat in range(table.players) if table.rules.side_of(seat) not in table.adjourning]
        case "taken_up" | "play_on":
            seats = [seat for seat in range(table.players) if seat != notice.seat]
        case "declined" | "left" | "not_asked":
            seats = [table.host]
        case "out_of_reach" | "in_reach":
            seats = [seat for seat in range(table.players) if seat != notice.seat]
        case "called_off" | "time_given_back" | "removed" | "shut" | "open_again" | "moved":
            seats = list(range(table.players))
        case "adjourned" | "idle" | "not_played" | "announced":
            seats = []
    return tuple(seat for seat in seats if seat is not None and table.seats[seat].player is not None)


def sentence(table: Table, notice: Notice) -> str | None:
    """Return the sentence of a notice, or None where the screens say everything already."""
    who = gettext("Somebody") if notice.seat is None else formatting.escape(table.names[notice.seat])
    match notice.kind:
        case "not_played" | "your_turn":
            return None
        case "adjourned" | "taken_up" if table.is_against_robots:
            return None
        case "time_short":
            until = gettext("soon") if notice.until is None else f"<t:{int(notice.until.timestamp())}:R>"
            return gettext(
                "your time runs out {until}. {then}",
                until=until,
                then=gettext(_THEN[table.clock.when_over if table.clock else "robot"]),
            )
        case "time_over":
            return gettext({"over": _LOST, "closed": _STOPPED}.get(table.status, _WENT_ON))
        case "time_given_back" | "open_again":
            what = notice.kind if notice.seconds >= WORTH_TELLING else "play_again"
            return gettext(_GIVEN_BACK[what], time=formatting.rough_duration(notice.seconds))
        case "adjourn_proposed":
            return gettext(_AGREES if len(table.adjourning) > 1 else _PROPOSES, who=who)
        case "idle":
            return gettext(_IDLE) if all(seat.agreed for seat in table.seats) else expired(table)
        case "declined":
            return None if notice.seat == table.host else gettext("{who} declined.", who=who)
        case "called_off":
            awarded = "" if notice.seat is None else gettext(" {who} wins the fixture.", who=who)
            return gettext(
                "the managers of **{league}** cancelled your game. It doesn't count.{awarded} Reason: {why}",
                league=formatting.escape(table.agreement.league_name or ""),
                awarded=awarded,
                why=formatting.escape(notice.why),
            )
        case "out_of_reach":
            return gettext(_CLOCK_RUNS if table.clock else _OUT_OF_REACH, who=who)
        case kind:
            channel = f"<#{table.agreement.channel_id}>"
            return gettext(_ABOUT[kind], who=who, name=who, id=table.id, channel=channel, text=notice.why)


def text_of(table: Table, notice: Notice, called: Sequence[Player]) -> str | None:
    """Return a notice with the mentions of these players, or None where the screens say everything already."""
    if notice.kind == "your_turn":
        return reminder_text(called)
    if (said := sentence(table, notice)) is not None and called:
        return formatting.labelled(join_list([formatting.mention(player) for player in called]), said)
    return said and said[:1].upper() + said[1:]


def reminder_text(called: Sequence[Player]) -> str:
    return gettext("{players}, your turn.", players=join_list([formatting.mention(player) for player in called]))


_ABOUT: Final = {
    "adjourned": ADJOURNED,
    "left": N_("a player left, so one seat is open."),
    "announced": N_("A message from the host of this bot: {text}"),
    "play_on": N_("{who} wants to keep playing."),
    "taken_up": N_("{who} resumed the game."),
    "in_reach": N_("{who} gets my messages again."),
    "moved": N_("your game's channel was deleted, so the game continues here."),
    "not_asked": N_("I can't DM {name}, so I cancelled the invitation. Invite them in a server you share."),
    "removed": N_(
        "I was removed from the server where you play game {id}, so I paused it. Nobody's time runs. "
        "When I'm back in that server, use `/games` there and press **Resume**."
    ),
    "shut": N_(
        "You play game {id} in {channel}, and I can't write there any more. Nobody's time runs until I can. Ask "
        "somebody who manages that server to give me View Channel and Send Messages there (in a thread: Send Messages "
        "in Threads), or to unlock the thread."
    ),
}
_OUT_OF_REACH: Final = N_(
    "I can't DM {who} any more, so they may not see your moves. They can still play with the buttons they have, "
    "or with /hand in a server we share. You can wait, or pause the game with /adjourn. They don't have to agree, "
    "and nobody loses."
)
_CLOCK_RUNS: Final = N_(
    "I can't DM {who} any more, so they may not see your moves. They can still play with the buttons they have, "
    "or with /hand in a server we share, and their clock keeps running. You can wait, or pause the game with "
    "/adjourn. They don't have to agree, and nobody loses."
)
_PROPOSES: Final = N_("{who} asks for a break. Press **Pause** or **Keep playing**.")
_AGREES: Final = N_("{who} agrees to a break. Press **Pause** or **Keep playing**.")
_GIVEN_BACK: Final = {
    "time_given_back": N_("I couldn't reach Discord for {time}, so I added that time to your clocks."),
    "open_again": N_("I couldn't write here for {time}, so I added that time to your clocks."),
    "play_again": N_("I can write here again, so the game continues."),
}
_LOST: Final = N_("your time ran out, so you lost the game.")
_STOPPED: Final = N_("your time ran out, so the game was stopped. It doesn't count.")
_WENT_ON: Final = N_("your time ran out, so a robot played for you.")
_THEN: Final = {"robot": N_("After that, a robot plays for you."), "forfeit": N_("Then you lose the game.")}
_IDLE: Final = N_("This game is paused because nobody moved for a long time. Press **Resume** to continue.")
