"""A club killed by SIGKILL between the end of a match and its place in the table: every result counts once."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from tests.support.depth import part_of, thorough
from tests.support.paths import ROOT

pytestmark = pytest.mark.sqlite

PATIENCE = 120
LEAGUES = (1, 2, 3)
WITHIN = 0.004


def run(path, seed, league=0, matches=0, later=0.0):
    """The club over the file: how the process ended."""
    asked = map(str, (path, seed, league, matches, later))
    command = [sys.executable, str(ROOT / "tests" / "support" / "killed_league_process.py"), *asked]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, timeout=PATIENCE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == (-signal.SIGKILL if matches else 0), done.stderr


def held(path):
    """Return the contents of the file: each table that ended a match, and its result in the leagues."""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ended = {}
        for name, league, best_of, won, side in file.execute(
            "SELECT tables.id, league_id, best_of, won, results.side FROM tables "
            "JOIN results ON results.table_id = tables.id"
        ):
            legs = json.loads(won) or [0, 0]
            legs[side] += 1
            if 2 * legs[side] > best_of:
                ended[name] = (league, side, legs[0], legs[1])
        collected = file.execute(
            "SELECT table_id, results.league_id, iif(a.won, 0, 1), a.legs, b.legs FROM league_results AS results "
            "JOIN league_sides AS a ON a.result_id = results.id AND a.side = 0 AND a.counts "
            "JOIN league_sides AS b ON b.result_id = results.id AND b.side = 1 AND b.counts"
        ).fetchall()
    return ended, {name: tuple(rest) for name, *rest in collected}, len(collected)


@thorough
def test_killed_as_matches_end_every_result_is_in_its_table_once(tmp_path):
    path, chance = tmp_path / "club.db", random.Random(5)
    kills = [(league, later) for league in LEAGUES for later in (0.0, chance.uniform(0, WITHIN))]
    for seed, (league, later) in enumerate(chosen := part_of(kills)):
        run(path, seed, league, chance.randrange(2, 6), later)
        ended, collected, many = held(path)
        assert many == len(collected)
        assert collected.items() <= ended.items()
        assert later or len(ended) > len(collected), "it was killed between the end of a match and its collection"
    run(path, len(kills))
    ended, collected, many = held(path)
    assert many == len(collected)
    assert collected == ended
    assert {league for league, *_ in ended.values()} >= {league for league, _ in chosen}
