"""Random acts of players and managers with restarts, and a killed process: no game counts twice or is lost."""

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from itertools import product

import pytest

from bot.leagues.access import Asker, LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.models.errors import TableError
from bot.storage import tables as store
from engine.errors import IllegalAction
from tests.support.depth import part_of, sampled, thorough
from tests.support.paths import ROOT
from tests.support.sample_league import until_collected

STEPS = 100


class Walk:
    """A club in which everybody does something or other."""

    def __init__(self, club, league, people, seed):
        self.club, self.league, self.people = club, league, people
        self.chance = random.Random(seed)
        self.done = Counter()

    async def step(self):
        """One deed, or several at once; what is refused changes nothing."""
        deeds = [self.open, self.accept, self.give_up] * 8 + [self.enter, self.answer] * 2 + [self.strike_out] * 6
        deeds += [self.decline, self.put_off, self.settle, self.award, self.correct, self.withdraw_or_return]
        chosen = self.chance.choices(deeds, k=self.chance.choice((1, 1, 2, 3)))
        for deed, end in zip(
            chosen, await asyncio.gather(*(deed() for deed in chosen), return_exceptions=True), strict=True
        ):
            if end is None:
                self.done[deed.__name__] += 1
            elif not isinstance(end, LeagueError | TableError | IllegalAction):
                raise end
        await until_collected(self.club.leagues)

    async def open(self):
        one, other = self.chance.sample(self.people, 2)
        mine = [fixture for fixture in await self.club.leagues.fixtures.find_all(self.league, one) if fixture.second]
        await self.club.open(self.league, one, self.chance.choice(mine) if mine else other)

    async def at_a_table(self, *statuses):
        names = await store.list_ids_by_status(self.club.room.database, *statuses)
        if not names:
            raise TableError("nobody sits anywhere")
        table = await self.club.room.tables.find(self.chance.choice(names))
        return table, self.chance.choice(table.seats).player

    async def accept(self):
        table, player = await self.at_a_table("gathering")
        await self.club.room.tables.accept(table.id, player)

    async def decline(self):
        table, player = await self.at_a_table("gathering")
        await self.club.room.tables.decline(table.id, player)

    async def give_up(self):
        table, player = await self.at_a_table("playing")
        over = await self.club.give_up(table, player)
        if self.chance.random() < 0.9:
            await self.club.room.tables.again(over.id, player)

    async def put_off(self):
        table, player = await self.at_a_table("playing", "adjourned")
        if table.status == "adjourned":
            await self.club.room.tables.take_up(table.id, player)
        else:
            await self.club.pause(table)

    async def enter(self):
        one, other = self.chance.sample(self.people, 2)
        lost = self.chance.randrange(121)
        match = {"holes": (300, 200 + lost), "games": (2, 1)}
        score = EnteredScore(**(match if self.league.best_of > 1 else {"holes": (121, lost)}))
        asker = self.chance.choice((Asker(one), Asker(other), self.club.boss))
        entry = f"press {self.chance.randrange(40)}"
        await self.club.leagues.results.enter(self.league, asker, (one, other), score, entry=entry)

    async def some_result(self):
        results = await self.club.leagues.results.find_all(self.league)
        if not results:
            raise LeagueError("nothing was played")
        return self.chance.choice(results)

    async def answer(self):
        result = await self.some_result()
        player = self.chance.choice(result.sides).player
        if self.chance.random() < 0.7:
            await self.club.leagues.review.confirm(result, Asker(player))
        else:
            await self.club.leagues.review.deny(result, player)

    async def settle(self):
        await self.club.leagues.review.accept(await self.some_result(), self.club.boss, "so it was")

    async def strike_out(self):
        await self.club.leagues.review.void(await self.some_result(), self.club.boss, "so it was not")

    async def correct(self):
        games = (1, 2) if self.league.best_of > 1 else None
        score = EnteredScore(holes=(self.chance.randrange(121), 121), games=games)
        await self.club.leagues.review.correct(await self.some_result(), self.club.boss, score, "misread")

    async def award(self):
        fixtures = await self.club.leagues.fixtures.find_all(self.league)
        if fixtures:
            fixture = self.chance.choice(fixtures)
            await self.club.leagues.forfeits.award(self.league, self.club.boss, fixture, fixture.first, "nobody came")

    async def withdraw_or_return(self):
        player = self.chance.choice(self.people)
        if (await self.club.leagues.members.find(self.league, player)).status == "in":
            await self.club.leagues.members.withdraw(self.league, Asker(player))
        else:
            await self.club.leagues.members.join(self.league, player)

    async def stop(self):
        leagues = await self.club.reopen()
        await leagues.resume()

    async def holds(self):
        """Assert what must be true at any moment."""
        rows = self.club.rows
        assert not await rows(
            "SELECT fixture_id FROM tables WHERE fixture_id IS NOT NULL AND status NOT IN ('over', 'closed') "
            "GROUP BY fixture_id HAVING count(*) > 1"
        ), "two open tables for one fixture"
        assert not await rows(
            "SELECT fixture_id FROM league_results WHERE fixture_id IS NOT NULL AND status <> 'void' "
            "GROUP BY fixture_id HAVING count(*) > 1"
        ), "two results of one fixture"
        assert not await rows("SELECT 1 FROM league_results GROUP BY id HAVING count(table_id) > 1")
        assert not await rows(
            "SELECT result_id FROM league_sides GROUP BY result_id "
            "HAVING count(*) <> 2 OR sum(won) <> 1 OR count(DISTINCT counts) > 1 OR sum(holes) <> sum(adverse)"
        )
        assert not await rows(
            "SELECT 1 FROM league_sides JOIN league_results ON id = result_id "
            "WHERE counts <> CASE WHEN status = 'counted' AND stage = 'league' THEN 1 ELSE 0 END"
        )
        ((counted,),) = await rows("SELECT count(*) FROM league_results WHERE status = 'counted'")
        lines = [line for line, _ in await self.club.leagues.standings.table(self.league)]
        assert sum(line.won for line in lines) == sum(line.lost for line in lines) == counted
        assert sum(line.spread for line in lines) == 0
        assert {player.id for player in self.people} == {line.player.id for line in lines if line.played} | {
            member.player.id for member in await self.club.leagues.members.find_all(self.league)
        }

    async def every_game_has_come_in(self):
        """Each match at our tables that is over has exactly one result, counted or removed."""
        for name in await store.list_ids_by_status(self.club.room.database, "over"):
            table = await self.club.room.tables.find(name)
            ((kept,),) = await self.club.rows(f"SELECT count(*) FROM league_results WHERE table_id = '{name}'")
            assert kept == (table.match_over and table.agreement.league is not None)


