"""The queue of presses: a few at a time, in their order, and none that Discord has given up."""

import asyncio
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot import metrics
from bot.ui.core.press_queue import MOST_AT_ONCE, TOO_LATE, PressQueue

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
    """The first tells how far the clocks are apart, whatever they say."""
    before = metrics.value("cribbage_presses_dropped_total")
    assert await is_in_time(queue, press(0))
    clock.seconds += 10.0
    assert await is_in_time(queue, press(10.0 - TOO_LATE + 0.1))
    assert not await is_in_time(queue, press(10.0 - TOO_LATE - 0.1))
    assert metrics.value("cribbage_presses_dropped_total") == before + 1


async def test_presses_that_are_all_slow_are_not_late(queue, clock):
    clock.seconds += 50.0
    assert await is_in_time(queue, press(0))
    assert await is_in_time(queue, press(1.0))


async def test_a_few_are_worked_on_until_they_are_answered(queue):
    started, done = [], asyncio.Event()

    async def work(number):
        async with queue.turn(press(0, number)):
            started.append(number)
            await done.wait()

    many = MOST_AT_ONCE + 3
    tasks = [asyncio.create_task(work(number)) for number in range(many)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert started == [*range(MOST_AT_ONCE)]
    # The answer to one of them is sent, though its handler goes on; and it gives room once.
    queue.answered(press(0, 2))
    queue.answered(press(0, 2))
    for _ in range(3):
        await asyncio.sleep(0)
    assert started == [*range(MOST_AT_ONCE + 1)]
    done.set()
    await asyncio.gather(*tasks)
    assert started == [*range(many)]


async def test_a_handler_that_fails_gives_its_room_back(queue):
    for number in range(2 * MOST_AT_ONCE):
        with pytest.raises(ZeroDivisionError):
            async with queue.turn(press(0, number)):
                raise ZeroDivisionError
    assert await is_in_time(queue, press(0, 99))
