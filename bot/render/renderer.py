"""The renderer: it draws pictures outside the event loop, the urgent ones first, and caches them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot import metrics
from bot.analysis.pool import Worker
from bot.i18n.translation import Language
from bot.memory import Latest
from bot.render.drawing_process import draw, drawing_worker
from bot.render.scene import Scene

CACHE_SIZE: Final = 300
"""The number of pictures in the cache; each has about 40 kB."""

MOST_WAITING: Final = 6
"""The number of pictures that may wait for each worker: about a twentieth of a second's work."""

PATIENCE: Final = 5.0
"""How many seconds are waited for a picture, however busy the machine is."""


class QueueFull(Exception):
    """The renderer takes no more pictures just now, or takes too long; text must do."""


@dataclass(eq=False, slots=True)
class _Job:
    done: asyncio.Future[bytes]
    requests: int = 0


class Renderer:
    """Draws scenes and keeps the latest pictures; any number of tasks of one event loop may use it at once.

    It draws in so many ``workers``, which are processes and know these ``languages``. Without any it draws on one
    thread, for tests and small tools: nothing has to be started, but the event loop is slow meanwhile.
    """

    def __init__(
        self,
        workers: int = 0,
        *,
        languages: Iterable[Language] = (),
        warm_up: Iterable[Scene] = (),
        cache_size: int = CACHE_SIZE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._most_waiting = most_waiting * max(workers, 1)
        practice = tuple(warm_up)
        self._workers = [drawing_worker(languages, practice) for _ in range(workers)]
        self._idle: deque[Worker | None] = deque([*self._workers, *([] if workers else [None])])
        self._executor = ThreadPoolExecutor(1, "painter")
        self._is_closed = False
        self._cache: Latest[Scene, bytes] = Latest(cache_size)
        self._jobs: dict[Scene, _Job] = {}
        # The scenes that wait, the first in line first.
        self._urgent: dict[Scene, None] = {}
        self._others: dict[Scene, None] = {}

    def warm(self) -> None:
        """Let the workers begin, and practise: the first picture of a kind takes much longer."""
        for worker in self._workers:
            worker.thread.submit(worker.start)

    def close(self) -> None:
        """Refuse every picture that has not begun, and end the workers."""
        self._is_closed = True
        for scene in (*self._urgent, *self._others):
            self._jobs.pop(scene).done.set_exception(QueueFull())
        self._urgent.clear()
        self._others.clear()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def cached(self, scene: Scene) -> bytes | None:
        known = self._cache.get(scene)
        if known is not None:
            self._cache.move_to_end(scene)
        return known

    @property
    def waiting(self) -> int:
        return len(self._urgent) + len(self._others)

    def is_full(self, *, urgent: bool) -> bool:
        """Return whether a new picture would be refused. An urgent one waits only for urgent ones."""
        waiting = len(self._urgent) + (0 if urgent else len(self._others))
        return self._is_closed or waiting >= self._most_waiting

    async def png(self, scene: Scene, *, urgent: bool = False) -> bytes:
        (png,) = await self.pngs((scene,), urgent=urgent)
        return png

    def pngs(self, scenes: Sequence[Scene], *, urgent: bool = False) -> Coroutine[Any, Any, list[bytes]]:
        """Ask for pictures now, and return what awaits them as PNG files; several requests wait for one drawing.

        A picture whose requests are all cancelled before it begins is never drawn. Raises ``QueueFull`` at once; what
        is awaited raises it too, after ``PATIENCE`` at the latest, or whatever went wrong in drawing.
        """
        known = {scene: png for scene in scenes if (png := self.cached(scene)) is not None}
        if self.is_full(urgent=urgent) and any(scene not in known and scene not in self._jobs for scene in scenes):
            raise QueueFull
        jobs = {scene: self._ask(scene, urgent=urgent) for scene in scenes if scene not in known}
        self._begin_next()
        return self._wait(scenes, known, jobs)

    def _ask(self, scene: Scene, *, urgent: bool) -> _Job:
        job = self._jobs.get(scene)
        if job is None:
            job = self._jobs[scene] = _Job(asyncio.get_running_loop().create_future())
            (self._urgent if urgent else self._others)[scene] = None
        elif urgent and scene in self._others:
            del self._others[scene]
            self._urgent[scene] = None
        job.requests += 1
        return job

    async def _wait(
        self, scenes: Sequence[Scene], known: Mapping[Scene, bytes], jobs: Mapping[Scene, _Job]
    ) -> list[bytes]:
        try:
            async with asyncio.timeout(PATIENCE):
                drawn = await asyncio.gather(*[asyncio.shield(job.done) for job in jobs.values()])
        except TimeoutError:
            raise QueueFull from None
        finally:
            for scene, job in jobs.items():
                job.requests -= 1
                if not job.requests and self._jobs.get(scene) is job:
                    self._forget(scene)
        pngs = {**known, **dict(zip(jobs, drawn, strict=True))}
        return [pngs[scene] for scene in scenes]

    def _forget(self, scene: Scene) -> None:
        """Drop a picture that nobody waits for, unless it is being drawn."""
        for waiting in (self._urgent, self._others):
            if scene in waiting:
                del waiting[scene]
                del self._jobs[scene]

    def _begin_next(self) -> None:
        loop = asyncio.get_running_loop()
        while self._idle and not self._is_closed and (waiting := self._urgent or self._others):
            scene, worker = next(iter(waiting)), self._idle.popleft()
            del waiting[scene]
            if worker is None:
                drawing = loop.run_in_executor(self._executor, scene.png)
            else:
                drawing = loop.run_in_executor(worker.thread, draw, worker, scene)
            drawing.add_done_callback(partial(self._finish, scene, worker))

    def _finish(self, scene: Scene, worker: Worker | None, drawing: asyncio.Future[bytes]) -> None:
        self._idle.append(worker)
        job = self._jobs.pop(scene)
        error = QueueFull() if drawing.cancelled() else drawing.exception()
        if error is None:
            metrics.PICTURES_DRAWN.inc()
            job.done.set_result(drawing.result())
            self._cache[scene] = drawing.result()
        elif job.requests:
            job.done.set_exception(QueueFull() if self._is_closed else error)
        self._begin_next()
