"""One bot over one Discord, the games that people play there, and the figures of what happened."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.system.bot_process import BotProcess
from tests.system.comparison import Comparison, compare
from tests.system.discord_server import CHANNEL, DiscordServer, Interaction, Payload, Person
from tests.system.players import Acknowledged, Player, find_thread, live_parts

LATENCY: Final = 0.2
"""Seconds of a request and its answer together."""

LETS_IN_WITHIN: Final = 60.0
"""Seconds that the bot has to connect to the gateway."""


@dataclass
class Harness:
    """The Discord, the bot, and what is common to all games."""

    discord: DiscordServer
    bot: BotProcess
    chance: random.Random
    acknowledged: Acknowledged
    pictures: bool = True

    async def start_bot(self) -> None:
        """Start the bot, and wait until it is connected to the gateway."""
        self.discord.identified.clear()
        await self.bot.start()
        ended = asyncio.ensure_future(self.bot.wait())
        waiting = asyncio.ensure_future(self.discord.identified.wait())
        try:
            await asyncio.wait({ended, waiting}, timeout=LETS_IN_WITHIN, return_when=asyncio.FIRST_COMPLETED)
            assert self.discord.identified.is_set(), f"the bot did not connect:\n{self.bot.logged()[-3_000:]}"
        finally:
            ended.cancel()
            waiting.cancel()

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

    async def settle(
        self, patience: float, known: Sequence[object] = (), *, quiet: float = 1.5
    ) -> tuple[Comparison, float]:
        """Compare until Discord shows what is stored, or for so many seconds; returns the last comparison and the time.

        Differences that are ``known`` are not waited for.
        """
        begun = time.monotonic()
        while True:
            left = patience - (time.monotonic() - begun)
            await self.quiet(quiet, max(left, 0.1))
            found = await compare(self.bot, self.discord, pictures=self.pictures, acknowledged=self.acknowledged)
            took = time.monotonic() - begun
            if took >= patience or all(one in known for one in found.differences):
                return found, took
            await asyncio.sleep(1.0)


@asynccontextmanager
async def harness(
    seed: int = 1, *, latency: float = LATENCY, limits: bool = True, pictures: bool = True, pace: float = 0.1
) -> AsyncIterator[Harness]:
    """A harness with a Discord that listens; the bot is started by ``start_bot``, and killed at the end in any case."""
    discord = DiscordServer(latency=latency, limits=limits)
    with TemporaryDirectory(prefix="cribbage-system-") as folder:
        await discord.start()
        settings = {"ROBOT_PACE": str(pace), "PICTURES": "on" if pictures else "off"}
        bot = BotProcess(Path(folder), discord.address, **settings)
        try:
            yield Harness(discord, bot, random.Random(seed), Acknowledged(), pictures)
        finally:
            await bot.close()
            await discord.stop()


class Pairing:
    """Two people, or one and a robot, from ``/play`` to the end of their game; it can be interrupted at any moment."""

    def __init__(self, world: Harness, number: int, *, robot: bool, in_dms: bool = False, **options: Any) -> None:
        self._world = world
        self._chance = random.Random(f"{world.chance.random()} {number}")
        self.in_dms = in_dms
        self.people = [world.discord.add_user(f"N{number}{side}") for side in ("a", "b")[: 1 if robot else 2]]
        self._options = {"where": "dm" if in_dms else "thread", **options, **({"robot": "easy"} if robot else {})}
        self._asked: Interaction | None = None
        self.room: int | None = None
        self.players: list[Player] = []

    @property
    def is_finished(self) -> bool:
        """Return whether somebody has seen the end of the game."""
        return any(player.is_finished for player in self.players)

    async def run(self) -> None:
        """Begin the game unless it has begun, and play it to its end."""
        while not await self._find_room():
            await self._ask()
        if not self.players:
            rooms = [self._world.discord.dm_of(one) if self.in_dms else self.room for one in self.people]
            self.players = [
                Player(self._world.discord, one, room or 0, self._chance, self._world.acknowledged)
                for one, room in zip(self.people, rooms, strict=True)
            ]
        playing = [asyncio.ensure_future(player.play()) for player in self.players]
        try:
            # When one has seen the end, the other looks for it no longer than the bot may take to show it.
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait(playing, timeout=5.0)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def resign(self) -> bool:
        """Let the host give the game up; returns whether Discord took the press."""
        if self.room is None or self.is_finished:
            return False
        room = self._world.discord.dm_of(self.people[0]) if self.in_dms else self.room
        asked = await self._world.discord.command(self.people[0], room, "resign")
        if asked.message is None:
            return False
        sure = [part for part in live_parts(asked.message) if part["custom_id"].endswith(":resign")]
        return (
            bool(sure)
            and (await self._world.discord.press(self.people[0], asked.message, sure[0]["custom_id"])).is_taken
        )

    async def _find_room(self) -> bool:
        """Look for the game's thread, or for the table in private messages."""
        if self.room is None and self.in_dms:
            dm = self._world.discord.dm_of(self.people[0])
            if any("hand" in one["custom_id"] or "choose" in one["custom_id"] for one in self._shown(dm)):
                self.room = dm
        elif self.room is None:
            self.room = find_thread(self._world.discord, self.people[0])
        return self.room is not None

    def _shown(self, channel_id: int) -> list[Payload]:
        messages = self._world.discord.messages.get(channel_id, {}).values()
        return [part for message in messages for part in live_parts(message)]

    async def _ask(self) -> None:
        """Use ``/play`` or press Accept, whichever is next, and wait a moment for what comes of it."""
        discord = self._world.discord
        changed = asyncio.Event()
        discord.watch(changed, CHANNEL, *map(discord.dm_of, self.people))
        invitation = self._invitation()
        if invitation is not None and len(self.people) > 1:
            accept = next(part for part in live_parts(invitation) if part["custom_id"].endswith(":accept"))
            await discord.press(self.people[1], invitation, accept["custom_id"])
        elif self._asked is None or not self._asked.is_taken:
            options = self._options | ({"opponent": Person(self.people[1])} if len(self.people) > 1 else {})
            self._asked = await discord.command(self.people[0], CHANNEL, "play", **options)
        if not await self._find_room():
            try:
                await asyncio.wait_for(changed.wait(), 3.0)
            except TimeoutError:
                # Whoever sees nothing happen asks again.
                self._asked = None

    def _invitation(self) -> Payload | None:
        """Return the newest invitation to this game that can be accepted."""
        if len(self.people) == 1:
            return None
        mention = f"<@{self.people[1]}>"
        for message in reversed(self._world.discord.messages[CHANNEL].values()):
            accepts = any(part["custom_id"].endswith(":accept") for part in live_parts(message))
            if accepts and mention in str(message["components"]):
                return message
        return None


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
    """Return what the bot asked of Discord since a moment."""
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
