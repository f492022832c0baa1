"""The service of all tables: it opens and plays them, and publishes every update after it is stored."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, TypeAlias, TypeGuard

from bot import metrics
from bot.analysis.pool import AnalysisPool
from bot.i18n.translation import N_, gettext
from bot.models.agreement import Agreement, Place, Sealed, Status, TimeLeft
from bot.models.errors import StorageError
from bot.models.player import Player
from bot.models.storage import shard_of
from bot.storage import clocks as kept_times
from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.storage.timestamps import format_timestamp, parse_timestamp
from bot.tables import matches, robots, seating, timeouts
from bot.tables.clocks import resumed
from bot.tables.errors import Stale, TableError
from bot.tables.limits import OpeningLimits
from bot.tables.log_names import describe_table
from bot.tables.outages import LOOK, Absence, AbsenceGiver, Outage, Outages
from bot.tables.repository import TOUCHES, Audience, TableRepository, twice_if_stale
from bot.tables.seating import Opening
from bot.tables.shuffle import fresh_seed, mixed, pack
from bot.tables.table import Notice, Table, Update, check_seat, closed_because
from bot.tables.table_messages import UnsentNotice
from bot.tables.time_notes import ABSENCES, SEEN, UNREACHABLE, TimeNotes
from engine.actions import Accept, AskFreshDeal, ChooseDealer, CutPack, LayAway, Move, NameNumber, Resign, WaiveCut
from engine.events import Event, LaidAway, Played
from engine.game import apply, chance, shuffle_in
from engine.state import Game, Over

__all__ = ["Audience", "Opening", "Tables"]

RETRY_AFTER: Final = 5.0
"""Seconds after which a robot tries once more what the disk has refused."""

MARK: Final = 1.0
"""Seconds after which it is stored what messages show."""

SWEEP: Final = 15.0
"""Seconds between two looks at the clocks."""

WORTH_STORING: Final = 5.0
"""Seconds of outages after which every clock is given them back; a table that changes is given them in any case."""

WORTH_TELLING: Final = 30.0
"""The bot tells players about this many seconds or more that they get back."""

_ROBOTS: Final = "robots"

_MIXED_IN: Final = (LayAway, NameNumber, CutPack, WaiveCut, AskFreshDeal)
"""The moves before a cut or a deal whose presses are mixed into its shuffle."""

Where: TypeAlias = tuple[int, int | None]
"""A server with one of its channels or threads, or with all of them for None."""

NO_HELP: Final = N_("There's no help in this game. Hints are for games of one player against robots, without a clock.")
NO_MORE_LUCK: Final = N_("You can add one word before each deal, in a game that isn't over and without hints.")
NOTHING_TO_TAKE_BACK: Final = N_("There's nothing to take back yet.")

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_UNDER_WAY: Final = N_("This game is already running.")
_NOT_NOW: Final[dict[Status, str]] = {
    "gathering": N_("This game starts when everyone has accepted."),
    "adjourned": N_("This game is paused. Press **Resume**."),
    "idle": N_("This game is paused because nobody moved for a long time. Press **Resume**."),
}
_log = logging.getLogger(__name__)


class Tables(TableRepository):
    """Every open table, over one database.

    ``now`` tells the time in UTC; ``pace`` is how many seconds a robot takes to move. A game without a clock that
    nobody touches for as long as ``idle`` becomes idle, and so does an invitation that nobody answers for as long as
    ``unanswered``. ``tick`` checks the clocks; with ``keeps_time`` it runs every few seconds after ``resume``.
    ``steady`` tells the seconds of a clock that never leaps, in place of the system's. Robots that think for long do so
    in the ``pool``, or in this process without one.
    """

    def __init__(
        self,
        database: Database,
        now: Callable[[], datetime],
        *,
        pace: float = 0.0,
        idle: timedelta = timedelta(days=14),
        unanswered: timedelta = timedelta(days=3),
        keeps_time: bool = False,
        steady: Callable[[], float] | None = None,
        pool: AnalysisPool | None = None,
    ) -> None:
        super().__init__(database, now)
        self._pool = pool
        self._pace = pace
        self._patience: dict[Status, timedelta] = {"playing": idle, "gathering": unanswered}
        self._thinking = self._background.running(_ROBOTS)
        self._thought = asyncio.Lock()
        self._keeps_time = keeps_time
        self._recalled = False
        self._is_resumed = False
        self._resumed_with: Callable[[list[Table]], None] | None = None
        self.outages = Outages(now, steady or _monotonic)
        self.ask_discord: Callable[[], Awaitable[None]] | None = None
        """Sends Discord a request, so that ``outages`` learns whether it answers; None where nobody can."""
        self.look_at_channels: Callable[[], Awaitable[object]] | None = None
        """Tells which channels with games are lost or found; None where nobody can."""
        self._left_alone: set[str] = set()
        self._unreachable: dict[Where, tuple[datetime, timedelta]] = {}
        """When each server or channel was lost, and the outages until then, negative."""
        self._notes = TimeNotes(database)
        self._noted_unreachable: dict[int, str] = {}
        self._absences: dict[int, list[Absence]] = {}
        """By shard what is still to be given back to what is timed outside tables, as far as it was read."""
        self.give_absences_to: AbsenceGiver | None = None
        """Gives a long outage back to what is timed outside tables, and returns what is left of that."""
        self._limits = OpeningLimits(database)

    async def close(self) -> None:
        """Stop the robots and the sweep; everything is stored already."""
        await self._background.close()

    async def recall(self) -> None:
        """Remember until when the last run kept time; nobody could act since then."""
        if self._recalled:
            return
        self._recalled = True
        await self._notes.adopt()
        seen = await self._notes.read(SEEN, range(self.database.shard_count))
        if own := {shard: seen[shard] for shard in self._notes.kept() if shard in seen} or seen:
            self.outages.away_since(parse_timestamp(min(own.values())))
        await self._recall_shards(self._notes.kept())

    async def _recall_shards(self, shards: Collection[int]) -> None:
        """Remember what is noted of shards that this process keeps from now on."""
        self._absences.update((shard, []) for shard in shards)
        for shard, text in (await self._notes.read(ABSENCES, shards)).items():
            self._absences[shard] = [Absence.from_json(one) for one in json.loads(text)]
        for shard, text in (await self._notes.read(UNREACHABLE, shards)).items():
            self._noted_unreachable[shard] = text
            for place, since in json.loads(text).items():
                guild_id, _, channel_id = place.partition("/")
                where = int(guild_id), int(channel_id) if channel_id else None
                # The time between the two runs is given back with the outages.
                self._unreachable[where] = parse_timestamp(since), -self.outages.total

    async def resume(self) -> list[Table]:
        """Resume every table that was open when the last run ended, and wake the robots that are asked.

        A table that cannot be read does not stop the others. While the bot was away nobody could move, so that time is
        given back to everyone whose clock ran.
        """
        self._is_resumed = True
        if not self._recalled:
            await self.recall()
            self.outages.connected()
        await self._recall_shards(self._notes.kept() - self._absences.keys())
        self.outages.record()
        outages, tables = self.outages.count(), []
        for name in await store.list_ids_by_status(self.database, "gathering", "playing"):
            with self._background.failures.at("resuming", f"{self.describe(name)} cannot be resumed"):
                async with self._lock(name):
                    tables.append(await self._give_back(await self._load(name)))
        self.outages.forget(outages)
        await self.give_absences_back()
        # Robots that moved meanwhile would keep the last tables waiting.
        for table in tables:
            self._wake(table)
        if self._keeps_time:
            self._background.repeat("clocks", self._sweep, SWEEP / 3, at_once=True)
            self._background.repeat("wall clock", self._look, LOOK, at_once=True)
            # Many at once, because a lost mark costs one edit at a start.
            self._background.repeat("what messages show", self.messages.store_marks, MARK)
        return tables

    def resume_with(self, resume: Callable[[list[Table]], None]) -> None:
        """Call this with the tables that this process has taken over from another one that has ended."""
        self._resumed_with = resume

    def took_over(self, is_taken: Callable[[int | None], bool]) -> None:
        """Go on with the robots and clocks of the tables that this process keeps from now on."""
        # Before the start is complete, `resume` does so.
        if self._is_resumed:
            self._reread(partial(self._take_over, is_taken))

    async def _take_over(self, is_taken: Callable[[int | None], bool]) -> None:
        shards = [shard for shard in self._notes.kept() if is_taken(shard << 22)]
        seen, taken, known = await self._notes.read(SEEN, shards), list[Table](), set(self._unreachable)
        await self._recall_shards(shards)
        for where in self._unreachable.keys() - known:
            if self.database.is_home(where[0]):
                # This process would have heard of it.
                await self.server_found(*where)
        for name in await store.list_ids_by_status(self.database, "gathering", "playing"):
            with self._background.failures.at("taking over", f"{self.describe(name)} cannot be taken over"):
                async with self._lock(name):
                    table = await self._load(name)
                    if is_taken(table.agreement.kept_for):
                        # Whoever kept it has given it the outages until its last note, and nobody those since.
                        self.outages.give(table.id)
                        taken.append(await self._give_gap_back(table, seen))
        for table in taken:
            self._wake(table)
        if self._resumed_with is not None:
            self._resumed_with(taken)

    async def _give_gap_back(self, table: Table, seen: Mapping[int, str]) -> Table:
        """Give the clocks of a table back the time since the last note of the process that kept it."""
        text = seen.get(shard_of(table.agreement.kept_for, self.database.shard_count))
        since = self._now() if text is None else parse_timestamp(text)
        seconds = self._rested(table, table.times, since)[1]
        if seconds < WORTH_STORING or not any(table.deadlines):
            return table
        notice = Notice("time_given_back", seconds=seconds) if seconds >= WORTH_TELLING else None
        return await self._store(table, notice=notice, stood_since=since)

    def _was_read_again(self, table: Table) -> None:
        self._left_alone.discard(table.id)
        self._wake(table)

    @twice_if_stale
    async def open(self, opening: Opening, *, press: int | None = None) -> Table:
        """Open a table: the game begins when everyone has agreed, and at once if the host plays robots only.

        ``press`` is Discord's id of the press or command, which is mixed into the shuffle if the host had seen the
        commitment of the game before. Raises ``TableError`` for a host who has too many open already.
        """
        proposed = replace(seating.new_table(opening, _new_id(), fresh_seed()), next_seed=fresh_seed())
        async with self._limits.lock:
            await self._limits.check(proposed.seats, opening.host)
            if all(seat.agreed for seat in proposed.seats):
                return await self._create_promised(proposed, opening.host, press)
            return await self._create_table(proposed)

    @twice_if_stale
    async def promise(self, player: Player) -> bytes:
        """Return the seed of the next game that a player starts alone, whose commitment they are about to see."""
        promised = await store.find_promised_seed(self.database, player.id)
        if promised is not None and promised[1]:
            return promised[0]
        seed = fresh_seed() if promised is None else promised[0]
        async with self.database.transaction() as writing:
            store.promise_seed(writing, player.id, seed if promised else None, seed, is_shown=True)
        return seed

    async def _create_promised(
        self, proposed: Agreement, host: Player, press: int | None, *, is_shown: bool = False
    ) -> Table:
        """Begin a game of one person and robots with the promised seed, and promise the next one.

        ``is_shown`` is whether the person knows the commitment of the proposed seed, which is used without a promise.
        """
        promised, following = await store.find_promised_seed(self.database, host.id), fresh_seed()
        agreement = replace(proposed, next_seed=following, seed=promised[0] if promised else proposed.seed)

        def promise_next(writing: Transaction) -> None:
            store.promise_seed(writing, host.id, promised[0] if promised else None, following, is_shown=False)

        is_shown = is_shown if promised is None else promised[1]
        return await self._create_table(agreement, host, press if is_shown else None, also=promise_next)

    @twice_if_stale
    async def move_to(self, table_id: str, channel_id: int, place: Place, notice: Notice | None = None) -> Table:
        """Move the table: to a thread of its own, or to the channel instead of DMs; its players read a ``notice``."""
        async with self._locked(table_id) as table:
            if self.stands_still(table):
                # From here on its clocks run.
                await self._store(table)
            there = replace((await self._load(table_id)).agreement, channel_id=channel_id, place=place)
            return await self._put_place(await self._load(table_id), there, notice=notice)

    @twice_if_stale
    async def note_commitment(self, table_id: str, *, is_shown: bool) -> Table:
        """Note, once, whether the commitment was posted before the first card; from then on cards may be shown."""
        async with self._locked(table_id) as table:
            if not table.awaits_commitment:
                return table
            sealed: Sealed = "shown" if is_shown else "late"
            person, following = _only_person(table.agreement), table.agreement.next_seed

            def note_promise(writing: Transaction) -> None:
                if is_shown and person is not None and following is not None:
                    store.mark_promise_shown(writing, person.id, following)

            return await self._put_place(table, replace(table.agreement, sealed=sealed), note_promise)

    async def _put_place(
        self,
        table: Table,
        agreement: Agreement,
        also: Callable[[Transaction], None] = lambda _: None,
        notice: Notice | None = None,
    ) -> Table:
        """Store what audiences hear of by a notice alone: the place of a table, and whether its cards may be shown."""
        changed = replace(table, agreement=replace(agreement, revision=table.revision + 1))
        async with self._writing(table.id) as writing:
            store.put_place(writing, changed.agreement)
            also(writing)
            if notice is not None:
                UnsentNotice(changed, notice, self._now()).write(writing)
            self.database.announce(writing, table.id, changed.revision, changed.agreement.kept_for)
        for tables in (self._open, self._ended):
            if table.id in tables:
                tables[table.id] = changed
        if notice is not None:
            self._tell(Update(changed, (), notice))
        return changed

    @twice_if_stale
    async def accept(
        self, table_id: str, player: Player, side: int | None = None, *, press: int | None = None
    ) -> Table:
        """Accept an invitation or take an open seat; the game begins when everyone has agreed.

        ``side`` is the side that the player wants to join, where partners are chosen. ``press`` is Discord's id of the
        press, which is mixed into the shuffle.
        """
        async with self._locked(table_id) as table:
            if table.status == "idle":
                raise TableError(gettext(_NOT_NOW["idle"]))
            if table.status != "gathering":
                raise Stale(gettext("This game has already started."))
            chairs = seating.seats_after_accept(table, player, side)
            async with self._limits.lock:
                await self._limits.check(chairs, player)
                accepted = table.agreed(seats=chairs).with_press(player, press)
                if not all(seat.agreed for seat in chairs):
                    return await self._store(accepted)
                return await self._begin(accepted.agreed(status="playing"))

    @twice_if_stale
    async def seat_robots(self, table_id: str, player: Player, level: str, *, press: int | None = None) -> Table:
        """Start a game with a robot in each seat that has not accepted yet. ``player`` must be its host."""
        async with self._locked(table_id) as table:
            if table.status == "idle":
                raise TableError(gettext(_NOT_NOW["idle"]))
            if table.status != "gathering":
                raise Stale(gettext("This game has already started."))
            chairs = seating.seats_with_robots(table, player, level)
            async with self._limits.lock:
                await self._limits.check(chairs, player)
                return await self._begin(table.agreed(seats=chairs).with_press(player, press).agreed(status="playing"))

    @twice_if_stale
    async def decline(self, table_id: str, player: Player, notice: Notice | None = None) -> Table:
        """Decline or withdraw an invitation, which closes the table, or leave an open seat again.

        A ``notice`` says why it is closed, where the player didn't do it.
        """
        async with self._locked(table_id) as table:
            if table.has_begun:
                raise Stale(gettext("This game has already started. Use /resign to give up."))
            seat = table.seat_of(player)
            if (chairs := seating.seats_after_leaving(table, seat)) is not None:
                return await self._store(table.without_player(seat, chairs), notice=Notice("left", seat))
            return await self._store(table.agreed(status="closed"), notice=notice or Notice("declined", seat))

    @twice_if_stale
    async def call_off(
        self, table_id: str, why: str, also: Callable[[Transaction], None], winner: Player | None = None
    ) -> Table:
        """Close an invitation, a game or a match under way, so that nothing of it counts.

        Players see the reason and who wins the fixture. The caller has to check that they may do it. ``also``
        is written in the same transaction.
        """
        async with self._lock(table_id):
            table = await self._load(table_id)
            seat = None if winner is None else table.seat_of(winner)
            called_off = table.agreed(status="closed", adjourning=frozenset())
            if table.status == "over":
                if table.match_over or await store.find_next_id(self.database, table_id) is not None:
                    raise Stale(gettext("This game is already over."))
                rest = matches.rest_of_match(table, _new_id(), fresh_seed())
                called_off = Table.create(replace(rest, touched_at=self._now()))
            elif table.status == "closed":
                raise Stale(closed_because(table))
            new = called_off.id != table.id
            return await self._store(called_off, new=new, notice=Notice("called_off", seat, why=why), also=also)

    @twice_if_stale
    async def act(
        self, table_id: str, player: Player, prompt: str | None, move: Move, *, press: int | None = None
    ) -> Update:
        """Try a move: decide, store, then tell. Raises before anything has changed.

        ``prompt`` is what the player was asked when they chose; it is None for a move that answers no screen. The cut
        for the deal may move four players to new seats, so the player may have another seat afterwards. ``press`` is
        Discord's id of the press or message; those before a deal are mixed into its shuffle.
        """
        with metrics.timed(metrics.ACT_SECONDS):
            async with self._locked(table_id) as table:
                seat = table.playing_seat_of(player)
                check_seat(move, seat)
                pressed = table.with_press(player, press) if isinstance(move, _MIXED_IN) else table
                update = await self._act(pressed, seat, prompt, move)
        metrics.ACTS.labels("person").inc()
        return update

    @twice_if_stale
    async def leave(self, table_id: str, player: Player) -> None:
        """Give a game up for a player who leaves for good; one that is paused stays paused for the others.

        Nobody gives a game up while a claim of game is open to them, so that is accepted first.
        """
        async with self._locked(table_id) as table:
            seat, game, events = table.playing_seat_of(player), table.game, tuple[Event, ...]()
            if any(window.claims_game for window in table.view(seat).own_windows):
                game, events = apply(game, Accept(seat))
            if not isinstance(game.phase, Over):
                game, given_up = apply(game, Resign(seat))
                events += given_up
            if events:
                await self._go_on(table, game, events, moved=(seat,))

    @twice_if_stale
    async def again(self, table_id: str, player: Player, *, press: int | None = None) -> Table:
        """Play another game with the same people and rules; the first deal falls as the rules say.

        Within a match it begins at once. A game has one that follows it and no more: where that was declined or is
        over, it is returned as it is.
        """
        async with self._lock(table_id):
            old = await self._load(table_id)
            seat = old.seat_of(player)
            if old.status != "over":
                raise Stale(gettext("This game isn't over yet."))
            following = await store.find_next_id(self.database, table_id)
            if following is None:
                promised, seed = old.agreement.next_seed, fresh_seed()
                proposed = matches.next_game(old, seat, _new_id(), (promised or fresh_seed(), seed))
                async with self._limits.lock:
                    # The next game of a match was agreed with its first.
                    if not (old.in_match and not old.match_over):
                        await self._limits.check(proposed.seats, player)
                    # Only what came after the commitment proves anything: it was posted with that of the game before.
                    is_shown = promised is not None and old.agreement.sealed == "shown"
                    if _only_person(proposed) is not None:
                        return await self._create_promised(proposed, player, press, is_shown=is_shown)
                    return await self._create_table(proposed, player, press if is_shown else None)
        table = await self.find(following)
        if table.status != "gathering":
            return table
        try:
            return await self.accept(following, player, press=press)
        except Stale:
            # Another answer began the game in the meantime.
            return await self.find(following)

    @twice_if_stale
    async def adjourn(self, table_id: str, player: Player) -> Table:
        """Propose to adjourn, or agree to it; the game is adjourned once every side that still plays has agreed.

        A side of which nobody takes messages cannot be asked, so it need not agree.
        """
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            _check_playing(table)
            if table.status == "over":
                raise TableError(gettext("This game is already over."))
            if table.rules.side_of(seat) in table.adjourning:
                raise TableError(gettext("You already asked for a break. Wait for the others to agree."))
            agreed = table.adjourning | {table.rules.side_of(seat)} | seating.sides_of_robots(table)
            away = self.seats_out_of_reach(table) - {seat}
            agreed |= {side for side in range(len(table.rules.sides)) if away.issuperset(table.rules.sides[side])}
            if not set(map(table.rules.side_of, table.game.seats)) <= agreed:
                return await self._store(table.agreed(adjourning=agreed), notice=Notice("adjourn_proposed", seat))
            adjourned = table.agreed(status="adjourned", adjourning=frozenset())
            return await self._store(adjourned, notice=Notice("adjourned", seat))

    @twice_if_stale
    async def play_on(self, table_id: str, player: Player) -> Table:
        """Say no to a proposal to adjourn, or take one's own back."""
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            if not table.adjourning:
                raise Stale(gettext("Nobody has asked for a break."))
            return await self._store(table.agreed(adjourning=frozenset()), notice=Notice("play_on", seat))

    @twice_if_stale
    async def take_up(self, table_id: str, player: Player) -> Table:
        """Resume a game that was adjourned, or a table that was idle.

        Raises ``TableError`` for players who have too many open already.
        """
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            if table.status not in {"adjourned", "idle"}:
                raise Stale(gettext(_UNDER_WAY))
            begun = all(chair.agreed for chair in table.seats)
            resumed = table.agreed(status="playing" if begun else "gathering")
            async with self._limits.lock:
                await self._limits.check([table.seats[one] for one in table.game.seats], player)
                return await self._store(resumed, notice=Notice("taken_up", seat))

    @twice_if_stale
    async def mark_helped(self, table_id: str) -> Table:
        """Note that a game is helped and counts for nothing. Raises ``TableError`` where help is not allowed."""
        async with self._locked(table_id) as table:
            _check_help(table)
            return table if table.agreement.helped else await self._store(table.agreed(helped=True))

    @twice_if_stale
    async def take_back(self, table_id: str, player: Player) -> Table:
        """Undo a player's last discard or card with everything after it; the game counts for nothing from then on.

        The cards stay the same; robots may move otherwise than before. Raises ``TableError`` where it is not allowed,
        and where there is nothing to take back.
        """
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            _check_help(table)
            events = await self._history(table_id)
            mine = [place for place, event in enumerate(events) if _is_choice(event) and event.seat == seat]
            if not mine:
                raise TableError(gettext(NOTHING_TO_TAKE_BACK))
            version = mine[-1]
            helped, added = replace(table.agreement, helped=True), table.contributions
            earlier = Table.restored(helped, events[:version], table.times, added)
            return await self._store(earlier, also=lambda writing: store.delete_events(writing, table_id, version))

    @twice_if_stale
    async def add_luck(self, table_id: str, player: Player, word: str) -> Table:
        """Mix a player's word into the next shuffle of a game. Raises ``TableError`` where there is none any more."""
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            _check_playing(table)
            mine = [one for one in table.contributions if one.word is not None and one.seat == seat]
            if table.status == "over" or table.agreement.helped or any(one.before == table.next_pack for one in mine):
                raise TableError(gettext(NO_MORE_LUCK))
            return await self._store(table.with_word(player, word))

    async def tick(self) -> None:
        """Check the time of every player, and put tables aside that nobody touches.

        Discord is asked first whether it is there, and every clock is given back the outages that it ran through. While
        Discord is away, or for as long as it gives no sign of life, no time is over. A table at which that fails does
        not hold up the others, and is left alone until somebody acts there.
        """
        if await kept_times.list_running_tables(self.database):
            await self._ask_discord()
        if self.look_at_channels is not None:
            with self._background.failures.at("clocks", "it was not looked where the bot may write"):
                await self.look_at_channels()
        await self._note_unreachable()
        if self.outages.is_away:
            return
        if self.outages.seconds >= WORTH_STORING:
            await self._give_all_back()
        await self.give_absences_back()
        for name in await kept_times.list_due_tables(self.database, self.outages.last_sign):
            await self._see_to(name, self._check_clocks)
        for status, patience in self._patience.items():
            for name in await store.list_untouched_ids(self.database, status, self._now() - patience):
                await self._see_to(name, self._put_away)

    async def give_absences_back(self) -> None:
        """Give long outages back to invitations, to games without a clock, and to the deadlines of rounds."""
        shards = self._notes.kept()
        if absences := self.outages.take_absences():
            touches = self._touches_after(absences)
            more = [Absence(outage.start, outage.end) for outage in absences]
            noted = {shard: [*self._absences.get(shard, []), *more] for shard in shards}
            # Whatever happens from here on, the next run goes on with it.
            async with self.database.transaction() as writing:
                store.put_touches(writing, touches.items())
                for shard in shards:
                    self._note_absences(shard, writing, noted[shard])
            self._absences = noted
        if self.give_absences_to is not None:
            for shard in shards:
                if absences_left := self._absences.get(shard):
                    await self._give_absences_of(shard, absences_left, self.give_absences_to)

    async def _give_absences_of(self, shard: int, absences: list[Absence], give: AbsenceGiver) -> None:
        """Give the long outages back to what is timed outside tables in the servers of a shard."""
        for number, absence in enumerate(absences):
            others = [*absences[:number], *absences[number + 1 :]]

            def note(writing: Transaction, left: Absence, others: list[Absence] = others) -> None:
                self._note_absences(shard, writing, [*others, left])

            absences[number] = await give(absence, note, self._notes.is_of(shard))
        if any(absence.left == frozenset() for absence in absences):
            self._absences[shard] = [absence for absence in absences if absence.left != frozenset()]
            async with self.database.transaction() as writing:
                self._note_absences(shard, writing, self._absences[shard])

    def _note_absences(self, shard: int, writing: Transaction, absences: Sequence[Absence]) -> None:
        self._notes.write(writing, ABSENCES, {shard: json.dumps([absence.as_json() for absence in absences])})

    def _touches_after(self, absences: Sequence[Outage]) -> dict[str, datetime]:
        """Return when open tables were last touched, without the outages since."""
        touches = {}
        for table in [table for table in self._open.values() if self.keeps(table)]:
            at = table.agreement.touched_at
            for outage in absences:
                at += outage.part_since(at)
            # No touch is stored more precisely.
            if abs(at - table.agreement.touched_at) > TOUCHES:
                touches[table.id] = at
                self._open[table.id] = table.agreed(touched_at=at)
        return touches

    @property
    def unreachable(self) -> Collection[Where]:
        """The servers and channels where nobody could act when last heard of, some of them in the run before."""
        return tuple(self._unreachable)

    def stands_still(self, table: Table) -> bool:
        """Return whether the clocks of a table stand because nobody can act where it is played."""
        return any(_is_played_in(table, where) for where in self._unreachable)

    def server_lost(self, guild_id: int, channel_id: int | None = None) -> None:
        """Let the clocks of the games in a server or channel stand, because nobody can act there."""
        self.outages.record()
        self._unreachable.setdefault((guild_id, channel_id), (self._now(), -self.outages.total))

    async def channel_lost(self, guild_id: int, channel_id: int) -> None:
        """Let the games in a channel or thread stand where the bot can't write, and tell their players once."""
        where = guild_id, channel_id
        if where in self._unreachable:
            return
        self.server_lost(guild_id, channel_id)
        await self._note_unreachable()
        for name in await store.list_ids_in_channel(self.database, channel_id, "playing"):
            await self._see_to(name, partial(self._tell_shut, where))

    async def _tell_shut(self, where: Where, table: Table) -> None:
        if _is_played_in(table, where) and table.status == "playing" and self.keeps(table):
            await self._store(table, notice=Notice("shut"))

    async def server_found(self, guild_id: int, channel_id: int | None = None) -> None:
        """Give the clocks of the games in a server or channel back the time in which nobody could act there."""
        where = guild_id, channel_id
        if where not in self._unreachable:
            return
        self.outages.record()
        since = self._unreachable_since(where)
        del self._unreachable[where]
        await self._note_unreachable()
        if channel_id is None:
            names = await kept_times.list_running_tables(self.database)
        else:
            names = await store.list_ids_in_channel(self.database, channel_id, "playing")
        for name in names:
            await self._see_to(name, partial(self._give_place_back, where, since))

    def _unreachable_since(self, where: Where) -> datetime:
        """Return since when nobody can act in a place, later by what is given back with the outages anyway."""
        since, total = self._unreachable[where]
        return since + self.outages.total + total

    async def _note_unreachable(self) -> None:
        """Store where nobody can act, so that the next run gives that time back."""
        self.outages.record()
        since = {where: format_timestamp(self._unreachable_since(where)) for where in self._unreachable}
        texts = {}
        for shard in self._notes.kept():
            is_mine = self._notes.is_of(shard)
            texts[shard] = json.dumps({_name_of(where): at for where, at in since.items() if is_mine(where[0])})
        changed = {shard: text for shard, text in texts.items() if text != self._noted_unreachable.get(shard, "{}")}
        if changed:
            await self._notes.put(UNREACHABLE, changed)
        self._noted_unreachable = texts

    async def _give_place_back(self, where: Where, since: datetime, table: Table) -> None:
        """Give a table the time back in which nobody could act where it is played, and tell its players."""
        if not _is_played_in(table, where) or table.status != "playing" or not self.keeps(table):
            return
        seconds = self._rested(table, self._owed(table)[0], since)[1]
        if where[1] is not None:
            await self._store(table, notice=Notice("open_again", seconds=seconds), stood_since=since)
        elif seconds > 0:
            notice = Notice("time_given_back", seconds=seconds) if seconds >= WORTH_TELLING else None
            await self._store(table, notice=notice, stood_since=since)

    def _rested(
        self, table: Table, times: tuple[TimeLeft, ...], since: datetime | None = None
    ) -> tuple[tuple[TimeLeft, ...], float]:
        """Return clocks without the time until now in which nobody could act at a table, and the most seconds of it.

        ``since`` is when that began, where it is just over. Clocks begin again now, so that none gets it twice.
        """
        places = [where for where in self._unreachable if _is_played_in(table, where)]
        starts = [*map(self._unreachable_since, places), *([] if since is None else [since])]
        if not starts or not self.keeps(table):
            return times, 0.0
        start, now = min(starts), self._now()
        got = [timedelta() if one.since is None else max(timedelta(), now - max(start, one.since)) for one in times]
        rested = tuple(resumed(clock, part, now) for clock, part in zip(times, got, strict=True))
        return rested, max(got, default=timedelta()).total_seconds()

    async def places_playing(self) -> set[tuple[int, int]]:
        """Return the channels, after their servers of this process's own shards, in which a game is being played."""
        return await store.list_places_playing(self.database)

    async def server_removed(self, guild_id: int) -> None:
        """Pause every game that is played in a server which the bot has left, and tell their players."""
        for where in [where for where in self._unreachable if where[0] == guild_id]:
            del self._unreachable[where]
        for name in await store.list_ids_by_status(self.database, "playing"):
            await self._see_to(name, partial(self._pause_in, guild_id))

    async def _pause_in(self, guild_id: int, table: Table) -> None:
        if table.status == "playing" and _is_played_in(table, (guild_id, None)):
            paused = table.agreed(status="adjourned", adjourning=frozenset())
            await self._store(paused, notice=Notice("removed"))

    async def _create_table(
        self,
        agreement: Agreement,
        player: Player | None = None,
        press: int | None = None,
        also: Callable[[Transaction], None] | None = None,
    ) -> Table:
        """Store a new table; the game begins at once where nobody has to be asked.

        ``press`` is Discord's id of the press of a ``player`` who saw the commitment of this game before.
        """
        table = Table.create(replace(agreement, touched_at=self._now()))
        if player is not None:
            table = table.with_press(player, press)
        async with self._lock(table.id):
            if all(seat.agreed for seat in table.seats):
                return await self._begin(table.agreed(status="playing"), new=True, also=also)
            return await self._store(table, new=True)

    async def _begin(
        self, table: Table, *, new: bool = False, also: Callable[[Transaction], None] | None = None
    ) -> Table:
        """Choose the first dealer or let the cards be cut for the deal, and deal."""
        events: tuple[Event, ...] = ()
        game, previous, dealer = table.game, table.agreement.previous, table.agreement.first_dealer
        if previous is not None:
            dealer = matches.first_dealer(await self._load(previous), await self._history(previous))
        if dealer is not None:
            game, events = apply(game, ChooseDealer(dealer))
        return (await self._go_on(table, game, events, new=new, also=also)).table

    async def _act(self, table: Table, seat: int, prompt: str | None, move: Move) -> Update:
        _check_playing(table)
        if prompt is not None and prompt != str(table.prompt(seat)):
            raise Stale(gettext("The game has moved on. I've updated the message to show what to do next."))
        game, events = apply(table.game, move)
        return await self._go_on(table, game, events, moved=(seat,))

    async def _go_on(
        self,
        table: Table,
        game: Game,
        events: tuple[Event, ...],
        *,
        new: bool = False,
        notice: Notice | None = None,
        moved: Collection[int] = (),
        also: Callable[[Transaction], None] | None = None,
    ) -> Update:
        """Cut and deal if nothing else is left to do, store everything, and wake the robots."""
        if game.closed != table.game.closed:
            # A proposal to pause was made to the leaver too.
            table = table.agreed(adjourning=frozenset())
            game, given_up = robots.give_up_alone(table, game)
            events = (*events, *given_up)
        if _is_given_up(game) and table.is_unplayed:
            stopped = table.agreed(status="closed", adjourning=frozenset())
            notice = notice or Notice("not_played")
            return Update(await self._store(stopped, notice=notice, moved=moved), (), notice)
        game, dealt = _deal_on(game, table)
        events = (*events, *dealt)
        stored = await self._store(table.after(game, events), events, new=new, notice=notice, moved=moved, also=also)
        return Update(stored, events, notice)

    async def _store(
        self,
        table: Table,
        events: tuple[Event, ...] = (),
        *,
        new: bool = False,
        notice: Notice | None = None,
        moved: Collection[int] = (),
        also: Callable[[Transaction], None] | None = None,
        stood_since: datetime | None = None,
    ) -> Table:
        self.outages.record()
        times, seconds = self._owed(table)
        times, _ = self._rested(table, times, stood_since)
        if seconds >= WORTH_TELLING and notice is None and table.status == "playing":
            notice = Notice("time_given_back", seconds=seconds)
        before = self.outages.give(table.id)
        try:
            table = replace(table, times=times)
            stored = await super()._store(table, events, new=new, notice=notice, moved=moved, also=also)
        except BaseException:
            self.outages.take_back(table.id, before)
            raise
        self._left_alone.discard(stored.id)
        self._wake(stored)
        return stored

    def _wake(self, table: Table) -> None:
        """Start the robots of a table if one of them is asked."""
        if table.id in self._thinking or table.robot_asked() is None or not self.keeps(table):
            return
        place = f"a robot could not move in {describe_table(table)}"
        think = partial(self._think, table.id, set())
        self._background.start(_ROBOTS, think, key=table.id, place=place, again_after=RETRY_AFTER)

    async def _think(self, table_id: str, silent: set[tuple[int, int]]) -> None:
        """Move for the robots of a table until a person is asked or the game is over."""
        moves = True
        while moves:
            await asyncio.sleep(self._pause(table_id))
            moves = await self._move_robot(table_id, silent)

    def _pause(self, table_id: str) -> float:
        """Return how long the robot to act at a table waits."""
        table = self._open.get(table_id)
        seat = table.robot_asked() if table is not None else None
        return self._pace if table is None or seat is None else robots.pause(table, seat, self._pace)

    @twice_if_stale
    async def _move_robot(self, table_id: str, silent: set[tuple[int, int]]) -> bool:
        """Move for a robot that is asked; return False if none is.

        ``silent`` holds each robot that leaves the answer to its partner, with the number of events at that time.
        """
        thought: tuple[int, int, Move] | None = None
        while True:
            async with self._lock(table_id):
                table = await self._load(table_id)
                seat = table.robot_asked(frozenset(one for version, one in silent if version == table.version))
                if seat is None or not self.keeps(table):
                    return False
                pool = self._pool if robots.thinks_for_long(table, seat) else None
                if pool is None:
                    async with self._thought:
                        # Everything else has its turn between two thoughts, however many robots are asked at once.
                        await asyncio.sleep(0)
                        thought = table.version, seat, robots.move_of(table, seat)
                if thought is not None and thought[:2] == (table.version, seat):
                    move = thought[2]
                    if robots.lets_it_stand(table, seat, move):
                        silent.add((table.version, seat))
                    else:
                        await self._act(table, seat, None, move)
                        metrics.ACTS.labels("robot").inc()
                    return True
            assert pool is not None
            # People may act while a robot thinks; if they did, it thinks again.
            thought = table.version, seat, await robots.long_thought(pool, table, seat)

    async def _sweep(self) -> None:
        for _ in range(2):
            # Often, because a process that takes a shard over gives the time since then back.
            until = format_timestamp(self.outages.settled_until)
            await self._notes.put(SEEN, dict.fromkeys(self._notes.kept(), until))
            await asyncio.sleep(SWEEP / 3)
            if self.outages.requests_fail:
                await self._ask_discord()
        await self.tick()

    async def _look(self) -> None:
        self.outages.look()

    async def _ask_discord(self) -> None:
        if self.ask_discord is not None:
            with self._background.failures.at("clocks", "Discord could not be asked whether it is there"):
                await self.ask_discord()

    async def _give_all_back(self) -> None:
        """Give every clock that runs the time of the outages, and tell the players of the long ones."""
        outages, done = self.outages.count(), True
        for name in await kept_times.list_running_tables(self.database):
            done = await self._see_to(name, self._give_back) and done
        if done:
            self.outages.forget(outages)

    async def _give_back(self, table: Table) -> Table:
        """Return the table with the time of the outages given back to its clocks."""
        return await self._store(table) if self._owed(table)[1] else table

    def _owed(self, table: Table) -> tuple[tuple[TimeLeft, ...], float]:
        """Return the clocks with the time that they are to be given back, and the most seconds that one gets.

        The process that keeps a table gives it back, and no other one.
        """
        if not self.keeps(table):
            return table.times, 0.0
        return self.outages.owed(table.id, table.times)

    async def _see_to(self, table_id: str, look: Callable[[Table], Awaitable[object]]) -> bool:
        """Check one table, so that its failure does not affect others; return False if it is to be tried again.

        A failure of the program is logged once, with its trace, and the table is left alone until somebody acts there.
        What the disk refuses is tried again.
        """
        if table_id in self._left_alone:
            return True
        done = False
        with self._background.failures.at("clocks", f"the clocks of {self.describe(table_id)} could not be checked"):
            try:
                await self._look_at(table_id, look)
                done = True
            except StorageError:
                raise
            except Exception:
                self._left_alone.add(table_id)
                done = True
                raise
        return done

    @twice_if_stale
    async def _look_at(self, table_id: str, look: Callable[[Table], Awaitable[object]]) -> None:
        async with self._lock(table_id):
            await look(await self._load(table_id))

    async def _check_clocks(self, table: Table) -> None:
        """Handle every seat whose time is over, once, and remind those whose time is short."""
        self.outages.record()
        if self.outages.is_away or self.stands_still(table):
            return
        table, now = await self._give_back(table), self.outages.last_sign
        for seat in timeouts.overdue_seats(table, now):
            if seat in timeouts.overdue_seats(table, now):
                table = await self._run_out(table, seat)
        for seat in timeouts.seats_to_remind(table, now):
            until = table.deadlines[seat]
            table = await self._store(timeouts.without_reminder(table, seat), notice=Notice("time_short", seat, until))

    async def _run_out(self, table: Table, seat: int) -> Table:
        async with self._thought:
            await asyncio.sleep(0)
            game, events = timeouts.time_out_move(table, seat)
        notice = Notice("time_over", seat)
        return (await self._go_on(table, game, events, notice=notice, moved=(seat,))).table

    async def _put_away(self, table: Table) -> None:
        """Make a table idle, unless somebody has just touched it or a clock keeps it active."""
        patience = self._patience.get(table.status)
        if any(table.deadlines):
            return
        if patience is not None and table.agreement.touched_at < self._now() - patience:
            await self._store(table.agreed(status="idle", adjourning=frozenset()), notice=Notice("idle"))


