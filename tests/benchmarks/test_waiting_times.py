"""The time that everybody else waits while somebody imports, exports or looks at a very large league.

pytest tests/benchmarks/test_waiting_times.py -n 0 --benchmark-only

Beside each piece of work three probes run: a sleep of 5 ms (how long the event loop was held), a transaction, and a
read, such as those of a move in another server. Nothing here fails for being slow: figures stand in ``extra_info``.
"""

import asyncio
import gc
import random
import time
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace

import pytest

from bot.leagues.access import Asker
from bot.leagues.service import Leagues
from bot.leagues.settings import LeagueOptions
from bot.storage import metadata, players
from bot.storage import tables as stored_tables
from bot.storage.database import Database
from bot.tables import seating
from bot.tables.service import Tables, _new_id
from bot.tables.shuffle import fresh_seed
from bot.ui.calculator.fairness import check_fair
from bot.ui.core.display_options import TEXT
from bot.ui.leagues import files, loaders
from engine.text.reader import read_question
from tests.support.seated_tables import room_over

FIRST = datetime(2024, 9, 1, 12, tzinfo=UTC)
PAUSE = 0.005
HEADER = "date,player_a,player_b,score_a,score_b,games_a,games_b\n"
GUILD = 1


def season_file(results, people):
    """Return a file with a season of games between so many people."""
    chance, lines = random.Random(1), []
    for number in range(results):
        one, other = chance.sample(range(people), 2)
        day = (FIRST + timedelta(days=number * 250 // results)).date()
        lines.append(f"{day},Player {one},Player {other},121,{chance.randrange(60, 121)},,\n")
    return HEADER + "".join(lines)


FILES = {
    "75000_good_rows": lambda: season_file(75_000, 1_000),
    "40000_bad_lines": lambda: HEADER + "x,,,,,,\n" * 40_000,
    "150000_new_names": lambda: (
        HEADER + "".join(f"2025-01-01,P{2 * number},P{2 * number + 1},121,100,,\n" for number in range(75_000))
    ),
}


@pytest.mark.parametrize("kind", FILES)
def test_an_import_by_attachment(benchmark, tmp_path, kind):
    """Answer a file in Discord; nobody else should wait for more than 200 ms."""
    data = FILES[kind]().encode()
    figures = benchmark.pedantic(lambda: asyncio.run(_import(tmp_path / "cribbage.db", data)), rounds=1)
    benchmark.extra_info.update(figures)


async def _import(path, data):
    async with _bot(path) as bot:
        league = await bot.leagues.setup.create(GUILD, bot.boss, "Large", LeagueOptions())
        file = SimpleNamespace(size=len(data), read=partial(asyncio.sleep, 0, data))
        async with _probes(bot.tables.database) as figures:
            await files.import_report(SimpleNamespace(leagues=bot.leagues), league, bot.boss, file)
        return figures | {"results": len(await bot.leagues.results.find_all(league))}


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A database with a league of 100,000 results among 1,000 players, rated."""
    path = tmp_path_factory.mktemp("league") / "cribbage.db"
    asyncio.run(_fill(path))
    return path


async def _fill(path):
    async with _bot(path) as bot:
        league = await bot.leagues.setup.create(GUILD, bot.boss, "Large", LeagueOptions())
        await bot.leagues.files.import_results(league, bot.boss, season_file(100_000, 1_000).encode())
        await bot.leagues.ratings.bring_up_to_date()


SCREENS = {
    "table": lambda bot, league, season: loaders.table(bot.context, league, season),
    "table_with_play": lambda bot, league, season: loaders.table(bot.context, league, season, 0, 2),
    "ratings": lambda bot, league, season: loaders.rating_list(bot.context, league),
    "export_csv": lambda bot, league, season: _export(bot, league, "csv"),
    "export_json": lambda bot, league, season: _export(bot, league, "json"),
}


async def _export(bot, league, form):
    async for _ in files.export_files(bot.context, league, form):
        pass


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_of_100_000_results(benchmark, large, screen):
    """Show or export a very large league; nobody else should wait for more than 200 ms."""
    benchmark.extra_info.update(benchmark.pedantic(lambda: asyncio.run(_show(large, screen)), rounds=1))


async def _show(path, screen):
    async with _bot(path) as bot:
        league = await bot.leagues.directory.find_by_name(GUILD, "Large")
        season = await bot.leagues.directory.season(league)
        async with _probes(bot.tables.database) as figures:
            for _ in range(3):
                await SCREENS[screen](bot, league, season)
        return figures


@asynccontextmanager
async def _bot(path):
    """The services over a file, as the bot runs them, and a manager."""
    database = await Database.open(path, owner=True)
    tables = Tables(database, lambda: FIRST)
    leagues = Leagues.over(tables, lambda: FIRST)
    boss = Asker(await players.meet(database, 1, "Boss"), manages_server=True)
    attachments = SimpleNamespace(look=lambda _: asyncio.sleep(0, TEXT), for_all=TEXT)
    context = SimpleNamespace(leagues=leagues, tables=tables, attachments=attachments)
    # As the bot does when it starts.
    gc.collect()
    gc.freeze()
    try:
        yield SimpleNamespace(leagues=leagues, tables=tables, boss=boss, context=context)
    finally:
        gc.unfreeze()
        await leagues.close()
        await database.close()


@asynccontextmanager
async def _probes(database):
    """Measure what others wait for within the block."""
    figures = {}
    acts = {
        "loop": partial(asyncio.sleep, PAUSE),
        "transaction": lambda: metadata.put(database, "probe", "x"),
        "read": lambda: metadata.read(database, "probe"),
    }
    times = {name: [] for name in acts}
    probes = [
        asyncio.create_task(_probe(act, times[name], PAUSE if name == "loop" else 0)) for name, act in acts.items()
    ]
    await asyncio.sleep(4 * PAUSE)
    start = time.perf_counter()
    yield figures
    figures["all_in_s"] = round(time.perf_counter() - start, 2)
    await asyncio.sleep(4 * PAUSE)
    for probe in probes:
        probe.cancel()
    await asyncio.gather(*probes, return_exceptions=True)
    for name, waited in times.items():
        ordered = sorted(waited)
        figures[f"{name}_longest_ms"] = round(ordered[-1] * 1e3, 1)
        figures[f"{name}_99_of_100_below_ms"] = round(ordered[len(ordered) * 99 // 100] * 1e3, 1)


async def _probe(act, times, least):
    while True:
        start = time.perf_counter()
        await act()
        times.append(time.perf_counter() - start - least)
        await asyncio.sleep(PAUSE)


def test_a_question_of_somebody_with_500_paused_games(benchmark, tmp_path):
    """Answer ``/score`` for a player with very many paused games: the first time after a start, and then again."""
    benchmark.extra_info.update(benchmark.pedantic(lambda: asyncio.run(_ask(tmp_path / "cribbage.db")), rounds=1))


async def _ask(path):
    async with room_over(path) as room:
        for _ in range(500):
            table = await room.tables._create_table(
                seating.new_table(room.opening(robot="club"), _new_id(), fresh_seed())
            )
            async with room.database.transaction() as writing:
                stored_tables.put_state(writing, replace(table.agreement, status="idle", revision=table.revision + 1))
        await room.again()
        context = SimpleNamespace(tables=room.tables)
        question = read_question("play 8 j 6 5 a a")
        figures = {}
        for when in ("first", "again"):
            start = time.perf_counter()
            await check_fair(context, room.ann, question)
            figures[f"{when}_ms"] = round((time.perf_counter() - start) * 1e3, 1)
        return figures
