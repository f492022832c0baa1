"""The features of the bot: their commands, and the handlers of their buttons, menus and forms."""

from typing import Any, Final

from discord.app_commands import Command, ContextMenu, Group

from bot.ui.calculator import handlers as calculator_handlers
from bot.ui.calculator import late_answers, score_command
from bot.ui.games import handlers as game_handlers
from bot.ui.games import play_handlers, record_commands, review_handlers, table_commands
from bot.ui.lawbook import handlers as lawbook_handlers
from bot.ui.lawbook import law_page, rules_view
from bot.ui.leagues import handlers as league_handlers
from bot.ui.leagues import league_commands, manage_commands
from bot.ui.leagues import secretary_commands as _secretary_commands  # noqa: F401 (adds its commands to the groups)
from bot.ui.people import handlers as people_handlers
from bot.ui.people import preferences, privacy_command, stats_command
from bot.ui.practice import daily_handlers, position_handlers, practice_command
from bot.ui.practice import handlers as practice_handlers
from bot.ui.server import board_view, server_commands
from bot.ui.server import handlers as server_handlers

league_commands.league.add_command(manage_commands.manage)

_WITH_COMMANDS: Final = (
    play_handlers,
    table_commands,
    score_command,
    practice_command,
    daily_handlers,
    rules_view,
    law_page,
    league_commands,
    server_commands,
    record_commands,
    review_handlers,
    stats_command,
    board_view,
    preferences,
    privacy_command,
    lawbook_handlers,
)

COMMANDS: Final[tuple[Command[Any, ..., Any] | ContextMenu | Group, ...]] = tuple(
    one
    for module in _WITH_COMMANDS
    for one in vars(module).values()
    if isinstance(one, Command | ContextMenu | Group) and getattr(one, "parent", None) is None
)
"""The slash commands and message menus of these modules, in the order that Discord gets them."""

PRESSED: Final = (
    calculator_handlers,
    daily_handlers,
    game_handlers,
    late_answers,
    lawbook_handlers,
    league_handlers,
    people_handlers,
    play_handlers,
    position_handlers,
    practice_handlers,
    review_handlers,
    server_handlers,
)
"""The modules that answer presses: each has a ``register`` that adds its custom ids to the router."""
