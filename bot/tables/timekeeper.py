"""The timekeeper: acts when a player's time runs out, and gives back the time when nobody could act.

What the next run needs for that stands in notes in the database, one for each shard: only the process that keeps a
shard writes its notes. So no process overwrites the notes of another one, and the one that takes a shard over goes on
with them.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final, TypeAlias

from bot.background import Background
from bot.models.agreement import Status
from bot.models.errors import StorageError
from bot.models.storage import shard_of
from bot.storage import metadata
from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.tables import robots
from bot.tables.outages import LOOK, WORTH_TELLING, Absence, AbsenceGiver, Where
from bot.tables.repository import TableRepository, twice_if_stale
from bot.tables.table import Notice, Table
from engine.actions import Accept, LoseOnTime
from engine.ai.robots import challenge_due
from engine.events import Event
from engine.game import apply, speakers, waiting_on
from engine.state import Game
from engine.view import view

SWEEP: Final = 15.0
"""Seconds between two looks at the clocks."""

WORTH_STORING: Final = 5.0
"""Seconds of outages after which every clock is given them back; a table that changes is given them in any case."""

SEEN: Final = "clocks"
"""The note that tells until when the clocks ran; since then nobody could act."""

ABSENCES: Final = "absences"
"""The note with the long outages that not all deadlines have been given back yet, in JSON."""

UNREACHABLE: Final = "servers not available"
"""The note that tells since when nobody can act in servers and channels, in JSON."""

ANNOUNCED: Final = "announcement"
"""The note with what the host has to say to everybody who plays, and when they said it, in JSON."""

Look: TypeAlias = Callable[[Table], Awaitable[object]]
"""Checks a table that is held for it."""


class Timekeeper:
    """Keeps the time of the players at all tables, and of what is timed elsewhere.

    ``time_out`` does what is to be done about a seat whose time is over. A table that nobody touches for as long as
    ``patience`` says of its status becomes idle, unless a clock keeps it active.
    """

    def __init__(
        self,
        tables: TableRepository,
        background: Background,
        now: Callable[[], datetime],
        time_out: Callable[[Table, int], Awaitable[Table]],
        patience: Mapping[Status, timedelta],
    ) -> None:
        self._tables = tables
        self._outages = tables.outages
        self._background = background
        self._now = now
        self._time_out = time_out
        self._patience = patience
        self._kept_shards = tables.database.kept_shards
        self._notes = TimeNotes(tables.database)
        self._recalled = False
        self._noted_lost: dict[int, str] = {}
        self._announced: str | None = None
        self._giving_back = asyncio.Lock()
        self._absences: dict[int, list[Absence]] = {}
        """By shard what is still to be given back to what is timed outside tables, as far as it was read."""
        self.left_alone: set[str] = set()
        """The tables that could not be checked, until somebody acts there."""
        self.ask_discord: Callable[[], Awaitable[None]] | None = None
        """Sends Discord a request, so that ``outages`` learns whether it answers; None where nobody can."""
        self.look_at_channels: Callable[[], Awaitable[object]] | None = None
        """Tells which channels with games are lost or found; None where nobody can."""
        self.give_absences_to: AbsenceGiver | None = None
        """Gives a long outage back to what is timed outside tables, and returns what is left of that."""

    # From run to run, and from process to process.

    async def recall(self) -> None:
        """Remember until when the last run kept time; nobody could act since then."""
        if self._recalled:
            return
        self._recalled = True
        await self._notes.adopt()
        self._announced = await metadata.read(self._tables.database, ANNOUNCED)
        seen = await self._notes.read(SEEN, range(self._tables.database.shard_count))
        # First: the time between the two runs is given back as an outage, so a lost place must not give it back too.
        await self._recall_shards(self._kept_shards())
        if own := {shard: seen[shard] for shard in self._kept_shards() if shard in seen} or seen:
            self._outages.away_since(parse_timestamp(min(own.values())))

    async def _recall_shards(self, shards: Collection[int]) -> None:
        """Remember what is noted of shards that this process keeps from now on."""
        self._absences.update((shard, []) for shard in shards)
        for shard, text in (await self._notes.read(ABSENCES, shards)).items():
            self._absences[shard] = [Absence.from_json(one) for one in json.loads(text)]
        for shard, text in (await self._notes.read(UNREACHABLE, shards)).items():
            self._noted_lost[shard] = text
            for place, since in json.loads(text).items():
                guild_id, _, channel_id = place.partition("/")
                where = int(guild_id), int(channel_id) if channel_id else None
                self._outages.place_lost_before(where, parse_timestamp(since))

    async def resume(self) -> int:
        """Go on after the last run; returns how many outages ``Outages.forget`` may forget once all have them back."""
        if not self._recalled:
            await self.recall()
            self._outages.connected()
        await self._recall_shards(self._kept_shards() - self._absences.keys())
        self._outages.record()
        return self._outages.count()

    def start(self) -> None:
        """Check the clocks every few seconds from now on."""
        self._background.repeat("clocks", self._sweep, SWEEP / 3, at_once=True)
        self._background.repeat("wall clock", self._look, LOOK, at_once=True)

    async def take_over(self, is_taken: Callable[[int | None], bool]) -> Mapping[int, str]:
        """Go on with shards whose process has ended; returns by shard until when it gave outages back."""
        shards = [shard for shard in self._kept_shards() if is_taken(shard << 22)]
        seen, known = await self._notes.read(SEEN, shards), {*self._outages.lost_places}
        await self._recall_shards(shards)
        for where in self._outages.lost_places:
            if where not in known and self._tables.database.is_home(where[0]):
                # This process would have heard of it.
                await self.place_found(*where)
        return seen

    async def give_gap_back(self, table: Table, seen: Mapping[int, str]) -> Table:
        """Give the clocks of a table back the time since the last note of the process that kept it."""
        # That process has given it the outages until its note, and nobody those since.
        self._outages.give(table.id)
        text = seen.get(shard_of(table.kept_for, self._tables.database.shard_count))
        since = self._now() if text is None else parse_timestamp(text)
        _, seconds = self._outages.rested(table, table.times, since)
        if seconds < WORTH_STORING or not any(table.deadlines):
            return table
        return await self._tables.save(table, notice=_given_back(seconds), stood_since=since)

    async def give_back(self, table: Table) -> Table:
        """Return a table that is held with the time of the outages given back to its clocks."""
        is_owed = self._tables.keeps(table) and self._outages.owed(table.id, table.times)[1]
        return await self._tables.save(table) if is_owed else table

    # The clocks.

    async def tick(self) -> None:
        """Check the time of every player, and put tables aside that nobody touches.

        Discord is asked first whether it is there, and every clock is given back the outages that it ran through. While
        Discord is away, or for as long as it gives no sign of life, no time is over. A table at which that fails does
        not hold up the others, and is left alone until somebody acts there.
        """
        database = self._tables.database
        if await store.list_running_tables(database):
            await self._ask_discord()
        if self.look_at_channels is not None:
            with self._background.failures.at("clocks", "it was not looked where the bot may write"):
                await self.look_at_channels()
        await self._note_lost()
        await self._announce()
        if self._outages.is_away:
            return
        if self._outages.seconds >= WORTH_STORING:
            await self._give_all_back()
        await self.give_absences_back()
        for name in await store.list_due_tables(database, self._outages.last_sign):
            await self._see_to(name, self._check_clocks)
        for status, patience in self._patience.items():
            for name in await store.list_untouched_ids(database, status, self._now() - patience):
                await self._see_to(name, self._put_away)

    async def _sweep(self) -> None:
        for _ in range(2):
            # Often, because a process that takes a shard over gives the time since then back.
            until = format_timestamp(self._outages.settled_until)
            await self._notes.put(SEEN, dict.fromkeys(self._kept_shards(), until))
            await asyncio.sleep(SWEEP / 3)
            if self._outages.requests_fail:
                await self._ask_discord()
        await self.tick()

    async def _look(self) -> None:
        self._outages.look()

    async def _ask_discord(self) -> None:
        if self.ask_discord is not None:
            with self._background.failures.at("clocks", "Discord could not be asked whether it is there"):
                await self.ask_discord()

    async def _give_all_back(self) -> None:
        """Give every clock that runs the time of the outages, and tell the players of the long ones."""
        outages, done = self._outages.count(), True
        for name in await store.list_running_tables(self._tables.database):
            done = await self._see_to(name, self.give_back) and done
        if done:
            self._outages.forget(outages)

    async def _see_to(self, table_id: str, look: Look) -> bool:
        """Check one table, so that its failure does not affect others; return False if it is to be tried again.

        A failure of the program is logged once, with its trace, and the table is left alone until somebody acts there.
        What the disk refuses is tried again.
        """
        if table_id in self.left_alone:
            return True
        named = self._tables.describe(table_id)
        with self._background.failures.at("clocks", f"the clocks of {named} could not be checked"):
            try:
                await self._look_at(table_id, look)
            except StorageError:
                raise
            except Exception:
                self.left_alone.add(table_id)
                raise
            return True
        return table_id in self.left_alone

    @twice_if_stale
    async def _look_at(self, table_id: str, look: Look) -> None:
        async with self._tables.held(table_id) as table:
            await look(table)

    async def _check_clocks(self, table: Table) -> None:
        self._outages.record()
        if self._outages.is_away or self._outages.stands_still(table):
            return
        table, now = await self.give_back(table), self._outages.last_sign
        for seat in overdue_seats(table, now):
            if seat in overdue_seats(table, now):
                table = await self._time_out(table, seat)
        due = [seat for seat, time in enumerate(table.times) if time.remind_at is not None and time.remind_at <= now]
        for seat in due:
            until = table.deadlines[seat]
            table = await self._tables.save(_without_reminder(table, seat), notice=Notice("time_short", seat, until))

    async def _put_away(self, table: Table) -> None:
        """Make a table idle, unless somebody has just touched it or a clock keeps it active."""
        patience = self._patience.get(table.status)
        if patience is None or any(table.deadlines) or table.agreement.touched_at >= self._now() - patience:
            return
        await self._tables.save(table.agreed(status="idle", adjourning=frozenset()), notice=Notice("idle"))

    # Servers and channels where nobody can act.

    async def channel_lost(self, guild_id: int, channel_id: int) -> None:
        """Let the games in a channel or thread stand where the bot can't write, and tell their players once."""
        where = guild_id, channel_id
        if where in self._outages.lost_places:
            return
        self._outages.place_lost(*where)
        await self._note_lost()
        for name in await store.list_ids_in_channel(self._tables.database, channel_id, "playing"):
            await self._see_to(name, partial(self._tell_lost, where))

    async def _tell_lost(self, where: Where, table: Table) -> None:
        if self._is_timed_in(where, table):
            await self._tables.save(table, notice=Notice("shut"))

    async def place_found(self, guild_id: int, channel_id: int | None = None) -> None:
        """Give back to the games in a server or channel the time when nobody could act there."""
        where = guild_id, channel_id
        if where not in self._outages.lost_places:
            return
        since = self._outages.forget_place(where)
        await self._note_lost()
        if channel_id is None:
            names = await store.list_running_tables(self._tables.database)
        else:
            names = await store.list_ids_in_channel(self._tables.database, channel_id, "playing")
        for name in names:
            await self._see_to(name, partial(self._give_place_back, where, since))

    async def server_removed(self, guild_id: int) -> None:
        """Pause every game that is played in a server which the bot has left, and tell their players."""
        for where in self._outages.lost_places:
            if where[0] == guild_id:
                self._outages.forget_place(where)
        for name in await store.list_ids_by_status(self._tables.database, "playing"):
            await self._see_to(name, partial(self._pause_in, guild_id))

    async def _announce(self) -> None:
        """Tell the players of each game that goes on what the host has announced since the last look."""
        announced = await metadata.read(self._tables.database, ANNOUNCED)
        if announced is None or announced == self._announced:
            return
        self._announced = announced
        notice = Notice("announced", why=str(json.loads(announced)["text"]))
        for name in await store.list_ids_by_status(self._tables.database, "playing"):
            await self._see_to(name, partial(self._tell_players, notice))

    async def _tell_players(self, notice: Notice, table: Table) -> None:
        if table.status == "playing" and self._tables.keeps(table):
            await self._tables.save(table, notice=notice)

    async def _pause_in(self, guild_id: int, table: Table) -> None:
        if table.status == "playing" and table.is_played_in(guild_id):
            paused = table.agreed(status="adjourned", adjourning=frozenset())
            await self._tables.save(paused, notice=Notice("removed"))

    def _is_timed_in(self, where: Where, table: Table) -> bool:
        return table.is_played_in(*where) and table.status == "playing" and self._tables.keeps(table)

    async def _give_place_back(self, where: Where, since: datetime, table: Table) -> None:
        """Give back to a table the time when nobody could act where it is played, and tell its players."""
        if not self._is_timed_in(where, table):
            return
        times, _ = self._outages.owed(table.id, table.times)
        _, seconds = self._outages.rested(table, times, since)
        if where[1] is not None:
            await self._tables.save(table, notice=Notice("open_again", seconds=seconds), stood_since=since)
        elif seconds > 0:
            await self._tables.save(table, notice=_given_back(seconds), stood_since=since)

    async def _note_lost(self) -> None:
        """Store where nobody can act, so that the next run gives that time back."""
        self._outages.record()
        since = {where: format_timestamp(self._outages.lost_since(where)) for where in self._outages.lost_places}
        texts = {}
        for shard in self._kept_shards():
            is_mine = self._notes.is_of(shard)
            texts[shard] = json.dumps({_name_of(where): at for where, at in since.items() if is_mine(where[0])})
        changed = {shard: text for shard, text in texts.items() if text != self._noted_lost.get(shard, "{}")}
        if changed:
            await self._notes.put(UNREACHABLE, changed)
        self._noted_lost = texts

    # What is timed outside tables, or without a clock.

    async def give_absences_back(self) -> None:
        """Give long outages back to invitations, to games without a clock, and to the deadlines of rounds, once."""
        # The clocks and the leagues ask for it, each in their own time; of two at once both would move every deadline.
        async with self._giving_back:
            await self._give_absences_back()

    async def _give_absences_back(self) -> None:
        shards = self._kept_shards()
        if absences := self._outages.take_absences():

            def later(touched_at: datetime) -> datetime:
                for outage in absences:
                    touched_at += outage.part_since(touched_at)
                return touched_at

            touches = self._tables.move_touches(later)
            more = [Absence(outage.start, outage.end) for outage in absences]
            noted = {shard: [*self._absences.get(shard, []), *more] for shard in shards}
            # Whatever happens from here on, the next run goes on with it.
            async with self._tables.database.transaction() as writing:
                store.put_touches(writing, touches.items())
                self._note_absences(writing, noted)
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
                self._note_absences(writing, {shard: [*others, left]})

            absences[number] = await give(absence, note, self._notes.is_of(shard))
        if any(absence.left == frozenset() for absence in absences):
            self._absences[shard] = [absence for absence in absences if absence.left != frozenset()]
            async with self._tables.database.transaction() as writing:
                self._note_absences(writing, {shard: self._absences[shard]})

    def _note_absences(self, writing: Transaction, by_shard: Mapping[int, list[Absence]]) -> None:
        texts = {shard: json.dumps([one.as_json() for one in absences]) for shard, absences in by_shard.items()}
        self._notes.write(writing, ABSENCES, texts)


