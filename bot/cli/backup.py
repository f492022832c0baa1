"""`cribbage-bot backup`: a copy of the database, made while the bot runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.environment import database_file
from bot.storage.backup import back_up


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    parser.set_defaults(command=backup)
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write; one that exists is refused")


def backup(arguments: argparse.Namespace) -> int:
    """Write the copy, and print its size. Raises ``StorageError``, and ``SettingsError`` on PostgreSQL."""
    database = database_file("use pg_dump")
    size = back_up(database, arguments.file)
    print(f"{database} was copied to {arguments.file} ({size:,} bytes), and the copy was checked.")
    return 0
