"""What is declared once: the files that a setting, preference, move and public command take, on a copy of the tree."""

import os
import shutil
import subprocess
import sys

from tests.support.data_files import data_beside
from tests.support.paths import ROOT

CHANGES = data_beside(__file__)

CHECK_MOVE = """
from pathlib import Path

import bot
from bot.ui.games.action_rows import _acts
from engine.actions import Hush, from_code, to_code
from engine.cards import Card
from engine.errors import OutOfTurn
from engine.events import Hushed
from engine.game import apply
from engine.reducer import evolve
from engine.record import event_from_dict, event_to_dict
from engine.rules import Rules
from engine.text.moves import read_move
from engine.view import view
from tests.support.strategies import about_to_deal, dealt_out

assert Path(bot.__file__).is_relative_to(Path.cwd())
game, _ = dealt_out(("5H 6H 7H 8H", "9S 9C TD JD"), starter="KC")
asks = 1 - game.phase.turn
seen = view(game, asks)
assert Hush(asks) in seen.legal and Hush(game.phase.turn) not in view(game, game.phase.turn).legal
assert ("hush", "Ask for quiet") in list(_acts(seen, ("Ann", "Ben")))
assert read_move("quiet please", seen) == from_code(to_code(Hush(asks)), asks) == Hush(asks)
after, events = apply(game, Hush(asks))
assert events == (Hushed(asks),) and event_from_dict(event_to_dict(events[0])) == events[0]
try:
    apply(about_to_deal(Rules(), dealer=0), Hush(asks))
except OutOfTurn as refused:
    assert "Nobody plays now." in str(refused)
else:
    raise AssertionError
"""

CHECK = """
import asyncio, json, sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import bot.ui.games.notifier
from bot.accounts import Accounts
from bot.leagues import export
from bot.leagues.settings import change_text, changes_by, check_league, differences, new_league, with_changes
from bot.models.league import Season
from bot.storage import leagues
from bot.storage.database import Database
from bot.ui import features
from bot.ui.core.components import TEXT
from bot.ui.core.locale_choice import Languages
from bot.ui.leagues.settings_view import settings_text
from bot.ui.people.preferences import change, preferences_page

assert Path(bot.__file__).is_relative_to(Path.cwd())
every = [one for top in features.COMMANDS for one in (top, *getattr(top, "walk_commands", list)())]
commands = {one.qualified_name: one for one in every}
assert commands["luck"].extras["public"] and not commands["preferences"].extras.get("public")
offered = {one.name: one for one in commands["manage settings"].parameters}
assert str(offered["tips"].description) == "Players may ask for tips" and not offered["tips"].required


async def main():
    database = await Database.open(Path("test.db"))
    try:
        await check(database, Season(league_id=1, number=1, stage="playing"))
    finally:
        await database.close()


async def check(database, season):
    made = new_league(1, "Winter", {}, datetime(2026, 3, 1, tzinfo=UTC))
    async with database.transaction() as writing:
        leagues.add(writing, made, season)
    made = await leagues.find(database, 1)
    assert "- Tips: not allowed" in settings_text(made, season)[1]
    changed = check_league(with_changes(made, changes_by({"tips": True, "minimum": None})))
    async with database.transaction() as writing:
        leagues.put(writing, changed)
    assert await leagues.find(database, 1) == changed != made
    assert differences(made, changed, season, season) == {"tips": [False, True]}
    assert change_text("tips", False, True, made) == "Tips: not allowed → allowed"
    assert "- Tips: allowed" in settings_text(changed, season)[1]
    assert export.document(changed, [season], [], [], {})["league"]["tips"] is True
    accounts = Accounts.over(database)
    context = SimpleNamespace(accounts=accounts, languages=Languages({}, lambda _: None))
    ann = await accounts.players.meet(7, "Ann")
    for switched in (True, False):
        await change(context, ann, "calm", [])
        assert (await accounts.preferences.read(ann.id)).calm is switched
        assert (await accounts.privacy.export(ann))["preferences"]["calm"] == switched
        page = json.dumps((await preferences_page(context, ann))(TEXT).to_components())
        assert f"Calm: **{'on' if switched else 'off'}**" in page and "w1:calm" in page
        assert ("Be lively" if switched else "Keep calm") in page


asyncio.run(main())
"""


def test_files_to_change_for_a_setting_a_preference_a_public_command_and_a_move(tmp_path):
    run_changed([one for changes in CHANGES.values() for one in changes], CHECK_MOVE + CHECK, tmp_path)
    files = {what: len({one["path"] for one in changes}) for what, changes in CHANGES.items()}
    assert files == {"setting": 3, "preference": 3, "command": 1, "move": 5}


def run_changed(changes, check, tree):
    """Make these changes in a copy of the tree, and run the check in it."""
    for part in ("bot", "engine"):
        shutil.copytree(ROOT / part, tree / part, copy_function=os.symlink)
    for change in changes:
        path = tree / change["path"]
        text = path.read_text(encoding="utf-8")
        assert text.count(change["before"]) == 1, change
        path.unlink()
        path.write_text(text.replace(change["before"], change["after"]), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", check],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
