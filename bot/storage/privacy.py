"""The stored data about one player, read for an export."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from itertools import groupby
from operator import itemgetter
from string import Template
from typing import Any, Final

from bot.models.player import Player
from bot.storage.database import Database
from bot.storage.preferences import PREFERENCES


async def export(database: Database, player: Player) -> dict[str, Any]:
    """Return everything that is stored about a player, ready for JSON.

    The cards and counts of games are left out: ``/record`` gives a whole game. So is the log of a league, which names
    other people.
    """
    document: dict[str, Any] = {
        "player": {"number": player.id, "discord_id": player.discord_id, "name": player.name},
        "games": [],
    }
    for part, (columns, rest) in _parts().items():
        names = [column.split()[-1].rpartition(".")[2].strip('"') for column in columns.split(",")]
        rows = await database.rows(f"SELECT {columns} FROM {rest}", (player.id,), long=True)
        document[part] = [dict(zip(names, row, strict=True)) for row in rows]
    for part in ("preferences", "language"):
        document[part] = next(iter(document[part]), None)
    if document["preferences"] is not None:
        document["preferences"] |= json.loads(document["preferences"].pop("more"))
    for part, column in (("former_names", "name"), ("told_once", "what")):
        document[part] = [row[column] for row in document[part]]
    seats = await database.rows(_SEATS, (player.id,), long=True)
    names_at = {game: [name for _, name in group] for game, group in groupby(seats, key=itemgetter(0))}
    for game in document["games"]:
        game["seats"] = names_at[game["game"]]
        game["scores"] = None if game["scores"] is None else json.loads(game["scores"])
    return document


_QUERY: Final = re.compile(
    r"^-- (?P<name>\w+)\nSELECT (?P<columns>.+?)\nFROM (?P<rest>.+?);$", re.MULTILINE | re.DOTALL
)
"""A query of ``export.sql``: its name in the export, the columns, with their names there, and where they stand."""


@cache
def _parts() -> dict[str, tuple[str, str]]:
    script = resources.files("bot.storage").joinpath("export.sql").read_text(encoding="utf-8")
    queries = _QUERY.findall(Template(script).substitute(preferences=PREFERENCES.columns))
    return {name: (columns, rest) for name, columns, rest in queries}


_SEATS: Final = (
    "SELECT seats.table_id, coalesce(players.name, seats.robot, '') FROM seats AS mine "
    "JOIN seats ON seats.table_id = mine.table_id LEFT JOIN players ON players.id = seats.player_id "
    "WHERE mine.player_id = ? ORDER BY seats.table_id, seats.seat"
)
"""Who sits at a player's tables, seat by seat."""
