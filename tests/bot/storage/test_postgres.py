"""A PostgreSQL database: the schema of SQLite, whole transactions, and connections that are made again."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from bot.models.errors import StorageError, StorageUnavailable
from bot.models.storage import PostgresAddress
from bot.storage import metadata, players, postgres
from bot.storage.database import Database, _migrations
from tests.support.blank_database import POSTGRES, lay_out, opened
from tests.support.postgres_server import address_of, running_server
from tests.support.processes import run_python

pytestmark = pytest.mark.postgres

OLD_FUNCTIONS = [
    f"CREATE FUNCTION {name}({kinds}) RETURNS anycompatible LANGUAGE sql IMMUTABLE AS 'SELECT coalesce($1, $2)'"
    for name, kinds in (("ifnull", "anycompatible, anycompatible"), ("min", "anycompatible, anycompatible"))
]
"""Some of those that earlier versions made."""

TYPES = {"INTEGER": "bigint", "TEXT": "text", "REAL": "double precision", "BLOB": "bytea"}


@pytest.fixture
async def database(tmp_path):
    database = await opened(tmp_path / "cribbage.db")
    yield database
    await database.close()


async def write(database, *statements):
    async with database.transaction() as writing:
        for statement in statements:
            writing.write(statement)


class TestSchema:
    """The migrated file of SQLite and the migrated database of PostgreSQL have the same of everything."""

    @pytest.fixture
    def file(self, tmp_path):
        lay_out(tmp_path / "file.db")
        with closing(sqlite3.connect(tmp_path / "file.db")) as file:
            yield file

    async def test_columns(self, file, database):
        columns = {}
        for table in tables_of(file):
            for _, name, kind, is_needed, default, key in file.execute(f"PRAGMA table_info({table})"):
                has_default = None if default is None else default.strip("'")
                columns[table, name] = (TYPES[kind], bool(is_needed or key), has_default)
        found = await database.rows(
            "SELECT table_name, column_name, data_type, is_nullable = 'NO', column_default "
            "FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name) "
            "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'schema_version'"
        )
        stored = {}
        for table, column, kind, is_needed, default in found:
            stored[table, column] = (kind, bool(is_needed), None if default is None else plain_default(default))
        del stored["tables", "rowid"]
        assert stored == columns

    async def test_keys_and_unique_columns(self, file, database):
        expected = {}
        for table in tables_of(file):
            for _, index, is_unique, *_ in file.execute(f"PRAGMA index_list({table})").fetchall():
                listed = file.execute(f"PRAGMA index_xinfo({index})").fetchall()
                named = tuple(name or "(expression)" for _, _, name, _, _, is_key in listed if is_key)
                where = file.execute("SELECT sql FROM sqlite_master WHERE name = ?", (index,)).fetchone()
                is_partial = bool(where and where[0] and " WHERE " in where[0])
                expected.setdefault(table, []).append((named, bool(is_unique), is_partial))
            key = [name for _, name, *_, place in file.execute(f"PRAGMA table_info({table})") if place]
            # A whole number as the key has no index of its own on SQLite.
            if len(key) == 1 and ((key[0],), True, False) not in expected.get(table, []):
                expected.setdefault(table, []).append(((key[0],), True, False))
        stored = {}
        for table, names, is_unique, is_partial in await database.rows(
            "SELECT tables.relname, ARRAY(SELECT coalesce(attname::text, '(expression)') FROM "
            "unnest(indkey::smallint[]) WITH ORDINALITY AS keys (number, place) LEFT JOIN pg_attribute "
            "ON attrelid = indrelid AND attnum = number AND number <> 0 ORDER BY place), indisunique, "
            "indpred IS NOT NULL FROM pg_index JOIN pg_class AS tables ON tables.oid = indrelid "
            "JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = current_schema()"
        ):
            stored.setdefault(table, []).append((tuple(names), bool(is_unique), bool(is_partial)))
        assert {table: sorted(found) for table, found in stored.items()} == {
            table: sorted(found) for table, found in expected.items()
        }

    async def test_references(self, file, database):
        expected = set()
        for table in tables_of(file):
            for _, _, other, column, _, _, on_delete, _ in file.execute(f"PRAGMA foreign_key_list({table})"):
                expected.add((table, column, other, on_delete))
        stored = await database.rows(
            "SELECT one.relname, attname, other.relname, CASE confdeltype WHEN 'c' THEN 'CASCADE' ELSE 'NO ACTION' END "
            "FROM pg_constraint JOIN pg_class AS one ON one.oid = conrelid JOIN pg_class AS other "
            "ON other.oid = confrelid JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1] "
            "WHERE contype = 'f'"
        )
        assert set(stored) == expected

    async def test_views_have_the_columns_of_their_tables(self, file, database):
        views = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'view'")]
        for view in views:
            expected = [name for _, name, *_ in file.execute(f"PRAGMA table_info({view})")]
            stored = await database.rows(
                "SELECT column_name FROM information_schema.columns WHERE table_name = ? AND "
                "table_schema = current_schema() ORDER BY ordinal_position",
                (view,),
            )
            assert [name for (name,) in stored] == expected, view

    async def test_texts_are_compared_letter_by_letter(self, database):
        assert (
            await database.rows(
                "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema() "
                "AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C' AND table_name NOT IN "
                "(SELECT table_name FROM information_schema.views)"
            )
            == []
        )

    async def test_an_older_database_is_upgraded_and_a_newer_one_refused(self, monkeypatch, tmp_path):
        whole = postgres.scripts()
        monkeypatch.setattr(postgres, "scripts", lambda: whole[:15])
        where = POSTGRES.new_address("old")
        older = await Database.open(where)
        await write(older, "INSERT INTO players (discord_id, name) VALUES (1, 'Ann')")
        ann = await players.find(older, 1)
        await write(older, *OLD_FUNCTIONS, "DROP INDEX leagues_by_name")
        await write(older, "CREATE UNIQUE INDEX leagues_by_name ON leagues (ifnull(guild_id, 0), folded)")
        await older.close()
        running = await Database.open(where, owner=True)
        monkeypatch.undo()
        with pytest.raises(StorageError, match="an older version of the bot runs on this database; stop every process"):
            await Database.open(where)
        await running.close()
        newer = await Database.open(where)
        assert await newer.rows("SELECT version FROM schema_version") == [(len(_migrations()),)]
        assert await players.find(newer, 1) == ann
        assert await newer.rows("SELECT reviews FROM complete_leagues") == []
        functions = "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
        assert await newer.rows(functions) == [("take_ids",)]
        await write(newer, "UPDATE schema_version SET version = 999")
        await newer.close()
        with pytest.raises(StorageError, match="a newer version of the bot wrote this"):
            await Database.open(where)

    async def test_two_processes_may_create_it_at_once(self):
        where = POSTGRES.new_address("twice")
        one, other = await asyncio.gather(Database.open(where), Database.open(where))
        assert await one.rows("SELECT version FROM schema_version") == [(len(_migrations()),)]
        await one.close()
        await other.close()


class TestRefusing:
    async def test_another_programs_database(self):
        where = POSTGRES.new_address("other")
        POSTGRES.run_in(where, "CREATE TABLE recipes (name TEXT)")
        with pytest.raises(StorageError, match="this is another program's database; set DATABASE_URL"):
            await Database.open(where)

    async def test_a_server_that_is_not_there(self, tmp_path):
        with pytest.raises(StorageUnavailable, match=r"^postgresql://ann@/x: PostgreSQL can't be reached"):
            await Database.open(PostgresAddress(f"postgresql://ann:secret@/x?host={tmp_path}"))


class TestTransactions:
    async def test_a_cancelled_one_is_written_before_the_next_read(self, database):
        task = asyncio.create_task(metadata.put(database, "name", "value"))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await metadata.read(database, "name") == "value"

    async def test_values_of_every_kind_come_back(self, database):
        odd = "it's 100 % \\ ? \n ünd"
        async with database.transaction() as writing:
            writing.write("INSERT INTO notes (name, value) VALUES (?, ?)", (odd, "?%s"))
        assert await database.rows("SELECT name, value FROM notes WHERE name = ?", (odd,)) == [(odd, "?%s")]
        assert await database.rows(
            "SELECT ?, ?, ?, ?, 1 = 1, 1 = 2, sum(n), avg(n) FROM (VALUES (1), (2)) AS t (n)",
            (None, 2**62, b"\x00'", 0.5),
        ) == [(None, 2**62, b"\x00'", 0.5, 1, 0, 3, 1.5)]

    async def test_a_lock_that_is_held_too_long_is_a_sentence(self, database, tmp_path):
        await metadata.put(database, "name", "value")
        other = POSTGRES.reader(tmp_path / "cribbage.db")
        with other.transaction():
            other.execute("SELECT * FROM notes FOR UPDATE")
            with pytest.raises(StorageUnavailable, match="another program has locked the database"):
                await metadata.put(database, "name", "other")
        await metadata.put(database, "name", "other")

    async def test_a_lost_connection_is_made_again(self, database, tmp_path):
        await metadata.put(database, "name", "value")
        await metadata.read(database, "name")
        POSTGRES.reader(tmp_path / "cribbage.db").execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cribbage-bot'"
        )
        with pytest.raises(StorageUnavailable, match="PostgreSQL can't be reached"):
            await metadata.put(database, "name", "other")
        with pytest.raises(StorageUnavailable):
            await metadata.read(database, "name")
        await metadata.put(database, "name", "other")
        assert await metadata.read(database, "name") == "other"


def tables_of(file):
    rows = file.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return [name for (name,) in rows.fetchall()]


def plain_default(text):
    """Return the default value of a column without PostgreSQL's casts."""
    return re.sub(r"::\w+", "", text).strip("'()")


