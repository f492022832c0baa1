"""/healthz and /metrics of a real process, its log as JSON, and what Sentry gets of a fault."""

import asyncio
import json
import re
import signal
import sqlite3
from contextlib import asynccontextmanager, closing
from math import inf
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot import metrics
from tests.bot.cli import test_run
from tests.bot.cli.test_run import (
    BOT_TOKEN,
    PATIENCE,
    press_often,
    refused,
    running,
    served,
    small_discord,
    started,
    unless_ended,
)
from tests.support.paths import ROOT
from tests.support.seated_tables import room_over
from tests.system.discord_server import TOKEN_PREFIX


@pytest.fixture
async def port():
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    number = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return number


async def ask(port, path):
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def until_answers(port, path, status):
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                answered, text = await ask(port, path)
                if answered == status:
                    return text
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.05)


def samples(text):
    """The values by name and labels. Every line must be of the format."""
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = re.fullmatch(r'([a-z_]+(?:\{[a-z_]+="[^"]*"(?:,[a-z_]+="[^"]*")*\})?) (\S+)', line).groups()
            found[name] = float(value)
    return found


async def health(port, status):
    """The states, each of which a sentence explains unless all is well."""
    said = json.loads(await until_answers(port, "/healthz", status))
    assert len(said["why"]) == (said["discord"] != "ok") + (said["database"] == "failing")
    return said["status"], said["discord"], said["database"]


class TestTheBot:
    async def test_it_tells_that_it_starts_and_then_that_all_is_well(self, tmp_path, port, at_error):
        at_error.append("Failed to connect for shard_id")
        discord = small_discord()
        discord.gateway_refusals = inf
        async with served(discord), running(discord, tmp_path / "cribbage.db", HTTP_PORT=str(port)) as run:
            await until_answers(port, "/healthz", 503)
            await run.until(lambda: "Next try" in run.log)
            discord.gateway_refusals = 0
            assert await health(port, 200) == ("ok", "ok", "ok")
            assert await run.stopped() == (0, "")
        with pytest.raises(aiohttp.ClientError):
            await ask(port, "/healthz")

    async def test_a_database_that_fails_and_a_discord_that_is_gone(self, tmp_path, port, at_error):
        at_error.append("Attempting a reconnect")
        path, discord = tmp_path / "cribbage.db", small_discord()
        async with served(discord), running(discord, path, HTTP_PORT=str(port)):
            assert await health(port, 200) == ("ok", "ok", "ok")
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                for harm, mend in (
                    ("ALTER TABLE tables RENAME TO gone", "ALTER TABLE gone RENAME TO tables"),
                    ("BEGIN IMMEDIATE", "ROLLBACK"),
                ):
                    other.execute(harm)
                    assert await health(port, 503) == ("unavailable", "ok", "failing")
                    other.execute(mend)
                    await health(port, 200)
            discord.gateway_refusals = inf
            await discord.close_gateway()
            assert await health(port, 503) == ("unavailable", "unreachable", "ok")
            assert samples(await until_answers(port, "/metrics", 200))["cribbage_ready"] == 0

    async def test_the_metrics_of_a_robots_game_and_the_loopback_alone(self, tmp_path, port):
        """Without ``HTTP_PORT`` it listens nowhere."""
        path, acts = tmp_path / "cribbage.db", 'cribbage_acts_total{by="robot"}'
        async with room_over(path) as room:
            await room.sit_down_with_robot()
        discord, before = small_discord(), samples(metrics.text().decode()).get(acts, 0)
        async with served(discord):
            others = _listens_on()
            async with running(discord, path, HTTP_PORT=str(port)):
                await until_answers(port, "/healthz", 200)
                assert _listens_on() - others == {("0100007F", port)}
                async with asyncio.timeout(PATIENCE):
                    while (found := samples((await ask(port, "/metrics"))[1])).get(acts, 0) == before:  # noqa: ASYNC110
                        await asyncio.sleep(0.1)
            discord.identified.clear()
            async with running(discord, path) as run:
                await run.until(discord.identified.is_set)
                assert _listens_on() == others
        assert found['cribbage_tables{status="playing"}'] == 1
        assert found['cribbage_tables{status="idle"}'] == 0
        assert found["cribbage_ready"] == 1
        assert found['cribbage_discord_requests_total{method="GET",status="200"}'] >= 2
        assert found['cribbage_database_seconds_count{kind="write"}'] >= 1
        assert found['cribbage_database_seconds_count{kind="read"}'] >= 1
        assert found["cribbage_loop_delay_seconds_count"] >= 1
        assert abs(found["cribbage_clock_ahead_seconds"]) <= 2
        for name in ("cribbage_pictures_waiting", "cribbage_act_seconds_count", "process_resident_memory_bytes"):
            assert name in found

    async def test_a_port_that_is_taken(self, tmp_path):
        server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
        taken = server.sockets[0].getsockname()[1]
        line = await refused(small_discord(), tmp_path / "cribbage.db", code=75, HTTP_PORT=str(taken))
        server.close()
        said = "which another program uses. Choose another port, or leave HTTP_PORT empty."
        assert line == f"cribbage-bot: HTTP_PORT is {taken}, {said}"


