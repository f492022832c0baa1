"""The commands about a count: /declare, /challenge and /amend."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import typed_language
from bot.ui.core.options import choice
from bot.ui.games.context import game_context_of
from bot.ui.games.handlers import act, move_or_offer
from bot.ui.games.options import GAME, OwnGame
from engine.text.multilingual import read_move

_SAID: Final = [
    choice("accept the count", "satisfied"),
    choice("too many: the count is too high", "too many"),
    choice("too few: the count is too low (muggins)", "too few"),
]


@app_commands.command(description="Count your hand or crib")
@app_commands.describe(count="A number from 0 to 29, or the count as you'd say it out loud", game=GAME)
async def declare(interaction: discord.Interaction[Any], count: str, game: OwnGame | None = None) -> None:
    """Declare a count from the keyboard."""
    await _say(interaction, f"declare {count}", game)


@app_commands.command(description="Accept or challenge your opponent's count")
@app_commands.describe(
    what="Is the count right, too high or too low?",
    whose="Whose count (if several are open)",
    points="How many points were missed, where the rules ask for it",
    game=GAME,
)
@app_commands.choices(what=_SAID)
async def challenge(
    interaction: discord.Interaction[Any],
    what: str,
    whose: discord.User | None = None,
    points: app_commands.Range[int, 1, 29] | None = None,
    game: OwnGame | None = None,
) -> None:
    """Accept a declaration, or challenge it (laws 18 to 20)."""
    words = what if points is None else f"{what} by {points}"
    await _say(interaction, words, game, about=whose)


@app_commands.command(description="Change the count you just gave, if the rules allow it")
@app_commands.describe(count="The new total", game=GAME)
async def amend(interaction: discord.Interaction[Any], count: str, game: OwnGame | None = None) -> None:
    """Amend a declaration while it may still be challenged (003:103)."""
    await _say(interaction, f"amend {count}", game)


async def _say(
    interaction: discord.Interaction[Any], words: str, game: OwnGame | None, *, about: discord.User | None = None
) -> None:
    """Do what the same words do when they are typed at the table, and show the player their hand.

    ``about`` is the person whose count is meant.
    """
    context = game_context_of(interaction)
    player = await context.meet(interaction.user)
    table = await context.table_for(interaction, player, game)
    if about is not None:
        words = f"{table.names[table.seat_of(await context.meet(about))]}: {words}"
    seat = table.seat_of(player)
    read = partial(read_move, words, table.view(seat), typed_language(), table.names)
    await act(context, interaction, table, player, move_or_offer(interaction, table, seat, read))
