"""A file of results taken into a league: all of it or nothing, no row twice, and everyone known by name."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.leagues import export, file_import, import_plan
from bot.leagues.change_log import entry_text
from bot.leagues.csv_format import COLUMNS
from bot.leagues.file_import import import_file, remove_unfinished_import
from bot.leagues.import_plan import BadFile
from bot.leagues.settings import new_league
from bot.leagues.statistics import standings_of
from bot.models.errors import StorageError
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
from tests.support.blank_database import opened
from tests.support.club_spreadsheets import spreadsheet
from tests.support.depth import sampled
from tests.support.paths import ROOT
from tests.support.seated_tables import NOW

HEADER = ",".join(COLUMNS)
AFTERNOON = ("2025-01-31,Ann,Ben,121,104,1,0", "2025-01-31,Ben,Cy,121,80,2,0", "2025-02-01,Cy,Ann,119,121,0,1")


def csv_bytes(*lines):
    return "\n".join([HEADER, *lines]).encode()


def new(name="Winter", guild_id=None):
    return new_league(guild_id, name, {"preset": "acc"}, NOW)


async def table(database, league, season=None):
    """Its table as the command line prints it."""
    seasons = await leagues.list_seasons(database, league.id)
    chosen = next(one for one in seasons if season in {None, one.number})
    lines = await standings_of(database, league, chosen)
    return export.table(lines, export.unique_names(line.player for line in lines))


async def exported(database, league):
    results = await league_results.list_results(database, league.id)
    people = {side.player.id: side.player for result in results for side in result.sides}
    return spreadsheet(results, export.unique_names(people.values())).encode()


async def whole(database):
    names = ("leagues", "seasons", "players", "members", "league_names", "league_results", "league_sides", "league_log")
    return {name: await database.rows(f"SELECT * FROM {name}") for name in names}


class TestANewLeague:
    async def test_is_founded_with_all_that_the_file_says(self, database):
        imported = await import_file(database, new(), csv_bytes(*AFTERNOON), NOW)
        league = await leagues.find_by_name(database, None, "winter")
        assert league == imported.league == replace(new(), id=league.id)
        assert (imported.added, imported.known, imported.players, imported.taken) == (3, 0, ("Ann", "Ben", "Cy"), ())
        assert [line["player"] for line in await table(database, league)] == ["Ann", "Ben", "Cy"]
        assert [
            (one.player.name, one.player.discord_id, one.status) for one in await members.list_members(database, 1)
        ] == [("Ann", None, "in"), ("Ben", None, "in"), ("Cy", None, "in")]
        [season] = await leagues.list_seasons(database, league.id)
        assert (season.number, season.stage) == (1, "playing")
        [entry] = await members.list_log_entries(database, league.id, many=9)
        assert (entry_text(entry, league), entry.player) == ("imported 3 results from a file", None)

    async def test_knows_a_name_however_its_letters_are_put_together(self, database):
        composed, apart = "Ren\u00e9", "Rene\u0301"
        lines = (f"2025-01-06,{composed},Ben,121,100,1,0", f"2025-01-07,{apart},Ben,121,100,1,0")
        imported = await import_file(database, new(), csv_bytes(*lines), NOW)
        assert imported.players == ("Ben", composed)

    async def test_may_have_no_results_yet(self, database):
        imported = await import_file(database, new(), HEADER.encode(), NOW)
        assert (imported.added, await table(database, imported.league)) == (0, [])

    async def test_names_a_few_of_many_new_players(self, database):
        lines = [f"2025-01-06,Player {number:03},Ben,121,100,1,0" for number in range(100)]
        imported = await import_file(database, new(), csv_bytes(*lines), NOW)
        assert len(imported.players) == 101
        assert "New players: Ben, Player 000, " in str(imported)
        assert "and 71 more" in str(imported)

    @pytest.mark.parametrize("work", ["parse_results", "unique_names", "_plan", "_add_results"])
    async def test_keeps_nobody_else_waiting(self, database, league, monkeypatch, work):
        module = import_plan if work in {"unique_names", "_plan"} else file_import
        loop, original = asyncio.get_running_loop(), getattr(module, work)

        def waiting_for_the_loop(*given, **options):
            answered = threading.Event()
            loop.call_soon_threadsafe(answered.set)
            assert answered.wait(30), "the loop does not go on"
            return original(*given, **options)

        monkeypatch.setattr(module, work, waiting_for_the_loop)
        assert (
            await import_file(database, league, csv_bytes(*AFTERNOON, "2025-02-01,Ann,Dan,121,90,1,0"), NOW)
        ).added == 1


class TestAgain:
    async def test_rows_that_are_the_same_are_as_many_games(self, database):
        line = AFTERNOON[0]
        league = (await import_file(database, new(), csv_bytes(line, line), NOW)).league
        for many, added in ((1, 0), (2, 0), (4, 2), (3, 0)):
            imported = await import_file(database, league, csv_bytes(*[line] * many), NOW)
            assert (imported.added, imported.known) == (added, many - added)
        assert [line["played"] for line in await table(database, league)] == [4, 4]

    @pytest.mark.parametrize("change", ["void", "correct"])
    async def test_what_a_manager_has_changed_since_stays_as_it_is(self, database, league, change):
        result = await league_results.find(database, 2)
        async with database.transaction() as writing:
            if change == "void":
                league_results.set_status(writing, 2, "void")
            else:
                corrected = replace(result.sides[1], holes=95)
                league_results.update(writing, replace(result, sides=(result.sides[0], corrected)))
        before = await table(database, league)
        assert (await import_file(database, league, csv_bytes(*AFTERNOON), NOW)).added == 0
        assert await table(database, league) == before

    @pytest.mark.parametrize("again", ["the file", "the export"])
    async def test_a_renamed_player_is_known(self, database, league, again):
        ann = await players.meet(database, 70, "Annabel")
        named = (await members.read_names(database, league.id))["ann"]
        async with database.transaction() as writing:
            await members.transfer_name(database, writing, league.id, named.id, ann.id)
        before = await table(database, league)
        assert before[0]["player"] == "Annabel"
        text = csv_bytes(*AFTERNOON) if again == "the file" else await exported(database, league)
        assert (await import_file(database, league, text, NOW)).added == 0
        assert await table(database, league) == before

    async def test_a_forgotten_player_is_not_added_again(self, database, league):
        async with database.transaction() as writing:
            writing.write("UPDATE players SET name = 'a former player' WHERE name = 'Ann'")
            writing.write("DELETE FROM league_names WHERE folded = 'ann'")
        imported = await import_file(database, league, csv_bytes(*AFTERNOON, "2025-02-02,Ben,Dee,121,104,1,0"), NOW)
        assert (imported.added, imported.players) == (1, ("Dee",))
        assert "ann" not in await members.read_names(database, league.id)
        told = {line["player"]: line["played"] for line in await table(database, league)}
        assert told == {"a former player": 2, "Ben": 3, "Cy": 2, "Dee": 1}

    async def test_what_was_played_at_our_tables_is_not_counted_twice_by_its_export(self, database, league):
        first = await league_results.find(database, 1)
        async with database.transaction() as writing:
            played = replace(first, id=0, imported=None, ended_by="show", played_at=NOW + timedelta(microseconds=1))
            league_results.add(writing, played)
            league_results.add(writing, replace(played, imported="entered by hand"))
        assert (await import_file(database, league, await exported(database, league), NOW)).added == 0

    async def test_two_programs_that_import_it_at_once_count_it_once(self, tmp_path):
        path = tmp_path / "cribbage.db"
        one, other = await opened(path), await opened(path)
        try:
            league = (await import_file(one, new(), csv_bytes(AFTERNOON[0]), NOW)).league
            done = await asyncio.gather(
                *(import_file(each, league, csv_bytes(*AFTERNOON), NOW) for each in (one, other))
            )
            assert sorted(imported.added for imported in done) == [0, 2]
            assert [line["played"] for line in await table(one, league)] == [2, 2, 2]
        finally:
            await one.close()
            await other.close()

    async def test_an_id_that_is_taken_meanwhile_is_not_shared(self, database, monkeypatch):
        """The bot may meet a player while the command line imports."""
        league = (await import_file(database, new(), csv_bytes(AFTERNOON[0]), NOW)).league
        original, meanwhile = league_imports.read_free_ids, ["Zoe"]

        async def free(database):
            found = await original(database)
            if meanwhile:
                await players.meet(database, 90, meanwhile.pop())
            return found

        monkeypatch.setattr(league_imports, "read_free_ids", free)
        imported = await import_file(database, league, csv_bytes(*AFTERNOON), NOW)
        assert (imported.added, imported.players) == (2, ("Cy",))
        assert [line["player"] for line in await table(database, league)] == ["Ann", "Ben", "Cy"]


class TestNames:
    @pytest.fixture
    async def league(self, database):
        """A server's league in which Ann and two called Ben play."""
        async with database.transaction() as writing:
            leagues.add(writing, new(guild_id=1), Season(league_id=0, number=1, stage="playing"))
        league = await leagues.find_by_name(database, 1, "Winter")
        for number, name in ((70, "Ann"), (71, "Ben"), (72, "ben")):
            player = await players.meet(database, number, name)
            async with database.transaction() as writing:
                members.put(writing, league.id, player.id, "in", NOW)
        await players.meet(database, 73, "Cy")
        return league

    async def test_of_members_are_theirs_and_others_are_new(self, database, league):
        imported = await import_file(database, league, csv_bytes("2025-01-31,ann,Cy,121,104,1,0"), NOW)
        assert (imported.taken, imported.players) == (("Ann",), ("Cy",))
        known = await members.read_names(database, league.id)
        assert known["ann"].discord_id == 70
        # Somebody of this name elsewhere on Discord has nothing to do with it.
        assert known["cy"].discord_id is None

    async def test_of_files_before_go_before_those_of_members(self, database, league):
        """A player who joins under somebody else's name does not take their results, but claims the name instead."""
        await import_file(database, league, csv_bytes("2025-01-31,ann,Cy,121,104,1,0"), NOW)
        known = (await members.read_names(database, league.id))["cy"]
        newcomer = await players.meet(database, 73, "Cy")
        async with database.transaction() as writing:
            members.put(writing, league.id, newcomer.id, "in", NOW)
        imported = await import_file(database, league, csv_bytes("2025-02-01,Ann,Cy,121,104,1,0"), NOW)
        assert (imported.added, imported.players, imported.taken) == (1, (), ())
        played = {line.player.id: line.played for line in await result_totals.sum_by_player(database, league.id, 1)}
        assert (played[known.id], newcomer.id in played) == (2, False)

    async def test_that_several_members_have_are_numbered(self, database, league):
        with pytest.raises(BadFile, match=r"line 2: several members are called Ben.* Write Ben \(1\)"):
            await import_file(database, league, csv_bytes("2025-01-31,Ann,Ben,121,104,1,0"), NOW)
        await import_file(database, league, csv_bytes("2025-01-31,Ann,Ben (2),121,104,1,0"), NOW)
        assert (await members.read_names(database, league.id))["ben (2)"].discord_id == 72

    async def test_of_one_player_cannot_meet(self, database, league):
        await import_file(database, league, csv_bytes("2025-01-31,Ann,Annie,121,104,1,0"), NOW)
        known = await members.read_names(database, league.id)
        async with database.transaction() as writing:
            members.put_name(writing, league.id, "A. Lee", known["ann"].id)
        with pytest.raises(BadFile, match=r"line 2: A\. Lee and Ann are the same player"):
            await import_file(database, league, csv_bytes("2025-01-31,A. Lee,Ann,121,104,1,0"), NOW)


