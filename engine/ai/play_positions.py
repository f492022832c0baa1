"""The play by rank alone: what each next card scores, positions linked as cards are played, and a quick choice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from engine.cards import Rank
from engine.scoring import LIMIT

# What cards score in the play by rank alone.

Ranks: TypeAlias = tuple[int, ...]
"""Cards of the play in order, by rank from 1 to 13; suits do not score in the play."""

RANKS: Final = range(Rank.ACE, Rank.KING + 1)
PIPS: Final = (0, *(rank.pips for rank in Rank))
"""The pip value of each rank, with the ace at index 1."""

_OF_PIPS: Final = {pips: tuple(rank for rank in RANKS if PIPS[rank] == pips) for pips in PIPS[1:]}
_PAIRED: Final = (0, 2, 6, 12, 0)
"""The score of a card after this many of its rank; there is no fifth card of a rank."""

_LONGEST: Final = 7
"""The longest possible run in the play: ace to seven make 28."""


def count_of(series: Ranks) -> int:
    """Return the count of a series."""
    return sum(map(PIPS.__getitem__, series))


def scores_by_rank(series: Ranks, count: int) -> dict[int, int]:
    """Return the score of each playable rank as the next card, without the point for a go or the last card.

    Ranks that score nothing are left out. ``count`` is the count of the series.
    """
    room = LIMIT - count
    scores = dict.fromkeys(_OF_PIPS.get(room if room <= 10 else 15 - count, ()), 2)
    for rank, points in (_runs(series) | _pairs(series)).items():
        if PIPS[rank] <= room:
            scores[rank] = scores.get(rank, 0) + points
    return scores


def _pairs(series: Ranks) -> dict[int, int]:
    if not series:
        return {}
    last = series[-1]
    alike = next((place for place, rank in enumerate(reversed(series)) if rank != last), len(series))
    return {last: _PAIRED[alike]}


def _runs(series: Ranks) -> dict[int, int]:
    runs: dict[int, int] = {}
    low, high, total = RANKS[-1], RANKS[0], 0
    for length, rank in enumerate(reversed(series), 1):
        low, high, total = min(low, rank), max(high, rank), total + rank
        if high - low >= _LONGEST or rank in series[len(series) - length + 1 :]:
            break
        if length > 1 and high - low == length:
            runs[(low + high) * (length + 1) // 2 - total] = length + 1
        elif length > 1 and high - low == length - 1:
            runs |= {rank: length + 1 for rank in (low - 1, high + 1) if rank in RANKS}
    return runs


# Positions.

_HELD: Final = (0.0, 0.070, 0.074, 0.079, 0.086, 0.097, 0.083, 0.082, 0.081, 0.074, 0.072, 0.079, 0.066, 0.057)
"""How likely each rank is a card of a kept hand, with the ace at index 1."""

_SAVED: Final = (0.0, 0.45, 0.3, 0.25, 0.15, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""What a card is worth later, in points: low cards still fit when the count is high."""

_ANSWERED: Final = 0.6
"""The share of the points of all possible answers that a player gets, because only one card is played at a time."""

_ALONE: Final = 0.8
"""What a player pegs on average, in points, when the other has no card that fits."""

_NEVER: Final = -99.0
"""The value of a card that does not fit."""

_REMEMBERED: Final = 2**13
"""How many choices are remembered, of about 250 bytes each."""


Move: TypeAlias = "tuple[int, Ranks, int, Position, bool]"
"""A card that is put down: its rank, the rest of the hand, the points, the next position, and if another fits too."""


