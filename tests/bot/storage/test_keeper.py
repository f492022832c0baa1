"""Processes that share a PostgreSQL database: who keeps which servers, and how they hear of each other's changes."""

import asyncio
import json
from datetime import timedelta

import pytest

from bot.accounts import FORMER, Accounts
from bot.models.agreement import Clock, TableMessage
from bot.models.errors import StorageUnavailable
from bot.models.storage import Shards, shard_of
from bot.storage import metadata, players, postgres, tables
from bot.storage.database import Database
from bot.storage.errors import format_timestamp
from bot.tables.service import Tables
from engine.actions import Resign
from tests.support.blank_database import POSTGRES
from tests.support.seated_tables import Recorder, Room, Wall

pytestmark = pytest.mark.postgres

FIRST, SECOND = 2 << 22, 1 << 22
"""Servers of the first and of the second of two shards."""

NAMES = ("Ann", "Ben", "Cy", "Dee")
PATIENCE = 60


@pytest.fixture(autouse=True)
def short_rounds(monkeypatch):
    monkeypatch.setattr(postgres, "ROUND", 0.1)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "shared"


@pytest.fixture
async def process(path):
    """A function that opens the database as the process of one of two shards."""
    opened = []

    async def start(shard):
        database = await Database.open(POSTGRES.address(path), owner=True, shards=Shards((shard,), 2))
        opened.append(database)
        return database

    yield start
    for database in opened:
        await database.close()


async def until(condition):
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the other side of the database has no event
            await asyncio.sleep(0.02)


def kept(database):
    return [database.keeps(FIRST), database.keeps(SECOND)]


def kill(path):
    POSTGRES.reader(path).execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE '%advisory%' "
        "AND pid <> pg_backend_pid()"
    )


class Listener:
    def __init__(self):
        self.changed, self.lost, self.taken = [], 0, []

    def changed_elsewhere(self, *change):
        self.changed.append(change)

    def lost_track(self):
        self.lost += 1

    def took_over(self, is_taken):
        self.taken.append([is_taken(None), is_taken(FIRST), is_taken(SECOND)])


class TestWhoKeeps:
    def test_a_server_is_of_the_shard_that_discord_says(self):
        assert [shard_of(guild, 2) for guild in (None, FIRST, SECOND)] == [0, 0, 1]
        assert shard_of(41771983423143937, 16) == (41771983423143937 >> 22) % 16

    async def test_one_alone_keeps_everything_and_gives_back_what_is_anothers(self, process):
        one = await process(0)
        assert kept(one) == [True, True]
        assert [one.is_home(guild) for guild in (None, FIRST, SECOND)] == [True, True, False]
        other = await process(1)
        listener = Listener()
        other.listen(listener)
        await until(lambda: other.keeps(SECOND))
        assert (kept(one), kept(other)) == ([True, False], [False, True])
        assert listener.taken in ([], [[False, False, True]])

    async def test_what_one_kept_is_taken_over_when_it_ends(self, process):
        one, other = await process(0), await process(1)
        await until(lambda: kept(one) == [True, False])
        await until(lambda: kept(other) == [False, True])
        listener = Listener()
        other.listen(listener)
        await one.close()
        await until(lambda: kept(other) == [True, True])
        assert listener.taken == [[True, True, False]]
        assert kept(one) == [False, False]
        again = await process(0)
        await until(lambda: kept(again) == [True, False])
        assert kept(other) == [False, True]

    async def test_a_process_that_comes_back_keeps_its_own_at_once(self, process, monkeypatch):
        monkeypatch.setattr(postgres, "ROUND", PATIENCE)
        one = await process(0)
        other = await process(1)
        async with asyncio.timeout(PATIENCE / 10):
            while (kept(one), kept(other)) != ([True, False], [False, True]):  # noqa: ASYNC110 - as in `until`
                await asyncio.sleep(0.02)

    async def test_never_do_two_keep_the_same(self, process):
        one, other = await process(0), await process(1)
        for _ in range(30):
            assert not (one.keeps(FIRST) and other.keeps(FIRST))
            assert not (one.keeps(SECOND) and other.keeps(SECOND))
            await asyncio.sleep(0.02)

    async def test_two_processes_of_the_same_shard_are_refused(self, process):
        await process(0)
        with pytest.raises(StorageUnavailable, match="another process runs the same shards"):
            await process(0)

    async def test_a_process_that_lost_the_server_keeps_nothing_until_it_is_back(self, process, path, caplog):
        one, listener = await process(0), Listener()
        one.listen(listener)
        kill(path)
        await until(lambda: listener.lost == 1)
        assert kept(one) == [True, True]
        assert "PostgreSQL is lost" in caplog.text

    async def test_what_only_looks_keeps_nothing_from_others(self, process, path):
        looking = await Database.open(POSTGRES.address(path))
        one = await process(0)
        assert kept(one) == [True, True]
        await looking.close()


