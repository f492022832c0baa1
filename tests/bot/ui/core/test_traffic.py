"""The pacer keeps requests below a rate, whoever sends them, and gives urgent ones their turn first."""

import asyncio
import bisect
import random

import aiohttp
import pytest
import yarl

from bot.ui.core import traffic as pacing
from bot.ui.core.traffic import Pacer


class Clock:
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


async def pass_seconds(pacer, clock, seconds):
    clock.now += seconds
    pacer._give()
    await settle()


async def finish(pacer, clock, tasks):
    while not all(task.done() for task in tasks):
        await pass_seconds(pacer, clock, 1.0)


async def test_as_many_as_fit_one_second_go_at_once_and_the_others_later(clock):
    pacer, done = Pacer(10, 10), []
    tasks = await take_turns(pacer, 25, done)
    assert len(done) == 10
    await pass_seconds(pacer, clock, 1.0)
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


async def test_a_turn_in_which_nothing_is_sent_costs_nothing_and_a_clock_that_goes_back_stops_nobody(clock):
    pacer, done = Pacer(10, 10), []
    clock.now -= 500
    await take_turns(pacer, 100, done, requests=0)
    assert len(done) == 100


async def test_a_turn_with_many_requests_is_paid_for_afterwards(clock):
    pacer, done = Pacer(10, 10), []
    await take_turns(pacer, 1, done, requests=30)
    tasks = await take_turns(pacer, 1, done)
    await pass_seconds(pacer, clock, 2.0)
    assert len(done) == 1
    await finish(pacer, clock, tasks)
    assert len(done) == 2


async def test_a_turn_that_is_cancelled_while_it_waits_keeps_nobody_back(clock):
    pacer, done = Pacer(1, 1), []
    pacer.count(1)
    first, second = await take_turns(pacer, 2, done)
    first.cancel()
    await finish(pacer, clock, [first, second])
    assert len(done) == 1


class _Sleeping:
    """The module ``asyncio`` with a ``sleep`` for which nobody waits.

    Whoever sleeps is woken when everybody sleeps, in the order of time.
    """

    def __init__(self, clock):
        self._clock, self._sleepers = clock, []

    def __getattr__(self, name):
        return getattr(asyncio, name)

    async def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._clock.now + seconds, len(self._sleepers), woken))
        await woken

    async def finish(self, *tasks):
        """Let time pass until these tasks are done."""
        await settle()
        while not all(task.done() for task in tasks):
            self.wake()
            await settle()

    def wake(self):
        self._sleepers.sort(key=lambda one: one[:2])
        due, _, woken = self._sleepers.pop(0)
        self._clock.now = max(self._clock.now, due)
        if not woken.done():
            woken.set_result(None)


@pytest.fixture
def sleeping(clock, monkeypatch):
    sleeping = _Sleeping(clock)
    monkeypatch.setattr(pacing, "asyncio", sleeping)
    return sleeping


def sent_to(path):
    """Return what aiohttp tells of a request to Discord."""
    return aiohttp.TraceRequestStartParams("POST", yarl.URL("https://discord.com/api/v10" + path), None)


def most_in_a_second(sent):
    """Return the most requests that were sent in any window of one second."""
    return max(bisect.bisect_right(sent, at + 1.0) - number for number, at in enumerate(sent))


class _Answered:
    """The parameters of an answer, as far as the pacer reads them."""

    def __init__(self, url):
        self.url, self.response = url, self
        self.status = 200


@pytest.mark.parametrize("seed", range(8))
async def test_whatever_the_load_no_second_has_more_requests_than_the_limit(clock, sleeping, seed):
    """A request arrives at any time before its answer: the first ones late, for they need connections, and others not.

    Some get no answer, some are free, some are given up, and the limit may change meanwhile.
    """
    chance, arrived = random.Random(seed), []
    limit = chance.choice([1, 7, 10, 39])
    pacer = Pacer(5, 2, limit)

    async def request(number):
        await sleeping.sleep(chance.choice([0.0, 0.0, 0.3, 1.0, chance.uniform(0, 4)]))
        key, free = object(), number % 7 == 0
        sent = sent_to("/interactions/1/token/callback" if free else "/channels/1/messages")
        await pacer.before_request(sent)
        pacer.request_started(key, sent)
        await sleeping.sleep(chance.choice([0.9, 0.0]) if number < 20 else chance.choice([0.01, 0.4]))
        if not free:
            arrived.append(clock.now)
        if chance.random() < 0.03:
            chance.choice(tasks).cancel()
        if chance.random() < 0.03:
            pacer.limit = chance.randint(1, limit)
        await sleeping.sleep(chance.choice([0.0, 0.2]))
        if number % 11 == 0:
            pacer.request_failed(key, None)
        else:
            pacer.request_ended(key, _Answered(sent.url))

    tasks = [asyncio.create_task(request(number)) for number in range(150)]
    await sleeping.finish(*tasks)
    assert len(arrived) > 100
    assert most_in_a_second(arrived) <= limit


async def test_requests_that_are_never_answered_do_not_stop_everybody(clock, sleeping):
    pacer, sent = Pacer(5, 2, 3), sent_to("/channels/1/messages")
    requests = [object() for _ in range(3)]
    for request in requests:
        await pacer.before_request(sent)
        pacer.request_started(request, sent)
    assert clock.now == 1_000.0, "a limit that is not reached holds nothing up"
    await sleeping.finish(asyncio.create_task(pacer.before_request(sent)))
    assert 1_005.0 <= clock.now < 1_005.1


@pytest.mark.parametrize(
    ("path", "waits"),
    [
        ("/channels/1/messages", True),
        ("/users/@me/channels", True),
        ("/interactions/1/token/callback", False),
        ("/webhooks/1/token/messages/@original", False),
    ],
)
async def test_only_what_discord_counts_waits(clock, sleeping, path, waits):
    pacer = Pacer(1, 0, 1)
    await pacer.admit()
    await sleeping.finish(asyncio.create_task(pacer.before_request(sent_to(path))))
    assert (clock.now > 1_000.0) is waits


async def test_processes_of_one_token_together_stay_below_the_limit(clock, sleeping):
    """Each of them is told how many they are; together they send what one may, and not much less."""
    pacers, sent = [Pacer(), Pacer()], []
    for pacer in pacers:
        pacer.processes = lambda: len(pacers)

    async def request(pacer):
        await pacer.admit()
        sent.append(clock.now)

    await sleeping.finish(*(asyncio.create_task(request(pacer)) for pacer in pacers for _ in range(60)))
    assert 30 < most_in_a_second(sent) <= 39
    assert sent[-1] - sent[0] < 4
