"""A club killed by SIGKILL between the end of a game and its place in the table: every result counts once."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KILLS = 8
PATIENCE = 60


def run(path, seed, games):
    """The club over the file: how the process ended."""
    command = [sys.executable, str(ROOT / "tests" / "killed_league.py"), str(path), str(seed), str(games)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, timeout=PATIENCE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == (-signal.SIGKILL if games else 0), done.stderr


def held(path):
    """What the file holds: the match of each table that ended one, and what the leagues have of it."""
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


def test_killed_as_games_end_every_result_is_in_its_table_once(tmp_path):
    path, chance, left = tmp_path / "club.db", random.Random(5), 0
    for kill in range(KILLS):
        run(path, kill, chance.randrange(2, 12))
        ended, collected, many = held(path)
        assert many == len(collected)
        assert collected.items() <= ended.items()
        left += len(ended) - len(collected)
    assert left, "no kill fell between the end of a game and its collection"
    run(path, KILLS, 0)
    ended, collected, many = held(path)
    assert many == len(collected)
    assert collected == ended
    assert len({league for league, *_ in ended.values()}) == 3
