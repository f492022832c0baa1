"""The argument parser of the `cribbage-bot` command, and how a command registers with it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import NoReturn, TypeAlias

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
