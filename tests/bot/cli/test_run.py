"""`cribbage-bot run` against the Discord on the loopback: started, refused, and stopped."""

import asyncio
import gc
import io
import json
import os
import re
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager, closing
from functools import partial

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import app
from bot.__main__ import main
from bot.storage import database
from bot.storage.errors import StorageError
from tests.support.blank_database import lay_out
from tests.support.paths import ROOT
from tests.support.seated_tables import room_over, stored_events
from tests.system.discord_server import BOT, TOKEN_PREFIX, DiscordServer

PATIENCE = 120
PROGRAM = """
import asyncio, sys, types
from tests.system.launch import point_at
point_at(sys.argv[1])
import discord.backoff, discord.shard
import bot.app
from bot.__main__ import main
bot.app.PAUSES = (0.05, 0.1)
discord.backoff.ExponentialBackoff.delay = lambda _: 0.05
quick = vars(asyncio) | {"sleep": lambda seconds: asyncio.sleep(seconds / 100)}
discord.shard.asyncio = types.SimpleNamespace(**quick)
sys.exit(main(["run"]))
"""
"""The program with short pauses before it, or discord.py, tries again."""

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
    """The address of a Discord that listens."""
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
    """Start the bot as a process, and end it in any case."""
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

    def __init__(self, discord, path, cwd, **settings):
        self._patch = patch = pytest.MonkeyPatch()
        self._handlers, self._bots, self._errors = {}, [], io.StringIO()
        for name, value in settings_of(path, settings).items():
            patch.setenv(name, value)
        patch.chdir(cwd or path.parent)
        patch.setattr(Route, "BASE", f"http://{discord.address}/api/v10")
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(f"ws://{discord.address}/gateway"))
        patch.setattr(signal, "signal", self._handlers.__setitem__)
        patch.setattr(sys, "setswitchinterval", lambda _: None)
        patch.setattr(gc, "freeze", lambda: None)
        patch.setattr(app, "PAUSES", (0.05, 0.1))
        patch.setattr(app.logs, "configure", lambda *_: None)
        patch.setattr(app, "client", partial(self._client, app.client))
        patch.setattr(sys, "stderr", self._errors)
        self.task = asyncio.ensure_future(asyncio.to_thread(main, ["run"]))

    def _client(self, client, *arguments, **settings):
        bot = client(*arguments, **settings)
        # discord.py waits for more servers, 2 seconds after the last.
        bot._connection.guild_ready_timeout = 0.02
        self._bots.append(bot)
        return bot

    async def until_resumed(self):
        """Wait until the bot has gone on with its games, or has ended."""
        async with asyncio.timeout(PATIENCE):
            while not self.task.done() and not any(bot.is_resumed for bot in self._bots):  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    def stop(self):
        """Send SIGTERM."""
        if not self.task.done():
            self._handlers[signal.SIGTERM](signal.SIGTERM, None)

    async def ended(self):
        """The exit code, and what was written to standard error."""
        try:
            return await asyncio.wait_for(asyncio.shield(self.task), PATIENCE), self._errors.getvalue()
        finally:
            self._patch.undo()


async def refused(discord, path, code=2, cwd=None, **settings):
    """The line of a bot that could not begin."""
    async with served(discord):
        ended_with, line = await RunHere(discord, path, cwd, **settings).ended()
    assert (ended_with, line.count("\n")) == (code, 1), line
    assert line.startswith("cribbage-bot: ")
    return line.removesuffix("\n")


async def test_told_to_stop_it_has_gone_on_with_every_game_that_can_be_read_and_closes_cleanly(tmp_path):
    path = tmp_path / "cribbage.db"
    async with room_over(path) as room:
        broken, table = await room.sit_down_with_robot(), await room.sit_down_with_robot()
        async with room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ? AND version = 0", (broken.id,))
        room.tables._open.clear()
    discord = small_discord()
    async with served(discord) as address, started(address, path, LOG_LEVEL="DEBUG", PICTURES="on") as child:
        await unless_ended(child, discord.identified.wait())
        await unless_ended(child, _moved_on(path, table))
        await unless_ended(child, _keeps_time(path))
        child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
    assert code == 0, log
    assert "told to stop" in log
    (ready,) = [line for line in log.splitlines() if " ready: " in line]
    assert re.search(r"ready: version \S+, servers: 1, tables resumed: 1, start: \d+\.\d s$", ready)
    assert discord.sockets[-1].close_code == 1000
    assert f"game {broken.id} cannot be resumed" in log
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cribbage.db", "cribbage.db-lock"], "closed cleanly"
    _check_secrets(log, path, table)