def _given_back(seconds: float) -> Notice | None:
    """Return the notice that time was given back, if it is worth one."""
    return Notice("time_given_back", seconds=seconds) if seconds >= WORTH_TELLING else None


def _name_of(where: Where) -> str:
    """Return the name of a place in notes; one of a server alone is as in older versions."""
    guild_id, channel_id = where
    return str(guild_id) if channel_id is None else f"{guild_id}/{channel_id}"


def overdue_seats(table: Table, now: datetime) -> list[int]:
    """Return the seats whose time is over, the longest first; equal ones from the dealer's left."""
    late = [(deadline, seat) for seat, deadline in enumerate(table.deadlines) if deadline is not None]
    dealer = table.view(None).dealer or 0
    late.sort(key=lambda one: (one[0], (one[1] - dealer - 1) % table.players))
    return [seat for deadline, seat in late if deadline <= now]


def _without_reminder(table: Table, seat: int) -> Table:
    times = list(table.times)
    times[seat] = replace(times[seat], remind_at=None)
    return replace(table, times=tuple(times))


def time_out_move(table: Table, seat: int) -> tuple[Game, tuple[Event, ...]]:
    """Return the game once this seat's time is over, and the events of that.

    It ends the right of this player's side to challenge what is declared, and nobody else's; a false claim of game is
    challenged first. Where it is the player's turn even then, a robot moves for the player, or the player loses.
    """
    assert table.clock is not None
    game, events = answered(table.game, seat)
    if seat not in waiting_on(game):
        return game, events
    forfeits = table.clock.when_over == "forfeit"
    move = LoseOnTime(seat) if forfeits else robots.move_of(replace(table, game=game), seat)
    game, more = apply(game, move)
    return game, (*events, *more)


