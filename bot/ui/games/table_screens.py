"""The screens of tables, and what is remembered of them: held shows, picked cards, panels, what stands below."""

import logging
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.accounts import ServerService
from bot.i18n.translation import using_language
from bot.leagues.results import ResultService
from bot.memory import Latest
from bot.models.player import Player
from bot.models.result import EarnedAchievement
from bot.progress.achievements import AchievementService
from bot.tables.service import Tables
from bot.tables.table import Table, Update, describe_table
from bot.ui.core import formatting
from bot.ui.core.attachments import Attachments, ScreenBuilder
from bot.ui.core.components import DisplayOptions, End, Screen
from bot.ui.core.interactions import AnsweredMessage
from bot.ui.core.locale_choice import Languages
from bot.ui.core.outbox import NOBODY, Refused, refusals
from bot.ui.games import screens
from bot.ui.games.invitation_view import invitation
from bot.ui.games.table_view import TableViews, moment
from engine.analysis.achievements import KINDS, great_wins
from engine.cards import Card
from engine.course import Course
from engine.events import Amended, LaidAway, Played, Shown
from engine.view import View

_log = logging.getLogger(__name__)


HELD_FOR: Final = timedelta(seconds=20)
"""For so long a counted show stays on the screen, unless its players press Continue or go on with the next deal."""

PING_EVERY: Final = timedelta(minutes=10)
"""The time between two pings of a role for one person, however often they open an invitation and withdraw it."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The last answer to a player or watcher, the moment of the game that it shows, and the revision of the table."""

    message: AnsweredMessage
    moment: str
    revision: int
    watcher: Player | None = None


@dataclass(slots=True)
class ShownTable:
    """What this process remembers of the screens of a table, until everybody has seen the end of its game.

    After a restart no show is held, and each stays one press away.
    """

    is_answered: bool = False
    """Whether its changes are drawn: one that a command has just opened is first shown by the command's own answer."""
    has_new_end: bool = False
    """Whether its game is over, and not everybody has seen that."""
    waits_for_robots: bool = False
    """Whether only robots are asked, also once the wait for them is over."""
    moves: int = 0
    """How often it was moved since it was last shown, because its channel was deleted."""
    drawn: dict[int | None, tuple[int, bytes]] = field(default_factory=dict)
    """The message that shows it to each seat, or to everyone, and a digest of it; none while it lacks its pictures."""
    panels: dict[int, Panel] = field(default_factory=dict)
    """The last panel of each account; not of each seat, because the cut for the deal may move four players."""
    counted_at: datetime | None = None
    """When its newest count became known."""
    held_since: datetime | None = None
    """When the last show was counted."""
    seen_by: set[int] = field(default_factory=set)
    """The seats that have pressed Continue or discarded since."""
    picked: dict[int | None, tuple[str | None, tuple[Card, ...]]] = field(default_factory=dict)
    """What each seat was asked when it picked cards last, and those cards, in their order.

    So two quick presses count even if the second was made on the screen before the first. After a restart the pressed
    button tells what had been picked.
    """

    def hear(self, update: Update) -> None:
        """Note the time of a new count, and hold a show whenever a hand or a crib of it has been counted."""
        if update.table.status != "playing":
            self.counted_at = self.held_since = None
            return
        now = discord.utils.utcnow()
        for event in update.events:
            if isinstance(event, Shown):
                self.held_since, self.seen_by = now, set()
            elif isinstance(event, LaidAway):
                self.seen_by.add(event.seat)
            if isinstance(event, Played | Shown | Amended) and event.declared is not None:
                self.counted_at = now

    def is_held(self, table: Table, seat: int | None) -> bool:
        """Return whether the last show stays on the screen of a seat, or on everyone's.

        It does until everyone has pressed Continue or discarded, or 20 seconds have passed. Nothing is redrawn when the
        time is over: the next change of the table replaces the show.
        """
        view = table.spectator
        if self.held_since is None or view.stage == "show" or view.played:
            return False
        readers = {number for number, chair in enumerate(table.seats) if chair.player is not None}
        is_seen = self.seen_by.issuperset(readers if seat is None else {seat})
        return not is_seen and discord.utils.utcnow() - self.held_since < HELD_FOR

    def picked_by(self, view: View) -> tuple[Card, ...]:
        """Return the cards of its hand that a seat has picked, in the order in which they were picked."""
        prompt, picked = self.picked.get(view.seat, (None, ()))
        if picked and not set(picked) <= set(view.hand):
            # They were discarded; should they be taken back, nothing is picked.
            del self.picked[view.seat]
            return ()
        return picked if prompt == view.prompt else ()

    def pick(self, view: View, card: Card, shown: Sequence[Card]) -> tuple[Card, ...]:
        """Pick a card, or unpick it, and return what is picked now; ``shown`` were picked on the pressed screen.

        A card more than may be discarded replaces the one that was picked first.
        """
        is_known = self.picked.get(view.seat, (None, ()))[0] == view.prompt
        picked = [one for one in (self.picked_by(view) if is_known else shown) if one in view.hand]
        if card in picked:
            picked.remove(card)
        elif card in view.hand:
            picked = [*picked, card][-view.to_lay :]
        self.picked[view.seat] = view.prompt, tuple(picked)
        return tuple(picked)


