"""The context of what players do at tables: also the messages that show tables, and the channels they stand in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import discord

from bot.ui.core.context import Context, context_of
from bot.ui.games.channels import Channels
from bot.ui.games.publisher import Publisher


@dataclass(frozen=True, slots=True)
class GameContext(Context):
    """The context of an answer at a table."""

    publisher: Publisher
    channels: Channels
    opened_by: dict[int, None] = field(default_factory=dict, init=False, kw_only=True, compare=False)
    """The latest messages whose buttons have opened a game, so that a press that comes twice opens one."""


def game_context_of(interaction: discord.Interaction[Any]) -> GameContext:
    """The context behind an interaction, for what players do at tables."""
    return cast("GameContext", context_of(interaction))
