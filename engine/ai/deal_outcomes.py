"""The chance to win a game of two hands after the scores of a deal, in the order in which they are pegged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.ai.winning_chances import winning_chance

SignedPoints: TypeAlias = int
"""Points of one score: above 0 for the player who thinks, below 0 for the other."""

Cribs: TypeAlias = tuple[tuple[SignedPoints, float], ...]
"""The points that a crib may have, and how likely each number is."""

_NEAR: Final = 36
"""From this many holes to go a player thinks of the game and no longer of points alone."""


def is_near_the_end(needs: tuple[int, int]) -> bool:
    """Return whether a player may win so soon that points alone mislead; ``needs`` are the holes both have to go."""
    return min(needs) <= _NEAR


def chance_after(needs: tuple[int, int], scores: Iterable[SignedPoints], *, dealer: bool) -> float:
    """Return the chance to win after these scores of a deal, which a player dealt if ``dealer``."""
    mine, theirs = _after(*needs, scores)
    return winning_chance(mine, theirs, dealer=not dealer)


def chance_with_crib(needs: tuple[int, int], scores: Iterable[SignedPoints], cribs: Cribs, *, dealer: bool) -> float:
    """Return the chance to win after these scores and a crib that may have any of some points."""
    mine, theirs = _after(*needs, scores)
    if mine <= 0 or theirs <= 0:
        return winning_chance(mine, theirs, dealer=not dealer)
    if dealer:
        return sum(share * winning_chance(mine - points, theirs, dealer=False) for points, share in cribs)
    return sum(share * winning_chance(mine, theirs + points, dealer=True) for points, share in cribs)


def _after(mine: int, theirs: int, scores: Iterable[SignedPoints]) -> tuple[int, int]:
    """Return the holes to go after these scores; the game ends with the first that is enough."""
    for points in scores:
        if points > 0:
            mine -= points
        else:
            theirs += points
        if mine <= 0 or theirs <= 0:
            break
    return mine, theirs
