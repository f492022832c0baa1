"""Games of two robots with the same cards for each side, the seats exchanged, and what each of them scored."""

from __future__ import annotations

import hashlib
import shlex
import subprocess
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from time import perf_counter
from typing import Final, Protocol

from bot.cli.line_protocol import read_answer, write_question
from bot.tables.shuffle import pack
from engine.actions import LayAway, Move, Play
from engine.ai.levels import LEVELS
from engine.ai.robots import choose
from engine.course import Course
from engine.errors import CribbageError, NotationError
from engine.events import Event
from engine.game import apply, begin, chance, shuffle_in, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.rules import Counting, Irregular, Pegging, PredealCut, Rules
from engine.view import View, view

_Z95: Final = 1.96
"""A normal value is within this many standard deviations of its mean in 95 % of all cases."""


_HOUSE: Final = Rules(counting=Counting.AUTOMATIC)


class Player(Protocol):
    """A player of the bench."""

    name: str

    def move(self, seen: View) -> Move:
        """Return the move of the view's seat."""

    def close(self) -> None:
        """End what the player runs."""


class LevelPlayer:
    """A robot of one of our levels."""

    def __init__(self, level: str, seed: str) -> None:
        self.name = level
        self._chance = Random(f"{seed}:{level}").random

    def move(self, seen: View) -> Move:
        """Return the robot's choice."""
        return choose(seen, self.name, self._chance)

    def close(self) -> None:
        """Do nothing: a level runs no process."""


class ProgramPlayer:
    """A program that speaks the line protocol on its standard input and output."""

    def __init__(self, command: str) -> None:
        self.name = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise BenchError(f"{command!r} can't be started: {error}") from None

    def move(self, seen: View) -> Move:
        """Ask the program. Raises ``BenchError`` if it ends, or answers with anything but an allowed move."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        question = write_question(seen)
        try:
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
            return read_answer(line, seen)
        except (OSError, NotationError) as error:
            raise BenchError(f"{self.name!r} was asked {question}: {error}") from None

    def close(self) -> None:
        """Close the program's input and wait for it to end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


class BenchError(CribbageError):
    """A program that cannot be played against."""


def rules_of(preset: str, players: int, target: int | None) -> Rules:
    """Return the rules of a preset with every point counted by the engine. Raises ``RulesError``."""
    return replace(
        find(preset, players=players, target=target, doubles=()),
        counting=Counting.AUTOMATIC,
        pegging=Pegging.AUTOMATIC,
        irregular=Irregular.REFUSE,
        predeal_cut=PredealCut.NONE,
        heels_forfeit=False,
        amend=False,
        false_game_penalty=0,
    )


def player_of(name: str, seed: str, rules: Rules = _HOUSE) -> Player:
    """Return the player of a level's name or of a command line. Raises ``BenchError``."""
    if name in LEVELS:
        return LevelPlayer(name, seed)
    if (rules.players, rules.dealt) != (2, 6):
        raise BenchError("a program can only play with 2 hands of 6 cards; choose a level")
    return ProgramPlayer(name)


@dataclass
class Mean:
    """A mean that grows with each value."""

    total: float = 0.0
    number: int = 0

    def add(self, value: float) -> None:
        """Count one more value."""
        self.total += value
        self.number += 1

    @property
    def value(self) -> float:
        """The mean so far; 0 of nothing."""
        return self.total / self.number if self.number else 0.0


@dataclass
class Scored:
    """What one player's sides scored: the mean of each part of a deal, ``True`` for deals as dealer, and the times."""

    hand: dict[bool, Mean] = field(default_factory=lambda: {True: Mean(), False: Mean()})
    peg: dict[bool, Mean] = field(default_factory=lambda: {True: Mean(), False: Mean()})
    crib: Mean = field(default_factory=Mean)
    holes: Mean = field(default_factory=Mean)
    milliseconds: Mean = field(default_factory=Mean)
    slowest: float = 0.0


@dataclass
class Duel:
    """The results of two players: the wins of the first in each set of games, and what both scored.

    A set has a game for each side of the ``rules``: the first player is each side in turn, the second all others.
    """

    wins: list[int] = field(default_factory=list)
    rules: Rules = _HOUSE
    scored: tuple[Scored, Scored] = field(default_factory=lambda: (Scored(), Scored()))

    @property
    def sides(self) -> int:
        """The number of sides in a game."""
        return len(self.rules.sides)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.sides * len(self.wins)

    @property
    def rate(self) -> float:
        """The share of games that the first player won."""
        return sum(self.wins) / self.games if self.wins else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the rate; the games of one set share their cards, so sets are counted."""
        sets = len(self.wins)
        if sets < 2:
            return 1.0
        spread = sum((wins / self.sides - self.rate) ** 2 for wins in self.wins) / (sets - 1)
        return _Z95 * sqrt(spread / sets)


def play_pair(duel: Duel, players: tuple[Player, Player], name: str, target: int) -> None:
    """Play a game for each side with the same cards, the first player on that side, and add their results."""
    seed = hashlib.sha256(name.encode()).digest()
    wins = 0
    for first in range(duel.sides):
        owners = tuple(int(side != first) for side in range(duel.sides))
        events = _play_game(duel, players, owners, seed, replace(duel.rules, target=target))
        course = Course(tuple(events), duel.rules)
        wins += course.won.side == first
        _add_scores(duel, owners, course)
    duel.wins.append(wins)


def _play_game(
    duel: Duel, players: tuple[Player, Player], owners: tuple[int, ...], seed: bytes, rules: Rules
) -> list[Event]:
    """Play one game and return its events; ``owners`` is the player of each side."""
    game = begin(rules)
    events: list[Event] = []
    while True:
        if (wanted := chance(game)) is not None:
            game, brought = shuffle_in(game, pack(seed, *wanted))
        elif waiting := waiting_on(game):
            seen = view(game, waiting[0])
            game, brought = apply(game, _timed_move(duel, players, owners[rules.side_of(waiting[0])], seen))
        else:
            return events
        events += brought


def _timed_move(duel: Duel, players: tuple[Player, Player], number: int, seen: View) -> Move:
    """Return a player's move and count its time; a single card is played without asking."""
    if len(seen.legal) == 1 or not isinstance(seen.legal[0], LayAway | Play):
        return seen.legal[0]
    start = perf_counter()
    move = players[number].move(seen)
    spent = 1000 * (perf_counter() - start)
    duel.scored[number].milliseconds.add(spent)
    duel.scored[number].slowest = max(duel.scored[number].slowest, spent)
    return move


def _add_scores(duel: Duel, owners: tuple[int, ...], course: Course) -> None:
    """Add what each side scored in a game. The pegging of a deal counts if the deal came to the show."""
    side_of = duel.rules.side_of
    pegged = Counter[tuple[int, int]]()
    for peg, deal, points in course.points_of_play:
        if peg.law is not Law.HIS_HEELS:
            pegged[deal, peg.side] += points
    for deal, dealer in {made.step.deal: made.step.dealer for made in course.shows}.items():
        for side, owner in enumerate(owners):
            duel.scored[owner].peg[side == side_of(dealer)].add(pegged[deal, side])
    for made in course.shows:
        scored, is_dealer = duel.scored[owners[side_of(made.seat)]], side_of(made.seat) == side_of(made.step.dealer)
        (scored.crib if made.what == "crib" else scored.hand[is_dealer]).add(made.true)
    for side, score in enumerate(course.scores[-1]):
        duel.scored[owners[side]].holes.add(score)
