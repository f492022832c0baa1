"""The whole bot, composed from its settings: the services and the Discord client."""

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import Iterator
from functools import partial
from itertools import chain, repeat
from typing import Final

import aiohttp
import discord

from bot import logs, version
from bot.logs import proxy_fault
from bot.models.errors import Unavailable
from bot.render.drawing_process import worker_count
from bot.services import Services
from bot.settings import Settings, SettingsError
from bot.status_server import serving
from bot.ui.client import CribbageClient
from engine.errors import CribbageError

PAUSES: Final = (5.0, 10.0, 20.0, 40.0, 60.0)
"""Seconds between the tries to reach Discord at the start; the last is repeated."""

BAD_TOKEN: Final = "Discord refuses this DISCORD_TOKEN; copy it again from the Bot page."

_SWITCHES_AFTER: Final = 0.0001
"""Seconds after which a thread that runs Python lets another one that waits have its turn."""

# The codes with which Discord closes a connection for good.
_TOKEN_REFUSED: Final = 4004
_SHARDS_REQUIRED: Final = 4011
_INTENTS_REFUSED: Final = frozenset({4013, 4014})

_log = logging.getLogger(__name__)


def client(
    settings: Settings, *, keeps_time: bool = False, drawing_workers: int = 0, emojis: bool = False
) -> CribbageClient:
    """Return the bot, ready to connect to Discord.

    It draws in so many ``drawing_workers``, or without any on a thread. With ``keeps_time`` it checks the players'
    clocks and posts the tables of leagues by itself; otherwise a test calls ``Tables.tick`` and
    ``posting.post_due``. With ``emojis`` it uploads emojis for the suits, and shows them.
    """
    # discord.py would warn of libraries for voice, which the bot does not use.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    return CribbageClient(
        partial(Services.open, settings, discord.utils.utcnow, keeps_time=keeps_time),
        pictures=settings.pictures,
        drawing_workers=drawing_workers,
        keeps_time=keeps_time,
        locale_path=settings.locale_path,
        language=settings.language,
        emojis=emojis,
        shards=settings.shards,
    )


async def run(settings: Settings) -> None:
    """Run the bot until SIGTERM or Ctrl-C, which close it cleanly.

    Raises ``CribbageError`` where Discord or the database does not let it start.
    """
    token = settings.need_token()
    logs.configure(settings.log_level, token, settings.log_format)
    if settings.sentry_dsn is not None:
        logs.report_faults(settings.sentry_dsn, version().number)
    bot = client(settings, keeps_time=True, drawing_workers=worker_count(), emojis=True)
    # A transaction hands the interpreter back and forth for every statement, and must not wait 5 ms each time.
    sys.setswitchinterval(_SWITCHES_AFTER)
    # The program itself is never garbage; the collector would stop everything to find that out, again and again.
    gc.freeze()
    async with serving(bot, settings.http_port):
        await _run_and_close(bot, token)


async def _run_and_close(bot: CribbageClient, token: str) -> None:
    """Run the bot until it is told to stop, and close it in any case. Raises ``CribbageError``."""
    try:
        await _run_until_told(bot, token)
        if bot.failed is not None:
            raise bot.failed
    except discord.DiscordException as error:
        raise _refusal(error) from (error if isinstance(error, discord.HTTPException) else None)
    except (aiohttp.ClientError, OSError) as error:
        fault = proxy_fault(error) or error
        raise Unavailable(f"Discord cannot be reached ({fault}); see to the network, and try again.") from error
    finally:
        await bot.close()


async def _run_until_told(bot: CribbageClient, token: str) -> None:
    running, told = asyncio.ensure_future(_start(bot, token)), _stop_at_signals()
    await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
    if not running.done():
        _log.info("told to stop")
        await _cancel(running)
    else:
        await running


def _refusal(error: discord.DiscordException) -> CribbageError:
    """Return the one sentence about an error with which Discord ends the bot; only some pass by themselves."""
    code = error.code if isinstance(error, discord.ConnectionClosed) else None
    if isinstance(error, discord.LoginFailure) or code == _TOKEN_REFUSED:
        return SettingsError(BAD_TOKEN)
    if isinstance(error, discord.PrivilegedIntentsRequired) or code in _INTENTS_REFUSED:
        return SettingsError(
            "Discord refuses the bot's intents; `cribbage-bot doctor` says which to switch on, on the Bot page."
        )
    if code == _SHARDS_REQUIRED:
        return SettingsError("Discord refuses a bot in so many servers on one connection; it needs more shards.")
    return Unavailable(f"Discord does not let the bot in ({error}); see discordstatus.com, and try again.")


async def _start(bot: CribbageClient, token: str) -> None:
    """Log in and stay connected; a Discord that cannot be reached is tried again until it can be.

    So a bot that starts before the network of its host is up still runs.
    """
    await bot.open_database()
    for pause in _pauses():
        try:
            await bot.login(token)
            break
        except (discord.DiscordServerError, aiohttp.ClientError, OSError, TimeoutError) as error:
            fault = proxy_fault(error) or f"{type(error).__name__}: {error}"
            _log.warning("Discord cannot be reached (%s). Next try in %d s.", fault, pause)
            await bot.forget_login()
        await asyncio.sleep(pause)
    for pause in _pauses():
        try:
            await bot.connect()
            break
        except AttributeError:
            # discord.py fails so where the very first connection to the gateway does: it has no session to resume.
            if bot.ws is not None:
                raise
        await asyncio.sleep(pause)


def _pauses() -> Iterator[float]:
    return chain(PAUSES, repeat(PAUSES[-1]))


def _stop_at_signals() -> asyncio.Future[None]:
    """Return a future that is done at the first SIGTERM or Ctrl-C; those that follow change nothing."""
    loop = asyncio.get_running_loop()
    told: asyncio.Future[None] = loop.create_future()
    signals: list[int] = []

    def stop(number: int, _: object) -> None:
        signals.append(number)
        if len(signals) == 1:
            loop.call_soon_threadsafe(told.set_result, None)

    # A handler of the loop's own would end with the loop, and a late signal would then kill the process.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return told


async def _cancel(running: asyncio.Future[None]) -> None:
    """Cancel until it helps: before Python 3.12 ``wait_for`` forgets it if what it waits for ends at that moment."""
    while not running.done():
        running.cancel()
        await asyncio.wait({running}, timeout=0.5)
    await asyncio.gather(running, return_exceptions=True)
