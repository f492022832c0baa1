"""`cribbage-bot run` against the Discord on the loopback: started, refused, and stopped."""

import asyncio
import gc
import io
import json
import logging
import os
import re
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager, closing
from functools import partial
from unittest.mock import ANY

import pytest

from bot import app, logs
from bot.__main__ import main
from bot.models.errors import StorageError
from bot.storage import database
from tests.support.blank_database import lay_out, read_stored
from tests.support.data_files import data_beside
from tests.support.paths import ROOT
from tests.support.seated_tables import room_over, stored_events
from tests.system.discord_server import BOT, TOKEN_PREFIX, DiscordServer
from tests.system.launch import hurry, point_at

CASES = data_beside(__file__)

PATIENCE = 120
PROGRAM = """
import sys
from tests.system.launch import hurry, main, point_at
point_at(sys.argv[1])
hurry()
sys.exit(main(["run"]))
"""
BUSY = "another process runs the bot on this database; stop it first, or set DATABASE_PATH to another file."

BOT_TOKEN = "a.token.indeed"


def small_discord():
    """The Discord on the loopback, without its limits, and with the server and the people of ``room_over``."""
    discord = DiscordServer(limits=False)
    discord.guild_ids = (1,)
    discord.add_channel("cards", 2, guild_id=1)
    for number, name in enumerate(("Ann", "Ben", "Cy", "Dee"), 70):
        discord.add_user(name, number)
    return discord


@asynccontextmanager
async def served(discord):
    await discord.start()
    try:
        yield discord.address
    finally:
        await discord.stop()


def settings_of(path, settings):
    """The variables of the bot; it draws no pictures, which no test of a start looks at."""
    usual = {"DISCORD_TOKEN": BOT_TOKEN, "DATABASE_PATH": str(path), "ROBOT_PACE": "0", "PICTURES": "off"}
    return usual | settings


@asynccontextmanager
async def started(address, path, **settings):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings_of(path, settings)}
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM, address), env=environment, cwd=path.parent, stderr=asyncio.subprocess.PIPE
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def unless_ended(child, awaited):
    """Wait for something that a bot which has ended does not bring about any more."""
    tasks = [asyncio.ensure_future(awaited), asyncio.ensure_future(child.wait())]
    await asyncio.wait(tasks, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    came = tasks[0].done()
    for task in tasks:
        task.cancel()
    assert came, (await ended(child)) if child.returncode is not None else "nothing came of it"


async def ended(child):
    """The exit code, and what was written to standard error."""
    _, errors = await asyncio.wait_for(child.communicate(), PATIENCE)
    assert b"Traceback" not in errors, errors.decode()
    return child.returncode, errors.decode()


class RunHere:
    """`cribbage-bot run` on a thread of this process, which is spared the start of another one."""

    def __init__(self, discord, path, cwd=None, **settings):
        self._patch = patch = pytest.MonkeyPatch()
        self._handlers, self._bots, self._errors, self._log = {}, [], io.StringIO(), io.StringIO()
        for name, value in settings_of(path, settings).items():
            patch.setenv(name, value)
        patch.chdir(cwd or path.parent)
        point_at(discord.address, patch.setattr)
        hurry(patch.setattr)
        patch.setattr(signal, "signal", self._handlers.__setitem__)
        patch.setattr(sys, "setswitchinterval", lambda _: None)
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(app, "PAUSES", (0.05, 0.1))
        patch.setattr(app.logs, "configure", self._write_log)
        patch.setattr(app, "client", partial(self._client, app.client))
        patch.setattr(sys, "stderr", self._errors)
        self.task = asyncio.ensure_future(asyncio.to_thread(main, ["run"]))

    def _write_log(self, _, token, log_format):
        logs.remember_token(token)
        handler = logging.StreamHandler(self._log)
        handler.setFormatter(logs.JsonFormatter() if log_format == "json" else logs.LogFormatter())
        root = logging.getLogger()
        self._patch.setattr(root, "handlers", [*root.handlers, handler])
        self._patch.setattr(root, "level", logging.INFO)
        root.manager._clear_cache()

    def _client(self, client, *arguments, **settings):
        bot = client(*arguments, **settings)
        # discord.py waits for more servers, 2 seconds after the last.
        bot._connection.guild_ready_timeout = 0.02
        self._bots.append(bot)
        return bot

    @property
    def log(self):
        return self._log.getvalue()

    async def until(self, happened):
        """Wait until this is true, or the bot has ended."""
        async with asyncio.timeout(PATIENCE):
            while not (self.task.done() or happened()):  # noqa: ASYNC110 - another thread does it
                await asyncio.sleep(0.01)

    async def until_resumed(self):
        """Wait until the bot has gone on with its games, or has ended."""
        await self.until(lambda: any(bot.is_resumed for bot in self._bots))

    async def stopped(self, number=signal.SIGTERM):
        """Send a signal; the exit code, and what was written to standard error."""
        await self.until(lambda: number in self._handlers)
        if not self.task.done():
            self._handlers[number](number, None)
        return await self.ended()

    async def ended(self):
        """The exit code, and what was written to standard error."""
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), PATIENCE), self._errors.getvalue()
        finally:
            self._patch.undo()
            logging.getLogger().manager._clear_cache()


