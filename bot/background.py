"""Work in the background: loops, jobs and timers. What fails is logged and harms nothing else; all ends at close."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from bot import metrics
from bot.models.errors import DamagedData, StorageError
from engine.errors import CribbageError

LONGEST_WAIT: Final = 300.0
"""The most seconds by which failures put off the next try of something."""

MOST_PLACES: Final = 1_000
"""Of how many places it is remembered what failed there; the one that failed first is forgotten first."""

_MOST_DOUBLINGS: Final = 10

Work: TypeAlias = Callable[[], Awaitable[object]]
T = TypeVar("T")


class GivenUp(Exception):
    """Shared work was given up, because what it was about has changed."""


class Failures:
    """Logs what fails, once a place: again only when something else fails there, or it worked meanwhile.

    Errors of the kinds ``expected``, which are nobody's fault in the program, are warnings.
    """

    def __init__(self, log: logging.Logger, *expected: type[BaseException]) -> None:
        self._log = log
        self._expected = (CribbageError, OSError, *expected)
        self._known: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def at(self, work: str, place: str, *, passes: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
        """Run a ``with`` about one thing of many, so that its failure ends nothing else.

        ``work`` is the label in the metrics, and ``place`` the beginning of the line in the log. Errors that ``passes``
        names are raised.
        """
        try:
            yield
        except passes:
            raise
        except Exception as error:
            self.note(work, place, error)
        else:
            self.forget(place)

    def note(self, work: str, place: str, error: BaseException) -> None:
        """Count a failure, and log it unless the same is known of its place."""
        metrics.BACKGROUND_FAILURES.labels(work).inc()
        what = f"{type(error).__name__}: {error}"
        if self._known.get(place) == what:
            return
        self._known[place] = what
        self._known.move_to_end(place)
        if len(self._known) > MOST_PLACES:
            self._known.popitem(last=False)
        is_expected = self.may_pass(error)
        # Errors of stored data say in one sentence what is wrong; a trace would quote what is stored.
        trace = None if isinstance(error, StorageError | DamagedData) else error
        level = logging.WARNING if is_expected else logging.ERROR
        self._log.log(level, "%s: %s", place, str(error) or type(error).__name__, exc_info=trace)

    def forget(self, place: str) -> None:
        """Note that it worked at a place, so that the next failure there is logged."""
        self._known.pop(place, None)

    def may_pass(self, error: BaseException) -> bool:
        """Return whether another try may help: neither the program nor what is stored is at fault."""
        return isinstance(error, self._expected) and not isinstance(error, DamagedData)


class Background:
    """What one owner does in the background, by the kind of work and, within a kind, by a key.

    Nothing that fails ends a loop: it is logged, and the next turn comes later each time.
    """

    def __init__(self, log: logging.Logger, *expected: type[BaseException]) -> None:
        self.failures = Failures(log, *expected)
        self._running: dict[str, dict[object, asyncio.Task[Any]]] = {}
        self._waiting: dict[str, dict[object, asyncio.TimerHandle]] = {}
        self._closed = False

    def running(self, work: str) -> dict[object, asyncio.Task[Any]]:
        """Return the tasks of a kind of work by their keys, now and later."""
        return self._running.setdefault(work, {})

    def is_running(self, work: str, key: object = None) -> bool:
        """Return whether work of this kind is being done for this key."""
        task = self.running(work).get(key)
        return task is not None and not task.done()

    def waiting(self, work: str) -> Collection[Any]:
        """Return the keys of what waits for its time."""
        return self._waiting.get(work, {}).keys()

    def later(self, work: str, seconds: float, do: Callable[[], object], *, key: Hashable = None) -> None:
        """Call something after so many seconds, in place of what waits under the same key; never after ``close``."""
        self.cancel(work, key)
        if self._closed:
            return

        def begin() -> None:
            del self._waiting[work][key]
            do()

        self._waiting.setdefault(work, {})[key] = asyncio.get_running_loop().call_later(seconds, begin)

    def cancel(self, work: str, key: Hashable = None) -> None:
        """Let what waits under a key be, if anything does."""
        if (timer := self._waiting.get(work, {}).pop(key, None)) is not None:
            timer.cancel()

    def repeat(self, work: str, do: Work, every: float, *, at_once: bool = False) -> None:
        """Do something every so many seconds until ``close``, unless that has begun already."""
        self.begin(work, None, lambda: self._go_on(work, do, every, at_once=at_once))

    def start(
        self, work: str, do: Work, *, key: object = None, place: str | None = None, again_after: float | None = None
    ) -> None:
        """Do something once, unless the same kind of work with this key is being done.

        ``place`` begins the line in the log if it fails. With ``again_after`` it is then done again, after so many
        seconds at first and later each time, as long as another try may help.
        """
        self.begin(work, key, partial(self._do, work, do, place or work, again_after))

    def begin(self, work: str, key: object, run: Work) -> asyncio.Task[Any] | None:
        """Return the task of a kind and key, begun now unless it is running; None after ``close``.

        Its errors are left to it.
        """
        running = self.running(work)
        if self._closed or (key in running and not running[key].done()):
            return None if self._closed else running[key]
        task: asyncio.Task[Any] = asyncio.ensure_future(run())
        task.set_name(work if key is None else f"{work} {key}")
        running[key] = task
        metrics.BACKGROUND_RUNNING.labels(work).inc()
        task.add_done_callback(partial(self._end, work, key))
        return task

    async def share(self, work: str, do: Callable[[], Awaitable[T]], *, key: object) -> T:
        """Do something once for everybody who asks for it meanwhile, and return its result, or raise its error.

        Raises ``GivenUp`` where it was given up.
        """
        if (task := self.begin(work, key, do)) is None:
            raise GivenUp
        await asyncio.wait({task})
        if task.cancelled():
            raise GivenUp
        result: T = task.result()
        return result

    def give_up(self, work: str, key: object) -> None:
        """Give up what is being done under a key, if anything is."""
        if (task := self._running.get(work, {}).get(key)) is not None:
            task.cancel()

    async def wait(self, work: str) -> None:
        """Wait until nothing of a kind is being done."""
        while tasks := [task for task in self.running(work).values() if not task.done()]:
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self) -> None:
        """Cancel everything, and take on nothing more."""
        self._closed = True
        for timer in [timer for of_kind in self._waiting.values() for timer in of_kind.values()]:
            timer.cancel()
        tasks = [task for of_kind in self._running.values() for task in of_kind.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _end(self, work: str, key: object, task: asyncio.Task[Any]) -> None:
        metrics.BACKGROUND_RUNNING.labels(work).dec()
        if self._running[work].get(key) is task:
            del self._running[work][key]

    async def _go_on(self, work: str, do: Work, every: float, *, at_once: bool) -> None:
        failed, wait = 0, 0.0 if at_once else every
        while True:
            await asyncio.sleep(wait)
            failed = 0 if await self._try(work, do, work) is None else failed + 1
            wait = _later(every, failed)

    async def _do(self, work: str, do: Work, place: str, again_after: float | None) -> None:
        failed = 0
        while (error := await self._try(work, do, place)) is not None:
            if again_after is None or not self.failures.may_pass(error):
                return
            await asyncio.sleep(_later(again_after, failed))
            failed += 1

    async def _try(self, work: str, do: Work, place: str) -> BaseException | None:
        failure: BaseException | None = None
        with self.failures.at(work, place):
            try:
                await do()
            except Exception as error:
                failure = error
                raise
            finally:
                metrics.BACKGROUND_RUNS.labels(work).inc()
        return failure


def _later(seconds: float, failed: int) -> float:
    """Return the wait before the next try: twice as long for each failure in a row, up to some minutes."""
    return max(seconds, min(seconds * 2.0 ** min(failed, _MOST_DOUBLINGS), LONGEST_WAIT))
