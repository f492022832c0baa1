"""Pairings round by round, and who deals first in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players by id; ``first`` deals first, and has a bye where ``second`` is None."""

    first: int
    second: int | None

    @property
    def reversed(self) -> Pairing:
        """The same two players with the other dealing first; a bye stays a bye."""
        return self if self.second is None else Pairing(self.second, self.first)


Round: TypeAlias = list[Pairing]


def round_robin(players: Sequence[int], *, double: bool = False) -> list[Round]:
    """Everyone meets everyone once, or twice when ``double``, then with the first deal turned: the circle method.

    After every round of the first half no two players' first deals differ by more than one, and after both halves all
    have dealt first equally often. Of an odd number one sits out each round, and is not listed.
    """
    return list(rounds_of(players, double=double))


def rounds_of(players: Sequence[int], *, double: bool = False) -> Iterator[Round]:
    """A ``round_robin`` one round at a time, for hundreds of players have hundreds of rounds."""
    for turn in range(_turns(players)):
        yield _circle(players, turn)
    if double:
        yield from _reversed_rounds(rounds_of(players))


def club_night(players: Sequence[int], games: int) -> list[Round]:
    """Return the rounds of a club night, with as many different opponents for each player as possible.

    Of an odd number one sits out each round, and a last round makes up for it, so that all play equally often; only
    where players and games are both odd one of them must play one game less. First deals differ by at most one.
    ``players`` are in the order of their seats, which the caller has shuffled.
    """
    if len(players) < 2:
        return []
    laps, rest = divmod(games, len(players) - 1)
    once = round_robin(players)
    whole = [one for lap in range(laps) for one in (_reversed_rounds(once) if lap % 2 else once)]
    if laps % 2 and not len(players) % 2:
        # Here a lap alone leaves some a first deal short: the end of another, turned, makes up for its beginning.
        return [*_reversed_rounds(once[len(once) - rest :]), *whole]
    return [*whole, *once[:rest], *_extra_round(players, rest)]


def qualifiers(players: int) -> int:
    """Return the number of players that go on to the playoff: one in four, rounded up, and two at least."""
    return min(players, max(2, -(-players // 4)))


def first_deal_surplus(before: Iterable[Pairing]) -> Counter[int]:
    """Return each player's first deals minus second deals; a player below 0 is owed a first deal."""
    deals: Counter[int] = Counter()
    for pairing in before:
        if pairing.second is not None:
            deals[pairing.first] += 1
            deals[pairing.second] -= 1
    return deals


def _turns(players: Sequence[int]) -> int:
    """Rounds in which all can meet: the players who walk round the circle."""
    return 0 if len(players) < 2 else len(players) - 1 + len(players) % 2


def _circle(players: Sequence[int], turn: int) -> Round:
    """One round of the circle method: those equally far before and behind the one whose ``turn`` it is meet.

    The player whose turn it is meets the one who stands still, or sits out. The player an odd number of places behind
    deals first, so that everyone deals first and second in turn, and the one who stands still in every other round.
    """
    walkers = _turns(players)
    pairs = [
        Pairing(players[(turn - away) % walkers], players[(turn + away) % walkers])
        if away % 2
        else Pairing(players[(turn + away) % walkers], players[(turn - away) % walkers])
        for away in range(1, (walkers + 1) // 2)
    ]
    if len(players) % 2:
        return pairs
    still = Pairing(players[-1], players[turn])
    return [still.reversed if turn % 2 else still, *pairs]


def _reversed_rounds(rounds: Iterable[Sequence[Pairing]]) -> Iterator[Round]:
    return ([pairing.reversed for pairing in one] for one in rounds)


def _extra_round(players: Sequence[int], rounds: int) -> list[Round]:
    """Return an extra round for the players who sat out in the first rounds of the circle.

    The first and the last of them meet, the second and the last but one: pairs who meet late in the circle, so that
    they have not met yet. A player who sat out in an even round has dealt first less often.
    """
    if not len(players) % 2:
        return []
    sat_out = players[: rounds - rounds % 2]
    pairs = [(one, len(sat_out) - 1 - one) for one in range(len(sat_out) // 2)]
    made_up = [Pairing(players[max(pair, key=_odd)], players[min(pair, key=_odd)]) for pair in pairs]
    return [made_up] if made_up else []


def _odd(place: int) -> bool:
    return place % 2 == 1
