"""Work in the background: what fails is logged once a place, ends nothing, and is tried again later each time."""

import asyncio
import logging

import pytest

from bot import metrics
from bot.background import LONGEST_WAIT, MOST_PLACES, Background, Failures, Retries
from bot.models.errors import DamagedData, StorageError

LOG = logging.getLogger("bot.test")


@pytest.fixture
async def background():
    background = Background(LOG, KeyError)
    yield background
    await background.close()


def lines(caplog):
    said = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return said


class TestFailures:
    def test_one_place_harms_no_other_and_is_logged_once_until_it_is_well(self, caplog):
        failures, served = Failures(LOG), []
        for _ in range(3):
            for league in (1, 2):
                with failures.at("posts", f"league {league}"):
                    if league == 1:
                        raise DamagedData("a league is damaged.")
                    served.append(league)
        assert served == [2, 2, 2]
        assert lines(caplog) == ["league 1: a league is damaged."]
        with failures.at("posts", "league 1"):
            pass
        with failures.at("posts", "league 1"):
            raise DamagedData("a league is damaged.")
        assert lines(caplog) == ["league 1: a league is damaged."]

    def test_another_fault_at_the_same_place_is_logged_too(self, caplog):
        failures = Failures(LOG)
        for error in (DamagedData("a."), DamagedData("b."), DamagedData("b.")):
            with failures.at("posts", "league 1"):
                raise error
        assert lines(caplog) == ["league 1: a.", "league 1: b."]

    def test_a_fault_of_the_program_has_its_trace_and_what_is_stored_is_not_quoted(self, caplog):
        failures = Failures(LOG, KeyError)
        for error in (ValueError("x"), KeyError("y"), StorageError("disk full."), DamagedData("a.")):
            with failures.at("posts", type(error).__name__):
                raise error
        traced = {record.getMessage().partition(":")[0]: bool(record.exc_info) for record in caplog.records}
        assert traced == {"ValueError": True, "KeyError": True, "StorageError": False, "DamagedData": False}
        levels = [record.levelno for record in caplog.records]
        assert levels == [logging.ERROR, logging.WARNING, logging.WARNING, logging.ERROR]
        caplog.clear()

    def test_it_takes_no_more_memory_for_more_places(self, caplog):
        failures = Failures(LOG)
        for place in range(MOST_PLACES + 50):
            failures.note("posts", str(place), StorageError("disk full."))
        assert len(failures._known) == MOST_PLACES
        caplog.clear()


class TestLoops:
    async def test_goes_on_after_whatever_fails_and_ends_at_close(self, background, caplog):
        turns, done = [], asyncio.Event()

        async def turn():
            turns.append(None)
            if len(turns) > 3:
                done.set()
            else:
                raise [ValueError("x"), DamagedData("a."), StorageError("b.")][len(turns) - 1]

        before = metrics.value("cribbage_background_failures_total", work="test loop")
        background.repeat("test loop", turn, 0.001, at_once=True)
        background.repeat("test loop", turn, 0.001, at_once=True)
        assert len(background.running("test loop")) == 1, "it has begun already"
        async with asyncio.timeout(10):
            await done.wait()
        assert metrics.value("cribbage_background_failures_total", work="test loop") == before + 3
        assert metrics.value("cribbage_background_runs_total", work="test loop") >= before + 3
        assert metrics.value("cribbage_background_running", work="test loop") == 1
        await background.close()
        await asyncio.sleep(0)
        assert metrics.value("cribbage_background_running", work="test loop") == 0
        background.repeat("test loop", turn, 0.001)
        assert not background.running("test loop")
        assert lines(caplog) == ["test loop: x", "test loop: a.", "test loop: b."]

    @pytest.mark.parametrize(("first", "waits"), [(15, [15, 30, 60, 120, 240, LONGEST_WAIT]), (1, [1, 2, 4])])
    async def test_each_failure_makes_the_next_turn_later(self, monkeypatch, first, waits):
        loop, retries, found = asyncio.get_running_loop(), Retries(), []
        now = loop.time()
        with monkeypatch.context() as clock:
            clock.setattr(loop, "time", lambda: now)
            for _ in waits:
                found.append(retries.failed("loop", first, LONGEST_WAIT))
                assert retries.is_waiting("loop")
                now += found[-1]
        assert found == pytest.approx(waits)


class TestJobs:
    async def test_one_at_a_time_for_a_key(self, background):
        go, begun = asyncio.Event(), []

        async def work():
            begun.append(None)
            await go.wait()

        for key in ("a", "a", "b"):
            background.start("jobs", work, key=key)
        await asyncio.sleep(0)
        assert len(begun) == 2
        go.set()
        await background.wait("jobs")
        background.start("jobs", work, key="a")
        await background.wait("jobs")
        assert len(begun) == 3
        assert background.running("jobs") == {}

    @pytest.mark.parametrize(("error", "tries"), [(StorageError("x."), 3), (DamagedData("x."), 1), (ValueError(), 3)])
    async def test_is_done_again_while_another_try_may_help(self, background, caplog, error, tries):
        tried = []

        async def work():
            tried.append(None)
            if len(tried) < 3:
                raise error

        background.want("jobs", "a", work, lambda: "the job of a", first=0.001)
        async with asyncio.timeout(10):
            await background.wait("jobs", tries=True)
        assert len(tried) == tries
        assert not background.waiting("jobs")
        assert lines(caplog) == [f"the job of a: {str(error) or type(error).__name__}"]


async def test_a_timer_takes_the_place_of_the_one_with_its_key_and_none_ends_after_close(background):
    ended = []
    for key, seconds, word in (
        ("a", 0.001, "replaced"),
        ("a", 0.002, "a"),
        ("b", 0.003, "b"),
        ("c", 0.001, "cancelled"),
    ):
        background.later("timers", seconds, lambda word=word: ended.append(word), key=key)
    background.cancel("timers", "c")
    assert set(background.waiting("timers")) == {"a", "b"}
    async with asyncio.timeout(10):
        while background.waiting("timers"):  # noqa: ASYNC110 - timers set no event
            await asyncio.sleep(0.001)
    assert ended == ["a", "b"]
    background.later("timers", 0, lambda: ended.append("closed"))
    await background.close()
    background.later("timers", 0, lambda: ended.append("late"))
    await asyncio.sleep(0.002)
    assert ended == ["a", "b"]
