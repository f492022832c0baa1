"""The chance to win a game of two, and what the game is worth before a deal and after its scores.

The tables are of games of six cards. They hold for every target, because only the holes to go matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.ai.tables import TABLES
from engine.rules import Rules
from engine.view import View

LINES: Final = (30, 60, 90)
"""The loser needs more holes than one of these: a skunk and a double skunk in a game to 121, a lurch in one to 61."""

UNIT: Final = 10_000
"""Chances are counted in these parts."""

Stakes: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (holes, games): a loser who needs more than so many holes loses so many games more."""


def stakes_of(rules: Rules) -> Stakes:
    """Return what a game by these rules counts besides one game won or lost."""
    stakes, before = [], 1
    for below, games in sorted(rules.doubles, reverse=True):
        stakes.append((rules.target - below, games - before))
        before = games
    return tuple(stakes)


def winning_chance(mine: int, theirs: int, *, dealer: bool) -> float:
    """Return the chance to win before a deal. ``mine`` and ``theirs`` are holes to go; 0 or fewer have won."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return _chance(_CHANCES, mine, theirs) if dealer else 1.0 - _chance(_CHANCES, theirs, mine)


def game_value(mine: int, theirs: int, stakes: Stakes, *, dealer: bool) -> float:
    """Return what a game is worth before a deal: the chance to win it, and what double games add.

    A game that is surely won is worth 1 and half of each game more, and a game that is surely lost as much less than 0.
    """
    value = winning_chance(mine, theirs, dealer=dealer)
    for holes, games in stakes:
        gain, loss = _skunks(mine, theirs, holes, dealer=dealer)
        value += games * (gain - loss) / 2
    return value


def _skunks(mine: int, theirs: int, holes: int, *, dealer: bool) -> tuple[float, float]:
    if mine <= 0:
        return float(theirs > holes), 0.0
    if theirs <= 0:
        return 0.0, float(mine > holes)
    tables = TABLES["skunks"][str(min(LINES, key=lambda line: abs(line - holes)))]
    if dealer:
        return _chance(tables["dealer"], mine, theirs), _chance(tables["pone"], mine, theirs)
    return _chance(tables["pone"], theirs, mine), _chance(tables["dealer"], theirs, mine)


def _chance(table: Sequence[Sequence[int]], dealer_needs: int, pone_needs: int) -> float:
    return table[dealer_needs - 1][pone_needs - 1] / UNIT


_CHANCES: Final = TABLES["chances"]["dealer"]
"""The dealer's chances to win: a row for each number of holes that the dealer needs, 1 to 121."""


# After the scores of a deal, in the order in which they are pegged.

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
        mine, theirs = self.mine, self.theirs
        for points in scores:
            if points > 0:
                mine -= points
            else:
                theirs += points
            if mine <= 0 or theirs <= 0:
                break
        return mine, theirs
