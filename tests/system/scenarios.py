"""The scenarios: whole games, kills, faults of Discord, and stops; each returns its figures."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.system.comparison import Comparison, Difference
from tests.system.faults import FAULTS
from tests.system.harness import Club, Harness, Pairing, end_tasks, harness, press_figures, request_figures
from tests.system.players import Player, acknowledged
from tests.system.prepared_games import PreparedGame, prepare


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


async def games(number: int = 60, *, seed: int = 1, limit: float = 420.0) -> Report:
    """Play so many games at once in threads, two of three against a robot, and compare everything at the end."""
    async with harness(seed) as world:
        await world.start_bot()
        begun = time.monotonic()
        pairings = [
            # Some people sleep until they are reminded; two people wait for each other, and so think less.
            Pairing(world, one, robot=one % 3 != 2, sleeps=50.0 * (one % 15 == 0), thinks=0.6 if one % 3 == 2 else 1.2)
            for one in range(number)
        ]

        async def play(pairing: Pairing) -> None:
            await asyncio.sleep(world.chance.uniform(0, 6))
            await pairing.run()

        done, late = await asyncio.wait([asyncio.create_task(play(one)) for one in pairings], timeout=limit)
        await end_tasks(late)
        for task in done:
            task.result()
        played = time.monotonic() - begun
        found, settled = await world.settle(60.0)
        interactions = list(world.discord.interactions.values())
        report = report_of(world, found)
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


async def kills(number: int = 20, tables: int = 20, *, seed: int = 1, patience: float = 30.0) -> Report:
    """Kill the bot at random moments of the play, and compare everything after each new start, before anybody presses.

    Before every other kill somebody resigns, so that games end there.
    """
    async with harness(seed) as world:
        await world.start_bot()
        club = Club(world, tables, thinks=0.8)
        await asyncio.sleep(8.0)
        seen: dict[Difference, int] = {}
        settled = []
        for kill in range(number):
            resigning = await _resign(club, world.chance) if kill % 2 else []
            await asyncio.sleep(world.chance.uniform(0.2, 0.6) if resigning else world.chance.uniform(0.5, 3.0))
            await world.bot.kill()
            await end_tasks(resigning)
            await club.pause()
            await world.start_bot()
            found, took = await world.settle(patience, seen)
            for one in found.differences:
                seen.setdefault(one, kill)
            settled.append(took)
            club.resume()
            await asyncio.sleep(world.chance.uniform(1.0, 3.0))
        await club.pause()
        found, _ = await world.settle(patience, seen)
        report = report_of(world, found)
        report.differences = sorted({*seen, *found.differences}, key=str)
        return Report(
            {
                "kills": number,
                "kills after which something new differs": len(set(seen.values())),
                **_kinds(report.differences),
                "settled in s, at most": round(max(settled), 1),
                **report.figures,
            },
            report.differences,
            report.log,
        )


async def faults(
    number: int = len(FAULTS), tables: int = 8, *, first: int = 0, seed: int = 1, patience: float = 40.0
) -> Report:
    """Let Discord fail in one way after the other while games begin, go on and end; compare when each is over.

    The faults are those of ``FAULTS`` from the ``first`` on, again and again.
    """
    async with harness(seed) as world:
        world.text_is_right = True
        await world.start_bot()
        club = Club(world, tables)
        await asyncio.sleep(8.0)
        seen: dict[Difference, str] = {}
        figures: dict[str, object] = {"faults": number}
        ended = 0
        for name, fault in itertools.islice(itertools.cycle(FAULTS.items()), first, first + number):
            await asyncio.sleep(2.0)
            async with fault(world, club):
                club.add()
                await asyncio.sleep(1.0)
                resigning = await _resign(club, world.chance)
                await asyncio.sleep(4.0)
            await end_tasks(resigning)
            await club.pause()
            if not await world.is_let_in():
                ended += 1
                await world.bot.close()
                await world.start_bot()
            found, took = await world.settle(patience, seen)
            new = [one for one in found.differences if one not in seen]
            seen |= dict.fromkeys(new, name)
            told = ", ".join(f"{many} {what}" for what, many in Counter(one.what for one in new).items())
            figures[name] = f"{round(took, 1)} s, {told or 'no difference'}"
            club.resume()
        await club.pause()
        report = report_of(world, await world.compare())
        differences = sorted(seen, key=str)
        figures |= {"the bot ended by itself": ended, **_kinds(differences), **report.figures}
        return Report(figures, differences, report.log)


async def stop(tables: int = 100, every: float = 0.7, *, seed: int = 1) -> Report:
    """Send SIGTERM while people press at every table, and look at what the log says about it."""
    async with harness(seed) as world:
        prepared = await prepare(world.bot.database, world.discord, tables, world.chance)
        await world.start_bot()
        players = [_players(world, game) for game in prepared]
        until = time.monotonic() + 20.0
        driving = [asyncio.create_task(_drive(two, every, until)) for two in players]
        await asyncio.sleep(5.0)
        begun = time.monotonic()
        code = await world.bot.stop()
        took = time.monotonic() - begun
        await end_tasks(driving)
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


def _players(world: Harness, game: PreparedGame) -> list[Player]:
    chance = random.Random(world.chance.random())
    return [Player(world.discord, one, game.thread_id, game.id, chance) for one in game.people]


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


async def _resign(club: Club, chance: random.Random) -> list[asyncio.Task[bool]]:
    playing = [*club.played(), *club.played(in_dms=True)]
    return [asyncio.create_task(chance.choice(playing).resign())] if playing else []


def _kinds(differences: Iterable[Difference]) -> dict[str, object]:
    counts = Counter(one.what for one in differences)
    return {"differences at any time": counts.total(), **{f"  {what}": many for what, many in sorted(counts.items())}}


def report_of(world: Harness, found: Comparison) -> Report:
    figures: dict[str, object] = {
        "tables compared": found.tables,
        "screens in text alone": found.in_text,
        "differences at the end": len(found.differences),
        **{f"  {what}, at the end": many for what, many in sorted(found.counted().items())},
        "acts acknowledged": sum(map(len, acknowledged(world.discord).values())),
        "tracebacks": world.bot.tracebacks(),
        "lines with a token": world.bot.tokens(),
    }
    return Report(figures, list(found.differences), world.bot.logged())


def _count(report: Report, begin: str) -> int:
    return sum(one.what.startswith(begin) for one in report.differences)