async def _moved_on(path, table):
    while len(stored_events(path, table.id)) == table.version:  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.01)


async def _keeps_time(path):
    """Return whether the running bot looks at the clocks by itself: it writes down when."""
    question = "SELECT count(*) FROM notes WHERE name = 'clocks'"
    with closing(sqlite3.connect(path)) as other:
        while other.execute(question).fetchone() == (0,):  # noqa: ASYNC110 - another process does it
            await asyncio.sleep(0.01)


def _check_secrets(log, path, table):
    """Even at DEBUG nothing is logged that a player should not read."""
    laid = next(event for event in stored_events(path, table.id) if event["kind"] == "laid_away")
    for secret in (table.agreement.seed.hex(), repr(table.agreement.seed), "laid_away", json.dumps(laid["cards"])):
        assert secret not in log


async def test_interrupted_before_discord_has_answered(tmp_path):
    discord = small_discord()
    discord.fail("hang")
    async with served(discord) as address, started(address, tmp_path / "cribbage.db") as child:
        await unless_ended(child, discord.reached.wait())
        child.send_signal(signal.SIGINT)
        code, log = await ended(child)
    assert code == 0, log
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cribbage.db", "cribbage.db-lock"], "closed cleanly"


async def test_commands_that_discord_has_lost_are_sent_again(tmp_path):
    discord = small_discord()
    async with served(discord):
        for lost, sent in ((None, 1), (None, 1), (0, 2)):
            if lost is not None:
                del discord.sent_commands[lost]
            run = RunHere(discord, tmp_path / "cribbage.db", None)
            await run.until_resumed()
            run.stop()
            assert await run.ended() == (0, "")
            assert sum(request.kind == "PUT /applications/{id}/commands" for request in discord.requests) == sent


async def test_a_database_that_cannot_be_used_ends_the_bot_before_discord_hears_of_it(tmp_path):
    path, discord = tmp_path / "cribbage.db", small_discord()
    path.write_bytes(b"This is not a database. " * 100)
    assert str(path) in await refused(discord, path)
    assert not discord.reached.is_set()


