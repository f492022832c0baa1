"""The screens of tables, and what they remember: held shows, picked cards, the times of counts, what stands below."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import using_language
from bot.leagues.results import ResultService
from bot.models.result import EarnedAchievement
from bot.progress.achievements import AchievementService
from bot.tables.service import Tables
from bot.tables.table import Table, Update, describe_table
from bot.ui.core import formatting
from bot.ui.core.answered_messages import AnsweredMessage
from bot.ui.core.attachments import Attachments, PreparedScreen, ScreenBuilder
from bot.ui.core.components import DisplayOptions, End, Screen
from bot.ui.core.locale_choice import Languages
from bot.ui.core.outbox import NOBODY, Refused, refusals
from bot.ui.games import screens
from bot.ui.games.invitation_view import invitation
from bot.ui.games.table_view import TableViews, moment
from engine.analysis.achievements import KINDS
from engine.cards import Card
from engine.course import Course
from engine.events import Amended, LaidAway, Played, Shown

_log = logging.getLogger(__name__)


HELD_FOR: Final = timedelta(seconds=20)
"""For so long a counted show stays on the screen, unless its players press Continue or go on with the next deal."""


@dataclass(slots=True)
class _Held:
    since: datetime
    seen: set[int] = field(default_factory=set)


class HeldShows:
    """The shows of all tables that some player may still be reading.

    A show is held until everyone has pressed Continue or discarded, or 20 seconds have passed.
    Nothing is redrawn when the time is over: the next change of the table replaces the show. After a restart no show
    is held; each stays one press away.
    """

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}

    def hear(self, update: Update) -> None:
        """Hold a show whenever a hand or a crib of it has been counted."""
        table = update.table
        if table.status != "playing":
            self._held.pop(table.id, None)
        elif any(isinstance(event, Shown) for event in update.events):
            self._held[table.id] = _Held(discord.utils.utcnow())
        elif table.spectator.played:
            self._held.pop(table.id, None)
        else:
            for event in update.events:
                if isinstance(event, LaidAway):
                    self.mark_seen(table, event.seat)

    def is_held(self, table: Table, seat: int | None = None) -> bool:
        """Return whether the last show stays on the screen of a seat, or on everyone's."""
        held = self._held.get(table.id)
        if held is None or table.spectator.stage == "show" or table.spectator.played:
            return False
        is_seen = seat in held.seen if seat is not None else _people(table) <= held.seen
        return not is_seen and discord.utils.utcnow() - held.since < HELD_FOR

    def mark_seen(self, table: Table, seat: int) -> None:
        """Note that the player in this seat has seen the show."""
        if (held := self._held.get(table.id)) is not None:
            held.seen.add(seat)


def _people(table: Table) -> set[int]:
    return {number for number, seat in enumerate(table.seats) if seat.player is not None}


class CountTimes:
    """When the newest count of each table became known. After a restart no time is known."""

    def __init__(self) -> None:
        self._newest: dict[str, datetime] = {}

    def hear(self, update: Update) -> None:
        """Note the time of every declaration and of every count that is raised."""
        if update.table.status != "playing":
            self._newest.pop(update.table.id, None)
        elif any(_declares(event) for event in update.events):
            self._newest[update.table.id] = discord.utils.utcnow()

    def is_newer(self, table_id: str, than: datetime) -> bool:
        """Return whether the newest count of a table became known after this time."""
        newest = self._newest.get(table_id)
        return newest is not None and newest > than


def _declares(event: object) -> bool:
    return isinstance(event, Played | Shown | Amended) and event.declared is not None


_MOST: Final = 5_000
"""The most selections that are remembered. The oldest are forgotten first."""


