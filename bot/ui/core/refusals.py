"""What Discord refuses: which refusals are final, and when everything else that could not be said is tried again.

A message is done when it was sent, never when it was refused: rights come back, and so does Discord. Final is only that
its place is gone. A player whose DMs are closed is told where else they read; if there is no such place, it is kept.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Hashable
from typing import Final

import discord

CLOSED_DMS: Final = 50007
"""Discord's code for a person who takes no messages from the bot."""

_GONE: Final = frozenset({10003, 10004, 10013})
"""Discord's codes for a channel, a server or a user that is no more."""

LONGEST: Final = 3_600.0
"""Seconds after which something that is refused again and again is tried again at the latest."""


def is_final(error: BaseException) -> bool:
    """Return whether a place is gone, so that nothing can be said there any more."""
    return isinstance(error, discord.NotFound) and error.code in _GONE


def has_closed_dms(error: BaseException) -> bool:
    """Return whether a person takes no messages."""
    return isinstance(error, discord.Forbidden) and error.code == CLOSED_DMS


class Retries:
    """The times at which what was refused is tried again: after 1, 2, 4, 8 seconds and so on, or as ``first`` says."""

    def __init__(self, first: float = 1.0) -> None:
        self._first = first
        self._failed: dict[Hashable, tuple[int, float]] = {}

    def failed(self, key: Hashable) -> float:
        """Note a refusal, and return the seconds until the next try."""
        tries, _ = self._failed.get(key, (0, 0.0))
        wait = min(self._first * 2.0 ** min(tries, 16), LONGEST)
        self._failed[key] = tries + 1, asyncio.get_running_loop().time() + wait
        return wait

    def tries(self, key: Hashable) -> int:
        """Return how often something was refused."""
        return self._failed.get(key, (0, 0.0))[0]

    def is_waiting(self, key: Hashable) -> bool:
        """Return whether it is too early for the next try."""
        _, at = self._failed.get(key, (0, 0.0))
        return asyncio.get_running_loop().time() < at

    def forget(self, key: Hashable) -> None:
        """Note that nothing is refused any more."""
        self._failed.pop(key, None)


def nonce_of(*what: object) -> str:
    """Return a nonce for a message, within the 25 letters that Discord allows.

    What is sent again within some minutes with the same nonce Discord posts once: it may have been sent already, when
    the bot stopped or an answer was lost.
    """
    return hashlib.sha256(repr(what).encode()).hexdigest()[:25]
