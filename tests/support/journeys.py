"""The calls into our modules that five everyday actions need; run with ``python -m tests.support.journeys``."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.tables.shuffle import mixed
from bot.tables.table import Table
from bot.ui.games.move_log import move_log
from engine.scoring import show_total
from engine.view import View
from tests.support.league_steps import create_league
from tests.support.simulated_discord import World
from tests.support.stacked_packs import Deal, Stack
from tests.support.tracing import Trace, traced

Journey = Callable[[World], Awaitable[Trace]]

_DEALS = (
    Deal("2H 4D 7S 8H TD KC", "3H 5D 9S JH QD AC", "6C"),
    *[Deal("5H 5D 5C JS 2C 3D", "6H 7H 8C 9S KD QC", "5S")] * 4,
)
"""An ordinary first deal, and after it hands that end a short game in the show."""
_MOST_CALLED = 40


def counting() -> Any:
    """Count calls, and how many views and move logs are built."""
    return traced(views=View, logs=move_log)


async def declared_count(world: World) -> Trace:
    """Count a pone who submits the form with the true count: their hand and the public board are drawn.

    The game is in a channel, and only the declarer has a hand open.
    """
    name = await world.sit_down()
    await world.hurry(name)
    return await _declared(world, name)


async def declared_count_before_both(world: World) -> Trace:
    """Count the same while the dealer's hand, opened for the play, is open and drawn too."""
    name = await world.sit_down()
    await world.play_until(name, "show")
    return await _declared(world, name)


async def card(world: World) -> Trace:
    """Count a dealer who plays the second card of a first deal; both hands are open in the channel."""
    name = await world.sit_down()
    await world.play_until(name, "play")
    [asked] = world.asked(name)
    await world.take_turn(asked, name)
    [asked] = world.asked(name)
    panel = await world.panel(asked, name)
    press = next(action for action in world.actions(panel) if action.startswith("play-"))
    with counting() as trace:
        await world.press(asked, panel, press)
    return trace


async def typed_question(world: World) -> Trace:
    """Count a question about a hand from somebody without a game, addressed to the bot by name."""
    me = world.bot.user
    assert me is not None
    with counting() as trace:
        await world.cy.send(world.channel, f"<@{me.id}> 5h 5d 5c js and 5s")
    assert "29" in world.texts(world.channel)[-1]
    return trace


async def end_of_league_game(world: World) -> Trace:
    """Count a declared count that wins a game of an open league."""
    await create_league(world, await _manager(world))
    options = {"opponent": world.ben, "where": "here"}
    invitation = (await world.ann.slash(world.channel, "league play", **options)).response
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    while not _is_about_to_end(world.game(name)):
        await world.take_turn(world.asked(name)[0], name)
    trace = await _declared(world, name)
    assert "It counts in" in world.text(world.table_in(world.channel))
    return trace


async def league_table(world: World) -> Trace:
    """Count a member who opens the table of a league of four with three results."""
    await create_league(world, await _manager(world), *world.people)
    for loser in (world.ben, world.cy, world.dan):
        options = {"opponent": loser, "where": "here"}
        invitation = (await world.ann.slash(world.channel, "league play", **options)).response
        await world.press(loser, invitation, "accept")
        await world.press(loser, (await world.command(loser, "resign")).response, "resign")
        await world.env.settle()
    with counting() as trace:
        await world.command(world.cy, "league table")
    return trace


JOURNEYS: dict[str, Journey] = {
    "a declared count": declared_count,
    "the same, both hands open": declared_count_before_both,
    "a card": card,
    "a typed question": typed_question,
    "the end of a league game": end_of_league_game,
    "/league table": league_table,
}


async def _declared(world: World, name: str) -> Trace:
    """Count what follows when the player whose turn it is submits the true count."""
    [asked] = world.asked(name)
    panel = await world.panel(asked, name)
    form = await world.press(asked, panel, "declare")
    said = str(world.true_count(name))
    with counting() as trace:
        await world.at(asked, panel).submit_modal(form, {"count": said})
    return trace


def _is_about_to_end(table: Table) -> bool:
    """Return whether the next player to declare wins the game with the true count."""
    view = table.view(None)
    if view.shown is None or view.starter is None or len(view.waiting_on) != 1:
        return False
    seat, what, hand = view.shown
    worth = show_total(hand, view.starter, crib=what == "crib")
    return view.to_go(view.rules.side_of(seat)) <= worth


async def _manager(world: World) -> Any:
    role = world.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    boss = world.guild.add_member(world.env.create_user("boss", global_name="Boss"), roles=[role])
    await world.env.settle()
    return boss


@asynccontextmanager
async def _opened(path: Path) -> AsyncIterator[World]:
    """Return a server with the bot, in which every run deals the same cards."""
    numbers = count(9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.tables.service.pack", Stack(_DEALS, "AC KD"))
        patch.setattr("bot.tables.service.fresh_seed", lambda: hashlib.sha256(bytes([next(numbers)])).digest())
        # The ids of presses, which go into the shuffle, are others after any change of what Discord is sent before.
        patch.setattr("bot.tables.service.mixed", lambda seed, _, *wanted: mixed(seed, (), *wanted))
        patch.setattr("bot.tables.service.secrets", random.Random(2))
        patch.setattr("bot.leagues.office.random", SimpleNamespace(SystemRandom=lambda: random.Random(3)))
        random.seed(1)
        world = World(path, threads=True)
        try:
            await world.open()
            with world.env.time_context():
                yield world
        finally:
            await world.close()


async def play(journey: Journey) -> Trace:
    with tempfile.TemporaryDirectory() as folder:
        async with _opened(Path(folder) / "cribbage.db") as world:
            return await journey(world)


def table(traces: dict[str, Trace]) -> str:
    lines = [f"{'journey':26}{'modules':>9}{'calls':>9}{'resumed':>9}{'views':>9}{'logs':>9}"]
    for name, trace in traces.items():
        figures = (len(trace.modules), trace.entered, trace.resumptions.total(), trace.built["views"])
        lines.append(f"{name:26}" + "".join(f"{number:9,}" for number in (*figures, trace.built["logs"])))
    return "\n".join(lines)


def details(name: str, trace: Trace) -> str:
    """Return where the calls of a journey go: by module, by function, and the callers that build views and logs."""
    lines = [f"== {name}", "", "   calls  resumed  module"]
    for module, _ in trace.modules.most_common():
        entered = trace.entered_modules[module]
        lines.append(f"{entered:8,} {trace.modules[module] - entered:8,}  {module}")
    lines += ["", "   calls  function, and its callers"]
    for function, many in trace.calls.most_common(_MOST_CALLED):
        lines.append(f"{many:8,}  {function}")
        lines += [f"{calls:16,}  from {caller}" for caller, calls in trace.callers_of(function)[:6]]
    lines += ["", "   built  what, and the functions that led there, the innermost first"]
    for (what, stack), many in trace.builders.most_common():
        lines.append(f"{many:8,}  {what}: {' < '.join(function.name for function in stack)}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--by-module", action="store_true", help="list the calls by module and by function too")
    asked = parser.parse_args()
    traces = {name: asyncio.run(play(journey)) for name, journey in JOURNEYS.items()}
    print(table(traces))
    if asked.by_module:
        for name, trace in traces.items():
            print(f"\n{details(name, trace)}")


if __name__ == "__main__":
    main()
