"""The renderer: it draws each picture once, keeps the latest, passes errors on, and never blocks the event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.render.canvas import Canvas, Palette, palette_image, plot_palette
from bot.render.renderer import QueueFull, Renderer
from bot.render.scene import Scene
from bot.ui.games.scenes import warm_up_scenes
from tests.support.simulated_discord import World

RED = (200, 0, 0)


class Drawings:
    """Records which pictures are drawn, how often and in which threads, and runs a hook during each drawing."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.meanwhile: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Word(Scene):
    word: str
    drawings: Drawings = field(repr=False, compare=False)

    kind = "word"
    palette = plot_palette((RED,), ())

    def draw(self, palette: Palette | None = None) -> Image.Image:
        self.drawings.times[self.word] += 1
        self.drawings.threads.add(threading.get_ident())
        self.drawings.begun.set()
        self.drawings.meanwhile()
        return Canvas(len(self.word), 1, RED, palette).image

    def describe(self, longest: int) -> str:
        return self.word


@pytest.fixture
def drawings() -> Drawings:
    return Drawings()


@pytest.fixture
def release(drawings: Drawings) -> Iterator[threading.Event]:
    event = threading.Event()
    drawings.meanwhile = lambda: event.wait(10) or None
    yield event
    event.set()


async def drawing_begun(drawings: Drawings) -> None:
    assert await asyncio.to_thread(drawings.begun.wait, 10)


async def test_concurrent_requests_draw_a_picture_once(drawings: Drawings, release: threading.Event) -> None:
    renderer = Renderer()
    asking = [asyncio.create_task(renderer.png(Word("four", drawings))) for _ in range(20)]
    await drawing_begun(drawings)
    release.set()
    pictures = await asyncio.gather(*asking)
    assert len(set(map(id, pictures))) == 1
    assert drawings.times == {"four": 1}
    with Image.open(BytesIO(pictures[0])) as image:
        assert image.size == (4, 1)


async def test_the_least_recently_used_picture_is_dropped(drawings: Drawings) -> None:
    renderer = Renderer(cache_size=2)
    for word in ("a", "b", "a", "c", "a", "c"):
        await renderer.png(Word(word, drawings))
    assert drawings.times == {"a": 1, "b": 1, "c": 1}
    await renderer.png(Word("b", drawings))
    assert drawings.times == {"a": 1, "b": 2, "c": 1}
    await renderer.png(Word("c", drawings))
    await renderer.png(Word("a", drawings))
    assert drawings.times == {"a": 2, "b": 2, "c": 1}


async def test_an_error_reaches_every_request_and_is_not_cached(drawings: Drawings, release: threading.Event) -> None:
    def fail() -> None:
        release.wait(10)
        raise OSError("drawing failed")

    drawings.meanwhile = fail
    renderer = Renderer()
    asking = [asyncio.create_task(renderer.png(Word("a", drawings))) for _ in range(3)]
    await drawing_begun(drawings)
    release.set()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["drawing failed"] * 3
    assert drawings.times == {"a": 1}
    drawings.meanwhile = lambda: None
    assert await renderer.png(Word("a", drawings))
    assert drawings.times == {"a": 2}