_UNKNOWN: Final = ShownTable()
"""What is known of a table whose screens are not remembered."""

BURIED: Final = 6
"""The number of messages below a table after which it is sent again instead of edited."""


MOST_CHANNELS: Final = 20_000
"""The most channels whose messages are counted; the one in which no table was sent for longest is forgotten first."""


class MessageCounts:
    """How many messages stand below the newest table in each channel that shows one, or has shown one lately."""

    def __init__(self) -> None:
        self._below: Latest[int, tuple[int, int]] = Latest(MOST_CHANNELS)
        """By channel the newest message that shows a table, and how many people have written since."""

    def show(self, channel_id: int, message_id: int) -> None:
        """Count the messages below one that shows a table, unless a newer one there does."""
        if message_id > self._below.get(channel_id, (0, 0))[0]:
            self._below[channel_id] = message_id, 0

    def add(self, channel_id: int, many: int = 1) -> None:
        """Count a message that somebody wrote, if its channel shows a table."""
        if channel_id in self._below:
            newest, below = self._below[channel_id]
            self._below[channel_id] = newest, below + many

    def bury(self, channel_id: int) -> None:
        """Treat the tables of a channel as buried, however few messages are below them."""
        self.add(channel_id, BURIED)

    def is_buried(self, channel_id: int) -> bool:
        """Return whether a channel has so many new messages that its table must be sent again."""
        return self._below.get(channel_id, (0, 0))[1] >= BURIED