class TestSeasons:
    async def test_an_export_brings_them_all(self, database, league):
        async with database.transaction() as writing:
            leagues.add_season(writing, Season(league_id=league.id, number=2, stage="playing"))
        await import_file(database, league, csv_bytes("2025-03-01,Dee,Ben,121,104,1,0"), NOW)
        copy = (await import_file(database, new("Copy"), await exported(database, league), NOW)).league
        assert [(one.number, one.stage) for one in await leagues.list_seasons(database, copy.id)] == [
            (2, "playing"),
            (1, "closed"),
        ]
        assert [line["player"] for line in await table(database, league, 2)] == ["Dee", "Ben"], "the season is open"
        for number in (1, 2):
            assert await table(database, copy, number) == await table(database, league, number)

    async def test_the_first_wrong_lines_are_told_and_the_others_counted(self, database, league):
        header, row, *_ = (await exported(database, league)).splitlines()
        wrong = row.replace(b",1,league,", b",2,league,")
        with pytest.raises(BadFile) as refusal:
            await import_file(database, league, b"\n".join([header, *[wrong] * 25]), NOW)
        assert str(refusal.value).startswith("nothing was imported because 25 lines are wrong:\nline 2: season: ")
        assert "season 2.\n... and 5 more.\nRead: 0 games, " in str(refusal.value)

    async def test_a_new_league_has_a_thousand_at_most(self, database, league):
        text = await exported(database, league)
        copy = (await import_file(database, new("Copy"), text.replace(b",1,league,", b",1000,league,"), NOW)).league
        assert len(await leagues.list_seasons(database, copy.id)) == 1000
        with pytest.raises(BadFile, match="line 2: season: the league has no season 1001"):
            await import_file(database, new("Other"), text.replace(b",1,league,", b",1001,league,"), NOW)


