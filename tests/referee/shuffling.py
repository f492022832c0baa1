"""The shuffle, from the description that the table publishes: a seed, its SHA-256, and the packs made from it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from tests.referee.arithmetic import RANKS, SUITS


def words(seed: bytes, name: str) -> Iterator[int]:
    for block in count():
        digest = hashlib.sha256(seed + f"{name}:{block}".encode()).digest()
        yield from (int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))


def mixed(seed: bytes, contributions: Iterable[dict[str, Any]], name: str) -> bytes:
    """Return what a pack is shuffled by: the seed and everything that players added before that pack."""
    before = [one for one in contributions if _place(one["before"]) <= _place(name)]
    values = [f"\n{one['seat']}:{one.get('sha256') or one['press']}" for one in before]
    return hashlib.sha256(seed + "".join(values).encode()).digest() if values else seed


def _place(name: str) -> tuple[bool, int]:
    what, number = name.split(":")
    return what == "deal", int(number)


def pack_of(seed: bytes, name: str) -> list[str]:
    """Return the pack with this name, such as ``deal:3``, its top card first."""
    pack = [rank + suit for rank in RANKS for suit in SUITS]
    stream = words(seed, name)
    for place in range(51, 0, -1):
        whole = 2**32 // (place + 1) * (place + 1)
        chosen = next(word for word in stream if word < whole) % (place + 1)
        pack[place], pack[chosen] = pack[chosen], pack[place]
    return pack
