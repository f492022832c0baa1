"""The time of a move with its commit, and the speed of 1,000 tables with robots at once.

pytest tests/benchmarks --benchmark-only

Nothing here fails for being slow: figures stand in ``extra_info``.
"""

import asyncio
import gc
import json
import time
import tracemalloc
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import aiosqlite
import pytest

from bot.models.storage import PostgresAddress, Shards
from bot.storage import players
from bot.storage.database import Database
from bot.tables.service import Tables
from engine.presets import find
from engine.record import event_to_dict
from tests.support.postgres_server import address_of, running_server
from tests.support.seated_tables import NOW, Recorder, Room, Wall, room_over, sound_move

MANY = 1_000
SECONDS = 5.0
TICK = 0.005


class Counter:
    """An audience that counts its events."""

    def __init__(self):
        self.count = 0

    def hear(self, update):
        self.count += 1


@pytest.mark.parametrize("sync", ["full", "normal"])
def test_a_move_with_its_commit_beside_a_bare_transaction(benchmark, tmp_path, sync):
    """Store the same events with ``Tables.act`` and with aiosqlite alone, and compare wall and processor time.

    On a busy machine threads wait longer for each other, which makes the bare transaction dear with its three calls to
    the thread. Pin the process to one core (``taskset -c 1``) to compare the work alone.
    """
    acts, bares = benchmark.pedantic(lambda: asyncio.run(_take_turns(tmp_path, sync)), rounds=1)
    (act, act_cpu), (bare, bare_cpu) = (
        [median(times) * 1e6 for times in zip(*both, strict=True)] for both in (acts, bares)
    )
    benchmark.extra_info.update(
        moves=len(acts),
        move_us=round(act),
        bare_transaction_us=round(bare),
        ratio=round(act / bare, 2),
        move_cpu_us=round(act_cpu),
        bare_transaction_cpu_us=round(bare_cpu),
        cpu_ratio=round(act_cpu / bare_cpu, 2),
    )


@pytest.mark.postgres
def test_a_move_on_postgres_beside_a_bare_insert(benchmark):
    """Store the same events with ``Tables.act`` and with one insert alone, on a server that waits for the disk."""
    with running_server(durable=True) as server:
        acts, bares = benchmark.pedantic(lambda: asyncio.run(_take_turns_on_postgres(server)), rounds=1)
    act, bare = (median(wall for wall, _ in times) * 1e6 for times in (acts, bares))
    benchmark.extra_info.update(
        moves=len(acts), move_us=round(act), bare_insert_us=round(bare), ratio=round(act / bare, 2)
    )


async def _take_turns_on_postgres(server):
    from psycopg import AsyncConnection

    url = address_of(server, "postgres")
    database = await Database.open(PostgresAddress(url), owner=True, shards=Shards())
    people = [await players.meet(database, number, f"Player {number}") for number in range(4)]
    room = Room(Path(), database, Tables(database, lambda: NOW), Recorder(Path()), *people, Wall())
    try:
        async with await AsyncConnection.connect(url, autocommit=True) as bare:
            await bare.execute("CREATE TABLE bare (LIKE events INCLUDING ALL)")

            async def store(rows):
                marks = ", ".join(["(%s, %s, %s)"] * len(rows))
                await bare.execute(
                    f"INSERT INTO bare VALUES {marks}".encode(), [value for row in rows for value in row]
                )

            return await _play_games(room, store)
    finally:
        await room.tables.close()
        await database.close()


class Stopwatch:
    """Append the wall and processor time of the block to a list."""

    def __init__(self, times):
        self.times = times

    def __enter__(self):
        self.started = time.perf_counter(), time.process_time()

    def __exit__(self, *_):
        wall, cpu = self.started
        self.times.append((time.perf_counter() - wall, time.process_time() - cpu))


async def _take_turns(folder, sync):
    async with room_over(folder / "cribbage.db") as room, _bare(folder / "bare.db", sync) as bare:
        await room.database._connection.execute_fetchall(f"PRAGMA synchronous = {sync}")

        async def store(rows):
            await bare.execute("BEGIN IMMEDIATE")
            await bare.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            await bare.execute("COMMIT")

        return await _play_games(room, store)


