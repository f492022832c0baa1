"""How long each picture takes, painted and packed, and how large it is.

pytest tests/benchmarks/test_drawing_speed.py --benchmark-only

Warm is a picture like one that was drawn before, which is the usual case: letters, wood and cards are kept. Cold is the
first one of a process, in ``extra_info``. Nothing here fails for being slow.
"""

import importlib
import pkgutil
import time

import pytest

from bot.ui import drawing
from tests.goldens import SCENES

ROUNDS = 10
PICTURES = {name: scene for name, scene in SCENES.items() if type(scene).__module__.startswith(drawing.__name__)}


def _forget():
    """Empty every cache of the drawing package, as at the start of a process."""
    for module in pkgutil.iter_modules(drawing.__path__, f"{drawing.__name__}."):
        for kept in vars(importlib.import_module(module.name)).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(benchmark, name):
    """Painted and packed, cold and warm."""
    scene = PICTURES[name]
    _forget()
    start = time.perf_counter()
    png = scene.png()
    cold = time.perf_counter() - start
    warm = benchmark.pedantic(scene.png, rounds=ROUNDS, warmup_rounds=1)
    assert warm == png
    benchmark.group = scene.kind
    benchmark.extra_info.update(cold_ms=round(cold * 1e3, 1), kilobytes=round(len(png) / 1e3, 1))