MORE = tuple(f"2025-02-{day:02},{one},{other},121,{day + 60},," for day in range(1, 8) for one, other in ("AB", "CD"))


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(league_imports, "BATCH", 2)


@pytest.fixture
async def league(database):
    return (await import_file(database, new(), csv_bytes(*AFTERNOON), NOW)).league


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
        "form": await result_totals.read_forms(database, league.id, 1, [ann]),
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

    async def look():
        between.append(await seen(database, league))

    after_each_transaction(monkeypatch, look)
    lines = (*MORE, "2025-03-01,Ann,Dee,121,90,,")
    await import_file(database, league, csv_bytes(*lines), NOW)
    *during, after = between
    # Five new players and 15 results, two at a time, after the transaction that begins.
    assert len(during) == 1 + 3 + 8
    assert all(one == before for one in during)
    assert len(after["results"]) == 18
    assert len(after["members"]) == 8
    assert len(after["names"]) == 8
    assert sum(line.played for line in after["table"]) == 2 * 18
    assert after == await seen(database, league)


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
    assert len(await league_results.list_results(database, league.id)) == 3 + len(MORE) + len(met)
    assert len(await members.list_members(database, league.id)) == 3 + 4 + len(met)
    assert {player.id for player in met}.isdisjoint(
        player.id for player in (await members.read_names(database, league.id)).values()
    )


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize(
    ("batch", "error"), [(1, StorageError), (4, StorageError), (1, asyncio.CancelledError), (6, asyncio.CancelledError)]
)
async def test_what_fails_or_is_cancelled_in_the_middle_leaves_nothing(
    database, league, monkeypatch, batch, error, is_new
):
    league = new("Other") if is_new else league
    before, original = await whole(database), file_import._batches

    def failing(plan, now):
        for number, one in enumerate(original(plan, now), 1):
            if number == batch and error is asyncio.CancelledError:
                asyncio.current_task().cancel()
            broken = number == batch and error is StorageError
            yield (lambda writing: writing.write("INSERT INTO nothing VALUES (1)")) if broken else one

    monkeypatch.setattr(file_import, "_batches", failing)
    with pytest.raises(error):
        await asyncio.create_task(import_file(database, league, csv_bytes(*MORE), NOW))
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
    league = (await import_file(database, new(), csv_bytes(*AFTERNOON), NOW)).league
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
        assert len(await league_results.list_results(other, league.id)) == 3 + len(MORE)
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