@pytest.fixture
async def rooms(process, path):
    """The same people at the tables of two processes; in each server the process of its shard keeps the games."""
    wall, made = Wall(), []
    for shard in (0, 1):
        database = await process(shard)
        people = [await players.meet(database, number, name) for number, name in enumerate(NAMES, 70)]
        served = Tables(database, wall, steady=wall.steady)
        made.append(Room(path, database, served, Recorder(path), *people, wall))
        served.tell(made[-1].heard)
        await served.resume()
    await until(lambda: kept(made[0].database) == [True, False] and kept(made[1].database) == [False, True])
    yield made
    for room in made:
        await room.tables.close()


class TestTables:
    async def test_a_change_elsewhere_is_seen_and_drawn(self, rooms):
        one, other = rooms
        drawn = []
        one.tables.redraw = lambda update: drawn.append(update.table.id)
        table = await one.sit_down(guild_id=FIRST)
        assert (await other.tables.find(table.id)).version == table.version
        move = table.view(0).legal[0]
        await other.tables.act(table.id, other.ann, None, move)
        await until(lambda: drawn == [table.id])
        assert (await one.tables.find(table.id)).version == table.version + 1

    async def test_what_nobody_has_in_memory_is_not_read(self, rooms):
        one, other = rooms
        table = await other.sit_down(guild_id=SECOND)
        await other.tables.act(table.id, other.ann, None, table.view(0).legal[0])
        # What is told later is heard later.
        drawn = []
        one.tables.redraw = lambda update: drawn.append(update.table.id)
        known = await one.sit_down(guild_id=FIRST)
        await other.tables.act(known.id, other.ann, None, known.view(0).legal[0])
        await until(lambda: drawn == [known.id])
        assert list(one.tables._open) == [known.id]

    async def test_a_message_elsewhere_is_known(self, rooms):
        one, other = rooms
        table = await one.sit_down(guild_id=FIRST)
        assert await one.tables.messages.of(table.id, "screen") == []
        await other.tables.messages.put(table.id, board := TableMessage("screen", None, 2, 3, 0))
        await until(lambda: table.id not in one.tables.messages._known)
        assert await one.tables.messages.of(table.id, "screen") == [board]

    async def test_somebody_who_was_erased_elsewhere_is_forgotten(self, rooms):
        one, other = rooms
        table = await one.sit_down(guild_id=FIRST)
        await one.tables.act(table.id, one.ann, None, Resign(0))
        accounts, forgotten = Accounts.over(one.database), []
        assert "Ann" in (await one.tables.find(table.id)).names
        met = await accounts.players.meet(70, "Ann")

        def forget(account):
            accounts.privacy.forget_people()
            forgotten.append(account)

        one.tables.forget_person = forget
        await Accounts.over(other.database).privacy.erase(other.ann)
        await until(lambda: forgotten == [70])
        assert (await one.tables.find(table.id)).names == (FORMER, "Ben")
        assert (await accounts.players.meet(70, "Ann")).id != met.id

    async def test_a_robot_moves_in_the_process_that_keeps_its_table(self, rooms):
        one, other = rooms
        table = await other.tables.open(other.opening(robot="easy", guild_id=FIRST))
        await until(lambda: any(update.table.id == table.id for update in one.heard.updates))
        assert not other.tables.robots._thinking

    async def test_a_clock_runs_out_in_the_process_that_keeps_its_table(self, rooms):
        one, other = rooms
        table = await one.sit_down(guild_id=SECOND, clock=Clock(turn=60, when_over="forfeit"))
        one.wall.passes(seconds=61)
        await one.tables.timekeeper.tick()
        assert (await one.tables.find(table.id)).status == "playing"
        assert await tables.list_due_tables(one.database, one.wall()) == []
        await other.tables.timekeeper.tick()
        assert (await other.tables.find(table.id)).status == "over"
        await until(lambda: table.id not in one.tables._open)

    async def test_a_game_in_dms_is_of_the_first_shard_wherever_it_was_agreed(self, rooms):
        one, other = rooms
        table = await other.sit_down(guild_id=SECOND, place="dm", clock=Clock(turn=60, when_over="forfeit"))
        await until(lambda: table.id in one.tables._open)
        assert [room.tables.keeps(await room.tables.find(table.id)) for room in rooms] == [True, False]
        other.wall.passes(seconds=61)
        await other.tables.timekeeper.tick()
        assert (await other.tables.find(table.id)).status == "playing"
        await one.tables.timekeeper.tick()
        assert (await one.tables.find(table.id)).status == "over"

    async def test_the_invitation_to_a_game_in_dms_is_of_the_server_that_sees_it(self, rooms):
        other = rooms[1]
        table = await other.tables.open(other.opening(invited=other.ben, guild_id=SECOND, place="dm"))
        assert [room.tables.keeps(table) for room in rooms] == [False, True]

    async def test_the_database_says_as_the_table_does_whose_it_is(self, rooms):
        one, other = rooms
        for place in ("dm", "here"):
            for opening in (other.opening(invited=other.ben, guild_id=SECOND, place=place), other.opening(place=place)):
                await other.tables.open(opening)
            await other.sit_down(guild_id=SECOND, place=place)
        rows = await one.database.rows(f"SELECT id, {tables.KEPT_FOR} FROM tables")
        assert len(rows) == 6
        for name, kept_for in rows:
            assert (await one.tables.find(name)).kept_for == kept_for

    async def test_what_happened_elsewhere_is_told_with_the_table(self, rooms):
        one, other = rooms
        updates = []
        one.tables.redraw = updates.append
        table = await one.sit_down(guild_id=FIRST)
        done = await other.tables.act(table.id, other.ann, None, table.view(0).legal[0])
        await until(lambda: updates)
        assert [(update.table.version, update.events) for update in updates] == [(done.table.version, done.events)]

    async def test_a_table_that_was_read_before_its_change_was_told_is_drawn_all_the_same(self, rooms):
        one, other = rooms
        table = await one.sit_down(guild_id=FIRST)
        drawn = []
        one.tables.redraw = lambda update: drawn.append(update.table.version)
        async with one.tables._lock(table.id):
            await other.tables.act(table.id, other.ann, None, table.view(0).legal[0])
            one.tables._forget(table.id)
            now = await one.tables._load(table.id)
        await until(lambda: drawn == [now.version])

    async def test_the_keeper_is_asked_to_show_a_table_again(self, rooms):
        one, other = rooms
        shown = []
        for number, room in enumerate(rooms):
            room.tables.show_again = lambda table_id, number=number: shown.append((number, table_id))
        table = await other.sit_down(guild_id=FIRST)
        other.tables.show_elsewhere(table.id)
        await until(lambda: shown == [(0, table.id)])
        await until(lambda: not one.tables._background.running("tables of other processes"))
        one.tables.show_elsewhere(table.id)
        assert not one.tables._background.running("tables of other processes")

    async def test_games_of_a_process_that_ended_go_on(self, rooms):
        one, other = rooms
        resumed = []
        other.tables.resume_taken = lambda taken: resumed.append([table.id for table in taken])
        table = await one.tables.open(one.opening(robot="easy", guild_id=FIRST))
        await one.tables.close()
        version = len(await tables.list_events(other.database, table.id))
        await one.database.close()
        await until(lambda: resumed == [[table.id]])
        while (now := await other.tables.find(table.id)).status == "playing" and now.version < version + 3:
            if now.view(0).prompt is not None:
                await other.tables.act(table.id, other.ann, None, now.view(0).legal[0])
            await asyncio.sleep(0.02)


