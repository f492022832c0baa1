"""The limits on what one person has open at once: invitations that wait for others, and games under way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import gettext
from bot.models.agreement import Seat
from bot.models.player import Player
from bot.storage import tables as store
from bot.storage.database import Database
from bot.tables.errors import TableError

MOST_INVITATIONS: Final = 25
"""The invitations that one person may have sent or accepted while others have still to answer them."""

MOST_GAMES: Final = 50
"""The games that one person may have under way, those against robots too."""


class OpeningLimits:
    """Checks what people have open. Whoever opens a game holds the ``lock`` from the check until it is stored."""

    def __init__(self, database: Database) -> None:
        self.lock = asyncio.Lock()
        self._database = database

    async def check(self, seats: Sequence[Seat], player: Player) -> None:
        """Raise ``TableError`` if a player may not sit down at these seats, or one of them may not begin to play."""
        if not all(seat.agreed for seat in seats):
            if (await store.count_open(self._database, player.id, "gathering")) >= MOST_INVITATIONS:
                raise TableError(
                    gettext(
                        "You have {number} open invitations. Wait for an answer, or withdraw one. /games lists them.",
                        number=MOST_INVITATIONS,
                    )
                )
            return
        for other in (seat.player for seat in seats if seat.player is not None):
            if (await store.count_open(self._database, other.id, "playing")) < MOST_GAMES:
                continue
            if other.id == player.id:
                raise TableError(
                    gettext(
                        "You have {number} games in progress. Finish one, or give one up with /resign. /games "
                        "lists them.",
                        number=MOST_GAMES,
                    )
                )
            raise TableError(
                gettext(
                    "{name} already has {number} games in progress and must finish one first.",
                    name=other.name,
                    number=MOST_GAMES,
                )
            )