@asynccontextmanager
async def running(discord, path, **settings):
    """The bot on a thread of this process, ended in any case."""
    run = RunHere(discord, path, **settings)
    try:
        yield run
    finally:
        await run.stopped()


async def refused(discord, path, code=2, cwd=None, **settings):
    async with served(discord):
        ended_with, line = await RunHere(discord, path, cwd, **settings).ended()
    assert (ended_with, line.count("\n")) == (code, 1), line
    assert line.startswith("cribbage-bot: ")
    return line.removesuffix("\n")


def check_closed(path):
    """Nothing stands beside the file but its lock."""
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name, f"{path.name}-lock"], "closed cleanly"


async def test_told_to_stop_in_a_burst_of_presses_it_has_gone_on_with_every_game_and_closes_cleanly(tmp_path):
    """It still sends answers that Discord takes slowly, gives up the others, and logs no secret even at DEBUG."""
    path = tmp_path / "cribbage.db"
    async with room_over(path) as room:
        broken, table = await room.sit_down_with_robot(), await room.sit_down_with_robot()
        async with room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ? AND version = 0", (broken.id,))
        room.tables._open.clear()
    discord = small_discord()
    never = discord.fail("hang", r"/interactions/\d*[13579]/")
    slow = discord.fail("slow", r"/interactions/\d*[02468]/", seconds=0.2)
    async with served(discord) as address, started(address, path, LOG_LEVEL="DEBUG", PICTURES="on") as child:
        await unless_ended(child, discord.identified.wait())
        await unless_ended(child, until(lambda: len(stored_events(path, table.id)) > table.version))
        await unless_ended(child, until(lambda: keeps_time(path)))
        presses = press_often(discord, 40)
        await unless_ended(child, until(lambda: never.struck + slow.struck >= 40))
        for _ in range(3):
            child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
        await asyncio.gather(*presses)
    assert (code, log.count("told to stop")) == (0, 1), log
    assert 0 < slow.struck == sum(one.is_taken for one in discord.interactions.values()), "they were answered"
    (ready,) = [line for line in log.splitlines() if " ready: " in line]
    assert re.search(r"ready: version \S+, servers: 1, tables resumed: 1, start: \d+\.\d s$", ready)
    assert discord.sockets[-1].close_code == 1000
    (fault,) = [line for line in log.splitlines() if " ERROR " in line]
    assert f"game {broken.id} cannot be resumed" in fault
    check_closed(path)
    laid = next(event for event in stored_events(path, table.id) if event["kind"] == "laid_away")
    seed = table.agreement.seed
    for secret in (seed.hex(), repr(seed), "laid_away", json.dumps(laid["cards"]), TOKEN_PREFIX, BOT_TOKEN):
        assert secret not in log