class Selections:
    """The picked cards by table, prompt and seat.

    They are kept in memory, so that two quick presses count even if the second was made on the screen before the
    first. After a restart the pressed button tells what had been picked.
    """

    def __init__(self) -> None:
        self._picked: OrderedDict[tuple[str, str, int], tuple[Card, ...]] = OrderedDict()

    def of(self, table: Table, seat: int) -> tuple[Card, ...]:
        """Return the cards of its hand that a seat has picked, in the order in which they were picked."""
        key = _key(table, seat)
        picked = self._picked.get(key, ())
        if picked and not set(picked) <= set(table.view(seat).hand):
            # They were discarded; should they be taken back, nothing is picked.
            del self._picked[key]
            return ()
        return picked

    def toggle(self, table: Table, seat: int, card: Card, shown: Sequence[Card]) -> tuple[Card, ...]:
        """Pick a card, or unpick it, and return what is picked now; ``shown`` were picked on the pressed screen.

        A card more than may be discarded replaces the one that was picked first.
        """
        key, view = _key(table, seat), table.view(seat)
        before = self.of(table, seat) if key in self._picked else shown
        picked = [one for one in before if one in view.hand]
        if card in picked:
            picked.remove(card)
        elif card in view.hand:
            picked = [*picked, card][-view.to_lay :]
        self._picked[key] = tuple(picked)
        self._picked.move_to_end(key)
        if len(self._picked) > _MOST:
            self._picked.popitem(last=False)
        return self._picked[key]


def _key(table: Table, seat: int) -> tuple[str, str, int]:
    return table.id, str(table.view(seat).prompt), seat


BURIED: Final = 6
"""The number of messages below a table after which it is sent again instead of edited."""


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


class TableScreens:
    """Builds the screens of tables, with the cards that are picked and the shows that are held."""

    def __init__(
        self, tables: Tables, attachments: Attachments, results: ResultService, achievements: AchievementService
    ) -> None:
        self._tables = tables
        self.attachments = attachments
        self._results = results
        self._achievements = achievements
        self.views = TableViews()
        self.selections = Selections()
        self.held_shows = HeldShows()

    async def builder(self, table: Table, seat: int | None) -> tuple[ScreenBuilder, DisplayOptions]:
        """Return what builds a table as a seat sees it, or everybody; a game that is over with its whole course."""
        table = table.shown_to(seat)
        look = await self.attachments.look_at_seat(table, seat) if seat is not None else self.attachments.for_all
        if table.status != "over":
            return partial(self._screen, table, seat), look
        newcomers = [
            formatting.escape(name)
            for chair, name in zip(table.seats, table.names, strict=True)
            if (player := chair.player) is not None and await self._tables.was_first_game(player.id, table.id)
        ]
        course, counts = await self._tables.course(table.id, table.rules), await self._counts(table)
        achieved = earned_by_name(table, await self._achievements.of_game(table.id))
        end = End(tuple(newcomers), counts, achieved)
        return partial(self._screen, table, seat, end=end, history=course), look

    def _screen(
        self,
        table: Table,
        seat: int | None,
        look: DisplayOptions,
        end: End | None = None,
        history: Course | None = None,
    ) -> Screen:
        if table.status == "gathering":
            return invitation(table, seat, look)
        if table.status == "closed":
            return screens.closed_table(table)
        shown = self.views.of(table, in_full=look.spoken, history=history)
        held = self.held_shows.is_held(table, seat)
        if seat is None:
            return screens.public(shown, look, end, held=held)
        return screens.private(shown, seat, self.selections.of(table, seat), look=look, held=held, end=end)

    def panel(self, table: Table, seat: int, look: DisplayOptions) -> Screen:
        """Return the answer that shows a player their own hand."""
        chosen, held = self.selections.of(table, seat), self.held_shows.is_held(table, seat)
        return screens.panel(self.views.of(table, in_full=look.spoken), seat, chosen, look=look, held=held)

    async def _counts(self, table: Table) -> bool | None:
        """Return whether a finished game counts in its league; None while the league has no result of it."""
        if table.agreement.league is None:
            return None
        result = await self._results.of_table(table.id)
        return None if result is None else result.status == "counted"


