"""Tables of chances by the holes that two players need, packed as text."""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Sequence
from typing import Final, TypeAlias

Rows: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for each number of holes that the dealer needs, 1 to 121, with a chance for each that the pone needs."""

MOST: Final = 121
"""The most holes that a player can need."""

_UNIT: Final = 10_000
"""Chances are counted in these parts."""


def pack(rows: Sequence[Sequence[float]]) -> str:
    """Return rows as text; each number is written as the difference to the one before."""
    packed, before = bytearray(), 0
    for row in rows:
        for value in row:
            number = round(_UNIT * value)
            packed += ((number - before) % 65536).to_bytes(2, "big")
            before = number
    return b85encode(zlib.compress(bytes(packed), 9)).decode("ascii")


def unpack(text: str) -> Rows:
    """Return the rows that ``pack`` wrote."""
    packed = zlib.decompress(b85decode("".join(text.split())))
    rows, number = [], 0
    for start in range(0, len(packed), 2 * MOST):
        row = []
        for place in range(start, start + 2 * MOST, 2):
            number = (number + int.from_bytes(packed[place : place + 2], "big")) % 65536
            row.append(number / _UNIT)
        rows.append(tuple(row))
    return tuple(rows)
