"""`cribbage-bot selfplay`: records of games that robots play."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.cli.files import write_whole
from bot.tables.robot_games import Options, rules_of, write_games
from engine.presets import DEFAULT, PRESETS
from engine.rules import Partners


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=selfplay)
    parser.add_argument("--games", type=number_of_games, default=1, help="how many games (default: 1)")
    parser.add_argument("--preset", default=DEFAULT, help=f"the rules: {', '.join(PRESETS)} (default: {DEFAULT})")
    parser.add_argument("--players", type=int, default=2, help="how many players (default: 2)")
    parser.add_argument(
        "--partners", choices=list(Partners), help="how 4 players become partners: by the cut, or as they sit"
    )
    parser.add_argument("--target", type=int, help="points to win, if the rules offer a choice")
    parser.add_argument("--muggins", action="store_true", default=None, help="play muggins")
    parser.add_argument(
        "--ceremony", action="store_true", default=None, help="cut the deck by hand for the deal and the starter"
    )
    parser.add_argument("--seed", default="0", help="the same seed gives the same games (default: 0)")
    parser.add_argument(
        "--miscount",
        type=probability,
        default=0.0,
        metavar="P",
        help="the chance of a wrong count, 0 to 1 (default: 0)",
    )
    parser.add_argument(
        "--irregular",
        type=probability,
        default=0.0,
        metavar="P",
        help="the chance of breaking a law, 0 to 1 (default: 0)",
    )
    parser.add_argument(
        "--resign", type=probability, default=0.0, metavar="P", help="the chance of resigning, 0 to 1 (default: 0)"
    )
    parser.add_argument("--out", type=Path, help="the file to write (default: standard output)")


def selfplay(arguments: argparse.Namespace) -> int:
    """Write the records of games that robots play, one a line. Raises ``RulesError`` before any file is opened."""
    options: Options = {
        "preset": arguments.preset,
        "players": arguments.players,
        "partners": arguments.partners,
        "target": arguments.target,
        "muggins": arguments.muggins,
        "ceremony": arguments.ceremony,
        "seed": arguments.seed,
        "miscount": arguments.miscount,
        "irregular": arguments.irregular,
        "resign": arguments.resign,
    }
    rules_of(**options)
    if arguments.out is None:
        write_games(sys.stdout, arguments.games, **options)
    else:
        with write_whole(arguments.out) as out:
            write_games(out, arguments.games, **options)
    return 0


def number_of_games(text: str) -> int:
    """Parse a number of games, 1 or more. Raises ``argparse.ArgumentTypeError``."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a number of games; type 1 or more")
    return int(text)


def probability(text: str) -> float:
    """Parse a probability from 0 to 1. Raises ``argparse.ArgumentTypeError``."""
    try:
        chance = float(text)
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a chance; type a number from 0 to 1")
    return chance
