"""Work in the background: loops, jobs and timers. What fails is logged and harms nothing else; all ends at close."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from bot import metrics
from bot.memory import Latest
from bot.models.errors import DamagedData, NoSuchTable, StorageError
from engine.errors import CribbageError

FIRST: Final = 1.0
"""Seconds after which what has failed is tried again; twice as long each time."""

LONGEST: Final = 3_600.0
"""Seconds after which it is tried again at the latest, and at once that late where somebody's DMs are closed."""

LONGEST_WAIT: Final = 300.0
"""The same of loops, and of what people wait for, such as a robot's move."""

MOST_PLACES: Final = 1_000
"""Of how many places it is remembered what failed there; the one that failed first is forgotten first."""

Work: TypeAlias = Callable[[], Awaitable[object]]
T = TypeVar("T")


class GivenUp(Exception):
    """Shared work was given up, because what it was about has changed."""


class TriedAgain(Exception):
    """A failure that knows when another try may help."""

    def wait(self, first: float) -> float | None:
        """Return the seconds until the first try after it; None where no later try would find more."""
        return first


class Failures:
    """Logs what fails, once a place: again only when something else fails there, or it worked meanwhile.

    Errors of the kinds ``expected``, which are nobody's fault in the program, are warnings.
    """

    def __init__(self, log: logging.Logger, *expected: type[BaseException]) -> None:
        self._log = log
        self._expected = (CribbageError, OSError, *expected)
        self._known: Latest[str, str] = Latest(MOST_PLACES)

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
        is_expected = isinstance(error, self._expected) and not isinstance(error, DamagedData)
        # Errors of stored data say in one sentence what is wrong; a trace would quote what is stored.
        trace = None if isinstance(error, StorageError | DamagedData) else error
        level = logging.WARNING if is_expected else logging.ERROR
        self._log.log(level, "%s: %s", place, str(error) or type(error).__name__, exc_info=trace)

    def forget(self, place: str) -> None:
        """Note that it worked at a place, so that the next failure there is logged."""
        self._known.pop(place, None)


class Retries:
    """The times at which what was refused is tried again."""

    def __init__(self) -> None:
        self._failed: dict[Hashable, tuple[int, float]] = {}

    def failed(self, key: Hashable, first: float = FIRST, longest: float = LONGEST) -> float:
        """Note a refusal, and return the seconds until the next try: a try before that does not put it off.

        What can be tried soon does not wait for what was refused for long, such as a message to closed DMs.
        """
        now = asyncio.get_running_loop().time()
        tries, at = self._failed.get(key, (0, 0.0))
        soonest = now + min(first * 2.0 ** min(tries, 16), longest)
        if at <= now or soonest < at:
            at = soonest
            self._failed[key] = tries + 1, at
        return at - now

    def has_failed(self, key: Hashable, many: int = 1) -> bool:
        """Return whether something was refused so often."""
        return self._failed.get(key, (0, 0.0))[0] >= many

    def is_waiting(self, key: Hashable) -> bool:
        """Return whether it is too early for the next try."""
        return asyncio.get_running_loop().time() < self._failed.get(key, (0, 0.0))[1]

    def forget(self, key: Hashable) -> bool:
        """Note that nothing is refused any more, and return whether something was."""
        return self._failed.pop(key, None) is not None


class Background:
    """What one owner does in the background, by the kind of work and, within a kind, by a key.

    Nothing that fails ends a loop: it is logged, and the next turn comes later each time.
    """

    def __init__(self, log: logging.Logger, *expected: type[BaseException]) -> None:
        self.failures = Failures(log, *expected)
        self.retries: Final = Retries()
        self.wanted: Final[defaultdict[str, dict[Hashable, Work]]] = defaultdict(dict)
        """What of each kind is still to be begun, by its keys."""
        self._running: defaultdict[str, dict[object, asyncio.Task[Any]]] = defaultdict(dict)
        self._waiting: dict[str, dict[object, asyncio.TimerHandle]] = {}
        self._closed = False

    def running(self, work: str) -> dict[object, asyncio.Task[Any]]:
        """Return the tasks of a kind of work by their keys, now and later."""
        return self._running[work]

    def is_running(self, work: str, key: object = None) -> bool:
        """Return whether work of this kind is being done for this key."""
        task = self._running[work].get(key)
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

    def start(self, work: str, do: Work, *, key: object = None) -> None:
        """Do something once, unless the same kind of work with this key is being done."""
        self.begin(work, key, partial(self._try, work, do))

    def want(
        self,
        work: str,
        key: Hashable,
        do: Work,
        place: Callable[[], str],
        *,
        first: float = FIRST,
        longest: float = LONGEST,
    ) -> None:
        """Do something soon, once more if it is wanted meanwhile, and again, later each time, after it has failed.

        It fails if it raises anything but ``GivenUp``, or returns False. ``place`` tells how a line in the log begins.
        """
        self.wanted[work][key] = do
        self.begin(work, key, partial(self._do, work, key, place, first, longest))

    def begin(self, work: str, key: object, run: Work) -> asyncio.Task[Any] | None:
        """Return the task of a kind and key, begun now unless it is running; None after ``close``.

        Its errors are left to it.
        """
        running = self._running[work]
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

    async def wait(self, work: str, *, tries: bool = False) -> None:
        """Wait until nothing of a kind is being done, or with ``tries`` is to be tried again either."""
        while self.running(work) or (tries and self.waiting(work)):
            timers = [timer.when() for timer in self._waiting.get(work, {}).values()]
            if tasks := [*self.running(work).values()]:
                await asyncio.gather(*tasks, return_exceptions=True)
                # From Python 3.12 on, `gather` of tasks that are done does not let the loop run, but `_end` must run.
                await asyncio.sleep(0)
            else:
                await asyncio.sleep(min(timers) - asyncio.get_running_loop().time())

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
        wait = 0.0 if at_once else every
        while True:
            await asyncio.sleep(wait)
            wait = every
            if await self._try(work, do):
                self.retries.forget(work)
            else:
                wait = self.retries.failed(work, every, max(every, LONGEST_WAIT))

    async def _do(self, work: str, key: Hashable, place: Callable[[], str], first: float, longest: float) -> None:
        wanted, job = self.wanted[work], (work, key)
        while (do := wanted.pop(key, None)) is not None:
            metrics.BACKGROUND_RUNS.labels(work).inc()
            try:
                wait = first if await do() is False else None
            except GivenUp:
                continue
            except Exception as error:
                self.failures.note(work, place(), error)
                wait = _first_wait(error, first)
                if wait is None:
                    self.retries.forget(job)
            else:
                if wait is None and self.retries.forget(job):
                    self.cancel(work, key)
                    self.failures.forget(place())
            if wait is not None:
                again = partial(self.want, work, key, do, place, first=first, longest=longest)
                self.later(work, self.retries.failed(job, wait, longest), again, key=key)

    async def _try(self, work: str, do: Work) -> bool:
        """Do something once, and return whether it worked."""
        has_worked = False
        with self.failures.at(work, work):
            try:
                await do()
                has_worked = True
            finally:
                metrics.BACKGROUND_RUNS.labels(work).inc()
        return has_worked


def _first_wait(error: Exception, first: float) -> float | None:
    """Return the seconds until the first try after an error; None where no later try would find more."""
    if isinstance(error, DamagedData | NoSuchTable):
        return None
    return error.wait(first) if isinstance(error, TriedAgain) else first
