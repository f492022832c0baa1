"""The `cribbage-bot` command: parses the arguments, runs one command, and turns errors into one sentence each."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Coroutine, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from bot import version
from bot.cli.command import BAD_INPUT, FAILED, INTERRUPTED, UNAVAILABLE, Parser, add_command, add_commands, with_words
from bot.logs import report_failure
from bot.models.errors import Unavailable
from engine.errors import CribbageError

COMMANDS: Final[Mapping[str, tuple[str, str]]] = {
    "run": ("host", "run the bot on Discord; settings come from the environment and .env"),
    "init": ("host", "ask for the token, the database and a language, write .env, and look whether all is well"),
    "doctor": ("host", "check the settings, Discord, the database and this machine"),
    "invite": ("host", "print the links that add the bot to a server or to an account"),
    "announce": ("host", "tell the players of every game that goes on something, such as a restart"),
    "servers": ("host", "list the bot's servers, and block or unblock one"),
    "privacy": ("host", "export or erase what is stored about an account; stop the bot to erase"),
    "commands": ("host", "say whether Discord has the bot's commands, or send them again"),
    "backup": ("host", "copy the database into a new file, also while the bot runs"),
    "restore": ("host", "put a backup in place of the database; stop the bot first"),
    "migrate": ("host", "copy a database file into PostgreSQL; stop the bot first"),
    "service": ("host", "print a systemd unit that runs this installation"),
    "translations": ("host", "check the translations of the bot, or see what lacks one"),
    "demo": ("games", "watch two scripted people play two games; needs no Discord account"),
    "sandbox": ("games", "play in your browser; needs no Discord account"),
    "score": ("score", "count a hand or get discard advice, such as: score '5h 5d 5c js 5s'"),
    "selfplay": ("games", "let robots play games, and write one record per line"),
    "record": ("games", "print the record of a game in the bot's database"),
    "verify": ("games", "check game records: the rules and the shuffle"),
    "league": ("league", "show league tables, and import or export results"),
    "bench": ("bench", "let two robots or programs play the same cards, seats exchanged"),
    "robot": ("robot", "answer questions for a discard or a card, one JSON object a line"),
}
"""The module in ``bot.cli`` and the summary of each command, in the order in which help lists them."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: see ``bot.cli.command``; 0 is success."""
    _open_missing_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Not every terminal can show the symbols of the suits.
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            return _run(with_words(sys.argv[1:] if arguments is None else arguments))
        finally:
            sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"cribbage-bot: the output can't be written: {error.strerror}", file=sys.stderr)
        # Nothing more can be written, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _run(arguments: Sequence[str]) -> int:
    """Run one command. Raises ``BrokenPipeError`` where the reader of its output has closed it."""
    parsed = build_parser(arguments).parse_args(arguments)
    try:
        code: int | Coroutine[Any, Any, int | None] | None = parsed.run(parsed)
        if isinstance(code, Coroutine):
            import asyncio  # noqa: PLC0415 - not every command has an event loop

            code = asyncio.run(code)
    except CribbageError as error:
        report_failure(str(error))
        return UNAVAILABLE if isinstance(error, Unavailable) else BAD_INPUT
    except BrokenPipeError:
        raise
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"cribbage-bot: {where}{error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    return code or 0


def _open_missing_streams() -> None:
    """Open each standard stream that was closed before the start, so that no file of ours gets its number.

    Reading and writing them fails, as it does in other tools; what is wrong is told to nobody without standard error.
    """
    for number, name, flags, mode in (
        (0, "stdin", os.O_WRONLY, "r"),
        (1, "stdout", os.O_RDONLY, "w"),
        (2, "stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, flags)
            if null != number:
                os.dup2(null, number)
            setattr(sys, name, open(number, mode, encoding="utf-8", errors="replace", closefd=False))  # noqa: SIM115


def build_parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser with every command, and with the arguments of the one that these arguments call.

    Only the module of that command is imported: the others would take longer to load than most commands run.
    """
    parser = Parser(
        prog="cribbage-bot", description="Play cribbage on Discord, or in your browser with `cribbage-bot sandbox`."
    )
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="print the version and exit")
    commands = add_commands(parser)
    called = next((word for word in arguments if not word.startswith("-")), None)
    for name, (module, summary) in COMMANDS.items():
        own = add_command(commands, name, summary)
        if name == called:
            getattr(import_module(f"bot.cli.{module}"), name).add_to(own)
    return parser


class _ShowVersion(argparse.Action):
    """Print the version with its commit and exit; it is looked up only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        print(f"cribbage-bot {version()}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
