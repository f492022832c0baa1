"""`cribbage-bot invite`: the link that adds the bot to a server."""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.arguments import Commands, add_command
from bot.cli.environment import load_settings
from bot.logs import remember_token


def add_to(commands: Commands) -> None:
    """Register the command."""
    add_command(commands, "invite", invite, "print the link that adds the bot to a server")


def invite(arguments: argparse.Namespace) -> int:
    """Ask Discord whose token it is, and print the link. Raises ``CribbageError``."""
    from bot.hosting.discord_account import application_id  # noqa: PLC0415 - other commands need not wait for it
    from bot.ui.core.permissions import invitation  # noqa: PLC0415

    token = load_settings().need_token()
    remember_token(token)
    print(invitation(asyncio.run(application_id(token))))
    return 0
