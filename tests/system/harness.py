"""One bot over one Discord, the games that people play there, and the figures of what happened."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Container, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.ui.games.play_options import PlayOptions
from bot.ui.games.play_options_view import ChooseOptions
from engine.presets import DEFAULT, PRESETS
from tests.system.bot_process import BotProcess
from tests.system.comparison import IN_TEXT, Comparison, Difference, compare
from tests.system.discord_server import CHANNEL, DiscordServer, Interaction, Payload, Person
from tests.system.players import LOOKS_AGAIN, LOOKS_AGAIN_AS_GUEST, THINKS, Player, live_parts, tables_on, text_of

LATENCY: Final = 0.2
"""Seconds of a request and its answer together."""

LETS_IN_WITHIN: Final = 60.0
"""Seconds that the bot has to connect to the gateway."""


LATE_PICTURES: Final = 90.0
"""The seconds that a picture which was left out may take, beyond the patience for everything else."""


def slowness() -> float:
    """Return how much longer everything may take on a busy machine: its load a processor, and 1 on a quiet one."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


@dataclass
class Harness:
    """The Discord, the bot, and what is common to all games.

    With ``text_is_right`` a screen may be in text alone, as one that failed with pictures is.
    """

    discord: DiscordServer
    bot: BotProcess
    chance: random.Random
    pictures: bool = True
    text_is_right: bool = False

    async def start_bot(self) -> None:
        self.discord.identified.clear()
        await self.bot.start()
        assert await self.is_let_in(), f"the bot did not connect:\n{self.bot.logged()[-3_000:]}"

    async def is_let_in(self) -> bool:
        """Wait until the bot has been connected to the gateway; returns False if it ends or takes too long."""
        if not self.bot.is_running:
            return False
        tasks = [asyncio.create_task(self.bot.wait()), asyncio.create_task(self.discord.identified.wait())]
        await asyncio.wait(tasks, timeout=LETS_IN_WITHIN, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        return self.bot.is_running and self.discord.identified.is_set()

    async def quiet(self, seconds: float, patience: float, *, answers: bool = True) -> bool:
        """Wait until the bot has sent no request for so many seconds; returns False if it never is.

        Without ``answers`` those to interactions do not count.
        """
        until = time.monotonic() + patience
        since = time.monotonic()
        while (now := time.monotonic()) < until:
            seen = reversed(self.discord.requests)
            last = max(next((one.at for one in seen if answers or not one.is_answer), since), since)
            if now - last >= seconds:
                return True
            await asyncio.sleep(min(last + seconds - now, until - now) + 0.01)
        return False

    async def compare(self) -> Comparison:
        return await compare(self.bot, self.discord, pictures=self.pictures, text_is_right=self.text_is_right)

    async def settle(
        self, patience: float, known: Container[Difference] = (), *, quiet: float = 1.5
    ) -> tuple[Comparison, float]:
        """Compare until Discord shows what is stored, or for so many seconds; returns the last comparison and the time.

        Differences that are ``known`` are not waited for. Pictures that are only late are waited for longer, and a busy
        machine gets longer for all: how fast it draws is up to it, and what never comes is a fault all the same.
        """
        begun = time.monotonic()
        patience *= slowness()
        while True:
            left = patience - (time.monotonic() - begun)
            await self.quiet(quiet, max(left, 0.1))
            found = await self.compare()
            took = time.monotonic() - begun
            new = {one.what for one in found.differences if one not in known}
            are_late = all(what.endswith(IN_TEXT) for what in new)
            if not new or took >= patience + LATE_PICTURES * are_late:
                return found, took
            await asyncio.sleep(1.0)


@asynccontextmanager
async def harness(
    seed: int = 1,
    *,
    latency: float = LATENCY,
    limits: bool = True,
    pictures: bool = True,
    pace: float = 0.1,
    requests_out: str | None = None,
    shards: int = 1,
    guilds: int = 1,
    **more: str,
) -> AsyncIterator[Harness]:
    """A harness with a Discord that listens; the bot is started by ``start_bot``, and killed at the end in any case.

    ``requests_out`` is as in ``DiscordServer``, and ``more`` are further variables of the bot's environment.
    """
    discord = DiscordServer(latency=latency, limits=limits, shards=shards, guilds=guilds, requests_out=requests_out)
    with TemporaryDirectory(prefix="cribbage-system-") as folder:
        await discord.start()
        settings = {"ROBOT_PACE": str(pace), "PICTURES": "on" if pictures else "off", **more}
        bot = BotProcess(Path(folder), discord.address, **settings)
        try:
            yield Harness(discord, bot, random.Random(seed), pictures)
        finally:
            await bot.close()
            await discord.stop()


_SHORTEST: Final = 61
"""The holes of the shortest game."""


def preset_of(number: int, people: int = 2) -> str:
    """Return the preset of the game of this number: each that so many can play by comes in turn."""
    names = [name for name, preset in PRESETS.items() if people in preset.players]
    return names[number % len(names)]


class Pairing:
    """Two or more ``people``, or one and a robot, from ``/play`` to the end of their game.

    It can be interrupted at any moment. The host uses ``/play`` in ``asked_in``, and invites one person; others take
    open seats. Where the bot is a guest, the game is played there. With a ``turn_time`` in seconds a player who lets it
    pass loses. The presets come in turn, by the ``number``, each to its shortest length unless a ``target`` is given,
    which is for the default preset alone; who plays a longer game thinks less, so that all take about as long.
    """

    def __init__(
        self,
        world: Harness,
        number: int,
        *,
        robot: bool,
        in_dms: bool = False,
        sleeps: float = 0.0,
        thinks: float = THINKS,
        target: int | None = None,
        asked_in: int = CHANNEL,
        people: int = 2,
        turn_time: int | None = None,
    ) -> None:
        self._discord = world.discord
        self._asked_in = asked_in
        self._is_guest = asked_in in world.discord.guest_channels
        self._chance = random.Random(f"{world.chance.random()} {number}")
        preset = DEFAULT if target is not None else preset_of(number, max(people, 2))
        target = target or min(PRESETS[preset].doubles)
        looks_again = LOOKS_AGAIN_AS_GUEST if self._is_guest else LOOKS_AGAIN
        self._times = {"sleeps": sleeps, "thinks": thinks * (_SHORTEST / target) ** 2, "looks_again": looks_again}
        self._asked: Interaction | None = None
        self.in_dms = in_dms
        self.people = [world.discord.add_user(f"N{number}{side}") for side in "abcd"[: 1 if robot else people]]
        self._invited: dict[str, Any] = {"robot": "easy"} if robot else {"opponent": Person(self.people[1])}
        self._options = PlayOptions(
            preset=preset,
            robot="easy" if robot else None,
            opponents=tuple(self.people[1:2]),
            players=people if people > 2 else None,
            target=target,
            turn_time=turn_time,
            when_over="forfeit" if turn_time else None,
            where=None if self._is_guest else "dm" if in_dms else "thread",
        )
        self.room: int | None = None
        self.table_id = ""
        self.players: list[Player] = []

    @property
    def is_finished(self) -> bool:
        """Return whether somebody has seen the end of the game."""
        return any(player.is_finished for player in self.players)

    async def run(self) -> None:
        """Begin the game unless it has begun, and play it to its end, in another room if its own goes."""
        while not self.is_finished:
            await self.begin()
            playing = [asyncio.ensure_future(player.play()) for player in self.players]
            try:
                # When one has seen the end, the other looks for it no longer than the bot may take to show it.
                await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.wait(playing, timeout=5.0)
            finally:
                await end_tasks(playing)

    async def begin(self) -> None:
        """Begin the game unless it has begun, and find where it is played."""
        while not self._find_room():
            if not self.table_id:
                await self._ask()
            elif not await self._wait():
                await self.act()
        if not self.players:
            self.players = [
                Player(self._discord, one, self._room_of(one), self.table_id, self._chance, **self._times)
                for one in self.people
            ]

    async def resign(self) -> bool:
        """Let the host give the game up; returns whether Discord took the press."""
        if self.room is None or self.is_finished:
            return False
        asked = await self._discord.command(self.people[0], self._room_of(self.people[0]), "resign")
        if asked.message is None:
            return False
        sure = [part for part in live_parts(asked.message) if part["custom_id"].endswith(":resign")]
        return bool(sure) and (await self._discord.press(self.people[0], asked.message, sure[0]["custom_id"])).is_taken

    async def act(self) -> None:
        """Let somebody open their hand by the command and make a move, wherever the game is shown."""
        for player in self.players:
            opened = await self._discord.command(player.user_id, self._asked_in, "hand")
            if opened.message is None or self.table_id not in tables_on(opened.message):
                continue
            player.panel = opened.message
            while (found := player.find()) is not None:
                pressed = await player.press(*found)
                if not pressed.is_taken or ":pick" not in pressed.what:
                    return

    def _room_of(self, user_id: int) -> int:
        return self._discord.dm_of(user_id) if self.in_dms else self.room or 0

    def _find_room(self) -> bool:
        """Look for the game's table: in a thread or the channel under the host's name, or in private messages."""
        if self.room in self._discord.channels:
            return True
        for channel_id in self._rooms():
            for message in self._discord.messages[channel_id].values():
                actions = {part["custom_id"].rsplit(":", 1)[1] for part in live_parts(message)}
                mine = self.in_dms or self.name in _WORD.findall(text_of(message))
                if mine and actions and not actions & {"accept", "decline"}:
                    self.room, (self.table_id, *_) = channel_id, tables_on(message)
                    for player in self.players:
                        player.move_to(self.room)
                    return True
        return False

    @property
    def name(self) -> str:
        return str(self._discord.users[self.people[0]]["global_name"])

    def _rooms(self) -> list[int]:
        """Return where the game may be played, the likeliest place first."""
        if self.in_dms:
            return [self._discord.dm_of(self.people[0])]
        threads = [int(thread["id"]) for thread in self._discord.threads() if self.name in thread["name"].split()]
        return [*threads, self._asked_in]

    async def _ask(self) -> None:
        """Use ``/play`` or press Accept, whichever is next, and wait a moment for what comes of it."""
        invitation = self._invitation()
        if invitation is not None:
            accept = next(part for part in live_parts(invitation) if part["custom_id"].endswith(":accept"))
            for one in self.people[1:]:
                await self._discord.press(one, invitation, accept["custom_id"])
        elif self._asked is None or not self._asked.is_taken:
            self._asked = await self._discord.command(
                self.people[0], self._asked_in, "play", more=True, **self._invited
            )
            if self._asked.message is not None:
                start = ChooseOptions("start", self._options).custom_id
                self._asked = await self._discord.press(self.people[0], self._asked.message, start)
        if not self._find_room() and not await self._wait() and not self._find_room():
            # Whoever sees nothing happen asks again.
            self._asked = None

    async def _wait(self) -> bool:
        """Wait until something changes where the game may be played; returns False if nothing does for a while."""
        changed = asyncio.Event()
        self._discord.watch(changed, self._asked_in, *map(self._discord.dm_of, self.people))
        try:
            await asyncio.wait_for(changed.wait(), 3.0)
        except TimeoutError:
            return False
        finally:
            self._discord.unwatch(changed)
        await asyncio.sleep(0.5)
        return True

    def _invitation(self) -> Payload | None:
        if len(self.people) == 1:
            return None
        for message in reversed(self._discord.messages[self._asked_in].values()):
            accepts = any(part["custom_id"].endswith(":accept") for part in live_parts(message))
            if accepts and f"<@{self.people[1]}>" in text_of(message):
                return message
        return None


class Club:
    """Games that go on at the same time, begun in ``rooms`` in turn; each that is over is followed by a new one.

    Of three games two are against a robot, and of four one is played in private messages. The ``options`` are those of
    each game.
    """

    def __init__(self, world: Harness, number: int = 0, *, rooms: Sequence[int] = (CHANNEL,), **options: Any) -> None:
        self._world = world
        self._options = options
        self._rooms = rooms
        self._tasks: list[asyncio.Task[None]] = []
        self.is_closing = False
        """Whether no game follows one that ends."""
        self.begun = 0
        self.pairings: list[Pairing] = []
        for _ in range(number):
            self.add()

    def add(self, pairing: Pairing | None = None) -> None:
        """Let one more game begin, or one that has begun go on."""
        self.pairings.append(pairing or self._new())
        self._tasks.append(asyncio.create_task(self._keep(len(self.pairings) - 1)))

    def resume(self) -> None:
        self._tasks = [asyncio.create_task(self._keep(one)) for one in range(len(self.pairings))]

    async def pause(self) -> None:
        tasks, self._tasks = self._tasks, []
        await end_tasks(tasks)
        for task in tasks:
            if not task.cancelled() and (error := task.exception()) is not None:
                raise error

    async def close(self, patience: float) -> int:
        """Play every game to its end; returns how many did not end in time."""
        self.is_closing = True
        if not self._tasks:
            self.resume()
        await asyncio.wait(self._tasks, timeout=patience)
        await self.pause()
        return sum(not one.is_finished for one in self.pairings)

    def played(self, *, in_dms: bool = False) -> list[Pairing]:
        """Return the games under way, in threads or in private messages."""
        return [one for one in self.pairings if one.players and not one.is_finished and one.in_dms == in_dms]

    def _new(self) -> Pairing:
        self.begun += 1
        number = self.begun
        in_dms = number % 4 == (number // 4 % 4 if len(self._rooms) > 1 else 3)
        asked_in = self._rooms[number % len(self._rooms)]
        return Pairing(self._world, number, robot=number % 3 != 0, in_dms=in_dms, asked_in=asked_in, **self._options)

    async def _keep(self, place: int) -> None:
        while True:
            await self.pairings[place].run()
            if self.is_closing:
                return
            self.pairings[place] = self._new()


_WORD: Final = re.compile(r"\w+")


# Figures.


def press_figures(interactions: Sequence[Interaction], seconds: float) -> dict[str, object]:
    """Return how long presses took from their dispatch to the answer, the answers that came too late included."""
    took = sorted(one.took for one in interactions if one.took is not None)
    never = sum(one.took is None for one in interactions)
    many = len(interactions)
    return {
        "presses": many,
        "presses a second": round(many / seconds, 1),
        "p50 ms": _ms(_part(took, 0.5)),
        "p99 ms": _ms(_part(took, 0.99)),
        "max ms": _ms(took[-1] if took else 0.0),
        "later than 1 s": sum(one > 1.0 for one in took) + never,
        "later than 3 s (dropped)": sum(not one.is_taken for one in interactions),
        "never answered": never,
    }


def request_figures(discord: DiscordServer, since: float) -> dict[str, object]:
    requests = [one for one in discord.requests if one.at >= since]
    by_second = Counter(int(one.at - since) for one in requests)
    limited = Counter(int(one.at - since) for one in requests if not one.is_answer)
    return {
        "requests": len(requests),
        "requests a second, at most": max(by_second.values(), default=0),
        "of them counted by Discord's limit, at most": max(limited.values(), default=0),
        "429": sum(one.status == 429 for one in requests),
        "other refusals": sum(one.status >= 400 and one.status != 429 for one in requests),
    }


def _part(values: Sequence[float], part: float) -> float:
    return values[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def _ms(seconds: float) -> int:
    return round(1_000 * seconds)


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended: on Python 3.11 ``wait_for`` can lose a cancellation."""
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1.0)
