"""Watching a game of others: a board without hands that follows the game, and guesses who wins."""

from typing import Final

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.ui.core import formatting
from engine.actions import Resign
from tests.support.simulated_discord import act

GREEN: Final = discord.ButtonStyle.success.value


async def watching(world):
    """Let Cy watch the game that is listed; return Cy's own message."""
    listed = (await world.command(world.cy, "games")).response
    await world.press(world.cy, listed, "watch")
    return listed


async def test_the_board_follows_the_game_and_shows_no_hand(world, playing):
    seen = await watching(world)
    assert world.text(seen).startswith("**Ben:** your turn. The count is **0**.")
    assert "[Ann wins (0)]\n[Ben wins (0)]\n[Refresh]" in world.text(seen)
    await world.play(world.ben, playing, "TC")
    text = world.text(seen)
    assert text.startswith("**Ann:** your turn. The count is **10**.")
    assert "`10♣︎`" in text
    held = [card for seat in (0, 1) for card in world.game(playing).view(seat).hand]
    assert not [card for card in held if formatting.card(card) in text]
    assert world.text(await world.panel(world.ann, playing)).startswith("**Your turn.**"), (
        "a player's panel is their own"
    )


async def test_a_guess_is_kept_changed_and_told_at_the_end_over_a_restart(world, playing):
    seen = await watching(world)
    await world.press(world.cy, seen, "guess-0")
    assert "[Ann wins (1)]\n[Ben wins (0)]" in world.text(seen)
    await world.press(world.cy, seen, "guess-1")
    assert "[Ann wins (0)]\n[Ben wins (1)]" in world.text(seen)
    green = [part["label"] for part in walk_components(world.stored(seen).components) if part.get("style") == GREEN]
    assert green == ["Ben wins (1)"], "the reader's own guess stands out"
    await world.restart()
    await act(world, playing, Resign(0))
    assert "1 of 1 who watched guessed the winner." in world.text(world.table_in(world.channel))


async def test_after_the_last_street_is_reached_it_is_too_late_to_guess(world, playing):
    seen = await watching(world)
    late = world.pressing(world.cy, seen, "guess-0")
    await world.hurry(playing, lambda table: max(table.view(None).scores) >= 31)
    assert "wins (" not in world.text(seen)
    (answer,) = await world.late(late)
    assert "too late" in world.text(answer.response)


async def test_players_games_by_dm_and_hidden_channels_cannot_be_watched(world, playing):
    seen = await watching(world)
    assert "watch" not in world.actions((await world.command(world.ann, "games")).response)
    again = world.pressing(world.cy, seen, "watch")
    private = await world.sit_down(place="dm", target=61)
    (refused,) = await world.late(world.pressing(world.cy, seen, f"c1:{private}::watch"))
    assert "channels that you see" in world.text(refused.response)
    hidden = Overwrite(target_id=world.cy.id, type=OverwriteType.MEMBER, allow=0, deny=1 << 10)
    world.env.backend.set_overwrite(world.channel.id, hidden)
    await world.env.settle()
    (refused,) = await world.late(again)
    assert "channels that you see" in world.text(refused.response)


@pytest.mark.parametrize("guess", ["guess-2", "guess-x"])
async def test_a_guess_of_nobody_is_refused(world, playing, guess):
    seen = await watching(world)
    (refused,) = await world.late(world.pressing(world.cy, seen, f"c1:{playing}::{guess}"))
    assert "out of date" in world.text(refused.response)
