"""Two processes with half of the shards each, over one Discord and one PostgreSQL server; either is killed."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psycopg
from psycopg import sql

from bot.storage.database import Database
from bot.storage.errors import format_timestamp
from tests.support.postgres_server import address_of, running_server
from tests.system.bot_process import BotProcess
from tests.system.comparison import IN_TEXT, Comparison, Difference, compare_copy
from tests.system.discord_server import BOT, DiscordServer
from tests.system.harness import LATENCY, Club, Harness, Pairing, end_tasks, slowness
from tests.system.players import Player, acknowledged
from tests.system.scenarios import Report

SHARDS: Final = ("0-1/4", "2-3/4")
"""The shards of each process; DMs arrive at the first one."""

TOKENS: Final = ("token-of-the-first", "token-of-the-second")
"""The token of each process: this Discord takes any, and so knows who sends what."""

OWN: Final = ((0, 1), (2, 3))
"""The same as numbers. Each shard has one server, and the guild of the same place is in it."""

GERMAN: Final = 3
"""The place of the server that reads German."""

TAKEN_WITHIN: Final = 30.0
"""Seconds within which a process takes over what a killed one kept, on a quiet machine."""

SETTLES: Final = 6.0
"""Seconds after which a process that came back alone edits the messages in its servers: some edits were under way."""

STARTS_WITHIN: Final = 60.0
PACE: Final = 0.5
"""Seconds that a robot takes for a move: the process is killed before it makes it."""

_IN_GERMAN: Final = re.compile(r"<@\d+>: [Dd]eine Zeit ist abgelaufen, also hast du das Spiel verloren\.")
_KEPT: Final = re.compile(r"this process keeps the shards \[([0-9, ]*)\] of 4")


@dataclass
class SharedHarness(Harness):
    """One Discord, one database, and two bots; ``bot`` is the first of them."""

    url: str = ""
    deaths: list[tuple[float, int]] = field(default_factory=list)
    """When each process was killed."""
    bots: tuple[BotProcess, ...] = ()
    figures: Counter[str] = field(default_factory=Counter)

    async def start(self, number: int) -> None:
        """Start a process, again and again while PostgreSQL still has the locks of the killed one."""
        bot = self.bots[number]
        while True:
            logged = len(bot.logged())
            await bot.start()
            await asyncio.sleep(2.0)
            if bot.is_running:
                return
            assert "another process runs the same shards" in bot.logged()[logged:], bot.logged()[-3_000:]
            self.figures["starts refused"] += 1

    async def kill(self, number: int) -> None:
        await self.bots[number].kill()
        self.deaths.append((time.monotonic(), number))

    async def wait_for(self, number: int, before: int) -> None:
        """Wait until a process has begun a session of each of its shards, after so many of all processes."""
        until = time.monotonic() + STARTS_WITHIN
        while not {*OWN[number]} <= {shard for _, shard in self.discord.identifies[before:]}:
            bot = self.bots[number]
            assert bot.is_running, bot.logged()[-3_000:]
            assert time.monotonic() < until, f"the bot did not connect:\n{bot.logged()[-3_000:]}"
            await asyncio.sleep(0.1)

    async def compare(self) -> Comparison:
        """Compare what Discord shows with what is stored now, and look for what was sent twice.

        A game that was agreed just before the process of its server died waits for that one: no other opens a thread.
        """
        begins = await _read(self, "SELECT id, guild_id FROM tables WHERE status = 'playing' AND sealed IS NULL")
        waits = {table_id for table_id, guild_id in begins if not self.bots[_owner(guild_id or 0)].is_running}
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.db"
            await copy_postgres(self.url, copy)
            found = await compare_copy(
                copy, self.discord, pictures=self.pictures, text_is_right=self.text_is_right, counts_acts=True
            )
        shown = [one for one in found.differences if one.table_id not in waits]
        return Comparison(found.statuses, (*shown, *doubled_messages(self.discord)), found.in_text)

    def kept_by(self, number: int) -> set[int]:
        """Return the shards that a process keeps, as its log says."""
        said = _KEPT.findall(self.bots[number].logged())
        return {int(one) for one in said[-1].split(",") if one.strip()} if said else set()

    async def taken_over(self, number: int) -> float:
        """Wait until a process keeps every shard; returns the seconds that it took."""
        begun = time.monotonic()
        while self.kept_by(number) != {0, 1, 2, 3}:
            assert time.monotonic() - begun < TAKEN_WITHIN * slowness(), (
                f"not taken over: {self.bots[number].logged()[-3_000:]}"
            )
            await asyncio.sleep(0.1)
        return time.monotonic() - begun


@asynccontextmanager
async def two_bots(seed: int) -> AsyncIterator[SharedHarness]:
    """Two bots with half of the shards each, which are started by ``start`` and killed at the end in any case."""
    discord = DiscordServer(latency=LATENCY, shards=4, guilds=4)
    discord.locales[discord.guild_ids[GERMAN]] = "de"
    for guild_id in discord.guild_ids:
        discord.channel_of(guild_id)
    with running_server() as server, TemporaryDirectory(prefix="cribbage-system-") as folder:
        with closing(psycopg.connect(address_of(server, "postgres"), autocommit=True)) as connection:
            connection.execute("CREATE DATABASE shared")
        url = address_of(server, "shared")
        await discord.start()
        bots = []
        for number, shards in enumerate(SHARDS):
            own = Path(folder) / str(number)
            own.mkdir()
            settings = {"DATABASE_URL": url, "SHARDS": shards, "ROBOT_PACE": str(PACE), "DISCORD_TOKEN": TOKENS[number]}
            bots.append(BotProcess(own, discord.address, **settings))
        try:
            yield SharedHarness(discord, bots[0], random.Random(seed), url=url, bots=tuple(bots))
        finally:
            for bot in bots:
                await bot.close()
            await discord.stop()


async def two_processes(kills: int = 16, games: int = 32, *, seed: int = 1, patience: float = 150.0) -> Report:
    """Kill either process at random and start it again, while people play; compare everything at times and at the end.

    First the second process is killed and stays dead until the first has moved its robots and ended its clocks.
    """
    async with two_bots(seed) as world:
        # The first one upgrades the database.
        for number in (0, 1):
            await world.start(number)
        for number in (0, 1):
            await world.wait_for(number, 0)
        rooms = [*map(world.discord.channel_of, world.discord.guild_ids)]
        everything = Club(world, games, thinks=0.5, target=61, rooms=rooms)
        found, taking, left = await takeover(world)
        await restart(world, 1)
        for pairing in left:
            everything.add(pairing)
        took: list[float] = []
        in_text = 0
        seen: dict[Difference, str] = dict.fromkeys(found, "takeover")
        for kill in range(kills - 1):
            everything.is_closing = kill >= kills // 3
            await asyncio.sleep(world.chance.uniform(0.5, 6.0))
            number = world.chance.randrange(2)
            await world.kill(number)
            if kill % 2:
                took.append(await world.taken_over(1 - number))
                if kill % 4 == 3:
                    await everything.pause()
                    # Who chooses cards while many pictures wait sees them in text, until something changes.
                    world.text_is_right = True
                    compared, _ = await world.settle(20.0, seen)
                    world.text_is_right = False
                    in_text = max(in_text, compared.in_text)
                    for one in compared.differences:
                        seen.setdefault(one, f"kill {kill + 2}")
                    everything.resume()
                else:
                    await asyncio.sleep(world.chance.uniform(0.0, 5.0))
            await restart(world, number, waits=world.chance.random() < 0.5)
        unfinished = await everything.close(patience * slowness())
        strange = strange_edits(world)
        compared, settled = await world.settle(30.0, seen)
        for one in compared.differences:
            seen.setdefault(one, "the end")
        return Report(
            {
                "kills": kills,
                "games": everything.begun,
                "games that did not end": unfinished,
                "tables by status": compared.statuses,
                **taking,
                "taken over in s": [round(one, 1) for one in took],
                "settled in s": round(settled, 1),
                "differences at any time": len(seen),
                "screens in text alone, at most": in_text,
                "acts acknowledged": sum(map(len, acknowledged(world.discord).values())),
                "presses that failed": sum(not one.is_taken for one in world.discord.interactions.values()),
                "requests": len(world.discord.requests),
                "edits": len(world.discord.edits),
                "edits by a process that does not keep the server": len(strange),
                **dict.fromkeys((f"  {one}" for one in strange[:5]), ""),
                "starts refused": world.figures["starts refused"],
                "tracebacks": sum(bot.tracebacks() for bot in world.bots),
                "errors": sum(bot.logged().count(" ERROR ") for bot in world.bots),
                "lines with a token": sum(bot.tokens() for bot in world.bots),
                **{f"  {when}": str(one)[:200] for one, when in seen.items()},
            },
            list(seen),
            "\n".join(f"== process {number} ==\n{bot.logged()}" for number, bot in enumerate(world.bots)),
        )


async def restart(world: SharedHarness, number: int, *, waits: bool = True) -> None:
    """Start a killed process, and perhaps wait until it is connected."""
    before = len(world.discord.identifies)
    await world.start(number)
    if waits:
        await world.wait_for(number, before)


async def takeover(world: SharedHarness) -> tuple[list[Difference], dict[str, object], list[Pairing]]:
    """Kill the second process while a robot of its server is to move, a clock runs and a thread opens; it stays dead.

    Returns what the first process did not do as it should, the seconds that it took, and the games that go on.
    """
    discord = world.discord
    german, other = discord.guild_ids[GERMAN], discord.guild_ids[2]
    against_robot = Pairing(world, 900, robot=True, thinks=0.0, asked_in=discord.channel_of(german))
    on_the_clock = Pairing(world, 901, robot=False, thinks=0.0, asked_in=discord.channel_of(german), turn_time=3_600)
    begins = Pairing(world, 902, robot=True, thinks=0.0, asked_in=discord.channel_of(other))
    await asyncio.wait_for(asyncio.gather(against_robot.begin(), on_the_clock.begin()), 60.0)
    (player,) = against_robot.players
    fault = discord.fail("hang", f"POST /channels/{discord.channel_of(other)}/.*threads")
    beginning = asyncio.create_task(begins.begin())
    until = time.monotonic() + 60.0
    while not fault.struck:
        assert time.monotonic() < until, "no thread was to be opened"
        await asyncio.sleep(0.1)
    await end_tasks([beginning])
    while not await _leaves_the_robot_to_move(world, player):
        assert time.monotonic() < until, "the robot was never to move"
        await asyncio.sleep(0.2)
    await _shorten_clock(world, on_the_clock.table_id, german)
    await world.kill(1)
    fault.lifted.set()
    discord.faults.clear()
    begun = time.monotonic()
    events = await _count_events(world, player.table_id)
    found: list[Difference] = []
    moved = await _seconds_until(begun, lambda: _has_moved(world, player.table_id, events))
    ended = await _seconds_until(begun, lambda: _is_over(world, on_the_clock.table_id))
    if moved is None:
        found.append(Difference(player.table_id, "the robot of a dead process did not move"))
    if ended is None:
        found.append(Difference(on_the_clock.table_id, "the clock of a dead process did not run out"))
    await asyncio.sleep(5.0)
    assert not world.bots[1].is_running
    # Those that play in the servers of the first process go on meanwhile.
    compared = await world.compare()
    # A picture may be late here; at the end it may not be missing.
    theirs = [one for one in compared.differences if one.table_id in {player.table_id, on_the_clock.table_id}]
    shown = [one for one in theirs if not one.what.endswith(IN_TEXT)]
    told = [
        message
        for message in discord.messages[on_the_clock.room or 0].values()
        if _IN_GERMAN.fullmatch(message["content"])
    ]
    if len(told) != 1:
        found.append(Difference(on_the_clock.table_id, f"told {len(told)} times, in German, that the time is over"))
    if any(begins.name in thread["name"].split() for thread in discord.threads()):
        found.append(Difference("", "a thread was opened by a process that does not know the server"))
    return [*found, *shown], {"robot moved after s": moved, "clock ran out after s": ended}, [against_robot, begins]


def _owner(guild_id: int) -> int:
    """Return the number of the process whose shards a server is of."""
    return int((guild_id >> 22) % 4 in OWN[1])


async def _shorten_clock(world: SharedHarness, table_id: str, guild_id: int) -> None:
    """Leave a player 8 seconds, and announce that as a process of the bot does."""
    deadline = format_timestamp(datetime.now(UTC) + timedelta(seconds=8))
    await _run(
        world, "UPDATE clocks SET deadline = %s WHERE table_id = %s AND deadline IS NOT NULL", deadline, table_id
    )
    await _run(world, "UPDATE tables SET revision = revision + 1 WHERE id = %s", table_id)
    ((revision,),) = await _read(world, "SELECT revision FROM tables WHERE id = %s", table_id)
    await _run(world, "SELECT pg_notify('cribbage_tables', %s)", f"another {guild_id} {revision} {table_id}")


async def _leaves_the_robot_to_move(world: SharedHarness, player: Player) -> bool:
    """Let a person press once; returns whether it is the robot's turn now, which has not moved yet."""
    if (pressed := player.find()) is None:
        await player.look()
        return False
    events = await _count_events(world, player.table_id)
    shown = await player.press(*pressed)
    is_stored = shown.is_taken and await _count_events(world, player.table_id) > events
    return is_stored and player.find() is None


