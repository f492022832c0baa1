"""The renderer: one picture for many askers, the latest kept, faults told and forgotten, and nobody kept waiting."""

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

from bot.render.palettes import shades, woods_and_cards
from bot.render.renderer import Renderer
from bot.render.scene import Scene
from bot.ui.games.warm_up import warm_up_scenes
from tests.support.simulated_discord import World

RED = (200, 0, 0)


class Paints:
    """What is painted, how often, in which threads, and what is to happen meanwhile."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.threads: set[int] = set()
        self.begun = threading.Event()
        self.meanwhile: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Spot(Scene):
    """A picture of a word, noted when it is painted."""

    word: str
    paints: Paints = field(repr=False, compare=False)

    kind = "spot"

    def paint(self) -> Image.Image:
        self.paints.times[self.word] += 1
        self.paints.threads.add(threading.get_ident())
        self.paints.begun.set()
        self.paints.meanwhile()
        return Image.new("RGB", (len(self.word), 1), RED)

    @property
    def palette(self) -> Image.Image:
        return shades((RED,), ())

    def tell(self, longest: int) -> str:
        return self.word


@pytest.fixture
def paints() -> Paints:
    """Nothing painted yet."""
    return Paints()


@pytest.fixture
def held(paints: Paints) -> Iterator[threading.Event]:
    """No painting is done before this is set."""
    event = threading.Event()
    paints.meanwhile = lambda: event.wait(10) or None
    yield event
    event.set()


async def begun(paints: Paints) -> None:
    """Wait until something is being painted."""
    assert await asyncio.to_thread(paints.begun.wait, 10)


async def painted(paints: Paints, many: int) -> None:
    """Wait until so many different pictures have been begun."""
    for _ in range(5_000):
        if len(paints.times) >= many:
            return
        await asyncio.sleep(0.001)
    pytest.fail(f"only {len(paints.times)} pictures were begun")


async def test_many_askers_at_once_have_it_painted_once(paints: Paints, held: threading.Event) -> None:
    renderer = Renderer()
    asking = [asyncio.create_task(renderer.png(Spot("four", paints))) for _ in range(20)]
    await begun(paints)
    held.set()
    pictures = await asyncio.gather(*asking)
    assert len(set(map(id, pictures))) == 1
    assert paints.times == {"four": 1}
    with Image.open(BytesIO(pictures[0])) as image:
        assert image.size == (4, 1)


async def test_it_is_not_painted_again_while_it_is_kept(paints: Paints) -> None:
    renderer = Renderer()
    first = await renderer.png(Spot("a", paints))
    assert await renderer.png(Spot("a", paints)) is first
    assert paints.times == {"a": 1}


async def test_different_pictures_are_painted_each(paints: Paints) -> None:
    renderer = Renderer()
    one, other = Spot("one", paints), Spot("other", paints)
    assert await renderer.png(one) != await renderer.png(other)
    assert paints.times == {"one": 1, "other": 1}


async def test_what_was_asked_for_longest_ago_is_dropped(paints: Paints) -> None:
    renderer = Renderer(kept=2)
    for word in ("a", "b", "a", "c", "a", "c"):
        await renderer.png(Spot(word, paints))
    assert paints.times == {"a": 1, "b": 1, "c": 1}
    await renderer.png(Spot("b", paints))
    assert paints.times == {"a": 1, "b": 2, "c": 1}
    await renderer.png(Spot("c", paints))
    await renderer.png(Spot("a", paints))
    assert paints.times == {"a": 2, "b": 2, "c": 1}


async def test_a_fault_reaches_every_asker_and_is_not_kept(paints: Paints, held: threading.Event) -> None:
    def fail() -> None:
        held.wait(10)
        raise OSError("the brush broke")

    paints.meanwhile = fail
    renderer = Renderer()
    asking = [asyncio.create_task(renderer.png(Spot("a", paints))) for _ in range(3)]
    await begun(paints)
    held.set()
    answers = await asyncio.gather(*asking, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["the brush broke"] * 3
    assert paints.times == {"a": 1}
    paints.meanwhile = lambda: None
    assert await renderer.png(Spot("a", paints))
    assert paints.times == {"a": 2}


async def test_a_fault_that_nobody_waits_for_is_no_matter(
    paints: Paints, held: threading.Event, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        held.wait(10)
        raise OSError("the brush broke")

    paints.meanwhile = fail
    renderer = Renderer()
    asking = asyncio.create_task(renderer.png(Spot("a", paints)))
    await begun(paints)
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    (painting,) = renderer._painting.values()
    held.set()
    await asyncio.wait([painting])
    await asyncio.sleep(0)
    paints.meanwhile = lambda: None
    assert await renderer.png(Spot("a", paints))
    assert caplog.records == []


async def test_the_loop_goes_on_while_it_is_painted(paints: Paints, held: threading.Event) -> None:
    """The painting waits for the loop: it would never end if the loop waited for the painting."""
    renderer = Renderer()
    asking = asyncio.create_task(renderer.png(Spot("a", paints)))
    await begun(paints)
    assert not asking.done()
    held.set()
    assert await asking
    assert threading.get_ident() not in paints.threads


async def test_pictures_are_painted_one_after_another(paints: Paints) -> None:
    """Several painters would not be faster, and would keep the loop from its work."""
    painter = threading.Lock()

    def alone() -> None:
        assert painter.acquire(blocking=False)
        time.sleep(0.001)
        painter.release()

    paints.meanwhile = alone
    renderer = Renderer()
    await asyncio.gather(*(renderer.png(Spot(word, paints)) for word in "abcdef"))
    assert len(paints.threads) == 1


async def test_practice_is_painted_by_the_painter_and_nobody_waits_for_it(
    paints: Paints, held: threading.Event
) -> None:
    renderer = Renderer()
    renderer.warm([Spot("a", paints), Spot("b", paints)])
    await begun(paints)
    assert not held.is_set()
    held.set()
    assert await renderer.png(Spot("c", paints))
    await painted(paints, 3)
    assert paints.times == {"a": 1, "b": 1, "c": 1}
    assert threading.get_ident() not in paints.threads


async def test_who_asks_during_practice_is_served_between(paints: Paints, held: threading.Event) -> None:
    renderer = Renderer()
    renderer.warm([Spot("a", paints), Spot("b", paints), Spot("c", paints)])
    await begun(paints)
    asking = asyncio.create_task(renderer.png(Spot("asked", paints)))
    await asyncio.sleep(0)
    held.set()
    await asking
    await painted(paints, 4)
    assert list(paints.times) == ["a", "asked", "b", "c"]


async def test_practice_that_fails_is_no_matter(paints: Paints) -> None:
    renderer = Renderer()
    paints.meanwhile = lambda: 1 // 0 and None
    renderer.warm([Spot("a", paints), Spot("b", paints)])
    await begun(paints)
    paints.meanwhile = lambda: None
    assert await renderer.png(Spot("c", paints))
    await painted(paints, 3)
    assert paints.times == {"a": 1, "b": 1, "c": 1}


async def test_a_closed_studio_begins_nothing_more(paints: Paints, held: threading.Event) -> None:
    renderer = Renderer()
    renderer.warm([Spot("a", paints), Spot("b", paints)])
    await begun(paints)
    renderer.close()
    held.set()
    renderer._painter.shutdown()
    assert paints.times == {"a": 1}
    renderer.close()


async def test_a_studio_is_closed_between_two_pictures_of_its_practice(paints: Paints, held: threading.Event) -> None:
    """What waits to be painted is called off, and does not hold up the closing."""
    renderer = Renderer()
    asking = asyncio.create_task(renderer.png(Spot("a", paints)))
    await begun(paints)
    renderer.warm([Spot("b", paints), Spot("c", paints)])
    await asyncio.wait_for(asyncio.to_thread(renderer.close), 10)
    held.set()
    await asking
    renderer._painter.shutdown()
    assert paints.times == {"a": 1}


async def test_who_gives_up_waiting_leaves_the_picture_to_the_others(paints: Paints, held: threading.Event) -> None:
    renderer = Renderer()
    impatient, patient = (asyncio.create_task(renderer.png(Spot("a", paints))) for _ in range(2))
    await begun(paints)
    impatient.cancel()
    await asyncio.gather(impatient, return_exceptions=True)
    held.set()
    assert await patient
    assert impatient.cancelled()
    assert await renderer.png(Spot("a", paints)) == await patient
    assert paints.times == {"a": 1}


@pytest.mark.parametrize("draws", [True, False])
async def test_a_bot_that_draws_practises_when_it_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, draws: bool
) -> None:
    practised: list[Scene] = []
    closed: list[Renderer] = []

    def close(renderer: Renderer) -> None:
        closed.append(renderer)

    monkeypatch.setattr(Renderer, "warm", lambda _, scenes: practised.extend(scenes))
    monkeypatch.setattr(Renderer, "close", close)
    world = World(tmp_path / "cribbage.db", with_pictures=draws)
    try:
        await world.open()
    finally:
        await world.close()
    assert {scene.kind for scene in practised} == ({"table", "hand", "race", "standings", "rating"} if draws else set())
    assert bool(closed) == draws


def test_after_practice_the_colours_of_every_picture_are_known() -> None:
    woods_and_cards.cache_clear()
    assert all(scene.png() for scene in warm_up_scenes())
    assert woods_and_cards.cache_info().misses == 1
