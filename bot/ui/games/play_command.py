"""/play: open a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.core.options import PresetName, choice
from bot.ui.games import play_handlers
from bot.ui.games.context import game_context_of
from bot.ui.games.play_options import ROBOT, PlayOptions
from bot.ui.games.play_options_view import COUNTING_LABELS, ROBOT_LABELS

_ROBOTS: Final = [choice(label, level) for level, label in ROBOT_LABELS.items()]
_COUNTINGS: Final = [choice(label, counting) for counting, label in COUNTING_LABELS.items()]


@app_commands.command(description="Play cribbage with a friend, a robot or anyone")
@app_commands.describe(
    opponent="Your opponent. Leave empty for an open seat",
    robot="Play a robot",
    partner="Your partner in a game of 4",
    counting="Who counts the hands",
    preset="Which rules to play by",
    more="More options: 3 or 4 players, length, time, place",
)
@app_commands.choices(robot=_ROBOTS, counting=_COUNTINGS)
async def play(
    interaction: discord.Interaction[Any],
    opponent: discord.User | None = None,
    robot: str | None = None,
    partner: discord.User | None = None,
    counting: str | None = None,
    preset: PresetName | None = None,
    more: bool = False,  # noqa: FBT001, FBT002 - Discord names every option
) -> None:
    """Open a game, or show what else can be chosen for it."""
    usual = await context_of(interaction).usual_preset(interaction.guild_id)
    options = PlayOptions(preset=preset or usual, robot=robot, counting=counting)
    if partner is not None:
        options = replace(options, players=4, partner=ROBOT if partner == interaction.client.user else partner.id)
    people = [one for one in (opponent, partner) if one is not None]
    await play_handlers.start(game_context_of(interaction), interaction, options, people, more=more)
