"""A game as a record for download."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.models.agreement import Sealed
from bot.tables.service import Tables
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from engine.events import DealerChosen, Event, ForDealCut
from engine.record import FirstDealer, Record

_POSTED: Final[Mapping[Sealed | None, bool]] = {"shown": True, "late": False}


async def record_of(tables: Tables, table_id: str, guild_id: int | None = None) -> Record:
    """The record of a game; its seed is in it once the game is over. Raises ``NoSuchTable``.

    People are called as they are in the server ``guild_id`` if the game is one of it, or else by their accounts.
    """
    table = (await tables.find(table_id)).seen_from(guild_id)
    seed, events = table.agreement.seed, await tables.history(table_id)
    return Record(
        game=table.id,
        preset=table.agreement.preset,
        rules=table.rules,
        seats=table.names,
        commitment=commitment(seed),
        seed=seed.hex() if table.status == "over" else None,
        events=events,
        first_dealer=_first_dealer(table, events),
        contributions=table.contributions,
        posted=_POSTED.get(table.agreement.sealed),
    )


def _first_dealer(table: Table, events: Sequence[Event]) -> FirstDealer | None:
    """Return who named the first dealer, or None where the cards are cut for the deal or nobody deals yet."""
    kinds = {type(event) for event in events}
    if ForDealCut in kinds or DealerChosen not in kinds:
        return None
    return "league" if table.agreement.first_dealer is not None else "previous"
