"""`cribbage-bot run` as a process, against a small Discord on this machine: started, refused, and stopped."""

import asyncio
import json
import os
import re
import signal
import sqlite3
import sys
from contextlib import asynccontextmanager, closing

import pytest
from aiohttp import WSMsgType, web

from bot.storage import database
from bot.storage.errors import StorageError
from tests.support.blank_database import lay_out
from tests.support.paths import ROOT
from tests.support.seated_tables import room_over, stored_events

PATIENCE = 120
PROGRAM = """
import sys
import discord.gateway, discord.http, yarl
discord.http.Route.BASE = "http://" + sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("ws://" + sys.argv[1])
import bot.app
from bot.__main__ import main
bot.app.PAUSES = (0.05, 0.1)
sys.exit(main(["run"]))
"""
TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5"
"""The token of every press."""
USER = {"id": "1000", "username": "cribbage", "discriminator": "0", "avatar": None, "global_name": None, "bot": True}
APPLICATION = {
    "id": "1000",
    "name": "cribbage",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": USER,
    "team": None,
}


class SmallDiscord:
    """A server with as much of Discord as a bot needs to log in; it may answer ``status`` or ``closes``.

    It refuses the gateway ``refusals`` times, and sends so many ``presses`` once the bot is there: it answers those
    with even numbers slowly, and the others never.
    """

    def __init__(self, *, status=200, closes=None, silent=False, refusals=0, presses=0):
        self.status = status
        self.closes = closes
        self.silent = silent
        self.refusals = refusals
        self.presses = presses
        self.answers = 0
        self.sent = 0
        self.commands = []
        self.pressed = asyncio.Event()
        self.came = asyncio.Event()
        self.ready = asyncio.Event()
        self.left_with = None
        self.sockets = []

    async def answer(self, request):
        self.came.set()
        if self.silent:
            await asyncio.sleep(PATIENCE)
        if request.headers.get("Upgrade") == "websocket":
            return await self._gateway(request)
        match request.method, request.path:
            case "GET", "/users/@me":
                return _document({**USER, "message": "refused", "code": 0}, status=self.status)
            case "GET", "/oauth2/applications/@me":
                return _document(APPLICATION)
            case "GET", "/gateway/bot":
                limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
                return _document({"url": f"ws://{request.host}", "shards": 1, "session_start_limit": limit})
            case "GET", "/applications/1000/commands":
                return _document(self.commands)
            case "PUT", "/applications/1000/commands":
                self.sent += 1
                self.commands = await request.json()
                return _document([])
            case "POST", path if path.startswith("/interactions/"):
                return await self._take_answer(int(path.split("/")[2]))
        return _document({"message": "Unknown Channel", "code": 10003}, status=404)

    async def _take_answer(self, number):
        self.answers += 1
        if self.answers == self.presses:
            self.pressed.set()
        await asyncio.sleep(PATIENCE if number % 2 else 0.2)
        return _document({"interaction": {"id": str(number), "type": 3}})

    async def _gateway(self, request):
        if self.refusals:
            self.refusals -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.append(socket)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}, "s": None, "t": None})
        async for message in socket:
            if message.type is WSMsgType.TEXT and json.loads(message.data)["op"] == 2:
                if self.closes is not None:
                    await socket.close(code=self.closes)
                    break
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": self._welcome(request)})
                self.ready.set()
                for number in range(self.presses):
                    press = {"op": 0, "t": "INTERACTION_CREATE", "s": 2 + number, "d": _press(number)}
                    await socket.send_json(press)
        self.left_with = socket.close_code
        return socket

    def _welcome(self, request):
        return {
            "v": 10,
            "user": USER,
            "session_id": "one",
            "resume_gateway_url": f"ws://{request.host}",
            "shard": [0, 1],
            "guilds": [{"id": "1", "unavailable": True}],
            "private_channels": [],
            "application": {"id": "1000", "flags": 0},
        }


