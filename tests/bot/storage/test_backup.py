"""Backups: made beside a running bot, checked, never over another file, and restored whole or not at all."""

import asyncio
import os
import resource
import sqlite3
import stat
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from bot.models.errors import StorageError, StorageUnavailable
from bot.storage import backup, metadata
from bot.storage.backup import back_up, restore
from bot.storage.database import Database
from tests.support.blank_database import lay_out, opened
from tests.support.processes import run_python

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path):
    lay_out(tmp_path / "cribbage.db")
    return tmp_path / "cribbage.db"


def names(folder):
    return sorted(file.name for file in Path(folder).iterdir())


def note_in(path):
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return file.execute("SELECT value FROM notes WHERE name = 'test'").fetchone()


async def put_note(path, value):
    database = await opened(path)
    await metadata.put(database, "test", value)
    await database.close()


class TestBackUp:
    async def test_the_copy_of_a_running_bots_database_is_whole_and_the_bot_goes_on(self, path, tmp_path):
        running = await Database.open(path, owner=True)
        try:
            writing = asyncio.ensure_future(_write_notes(running, 300))
            sizes = [await asyncio.to_thread(back_up, path, tmp_path / f"copy{number}.db") for number in range(5)]
            await writing
            await metadata.put(running, "test", "last")
            await asyncio.to_thread(back_up, path, tmp_path / "last.db")
        finally:
            await running.close()
        for number in range(5):
            note_in(tmp_path / f"copy{number}.db")
            assert (tmp_path / f"copy{number}.db").stat().st_size == sizes[number]
        assert note_in(tmp_path / "last.db") == ("last",)
        copies = [f"copy{number}.db" for number in range(5)]
        assert names(tmp_path) == sorted(["cribbage.db", "cribbage.db-lock", "last.db", *copies])

    def test_a_file_that_is_there_is_refused_and_stays(self, path, tmp_path):
        (tmp_path / "copy.db").write_text("mine")
        with pytest.raises(StorageError, match=r"copy\.db: this file is there already; give the backup another name"):
            back_up(path, tmp_path / "copy.db")
        assert (tmp_path / "copy.db").read_text() == "mine"

    def test_into_a_folder_that_is_not_there(self, path, tmp_path):
        with pytest.raises(StorageError) as refused:
            back_up(path, tmp_path / "no" / "copy.db")
        assert str(refused.value) == f"{tmp_path / 'no' / 'copy.db'}: there is no folder {tmp_path / 'no'}."

    def test_without_a_database_none_is_made(self, tmp_path):
        with pytest.raises(StorageError, match="there's no database here; set DATABASE_PATH"):
            back_up(tmp_path / "cribbage.db", tmp_path / "copy.db")
        assert names(tmp_path) == []

    def test_a_damaged_database_gives_no_copy(self, path, tmp_path):
        _damage_index(path)
        with pytest.raises(StorageError, match="the file is damaged"):
            back_up(path, tmp_path / "copy.db")
        assert names(tmp_path) == ["cribbage.db"]

    def test_on_a_full_disk_nothing_is_left(self, path, tmp_path):
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, hard))
        try:
            with pytest.raises(StorageUnavailable, match=r"copy\.db: the (database can't be used|disk is full)"):
                back_up(path, tmp_path / "copy.db")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert names(tmp_path) == ["cribbage.db"]

    def test_a_locked_database_is_said_to_be_locked(self, path, tmp_path, monkeypatch):
        monkeypatch.setattr(backup, "BUSY_SECONDS", 0.1)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(StorageUnavailable, match="another program has locked the database"):
                back_up(path, tmp_path / "copy.db")
        assert "copy.db" not in names(tmp_path)


async def _write_notes(database, number):
    for value in range(number):
        await metadata.put(database, "test", str(value))


