"""The departure of a player for good: their games under way are lost, and games that have not begun are called off."""

from __future__ import annotations

from typing import Final

from bot.i18n.translation import gettext
from bot.models.agreement import Status
from bot.models.player import Player
from bot.tables.errors import TableError
from bot.tables.service import Tables

_OPEN: Final[tuple[Status, ...]] = ("gathering", "playing", "adjourned", "idle")


async def open_games(tables: Tables, player: Player) -> list[str]:
    """The games of a player that are not over, and those to which they are invited."""
    return await tables.ids_of_player(player.id, *_OPEN)


async def give_up_all(tables: Tables, player: Player) -> None:
    """Resign every game that a player has under way, and decline all that have not begun.

    Raises ``TableError`` where one of them cannot be ended; those before it are.
    """
    for name in await open_games(tables, player):
        if (await tables.find(name)).has_begun:
            await tables.leave(name, player)
        else:
            await tables.decline(name, player)
    if left := await open_games(tables, player):
        raise TableError(gettext("I couldn't resign your game {left}. Try again in a moment.", left=left[0]))
