"""Everyday journeys through the bot stay short, and are traced whole."""

from __future__ import annotations

import pytest

from tests.support.journeys import JOURNEYS, play
from tests.support.tracing import Function


async def test_a_typed_question_reaches_both_packages_and_builds_no_view() -> None:
    trace = await play(JOURNEYS["a typed question"])
    assert {module.split("/")[0] for module in trace.modules} == {"bot", "engine"}
    assert trace.built == {}


@pytest.mark.parametrize(
    ("journey", "most"), [("a card", 805), ("a declared count", 771), ("the same, both hands open", 957)]
)
async def test_a_card_or_a_count_is_one_view_for_each_pair_of_eyes_one_log_and_few_calls(
    journey: str, most: int
) -> None:
    """A spectator's view and one for each of two seats; comprehensions are calls on Python 3.11 alone."""
    trace = await play(JOURNEYS[journey])
    assert trace.built["views"] == 3
    assert trace.built.get("logs", 0) <= 1
    assert 0.7 * most < trace.entered <= most
    assert MOST_MODULES - 2 < len(trace.modules) <= MOST_MODULES


async def test_the_end_of_a_league_game_reads_its_events_once() -> None:
    traces = [await play(JOURNEYS["the end of a league game"])]
    # Where the end is drawn before its achievements are found, it is drawn once more.
    while traces[-1].entered > 4_950 and len(traces) < 4:
        traces.append(await play(JOURNEYS["the end of a league game"]))
    trace = traces[-1]
    read = Function("bot/storage/tables.py", "list_events")
    assert trace.calls[read] == 1
    # All that is told, stored and drawn of the game is read from one course of it, besides that of its last deals.
    assert trace.calls[Function("engine/course.py", "_Reading.__init__")] == 2
    assert 0.7 * 4_950 < trace.entered <= 4_950


MOST_MODULES = 43
