"""The publisher keeps the messages of every table up to date: whatever differs from what is stored is drawn."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import discord

from bot.background import GivenUp
from bot.i18n.translation import N_, gettext, using_language
from bot.memory import Latest
from bot.models.agreement import TableMessage
from bot.tables.service import Tables
from bot.tables.table import Notice, Table, Update, describe_table
from bot.ui.core.attachments import PreparedScreen, ScreenBuilder
from bot.ui.core.components import DisplayOptions, Press
from bot.ui.core.interactions import is_guest
from bot.ui.core.outbox import NOBODY, AnswerRoom, Outbox, Refused, mentions_of, pressing
from bot.ui.core.router import pressed_id
from bot.ui.core.traffic import DrawingTurns, Pacer
from bot.ui.games import screens
from bot.ui.games.channels import Channels
from bot.ui.games.commitments import DRAWING, Commitments
from bot.ui.games.notifier import Notifier
from bot.ui.games.table_screens import HandMessages, MessageCounts, ShownTable, TableScreens

IN_DMS: Final = N_("play in their DMs")
IN_THREAD: Final = N_("play in {thread}")

LONGEST_RETRY: Final = 300.0
"""Seconds after which a table that could not be shown is drawn again at the latest: after 1, 2, 4, 8 and so on."""

PICTURE_AFTER: Final = 10.0
"""Seconds after which a table that was shown in text is drawn again, because too many pictures were waiting."""

ROBOTS_MOVE_WITHIN: Final = 1.5
"""Seconds for which the message that everybody sees waits for the moves of robots."""

MOST_MOVES: Final = 2
"""How often a game whose channel was deleted is moved until a move succeeds: to the channel above, and to DMs."""

OPENED_WITHIN: Final = 15.0
"""Seconds after which a table that another process has opened is shown, in case the answer there did not show it."""

MOST_WAITING_PLACES: Final = 5_000
"""In how many places where the bot is a guest games wait for the next press; each is drawn by its own press anyway."""

CATCH_UP: Final = 13.0
"""How many requests a second are sent after a start until all messages show what is stored."""

_CATCHING_UP: Final = "screens after a start"
_NOTICES: Final = "notices after a start"
_PAINTING: Final = "pictures of screens"
_WITHOUT_PICTURES: Final = "screens that lack pictures"
_ROBOTS: Final = "robots to be waited for"
_ENDS: Final = "ends to be announced"
_OPENED: Final = "tables opened elsewhere"

_ENDED: Final = frozenset({"over", "closed"})
"""The statuses of tables that change no more, but for what their league says."""

_PRIVATE, _OPEN, _LAST = range(3)
"""The order in which messages are drawn: the players' own, those that everyone sees, those of an earlier run."""

_log = logging.getLogger(__name__)

_DRAWN_WITHIN: Final = 5.0
"""Seconds for which a hand waits for its board, so that it stands below it."""


