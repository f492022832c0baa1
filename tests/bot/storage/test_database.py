"""The database file: opened, refused, migrated, and written in whole transactions in spite of other writers."""

import asyncio
import os
import sqlite3
from contextlib import closing, suppress
from itertools import pairwise

import pytest

from bot.models.errors import StorageError
from bot.storage import connection, metadata, players, tables
from bot.storage import database as storage
from bot.storage.database import APPLICATION_ID, Database, SqliteDatabase
from tests.support.blank_database import address, lay_out


@pytest.fixture
async def database(tmp_path):
    database = await Database.open(address(tmp_path / "cribbage.db"), sync="normal")
    yield database
    await database.close()


@pytest.fixture
async def pairs(database):
    """Open a table of pairs; each transaction writes both halves or none."""
    async with database.transaction() as writing:
        writing.write("CREATE TABLE pairs (number INTEGER, half INTEGER, UNIQUE (number, half))")
    return database


async def write_halves(pairs, number, others):
    async with pairs.transaction() as writing:
        writing.write("INSERT INTO pairs VALUES (?, 0)", (number,))
        writing.write_many("INSERT INTO pairs VALUES (?, ?)", others)


async def write_pair(pairs, number):
    await write_halves(pairs, number, [(number, 1)])


async def numbers_in(pairs):
    """Return the numbers with both halves; a half alone fails."""
    rows = await pairs.rows("SELECT number, count(*) FROM pairs GROUP BY number ORDER BY number")
    assert all(halves == 2 for _, halves in rows), rows
    return [number for number, _ in rows]


async def test_what_belongs_to_a_row_that_is_there_already_is_left_out(database):
    for _ in range(2):
        async with database.transaction() as writing:
            ann = writing.insert("INSERT INTO players (discord_id, name) VALUES (1, 'Ann') ON CONFLICT DO NOTHING")
            writing.write_many("INSERT INTO told (player_id, what) VALUES (?, ?)", [(ann, "this"), (ann, "that")])
    assert sorted(await database.rows("SELECT what FROM told")) == [("that",), ("this",)]
    twice = database.transaction()
    ben = twice.insert("INSERT INTO players (name) VALUES ('Ben')")
    twice.write_many("INSERT INTO told (player_id, what) VALUES (?, ?)", [(ben, "this")] * 2)
    with pytest.raises(StorageError):
        async with twice:
            pass
    assert await database.rows("SELECT name FROM players") == [("Ann",)]


def run(path, *statements):
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def ask(path, question):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(question).fetchall()


async def make(path):
    await (await Database.open(path)).close()


