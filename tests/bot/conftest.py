"""Fixtures for the tests of the bot: a simulated Discord for each test, and no unexpected error in the log."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import pickle
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Final

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.analysis.pool import AnalysisPool, PoolError, Worker
from bot.storage.database import Database
from bot.ui.core.locale_choice import Descriptions, Payload
from engine.errors import CribbageError
from tests.bot.test_settings import NAMES
from tests.support.blank_database import opened
from tests.support.quick_simcord import UNCHANGED
from tests.support.seated_tables import Room, room_over
from tests.support.simulated_discord import World
from tests.support.stacked_packs import Deal, Stack
from tests.system.discord_server import DiscordServer

_REFUSALS = (CribbageError, discord.HTTPException)


def _original(fault: Exception) -> BaseException | None:
    """Return the error that a command, or the transformer of one of its options, raised."""
    return fault.__cause__ if isinstance(fault, app_commands.TransformerError) else getattr(fault, "original", None)


@pytest.fixture
def with_pictures() -> bool:
    """Return whether the bot draws pictures; a module that needs them overrides this fixture."""
    return False


@pytest.fixture
async def world(tmp_path: Path, with_pictures: bool, processes: None, commands_as_sent: None) -> AsyncIterator[World]:  # noqa: FBT001
    """A server with the bot, Ann, Ben, Cy and Dan."""
    world = World(tmp_path / "cribbage.db", with_pictures=with_pictures)
    try:
        await world.open()
        yield world
        # A refused command, and one of an earlier version, reach SimCord as errors too, although they were answered.
        found = [fault for fault in world.env.errors if not isinstance(fault, app_commands.CommandNotFound)]
        faults = [fault for fault in found if not isinstance(fault.__cause__, _REFUSALS)]
        assert not faults, faults
        assert world.unanswered() <= world.ignored, "a press was never answered"
        _save_requests(world)
    finally:
        await world.close()


class _Pool(AnalysisPool):
    """A pool whose idle processes think for the next test too: starting them costs more than most thoughts.

    It knows what it has thought: to equal questions the answers are equal, and many tests review the same game.
    """

    shared: ClassVar[dict[bool, Worker]] = {}
    busy: ClassVar[set[bool]] = set()
    known: ClassVar[dict[bytes, Any]] = {}

    def __init__(self) -> None:
        super().__init__()
        if not self.shared:
            self.shared.update(self._workers)
        self._workers = self.shared
        self._is_closed = False

    async def run_urgently(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await self._think(super().run_urgently, function, arguments, urgent=True)

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await self._think(super().run, function, arguments, urgent=False)

    async def _think(self, run: Any, function: Callable[..., Any], arguments: tuple[Any, ...], *, urgent: bool) -> Any:
        if self._is_closed:
            raise PoolError("the process is closed")
        asked = pickle.dumps((function, arguments))
        if asked not in self.known:
            self.busy.add(urgent)
            self.known[asked] = await run(function, *arguments)
            self.busy.discard(urgent)
        return self.known[asked]

    def close(self) -> None:
        self._is_closed = True
        # What is busy, or broken, is killed as ever.
        for urgent in self.busy:
            self._workers[urgent].close()
            self._workers[urgent] = Worker()
        self.busy.clear()


@pytest.fixture(scope="session")
def processes() -> Iterator[None]:
    """Processes that think, from the first test that needs them to the last."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.services.AnalysisPool", _Pool)
        yield
    for worker in _Pool.shared.values():
        worker.close()
    _Pool.shared.clear()


@pytest.fixture(scope="session")
def commands_as_sent() -> Iterator[None]:
    """Translate the commands once for all bots that have the same ones and the same languages."""
    payload, translate, known = Descriptions.payload, Descriptions.translate, {}

    async def kept(self: Descriptions, tree: app_commands.CommandTree[Any]) -> Payload:
        if Descriptions.translate is not translate:
            # A test counts the translations.
            return await payload(self, tree)
        languages = tuple(self._languages.known.items())
        key = *(one.qualified_name for one in tree.walk_commands()), *((name, id(one)) for name, one in languages)
        if key not in known:
            # The languages stay in memory, so that no other has the place of one of them.
            known[key] = languages, await payload(self, tree)
            UNCHANGED.append(known[key][1].commands)
        return known[key][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Descriptions, "payload", kept)
        yield


@pytest.fixture
async def loopback(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    """A Discord on the loopback, for the commands of a host."""
    server = DiscordServer(limits=False)
    await server.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{server.address}/api/v10")
    yield server
    await server.stop()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a host's commands run, with no setting but the token."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "a.token.indeed")
    return tmp_path


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await opened(tmp_path / "cribbage.db")
    try:
        yield database
    finally:
        await database.close()


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Tables over one file without Discord, with four people and a clock."""
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


@pytest.fixture
async def boss(world: World) -> Any:
    """A member with the permission to manage the server."""
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss", global_name="Boss"), roles=[role])
    await world.env.settle()
    return boss


@pytest.fixture
def stack(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A function that stacks the packs of later games; Ann deals first unless ``cut`` decides otherwise."""

    def put(*deals: Deal, cut: str = "AC KD") -> None:
        monkeypatch.setattr("bot.tables.service.pack", Stack(deals, cut))

    return put


@pytest.fixture
def slow_answers(monkeypatch: pytest.MonkeyPatch) -> None:
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
    """A function that makes the next requests for messages, or answers to presses, lose the connection."""
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
    """Make every run the same: cards, table names, lots, and the robots' choices."""
    numbers = count()
    monkeypatch.setattr("bot.tables.service.fresh_seed", lambda: hashlib.sha256(bytes([next(numbers)])).digest())
    monkeypatch.setattr("bot.tables.service.secrets", random.Random(2))
    monkeypatch.setattr("bot.leagues.office.random", SimpleNamespace(SystemRandom=lambda: random.Random(3)))
    random.seed(1)


@pytest.fixture(autouse=True)
def at_error(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """The beginnings of the ERROR lines that a test expects: all of them must appear, and no others."""
    expected: list[str] = []
    yield expected
    records = [record for when in ("setup", "call", "teardown") for record in caplog.get_records(when)]
    bad = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert [line for line in bad if not line.startswith(tuple(expected))] == []
    assert [start for start in expected if not any(line.startswith(start) for line in bad)] == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Run the test itself with the simulated clock."""
    world = getattr(item, "funcargs", {}).get("world")
    if world is None:
        return (yield)
    with world.env.time_context():
        return (yield)


def _save_requests(world: World) -> None:
    """Append the first request of each form to the file of ``REQUESTS_OUT``, a file for each worker."""
    if path := os.environ.get("REQUESTS_OUT"):
        with Path(path + os.environ.get("PYTEST_XDIST_WORKER", "")).open("a", encoding="utf-8") as out:
            for request in world.env.http_requests:
                form = request.method, re.sub(r"\d+|[\w-]{20,}", "#", request.path), _form(request.json)
                if form not in _SAVED:
                    _SAVED.add(form)
                    saved = {"method": request.method, "path": request.path, "json": request.json}
                    out.write(json.dumps(saved) + "\n")


_SAVED: Final[set[tuple[str, str, str]]] = set()


def _form(part: object) -> str:
    """Return what Discord's document can object to: keys, types, small numbers, and about how long each text is."""
    match part:
        case dict():
            return "{" + ",".join(f"{key}:{_form(value)}" for key, value in part.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(map(_form, part)) + "]"
        case str():
            return f"text{(len(part) - 1) // 5}"  # Discord's limits are multiples of 5, but for a few
        case int() if abs(part) >= 1_000:
            return "number"
    return repr(part)