async def until(happened):
    while not happened():  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.01)


def keeps_time(path):
    """Return whether the running bot looks at the clocks by itself: it writes down when."""
    return bool(read_stored(path, "SELECT 1 FROM notes WHERE name = 'clocks'"))


def press_often(discord, many):
    """Let so many people press a button each in their private messages with the bot; returns the presses."""
    people = [discord.add_user(f"Ann{number}") for number in range(many)]
    messages = [discord.say(BOT, discord.dm_of(one), "") for one in people]
    return [
        asyncio.ensure_future(discord.press(one, message, f"h1:{number % 3}"))
        for number, (one, message) in enumerate(zip(people, messages, strict=True))
    ]


async def test_interrupted_before_discord_has_answered(tmp_path):
    discord, path = small_discord(), tmp_path / "cribbage.db"
    discord.fail("hang")
    async with served(discord), running(discord, path) as run:
        await run.until(discord.reached.is_set)
        assert await run.stopped(signal.SIGINT) == (0, "")
    check_closed(path)


async def test_commands_that_discord_has_lost_are_sent_again(tmp_path):
    discord = small_discord()
    async with served(discord):
        for lost, sent in ((None, 1), (None, 1), (0, 2)):
            if lost is not None:
                del discord.sent_commands[lost]
            async with running(discord, tmp_path / "cribbage.db") as run:
                await run.until_resumed()
                assert await run.stopped() == (0, "")
            assert sum(request.kind == "PUT /applications/{id}/commands" for request in discord.requests) == sent


async def test_a_database_that_cannot_be_used_ends_the_bot_before_discord_hears_of_it(tmp_path):
    path, discord = tmp_path / "cribbage.db", small_discord()
    path.write_bytes(b"This is not a database. " * 100)
    assert str(path) in await refused(discord, path)
    assert not discord.reached.is_set()


@pytest.mark.parametrize(
    ("status", "closes", "code", "complaint"),
    CASES["refusals"],
    ids=["token", "token of the gateway", "forbidden", "intents", "bad intents", "shards", "version"],
)
async def test_what_discord_refuses_is_said_in_one_line(tmp_path, status, closes, code, complaint):
    """A service manager does not start a bot again that ended with 2; 75 may pass by itself."""
    discord = small_discord()
    discord.closes = closes
    if status:
        discord.fail("status", "/users/@me", status=status)
    assert complaint in await refused(discord, tmp_path / "cribbage.db", code)
    assert {file.name for file in tmp_path.iterdir()} <= {"cribbage.db", "cribbage.db-lock"}


async def test_a_token_that_is_reset_ends_a_running_bot(tmp_path):
    discord = small_discord()
    async with served(discord), running(discord, tmp_path / "cribbage.db") as run:
        await run.until_resumed()
        await discord.close_gateway(4004)
        assert await run.ended() == (2, f"cribbage-bot: {app.BAD_TOKEN}\n")
    check_closed(tmp_path / "cribbage.db")


async def test_a_discord_that_cannot_be_reached_yet_is_tried_again(tmp_path, at_error):
    """A host may start the bot before its network is up; then the gateway may be the last to come."""
    at_error.append("Failed to connect for shard_id")
    discord = small_discord()
    async with served(discord):
        pass
    async with running(discord, tmp_path / "cribbage.db") as run:
        await run.until(lambda: run.log.count("Discord cannot be reached (ClientConnectorError: ") == 3)
        assert run.log.count("Next try") == 3
        discord.gateway_refusals = 2
        async with served(discord):
            await run.until(discord.identified.is_set)
            assert await run.stopped() == (0, "")
    assert "Discord cannot be reached (WSServerHandshakeError: 503" in run.log
    assert "Traceback" not in run.log
    assert "Unclosed" not in run.log


async def test_told_to_stop_before_discord_can_be_reached(tmp_path):
    discord = small_discord()
    async with served(discord):
        pass
    async with running(discord, tmp_path / "cribbage.db") as run:
        await run.until(lambda: "Next try" in run.log)
        assert await run.stopped() == (0, "")
    assert run.log.splitlines()[-1] == "told to stop"


