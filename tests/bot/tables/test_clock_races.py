"""Clocks through restarts, in races with the players, and where the sweep meets trouble."""

import asyncio
import logging
from datetime import timedelta

import pytest

from bot.models.agreement import Clock
from bot.models.errors import Stale
from bot.storage import metadata
from bot.storage.errors import format_timestamp
from bot.tables import service, timekeeper
from bot.tables.clocks import seconds_left
from bot.tables.service import Tables
from bot.tables.table import Update
from engine.audit import play_again
from engine.errors import CribbageError
from engine.events import Played
from engine.presets import find
from engine.rules import Counting
from tests.support.seated_tables import sound_move

MINUTE = Clock(turn=60)
CHALLENGE = find("house", target=61, counting=Counting.CHALLENGE)


class TestRestarts:
    async def test_the_app_looks_at_the_clocks_by_itself_and_stops_when_it_closes(self, room, monkeypatch):
        monkeypatch.setattr(timekeeper, "SWEEP", 0.01)
        table = await room.in_the_play(MINUTE)
        await room.tables.close()
        tables = room.tables = Tables(room.database, room.wall, keeps_time=True)
        heard = asyncio.Event()
        tables.tell(Once(heard))
        await asyncio.sleep(0.05)
        room.wall.passes(seconds=61)
        await asyncio.sleep(0.05)
        assert not heard.is_set(), "not before the tables are taken up"
        await tables.resume()
        await heard.wait()
        await tables.close()
        version = (await tables.find(table.id)).version
        room.wall.passes(seconds=61)
        await asyncio.sleep(0.05)
        assert (await tables.find(table.id)).version == version

    async def test_while_the_bot_is_away_no_clock_runs(self, room, monkeypatch):
        monkeypatch.setattr(timekeeper, "SWEEP", 0.01)
        table = await room.in_the_play(Clock(turn=300, game=1000, when_over="forfeit"))
        (seat,) = table.view(None).waiting_on
        room.wall.passes(seconds=100)
        await self.run_for_a_moment(room)
        room.wall.passes(hours=5)
        (resumed,) = await self.run_for_a_moment(room)
        assert resumed.deadlines[seat] == room.wall.now + timedelta(seconds=200)
        assert seconds_left(resumed.times[seat], room.wall.now) == 900
        assert resumed.deadlines[1 - seat] is None
        assert room.notices("time_short", "time_over") == []
        tables = await room.again()
        room.wall.passes(seconds=200)
        await tables.timekeeper.tick()
        assert (await tables.find(table.id)).status == "over"

    async def run_for_a_moment(self, room):
        await room.tables.close()
        tables = room.tables = Tables(room.database, room.wall, keeps_time=True)
        tables.tell(room.heard)
        resumed = await tables.resume()
        async with asyncio.timeout(60):
            while await metadata.read(room.database, "clocks") != format_timestamp(room.wall.now):  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        await tables.timekeeper.tick()
        await tables.close()
        return resumed


class Once:
    def __init__(self, heard):
        self.heard = heard

    def hear(self, update):
        if update.notice is not None and update.notice.kind == "time_over":
            self.heard.set()


class TestRaces:
    async def test_the_clock_against_the_player_and_one_of_them_moves(self, room):
        outcomes = []
        for delay in (0, 0.0002, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, None):
            table = await room.in_the_play(MINUTE)
            (seat,) = table.view(None).waiting_on
            room.wall.passes(seconds=60)
            view, player = table.view(seat), table.seats[seat].player
            sweeping = asyncio.create_task(room.tables.timekeeper.tick())

            async def press(table=table, view=view, player=player, delay=delay, sweeping=sweeping):
                await (sweeping if delay is None else asyncio.sleep(delay))
                return await room.tables.act(table.id, player, view.prompt, view.legal[0])

            ended = await asyncio.gather(sweeping, press(), return_exceptions=True)
            told = await room.tables.history(table.id)
            assert sum(isinstance(event, Played) for event in told) == 1
            assert isinstance(ended[1], Update | Stale)
            assert len(room.notices("time_over")) == isinstance(ended[1], Stale)
            outcomes.append(type(ended[1]))
            room.heard.updates.clear()
            await room.give_up(table, room.ann)
        assert (outcomes[0], outcomes[-1]) == (Update, Stale)

    async def test_two_sweeps_at_once_are_one(self, room):
        table = await room.in_the_play(MINUTE)
        room.wall.passes(seconds=60)
        await asyncio.gather(*(room.tables.timekeeper.tick() for _ in range(5)))
        assert sum(isinstance(event, Played) for event in await room.tables.history(table.id)) == 1
        assert len(room.notices("time_over")) == 1

    async def test_a_whole_game_while_the_clock_and_both_players_move(self, room):
        table = await room.sit_down(CHALLENGE, clock=Clock(turn=30, game=3000))

        async def press(seat, player):
            while (now := await room.tables.find(table.id)).status == "playing":
                view = now.view(seat)
                try:
                    if view.prompt is not None:
                        await room.tables.act(table.id, player, view.prompt, sound_move(view))
                except CribbageError:
                    pass
                await asyncio.sleep(0.001)

        async def sweep():
            while (await room.tables.find(table.id)).status == "playing":
                await room.later(seconds=31)
                await asyncio.sleep(0.001)

        await asyncio.gather(press(0, room.ann), press(1, room.ben), sweep())
        play_again(table.rules, await room.tables.history(table.id))
        assert room.notices("time_over")


class TestTroubles:
    async def test_a_table_at_which_the_sweep_fails_does_not_keep_the_others(self, room, monkeypatch, caplog):
        bad, good = await room.in_the_play(MINUTE), await room.in_the_play(MINUTE)
        run_out = timekeeper.time_out_move

        def fails(table, seat):
            if table.id == bad.id:
                raise KeyError("no such card")
            return run_out(table, seat)

        monkeypatch.setattr(service, "time_out_move", fails)
        await room.later(seconds=60)
        assert (await room.tables.find(good.id)).version > good.version
        assert (await room.tables.find(bad.id)) == bad
        assert "could not be checked" in caplog.text
        caplog.clear()
        await room.tables.timekeeper.tick()
        assert not caplog.records, "it is complained of once"
        monkeypatch.undo()
        await room.take_turn(bad.id)
        room.wall.passes(seconds=60)
        version = (await room.tables.find(bad.id)).version
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(bad.id)).version > version, "once somebody has acted it is seen to again"

    async def test_a_table_that_cannot_be_read_is_complained_of_once(self, room, caplog):
        bad, good = await room.in_the_play(MINUTE), await room.sit_down()
        async with room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ? AND version = 0", (bad.id,))
        tables = await room.again()
        room.wall.passes(days=20)
        await tables.timekeeper.tick()
        await tables.timekeeper.tick()
        assert len(caplog.records) == 1
        assert bad.id in caplog.text
        caplog.clear()
        assert (await tables.find(good.id)).status == "idle"

    @pytest.mark.sqlite
    async def test_what_the_disk_refuses_is_done_at_the_next_sweep(self, room, caplog):
        table = await room.in_the_play(MINUTE)
        room.wall.passes(seconds=60)
        await room.database._connection.execute_fetchall("PRAGMA query_only = ON")
        await room.tables.timekeeper.tick()
        await room.database._connection.execute_fetchall("PRAGMA query_only = OFF")
        assert (await room.tables.find(table.id)) == table
        assert {record.levelno for record in caplog.records} == {logging.WARNING}
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).version > table.version