async def _seconds_until(begun: float, is_done: Any) -> float | None:
    while not await is_done():
        if time.monotonic() - begun > TAKEN_WITHIN * slowness():
            return None
        await asyncio.sleep(0.2)
    return round(time.monotonic() - begun, 1)


async def _has_moved(world: SharedHarness, table_id: str, events: int) -> bool:
    return await _count_events(world, table_id) > events


async def _is_over(world: SharedHarness, table_id: str) -> bool:
    return await _read(world, "SELECT 1 FROM results WHERE table_id = %s AND ended_by = 'time'", table_id) == [(1,)]


async def _count_events(world: SharedHarness, table_id: str) -> int:
    ((many,),) = await _read(world, "SELECT count(*) FROM events WHERE table_id = %s", table_id)
    return int(many)


async def _read(world: SharedHarness, query: str, *values: object) -> list[tuple[Any, ...]]:
    async with await psycopg.AsyncConnection.connect(world.url, autocommit=True) as connection:
        return await (await connection.execute(query.encode(), values)).fetchall()


async def _run(world: SharedHarness, statement: str, *values: object) -> None:
    async with await psycopg.AsyncConnection.connect(world.url, autocommit=True) as connection:
        await connection.execute(statement.encode(), values)


async def copy_postgres(url: str, copy: Path) -> None:
    """Copy a PostgreSQL database, as it is at one moment, to a file that the bot can open."""
    database = await Database.open(copy)
    await database.close()
    with closing(sqlite3.connect(copy)) as file, psycopg.connect(url) as source:
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        names = [
            name
            for (name,) in file.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
        ]
        for (trigger,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        for name in names:
            columns = [column for _, column, *_ in file.execute(f"PRAGMA table_info({name})")]
            columns += ["rowid"] if name == "tables" else []
            query = sql.SQL("SELECT {} FROM {}").format(
                sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(name)
            )
            file.execute(f"DELETE FROM {name}")
            marks = ", ".join("?" * len(columns))
            listed = ", ".join(f'"{column}"' for column in columns)
            rows = source.execute(query).fetchall()
            file.executemany(f"INSERT INTO {name} ({listed}) VALUES ({marks})", rows)
        file.commit()


def strange_edits(world: SharedHarness) -> list[str]:
    """Return each edit of a board, by its channel, whose own process was there and did not send it.

    Boards are in threads and in DMs. In the channel above, the process of a game in DMs edits the invitation.
    """
    strange = []
    for at, channel_id, authorization in world.discord.edits:
        if channel_id in map(world.discord.channel_of, world.discord.guild_ids):
            continue
        guild_id = int(world.discord.channels[channel_id].get("guild_id", 0))
        shard, owner = (guild_id >> 22) % 4, _owner(guild_id)
        begun = max((one for one, own in world.discord.identifies if own == shard and one < at), default=0.0)
        died = max((one for one, number in world.deaths if number == owner and one < at), default=0.0)
        if begun > died and at - begun > SETTLES and not authorization.endswith(TOKENS[owner]):
            name = world.discord.channels[channel_id].get("name", "a DM")
            strange.append(f"{at - begun:.1f} s after shard {shard} has connected, in {name!r}")
    return strange


def doubled_messages(discord: DiscordServer) -> list[Difference]:
    """Return every text that the bot has posted twice in the same channel and for the same reason, answers aside.

    The nonce tells the reason: two games in the same private messages may wait for the same player.
    """
    found = []
    for channel_id, messages in discord.messages.items():
        texts = Counter(
            (one["content"], one.get("nonce"))
            for one in messages.values()
            if int(one["author"]["id"]) == BOT and one["content"] and "interaction_metadata" not in one
        )
        found += [
            Difference("", "posted twice", f"channel {channel_id}: {text[:80]}")
            for (text, _), many in texts.items()
            if many > 1
        ]
    return found
