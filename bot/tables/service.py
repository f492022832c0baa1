"""The service of all tables: it opens and plays them, and publishes every update after it is stored."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot import metrics
from bot.analysis.pool import AnalysisPool
from bot.i18n.translation import N_, gettext
from bot.models.agreement import Agreement, Place, Sealed, Seat, Status
from bot.models.errors import Stale, TableError
from bot.models.player import Player
from bot.storage import tables as store
from bot.storage.database import Database, Transaction
from bot.tables import matches, robots, seating
from bot.tables.repository import Audience, TableRepository, twice_if_stale
from bot.tables.robots import Robots
from bot.tables.seating import Opening
from bot.tables.shuffle import fresh_seed, mixed, pack
from bot.tables.table import Notice, Table, UnsentNotice, Update, check_seat, closed_because
from bot.tables.timekeeper import Timekeeper, time_out_move
from engine.actions import Accept, AskFreshDeal, ChooseDealer, CutPack, LayAway, Move, NameNumber, Resign, WaiveCut
from engine.events import Event, LaidAway, Played
from engine.game import apply, chance, shuffle_in
from engine.state import Game, Over

__all__ = ["Audience", "Opening", "Tables"]

MARK: Final = 1.0
"""Seconds after which it is stored what messages show."""

_MIXED_IN: Final = (LayAway, NameNumber, CutPack, WaiveCut, AskFreshDeal)
"""The moves before a cut or a deal whose presses are mixed into its shuffle."""

NO_HELP: Final = N_("There's no help in this game. Hints are for games of one player against robots, without a clock.")
NO_MORE_LUCK: Final = N_("You can add one word before each deal, in a game that isn't over and without hints.")
NOTHING_TO_TAKE_BACK: Final = N_("There's nothing to take back yet.")

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_NOT_NOW: Final[dict[Status, str]] = {
    "gathering": N_("This game starts when everyone has accepted."),
    "adjourned": N_("This game is paused. Press **Resume**."),
    "idle": N_("This game is paused because nobody moved for a long time. Press **Resume**."),
}


class Tables(TableRepository):
    """Every open table, over one database.

    ``now`` tells the time in UTC; ``pace`` is how many seconds a robot takes to move. A game without a clock that
    nobody touches for as long as ``idle`` becomes idle, and so does an invitation that nobody answers for as long as
    ``unanswered``. With ``keeps_time`` the clocks are checked every few seconds after ``resume``. ``steady`` tells the
    seconds of a clock that never leaps, in place of the system's. Robots that think for long do so in the ``pool``, or
    in this process without one.
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
        super().__init__(database, now, steady)
        self._keeps_time = keeps_time
        self._is_resumed = False
        self.resume_taken: Callable[[list[Table]], None] | None = None
        """Called with the tables that this process has taken over from a process that has ended."""
        patience: dict[Status, timedelta] = {"playing": idle, "gathering": unanswered}
        self.robots = Robots(self, self._background, self._act, pace, pool)
        self.timekeeper = Timekeeper(self, self._background, now, self._run_out, patience)
        self._opening = asyncio.Lock()
        database.listen(self)

    async def close(self) -> None:
        """Stop the robots and the sweep; everything is stored already."""
        await self._background.close()

    async def resume(self) -> list[Table]:
        """Resume every table that was open when the last run ended, and wake the robots that are asked.

        A table that cannot be read does not stop the others. While the bot was away nobody could move, so that time is
        given back to everyone whose clock ran.
        """
        self._is_resumed = True
        outages, tables = await self.timekeeper.resume(), []
        for name in await store.list_ids_by_status(self.database, "gathering", "playing"):
            with self._background.failures.at("resuming", f"{self.describe(name)} cannot be resumed"):
                async with self.held(name) as table:
                    tables.append(await self.timekeeper.give_back(table))
        self.outages.forget(outages)
        await self.timekeeper.give_absences_back()
        # Robots that moved meanwhile would keep the last tables waiting.
        for table in tables:
            self._wake(table)
        if self._keeps_time:
            self.timekeeper.start()
            # Many at once, because a lost mark costs one edit at a start.
            self._background.repeat("what messages show", self.messages.store_marks, MARK)
        return tables

    def took_over(self, is_taken: Callable[[int | None], bool]) -> None:
        """Go on with the robots and clocks of the tables that this process keeps from now on."""
        # Before the start is complete, `resume` does so.
        if self._is_resumed:
            self._reread(partial(self._take_over, is_taken))

    async def _take_over(self, is_taken: Callable[[int | None], bool]) -> None:
        seen, taken = await self.timekeeper.take_over(is_taken), list[Table]()
        for name in await store.list_ids_by_status(self.database, "gathering", "playing"):
            with self._background.failures.at("taking over", f"{self.describe(name)} cannot be taken over"):
                async with self.held(name) as table:
                    if is_taken(table.kept_for):
                        taken.append(await self.timekeeper.give_gap_back(table, seen))
        for table in taken:
            self._wake(table)
        if self.resume_taken is not None:
            self.resume_taken(taken)

    def _was_changed(self, table: Table) -> None:
        self.timekeeper.left_alone.discard(table.id)
        self._wake(table)

    @twice_if_stale
    async def open(self, opening: Opening, *, press: int | None = None) -> Table:
        """Open a table: the game begins when everyone has agreed, and at once if the host plays robots only.

        ``press`` is Discord's id of the press or command, which is mixed into the shuffle if the host had seen the
        commitment of the game before. Raises ``TableError`` for a host who has too many open already.
        """
        proposed = replace(seating.new_table(opening, _new_id(), fresh_seed()), next_seed=fresh_seed())
        async with self._opening:
            await seating.check_open(self.database, proposed.seats, opening.host)
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
            # Where its clocks stood they run from here on.
            now = await self.save(table) if self.outages.stands_still(table) else table
            there = replace(now.agreement, channel_id=channel_id, place=place)
            return await self._put_place(now, there, notice=notice)

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
            self.database.announce(writing, table.id, changed.revision, changed.kept_for)
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
            _check_gathering(table)
            return await self._sit_down(table, seating.seats_after_accept(table, player, side), player, press)

    def open_invitation(self, opening: Opening) -> Table | None:
        """Return an invitation with an open seat that a new game would be like: see ``seating.open_invitation``."""
        return seating.open_invitation(opening, self._open.values())

    def played_in(self, guild_id: int | None) -> list[Table]:
        """Return the games that are played in the open in a server."""
        games = [table for table in self._open.values() if guild_id is not None and table.status == "playing"]
        return [table for table in games if table.agreement.guild_id == guild_id and table.place != "dm"]

    @twice_if_stale
    async def seat_robots(self, table_id: str, player: Player, level: str, *, press: int | None = None) -> Table:
        """Start a game with a robot in each seat that has not accepted yet. ``player`` must be its host."""
        async with self._locked(table_id) as table:
            _check_gathering(table)
            return await self._sit_down(table, seating.seats_with_robots(table, player, level), player, press)

    async def _sit_down(self, table: Table, chairs: tuple[Seat, ...], player: Player, press: int | None) -> Table:
        """Store who has which seat of an invitation now; the game begins when everyone has agreed."""
        async with self._opening:
            await seating.check_open(self.database, chairs, player)
            table = table.agreed(seats=chairs).with_press(player, press)
            if not all(seat.agreed for seat in chairs):
                return await self.save(table)
            return await self._begin(table.agreed(status="playing"))

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
                return await self.save(table.without_player(seat, chairs), notice=Notice("left", seat))
            return await self.save(table.agreed(status="closed"), notice=notice or Notice("declined", seat))

    @twice_if_stale
    async def call_off(
        self, table_id: str, why: str, also: Callable[[Transaction], None], winner: Player | None = None
    ) -> Table:
        """Close an invitation, a game or a match under way, so that nothing of it counts.

        Players see the reason and who wins the fixture. The caller has to check that they may do it. ``also``
        is written in the same transaction.
        """
        async with self.held(table_id) as table:
            seat = None if winner is None else table.seat_of(winner)
            called_off = table.agreed(status="closed", adjourning=frozenset())
            if table.status == "over":
                if table.match_over or await self.next_id(table_id) is not None:
                    raise Stale(gettext("This game is already over."))
                rest = matches.rest_of_match(table, _new_id(), fresh_seed())
                called_off = Table.create(replace(rest, touched_at=self._now()))
            elif table.status == "closed":
                raise Stale(closed_because(table))
            new = called_off.id != table.id
            return await self.save(called_off, new=new, notice=Notice("called_off", seat, why=why), also=also)

    @twice_if_stale
    async def act(
        self, table_id: str, player: Player, prompt: str | None, move: Move, *, press: int | None = None
    ) -> Update:
        """Try a move: decide, store, then tell. Raises before anything has changed.

        ``prompt`` is what the player was asked when they chose; it is None for a move that answers no screen. The cut
        for the deal may move four players to new seats, so the player may have another seat afterwards. ``press`` is
        Discord's id of the press or message; those before a deal are mixed into its shuffle.
        """
        begun = time.perf_counter()
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            check_seat(move, seat)
            pressed = table.with_press(player, press) if isinstance(move, _MIXED_IN) else table
            update = await self._act(pressed, seat, prompt, move)
        metrics.ACT_SECONDS.observe(time.perf_counter() - begun)
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
        async with self.held(table_id) as old:
            seat = old.seat_of(player)
            if old.status != "over":
                raise Stale(gettext("This game isn't over yet."))
            following = await self.next_id(table_id)
            if following is None:
                promised, seed = old.agreement.next_seed, fresh_seed()
                proposed = matches.next_game(old, seat, _new_id(), (promised or fresh_seed(), seed))
                async with self._opening:
                    # The next game of a match was agreed with its first.
                    if not (old.in_match and not old.match_over):
                        await seating.check_open(self.database, proposed.seats, player)
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
                return await self.save(table.agreed(adjourning=agreed), notice=Notice("adjourn_proposed", seat))
            adjourned = table.agreed(status="adjourned", adjourning=frozenset())
            return await self.save(adjourned, notice=Notice("adjourned", seat))

    @twice_if_stale
    async def play_on(self, table_id: str, player: Player) -> Table:
        """Say no to a proposal to adjourn, or take one's own back."""
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            if not table.adjourning:
                raise Stale(gettext("Nobody has asked for a break."))
            return await self.save(table.agreed(adjourning=frozenset()), notice=Notice("play_on", seat))

    @twice_if_stale
    async def take_up(self, table_id: str, player: Player) -> Table:
        """Resume a game that was adjourned, or a table that was idle.

        Raises ``TableError`` for players who have too many open already.
        """
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            if table.status not in {"adjourned", "idle"}:
                raise Stale(gettext("This game is already running."))
            begun = all(chair.agreed for chair in table.seats)
            resumed = table.agreed(status="playing" if begun else "gathering")
            async with self._opening:
                await seating.check_open(self.database, [table.seats[one] for one in table.game.seats], player)
                return await self.save(resumed, notice=Notice("taken_up", seat))

    @twice_if_stale
    async def mark_helped(self, table_id: str) -> Table:
        """Note that a game is helped and counts for nothing. Raises ``TableError`` where help is not allowed."""
        async with self._locked(table_id) as table:
            _check_help(table)
            return table if table.agreement.helped else await self.save(table.agreed(helped=True))

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
            mine = [at for at, one in enumerate(events) if isinstance(one, LaidAway | Played) and one.seat == seat]
            if not mine:
                raise TableError(gettext(NOTHING_TO_TAKE_BACK))
            version = mine[-1]
            helped, added = replace(table.agreement, helped=True), table.contributions
            earlier = Table.restored(helped, events[:version], table.times, added)
            return await self.save(earlier, also=lambda writing: store.delete_events(writing, table_id, version))

    @twice_if_stale
    async def add_luck(self, table_id: str, player: Player, word: str) -> Table:
        """Mix a player's word into the next shuffle of a game. Raises ``TableError`` where there is none any more."""
        async with self._locked(table_id) as table:
            seat = table.playing_seat_of(player)
            _check_playing(table)
            mine = [one for one in table.contributions if one.word is not None and one.seat == seat]
            if table.status == "over" or table.agreement.helped or any(one.before == table.next_pack for one in mine):
                raise TableError(gettext(NO_MORE_LUCK))
            return await self.save(table.with_word(player, word))

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
            return await self.save(table, new=True)

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
        if prompt is not None and prompt != table.prompt(seat):
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
        """Cut and deal if nothing else is left to do, and store everything."""
        if game.closed != table.game.closed:
            # A proposal to pause was made to the leaver too.
            table = table.agreed(adjourning=frozenset())
            game, given_up = robots.give_up_alone(table, game)
            events = (*events, *given_up)
        if isinstance(game.phase, Over) and game.phase.by in {"resigned", "time"} and table.is_unplayed:
            stopped = table.agreed(status="closed", adjourning=frozenset())
            notice = notice or Notice("not_played")
            return Update(await self.save(stopped, notice=notice, moved=moved), (), notice)
        game, dealt = _deal_on(game, table)
        events = (*events, *dealt)
        stored = await self.save(table.after(game, events), events, new=new, notice=notice, moved=moved, also=also)
        return Update(stored, events, notice)

    def _wake(self, table: Table) -> None:
        if table.robot_asked() is not None:
            self.robots.wake(table)

    async def _run_out(self, table: Table, seat: int) -> Table:
        async with self.robots.turn():
            game, events = time_out_move(table, seat)
        notice = Notice("time_over", seat)
        return (await self._go_on(table, game, events, notice=notice, moved=(seat,))).table


