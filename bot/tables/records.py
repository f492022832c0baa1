"""A game of ours as a record to take away."""

from __future__ import annotations

from bot.tables.packs import commitment
from bot.tables.service import Tables
from engine.record import Record


async def record_of(tables: Tables, table_id: str) -> Record:
    """The record of a game; its seed is in it once the game is over. Raises ``NoSuchTable``."""
    table = await tables.find(table_id)
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
