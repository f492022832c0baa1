"""What a game of two hands is worth after the scores of a deal, in the order in which they are pegged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.ai.winning_chances import Stakes, game_value, stakes_of
from engine.view import View

SignedPoints: TypeAlias = int
"""Points of one score: above 0 for the player who thinks, below 0 for the other."""

Cribs: TypeAlias = tuple[tuple[SignedPoints, float], ...]
"""The points that a crib may have, and how likely each number is."""

_NEAR: Final = 36
"""From this many holes to go a player thinks of the game and no longer of points alone."""


@dataclass(frozen=True, slots=True)
class Race:
    """The end of a game of two: the holes that a player and the other need, who dealt, and what the game counts."""

    mine: int
    theirs: int
    dealer: bool
    stakes: Stakes = ()

    @classmethod
    def of(cls, view: View) -> Race:
        """Return the race as one of two players sees it."""
        assert view.seat is not None
        mine, theirs = view.to_go(view.seat), view.to_go(1 - view.seat)
        return cls(mine, theirs, view.dealer == view.seat, stakes_of(view.rules))

    @property
    def is_near_the_end(self) -> bool:
        """Whether a player may win so soon that points alone mislead."""
        return min(self.mine, self.theirs) <= _NEAR

    def value_after(self, scores: Iterable[SignedPoints]) -> float:
        """Return the value of the game after these scores of the deal: the chance to win, where all games count one."""
        mine, theirs = self._after(scores)
        return game_value(mine, theirs, self.stakes, dealer=not self.dealer)

    def value_with_crib(self, scores: Iterable[SignedPoints], cribs: Cribs) -> float:
        """Return the value of the game after these scores and a crib that may have any of some points."""
        mine, theirs = self._after(scores)
        if mine <= 0 or theirs <= 0:
            return game_value(mine, theirs, self.stakes, dealer=not self.dealer)
        if self.dealer:
            return sum(share * game_value(mine - points, theirs, self.stakes, dealer=False) for points, share in cribs)
        return sum(share * game_value(mine, theirs + points, self.stakes, dealer=True) for points, share in cribs)

    def _after(self, scores: Iterable[SignedPoints]) -> tuple[int, int]:
        """Return the holes to go after these scores; the game ends with the first that is enough."""
        mine, theirs = self.mine, self.theirs
        for points in scores:
            if points > 0:
                mine -= points
            else:
                theirs += points
            if mine <= 0 or theirs <= 0:
                break
        return mine, theirs
