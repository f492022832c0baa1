"""The shows that stay on the screen until players have seen them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.models.table_message import PUBLIC
from bot.tables.table import Table, Update
from engine.events import Shown

HELD_FOR: Final = timedelta(seconds=20)
"""For so long a counted show stays on the screen, unless its players press Continue or go on with the next deal."""


@dataclass(slots=True)
class _Held:
    since: datetime
    seen: set[int] = field(default_factory=set)


class HeldShows:
    """The shows of all tables that some player may still be reading.

    A show is held until everyone has pressed Continue, 20 seconds have passed, or a card of the next deal is played.
    Nothing is redrawn when the time is over: the next change of the table replaces the show. After a restart no show
    is held; each stays one press away.
    """

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}

    def hear(self, update: Update) -> None:
        """Hold a show whenever a hand or a crib of it has been counted."""
        table = update.table
        if table.status != "playing":
            self._held.pop(table.id, None)
        elif any(isinstance(event, Shown) for event in update.events):
            self._held[table.id] = _Held(discord.utils.utcnow())
        elif table.spectator.played:
            self._held.pop(table.id, None)

    def is_held(self, table: Table, seat: int = PUBLIC) -> bool:
        """Return whether the last show stays on the screen of a seat, or on everyone's."""
        held = self._held.get(table.id)
        if held is None or table.spectator.stage == "show" or table.spectator.played:
            return False
        is_seen = seat in held.seen if seat != PUBLIC else _people(table) <= held.seen
        return not is_seen and discord.utils.utcnow() - held.since < HELD_FOR

    def mark_seen(self, table: Table, seat: int) -> None:
        """Note that the player in this seat has seen the show."""
        if (held := self._held.get(table.id)) is not None:
            held.seen.add(seat)


def _people(table: Table) -> set[int]:
    return {number for number, seat in enumerate(table.seats) if seat.player is not None}
