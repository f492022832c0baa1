"""`cribbage-bot bench`: robots or programs against each other, with the same cards for both, the seats exchanged."""

import argparse
import hashlib
import multiprocessing
import shlex
import subprocess
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Final

from bot.cli.command import argument, command
from bot.cli.games import number_of_games
from bot.cli.robot import read_answer, write_question
from bot.tables.shuffle import pack
from engine.actions import LayAway, Move, Play
from engine.ai.levels import LEVELS, is_robot
from engine.ai.robots import choose
from engine.course import Course
from engine.errors import CribbageError, NotationError
from engine.events import Event
from engine.game import apply, begin, chance, shuffle_in, waiting_on
from engine.laws import Law
from engine.presets import DEFAULT, PRESETS, find
from engine.rules import Counting, Irregular, Pegging, PredealCut, Rules
from engine.state import Game, ToDeal
from engine.view import View, view

_Z95: Final = 1.96
"""A normal value is within this many standard deviations of its mean in 95 % of all cases."""

_HOUSE: Final = Rules(counting=Counting.AUTOMATIC)
_EITHER: Final = (
    f"a level ({', '.join(LEVELS)}), a rating between two of them, "
    "or a command that speaks the protocol of `cribbage-bot robot`"
)


@command(
    argument("first", metavar="FIRST", help=_EITHER),
    argument("second", metavar="SECOND", help="the same"),
    argument(
        "--pairs", type=number_of_games, default=100, help="how many pairs of games, or threes with 3 (default: 100)"
    ),
    argument("--deals", type=number_of_games, help="play so many single deals instead, once for each seat of FIRST"),
    argument("--workers", type=number_of_games, default=1, help="processes that play the deals (default: 1)"),
    argument("--preset", default=DEFAULT, help=f"the rules: {', '.join(PRESETS)} (default: {DEFAULT})"),
    argument(
        "--players",
        type=int,
        default=2,
        help="2, 3 (FIRST against two), or 4 (FIRST and SECOND are pairs) (default: 2)",
    ),
    argument("--target", type=int, choices=(61, 121), help="points to win (default: the preset's)"),
    argument("--seed", default="0", help="the same seed gives the same cards (default: 0)"),
)
def bench(arguments: argparse.Namespace) -> None:
    """Play the games and print what each player won and scored."""
    rules = rules_of(arguments.preset, arguments.players, arguments.target)
    if arguments.deals:
        match = Deals(rules, (arguments.first, arguments.second), arguments.seed)
        print("\n".join(report_deals(match, played_by_workers(match, arguments.deals, arguments.workers))))
        return
    duel = Duel(rules=rules)
    with ExitStack() as programs:
        first, second = (
            programs.enter_context(player_of(name, arguments.seed, rules))
            for name in (arguments.first, arguments.second)
        )
        for number in range(1, arguments.pairs + 1):
            play_pair(duel, (first, second), f"{arguments.seed}:{number}", rules.target)
    print("\n".join(report(duel, (first.name, second.name))))


class BenchError(CribbageError):
    """A program that cannot be played against."""


class Player(ExitStack):
    """A player of the bench, with its ``move`` for a view; what it runs ends with it."""

    def __init__(self, name: str, move: Callable[[View], Move]) -> None:
        super().__init__()
        self.name = name
        self.move = move


