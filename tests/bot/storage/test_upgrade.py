"""A file that version 0001 wrote, with games in it, is brought up to date, and every game goes on where it was."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.models.agreement import ServerSettings
from bot.storage import database as storage
from bot.storage import preferences
from bot.storage.database import Database
from bot.storage.finished_games import list_server_results
from bot.storage.table_messages import TableMessages
from bot.tables.shuffle import check, commitment
from engine.actions import Resign
from tests.support.blank_database import old_file
from tests.support.seated_tables import NOW, room_over, sound_move

pytestmark = pytest.mark.sqlite


@pytest.fixture
def path(tmp_path):
    return old_file(tmp_path / "cribbage.db", "0001")


@pytest.fixture
async def room(path):
    async with room_over(path) as room:
        yield room


def rows_of(path, table, columns):
    with closing(sqlite3.connect(path)) as file:
        return file.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()


async def test_nothing_of_what_was_there_is_changed(path):
    old = {
        "events": "table_id, version, body",
        "players": "id, discord_id, name",
        "results": "table_id, side, games, scores, ended_by, ended_at",
        "seats": "table_id, seat, player_id, robot, agreed",
        "tables": "id, guild_id, channel_id, place, preset, rules, status, seed, previous, opened_at",
    }
    before = {table: rows_of(path, table, columns) for table, columns in old.items()}
    await (await Database.open(path)).close()
    assert {table: rows_of(path, table, columns) for table, columns in old.items()} == before
    assert all(before.values())
    assert len(storage._migrations()) == 34


async def test_every_table_is_taken_up_as_it_was(room):
    tables = {table.id: table for table in await room.tables.resume()}
    assert {name: table.status for name, table in tables.items()} == {
        "playing2": "playing",
        "asking22": "gathering",
        "robotgam": "playing",
        "rematch2": "gathering",
    }
    playing = tables["playing2"]
    view = playing.view(None)
    assert (playing.version, view.scores, view.deal, view.stage, view.count) == (54, (30, 16), 3, "play", 13)
    assert view.waiting_on == (0,)
    assert (playing.clock, playing.best_of, playing.standing, playing.adjourning) == (None, 1, (0, 0), frozenset())
    assert playing.deadlines == (None, None)
    assert tables["robotgam"].names == ("Ann", "Clover")


async def test_a_game_under_way_is_played_out_and_proved(room):
    over = await room.play_out("playing2")
    record = await room.prove("playing2")
    assert record.commitment == commitment(over.agreement.seed)
    assert "contributions" not in record.to_dict()["shuffle"]
    assert over.standing in {(over.game.phase.games, 0), (0, over.game.phase.games)}
    assert len(await list_server_results(room.database, 1)) == 2


async def test_presses_are_mixed_into_a_game_under_way_from_its_next_deal_on(room):
    press = iter(range(1, 1_000))
    while (table := await room.tables.find("playing2")).status == "playing":
        seat = table.view(None).waiting_on[0]
        move = sound_move(table.view(seat))
        await room.tables.act("playing2", table.seats[seat].player, None, move, press=next(press))
    record = await room.prove("playing2")
    assert {one.before for one in record.contributions} >= {"deal:5"}
    assert not any(one.counts_in("deal:3") for one in record.contributions)
    assert {
        finding.number for finding in check(record.commitment, record.seed, record.events, ()) if finding.agrees
    } >= {3}
    assert record.contributions


async def test_the_press_below_an_old_invitation_is_not_mixed_in(room):
    """It showed no commitment."""
    assert (await room.tables.accept("asking22", room.cy, press=1)).contributions == ()
    assert (await room.tables.again("overgame", room.ben, press=2)).contributions == ()


async def test_invitations_and_another_game_can_still_be_accepted(room):
    assert (await room.tables.accept("asking22", room.cy)).status == "playing"
    again = await room.tables.again("overgame", room.ben)
    assert (again.id, again.status) == ("rematch2", "playing")
    assert again.view(None).dealer == 0, "Ann had given the last one up"
    await room.tables.act("asking22", room.ann, None, Resign(0))
    assert (await room.tables.find("asking22")).standing == (0, 1)


async def test_a_robot_that_was_asked_moves(room):
    await room.take_turn("robotgam")
    await asyncio.gather(*room.tables.robots._thinking.values())
    assert (await room.tables.find("robotgam")).view(None).stage == "play"


async def test_the_messages_are_known_and_a_server_may_set_its_preset(room):
    found = await TableMessages(room.database).of("playing2", "screen", "reminder")
    assert [(one.kind, one.message_id) for one in found] == [("screen", 900), ("reminder", 901)]
    assert await preferences.read_server(room.database, 1) == ServerSettings(1)
    await preferences.put_server(room.database, ServerSettings(1, "bicycle"))
    await preferences.put_server(room.database, ServerSettings(1, "britannica"))
    assert await preferences.read_server(room.database, 1) == ServerSettings(1, "britannica")
    assert await preferences.read_server(room.database, 2) == ServerSettings(2)


async def test_old_games_are_not_paused_at_once(room):
    """When they were last touched nobody wrote down, so they count from the day of the new version."""
    today = (await room.tables.find("playing2")).agreement.touched_at
    assert today > NOW, "which is when this test is run"
    room.wall.now = today
    await room.tables.timekeeper.tick()
    assert (await room.tables.find("playing2")).status == "playing"
    await room.later(days=15)
    assert (await room.tables.find("playing2")).status == "idle"
    assert (await room.tables.take_up("playing2", room.ben)).view(None).count == 13
