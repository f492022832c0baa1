"""The cards that players have picked for their discard and not yet confirmed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from bot.tables.table import Table
from engine.cards import Card

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
