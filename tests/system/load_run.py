"""The load run: many games at the pace of people, in many servers of a Discord that keeps its limits."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from tests.system.discord_server import EDIT, DiscordServer, Interaction
from tests.system.harness import Harness, Pairing, end_tasks, harness, press_figures, request_figures
from tests.system.players import Player
from tests.system.prepared_games import PreparedGame, prepare
from tests.system.scenarios import Report, report_of

PRESSES: Final = {1: 75, 2: 170}
"""The presses of a game to 121 points by the number of its people: 8 to 9 of each person in each of 9 to 10 deals."""

HANDS_A_SECOND: Final = 40.0
"""At what rate people open their hands before the measurement."""

SETTLES: Final = 10.0
"""Seconds between the last of these hands and the measurement."""

READY_WITHIN: Final = 240.0
"""Seconds that the bot has to start."""

Samples: TypeAlias = dict[tuple[str, tuple[tuple[str, str], ...]], float]
"""What ``/metrics`` has told, by name and labels."""


async def load(
    games: int = 100,
    *,
    shards: int = 4,
    guilds: int = 10_000,
    seconds: float = 120.0,
    minutes: float = 20.0,
    robots: float = 0.5,
    compares: bool = False,
    pictures: bool = True,
    seed: int = 1,
) -> Report:
    """Let people play so many games, each of so many ``minutes``, and measure for some ``seconds``.

    The part ``robots`` of the games is against a robot. A game that ends is followed by a new one in its server. At the
    start every screen shows what is stored, as after a restart of the bot. With ``compares`` everything is compared at
    the end.
    """
    port = _free_port()
    options = {"shards": shards, "guilds": guilds, "pictures": pictures, "pace": 1.0}
    async with harness(seed, HTTP_PORT=str(port), **options) as world, aiohttp.ClientSession() as session:
        prepared = await prepare(world.bot.database, world.discord, games, world.chance, robots=robots)
        begun = time.monotonic()
        await world.start_bot()
        await _wait_until_ready(session, port)
        started = time.monotonic() - begun
        await asyncio.sleep(3.0)
        at_start = [one for one in world.discord.requests if "/messages" in one.kind or "/threads" in one.kind]
        chairs = [_Chairs(world, number, game, minutes) for number, game in enumerate(prepared)]
        measured = _Measured(world)
        async with asyncio.TaskGroup() as tasks:
            opening = games / HANDS_A_SECOND
            until = time.monotonic() + opening + SETTLES + seconds
            for one in chairs:
                tasks.create_task(one.play(opening, until))
            await asyncio.sleep(opening + SETTLES)
            async with measured.during(session, port):
                await asyncio.sleep(max(until - time.monotonic(), 0.0))
        figures: dict[str, object] = {
            "games": games,
            "minutes a game": minutes,
            "shards": shards,
            "servers": guilds,
            "ready after s": round(started, 1),
            "requests about messages at the start": len(at_start),
            **measured.figures,
            "games that ended": sum(one.ended for one in chairs),
            "tracebacks": world.bot.tracebacks(),
        }
        if not compares:
            return Report(figures, [], world.bot.logged())
        found, _ = await world.settle(60.0)
        report = report_of(world, found)
        report.figures = {**figures, **report.figures}
        return report


class _Chairs:
    """The people of one game and of those that follow it, in one server."""

    def __init__(self, world: Harness, number: int, game: PreparedGame, minutes: float) -> None:
        self._world = world
        self._number = number
        self._guild_id = game.guild_id
        self._many = len(game.people)
        self._every = 60 * minutes / PRESSES[self._many]
        self._chance = random.Random(f"{world.chance.random()}")
        self._players = [
            Player(world.discord, one, game.thread_id, game.id, self._chance, thinks=0.0) for one in game.people
        ]
        self.ended = 0

    async def play(self, opening: float, until: float) -> None:
        """Open the hands at some moment within so many seconds, and press at the pace of the game from then on."""
        await asyncio.sleep(self._chance.uniform(0, opening))
        for player in self._players:
            await player.step()
        due = time.monotonic() + self._chance.uniform(0, self._every)
        while due < until:
            await asyncio.sleep(due - time.monotonic())
            due += self._chance.uniform(0.5, 1.5) * self._every
            ready = [player for player in self._players if player.find() is not None]
            if ready:
                await self._chance.choice(ready).step()
            elif any(player.is_finished for player in self._players):
                self.ended += 1
                await self._begin_another(until)

    async def _begin_another(self, until: float) -> None:
        """Begin the next game with ``/play``."""
        self._number += 1_000_000
        channel = self._world.discord.channel_of(self._guild_id)
        pairing = Pairing(self._world, self._number, robot=self._many == 1, target=121, thinks=0.0, asked_in=channel)
        with suppress(TimeoutError):
            await asyncio.wait_for(pairing.begin(), until - time.monotonic())
            self._players = pairing.players


@dataclass
class _Measured:
    world: Harness
    figures: dict[str, object] = field(default_factory=dict)

    @asynccontextmanager
    async def during(self, session: aiohttp.ClientSession, port: int) -> AsyncIterator[None]:
        """Measure what happens in a ``with``."""
        bot, discord = self.world.bot, self.world.discord
        pressed, sent = len(discord.interactions), discord.pictures.total()
        before, used, own = await _samples(session, port), bot.processor_seconds(), time.process_time()
        begun = time.monotonic()
        lateness: list[float] = []
        loads: list[float] = []
        looking = asyncio.create_task(_look_at_the_machine(lateness, loads))
        yield
        lasted = time.monotonic() - begun
        await end_tasks([looking])
        own, now = time.process_time() - own, bot.processor_seconds()
        after = await _samples(session, port)
        interactions = list(discord.interactions.values())[pressed:]
        # Whoever pressed in the last moments is still being answered.
        interactions = [one for one in interactions if one.dispatched_at < begun + lasted - 5.0]
        change = {key: value - before.get(key, 0.0) for key, value in after.items()}
        presses_a_second = max(len(interactions), 1) / (lasted - 5.0)
        main, children = bot.megabytes()
        kinds = Counter(one.kind for one in discord.requests if one.at >= begun and not one.is_answer)
        answers = Counter(one.kind for one in discord.requests if one.at >= begun and one.is_answer)
        self.figures = {
            **press_figures(interactions, lasted - 5.0),
            **_shown_figures(interactions),
            "loop delay p50/p99/p99.9/most ms": _loop_figures(change),
            "an act stored p99 ms": _bound(change, "cribbage_act_seconds", 0.99),
            "calls of the database a press": _calls(change, lasted * presses_a_second),
            "acts a second": round(_total(change, "cribbage_acts_total") / lasted, 1),
            **request_figures(discord, begun),
            "requests counted by Discord's limit, a second": round(_counted(discord, begun) / lasted, 1),
            "edits through channel routes": kinds[EDIT],
            "the most frequent of them": ", ".join(f"{kind} {many}" for kind, many in kinds.most_common(3)),
            "answers a press": ", ".join(
                f"{kind} {many / lasted / presses_a_second:.2f}" for kind, many in answers.most_common(4)
            ),
            "presses too late to be worked on": int(_total(change, "cribbage_presses_dropped_total")),
            "429 as the bot counts them": int(_total(change, "cribbage_discord_rate_limited_total")),
            "pictures drawn": int(_total(change, "cribbage_pictures_drawn_total")),
            "pictures refused": int(_total(change, "cribbage_pictures_refused_total")),
            "pictures sent": discord.pictures.total() - sent,
            "processors used": round((now[0] - used[0]) / lasted, 2),
            "event loop's thread used": round((now[1] - used[1]) / lasted, 2),
            "event loop's thread ms a press": round(1_000 * (now[1] - used[1]) / lasted / presses_a_second, 2),
            "memory MB": round(main),
            "memory of its processes MB": round(children),
            "processors that the harness used": round(own / lasted, 2),
            "harness late p50/p99 ms": _quantiles(lateness, 0.5, 0.99),
            "load of the machine": f"{min(loads):.1f} to {max(loads):.1f} on {os.cpu_count()} processors",
        }


async def _look_at_the_machine(lateness: list[float], loads: list[float]) -> None:
    """Note how late this process's own loop is, and the load of the machine."""
    while True:
        due = time.monotonic() + 0.05
        await asyncio.sleep(0.05)
        lateness.append(time.monotonic() - due)
        loads.append(os.getloadavg()[0])


