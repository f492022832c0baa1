"""An import is written in short transactions: others come between, and nobody sees any of it before all is written."""

import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.leagues import file_import
from bot.leagues.file_import import import_file, remove_unfinished_import
from bot.leagues.table_and_profile import standings_of
from bot.models.league import Season
from bot.storage import (
    league_imports,
    league_results,
    leagues,
    members,
    metadata,
    players,
    privacy,
    ratings,
    result_totals,
)
from bot.storage.database import Database
from bot.storage.errors import StorageError
from tests.bot.leagues.test_file_import import csv_bytes, new, whole
from tests.support.blank_database import opened
from tests.support.depth import sampled
from tests.support.paths import ROOT
from tests.support.seated_tables import NOW

OLD = ("2025-01-31,Ann,Ben,121,104,1,0", "2025-01-31,Ben,Cy,121,80,2,0")
MORE = tuple(f"2025-02-{day:02},{one},{other},121,{day + 60},," for day in range(1, 8) for one, other in ("AB", "CD"))


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    """Write two results or players in each transaction."""
    monkeypatch.setattr(league_imports, "BATCH", 2)


@pytest.fixture
async def league(database):
    return (await import_file(database, new(), csv_bytes(*OLD), NOW)).league


async def seen(database, league):
    known = await members.read_names(database, league.id)
    ann = known["ann"].id
    return {
        "leagues": await leagues.list_all(database),
        "results": await league_results.list_results(database, league.id),
        "in order": await league_results.list_in_order(database, league.id, None, highest=1000, limit=1000),
        "highest": await league_results.find_highest_id(database, league.id),
        "members": await members.list_members(database, league.id),
        "everyone": await members.list_everyone(database, league.id),
        "names": known,
        "table": await standings_of(database, league, Season(league_id=league.id, number=1, stage="playing")),
        "since": await result_totals.sum_since(database, league.id, 1, NOW.replace(year=2024)),
        "form": await result_totals.read_form(database, league.id, 1, ann),
        "opponents": await result_totals.sum_by_opponent(database, league.id, 1, ann),
        "stats": await result_totals.sum_game_stats(database, league.id, 1, ann),
        "rated": await ratings.list_wins(database, -league.id, NOW.replace(year=2024), 0, 1000),
        "stale": await ratings.find_stale(database, -league.id),
        "private": (await privacy.export(database, known["ann"]))["league_results"],
        "log": await members.list_log_entries(database, league.id, many=9),
    }


def after_each_transaction(monkeypatch, call):
    engines, busy = {engine: engine.write for engine in Database.__subclasses__()}, []

    async def write(self, statements, **options):
        await engines[type(self)](self, statements, **options)
        if not busy:
            busy.append(True)
            await call()
            busy.clear()

    for engine in engines:
        monkeypatch.setattr(engine, "write", write)


async def test_nobody_sees_any_of_it_before_all_is_written(database, league, monkeypatch):
    before, between = await seen(database, league), []
    after_each_transaction(monkeypatch, lambda: look(database, league, between))
    lines = (*MORE, "2025-03-01,Ann,Dee,121,90,,")
    await import_file(database, league, csv_bytes(*lines), NOW)
    *during, after = between
    # Five new players and 15 results, two at a time, after the transaction that begins.
    assert len(during) == 1 + 3 + 8
    assert all(one == before for one in during)
    assert len(after["results"]) == 17
    assert len(after["members"]) == 8
    assert len(after["names"]) == 8
    assert sum(line.played for line in after["table"]) == 2 * 17
    assert after == await seen(database, league)


async def look(database, league, into):
    into.append(await seen(database, league))


async def test_a_league_that_is_created_with_it_is_not_seen_either(database, monkeypatch):
    listed = []

    async def look_for_leagues():
        listed.append([league.name for league in await leagues.list_all(database)])

    after_each_transaction(monkeypatch, look_for_leagues)
    await import_file(database, new(), csv_bytes(*MORE), NOW)
    assert listed[:-1] == [[]] * (len(listed) - 1)
    assert listed[-1] == ["Winter"]


async def test_other_transactions_come_between(database, league, monkeypatch):
    """Whoever writes while a batch is written comes next, before the rest of the import."""
    order, others = [], []

    async def note():
        order.append("import")
        if len(order) == 1:
            others.append(asyncio.create_task(other()))

    async def other():
        await metadata.put(database, "a move", "elsewhere")
        order.append("other")

    after_each_transaction(monkeypatch, note)
    await import_file(database, league, csv_bytes(*MORE), NOW)
    await asyncio.gather(*others)
    assert order.index("other") <= 3
    assert len(order) > 8


