"""The `cribbage-bot` command: what it prints, its exit codes, and one line for whatever is asked wrongly."""

import json
import os
import re
import socket
import subprocess
import sys

import pytest

from bot.__main__ import main
from engine.audit import play_again
from engine.cards import PACK
from engine.record import Record
from tests.support.paths import ROOT

COMMANDS = ("run", "demo", "sandbox", "score", "selfplay", "record", "verify", "league")


def run(*arguments, cwd, **environment):
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=240,
        check=False,
    )


def refused(capsys, *arguments):
    """The one line with which it is refused."""
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1), (code, out, err)
    assert "Traceback" not in err
    return err


class TestHelp:
    @pytest.mark.parametrize("command", COMMANDS)
    def test_of_every_command(self, command, capsys):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        out = capsys.readouterr().out
        assert ended.value.code == 0
        assert out.startswith(f"usage: cribbage-bot {command}")

    def test_names_every_command(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["--help"])
        assert ended.value.code == 0
        assert tuple(re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.MULTILINE)) == COMMANDS

    @pytest.mark.parametrize("arguments", [(), ("sing",), ("run", "fast"), ("score",), ("--loud",)])
    def test_is_pointed_at_where_the_command_is_none(self, arguments, capsys):
        assert "--help" in refused(capsys, *arguments)


class TestScore:
    def test_the_greatest_hand(self, capsys):
        assert main(["score", "5h 5d 5c js 5s"]) == 0
        assert capsys.readouterr().out.startswith("29: Fifteen two")

    @pytest.mark.parametrize(
        "arguments", [("5h 5d 5c js 5s",), ("5h 5d 5c js", "5s"), ("5h5d5cjs | 5s",), ("5H,5D,5C,JS", "5S")]
    )
    def test_the_starter_last_or_apart(self, arguments, capsys):
        assert main(["score", *arguments, "--json"]) == 0
        verdict = json.loads(capsys.readouterr().out)
        assert (verdict["hand"], verdict["starter"], verdict["total"]) == (["5H", "5D", "5C", "JS"], "5S", 29)

    def test_the_json_is_exactly_this(self, capsys):
        assert main(["score", "7c 8d 8h ks | 9c", "--json"]) == 0
        verdict = json.loads(capsys.readouterr().out)
        for item in verdict["items"]:
            item["cards"].sort()
        verdict["items"].sort(key=lambda item: (item["points"], item["law"], item["cards"]))
        assert verdict == {
            "hand": ["7C", "8D", "8H", "KS"],
            "starter": "9C",
            "crib": False,
            "total": 12,
            "items": [
                {"law": "fifteen", "cards": ["7C", "8D"], "points": 2},
                {"law": "fifteen", "cards": ["7C", "8H"], "points": 2},
                {"law": "pair", "cards": ["8D", "8H"], "points": 2},
                {"law": "run", "cards": ["7C", "8D", "9C"], "points": 3},
                {"law": "run", "cards": ["7C", "8H", "9C"], "points": 3},
            ],
            "words": "Fifteen two, fifteen four, and eight for double run is twelve.",
        }

    def test_its_items_add_up_and_hold_cards_of_the_hand(self, capsys):
        for start in range(27):
            cards = PACK[start : start + 25 : 5]
            assert len(cards) == 5
            assert main(["score", " ".join(map(str, cards)), "--json"]) == 0
            verdict = json.loads(capsys.readouterr().out)
            assert verdict["total"] == sum(item["points"] for item in verdict["items"])
            assert {card for item in verdict["items"] for card in item["cards"]} <= {str(card) for card in cards}

    @pytest.mark.parametrize(("crib", "total"), [((), 4), (("--crib",), 0)])
    def test_a_flush_of_four_counts_in_the_hand_alone(self, crib, total, capsys):
        assert main(["score", "2h 4h 6h 8h kc", *crib, "--json"]) == 0
        verdict = json.loads(capsys.readouterr().out)
        assert (verdict["total"], verdict["crib"]) == (total, bool(crib))

    def test_a_hand_of_nothing(self, capsys):
        assert main(["score", "2h 4d 6c 8s kh"]) == 0
        assert capsys.readouterr().out.startswith("0: Nothing")

    @pytest.mark.parametrize(
        "arguments",
        [
            ("",),
            ("   ",),
            ("hello",),
            ("5h 5h 5c js 5s",),
            ("5h 5d 5c js", "5h"),
            ("5h",),
            ("5h 5d 5c js 5s 6s 7s",),
            ("1h 5d 5c js 5s",),
            ("5x 5d 5c js 5s",),
            ("5h 6h 7h 8 9c",),
            ("5h 5d 5c js", "5s 6s"),
            ("5h 5d 5c js | 5s", "5s"),
            ("5h\n5d\x00",),
            ("5h 5d 5c js 5s", "--starter"),
            ("🂡" * 5_000,),
        ],
    )
    def test_what_is_no_hand_is_refused_in_one_line(self, arguments, capsys):
        refused(capsys, "score", *arguments)


