"""README says what is true: its commands, its settings, and its proof of the shuffle."""

import copy
import json
import re
import subprocess
import sys

import pytest
from discord.app_commands import ContextMenu, Group
from PIL import Image

from bot.__main__ import main
from bot.ui import features
from tests.support import moving_deal
from tests.support.paths import ROOT
from tests.support.rule_books_page import COMMAND, PAGE, written

README = (ROOT / "README.md").read_text(encoding="utf-8")
SHUFFLE = (ROOT / ".github" / "docs" / "shuffle.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", features.COMMANDS, ids=lambda command: command.name)
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
    read = {a or b for a, b in re.findall(r'environment, "([A-Z_]+)"|environment\.get\("([A-Z_]+)"', source)}
    assert settings == read | {f"{name}_FILE" for name in re.findall(r'_secret\(environment, "([A-Z_]+)"', source)}
    for name in settings:
        assert f"`{name}`" in README


def test_its_commands_stand_alone_on_their_lines_and_the_first_opens_the_browser():
    first = README.index("```sh\n") + len("```sh\n")
    assert README[first:].startswith('pip install -e ".[sandbox]" && cribbage-bot sandbox\n')
    assert re.search(r'^pip install -e "\.\[sandbox\]" && cribbage-bot demo$', README, re.MULTILINE)
    assert re.search(r'^pip install -e "\.\[dev\]" && pytest$', README, re.MULTILINE)


def test_its_moving_picture_is_the_deal_that_the_script_plays():
    """Ann pegs 2 and counts 24, Ben takes 1 for the last card and counts 10 of 8: the other 2 are Ann's."""
    drawn = list(moving_deal.frames())
    with Image.open(moving_deal.PICTURE) as picture:
        assert (picture.n_frames, picture.size) == (len(drawn), drawn[0][0].size)
    assert moving_deal.played()[-1].game.scores == (78 + 2 + 24 + 2, 81 + 1 + 8)
    assert ".github/pictures/deal.gif" in README


def test_the_page_about_the_rule_books_is_up_to_date_and_named():
    assert PAGE.read_text(encoding="utf-8") == written(), f"out of date: run {COMMAND}"
    assert ".github/docs/rule-books.md" in README
    assert COMMAND in (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


GAMES = (
    ("--preset", "house"),
    ("--preset", "house", "--players", "4", "--ceremony"),
    ("--preset", "house", "--players", "4", "--partners", "chosen"),
    ("--preset", "crib-derby", "--players", "3", "--ceremony"),
    ("--preset", "britannica-five", "--ceremony", "--irregular", "0.3"),
)


@pytest.fixture
def proved(tmp_path):
    """Return whether the script proves a record, and what it says."""
    script = next(code for code in re.findall(r"```python\n(.*?)```", SHUFFLE, re.DOTALL) if "def pack" in code)
    (tmp_path / "proof.py").write_text(script, encoding="utf-8")

    def run(record):
        (tmp_path / "game.json").write_text(json.dumps(record), encoding="utf-8")
        proof = [sys.executable, "-I", "proof.py", "game.json"]
        done = subprocess.run(proof, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0 or "Error" in done.stderr
        return done.returncode == 0, done.stdout

    return run


@pytest.mark.parametrize("options", GAMES, ids=" ".join)
def test_its_proof_of_the_shuffle_holds_without_our_code(tmp_path, proved, options):
    out = tmp_path / "games.json"
    assert main(["selfplay", "--games", "1", "--seed", "readme", "--out", str(out), *options]) == 0
    record = json.loads(out.read_text(encoding="utf-8"))
    holds, said = proved(record)
    assert holds
    assert re.fullmatch(r"proved: \d+ deals\n", said)
    for tampered in _tampered(record):
        assert not proved(tampered)[0]


def _tampered(record):
    """The record with one thing changed: a hand, a starter, the crib's card, or a number at which was cut."""
    for kind in ("dealt", "starter_turned", "cut_to_dealer", "cut_for_deal"):
        changed = copy.deepcopy(record)
        events = changed["events"]
        # A cut to the dealer may win him the game; then nothing follows from it.
        last = max(place for place, event in enumerate(events) if event["kind"] in {"dealt", "starter_turned"})
        event = next((event for event in events[: last + 1] if event["kind"] == kind), None)
        match event:
            case {"hands": [[first, second, *rest], *others]}:
                event["hands"] = [[second, first, *rest], *others]
            case {"kind": "starter_turned"}:
                event["card"] = next(e for e in events if e["kind"] == "dealt")["undealt"][-1]
            case {"kind": "cut_to_dealer"}:
                event["number"] += 1
            case {"kind": "cut_for_deal"}:
                event["cards"]["0"], event["cards"]["1"] = event["cards"]["1"], event["cards"]["0"]
            case _:
                continue
        yield changed
