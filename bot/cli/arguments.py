"""The argument parser of the `cribbage-bot` command, and how a command registers with it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, TypeAlias

from bot.cli.exit_codes import BAD_INPUT

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001
"""The commands of a parser, to which each command module adds its own; argparse has no public name for them."""

Command: TypeAlias = Callable[[argparse.Namespace], int]
"""A command's function: it takes the parsed arguments and returns the exit code."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; try {self.prog} --help\n")


def add_commands(parser: argparse.ArgumentParser) -> Commands:
    """Give a parser subcommands and require one of them."""
    return parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)


def add_command(commands: Commands, name: str, command: Command | None, summary: str) -> argparse.ArgumentParser:
    """Add a command and its summary for ``--help``; returns its parser, to which its arguments are added.

    A command that only holds further commands has no function.
    """
    parser = commands.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
    parser.set_defaults(command=command)
    return parser


_ONLY_OPTIONS: Final = re.compile(r"(?:(?:--(?:declared|file)[ =].+|--[a-z]+)(?: |$))*")
_OPTION: Final = re.compile(r"-|-h|--[a-z].*", re.DOTALL)


def with_words(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of the command line with a space before each word of a hand that looks like an option.

    After a ``--`` that stands before the hand, and is left out, every word belongs to the hand.
    """
    if arguments[:1] != ["score"]:
        return [*arguments]
    words, end = [*arguments], len(arguments)
    if "--" in words and _ONLY_OPTIONS.fullmatch(" ".join(words[1 : words.index("--")])):
        end = words.index("--")
        words.pop(end)
    return [
        f" {word}" if word[:1] == "-" and (place >= end or not _OPTION.fullmatch(word)) else word
        for place, word in enumerate(words)
    ]
