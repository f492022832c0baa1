"""What robots have learnt from games between robots: the tables of ``tables.json``.

Each form of the game has its own. Lists of 1,820 numbers are for four ranks in order, A A A A, A A A 2, to K K K K; the
455 of five cards for three.

* ``kept hands``: in 1,000,000 hands of cards dealt, how often these are kept; ``pegged``: 100 times the points pegged
  with them by a side, less those of the others, a list for each number of seats after the dealer.
* ``discards``: in 100,000, how often two ranks are discarded: a row for the higher one, a number for each lower one;
  where each discards one card, a row for each rank.
* ``cribs``: the average points of a crib by discards, in the same rows; and the rest of ``CribAverages``.
* ``chances`` and ``skunks``: in 10,000, how often somebody wins, or does while the other needs more than 30, 60 or 90
  holes: a row for each number of holes that the dealer needs, 1 to 121, with a number for each that the pone needs.
  Skunks are of six cards.
* ``three``: the same for the dealer of three players and the next one. A row for each of the ``HOLES`` that the dealer
  needs and of those that the next one needs, with a number for each that the last one needs.

The script ``tests/support/make_robot_tables.py`` writes them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.ai.play_positions import RANKS, THIRD, Ranks
from engine.cards import Card

if TYPE_CHECKING:
    from engine.view import View

TABLES: Final[dict[str, Any]] = json.loads(files(__package__).joinpath("tables.json").read_bytes())

FOURS: Final[tuple[Ranks, ...]] = tuple(combinations_with_replacement(RANKS, 4))
THREES: Final[tuple[Ranks, ...]] = tuple(combinations_with_replacement(RANKS, 3))
"""Every four and three ranks, the lowest first, in the order of the tables."""


# What is kept, and what it pegs.

_SIDES: Final = {True: "dealer", False: "pone"}

SIX_CARDS: Final = "2 hands of 6"
FIVE_CARDS: Final = "2 hands of 5"
THREE_HANDS: Final = "3 hands of 5"
FOUR_HANDS: Final = "4 hands of 5"


def ways(ranks: Ranks, left: tuple[int, ...] = (0, *[4] * 13)) -> int:
    """Return how many sets of cards have these ranks, with ``left`` cards of each rank, the ace at index 1."""
    made = 1
    for rank in set(ranks):
        made *= comb(left[rank], ranks.count(rank))
    return made


def form(players: int, dealt: int) -> str:
    """Return the name of a form of the game in the tables."""
    return f"{players} hands of {dealt}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sits: how many play, how many cards each is dealt, and how many seats after the dealer it is."""

    players: int = 2
    dealt: int = 6
    steps: int = 0

    @classmethod
    def of(cls, view: View, seat: int) -> Place:
        """Return the place of a seat. Once one of three players has left, the others play as two with six cards."""
        assert view.dealer is not None
        steps = (seat - view.dealer) % view.rules.players
        if view.rules.players == 2:
            return cls(2, view.rules.dealt, steps)
        dealt = len(view.hand) + len(view.laid) + sum(other == view.seat for other, _ in view.played)
        return cls(2, 6, min(steps, 1)) if dealt == 6 else cls(view.rules.players, dealt, steps)

    @property
    def form(self) -> str:
        """The name of the form of the game in the tables."""
        return form(self.players, self.dealt)

    @property
    def discards(self) -> int:
        """How many cards each discards."""
        return 4 // self.players

    @property
    def deals(self) -> bool:
        """Whether the crib is on this side."""
        return self.steps == 0 or self.is_partner(self.steps)

    @property
    def signs(self) -> tuple[int, ...]:
        """What a point of each player is as a ``Score``, this one first."""
        if self.players == 3:
            return (1, -1, -THIRD)
        return tuple(1 if step == 0 or self.is_partner(step) else -1 for step in range(self.players))

    @property
    def other(self) -> float:
        """What a point of another side costs: with three players the two others share it."""
        return 0.5 if self.players == 3 else 1.0

    def is_partner(self, step: int) -> bool:
        """Return whether the player so many seats away is the partner."""
        return self.players == 4 and step == 2

    def after(self, step: int) -> Place:
        """Return the place so many seats on."""
        return Place(self.players, self.dealt, (self.steps + step) % self.players)


