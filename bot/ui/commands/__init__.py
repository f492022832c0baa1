"""The slash commands, one module for each noun."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.commands import (
    adjourn,
    counting,
    guide,
    law,
    league,
    manage,
    play,
    practice,
    privacy,
    record,
    rules,
    score,
    server,
    stats,
    table,
)
from bot.ui.commands import preferences as wishes

league.league.add_command(manage.manage)

ALL: Final[tuple[Command[Any, ..., Any] | ContextMenu | Group, ...]] = (
    play.play,
    table.hand,
    table.table,
    counting.declare,
    counting.challenge,
    counting.amend,
    table.resign,
    adjourn.adjourn,
    table.games,
    score.score,
    score.score_this_hand,
    practice.practice,
    rules.rules,
    law.law,
    league.league,
    server.server,
    record.record,
    record.verify,
    stats.stats,
    wishes.preferences,
    privacy.privacy,
    guide.guide,
)
