"""The processes that think: real processes, and what happens when one dies."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import textwrap
from contextlib import suppress
from math import inf

import pytest

from bot.analysis.pool import AnalysisPool, PoolError, run_apart
from bot.analysis.thinking import choices_of, reviews_of, robot_move
from bot.tables.robot_games import play_games
from engine.ai.levels import EXPERT
from engine.ai.tables import kept_likelihood
from engine.events import Dealt
from engine.view import view
from tests.support.robot_tables import at_play, dealt
from tests.support.strategies import AUTOMATIC


@pytest.fixture
def pool():
    pool = AnalysisPool()
    yield pool
    pool.close()


async def test_the_processes_are_others_than_the_bot_and_differ(pool):
    urgent, other = await pool.run_urgently(os.getpid), await pool.run(os.getpid)
    assert len({os.getpid(), urgent, other}) == 3
    assert await pool.run_urgently(os.getpid) == urgent


async def test_a_move_choices_and_reviews_are_the_same_as_in_this_process(pool):
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    seen = view(game, 0)
    assert await pool.run_urgently(robot_move, seen, EXPERT, 3, inf) == robot_move(seen, EXPERT, 3, inf)
    assert await pool.run(choices_of, seen) == choices_of(seen)
    record = next(play_games(1, seed=3, target=61))
    (_, following, *_) = [place for place, event in enumerate(record.events) if isinstance(event, Dealt)]
    deal = record.events[:following]
    judged = reviews_of(deal, record.rules)
    assert all(judged)
    assert await pool.run(reviews_of, deal, record.rules) == judged


def _tables_built():
    return kept_likelihood.cache_info().currsize, gc.isenabled()


async def test_no_move_waits_for_tables_or_for_the_cycle_collector(pool):
    assert await pool.run_urgently(_tables_built) == (8, False)


@pytest.mark.parametrize("think", [lambda seen: robot_move(seen, EXPERT, 3), choices_of])
def test_thinking_makes_no_cycles_that_would_have_to_be_collected(think):
    seen = view(at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC 5D 2H KD 9C 9D", starter="2S"), 0)
    think(seen)
    gc.collect()
    think(seen)
    assert gc.collect() == 0


async def test_a_process_that_dies_is_started_again(pool):
    before = await pool.run(os.getpid)
    os.kill(before, signal.SIGKILL)
    assert await pool.run(os.getpid) != before


async def test_a_thought_that_kills_its_process_is_given_up(pool):
    with pytest.raises(PoolError, match="died"):
        await pool.run(os._exit, 3)
    assert await pool.run(os.getpid) != os.getpid()


async def test_what_a_function_raises_is_raised_here(pool):
    seen = view(dealt(AUTOMATIC, 0, "5H 5D JC QS 2C 9D", "3C 4D 7H 8S 9C KD"), 0)
    with pytest.raises(ValueError, match="no robot of the level"):
        await pool.run_urgently(robot_move, seen, "nobody", 1)


async def test_a_closed_pool_thinks_no_more(pool):
    process = await pool.run(os.getpid)
    pool.close()
    with pytest.raises(PoolError, match="closed"):
        await pool.run(os.getpid)
    with suppress(ProcessLookupError):
        for _ in range(100):
            os.kill(process, 0)
            await asyncio.sleep(0.05)
        pytest.fail("the process lives on")


def test_the_processes_end_with_a_bot_that_is_killed():
    program = textwrap.dedent(
        """
        import asyncio, os, signal
        from bot.analysis.pool import AnalysisPool

        async def main():
            print(await AnalysisPool().run(os.getpid), flush=True)
            os.kill(os.getpid(), signal.SIGKILL)

        if __name__ == "__main__":
            asyncio.run(main())
        """
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    process = int(ended.stdout)
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return
        asyncio.run(asyncio.sleep(0.05))
    pytest.fail("the process lives on")


def fill(many):
    """Fill so many bytes of memory."""
    return len(bytearray(many))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
async def test_a_process_apart_gets_no_more_memory_than_it_may_use():
    memory = 128 * 2**20
    assert await run_apart(fill, memory // 4, seconds=20.0, memory=memory) == memory // 4
    with pytest.raises(PoolError):
        await run_apart(fill, memory, seconds=20.0, memory=memory)
