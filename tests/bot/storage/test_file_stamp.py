"""A backup laid over the file of a killed bot is noticed, and the file of a killed bot itself is never refused."""

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from itertools import product

import pytest

from bot.models.errors import StorageError
from bot.storage import file_stamp, players
from bot.storage.database import Database
from tests.support.depth import sampled, seeds, thorough
from tests.support.paths import ROOT
from tests.support.processes import run_python

pytestmark = pytest.mark.sqlite

BACKUP = "copy.db"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cribbage.db"


def played_and_killed(path, first, many=20, checkpoint="none"):
    """A process owns the file, meets these players, and is killed."""
    program = str(ROOT / "tests" / "support" / "killed_owner.py")
    done = run_python(program, str(path), str(first), str(many), checkpoint)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert path.with_name("cribbage.db-wal").stat().st_size


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """The folder that a killed bot left, with 5 players."""
    path = tmp_path_factory.mktemp("killed") / "cribbage.db"
    played_and_killed(path, 0, 5)
    return path.parent


@pytest.fixture
def left(killed, path):
    shutil.copytree(killed, path.parent, dirs_exist_ok=True)
    return path


async def met(path, *, owner=True):
    database = await Database.open(path, owner=owner)
    ((many,),) = await database.rows("SELECT count(*) FROM players")
    await database.close()
    return many


def backed_up(path):
    """A backup with the shell's ``.backup``: SQLite's backup API."""
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(path.with_name(BACKUP))) as copy:
        source.backup(copy)


def vacuumed(path):
    with closing(sqlite3.connect(path)) as source:
        source.execute("VACUUM INTO ?", (str(path.with_name(BACKUP)),))


def copied(path):
    """The file alone, with its time, as a backup program of the system reads it."""
    shutil.copy2(path, path.with_name(BACKUP))


def cp(backup, path):
    shutil.copyfile(backup, path)


def cp_after_rm(backup, path):
    path.unlink()
    shutil.copyfile(backup, path)


def mv(backup, path):
    backup.replace(path)


def cp_preserving(backup, path):
    shutil.copy2(backup, path)


def dumped(backup, path):
    """Byte after byte into the same file, as ``cat backup > cribbage.db``."""
    with path.open("r+b") as file:
        file.write(backup.read_bytes())
        file.truncate()


BACKUPS = [backed_up, vacuumed, copied]
LAID = [cp, cp_after_rm, mv, cp_preserving, dumped]


async def backup_under_way(path, backup, checkpoint, players_before=10, players_after=10):
    """Play, back up while the bot runs, play on, and leave in ``path`` what a kill at that moment leaves."""
    running = path.with_name("running") / path.name
    database = await Database.open(running, owner=True)
    for number in range(players_before):
        await players.meet(database, number, f"Player {number}")
    if checkpoint == "before":
        await make_checkpoint(database)
    await asyncio.to_thread(backup, running)
    shutil.move(running.with_name(BACKUP), path.with_name(BACKUP))
    for number in range(players_after):
        await players.meet(database, 100 + number, f"Player {number}")
    if checkpoint == "after":
        await make_checkpoint(database)
        await players.meet(database, 999, "Zoe")
    for ending in ("", "-wal", "-stamp"):
        shutil.copy2(f"{running}{ending}", f"{path}{ending}")
    await database.close()
    return players_before, players_before + players_after + (checkpoint == "after")


async def make_checkpoint(database):
    with database._stamp.checkpoint():
        await database._connection.execute_fetchall("PRAGMA wal_checkpoint(PASSIVE)")


