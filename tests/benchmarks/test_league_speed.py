"""The time that standings, ratings and files of a large league take, and how long they block others."""

import asyncio
import random
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace

import pytest

from bot.leagues.access import Asker
from bot.leagues.file_import import import_file
from bot.leagues.import_plan import NEW
from bot.leagues.ratings import RatingService
from bot.leagues.service import Leagues
from bot.leagues.settings import LeagueOptions
from bot.leagues.table_and_profile import standings_of
from bot.models.league import USUAL_TIE_BREAKS, League
from bot.storage import league_results, leagues, members, players, result_totals
from bot.storage.database import Database
from bot.tables.service import Tables
from bot.ui.leagues import files
from engine.presets import find

PLAYERS, RESULTS = 1_000, 100_000
FIRST = datetime(2024, 9, 1, 12, tzinfo=UTC)
TICK = 0.005
HEADER = "date,player_a,player_b,score_a,score_b,games_a,games_b\n"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A database into which a very large league is imported from its file."""
    path = tmp_path_factory.mktemp("league") / "cribbage.db"
    path.with_suffix(".csv").write_text(_file(random.Random(1)), encoding="utf-8")
    return path


@pytest.fixture
def imported(path):
    """The league; the first benchmark that needs it creates it."""
    if not path.exists():
        asyncio.run(_import(path))
    return path


def _file(chance):
    """A file with a season of tournament games, which stronger players win more often."""
    lines = [HEADER.strip()]
    for number in range(RESULTS):
        one, other = chance.sample(range(PLAYERS), 2)
        lost = chance.randrange(60, 121)
        scores = (121, lost) if chance.random() < 0.5 + (other - one) / PLAYERS / 4 else (lost, 121)
        day = (FIRST + timedelta(days=number * 250 // RESULTS)).date()
        lines.append(f"{day},Player {one},Player {other},{scores[0]},{scores[1]},,")
    return "\n".join(lines)


def test_a_file_is_imported(benchmark, path):
    """Import the file in one transaction, and measure how long others wait."""
    benchmark.extra_info.update(benchmark.pedantic(lambda: asyncio.run(_import(path)), rounds=1))


async def _import(path):
    database = await Database.open(path)
    late, ticking = _ticking()
    new = League(id=NEW, guild_id=None, name="Large", preset="acc", rules=find("acc"), created_at=FIRST)
    imported = await import_file(database, new, path.with_suffix(".csv").read_bytes(), FIRST + timedelta(days=250))
    ticking.cancel()
    await database.close()
    return {"results": imported.added, **_blocks(late)}


BAD = {
    "40000_bad_lines": HEADER + "x,,,,,,\n" * 40_000,
    "4_megabytes_of_bad_lines": HEADER + "x\n" * 1_950_000,
    "4_megabytes_of_long_cells": HEADER + ("x" * 130_000 + ",,,,,,\n") * 30,
    "75000_games_against_oneself": HEADER + "2025-01-01,A,a,121,100,,\n" * 75_000,
}


@pytest.mark.parametrize("kind", [*BAD, "75000_good_rows"])
def test_a_file_by_attachment(benchmark, tmp_path, kind):
    """Answer a file in Discord, good or bad; the longest block should stay below 200 ms."""
    text = BAD.get(kind) or "\n".join(_file(random.Random(1)).splitlines()[:75_001])
    bring = partial(_bring, tmp_path / "cribbage.db", text.encode())
    benchmark.extra_info.update(benchmark.pedantic(lambda: asyncio.run(bring()), rounds=1))


async def _bring(path, data):
    database = await Database.open(path)
    tables = Tables(database, lambda: FIRST)
    clubs = Leagues.over(tables, lambda: FIRST)
    boss = Asker(await players.meet(database, 1, "Boss"), manages_server=True)
    league = await clubs.setup.create(1, boss, "Large", LeagueOptions())
    context, file = (
        SimpleNamespace(leagues=clubs),
        SimpleNamespace(size=len(data), read=partial(asyncio.sleep, 0, data)),
    )
    late, ticking = _ticking()
    await asyncio.sleep(2 * TICK)
    told = await files.import_report(context, league, boss, file)
    await asyncio.sleep(2 * TICK)
    ticking.cancel()
    await clubs.close()
    await database.close()
    return {"letters_of_the_answer": len(told), **_blocks(late)}


TIE_BREAKS = {
    "usual": USUAL_TIE_BREAKS,
    "buchholz": ("buchholz", "sonneborn-berger", "opponents", "spread"),
    "head to head first": ("head-to-head", "recent", "skunks"),
}


@pytest.mark.parametrize("chosen", TIE_BREAKS.values(), ids=TIE_BREAKS)
def test_the_table_of_a_thousand_players(benchmark, imported, chosen):
    """Compute the standings from the database, with tie-breaks where they are needed."""
    with asyncio.Runner() as runner:
        database = runner.run(Database.open(imported))
        league, season = runner.run(_league(database))
        league = replace(league, tie_breaks=chosen)
        lines = benchmark(lambda: runner.run(standings_of(database, league, season)))
        start = time.process_time()
        runner.run(standings_of(database, league, season))
        benchmark.extra_info["of_processor_ms"] = round((time.process_time() - start) * 1e3, 1)
        start = time.process_time()
        runner.run(result_totals.sum_since(database, league.id, 1, FIRST + timedelta(days=240)))
        benchmark.extra_info["the_last_week_of_processor_ms"] = round((time.process_time() - start) * 1e3, 1)
        benchmark.extra_info["players"] = len(lines)
        benchmark.extra_info["results"] = sum(line.played for line in lines) // 2
        runner.run(database.close())


def test_ratings_are_computed_again(benchmark, imported):
    """Compute all ratings, and then again after one more result."""
    benchmark.extra_info.update(benchmark.pedantic(lambda: asyncio.run(_rate(imported)), rounds=1))


async def _rate(path):
    database = await Database.open(path)
    league, _ = await _league(database)
    ratings = RatingService(database)
    late, ticking = _ticking()
    start = time.perf_counter()
    await ratings.bring_up_to_date()
    whole = time.perf_counter() - start
    ticking.cancel()
    (latest,) = await league_results.list_results(database, league.id, limit=1)
    async with database.transaction() as writing:
        league_results.set_status(writing, latest.id, "void")
    start = time.perf_counter()
    await ratings.rating_of(league, latest.sides[0].player.id)
    one = time.perf_counter() - start
    start = time.perf_counter()
    ranked = await ratings.ranked(league)
    told = time.perf_counter() - start
    await database.close()
    return {
        "all_in_s": round(whole, 1),
        "last_day_in_ms": round(one * 1e3, 1),
        "ranked_in_ms": round(told * 1e3, 1),
        "rated": len(ranked),
        **_blocks(late),
    }


async def _league(database):
    league = await leagues.find_by_name(database, None, "Large")
    assert league is not None
    assert len(await members.list_members(database, league.id)) == PLAYERS
    return league, (await leagues.list_seasons(database, league.id))[0]


def _ticking():
    late = []
    return late, asyncio.create_task(_tick(late))


async def _tick(late):
    """Measure how late a sleep of 5 ms ends."""
    while True:
        start = time.perf_counter()
        await asyncio.sleep(TICK)
        late.append(time.perf_counter() - start - TICK)


def _blocks(late):
    late = sorted(late)
    return {
        "longest_block_ms": round(late[-1] * 1e3, 1),
        "99_of_100_below_ms": round(late[len(late) * 99 // 100] * 1e3, 1),
    }