class Position:
    """A count and the cards that a next card may pair or make a run with: all that matters of a series.

    ``points`` are those of each rank as the next card; -1 where it does not fit.
    """

    __slots__ = ("_answers", "_outlooks", "_replies", "_values", "count", "next", "points", "tail")

    def __init__(self, count: int, tail: Ranks) -> None:
        self.count = count
        self.tail = tail
        points = _FITTING[count].copy()
        for rank, scored in scores_by_rank(tail, count).items() if tail else ():
            points[rank] = scored
        self.points = points
        self.next: list[Position | None] = [None] * 14
        self._values: list[list[float | None] | None] = [None] * 5
        self._outlooks: list[float | None] = [None] * 5
        self._answers: list[list[float | None] | None] = [None] * 5
        self._replies: list[list[float] | None] = [None] * 5

    def after(self, rank: int) -> Position:
        """Return the position after one more card."""
        found = self.next[rank]
        if found is None:
            count = self.count + PIPS[rank]
            tail = _shortened((*self.tail, rank), LIMIT - count)
            found = _known.get((count, tail))
            if found is None:
                found = _known[count, tail] = Position(count, tail)
            self.next[rank] = found
        return found

    @lru_cache(maxsize=_REMEMBERED)  # noqa: B019 - forgets the oldest moves
    def move(self, hand: Ranks, theirs: int) -> Move | None:
        """Return the card that a good player puts down without much thought; None where no card fits.

        ``hand`` has the lowest rank first, and ``theirs`` is the number of cards that the other player holds; 0 if they
        said go.
        """
        points = self.points
        fits = [rank for rank in hand if points[rank] >= 0]
        if not fits:
            return None
        rank, is_choice = fits[0], fits[0] != fits[-1]
        if is_choice:
            rank = max(dict.fromkeys(fits), key=lambda fit: self._value(fit, hand, theirs))
        return rank, without(hand, rank), points[rank], self.after(rank), is_choice

    def plain_move(self, hand: Ranks, theirs: int) -> Move | None:
        """Return the card that a player puts down who thinks of no card but the next player's; None if no card fits.

        With several others, little is left of one's own next card.
        """
        values = self._values[theirs] or self._new_values(theirs)
        chosen, best, is_choice, lowest = 0, _NEVER, False, hand[0]
        for rank in hand:
            value = values[rank]
            if value is None:
                value = self._plain_value(rank, theirs)
            if value > best:
                chosen, best = rank, value
            if rank != lowest and value != _NEVER:
                is_choice = True
        if not chosen:
            return None
        return chosen, without(hand, chosen), self.points[chosen], self.next[chosen] or self.after(chosen), is_choice

    @lru_cache(maxsize=_REMEMBERED)  # noqa: B019 - forgets the oldest values
    def quick_values(self, hand: Ranks, theirs: int) -> dict[int, float]:
        """Return the value of each rank of a hand that fits, as a player judges it without much thought."""
        return {rank: self._value(rank, hand, theirs) for rank in hand if self.points[rank] >= 0}

    @lru_cache(maxsize=_REMEMBERED)  # noqa: B019 - forgets the oldest answers
    def best_answers(self, rest: Ranks) -> Ranks:
        """Return what these cards score at most after each rank; -1 after a rank that none of them fits after."""
        lowest = PIPS[rest[0]] if rest else LIMIT
        none = [-1 if 0 < LIMIT - self.count - pips < lowest else 0 for pips in PIPS]
        rows = [self.after(mine).points for mine in dict.fromkeys(rest) if self.points[mine] >= 0]
        return tuple(map(max, none, *rows)) if rows else tuple(none)

    def alone(self, rest: Ranks) -> int:
        """Return the most that these cards score in this series if nobody else plays, with the point for go."""
        points = self.points
        ways = [points[rank] + self.after(rank).alone(without(rest, rank)) for rank in rest if points[rank] >= 0]
        return max(ways, default=int(self.count < LIMIT))

    def _value(self, rank: int, hand: Ranks, theirs: int) -> float:
        """Return the value of a rank of a hand, in points: its score, what may follow, and the answer to that."""
        values = self._values[theirs] or self._new_values(theirs)
        value = values[rank]
        if value is None:
            value = self._plain_value(rank, theirs)
        if not theirs or len(hand) == 1:
            return value
        after = self.after(rank)
        answers = after._answers[theirs] or after._new_answers(theirs)  # noqa: SLF001
        total, skipped = 0.0, False
        for mine in hand:
            if mine == rank and not skipped:
                skipped = True
                continue
            answer = answers[mine]
            if answer is None:
                answer = answers[mine] = after._answer(mine, theirs)  # noqa: SLF001
            total += answer
        return value + _ANSWERED * total

    def _plain_value(self, rank: int, theirs: int) -> float:
        value = self.points[rank] + self.after(rank).quick_outlook(theirs) - _SAVED[rank]
        values = self._values[theirs] or self._new_values(theirs)
        values[rank] = value
        return value

    def _new_answers(self, theirs: int) -> list[float | None]:
        answers: list[float | None] = [None] * 14
        self._answers[theirs] = answers
        return answers

    def _answer(self, mine: int, theirs: int) -> float:
        """Return what a card may score after the other player's next card.

        Two cards score the same in either order, so a card scores after a rank what the rank scores after the card.
        """
        if self.points[mine] < 0 or self.count == LIMIT:
            return 0.0
        replies = self._replies[theirs]
        if replies is None:
            replies = self._look_ahead_replies(theirs)
        points = self.after(mine).points
        return sum(replies[rank] * points[rank] for rank in RANKS if points[rank] > 0)

    def _look_ahead_replies(self, theirs: int) -> list[float]:
        self._look_ahead(theirs)
        return self._replies[theirs] or []

    def _new_values(self, theirs: int) -> list[float | None]:
        values: list[float | None] = [None if points >= 0 else _NEVER for points in self.points]
        self._values[theirs] = values
        return values

    def quick_outlook(self, theirs: int) -> float:
        """Return what the next card brings the player who has just played: the loss to its points, or a go."""
        found = self._outlooks[theirs]
        if found is None:
            found = self._outlooks[theirs] = self._look_ahead(theirs)
        return found

    def _look_ahead(self, theirs: int) -> float:
        if self.count == LIMIT:
            return 0.0
        levels: dict[int, float] = {}
        for rank in RANKS:
            points = self.points[rank]
            if points >= 0:
                levels[points] = levels.get(points, 0.0) + _HELD[rank]
        value, otherwise, mass = 0.0, 1.0, 1.0
        share = {-1: 0.0}
        for points in sorted(levels, reverse=True):
            lacks = max(0.0, 1 - levels[points] / mass) ** theirs
            value -= otherwise * (1 - lacks) * points
            share[points] = otherwise * (1 - lacks) / levels[points]
            otherwise, mass = otherwise * lacks, mass - levels[points]
        self._replies[theirs] = [share[points] * held for points, held in zip(self.points, _HELD, strict=True)]
        return value + otherwise * _ALONE