def player_of(name: str, seed: str, rules: Rules = _HOUSE) -> Player:
    """Return the player of a robot's name or of a command line. Raises ``BenchError``."""
    if is_robot(name):
        random = Random(f"{seed}:{name}").random
        return Player(name, lambda seen: choose(seen, name, random))
    if (rules.players, rules.dealt) != (2, 6):
        raise BenchError("a program can only play with 2 hands of 6 cards; choose a level")
    try:
        process = subprocess.Popen(
            shlex.split(name), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
    except (OSError, ValueError) as error:
        raise BenchError(f"{name!r} can't be started: {error}") from None
    player = Player(name, lambda seen: _ask(process, name, seen))
    player.callback(_end, process)
    return player


def _ask(program: subprocess.Popen[str], name: str, seen: View) -> Move:
    """Ask a program. Raises ``BenchError`` if it ends, or answers with anything but an allowed move."""
    assert program.stdin is not None
    assert program.stdout is not None
    question = write_question(seen)
    try:
        program.stdin.write(question + "\n")
        program.stdin.flush()
        return read_answer(program.stdout.readline(), seen)
    except (OSError, NotationError) as error:
        raise BenchError(f"{name!r} was asked {question}: {error}") from None


def _end(program: subprocess.Popen[str]) -> None:
    assert program.stdin is not None
    assert program.stdout is not None
    with suppress(OSError):
        program.stdin.close()
    try:
        program.wait(timeout=5)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()
    program.stdout.close()


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


@dataclass
class Scored:
    """What one player's sides scored in each part of a deal, ``True`` for deals as dealer, and the times."""

    hand: dict[bool, list[int]] = field(default_factory=lambda: {True: [], False: []})
    peg: dict[bool, list[int]] = field(default_factory=lambda: {True: [], False: []})
    crib: list[int] = field(default_factory=list)
    holes: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)


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
        return len(self.rules.sides)

    @property
    def games(self) -> int:
        return self.sides * len(self.wins)

    @property
    def rate(self) -> float:
        return sum(self.wins) / self.games if self.wins else 0.0

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the rate; the games of one set share their cards, so sets are counted."""
        sets = len(self.wins)
        return 1.0 if sets < 2 else _Z95 * stdev(wins / self.sides for wins in self.wins) / sqrt(sets)


def play_pair(duel: Duel, players: tuple[Player, Player], name: str, target: int) -> None:
    seed = hashlib.sha256(name.encode()).digest()
    wins = 0
    for first in range(duel.sides):
        owners = tuple(int(side != first) for side in range(duel.sides))
        _, events = _play(duel, players, owners, seed, replace(duel.rules, target=target))
        course = Course(events, duel.rules)
        wins += course.won.side == first
        _add_scores(duel, owners, course)
    duel.wins.append(wins)


def _play(
    duel: Duel, players: tuple[Player, Player], owners: tuple[int, ...], seed: bytes, rules: Rules, *, deals: int = 0
) -> tuple[Game, tuple[Event, ...]]:
    """Play a game, or its first ``deals``; return it and its events. ``owners`` is the player of each side."""
    game = begin(rules)
    events: list[Event] = []
    while not (deals and game.deal == deals and isinstance(game.phase, ToDeal)):
        if (wanted := chance(game)) is not None:
            game, brought = shuffle_in(game, pack(seed, *wanted))
        elif waiting := waiting_on(game):
            seen = view(game, waiting[0])
            game, brought = apply(game, _timed_move(duel, players, owners[rules.side_of(waiting[0])], seen))
        else:
            break
        events += brought
    return game, tuple(events)


def _timed_move(duel: Duel, players: tuple[Player, Player], number: int, seen: View) -> Move:
    """Return a player's move and count its time; a single card is played without asking."""
    if len(seen.legal) == 1 or not isinstance(seen.legal[0], LayAway | Play):
        return seen.legal[0]
    start = perf_counter()
    move = players[number].move(seen)
    duel.scored[number].milliseconds.append(1000 * (perf_counter() - start))
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
            duel.scored[owner].peg[side == side_of(dealer)].append(pegged[deal, side])
    for made in course.shows:
        scored, is_dealer = duel.scored[owners[side_of(made.seat)]], side_of(made.seat) == side_of(made.step.dealer)
        (scored.crib if made.what == "crib" else scored.hand[is_dealer]).append(made.true)
    for side, score in enumerate(course.scores[-1]):
        duel.scored[owners[side]].holes.append(score)