class TableScreens:
    """Builds the screens of tables, with the cards that are picked and the shows that are held."""

    def __init__(
        self,
        tables: Tables,
        attachments: Attachments,
        results: ResultService,
        achievements: AchievementService,
        servers: ServerService,
    ) -> None:
        self._tables = tables
        self.attachments = attachments
        self._results = results
        self._achievements = achievements
        self._servers = servers
        self.views = TableViews()
        self.shown: Final[defaultdict[str, ShownTable]] = defaultdict(ShownTable)
        self._pinged: Latest[tuple[int, Player | None], tuple[str, datetime]] = Latest(MOST_CHANNELS)

    async def builder(self, table: Table, seat: int | None) -> tuple[ScreenBuilder, DisplayOptions]:
        """Return what builds a table as a seat sees it, or everybody; a game that is over with its whole course."""
        table = table.shown_to(seat)
        look = await self.attachments.look_at_seat(table, seat) if seat is not None else self.attachments.for_all
        if table.status == "gathering":
            return partial(invitation, table, seat, role=await self.match_role(table)), look
        if table.status != "over":
            return partial(self.screen, table, seat, in_dm=True), look
        end, course = await self.end(table)
        return partial(self.screen, table, seat, in_dm=True, end=end, history=course), look

    async def match_role(self, table: Table) -> int | None:
        """Return the role that looks for games like this one: those that anybody in the server may join."""
        guild_id = table.agreement.guild_id
        is_asked = any(chair.player is not None and not chair.agreed for chair in table.seats)
        if guild_id is None or is_asked or not table.open_seats or table.is_guest:
            return None
        return (await self._servers.read(guild_id)).match_role

    def may_ping(self, table: Table, role: int) -> bool:
        """Return whether the invitation to a game pings a role, and note that it does."""
        now, host = discord.utils.utcnow(), table.seats[table.host or 0].player
        newest, at = self._pinged.get((role, host), (table.id, now))
        if newest != table.id and now - at < PING_EVERY:
            return False
        self._pinged[role, host] = table.id, at if newest == table.id else now
        return True

    async def end(self, table: Table) -> tuple[End, Course]:
        """Return the extra facts about a finished game, and its course."""
        streaks = [
            (formatting.escape(name), await self._tables.streaks(player.id, table.id))
            for chair, name in zip(table.seats, table.names, strict=True)
            if (player := chair.player) is not None
        ]
        newcomers = tuple(name for name, streak in streaks if streak.is_first)
        course, counts = await self._tables.course(table.id, table.rules), await self._counts(table)
        achieved = earned_by_name(table, await self._achievements.of_game(table.id))
        followed = await self._tables.next_id(table.id) is not None
        may_share = table.place != "dm" and not table.agreement.helped and not await self.is_shared(table)
        shares = may_share and bool(
            achieved or great_wins(course) or self.views.of(table, in_full=True, history=course).big_hands
        )
        guesses = [one.about == str(course.won.side) for one in await self._tables.messages.of(table.id, "guess")]
        end = End(newcomers, counts, achieved, tuple(streaks), followed, shares, (sum(guesses), len(guesses)))
        return end, course

    async def watched(self, table: Table, watcher: Player | None) -> tuple[ScreenBuilder, DisplayOptions]:
        """Return what builds a table for somebody who watches, and the way that they prefer."""
        look = await self.attachments.look(watcher)
        if table.status == "over":
            return (await self.builder(table, None))[0], look
        guesses = {one.player_id: one.about for one in await self._tables.messages.of(table.id, "guess")}
        own = guesses.get(watcher.id, "") if watcher else ""
        return partial(self.screen, table, None, guesses=(own, Counter(guesses.values()))), look

    async def is_shared(self, table: Table) -> bool:
        """Return whether what can be shared of a game now is shared already."""
        shared = await self._tables.messages.of(table.id, "shared")
        return any(one.about == shared_of(table) for one in shared)

    def screen(
        self,
        table: Table,
        seat: int | None,
        look: DisplayOptions,
        *,
        in_dm: bool = False,
        chosen: Sequence[Card] = (),
        high: bool = False,
        end: End | None = None,
        history: Course | None = None,
        guesses: tuple[str, Mapping[str, int]] | None = None,
    ) -> Screen:
        """Return the game as everyone sees it, or the answer that shows a player their own hand.

        ``in_dm`` it is their message there. ``chosen`` are picked beside those that they are known to have picked, and
        ``high`` is whether the highest counts are offered.
        """
        if table.status == "closed":
            return screens.closed_table(table)
        shown = self.views.of(table, in_full=look.spoken, history=history)
        state = self.shown.get(table.id, _UNKNOWN)
        held = state.is_held(table, seat)
        if seat is None:
            return screens.public(shown, look, end, held=held, guesses=guesses)
        chosen = chosen or state.picked_by(table.views[seat])
        return screens.panel(shown, seat, chosen, look=look, held=held, high=high, in_dm=in_dm, end=end)

    async def _counts(self, table: Table) -> bool | None:
        if table.agreement.league is None:
            return None
        result = await self._results.of_table(table.id)
        return None if result is None else result.status == "counted"


def shared_of(table: Table) -> str:
    """Return the number of the deal whose show can be shared, until the next one begins; 0 for a game that is over."""
    view = table.spectator
    return "0" if table.status == "over" else str(view.deal - (view.stage not in {"show", "deal"}))


