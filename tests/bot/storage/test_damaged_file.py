"""A database file that was damaged: a start that works or one clear sentence, in sixty ways and never a traceback."""

from __future__ import annotations

import asyncio
import hashlib
import random
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.leagues import settings
from bot.leagues.file_import import import_file
from bot.models.errors import DamagedData, StorageError
from bot.storage.database import Database
from bot.tables.service import Tables
from tests.bot.cli.test_run import refused, running, served, small_discord
from tests.support.depth import sampled
from tests.support.seated_tables import NOW, room_over

pytestmark = pytest.mark.sqlite

PAGE = 4096
GAMES = "".join(f"2025-01-{day:02},Ann,Ben,121,{60 + day},,\n" for day in range(1, 29))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The bytes of a bot's file with finished games, games under way and a league, and the names of two games.

    They are the same at every run: so is what each harm does to them.
    """
    path, numbers = tmp_path_factory.mktemp("played") / "cribbage.db", count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.tables.service.fresh_seed", lambda: hashlib.sha256(bytes([next(numbers)])).digest())
        patch.setattr("bot.tables.service.secrets", random.Random(2))
        games = asyncio.run(_play(path))
    return path.read_bytes(), games


async def _play(path):
    async with room_over(path) as room:
        for _ in range(2):
            over = await room.sit_down()
            await room.play_out(over.id)
        for _ in range(3):
            under_way = await room.sit_down()
            for _ in range(9):
                await room.take_turn(under_way.id)
        league = settings.new_league(None, "Winter", {"preset": "acc"}, NOW)
        paper = f"date,player_a,player_b,score_a,score_b,games_a,games_b\n{GAMES}"
        await import_file(room.database, league, paper.encode(), NOW)
        return over.id, under_way.id


def cut_short(body, chance):
    return body[: chance.randrange(1, len(body))]


def header_changed(body, chance):
    place = chance.randrange(100)
    return body[:place] + bytes([body[place] ^ chance.randrange(1, 256)]) + body[place + 1 :]


def page_of_zeros(body, chance):
    start = PAGE * chance.randrange(len(body) // PAGE)
    return body[:start] + bytes(PAGE) + body[start + PAGE :]


def schema_changed(body, chance):
    """The page of the schema's texts, and those that follow it, which hold the rest of them."""
    return _changed(body, range(100, 26 * PAGE), 60, chance)


def page_changed(body, chance):
    start = PAGE * chance.randrange(len(body) // PAGE)
    return _changed(body, range(start, start + PAGE), chance.choice([1, 8, 40, 200]), chance)


def texts_changed(body, chance):
    """Bytes within what was stored as text: SQLite finds nothing wrong."""
    places = [place for word in (b'"kind"', b'"players"', b"+00:00") for place in _places(body, word)]
    changed = bytearray(body)
    for place in chance.sample(places, len(places) // 2):
        changed[place + chance.randrange(3)] = chance.choice(b"\x00\x80\xff{'\n")
    return bytes(changed)


def _changed(body, places, many, chance):
    changed = bytearray(body)
    for _ in range(many):
        changed[chance.choice(places)] = chance.randrange(256)
    return bytes(changed)


def _places(body, word):
    place = body.find(word)
    while place >= 0:
        yield place
        place = body.find(word, place + 1)


HARMS = [
    (harm, seed)
    for harm, many in (
        (cut_short, 8),
        (header_changed, 12),
        (page_of_zeros, 8),
        (schema_changed, 10),
        (page_changed, 10),
        (texts_changed, 6),
    )
    for seed in range(many)
]


PLACES = {
    "not a database": lambda path: path.write_bytes(b"Dear Ann, the game is on Thursday.\n" * 400),
    "nothing but bytes": lambda path: path.write_bytes(random.Random(1).randbytes(20_000)),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a log of garbage": lambda path: Path(f"{path}-wal").write_bytes(random.Random(2).randbytes(50_000)),
    "a log that is a folder": lambda path: Path(f"{path}-wal").mkdir(),
    "a lock that is a folder": lambda path: Path(f"{path}-lock").mkdir(),
}


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    return tmp_path / "cribbage.db"


@sampled(("harm", "seed"), HARMS)
def test_every_command_works_or_says_in_one_sentence_what_is_wrong(played, path, capsys, caplog, harm, seed):
    body, games = played
    path.write_bytes(harm(body, random.Random(seed)))
    _check_commands(path, games, capsys, caplog)


@pytest.mark.parametrize("harm", PLACES)
def test_every_command_works_or_reports_a_bad_database_path(played, path, capsys, caplog, harm):
    body, games = played
    path.write_bytes(body)
    PLACES[harm](path)
    _check_commands(path, games, capsys, caplog)


def _check_commands(path, games, capsys, caplog):
    for command in (["record", games[0]], ["record", games[1]], ["league", "table", "Winter"], ["league", "list"]):
        code = main(command)
        out, err = capsys.readouterr()
        if code == 0:
            assert out or err.startswith("there is no league"), "it works"
        else:
            assert (code, out) == (2, "")
            _check_sentence(err.removesuffix("\n"))
    try:
        asyncio.run(_take_up(path))
    except (StorageError, DamagedData) as error:
        _check_sentence(f"cribbage-bot: {error}")
    # A table that cannot be read gets one line in the log, and the others go on.
    assert all("cannot be resumed: " in line and line.isprintable() for line in caplog.messages)
    assert all(record.exc_info is None for record in caplog.records)
    assert not any('"kind"' in line or '"hands"' in line for line in caplog.messages), "no cards are logged"
    caplog.clear()


def _check_sentence(line):
    assert '"cards"' not in line
    assert '"hands"' not in line
    assert line.startswith("cribbage-bot: ")
    assert line.isprintable()
    assert line.endswith(".")
    assert len(line) < 600


async def _take_up(path: Path) -> None:
    """Open the file and take up every table, as `run` does."""
    database = await Database.open(path, owner=True)
    tables = Tables(database, lambda: datetime.now(UTC))
    try:
        await tables.resume()
    finally:
        await tables.close()
        await database.close()


RUN = [(cut_short, 0), (header_changed, 0), (page_of_zeros, 1), (schema_changed, 3), (texts_changed, 0)]


@sampled(("harm", "seed"), RUN)
async def test_run_begins_or_ends_with_one_sentence(played, path, caplog, harm, seed):
    path.write_bytes(harm(played[0], random.Random(seed)))
    discord = small_discord()
    async with served(discord), running(discord, path) as run:
        await run.until_resumed()
        code, errors = await run.stopped()
    if code:
        assert code == 2, errors
        _check_sentence(errors.splitlines()[-1])
    caplog.clear()


async def test_run_says_so_where_a_note_of_its_own_cannot_be_read(path):
    """The file is whole, and what is read first when Discord is ready is not what the bot wrote."""
    async with room_over(path) as room, room.database.transaction() as writing:
        writing.write("INSERT INTO notes (name, value) VALUES ('clocks', 'yesterday')")
    line = await refused(small_discord(), path)
    assert line.startswith("cribbage-bot: a time in the database is damaged (")
    _check_sentence(line)
