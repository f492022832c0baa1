"""`cribbage-bot bench`: robots or programs against each other, with the same cards for both."""

from __future__ import annotations

import argparse

from bot.cli.duplicate_games import Duel, Scored, play_pair, player_of, rules_of
from bot.cli.selfplay import number_of_games
from engine.ai.levels import LEVELS
from engine.presets import DEFAULT, PRESETS


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=bench)
    either = f"a level ({', '.join(LEVELS)}) or a command that speaks the protocol of `cribbage-bot robot`"
    parser.add_argument("first", metavar="FIRST", help=either)
    parser.add_argument("second", metavar="SECOND", help="the same")
    parser.add_argument(
        "--pairs", type=number_of_games, default=100, help="how many pairs of games, or threes with 3 (default: 100)"
    )
    parser.add_argument("--preset", default=DEFAULT, help=f"the rules: {', '.join(PRESETS)} (default: {DEFAULT})")
    parser.add_argument(
        "--players",
        type=int,
        default=2,
        help="2, 3 (FIRST against two), or 4 (FIRST and SECOND are pairs) (default: 2)",
    )
    parser.add_argument("--target", type=int, choices=(61, 121), help="points to win (default: the preset's)")
    parser.add_argument("--seed", default="0", help="the same seed gives the same cards (default: 0)")


def bench(arguments: argparse.Namespace) -> int:
    """Play the games and print what each player won and scored."""
    rules = rules_of(arguments.preset, arguments.players, arguments.target)
    duel = Duel(rules=rules)
    first = player_of(arguments.first, arguments.seed, rules)
    try:
        second = player_of(arguments.second, arguments.seed, rules)
        try:
            for number in range(1, arguments.pairs + 1):
                play_pair(duel, (first, second), f"{arguments.seed}:{number}", rules.target)
        finally:
            second.close()
    finally:
        first.close()
    print("\n".join(report(duel, (first.name, second.name))))
    return 0


def report(duel: Duel, names: tuple[str, str]) -> tuple[str, ...]:
    """Return the results as lines: the wins of the first, then a row for each player."""
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
    return (
        scored.holes.value,
        scored.hand[True].value,
        scored.hand[False].value,
        scored.crib.value,
        scored.peg[True].value,
        scored.peg[False].value,
        scored.milliseconds.value,
        scored.slowest,
    )
