"""Where the bot is only a guest: whole games by the answers to presses, tokens that end, and what is refused there."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import pytest
import pytest_asyncio

from bot.ui.games.play_options import PlayOptions
from bot.ui.games.play_options_view import ChooseOptions
from engine.presets import DEFAULT
from tests.system.discord_server import EPHEMERAL, TOKEN_LASTS, DiscordServer, Interaction, Payload, Person
from tests.system.harness import Harness, Pairing, end_tasks, harness
from tests.system.players import Player, live_parts, tables_on, text_of, walk

pytestmark = [pytest.mark.system, pytest.mark.asyncio(loop_scope="module")]

PLACES: Final = ("server", "group", "dm")
GUEST: Final = "I'm only a guest here"
PATIENCE: Final = 300.0
"""Seconds after which a test gives up."""


@asynccontextmanager
async def running(*, pictures: bool) -> AsyncIterator[Harness]:
    """A bot that is let in, whose requests are recorded if the run records them."""
    out = os.environ.get("REQUESTS_OUT")
    recorded = None if out is None else f"{out}-anywhere"
    async with harness(latency=0.0, pictures=pictures, requests_out=recorded) as world:
        # A busy machine may take longer than Discord waits.
        world.discord.answer_within = 10.0
        await world.start_bot()
        yield world


@pytest_asyncio.fixture(scope="module", loop_scope="module", autouse=True)
async def whole_games() -> AsyncIterator[asyncio.Task[None]]:
    """Whole games on a bot of their own, which go on while the other tests run."""
    playing = asyncio.create_task(play_over_a_restart())
    yield playing
    await end_tasks([playing])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Harness]:
    async with running(pictures=True) as world:
        yield world


@pytest_asyncio.fixture(loop_scope="module")
async def discord(shared: Harness) -> AsyncIterator[DiscordServer]:
    """A Discord without earlier requests. No request goes through the route of a channel, and none is refused."""
    shared.discord.token_age, shared.discord.external_apps_allowed = 0.0, True
    shared.discord.requests.clear()
    yield shared.discord
    check_requests(shared)


def check_requests(world: Harness) -> None:
    """Fail if a request went through the route of a channel, or was refused. Suits need not become emojis."""
    requests = [one for one in world.discord.requests if "emojis" not in one.kind]
    assert [one.kind for one in requests if "/channels" in one.kind] == []
    assert [(one.kind, one.status) for one in requests if one.status >= 400] == []
    assert (world.bot.tracebacks(), world.bot.tokens()) == (0, 0)


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_true():  # noqa: ASYNC110 - what changes is no event of the server
            await asyncio.sleep(0.02)


async def play_over_a_restart() -> None:
    """Let people and a robot play whole games over a restart, without any route of a channel."""
    async with running(pictures=False) as world, asyncio.timeout(PATIENCE):
        discord = world.discord
        groups = [("server", 2, None), ("group", 2, None), ("dm", 1, None), ("group", 3, 61), ("server", 4, None)]
        games = [
            Pairing(
                world,
                number,
                robot=many == 1,
                thinks=0.0,
                people=many,
                target=target,
                asked_in=discord.add_guest_channel(place),
            )
            for number, (place, many, target) in enumerate(groups)
        ]
        playing = [asyncio.create_task(game.run()) for game in games]
        await until(lambda: len(discord.interactions) >= 150 and all(game.table_id for game in games))
        await end_tasks(playing)
        await world.bot.kill()
        await world.start_bot()
        await asyncio.gather(*[game.run() for game in games])
        await world.quiet(0.5, 10.0)
        compared = await world.compare()
        # The boards from before the restart stay: their tokens went with the process.
        assert [one for one in compared.differences if one.what != "second message with live buttons"] == []
        assert compared.statuses == {"over": len(games)}
        for channel_id in discord.guest_channels:
            said = [text for message in discord.messages[channel_id].values() if GUEST in (text := text_of(message))]
            assert len(said) == 1
        check_requests(world)


class Game:
    """A game of two people in a group DM, of which each press is chosen by the test."""

    def __init__(self, discord: DiscordServer) -> None:
        self.discord = discord
        self.room = discord.add_guest_channel("group")
        self.people = [discord.add_user(name) for name in ("Ann", "Ben")]
        self.players: list[Player] = []
        self.id = ""

    @property
    def boards(self) -> list[Payload]:
        """The messages that show the game, the newest last."""
        return [one for one in self.discord.messages[self.room].values() if tables_on(one)]

    async def open(self) -> None:
        ann, ben = self.people
        await self.discord.command(ann, self.room, "play", opponent=Person(ben), counting="automatic")
        await until(lambda: bool(self.boards))
        await self.press(ben, self.boards[0], "accept")
        await until(lambda: _has(self.boards[0], "hand"))
        (self.id,) = tables_on(self.boards[0])
        chance = random.Random(1)
        self.players = [Player(self.discord, one, self.room, self.id, chance) for one in self.people]
        for player in self.players:
            await player.look()

    async def press(self, user_id: int, message: Payload, action: str) -> Interaction:
        part = next(part for part in live_parts(message) if part["custom_id"].endswith(f":{action}"))
        return await self.discord.press(user_id, message, part["custom_id"])

    async def move(self) -> None:
        while True:
            player, found = next((one, found) for one in self.players if (found := one.find()) is not None)
            pressed = await player.press(*found)
            if ":pick" not in pressed.what:
                return


def _has(message: Payload, action: str) -> bool:
    return any(part["custom_id"].endswith(f":{action}") for part in live_parts(message))


async def test_a_board_whose_token_has_ended_is_sent_again_by_the_next_press(
    shared: Harness, discord: DiscordServer
) -> None:
    game = Game(discord)
    await game.open()
    for one in discord.interactions.values():
        one.aged = TOKEN_LASTS
    (old,) = game.boards
    before = text_of(old)
    await game.move()
    await until(lambda: len(game.boards) == 2)
    assert text_of(old) == before != text_of(game.boards[1])
    # Whoever presses the old board gets their hand, and brings the token by which it is deleted.
    pressed = await game.press(game.people[1], old, "hand")
    await until(lambda: old not in game.boards and bool(pressed.followups))
    assert pressed.followups[0]["flags"] & EPHEMERAL
    await game.move()
    await shared.quiet(0.5, 10.0)
    assert [one for one in (await shared.compare()).differences if one.table_id == game.id] == []
    assert 401 in {one.status for one in discord.requests}
    discord.requests[:] = [one for one in discord.requests if one.status < 400]


async def test_a_board_gives_way_to_a_newer_one_before_its_token_ends() -> None:
    # A process of its own: the bot drops a press that is older than those before it.
    async with running(pictures=False) as world:
        discord, game = world.discord, Game(world.discord)
        discord.token_age = TOKEN_LASTS - 100
        await game.open()
        (old,) = game.boards
        discord.token_age = 0.0
        await game.move()
        await until(lambda: len(game.boards) == 1 and game.boards[0] is not old)
        check_requests(world)


async def test_a_game_goes_on_where_discord_refuses_a_token_or_a_message(
    shared: Harness, discord: DiscordServer
) -> None:
    game = Game(discord)
    await game.open()
    for one in discord.interactions.values():
        one.aged = TOKEN_LASTS
    too_many = discord.fail("status", r"^POST /webhooks", status=400, code=40094, times=1)
    await game.move()
    await until(lambda: bool(too_many.struck))
    await game.move()
    await until(lambda: len(game.boards) == 2)
    discord.lift(too_many)
    await shared.quiet(0.5, 10.0)
    found = [one.what for one in (await shared.compare()).differences if one.table_id == game.id]
    assert found == ["second message with live buttons"]
    assert 401 in {one.status for one in discord.requests}
    discord.requests[:] = [one for one in discord.requests if one.status < 400]


async def test_commands_from_the_keyboard_move_a_game_too(discord: DiscordServer) -> None:
    game = Game(discord)
    await game.open()
    ann, (old,) = game.people[0], game.boards
    hand = await discord.command(ann, game.room, "hand")
    assert hand.message is not None
    assert hand.message["flags"] & EPHEMERAL
    listed = await discord.command(ann, game.room, "games")
    assert listed.message is not None
    assert "in a private chat" in text_of(listed.message)
    await discord.command(ann, game.room, "table")
    await until(lambda: len(game.boards) == 1 and game.boards[0] is not old)
    await discord.command(ann, game.room, "adjourn")
    await until(lambda: "asked for a break" in text_of(game.boards[0]))
    asked = await discord.command(ann, game.room, "resign")
    assert asked.message is not None
    await game.press(ann, asked.message, "resign")
    await until(lambda: _has(game.boards[0], "again"))
    await game.press(ann, game.boards[0], "again")
    await until(lambda: len(game.boards) == 2)
    await game.press(game.people[1], game.boards[1], "accept")
    await until(lambda: _has(game.boards[1], "hand"))
    assert sum(GUEST in text_of(message) for message in discord.messages[game.room].values()) == 1


async def test_a_friend_takes_an_open_seat_of_a_host_who_is_asked_first_who_counts(discord: DiscordServer) -> None:
    ann, ben, room = discord.add_user("Ann"), discord.add_user("Ben"), discord.add_guest_channel("dm")
    asked = await discord.command(ann, room, "play")
    assert asked.message is not None
    bot_counts = next(
        part for part in walk(asked.message["components"]) if part.get("custom_id", "").startswith("o1:bot")
    )
    await discord.press(ann, asked.message, bot_counts["custom_id"])
    await until(lambda: any(tables_on(one) for one in discord.messages[room].values()))
    (seat,) = discord.messages[room].values()
    await discord.press(ben, seat, next(live_parts(seat))["custom_id"])
    await until(lambda: _has(seat, "hand"))


async def test_a_robot_takes_the_seat_of_somebody_who_does_not_answer(discord: DiscordServer) -> None:
    ann, ben, room = discord.add_user("Ann"), discord.add_user("Ben"), discord.add_guest_channel("server")
    await discord.command(ann, room, "play", opponent=Person(ben), counting="automatic")
    await until(lambda: bool(discord.messages[room]))
    (board,) = discord.messages[room].values()
    robot = next(part for part in live_parts(board) if part["custom_id"].endswith(":robot"))
    await discord.press(ann, board, robot["custom_id"])
    await until(lambda: _has(board, "hand"))


@pytest.mark.parametrize("place", PLACES)
async def test_questions_are_answered_anywhere(discord: DiscordServer, place: str) -> None:
    ann, room = discord.add_user("Ann"), discord.add_guest_channel(place)
    counted = await discord.command(ann, room, "score", hand="5h 5d 5c js 5s")
    await _check_answer(counted, "29", is_private=False)
    typed = discord.say(discord.add_user("Ben"), room, "5h 5d 5c js with 5s?")
    await _check_answer(await discord.message_command(ann, typed, "Score this hand"), "29", is_private=True)
    await _check_answer(await discord.command(ann, room, "law", law="go"), "go", is_private=True)
    for name in ("rules", "help", "practice", "daily"):
        await _check_answer(await discord.command(ann, room, name), "", is_private=True)


async def _check_answer(one: Interaction, text: str, *, is_private: bool) -> None:
    """Wait until an answer that was deferred is given, and look at it."""
    assert one.message is not None, one.what
    await until(lambda: one.callback != 5 or one.is_shown)
    assert text in text_of(one.message)
    assert bool(one.message["flags"] & EPHEMERAL) is is_private, one.what


@pytest.mark.parametrize("place", PLACES)
async def test_opponents_are_chosen_in_the_form_of_all_options(discord: DiscordServer, place: str) -> None:
    ann, ben, cat, room = *map(discord.add_user, ("Ann", "Ben", "Cat")), discord.add_guest_channel(place)
    page = (await discord.command(ann, room, "play", more=True)).message
    assert page is not None
    form = await discord.press(ann, page, ChooseOptions("people", PlayOptions(preset=DEFAULT)).custom_id)
    await discord.choose(ann, form, opponents=[str(ben), str(cat)])
    assert "Ann, Ben and Cat" in text_of(page)
    start = next(one for one in walk(page["components"]) if one.get("custom_id", "").startswith("o1:start"))
    await discord.press(ann, page, start["custom_id"])
    await until(lambda: any(f"<@{cat}>" in text_of(one) for one in discord.messages[room].values()))


async def test_what_a_guest_cannot_do_is_refused_in_one_sentence(discord: DiscordServer) -> None:
    ann, room = discord.add_user("Ann"), discord.add_guest_channel("server")
    page = (await discord.command(ann, room, "play", robot="easy", more=True)).message
    assert page is not None
    for options, refusal in (
        (PlayOptions(preset=DEFAULT, robot="easy", turn_time=86_400), "Choose no time limit"),
        (PlayOptions(preset=DEFAULT, robot="easy", where="thread"), "Leave the place empty"),
    ):
        refused = await discord.press(ann, page, ChooseOptions("start", options).custom_id)
        await _check_answer(refused, refusal, is_private=True)
    discord.external_apps_allowed = False
    hidden = await discord.command(ann, room, "play", robot="easy", counting="own")
    await _check_answer(hidden, "This server hides what guests like me post", is_private=True)


async def test_everything_but_servers_and_leagues_is_offered_anywhere(discord: DiscordServer) -> None:
    at_home = {"league", "manage", "server", "board"}
    offered = {one["name"]: (one["integration_types"], one["contexts"]) for one in discord.registered}
    assert at_home < offered.keys()
    for name, where in offered.items():
        assert where == (([0], [0]) if name in at_home else ([0, 1], [0, 1, 2])), name


async def test_people_and_a_robot_play_whole_games_over_a_restart_without_any_channel_route(
    whole_games: asyncio.Task[None],
) -> None:
    await whole_games