class TestNotesAboutTime:
    """Each process has its own, and the one that takes a shard over goes on with them."""

    async def test_none_overwrites_the_note_of_another_one(self, rooms, process):
        one, other = rooms
        one.tables.outages.place_lost(FIRST)
        other.tables.outages.place_lost(SECOND, 5)
        for room in (one, other, one):
            await room.tables.timekeeper.tick()
        # The one that goes on knows what both of them knew.
        await one.tables.close()
        await one.database.close()
        await until(lambda: set(other.tables.outages.lost_places) == {(FIRST, None), (SECOND, 5)})

    async def test_the_time_in_which_nobody_kept_a_shard_is_given_back(self, rooms):
        one, other = rooms
        resumed = []
        other.tables.resume_taken = resumed.append
        table = await one.sit_down(guild_id=FIRST, clock=Clock(turn=60, when_over="forfeit"))
        await metadata.put(one.database, "clocks 0/2", format_timestamp(one.wall()))
        await metadata.put(one.database, "clocks 1/2", format_timestamp(one.wall.passes(seconds=50)))
        await one.tables.close()
        await one.database.close()
        await until(lambda: resumed)
        now = await other.tables.find(table.id)
        assert any(table.deadlines)
        assert tuple(one and one - timedelta(seconds=50) for one in now.deadlines) == table.deadlines

    async def test_those_of_an_earlier_version_go_on(self, path, process):
        database = await process(0)
        since = format_timestamp(Wall()())
        await metadata.put(database, "clocks", since)
        await metadata.put(database, "servers not available", json.dumps({str(FIRST): since, str(SECOND): since}))
        served = Tables(database, Wall(), steady=Wall().steady)
        await served.timekeeper.recall()
        assert set(served.outages.lost_places) == {(FIRST, None), (SECOND, None)}
        stored = await metadata.read_all(database, "servers not available")
        assert stored == {
            "servers not available 0/2": json.dumps({str(FIRST): since}),
            "servers not available 1/2": json.dumps({str(SECOND): since}),
        }
        assert await metadata.read_all(database, "clocks") == {"clocks 0/2": since, "clocks 1/2": since}