async def test_the_log_is_json_up_to_the_sentence_with_which_it_ends(tmp_path, at_error):
    """That of a process is JSON with the fault of the test of Sentry."""
    at_error.append("Discord refuses this DISCORD_TOKEN")
    path, discord = tmp_path / "cribbage.db", small_discord()
    discord.fail("status", "/users/@me", status=401)
    async with served(discord), running(discord, path, LOG_FORMAT="json") as run:
        assert await run.ended() == (2, "")
    lines = [json.loads(line) for line in run.log.splitlines()]
    assert {key for line in lines for key in line} == {"time", "level", "logger", "message"}
    assert lines[-1]["level"] == "CRITICAL"
    assert lines[-1]["message"].startswith("Discord refuses this DISCORD_TOKEN")


def _listens_on():
    """The addresses, as Linux writes them, and ports on which this process listens."""
    inodes = set()
    for handle in Path("/proc/self/fd").iterdir():
        try:
            inodes |= set(re.findall(r"socket:\[(\d+)\]", str(handle.readlink())))
        except OSError:
            continue
    rows = [row.split() for row in Path("/proc/self/net/tcp").read_text().splitlines()[1:]]
    listening = [row[1].split(":") for row in rows if row[3] == "0A" and row[9] in inodes]
    return {(address, int(number, 16)) for address, number in listening}


def test_no_label_of_a_metric_is_free():
    """A label with a value for each person, game or server would tell of them, and grow for ever."""
    labels = {name for family in metrics._REGISTRY.collect() for sample in family.samples for name in sample.labels}
    known = {"version", "status", "by", "method", "scope", "kind", "le", "work"}
    assert labels <= known | {"implementation", "major", "minor", "patchlevel"}


class Sentry:
    def __init__(self):
        self.bodies = []
        self.came = asyncio.Event()

    async def take(self, request):
        self.bodies.append(await request.read())
        self.came.set()
        return web.json_response({})


@asynccontextmanager
async def sentry():
    server = Sentry()
    runner = web.ServerRunner(web.Server(server.take), shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield server, f"http://key@127.0.0.1:{runner.addresses[0][1]}/7"
    finally:
        await runner.cleanup()


SECRETS = ("5H", "JD", "10♥", "5c6c7c8c", "00112233445566778899aabbccddeeff" * 2, TOKEN_PREFIX, BOT_TOKEN, "Ann")
FAULT = """
import bot.ui.core.router as router
async def fail(self, context, interaction, hand=("5H", "JD", "10♥"), seed=bytes(range(32))):
    name = interaction.user.display_name
    typed = "5c6c7c8c"
    raise RuntimeError(f"{hand} {typed} {seed} {seed.hex()} {interaction.token} a.token.indeed")
router.Router.answer = fail
"""


async def test_sentry_is_told_of_a_fault_without_the_players_and_of_no_outage_of_discord(tmp_path, monkeypatch):
    """A press fails with everything in its error and in its variables that must not be told."""
    monkeypatch.setattr(test_run, "PROGRAM", FAULT + test_run.PROGRAM)
    discord = small_discord()
    async with (
        sentry() as (server, dsn),
        served(discord) as address,
        started(address, tmp_path / "cribbage.db", SENTRY_DSN=dsn, LOG_FORMAT="json") as child,
    ):
        await unless_ended(child, discord.identified.wait())
        discord.identified.clear()
        discord.gateway_refusals = 2
        discord.forget_session()
        await discord.close_gateway()
        await unless_ended(child, discord.identified.wait())
        presses = press_often(discord, 2)
        await unless_ended(child, server.came.wait())
        child.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(child.communicate(), PATIENCE)
        await asyncio.gather(*presses)
    sent = b"".join(server.bodies).decode()
    assert "a fault of our own" in sent
    assert '"function":"fail"' in sent
    lines = [json.loads(line) for line in log.splitlines()]
    assert child.returncode == 0
    assert {key for line in lines for key in line} == {"time", "level", "logger", "message", "error"}
    for where in (sent, "\n".join(text for line in lines for text in line.values())):
        for secret in SECRETS:
            assert secret not in re.sub(r"raise RuntimeError\(f.*", "", where), secret
    for body in server.bodies:
        event = json.loads(body.decode().splitlines()[2])
        assert event["exception"]["values"][-1]["type"] == "RuntimeError"
        assert set(event) <= {
            *("event_id", "timestamp", "platform", "level", "logger", "release", "exception", "logentry", "sdk")
        }


def test_the_dashboard_shows_metrics_that_there_are():
    dashboard = json.loads((ROOT / ".github" / "docs" / "grafana.json").read_text("utf-8"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    known = {line.split()[2] for line in metrics.text().decode().splitlines() if line.startswith("# TYPE")}
    for expression in asked:
        for name in re.findall(r"(?:cribbage|process)_[a-z_]+", expression):
            assert {name, name.removesuffix("_bucket")} & known, name
    numbers = [panel["id"] for panel in dashboard["panels"]]
    assert numbers == sorted(set(numbers))
