"""The `cribbage-bot` command: parses the arguments, runs one command, and turns errors into one sentence each."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from bot.cli import (
    backup,
    bench,
    demo,
    doctor,
    invite,
    league,
    migrate,
    record,
    restore,
    robot,
    run,
    sandbox,
    score,
    selfplay,
    service,
    translations,
    verify,
)
from bot.cli.arguments import Parser, add_commands
from bot.cli.exit_codes import BAD_INPUT, FAILED, INTERRUPTED, UNAVAILABLE
from bot.logs import report_failure
from bot.models.errors import Unavailable
from bot.version import package_version
from engine.errors import CribbageError

COMMANDS = (
    *(
        run,
        doctor,
        invite,
        backup,
        restore,
        migrate,
        service,
        translations,
    ),
    *(demo, sandbox, score, selfplay, record, verify, league, bench, robot),
)
"""The modules of the commands, in the order in which help lists them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: see ``exit_codes``; 0 is success."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal can show the symbols of the suits.
        sys.stdout.reconfigure(errors="replace")
    parsed = build_parser().parse_args(score.with_words(sys.argv[1:] if arguments is None else arguments))
    try:
        code: int = parsed.command(parsed)
        sys.stdout.flush()
    except CribbageError as error:
        report_failure(str(error))
        return UNAVAILABLE if isinstance(error, Unavailable) else BAD_INPUT
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            # The reader of our output has closed it; nothing more can be written, at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return FAILED
        print(f"cribbage-bot: {f'{error.filename}: {error.strerror}' if error.filename else error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def build_parser() -> argparse.ArgumentParser:
    """Build the parser with every command."""
    parser = Parser(
        prog="cribbage-bot", description="Play cribbage on Discord, or in your browser with `cribbage-bot sandbox`."
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = add_commands(parser)
    for module in COMMANDS:
        module.add_to(commands)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version of the installed package and exit; it is looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        if (version := package_version()) is None:
            parser.exit(BAD_INPUT, 'cribbage-bot is not installed; run: pip install -e "."\n')
        print(f"cribbage-bot {version}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