@pytest.mark.parametrize(("shards", "many"), [(Shards((0, 1), 4), 1), (Shards((0, 1), 2), 0), (Shards(), 0)])
async def test_a_process_with_all_shards_tells_nobody_of_its_changes(path, shards, many):
    database = await Database.open(POSTGRES.address(path), owner=True, shards=shards)
    try:
        writing = database.transaction()
        database.announce(writing, "abc", 1, None)
        assert len(writing._statements) == many
    finally:
        await database.close()


class TestOddNotifications:
    async def test_they_are_left_out_and_the_process_hears_on(self, process, path, caplog):
        one, two = await process(0), await process(1)
        listener = Listener()
        one.listen(listener)
        for odd in ("", "x", "a b c d", "0123abcd 1 x abc", "0123abcd " + "9" * 40 + " 1 abc", "0123abcd 1 1 a\nb"):
            POSTGRES.reader(path).execute("SELECT pg_notify('cribbage_tables', %s)", (odd,))
        async with two.transaction() as writing:
            two.announce(writing, "abc", 5, SECOND)
        await until(lambda: listener.changed == [("abc", 5, SECOND)])
        assert "a notification on cribbage_tables that no bot sends was left out" in caplog.text
        assert listener.lost == 0

    async def test_after_any_failure_it_listens_again_and_no_second_bot_starts(self, process, monkeypatch):
        one = await process(0)
        listener, attend = Listener(), one._keeper._look
        one.listen(listener)
        failing = [RuntimeError("nobody has foreseen this")]

        async def look(session):
            if failing:
                raise failing.pop()
            await attend(session)

        monkeypatch.setattr(one._keeper, "_look", look)
        await until(lambda: listener.lost == 1)
        assert kept(one) == [True, True]
        with pytest.raises(StorageUnavailable):
            await process(0)
