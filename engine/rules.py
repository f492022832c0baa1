"""What one table has agreed to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Final

from engine.errors import RulesError


class Counting(StrEnum):
    """How points of the show get on the board."""

    AUTOMATIC = "automatic"
    REFEREE = "referee"


class Overscore(StrEnum):
    """What becomes of points declared beyond the true count."""

    TO_ADVERSARY = "to_adversary"
    CORRECT_ONLY = "correct_only"


class NextDealer(StrEnum):
    """Who deals first in the next game."""

    LOSER = "loser"
    CUT = "cut"
    ALTERNATE = "alternate"


_ONLY: Final[Mapping[str, object]] = {
    "players": 2,
    "dealt": 6,
    "pegging": "automatic",
    "irregular": "refuse",
    "heels_forfeit": False,
    "three_for_last": False,
    "single_series": False,
    "play_on": "must",
    "ceremony": False,
    "predeal_cut": "none",
    "amend": False,
    "false_game_penalty": 0,
}
"""Fields whose other values this version of the program does not play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of one game; a value that no table could play is refused with its field named.

    ``doubles`` are pairs (below, games): a loser who stands below so many holes loses so many games.
    """

    players: int = 2
    dealt: int = 6
    target: int = 121
    doubles: tuple[tuple[int, int], ...] = ()
    counting: Counting = Counting.REFEREE
    pegging: str = "automatic"
    muggins: bool = False
    overscore: Overscore = Overscore.TO_ADVERSARY
    irregular: str = "refuse"
    heels_forfeit: bool = False
    three_for_last: bool = False
    single_series: bool = False
    play_on: str = "must"
    next_dealer: NextDealer = NextDealer.LOSER
    ceremony: bool = False
    predeal_cut: str = "none"
    amend: bool = False
    false_game_penalty: int = 0

    def __post_init__(self) -> None:
        for name, only in _ONLY.items():
            value = getattr(self, name)
            if value != only or type(value) is not type(only):
                raise RulesError(name, f"{value!r} is not played here; it must be {only!r}.")
        if type(self.target) is not int or self.target not in (61, 121):
            raise RulesError("target", f"a game is 61 or 121 holes, not {self.target!r}.")
        for name in ("counting", "overscore", "next_dealer"):
            object.__setattr__(self, name, _choice(name, getattr(self, name)))
        if not isinstance(self.muggins, bool):
            raise RulesError("muggins", f"it is on or off, not {self.muggins!r}.")
        if self.muggins and self.counting is Counting.AUTOMATIC:
            raise RulesError("muggins", "it needs declared scores; with automatic counting nothing is overlooked.")
        object.__setattr__(self, "doubles", _doubles(self.doubles, self.target))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that share one peg, side by side."""
        return tuple((seat,) for seat in range(self.players))

    def side_of(self, seat: int) -> int:
        """The side on which a seat plays."""
        return next(number for number, seats in enumerate(self.sides) if seat in seats)

    def adversary_of(self, seat: int) -> int:
        """The seat to whom the points go that ``seat`` scores too much: the next to the left of another side."""
        others = ((seat + step) % self.players for step in range(1, self.players))
        return next(other for other in others if self.side_of(other) != self.side_of(seat))

    def to_dict(self) -> dict[str, Any]:
        """Every field by its name, ready for JSON."""
        values = asdict(self)
        values["doubles"] = [list(pair) for pair in self.doubles]
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Rules:
        """The rules that ``to_dict`` wrote; an unknown field is refused."""
        known = {field.name for field in fields(cls)}
        for name in values:
            if name not in known:
                raise RulesError(str(name), "no such rule; see `/rules` for those there are.")
        return cls(**values)


_CHOICES: Final[Mapping[str, type[StrEnum]]] = {
    "counting": Counting,
    "overscore": Overscore,
    "next_dealer": NextDealer,
}


def _choice(name: str, value: object) -> StrEnum:
    kind = _CHOICES[name]
    if value not in list(kind):
        raise RulesError(name, f"{value!r} is not played here; choose {' or '.join(kind)}.")
    return kind(str(value))


def _doubles(pairs: object, target: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(pairs, (tuple, list)):
        raise RulesError("doubles", "they are pairs of holes and games.")
    for pair in pairs:
        match pair:
            case (int(below), int(games)) if below is not True and 1 <= below <= target and games >= 2:
                continue
            case _:
                raise RulesError("doubles", f"{pair!r} is not a number of holes up to {target} and of games from 2.")
    if len({below for below, _ in pairs}) < len(pairs):
        raise RulesError("doubles", "one line on the board is named twice.")
    return tuple((below, games) for below, games in pairs)
