"""The command line where the database is on PostgreSQL: what is moved there, and what each command says of it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.command import load_settings
from bot.hosting.doctor import examine_machine
from bot.models.league import Meeting
from bot.models.storage import PostgresAddress
from bot.storage import leagues, meetings, players, privacy, result_totals
from bot.storage.database import Database, SqliteDatabase
from tests.support.blank_database import POSTGRES, lay_out
from tests.support.paths import ROOT
from tests.support.seated_tables import NOW

pytestmark = pytest.mark.postgres

OLD = (ROOT / "tests" / "bot" / "storage" / "version_0014.sql").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder without .env, and an environment in which the database is a new one on PostgreSQL."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DATABASE_PATH", raising=False)
    monkeypatch.setenv("DATABASE_URL", POSTGRES.new_address("moved").url)
    return tmp_path


@pytest.fixture
def file(folder):
    """A database file of an earlier version, with games, a league and a word that is hard to quote."""
    path = folder / "cribbage.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(OLD)
        old.execute("INSERT INTO notes (name, value) VALUES ('hard', ?)", ("tab\t\\N newline\n 'quoted' \\. é",))
        old.commit()
    return path


def counts(file):
    with closing(sqlite3.connect(file)) as read:
        names = read.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return {name: read.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for (name,) in names.fetchall()}


def url(folder):
    return load_settings().database.url


async def rows(question):
    """Return what is found in the database, which is made if it is new."""
    database = await Database.open(load_settings().database)
    try:
        return await database.rows(question)
    finally:
        await database.close()


class TestMigrate:
    def test_everything_arrives(self, folder, file, capsys):
        assert main(["migrate", str(file), url(folder)]) == 0
        lines = capsys.readouterr().out.splitlines()
        said = {line.partition(":")[0]: int(line.split()[1].replace(",", "")) for line in lines[:-1]}
        assert said["events"] > 100
        assert said["league_results"] > 0
        assert "Put the address into DATABASE_URL" in lines[-1]
        asyncio.run(self._compare(file, load_settings().database))
        assert said == counts(file), "updated by this test"

    async def _compare(self, file, address):
        old, new = await SqliteDatabase.open_file(file), await Database.open(address)
        try:
            for table in counts(file):
                columns = ", ".join(f'"{name}"' for _, name, *_ in await old.rows(f"PRAGMA table_info({table})"))
                both = [await one.rows(f"SELECT {columns} FROM {table}") for one in (old, new)]
                assert sorted(map(repr, both[0])) == sorted(map(repr, both[1])), table
            order = "SELECT id FROM tables ORDER BY tables.rowid"
            assert await old.rows(order) == await new.rows(order)
            for league in await leagues.list_all(old):
                for season in await leagues.list_seasons(old, league.id):
                    sums = [await result_totals.sum_by_player(one, league.id, season.number) for one in (old, new)]
                    assert sorted(sums[0], key=repr) == sorted(sums[1], key=repr)
            # New rows get new ids.
            league = (await leagues.list_all(new))[0]
            for number in (8, 9):
                await players.meet(new, number, "Somebody new")
                async with new.transaction() as writing:
                    meeting = Meeting(id=0, league_id=league.id, season=1, number=number, day=NOW.date())
                    meetings.add(writing, meeting)
            player = await players.find(new, 9)
            assert player is not None
            assert (await privacy.export(new, player))["games"] == []
        finally:
            await old.close()
            await new.close()

    @pytest.mark.parametrize("is_refused", [False, True])
    def test_the_file_and_its_folder_stay_as_they_were(self, folder, file, capsys, is_refused):
        """The file is older than this version and has a -wal with rows of its own, as after a kill."""
        with closing(sqlite3.connect(file, isolation_level=None)) as bot:
            bot.execute("PRAGMA journal_mode = WAL")
            bot.execute("UPDATE notes SET value = 'last' WHERE name = 'hard'")
            killed = folder / "killed"
            killed.mkdir()
            for name in ("cribbage.db", "cribbage.db-wal"):
                (killed / name).write_bytes((folder / name).read_bytes())
        if is_refused:
            assert main(["migrate", str(file), url(folder)]) == 0
        before = {one.name: one.read_bytes() for one in killed.iterdir()}
        assert main(["migrate", str(killed / "cribbage.db"), url(folder)]) == (2 if is_refused else 0)
        assert {one.name: one.read_bytes() for one in killed.iterdir()} == before
        if not is_refused:
            assert asyncio.run(rows("SELECT value FROM notes WHERE name = 'hard'")) == [("last",)]

    def test_an_empty_file_is_moved_too(self, folder, capsys):
        lay_out(folder / "new.db")
        assert main(["migrate", "new.db", url(folder)]) == 0
        assert "0 rows" in capsys.readouterr().out

    def test_a_database_with_rows_is_refused(self, folder, file, capsys):
        assert main(["migrate", str(file), url(folder)]) == 0
        assert main(["migrate", str(file), url(folder)]) == 2
        assert "this database isn't empty" in capsys.readouterr().err

    def test_a_file_that_a_bot_runs_on_is_refused(self, folder, file, capsys):
        async def move_while_it_runs():
            running = await SqliteDatabase.open_file(file, owner=True)
            code = await asyncio.to_thread(main, ["migrate", str(file), url(folder)])
            await running.close()
            return code

        assert asyncio.run(move_while_it_runs()) == 75
        assert "another process runs the bot on this database" in capsys.readouterr().err

    def test_a_file_that_is_not_there_and_an_address_that_is_none(self, folder, capsys):
        assert main(["migrate", "nothing.db", url(folder)]) == 2
        assert capsys.readouterr().err == "cribbage-bot: nothing.db: there's no database.\n"
        with pytest.raises(SystemExit) as left:
            main(["migrate", "nothing.db", "mysql://x"])
        assert left.value.code == 2
        assert "the address must be like postgresql://user:password@host/name" in capsys.readouterr().err

    def test_what_postgres_refuses_moves_nothing(self, folder, file, capsys):
        with closing(sqlite3.connect(file)) as old:
            old.execute("UPDATE notes SET value = 'a' || char(0) || 'b' WHERE name = 'hard'")
            old.commit()
        assert main(["migrate", str(file), url(folder)]) == 2
        assert "the database can't be used" in capsys.readouterr().err
        assert main(["league", "list"]) == 0
        assert capsys.readouterr().out == ""


class TestOtherCommands:
    @pytest.mark.parametrize(("command", "use"), [("backup", "use pg_dump"), ("restore", "use pg_restore")])
    def test_backups_are_left_to_postgres(self, folder, capsys, command, use):
        assert main([command, "copy.db"]) == 2
        assert f"the database is on PostgreSQL (DATABASE_URL), where this command does nothing; {use}." in (
            capsys.readouterr().err
        )
        assert list(Path().iterdir()) == []

    def test_the_doctor_looks_at_it_and_changes_nothing(self, folder):
        found = {finding.part: finding for finding in examine_machine(load_settings())}
        assert found["Database"].is_right
        assert "is empty. The first start makes its tables." in str(found["Database"])
        assert "Disk" not in found
        asyncio.run(rows("SELECT 1"))
        assert "Back it up with pg_dump." in str(next(examine_machine(load_settings())))

    def test_the_doctor_says_what_is_wrong(self, folder, monkeypatch):
        monkeypatch.setenv("DATABASE_URL", f"postgresql://ann:secret@/x?host={folder}")
        finding = next(examine_machine(load_settings()))
        assert not finding.is_right
        assert "postgresql://ann@/x: PostgreSQL can't be reached" in str(finding)
        assert "secret" not in str(finding)
        POSTGRES.run_in(other := POSTGRES.new_address("recipes"), "CREATE TABLE recipes (name TEXT)")
        assert isinstance(other, PostgresAddress)
        monkeypatch.setenv("DATABASE_URL", other.url)
        assert "this is another program's database" in str(next(examine_machine(load_settings())))
