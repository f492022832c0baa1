"""The features of the bot: their commands. To import their modules adds the answers to their presses to the router."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.calculator import handlers as calculator_handlers
from bot.ui.games import handlers as game_handlers
from bot.ui.games import play_handlers, record_commands, reviews, table_commands
from bot.ui.lawbook import law_page, rules_page, tutorial
from bot.ui.leagues import handlers as league_handlers
from bot.ui.leagues import league_commands, manage_commands, people_views
from bot.ui.people import board_view, preferences, privacy, stats
from bot.ui.practice import daily_hand, position_views
from bot.ui.practice import handlers as practice_handlers
from bot.ui.server import server_commands

_WITH_COMMANDS: Final = (
    play_handlers,
    table_commands,
    calculator_handlers,
    practice_handlers,
    daily_hand,
    rules_page,
    law_page,
    league_commands,
    manage_commands,
    server_commands,
    record_commands,
    reviews,
    stats,
    board_view,
    preferences,
    privacy,
    tutorial,
)

COMMANDS: Final[tuple[Command[Any, ..., Any] | ContextMenu | Group, ...]] = tuple(
    one
    for module in _WITH_COMMANDS
    for one in vars(module).values()
    if isinstance(one, Command | ContextMenu | Group) and getattr(one, "parent", None) is None
)
"""The slash commands and message menus of these modules, in the order that Discord gets them."""

PRESSED: Final = (game_handlers, league_handlers, people_views, position_views)
"""Modules that are imported for what stands in them: answers to presses, and commands of groups."""
