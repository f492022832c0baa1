"""The faults of Discord that a bot must survive: each begins at once, and ends when its context does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from math import inf
from typing import Any, Final, TypeAlias

from tests.system.discord_server import DiscordServer, Payload
from tests.system.harness import Club, Harness, Pairing
from tests.system.players import live_parts

Fault: TypeAlias = Callable[[Harness, Club], AbstractAsyncContextManager[None]]


def _requests(kind: str, route: str = "", **details: Any) -> Fault:

    @asynccontextmanager
    async def fault(world: Harness, _club: Club) -> AsyncIterator[None]:
        with _failing(world.discord, kind, route, **details):
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
async def _closed_dms(world: Harness, club: Club) -> AsyncIterator[None]:
    """The private messages of every host who plays there are closed to the bot."""
    playing = club.played(in_dms=True)
    rooms = "|".join(str(world.discord.dm_of(one)) for pairing in playing for one in pairing.people[:1]) or "none"
    with _failing(world.discord, "status", f"(POST|PATCH) /channels/({rooms})/", status=403, code=50007):
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
async def _deleted_thread(world: Harness, club: Club) -> AsyncIterator[None]:
    """Somebody deletes the thread of a game, and one of its players moves."""
    threads = {int(thread["id"]) for thread in world.discord.threads()}
    playing = [pairing for pairing in _on_boards(world.discord, club) if pairing.room in threads]
    chosen = world.chance.sample(playing, min(1, len(playing)))
    for pairing in chosen:
        world.discord.delete_channel(pairing.room or 0)
    await asyncio.gather(*(pairing.act() for pairing in chosen))
    yield
    await _act_again(world, club, chosen)


@asynccontextmanager
async def _deleted_boards(world: Harness, club: Club) -> AsyncIterator[None]:
    """Somebody deletes the messages that show three games, and one player of each moves."""
    chosen = dict(list(_on_boards(world.discord, club).items())[:3])
    for board in chosen.values():
        world.discord.delete_message(board)
    await asyncio.gather(*(pairing.act() for pairing in chosen))
    yield
    await _act_again(world, club, [*chosen])


async def _act_again(world: Harness, club: Club, chosen: Sequence[Pairing]) -> None:
    """Let a player move once more in each of these games that no message shows: their first move may have come late."""
    shown = _on_boards(world.discord, club)
    await asyncio.gather(*(pairing.act() for pairing in chosen if pairing not in shown))


@asynccontextmanager
async def _no_gateway(world: Harness, club: Club) -> AsyncIterator[None]:
    """The gateway closes, and lets nobody in."""
    world.discord.gateway_refusals = inf
    await world.discord.close_gateway()
    try:
        yield
    finally:
        world.discord.gateway_refusals = 0.0


@asynccontextmanager
async def _lost_session(world: Harness, club: Club) -> AsyncIterator[None]:
    """The gateway closes, and the session cannot be resumed."""
    world.discord.forget_session()
    await world.discord.close_gateway()
    yield


def _no_connections(*, at_start: bool = False) -> Fault:
    """Every connection is cut, and new ones are refused, also to a bot that is killed and starts again."""

    @asynccontextmanager
    async def fault(world: Harness, _club: Club) -> AsyncIterator[None]:
        if at_start:
            await world.bot.kill()
            world.discord.identified.clear()
        await world.discord.refuse_connections()
        if at_start:
            await world.bot.start()
        try:
            yield
        finally:
            await world.discord.start()

    return fault


FAULTS: Final[dict[str, Fault]] = {
    "every request answered 500": _requests("status", status=500),
    "every request answered 503": _requests("status", status=503),
    "every message answered 429": _requests("status", r"/channels/\d+/messages", status=429),
    "private messages closed": _closed_dms,
    "thread deleted": _deleted_thread,
    "boards deleted": _deleted_boards,
    "gateway closed": _no_gateway,
    "connections refused": _no_connections(),
    "requests never answered": _requests("hang"),
    "requests carried out, answers lost": _requests("drop", "^(POST|PATCH|DELETE|PUT)"),
    "session lost": _lost_session,
    "new messages carried out, answers lost": _requests("drop", "^POST /channels"),
    "connections refused at the start": _no_connections(at_start=True),
}
