"""The features of the bot: their commands. To import their modules adds the answers to their presses to the router."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.calculator import handlers as calculator_handlers
from bot.ui.calculator import late_answers
from bot.ui.games import handlers as game_handlers
from bot.ui.games import play_handlers, record_commands, review_handlers, table_commands
from bot.ui.lawbook import law_page, rules_view, tutorial
from bot.ui.leagues import handlers as league_handlers
from bot.ui.leagues import league_commands, manage_commands, secretary_commands
from bot.ui.people import handlers as people_handlers
from bot.ui.people import preferences_command, privacy, stats_command
from bot.ui.practice import daily_views, handlers, position_views
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
    calculator_handlers.score,
    calculator_handlers.score_this_hand,
    handlers.practice,
    daily_views.daily,
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
    privacy.privacy,
    tutorial.guide,
)
"""The slash commands and message menus, in the order that Discord gets them."""

PRESSED: Final = (
    *(game_handlers, late_answers, league_handlers, people_handlers, position_views, review_handlers),
    *(secretary_commands, server_handlers),
)
"""Modules that are imported for what stands in them: answers to presses, and commands of groups."""