# Single deals.


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals of one match, each played once for each side of the ``rules``: the first player is that side."""

    rules: Rules
    names: tuple[str, str]
    seed: str

    def played(self, number: int) -> tuple[float, tuple[list[float], list[float]]]:
        """Return how many points the first won by a deal, and the milliseconds of the moves of both.

        They are the points of the first's side less the mean of the others, averaged over the sides.
        """
        duel, name, gained = Duel(rules=self.rules), f"{self.seed}:{number}", 0.0
        with ExitStack() as programs:
            first, second = (programs.enter_context(player_of(one, name, self.rules)) for one in self.names)
            for side in range(duel.sides):
                owners = tuple(int(other != side) for other in range(duel.sides))
                seed = hashlib.sha256(name.encode()).digest()
                scores = _play(duel, (first, second), owners, seed, self.rules, deals=1)[0].scores
                gained += scores[side] - (sum(scores) - scores[side]) / (duel.sides - 1)
        return gained / duel.sides, (duel.scored[0].milliseconds, duel.scored[1].milliseconds)


def played_by_workers(match: Deals, deals: int, workers: int) -> list[tuple[float, tuple[list[float], list[float]]]]:
    """Return what each deal brought, played by so many processes; their number changes nothing but the time."""
    if workers == 1:
        return list(map(match.played, range(1, deals + 1)))
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        return pool.map(match.played, range(1, deals + 1), chunksize=8)


def report_deals(match: Deals, played: list[tuple[float, tuple[list[float], list[float]]]]) -> tuple[str, ...]:
    """Return the points that the first gained a deal, with the 95 % interval, and the times of both as lines."""
    gained = [points for points, _ in played]
    error = _Z95 * stdev(gained) / sqrt(len(gained)) if len(gained) > 1 else 0.0
    (first, second), sides, mean = match.names, len(match.rules.sides), fmean(gained)
    rows = []
    for place, name in enumerate(match.names):
        times = sorted(one for _, both in played for one in both[place]) or [0.0]
        rows.append(
            f"{name}: {fmean(times):.1f} ms a move, {times[len(times) * 99 // 100]:.0f} ms in 1 of 100, "
            f"{times[-1]:.0f} ms at most"
        )
    return (
        f"{first} gained {mean:+.3f} points a deal over {second}, give or take {error:.3f} (95 %)",
        f"{len(gained)} deals, each played by {first} on each of {sides} sides: "
        f"{sides * mean:+.3f} together, give or take {sides * error:.3f}",
        *rows,
    )


def report(duel: Duel, names: tuple[str, str]) -> tuple[str, ...]:
    low, high = duel.rate - duel.margin, duel.rate + duel.margin
    wins = f"{names[0]} won {sum(duel.wins)} of {duel.games} games against {names[1]}: {duel.rate:.1%}"
    if duel.sides > 2:
        wins += f", where {1 / duel.sides:.1%} is an equal share"
    interval = f"(95 % interval {max(low, 0):.1%} to {min(high, 1):.1%})"
    columns = ("holes", "hand d", "hand p", "crib", "peg d", "peg p", "ms", "slowest")
    width = max(map(len, names))
    heading = " ".join((" " * width, *(f"{column:>8}" for column in columns)))
    rows = (
        " ".join((f"{name:<{width}}", *(f"{value:8.2f}" for value in _values(scored))))
        for name, scored in zip(names, duel.scored, strict=True)
    )
    return f"{wins} {interval}", heading, *rows, "(d: as dealer, p: not; holes a game, the others a deal or a move)"


def _values(scored: Scored) -> tuple[float, ...]:
    parts = (scored.holes, scored.hand[True], scored.hand[False], scored.crib, scored.peg[True], scored.peg[False])
    means = [fmean(part) if part else 0.0 for part in (*parts, scored.milliseconds)]
    return *means, max(scored.milliseconds, default=0.0)
