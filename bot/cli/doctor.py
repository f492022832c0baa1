"""`cribbage-bot doctor`: what is wrong with this installation, and what to do, in one line each."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator

from bot.cli.environment import load_settings
from bot.cli.exit_codes import FAILED
from bot.hosting.machine import Finding, wrong
from bot.logs import remember_token, without_tokens
from bot.settings import NO_TOKEN, SettingsError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's argument."""
    parser.set_defaults(command=doctor)
    parser.add_argument(
        "--server", type=server_id, metavar="ID", help="check the bot's permissions in every channel of this server"
    )


def server_id(text: str) -> int:
    """Parse the id of a server. Raises ``argparse.ArgumentTypeError``."""
    if not text.isdecimal() or len(text) > 20:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a server's id; in Discord, right-click it and copy its ID")
    return int(text)


def doctor(arguments: argparse.Namespace) -> int:
    """Print a line for each part; the exit code says whether all are right."""
    return asyncio.run(_print_findings(arguments.server))


async def _print_findings(server: int | None) -> int:
    code = 0
    async for finding in _examine(server):
        print(without_tokens(str(finding)), flush=True)
        if not finding.is_right:
            code = FAILED
    return code


async def _examine(server: int | None) -> AsyncIterator[Finding]:
    # Discord's library and the pictures take a second to load.
    from bot.hosting.discord_account import examine_account  # noqa: PLC0415
    from bot.hosting.machine import examine_machine, has_database  # noqa: PLC0415

    try:
        settings = load_settings()
    except SettingsError as error:
        yield wrong("Settings", str(error))
        return
    yield Finding("Settings", "they can be read.")
    for finding in examine_machine(settings):
        yield finding
    if settings.token is None:
        yield wrong("Token", NO_TOKEN)
        return
    remember_token(settings.token)
    has_run = has_database(settings.database)
    async for finding in examine_account(settings.token, server, has_run=has_run):
        yield finding
