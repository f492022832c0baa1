"""The `cribbage-bot` command: its output, its exit codes, and one line for every error."""

import importlib.metadata
import json
import re
import socket
import sys
import tomllib

import pytest

from bot.__main__ import main
from bot.settings import package_version
from engine.audit import play_again
from engine.record import Record
from tests.support.paths import ROOT
from tests.support.processes import run_python

COMMANDS = (
    *("run", "doctor", "invite", "backup", "restore", "migrate", "service", "translations"),
    *("demo", "sandbox", "score", "selfplay", "record", "verify", "league", "bench", "robot"),
)


def error_line(capsys, *arguments):
    """Run a command that must fail with exit code 2; returns its one line on standard error."""
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
    def test_every_command_has_help(self, command, capsys):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        out = capsys.readouterr().out
        assert ended.value.code == 0
        assert out.startswith(f"usage: cribbage-bot {command}")

    def test_help_lists_every_command(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["--help"])
        assert ended.value.code == 0
        assert tuple(re.findall(r"^    ([a-z]+)\s", capsys.readouterr().out, re.MULTILINE)) == COMMANDS

    @pytest.mark.parametrize("arguments", [(), ("sing",), ("run", "fast"), ("score",), ("--loud",)])
    def test_an_unknown_command_points_to_help(self, arguments, capsys):
        assert "--help" in error_line(capsys, *arguments)


def test_version_is_that_of_the_package(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert (ended.value.code or 0, capsys.readouterr()) == (0, (f"cribbage-bot {version}\n", ""))


def test_version_of_a_package_that_is_not_installed(monkeypatch, capsys):
    monkeypatch.setattr(importlib.metadata, "version", not_installed)
    package_version.cache_clear()
    assert "is not installed" in error_line(capsys, "--version")
    package_version.cache_clear()


def not_installed(name):
    raise importlib.metadata.PackageNotFoundError(name)


class TestWrongArguments:
    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (("--games", "0"), "isn't a number of games"),
            (("--games", "-3"), "isn't a number of games"),
            (("--games", "two"), "isn't a number of games"),
            (("--games", "²"), "isn't a number of games"),
            (("--games", "1.5"), "isn't a number of games"),
            (("--miscount", "2"), "isn't a chance"),
            (("--miscount", "-0.1"), "isn't a chance"),
            (("--miscount", "nan"), "isn't a chance"),
            (("--irregular", "often"), "isn't a chance"),
            (("--players", "5"), "players"),
            (("--players", "two"), "players"),
            (("--preset", "poker"), "Choose house, club, bicycle"),
            (("--seed",), "--seed"),
        ],
    )
    def test_selfplay(self, arguments, complaint, tmp_path, capsys):
        out = tmp_path / "games.jsonl"
        out.write_text("good\n")
        assert complaint in error_line(capsys, "selfplay", "--out", str(out), *arguments)
        assert out.read_text() == "good\n"

    @pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "²"])
    def test_sandbox_port(self, port, capsys):
        assert "isn't a port" in error_line(capsys, "sandbox", f"--port={port}")

    def test_demo_folder_that_is_a_file(self, tmp_path, capsys):
        (tmp_path / "file").touch()
        assert "file" in error_line(capsys, "demo", "--folder", str(tmp_path / "file"))


class TestAlreadyInUse:
    def test_a_busy_port_is_refused(self, capsys):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            assert f"port {port} is taken" in error_line(capsys, "sandbox", "--port", str(port))

    def test_a_folder_with_a_database_is_refused_and_left_unchanged(self, tmp_path, capsys):
        (tmp_path / "cribbage.db").write_bytes(b"mine")
        assert "already has a database" in error_line(capsys, "demo", "--folder", str(tmp_path))
        assert (tmp_path / "cribbage.db").read_bytes() == b"mine"


SHELL = "import os, sys; os.execv('/bin/sh', ['/bin/sh', '-c', sys.argv[1]])"
"""A program that becomes a shell with this command."""

LOADED = """
import sys
from bot.__main__ import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


class TestAsAProcess:
    @pytest.mark.parametrize(
        ("arguments", "none_of"),
        [
            (["--help"], {"asyncio", "babel", "discord", "engine.scoring", "importlib.metadata"}),
            (
                ["score", "5h 5d 5c js 5s"],
                {"aiosqlite", "asyncio", "babel", "discord", "engine.game", "prometheus_client"},
            ),
        ],
    )
    def test_a_command_loads_nothing_that_it_does_not_need(self, tmp_path, arguments, none_of):
        loaded = set(run_python("-c", LOADED, *arguments, cwd=tmp_path).stderr.split())
        assert "engine.errors" in loaded
        assert loaded & none_of == set()

    def test_a_closed_pipe_is_no_error(self, tmp_path):
        command = f"{sys.executable} -m bot selfplay --games 40 | head -c 10"
        ended = run_python("-c", SHELL, command, cwd=tmp_path)
        assert ended.stdout.startswith('{"format"')
        assert ended.stderr == ""

    @pytest.mark.parametrize(
        ("command", "code", "said"),
        [
            ("score '5h 5d 5c js 5s' >&-", 1, "cribbage-bot: the output can't be written: Bad file descriptor\n"),
            ("--help >&-", 1, "cribbage-bot: the output can't be written: Bad file descriptor\n"),
            ("league --help >&- 2>&-", 1, ""),
            ("score --file - <&-", 2, "cribbage-bot: Bad file descriptor\n"),
            (
                "score '5h 5d 5c js 5s' >/dev/full",
                1,
                "cribbage-bot: the output can't be written: No space left on device\n",
            ),
        ],
    )
    def test_a_closed_or_full_stream_ends_in_one_sentence(self, tmp_path, command, code, said):
        ended = run_python("-c", SHELL, f"{sys.executable} -m bot {command}", cwd=tmp_path, PYTHONUNBUFFERED="")
        assert (ended.returncode, ended.stderr, ended.stdout) == (code, said, "")

    def test_the_demo_plays_two_games_whose_records_hold(self, tmp_path):
        """The terminal here cannot even show the symbols of the suits."""
        demo = ("-m", "bot", "demo", "--folder", str(tmp_path / "demo"))
        ended = run_python(*demo, cwd=tmp_path, PYTHONIOENCODING="ascii", DISCORD_TOKEN="")
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout[-2_000:]
        output = ended.stdout
        for text in ("extra points go to", "wins", "the same result", "Fair shuffle: proved", "challenged", "29"):
            assert text in output
        assert 40 <= len(output.splitlines()) <= 100
        assert not re.search(r"<@|\*\*|`", output), "ids and Markdown"
        assert "What to try next:" in output
        documents = []
        for path in (tmp_path / "demo").glob("*.json"):
            assert f"The record is {path}" in ended.stdout
            document = json.loads(path.read_text("utf-8"))
            record = Record.from_dict(document)
            assert list(play_again(record.rules, record.events).scores) == document["result"]["scores"]
            assert main(["verify", str(path)]) == 0
            documents.append(document)
        assert sorted(document["preset"] for document in documents) == ["britannica", "house"]
        events = [event for document in documents for event in document["events"]]
        assert any(event["kind"] == "pegged" and event["law"] == "overscore" for event in events)