def _shortened(series: Ranks, room: int) -> Ranks:
    """Return the last cards that can still score with a later card: equal ones, or those that may become a run.

    Cards may become a run if the ranks missing between them fit under 31 together.
    """
    if room == 0:
        return ()
    last, length = series[-1], 1
    while length < len(series) and series[-1 - length] == last:
        length += 1
    if length > 1:
        return series[-length:]
    low = high = last
    pips, longest, seen = PIPS[last], 1, {last}
    for length, rank in enumerate(reversed(series[:-1]), 2):
        if rank in seen:
            break
        seen.add(rank)
        low, high, pips = min(low, rank), max(high, rank), pips + PIPS[rank]
        if sum(PIPS[low : high + 1]) - pips <= room:
            longest = length
    return series[-longest:]


_FITTING: Final = [[-1, *(0 if count + PIPS[rank] <= LIMIT else -1 for rank in RANKS)] for count in range(LIMIT + 1)]
"""The points of each rank at each count where nothing scores; -1 where the rank does not fit."""

_START: Final = Position(0, ())
_known: Final[dict[tuple[int, Ranks], Position]] = {}
"""Every position that was reached, up to some number."""

_TOO_MANY: Final = 10_000
"""With more positions than this, of about a kilobyte each, all are forgotten before the next choice."""


def start() -> Position:
    """Return the position before the first card."""
    return _START


def reached(series: Ranks) -> Position:
    """Return the position after a series."""
    if len(_known) > _TOO_MANY:
        _known.clear()
        Position.move.cache_clear()
        Position.best_answers.cache_clear()
        Position.quick_values.cache_clear()
        _START.next = [None] * 14
    position = _START
    for rank in series:
        position = position.after(rank)
    return position


def without(ranks: Ranks, rank: int) -> Ranks:
    """Return a hand after one card is played."""
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]


Score: TypeAlias = int
"""Points of one score: above 0 for the first player's side, below 0 for others; ``THIRD`` times for the third."""

THIRD: Final = 100
"""So much is a point of the third of three players who are three sides, so that it is known whose it is."""


def points_of(scores: Iterable[Score]) -> tuple[int, int]:
    """Return the points of the first player's side, and those of all others together."""
    own = others = 0
    for score in scores:
        if score > 0:
            own += score
        else:
            others -= score if score > -THIRD else score // THIRD
    return own, others


Hands: TypeAlias = tuple[Ranks, ...]
"""What each player holds, the lowest rank first: the player who thinks, then the others in the order of play."""


class Line(NamedTuple):
    """A play that went on: its scores in order, and where it stopped.

    ``hands`` are what is left, and ``played`` the cards, those of the first player above 0. ``move`` is the first
    player's choice at which it stopped.
    """

    scores: list[Score]
    position: Position
    hands: Hands
    played: Ranks
    move: Move | None = None


class Seating(NamedTuple):
    """How the play goes around: what a point of each player is as a ``Score``; and if it ends early.

    ``once`` ends it with the first series, as by the laws of the five-card game.
    """

    signs: tuple[int, ...] = (1, -1)
    once: bool = False


_TWO: Final = Seating()


def play_out(position: Position, hands: Hands, turn: int, last: int, seating: Seating = _TWO) -> list[Score]:
    """Return each score to the end of the play, in order, as all choose without much thought.

    ``last`` has played the last card.
    """
    return play_on(position, hands, turn, last, seating).scores


def play_on(
    position: Position, hands: Hands, turn: int, last: int, seating: Seating = _TWO, *, to_choice: bool = False
) -> Line:
    """Play to the end, or to the first choice of the first player, as all choose without much thought."""
    signs, once = seating
    think = Position.move if len(signs) == 2 else Position.plain_move
    scores: list[int] = []
    played: list[int] = []
    held, many, gone = [*hands], len(hands), 0
    if position.count == LIMIT:
        position, turn = _START, (last + 1) % many
    while True:
        following = turn + 1 if turn + 1 < many else 0
        hand = held[turn]
        move = think(position, hand, 0 if gone >> following & 1 else len(held[following])) if hand else None
        if move is None:
            if position.count and turn == last:
                scores.append(signs[last])
                position, gone = _START, 0
                if once:
                    break
            elif position.count:
                gone |= 1 << turn
            if not position.count and not any(held):
                break
            turn = following
            continue
        rank, rest, points, after, is_choice = move
        if to_choice and is_choice and not turn:
            return Line(scores, position, tuple(held), tuple(played), move)
        if points:
            scores.append(signs[turn] * points)
        held[turn] = rest
        played.append(-rank if turn else rank)
        position, last, turn = after, turn, following
        if position.count == LIMIT:
            position, gone = _START, 0
            if once:
                break
    return Line(scores, position, tuple(held), tuple(played))
