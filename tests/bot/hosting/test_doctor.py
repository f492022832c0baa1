"""`cribbage-bot doctor` and `invite` against a Discord on this machine: a line for each part, and what to do."""

import ast
import asyncio
import io
import os
import re
import sqlite3
import ssl
import subprocess
import sys
import tempfile
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route

from bot.__main__ import main
from bot.app import client
from bot.cli import host
from bot.cli.command import load_settings
from bot.hosting import discord_account
from bot.hosting import doctor as examined
from bot.settings import Settings
from bot.storage import backup
from bot.storage.database import Database
from bot.ui import features
from bot.ui.core.commands import PERMISSIONS, invitation, missing_intents, user_install
from tests.bot.cli.test_run import small_disk
from tests.support.blank_database import lay_out
from tests.support.connect_proxy import ConnectProxy
from tests.support.paths import ROOT
from tests.support.processes import run_python
from tests.system.discord_server import APPLICATION, BOT_PERMISSIONS, CHANNEL, GUILD, DiscordServer

TOKEN = "a.token.indeed"
PARTS = (
    *("Settings", "Database", "Disk", "Files", "Pictures", "Translations", "Token", "Clock"),
    *("Intents", "Commands", "Logins", "Gateway", "Permissions"),
)


@pytest.fixture(scope="module")
def drawing_worker():
    """A process that draws for all these tests, and is closed after the last."""
    worker = examined.drawing_worker()
    close, worker.close = worker.close, lambda: None
    yield worker
    close()


@pytest.fixture
def one_worker(monkeypatch, drawing_worker):
    """Let every examination draw a board in the same process: starting one takes half a second."""
    monkeypatch.setattr(examined, "drawing_worker", lambda: drawing_worker)


@pytest.fixture
def examine(capsys, one_worker):
    """Run the command; returns the exit code, and the lines by their part."""

    async def run(*arguments):
        code = await asyncio.to_thread(main, ["doctor", *arguments])
        out, err = capsys.readouterr()
        assert err == ""
        assert TOKEN not in out
        lines = out.splitlines()
        assert all(line.startswith(("OK   ", "FIX  ")) for line in lines), out
        assert (code == 1) is any(line.startswith("FIX") for line in lines)
        return code, {line[5:].partition(":")[0]: line for line in lines}

    return run


def lay_out_in_use(folder, server):
    """Create a database as after the first start, when Discord has the commands."""
    lay_out(folder / "cribbage.db")
    server.sent_commands = [{"name": command.name} for command in features.COMMANDS]


def wrong(lines):
    return [part for part, line in lines.items() if line.startswith("FIX")]


async def test_where_all_is_right(loopback, folder, examine):
    code, lines = await examine()
    assert (code, tuple(lines)) == (0, PARTS)
    assert lines["Token"] == "OK   Token: this is cribbage, with the application id 1001."
    assert lines["Permissions"].endswith("in 1 server. For its channels: cribbage-bot doctor --server ID")
    assert lines["Translations"] == "OK   Translations: the bot speaks English, German, Spanish, French."
    assert "there is none yet" in lines["Database"]
    assert list(folder.iterdir()) == [], "it leaves nothing behind"
    assert not loopback.unknown


async def test_one_server_and_its_channels(loopback, folder, examine):
    code, lines = await examine("--server", str(GUILD))
    assert (code, lines["Permissions"]) == (
        0,
        "OK   Permissions: the bot has all that it needs in 1 text channels of Club.",
    )


@pytest.mark.parametrize(
    ("part", "said", "happens"),
    [
        ("Clock", "it is 7[456] seconds ahead of .* Let the system set it", lambda it: put(it, seconds_ahead=-75)),
        ("Clock", "it is 7[456] seconds behind .* Let the system set it", lambda it: put(it, seconds_ahead=75)),
        ("Logins", "Discord allows 3 more. Stop the bot for 2 hours", lambda it: put(it, logins_left=3)),
        (
            "Intents",
            "buttons and commands go to another address",
            lambda it: put(it, application={"interactions_endpoint_url": "https://example.com"}),
        ),
        (
            "Permissions",
            re.escape(f"the bot is in no server. Open {invitation(1001)} and choose one."),
            lambda it: put(it, is_in_guild=False),
        ),
        (
            "Token",
            "Discord refuses this DISCORD_TOKEN; copy it again from the Bot page.$",
            lambda it: it.fail("status", "/users/@me", status=401),
        ),
        (
            "Discord",
            r"it does not let the bot in \(403 Forbidden",
            lambda it: it.fail("status", "/users/@me", status=403),
        ),
    ],
)
async def test_what_discord_tells_of_the_bot(loopback, folder, examine, part, said, happens):
    happens(loopback)
    code, lines = await examine()
    assert (code, wrong(lines)) == (1, [part])
    assert re.match(f"FIX  {part}: {said}", lines[part])


