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
from simcord.http.client import FakeWebhookAdapter

from bot import render
from bot.render.drawing_process import worker_count
from bot.render.renderer import Renderer
from bot.ui.games.scenes import warm_up_scenes
from tests.support.golden_pictures import SCENES
from tests.support.simulated_discord import World

ROUNDS = 10
PRESSES = 30
DRAWN_MEANWHILE = 20

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


@pytest.mark.parametrize("workers", [0, worker_count()], ids=["thread", "processes"])
def test_a_press_while_tables_are_drawn(benchmark, tmp_path, monkeypatch, workers):
    """Measure the time from a press to its answer or acknowledgement, with pictures that are not yet drawn."""
    answered = []
    request = FakeWebhookAdapter.request

    async def timed(self, route, *args, **options):
        if route.url.endswith("/callback"):
            answered.append(time.perf_counter())
        return await request(self, route, *args, **options)

    monkeypatch.setattr(FakeWebhookAdapter, "request", timed)
    took = []

    async def press():
        world = World(tmp_path / "cribbage.db", with_pictures=True)
        try:
            await world.open()
            with world.env.time_context():
                name = await world.sit_down()
                world.bot._renderer.close()
                world.bot._renderer = world.bot.context.attachments._renderer = Renderer(
                    workers, most_waiting=DRAWN_MEANWHILE
                )
                scenes = [_numbered(SCENES["table"], -number) for number in range(DRAWN_MEANWHILE)]
                others = [world.bot._renderer.png(scene) for scene in scenes]
                # Some come too late while their processes start.
                drawing = asyncio.gather(*others, return_exceptions=True)
                for _ in range(PRESSES):
                    world.bot._renderer._cache.clear()
                    begun = time.perf_counter()
                    await world.press(world.ann, world.public(name), "hand")
                    took.append(answered[-1] - begun)
                await drawing
        finally:
            await world.close()

    benchmark.pedantic(lambda: asyncio.run(press()), rounds=1)
    took.sort()
    benchmark.extra_info.update(median_ms=round(took[len(took) // 2] * 1e3, 1), slowest_ms=round(took[-1] * 1e3, 1))


def _numbered(table, number):
    """Return the same table with another name on it."""
    first, *others = table.board.sides
    return replace(table, board=replace(table.board, sides=(replace(first, name=f"Ann {number}"), *others)))
