"""`cribbage-bot restore`: a backup put in place of the database."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.environment import database_file
from bot.storage.backup import restore as restore_backup


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=restore)
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup; it stays as it is")
    parser.add_argument(
        "--replace", action="store_true", help="keep the database that is there under another name, and replace it"
    )


def restore(arguments: argparse.Namespace) -> int:
    """Restore the backup, and print where the database that was there is now. Raises ``StorageError``."""
    database = database_file("use pg_restore")
    aside = restore_backup(arguments.file, database, replace=arguments.replace)
    kept = f" The one that was there is now {aside}." if aside else ""
    print(f"{arguments.file} was checked and is now the database {database}.{kept}")
    return 0
