"""A database of the version that stored messages under negative seats: each has its kind and its player afterwards."""

import json

import pytest

from bot.models.agreement import Agreement, Seat, TableMessage
from bot.models.player import Player
from bot.storage import database as storage
from bot.storage import tables
from bot.storage.database import Database
from bot.storage.table_messages import TableMessages
from engine.presets import find
from tests.support.blank_database import POSTGRES
from tests.support.seated_tables import NOW

ALL = ("screen", "outdated", "commitment", "invitation", "reminder", "notice", "unsent", "home", "end")
SCREENS = [(-3, 4, 11, -1), (-2, 5, 12, -1), (-1, 5, 13, 7), (0, 6, 14, -1), (1, 7, 15, 9), (2, 8, 16, 9)]
"""Seats, channels, messages and revisions; nobody sits in seat 2 any more."""

REMINDERS = [(-1, "0:3.play.3", 5, 21), (1, "1:3.play.3", 7, 0), (-11, "adjourned", 5, 22), (-9, "play_on", 7, 23)]


def unsent(left):
    stored = {"kind": "called_off", "seat": None, "until": None, "why": 'say "left": [-1]', "seconds": 0.0}
    return json.dumps({**stored, "status": "closed", "since": "2025-03-01T12:00:00.000000+00:00", "left": left})


async def write_as_before(database):
    async with database.transaction() as writing:
        for number in (1, 2):
            writing.write("INSERT INTO players (discord_id, name) VALUES (?, ?)", (number, f"Player {number}"))
        seats = (Seat(Player(1, 1, "Player 1")), Seat(Player(2, 2, "Player 2")), Seat())
        rules = find("house", players=3)
        tables.add(writing, Agreement("abc", 1, 5, "dm", "house", rules, "playing", b"", None, seats), NOW.isoformat())
        places = "(table_id, seat, channel_id, message_id, shown_revision)"
        writing.write_many(f"INSERT INTO screens {places} VALUES ('abc', ?, ?, ?, ?)", SCREENS)
        rows = [*REMINDERS, (-100, unsent(None), 0, 0), (-104, unsent([-1]), 0, 0), (-105, unsent([0, 1]), 0, 0)]
        columns = "(table_id, seat, prompt, channel_id, message_id)"
        writing.write_many(f"INSERT INTO reminders {columns} VALUES ('abc', ?, ?, ?, ?)", rows)
        writing.write("INSERT INTO announcements VALUES ('abc', 3, 31)")
        writing.write("INSERT INTO outdated_messages VALUES (41, 5, 'abc')")


@pytest.fixture
async def database(tmp_path, monkeypatch):
    address = tmp_path / "older.db"
    with monkeypatch.context() as older:
        known = storage._migrations()
        older.setattr(storage, "_migrations", lambda: known[:29])
        if POSTGRES.chosen:
            from bot.storage import postgres

            address, scripts = POSTGRES.new_address("older"), postgres.scripts()
            older.setattr(postgres, "scripts", lambda: scripts[:29])
        database = await Database.open(address)
        try:
            await write_as_before(database)
        finally:
            await database.close()
    database = await Database.open(address)
    yield database
    await database.close()


async def test_every_message_is_found_by_its_kind(database):
    found = await TableMessages(database).of("abc", *ALL)
    assert sorted(found, key=lambda one: (one.message_id, one.channel_id)) == [
        TableMessage("home", None, 3),
        TableMessage("reminder", 2, 7, 0, None, "1:3.play.3"),
        TableMessage("invitation", None, 4, 11),
        TableMessage("commitment", None, 5, 12),
        TableMessage("screen", None, 5, 13, 7),
        TableMessage("screen", 1, 6, 14),
        TableMessage("screen", 2, 7, 15, 9),
        TableMessage("reminder", None, 5, 21, None, "0:3.play.3"),
        TableMessage("notice", None, 5, 22, None, "adjourned"),
        TableMessage("notice", 2, 7, 23, None, "play_on"),
        TableMessage("end", None, 3, 31),
        TableMessage("outdated", None, 5, 41),
    ]
    assert sorted({shown[:2] for shown in await TableMessages(database).shown()}) == [
        ("abc", 5),
        ("abc", 6),
        ("abc", 7),
    ]
    assert await TableMessages(database).tables_with("notice") == ["abc"]
    assert await TableMessages(database).unshown_ends(NOW) == [], "it goes on"
    assert await tables.list_ids_in_channel(database, 4) == ["abc"], "where it was agreed"
    assert await tables.list_ids_in_channel(database, 3) == []
    assert await TableMessages(database).unsent_notices() == [
        ("abc", 0, unsent(None)),
        ("abc", 4, unsent([None])),
        ("abc", 5, unsent([0, 1])),
    ]
