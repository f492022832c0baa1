"""`cribbage-bot run`: the bot on Discord."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable
from contextlib import suppress

from bot.cli.environment import load_settings


def add_to(parser: argparse.ArgumentParser) -> None:
    """Set what the command does."""
    parser.set_defaults(command=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the bot until it is stopped."""
    from bot import app  # noqa: PLC0415 - other commands need not wait for Discord's library

    with suppress(KeyboardInterrupt), asyncio.Runner(loop_factory=_quickest_loop()) as runner:
        runner.run(app.run(load_settings()))
    return 0


def _quickest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return what makes an event loop of uvloop, where there is one; none for Python's own, as on Windows."""
    try:
        import uvloop  # noqa: PLC0415 - only this command needs it
    except ImportError:
        return None
    return uvloop.new_event_loop