@cache
def kept_likelihood(name: str, *, dealer: bool) -> Mapping[Ranks, float]:
    """Return how likely a player of the dealer's side, or of another, keeps given cards of these ranks in a form."""
    hands, kept = hands_of(name), TABLES["kept hands"][name][_SIDES[dealer]]
    return {hand: many / ways(hand) for hand, many in zip(hands, kept, strict=True)}


@cache
def pegging(name: str, steps: int) -> Mapping[Ranks, float]:
    """Return what each hand pegs so many seats after the dealer, less what the other side pegs."""
    return {hand: net / 100 for hand, net in zip(hands_of(name), TABLES["pegged"][name][steps], strict=True)}


def load_tables() -> None:
    """Build the tables of every form, so that no move has to wait for them."""
    for players, dealt in ((2, 6), (2, 5), (3, 5), (4, 5)):
        name = form(players, dealt)
        crib_averages(players, dealt)
        for dealer in (True, False):
            kept_likelihood(name, dealer=dealer)
            discards_of(name, dealer=dealer)
        for steps in range(players):
            pegging(name, steps)


def hands_of(name: str) -> tuple[Ranks, ...]:
    """Return every hand that can be kept in a form."""
    return THREES if name == FIVE_CARDS else FOURS


# What is discarded, and what the crib is worth.


@cache
def discards_of(name: str, *, dealer: bool) -> tuple[Mapping[Ranks, float], float]:
    """Return the relative likelihood that given cards of these ranks are discarded, and one that few exceed.

    Ranks count from the ace, 1. There are 16 pairs of cards of two ranks, and 6 of one rank. A likelihood above the
    second counts as much as it.
    """
    table: list[list[int]] = TABLES["discards"][name][_SIDES[dealer]]
    if len(table[-1]) == 1:
        likely: dict[Ranks, float] = {(rank,): row[0] / 4 for rank, row in enumerate(table, 1)}
        return likely, max(likely.values())
    likely = {
        (low, high): many / (6 if low == high else 16)
        for high, row in enumerate(table, 1)
        for low, many in enumerate(row, 1)
    }
    return likely, sorted(likely.values())[-4]


def discard_likelihood(first: int, second: int, *, dealer: bool, name: str = SIX_CARDS) -> float:
    """Return the relative likelihood that one of two players discards two given cards of these ranks together."""
    low, high = sorted((first, second))
    return discards_of(name, dealer=dealer)[0][low, high]


CribTable: TypeAlias = tuple[tuple[float, ...], ...]
"""A row for the higher rank of a pair, with a value for each lower rank, ace first; for one card a single value."""


@dataclass(frozen=True, slots=True)
class CribAverages:
    """The averages of one kind of game: for cards discarded by the dealer's side (``own``) and by another side.

    Suits matter little in a crib, so a suited pair is worth its ranks and a small bonus, ``suited``, for the flush of
    five. ``fair`` is the average value of a deal to a seat that discards well: the hand plus or minus the crib. Both
    hold the value for the dealer's side first, then for another side.
    """

    own: CribTable
    other: CribTable
    suited: tuple[float, float]
    fair: tuple[float, float]

    def mean(self, cards: tuple[Card, ...], *, own: bool) -> float:
        """Return the mean points of a crib that holds this card, or these two."""
        table = self.own if own else self.other
        if len(cards) == 1:
            return table[cards[0].rank - 1][0]
        first, second = cards
        low, high = sorted((first.rank, second.rank))
        mean = table[high - 1][low - 1]
        if first.suit is second.suit:
            return mean + self.suited[0 if own else 1]
        return mean


@cache
def crib_averages(players: int, dealt: int) -> CribAverages:
    """Return the averages of the game with this many players and cards dealt to each."""
    table = TABLES["cribs"][form(players, dealt)]
    own, other = (tuple(map(tuple, table[side])) for side in ("own", "other"))
    return CribAverages(own, other, tuple(table["suited"]), tuple(table["fair"]))
