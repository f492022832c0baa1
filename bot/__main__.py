"""The `cribbage-bot` command: run the bot, try it without Discord, score a hand, check records, keep leagues."""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import socket
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from bot.cli import league as clubs
from bot.cli import records
from bot.cli import score as scoring
from engine.errors import CribbageError
from engine.presets import DEFAULT, PRESETS

WRONG = 2
"""The exit code for bad input."""

FAILED = 1
"""The exit code for a check that did not hold."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}; try {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code, 2 for anything that was asked wrongly."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal knows the signs of the suits.
        sys.stdout.reconfigure(errors="replace")
    asked = _parser().parse_args(arguments)
    try:
        code: int = asked.command(asked)
        sys.stdout.flush()
    except CribbageError as error:
        print(f"cribbage-bot: {error}", file=sys.stderr)
        return WRONG
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has seen enough; nothing more is to be written, at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return FAILED
        print(f"cribbage-bot: {f'{error.filename}: {error.strerror}' if error.filename else error}", file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="cribbage-bot", description="A Discord bot for whole games of cribbage.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def add(name: str, command: Any, text: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = commands.add_parser(
            name, help=text, description=text[0].upper() + text[1:] + "."
        )
        sub.set_defaults(command=command)
        return sub

    add("run", _run, "run the bot on Discord, with the settings of the environment and .env")
    demo = add("demo", _demo, "watch two scripted people play one whole game through the real bot; needs no token")
    demo.add_argument("--folder", type=Path, help="where the record is written (a new temporary folder)")
    sandbox = add("sandbox", _sandbox, "play with the bot in your browser; needs no token")
    sandbox.add_argument("--dm", action="store_true", help="one person's private messages, against the robot")
    sandbox.add_argument("--port", type=_port, default=8321, help="the port on this machine (8321)")
    _add_score(add("score", scoring.score, "answer any question about cards, such as: score '5h 5d 5c js 5s'"))
    selfplay = add("selfplay", records.selfplay, "let robots play games and write their records, one a line")
    selfplay.add_argument("--games", type=_count, default=1, help="how many games (1)")
    selfplay.add_argument("--preset", default=DEFAULT, help=f"the rules: {', '.join(PRESETS)} ({DEFAULT})")
    selfplay.add_argument("--players", type=int, default=2, help="how many hands (2)")
    selfplay.add_argument("--target", type=int, help="how many holes, where the preset offers a choice")
    selfplay.add_argument("--muggins", action="store_true", default=None, help="play muggins")
    selfplay.add_argument("--ceremony", action="store_true", default=None, help="cut the pack for deal and starter")
    selfplay.add_argument("--seed", default="0", help="the same seed gives the same games (0)")
    selfplay.add_argument("--miscount", type=_chance, default=0.0, metavar="P", help="the chance of a wrong count (0)")
    selfplay.add_argument(
        "--irregular", type=_chance, default=0.0, metavar="P", help="the chance of an irregularity (0)"
    )
    selfplay.add_argument("--resign", type=_chance, default=0.0, metavar="P", help="the chance of giving up (0)")
    selfplay.add_argument("--out", type=Path, help="the file to write (standard output)")
    record = add("record", records.record, "print the record of a game in the database of DATABASE_PATH")
    record.add_argument("game", metavar="GAME", help="the game's name, which stands at the foot of its table")
    verify = add("verify", records.verify, "check records: the shuffle's proof, and every fact against the laws")
    verify.add_argument("file", metavar="FILE", help="a record, or records one a line; - is standard input")
    league = add("league", None, "show the tables of leagues, and take their results in and out of files")
    clubs.add_to(league)
    return parser


def _add_score(score: argparse.ArgumentParser) -> None:
    score.add_argument(
        "words",
        metavar="HAND",
        nargs="*",
        help="a hand and its starter, which may be the last card, or marked, or apart from the hand in quotes; "
        "four cards alone; six to lay away from; or play and the cards played; = 12 behind them says what was declared",
    )
    score.add_argument("--crib", action="store_true", help="count it as a crib")
    score.add_argument("--declared", metavar="COUNT", help="the count that was declared, to be judged")
    score.add_argument("--file", help="a file of hands, one a line; - is standard input")
    score.add_argument("--json", action="store_true", help="print a JSON object, or one a line")
    score.add_argument("--explain", action="store_true", help="add how rare it is to JSON, and to a file's hands why")


def _run(asked: argparse.Namespace) -> int:
    from bot.app import run  # noqa: PLC0415 - scoring a hand need not wait for Discord's library

    with suppress(KeyboardInterrupt):
        asyncio.run(run(records.settings()))
    return 0


def _demo(asked: argparse.Namespace) -> int:
    _need_simcord()
    from bot.sandbox.demo import demo  # noqa: PLC0415

    folder = asked.folder or Path(tempfile.mkdtemp(prefix="cribbage-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "cribbage.db").exists():
        raise CribbageError(f"{folder} holds a database already; name a folder without one, or none.")
    return 0 if asyncio.run(demo(folder, _say)) else FAILED


def _sandbox(asked: argparse.Namespace) -> int:
    _need_simcord()
    from bot.sandbox.page import sandbox  # noqa: PLC0415

    _check_free(asked.port)
    with suppress(KeyboardInterrupt):
        asyncio.run(sandbox(asked.port, dm=asked.dm, say=_say))
    return 0


def _need_simcord() -> None:
    try:
        import simcord  # noqa: F401, PLC0415
    except ImportError:
        raise CribbageError('this needs the Discord on this machine: pip install -e ".[sandbox]"') from None


def _check_free(port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise CribbageError(f"port {port} cannot be used ({error.strerror}); choose another with --port.") from None


def _say(line: str) -> None:
    print(line, flush=True)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port; it is a number from 1 to 65535")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games from 1")
    return int(text)


def _chance(text: str) -> float:
    try:
        chance = float(text)
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a chance from 0 to 1")
    return chance


if __name__ == "__main__":
    sys.exit(main())