class TestWrongNumbers:
    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (("--games", "0"), "not a number of games"),
            (("--games", "-3"), "not a number of games"),
            (("--games", "two"), "not a number of games"),
            (("--games", "²"), "not a number of games"),
            (("--games", "1.5"), "not a number of games"),
            (("--miscount", "2"), "not a chance"),
            (("--miscount", "-0.1"), "not a chance"),
            (("--miscount", "nan"), "not a chance"),
            (("--irregular", "often"), "not a chance"),
            (("--players", "5"), "players"),
            (("--players", "two"), "players"),
            (("--preset", "poker"), "choose house, club, bicycle"),
            (("--seed",), "--seed"),
        ],
    )
    def test_of_selfplay(self, arguments, complaint, tmp_path, capsys):
        out = tmp_path / "games.jsonl"
        out.write_text("good\n")
        assert complaint in refused(capsys, "selfplay", "--out", str(out), *arguments)
        assert out.read_text() == "good\n"

    @pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "²"])
    def test_of_the_sandbox(self, port, capsys):
        assert "not a port" in refused(capsys, "sandbox", f"--port={port}")

    def test_of_a_demo_that_has_nowhere_to_write(self, tmp_path, capsys):
        (tmp_path / "file").touch()
        assert "file" in refused(capsys, "demo", "--folder", str(tmp_path / "file"))


class TestWhatIsTaken:
    def test_a_port_on_which_something_else_is_served(self, capsys):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            assert f"port {port} cannot be used" in refused(capsys, "sandbox", "--port", str(port))

    def test_a_folder_in_which_somebodys_games_are_kept(self, tmp_path, capsys):
        (tmp_path / "cribbage.db").write_bytes(b"mine")
        assert "holds a database already" in refused(capsys, "demo", "--folder", str(tmp_path))
        assert (tmp_path / "cribbage.db").read_bytes() == b"mine"


class TestAsAProcess:
    def test_a_wrong_hand(self, tmp_path):
        ended = run("score", "5h 5h 5c js 5s", cwd=tmp_path)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr.startswith("cribbage-bot: ")

    def test_a_reader_who_has_seen_enough(self, tmp_path):
        command = f"{sys.executable} -m bot selfplay --games 40 | head -c 10"
        ended = subprocess.run(
            ["/bin/sh", "-c", command],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            timeout=240,
            check=False,
        )
        assert ended.stdout.startswith('{"format"')
        assert ended.stderr == ""

    def test_the_demo_plays_two_whole_games_and_leaves_records_that_hold(self, tmp_path):
        """On a terminal that does not even know the signs of the suits."""
        ended = run(
            "demo", "--folder", str(tmp_path / "demo"), cwd=tmp_path, PYTHONIOENCODING="ascii", DISCORD_TOKEN=""
        )
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout[-2_000:]
        told = ended.stdout.lower()
        for said in ("overscored", "wins", "the same result", "the shuffle: proved", "or to challenge"):
            assert said in told
        documents = []
        for path in (tmp_path / "demo").glob("*.json"):
            assert f"The record is {path}" in ended.stdout
            document = json.loads(path.read_text("utf-8"))
            record = Record.from_dict(document)
            assert list(play_again(record.rules, record.events).scores) == document["result"]["scores"]
            assert run("verify", str(path), cwd=tmp_path).returncode == 0
            documents.append(document)
        assert sorted(document["preset"] for document in documents) == ["britannica", "house"]
        events = [event for document in documents for event in document["events"]]
        assert any(event["kind"] == "pegged" and event["law"] == "overscore" for event in events)
