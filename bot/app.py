"""The whole bot put together: settings, database, tables, client."""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from pathlib import Path

import discord

from bot.settings import Settings, SettingsError
from bot.storage.database import Database
from bot.tables.service import Tables
from bot.ui.client import CribbageClient

_log = logging.getLogger(__name__)


def client(database: Path, *, robot_pace: float = 0.0) -> CribbageClient:
    """The bot over a database file, ready to be let into Discord."""

    async def open_tables() -> Tables:
        return Tables(await Database.open(database), discord.utils.utcnow, pace=robot_pace)

    return CribbageClient(open_tables)


async def run(settings: Settings) -> None:
    """Run the bot until it is told to stop; SIGTERM and Ctrl-C close it cleanly. Raises ``SettingsError``."""
    token = settings.need_token()
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    bot = client(settings.database, robot_pace=settings.robot_pace)
    running = asyncio.ensure_future(bot.start(token))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Where the platform has no handlers for the loop, Ctrl-C raises KeyboardInterrupt as ever.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, running.cancel)
    try:
        await running
    except asyncio.CancelledError:
        _log.info("told to stop")
    except discord.LoginFailure:
        raise SettingsError("Discord refuses this DISCORD_TOKEN; copy it again from the Bot page.") from None
    except discord.PrivilegedIntentsRequired as error:
        raise SettingsError(f"Discord refuses the bot's intents: {error}") from None
    finally:
        await bot.close()
