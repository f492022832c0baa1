"""The chance of one of two sides to win, and what the game is worth before a deal and after its scores.

Each form of the game has its tables. They hold for every target, because only the holes to go matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from engine.ai.tables import FIVE_CARDS, FOUR_HANDS, SIX_CARDS, TABLES, Place, form
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


def winning_chance(mine: int, theirs: int, *, dealer: bool, form: str = SIX_CARDS) -> float:
    """Return the chance to win before a deal. ``mine`` and ``theirs`` are holes to go; 0 or fewer have won."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    table = TABLES["chances"][form]
    return _chance(table, mine, theirs) if dealer else 1.0 - _chance(table, theirs, mine)


@lru_cache(maxsize=1 << 15)  # a review asks for 2,000 of them 200,000 times
def game_value(mine: int, theirs: int, stakes: Stakes, *, dealer: bool, form: str = SIX_CARDS) -> float:
    """Return what a game is worth before a deal: the chance to win it, and what double games add.

    A game that is surely won is worth 1 and half of each game more, and a game that is surely lost as much less than 0.
    """
    value = winning_chance(mine, theirs, dealer=dealer, form=form)
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


def chance_of_side(rules: Rules, scores: Sequence[int], side: int, dealer: int) -> float:
    """Return the chance of a side to win before a deal by a seat, by the scores of all sides.

    With three players it follows from the chances against each of the two others alone.
    """
    name, dealers = form(rules.players, rules.dealt), rules.side_of(dealer)
    mine, odds = rules.target - scores[side], 1.0
    for other, score in enumerate(scores):
        if other == side:
            continue
        theirs = rules.target - score
        deals = [own == dealers for own in (side, other)]
        ways = [deals[0]] if any(deals) else [True, False]
        against = sum(winning_chance(mine, theirs, dealer=way, form=name) for way in ways) / len(ways)
        odds += 1 / max(against, 1 / UNIT) - 1
    return 1 / odds


# After the scores of a deal, in the order in which they are pegged.

SignedPoints: TypeAlias = int
"""Points of one score: above 0 for the player who thinks, below 0 for the other."""

Cribs: TypeAlias = tuple[tuple[SignedPoints, float], ...]
"""The points that a crib may have, and how likely each number is."""

_NEAR: Final = {SIX_CARDS: 36, FIVE_CARDS: 24, FOUR_HANDS: 45}
"""From this many holes to go a player thinks of the game and no longer of points alone; with three, never."""


@dataclass(frozen=True, slots=True)
class Race:
    """The end of a game: the holes that one side and the other need, who dealt, and what the game counts.

    With three players the chance to win follows from those against each of the two others alone.
    """

    mine: int
    theirs: int
    dealer: bool
    stakes: Stakes = ()
    form: str = SIX_CARDS
    third: int | None = None

    @classmethod
    def of(cls, view: View, place: Place) -> Race:
        """Return the race as a player at a place sees it; the ``third`` of three players is the one farther behind."""
        assert view.seat is not None
        side = view.rules.side_of(view.seat)
        theirs = sorted(
            view.to_go(other)
            for other, seats in enumerate(view.rules.sides)
            if other != side and not view.closed.issuperset(seats)
        )
        stakes = stakes_of(view.rules) if place.form == SIX_CARDS else ()
        return cls(view.to_go(side), theirs[0], place.deals, stakes, place.form, *theirs[1:])

    @property
    def is_near_the_end(self) -> bool:
        """Whether a player may win so soon that points alone mislead."""
        return min(self.mine, self.theirs) <= _NEAR.get(self.form, 0)

    def value_after(self, scores: Iterable[SignedPoints]) -> float:
        """Return the value of the game after these scores of the deal: the chance to win, where all games count one."""
        mine, theirs = self._after(scores)
        return self._value(mine, theirs)

    def value_with_crib(self, scores: Iterable[SignedPoints], cribs: Cribs) -> float:
        """Return the value of the game after these scores and a crib that may have any of some points."""
        mine, theirs = self._after(scores)
        if mine <= 0 or theirs <= 0:
            return self._value(mine, theirs)
        if self.dealer:
            return sum(share * self._value(mine - points, theirs) for points, share in cribs)
        return sum(share * self._value(mine, theirs + points) for points, share in cribs)

    def _value(self, mine: int, theirs: int) -> float:
        value = game_value(mine, theirs, self.stakes, dealer=not self.dealer, form=self.form)
        if self.third is None or not 0 < value < 1:
            return value
        other = winning_chance(mine, self.third, dealer=not self.dealer, form=self.form)
        return 1 / (1 / value + 1 / max(other, 1 / UNIT) - 1)

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
