"""A file of the version before messages had revisions: what had not been shown is drawn, and nothing twice."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from importlib import resources

import discord
import pytest

from bot.storage import database as storage
from bot.storage.database import APPLICATION_ID, Database
from bot.storage.table_messages import TableMessages

pytestmark = pytest.mark.sqlite

NOW = discord.utils.utcnow()


def row(name, status, place="thread", touched_at=NOW):
    stamp = touched_at.isoformat(timespec="microseconds")
    return (name, 1, 2, place, "house", "{}", status, b"", None, stamp, stamp)


@pytest.fixture
def path(tmp_path):
    """A file with open, new and old finished tables, each with a public message."""
    folder = resources.files("bot.storage") / "migrations"
    scripts = sorted(script.name for script in folder.iterdir() if script.name.endswith(".sql"))[:9]
    path = tmp_path / "cribbage.db"
    with closing(sqlite3.connect(path)) as old:
        for name in scripts:
            old.executescript((folder / name).read_text(encoding="utf-8"))
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute("PRAGMA user_version = 9")
        old.executemany(
            "INSERT INTO tables (id, guild_id, channel_id, place, preset, rules, status, seed, previous, opened_at, "
            "touched_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                row("open", "playing"),
                row("waits", "over"),
                row("told", "over"),
                row("seen", "over"),
                row("old", "over", touched_at=NOW - timedelta(days=30)),
            ],
        )
        for number, name in enumerate(["open", "waits", "told", "seen", "old"]):
            old.execute("INSERT INTO screens VALUES (?, -1, 2, ?)", (name, number))
        for name in ("waits", "told", "seen", "old"):
            old.execute("INSERT INTO results VALUES (?, 0, 1, '[61, 40]', 'count', ?)", (name, NOW.isoformat()))
        old.execute("INSERT INTO pending_ends VALUES ('waits', 0)")
        old.execute("INSERT INTO pending_ends VALUES ('told', 1)")
        old.commit()
    return path


async def test_the_last_weeks_ends_are_drawn_once_more_and_announced_only_if_they_were_not(path):
    database = await Database.open(path, owner=True)
    ends = await TableMessages(database).unshown_ends(NOW - timedelta(days=7))
    messages = TableMessages(database)
    found = {
        name: sorted(one.kind for one in await messages.of(name, "home", "end")) for name in ("waits", "told", "seen")
    }
    shown = [one.revision for name in ("old", "open") for one in await messages.of(name, "screen")]
    await database.close()
    assert sorted(ends) == ["seen", "told", "waits"]
    assert shown == [0, None], "older ones stand, and open tables are drawn"
    assert found == {"waits": [], "told": ["end", "home"], "seen": ["end", "home"]}
    assert len(storage._migrations()) >= 10