def earned_by_name(table: Table, achievements: Sequence[EarnedAchievement]) -> tuple[tuple[str, str], ...]:
    """Return what a game brought, by seat and in the order of ``KINDS``: each player's name and the kind."""
    earned = {(achievement.player_id, achievement.kind) for achievement in achievements}
    return tuple(
        (name, kind)
        for seat, name in zip(table.seats, screens.names_at(table), strict=True)
        for kind in KINDS
        if seat.player is not None and (seat.player.id, kind) in earned
    )


class HandMessages:
    """The last panel of each player and watcher. It can be edited for 15 minutes after their last press."""

    def __init__(self, table_screens: TableScreens, languages: Languages) -> None:
        self._screens = table_screens
        self._languages = languages

    def keep(self, table: Table, seat: int | None, message: AnsweredMessage, watcher: Player | None = None) -> None:
        """Remember a message as the panel of the player who sits there, or who watches; it shows the present table."""
        if table.status == "playing":
            panels, account = self._screens.shown[table.id].panels, message.token.user_id
            known = panels.get(account)
            is_known = known is not None and known.revision == table.revision
            now = known.moment if known is not None and is_known else moment(table, seat)
            panels[account] = Panel(message, now, table.revision, watcher)

    def expect(self, table: Table, seat: int) -> None:
        """Note that the seat's own press is about to redraw its panel, so that ``refresh`` does not."""
        panels, account = self._screens.shown.get(table.id, _UNKNOWN).panels, _account(table, seat)
        if account in panels:
            panels[account] = replace(panels[account], moment=moment(table, seat), revision=table.revision)

    async def refresh(self, table: Table) -> bool:
        """Redraw the panels of a table that show an earlier moment of the game; return whether Discord was there.

        A panel that it refuses is gone, or its token is. Where Discord itself fails, the next call tries it again.
        """
        is_there, panels = True, self._screens.shown.get(table.id, _UNKNOWN).panels
        is_over = table.status in {"over", "closed"}
        seats = {_account(table, seat): seat for seat in range(len(table.seats))} if panels else {}
        for account in tuple(panels):
            seat, panel = seats.get(account), panels.get(account)
            if panel is None or panel.revision > table.revision or (panel.revision == table.revision and not is_over):
                # It shows this, or while another panel was drawn, the game went on.
                continue
            now, is_expired = moment(table, seat), panel.message.token.is_expired()
            if is_expired or is_over:
                del panels[account]
            if is_expired or panel.moment == now:
                # A drawing of this moment that is still on its way stays the latest.
                continue
            if not is_over:
                panels[account] = replace(panel, moment=now, revision=table.revision)
            try:
                with using_language(self._languages.of_person(account)), refusals():
                    await self._redraw(table, seat, panel)
            except Refused as error:
                if error.why != "away":
                    _log.info("a panel of %s is gone: %s", describe_table(table), error)
                    panels.pop(account, None)
                    continue
                is_there, newest = False, panels.get(account)
                if newest is None or (newest.message is panel.message and not panel.message.token.is_expired()):
                    # Unless another press has changed it meanwhile, it shows what it showed before.
                    panels[account] = panel
        return is_there

    async def _redraw(self, table: Table, seat: int | None, panel: Panel) -> None:
        attachments, token = self._screens.attachments, panel.message.token
        table = table.seen_from(token.guild_id)
        if seat is None:
            build, look = await self._screens.watched(table, panel.watcher)
        elif table.status == "over":
            build, look = await self._screens.builder(table, seat)
        else:
            build, look = partial(self._screens.screen, table, seat), await attachments.look_at_seat(table, seat)
        ready = await attachments.prepare(build, look, urgent=True)
        now = self._screens.shown.get(table.id, _UNKNOWN).panels.get(token.user_id)
        if table.status == "playing" and (now is None or now.revision > table.revision):
            # A later drawing was ready first; this one must not come over it.
            return
        await panel.message.edit(ready, NOBODY)


def _account(table: Table, seat: int) -> int:
    player = table.seats[seat].player
    return 0 if player is None or player.discord_id is None else player.discord_id
