"""`Tables.act` when everything comes at once, is cut short, or is refused by the disk."""

import asyncio
import logging
import random
import sqlite3
from contextlib import closing, suppress

import pytest

from bot.models.agreement import Clock
from bot.models.errors import NotSeated, Stale, StorageError
from bot.tables import robots, service
from bot.tables.service import Tables
from bot.tables.table import Update
from engine.actions import LayAway, Play, Resign
from engine.audit import play_again
from engine.errors import IllegalAction
from engine.view import prompt_of, view
from tests.support.seated_tables import sound_move, stored_events


async def waits_for_ben(room):
    table = await room.sit_down()
    await lay_away(room, table, 0)
    return table


async def lay_away(room, table, seat):
    view = (await room.tables.find(table.id)).view(seat)
    return await room.tables.act(table.id, (room.ann, room.ben)[seat], view.prompt, view.legal[0])


async def gather(*tries):
    """Return the result of each try: an update, or the name of the error."""
    ended = await asyncio.gather(*tries, return_exceptions=True)
    return [end if isinstance(end, Update) else type(end).__name__ for end in ended]


class TestOneMove:
    async def test_is_for_ones_own_seat(self, room):
        table = await room.sit_down()
        with pytest.raises(NotSeated, match="your own seat"):
            await room.tables.act(table.id, room.ben, None, table.view(0).legal[0])
        with pytest.raises(NotSeated, match="not in this game"):
            await room.tables.act(table.id, room.cy, None, table.view(0).legal[0])

    async def test_that_answers_an_old_question_is_stale(self, room):
        table = await room.sit_down()
        prompt, (first, second, *_) = table.view(0).prompt, table.view(0).legal
        await room.tables.act(table.id, room.ann, prompt, first)
        with pytest.raises(Stale):
            await room.tables.act(table.id, room.ann, prompt, second)
        with pytest.raises(IllegalAction):
            await room.tables.act(table.id, room.ann, None, second)

    @pytest.mark.sqlite
    @pytest.mark.parametrize("clock", [None, Clock(turn=300, game=3600)], ids=["no clock", "clock"])
    async def test_builds_no_view_and_calls_the_thread_of_the_database_once(self, room, monkeypatch, clock):
        table = await room.sit_down(clock=clock)
        views, calls = [], []
        monkeypatch.setattr("bot.tables.table.view", lambda *known: views.append(known) or view(*known))
        connection, execute = room.database._connection, room.database._connection._execute
        monkeypatch.setattr(connection, "_execute", lambda *call: calls.append(call) or execute(*call))
        move = table.view(0).legal[0]
        views.clear()
        await room.tables.act(table.id, room.ann, prompt_of(table.game, 0), move)
        assert (len(views), len(calls)) == (0, 1)

    async def test_that_the_laws_refuse_changes_and_tells_nothing(self, room):
        table = await room.sit_down()
        told = len(room.heard.updates)
        before, stored = await room.tables.find(table.id), stored_events(room.path, table.id)
        not_held = table.view(1).hand[0]
        for move in (LayAway(0, table.view(0).hand[:1]), Play(0, table.view(0).hand[0]), LayAway(0, (not_held,) * 2)):
            with pytest.raises(IllegalAction):
                await room.tables.act(table.id, room.ann, table.view(0).prompt, move)
        assert await room.tables.find(table.id) is before
        assert stored_events(room.path, table.id) == stored
        assert len(room.heard.updates) == told


