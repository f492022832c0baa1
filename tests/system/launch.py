"""Runs the real command line with discord.py pointed at the Discord on the loopback; nothing of the bot is replaced."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord.backoff
import discord.shard
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.__main__ import main

ADDRESS = "LOOPBACK_DISCORD"
"""The environment variable with the address of the Discord on the loopback: ``127.0.0.1:PORT``."""


def point_at(address: str, put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Send every request of discord.py to this address; ``put`` changes an attribute."""
    put(Route, "BASE", f"http://{address}/api/v10")
    put(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(f"ws://{address}/gateway"))


def hurry(put: Callable[[Any, str, Any], None] = setattr) -> None:
    """Let discord.py make short pauses before it tries again; the system tests do not."""
    put(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.05)
    put(discord.shard, "asyncio", SimpleNamespace(**vars(asyncio) | {"sleep": lambda time: asyncio.sleep(time / 100)}))


if __name__ == "__main__":
    point_at(os.environ[ADDRESS])
    sys.exit(main())
