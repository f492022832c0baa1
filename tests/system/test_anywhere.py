"""Where the bot is only a guest: whole games by the answers to presses, tokens that end, and what is refused there."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import pytest

from bot.ui.games.play_options import PlayOptions
from bot.ui.games.play_options_view import custom_id
from engine.presets import DEFAULT
from tests.system.discord_server import EPHEMERAL, TOKEN_LASTS, DiscordServer, Interaction, Payload, Person
from tests.system.harness import Harness, Pairing, end_tasks, harness
from tests.system.players import Player, live_parts, tables_on, text_of

pytestmark = pytest.mark.system

PLACES: Final = ("server", "group", "dm")
GUEST: Final = "I'm only a guest here"
PATIENCE: Final = 150.0
"""Seconds after which a test ends in any case."""


@asynccontextmanager
async def running(*, pictures: bool = False) -> AsyncIterator[Harness]:
    """A bot that is let in, whose requests are recorded if the run records them."""
    out = os.environ.get("REQUESTS_OUT")
    async with (
        asyncio.timeout(PATIENCE),
        harness(latency=0.0, pictures=pictures, requests_out=None if out is None else f"{out}-anywhere") as world,
    ):
        await world.start_bot()
        yield world


async def until(is_true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    while not is_true():
        await asyncio.sleep(0.02)


def channel_requests(discord: DiscordServer) -> list[str]:
    """Return the requests through the routes of channels, open or closed."""
    return [one.kind for one in discord.requests if "/channels" in one.kind]


def refusals(discord: DiscordServer) -> list[tuple[str, int]]:
    """Return the requests that Discord refused; the bot may try whether it can upload emojis."""
    return [(one.kind, one.status) for one in discord.requests if one.status >= 400 and "emojis" not in one.kind]


async def test_people_and_a_robot_play_whole_games_over_a_restart_without_any_channel_route() -> None:
    async with running() as world:
        discord = world.discord
        groups = [("server", 2), ("group", 2), ("dm", 1), ("group", 3), ("server", 4)]
        games = [
            Pairing(world, number, robot=many == 1, thinks=0.0, people=many, asked_in=discord.add_guest_channel(place))
            for number, (place, many) in enumerate(groups)
        ]
        playing = [asyncio.create_task(game.run()) for game in games]
        await until(lambda: len(discord.interactions) >= 150 and all(game.table_id for game in games))
        await end_tasks(playing)
        await world.bot.kill()
        await world.start_bot()
        await asyncio.gather(*[game.run() for game in games])
        compared, _ = await world.settle(10.0, quiet=0.5)
        # The boards from before the restart stay: their tokens went with the process.
        assert [one for one in compared.differences if one.what != "second message with live buttons"] == []
        assert compared.statuses == {"over": len(games)}
        assert channel_requests(discord) == []
        assert refusals(discord) == []
        for channel_id in discord.guest_channels:
            said = [text for message in discord.messages[channel_id].values() if GUEST in (text := text_of(message))]
            assert len(said) == 1
        assert (world.bot.tracebacks(), world.bot.tokens()) == (0, 0)


class Game:
    """A game of two people in a group DM, of which each press is chosen by the test."""

    def __init__(self, discord: DiscordServer) -> None:
        self.discord = discord
        self.room = discord.add_guest_channel("group")
        self.people = [discord.add_user(name) for name in ("Ann", "Ben")]
        self.players: list[Player] = []

    @property
    def boards(self) -> list[Payload]:
        """The messages that show the game, the newest last."""
        return [one for one in self.discord.messages[self.room].values() if tables_on(one)]

    async def open(self) -> None:
        """Invite, accept, and open both hands."""
        ann, ben = self.people
        await self.discord.command(ann, self.room, "play", opponent=Person(ben), counting="automatic")
        await until(lambda: bool(self.boards))
        await self.press(ben, self.boards[0], "accept")
        await until(lambda: _has(self.boards[0], "hand"))
        (table_id,) = tables_on(self.boards[0])
        chance = random.Random(1)
        self.players = [Player(self.discord, one, self.room, table_id, chance) for one in self.people]
        for player in self.players:
            await player.look()

    async def press(self, user_id: int, message: Payload, action: str) -> Interaction:
        """Press the button of an action."""
        part = next(part for part in live_parts(message) if part["custom_id"].endswith(f":{action}"))
        return await self.discord.press(user_id, message, part["custom_id"])

    async def move(self) -> None:
        """Let somebody make a move from their own panel."""
        while True:
            player, found = next((one, found) for one in self.players if (found := one.find()) is not None)
            pressed = await player.press(*found)
            if ":pick" not in pressed.what:
                return


def _has(message: Payload, action: str) -> bool:
    return any(part["custom_id"].endswith(f":{action}") for part in live_parts(message))


async def test_a_board_whose_token_has_ended_is_sent_again_by_the_next_press() -> None:
    async with running() as world:
        discord, game = world.discord, Game(world.discord)
        # The bot uses no token in its last 20 seconds.
        discord.token_age = TOKEN_LASTS - 23
        await game.open()
        await asyncio.sleep(3.5)
        discord.token_age = 0.0
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
        compared, _ = await world.settle(10.0, quiet=0.5)
        assert compared.differences == ()
        assert channel_requests(discord) == []
        assert refusals(discord) == []


async def test_a_board_gives_way_to_a_newer_one_before_its_token_ends() -> None:
    async with running() as world:
        discord, game = world.discord, Game(world.discord)
        discord.token_age = TOKEN_LASTS - 100
        await game.open()
        (old,) = game.boards
        discord.token_age = 0.0
        await game.move()
        await until(lambda: len(game.boards) == 1 and game.boards[0] is not old)
        assert channel_requests(discord) == []
        assert refusals(discord) == []


async def test_a_game_goes_on_where_discord_refuses_a_token_or_a_message() -> None:
    async with running() as world:
        discord, game = world.discord, Game(world.discord)
        await game.open()
        for one in discord.interactions.values():
            one.aged = TOKEN_LASTS
        too_many = discord.fail("status", r"^POST /webhooks", status=400, code=40094, times=1)
        await game.move()
        await until(lambda: bool(too_many.struck))
        assert len(game.boards) == 1
        await game.move()
        await until(lambda: len(game.boards) == 2)
        compared, _ = await world.settle(10.0, quiet=0.5)
        assert [one.what for one in compared.differences] == ["second message with live buttons"]
        assert channel_requests(discord) == []
        assert world.bot.tracebacks() == 0


async def test_commands_from_the_keyboard_move_a_game_too() -> None:
    async with running() as world:
        discord, game = world.discord, Game(world.discord)
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
        again = await game.press(ann, game.boards[0], "again")
        assert again.is_taken
        await until(lambda: len(game.boards) == 2)
        await game.press(game.people[1], game.boards[1], "accept")
        await until(lambda: _has(game.boards[1], "hand"))
        said = [message for message in discord.messages[game.room].values() if GUEST in text_of(message)]
        assert len(said) == 1
        assert channel_requests(discord) == []
        assert refusals(discord) == []


async def test_everything_but_servers_and_leagues_is_offered_anywhere_and_answers_there() -> None:
    async with running(pictures=True) as world:
        discord = world.discord
        at_home = {"league", "server", "board"}
        offered = {one["name"]: (one["integration_types"], one["contexts"]) for one in discord.registered}
        assert at_home < offered.keys()
        for name, where in offered.items():
            assert where == (([0], [0]) if name in at_home else ([0, 1], [0, 1, 2])), name
        ann = discord.add_user("Ann")
        for place in PLACES:
            room = discord.add_guest_channel(place)
            typed = discord.say(discord.add_user("Ben"), room, "5h 5d 5c js with 5s?")
            counted = await discord.command(ann, room, "score", hand="5h 5d 5c js 5s")
            asked = await discord.message_command(ann, typed, "Score this hand")
            for one in (counted, asked):
                assert one.message is not None
                assert text_of(one.message).startswith("**29**")
                assert bool(one.message["flags"] & EPHEMERAL) is (one is asked)
            for name, is_private in (
                ("law", True),
                ("rules", True),
                ("help", True),
                ("practice", True),
                ("daily", True),
            ):
                one = await discord.command(ann, room, name)
                assert one.message is not None, name
                assert bool(one.message["flags"] & EPHEMERAL) is is_private, name
            for options, refusal in (
                (PlayOptions(preset=DEFAULT, robot="easy", turn_time=86_400), "Choose no time limit"),
                (PlayOptions(preset=DEFAULT, robot="easy", where="thread"), "Choose no other place"),
            ):
                refused = await discord.press(ann, counted.message, custom_id("start", options))
                assert refused.message is not None
                assert refusal in text_of(refused.message)
        await until(lambda: not any(one.callback == 5 and not one.is_shown for one in discord.interactions.values()))
        discord.external_apps_allowed = False
        hidden = await discord.command(ann, discord.add_guest_channel("server"), "play", robot="easy", counting="own")
        assert hidden.message is not None
        assert "This server hides what guests like me post" in text_of(hidden.message)
        assert channel_requests(discord) == []
        assert refusals(discord) == []
        assert (world.bot.tracebacks(), world.bot.tokens()) == (0, 0)
