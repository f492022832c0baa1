"""/practice: hands to count, discards and plays, one after another, more often with what the player gets wrong."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.models.player import Player
from bot.models.practice import PositionKind
from bot.ui.core.commands import choice
from bot.ui.core.context import Context, context_of
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.practice import views
from bot.ui.practice.handlers import hand_for
from bot.ui.practice.position_handlers import show_position
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
    choice("discards: which 2 cards?", PositionKind.DISCARDS.value),
    choice("plays: which card?", PositionKind.PLAYS.value),
]


@app_commands.command(description="Practise counting hands, discards and plays")
@app_commands.describe(
    level="How hard to count (default: same as last time)",
    what="What to practise (default: same as last time)",
    timed="Time your counts (default: same as last time)",
)
@app_commands.choices(level=_LEVELS, what=_WHAT)
async def practice(
    interaction: discord.Interaction[Any],
    level: str | None = None,
    what: str | None = None,
    timed: bool | None = None,  # noqa: FBT001
) -> None:
    """Show the player a hand to count or a position: a new one, or the one that they have not answered yet."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    kind = await _position_kind(context, player, what, is_counting=level is not None or timed is not None)
    if kind is not None:
        await show_position(context, interaction, player, kind)
        return
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
        ephemeral=not is_bot_dm(interaction),
    )


async def _position_kind(
    context: Context, player: Player, what: str | None, *, is_counting: bool
) -> PositionKind | None:
    """Return the kind of position to show; None for a hand to count. Without a ``what`` it is as the last time."""
    if what is not None:
        return next((kind for kind in PositionKind if kind.value == what), None)
    position = await context.positions.latest(player)
    if position is None or is_counting:
        return None
    hand = await context.accounts.practice.latest(player.id)
    return position.kind if hand is None or hand.dealt_at < position.asked_at else None
