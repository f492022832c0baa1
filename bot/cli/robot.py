"""`cribbage-bot robot`: a robot that answers questions, one JSON object a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from bot.cli.line_protocol import read_question, write_answer
from engine.ai.levels import CLUB, LEVELS
from engine.ai.robots import choose
from engine.errors import CribbageError

Chance: TypeAlias = Callable[[], float]


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=robot)
    parser.add_argument("--level", choices=LEVELS, default=CLUB, help=f"how well it plays (default: {CLUB})")
    parser.add_argument("--seed", default="0", help="the same seed gives the same answers (default: 0)")


def robot(arguments: argparse.Namespace) -> int:
    """Answer each line of standard input with one line, until the input ends."""
    chance = Random(arguments.seed).random
    for line in sys.stdin.buffer:
        print(answer(line, arguments.level, chance), flush=True)
    return 0


def answer(line: bytes, level: str, chance: Chance) -> str:
    """Return the answer to one line, or what is wrong with it, as a line of JSON."""
    try:
        view = read_question(line.decode("utf-8"))
        if not view.legal:
            return json.dumps({"play": None})
        return write_answer(choose(view, level, chance))
    except UnicodeDecodeError:
        return json.dumps({"error": "the line isn't UTF-8"})
    except CribbageError as error:
        return json.dumps({"error": str(error)})
