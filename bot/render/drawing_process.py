"""Drawing in processes of their own: how many there are, how they begin, and what they get to draw."""

import io
import os
import pickle
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

from bot.analysis.pool import Spare, Worker
from bot.i18n.translation import Language
from bot.render.scene import Scene

MOST_WORKERS: Final = 4
"""The most workers that a machine gets, however many processors it has."""

_BEHIND_THE_BOT: Final = 5
"""By how much the priority of a worker is lower than the bot's, as the system counts it.

The bot gets three times as much of a processor as one worker. The lowest priority would get almost nothing beside other
programs that use every processor.
"""

_languages: Final[dict[str, Language]] = {}
"""In a worker, the languages of its scenes by their names."""


def worker_count() -> int:
    """Return how many workers this machine should have: one processor stays free for the bot."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


def drawing_worker(languages: Iterable[Language] = (), warm_up: Iterable[Scene] = ()) -> Worker:
    """Return a worker for pictures; ``languages`` are all that scenes may be in, and ``warm_up`` its practice."""
    return Worker(_prepare, {one.name: one for one in languages}, tuple(warm_up))


def draw(worker: Worker, scene: Scene) -> bytes:
    """Return a picture from a worker as a PNG file. Raises ``PoolError``, or whatever went wrong in drawing."""
    out = io.BytesIO()
    _Pickler(out).dump(scene)
    return worker.call(_png, out.getvalue())


class _Pickler(pickle.Pickler):
    """Writes a scene with the names of languages; the worker has the languages themselves."""

    def persistent_id(self, obj: Any) -> str | None:
        return obj.name if isinstance(obj, Language) else None


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: Any) -> Language:
        return _languages[pid]


def _prepare(languages: Mapping[str, Language], warm_up: Iterable[Scene]) -> Iterable[Spare]:
    if sys.platform != "win32":
        # The bot's own process comes first: players who would wait get text. Some systems forbid a lower priority.
        with suppress(OSError):
            os.nice(_BEHIND_THE_BOT)
    _languages.update(languages)
    return [scene.png for scene in warm_up]


def _png(scene: bytes) -> bytes:
    png: bytes = _Unpickler(io.BytesIO(scene)).load().png()
    return png
