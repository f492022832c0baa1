"""The copy of the file that is made before a new version of the bot changes its schema."""

import asyncio
import resource
import sqlite3
import stat
from contextlib import closing

import pytest

from bot.models.errors import StorageError
from bot.storage import database as storage
from bot.storage.database import Database
from tests.bot.storage.test_upgrade_from_0006 import all_rows, schema_of
from tests.support.blank_database import old_file

pytestmark = pytest.mark.sqlite

COPY = "cribbage.db.before-0007"


@pytest.fixture
def path(tmp_path):
    """The path of a file as version 0.2 left it: schema 0006."""
    return old_file(tmp_path / "cribbage.db", "0006")


async def upgrade(path, **options):
    await (await Database.open(path, **options)).close()


def names(path):
    """The names of the files in the folder, without that of the lock, which stays."""
    return sorted(file.name for file in path.parent.iterdir() if not file.name.endswith("-lock"))


def version_of(path):
    with closing(sqlite3.connect(path)) as file:
        return file.execute("PRAGMA user_version").fetchone()[0]


@pytest.mark.parametrize("owner", [True, False])
async def test_the_copy_is_the_file_as_it_was(path, owner):
    rows, schema = all_rows(path), schema_of(path)
    await upgrade(path, owner=owner)
    copy = path.with_name(COPY)
    assert (all_rows(copy), schema_of(copy), version_of(copy)) == (rows, schema, 6)
    assert names(path) == ["cribbage.db", COPY]
    assert version_of(path) == len(storage._migrations())


async def test_what_a_killed_bot_left_in_the_log_is_in_the_copy(path, tmp_path):
    """The -wal holds a player that the file itself does not hold yet."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as bot:
        bot.execute("PRAGMA journal_mode = WAL")
        bot.execute("INSERT INTO players (name) VALUES ('Zoe')")
        for name in ("cribbage.db", "cribbage.db-wal"):
            (killed / name).write_bytes((tmp_path / name).read_bytes())
    await upgrade(killed / "cribbage.db")
    assert any("Zoe" in row for row in all_rows(killed / COPY)["players"])


async def test_nobody_else_may_read_the_copy_of_a_private_file(path):
    path.chmod(0o600)
    await upgrade(path)
    assert stat.S_IMODE(path.with_name(COPY).stat().st_mode) == 0o600


async def test_a_new_file_and_a_file_of_this_version_are_not_copied(tmp_path):
    for _ in range(2):
        await upgrade(tmp_path / "cribbage.db")
        assert names(tmp_path / "cribbage.db") == ["cribbage.db"]


async def test_the_newest_copy_of_each_version_is_kept(path, monkeypatch):
    path.with_name(COPY).write_text("an older copy")
    path.with_name(f"{COPY}.part").write_text("what was left of a copy that was cut short")
    await upgrade(path)
    newest = len(storage._migrations())
    scripts = [*storage._migrations(), "CREATE TABLE clubs (name TEXT);"]
    monkeypatch.setattr(storage, "_migrations", lambda: scripts)
    await upgrade(path)
    assert names(path) == ["cribbage.db", COPY, f"cribbage.db.before-{newest + 1:04}"]
    assert [version_of(path.with_name(name)) for name in names(path)] == [newest + 1, 6, newest]


@pytest.fixture
def small_disk(path):
    """No file can grow beyond half the size of the database."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_without_room_for_the_copy_nothing_is_updated(path, small_disk):
    before = path.read_bytes()
    with pytest.raises(StorageError) as refused:
        await upgrade(path)
    assert str(refused.value).startswith(f"{path}: the backup {COPY}, needed before the update, failed (")
    assert str(refused.value).endswith("); free 2 MB on the disk and start again.")
    assert str(refused.value).isprintable()
    assert path.read_bytes() == before
    assert names(path) == ["cribbage.db"]


async def test_what_cannot_be_replaced_is_said_and_nothing_is_updated(path):
    (path.with_name(COPY) / "folder").mkdir(parents=True)
    before = path.read_bytes()
    with pytest.raises(StorageError, match=f"the backup {COPY}, needed before the update, failed"):
        await upgrade(path)
    assert path.read_bytes() == before


async def test_two_at_once_update_it_once(path):
    ended = await asyncio.gather(*(upgrade(path) for _ in range(4)), return_exceptions=True)
    assert None in ended
    assert all(isinstance(end, StorageError) for end in ended if end is not None)
    assert version_of(path) == len(storage._migrations())
    assert version_of(path.with_name(COPY)) == 6