def put(discord, **attributes):
    vars(discord).update(attributes)


class TestTheToken:
    async def test_there_is_none(self, loopback, folder, examine, monkeypatch):
        monkeypatch.delenv("DISCORD_TOKEN")
        code, lines = await examine()
        assert (code, wrong(lines)) == (1, ["Token"])
        assert "https://discord.com/developers/applications" in lines["Token"]

    async def test_discord_is_out_of_reach(self, loopback, folder, examine):
        await loopback.stop()
        _, lines = await examine()
        said = "it can't be reached (Connection refused). Look at the network, DNS and the firewall."
        assert lines["Discord"] == f"FIX  Discord: {said}"
        assert "Clock" not in lines

    async def test_discord_does_not_answer(self, loopback, folder, examine, monkeypatch):
        monkeypatch.setattr(discord_account, "PATIENCE", 0.5)
        loopback.fail("hang", "/users/@me")
        _, lines = await examine()
        assert lines["Discord"].startswith("FIX  Discord: it can't be reached (TimeoutError)")


def test_a_missing_intent():
    flags, intents = discord.ApplicationFlags(gateway_guild_members_limited=True), discord.Intents.all()
    missing = ["Presence Intent", "Server Members Intent", "Message Content Intent"]
    assert missing_intents(discord.ApplicationFlags(), intents) == missing
    assert missing_intents(flags, intents) == [missing[0], missing[2]]
    assert missing_intents(discord.ApplicationFlags()) == [], "the bot uses none"


async def test_a_missing_intent_is_named(loopback, folder, examine, monkeypatch):
    monkeypatch.setattr(discord_account, "missing_intents", lambda flags: ["Message Content Intent"])
    _, lines = await examine()
    assert lines["Intents"].startswith("FIX  Intents: switch on Message Content Intent on the Bot page of https://")


class TestPermissions:
    async def test_those_of_the_readme_are_all(self):
        assert PERMISSIONS.value == BOT_PERMISSIONS

    @pytest.mark.parametrize("arguments", [(), ("--server", str(GUILD))])
    async def test_one_is_missing(self, loopback, folder, examine, arguments):
        loopback.permissions = BOT_PERMISSIONS & ~discord.Permissions(attach_files=True).value
        _, lines = await examine(*arguments)
        assert wrong(lines) == ["Permissions"]
        assert lines["Permissions"].endswith(
            "in #cards allow the bot Attach Files."
            if arguments
            else "in Club (2001) allow the bot's role Attach Files."
        )

    async def test_an_administrator_has_all(self, loopback, folder, examine):
        loopback.permissions = discord.Permissions(administrator=True).value
        assert (await examine())[0] == 0

    async def test_a_channel_that_the_bot_does_not_see_is_left_out(self, loopback, folder, examine):
        loopback.add_channel("secret")
        hidden = {"id": str(GUILD), "type": 0, "allow": "0", "deny": str(discord.Permissions(view_channel=True).value)}
        own = {**hidden, "id": str(GUILD + 1)}
        loopback.channels[CHANNEL]["permission_overwrites"] = [hidden, own]
        _, lines = await examine("--server", str(GUILD))
        assert lines["Permissions"].endswith("in 1 text channels of Club, and does not see 1.")

    async def test_another_server(self, loopback, folder, examine):
        _, lines = await examine("--server", "5")
        assert lines["Permissions"].startswith("FIX  Permissions: the bot is not in server 5. Open https://")

    @pytest.mark.parametrize("text", ["Club", "-1", "²", "1" * 30])
    def test_no_id(self, text, capsys):
        with pytest.raises(SystemExit) as ended:
            main(["doctor", f"--server={text}"])
        assert ended.value.code == 2
        assert "isn't a server's id" in capsys.readouterr().err