def earned_by_name(table: Table, achievements: Sequence[EarnedAchievement]) -> tuple[tuple[str, str], ...]:
    """Return what a game brought, by seat and in the order of ``KINDS``: each player's name and the kind."""
    earned = {(achievement.player_id, achievement.kind) for achievement in achievements}
    return tuple(
        (name, kind)
        for seat, name in zip(table.seats, screens.names_at(table), strict=True)
        for kind in KINDS
        if seat.player is not None and (seat.player.id, kind) in earned
    )


MOST_PANELS: Final = 10_000
"""How many panels are remembered: more than are pressed within the 15 minutes of their tokens."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """The last answer to a player, the moment of the game that it shows, and the revision of the table."""

    message: AnsweredMessage
    moment: str
    revision: int


class HandMessages:
    """The last panel of each player. It can be edited for 15 minutes after the player's last press.

    A panel belongs to a player and not to a seat, because the cut for the deal may move four players to new seats.
    """

    def __init__(self, table_screens: TableScreens, languages: Languages) -> None:
        self._screens = table_screens
        self._languages = languages
        self._panels: dict[tuple[str, int], _Panel] = {}

    def keep(self, table: Table, seat: int, message: AnsweredMessage) -> None:
        """Remember a message as the panel of the player who sits there; it shows the present table."""
        if table.status == "playing":
            user_id = message.token.user_id
            self._panels[table.id, user_id] = _Panel(message, moment(table, seat), table.revision)
            if len(self._panels) > MOST_PANELS:
                # A panel of a paused game is never refreshed again, and its token ends all the same.
                del self._panels[next(iter(self._panels))]

    def expect(self, table: Table, seat: int) -> None:
        """Note that the seat's own press is about to redraw its panel, so that ``refresh`` does not."""
        key = (table.id, _account(table, seat))
        if (panel := self._panels.get(key)) is not None:
            self._panels[key] = replace(panel, moment=moment(table, seat), revision=table.revision)

    async def refresh(self, table: Table) -> bool:
        """Redraw the panels of a table that show an earlier moment of the game; return whether Discord was there.

        A panel that it refuses is gone, or its token is. Where Discord itself fails, the next call tries it again.
        """
        is_there = True
        for seat in range(len(table.seats)):
            key = (table.id, _account(table, seat))
            panel = self._panels.get(key)
            if panel is None or panel.revision > table.revision:
                # While another panel was drawn, the game went on.
                continue
            message = panel.message
            is_shown, is_expired = panel.moment == moment(table, seat), message.token.is_expired()
            if is_expired or table.status in {"over", "closed"}:
                del self._panels[key]
            elif not is_shown:
                self.keep(table, seat, message)
            if is_expired or is_shown:
                # A drawing of this moment that is still on its way stays the latest.
                continue
            try:
                with using_language(self._languages.of_person(message.token.user_id)), refusals():
                    await self._redraw(table, seat, panel)
            except Refused as error:
                if error.why == "away":
                    is_there = False
                    self._try_again(key, panel)
                    continue
                _log.info("a panel of %s is gone: %s", describe_table(table), error)
                self._panels.pop(key, None)
        return is_there

    def _try_again(self, key: tuple[str, int], panel: _Panel) -> None:
        """Let a panel show what it showed before, unless another press has changed it meanwhile."""
        now = self._panels.get(key)
        if now is None or (now.message is panel.message and not panel.message.token.is_expired()):
            self._panels[key] = panel

    async def _redraw(self, table: Table, seat: int, panel: _Panel) -> None:
        attachments, token = self._screens.attachments, panel.message.token
        look = await attachments.look_at_seat(table, seat)
        table = table.seen_from(token.guild_id)
        if table.status == "closed":
            ready = PreparedScreen(screens.closed_table(table))
        else:
            ready = await attachments.prepare(partial(self._screens.panel, table, seat), look, urgent=True)
            now = self._panels.get((table.id, token.user_id))
            if table.status == "playing" and (now is None or now.revision > table.revision):
                # A later drawing was ready first; this one must not come over it.
                return
        await panel.message.edit(ready, NOBODY)


def _account(table: Table, seat: int) -> int:
    player = table.seats[seat].player
    return 0 if player is None or player.discord_id is None else player.discord_id
