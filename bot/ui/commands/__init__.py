"""The slash commands, one module for each noun."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.commands import guide, league, play, record, rules, score, table

ALL: Final[tuple[Command[Any, ..., Any] | ContextMenu | Group, ...]] = (
    play.play,
    table.hand,
    table.table,
    table.declare,
    table.resign,
    table.games,
    score.score,
    score.score_this_hand,
    rules.rules,
    league.league,
    record.record,
    record.verify,
    guide.guide,
)