@pytest.mark.sqlite
class TestOpening:
    async def test_a_new_file_with_its_folders(self, tmp_path):
        path = tmp_path / "new" / "folders" / "cribbage.db"
        await make(path)
        assert ask(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
        assert ask(path, "PRAGMA user_version") == [(len(storage._migrations()),)]
        assert ask(path, "PRAGMA journal_mode") == [("wal",)]
        assert [file.name for file in path.parent.iterdir()] == ["cribbage.db"], "closed cleanly, it is one file"

    async def test_rows_must_refer_to_what_there_is(self, database):
        with pytest.raises(StorageError, match="refused invalid data"):
            async with database.transaction() as writing:
                writing.write("INSERT INTO events VALUES ('nowhere', 0, '{}')")

    async def test_opened_again_it_stays_byte_for_byte(self, tmp_path):
        path = tmp_path / "cribbage.db"
        await make(path)
        before = path.read_bytes()
        await make(path)
        assert path.read_bytes() == before

    async def test_an_empty_file_is_a_new_one(self, tmp_path):
        path = tmp_path / "cribbage.db"
        path.touch()
        await make(path)
        assert ask(path, "SELECT count(*) FROM tables") == [(0,)]

    async def test_one_owner_at_a_time_and_others_beside_it(self, tmp_path):
        path = tmp_path / "cribbage.db"
        owner = await Database.open(path, owner=True)
        for _ in range(2):
            with pytest.raises(StorageError, match="another process runs the bot on this database; stop it first"):
                await Database.open(path, owner=True)
        await make(path)
        await owner.close()
        await (await Database.open(path, owner=True)).close()

    async def test_an_owner_that_could_not_open_the_file_does_not_keep_it(self, tmp_path):
        path = tmp_path / "cribbage.db"
        path.write_bytes(b"a letter" * 100)
        with pytest.raises(StorageError, match="not a database"):
            await Database.open(path, owner=True)
        path.unlink()
        await (await Database.open(path, owner=True)).close()

    async def test_twelve_at_once(self, tmp_path):
        async def open_and_close():
            database = await Database.open(tmp_path / "cribbage.db")
            try:
                return await database.rows("SELECT * FROM tables")
            finally:
                await database.close()

        await make(tmp_path / "cribbage.db")
        assert await asyncio.gather(*(open_and_close() for _ in range(12)), return_exceptions=True) == [[]] * 12


@pytest.mark.sqlite
class TestMigrating:
    @pytest.fixture
    async def path(self, tmp_path):
        path = tmp_path / "cribbage.db"
        await make(path)
        run(path, "INSERT INTO players (name) VALUES ('Ann')")
        return path

    async def test_only_what_is_new_runs_and_what_was_there_stays(self, path, monkeypatch):
        scripts = [*storage._migrations(), "ALTER TABLE players ADD COLUMN club TEXT;\nCREATE TABLE clubs (name TEXT);"]
        monkeypatch.setattr(storage, "_migrations", lambda: scripts)
        await make(path)
        await make(path)
        assert ask(path, "SELECT name, club FROM players") == [("Ann", None)]
        assert ask(path, "PRAGMA user_version") == [(len(scripts),)]

    async def test_a_file_on_which_an_older_version_runs_stays_as_it_is(self, path, monkeypatch):
        owner, older = await Database.open(path, owner=True), storage._migrations()
        monkeypatch.setattr(storage, "_migrations", lambda: [*older, "CREATE TABLE clubs (name TEXT);"])
        with pytest.raises(StorageError, match="an older version of the bot runs on this database; stop it first"):
            await make(path)
        assert ask(path, "PRAGMA user_version") == [(len(older),)]
        await owner.close()
        await make(path)
        assert ask(path, "PRAGMA user_version") == [(len(older) + 1,)]

    async def test_a_script_that_fails_leaves_the_file_as_it_was(self, path, monkeypatch):
        before = path.read_bytes()
        scripts = [*storage._migrations(), "CREATE TABLE clubs (name TEXT);\nALTER TABLE nowhere ADD COLUMN x TEXT;"]
        monkeypatch.setattr(storage, "_migrations", lambda: scripts)
        with pytest.raises(StorageError, match="nowhere"):
            await make(path)
        assert path.read_bytes() == before

    async def test_what_another_process_has_just_done_is_not_done_again(self, tmp_path, monkeypatch):
        path, looked, look = tmp_path / "cribbage.db", asyncio.Event(), SqliteDatabase._check_pages

        async def last_look(database):
            await look(database)
            looked.set()

        monkeypatch.setattr(SqliteDatabase, "_check_pages", last_look)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            opening = asyncio.create_task(Database.open(path))
            await looked.wait()
            for script in storage._migrations():
                for statement in storage._statements(script):
                    other.execute(statement)
            other.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            other.execute(f"PRAGMA user_version = {len(storage._migrations())}")
            other.execute("COMMIT")
        database = await opening
        assert await database.rows("SELECT * FROM tables") == []
        await database.close()
        assert ask(path, "PRAGMA user_version") == [(len(storage._migrations()),)]

    def test_a_semicolon_in_a_comment_or_a_text_ends_no_statement(self):
        script = "-- one; two\nCREATE TABLE a (b TEXT DEFAULT ';',\n c TEXT);\nDROP TABLE a;\n"
        assert [part.split()[-3:] for part in storage._statements(script)] == [
            ["';',", "c", "TEXT);"],
            ["DROP", "TABLE", "a;"],
        ]


def overwritten(path):
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\x9a" * 4096)


ANOTHERS, DAMAGED = "another program's database", "damaged|malformed"
HARMS = {
    "another program's": (lambda path: run(path, "CREATE TABLE recipes (name TEXT)"), ANOTHERS),
    "in wal": (lambda path: run(path, "PRAGMA journal_mode = WAL", "CREATE TABLE recipes (name TEXT)"), ANOTHERS),
    "without a table": (lambda path: run(path, "PRAGMA application_id = 7"), ANOTHERS),
    "a version without an owner": (lambda path: run(path, "PRAGMA user_version = 1"), ANOTHERS),
    "a letter": (lambda path: path.write_text("Dear Ann, see you on Thursday.\n" * 40), "file is not a database"),
    "newer": (lambda path: (lay_out(path), run(path, "PRAGMA user_version = 99")), "newer version of the bot"),
    "cut short": (lambda path: (lay_out(path), os.truncate(path, path.stat().st_size // 2)), DAMAGED),
    "overwritten": (lambda path: (lay_out(path), overwritten(path)), DAMAGED),
}


@pytest.mark.sqlite
class TestRefusing:
    @pytest.mark.parametrize("harm", HARMS)
    def test_a_file_that_is_not_ours_or_not_whole_is_left_as_it_is(self, tmp_path, harm):
        path, (do_harm, complaint) = tmp_path / "cribbage.db", HARMS[harm]
        do_harm(path)
        before = path.read_bytes()
        with pytest.raises(StorageError, match=complaint) as refused:
            asyncio.run(make(path))
        assert str(path) in str(refused.value)
        assert "\n" not in str(refused.value)
        assert str(refused.value).endswith(".")
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]

    async def test_a_folder(self, tmp_path):
        with pytest.raises(StorageError, match=r"can't be opened \(Is a directory\); check DATABASE_PATH"):
            await Database.open(tmp_path)

    async def test_a_file_where_a_folder_should_be(self, tmp_path):
        (tmp_path / "file").write_text("here")
        with pytest.raises(StorageError, match=r"can't be opened \(.*\); check DATABASE_PATH"):
            await Database.open(tmp_path / "file" / "cribbage.db")


class TestTransactions:
    async def test_twelve_at_once_do_not_mix(self, pairs):
        async def fail(number):
            async with pairs.transaction() as writing:
                writing.write("INSERT INTO pairs VALUES (?, 0)", (number,))
                await asyncio.sleep(0)
                raise KeyError(number)

        tasks = [write_pair(pairs, number) if number % 2 else fail(number) for number in range(12)]
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(end) for end in ended] == [KeyError, type(None)] * 6
        assert await numbers_in(pairs) == [1, 3, 5, 7, 9, 11]

    async def test_one_that_the_database_refuses_leaves_nothing(self, pairs):
        await write_pair(pairs, 1)
        with pytest.raises(StorageError, match="refused invalid data"):
            await write_halves(pairs, 2, [(2, 1), (1, 1)])
        await write_pair(pairs, 3)
        assert await numbers_in(pairs) == [1, 3]

    async def test_cancelled_at_any_moment_it_leaves_all_or_nothing(self, pairs):
        for moment in range(40):
            task = asyncio.create_task(write_pair(pairs, moment))
            for _ in range(moment % 20):
                await asyncio.sleep(0.0002 if moment < 20 else 0)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await numbers_in(pairs)
        await write_pair(pairs, 99)
        assert 0 not in await numbers_in(pairs)
        assert 99 in await numbers_in(pairs)

    @pytest.mark.sqlite
    async def test_held_by_another_program_it_says_so_and_works_again_later(self, pairs, tmp_path):
        await pairs._connection.execute_fetchall("PRAGMA busy_timeout = 5")
        with closing(sqlite3.connect(tmp_path / "cribbage.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StorageError, match="another program has locked the database"):
                await write_pair(pairs, 1)
            assert await numbers_in(pairs) == [], "reading goes on meanwhile"
            other.execute("ROLLBACK")
        await write_pair(pairs, 2)
        assert await numbers_in(pairs) == [2]

    @pytest.mark.sqlite
    async def test_what_cannot_be_read(self, database):
        with pytest.raises(StorageError, match="no such table: recipes"):
            await database.rows("SELECT * FROM recipes")


@pytest.mark.sqlite
class TestReading:
    @pytest.fixture
    async def slow(self, pairs):
        """Statements that take a second or so to write, until the end of the test."""
        many = "WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < {last}) "
        return many + "INSERT INTO pairs SELECT i, h FROM n, (SELECT 0 AS h UNION SELECT 1)"

    async def test_goes_on_while_much_is_written(self, pairs, slow):
        await write_pair(pairs, 1)
        writing = asyncio.create_task(_write(pairs, slow.format(last=200_000)))
        read = 0
        while not writing.done():
            await pairs.rows("SELECT * FROM pairs LIMIT 2")
            read += 1
        await writing
        assert read > 5, "reads that waited for the writing would be one or two"
        assert await pairs.rows("SELECT count(*) FROM pairs") == [(2 * 199_002,)]

    async def test_finds_what_was_written_before_it(self, pairs):
        for number in range(200):
            await write_pair(pairs, number)
            assert (await pairs.row("SELECT max(number) FROM pairs")) == (number,)

    async def test_finds_what_was_written_last_by_a_cancelled_task(self, pairs, slow):
        """A read after a cancelled write finds the file as it stays, not as it was before."""
        task = asyncio.create_task(_write(pairs, slow.format(last=20_000)))
        await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        first = await pairs.rows("SELECT count(*) FROM pairs")
        await asyncio.sleep(0.3)
        assert first == await pairs.rows("SELECT count(*) FROM pairs") == [(38_002,)]

    async def test_writes_nothing(self, pairs):
        with pytest.raises(StorageError, match="readonly"):
            await pairs.rows("INSERT INTO pairs VALUES (1, 0)")

    async def test_the_tables_of_a_channel_are_found_by_an_index(self, database, monkeypatch):
        asked = []
        monkeypatch.setattr(database, "rows", lambda *query, **_: asked.append(query) or _nothing())
        await tables.list_ids_in_channel(database, 5)
        monkeypatch.undo()
        [(statement, values)] = asked
        plan = [step for *_, step in await database.rows(f"EXPLAIN QUERY PLAN {statement}", values)]
        assert [step for step in plan if "SCAN" in step] == []
        assert "SEARCH messages USING COVERING INDEX messages_by_channel (channel_id=? AND kind=?)" in plan


async def _write(database, statement):
    async with database.transaction() as writing:
        writing.write(statement)


async def _nothing():
    return []


@pytest.mark.sqlite
class TestBusy:
    """Another program holds the file; Discord waits three seconds for an answer."""

    @pytest.fixture
    def held(self, pairs, tmp_path):
        with closing(sqlite3.connect(tmp_path / "cribbage.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield other

    async def test_twelve_moves_at_once_are_all_refused_within_three_seconds(self, pairs, held, monkeypatch):
        statements, begin = ["PRAGMA busy_timeout = 2000"], connection._begin

        def begin_traced(cursor, waited):
            cursor.connection.set_trace_callback(statements.append)
            begin(cursor, waited)

        monkeypatch.setattr(connection, "_begin", begin_traced)
        ended = await asyncio.gather(*(write_pair(pairs, number) for number in range(12)), return_exceptions=True)
        waits = [int(set_to.split()[-1]) for set_to, then in pairwise(statements) if then == "BEGIN IMMEDIATE"]
        assert len(waits) == 12
        assert sum(waits) < 2_800, "milliseconds for which SQLite may wait"
        for end in ended:
            assert isinstance(end, StorageError)
            assert str(end).startswith("another program has locked the database (database is locked); close it")

    async def test_a_move_that_waited_behind_others_is_stored_when_the_file_is_free(self, pairs, held):
        moves = [asyncio.create_task(write_pair(pairs, number)) for number in range(12)]
        await asyncio.sleep(0.5)
        held.execute("COMMIT")
        await asyncio.gather(*moves)
        assert await numbers_in(pairs) == list(range(12))

    async def test_a_start_needs_no_lock(self, pairs, held, tmp_path):
        await make(tmp_path / "cribbage.db")
        assert held.in_transaction

    async def test_others_write_while_a_start_checks_the_file(self, pairs, tmp_path, monkeypatch):
        wrote = []
        check = SqliteDatabase._check_pages

        async def check_and_write(database):
            await write_pair(pairs, 1)
            await check(database)
            wrote.extend(await numbers_in(pairs))

        monkeypatch.setattr(SqliteDatabase, "_check_pages", check_and_write)
        await make(tmp_path / "cribbage.db")
        assert wrote == [1]


class TestClosing:
    @pytest.mark.sqlite
    async def test_a_transaction_under_way_ends_first(self, pairs, tmp_path):
        writing = asyncio.create_task(write_pair(pairs, 1))
        await asyncio.sleep(0)
        await pairs.close()
        assert writing.done()
        assert ask(tmp_path / "cribbage.db", "SELECT count(*) FROM pairs") == [(2,)]
        assert [file.name for file in tmp_path.iterdir()] == ["cribbage.db"]

    async def test_by_two_at_once(self, pairs):
        await asyncio.wait_for(asyncio.gather(pairs.close(), pairs.close()), 10)

    async def test_afterwards_everything_is_refused_in_words(self, pairs):
        await pairs.close()
        await pairs.close()
        with pytest.raises(StorageError, match="the bot is stopping"):
            await write_pair(pairs, 1)
        with pytest.raises(StorageError, match="the bot is stopping"):
            await pairs.rows("SELECT 1")


class TestSmallThings:
    async def test_a_player_met_twelve_times_at_once_is_one(self, database):
        met = await asyncio.gather(*(players.meet(database, 77, "Ann") for _ in range(12)))
        assert len(set(met)) == 1
        assert (met[0].discord_id, met[0].name) == (77, "Ann")

    async def test_a_player_with_another_name_is_the_same(self, database):
        before = await players.meet(database, 77, "Ann")
        now = await players.meet(database, 77, "Annie 🂡 '; DROP TABLE players; --")
        assert now.id == before.id
        assert await players.meet(database, 77, now.name) == now
        assert (await players.meet(database, 78, "Ann")).id != before.id

    async def test_metadata_is_replaced(self, database):
        assert await metadata.read(database, "commands") is None
        await metadata.put(database, "commands", "one")
        await metadata.put(database, "commands", "two")
        assert await metadata.read(database, "commands") == "two"
