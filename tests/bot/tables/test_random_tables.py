"""Random play at a table of any rule book and company: each game is lawful, proved, and the same on the disk."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

from bot.models.agreement import Clock
from engine.actions import Play, Resign, TakeBack
from engine.errors import CribbageError
from engine.presets import PRESETS, find
from engine.rules import Pegging
from tests.support.depth import sampled
from tests.support.seated_tables import room_over, sound_move

CLOCKS = (None, Clock(turn=60), Clock(game=600), Clock(turn=100, game=900))
MOST = 4_000


class Company:
    """People who answer soundly or at random, adjourn, leave, let time pass and have the bot restarted."""

    def __init__(self, room, preset, players, seed):
        self.room = room
        self.chance = random.Random(f"{preset} {players} {seed}")
        self.preset = PRESETS[preset]
        self.best_of = self.chance.choice([1, 3])
        self.rules = find(
            preset,
            players=players,
            target=self.chance.choice(list(self.preset.doubles)),
            ceremony=self.chance.random() < 0.5,
            rubber=self.best_of > 1,
        )
        self.people = (room.ann, room.ben, room.cy, room.dee)[: self.chance.randint(1, players)]

    async def sit_down(self):
        robots = tuple(self.chance.choice(["easy", "club"]) for _ in range(self.rules.players - len(self.people)))
        clock = self.chance.choice(CLOCKS)
        options = {"invited": self.people[1:], "robots": robots, "best_of": self.best_of, "clock": clock}
        table = await self.room.tables.open(self.room.opening(self.rules, preset=self.preset.name, **options))
        for guest in self.people[1:]:
            table = await self.room.tables.accept(table.id, guest)
        return table.id

    async def play_out(self, name):
        for _ in range(MOST):
            table = await self.room.tables.find(name)
            if table.status == "over":
                return table
            with suppress(CribbageError):
                await self.do_something(table)
            await self.let_the_robots_think()
        raise AssertionError("this game has no end")

    async def let_the_robots_think(self):
        """Mostly wait until the robots have moved; otherwise let a person act first, so that each game ends."""
        if (thinking := self.room.tables.robots._thinking.values()) and self.chance.random() < 0.6:
            await asyncio.wait(thinking)
        else:
            await asyncio.sleep(0)

    async def do_something(self, table):
        tables, person = self.room.tables, self.chance.choice(self.people)
        if table.status in {"adjourned", "idle"}:
            await tables.take_up(table.id, person)
        match self.chance.randrange(100):
            case 0 | 1:
                await (await self.room.again()).resume()
            case 2:
                await tables.adjourn(table.id, person)
            case 3 | 4 | 5:
                self.room.wall.passes(seconds=self.chance.choice([10, 30, 70]))
                await tables.timekeeper.tick()
            case 6 if self.chance.random() < 0.1:
                self.room.wall.passes(days=15)
                await tables.timekeeper.tick()
            case 7 if self.rules.players == 3 and self.chance.random() < 0.5:
                await tables.act(table.id, person, None, Resign(table.seat_of(person)))
            case _:
                await self.answer(table, person)

    async def answer(self, table, person):
        seat = table.seat_of(person)
        view = table.view(seat)
        if not view.legal:
            return
        sound = seat in view.waiting_on and self.chance.random() < 0.7
        move = sound_move(view) if sound else self.chance.choice(view.legal)
        if isinstance(move, TakeBack) and self.chance.random() < 0.9:
            return
        if isinstance(move, Play) and self.rules.pegging is Pegging.DECLARED and move.declared is None:
            move = replace(move, declared=self.chance.randint(0, 3))
        await self.room.tables.act(table.id, person, view.prompt, move)


@sampled(("preset", "players"), [(name, players) for name, preset in PRESETS.items() for players in preset.players])
async def test_whatever_happens(tmp_path, preset, players):
    async with room_over(tmp_path / "cribbage.db") as room:
        company = Company(room, preset, players, seed=1)
        name = await company.sit_down()
        over = await company.play_out(name)
        while not over.match_over:
            following = await room.tables.again(name, company.people[0])
            assert following.status == "playing"
            name = following.id
            over = await company.play_out(name)
        assert (await room.prove(name)).seats == over.names
        assert room.tables._open == {}
