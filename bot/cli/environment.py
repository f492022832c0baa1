"""The environment of a command: the settings, the database, and whether SimCord is installed."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.models.errors import StorageError
from bot.settings import Settings, SettingsError, read
from engine.errors import CribbageError

if TYPE_CHECKING:
    from bot.storage.database import Database


def load_settings() -> Settings:
    """Read the settings from the environment, and from ``.env`` what the environment leaves out or blank.

    Raises ``SettingsError``.
    """
    try:
        stored = dotenv_values(".env")
    except (OSError, ValueError) as error:
        raise SettingsError(f"can't read .env ({error}). See .env.example.") from None
    variables = {name: value for name, value in os.environ.items() if value.strip()}
    _set_proxies(stored, variables)
    return read({name: value or "" for name, value in (stored | variables).items()})


def _set_proxies(*sources: Mapping[str, str | None]) -> None:
    """Let the environment name the proxies of .env too, and those of HTTP for the gateway, which is a WebSocket.

    The last of the ``sources`` counts. Raises ``SettingsError``.
    """
    named = {name.lower(): value for source in sources for name, value in sorted(source.items()) if value}
    if "no_proxy" in named:
        os.environ["no_proxy"] = named["no_proxy"]
    for name, websocket in (("http_proxy", "ws_proxy"), ("https_proxy", "wss_proxy")):
        if name in named:
            proxy = _proxy(name.upper(), named[name])
            os.environ[name] = proxy
            os.environ[websocket] = named.get(websocket, proxy)
            # With proxies aiohttp would also send what ~/.netrc says of Discord, beside the token, and fail.
            os.environ["NETRC"] = os.devnull


def _proxy(name: str, typed: str) -> str:
    """Return the address of a proxy; where it names no protocol, that is HTTP. Raises ``SettingsError``."""
    address = typed if "://" in typed else f"http://{typed}"
    with suppress(ValueError):
        parts = urlsplit(address)
        if parts.scheme == "http" and parts.hostname and parts.port != 0:
            return address
    # The address may have a password in it.
    raise SettingsError(f"{name} must be the address of an HTTP proxy, like http://proxy.example:3128.")


def database_file(what: str) -> Path:
    """Return the database file of the settings.

    Raises ``SettingsError`` where they name PostgreSQL; the sentence says ``what`` to use there.
    """
    database = load_settings().database
    if not isinstance(database, Path):
        raise SettingsError(f"the database is on PostgreSQL (DATABASE_URL), where this command does nothing; {what}.")
    return database


@asynccontextmanager
async def opened_database(*, new: bool = False) -> AsyncIterator[Database]:
    """Open the database of the settings, which must be there unless it may be ``new``. Raises ``StorageError``."""
    from bot.storage.database import Database

    address = load_settings().database
    if not new and isinstance(address, Path) and not address.is_file():
        raise StorageError(f"{address}: there's no database. Set DATABASE_PATH to the bot's database.")
    database = await Database.open(address)
    try:
        yield database
    finally:
        await database.close()


def require_simcord() -> None:
    """Raise ``CribbageError`` unless SimCord, the simulated Discord, is installed."""
    if find_spec("simcord") is None:
        raise CribbageError('this needs the simulated Discord: pip install -e ".[sandbox]"')