@sampled(("lay", "backup", "checkpoint"), product(LAID, (backed_up, vacuumed), ("none", "before", "after")))
async def test_a_backup_of_a_running_bot_laid_over_its_file_is_refused(path, backup, lay, checkpoint):
    then, now = await backup_under_way(path, backup, checkpoint)
    shutil.copytree(path.parent, path.parent / "left", ignore=shutil.ignore_patterns("running", "left"))
    lay(path.with_name(BACKUP), path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    for owner in (True, False, True):
        with pytest.raises(StorageError) as refused:
            await met(path, owner=owner)
        assert str(refused.value) == (
            f"{path}: cribbage.db-wal wasn't written for this file; to use the file alone, such as a backup, delete "
            "cribbage.db-wal and cribbage.db-shm; to use both, delete cribbage.db-stamp."
        )
    after = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    assert {name: body for name, body in after.items() if not name.endswith("-lock")} == before, "nothing has changed"
    path.with_name("cribbage.db-wal").unlink()
    assert await met(path) == then, "the backup"
    assert await met(path.parent / "left" / path.name) == now, "the file that was left, moved to another folder"


@sampled(("lay", "backup"), product(LAID, BACKUPS))
def test_a_backup_laid_over_the_file_of_a_killed_bot_is_refused(left, path, backup, lay):
    assert asyncio.run(met(left)) == 5
    backup(path)
    played_and_killed(path, 100, 5, "after")
    lay(path.with_name(BACKUP), path)
    with pytest.raises(StorageError, match="to use the file alone"):
        asyncio.run(met(path))
    path.with_name("cribbage.db-stamp").unlink()
    with suppress(StorageError):
        assert asyncio.run(met(path)) == 10


READER = """
import sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "reads":
    file.execute("BEGIN")
file.execute("SELECT count(*) FROM players").fetchall()
print("open", flush=True)
sys.stdin.readline()
if sys.argv[2] == "checkpoints":
    file.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    print("done", flush=True)
sys.stdin.readline()
"""


def stopped_beside_another_program(path, what):
    """A bot meets 5 players and stops cleanly while another program has the file open, which is killed after that."""
    with asyncio.Runner() as runner:
        _stop_beside_another_program(path, what, runner.run)


def _stop_beside_another_program(path, what, run):
    database = run(Database.open(path, owner=True))
    run(players.meet(database, 50, "Player 50"))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", READER, str(path), what], stdin=pipe, stdout=pipe) as other:
        assert other.stdout.readline() == b"open\n"
        for number in range(51, 55):
            run(players.meet(database, number, f"Player {number}"))
        run(database.close())
        if what == "checkpoints":
            other.stdin.write(b"\n")
            other.stdin.flush()
            assert other.stdout.readline() == b"done\n"
        other.kill()
    assert path.with_name("cribbage.db-wal").stat().st_size


@pytest.mark.parametrize("lay", LAID)
def test_a_backup_laid_over_the_file_of_a_bot_that_stopped_beside_another_program_is_refused(left, path, lay):
    """Litestream always has the file open, so SQLite leaves the -wal also where the bot stops cleanly."""
    assert asyncio.run(met(left)) == 5
    backed_up(path)
    stopped_beside_another_program(path, "reads")
    lay(path.with_name(BACKUP), path)
    with pytest.raises(StorageError, match="to use the file alone"):
        asyncio.run(met(path))
    for ending in ("-wal", "-shm"):
        path.with_name(f"cribbage.db{ending}").unlink()
    assert asyncio.run(met(path)) == 5


@pytest.mark.parametrize("what", ["reads", "idles", "checkpoints"])
def test_a_bot_that_stopped_beside_another_program_starts_again(path, what):
    """What the other program wrote into the file at its end is what the -wal has."""
    stopped_beside_another_program(path, what)
    assert path.with_name("cribbage.db-stamp").exists()
    assert asyncio.run(met(path)) == 5
    assert sorted(file.name for file in path.parent.iterdir()) == ["cribbage.db", "cribbage.db-lock"]


@thorough
def test_a_killed_bot_starts_again_each_time(path):
    """No file of a bot that was killed is refused, whatever it was doing."""
    many = 0
    for kill in seeds(24):
        chance = random.Random(kill)
        more = chance.choice([1, 3, 40, 700])
        played_and_killed(path, many, more, chance.choice(["none", "none", "after", "within"]))
        many += more
        if kill % 3:
            assert asyncio.run(met(path, owner=bool(kill % 2))) == many
            assert sorted(file.name for file in path.parent.iterdir()) == ["cribbage.db", "cribbage.db-lock"] or (
                not kill % 2
            ), "closed cleanly"
    assert asyncio.run(met(path)) == many


async def test_a_reader_beside_a_running_bot_refuses_nothing(path):
    owner = await Database.open(path, owner=True)
    await players.meet(owner, 1, "Ann")
    os.utime(path)
    assert await met(path, owner=False) == 1
    await players.meet(owner, 2, "Ben")
    stamp = json.loads(path.with_name("cribbage.db-stamp").read_text())
    assert stamp["written"] == path.stat().st_mtime_ns, "what another program wrote is noted after the next commit"
    await owner.close()


@pytest.mark.parametrize(("seconds", "fits"), [(-90, False), (-20, True), (0, True), (20, False)])
def test_after_a_power_cut_the_time_of_the_file_may_be_an_older_one(left, path, seconds, fits):
    stamp = path.with_name("cribbage.db-stamp")
    noted = json.loads(stamp.read_text())
    stamp.write_text(json.dumps({**noted, "boot": "another"}))
    moment = noted["written"] + seconds * 10**9
    os.utime(path, ns=(moment, moment))
    assert file_stamp.FileStamp(path).fits() == fits


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"{}", b"\xff", b'{"written": "noon"}', b'{"written": null}'])
def test_a_stamp_that_cannot_be_read_refuses_nothing(left, path, body):
    path.with_name("cribbage.db-stamp").write_bytes(body)
    assert asyncio.run(met(path)) == 5


async def test_a_checkpoint_follows_when_enough_was_written(path, monkeypatch):
    monkeypatch.setattr(file_stamp, "CHECKPOINT_ROWS", 20)
    database, log = await Database.open(path, owner=True), path.with_name("cribbage.db-wal")
    sizes = []
    for number in range(400):
        await players.meet(database, number, f"Player {number}" * 40)
        sizes.append(log.stat().st_size)
    assert max(sizes) < 1_000_000, "the -wal is used again from its beginning"
    assert path.stat().st_size > 200_000, "the file itself has grown"
    await database.close()
