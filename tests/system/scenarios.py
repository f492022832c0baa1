"""The scenarios: whole games, kills, faults of Discord, load, starts and stops; each returns its figures."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tests.system.comparison import Comparison, Difference
from tests.system.harness import LATENCY, Harness, Pairing, harness, press_figures, request_figures
from tests.system.players import Player
from tests.system.prepared_games import PreparedGame, play_on, prepare


@dataclass
class Report:
    """The figures of one scenario, and every place where Discord did not show what is stored."""

    figures: dict[str, object] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    log: str = ""

    def __str__(self) -> str:
        widest = max(map(len, self.figures), default=0)
        lines = [f"{name:<{widest}}  {value}" for name, value in self.figures.items()]
        return "\n".join(lines)


async def games(number: int = 60, *, seed: int = 1, limit: float = 300.0, target: int = 61) -> Report:
    """Play so many games at once in threads, two of three against a robot, and compare everything at the end."""
    async with harness(seed) as world:
        await world.start_bot()
        begun = time.monotonic()
        pairings = [Pairing(world, one, robot=one % 3 != 2, target=target) for one in range(number)]

        async def play(pairing: Pairing) -> None:
            await asyncio.sleep(world.chance.uniform(0, 6))
            await pairing.run()

        done, late = await asyncio.wait([asyncio.create_task(play(one)) for one in pairings], timeout=limit)
        await _cancel(late)
        for task in done:
            task.result()
        played = time.monotonic() - begun
        found, settled = await world.settle(60.0)
        interactions = list(world.discord.interactions.values())
        report = _report(world, found)
        over = found.statuses.get("over", 0)
        report.figures = {
            "games": number,
            "games over": over,
            "end shown": over - _count(report, "public board, over"),
            "result announced once": over - _count(report, "result "),
            **report.figures,
            "played in s": round(played),
            "settled in s": round(settled, 1),
            **press_figures(interactions, played),
            **request_figures(world.discord, begun),
            "pictures sent": world.discord.pictures.total(),
        }
        return report


async def load(
    tables: int = 300, every: float = 3.0, seconds: float = 60.0, *, seed: int = 1, pictures: bool = True
) -> Report:
    """Let somebody press at every table every few seconds, and measure from the press to its answer.

    The tables come from the bot's own services, half with a robot; the bot has drawn them all before the measurement.
    """
    async with harness(seed, pictures=pictures, pace=1.0) as world:
        prepared = await prepare(world.bot.database, world.discord, tables, world.chance)
        await _draw_unmeasured(world)
        pressed, used, begun = len(world.discord.interactions), world.bot.processor_seconds(), time.monotonic()
        pictures_before = world.discord.pictures.total()
        players = [_players(world, game) for game in prepared]
        driving = [asyncio.create_task(_drive(two, every, begun + seconds)) for two in players]
        await asyncio.gather(*driving)
        lasted = time.monotonic() - begun
        now = world.bot.processor_seconds()
        backlog = time.monotonic()
        await world.quiet(2.0, 120.0)
        interactions = list(world.discord.interactions.values())[pressed:]
        return Report(
            {
                "tables": tables,
                "a press every s": every,
                **press_figures(interactions, lasted),
                **request_figures(world.discord, begun),
                "pictures sent": world.discord.pictures.total() - pictures_before,
                "processors used": round((now[0] - used[0]) / lasted, 2),
                "event loop's thread used": round((now[1] - used[1]) / lasted, 2),
                "quiet after s": round(time.monotonic() - backlog - 2.0, 1),
                "tracebacks": world.bot.tracebacks(),
            },
            log=world.bot.logged(),
        )


async def start(tables: int = 1_000, *, changed: bool = False, seed: int = 1, pictures: bool = True) -> Report:
    """Start the bot over so many open tables, and press ``/hand`` meanwhile.

    An earlier run has drawn them all; with ``changed`` a move was stored in each since, so every screen differs.
    """
    async with harness(seed, pictures=pictures, pace=1.0) as world:
        prepared = await prepare(world.bot.database, world.discord, tables, world.chance)
        await _draw_unmeasured(world)
        await world.bot.stop()
        if changed:
            await play_on(world.bot.database, prepared, world.chance)
        world.discord.identified.clear()
        pressed, begun = len(world.discord.interactions), time.monotonic()
        await world.start_bot()
        let_in = time.monotonic() - begun
        asking = asyncio.create_task(_ask_for_hands(world, prepared))
        await world.quiet(10.0, 600.0, answers=False)
        await _cancel([asking])
        counted = [one for one in world.discord.requests if one.at >= begun and not one.is_answer]
        hands = list(world.discord.interactions.values())[pressed:]
        first = next((one for one in hands if one.is_taken), None)
        found, _ = await world.settle(20.0)
        report = _report(world, found)
        report.figures = {
            "tables": tables,
            "tables changed while away": tables if changed else 0,
            **request_figures(world.discord, begun),
            "connected after s": round(let_in, 1),
            "first /hand answered after s": round(first.dispatched_at + (first.took or 0) - begun, 1)
            if first
            else "never",
            "all drawn after s": round((counted[-1].at if counted else begun) - begun, 1),
            **{f"/hand: {name}": value for name, value in press_figures(hands, time.monotonic() - begun).items()},
            **report.figures,
        }
        return report


async def stop(tables: int = 100, every: float = 0.7, *, seed: int = 1) -> Report:
    """Send SIGTERM while people press at every table, and look at what the log says about it."""
    async with harness(seed) as world:
        prepared = await prepare(world.bot.database, world.discord, tables, world.chance)
        await _draw_unmeasured(world)
        players = [_players(world, game) for game in prepared]
        until = time.monotonic() + 20.0
        driving = [asyncio.create_task(_drive(two, every, until)) for two in players]
        await asyncio.sleep(5.0)
        begun = time.monotonic()
        code = await world.bot.stop()
        took = time.monotonic() - begun
        await _cancel(driving)
        return Report(
            {
                "tables": tables,
                "exit code": code,
                "stopped in s": round(took, 1),
                "tracebacks": world.bot.tracebacks(),
                "lines with a token": world.bot.tokens(),
                "warnings and errors": world.bot.logged().count(" WARNING ") + world.bot.logged().count(" ERROR "),
            },
            log=world.bot.logged(),
        )


# The parts of scenarios.


async def _draw_unmeasured(world: Harness) -> None:
    """Start the bot and let it draw every table, without limits and latency."""
    world.discord.latency, world.discord.limits = 0.0, False
    await world.start_bot()
    await asyncio.sleep(3.0)
    await world.quiet(3.0, 600.0)
    world.discord.latency, world.discord.limits = LATENCY, True


def _players(world: Harness, game: PreparedGame) -> list[Player]:
    chance = random.Random(world.chance.random())
    return [Player(world.discord, one, game.thread_id, chance, world.acknowledged) for one in game.people]


async def _drive(players: list[Player], every: float, until: float) -> None:
    """Let one of these people press every few seconds: whoever has something to press, or else anybody."""
    chance = players[0].chance
    due = time.monotonic() + chance.uniform(0, every)
    while due < until:
        await asyncio.sleep(max(due - time.monotonic(), 0))
        due += every
        ready = [player for player in players if player.find() is not None]
        if ready:
            await chance.choice(ready).step()
        else:
            await chance.choice(players).look()


async def _ask_for_hands(world: Harness, prepared: list[PreparedGame]) -> None:
    """Use ``/hand`` in one thread after the other, twice a second."""
    async with asyncio.TaskGroup() as tasks:
        for game in world.chance.sample(prepared, len(prepared)):
            tasks.create_task(world.discord.command(game.people[0], game.thread_id, "hand"))
            await asyncio.sleep(0.5)


async def _cancel(tasks: Any) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _report(world: Harness, found: Comparison) -> Report:
    """Return the figures of a comparison and of the log."""
    figures: dict[str, object] = {
        "tables compared": found.tables,
        "differences": len(found.differences),
        **{f"  {what}": many for what, many in sorted(found.counted().items())},
        "acts acknowledged": world.acknowledged.acts,
        "tracebacks": world.bot.tracebacks(),
        "lines with a token": world.bot.tokens(),
    }
    return Report(figures, list(found.differences), world.bot.logged())


def _count(report: Report, begin: str) -> int:
    return sum(one.what.startswith(begin) for one in report.differences)
