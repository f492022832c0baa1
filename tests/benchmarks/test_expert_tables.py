"""How long a person waits for an answer at their table while experts play at 200 others, and how long experts think."""

from __future__ import annotations

import asyncio
import time

from bot.analysis.pool import AnalysisPool
from engine.ai.levels import EXPERT
from engine.presets import find
from tests.support.seated_tables import room_over

TABLES = 200
ACTS = 60


async def test_a_person_at_a_table_beside_200_of_experts(tmp_path):
    async with room_over(tmp_path / "cribbage.db") as room:
        room.tables.robots._pool = pool = AnalysisPool()
        try:
            await pool.run_urgently(time.perf_counter)
            rules = find("house", target=121)
            for _ in range(TABLES):
                await room.robots_sit_down(EXPERT, rules)
            seconds, loops = [], []
            while len(seconds) < ACTS:
                table = await room.sit_down()
                while len(seconds) < ACTS and (await room.tables.find(table.id)).status == "playing":
                    begun = time.perf_counter()
                    await asyncio.sleep(0)
                    loops.append(time.perf_counter() - begun)
                    begun = time.perf_counter()
                    await room.take_turn(table.id)
                    seconds.append(time.perf_counter() - begun)
                    await asyncio.sleep(0.05)
            events = sum(table.version for table in room.tables._open.values())
        finally:
            await room.tables.close()
            pool.close()
    seconds.sort()
    median, most, turn = (1000 * time for time in (seconds[len(seconds) // 2], seconds[-1], max(loops)))
    print(
        f"\n{TABLES} tables of experts, {events} events so far: a person's act took {median:.0f} ms (median), "
        f"{most:.0f} ms at most; the loop went round in {turn:.0f} ms at most"
    )
