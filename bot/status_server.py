"""The status of the running bot for programs on the same machine: ``/healthz`` and ``/metrics``, over HTTP."""

import asyncio
import errno
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

from bot import metrics, version
from bot.logs import system_error, without_secrets
from bot.models.errors import StorageError, Unavailable
from bot.settings import SettingsError
from bot.ui.client import CribbageClient

HOST: Final = "127.0.0.1"
"""Nobody outside the machine, or the container, can ask."""

CHOOSE_A_PORT: Final = "Choose another port, or leave HTTP_PORT empty."

_OF_DISCORD: Final = {
    "starting": "The bot starts or stops: it is not connected to Discord, or doesn't go on with its games yet.",
    "unreachable": "Discord doesn't answer, or the connection to it is lost: see the log and discordstatus.com.",
}

_DATABASE_WITHIN: Final = 3.0
"""Seconds that the database has to answer; players wait no longer either."""


@asynccontextmanager
async def serving(bot: CribbageClient, port: int | None) -> AsyncIterator[None]:
    """Answer within a ``with``, or do nothing without a port. Raises ``CribbageError`` for one that can't be used."""
    if port is None:
        yield
        return
    metrics.VERSION.labels(str(version())).set(1)
    server = _StatusServer(bot)
    application = web.Application()
    application.add_routes([web.get("/healthz", server.health), web.get("/metrics", server.metrics)])
    runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Unavailable(f"HTTP_PORT is {port}, which another program uses. {CHOOSE_A_PORT}") from None
            raise SettingsError(
                f"HTTP_PORT is {port}, which can't be used ({system_error(error)}). {CHOOSE_A_PORT}"
            ) from None
        yield
    finally:
        await runner.cleanup()


class _StatusServer:
    def __init__(self, bot: CribbageClient) -> None:
        self._bot = bot

    async def health(self, _: web.Request) -> web.Response:
        """Answer 200 while players can play, and 503 otherwise, with what is wrong."""
        database, why = await self._database()
        parts = {"discord": self._discord(), "database": database}
        reasons = [why] if why else []
        if parts["discord"] != "ok":
            reasons.append(_OF_DISCORD[parts["discord"]])
        is_well = all(state == "ok" for state in parts.values())
        status = {"status": "ok" if is_well else "unavailable", "version": str(version()), **parts, "why": reasons}
        return web.Response(
            status=200 if is_well else 503, text=json.dumps(status) + "\n", content_type="application/json"
        )

    async def metrics(self, _: web.Request) -> web.Response:
        await self._measure()
        return web.Response(body=metrics.text(), headers={"Content-Type": metrics.CONTENT_TYPE})

    def _discord(self) -> str:
        if not self._bot.is_resumed:
            return "starting"
        return "unreachable" if self._bot.context.tables.outages.is_away else "ok"

    async def _database(self) -> tuple[str, str]:
        """Return the state of the database, and the sentence that says why it is not ok."""
        if not self._bot.is_resumed:
            return "starting", ""
        try:
            async with asyncio.timeout(_DATABASE_WITHIN):
                await self._bot.check_storage()
        except TimeoutError:
            return "failing", f"The database didn't answer within {_DATABASE_WITHIN:.0f} seconds."
        except StorageError as error:
            return "failing", without_secrets(f"The database fails: {error}")
        return "ok", ""

    async def _measure(self) -> None:
        """Set the gauges that are looked up only when somebody asks."""
        bot = self._bot
        metrics.READY.set(self._discord() == "ok")
        metrics.SERVERS.set(len(bot.guilds))
        metrics.PICTURES_WAITING.set(bot.pictures_waiting)
        if not bot.is_resumed:
            return
        try:
            async with asyncio.timeout(_DATABASE_WITHIN):
                counts = await bot.context.tables.count_by_status()
        except (StorageError, TimeoutError):
            return
        for status, number in counts.items():
            metrics.TABLES.labels(status).set(number)
