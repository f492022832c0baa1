"""The faults of Discord that a bot must survive: each begins at once, and ends when its context does."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any, Final, TypeAlias

from tests.system.discord_server import DiscordServer, Payload
from tests.system.harness import Club, Pairing
from tests.system.players import live_parts

Fault: TypeAlias = Callable[[DiscordServer, Club, random.Random], AbstractAsyncContextManager[None]]


def _requests(kind: str, route: str = "", **details: Any) -> Fault:
    """Return a fault of the requests on a route."""

    @asynccontextmanager
    async def fault(discord: DiscordServer, _club: Club, _chance: random.Random) -> AsyncIterator[None]:
        with _failing(discord, kind, route, **details):
            yield

    return fault


@contextmanager
def _failing(discord: DiscordServer, kind: str, route: str, **details: Any) -> Iterator[None]:
    begun = discord.fail(kind, route, **details)
    try:
        yield
    finally:
        discord.lift(begun)


@asynccontextmanager
async def _closed_dms(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """The private messages of one player are closed to the bot."""
    playing = club.played(in_dms=True)
    rooms = "|".join(str(discord.dm_of(one)) for pairing in playing for one in pairing.people[:1]) or "none"
    with _failing(discord, "status", f"(POST|PATCH) /channels/({rooms})/", status=403, code=50007):
        yield


def _on_boards(discord: DiscordServer, club: Club) -> dict[Pairing, Payload]:
    """Return the games in threads that a message shows as under way, each with that message."""
    found = {}
    for pairing in club.played():
        for message in discord.messages.get(pairing.room or 0, {}).values():
            if any(part["custom_id"] == f"c1:{pairing.table_id}::hand" for part in live_parts(message)):
                found[pairing] = message
    return found


@asynccontextmanager
async def _deleted_thread(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """Somebody deletes the thread of a game, and one of its players moves."""
    threads = {int(thread["id"]) for thread in discord.threads()}
    playing = [pairing for pairing in _on_boards(discord, club) if pairing.room in threads]
    for pairing in chance.sample(playing, min(1, len(playing))):
        discord.delete_channel(pairing.room or 0)
        await pairing.act()
    yield


@asynccontextmanager
async def _deleted_boards(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """Somebody deletes the messages that show three games, and one player of each moves."""
    for pairing, board in list(_on_boards(discord, club).items())[:3]:
        discord.delete_message(board)
        await pairing.act()
    yield


@asynccontextmanager
async def _no_gateway(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """The gateway closes, and lets nobody in."""
    discord.gateway_refused = True
    await discord.close_gateway()
    try:
        yield
    finally:
        discord.gateway_refused = False


@asynccontextmanager
async def _lost_session(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """The gateway closes, and the session cannot be resumed."""
    discord.forget_session()
    await discord.close_gateway()
    yield


@asynccontextmanager
async def _no_connections(discord: DiscordServer, club: Club, chance: random.Random) -> AsyncIterator[None]:
    """Every connection is cut, and new ones are refused."""
    await discord.refuse_connections()
    try:
        yield
    finally:
        await discord.start()


FAULTS: Final[dict[str, Fault]] = {
    "every request answered 500": _requests("status", status=500),
    "every request answered 503": _requests("status", status=503),
    "every message answered 429": _requests("status", r"/channels/\d+/messages", status=429),
    "private messages closed": _closed_dms,
    "thread deleted": _deleted_thread,
    "boards deleted": _deleted_boards,
    "gateway closed": _no_gateway,
    "connections refused": _no_connections,
    "requests never answered": _requests("hang"),
    "requests carried out, answers lost": _requests("drop", "^(POST|PATCH|DELETE|PUT)"),
    "session lost": _lost_session,
    "new messages carried out, answers lost": _requests("drop", "^POST /channels"),
}