class TestTheMachine:
    async def test_a_setting_that_makes_no_sense(self, folder, examine, monkeypatch):
        monkeypatch.setenv("ROBOT_PACE", "fast")
        assert await examine() == (1, {"Settings": "FIX  Settings: ROBOT_PACE must be 0 to 60 seconds, not 'fast'."})

    async def test_a_database_with_a_bot_on_it(self, loopback, folder, examine):
        running = await Database.open(folder / "cribbage.db", owner=True)
        loopback.sent_commands = [{"name": command.name} for command in features.COMMANDS]
        try:
            code, lines = await examine()
        finally:
            await running.close()
        assert code == 0
        assert lines["Database"].endswith(", and a bot runs on it.")

    @pytest.mark.parametrize(
        ("statement", "complaint"),
        [
            ("PRAGMA user_version = 999", "a newer version of the bot wrote this (schema 999"),
            ("PRAGMA application_id = 7", "this is another program's database; set DATABASE_PATH"),
        ],
    )
    async def test_a_database_that_is_not_for_this_bot(self, loopback, folder, examine, statement, complaint):
        lay_out_in_use(folder, loopback)
        with closing(sqlite3.connect(folder / "cribbage.db")) as other:
            other.execute(statement)
        _, lines = await examine()
        assert wrong(lines) == ["Database"]
        assert complaint in lines["Database"]

    async def test_a_locked_database(self, loopback, folder, examine, monkeypatch):
        monkeypatch.setattr(backup, "BUSY_SECONDS", 0.1)
        lay_out_in_use(folder, loopback)
        with closing(sqlite3.connect(folder / "cribbage.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            _, lines = await examine()
        assert wrong(lines) == ["Database"]
        assert "another program has locked the database (database is locked); close it" in lines["Database"]

    async def test_a_damaged_database(self, loopback, folder, examine):
        lay_out_in_use(folder, loopback)
        content = bytearray((folder / "cribbage.db").read_bytes())
        content[8192:12288] = b"\xff" * 4096
        (folder / "cribbage.db").write_bytes(content)
        _, lines = await examine()
        assert wrong(lines) == ["Database"]

    async def test_a_folder_in_place_of_a_file(self, loopback, folder, examine, monkeypatch):
        monkeypatch.setenv("DATABASE_PATH", str(folder))
        _, lines = await examine()
        assert lines["Database"].endswith("this is a folder; set DATABASE_PATH to a file.")

    async def test_a_full_disk(self, loopback, folder, examine, monkeypatch):
        usage = namedtuple("usage", "total used free")(10**9, 10**9 - 12_000_000, 12_000_000)
        monkeypatch.setattr(examined.shutil, "disk_usage", lambda _: usage)
        _, lines = await examine()
        assert lines["Disk"] == f"FIX  Disk: 12.0 MB are free for {folder}. Free at least 50.0 MB."

    async def test_a_port(self, loopback, folder, examine, monkeypatch):
        async def answer(request):
            return web.json_response({"status": "unavailable", "discord": "starting", "database": "starting"})

        taken = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        port = taken.sockets[0].getsockname()[1]
        monkeypatch.setenv("HTTP_PORT", str(port))
        _, lines = await examine()
        said = "which another program uses. Choose another port, or leave HTTP_PORT empty."
        assert lines["Port"] == f"FIX  Port: HTTP_PORT is {port}, {said}"
        taken.close()
        await taken.wait_closed()
        assert (await examine())[1]["Port"] == f"OK   Port: HTTP_PORT is {port}, which is free."
        runner = web.ServerRunner(web.Server(answer))
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        _, lines = await examine()
        await runner.cleanup()
        assert lines["Port"] == f"OK   Port: the bot answers on HTTP_PORT, which is {port}."

    async def test_a_disk_that_may_not_be_written(self, folder):
        """On a file system that is mounted for reading alone not even root may write."""
        async with small_disk(folder, "ro") as disk:
            finding = examined._examine_disk(disk / "cribbage.db")
        assert str(finding).endswith("(Read-only file system). Let the bot's user write there.")

    async def test_fonts_that_are_not_there(self, loopback, folder, examine, monkeypatch):
        def broken(_):
            raise OSError("cannot open resource")

        monkeypatch.setattr(examined, "has_glyph", broken)
        _, lines = await examine()
        assert wrong(lines) == ["Pictures"]
        assert "fails (cannot open resource). Install the bot again" in lines["Pictures"]

    @pytest.mark.skipif(sys.platform != "linux", reason="filters calls of Linux")
    def test_it_draws_in_a_process_of_its_own_as_the_bot_does(self, folder):
        program = (
            "from tests.support.refused_calls import refuse; refuse('execve')\n"
            "from bot.cli.command import load_settings; from bot.hosting.doctor import examine_machine\n"
            "print(*examine_machine(load_settings()), sep='\\n')"
        )
        done = run_python("-c", program)
        assert done.stderr == ""
        (line,) = [line for line in done.stdout.splitlines() if "Pictures" in line]
        assert line.startswith("FIX  Pictures: the process that draws them fails ([Errno 1] Operation not permitted")

    async def test_pictures_that_are_off(self, loopback, folder, examine, monkeypatch):
        monkeypatch.setenv("PICTURES", "off")
        monkeypatch.setattr(examined, "has_glyph", None)
        assert "they are off" in (await examine())[1]["Pictures"]

    async def test_a_translation_with_a_fault(self, loopback, folder, examine, monkeypatch):
        monkeypatch.setenv("LOCALE_PATH", str(folder))
        (folder / "de.po").write_text("this is no translation", encoding="utf-8")
        _, lines = await examine()
        assert wrong(lines) == ["Translations"]
        assert "The language de is left out." in lines["Translations"]


@pytest.mark.skipif(os.geteuid() != 0, reason="becomes another user")
@pytest.mark.parametrize("exists", [True, False])
def test_a_folder_in_which_the_bots_user_may_not_write(exists):
    """Root may write everywhere, so the look is taken by another user."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cribbage.db")
        path.parent.chmod(0o755)
        if exists:
            lay_out(path)
        program = f"""
import os, pathlib
from bot.storage.backup import inspect
os.setgroups([]); os.setgid(65534); os.setuid(65534)
try:
    inspect(pathlib.Path({str(path)!r}))
except Exception as error:
    print(type(error).__name__, error)
"""
        done = run_python("-c", program)
        said = f"the bot may not write in {folder}; let its user write there, or set DATABASE_PATH."
        assert (done.stdout, done.stderr) == (f"StorageError {said}\n", "")


async def test_invite_prints_the_links_or_why_it_cannot(loopback, folder, capsys):
    assert await asyncio.to_thread(main, ["invite"]) == 0
    assert capsys.readouterr().out == (
        "To a server:     https://discord.com/oauth2/authorize?client_id=1001&scope=bot+applications.commands"
        "&permissions=309237746688\n"
        "To your account: https://discord.com/oauth2/authorize?client_id=1001&scope=applications.commands"
        "&integration_type=1\n"
    )
    loopback.fail("status", "/users/@me", status=401)
    assert await asyncio.to_thread(main, ["invite"]) == 2
    said = "cribbage-bot: Discord refuses this DISCORD_TOKEN; copy it again from the Bot page.\n"
    assert capsys.readouterr().err == said
    await loopback.stop()
    assert await asyncio.to_thread(main, ["invite"]) == 75
    said = "Discord can't be reached (Connection refused). Look at the network, DNS and the firewall."
    assert capsys.readouterr().err == f"cribbage-bot: {said}\n"


async def test_files_that_other_users_can_read(loopback, folder, examine):
    (folder / "backups").mkdir()
    (folder / ".env.example").touch(mode=0o644)
    backups = ("backup.db", "backup.db.gz", "backups/monday.db", "monday.sqlite3")
    names = (".env", ".env.old", "cribbage.db-lock", "cribbage.db.before-0012", *backups)
    for name in names:
        (folder / name).touch(mode=0o600)
    assert wrong((await examine())[1]) == []
    for name in names:
        (folder / name).chmod(0o640)
    _, lines = await examine()
    assert wrong(lines) == ["Files"]
    assert [name for name in names if name not in lines["Files"]] == []
    assert ".env.example" not in lines["Files"]


async def test_a_file_of_the_token_that_everybody_can_read(loopback, folder, examine, monkeypatch):
    """Its group may: whoever gives the bot a file chooses that. In a container it is the bot's alone."""
    token = folder / "token"
    token.write_text(TOKEN)
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(token))
    token.chmod(0o640)
    assert wrong((await examine())[1]) == []
    token.chmod(0o644)
    _, lines = await examine()
    assert wrong(lines) == ["Files"]
    assert str(token) in lines["Files"]
    monkeypatch.setattr(examined, "_OF_A_CONTAINER", folder)
    assert wrong((await examine())[1]) == []


async def test_commands_that_discord_has_lost(loopback, folder, examine):
    loopback.sent_commands = [{"name": command.name} for command in features.COMMANDS]
    assert (await examine())[0] == 0
    lost = loopback.sent_commands.pop()["name"]
    _, lines = await examine()
    assert (wrong(lines), lost in lines["Commands"]) == (["Commands"], True)
    loopback.sent_commands = []
    assert (await examine())[0] == 0, "a bot that was never started has sent none"
    lay_out(folder / "cribbage.db")
    _, lines = await examine()
    assert lines["Commands"] == "FIX  Commands: Discord has none of them. Start the bot again: it sends them."


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    certificate, key = (tmp_path_factory.mktemp("tls") / name for name in ("certificate.pem", "key.pem"))
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    names = ("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    subprocess.run([*command.split(), *names, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    return certificate, key


class TestBehindAProxy:
    """Requests go to localhost here, and the gateway is at 127.0.0.1: both by TLS, through an HTTP proxy."""

    @pytest.fixture
    async def discord_by_tls(self, certificate, tmp_path_factory, folder, monkeypatch):
        """Start the Discord, whose certificate is trusted, and let ~/.netrc name a password for every host."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*certificate)
        trusting = ssl.create_default_context(cafile=certificate[0])
        monkeypatch.setattr(aiohttp.connector, "_SSL_CONTEXT_VERIFIED", trusting)
        home = tmp_path_factory.mktemp("home")
        (home / ".netrc").write_text("default login somebody password something\n")
        (home / ".netrc").chmod(0o600)
        monkeypatch.setenv("HOME", str(home))
        for name in ("https_proxy", "wss_proxy", "no_proxy", "NETRC"):
            monkeypatch.setenv(name, "")
        monkeypatch.delenv("NETRC")
        monkeypatch.setenv("PICTURES", "off")
        server = DiscordServer(limits=False, tls=context)
        await server.start()
        monkeypatch.setattr(Route, "BASE", f"https://localhost:{server.port}/api/v10")
        yield server
        await server.stop()

    async def test_the_doctor_and_the_bot_use_it(self, discord_by_tls, folder, examine):
        async with ConnectProxy(login="card:pl@yer") as proxy:
            (folder / ".env").touch(mode=0o600)
            (folder / ".env").write_text(f"HTTPS_PROXY=card:pl%40yer@127.0.0.1:{proxy.port}\n")
            assert (await examine())[0] == 0
            assert (set(proxy.reached), proxy.reached.count("127.0.0.1")) == ({"localhost", "127.0.0.1"}, 1)
            proxy.reached.clear()
            bot = client(Settings(database=folder / "cribbage.db", pictures=False))
            try:
                await bot.open_database()
                await bot.login(TOKEN)
                connecting = asyncio.create_task(bot.connect())
                await asyncio.wait_for(discord_by_tls.identified.wait(), 20)
            finally:
                await bot.close()
                await asyncio.gather(connecting, return_exceptions=True)
            assert set(proxy.reached) == {"localhost", "127.0.0.1"}

    @pytest.mark.parametrize("direct", ["localhost", "127.0.0.1"])
    async def test_not_for_hosts_of_no_proxy(self, discord_by_tls, examine, monkeypatch, direct):
        async with ConnectProxy() as proxy:
            monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{proxy.port}")
            monkeypatch.setenv("NO_PROXY", f"discord.example,{direct}")
            assert (await examine())[0] == 0
            assert set(proxy.reached) == {"localhost", "127.0.0.1"} - {direct}

    @pytest.mark.parametrize(
        ("login", "refused", "part", "status", "said"),
        [
            ("card:other", (), "Discord", "407 Proxy Authentication Required", "the user and the password in"),
            ("", ("127.0.0.1",), "Gateway", "403 Forbidden", "HTTPS_PROXY, or ask whoever runs the proxy to let"),
        ],
    )
    async def test_it_refuses(self, discord_by_tls, examine, monkeypatch, login, refused, part, status, said):
        async with ConnectProxy(login=login, refused=refused) as proxy:
            monkeypatch.setenv("HTTPS_PROXY", f"http://card:player@127.0.0.1:{proxy.port}")
            _, lines = await examine()
        why = f"it can't be reached (the proxy of HTTPS_PROXY refuses: {status}). Look at {said}"
        assert wrong(lines) == [part]
        assert lines[part].startswith(f"FIX  {part}: {why}")

    async def test_it_is_not_there(self, discord_by_tls, examine, monkeypatch):
        monkeypatch.setenv("HTTPS_PROXY", "http://card:player@127.0.0.1:1")
        _, lines = await examine()
        said = (
            "it can't be reached (the proxy of HTTPS_PROXY does not answer: Connection refused). Look at HTTPS_PROXY,"
        )
        assert (wrong(lines), lines["Discord"][: len(said) + 14]) == (["Discord"], f"FIX  Discord: {said}")

    @pytest.mark.parametrize(
        "address", ["socks5://card:player@proxy.example:1080", "https://proxy.example", "http://:80x"]
    )
    async def test_an_address_that_is_none(self, discord_by_tls, examine, monkeypatch, address):
        monkeypatch.setenv("HTTPS_PROXY", address)
        code, lines = await examine()
        said = "FIX  Settings: HTTPS_PROXY must be the address of an HTTP proxy, like http://proxy.example:3128."
        assert (code, lines["Settings"]) == (1, said)


async def test_in_a_terminal_lines_are_broken_to_fit_and_what_is_wrong_comes_last(
    folder, loopback, monkeypatch, capsys, one_worker
):
    monkeypatch.setenv("COLUMNS", "44")
    monkeypatch.delenv("DISCORD_TOKEN")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert await asyncio.to_thread(main, ["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "To fix: Token."
    assert all(len(line) <= 44 or len(line.split()) == 1 for line in lines)
    assert all(line.startswith(("OK   ", "FIX  ", "     ")) for line in lines[:-1])


class TestInit:
    @pytest.fixture
    def init(self, folder, loopback, monkeypatch, capsys, one_worker):
        """Run the command with these lines typed; returns the exit code, the output and the error."""
        monkeypatch.delenv("DISCORD_TOKEN")

        async def run(*lines):
            monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
            code = await asyncio.to_thread(main, ["init"])
            out, err = capsys.readouterr()
            assert TOKEN not in out + err
            return code, out, err

        return run

    async def test_it_asks_once_writes_what_only_the_host_reads_and_prints_both_links(self, folder, loopback, init):
        code, out, err = await init(TOKEN, "games/league.db", "de")
        assert (code, err) == (0, ""), out
        assert (folder / ".env").stat().st_mode & 0o777 == 0o600
        stored = load_settings()
        assert (stored.token, stored.database, stored.language) == (TOKEN, Path("games/league.db"), "de")
        assert out.count("FIX") == 0
        assert invitation(APPLICATION) in out
        assert user_install(APPLICATION) in out
        before = (folder / ".env").read_bytes()
        code, out, err = await init()
        assert (code, err) == (0, "")
        assert "stays as it is" in out
        assert (folder / ".env").read_bytes() == before

    async def test_what_is_left_empty_is_the_default(self, folder, init):
        await init(TOKEN)
        assert (folder / ".env").read_text().splitlines()[1:] == [f"DISCORD_TOKEN={TOKEN}"]

    @pytest.mark.parametrize(
        ("lines", "complaint"),
        [((), "there is no DISCORD_TOKEN"), (("two words",), "one word"), ((TOKEN, "", "German"), "LANGUAGE must be")],
    )
    async def test_a_wrong_answer_is_one_sentence_and_nothing_is_written(self, folder, init, lines, complaint):
        code, _, err = await init(*lines)
        assert (code, err.count("\n")) == (2, 1)
        assert complaint in err
        assert not (folder / ".env").exists()

    @pytest.mark.parametrize("value", ["a b", "it's #1", 'say "hi"', "back\\slash", "plain-1.2"])
    def test_what_it_writes_is_read_as_it_was_typed(self, folder, value):
        host._write_env({"DATABASE_PATH": value})
        assert load_settings().database == Path(value)


def test_no_hint_names_a_file_that_only_a_checkout_has():
    """Whoever installed the wheel has none of them."""
    named = re.compile(r'(?<!^)\.env\.example|\.github/|\b\w+\.md\b|pip install[^\n]*"?\.\[')
    found = []
    for path in [*(ROOT / "bot").rglob("*.py"), *(ROOT / "engine").rglob("*.py")]:
        source = path.read_text("utf-8")
        if not re.search(r"\.env\.example|\.github/|\.md\b|pip install", source):
            continue
        nodes = list(ast.walk(ast.parse(source)))
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
        found += [f"{path.name}: {text}" for text in texts if isinstance(text, str) and named.search(text)]
    assert found == []
