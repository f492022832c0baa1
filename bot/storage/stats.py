"""The finished games of one player: who sat there, by which rules, and how they ended."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.storage.database import Database
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Finished:
    """One game that is over. ``robots`` are their levels by seat, None where a person sat; ``side`` has won it."""

    table_id: str
    rules: Rules
    seat: int
    robots: tuple[str | None, ...]
    side: int
    games: int

    @property
    def own_side(self) -> int:
        """The side on which the player sat."""
        return self.rules.side_of(self.seat)

    @property
    def won(self) -> bool:
        """Whether the player won it."""
        return self.side == self.own_side


async def finished(database: Database, player_id: int, guild_id: int | None = None) -> list[Finished]:
    """The finished games of a player, the latest first; of one server alone if that is named."""
    rows = await database.rows(
        "SELECT tables.id, tables.rules, mine.seat, (SELECT json_group_array(robot) FROM "
        "(SELECT robot FROM seats WHERE table_id = tables.id ORDER BY seat)), results.side, results.games "
        "FROM seats AS mine JOIN tables ON tables.id = mine.table_id JOIN results ON results.table_id = tables.id "
        "WHERE mine.player_id = ? AND (? IS NULL OR tables.guild_id = ?) ORDER BY results.ended_at DESC, tables.id",
        (player_id, guild_id, guild_id),
    )
    return [
        Finished(name, Rules.from_dict(json.loads(rules)), seat, tuple(json.loads(robots)), side, games)
        for name, rules, seat, robots, side, games in rows
    ]