async def test_an_error_after_the_request_was_cancelled_is_ignored(
    drawings: Drawings, release: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        release.wait(10)
        raise OSError("drawing failed")

    drawings.meanwhile = fail
    renderer = Renderer()
    asking = asyncio.create_task(renderer.png(Word("a", drawings)))
    await drawing_begun(drawings)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    release.set()
    # The only thread comes to this once it has failed.
    await asyncio.get_running_loop().run_in_executor(renderer._executor, int)
    assert not renderer._jobs
    drawings.meanwhile = lambda: None
    assert await renderer.png(Word("a", drawings))
    assert caplog.records == []


async def test_the_event_loop_runs_while_a_picture_is_drawn(drawings: Drawings, release: threading.Event) -> None:
    """The drawing waits for the loop: neither would end if the loop waited for the drawing."""
    renderer = Renderer()
    asking = asyncio.create_task(renderer.png(Word("a", drawings)))
    await drawing_begun(drawings)
    assert not asking.done()
    release.set()
    assert await asking
    assert threading.get_ident() not in drawings.threads


async def test_pictures_are_drawn_one_at_a_time(drawings: Drawings) -> None:
    """Several threads would not be faster, and would slow the event loop down."""
    painter = threading.Lock()

    def alone() -> None:
        assert painter.acquire(blocking=False)
        time.sleep(0.001)
        painter.release()

    drawings.meanwhile = alone
    renderer = Renderer()
    await asyncio.gather(*(renderer.png(Word(word, drawings)) for word in "abcdef"))
    assert len(drawings.threads) == 1


def ask(renderer: Renderer, scene: Scene, *, urgent: bool = False) -> asyncio.Task[bytes]:
    return asyncio.create_task(renderer.png(scene, urgent=urgent))


async def test_urgent_pictures_come_first_and_one_becomes_urgent_with_its_first_urgent_request(
    drawings: Drawings, release: threading.Event
) -> None:
    renderer = Renderer()
    first = ask(renderer, Word("first", drawings))
    await drawing_begun(drawings)
    others = [ask(renderer, Word(word, drawings)) for word in ("public", "both", "public 2")]
    urgent = [ask(renderer, Word(word, drawings), urgent=True) for word in ("urgent", "both", "urgent 2")]
    await asyncio.sleep(0)
    release.set()
    await asyncio.gather(first, *others, *urgent)
    assert list(drawings.times) == ["first", "urgent", "both", "urgent 2", "public", "public 2"]
    assert urgent[1].result() is others[1].result()


async def test_beyond_its_bound_it_refuses_at_once_until_the_queue_is_short(
    drawings: Drawings, release: threading.Event
) -> None:
    renderer = Renderer(most_waiting=2)
    first = ask(renderer, Word("first", drawings))
    await drawing_begun(drawings)
    waiting = [ask(renderer, Word(word, drawings)) for word in ("public", "public 2")]
    await asyncio.sleep(0)
    assert renderer.is_full(urgent=False)
    with pytest.raises(QueueFull):
        await renderer.png(Word("public 3", drawings))
    # An urgent picture waits for urgent ones alone, and whatever is in the queue can be waited for.
    waiting += [ask(renderer, Word(word, drawings), urgent=True) for word in ("urgent", "urgent 2")]
    waiting.append(ask(renderer, Word("public", drawings)))
    await asyncio.sleep(0)
    with pytest.raises(QueueFull):
        await renderer.png(Word("urgent 3", drawings), urgent=True)
    release.set()
    await asyncio.gather(first, *waiting)
    assert not renderer.is_full(urgent=False)
    assert await renderer.png(Word("public 3", drawings))
    assert set(drawings.times) == {"first", "urgent", "urgent 2", "public", "public 2", "public 3"}


async def test_a_picture_that_nobody_waits_for_any_more_is_never_drawn(
    drawings: Drawings, release: threading.Event
) -> None:
    renderer = Renderer()
    first = ask(renderer, Word("first", drawings))
    await drawing_begun(drawings)
    passed = [ask(renderer, Word("passed", drawings), urgent=urgent) for urgent in (False, True)]
    wanted = [ask(renderer, Word("wanted", drawings)) for _ in range(2)]
    await asyncio.sleep(0)
    for request in (*passed, wanted[0]):
        request.cancel()
    await asyncio.gather(*passed, wanted[0], return_exceptions=True)
    release.set()
    await asyncio.gather(first, wanted[1])
    assert drawings.times == {"first": 1, "wanted": 1}
    assert await renderer.png(Word("passed", drawings))


async def test_a_picture_that_takes_long_is_given_up_and_there_once_it_is_drawn(
    drawings: Drawings, release: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that other programs keep busy may draw nothing for minutes."""
    monkeypatch.setattr("bot.render.renderer.PATIENCE", 0.1)
    renderer = Renderer()
    asked = [ask(renderer, Word(word, drawings)) for word in ("slow", "after it")]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [QueueFull, QueueFull]
    release.set()
    monkeypatch.undo()
    assert await renderer.png(Word("slow", drawings))
    assert drawings.times == {"slow": 1}


async def test_a_closed_renderer_refuses_what_waits_and_what_comes(
    drawings: Drawings, release: threading.Event
) -> None:
    renderer = Renderer()
    first = ask(renderer, Word("first", drawings))
    await drawing_begun(drawings)
    waiting = ask(renderer, Word("waiting", drawings))
    await asyncio.sleep(0)
    renderer.close()
    with pytest.raises(QueueFull):
        await waiting
    with pytest.raises(QueueFull):
        await renderer.png(Word("late", drawings), urgent=True)
    release.set()
    assert await first


@pytest.mark.parametrize("draws", [True, False])
async def test_a_bot_with_pictures_warms_up_when_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, draws: bool
) -> None:
    calls: list[str] = []
    for name in ("warm", "close"):
        monkeypatch.setattr(Renderer, name, lambda _, name=name: calls.append(name))
    world = World(tmp_path / "cribbage.db", with_pictures=draws)
    try:
        await world.open()
    finally:
        await world.close()
    assert calls == (["warm", "close"] if draws else [])


def test_warm_up_draws_every_usual_kind_and_computes_each_palette_once() -> None:
    kinds = {"table", "hand", "panel", "show", "score-chart", "standings", "rating"}
    assert {scene.kind for scene in warm_up_scenes()} == kinds
    palette_image.cache_clear()
    assert all(scene.png() for scene in warm_up_scenes())
    assert palette_image.cache_info().misses == len({scene.palette for scene in warm_up_scenes()})
