"""The studio paints off the event loop, each picture once while anybody may ask for it again."""

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
"""How many pictures are kept; of some thirty kilobytes each."""


class Renderer:
    """Pictures by what they show, the latest asked for kept. Safe for many askers at once.

    There is one painter: several paint no more in the same time, and keep the event loop waiting many times longer.
    """

    def __init__(self, cache_size: int = CACHE_SIZE) -> None:
        self._cache_size = cache_size
        self._executor = ThreadPoolExecutor(1, "painter")
        self._cache: OrderedDict[Scene, bytes] = OrderedDict()
        self._pending: dict[Scene, asyncio.Future[bytes]] = {}

    def warm(self, scenes: Iterable[Scene]) -> None:
        """Paint these for practice: the first picture of its kind takes far longer than those after it.

        Each is begun when the one before is done, so that whoever asks for a picture meanwhile is served in between.
        """
        practice = iter(scenes)

        def draw_next(done: Future[bytes] | None = None) -> None:
            # A studio that is being closed waits for nobody who would begin something more, and then takes nothing.
            if done is not None and done.cancelled():
                return
            with suppress(RuntimeError):
                for scene in islice(practice, 1):
                    self._executor.submit(scene.png).add_done_callback(draw_next)

        draw_next()

    def close(self) -> None:
        """Paint nothing that is not begun yet."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    async def png(self, scene: Scene) -> bytes:
        """The picture as a PNG file. Who asks for what is being painted waits for that."""
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
