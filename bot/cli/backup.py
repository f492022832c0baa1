"""`cribbage-bot backup`: a copy of the database, made while the bot runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.arguments import Commands, add_command
from bot.cli.environment import database_file
from bot.storage.backup import back_up


def add_to(commands: Commands) -> None:
    """Register the command and its argument."""
    parser = add_command(commands, "backup", backup, "copy the database into a new file, also while the bot runs")
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to write; one that exists is refused")


def backup(arguments: argparse.Namespace) -> int:
    """Write the copy, and print its size. Raises ``StorageError``, and ``SettingsError`` on PostgreSQL."""
    database = database_file("use pg_dump")
    size = back_up(database, arguments.file)
    print(f"{database} was copied to {arguments.file} ({size:,} bytes), and the copy was checked.")
    return 0
