"""The watch over the connection: what answers of a real server, and none, tell of outages."""

import asyncio
from contextlib import suppress

import aiohttp
import pytest
from aiohttp import web

from bot.tables.outages import PATIENCE, Outages
from bot.ui.core.traffic import ConnectionWatch, trace_of
from tests.support.seated_tables import Wall


class Server:
    """A server that answers every request with a status, after ``go`` is set."""

    def __init__(self):
        self.status, self.kind = 200, "application/json"
        self.go = asyncio.Event()
        self.go.set()
        self.came = asyncio.Event()

    async def answer(self, _):
        self.came.set()
        await self.go.wait()
        return web.Response(status=self.status, content_type=self.kind, text='{"retry_after": 0.1}')


@pytest.fixture
async def connected():
    """The wall, the outages, the server and a function that sends it a request."""
    wall, server, watch = Wall(), Server(), ConnectionWatch()
    watch.outages = Outages(wall, wall.steady)
    runner = web.ServerRunner(web.Server(server.answer), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0]
    trace = trace_of([watch.request_started], [watch.request_ended], [watch.request_failed])
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:

        async def ask():
            with suppress(aiohttp.ClientError):
                async with session.get(f"http://{host}:{port}/") as response:
                    await response.read()

        try:
            yield wall, watch.outages, server, ask, site
        finally:
            server.go.set()
            await runner.cleanup()


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
async def test_a_page_of_cloudflare_in_place_of_every_answer_is_an_outage(connected, kind):
    """Whoever sends too many wrong requests is banned for a while: each request gets 429 with a page or a line."""
    _, outages, server, ask, _ = connected
    server.status, server.kind = 429, kind
    await ask()
    assert outages.is_away
    server.kind = "application/json"
    await ask()
    assert outages.is_away, "a limit of Discord's tells nothing"
    server.status = 200
    await ask()
    assert not outages.is_away


@pytest.mark.parametrize(
    ("status", "is_away"), [(200, False), (404, False), (429, False), (403, False), (500, True), (503, True)]
)
async def test_errors_of_the_server_alone_are_an_outage(connected, status, is_away):
    _, outages, server, ask, _ = connected
    for server.status in (status, 404):
        await ask()
        assert outages.is_away is (is_away and server.status == status), "an answer is an answer"


async def test_a_refused_connection(connected):
    wall, outages, _, ask, site = connected
    await site.stop()
    await ask()
    wall.passes(seconds=40)
    await ask()
    outages.record()
    assert (outages.is_away, outages.seconds) == (True, 40)


async def test_no_answer_at_all_and_a_request_that_is_given_up(connected):
    wall, outages, server, ask, _ = connected
    server.go.clear()
    for seconds in (0, PATIENCE + 1):
        server.came.clear()
        asking = asyncio.ensure_future(ask())
        await server.came.wait()
        wall.passes(seconds=seconds)
        assert outages.is_away is (seconds > PATIENCE)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        assert outages.is_away is (seconds > PATIENCE), "that it was given up tells nothing"
    server.go.set()
    await ask()
    assert (outages.is_away, outages.seconds) == (False, PATIENCE + 1)


def test_events_of_the_gateway():
    wall, watch = Wall(), ConnectionWatch()
    watch.hear("shard_disconnect", 0)
    watch.outages = outages = Outages(wall, wall.steady)
    for event, shards, is_away in (
        *(("socket_raw_receive", (), False), ("shard_disconnect", (0,), True), ("message", (), True)),
        *(("shard_resumed", (0,), False), ("shard_disconnect", (0,), True), ("shard_connect", (0,), False)),
        *(("shard_disconnect", (2,), True), ("shard_disconnect", (3,), True), ("shard_connect", (2,), True)),
        *(("connect", (), True), ("shard_connect", (3,), False)),
    ):
        watch.hear(event, *shards)
        assert outages.is_away is is_away