async def _play_games(room, store):
    """Play four games, and ``store`` the rows of their events once more; return the times of both."""
    acts, bares = [], []
    # The room's own audience reads the whole file after every move, which is no part of the bot.
    room.tables._audiences["change"][:] = [Counter()]
    for _ in range(4):
        table = await room.sit_down(find("house"))
        while table.status == "playing":
            seat = table.view(None).waiting_on[0]
            view, player = table.view(seat), table.seats[seat].player
            move, prompt = sound_move(view), view.prompt
            with Stopwatch(acts):
                update = await room.tables.act(table.id, player, prompt, move)
            table = update.table
            rows = [
                (table.id, table.version - place, json.dumps(event_to_dict(event)))
                for place, event in enumerate(update.events)
            ]
            with Stopwatch(bares):
                await store(rows)
    return acts, bares


@asynccontextmanager
async def _bare(path, sync):
    """A connection with the bot's settings, and a table like that of its events."""
    async with aiosqlite.connect(path, isolation_level=None) as bare:
        await bare.execute("PRAGMA journal_mode = WAL")
        await bare.execute(f"PRAGMA synchronous = {sync}")
        await bare.execute(
            "CREATE TABLE events (table_id TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, "
            "PRIMARY KEY (table_id, version)) STRICT, WITHOUT ROWID"
        )
        yield bare


def test_a_thousand_tables_with_robots_on_both_sides(benchmark, tmp_path):
    """Measure the actions a second with storage, and the longest block of the event loop."""
    figures = benchmark.pedantic(lambda: asyncio.run(_thousand(tmp_path / "cribbage.db")), rounds=1)
    benchmark.extra_info.update(figures)
    assert figures["tables"] == MANY


async def _thousand(path):
    async with room_over(path) as room:
        asleep = room.tables = Tables(room.database, lambda: NOW, pace=3_600)
        for _ in range(MANY):
            await room.robots_sit_down("club", find("house"))
        await asleep.close()
        del asleep
        room.tables = Tables(room.database, lambda: NOW)
        return await _play_for_a_while(room.tables)


async def _play_for_a_while(tables):
    counter, late = Counter(), []
    tables.tell(counter)
    gc.collect()
    gc.freeze()  # as the bot does when it starts
    ticking = asyncio.create_task(_tick(late))
    start = time.perf_counter()
    resumed = await tables.resume()
    woken = time.perf_counter()
    await asyncio.sleep(SECONDS)
    ended = time.perf_counter()
    ticking.cancel()
    gc.unfreeze()
    walls, processor = zip(*late, strict=True)
    return {
        "tables": len(resumed),
        "resumed_in_s": round(woken - start, 2),
        "actions_a_second": round(counter.count / (ended - woken)),
        "longest_block_ms": round(max(walls) * 1e3, 1),
        "longest_block_of_processor_ms": round(max(processor) * 1e3, 1),
    }


async def _tick(late):
    """Measure how late a sleep of 5 ms ends, and the processor time of the event loop's thread meanwhile."""
    while True:
        wall, worked = time.perf_counter(), time.thread_time()
        await asyncio.sleep(TICK)
        late.append((time.perf_counter() - wall - TICK, time.thread_time() - worked - TICK))


def test_the_memory_of_a_table(benchmark, tmp_path):
    """Measure the memory of a table at its largest: late in its third deal, with two complete deals in its log."""
    kilobytes = benchmark.pedantic(lambda: asyncio.run(_weigh(tmp_path / "cribbage.db")), rounds=1)
    benchmark.extra_info["kilobytes_a_table"] = round(kilobytes, 1)


async def _weigh(path):
    async with room_over(path) as room:
        for _ in range(20):
            table = await room.sit_down(find("house"))
            while (now := table.view(None)).deal < 3 or now.stage != "show":
                table = (await room.take_turn(table.id)).table
        tables = await room.again()
        gc.collect()
        tracemalloc.start()
        try:
            resumed = await tables.resume()
            gc.collect()
            weight, _ = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return weight / len(resumed) / 1024
