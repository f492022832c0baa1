"""A simulated Discord for each test, its requests written out, and no fault left in the log."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import random
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from engine.errors import CribbageError
from tests.support.simulated_discord import World
from tests.support.stacked_packs import Deal, Stack

_REFUSALS = (CribbageError, discord.HTTPException)


def _original(fault: Exception) -> BaseException | None:
    """What a command, or the transformer of one of its options, has raised."""
    return fault.__cause__ if isinstance(fault, app_commands.TransformerError) else getattr(fault, "original", None)


@pytest.fixture
def with_pictures() -> bool:
    """Whether the bot draws: a module in which it is to do so says otherwise."""
    return False


@pytest.fixture
async def world(tmp_path: Path, with_pictures: bool) -> AsyncIterator[World]:  # noqa: FBT001
    """A server with the bot, Ann, Ben, Cy and Dan."""
    world = World(tmp_path / "cribbage.db", with_pictures=with_pictures)
    try:
        await world.open()
        yield world
        # What a command refuses reaches SimCord as an error too, though its answer told the player of it.
        faults = [fault for fault in world.env.errors if not isinstance(fault.__cause__, _REFUSALS)]
        assert not faults, faults
        assert world.unanswered() <= world.ignored, "something that was pressed was never answered"
        _write_out(world)
    finally:
        await world.close()


@pytest.fixture
async def boss(world: World) -> Any:
    """Somebody who may manage the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss", global_name="Boss"), roles=[role])
    await world.env.settle()
    return boss


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Stack the packs of the games that follow; Ann deals first unless the cut says otherwise."""

    def put(*deals: Deal, cut: str = "AC KD") -> None:
        monkeypatch.setattr("bot.tables.service.pack", Stack(deals, cut))

    return put


@pytest.fixture
def slow_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers to interactions are on their way for a while, there and back, as over a real network."""
    original = FakeWebhookAdapter.request

    async def slowly(self: Any, route: Any, *args: Any, **options: Any) -> Any:
        delay = 0.005 if route.url.endswith("/callback") else 0.001
        await asyncio.sleep(delay)
        answer = await original(self, route, *args, **options)
        await asyncio.sleep(delay)
        return answer

    monkeypatch.setattr(FakeWebhookAdapter, "request", slowly)


@pytest.fixture
def cut_off(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the line to Discord break so many times, at requests for messages or at answers to presses."""
    left = {FakeHTTPClient: 0, FakeWebhookAdapter: 0}

    def breaking(kind: Any) -> Any:
        original = kind.request

        async def request(self: Any, *args: Any, **options: Any) -> Any:
            if left[kind]:
                left[kind] -= 1
                raise aiohttp.ServerDisconnectedError
            return await original(self, *args, **options)

        return request

    for kind in left:
        monkeypatch.setattr(kind, "request", breaking(kind))

    def put(*, messages: int = 0, answers: int = 0) -> None:
        left.update({FakeHTTPClient: messages, FakeWebhookAdapter: answers})

    return put


@pytest.fixture(autouse=True)
def no_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run deals the same cards, names the same tables and draws the same lots; robots think the same thoughts."""
    numbers = count()
    monkeypatch.setattr("bot.tables.service.fresh_seed", lambda: hashlib.sha256(bytes([next(numbers)])).digest())
    monkeypatch.setattr("bot.tables.service.secrets", random.Random(2))
    monkeypatch.setattr("bot.leagues.service.random", SimpleNamespace(SystemRandom=lambda: random.Random(3)))
    random.seed(1)


@pytest.fixture(autouse=True)
def at_error(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """How the lines begin that a test expects at ERROR: all of them must come, and any other fails the test."""
    expected: list[str] = []
    yield expected
    records = [record for when in ("setup", "call", "teardown") for record in caplog.get_records(when)]
    bad = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert [line for line in bad if not line.startswith(tuple(expected))] == []
    assert [begin for begin in expected if not any(line.startswith(begin) for line in bad)] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Give the test itself the simulated clock."""
    world = getattr(item, "funcargs", {}).get("world")
    if world is None:
        return (yield)
    with world.env.time_context():
        return (yield)


def _write_out(world: World) -> None:
    """Add the requests that the test caused to the file that ``REQUESTS_OUT`` names, one file for each worker."""
    if path := os.environ.get("REQUESTS_OUT"):
        with Path(path + os.environ.get("PYTEST_XDIST_WORKER", "")).open("a", encoding="utf-8") as out:
            for request in world.env.http_requests:
                out.write(json.dumps({"method": request.method, "path": request.path, "json": request.json}) + "\n")
