"""The pacer keeps requests below a rate, whoever sends them, and gives urgent ones their turn first."""

import asyncio

import pytest

from bot.ui.core import pacer as pacing
from bot.ui.core.pacer import Pacer


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(pacing, "time", clock)
    return clock


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def take_turns(pacer, many, done, priority=1, requests=1):
    """Start tasks that each take a turn and send so many requests in it."""

    async def one():
        async with pacer.turn(priority):
            pacer.count(requests)
            done.append(priority)

    tasks = [asyncio.create_task(one()) for _ in range(many)]
    await settle()
    return tasks


async def finish(pacer, clock, tasks):
    while not all(task.done() for task in tasks):
        clock.now += 1.0
        pacer._give()
        await settle()


async def test_as_many_as_fit_one_second_go_at_once_and_the_others_later(clock):
    pacer, done = Pacer(10, 10), []
    tasks = await take_turns(pacer, 25, done)
    assert len(done) == 10
    clock.now += 1.0
    pacer._give()
    await settle()
    assert len(done) == 20
    await finish(pacer, clock, tasks)
    assert len(done) == 25


async def test_the_urgent_ones_come_first(clock):
    pacer, done = Pacer(10, 10), []
    pacer.count(10)
    tasks = [*await take_turns(pacer, 3, done, priority=1), *await take_turns(pacer, 3, done, priority=0)]
    assert not done
    await finish(pacer, clock, tasks)
    assert done == [0, 0, 0, 1, 1, 1]


async def test_what_needs_no_turn_counts_too(clock):
    pacer, done = Pacer(10, 10), []
    pacer.count(15)
    tasks = await take_turns(pacer, 1, done)
    clock.now += 0.5
    pacer._give()
    await settle()
    assert not done
    await finish(pacer, clock, tasks)


async def test_a_turn_in_which_nothing_is_sent_costs_nothing(clock):
    pacer, done = Pacer(10, 10), []
    await take_turns(pacer, 100, done, requests=0)
    assert len(done) == 100


async def test_a_turn_with_many_requests_is_paid_for_afterwards(clock):
    pacer, done = Pacer(10, 10), []
    await take_turns(pacer, 1, done, requests=30)
    tasks = await take_turns(pacer, 1, done)
    clock.now += 2.0
    pacer._give()
    await settle()
    assert len(done) == 1
    await finish(pacer, clock, tasks)
    assert len(done) == 2


async def test_a_turn_that_is_cancelled_while_it_waits_keeps_nobody_back(clock):
    pacer, done = Pacer(1, 1), []
    pacer.count(1)
    (first,) = await take_turns(pacer, 1, done)
    (second,) = await take_turns(pacer, 1, done)
    first.cancel()
    await finish(pacer, clock, [first, second])
    assert len(done) == 1


async def test_a_clock_that_goes_back_stops_nobody(clock):
    pacer, done = Pacer(10, 10), []
    clock.now -= 500
    await take_turns(pacer, 1, done)
    assert len(done) == 1
