"""`cribbage-bot demo`: two games by scripted people, as a summary."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from functools import partial
from pathlib import Path

from bot.cli.environment import require_simcord
from bot.cli.exit_codes import FAILED
from engine.errors import CribbageError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=demo)
    parser.add_argument("--folder", type=Path, help="where to write the records (default: a new temporary folder)")
    parser.add_argument("--full", action="store_true", help="print every card played and the bot's whole answers")


def demo(arguments: argparse.Namespace) -> int:
    """Play the games and write their records into a folder; the exit code says whether every check held."""
    require_simcord()
    from bot.sandbox.demo import play_demo  # noqa: PLC0415 - SimCord may be missing

    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="cribbage-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / "cribbage.db").exists():
        raise CribbageError(f"{folder} already has a database. Choose another --folder.")
    return 0 if asyncio.run(play_demo(folder, partial(print, flush=True), full=arguments.full)) else FAILED
