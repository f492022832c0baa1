"""The chance of a side to win, and what the game is worth before a deal and after its scores.

Each form of the game has its tables. They hold for every target, because only the holes to go matter.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, TypeAlias

from engine.ai.play_positions import THIRD, Score
from engine.ai.tables import FIVE_CARDS, FOUR_HANDS, SIX_CARDS, TABLES, THREE_HANDS, Place, form
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
    """Return the chance of a side to win before a deal by a seat, by the scores of all sides."""
    needs, dealers = [rules.target - score for score in scores], rules.side_of(dealer)
    if rules.players == 3:
        around = [needs[(dealer + step) % 3] for step in range(3)]
        return chances_of_three(*around)[(side - dealer) % 3]
    return winning_chance(needs[side], needs[1 - side], dealer=side == dealers, form=form(rules.players, rules.dealt))


Cube: TypeAlias = Sequence[Sequence[float]]
"""A row for the holes that the dealer and the next player need, with a number for each that the last one needs.

They need so many as ``HOLES`` says; between these, chances are straight lines.
"""

HOLES: Final = (1, 3, 5, 7, 9, 12, 15, 18, 21, 24, 27, 30, 34, 38, 42, 47, 53, 60, 68, 77, 87, 98, 109, 121)


@lru_cache(maxsize=1 << 15)
def chances_of_three(dealer: int, left: int, right: int) -> tuple[float, float, float]:
    """Return the chances of three players to win before a deal, by the holes that they need: 0 or fewer have won."""
    needs = (dealer, left, right)
    if min(needs) <= 0:
        won = next(place for place, holes in enumerate(needs) if holes <= 0)
        return float(won == 0), float(won == 1), float(won == 2)
    tables = TABLES["three"]
    first, second = (between(tables[name], needs) / UNIT for name in ("dealer", "next"))
    return first, second, max(1 - first - second, 0.0)


def between(table: Cube, needs: tuple[int, int, int]) -> float:
    """Return the number for these holes by those that are in a table."""
    value, corners = 0.0, _corners()
    for dealer, first in corners[needs[0]]:
        for left, second in corners[needs[1]]:
            row, share = table[dealer * len(HOLES) + left], first * second
            for right, third in corners[needs[2]]:
                value += share * third * row[right]
    return value


@cache
def _corners() -> list[tuple[tuple[int, float], ...]]:
    """Return for each number of holes the places of the next fewer and more in the table, and the share of each."""
    found: list[tuple[tuple[int, float], ...]] = [()]
    for needs in range(1, HOLES[-1] + 1):
        above = bisect_left(HOLES, needs)
        if HOLES[above] == needs:
            found.append(((above, 1.0),))
        else:
            share = (needs - HOLES[above - 1]) / (HOLES[above] - HOLES[above - 1])
            found.append(((above - 1, 1 - share), (above, share)))
    return found


# After the scores of a deal, in the order in which they are pegged.

Cribs: TypeAlias = tuple[tuple[int, float], ...]
"""The points that a crib may have, and how likely each number is."""

_NEAR: Final = {SIX_CARDS: 36, FIVE_CARDS: 24, THREE_HANDS: 33, FOUR_HANDS: 45}
"""From this many holes to go a player thinks of the game and no longer of points alone."""


@dataclass(frozen=True, slots=True)
class Race:
    """The end of a game: the holes that each side needs, the place of the dealer's side, and what the game counts.

    The player's own side is the first; with three players the next one follows.
    """

    needs: tuple[int, ...]
    dealer: int
    stakes: Stakes = ()
    form: str = SIX_CARDS

    @classmethod
    def before(cls, needs: tuple[int, ...], place: Place, stakes: Stakes = ()) -> Race:
        """Return the race of a player at a place before a deal."""
        dealer = -place.steps % 3 if len(needs) == 3 else int(not place.deals)
        return cls(needs, dealer, stakes, SIX_CARDS if len(needs) < 3 == place.players else place.form)

    @classmethod
    def of(cls, view: View, place: Place) -> Race:
        """Return the race as a player at a place sees it; where one of three has left, as of two with six cards."""
        sides, side = view.rules.sides, view.rules.side_of(view.own_seat)
        others = [(side + step) % len(sides) for step in range(1, len(sides))]
        theirs = [view.to_go(other) for other in others if not view.closed.issuperset(sides[other])]
        stakes = stakes_of(view.rules) if place.form == SIX_CARDS else ()
        return cls.before((view.to_go(side), *theirs), place, stakes)

    @property
    def least(self) -> int:
        """The fewest holes that anybody needs."""
        return min(self.needs)

    @property
    def is_near_the_end(self) -> bool:
        """Whether a player may win so soon that points alone mislead."""
        return self.least <= _NEAR[self.form]

    def value_after(self, scores: Iterable[Score]) -> float:
        """Return the value of the game after these scores of the deal: the chance to win, where all games count one."""
        return self._value(self._after(scores))

    def value_with_crib(self, scores: Iterable[Score], cribs: Cribs) -> float:
        """Return the value of the game after these scores and a crib that may have any of some points."""
        needs, dealer, value = self._after(scores), self.dealer, 0.0
        if min(needs) <= 0:
            return self._value(needs)
        before = needs[dealer]
        for points, share in cribs:
            needs[dealer] = before - points
            value += share * self._value(needs)
        return value

    def _value(self, needs: Sequence[int]) -> float:
        if len(needs) == 2:
            return game_value(needs[0], needs[1], self.stakes, dealer=self.dealer != 0, form=self.form)
        following = self.dealer + 1
        around = [needs[(following + step) % 3] for step in range(3)]
        return chances_of_three(*around)[-following % 3]

    def _after(self, scores: Iterable[Score]) -> list[int]:
        needs = [*self.needs]
        for points in scores:
            if points > 0:
                needs[0] -= points
            elif points > -THIRD:
                needs[1] += points
            else:
                needs[-1] += points // THIRD
            if min(needs) <= 0:
                break
        return needs
