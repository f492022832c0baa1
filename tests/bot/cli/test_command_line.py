"""The `cribbage-bot` command: its output, its exit codes, and one line for every error."""

import io
import json
import re
import shutil
import socket
import subprocess
import sys
import tarfile

import pytest

from bot import NEXT_RELEASE, version
from bot.__main__ import main
from engine.audit import play_again
from engine.record import Record
from tests.support.data_files import data_beside
from tests.support.paths import ROOT
from tests.support.processes import run_python

CASES = data_beside(__file__)

COMMANDS = (
    *("run", "init", "doctor", "invite"),
    *("announce", "servers", "privacy", "commands"),
    *("backup", "restore", "migrate", "service", "translations"),
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


class TestVersion:
    @pytest.fixture
    def checkout(self, tmp_path):
        """Return a checkout with one commit, and what git and the command say in it."""
        (tmp_path / "bot").mkdir()
        for name in ("bot/__init__.py", ".gitattributes"):
            shutil.copy(ROOT / name, tmp_path / name)

        def git(*arguments):
            who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
            done = subprocess.run(["git", *who, *arguments], cwd=tmp_path, check=True, capture_output=True)
            return done.stdout

        git("init")
        git("add", ".")
        git("commit", "-m", "One", "--date=2026-11-27T12:00:00Z")
        return git

    def said_in(self, folder, **environment):
        return run_python(
            "-P", "-c", "import sys; sys.path[0:0] = ['.']; import bot; print(bot.version())", cwd=folder
        ).stdout.strip()

    def test_a_commit_is_named_and_counts_as_the_next_release(self, checkout, tmp_path):
        commit = checkout("log", "-1", "--format=%H").decode()[:10]
        said = self.said_in(tmp_path)
        assert re.fullmatch(rf"{re.escape(NEXT_RELEASE)}\.dev20\d{{12}}\+g{commit}", said)
        without_git = self.said_in(tmp_path, PATH=str(tmp_path))
        assert re.fullmatch(rf"{re.escape(NEXT_RELEASE)}\.dev20\d{{12}}\+g{commit}", without_git)

    def test_a_tag_is_the_version_also_in_an_archive_without_git(self, checkout, tmp_path):
        commit = checkout("log", "-1", "--format=%H").decode()[:10]
        before = self.archived(checkout, tmp_path / "before")
        checkout("tag", "v9.8.7")
        assert self.said_in(tmp_path) == f"9.8.7 ({commit})"
        assert self.said_in(before).endswith(f"+g{commit}")
        assert self.said_in(self.archived(checkout, tmp_path / "after")) == f"9.8.7 ({commit})"

    def archived(self, checkout, folder):
        with tarfile.open(fileobj=io.BytesIO(checkout("archive", "HEAD"))) as files:
            files.extractall(folder, filter="data")
        return folder

    def test_without_git_it_is_that_of_the_package_or_of_the_next_release(self, tmp_path):
        (tmp_path / "bot").mkdir()
        shutil.copy(ROOT / "bot" / "__init__.py", tmp_path / "bot")
        assert self.said_in(tmp_path) == f"{NEXT_RELEASE}.dev0"
        (tmp_path / "cribbage_bot.egg-info").mkdir()
        (tmp_path / "cribbage_bot.egg-info" / "PKG-INFO").write_text("Name: cribbage-bot\nVersion: 1.2.3\n")
        assert self.said_in(tmp_path) == "1.2.3"

    def test_the_command_says_it(self, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["--version"])
        assert (ended.value.code or 0, capsys.readouterr()) == (0, (f"cribbage-bot {version()}\n", ""))

    def test_the_changelog_knows_each_release_before_the_next(self):
        """Versions only go up: the number that commits count towards is none of a release."""
        released = re.findall(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
        numbers = [tuple(map(int, number.split("."))) for number in (NEXT_RELEASE, *released)]
        assert numbers == sorted(set(numbers), reverse=True)


class TestWrongArguments:
    @pytest.mark.parametrize(("arguments", "complaint"), CASES["selfplay"])
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

    def test_the_bot_starts_without_what_few_need(self, tmp_path):
        """To load networkx takes half a second. Without a token it ends when all is loaded."""
        loaded = set(run_python("-c", LOADED, "run", cwd=tmp_path, DISCORD_TOKEN="").stderr.split())
        assert "bot.app" in loaded
        assert {"networkx", "openpyxl", "sentry_sdk", "psycopg"} & loaded == set()

    def test_a_closed_pipe_is_no_error(self, tmp_path):
        command = f"{sys.executable} -m bot selfplay --games 40 | head -c 10"
        ended = run_python("-c", SHELL, command, cwd=tmp_path)
        assert ended.stdout.startswith('{"format"')
        assert ended.stderr == ""

    @pytest.mark.parametrize(("command", "code", "said"), CASES["closed"])
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
