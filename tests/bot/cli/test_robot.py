"""`cribbage-bot robot`: one answer for each line, and an error for each line that cannot be read."""

import io
import json
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.cli.robot import read_answer, read_question, write_answer, write_question
from engine.actions import LayAway, Play
from engine.ai.levels import EXPERT, LEVELS
from engine.ai.robots import choose
from engine.cards import Card
from engine.errors import NotationError
from engine.view import view
from tests.support.data_files import data_beside
from tests.support.robot_tables import at_play, dealt, never, played
from tests.support.strategies import AUTOMATIC, cards

CASES = data_beside(__file__)
DISCARD, PLAY = CASES["questions"]["discard"], CASES["questions"]["play"]


def answers(monkeypatch, capsys, *lines: bytes, level=EXPERT, seed="1") -> list[dict]:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"".join(line + b"\n" for line in lines))))
    assert main(["robot", "--level", level, "--seed", seed]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def asked(question, **changes) -> bytes:
    return json.dumps({**question, **changes}).encode()


@pytest.mark.parametrize("level", LEVELS)
def test_each_question_gets_one_answer(monkeypatch, capsys, level):
    discard, play = answers(monkeypatch, capsys, asked(DISCARD), asked(PLAY), level=level)
    assert set(discard) == {"discard"}
    assert len({*discard["discard"]} & {*DISCARD["hand"]}) == 2
    assert play["play"] in PLAY["hand"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_answers(monkeypatch, capsys, level):
    lines = [asked(DISCARD, scores=[100, 99]), asked(PLAY), asked(PLAY, scores=[110, 117])] * 3
    first = answers(monkeypatch, capsys, *lines, level=level)
    assert answers(monkeypatch, capsys, *lines, level=level) == first


def test_a_player_without_a_card_that_fits_has_no_play(monkeypatch, capsys):
    stuck = asked(
        PLAY, hand=["8C", "9D"], played=[["me", "QC"], ["them", "QH"], ["me", "2C"], ["them", "4H"]], their_cards=2
    )
    assert answers(monkeypatch, capsys, stuck) == [{"play": None}]


BAD = [
    *(asked(CASES["questions"][ask], **changes) for ask, changes in CASES["bad"]),
    b"",
    b"bad",
    b"[]",
    b"{}",
    b"\xff\xfe",
    b"[" * 100_000,
    b"1" * 10_000,
    asked(DISCARD, target=None),
    asked(PLAY, starter=None),
]


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_gets_an_error_and_the_next_is_read(monkeypatch, capsys, line):
    bad, good = answers(monkeypatch, capsys, line, asked(DISCARD))
    assert set(bad) == {"error"}
    assert len(bad["error"]) < 200
    assert set(good) == {"discard"}


def test_a_question_says_all_that_its_view_knows():
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 2C 3D", "5C 4D 9H 6S AC 7D", starter="6C", scores=(90, 91))
    for line in ("0:7C", "0:7C 1:9H 0:8D", "0:7C 1:9H 0:QH 1:5C 0:8D"):
        seen = view(played(game, line), 1)
        again = read_question(write_question(seen))
        assert again.hand == seen.hand
        assert again.laid == seen.laid
        assert again.starter is seen.starter
        assert again.count == seen.count
        assert again.held == (seen.held[1], seen.held[0])
        assert again.scores == (seen.scores[1], seen.scores[0])
        assert again.dealer == 0
        assert [move.card for move in again.legal] == [move.card for move in seen.legal if isinstance(move, Play)]


def test_answers_are_moves_of_the_seat_that_was_asked():
    seen = view(dealt(AUTOMATIC, 1, "7C 8D QH KS 2C 3D", "5C 4D 9H 6S AC 7D", starter="KD"), 1)
    assert read_answer('{"discard": ["4D", "ac"]}', seen) == LayAway(1, cards("4D AC"))
    move = choose(read_question(write_question(seen)), "club", never)
    assert read_answer(write_answer(move), seen).cards == move.cards
    for wrong in ('{"discard": ["4D"]}', '{"discard": ["4D", "KD"]}', '{"discard": ["4D", "4D"]}', "{}", "[]", ""):
        with pytest.raises(NotationError):
            read_answer(wrong, seen)
    playing = view(at_play(AUTOMATIC, 0, "7C 8D QH KS 2C 3D", "5C 4D 9H 6S AC 7D", starter="6C"), 1)
    assert read_answer('{"play": "9h"}', playing) == Play(1, Card.parse("9H"))
    for wrong in ('{"play": "KS"}', '{"play": null}', '{"discard": ["9H"]}'):
        with pytest.raises(NotationError):
            read_answer(wrong, playing)
