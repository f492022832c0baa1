"""Positions of the play by rank, linked as the cards are played, and a quick choice of a card in each of them."""

from __future__ import annotations

from typing import Final

from engine.ai.pegging_by_rank import PIPS, RANKS, Ranks, count_of, scores_by_rank
from engine.pegging import LIMIT

_HELD: Final = (0.0, 0.070, 0.074, 0.079, 0.086, 0.097, 0.083, 0.082, 0.081, 0.074, 0.072, 0.079, 0.066, 0.057)
"""How likely each rank is a card of a kept hand, with the ace at index 1."""

_SAVED: Final = (0.0, 0.45, 0.3, 0.25, 0.15, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""What a card is worth later, in points: low cards still fit when the count is high."""

_TOO_MANY: Final = 100_000
"""The most choices that are kept; then all positions are forgotten."""


class Position:
    """A series of cards: its count, and the points of each rank as the next card; -1 where it does not fit."""

    __slots__ = ("choices", "count", "next", "points", "prospects", "replies", "series")

    def __init__(self, series: Ranks) -> None:
        self.series = series
        self.count = count_of(series)
        room = LIMIT - self.count
        scores = scores_by_rank(series, self.count)
        self.points = [-1, *(scores.get(rank, 0) if PIPS[rank] <= room else -1 for rank in RANKS)]
        self.next: dict[int, Position] = {}
        self.choices: dict[tuple[Ranks, int], int] = {}
        self.prospects: dict[tuple[Ranks, int], float] = {}
        self.replies: tuple[tuple[int, float, tuple[int, ...]], ...] | None = None

    def after(self, rank: int) -> Position:
        """Return the position after one more card."""
        found = self.next.get(rank)
        if found is None:
            found = self.next[rank] = Position((*self.series, rank))
        return found

    def choice(self, hand: Ranks, theirs: int) -> int:
        """Return the rank that a good player puts down without much thought; 0 where no card fits.

        ``theirs`` is the number of cards that the other player holds.
        """
        key = hand, theirs
        found = self.choices.get(key)
        if found is None:
            found = self.choices[key] = self._choose(hand, theirs)
        return found

    def values(self, hand: Ranks, theirs: int) -> dict[int, float]:
        """Return the value of each rank of a hand that fits, in points."""
        return {
            rank: self.points[rank] + self.after(rank).outlook(without(hand, rank), theirs) - _SAVED[rank]
            for rank in set(hand)
            if self.points[rank] >= 0
        }

    def _choose(self, hand: Ranks, theirs: int) -> int:
        fits = [rank for rank in set(hand) if self.points[rank] >= 0]
        if len(fits) < 2:
            return fits[0] if fits else 0
        values = self.values(hand, theirs)
        return max(values, key=values.__getitem__)

    def outlook(self, rest: Ranks, theirs: int) -> float:
        """Return what the next two cards bring a player who has just played and holds ``rest``."""
        key = rest, theirs
        found = self.prospects.get(key)
        if found is None:
            found = self.prospects[key] = self._look_ahead(rest, theirs)
            _made[0] += 1
        return found

    def _look_ahead(self, rest: Ranks, theirs: int) -> float:
        if self.count == LIMIT:
            return 0.0
        back = self._answers(rest)
        if self.replies is None:
            self.replies = self._replies()
        value, otherwise, mass = 0.0, 1.0, 1.0
        for points, weight, ranks in self.replies:
            lacks = max(0.0, 1 - weight / mass) ** theirs
            mine = sum(_HELD[rank] * back[rank] for rank in ranks) / weight
            value += otherwise * (1 - lacks) * (mine - points)
            otherwise, mass = otherwise * lacks, mass - weight
        return value + otherwise * self._alone(rest) if otherwise > 0.001 else value

    def _replies(self) -> tuple[tuple[int, float, tuple[int, ...]], ...]:
        """Return the ranks that can follow by their points, highest first, and how likely each group is."""
        levels: dict[int, list[int]] = {}
        for rank in RANKS:
            if self.points[rank] >= 0:
                levels.setdefault(self.points[rank], []).append(rank)
        return tuple(
            (points, sum(_HELD[rank] for rank in levels[points]), tuple(levels[points]))
            for points in sorted(levels, reverse=True)
        )

    def _answers(self, rest: Ranks) -> list[int]:
        """Return the most that the remaining cards score after each rank; -1 for the other player's go.

        Two cards score the same in either order, so a card scores after a rank what the rank scores after the card.
        """
        best = [-1] * 14
        for mine in set(rest):
            if self.points[mine] >= 0:
                best = list(map(max, best, self.after(mine).points))
        exact = LIMIT - self.count
        for rank in RANKS:
            if PIPS[rank] == exact:
                best[rank] = 0
        return best

    def _alone(self, rest: Ranks) -> int:
        """Return the most that the remaining cards score if the other player cannot play, with the point for go."""
        ways = [
            self.points[rank] + self.after(rank)._alone(without(rest, rank))
            for rank in set(rest)
            if self.points[rank] >= 0
        ]
        return max(ways, default=1 if self.count < LIMIT else 0)


_made: Final = [0]
_start: Final = [Position(())]


def start() -> Position:
    """Return the position before the first card; when there are too many positions, all are made again as needed."""
    if _made[0] > _TOO_MANY:
        _made[0] = 0
        _start[0] = Position(())
    return _start[0]


def reached(series: Ranks) -> Position:
    """Return the position after a series."""
    position = start()
    for rank in series:
        position = position.after(rank)
    return position


def without(ranks: Ranks, rank: int) -> Ranks:
    """Return a hand after one card is played."""
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]


def play_out(position: Position, hands: tuple[Ranks, Ranks], turn: int, last: int) -> list[int]:
    """Return each score to the end of the play, in order, as both choose without much thought.

    Points of the first hand are above 0, points of the second below. ``last`` has played the last card.
    """
    first = _start[0]
    scores: list[int] = []
    held = [*hands]
    if position.count == LIMIT:
        position, turn = first, 1 - last
    while True:
        if not held[turn]:
            if not held[1 - turn]:
                if position.count:
                    scores.append(-1 if last else 1)
                return scores
            if not position.count:
                turn = 1 - turn
        rank = position.choice(held[turn], len(held[1 - turn])) if held[turn] else 0
        if not rank:
            turn = 1 - turn
            rank = position.choice(held[turn], len(held[1 - turn])) if held[turn] else 0
            if not rank:
                scores.append(-1 if last else 1)
                position, turn = first, 1 - last
                continue
        if points := position.points[rank]:
            scores.append(-points if turn else points)
        held[turn] = without(held[turn], rank)
        position, last = position.after(rank), turn
        turn = 1 - turn
        if position.count == LIMIT:
            position = first
