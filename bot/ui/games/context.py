"""The context of what players do at tables: also the messages that show tables, and the channels they stand in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias, cast

import discord
from discord.app_commands import Choice, Transform

from bot.i18n.translation import N_
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.commands import MOST_SUGGESTIONS, SuggestedOption
from bot.ui.core.context import UNDER_WAY, Context, context_of
from bot.ui.core.outbox import Outbox
from bot.ui.games.channels import Channels
from bot.ui.games.publisher import Publisher


@dataclass(frozen=True, slots=True)
class GameContext(Context):
    """The context of an answer at a table."""

    publisher: Publisher
    channels: Channels
    outbox: Outbox
    opened_by: dict[int, None] = field(default_factory=dict, init=False, kw_only=True, compare=False)
    """The latest messages whose buttons have opened a game, so that a press that comes twice opens one."""
    spoke: dict[int, datetime] = field(default_factory=dict, init=False, kw_only=True, compare=False)
    """When each player said their latest phrase in a game by DM."""


def game_context_of(interaction: discord.Interaction[Any]) -> GameContext:
    """The context behind an interaction, for what players do at tables."""
    return cast("GameContext", context_of(interaction))


GAME: Final = N_("Which game (if you have several)")
"""The description of the option."""


async def _game(interaction: discord.Interaction[Any], value: str) -> Table:
    return await context_of(interaction).find(interaction, value.strip().lower())


async def _suggest_games(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the player's own games that have begun and are not over."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, *UNDER_WAY)
    wanted = [name for name in names if name.startswith(typed.strip().lower())][:MOST_SUGGESTIONS]
    tables = [await context.find(interaction, name) for name in wanted]
    named = [(table, formatting.opponents(table.names)) for table in tables]
    return [Choice(name=formatting.labelled(table.id, names)[:100], value=table.id) for table, names in named]


OwnGame: TypeAlias = Transform[Table, SuggestedOption(_game, _suggest_games)]
"""The annotation of an option that names a game."""
