"""/practice: hands to count, one after another, more often with what the player gets wrong."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.ui.core.context import context_of
from bot.ui.core.options import choice
from bot.ui.practice import views
from bot.ui.practice.handlers import hand_for
from engine.analysis.exercises import Level, What

_ANY: Final = "any"
_LEVELS: Final = [
    choice("beginner: up to 8 points", Level.BEGINNER.value),
    choice("club: any hand", Level.CLUB.value),
    choice("expert: tricky hands", Level.EXPERT.value),
]
_WHAT: Final = [
    choice("hands (and cribs at expert level)", _ANY),
    choice("hands", What.HAND.value),
    choice("cribs", What.CRIB.value),
    choice("hands from the five-card game", What.FIVE_CARDS.value),
    choice("the play: points for the last card", What.PLAY.value),
]


@app_commands.command(description="Practise counting hands at your level")
@app_commands.describe(
    level="How hard (default: same as last time)",
    what="What to count (default: same as last time)",
    timed="Time your counts (default: same as last time)",
)
@app_commands.choices(level=_LEVELS, what=_WHAT)
async def practice(
    interaction: discord.Interaction[Any],
    level: str | None = None,
    what: str | None = None,
    timed: bool | None = None,  # noqa: FBT001
) -> None:
    """Show the player a hand to count: a new one, or the one that they have not counted yet."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    hand = await hand_for(
        context,
        player,
        level=None if level is None else Level(level),
        wish=None if what in (None, _ANY) else What(what),
        is_wished=what is not None,
        timed=timed,
    )
    await context.answer(
        interaction,
        partial(views.exercise_view, hand),
        await context.attachments.look(player),
        ephemeral=interaction.guild_id is not None,
    )