class TestRaces:
    async def test_one_question_answered_twice_at_every_turn_of_a_whole_game(self, room):
        table = await room.sit_down()
        while (now := await room.tables.find(table.id)).status == "playing":
            seat = now.view(None).waiting_on[-1]
            view, player = now.view(seat), now.seats[seat].player
            press = (table.id, player, view.prompt, sound_move(view))
            ended = await gather(room.tables.act(*press), room.tables.act(*press))
            assert sum(isinstance(end, Update) for end in ended) == 1
            assert "Stale" in ended
        play_again(table.rules, await room.tables.history(table.id))

    async def test_of_tables_played_side_by_side_the_published_events_have_no_gap(self, room):
        tables = [await room.sit_down() for _ in range(3)]
        await asyncio.gather(*(room.play_out(table.id) for table in tables))
        assert len(await room.database.rows("SELECT * FROM results")) == 3
        for table in tables:
            await room.prove(table.id)
            told = [update for update in room.heard.updates if update.table.id == table.id]
            events = sum((update.events for update in told), ())
            assert events == await room.tables.history(table.id)
            assert [update.table.version for update in told] == sorted(update.table.version for update in told)

    async def test_a_table_that_ends_while_it_is_read_does_not_come_back(self, room, monkeypatch):
        table, events = await room.sit_down(), service.store.list_events
        tables, reads, go_on = await room.again(), asyncio.Event(), asyncio.Event()

        async def slow_events(*asked):
            found = await events(*asked)
            if not reads.is_set():
                reads.set()
                await go_on.wait()
            return found

        monkeypatch.setattr(service.store, "list_events", slow_events)
        reading = asyncio.create_task(tables.find(table.id))
        await reads.wait()
        resigning = asyncio.create_task(tables.act(table.id, room.ann, None, Resign(0)))
        await asyncio.wait([resigning], timeout=0.05)
        go_on.set()
        await asyncio.gather(reading, resigning)
        assert tables._open == {}

    async def test_another_process_that_played_on_is_noticed(self, room):
        table = await room.sit_down()
        other = Tables(room.database, room.wall)
        view = table.view(0)
        await other.act(table.id, room.ann, view.prompt, view.legal[3])
        with pytest.raises(Stale):
            await room.tables.act(table.id, room.ann, view.prompt, view.legal[4])
        assert (await room.tables.find(table.id)).view(0).laid == view.legal[3].cards
        await room.play_out(table.id)

    async def test_a_move_that_still_fits_after_one_of_another_process_is_made(self, room):
        table = await room.sit_down()
        other = Tables(room.database, room.wall)
        await other.act(table.id, room.ann, None, table.view(0).legal[3])
        await lay_away(room, table, 1)
        assert (await room.tables.find(table.id)).view(None).stage == "play"

    async def test_a_break_that_another_process_agreed_to_is_not_lost(self, room):
        table = await room.sit_down()
        other = Tables(room.database, room.wall)
        assert (await other.adjourn(table.id, room.ann)).status == "playing"
        assert (await room.tables.adjourn(table.id, room.ben)).status == "adjourned"

    async def test_what_stays_stale_is_refused_in_a_sentence(self, room, monkeypatch):
        table = await room.sit_down()
        other = Tables(room.database, room.wall)
        load = type(room.tables)._load

        async def load_late(tables, table_id):
            found = await load(tables, table_id)
            if tables is room.tables:
                is_asked = (await other.find(table_id)).adjourning
                await (other.play_on if is_asked else other.adjourn)(table_id, room.ann)
            return found

        monkeypatch.setattr(type(room.tables), "_load", load_late)
        with pytest.raises(StorageError, match="another process has changed this game meanwhile; try again"):
            await lay_away(room, table, 1)
        monkeypatch.undo()
        await lay_away(room, table, 1)


class TestCutShort:
    async def test_a_move_that_is_cancelled_at_any_moment_has_happened_or_not(self, room):
        table, chance, cancelled = await room.sit_down(), random.Random(5), 0
        while (await room.tables.find(table.id)).status == "playing" and cancelled < 60:
            task = asyncio.create_task(room.take_turn(table.id))
            if chance.random() < 0.8:
                for _ in range(chance.randrange(14)):
                    await asyncio.sleep(0.0001 if chance.random() < 0.5 else 0)
                cancelled += task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await room.same_in_memory_and_on_disk()
        await room.play_out(table.id)
        assert cancelled
        assert len(await room.database.rows("SELECT * FROM results")) == 1

    async def test_a_new_table_that_is_cancelled_is_not_there_or_whole(self, room):
        for ticks in range(30):
            task = asyncio.create_task(room.tables.open(room.opening(robot="club")))
            for _ in range(ticks % 15):
                await asyncio.sleep(0.0001 if ticks < 15 else 0)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        rows = await room.database.rows(
            "SELECT status, (SELECT count(*) FROM seats WHERE table_id = id), "
            "(SELECT count(*) > 2 FROM events WHERE table_id = id) FROM tables"
        )
        assert set(rows) <= {("playing", 2, 1)}


REFUSE = "CREATE TRIGGER refuse BEFORE INSERT ON {} BEGIN SELECT RAISE({}, 'no'); END"
HARMS = {
    "events": (REFUSE.format("events", "ABORT"), "DROP TRIGGER refuse"),
    "the second event": (REFUSE.format("events WHEN NEW.body LIKE '%starter_turned%'", "ABORT"), "DROP TRIGGER refuse"),
    "the whole transaction": (REFUSE.format("events", "ROLLBACK"), "DROP TRIGGER refuse"),
    "all writing": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
}
"""What the disk refuses, and how it takes it again."""


