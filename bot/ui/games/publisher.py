"""The publisher keeps the messages of every table up to date, and the answers that show players their own hands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.accounts.players import PreferenceService
from bot.i18n.translation import N_, gettext, using_language
from bot.leagues.results import ResultService
from bot.models.table_message import INVITATION, PUBLIC, SEAL, TableMessage
from bot.tables.service import Tables
from bot.tables.table import Table, Update
from bot.ui.core import formatting
from bot.ui.core.attachments import Attachments, PreparedScreen, ScreenBuilder
from bot.ui.core.components import Screen
from bot.ui.core.display_options import DisplayOptions, End
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.locale_choice import Languages
from bot.ui.games import notices, screens
from bot.ui.games.channels import Channels
from bot.ui.games.notifier import Notifier
from bot.ui.games.reminders import Reminders
from bot.ui.games.table_view import TableViews, moment
from engine.errors import CribbageError
from engine.events import Event

CANNOT_ASK: Final = N_(
    "I cannot write to {name} in private, so that invitation is off. Invite {name} in a server that you are both in."
)
IN_DMS: Final = N_("play in their private messages")
IN_THREAD: Final = N_("play in {thread}")

RETRY_AFTER: Final = (15.0, 60.0, 300.0)
"""Seconds after which a table that could not be shown is drawn once more; then it waits for its next change."""

BURIED: Final = 6
"""The number of messages below a table after which it is sent again instead of edited."""

_ARCHIVED: Final = 50083
"""Discord's code for an edit in a sleeping thread, which a new message wakes."""

_FORGOTTEN: Final = timedelta(days=7)
"""An end that could not be shown for so long is not tried again at a start."""

_log = logging.getLogger(__name__)