class TestADatabaseThatCannotBeUsed:
    """Each gives one sentence, and the exit code says whether it helps to start the bot again."""

    async def test_locked_by_another_program(self, tmp_path):
        path = tmp_path / "cribbage.db"
        lay_out(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            line = await refused(small_discord(), path, code=75)
        assert line.endswith("another program has locked the database (database is locked); close it and try again.")

    async def test_on_a_full_disk(self, tmp_path):
        """The file system takes 64 kB, less than a new database needs."""
        async with small_disk(tmp_path, "size=64k") as disk:
            line = await refused(small_discord(), disk / "cribbage.db", code=75)
        assert line == f"cribbage-bot: {disk / 'cribbage.db'}: the disk is full; free some space on it."

    async def test_in_a_folder_that_cannot_be_written(self, tmp_path):
        """On a file system that is mounted for reading alone not even root may write."""
        async with small_disk(tmp_path, "ro") as disk:
            line = await refused(small_discord(), disk / "cribbage.db", cwd=tmp_path)
        said = "the database can't be opened (Read-only file system); check DATABASE_PATH and let the bot's user write"
        assert said in line


@asynccontextmanager
async def small_disk(folder, options):
    disk = folder / "disk"
    disk.mkdir()
    if await _process("mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)):
        pytest.skip("only root may mount a disk")
    try:
        yield disk
    finally:
        await _process("umount", "--lazy", str(disk))


async def _process(*command):
    return await (await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.DEVNULL)).wait()


async def test_a_database_is_run_by_one_process_at_a_time(tmp_path, monkeypatch, capsys):
    """The command line reads, imports and makes backups beside it; a killed bot leaves nothing to delete."""

    async def commanded(*arguments):
        code = await asyncio.to_thread(main, arguments)
        return code, *capsys.readouterr()

    path, link, discord = tmp_path / "cribbage.db", tmp_path / "elsewhere" / "link.db", small_discord()
    link.parent.mkdir()
    link.symlink_to(path)
    (tmp_path / "games.csv").write_text(
        "date,player_a,player_b,score_a,score_b,games_a,games_b\n2025-01-31,Ann,Ben,121,90,,\n"
    )
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.chdir(tmp_path)
    async with served(discord) as address, started(address, path) as child:
        await unless_ended(child, discord.identified.wait())
        await unless_ended(child, until(lambda: keeps_time(path)))
        for name in (str(path), "elsewhere/../cribbage.db", str(link)):
            line = await refused(small_discord(), path, 75, DATABASE_PATH=name)
            assert line == f"cribbage-bot: {name}: {BUSY}"
        code, _, errors = await commanded("league", "import", "Winter", "games.csv", "--create", "--yes")
        assert (code, errors) == (0, "")
        code, table, errors = await commanded("league", "table", "Winter")
        assert (code, "Ann" in table, errors) == (0, True, "")
        assert await commanded("backup", "copy.db") == (0, ANY, "")
        assert await commanded("restore", "copy.db", "--replace") == (75, "", f"cribbage-bot: {path}: {BUSY}\n")
        with monkeypatch.context() as newer:
            scripts = [*database._migrations(), "CREATE TABLE clubs (name TEXT);"]
            newer.setattr(database, "_migrations", lambda: scripts)
            with pytest.raises(StorageError, match="an older version of the bot runs on this database; stop it first"):
                await database.Database.open(path)
        assert child.returncode is None
        child.kill()
    await _runs(path)
    there = "this database is there already; add --replace, which keeps it under another name."
    assert await commanded("restore", "copy.db") == (2, "", f"cribbage-bot: {path}: {there}\n")
    assert await commanded("restore", "copy.db", "--replace") == (0, ANY, "")
    await _runs(path)


async def _runs(path):
    discord = small_discord()
    async with served(discord), running(discord, path) as run:
        await run.until_resumed()
        assert await run.stopped() == (0, "")
