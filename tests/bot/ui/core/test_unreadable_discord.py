"""Faults: what discord.py cannot read is dropped, or raised as a refusal of Discord's; the log names the place."""

import asyncio
import copy

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.models.errors import StorageError
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.traffic import trace_of
from tests.support.stacked_packs import DULL

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
    "attachment_size_limit": 1,
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


HTML = "<html>error code: 1015</html>"
FOREIGN = (
    *(("text/html", HTML), ("application/json", HTML), ("application/json", ""), ("application/json", "\xff")),
    *[("application/json", body) for body in ("[]", "5", "null", '"x"', '{"retry_after": NaN}')],
    *[("application/json", f'{{"retry_after": 0.01, {more}}}') for more in ('"message": 1', '"errors": "x"')],
)
"""Bodies that are not Discord's, each with the type that it is said to have."""


@pytest.fixture
async def answering():
    """A server that answers every request with the status and the body that its list has, and its address."""
    answer = []

    async def handle(request):
        status, kind, body = answer
        headers = {"Via": "1.1 google", "Content-Type": kind}
        return web.Response(status=status, body=body.encode("latin-1"), headers=headers)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield answer, f"http://127.0.0.1:{site._server.sockets[0].getsockname()[1]}"
    await runner.cleanup()


@pytest.mark.parametrize("status", [404, 429])
async def test_an_answer_that_is_not_discords_is_a_refusal_of_discord(answering, status, monkeypatch):
    answer, address = answering
    monkeypatch.setattr(Route, "BASE", address)
    async with aiohttp.ClientSession(trace_configs=[trace_of()]) as session:
        for kind, body in FOREIGN:
            answer[:] = status, kind, body
            with pytest.raises(discord.HTTPException) as failed:
                await AsyncWebhookAdapter().request(Route("POST", "/interactions/1/t/callback"), session)
            assert isinstance(failed.value, DISCORD_FAILS)
            async with session.get(address) as response:
                assert isinstance(await json_or_text(response), str)
                assert "Via" not in response.headers


@pytest.mark.parametrize("body", [HTML, "", "\xff"])
async def test_success_without_the_json_that_it_promises_is_a_failure_of_discord(answering, body):
    answer, address = answering
    answer[:] = 200, "application/json", body
    async with aiohttp.ClientSession(trace_configs=[trace_of()]) as session:
        with pytest.raises(aiohttp.ClientPayloadError):
            await session.get(address)
        answer[:] = 200, "application/json", '{"id": "1"}'
        async with session.get(address) as response:
            assert await json_or_text(response) == {"id": "1"}


@pytest.fixture
async def name(world, stack):
    stack(DULL)
    name = await world.sit_down(target=61)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


def faults(caplog, start):
    return [line for line in caplog.messages if line.startswith(start)]


async def test_a_press(world, name, monkeypatch, at_error, caplog):
    at_error.append("a fault of our own: ZeroDivisionError")
    panel = await world.panel(world.ben, name)

    async def broken(*_, **__):
        raise ZeroDivisionError

    monkeypatch.setattr(world.bot.context.tables, "act", broken)
    await world.press(world.ben, panel, "play-TC")
    (line,) = faults(caplog, "a fault of our own")
    assert f'(a button of game {name} in server {world.guild.id} "Club", channel {world.channel.id} "cards")' in line
    assert "TC" not in line


async def test_a_command(world, monkeypatch, at_error, caplog):
    at_error.append("the database failed: the disk is full")

    async def broken(*_, **__):
        raise StorageError("the disk is full")

    monkeypatch.setattr(world.bot.context.tables, "ids_of_player", broken)
    await world.command(world.ben, "games")
    (line,) = faults(caplog, "the database failed")
    assert f'(/games in server {world.guild.id} "Club", channel {world.channel.id} "cards")' in line