async def test_results_and_players_that_come_meanwhile_are_seen_and_stay(database, league, monkeypatch):
    met, first = [], await league_results.find(database, 1)

    async def meet_and_play():
        number = len(met)
        met.append(await players.meet(database, 100 + number, f"Newcomer {number}"))
        async with database.transaction() as writing:
            members.put(writing, league.id, met[-1].id, "in", NOW)
            league_results.add(writing, replace(first, id=0, imported=f"entry:{number}", played_at=NOW))
        listed = await league_results.list_results(database, league.id)
        assert sum((one.imported or "").startswith("entry:") for one in listed) == number + 1

    after_each_transaction(monkeypatch, meet_and_play)
    imported = await import_file(database, league, csv_bytes(*MORE), NOW)
    monkeypatch.undo()
    assert imported.added == len(MORE)
    assert len(await league_results.list_results(database, league.id)) == 2 + len(MORE) + len(met)
    assert len(await members.list_members(database, league.id)) == 3 + 4 + len(met)
    assert {player.id for player in met}.isdisjoint(
        player.id for player in (await members.read_names(database, league.id)).values()
    )


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("batch", [1, 2, 4, 6])
async def test_what_fails_in_the_middle_leaves_nothing(database, league, monkeypatch, batch, is_new):
    league = new("Other") if is_new else league
    before, original = await whole(database), file_import._batches

    def failing(plan, now):
        for number, one in enumerate(original(plan, now), 1):
            yield one if number != batch else lambda writing: writing.write("INSERT INTO nothing VALUES (1)")

    monkeypatch.setattr(file_import, "_batches", failing)
    with pytest.raises(StorageError):
        await import_file(database, league, csv_bytes(*MORE), NOW)
    assert await whole(database) == before
    assert not await league_imports.has_pending(database)


@pytest.mark.sqlite
@sampled("transactions", [1, 2, 4, 7, 10])
def test_after_a_kill_there_is_all_of_it_or_nothing(tmp_path, transactions):
    path, file = tmp_path / "cribbage.db", tmp_path / "games.csv"
    file.write_bytes(csv_bytes(*MORE))
    before = asyncio.run(_with_league(path))
    command = [sys.executable, str(ROOT / "tests" / "support" / "killed_import.py"), path, "Winter", file]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*map(str, command), str(transactions)], env=environment, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL
    # Four players and 14 results two at a time, between the first transaction and the last.
    asyncio.run(_check_after_kill(path, before))


async def _with_league(path):
    database = await opened(path)
    league = (await import_file(database, new(), csv_bytes(*OLD), NOW)).league
    state = await seen(database, league), await whole(database)
    await database.close()
    return state


async def _check_after_kill(path, before):
    database = await opened(path)
    try:
        league = await leagues.find_by_name(database, None, "Winter")
        assert await seen(database, league) == before[0]
        assert await whole(database) != before[1], "it was killed before it wrote anything"
        await remove_unfinished_import(database)
        assert await whole(database) == before[1]
        assert await database.rows("PRAGMA foreign_key_check") == []
        assert (await import_file(database, league, csv_bytes(*MORE), NOW)).added == len(MORE)
    finally:
        await database.close()


async def test_a_start_leaves_the_import_of_another_process_alone(tmp_path, database, league, monkeypatch):
    other = await opened(tmp_path / "cribbage.db")
    try:
        after_each_transaction(monkeypatch, lambda: remove_unfinished_import(other))
        assert (await import_file(database, league, csv_bytes(*MORE), NOW)).added == len(MORE)
        assert len(await league_results.list_results(other, league.id)) == 2 + len(MORE)
    finally:
        await other.close()


async def test_an_import_waits_for_that_of_another_process_and_gives_up_with_a_sentence(tmp_path, database, league):
    other = await opened(tmp_path / "cribbage.db")
    try:
        async with league_imports.locked(other):
            with pytest.raises(StorageError, match="another file is being imported"):
                async with league_imports.locked(database, patience=0):
                    pass
            waiting = asyncio.create_task(import_file(database, league, csv_bytes(*MORE), NOW))
            await asyncio.sleep(0)
            assert not waiting.done()
        assert (await waiting).added == len(MORE)
    finally:
        await other.close()
