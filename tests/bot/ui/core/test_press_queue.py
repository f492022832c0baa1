"""The queue of presses: a few at a time, in their order, each once, and none that Discord has given up."""

import asyncio
import itertools
import random
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot import metrics
from bot.ui.core import traffic
from bot.ui.core.traffic import FEW, MOST_AT_ONCE, DrawingTurns, PressQueue

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """A clock that never leaps and has nothing to do with the time of day."""

    seconds = 1_000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(clock):
    return PressQueue(clock)


def press(seconds=0.0, number=0):
    """The id of a press that was made so many seconds after the moment."""
    return discord.utils.time_snowflake(MOMENT + timedelta(seconds=seconds)) + number


async def is_in_time(queue, interaction_id):
    async with queue.turn(interaction_id) as answered:
        return answered


async def test_a_press_is_as_old_as_it_is_later_than_the_quickest(queue, clock):
    """The first tells how far the clocks are apart, whatever they say; one of 2.4 seconds is still worked on."""
    before = metrics.value("cribbage_presses_dropped_total")
    assert await is_in_time(queue, press(0))
    clock.seconds += 10.0
    assert await is_in_time(queue, press(10.0 - 2.4))
    assert not await is_in_time(queue, press(10.0 - 2.95))
    assert metrics.value("cribbage_presses_dropped_total") == before + 1


async def test_presses_that_are_all_slow_are_not_late(queue, clock):
    clock.seconds += 50.0
    assert [await is_in_time(queue, press(second)) for second in (0, 1)] == [True, True]


async def test_a_few_are_worked_on_until_they_are_answered(queue):
    started, done = [], asyncio.Event()

    async def work(number):
        async with queue.turn(press(0, number)):
            started.append(number)
            await done.wait()

    many = MOST_AT_ONCE + 3
    tasks = [asyncio.create_task(work(number)) for number in range(many)]
    await asyncio.wait(tasks, timeout=0)
    assert started == [*range(MOST_AT_ONCE)]
    # The answer to one of them is sent, though its handler goes on; and it gives room once.
    for _ in range(2):
        queue.answered(press(0, 2))
    await asyncio.wait(tasks, timeout=0)
    assert started == [*range(MOST_AT_ONCE + 1)]
    done.set()
    await asyncio.gather(*tasks)
    assert started == [*range(many)]


def places_left(queue):
    """Return how many presses could be worked on at once now, and leave them as they are."""
    free = 0
    while not queue._free.locked():
        free += 1
        queue._free._value -= 1
    queue._free._value += free
    return free


async def test_a_press_that_is_delivered_twice_is_worked_on_once_and_takes_one_place(queue):
    """Also if both copies come together, or the second one once the first was answered."""
    async with queue.turn(press()) as first, queue.turn(press()) as second:
        assert (first, second) == (True, False)
        assert places_left(queue) == MOST_AT_ONCE - 1
    assert not await is_in_time(queue, press())
    assert places_left(queue) == MOST_AT_ONCE


async def test_copies_are_known_for_long_but_not_for_ever(queue):
    queue._handled.most = 2
    assert [queue.is_copy(number) for number in (1, 2, 3, 3, 2, 1)] == [False, False, False, True, True, False]


async def test_a_press_is_acknowledged_when_it_is_one_and_a_half_seconds_old(queue, clock):
    assert queue.seconds_left(press(0)) == traffic.ACKNOWLEDGED_AFTER == 1.5
    clock.seconds += 10.0
    assert queue.seconds_left(press(9.0)) == pytest.approx(0.5, abs=0.01)
    assert queue.seconds_left(press(8.0)) == 0.0


async def test_a_press_that_was_acknowledged_while_it_waited_is_not_too_late(queue, clock):
    async with pressing(queue, MOST_AT_ONCE):
        waiting = [asyncio.create_task(is_in_time(queue, press(0, 1_000 + number))) for number in range(2)]
        await asyncio.sleep(0)
        queue.answered(press(0, 1_000))
        clock.seconds += 5.0
    assert [await one for one in waiting] == [True, False]