def answered(game: Game, seat: int) -> tuple[Game, tuple[Event, ...]]:
    """Return the game once a seat accepts every declaration that is open to its side, but for a false claim of game.

    That one is challenged, so that nobody wins by a false count because a player is away.
    """
    seen = view(game, seat)
    challenge = challenge_due(seen, [window for window in seen.own_windows if window.claims_game])
    if challenge is not None:
        game, events = apply(game, challenge)
        game, more = answered(game, seat)
        return game, (*events, *more)
    return apply(game, Accept(seat)) if seat in speakers(game) else (game, ())


class TimeNotes:
    """Reads and writes the notes about time of the shards that this process keeps."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def is_of(self, shard: int) -> Callable[[int | None], bool]:
        """Return what says of a server, or of DMs for None, whether it is of a shard."""
        count = self._database.shard_count
        return lambda guild_id: shard_of(guild_id, count) == shard

    async def read(self, note: str, shards: Iterable[int]) -> dict[int, str]:
        """Return what a note says of each of these shards, if anything."""
        stored = await metadata.read_all(self._database, note)
        named = ((shard, self._name(note, shard)) for shard in shards)
        return {shard: stored[name] for shard, name in named if name in stored}

    def write(self, writing: Transaction, note: str, by_shard: Mapping[int, str]) -> None:
        for shard, text in by_shard.items():
            metadata.put_with(writing, self._name(note, shard), text)

    async def put(self, note: str, by_shard: Mapping[int, str]) -> None:
        async with self._database.transaction() as writing:
            self.write(writing, note, by_shard)

    async def adopt(self) -> None:
        """Rewrite the notes of an earlier version, or of a run with another number of shards, for these shards."""
        shards = range(self._database.shard_count)
        for note in (SEEN, UNREACHABLE, ABSENCES):
            stored = await metadata.read_all(self._database, note)
            current = {self._name(note, shard) for shard in shards}
            if not (others := [name for name in stored if name not in current]):
                continue
            async with self._database.transaction() as writing:
                for shard in shards:
                    mine = stored.get(self._name(note, shard))
                    texts = [stored[name] for name in others] + ([] if mine is None else [mine])
                    self.write(writing, note, {shard: self._merged(note, shard, texts)})
                metadata.delete(writing, others)

    def _name(self, note: str, shard: int) -> str:
        """Return the name under which a note is stored; where there is one shard, that of every earlier version."""
        count = self._database.shard_count
        return note if count == 1 else f"{note} {shard}/{count}"

    def _merged(self, note: str, shard: int, texts: list[str]) -> str:
        if note == SEEN:
            return max(texts)
        if note == ABSENCES:
            absences: list[Any] = []
            for text in texts:
                absences += [one for one in json.loads(text) if one not in absences]
            return json.dumps(absences)
        is_mine = self.is_of(shard)
        places = [place for text in texts for place in json.loads(text).items()]
        return json.dumps({name: since for name, since in places if is_mine(int(name.partition("/")[0]))})