class Publisher:
    """The publisher that writes the messages of every table, and the panels that can still be edited.

    The revision of its table that each message shows is stored beside it, so that after a restart whatever differs is
    drawn, games that are over included.
    """

    def __init__(
        self,
        tables: Tables,
        channels: Channels,
        table_screens: TableScreens,
        notifier: Notifier,
        outbox: Outbox,
        pacer: Pacer,
        turns: DrawingTurns,
    ) -> None:
        self._tables = tables
        self._channels = channels
        self.screens = table_screens
        self._shown = table_screens.shown
        self._attachments = table_screens.attachments
        self._outbox = outbox
        self._background = outbox.background
        self._pacer = pacer
        self._turns = turns
        self.hand_messages = HandMessages(table_screens, channels.languages)
        self._answered = outbox.answered
        self.commitments = Commitments(tables, channels, outbox)
        self.notifier = notifier
        self.counts_below = MessageCounts()
        self._without_token: Latest[int, set[str]] = Latest(MOST_WAITING_PLACES)
        """The tables in each channel that wait for somebody to press something there."""

    def hear(self, update: Update) -> None:
        """Draw a table that has changed soon; changes in the meantime are drawn with it."""
        table, shown = update.table, self._note(update)
        if table.agreement.previous is not None or shown.is_answered or update.notice is not None:
            self.redraw(table.id)
        # Where the bot is a guest the board says it all.
        if update.notice is not None and not table.is_guest:
            self.notifier.hear(table, update.notice)

    def hear_elsewhere(self, update: Update) -> None:
        """Draw a table that another process has changed, unless the command that opened it is still to show it."""
        table, shown = update.table, self._note(update)
        if table.agreement.previous is not None or table.in_private or shown.is_answered:
            self.redraw(table.id)
        elif self._is_drawn_elsewhere(table) and table.status in _ENDED:
            del self._shown[table.id]
        elif not table.is_guest and self._tables.keeps(table) and table.id not in self._background.waiting(_OPENED):
            self._background.later(_OPENED, OPENED_WITHIN, partial(self._show_opened, table.id), key=table.id)

    def _note(self, update: Update) -> ShownTable:
        shown, is_over = self._shown[update.table.id], update.table.status == "over"
        shown.hear(update)
        shown.has_new_end |= is_over and bool(update.events) and not self._is_drawn_elsewhere(update.table)
        return shown

    def _show_opened(self, table_id: str) -> None:
        """Show a table that another process has opened, which may have ended before its command was answered."""
        if not self._shown[table_id].is_answered:
            self.look_first(table_id)
            self.redraw(table_id)

    def redraw(self, table_id: str) -> None:
        """Draw a table soon, with the messages that are missing; a picture of an earlier state is given up."""
        self._shown[table_id].is_answered = True
        self._background.give_up(_PAINTING, table_id)
        self._want(table_id)

    async def drawn(self, table_id: str) -> None:
        """Wait until a table that is being drawn is shown, but not for long."""
        if (task := self._background.running(DRAWING).get(table_id)) is not None:
            await asyncio.wait({task}, timeout=_DRAWN_WITHIN)

    def _want(self, table_id: str) -> None:
        """Draw a table soon, once what is being painted of it has been shown."""
        draw, place = partial(self._draw_in_turn, table_id), partial(self._unshown, table_id)
        self._background.want(DRAWING, table_id, draw, place, longest=LONGEST_RETRY)

    def _unshown(self, table_id: str, where: str = "everyone") -> str:
        return f"{self._tables.describe(table_id)} could not be shown to {where}"

    def heard_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Note that somebody was answered in a channel, and go on with the games there if the bot is a guest."""
        self._answered.keep_speaker(interaction)
        # The bot may have joined a server after a game began there.
        waiting = self._without_token.pop(interaction.channel_id or 0, set())
        if is_guest(interaction) and (pressed := Press.read(pressed_id(interaction.data))) is not None:
            waiting = waiting | {pressed.table}
        for table_id in waiting:
            if self._background.is_running(DRAWING, table_id):
                # What is being painted is as true as before.
                self._want(table_id)
            else:
                self.redraw(table_id)

    def look_first(self, table_id: str) -> None:
        """Look for a message that shows a table before one is sent: what was sent may not be stored."""
        self._outbox.from_before.add((DRAWING, table_id))

    async def recall(self) -> None:
        """Remember what an earlier run has left: messages in channels, posted notices, ends that not everyone saw."""
        messages = self._tables.messages
        for table_id, channel_id, message_id in await messages.shown():
            self.counts_below.show(channel_id, message_id)
            # Somebody may act before Discord says that the bot is ready.
            self._shown[table_id].is_answered = True
        for table_id in await messages.unshown_ends(self._outbox.kept_since()):
            self._shown[table_id].has_new_end = True

    def resume(self, tables: Collection[Table], *, recalls: bool = False) -> None:
        """Draw, after a start, what differs: a few messages a second, the players' own first."""
        self._background.start(_CATCHING_UP, partial(self._catch_up, tables, recalls=recalls), key=object())
        self._background.start(_NOTICES, self.notifier.resume, key=object())

    def take_over(self, tables: Collection[Table]) -> None:
        """Draw what differs of the tables that this process keeps from now on, and remember what another has posted."""
        self._channels.languages.forget_servers()
        self.resume(tables, recalls=True)

    async def channel_deleted(self, channel_id: int) -> None:
        """Move the games of a deleted channel or thread to another place, and tell their players."""
        for table_id in await self._tables.ids_in_channel(channel_id):
            self._shown[table_id].drawn.clear()
            self.redraw(table_id)

    async def replace(self, table: Table, seat: int | None, channel_id: int, message_id: int) -> None:
        """A newer message shows the table from now on; the one that did is deleted."""
        await self.keep(table, seat, channel_id, message_id)
        self.redraw(table.id)

    async def keep(self, table: Table, seat: int | None, channel_id: int, message_id: int) -> TableMessage:
        """Remember which message shows a table from now on: to everyone, or to the player in this seat.

        While it was on its way a cut for the deal may have given four players new seats, so it stays this player's.
        """
        screen = TableMessage("screen", table.player_id(seat), channel_id, message_id)
        await self._tables.messages.put(table.id, screen)
        self.counts_below.show(channel_id, message_id)
        return screen

    async def _catch_up(self, tables: Collection[Table], *, recalls: bool) -> None:
        differing, left_over = list[Table](), list[str]()
        with self._background.failures.at(_CATCHING_UP, "what was posted before could not be read"):
            if recalls:
                await self.recall()
            left_over = await self._tables.messages.tables_with("outdated", "notice")
        for table in tables:
            self._shown[table.id].is_answered = True
        for table in tables:
            try:
                if not await self._differs(table):
                    await self.notifier.see_to(table)
                    continue
            except Exception as error:
                self._background.failures.note(DRAWING, self._unshown(table.id), error)
            differing.append(table)
        differing.sort(key=lambda table: not table.in_private)
        # Somebody may move before their turn comes.
        self._outbox.from_before.update((DRAWING, table.id) for table in differing)
        left = {table.id: len(_seats(table, {})) for table in differing}
        ended = [table_id for table_id, shown in self._shown.items() if shown.has_new_end]
        others = {*ended, *left_over} - {table.id for table in tables}
        usual, self._pacer.rate = self._pacer.rate, CATCH_UP
        try:
            for table_id, messages in {**left, **dict.fromkeys(others - left.keys(), 1)}.items():
                # What changes meanwhile comes first.
                async with self._pacer.turn(_LAST):
                    self._outbox.from_before.add((DRAWING, table_id))
                    self.redraw(table_id)
                await asyncio.sleep(messages / CATCH_UP)
        finally:
            self._pacer.rate = usual

    async def _differs(self, table: Table) -> bool:
        """Return whether a message of a table is missing, or shows it as it was."""
        if table.has_begun and not await self._tables.messages.of(table.id, "commitment"):
            return True
        shown = await self._tables.messages.screens(table)
        return any(seat not in shown or shown[seat].revision != table.revision for seat in _seats(table, shown))

    async def _draw_in_turn(self, table_id: str) -> bool:
        """Draw the players' panels at once, and the messages when their turn comes, as the table is by then."""
        wanted = self._background.wanted[DRAWING]
        await self._turns.turn()
        wanted.pop(table_id, None)
        table = await self._tables.find(table_id)
        is_there = table.awaits_commitment or await self.hand_messages.refresh(table)
        if self._is_drawn_elsewhere(table) or self._expects_robot(table):
            if table.status in _ENDED:
                self._shown.pop(table.id, None)
            return is_there
        await self._turns.turn()
        async with self._turn(table):
            # Whatever has changed until now is drawn with it.
            wanted.pop(table_id, None)
            self._background.cancel(_WITHOUT_PICTURES, table_id)
            before, table = table, await self._tables.find(table_id)
            if table is not before and not table.awaits_commitment:
                # The panels have not seen what changed while the message waited for its turn.
                is_there = await self.hand_messages.refresh(table)
            await self._channels.languages.learn_server_of(table)
            return (self._is_drawn_elsewhere(table) or await self._draw(table)) and is_there

    def _is_drawn_elsewhere(self, table: Table) -> bool:
        """Return whether another process shows the table: the one that keeps it, and no two edit the same messages.

        Where the bot is a guest, the process that was pressed alone can show anything.
        """
        return not table.is_guest and not self._tables.keeps(table)

    def _expects_robot(self, table: Table) -> bool:
        """Return whether only robots are asked: what everybody sees then changes once, when they have moved.

        If that takes longer than ``ROBOTS_MOVE_WITHIN``, the table is drawn as it is.
        """
        asked = table.spectator.waiting_on if table.status == "playing" and not table.in_private else ()
        shown = self._shown[table.id]
        if not asked or any(table.seats[seat].robot is None for seat in asked):
            if shown.waits_for_robots:
                shown.waits_for_robots = False
                self._background.cancel(_ROBOTS, table.id)
            return False
        if not shown.waits_for_robots:
            shown.waits_for_robots = True
            self._background.later(_ROBOTS, ROBOTS_MOVE_WITHIN, partial(self.redraw, table.id), key=table.id)
        return table.id in self._background.waiting(_ROBOTS)

    def _turn(self, table: Table) -> AbstractAsyncContextManager[None]:
        """Return the turn in which a table is drawn: at once, where Discord does not count the requests."""
        drawn = self._shown[table.id].drawn
        has_tokens = bool(drawn) and all(
            seat in drawn and self._answered.has(drawn[seat][0]) for seat in _seats(table, drawn)
        )
        if table.is_guest or (table.agreement.sealed and has_tokens):
            return nullcontext()
        return self._pacer.turn(_PRIVATE if table.in_private else _OPEN)

    async def _draw(self, table: Table) -> bool:
        """Draw a table as it is now, and return whether everyone was reached.

        The game may go on meanwhile, so everything shown here comes from this one version.
        """
        shown = await self._tables.messages.screens(table)
        board = shown.get(None)
        may_send = self._answered.may_send(table.agreement.channel_id)
        if table.is_guest and not may_send and (board is None or not self._answered.has(board.message_id)):
            return self._wait_for_token(table)
        state = self._shown[table.id]
        is_new_end = table.status == "over" and state.has_new_end
        make = is_new_end or table.status in {"gathering", "playing", "adjourned"}
        try:
            is_sealed = not table.has_begun or await self._tables.messages.of(table.id, "commitment")
            if table.awaits_commitment or (not is_sealed and self.commitments.may_post(table)):
                is_first = table.awaits_commitment
                sealed = await self.commitments.post(table)
                if sealed is None:
                    return True
                table = sealed
                if is_first:
                    await self.hand_messages.refresh(table)
                shown = await self._tables.messages.screens(table)
            reached = await self._show_all(table, shown, make=make)
        except Refused as refused:
            if refused.why == "no token":
                if table.is_guest:
                    return self._wait_for_token(table)
                # Its board was to be sent anew by a token; it is edited instead.
                self._want(table.id)
                return True
            if refused.why != "gone" or table.place == "dm" or table.status in _ENDED:
                raise
            await self._move_away(table)
            return True
        for agreed in await self._tables.messages.of(table.id, "invitation") if reached else ():
            await self._leave(table, agreed)
        if is_new_end:
            announce = partial(self._announce, table, look=self._may_be_there(table))
            place = f"the end of {describe_table(table)} could not be announced"
            self._background.want(_ENDS, table.id, announce, lambda: place)
        await self.notifier.see_to(table)
        if reached:
            drawn = [message_id for message_id, looks in state.drawn.values() if looks]
            self._tables.messages.mark_shown(table.id, table.revision, *drawn)
            self._outbox.from_before.discard((DRAWING, table.id))
            state.moves = 0
            if table.status in _ENDED:
                self._forget(table)
        return reached

    def _wait_for_token(self, table: Table) -> bool:
        """Leave a table as it is until somebody presses something or uses a command in its channel."""
        self._without_token.setdefault(table.agreement.channel_id, set()).add(table.id)
        return True

    def _forget(self, table: Table) -> None:
        self._shown.pop(table.id, None)
        self._background.retries.forget((_WITHOUT_PICTURES, table.id))

    def _may_be_there(self, table: Table) -> bool:
        """Return whether something may have been sent that is not stored: before the start, or in a try that failed."""
        return not table.is_guest and self._outbox.may_be_there((DRAWING, table.id))

    async def _announce(self, table: Table, *, look: bool) -> None:
        """Announce the end of a game in a thread, once; after a start too, as long as it has no message yet."""
        look = look or self._background.retries.has_failed((_ENDS, table.id))
        with using_language(self._channels.languages.of_table(table, None)):
            await self._channels.announce(table, look=look)

    async def _move_away(self, table: Table) -> None:
        """Move a game whose channel was deleted to another place, if there is one; it is drawn there next."""
        shown = self._shown[table.id]
        if shown.moves >= MOST_MOVES or not table.has_begun:
            _log.warning("%s has no channel left; it waits until somebody uses /hand", describe_table(table))
            return
        shown.moves += 1
        shown.drawn.clear()
        await self._channels.move_away(table)
        self._want(table.id)

    async def _show_all(self, table: Table, shown: Mapping[int | None, TableMessage], *, make: bool) -> bool:
        reached = True
        for seat in _seats(table, shown):
            if not make and seat not in shown:
                continue
            try:
                with using_language(self._channels.languages.of_table(table, seat)):
                    await self._show(table, seat, shown.get(seat))
            except GivenUp:
                raise
            except Exception as error:
                why = error.why if isinstance(error, Refused) else None
                if why == "no token" or (why == "gone" and seat is None):
                    raise
                self._background.failures.note(
                    DRAWING, self._unshown(table.id, "everyone" if seat is None else f"seat {seat}"), error
                )
                reached = False
                if why == "closed":
                    await self._note_closed(table, seat)
        return reached

    async def _show(self, table: Table, seat: int | None, screen: TableMessage | None) -> None:
        """Edit the message that shows a table to a seat, or send it again if it is gone or buried."""
        if screen is None and self._may_be_there(table):
            screen = await self._find_message(table, seat)
        build, look = await self.screens.builder(table, seat)
        build = cache(build)
        # Pictures may be what Discord does not take.
        if lacks := look.pictures and (
            self._background.retries.has_failed((DRAWING, table.id))
            or self._attachments.has_to_leave_out(look, urgent=seat is not None)
        ):
            look = replace(look, pictures=False)
        paint = partial(self._paint, table.id, build, look, urgent=seat is not None, lacks=lacks)
        looks = build(look).digest
        is_handed_over = (
            seat is None
            and table.has_begun
            and screen is not None
            and self._answered.ends_soon(screen.message_id)
            and self._answered.may_send(screen.channel_id, for_long=True)
        )
        is_buried = screen is not None and self.counts_below.is_buried(screen.channel_id)
        if screen is not None and not is_handed_over and not is_buried:
            self.counts_below.show(screen.channel_id, screen.message_id)
            # An unchanged screen is not edited, because its player may have a menu open on it.
            if self._shown[table.id].drawn.get(seat) == (screen.message_id, looks):
                return
            if await self._draw_again(table, seat, screen, await paint(), looks):
                return
            _log.info("the message of %s is gone; it is sent again", describe_table(table))
        room = await self._channels.room(table, seat)
        if is_handed_over:
            room = AnswerRoom(room.id, self._outbox.answered)
        ready = await paint()
        # Should the bot stop before the message is stored, it is sent with the same nonce, and Discord posts it once.
        nonce = table.id, seat, 0 if screen is None else screen.message_id
        try:
            message = await self._outbox.post(room, ready, nonce=nonce, mentions=_invited(table))
        except Refused as refused:
            # Where the bot may send nothing any more, the board can still be edited, far up as it is.
            may_edit = refused.why == "forbidden" and seat is None and is_buried
            if screen is None or not may_edit or not await self._draw_again(table, seat, screen, ready, looks):
                raise
            return
        if seat is not None:
            self._tables.note_reach(table, seat, is_reached=True)
        await self.keep(table, seat, room.id, message.id)
        if self._may_be_there(table):
            # Discord may have answered with what an earlier try has posted, which shows the table as it was.
            self._want(table.id)
        else:
            self._note_drawn(table, seat, message.id, ready, looks)

    async def _paint(
        self, table_id: str, build: ScreenBuilder, look: DisplayOptions, *, urgent: bool, lacks: bool
    ) -> PreparedScreen:
        """Return a screen with its pictures. Raises ``GivenUp``. ``lacks`` is whether pictures are left out."""
        prepare = partial(self._attachments.prepare, build, look, urgent=urgent)
        if look.pictures:
            return await self._background.share(_PAINTING, prepare, key=table_id)
        return replace(await prepare(), lacks_pictures=lacks)

    async def _draw_again(
        self, table: Table, seat: int | None, screen: TableMessage, ready: PreparedScreen, looks: bytes
    ) -> bool:
        """Edit the message that shows a table to a seat; False if it is gone."""
        if ready.lacks_pictures and screen.revision == table.revision:
            # It had its pictures at this revision: should the bot stop now, the next start draws them again.
            self._tables.messages.mark_shown(table.id, None, screen.message_id)
            await self._tables.messages.store_marks()
        where, invited = (screen.channel_id, screen.message_id), _invited(table)
        role = await self.screens.match_role(table) if table.status == "gathering" else None
        if role is not None and self.screens.may_ping(table, role):
            # An edit pings nobody; without this Discord would forget whom the message has pinged.
            invited.roles = [discord.Object(role)]
        if is_there := await self._outbox.edit(*where, ready, mentions=invited, in_answer=table.is_guest):
            self._note_drawn(table, seat, screen.message_id, ready, looks)
        return is_there

    async def _find_message(self, table: Table, seat: int | None) -> TableMessage | None:
        """Return a message that was sent to show a table, but could not be stored, if there is one."""
        room = await self._channels.room(table, seat)
        if (message := await self._outbox.find(room, pressing(f":{table.id}:"))) is None:
            return None
        return await self.keep(table, seat, room.id, message.id)

    def _note_drawn(self, table: Table, seat: int | None, message_id: int, ready: PreparedScreen, looks: bytes) -> None:
        """Remember what a message shows; one that lacks its pictures is drawn again when there may be time for them."""
        self._shown[table.id].drawn[seat] = message_id, b"" if ready.lacks_pictures else looks
        if not ready.lacks_pictures or table.id in self._background.waiting(_WITHOUT_PICTURES):
            return
        wait = PICTURE_AFTER
        if self._background.retries.has_failed((DRAWING, table.id)):
            # Where Discord takes no pictures, it is asked later each time.
            wait = self._background.retries.failed((_WITHOUT_PICTURES, table.id), PICTURE_AFTER)
        self._draw_picture_later(table.id, wait)

    def _draw_picture_later(self, table_id: str, wait: float = PICTURE_AFTER) -> None:

        def draw() -> None:
            if self._attachments.is_full(urgent=False):
                self._draw_picture_later(table_id)
            else:
                self.redraw(table_id)

        self._background.later(_WITHOUT_PICTURES, wait, draw, key=table_id)

    async def _leave(self, table: Table, agreed: TableMessage) -> None:
        """Say where the game was agreed that it is played somewhere else."""
        with using_language(self._channels.languages.of_table(table, None)):
            thread = gettext(IN_THREAD, thread=f"<#{table.agreement.channel_id}>")
            drawn = PreparedScreen(screens.moved_table(table, gettext(IN_DMS) if table.place == "dm" else thread))
        try:
            await self._outbox.edit(agreed.channel_id, agreed.message_id, drawn, in_answer=table.is_guest)
        except Refused as refused:
            if refused.why != "gone":
                raise
        await self._tables.messages.delete(table.id, agreed)

    async def _note_closed(self, table: Table, seat: int | None) -> None:
        """Call off an invitation to a player who takes no DMs, or note that they do not see what is played."""
        host = table.host
        if seat is None or (table.status == "gathering" and host in {None, seat}):
            return
        if table.status != "gathering":
            self._tables.note_reach(table, seat, is_reached=False)
        elif host is not None and (player := table.seats[host].player) is not None:
            await self._tables.decline(table.id, player, Notice("not_asked", seat))


def _seats(table: Table, shown: Mapping[int | None, object]) -> list[int | None]:
    """Return the seats that have a message of the table: each player in a game by DM, otherwise everyone."""
    if table.status == "closed":
        return [*shown]
    if table.in_private:
        return [number for number, seat in enumerate(table.seats) if seat.player is not None]
    return [None]


def _invited(table: Table) -> discord.AllowedMentions:
    if table.status != "gathering":
        return NOBODY
    return mentions_of([seat.player for seat in table.seats if seat.player is not None and not seat.agreed])
