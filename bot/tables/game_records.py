"""A game as a record for download."""

from __future__ import annotations

from bot.tables.service import Tables
from bot.tables.shuffle import commitment
from engine.record import Record


async def record_of(tables: Tables, table_id: str, guild_id: int | None = None) -> Record:
    """The record of a game; its seed is in it once the game is over. Raises ``NoSuchTable``.

    People are called as they are in the server ``guild_id`` if the game is one of it, or else by their accounts.
    """
    table = (await tables.find(table_id)).seen_from(guild_id)
    seed = table.agreement.seed
    return Record(
        game=table.id,
        preset=table.agreement.preset,
        rules=table.rules,
        seats=table.names,
        commitment=commitment(seed),
        seed=seed.hex() if table.status == "over" else None,
        events=await tables.history(table_id),
    )
