"""The environment of a command: the settings, and whether SimCord is installed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from dotenv import dotenv_values

from bot.models.errors import StorageError
from bot.models.storage import DatabaseAddress
from bot.settings import Settings, SettingsError, read
from engine.errors import CribbageError


def load_settings() -> Settings:
    """Read the settings from the environment, and from ``.env`` what the environment leaves out or blank.

    Raises ``SettingsError``.
    """
    try:
        stored = dotenv_values(".env")
    except (OSError, ValueError) as error:
        raise SettingsError(f"can't read .env ({error}). See .env.example.") from None
    variables = {name: value for name, value in os.environ.items() if value.strip()}
    _set_proxies(stored | variables)
    return read({name: value or "" for name, value in (stored | variables).items()})


def _set_proxies(variables: Mapping[str, str | None]) -> None:
    """Let the environment name the proxies of .env too, and those of HTTP for the gateway, which is a WebSocket."""
    for name, websocket in (("http_proxy", "ws_proxy"), ("https_proxy", "wss_proxy"), ("no_proxy", None)):
        proxy = variables.get(name) or variables.get(name.upper())
        if proxy:
            os.environ.setdefault(name, proxy)
            if websocket is not None:
                os.environ.setdefault(websocket, proxy)


def database_file(what: str) -> Path:
    """Return the database file of the settings.

    Raises ``SettingsError`` where they name PostgreSQL; the sentence says ``what`` to use there.
    """
    database = load_settings().database
    if not isinstance(database, Path):
        raise SettingsError(f"the database is on PostgreSQL (DATABASE_URL), where this command does nothing; {what}.")
    return database


def existing_database() -> DatabaseAddress:
    """Return where the database of the settings is. Raises ``StorageError`` for a file that is not there."""
    database = load_settings().database
    if isinstance(database, Path) and not database.is_file():
        raise StorageError(f"{database}: there's no database. Set DATABASE_PATH to the bot's database.")
    return database


def require_simcord() -> None:
    """Raise ``CribbageError`` unless SimCord, the simulated Discord, is installed."""
    if find_spec("simcord") is None:
        raise CribbageError('this needs the simulated Discord: pip install -e ".[sandbox]"')
