"""A process killed at any instant: all that it announced was stored, and every game is whole and goes on."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager

import pytest

from engine.audit import play_again
from engine.game import chance, replay, waiting_on
from engine.record import event_from_dict
from engine.rules import Rules
from engine.state import Over
from tests.support.depth import part_of, thorough
from tests.support.paths import ROOT

pytestmark = pytest.mark.sqlite

KILLS = 16
PATIENCE = 120


@contextmanager
def process(path, heard, *, tables=6, seed, updates=0):
    """Start the program over the file, and end it in any case."""
    asked = map(str, (path, heard, tables, seed, updates))
    command = [sys.executable, str(ROOT / "tests" / "support" / "killed_process.py"), *asked]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()
    if heard.exists():
        # The kernel itself may stop in the middle of a line.
        whole = heard.read_bytes().rpartition(b"\n")
        heard.write_bytes(whole[0] + whole[1])


def killed_under_way(path, heard, updates, seed):
    """The process is killed after this many updates of active games."""
    with process(path, heard, seed=seed, updates=updates) as child:
        assert child.wait(PATIENCE) == -signal.SIGKILL, child.stderr.read()


def killed_after(path, heard, seed, begun, moment):
    """The process is killed this many seconds after a start, at any point."""
    with process(path, heard, seed=seed) as child:
        deadline = time.monotonic() + PATIENCE
        while not begun():
            assert child.poll() is None, child.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.001)
        time.sleep(moment)
        assert child.poll() is None, child.stderr.read()


class Held:
    """The contents of the file after a kill, checked against the laws and against the announced events."""

    def __init__(self, path, heard):
        self.path = path
        self.heard = heard
        self.checked = {}
        self.told = set()
        self.lines = 0

    def check(self):
        """Check everything, and return how many games are under way."""
        with closing(sqlite3.connect(self.path)) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            tables = file.execute("SELECT id, status, rules FROM tables").fetchall()
            events = {name: self._events(file, name) for name, _, _ in tables}
            clocks = {name: self._clocks(file, name) for name, _, _ in tables}
            results = {
                name: rest
                for name, *rest in file.execute("SELECT table_id, side, games, scores, ended_by FROM results")
            }
        for name, status, rules in tables:
            self._check_game(name, status, Rules.from_dict(json.loads(rules)), events[name], results.get(name))
            self._check_clocks(status, Rules.from_dict(json.loads(rules)), events[name], clocks[name])
        assert set(results) <= set(events)
        self._check_told(events)
        return sum(status == "playing" for _, status, _ in tables)

    def _events(self, file, name):
        rows = file.execute("SELECT version, body FROM events WHERE table_id = ? ORDER BY version", (name,)).fetchall()
        assert [version for version, _ in rows] == list(range(len(rows)))
        return [json.loads(body) for _, body in rows]

    def _clocks(self, file, name):
        """By seat whether its clock runs, None for a robot's; nothing where none was agreed."""
        question = (
            "SELECT seats.player_id, clocks.deadline FROM clocks JOIN seats USING (table_id, seat) "
            "WHERE table_id = ? ORDER BY seat"
        )
        return [None if player is None else bool(deadline) for player, deadline in file.execute(question, (name,))]

    def _check_clocks(self, status, rules, events, clocks):
        """The clocks run of those people who are asked, and of nobody else."""
        game = replay(rules, map(event_from_dict, events))
        asked = waiting_on(game) if status == "playing" else ()
        assert clocks in ([], [None if runs is None else seat in asked for seat, runs in enumerate(clocks)])
        assert len(clocks) in {0, rules.players}

    def _check_game(self, name, status, rules, events, result):
        """A game is whole to the last thing that was asked, and its status and result say the same."""
        if self.checked.get(name) == (status, len(events)):
            return
        self.checked[name] = (status, len(events))
        if status == "gathering":
            assert not events
            return
        game = play_again(rules, tuple(map(event_from_dict, events)))
        assert chance(game) is None
        assert (status == "over") == isinstance(game.phase, Over)
        phase = game.phase
        due = [phase.side, phase.games, json.dumps(game.scores), phase.by] if status == "over" else None
        assert result == due

    def _check_told(self, events):
        lines = self.heard.read_bytes().split(b"\n")[:-1] if self.heard.exists() else []
        for line in lines[self.lines :]:
            told = json.loads(line)
            name, version, added = told["table"], told["version"], told["events"]
            assert events[name][version - len(added) : version] == added
            for number in range(version - len(added), version):
                assert (name, number) not in self.told
                self.told.add((name, number))
        self.lines = len(lines)


@thorough
def test_killed_again_and_again_every_game_goes_on_from_its_last_event(tmp_path):
    path, heard = tmp_path / "cribbage.db", tmp_path / "heard"
    held = Held(path, heard)
    for kill in part_of(range(0, KILLS, 2)):
        moments = random.Random(kill)
        killed_under_way(path, heard, moments.randrange(1, 120), kill)
        assert held.check(), "it was killed while a game was under way"
        told = heard.stat().st_size
        killed_after(path, heard, kill + 1, lambda told=told: heard.stat().st_size > told, moments.uniform(0, 0.15))
        held.check()
    with process(path, heard, tables=0, seed=KILLS) as child:
        assert child.wait(PATIENCE) == 0, child.stderr.read()
    assert held.check() == 0
    assert {status for status, _ in held.checked.values()} == {"over"}
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("cribbage")] == ["cribbage.db"]


@pytest.mark.parametrize("moment", [0, 0.004])
def test_killed_while_the_file_is_being_made_it_is_made_the_next_time(tmp_path, moment):
    path, heard = tmp_path / "cribbage.db", tmp_path / "heard"
    killed_after(path, heard, 1, path.exists, moment)
    killed_under_way(path, heard, 1, seed=2)
    assert Held(path, heard).check()