class Publisher:
    """The publisher that writes the messages of every table, and the panels that can still be edited."""

    def __init__(
        self,
        tables: Tables,
        channels: Channels,
        attachments: Attachments,
        preferences: PreferenceService,
        league_results: ResultService,
    ) -> None:
        self._tables = tables
        self._league_results = league_results
        self._channels = channels
        self._attachments = attachments
        self.views = TableViews()
        self.hand_messages = HandMessages(attachments, channels.languages, self.views)
        self._reminders = Reminders(tables, channels, preferences)
        self._notifier = Notifier(tables, channels, self._reminders)
        self._counts_below = MessageCounts()
        self._answered: set[str] = set()
        self._unshown_ends: set[str] = set()
        self._unannounced_ends: set[str] = set()
        self._waiting: dict[str, bool] = {}
        self._drawing: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, int] = {}
        self._retries: dict[str, asyncio.TimerHandle] = {}
        self._drawn: dict[tuple[str, int], tuple[int, list[Any]]] = {}

    def hear(self, update: Update) -> None:
        """Draw a table that has changed soon; changes in the meantime are drawn with it."""
        table = update.table
        if table.status == "over" and update.events:
            self._unshown_ends.add(table.id)
            self._unannounced_ends.add(table.id)
        follows = table.agreement.previous is not None
        # A table that a command has just opened is drawn once the command's own answer shows it.
        if follows or table.id in self._answered or update.notice is not None:
            self.redraw(table.id, make=follows)
        if update.notice is not None:
            self._notifier.hear(table, update.notice)

    def redraw(self, table_id: str, *, make: bool = False) -> None:
        """Draw a table soon; with ``make``, messages that are missing are sent."""
        self._answered.add(table_id)
        self._waiting[table_id] = self._waiting.get(table_id, False) or make
        if table_id not in self._drawing:
            self._drawing[table_id] = asyncio.create_task(self._draw_on(table_id), name=f"draw {table_id}")

    async def recall(self) -> None:
        """Remember what an earlier run has left: messages in channels, posted notices, ends that not everyone saw."""
        for table_id, channel_id in await self._tables.messages.channels():
            self._counts_below.show(table_id, channel_id)
        await self._notifier.recall()
        for table_id, is_announced in await self._tables.messages.pending_ends(discord.utils.utcnow() - _FORGOTTEN):
            self._unshown_ends.add(table_id)
            if not is_announced:
                self._unannounced_ends.add(table_id)

    def redraw_ends(self) -> None:
        """Draw the games whose end not everyone has seen."""
        for table_id in self._unshown_ends:
            self.redraw(table_id)

    def heard_message(self, channel_id: int) -> None:
        """Count a message in a channel, which moves its table up the screen."""
        self._counts_below.add(channel_id)

    def bury(self, channel_id: int) -> None:
        """Send the table of this channel again at its next change, below everything that was written."""
        self._counts_below.bury(channel_id)

    async def replace(self, table: Table, screen: TableMessage) -> TableMessage | None:
        """A newer message shows the table from now on; returns the one that did."""
        old = (await self._tables.messages.by_seat(table.id)).get(screen.seat)
        await self.keep(table, screen)
        self._counts_below.show_anew(table.id, screen.channel_id)
        return old

    async def keep(self, table: Table, screen: TableMessage) -> None:
        """Remember which message shows a table from now on: to everyone, or to the player in this seat."""
        await self._tables.messages.put(table, screen)
        self._counts_below.show(table.id, screen.channel_id)

    async def close(self) -> None:
        """Stop drawing; the next start draws every open table."""
        for retry in self._retries.values():
            retry.cancel()
        tasks = [*self._drawing.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._notifier.close()
        await self._reminders.close()

    async def _draw_on(self, table_id: str) -> None:
        """Draw until nothing has changed since; a failure is logged, and the drawing repeated later."""
        try:
            while table_id in self._waiting:
                make = self._waiting.pop(table_id)
                try:
                    table = await self._tables.find(table_id)
                    with using_language(self._channels.languages.of_table(table, PUBLIC)):
                        shown = await self._draw(table, make=make)
                except (*DISCORD_FAILS, CribbageError) as error:
                    _log.warning("table %s could not be drawn: %s", table_id, error)
                    shown = False
                except Exception:
                    # A fault of our own; without this the table would never be drawn again.
                    _log.exception("table %s could not be drawn", table_id)
                    shown = False
                self._remember(table_id, shown=shown, make=make)
        finally:
            del self._drawing[table_id]

    def _remember(self, table_id: str, *, shown: bool, make: bool) -> None:
        """Schedule another try for a table that could not be shown to everyone, later each time."""
        if (retry := self._retries.pop(table_id, None)) is not None:
            retry.cancel()
        tries = 0 if shown else self._failed.get(table_id, 0) + 1
        self._failed[table_id] = tries
        if 0 < tries <= len(RETRY_AFTER):
            later = asyncio.get_running_loop().call_later
            self._retries[table_id] = later(RETRY_AFTER[tries - 1], partial(self.redraw, table_id, make=make))
        elif not tries:
            del self._failed[table_id]

    async def _draw(self, table: Table, *, make: bool) -> bool:
        """Draw a table as it is now, and return whether everyone was reached.

        The game may go on meanwhile, so everything shown here comes from this one version.
        """
        shown = await self._tables.messages.by_seat(table.id)
        if table.has_begun and SEAL not in shown:
            table = await self._channels.seal(await self._channels.settle(table))
            shown = await self._tables.messages.by_seat(table.id)
        is_new_end = table.status == "over" and table.id in self._unshown_ends
        make = make or is_new_end or table.status in {"playing", "adjourned"}
        reached = await self._show_all(table, shown, make=make)
        if reached and INVITATION in shown:
            await self._leave(table, shown[INVITATION])
        reached = await self._announce(table) and reached
        await self.hand_messages.refresh(table)
        await self._reminders.see_to(table)
        if table.id in self._notifier.posted:
            await self._notifier.see_to(table.id)
        if table.status in {"over", "closed"}:
            self._answered.discard(table.id)
            self._counts_below.forget(table.id)
            self._drawn = {key: drawn for key, drawn in self._drawn.items() if key[0] != table.id}
        if reached and is_new_end:
            self._unshown_ends.discard(table.id)
            await self._tables.messages.end_shown(table.id)
        return reached

    async def _announce(self, table: Table) -> bool:
        """Announce the end of a game, once, if the drawn state has it; return whether nothing is left to announce."""
        if table.status != "over" or table.id not in self._unannounced_ends:
            return True
        try:
            await self._channels.announce(table)
        except DISCORD_FAILS as error:
            _log.warning("the end of table %s could not be announced: %s", table.id, error)
            return False
        self._unannounced_ends.discard(table.id)
        await self._tables.messages.end_announced(table.id)
        return True

    async def _show_all(self, table: Table, shown: Mapping[int, TableMessage], *, make: bool) -> bool:
        """Show a table to everyone who can be reached, and return whether all were."""
        reached = True
        for seat in _seats(table, shown):
            if not make and seat not in shown:
                continue
            try:
                with using_language(self._channels.languages.of_table(table, seat)):
                    await self._show(table, seat, shown.get(seat))
            except DISCORD_FAILS as error:
                _log.warning("table %s could not be shown to seat %s: %s", table.id, seat, error)
                reached = False
                if isinstance(error, discord.Forbidden) and table.status == "gathering":
                    await self._call_off(table, seat)
            except Exception:
                _log.exception("table %s could not be shown to seat %s", table.id, seat)
                reached = False
        return reached

    async def _show(self, table: Table, seat: int, screen: TableMessage | None) -> None:
        """Edit the message that shows a table to a seat, or send it again if it is gone or buried."""
        build, look = await self._builder_for(table, seat)
        looks = build(look).to_components()
        if screen is not None and not self._counts_below.is_buried(screen.channel_id):
            self._counts_below.show(table.id, screen.channel_id)
            # An unchanged screen is not edited, because its player may have a menu open on it.
            if self._drawn.get((table.id, seat)) == (screen.message_id, looks) or await self._edit(
                screen, await self._attachments.prepare(build, look, urgent=seat != PUBLIC)
            ):
                self._drawn[table.id, seat] = (screen.message_id, looks)
                return
            _log.info("the message of table %s is gone; it is sent anew", table.id)
        room = await self._channels.room(table, seat)
        ready = await self._attachments.prepare(build, look, urgent=seat != PUBLIC)
        message = await room.send(view=ready.screen, files=ready.files, allowed_mentions=_invited(table))
        await self.keep(table, TableMessage(seat, room.id, message.id))
        self._drawn[table.id, seat] = (message.id, looks)
        self._counts_below.show_anew(table.id, room.id)
        if screen is not None:
            await self._channels.remove(screen.channel_id, screen.message_id)

    async def _builder_for(self, table: Table, seat: int) -> tuple[ScreenBuilder, DisplayOptions]:
        """Return what builds a table as a seat sees it, or everybody; a game that is over with its whole course."""
        table = table.shown_to(seat)
        look = await self._attachments.look(table.seats[seat].player if seat >= 0 else None, table.id)
        if table.status != "over":
            return partial(self._screen_of, table, seat), look
        newcomers = [
            formatting.escape(name)
            for chair, name in zip(table.seats, table.names, strict=True)
            if (player := chair.player) is not None and await self._tables.was_first_game(player.id, table.id)
        ]
        events, counts = await self._tables.history(table.id), await self._counts(table)
        end = End(tuple(newcomers), counts)
        return partial(self._screen_of, table, seat, end=end, history=events), look

    def _screen_of(
        self, table: Table, seat: int, look: DisplayOptions, end: End | None = None, history: tuple[Event, ...] = ()
    ) -> Screen:
        """The screen of a seat, or of everyone."""
        if table.status == "gathering":
            return screens.invitation(table, seat)
        if table.status == "closed":
            return screens.closed_table(table)
        shown = self.views.of(table, in_full=look.spoken, history=history)
        return screens.public(shown, look, end) if seat == PUBLIC else screens.private(shown, seat, look=look, end=end)

    async def _counts(self, table: Table) -> bool | None:
        """Return whether a finished game counts in its league; None while the league has no result of it."""
        if table.agreement.league is None:
            return None
        result = await self._league_results.of_table(table.id)
        return None if result is None else result.status == "counted"

    async def _edit(self, screen: TableMessage, drawn: PreparedScreen) -> bool:
        """Edit a message, and return whether it was found."""
        try:
            message = self._channels.partial(screen.channel_id).get_partial_message(screen.message_id)
            await message.edit(view=drawn.screen, attachments=drawn.files)
        except discord.NotFound:
            return False
        except discord.HTTPException as error:
            if error.code != _ARCHIVED:
                raise
            return False
        return True

    async def _leave(self, table: Table, agreed: TableMessage) -> None:
        """Say where the game was agreed that it is played somewhere else."""
        thread = gettext(IN_THREAD, thread=f"<#{table.agreement.channel_id}>")
        moved = screens.moved_table(table, gettext(IN_DMS) if table.place == "dm" else thread)
        await self._edit(agreed, PreparedScreen(moved))
        await self._tables.messages.delete(table.id, INVITATION)
        self._counts_below.hide(table.id, agreed.channel_id)

    async def _call_off(self, table: Table, shut: int) -> None:
        """Call off an invitation to a player who cannot be written to, and tell the host."""
        place = notices.host_of(table)
        host = None if place is None else table.seats[place].player
        if place is None or host is None or place == shut:
            return
        await self._tables.decline(table.id, host)
        excuse = gettext(CANNOT_ASK, name=screens.names_at(table.shown_to(place))[shut])
        await (await self._channels.room(table, place)).send(excuse)


@dataclass(frozen=True, slots=True)
class _Panel:
    """The last answer to a player, and the moment of the game that it shows."""

    interaction: discord.Interaction
    moment: str


class HandMessages:
    """The last panel of each player. It can be edited for 15 minutes after the player's last press.

    A panel belongs to a player and not to a seat, because the cut for the deal may move four players to new seats.
    """

    def __init__(self, attachments: Attachments, languages: Languages, views: TableViews) -> None:
        self._views = views
        self._attachments = attachments
        self._languages = languages
        self._panels: dict[tuple[str, int], _Panel] = {}

    def keep(self, table: Table, seat: int, interaction: discord.Interaction) -> None:
        """Remember this interaction's answer as the panel of the player who sits there; it shows the present table."""
        if table.status == "playing":
            self._panels[table.id, interaction.user.id] = _Panel(interaction, moment(table, seat))

    def expect(self, table: Table, seat: int) -> None:
        """Note that the seat's own press is about to redraw its panel, so that ``refresh`` does not."""
        key = (table.id, _account(table, seat))
        if (panel := self._panels.get(key)) is not None:
            self._panels[key] = replace(panel, moment=moment(table, seat))

    async def refresh(self, table: Table) -> None:
        """Redraw the panels of a table that show an earlier moment of the game."""
        for seat in range(len(table.seats)):
            key = (table.id, _account(table, seat))
            panel = self._panels.get(key)
            if panel is None:
                continue
            if panel.interaction.is_expired() or table.status in {"over", "closed"}:
                del self._panels[key]
            else:
                self.keep(table, seat, panel.interaction)
            if panel.interaction.is_expired() or panel.moment == moment(table, seat):
                continue
            try:
                with using_language(self._languages.of_person(panel.interaction.user.id)):
                    await self._redraw(table, seat, panel)
            except DISCORD_FAILS as error:
                _log.info("a panel at table %s is gone: %s", table.id, error)
                self._panels.pop(key, None)

    async def _redraw(self, table: Table, seat: int, panel: _Panel) -> None:
        look = await self._attachments.look(table.seats[seat].player, table.id)
        table = table.seen_from(panel.interaction.guild_id)
        if table.status == "closed":
            ready = PreparedScreen(screens.closed_table(table))
        else:
            shown = self._views.of(table, in_full=look.spoken)
            ready = await self._attachments.prepare(
                lambda look: screens.panel(shown, seat, look=look), look, urgent=True
            )
        await panel.interaction.edit_original_response(view=ready.screen, attachments=ready.files)


class MessageCounts:
    """A count for each channel in which a table is shown, and for no other."""

    def __init__(self) -> None:
        self._below: dict[int, int] = {}
        self._channels: dict[str, set[int]] = {}

    def show(self, table_id: str, channel_id: int) -> None:
        """Count the new messages in a channel from now on, because it shows this table."""
        self._channels.setdefault(table_id, set()).add(channel_id)
        self._below.setdefault(channel_id, 0)

    def show_anew(self, table_id: str, channel_id: int) -> None:
        """Begin the count again, because the table is the newest message of the channel."""
        self.show(table_id, channel_id)
        self._below[channel_id] = 0

    def add(self, channel_id: int) -> None:
        """Count a message that somebody wrote, if its channel shows a table."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def bury(self, channel_id: int) -> None:
        """Treat the tables of a channel as buried, however few messages are below them."""
        if channel_id in self._below:
            self._below[channel_id] = BURIED

    def is_buried(self, channel_id: int) -> bool:
        """Return whether a channel has so many new messages that its table must be sent again."""
        return self._below.get(channel_id, 0) >= BURIED

    def hide(self, table_id: str, channel_id: int) -> None:
        """Stop counting in a channel that no longer shows this table, unless it shows another."""
        self._channels.get(table_id, set()).discard(channel_id)
        if not any(channel_id in channels for channels in self._channels.values()):
            self._below.pop(channel_id, None)

    def forget(self, table_id: str) -> None:
        """Stop counting for a table."""
        for channel_id in tuple(self._channels.get(table_id, ())):
            self.hide(table_id, channel_id)
        self._channels.pop(table_id, None)


def _seats(table: Table, shown: Mapping[int, TableMessage]) -> list[int]:
    """Return the seats that have a message of the table: each player in a game by DM, otherwise everyone."""
    if table.status == "closed":
        return [seat for seat in shown if seat >= PUBLIC]
    if table.in_private:
        return [number for number, seat in enumerate(table.seats) if seat.player is not None]
    return [PUBLIC]


def _invited(table: Table) -> discord.AllowedMentions:
    """Return the mentions of an invitation: the invited players and nobody else."""
    asked = [] if table.status != "gathering" else [seat.player for seat in table.seats if not seat.agreed]
    ids = [player.discord_id for player in asked if player is not None and player.discord_id is not None]
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(one) for one in ids])


def _account(table: Table, seat: int) -> int:
    """Return the Discord account of the player who sits there, or 0."""
    player = table.seats[seat].player
    return 0 if player is None or player.discord_id is None else player.discord_id