def _press(number):
    return {
        "id": str(number),
        "application_id": "1000",
        "type": 3,
        "token": f"{TOKEN}{number}",
        "version": 1,
        "data": {"custom_id": f"h1:{number % 3}", "component_type": 2},
        "channel_id": "5",
        "channel": {"id": "5", "type": 1},
        "user": {**USER, "id": str(700 + number), "username": "ann", "global_name": "Ann", "bot": False},
        "message": {
            "id": str(6000 + number),
            "channel_id": "5",
            "author": USER,
            "content": "",
            "type": 0,
            "tts": False,
            "pinned": False,
            "timestamp": "2025-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": [],
        },
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 1,
        "attachment_size_limit": 10_485_760,
        "app_permissions": "0",
    }


def _document(body, status=200):
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")


@asynccontextmanager
async def served(discord, port=0):
    """The small Discord on a port of its own, or on this one."""
    runner = web.ServerRunner(web.Server(discord.answer), shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", port)
        await site.start()
        host, port = runner.addresses[0]
        yield f"{host}:{port}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def started(address, path, cwd=None, **settings):
    """Start the bot as a process, and end it in any case."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": "a.token.indeed",
        "DATABASE_PATH": str(path),
        "ROBOT_PACE": "0",
        **settings,
    }
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, address, env=environment, cwd=cwd or path.parent, stderr=asyncio.subprocess.PIPE
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


async def refused(discord, path, code=2, **settings):
    """The last line of a bot that could not begin."""
    async with served(discord) as address, started(address, path, **settings) as child:
        ended_with, errors = await ended(child)
    assert ended_with == code, errors
    line = errors.splitlines()[-1]
    assert line.startswith("cribbage-bot: ")
    return line


async def test_told_to_stop_it_has_gone_on_with_every_game_that_can_be_read_and_closes_cleanly(tmp_path):
    path = tmp_path / "cribbage.db"
    async with room_over(path) as room:
        broken, table = await room.sit_down_with_robot(), await room.sit_down_with_robot()
        async with room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ? AND version = 0", (broken.id,))
        room.tables._open.clear()
    discord = SmallDiscord()
    async with served(discord) as address, started(address, path, LOG_LEVEL="DEBUG") as child:
        await unless_ended(child, discord.ready.wait())
        await unless_ended(child, _moved_on(path, table))
        await unless_ended(child, _keeps_time(path))
        child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
    assert code == 0, log
    assert "told to stop" in log
    (ready,) = [line for line in log.splitlines() if " ready: " in line]
    assert re.search(r"ready: version \S+, servers: 1, tables resumed: 1, start: \d+\.\d s$", ready)
    assert discord.left_with == 1000
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
    discord = SmallDiscord(silent=True)
    async with served(discord) as address, started(address, tmp_path / "cribbage.db") as child:
        await unless_ended(child, discord.came.wait())
        child.send_signal(signal.SIGINT)
        code, log = await ended(child)
    assert code == 0, log
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cribbage.db", "cribbage.db-lock"], "closed cleanly"


async def test_commands_that_discord_has_lost_are_sent_again(tmp_path):
    discord = SmallDiscord()
    async with served(discord) as address:
        for lost, sent in ((None, 1), (None, 1), (0, 2)):
            if lost is not None:
                del discord.commands[lost]
            discord.ready.clear()
            async with started(address, tmp_path / "cribbage.db") as child:
                await unless_ended(child, discord.ready.wait())
                child.send_signal(signal.SIGTERM)
                assert (await ended(child))[0] == 0
            assert discord.sent == sent


async def test_a_database_that_cannot_be_used_ends_the_bot_before_discord_hears_of_it(tmp_path):
    path, discord = tmp_path / "cribbage.db", SmallDiscord()
    path.write_bytes(b"This is not a database. " * 100)
    assert str(path) in await refused(discord, path)
    assert not discord.came.is_set()


@pytest.mark.parametrize(
    ("discord", "code", "complaint"),
    [
        (SmallDiscord(status=401), 2, "Discord refuses this DISCORD_TOKEN; copy it again"),
        (SmallDiscord(closes=4004), 2, "Discord refuses this DISCORD_TOKEN; copy it again"),
        (SmallDiscord(status=403), 75, "Discord does not let the bot in (403 Forbidden"),
        (SmallDiscord(closes=4014), 2, "Discord refuses the bot's intents"),
        (SmallDiscord(closes=4013), 2, "Discord refuses the bot's intents"),
        (SmallDiscord(closes=4011), 2, "Discord refuses a bot in so many servers on one connection"),
        (SmallDiscord(closes=4012), 75, "WebSocket closed with 4012); see discordstatus.com, and try again"),
    ],
    ids=["token", "token of the gateway", "forbidden", "intents", "bad intents", "shards", "version"],
)
async def test_what_discord_refuses_is_said_in_one_line(tmp_path, discord, code, complaint):
    """A service manager does not start a bot again that ended with 2; 75 may pass by itself."""
    path = tmp_path / "cribbage.db"
    assert complaint in await refused(discord, path, code)
    assert {file.name for file in tmp_path.iterdir()} <= {"cribbage.db", "cribbage.db-lock"}


async def test_a_discord_that_cannot_be_reached_yet_is_tried_again(tmp_path):
    """A host may start the bot before its network is up; then the gateway may be the last to come."""
    async with served(SmallDiscord()) as address:
        pass
    async with started(address, tmp_path / "cribbage.db") as child:
        said = [await next_try(child) for _ in range(3)]
        discord = SmallDiscord(refusals=2)
        async with served(discord, int(address.partition(":")[2])):
            await unless_ended(child, discord.ready.wait())
            child.send_signal(signal.SIGTERM)
            code, log = await ended(child)
    assert code == 0, log
    assert all("Discord cannot be reached (ClientConnectorError: " in line for line in said)
    assert "Discord cannot be reached (WSServerHandshakeError: 503" in log
    assert "Unclosed" not in log


async def test_told_to_stop_before_discord_can_be_reached(tmp_path):
    async with served(SmallDiscord()) as address:
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
    discord = SmallDiscord(presses=40)
    async with served(discord) as address, started(address, tmp_path / "cribbage.db", LOG_LEVEL="DEBUG") as child:
        await unless_ended(child, discord.pressed.wait())
        for _ in range(signals):
            child.send_signal(signal.SIGTERM)
        code, log = await ended(child)
    assert (code, log.count("told to stop")) == (0, 1)
    assert "ERROR" not in log
    assert TOKEN not in log
    assert "a.token.indeed" not in log
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cribbage.db", "cribbage.db-lock"], "closed cleanly"


async def test_a_file_that_is_not_the_bots_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "recipes.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = path.read_bytes()
    assert f"{path}: this is another program's database" in await refused(SmallDiscord(), path)
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
        assert f"{path}: a newer version of the bot wrote this (schema 999" in await refused(SmallDiscord(), path)

    async def test_locked_by_another_program(self, tmp_path):
        path = tmp_path / "cribbage.db"
        lay_out(path)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            line = await refused(SmallDiscord(), path, code=75)
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
            line = await refused(SmallDiscord(), disk / "cribbage.db", code=75)
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
            line = await refused(SmallDiscord(), disk / "cribbage.db", cwd=tmp_path)
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
        first = SmallDiscord()
        async with served(first) as address, started(address, path) as child:
            await unless_ended(child, first.ready.wait())
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
            discord = SmallDiscord()
            async with served(discord) as address, started(address, path) as child:
                await unless_ended(child, discord.ready.wait())
                child.send_signal(stop)
                await asyncio.wait_for(child.communicate(), PATIENCE)
                assert child.returncode == (-stop if stop == signal.SIGKILL else 0)

    async def test_the_command_line_reads_and_imports_beside_a_running_bot(self, tmp_path):
        path, discord = tmp_path / "cribbage.db", SmallDiscord()
        (tmp_path / "games.csv").write_text(
            "date,player_a,player_b,score_a,score_b,games_a,games_b\n2025-01-31,Ann,Ben,121,90,,\n"
        )
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.ready.wait())
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
        path, discord = tmp_path / "cribbage.db", SmallDiscord()
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.ready.wait())
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
        again = SmallDiscord()
        async with served(again) as address, started(address, path) as child:
            await unless_ended(child, again.ready.wait())
            child.send_signal(signal.SIGTERM)
            assert (await ended(child))[0] == 0

    async def test_the_command_line_does_not_update_a_file_under_a_running_bot(self, tmp_path, monkeypatch):
        path, discord = tmp_path / "cribbage.db", SmallDiscord()
        async with served(discord) as address, started(address, path) as child:
            await unless_ended(child, discord.ready.wait())
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
