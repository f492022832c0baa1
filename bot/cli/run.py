"""`cribbage-bot run`: the bot on Discord."""

from __future__ import annotations

import argparse
import asyncio
from contextlib import suppress

from bot.cli.arguments import Commands, add_command
from bot.cli.environment import load_settings


def add_to(commands: Commands) -> None:
    """Register the command."""
    add_command(commands, "run", run, "run the bot on Discord; settings come from the environment and .env")


def run(arguments: argparse.Namespace) -> int:
    """Run the bot until it is stopped."""
    from bot import app  # noqa: PLC0415 - other commands need not wait for Discord's library

    with suppress(KeyboardInterrupt):
        asyncio.run(app.run(load_settings()))
    return 0
