"""The departure of a player for good: their games under way are lost, and games that have not begun are called off."""

from __future__ import annotations

from typing import Final

from bot.i18n.translation import gettext
from bot.models.agreement import Status
from bot.models.player import Player
from bot.storage import tables as store
from bot.tables.errors import TableError
from bot.tables.service import Tables
from bot.tables.table import Table
from engine.actions import Accept, Resign

_OPEN: Final[tuple[Status, ...]] = ("gathering", "playing", "adjourned", "idle")


async def open_games(tables: Tables, player: Player) -> list[str]:
    """The games of a player that are not over, and those to which they are invited."""
    return await store.list_ids_of_player(tables.database, player.id, *_OPEN)


async def give_up_all(tables: Tables, player: Player) -> None:
    """Resign every game that a player has under way, and decline all that have not begun.

    Raises ``TableError`` where one of them cannot be ended; those before it are.
    """
    for name in await open_games(tables, player):
        await _give_up(tables, name, player)
    if left := await open_games(tables, player):
        raise TableError(gettext("I couldn't resign your game {left}. Try again in a moment.", left=left[0]))


async def _give_up(tables: Tables, name: str, player: Player) -> None:
    table = await tables.find(name)
    if table.status in {"adjourned", "idle"}:
        table = await tables.take_up(name, player, limited=False)
    if table.status == "gathering":
        await tables.decline(name, player)
    elif table.status == "playing":
        await _resign(tables, table, player)


async def _resign(tables: Tables, table: Table, player: Player) -> None:
    """Resign a game. Nobody resigns while a claim of game is open to them, so that is accepted first."""
    seat = table.seat_of(player)
    if any(window.claims_game for window in table.view(seat).own_windows):
        table = (await tables.act(table.id, player, None, Accept(seat))).table
    if table.status == "playing":
        await tables.act(table.id, player, None, Resign(seat))
