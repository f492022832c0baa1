"""The `cribbage-bot` command: parses the arguments, runs one command, and turns errors into one sentence each."""

import io
import os
import sys
from collections.abc import Coroutine, Sequence
from typing import Any

from bot.cli.command import BAD_INPUT, FAILED, INTERRUPTED, UNAVAILABLE, build_parser, with_words
from bot.logs import report_failure
from bot.models.errors import Unavailable
from engine.errors import CribbageError


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


if __name__ == "__main__":
    sys.exit(main())
