"""What is declared once: a new setting of a league and a preference take three files each, and a public command one."""

import os
import shutil
import subprocess
import sys

from tests.support.paths import ROOT

SETTING = {
    "bot/models/league.py": ("    created_at: datetime\n", "    created_at: datetime\n    tips: bool = False\n"),
    "bot/leagues/settings.py": (
        '    Setting(name="tie_breaks"',
        '    Setting(name="tips", kind=bool, label=N_("Tips"), description=N_("Players may ask for tips"),\n'
        '            choices={True: N_("allowed"), False: N_("not allowed")}),\n'
        '    Setting(name="tie_breaks"',
    ),
    "bot/progress/reviews.py": ("not league.reviews:", "not (league.reviews or league.tips):"),
}
PREFERENCE = {
    "bot/models/player.py": (
        '    news: NewsPlace = "channel"\n',
        '    news: NewsPlace = "channel"\n    calm: bool = False\n',
    ),
    "bot/ui/people/preferences.py": (
        "    Preference(\n        name=",
        '    _switch("calm", N_("Calm"), (N_("on"), N_("Keep calm")), (N_("off"), N_("Be lively"))),\n'
        "    Preference(\n        name=",
    ),
    "bot/ui/games/reminders.py": (
        "(await self._preferences.read(player.id)).ping",
        "(one := await self._preferences.read(player.id)).ping and not one.calm",
    ),
}
COMMAND = {
    "bot/ui/people/stats.py": (
        '@command(description="See your wins',
        '@command(description="See how lucky you are", public=True)\n'
        "async def luck(interaction: discord.Interaction[Any]) -> None:\n"
        '    await interaction.response.send_message("7")\n\n\n'
        '@command(description="See your wins',
    ),
}

CHECK = """
import asyncio, json, sys
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import bot.ui.games.reminders
from bot.accounts import Accounts
from bot.leagues import export
from bot.leagues.settings import changes_by, check_league, differences, new_league, with_changes
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
offered = {one.name: one for one in commands["league manage settings"].parameters}
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
    assert differences(made, changed, season, season) == "changed tips from False to True"
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


def test_files_to_change_for_a_setting_a_preference_and_a_public_command(tmp_path):
    for part in ("bot", "engine"):
        shutil.copytree(ROOT / part, tmp_path / part, copy_function=os.symlink)
    for path, (before, after) in (SETTING | PREFERENCE | COMMAND).items():
        text = (ROOT / path).read_text(encoding="utf-8")
        assert text.count(before) == 1, path
        (tmp_path / path).unlink()
        (tmp_path / path).write_text(text.replace(before, after), encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert (len(SETTING), len(PREFERENCE), len(COMMAND)) == (3, 3, 1)
