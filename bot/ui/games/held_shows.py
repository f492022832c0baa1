"""What the messages of a table remember: held shows, picked cards, the times of counts, and what stands below them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.models.agreement import PUBLIC
from bot.tables.table import Table, Update
from engine.cards import Card
from engine.events import Amended, Played, Shown

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


class CountTimes:
    """When the newest count of each table became known. After a restart no time is known."""

    def __init__(self) -> None:
        self._newest: dict[str, datetime] = {}

    def hear(self, update: Update) -> None:
        """Note the time of every declaration and of every count that is raised."""
        if update.table.status != "playing":
            self._newest.pop(update.table.id, None)
        elif any(_declares(event) for event in update.events):
            self._newest[update.table.id] = discord.utils.utcnow()

    def is_newer(self, table_id: str, than: datetime) -> bool:
        """Return whether the newest count of a table became known after this time."""
        newest = self._newest.get(table_id)
        return newest is not None and newest > than


def _declares(event: object) -> bool:
    return isinstance(event, Played | Shown | Amended) and event.declared is not None


_MOST: Final = 5_000
"""The most selections that are remembered. The oldest are forgotten first."""


class Selections:
    """The picked cards by table, prompt and seat.

    They are kept in memory, so that two quick presses count even if the second was made on the screen before the
    first. After a restart the pressed button tells what had been picked.
    """

    def __init__(self) -> None:
        self._picked: OrderedDict[tuple[str, str, int], tuple[Card, ...]] = OrderedDict()

    def of(self, table: Table, seat: int) -> tuple[Card, ...]:
        """Return the cards of its hand that a seat has picked, in the order in which they were picked."""
        key = _key(table, seat)
        picked = self._picked.get(key, ())
        if picked and not set(picked) <= set(table.view(seat).hand):
            # They were discarded; should they be taken back, nothing is picked.
            del self._picked[key]
            return ()
        return picked

    def toggle(self, table: Table, seat: int, card: Card, shown: Sequence[Card]) -> tuple[Card, ...]:
        """Pick a card, or unpick it, and return what is picked now; ``shown`` were picked on the pressed screen.

        A card more than may be discarded replaces the one that was picked first.
        """
        key, view = _key(table, seat), table.view(seat)
        before = self.of(table, seat) if key in self._picked else shown
        picked = [one for one in before if one in view.hand]
        if card in picked:
            picked.remove(card)
        elif card in view.hand:
            picked = [*picked, card][-view.to_lay :]
        self._picked[key] = tuple(picked)
        self._picked.move_to_end(key)
        if len(self._picked) > _MOST:
            self._picked.popitem(last=False)
        return self._picked[key]


def _key(table: Table, seat: int) -> tuple[str, str, int]:
    return table.id, str(table.view(seat).prompt), seat


BURIED: Final = 6
"""The number of messages below a table after which it is sent again instead of edited."""


class MessageCounts:
    """A count for each channel in which a table is shown, and for no other."""

    def __init__(self) -> None:
        self._below: dict[int, int] = {}
        self._channels: dict[str, set[int]] = {}

    def show(self, table_id: str, channel_id: int) -> None:
        """Count the new messages in a channel from now on, because it shows this table."""
        self._channels.setdefault(table_id, set()).add(channel_id)
        self._below.setdefault(channel_id, 0)

    def show_anew(self, table_id: str, channel_id: int) -> None:
        """Begin the count again, because the table is the newest message of the channel."""
        self.show(table_id, channel_id)
        self._below[channel_id] = 0

    def add(self, channel_id: int) -> None:
        """Count a message that somebody wrote, if its channel shows a table."""
        if channel_id in self._below:
            self._below[channel_id] += 1

    def bury(self, channel_id: int) -> None:
        """Treat the tables of a channel as buried, however few messages are below them."""
        if channel_id in self._below:
            self._below[channel_id] = BURIED

    def is_buried(self, channel_id: int) -> bool:
        """Return whether a channel has so many new messages that its table must be sent again."""
        return self._below.get(channel_id, 0) >= BURIED

    def hide(self, table_id: str, channel_id: int) -> None:
        """Stop counting in a channel that no longer shows this table, unless it shows another."""
        self._channels.get(table_id, set()).discard(channel_id)
        if not any(channel_id in channels for channels in self._channels.values()):
            self._below.pop(channel_id, None)

    def forget(self, table_id: str) -> None:
        """Stop counting for a table."""
        for channel_id in tuple(self._channels.get(table_id, ())):
            self.hide(table_id, channel_id)
        self._channels.pop(table_id, None)
