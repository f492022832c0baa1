"""The features of the bot: their commands. To import their modules adds the answers to their presses to the router."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.calculator import late_answers, score_command
from bot.ui.games import handlers as game_handlers
from bot.ui.games import play_handlers, record_commands, review_handlers, table_commands
from bot.ui.lawbook import handlers as lawbook_handlers
from bot.ui.lawbook import law_page, rules_view
from bot.ui.leagues import handlers as league_handlers
from bot.ui.leagues import league_commands, manage_commands, secretary_commands
from bot.ui.people import handlers as people_handlers
from bot.ui.people import preferences_command, privacy_command, stats_command
from bot.ui.practice import daily_handlers, position_handlers, practice_command
from bot.ui.server import board_view, server_commands
from bot.ui.server import handlers as server_handlers

league_commands.league.add_command(manage_commands.manage)

COMMANDS: Final[tuple[Command[Any, ..., Any] | ContextMenu | Group, ...]] = (
    play_handlers.play,
    table_commands.hand,
    table_commands.table,
    table_commands.declare,
    table_commands.challenge,
    table_commands.amend,
    table_commands.resign,
    table_commands.adjourn,
    table_commands.games,
    score_command.score,
    score_command.score_this_hand,
    practice_command.practice,
    daily_handlers.daily,
    rules_view.rules,
    law_page.law,
    league_commands.league,
    server_commands.server,
    record_commands.record,
    record_commands.verify,
    review_handlers.review,
    stats_command.stats,
    board_view.board,
    preferences_command.preferences,
    privacy_command.privacy,
    lawbook_handlers.guide,
)
"""The slash commands and message menus, in the order that Discord gets them."""

PRESSED: Final = (
    *(game_handlers, late_answers, league_handlers, people_handlers, position_handlers, review_handlers),
    *(secretary_commands, server_handlers),
)
"""Modules that are imported for what stands in them: answers to presses, and commands of groups."""