def _shown_figures(interactions: Sequence[Interaction]) -> dict[str, object]:
    shown = [one.shown_at - one.dispatched_at for one in interactions if one.shown_at is not None]
    return {"press to new screen p50/p99 ms": _quantiles(shown, 0.5, 0.99)}


def _counted(discord: DiscordServer, since: float) -> int:
    return sum(one.at >= since and not one.is_answer for one in discord.requests)


def _quantiles(values: Sequence[float], *parts: float) -> str:
    ordered = sorted(values)
    return "/".join(str(round(1_000 * ordered[int(len(ordered) * part)])) if ordered else "-" for part in parts)


# What the bot measures of itself.


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def _wait_until_ready(session: aiohttp.ClientSession, port: int) -> None:
    async with asyncio.timeout(READY_WITHIN):
        while True:
            with suppress(aiohttp.ClientError):
                async with session.get(f"http://127.0.0.1:{port}/healthz") as response:
                    if response.status == 200:
                        return
            await asyncio.sleep(0.2)


async def _samples(session: aiohttp.ClientSession, port: int) -> Samples:
    async with session.get(f"http://127.0.0.1:{port}/metrics") as response:
        text = await response.text()
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def _total(change: Samples, name: str) -> float:
    return sum(value for (called, _), value in change.items() if called == name)


def _calls(change: Samples, presses: float) -> str:
    name = "cribbage_database_seconds_count"
    counted = {dict(labels)["kind"]: value for (called, labels), value in change.items() if called == name}
    return ", ".join(f"{kind} {value / presses:.2f}" for kind, value in sorted(counted.items()))


def _loop_figures(change: Samples) -> str:
    return "/".join(_bound(change, "cribbage_loop_delay_seconds", part) for part in (0.5, 0.99, 0.999, 1.0))


def _bound(change: Samples, name: str, part: float) -> str:
    """Return the upper bound in ms of the range of a histogram in which this part of its values ends."""
    bounds = sorted(
        (float(dict(labels)["le"]), value) for (called, labels), value in change.items() if called == f"{name}_bucket"
    )
    wanted = part * max((value for _, value in bounds), default=0.0)
    return next((f"{1_000 * bound:g}" for bound, value in bounds if value >= wanted), "-")
