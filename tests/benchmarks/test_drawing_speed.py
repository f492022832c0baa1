"""The time to draw and compress each picture, and the size of its file.

pytest tests/benchmarks/test_drawing_speed.py --benchmark-only

The benchmark draws warm, which is the usual case: letters, wood and cards are cached. In ``extra_info``, ``new_ms`` is
the first picture of its kind after the warm-up of the bot, and ``cold_ms`` the first one without a warm-up. Nothing
here fails for being slow.
"""

import asyncio
import importlib
import pkgutil
import time
from dataclasses import replace

import pytest

from bot import render
from bot.render.renderer import Renderer
from bot.ui.games.warm_up import warm_up_scenes
from tests.support.golden_pictures import SCENES

ROUNDS = 10
PACE = 0.002
"""Seconds between two measurements of the event loop."""

PICTURES = {name: scene for name, scene in SCENES.items() if type(scene).__module__.startswith(render.__name__)}


def _forget():
    """Empty every cache of bot.render, as at the start of a process."""
    for module in pkgutil.iter_modules(render.__path__, f"{render.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def _timed(scene):
    """Draw a scene; returns the time in milliseconds and the file."""
    start = time.perf_counter()
    png = scene.png()
    return round((time.perf_counter() - start) * 1e3, 1), png


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture(benchmark, name):
    """Draw one picture cold, new and warm."""
    scene = PICTURES[name]
    _forget()
    cold, png = _timed(scene)
    _forget()
    for scene_before in warm_up_scenes():
        scene_before.png()
    new, _ = _timed(scene)
    warm = benchmark.pedantic(scene.png, rounds=ROUNDS, warmup_rounds=1)
    assert warm == png
    benchmark.group = scene.kind
    benchmark.extra_info.update(cold_ms=cold, new_ms=new, kilobytes=round(len(png) / 1e3, 1))


def test_the_event_loop_while_50_tables_are_drawn(benchmark):
    """Measure how late the event loop wakes up, in ``extra_info``."""
    table = SCENES["table"]
    table.png()
    number = iter(range(1_000_000))
    late = []

    async def fifty():
        renderer = Renderer()
        tables = [replace(table, board=_renamed(table.board, next(number))) for _ in range(50)]
        drawing = asyncio.gather(*map(renderer.png, tables))
        while not drawing.done():
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