@pytest.fixture(scope="module")
def strict_server():
    with running_server() as server:
        rules = Path(server, "data", "pg_hba.conf")
        kept = "local all guarded scram-sha-256\nlocal all shut reject\n"
        rules.write_text(kept + rules.read_text())
        with closing(psycopg.connect(address_of(server, "postgres"), autocommit=True)) as session:
            for statement in (
                "CREATE ROLE guarded LOGIN PASSWORD 'right'",
                "CREATE ROLE shut LOGIN",
                "CREATE ROLE nobody_logs_in NOLOGIN",
                "SELECT pg_reload_conf()",
            ):
                session.execute(statement)
        yield server


class TestRefusals:
    """What no later try will change is no ``StorageUnavailable``, after which a service manager would try again."""

    @pytest.mark.parametrize(
        ("who", "database", "said"),
        [
            ("guarded:wrong", "postgres", "password authentication failed"),
            ("guarded", "postgres", "no password supplied"),
            ("unknown", "postgres", "does not exist"),
            ("nobody_logs_in", "postgres", "is not permitted to log in"),
            ("shut", "postgres", "pg_hba.conf"),
            ("cribbage", "unknown", "does not exist"),
        ],
    )
    async def test_what_the_host_must_change(self, strict_server, who, database, said):
        where = PostgresAddress(f"postgresql://{who}@/{database}?host={strict_server}")
        with pytest.raises(StorageError, match=said) as refused:
            await Database.open(where, owner=True)
        assert not isinstance(refused.value, StorageUnavailable)
        assert "wrong" not in str(refused.value), "no password is told"
        assert "check DATABASE_URL and the password" in str(refused.value)

    def test_the_bot_ends_with_2(self, strict_server, tmp_path):
        where = f"postgresql://guarded:wrong@/postgres?host={strict_server}"
        variables = {"DATABASE_URL": where, "DISCORD_TOKEN": "a.token.indeed"}
        told = run_python("-m", "bot", "run", cwd=tmp_path, **variables)
        assert told.returncode == 2, told.stderr
        assert "password authentication failed" in told.stderr