def _damage_index(path):
    """Let an index lack a row, which only the thorough check finds."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("INSERT INTO players (name) VALUES ('Zoe')")
        file.execute("PRAGMA writable_schema = ON")
        file.execute("CREATE INDEX odd ON players (name)")
        file.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX odd ON players (id)' WHERE name = 'odd'")


def _become_a_folder(path):
    path.unlink()
    path.mkdir()


class TestRestore:
    async def test_what_was_backed_up_is_there_again_and_the_bot_starts_on_it(self, path, tmp_path):
        await put_note(path, "old")
        back_up(path, tmp_path / "copy.db")
        await put_note(path, "new")
        aside = restore(tmp_path / "copy.db", path, replace=True)
        assert (note_in(path), note_in(aside)) == (("old",), ("new",))
        assert aside.name.startswith("cribbage.db.replaced-")
        running = await Database.open(path, owner=True)
        assert await metadata.read(running, "test") == "old"
        await running.close()
        assert note_in(tmp_path / "copy.db") == ("old",), "the backup stays"

    async def test_in_a_new_place(self, path, tmp_path):
        await put_note(path, "kept")
        back_up(path, tmp_path / "copy.db")
        assert restore(tmp_path / "copy.db", tmp_path / "new" / "cribbage.db") is None
        assert note_in(tmp_path / "new" / "cribbage.db") == ("kept",)
        assert stat.S_IMODE((tmp_path / "new" / "cribbage.db").stat().st_mode) == 0o600

    async def test_a_stale_log_is_removed_and_that_of_the_old_file_goes_with_it(self, path, tmp_path):
        """A killed bot has left its last moves in the -wal."""
        await put_note(path, "old")
        back_up(path, tmp_path / "copy.db")
        killed = tmp_path / "killed"
        killed.mkdir()
        with closing(sqlite3.connect(path, isolation_level=None)) as bot:
            bot.execute("PRAGMA journal_mode = WAL")
            bot.execute("UPDATE notes SET value = 'last' WHERE name = 'test'")
            for name in ("cribbage.db", "cribbage.db-wal", "cribbage.db-shm"):
                (killed / name).write_bytes((tmp_path / name).read_bytes())
        aside = restore(tmp_path / "copy.db", killed / "cribbage.db", replace=True)
        assert note_in(killed / "cribbage.db") == ("old",)
        assert names(killed) == ["cribbage.db", "cribbage.db-lock", aside.name, f"{aside.name}-wal"]
        assert note_in(aside) == ("last",)

    async def test_a_log_without_its_database_is_removed(self, path, tmp_path):
        await put_note(path, "old")
        back_up(path, tmp_path / "copy.db")
        path.unlink()
        path.with_name("cribbage.db-wal").write_bytes(b"of an older file")
        restore(tmp_path / "copy.db", path)
        assert note_in(path) == ("old",)
        assert names(tmp_path) == ["copy.db", "cribbage.db", "cribbage.db-lock"]

    async def test_a_database_that_is_there_is_refused_and_stays(self, path, tmp_path):
        back_up(path, tmp_path / "copy.db")
        await put_note(path, "mine")
        with pytest.raises(StorageError, match=r"cribbage\.db: this database is there already; add --replace"):
            restore(tmp_path / "copy.db", path)
        assert note_in(path) == ("mine",)

    @pytest.mark.parametrize(
        ("spoil", "complaint"),
        [
            (lambda copy: copy.unlink(), "there's no such file"),
            (
                lambda copy: copy.write_text("no database at all, but as long as a header of SQLite would be" * 20),
                r": this isn't a backup of the bot\.$",
            ),
            (lambda copy: copy.write_bytes(b""), "this file is empty, not a backup"),
            (lambda copy: copy.write_bytes(copy.read_bytes()[:-4096]), "damaged|malformed"),
            (
                lambda copy: _run(copy, "PRAGMA user_version = 999"),
                r"a newer version of the bot wrote this .*; update the bot\.$",
            ),
            (lambda copy: _run(copy, "PRAGMA application_id = 7"), r"this is another program's database\.$"),
            (_damage_index, r"the file is damaged .*; use another backup\.$"),
            (_become_a_folder, r": this is a folder\.$"),
        ],
        ids=["missing", "text", "empty", "cut", "newer", "of another program", "index", "folder"],
    )
    async def test_a_bad_backup_changes_nothing(self, path, tmp_path, spoil, complaint):
        copy = tmp_path / "copy.db"
        back_up(path, copy)
        await put_note(path, "mine")
        spoil(copy)
        with pytest.raises(StorageError, match=complaint) as refused:
            restore(copy, path, replace=True)
        assert str(refused.value).startswith(f"{copy}: ")
        assert note_in(path) == ("mine",)
        assert set(names(tmp_path)) - {"copy.db"} == {"cribbage.db"}

    @pytest.mark.skipif(os.geteuid() != 0, reason="becomes another user")
    @pytest.mark.parametrize(("mode", "said"), [(0o600, "{copy}: you can't read this file."), (0o644, "None")])
    def test_a_backup_in_a_folder_of_somebody_else_needs_only_to_be_read(self, path, mode, said):
        """Nothing is put beside it, though it is a file beside which SQLite keeps a -wal. Root may do everything."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder).chmod(0o755)
            copy, data = Path(folder, "copy.db"), Path(folder, "data")
            back_up(path, copy)
            _run(copy, "PRAGMA journal_mode = WAL")
            copy.chmod(mode)
            data.mkdir()
            os.chown(data, 65534, 65534)
            program = f"""
import os, pathlib
from bot.storage import backup
from bot.storage.backup import restore
# The other user may not read where the bot is installed.
newest = backup.newest_schema()
backup.newest_schema = lambda: newest
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    print(restore(pathlib.Path({str(copy)!r}), pathlib.Path({str(data / "cribbage.db")!r})))
except Exception as error:
    print(error)
"""
            done = run_python("-c", program)
            assert (done.stdout, done.stderr) == (f"{said.format(copy=copy)}\n", "")
            assert names(folder) == ["copy.db", "data"]

    def test_the_database_is_no_backup_of_itself(self, path):
        with pytest.raises(StorageError, match="this is the database itself"):
            restore(path, path, replace=True)

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
    async def test_what_root_restores_belongs_to_the_bots_user(self, path, tmp_path):
        back_up(path, tmp_path / "copy.db")
        folder = tmp_path / "data"
        folder.mkdir()
        os.chown(folder, 12345, 12345)
        restore(tmp_path / "copy.db", folder / "cribbage.db")
        assert {(folder / name).stat().st_uid for name in ("cribbage.db", "cribbage.db-lock")} == {12345}


def _run(path, statement):
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(statement)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such rights")
async def test_what_the_bot_writes_is_for_its_user_alone(tmp_path):
    path, lock = tmp_path / "cribbage.db", tmp_path / "cribbage.db-lock"
    lock.touch()
    lock.chmod(0o644)
    umask = os.umask(0o022)
    try:
        running = await Database.open(path, owner=True)
        await metadata.put(running, "test", "value")
        await asyncio.to_thread(back_up, path, tmp_path / "copy.db")
        others = {file.name for file in tmp_path.iterdir() if file.stat().st_mode & 0o077}
        await running.close()
    finally:
        os.umask(umask)
    assert others == set(), "an older version's lock is for its user alone from now on too"
    assert names(tmp_path) == ["copy.db", "cribbage.db", "cribbage.db-lock"]