async def arrive(queue, clock, chance, number):
    """Let one press arrive, perhaps late, and be answered, fail, take long, or be given up."""
    age = chance.choice([0.0, 0.0, 1.0, 2.4, 3.5])
    async with queue.turn(press(clock.seconds - 1_000.0 - age, number)) as to_be_answered:
        for _ in range(chance.randrange(4)):
            await asyncio.sleep(chance.choice([0.0, 0.001, 0.004]))
        match chance.randrange(4) if to_be_answered else 3:
            case 0:
                queue.answered(press(clock.seconds - 1_000.0 - age, number))
            case 1:
                raise ZeroDivisionError
            case 2:
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("seed", range(8))
async def test_as_many_places_are_given_back_as_were_taken_whatever_happens(queue, clock, monkeypatch, seed):
    """Presses come in any order, twice, late, are given up, fail, or go on when their place is given away."""
    monkeypatch.setattr(traffic, "ANSWERED_WITHIN", 0.003)
    chance, tasks = random.Random(seed), []
    for _ in range(150):
        clock.seconds += chance.choice([0.0, 0.01, 0.5])
        number = chance.randrange(60)
        tasks.append(asyncio.create_task(arrive(queue, clock, chance, number)))
        if chance.random() < 0.3:
            await asyncio.sleep(chance.choice([0.0, 0.001]))
        if chance.random() < 0.2:
            chance.choice(tasks).cancel()
        assert places_left(queue) + len(queue._in_work) <= MOST_AT_ONCE
    await asyncio.gather(*tasks, return_exceptions=True)
    assert places_left(queue) == MOST_AT_ONCE
    assert (queue._in_work, queue._unanswered) == ({}, set())
    assert not queue.is_busy


@asynccontextmanager
async def pressing(queue, many):
    """Let so many presses be in work inside a ``with``; at its end they are answered."""
    answered = asyncio.Event()

    async def work(number):
        async with queue.turn(press(0, number)):
            await answered.wait()

    tasks = [asyncio.create_task(work(number)) for number in range(many)]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        answered.set()
        await asyncio.gather(*tasks)


class TestDrawings:
    @pytest.fixture(autouse=True)
    def patience(self, monkeypatch):
        """A press in work counts until it is answered, and a drawing waits for it, however slow the machine is."""
        for name in ("PATIENCE", "ANSWERED_WITHIN"):
            monkeypatch.setattr(traffic, name, 60.0)

    @pytest.fixture
    async def begun(self, queue):
        """Return the drawings that have begun, and a function that lets others wait for their turns."""
        turns, begun, tasks = DrawingTurns(queue), [], []

        async def draw(number):
            await turns.turn()
            begun.append(number)

        async def wait(many):
            tasks.extend(asyncio.create_task(draw(number)) for number in range(many))
            await asyncio.sleep(0)
            return tasks

        yield begun, wait
        await asyncio.gather(*tasks, return_exceptions=True)

    async def test_begin_at_once_while_few_presses_are_in_work(self, queue, begun):
        drawn, wait = begun
        async with pressing(queue, FEW):
            await wait(1)
            assert drawn == [0]

    async def test_wait_in_their_order_until_presses_are_answered(self, queue, begun):
        drawn, wait = begun
        async with pressing(queue, FEW + 1):
            tasks = await wait(3)
            await asyncio.sleep(0.05)
            assert drawn == []
        await asyncio.gather(*tasks)
        assert drawn == [0, 1, 2]

    async def test_wait_no_longer_than_their_patience(self, queue, begun, monkeypatch):
        drawn, wait = begun
        async with pressing(queue, MOST_AT_ONCE):
            monkeypatch.setattr(traffic, "PATIENCE", 0.0)
            await wait(1)
            assert drawn == [0]

    async def test_one_that_is_given_up_holds_no_other_up(self, queue, begun):
        drawn, wait = begun
        async with pressing(queue, MOST_AT_ONCE):
            first, second = await wait(2)
            first.cancel()
        await second
        assert drawn == [1]

    async def test_of_many_several_begin_at_once_and_something_else_has_its_turn_between(self, queue, begun):
        drawn, wait = begun
        async with pressing(queue, MOST_AT_ONCE):
            await wait(200)
        seen = [0]
        while len(drawn) < 200:
            await asyncio.sleep(0)
            seen.append(len(drawn))
        together = [after - before for before, after in itertools.pairwise(seen) if after > before]
        assert max(together) > 1
        assert together[-10:] == [1] * 10
        assert drawn == [*range(200)]
