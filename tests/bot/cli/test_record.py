"""`cribbage-bot record`: the record of a game from the database of ``DATABASE_PATH``."""

import asyncio

import pytest

from bot.__main__ import main
from engine.actions import Resign
from tests.support.seated_tables import room_over


async def play_two_games(path):
    """Store a game that was given up and one that is still being played; returns their tables."""
    async with room_over(path) as room:
        over, playing = await room.sit_down(), await room.sit_down()
        await room.tables.act(over.id, room.ann, None, Resign(0))
        await room.take_turn(playing.id)
    return over, playing


@pytest.fixture
def record(tmp_path, monkeypatch, capsys):
    """Run `record` on a database; returns the exit code, standard output and standard error."""
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    return lambda *arguments: (main(["record", *arguments]), *capsys.readouterr())


def test_a_printed_record_can_be_verified(tmp_path, record, verify):
    over, playing = asyncio.run(play_two_games(tmp_path / "cribbage.db"))
    for table, proof in ((over, "every deal came from the fair shuffle"), (playing, "still secret")):
        code, out, err = record(f" {table.id.upper()} ")
        assert (code, err) == (0, "")
        assert (table.agreement.seed.hex() in out) == (table is over)
        code, report, err = verify(out)
        assert (code, err) == (0, "")
        assert proof in report


def test_a_finished_game_alone_is_printed_as_a_page(tmp_path, record):
    over, playing = asyncio.run(play_two_games(tmp_path / "cribbage.db"))
    code, out, err = record(over.id, "--html")
    assert (code, err) == (0, "")
    assert out.startswith("<!doctype html>")
    assert over.id in out
    code, out, err = record(playing.id, "--html")
    assert (code, out) == (2, "")
    assert "isn't over yet" in err
    code, out, err = record("nowhere")
    assert (code, out) == (2, "")
    assert "find that game" in err


def test_a_missing_database_is_refused_and_not_created(tmp_path, record):
    code, out, err = record("abcdefgh")
    assert (code, out) == (2, "")
    assert "there's no database. Set DATABASE_PATH" in err
    assert list(tmp_path.iterdir()) == []


def test_the_page_has_the_review_of_the_player_who_is_named(tmp_path, record):
    async def play():
        async with room_over(tmp_path / "cribbage.db") as room:
            table = await room.sit_down()
            for _ in range(12):
                await room.take_turn(table.id)
            await room.tables.act(table.id, room.ann, None, Resign(0))
            return table

    game = asyncio.run(play()).id
    code, out, err = record(game, "--html", "--review", "ann")
    assert (code, err) == (0, "")
    assert '"note":[' in out
    code, out, _ = record(game, "--html")
    assert '"note":[' not in out
    code, out, err = record(game, "--html", "--review", "Zoe")
    assert (code, out) == (2, "")
    assert "Nobody in this game is called Zoe. Choose Ann or Ben." in err
    code, out, err = record(game, "--review", "Ann")
    assert (code, out) == (2, "")
    assert "Add --html" in err
