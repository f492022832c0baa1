"""The commands by which a host looks after servers, people and commands, against a Discord on this machine."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from bot.__main__ import main
from bot.storage import metadata
from bot.storage.database import Database
from bot.tables.timekeeper import ANNOUNCED
from bot.ui import features
from tests.support.blank_database import lay_out
from tests.support.seated_tables import room_over
from tests.system.discord_server import GUILD


@pytest.fixture
def path(folder):
    return folder / "cribbage.db"


@pytest.fixture
def command(path, capsys):
    """Run a command; returns the exit code, standard output and standard error."""

    async def run(*arguments):
        code = await asyncio.to_thread(main, arguments)
        return code, *capsys.readouterr()

    return run


class TestPrivacy:
    @pytest.fixture
    async def ann(self, path):
        async with room_over(path) as room:
            table = await room.sit_down()
            return table.seats[0].player

    async def test_it_exports_and_erases_an_account_while_the_bot_is_stopped(self, path, command, ann):
        account = str(ann.discord_id)
        code, out, _ = await command("privacy", "export", account)
        assert (code, json.loads(out)["player"]["name"]) == (0, ann.name)
        code, out, err = await command("privacy", "erase", account)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "--yes" in err
        assert (await command("privacy", "erase", account, "--yes"))[0] == 0
        assert (await command("privacy", "export", account))[2] == (
            f"cribbage-bot: nothing is stored about the account {account}\n"
        )
        with closing(sqlite3.connect(path)) as stored:
            assert stored.execute("SELECT status FROM tables").fetchall() == [("over",)], "their game is resigned"

    async def test_while_a_bot_runs_nothing_is_erased(self, path, command, ann):
        """It would go on with the names that it knows."""
        bot = await Database.open(path, owner=True)
        try:
            code, _, err = await command("privacy", "erase", str(ann.discord_id), "--yes")
        finally:
            await bot.close()
        assert code == 75
        assert "stop it first" in err
        assert (await command("privacy", "export", str(ann.discord_id)))[0] == 0


class TestServers:
    async def test_a_blocked_server_is_left_and_listed(self, path, command, loopback):
        lay_out(path)
        assert f"{GUILD}  " in (await command("servers", "list"))[1]
        code, out, _ = await command("servers", "block", str(GUILD))
        assert (code, "has left it" in out) == (0, True)
        assert f"{GUILD}  -  games: 0, leagues: 0  blocked\n" in (await command("servers", "list"))[1]
        assert "was not in it" in (await command("servers", "block", str(GUILD)))[1]
        assert (await command("servers", "unblock", str(GUILD)))[0] == 0
        code, _, err = await command("servers", "unblock", str(GUILD))
        assert (code, err) == (2, f"cribbage-bot: {GUILD} isn't blocked\n")


class TestCommands:
    async def test_what_discord_lacks_is_named_and_sent(self, command, loopback):
        loopback.sent_commands = []
        code, out, _ = await command("commands", "status")
        assert (code, "play" in out) == (1, True)
        assert (await command("commands", "sync"))[:2] == (0, f"Discord has {len(features.COMMANDS)} commands now.\n")
        assert (await command("commands", "status"))[:2] == (0, f"Discord has all {len(features.COMMANDS)} commands.\n")


async def test_an_announcement_is_stored_for_the_bot_that_runs(path, command):
    lay_out(path)
    assert (await command("announce", "Restart\nat noon."))[0] == 0
    database = await Database.open(path)
    stored = await metadata.read(database, ANNOUNCED)
    await database.close()
    assert json.loads(stored)["text"] == "Restart at noon."
    for text in ("  ", "x" * 501):
        code, _, err = await command("announce", text)
        assert (code, "1 to 500 letters" in err) == (2, True)
