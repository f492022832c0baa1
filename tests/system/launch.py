"""Runs the real command line with discord.py pointed at the Discord on the loopback; nothing of the bot is replaced."""

from __future__ import annotations

import os
import sys

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main

ADDRESS = "LOOPBACK_DISCORD"
"""The environment variable with the address of the Discord on the loopback: ``127.0.0.1:PORT``."""


def point_at(address: str) -> None:
    """Send every request of discord.py to this address."""
    Route.BASE = f"http://{address}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")


if __name__ == "__main__":
    point_at(os.environ[ADDRESS])
    sys.exit(main())
