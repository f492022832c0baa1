"""`cribbage-bot invite`: the links that add the bot to a server, and to somebody's own account."""

from __future__ import annotations

import argparse
import asyncio

from bot.cli.environment import load_settings
from bot.logs import remember_token


def add_to(parser: argparse.ArgumentParser) -> None:
    """Set what the command does."""
    parser.set_defaults(command=invite)


def invite(arguments: argparse.Namespace) -> int:
    """Ask Discord whose token it is, and print the links. Raises ``CribbageError``."""
    from bot.hosting.discord_account import application_id  # noqa: PLC0415 - other commands need not wait for it
    from bot.ui.core.permissions import invitation, user_install  # noqa: PLC0415

    token = load_settings().need_token()
    remember_token(token)
    known = asyncio.run(application_id(token))
    print(f"To a server:     {invitation(known)}")
    print(f"To your account: {user_install(known)}")
    return 0
