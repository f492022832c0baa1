"""README says what is true: its commands, its settings, and its proof of the shuffle."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from discord.app_commands import ContextMenu, Group

from bot.__main__ import main
from bot.ui import commands

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", commands.ALL, ids=lambda command: command.name)
def test_names_every_slash_command(command):
    names = [f"{command.name} {sub.name}" for sub in command.commands] if isinstance(command, Group) else [command.name]
    mark = "**{}**" if isinstance(command, ContextMenu) else "`/{}"
    for name in names:
        assert mark.format(name) in README


def test_names_every_command_of_the_console(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    names = re.findall(r"^    ([a-z]+) ", capsys.readouterr().out, re.MULTILINE)
    assert len(names) >= 7
    for name in names:
        assert f"cribbage-bot {name}" in README


def test_names_every_setting():
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    settings = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    source = (ROOT / "bot" / "settings.py").read_text(encoding="utf-8")
    assert settings == {
        a or b for a, b in re.findall(r'environment, "([A-Z_]+)"|environment\.get\("([A-Z_]+)"', source)
    }
    for name in settings:
        assert f"`{name}`" in README


def test_its_two_commands_stand_alone_on_their_lines():
    assert re.search(r'^pip install -e "\.\[sandbox\]" && cribbage-bot demo$', README, re.MULTILINE)
    assert re.search(r'^pip install -e "\.\[dev\]" && pytest$', README, re.MULTILINE)


def test_its_proof_of_the_shuffle_holds_without_our_code(tmp_path):
    script = next(code for code in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "def pack" in code)
    (tmp_path / "proof.py").write_text(script, encoding="utf-8")
    assert main(["selfplay", "--games", "1", "--seed", "readme", "--out", str(tmp_path / "game.json")]) == 0
    proof = [sys.executable, "-I", "proof.py", "game.json"]
    done = subprocess.run(proof, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"proved: \d+ deals\n", done.stdout)
    text = (tmp_path / "game.json").read_text(encoding="utf-8")
    hand = re.search(r'"hands":\[\["(..)","(..)"', text)
    tampered = text.replace(hand[0], f'"hands":[["{hand[2]}","{hand[1]}"', 1)
    (tmp_path / "game.json").write_text(tampered, encoding="utf-8")
    assert subprocess.run(proof, cwd=tmp_path, capture_output=True, check=False).returncode != 0