AGREED = {
    "open": {"format": "open"},
    "double": {"format": "double"},
    "matches": {"format": "single", "best_of": 3, "scheme": "legs"},
}


@sampled(("kind", "seed"), product(AGREED, range(3)))
async def test_no_game_counts_twice_and_none_is_lost(club, kind, seed):
    people = [club.ann, club.ben, club.cy]
    walk = Walk(club, await club.league(*people, **AGREED[kind]), people, seed)
    for number in range(STEPS):
        await walk.step()
        if number % 20 == 19:
            await walk.stop()
        await walk.holds()
    await walk.every_game_has_come_in()
    assert min(walk.done["open"], walk.done["accept"], walk.done["give_up"]) > 0, "so that there was something to see"


PATIENCE = 120
LEAGUES = (1, 2, 3)
WITHIN = 0.004


def run(path, seed, league=0, matches=0, later=0.0):
    """The club over the file: how the process ended."""
    asked = map(str, (path, seed, league, matches, later))
    command = [sys.executable, str(ROOT / "tests" / "support" / "killed_league_process.py"), *asked]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, timeout=PATIENCE, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == (-signal.SIGKILL if matches else 0), done.stderr


def held(path):
    """Return the contents of the file: each table that ended a match, and its result in the leagues."""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        ended = {}
        for name, league, best_of, won, side in file.execute(
            "SELECT tables.id, league_id, best_of, won, results.side FROM tables "
            "JOIN results ON results.table_id = tables.id"
        ):
            legs = json.loads(won) or [0, 0]
            legs[side] += 1
            if 2 * legs[side] > best_of:
                ended[name] = (league, side, legs[0], legs[1])
        collected = file.execute(
            "SELECT table_id, results.league_id, iif(a.won, 0, 1), a.legs, b.legs FROM league_results AS results "
            "JOIN league_sides AS a ON a.result_id = results.id AND a.side = 0 AND a.counts "
            "JOIN league_sides AS b ON b.result_id = results.id AND b.side = 1 AND b.counts"
        ).fetchall()
    return ended, {name: tuple(rest) for name, *rest in collected}, len(collected)


@pytest.mark.sqlite
@thorough
def test_killed_as_matches_end_every_result_is_in_its_table_once(tmp_path):
    path, chance = tmp_path / "club.db", random.Random(5)
    kills = [(league, later) for league in LEAGUES for later in (0.0, chance.uniform(0, WITHIN))]
    for seed, (league, later) in enumerate(chosen := part_of(kills)):
        run(path, seed, league, chance.randrange(2, 6), later)
        ended, collected, many = held(path)
        assert many == len(collected)
        assert collected.items() <= ended.items()
        assert later or len(ended) > len(collected), "it was killed between the end of a match and its collection"
    run(path, len(kills))
    ended, collected, many = held(path)
    assert many == len(collected)
    assert collected == ended
    assert {league for league, *_ in ended.values()} >= {league for league, _ in chosen}
