"""How long each picture takes, painted and packed, and how large it is.

pytest tests/benchmarks/test_drawing_speed.py --benchmark-only

Warm is a picture like one that was drawn before, which is the usual case: letters, wood and cards are kept. In
``extra_info``, new is the first one of its build after the bot has practised as it does when it starts, and cold the
first one of a process that has not. Nothing here fails for being slow.
"""

import asyncio
import importlib
import pkgutil
import time
from dataclasses import replace

import pytest

from bot.render.renderer import Renderer
from bot.ui import drawing
from bot.ui.games.warm_up import warm_up_scenes
from tests.support.golden_pictures import SCENES

ROUNDS = 10
PACE = 0.002
"""The loop is looked at every so many seconds."""

PICTURES = {name: scene for name, scene in SCENES.items() if type(scene).__module__.startswith(drawing.__name__)}


def _forget():
    """Empty every cache of the drawing package, as at the start of a process."""
    for module in pkgutil.iter_modules(drawing.__path__, f"{drawing.__name__}."):
        for kept in vars(importlib.import_module(module.name)).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()


def _timed(scene):
    """In how many milliseconds it is painted and packed, and the file."""
    start = time.perf_counter()
    png = scene.png()
    return round((time.perf_counter() - start) * 1e3, 1), png


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(benchmark, name):
    """Painted and packed, cold, new and warm."""
    scene = PICTURES[name]
    _forget()
    cold, png = _timed(scene)
    _forget()
    for practised in warm_up_scenes():
        practised.png()
    new, _ = _timed(scene)
    warm = benchmark.pedantic(scene.png, rounds=ROUNDS, warmup_rounds=1)
    assert warm == png
    benchmark.group = scene.kind
    benchmark.extra_info.update(cold_ms=cold, new_ms=new, kilobytes=round(len(png) / 1e3, 1))


def test_the_loop_while_fifty_tables_are_painted(benchmark):
    """How late the event loop wakes meanwhile, in ``extra_info``."""
    table = SCENES["table"]
    table.png()
    number = iter(range(1_000_000))
    late = []

    async def fifty():
        renderer = Renderer()
        tables = [replace(table, board=_renamed(table.board, next(number))) for _ in range(50)]
        painting = asyncio.gather(*map(renderer.png, tables))
        while not painting.done():
            due = time.perf_counter() + PACE
            await asyncio.sleep(PACE)
            late.append(time.perf_counter() - due)
        renderer.close()

    benchmark.pedantic(lambda: asyncio.run(fifty()), rounds=3)
    late.sort()
    benchmark.extra_info.update(
        late_ms={part: round(late[int(len(late) * part / 100)] * 1e3, 1) for part in (50, 90, 99)},
        latest_ms=round(late[-1] * 1e3, 1),
    )


def _renamed(board, number):
    first, *others = board.sides
    return replace(board, sides=(replace(first, name=f"Ann {number}"), *others))
