"""Experts at tables: they think in a process of their own, and people act meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from bot.analysis.pool import AnalysisPool
from bot.tables import robots
from engine.actions import Resign
from engine.ai.levels import EXPERT


@pytest.fixture
async def pool(room):
    pool = room.tables.robots._pool = AnalysisPool()
    yield pool
    await room.tables.close()
    pool.close()


async def test_a_person_acts_while_an_expert_thinks(room, pool):
    table = await room.tables.open(room.opening(robot=EXPERT))
    thinking = room.tables.robots._thinking[table.id]
    for _ in range(20):
        await asyncio.sleep(0)
    assert not thinking.done(), "the process needs time to start"
    update = await asyncio.wait_for(room.tables.act(table.id, room.ann, None, Resign(0)), 0.2)
    assert update.table.status == "closed"
    await thinking
    assert (await room.tables.find(table.id)).version == update.table.version, "the thought came to nothing"


@pytest.mark.parametrize(("robot", "starts"), [(EXPERT, True), ("1540", True), ("1480", False), ("club", False)])
async def test_the_process_starts_while_an_expert_takes_a_moment(room, pool, monkeypatch, robot, starts):
    monkeypatch.setattr(room.tables.robots, "_pace", 3_600.0)
    await room.tables.open(room.opening(robot=robot))
    await asyncio.wrap_future(pool._workers[True].thread.submit(int))
    assert (pool._workers[True]._process is not None) == starts


async def test_an_expert_thinks_again_after_a_crash(room, pool, monkeypatch):
    monkeypatch.setattr(robots, "RETRY_AFTER", 0.01)
    os.kill(await pool.run_urgently(os.getpid), signal.SIGKILL)
    table = await room.robots_sit_down(EXPERT)
    await asyncio.gather(*room.tables.robots._thinking.values())
    assert (await room.tables.find(table.id)).status == "over"