@pytest.mark.sqlite
class TestTheDiskRefuses:
    @pytest.mark.parametrize("harm", HARMS)
    async def test_nothing_has_happened_and_the_next_move_is_taken(self, room, harm):
        table = await waits_for_ben(room)
        before, stored, told = (
            await room.tables.find(table.id),
            stored_events(room.path, table.id),
            len(room.heard.updates),
        )
        hurt, heal = HARMS[harm]
        await room.database._connection.execute_fetchall(hurt)
        with pytest.raises(StorageError):
            await lay_away(room, table, 1)
        assert await room.tables.find(table.id) == before
        assert stored_events(room.path, table.id) == stored
        assert len(room.heard.updates) == told
        await room.database._connection.execute_fetchall(heal)
        await lay_away(room, table, 1)
        assert (await room.tables.find(table.id)).view(None).stage == "play"

    async def test_another_program_holds_the_file(self, room):
        table = await waits_for_ben(room)
        await room.database._connection.execute_fetchall("PRAGMA busy_timeout = 5")
        with closing(sqlite3.connect(room.path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            ended = await gather(lay_away(room, table, 1), room.tables.open(room.opening(robot="easy")))
            assert ended == ["StorageUnavailable", "StorageUnavailable"]
        await lay_away(room, table, 1)

    async def test_the_disk_is_full(self, room):
        table = await waits_for_ben(room)
        ((pages,),) = await room.database._connection.execute_fetchall("PRAGMA page_count")
        await room.database._connection.execute_fetchall(f"PRAGMA max_page_count = {pages}")
        ended = await gather(*(room.sit_down() for _ in range(40)))
        assert "StorageUnavailable" in ended
        await room.database._connection.execute_fetchall("PRAGMA max_page_count = 100000")
        await room.play_out(table.id)

    async def test_a_last_move_whose_result_is_refused_has_not_ended_the_game(self, room):
        table = await room.sit_down()
        await room.database._connection.execute_fetchall(REFUSE.format("results", "ABORT"))
        with pytest.raises(StorageError):
            await room.give_up(table, room.ann)
        assert (await room.tables.find(table.id)).status == "playing"
        await room.database._connection.execute_fetchall("DROP TRIGGER refuse")
        await room.play_out(table.id)
        assert len(await room.database.rows("SELECT * FROM results")) == 1

    async def test_a_table_that_could_not_be_opened_or_begun_is_not_there(self, room):
        invited = await room.tables.open(room.opening(invited=room.ben))
        await room.database._connection.execute_fetchall(HARMS["events"][0])
        with pytest.raises(StorageError):
            await room.tables.open(room.opening(robot="easy"))
        with pytest.raises(StorageError):
            await room.tables.accept(invited.id, room.ben)
        assert await room.database.rows("SELECT id, status FROM tables") == [(invited.id, "gathering")]
        assert await room.tables.find(invited.id) == invited
        await room.database._connection.execute_fetchall("DROP TRIGGER refuse")
        assert (await room.tables.accept(invited.id, room.ben)).status == "playing"


class TestRobots:
    async def test_think_one_at_a_time_and_the_loop_goes_round_between(self, room, monkeypatch):
        rounds, thoughts, think = 0, [], robots.move_of

        def go_round():
            nonlocal rounds
            rounds += 1
            going.append(asyncio.get_running_loop().call_soon(go_round))

        def noted(table, seat):
            thoughts.append(rounds)
            return think(table, seat)

        for _ in range(6):
            await room.sit_down_with_robot("easy")
        going = []
        go_round()
        monkeypatch.setattr(robots, "move_of", noted)
        await room.tables.resume()
        await asyncio.gather(*room.tables.robots._thinking.values())
        going[-1].cancel()
        assert len(thoughts) == len(set(thoughts)) >= 6

    @pytest.mark.sqlite
    async def test_a_disk_error_only_delays_them(self, room, monkeypatch, caplog):
        monkeypatch.setattr(robots, "RETRY_AFTER", 0.01)
        table = await room.sit_down_with_robot()
        await room.database._connection.execute_fetchall("PRAGMA query_only = ON")
        await room.tables.resume()
        async with asyncio.timeout(60):
            while "could not move" not in caplog.text:  # noqa: ASYNC110 - it is a line in a log
                await asyncio.sleep(0.001)
        await room.database._connection.execute_fetchall("PRAGMA query_only = OFF")
        await room.tables.robots._background.wait("robots", tries=True)
        assert (await room.tables.find(table.id)).view(1).laid
        assert {record.levelno for record in caplog.records if record.name.startswith("bot")} == {logging.WARNING}

    async def test_are_let_go_when_the_tables_close_and_not_woken_after(self, room):
        table = await room.tables.open(room.opening(robot="club"))
        await room.tables.close()
        assert room.tables.robots._thinking == {}
        await lay_away(room, table, 0)
        assert room.tables.robots._thinking == {}

    async def test_one_that_breaks_down_is_complained_of_and_harms_no_other_table(self, room, monkeypatch, caplog):
        def break_down(table, seat):
            raise KeyError("no such card")

        other = await room.sit_down()
        with monkeypatch.context() as broken:
            broken.setattr(robots, "move_of", break_down)
            table = await room.tables.open(room.opening(robot="club"))
            await asyncio.gather(*room.tables.robots._thinking.values(), return_exceptions=True)
        assert "a robot could not move" in caplog.text
        caplog.clear()
        await room.play_out(other.id)
        await lay_away(room, table, 0)
        await asyncio.gather(*room.tables.robots._thinking.values())
        assert (await room.tables.find(table.id)).view(None).stage == "play", "the next move wakes it again"


class TestAudiences:
    async def test_one_that_fails_takes_no_move_back_and_stops_no_robot(self, room, caplog):
        class Deaf:
            def hear(self, update):
                raise KeyError(update.table.id)

        room.tables.tell(Deaf())
        table = await room.tables.open(room.opening(robot="easy"))
        await lay_away(room, table, 0)
        await asyncio.gather(*room.tables.robots._thinking.values())
        assert (await room.tables.find(table.id)).view(None).stage == "play"
        assert "did not hear of game" in caplog.text
        caplog.clear()
