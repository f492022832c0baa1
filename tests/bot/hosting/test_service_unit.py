"""The unit of systemd: its own checker accepts it, and it does not start a bot again that cannot run."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.command import BAD_INPUT, UNAVAILABLE
from bot.cli.host import FOLDER, service_unit
from engine.errors import CribbageError
from tests.support.data_files import data_beside

CASES = data_beside(__file__)


@pytest.fixture
def unit(tmp_path):
    return service_unit(Path("/opt/cribbage-bot/bin/cribbage-bot"), BAD_INPUT)


def value(unit, key):
    (found,) = re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE)
    return found


def test_it_runs_the_installed_command_as_its_own_user_and_again_after_an_outage_alone(unit):
    said = {
        "ExecStart": "/opt/cribbage-bot/bin/cribbage-bot run",
        "User": "cribbage",
        "WorkingDirectory": str(FOLDER),
        "ReadWritePaths": str(FOLDER),
        "Restart": "always",
        "RestartPreventExitStatus": str(BAD_INPUT),
        "RestartSec": "100s",
        "StartLimitIntervalSec": "1d",
    }
    assert {key: value(unit, key) for key in said} == said
    assert str(UNAVAILABLE) not in value(unit, "RestartPreventExitStatus")
    # A failing bot never uses up what it may do in a day, and stays below the logins that Discord allows.
    assert 24 * 60 * 60 / 100 < int(value(unit, "StartLimitBurst")) < 1000


def test_it_lets_the_processes_that_draw_lower_their_priority(unit):
    """``@resources`` has it; systemd goes through the lines in their order."""
    allowed = False
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit, re.MULTILINE):
        words = line.lstrip("~").split()
        if {"setpriority", "@resources"} & set(words):
            allowed = not line.startswith("~")
    assert allowed


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
def test_systemd_finds_nothing_wrong(tmp_path):
    path = tmp_path / "cribbage-bot.service"
    path.write_text(service_unit(Path(shutil.which("true")), BAD_INPUT, user="daemon"))
    done = subprocess.run(["systemd-analyze", "verify", path], capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if "cribbage" in line]
    assert about == []


@pytest.mark.parametrize(("executable", "user", "folder"), CASES["unusable"])
def test_what_the_unit_cannot_use_is_refused(executable, user, folder):
    with pytest.raises(CribbageError) as refused:
        service_unit(Path(executable), BAD_INPUT, user=user, folder=Path(folder))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("folder", ["/", "/home", "/root", "/tmp", "/tmp/c", "/var/tmp/c", "/etc", "/var/lib", "/srv"])
def test_a_folder_of_the_system_is_refused(folder):
    """The unit's own comments would give it to the bot's user and close it for everybody else."""
    with pytest.raises(CribbageError, match=rf"^{folder} (belongs to the system|is a folder that a service can't see)"):
        service_unit(Path("/opt/c/bin/cribbage-bot"), BAD_INPUT, folder=Path(folder))


def test_a_venv_of_a_python_that_is_hidden_is_refused():
    """Such as one that pyenv has installed for root."""
    with pytest.raises(CribbageError, match="/usr/bin/python3 -m venv /opt/cribbage-bot"):
        service_unit(Path("/opt/c/bin/cribbage-bot"), BAD_INPUT, interpreter=Path("/root/.pyenv/bin/python3.12"))


def test_its_comment_repeats_the_command(unit):
    assert "\n#   /opt/cribbage-bot/bin/cribbage-bot service > /etc" in unit
    other = service_unit(Path("/opt/c/bin/cribbage-bot"), BAD_INPUT, user="ann", folder=Path("/srv/c"))
    assert "\n#   /opt/c/bin/cribbage-bot service --user ann --folder /srv/c > /etc" in other


def test_the_command_prints_it(monkeypatch, capsys):
    monkeypatch.setattr("bot.cli.host.sys.executable", "/usr/bin/python3")
    monkeypatch.setattr("bot.cli.host.sysconfig.get_path", lambda name: "/opt/cribbage-bot/bin")
    assert main(["service", "--user", "ann", "--folder", "/srv/cribbage"]) == 0
    printed = capsys.readouterr().out
    assert "ExecStart=/opt/cribbage-bot/bin/cribbage-bot run" in printed
    assert (value(printed, "User"), value(printed, "ReadWritePaths")) == ("ann", "/srv/cribbage")
