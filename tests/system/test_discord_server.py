"""The Discord on the loopback keeps Discord's rules, and the comparison finds what is wrong on it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import aiohttp
import pytest

from bot.tables.shuffle import pack
from engine import presets
from engine.actions import Accept, Declare, LayAway, Play, SayGo
from engine.events import Event, LaidAway, Played
from engine.game import apply, begin, legal, shuffle_in, waiting_on
from engine.game import chance as game_chance
from engine.presets import PRESETS
from engine.reducer import evolve
from engine.rules import Rules
from engine.view import prompt_of
from tests.system.comparison import stored_acts
from tests.system.discord_server import ANSWER_WITHIN, BUCKET_LIMIT, CHANNEL, GLOBAL_LIMIT, DiscordServer, Interaction
from tests.system.harness import harness
from tests.system.players import Act
from tests.system.prepared_games import prepare

pytestmark = pytest.mark.system

POST = f"/channels/{CHANNEL}/messages"
HELLO = {"type": 4, "data": {"content": "hello"}}


class Client:
    def __init__(self, discord: DiscordServer, session: aiohttp.ClientSession) -> None:
        self.discord = discord
        self._session = session

    async def send(self, method: str, path: str, content: Any = None) -> tuple[int, Any]:
        url = f"http://{self.discord.address}/api/v10{path}"
        async with self._session.request(method, url, json=content) as response:
            return response.status, await response.json()


@pytest.fixture
async def client() -> AsyncIterator[Client]:
    discord = DiscordServer()
    await discord.start()
    try:
        async with aiohttp.ClientSession() as session:
            yield Client(discord, session)
    finally:
        await discord.stop()


async def test_a_sixth_message_in_five_seconds_and_more_than_fifty_requests_in_one_are_too_many(client: Client) -> None:
    statuses = [(await client.send("POST", POST, {"content": "hello"}))[0] for _ in range(BUCKET_LIMIT + 1)]
    assert statuses == [200] * BUCKET_LIMIT + [429]
    answers = [await client.send("GET", "/users/@me") for _ in range(GLOBAL_LIMIT + 1)]
    assert {content["global"] for status, content in answers if status == 429} == {True}


@pytest.mark.parametrize("preset", PRESETS)
def test_an_act_is_known_by_its_cards_though_what_is_asked_comes_again(preset: str) -> None:
    """Whatever was played and discarded is found among the facts, and is missed where its fact is not there."""
    rules = presets.find(preset)
    events, prompts = _course(rules, random.Random(3))
    moves = [one for one in enumerate(events) if isinstance(one[1], Played | LaidAway)]
    for number, event in moves:
        cards = [event.card.name] if isinstance(event, Played) else [card.name for card in event.cards]
        action = f"play-{cards[0]}-0" if isinstance(event, Played) else "-".join(["lay", *cards])
        made = Act.read(prompts[number], action)
        assert stored_acts(rules, events, [event.seat], [made]) == {made}
        assert stored_acts(rules, events[:number], [event.seat], [made]) == set()


def _course(rules: Rules, chance: random.Random) -> tuple[list[Event], list[str]]:
    """Let people play two deals at random; returns the events, and what was asked of the seat of each before it."""
    game, events, prompts = begin(rules), list[Event](), list[str]()
    while game.deal < 3:
        before = game
        if (wanted := game_chance(game)) is not None:
            game, brought = shuffle_in(game, pack(bytes(32), *wanted))
        else:
            seat = next(iter(waiting_on(game)))
            kinds = (LayAway, Play, Declare, SayGo, Accept)
            moves = [move for move in legal(game, seat) if isinstance(move, kinds)] or legal(game, seat)
            move = chance.choice(moves)
            game, brought = apply(game, replace(move, points=0) if isinstance(move, Declare) else move)
        for event in brought:
            seat = getattr(event, "seat", None)
            prompts.append("" if seat is None else prompt_of(before, seat))
            events.append(event)
            before = evolve(before, event)
    return events, prompts


async def test_an_answer_that_comes_too_late_or_twice_and_a_token_that_has_ended_are_refused(client: Client) -> None:
    one, pressing = await _press(client.discord)
    answer, original = f"/interactions/{one.id}/{one.token}/callback", f"/webhooks/1/{one.token}/messages/@original"
    one.dispatched_at -= ANSWER_WITHIN + 1
    assert (await client.send("POST", answer, {"type": 6}))[1]["code"] == 10062
    one.dispatched_at += ANSWER_WITHIN + 1
    assert (await client.send("POST", answer, HELLO))[0] == 200
    assert (await client.send("POST", answer, {"type": 6}))[1]["code"] == 40060
    assert (await pressing).is_taken
    assert (await client.send("PATCH", original, {"content": "again"}))[1]["content"] == "again"
    one.dispatched_at -= 16 * 60
    assert (await client.send("PATCH", original, {"content": "late"}))[1]["code"] == 50027


async def _press(discord: DiscordServer, room: int = CHANNEL) -> tuple[Interaction, asyncio.Task[Interaction]]:
    """Let somebody use a command; returns its interaction, and the task that waits for the answer."""
    pressing = asyncio.create_task(discord.command(discord.add_user("Ann"), room, "hand"))
    await asyncio.sleep(0)
    return list(discord.interactions.values())[-1], pressing


async def test_the_comparison_finds_what_is_wrong() -> None:
    async with harness(limits=False, latency=0.0) as world:
        games = await prepare(world.bot.database, world.discord, 4, world.chance)
        await world.start_bot()
        found, _ = await world.settle(60.0)
        assert not found.differences
        board, seal = zip(*(world.discord.messages[game.thread_id].values() for game in games), strict=True)
        world.discord.delete_message(seal[0])
        text = next(part for part in board[1]["components"][0]["components"] if part["type"] == 10)
        text["content"] += " And more."
        board[2]["components"][0]["components"] = [
            part for part in board[2]["components"][0]["components"] if part["type"] != 12
        ]
        again = {**board[3], "id": str(int(board[3]["id"]) + 1)}
        world.discord.messages[games[3].thread_id][int(again["id"])] = again
        assert {(one.table_id, one.what) for one in (await world.compare()).differences} == {
            (games[0].id, "no seal"),
            (games[1].id, "public board: differs"),
            (games[2].id, "public board: without its picture"),
            (games[3].id, "second message with live buttons"),
        }
