"""The renderer: it draws pictures outside the event loop and caches them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from typing import Final

from bot.render.scene import Scene

CACHE_SIZE: Final = 300
"""The number of pictures in the cache; each has about 30 kB."""


class Renderer:
    """Draws scenes and keeps the latest pictures; any number of tasks may use it at once.

    It has one thread: more threads draw no faster, and slow the event loop down many times.
    """

    def __init__(self, cache_size: int = CACHE_SIZE) -> None:
        self._cache_size = cache_size
        self._executor = ThreadPoolExecutor(1, "painter")
        self._cache: OrderedDict[Scene, bytes] = OrderedDict()
        self._pending: dict[Scene, asyncio.Future[bytes]] = {}

    def warm(self, scenes: Iterable[Scene]) -> None:
        """Draw these scenes in the background, because the first picture of a kind takes much longer.

        Each begins when the one before is done, so that a request in between comes next.
        """
        practice = iter(scenes)

        def draw_next(done: Future[bytes] | None = None) -> None:
            # A renderer that is being closed cancels what waits, and accepts nothing more.
            if done is not None and done.cancelled():
                return
            with suppress(RuntimeError):
                for scene in islice(practice, 1):
                    self._executor.submit(scene.png).add_done_callback(draw_next)

        draw_next()

    def close(self) -> None:
        """Cancel every drawing that has not begun."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def png(self, scene: Scene) -> bytes:
        """Return the picture as a PNG file; concurrent requests for one scene wait for the same drawing."""
        if (known := self._cache.get(scene)) is not None:
            self._cache.move_to_end(scene)
            return known
        painting = self._pending.get(scene)
        if painting is None:
            painting = asyncio.get_running_loop().run_in_executor(self._executor, scene.png)
            self._pending[scene] = painting
            painting.add_done_callback(lambda done: self._store(scene, done))
        return await asyncio.shield(painting)

    def _store(self, scene: Scene, done: asyncio.Future[bytes]) -> None:
        del self._pending[scene]
        if done.cancelled() or done.exception() is not None:
            return
        self._cache[scene] = done.result()
        while len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)
