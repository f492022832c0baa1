"""A game where the bot is a guest sends nothing by itself: no reminder, notice or message, also after a restart."""

# SimCord has no such places, so these games are in a channel of a server that the bot has joined; how they are played
# elsewhere is in tests/system/test_anywhere.py.

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.i18n.translation import current_language, using_language
from bot.models.agreement import Clock
from bot.tables.service import Opening
from bot.ui.games.commitments import GUEST, seal_notice
from engine import presets


async def open_table(world, robots=(), **more):
    """Open a game of Ann as where the bot is a guest; returns its name. No command has been used there yet."""
    context = world.bot.context
    ann = await context.accounts.players.meet(world.ann.id, "Ann")
    ben = await context.accounts.players.meet(world.ben.id, "Ben")
    opening = Opening(
        host=ann,
        invited=() if robots else (ben,),
        robots=robots,
        preset="house",
        rules=presets.find("house", target=61),
        **{"guild_id": None, "channel_id": world.channel.id, "place": "guest", **more},
    )
    table = await context.tables.open(opening)
    if not robots:
        await context.tables.accept(table.id, ben)
    context.publisher.redraw(table.id)
    await world.env.advance_time(1)
    return table.id


def sent(world, since=0):
    """Return the messages that were sent, by any route, and what else went to a channel."""
    requests = [(one.method, one.path) for one in world.env.http_requests[since:]]
    return [one for one in requests if "/channels" in one[1] or (one[0] == "POST" and "/webhooks" in one[1])]


async def tick(world, seconds):
    """Let time pass, and the bot look at its clocks."""
    await world.env.advance_time(seconds)
    await world.bot.context.tables.timekeeper.tick()
    await world.env.advance_time(1)


@pytest.mark.parametrize("robots", [(), ("easy",)])
async def test_nothing_is_sent_for_reminders_restarts_and_pauses(world, robots):
    name = await open_table(world, robots)
    await world.env.advance_time(60)
    assert world.shown(world.channel) == []
    listed = await world.command(world.ann, "games")
    first_words = ["-# I'm only ", world.text(world.public(name))[:12]]
    assert [world.text(message)[:12] for message in listed.followups] == first_words
    since = len(world.env.http_requests)
    await world.env.advance_time(60)
    await world.restart()
    await world.env.advance_time(60)
    await tick(world, timedelta(days=15).total_seconds())
    assert (await world.bot.context.tables.find(name)).status == "idle"
    assert sent(world, since) == []


async def test_a_clock_that_runs_out_sends_nothing_either(world):
    name = await open_table(world, clock=Clock(turn=60))
    before = world.game(name).version
    await tick(world, 120)
    assert world.game(name).version > before
    assert sent(world) == []


async def test_what_a_guest_cannot_do_is_said_in_the_first_game_of_several(world):
    table = world.game(await open_table(world))
    assert seal_notice(table).startswith(GUEST)
    assert seal_notice(table.agreed(previous="abcdefgh")).startswith("-# Fair shuffle")


async def test_the_board_is_in_the_language_that_all_players_read(world):
    languages, table = world.bot.languages, world.game(await open_table(world))
    languages.choose(world.ann.id, "de")
    assert languages.of_table(table, -1) is None
    languages.choose(world.ben.id, "de")
    with using_language(languages.of_table(table, -1)):
        assert current_language() is languages.known["de"]