@pytest.mark.parametrize(
    ("status", "closes", "code", "complaint"),
    [
        (401, 0, 2, "Discord refuses this DISCORD_TOKEN; copy it again"),
        (0, 4004, 2, "Discord refuses this DISCORD_TOKEN; copy it again"),
        (403, 0, 75, "Discord does not let the bot in (403 Forbidden"),
        (0, 4014, 2, "Discord refuses the bot's intents"),
        (0, 4013, 2, "Discord refuses the bot's intents"),
        (0, 4011, 2, "Discord refuses a bot in so many servers on one connection"),
        (0, 4012, 75, "WebSocket closed with 4012); see discordstatus.com, and try again"),
    ],
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


async def test_a_discord_that_cannot_be_reached_yet_is_tried_again(tmp_path):
    """A host may start the bot before its network is up; then the gateway may be the last to come."""
    discord = small_discord()
    async with served(discord) as address:
        pass
    async with started(address, tmp_path / "cribbage.db") as child:
        said = [await next_try(child) for _ in range(3)]
        discord.gateway_refusals = 2
        async with served(discord):
            await unless_ended(child, discord.identified.wait())
            child.send_signal(signal.SIGTERM)
            code, log = await ended(child)
    assert code == 0, log
    assert all("Discord cannot be reached (ClientConnectorError: " in line for line in said)
    assert "Discord cannot be reached (WSServerHandshakeError: 503" in log
    assert "Unclosed" not in log


async def test_told_to_stop_before_discord_can_be_reached(tmp_path):
    async with served(small_discord()) as address:
        pass
    async with started(address, tmp_path / "cribbage.db") as child:
        await next_try(child)
        child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
    assert (code, log.splitlines()[-1].partition("INFO ")[2]) == (0, "bot.app: told to stop")


async def next_try(child):
    """Return the line that says when Discord is tried again."""
    async with asyncio.timeout(PATIENCE):
        while "Next try" not in (line := (await child.stderr.readline()).decode()):
            assert line, "the bot has ended"
            assert "Traceback" not in line
    return line


@pytest.mark.parametrize("signals", [1, 3])
async def test_told_to_stop_in_a_burst_of_presses(tmp_path, signals):
    """The bot still sends answers that Discord takes slowly, gives up the others, and logs none of them."""
    discord = small_discord()
    never = discord.fail("hang", r"/interactions/\d*[13579]/")
    slow = discord.fail("slow", r"/interactions/\d*[02468]/", seconds=0.2)
    async with served(discord) as address, started(address, tmp_path / "cribbage.db", LOG_LEVEL="DEBUG") as child:
        await unless_ended(child, discord.identified.wait())
        presses = press_often(discord, 40)
        await unless_ended(child, _arrived(never, slow, 40))
        for _ in range(signals):
            child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
        await asyncio.gather(*presses)
    assert (code, log.count("told to stop")) == (0, 1)
    assert 0 < slow.struck == sum(one.is_taken for one in discord.interactions.values()), "they were answered"
    assert "ERROR" not in log
    assert TOKEN_PREFIX not in log
    assert BOT_TOKEN not in log
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cribbage.db", "cribbage.db-lock"], "closed cleanly"


async def _arrived(never, slow, many):
    while never.struck + slow.struck < many:  # noqa: ASYNC110 - another process does it
        await asyncio.sleep(0.01)


def press_often(discord, many):
    """Let so many people press a button each in their private messages with the bot; returns the presses."""
    people = [discord.add_user(f"Ann{number}") for number in range(many)]
    messages = [discord.say(BOT, discord.dm_of(one), "") for one in people]
    return [
        asyncio.ensure_future(discord.press(one, message, f"h1:{number % 3}"))
        for number, (one, message) in enumerate(zip(people, messages, strict=True))
    ]


async def test_a_file_that_is_not_the_bots_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert f"{path}: this is another program's database" in await refused(small_discord(), path)
    assert path.read_bytes() == before


async def commanded(path, *arguments):
    """Run another command of the program on the database; the exit code, and what it wrote to standard error."""
    command = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_PATH": str(path)},
        cwd=path.parent,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await asyncio.wait_for(command.communicate(), PATIENCE)
    return command.returncode, errors.decode()


class TestADatabaseThatCannotBeUsed:
    """Each gives one sentence, and the exit code says whether it helps to start the bot again."""

    async def test_of_a_newer_version(self, tmp_path):
        path = tmp_path / "cribbage.db"
        lay_out(path)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA user_version = 999")
        assert f"{path}: a newer version of the bot wrote this (schema 999" in await refused(small_discord(), path)

    async def test_locked_by_another_program(self, tmp_path):
        path = tmp_path / "cribbage.db"
        lay_out(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            line = await refused(small_discord(), path, code=75)
        assert line.endswith("another program has locked the database (database is locked); close it and try again.")

    async def test_on_a_full_disk(self, tmp_path):
        """The file system takes 64 kB, less than a new database needs."""
        disk = tmp_path / "disk"
        disk.mkdir()
        mounted = await asyncio.create_subprocess_exec(
            *("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)), stderr=asyncio.subprocess.DEVNULL
        )
        if await mounted.wait():
            pytest.skip("only root may mount a small disk")
        try:
            line = await refused(small_discord(), disk / "cribbage.db", code=75)
        finally:
            await (await asyncio.create_subprocess_exec("umount", "--lazy", str(disk))).wait()
        assert line == f"cribbage-bot: {disk / 'cribbage.db'}: the disk is full; free some space on it."

    async def test_in_a_folder_that_cannot_be_written(self, tmp_path):
        """On a file system that is mounted for reading alone not even root may write."""
        disk = tmp_path / "disk"
        disk.mkdir()
        mounted = await asyncio.create_subprocess_exec(
            *("mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(disk)), stderr=asyncio.subprocess.DEVNULL
        )
        if await mounted.wait():
            pytest.skip("only root may mount a disk")
        try:
            line = await refused(small_discord(), disk / "cribbage.db", cwd=tmp_path)
        finally:
            await (await asyncio.create_subprocess_exec("umount", "--lazy", str(disk))).wait()
        said = "the database can't be opened (Read-only file system); check DATABASE_PATH and let the bot's user write"
        assert said in line


class TestOneOwner:
    """A database is run by one process at a time."""

    @pytest.mark.parametrize("way", ["the same path", "a relative path", "a symbolic link"])
    async def test_a_second_bot_is_refused_in_one_sentence_and_the_first_goes_on(self, tmp_path, way):
        path, second = tmp_path / "cribbage.db", tmp_path / "elsewhere" / "link.db"
        second.parent.mkdir()
        second.symlink_to(path)
        settings = {
            "the same path": {},
            "a relative path": {"DATABASE_PATH": "elsewhere/../cribbage.db"},
            "a symbolic link": {"DATABASE_PATH": str(second)},
        }[way]
        first = small_discord()
        async with served(first) as address, started(address, path) as child:
            await unless_ended(child, first.identified.wait())
            await unless_ended(child, _keeps_time(path))
            async with started(address, path, **settings) as other:
                code, errors = await ended(other)
            assert code == 75, errors
            said = "another process runs the bot on this database; stop it first, or set DATABASE_PATH to another file."
            assert errors.splitlines()[-1] == f"cribbage-bot: {settings.get('DATABASE_PATH', path)}: {said}"
            assert child.returncode is None
            child.send_signal(signal.SIGTERM)
            assert (await ended(child))[0] == 0

    async def test_a_bot_that_was_killed_leaves_nothing_to_delete(self, tmp_path):
        path = tmp_path / "cribbage.db"
        for stop in (signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGTERM):
            discord = small_discord()
            async with served(discord) as address, started(address, path) as child:
                await unless_ended(child, discord.identified.wait())
                child.send_signal(stop)
                await asyncio.wait_for(child.communicate(), PATIENCE)
                assert child.returncode == (-stop if stop == signal.SIGKILL else 0)

    async def test_the_command_line_reads_and_imports_beside_a_running_bot(self, tmp_path):
        path, discord = tmp_path / "cribbage.db", small_discord()
        (tmp_path / "games.csv").write_text(
            "date,player_a,player_b,score_a,score_b,games_a,games_b\n2025-01-31,Ann,Ben,121,90,,\n"
        )
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.identified.wait())
            await unless_ended(child, _keeps_time(path))
            for arguments in (["import", "Winter", "games.csv", "--create", "--yes"], ["table", "Winter"], ["list"]):
                command = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "bot", "league", *arguments),
                    env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_PATH": str(path)},
                    cwd=tmp_path,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=asyncio.subprocess.PIPE,
                )
                out, errors = await asyncio.wait_for(command.communicate(), PATIENCE)
                assert (command.returncode, errors) == (0, b""), errors.decode()
                assert b"Ann" in out or arguments[0] != "table"
            assert child.returncode is None

    async def test_beside_a_running_bot_a_backup_is_made_and_none_is_restored(self, tmp_path):
        path, discord = tmp_path / "cribbage.db", small_discord()
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.identified.wait())
            await unless_ended(child, _keeps_time(path))
            assert await commanded(path, "backup", "copy.db") == (0, "")
            code, errors = await commanded(path, "restore", "copy.db", "--replace")
            said = "another process runs the bot on this database; stop it first, or set DATABASE_PATH to another file."
            assert (code, errors) == (75, f"cribbage-bot: {path}: {said}\n")
            assert child.returncode is None
            child.kill()
        said = "this database is there already; add --replace, which keeps it under another name."
        assert await commanded(path, "restore", "copy.db") == (2, f"cribbage-bot: {path}: {said}\n")
        assert await commanded(path, "restore", "copy.db", "--replace") == (0, "")
        again = small_discord()
        async with served(again) as address, started(address, path) as child:
            await unless_ended(child, again.identified.wait())
            child.send_signal(signal.SIGTERM)
            assert (await ended(child))[0] == 0

    async def test_the_command_line_does_not_update_a_file_under_a_running_bot(self, tmp_path, monkeypatch):
        path, discord = tmp_path / "cribbage.db", small_discord()
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.identified.wait())
            await unless_ended(child, _keeps_time(path))
            scripts = [*database._migrations(), "CREATE TABLE clubs (name TEXT);"]
            monkeypatch.setattr(database, "_migrations", lambda: scripts)
            with pytest.raises(StorageError, match="an older version of the bot runs on this database; stop it first"):
                await database.Database.open(path)
            child.send_signal(signal.SIGTERM)
            assert (await ended(child))[0] == 0
        await (await database.Database.open(path)).close()
        with closing(sqlite3.connect(path)) as other:
            assert other.execute("PRAGMA user_version").fetchone() == (len(scripts),)
