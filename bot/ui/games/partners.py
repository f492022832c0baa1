"""Words for the two sides of a game whose partners were chosen before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, join_list
from bot.models.agreement import Seat
from bot.tables.table import Table
from engine.rules import Partners, Rules

_ROBOTS: Final = {1: N_("a robot"), 2: N_("2 robots")}
_OPEN: Final = {1: N_("an open seat"), 2: N_("2 open seats")}


def are_chosen(rules: Rules) -> bool:
    """Return whether the seats decide the partners, and not the cut."""
    return rules.partners is Partners.CHOSEN


def sides_in_words(rules: Rules, seats: Sequence[Seat], names: Sequence[str]) -> str:
    """Return the partners: ``Ann and Ben against Cy and a robot``. The names are by seat."""
    one, other = (_side([seats[seat] for seat in side], [names[seat] for seat in side]) for side in rules.sides)
    return gettext("{one} against {other}", one=one, other=other)


def open_sides(table: Table) -> tuple[int, ...]:
    """Return the sides on which a seat is open, if players choose their side."""
    if not are_chosen(table.rules):
        return ()
    free = [number for number, seat in enumerate(table.seats) if seat == Seat()]
    return tuple(sorted({table.rules.side_of(number) for number in free}))


def _side(seats: Sequence[Seat], names: Sequence[str]) -> str:
    people = [name for seat, name in zip(seats, names, strict=True) if seat.player is not None]
    robots = sum(seat.robot is not None for seat in seats)
    vacant = len(seats) - len(people) - robots
    others = [gettext(words[number]) for words, number in ((_ROBOTS, robots), (_OPEN, vacant)) if number]
    return join_list([*people, *others])
