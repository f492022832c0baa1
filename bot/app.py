"""The whole bot, composed from its settings: the services and the Discord client."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from contextlib import suppress
from pathlib import Path

import aiohttp
import discord

from bot.models.storage import Sync
from bot.render.worker import worker_count
from bot.services import Services
from bot.settings import IDLE_DAYS, INVITATION_DAYS, Settings, SettingsError
from bot.ui.client import CribbageClient
from engine.errors import CribbageError

_log = logging.getLogger(__name__)


def client(
    database: Path,
    *,
    robot_pace: float = 0.0,
    idle_days: int = IDLE_DAYS,
    invitation_days: int = INVITATION_DAYS,
    keeps_time: bool = False,
    pictures: bool = True,
    drawing_workers: int = 0,
    locale_path: Path | None = None,
    database_sync: Sync = "full",
) -> CribbageClient:
    """Return the bot over a database file, ready to connect to Discord.

    With ``pictures`` it draws boards and cards, in so many ``drawing_workers`` or without any on a thread; otherwise it
    shows them as text alone. With ``keeps_time`` it checks
    the players' clocks and posts the tables of leagues by itself; otherwise a test calls ``Tables.tick`` and
    ``WeeklyPoster.post_due``. ``locale_path`` is a folder of translations that are used in place of the shipped ones.
    """

    async def open_services() -> Services:
        return await Services.open(
            database,
            discord.utils.utcnow,
            robot_pace=robot_pace,
            idle_days=idle_days,
            invitation_days=invitation_days,
            keeps_time=keeps_time,
            database_sync=database_sync,
        )

    return CribbageClient(
        open_services,
        pictures=pictures,
        drawing_workers=drawing_workers,
        keeps_time=keeps_time,
        locale_path=locale_path,
    )


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl-C, which close it cleanly.

    Raises ``CribbageError`` where Discord or the database does not let it start.
    """
    token = settings.need_token()
    _log_from(settings.log_level)
    bot = client(
        settings.database,
        robot_pace=settings.robot_pace,
        idle_days=settings.idle_days,
        invitation_days=settings.invitation_days,
        keeps_time=True,
        pictures=settings.pictures,
        drawing_workers=worker_count(),
        locale_path=settings.locale_path,
        database_sync=settings.database_sync,
    )
    # The program itself is never garbage; the collector would stop everything to find that out, again and again.
    gc.freeze()
    running = asyncio.ensure_future(bot.start(token))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        # Where the platform has no signal handlers for the loop, Ctrl-C raises KeyboardInterrupt as usual.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, running.cancel)
    try:
        await running
        if bot.failed is not None:
            raise bot.failed
    except asyncio.CancelledError:
        _log.info("told to stop")
    except discord.LoginFailure:
        raise SettingsError("Discord refuses this DISCORD_TOKEN; copy it again from the Bot page.") from None
    except discord.PrivilegedIntentsRequired as error:
        raise SettingsError(f"Discord refuses the bot's intents: {error}") from None
    except discord.DiscordException as error:
        raise CribbageError(
            f"Discord does not let the bot in ({error}); see discordstatus.com, and try again."
        ) from error
    except (aiohttp.ClientError, OSError) as error:
        raise CribbageError(f"Discord cannot be reached ({error}); see to the network, and try again.") from error
    finally:
        await bot.close()


def _log_from(level: str) -> None:
    """Log what the bot does from this level on, and what its libraries do from INFO on at the lowest.

    Below INFO the libraries write whole requests and statements, with the hands in them.
    """
    lowest = logging.getLevelNamesMapping()[level]
    logging.basicConfig(level=max(lowest, logging.INFO), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("bot").setLevel(lowest)
