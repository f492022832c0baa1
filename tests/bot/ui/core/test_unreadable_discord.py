"""What Discord sends and discord.py cannot read: it is logged and dropped, or raised as Discord's own refusals are."""

import asyncio
import copy

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.request_trace import trace_of

USER = {"id": "7", "username": "ann", "discriminator": "0", "avatar": None, "global_name": None}
PRESS = {
    "id": "1",
    "application_id": "2",
    "type": 3,
    "token": "t",
    "version": 1,
    "user": USER,
    "channel": {"id": "3", "type": 1, "recipients": [USER]},
    "channel_id": "3",
    "data": {"custom_id": "c1:abc::hand", "component_type": 2},
    "message": {"id": "5", "channel_id": "3"},
    "entitlements": [],
    "locale": "en-US",
}
COMMAND = {
    **PRESS,
    "type": 2,
    "data": {"id": "9", "name": "score", "type": 1, "options": [{"name": "hand", "type": 3, "value": "x"}]},
}
VALUES = (None, [], {}, "x", -1, 10**6, [None], [{"type": 9999}])


def spoiled(document):
    """Yield an event with one of its parts missing, or of a kind that nobody knows."""
    for name in document:
        without = copy.deepcopy(document)
        del without[name]
        yield without
        for value in VALUES:
            yield {**copy.deepcopy(document), name: value}
        if isinstance(document[name], dict):
            for part in spoiled(document[name]):
                yield {**copy.deepcopy(document), name: part}


async def test_an_event_that_cannot_be_parsed_is_logged_and_dropped(world, caplog, at_error):
    parsers = world.bot._connection.parsers
    for event in parsers:
        if event in {"READY", "RESUMED"}:
            continue
        for data in (None, [], {}, "x", {"id": None}, {"guild_id": "1", "members": None}):
            parsers[event](data)
    assert "an event INTERACTION_CREATE of Discord could not be read, so it was dropped" in caplog.text
    at_error.append("an event ")
    loop_faults = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: loop_faults.append(fault))
    world.bot.dispatch = lambda *_: None
    for document in (PRESS, COMMAND):
        for data in spoiled(document):
            if data.get("type") != 2:
                parsers["INTERACTION_CREATE"](data)
    assert loop_faults == []


@pytest.fixture
async def limited():
    """The address of a server that answers every request 429 with a body that is not Discord's."""
    answers = {"text/html": "<html>error code: 1015</html>", "application/json": "<html>", "list": "[]"}

    async def refuse(request):
        kind = request.path.rpartition("/")[2]
        kind = {"html": "text/html", "json": "application/json"}.get(kind, kind)
        content_type = "text/html" if kind == "text/html" else "application/json"
        return web.Response(status=429, text=answers[kind], content_type=content_type, headers={"Via": "1.1 google"})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    await runner.cleanup()


@pytest.mark.parametrize("kind", ["html", "json", "list"])
async def test_a_429_that_is_not_discords_is_a_refusal_of_discord(limited, kind, monkeypatch):
    monkeypatch.setattr(Route, "BASE", limited)
    async with aiohttp.ClientSession(trace_configs=[trace_of()]) as session:
        with pytest.raises(discord.HTTPException) as failed:
            await AsyncWebhookAdapter().request(Route("POST", f"/interactions/1/t/{kind}"), session)
        assert isinstance(failed.value, DISCORD_FAILS)
        async with session.get(f"{limited}/{kind}") as response:
            assert isinstance(await json_or_text(response), str)
            assert "Via" not in response.headers
