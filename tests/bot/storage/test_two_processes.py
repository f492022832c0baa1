"""Two processes on one PostgreSQL database, either killed at random: nothing is lost, and nothing happens twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager

import pytest

from tests.bot.storage.test_killed_process import PATIENCE, Held
from tests.support.blank_database import POSTGRES
from tests.support.killed_sharing_process import SILENT
from tests.support.paths import ROOT

pytestmark = pytest.mark.postgres


class Reader:
    """Another program that reads the database, with the words of SQLite's driver."""

    def __init__(self, path):
        self._connection = POSTGRES.reader(path)

    def execute(self, query, values=()):
        return self._connection.execute(query.replace("?", "%s").encode(), values)


class Shared(Held):
    """What is stored, checked against the laws and against what both processes announced."""

    def __init__(self, path, logs):
        super().__init__(path, None)
        self.logs = logs

    @contextmanager
    def read(self):
        # Each look sees one state, although both processes go on.
        reader = Reader(self.path)
        with reader._connection.transaction():
            reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            self.announced = {log: whole_lines(log) for log in self.logs}
            yield reader

    def _check_told(self, events):
        self.told = set()
        for told in self.told_lines():
            name, version, added = told["table"], told["version"], told["events"]
            # What is announced while we look is stored after we began.
            assert events[name][version - len(added) : version] == added
            for number in range(version - len(added), version):
                assert (name, number) not in self.told, "announced twice"
                self.told.add((name, number))

    def told_lines(self):
        return [json.loads(line) for lines in self.announced.values() for line in lines]


def whole_lines(log):
    return log.read_bytes().split(b"\n")[:-1] if log.exists() else []


class Processes:
    """The two processes, and their logs."""

    def __init__(self, path, folder, games):
        self.url, self.games, self.seed = POSTGRES.address(path).url, games, 0
        self.logs = [folder / "heard-0", folder / "heard-1"]
        self.errors = [folder / "errors-0", folder / "errors-1"]
        self.running = [None, None]

    def start(self, number):
        self.seed += 1
        asked = map(str, (self.url, number, self.logs[number], self.games, self.seed))
        command = [sys.executable, str(ROOT / "tests" / "support" / "killed_sharing_process.py"), *asked]
        with self.errors[number].open("ab") as errors:
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            self.running[number] = subprocess.Popen(command, env=environment, stderr=errors)

    def kill(self, number):
        process = self.running[number]
        process.kill()
        assert process.wait(PATIENCE) in {-signal.SIGKILL, 0}, self.errors[number].read_text()
        # The kernel itself may stop in the middle of a line.
        if self.logs[number].exists():
            whole = self.logs[number].read_bytes().rpartition(b"\n")
            self.logs[number].write_bytes(whole[0] + whole[1])

    def wait(self, number):
        assert self.running[number].wait(10 * PATIENCE) == 0, self.errors[number].read_text()

    def end(self):
        for process in self.running:
            if process is not None:
                process.kill()
                process.wait()


@pytest.mark.parametrize(
    ("games", "kills"), [(24, 6), pytest.param(200, 30, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_killed_at_random_every_game_is_whole_and_every_clock_runs_out_once(tmp_path, games, kills):
    path, chance = tmp_path / "shared", random.Random(17)
    processes = Processes(path, tmp_path, games)
    held = Shared(path, processes.logs)
    try:
        for number in (0, 1):
            processes.start(number)
        for _ in range(kills):
            stored = len(Reader(path).execute("SELECT 1 FROM events").fetchall())
            until = time.monotonic() + PATIENCE
            while len(Reader(path).execute("SELECT 1 FROM events").fetchall()) < stored + chance.randrange(10, 200):
                assert time.monotonic() < until, [errors.read_text() for errors in processes.errors]
                if all(process.poll() == 0 for process in processes.running):
                    break
                time.sleep(0.05)
            number = chance.randrange(2)
            processes.kill(number)
            held.check()
            # Sometimes the other one has to take over what this one kept.
            time.sleep(chance.choice([0, 0, 1.5]))
            processes.start(number)
        for number in (0, 1):
            processes.wait(number)
    finally:
        processes.end()
    assert held.check() == 0
    assert {status for status, _ in held.checked.values()} == {"over"}
    assert len(held.checked) >= games
    every_clock_ran_out_once(path, held, kills)


def every_clock_ran_out_once(path, held, kills):
    """The games of the silent ended by their clocks, and the players were told once."""
    silent = {
        name
        for (name,) in Reader(path).execute(
            "SELECT table_id FROM seats JOIN players ON players.id = seats.player_id WHERE discord_id >= ?", (SILENT,)
        )
    }
    assert silent
    ended = dict(Reader(path).execute("SELECT table_id, ended_by FROM results").fetchall())
    assert {ended[name] for name in silent} == {"time"}
    told = Counter(
        (line["table"], *line["notice"], line["version"])
        for line in held.told_lines()
        if line.get("notice", [""])[0] in {"time_over", "time_short"}
    )
    assert set(told.values()) == {1}
    over = {name for name, kind, *_ in told if kind == "time_over"}
    assert over <= silent
    # A process that is killed between the commit and the announcement tells nobody.
    assert len(silent - over) <= kills
