"""`cribbage-bot sandbox`: the bot in a browser."""

from __future__ import annotations

import argparse
import asyncio
import socket
from contextlib import suppress
from functools import partial

from bot.cli.environment import require_simcord
from engine.errors import CribbageError


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.set_defaults(command=sandbox)
    parser.add_argument("--dm", action="store_true", help="start in Ann's DMs")
    parser.add_argument("--port", type=port_number, default=8321, help="the port on this machine (default: 8321)")


def sandbox(arguments: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    require_simcord()
    from bot.sandbox.page import serve_sandbox  # noqa: PLC0415 - SimCord may be missing

    _check_port_is_free(arguments.port)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve_sandbox(arguments.port, dm=arguments.dm, say=partial(print, flush=True)))
    return 0


def port_number(text: str) -> int:
    """Parse a port number. Raises ``argparse.ArgumentTypeError``."""
    if not text.isdecimal() or not 1 <= int(text) <= 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a port; type a number from 1 to 65535")
    return int(text)


def _check_port_is_free(port: int) -> None:
    """Raise ``CribbageError`` if the port cannot be used."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise CribbageError(f"port {port} is taken ({error.strerror}). Choose another with --port.") from None
