"""The tracer counts a known call tree, and everyday journeys through the bot stay short."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.journeys import JOURNEYS, play
from tests.support.tracing import OUTSIDE, Function, traced

TREE = """
import asyncio
from dataclasses import dataclass
from toy import leaf

@dataclass(frozen=True)
class Drawn:
    size: int

def draw(many):
    return [*map(leaf.double, range(many))]

def several(many):
    for number in range(many):
        yield Drawn(number)

def all_of(many):
    return len(list(several(many))) + (lambda: 1)()

async def later():
    await asyncio.sleep(0)
    draw(1)

async def journey():
    all_of(2)
    draw(3)
    several(5)
    await later()
    return asyncio.ensure_future(later())
"""
LEAF = """
def double(number):
    return 2 * number
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A package of two modules that calls itself as ``TREE`` says."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "tree.py").write_text(TREE, encoding="utf-8")
    (folder / "leaf.py").write_text(LEAF, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("toy.tree")
    for name in ("toy", "toy.tree", "toy.leaf"):
        sys.modules.pop(name)


def tree(name: str) -> Function:
    """A function of the toy."""
    return Function("toy/tree.py", name)


async def test_functions_are_counted_once_and_resumptions_apart(toy: Any, tmp_path: Path) -> None:
    with traced([tmp_path / "toy"]) as trace:
        await (await toy.journey())
    double = Function("toy/leaf.py", "double")
    once = ["journey", "all_of", "several", "all_of.<locals>.<lambda>"]
    # ``several`` is entered by one of the two that call it: the other never runs it.
    assert trace.calls == {**{tree(name): 1 for name in once}, tree("later"): 2, tree("draw"): 3, double: 5}
    # Twice out of two values to the end, twice out of a sleep; and the journey out of the sleep that it awaited.
    assert trace.resumptions == {tree("several"): 2, tree("later"): 2, tree("journey"): 1}
    assert (trace.entered, trace.events) == (14, 19)
    assert trace.entered_modules == {"toy/tree.py": 9, "toy/leaf.py": 5}
    assert trace.modules == {"toy/tree.py": 14, "toy/leaf.py": 5}


async def test_callers_are_ours_through_whatever_lies_between(toy: Any, tmp_path: Path) -> None:
    with traced([tmp_path / "toy"]) as trace:
        await (await toy.journey())
    assert trace.callers_of(tree("draw")) == [(tree("later"), 2), (tree("journey"), 1)]
    assert trace.callers_of(tree("later")) == [(tree("journey"), 1), (OUTSIDE, 1)]


async def test_what_is_built_is_counted_with_who_builds_it(toy: Any, tmp_path: Path) -> None:
    with traced([tmp_path / "toy"], depth=2, drawn=toy.Drawn, walks=toy.several) as trace:
        await toy.journey()
    assert trace.built == {"drawn": 2, "walks": 1}
    assert trace.builders["drawn", (tree("several"), tree("all_of"))] == 2


def test_modules_of_others_are_not_counted(toy: Any, tmp_path: Path) -> None:
    with traced([tmp_path / "toy"]) as trace:
        Path("anything").with_suffix(".py")
        asyncio.new_event_loop().close()
    assert trace.calls == {}


async def test_counting_ends_with_the_block_and_gives_way_to_who_counted_before(toy: Any, tmp_path: Path) -> None:
    with traced([tmp_path / "toy"]) as outer:
        with pytest.raises(ZeroDivisionError), traced([tmp_path / "toy"]) as inner:
            toy.draw(1 // 0)
        toy.draw(1)
    toy.draw(1)
    assert (inner.entered, outer.entered) == (0, 2)


async def test_a_typed_question_reaches_both_packages_and_builds_no_view() -> None:
    trace = await play(JOURNEYS["a typed question"])
    assert {module.split("/")[0] for module in trace.modules} == {"bot", "engine"}
    assert trace.built == {}


@pytest.mark.parametrize(("journey", "most"), [("a declared count", 1_050), ("the same, both hands open", 1_290)])
async def test_a_declared_count_is_one_view_for_each_pair_of_eyes_one_log_and_few_calls(
    journey: str, most: int
) -> None:
    """A spectator's view and one for each of two seats; comprehensions are calls on Python 3.11 alone."""
    trace = await play(JOURNEYS[journey])
    assert trace.built == {"views": 3, "logs": 1}
    assert trace.entered <= most
    assert len(trace.modules) <= MOST_MODULES


async def test_the_end_of_a_league_game_reads_its_events_once() -> None:
    trace = await play(JOURNEYS["the end of a league game"])
    read = Function("bot/storage/tables.py", "list_events")
    assert trace.calls[read] == 1
    assert trace.entered <= 8_400


MOST_MODULES = 57
