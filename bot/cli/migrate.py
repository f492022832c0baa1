"""`cribbage-bot migrate`: everything in a database file moved to PostgreSQL."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bot.models.storage import PostgresAddress
from bot.settings import SettingsError, postgres_address


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=migrate)
    parser.add_argument("file", metavar="FILE", type=Path, help="the database file; it stays")
    parser.add_argument(
        "address", metavar="postgresql://...", type=_address, help="the address of an empty PostgreSQL database"
    )


def migrate(arguments: argparse.Namespace) -> int:
    """Move everything, and print the rows and the checksum of each table. Raises ``StorageError``."""
    from bot.storage.transfer import move  # noqa: PLC0415 - few hosts have the driver

    moved = asyncio.run(move(arguments.file, arguments.address))
    for table in moved:
        print(f"{table.name}: {table.rows:,} rows, checksum {table.checksum}")
    rows = sum(table.rows for table in moved)
    print(
        f"{arguments.file} was copied to {arguments.address}: {len(moved)} tables, {rows:,} rows. The counts and "
        "checksums of both are the same. Put the address into DATABASE_URL and start the bot."
    )
    return 0


def _address(text: str) -> PostgresAddress:
    try:
        return postgres_address(text, "the address")
    except SettingsError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None