def _is_given_up(game: Game) -> bool:
    """Return whether a game was resigned or lost on time."""
    match game.phase:
        case Over(by="resigned" | "time"):
            return True
        case _:
            return False


def _is_played_in(table: Table, where: Where) -> bool:
    """Return whether the messages of a table stand in a server or channel, and not in its players' DMs."""
    (guild_id, channel_id), agreement = where, table.agreement
    is_there = agreement.guild_id == guild_id and channel_id in {None, agreement.channel_id}
    return is_there and not table.in_private and not table.is_guest


def _name_of(where: Where) -> str:
    """Return the name of a place in notes; one of a server alone is as in older versions."""
    guild_id, channel_id = where
    return str(guild_id) if channel_id is None else f"{guild_id}/{channel_id}"


def _only_person(agreement: Agreement) -> Player | None:
    """Return the player of a game in which all others are robots."""
    people = [seat.player for seat in agreement.seats if seat.robot is None]
    return people[0] if len(people) == 1 else None


def _is_choice(event: Event) -> TypeGuard[LaidAway | Played]:
    return isinstance(event, LaidAway | Played)


def _check_help(table: Table) -> None:
    _check_playing(table)
    if not table.may_be_helped:
        raise TableError(gettext(NO_HELP))


def _monotonic() -> float:
    # Looked up at each call, because simulations replace it.
    return time.monotonic()


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def _check_playing(table: Table) -> None:
    """Refuse a move at a table that is not being played. The laws refuse moves in a game that is over."""
    if (why := _NOT_NOW.get(table.status)) is not None:
        raise TableError(why)


def _deal_on(game: Game, table: Table) -> tuple[Game, tuple[Event, ...]]:
    """Cut and deal as far as the game waits for the shuffle alone."""
    events: tuple[Event, ...] = ()
    while (wanted := chance(game)) is not None:
        seed = mixed(table.agreement.seed, table.contributions, *wanted)
        game, brought = shuffle_in(game, pack(seed, *wanted))
        events += brought
    return game, events