def _only_person(agreement: Agreement) -> Player | None:
    people = [seat.player for seat in agreement.seats if seat.robot is None]
    return people[0] if len(people) == 1 else None


def _check_help(table: Table) -> None:
    _check_playing(table)
    if not table.may_be_helped:
        raise TableError(gettext(NO_HELP))


def _new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def _check_gathering(table: Table) -> None:
    """Refuse players for an invitation that is idle or has led to a game."""
    if table.status == "idle":
        raise TableError(gettext(_NOT_NOW["idle"]))
    if table.status != "gathering":
        raise Stale(gettext("This game has already started."))


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


_OPEN: Final[tuple[Status, ...]] = ("gathering", "playing", "adjourned", "idle")


async def open_games(tables: Tables, player: Player) -> list[str]:
    return await tables.ids_of_player(player.id, *_OPEN)


async def give_up_all(tables: Tables, player: Player) -> None:
    """Resign every game that a player has under way, and decline all that have not begun.

    Raises ``TableError`` where one of them cannot be ended; those before it are.
    """
    for name in await open_games(tables, player):
        if (await tables.find(name)).has_begun:
            await tables.leave(name, player)
        else:
            await tables.decline(name, player)
    if left := await open_games(tables, player):
        raise TableError(gettext("I couldn't resign your game {left}. Try again in a moment.", left=left[0]))
