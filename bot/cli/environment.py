"""The environment of a command: the settings, and whether SimCord is installed."""

from __future__ import annotations

import os
from importlib.util import find_spec

from dotenv import dotenv_values

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
    return read({name: value or "" for name, value in (stored | variables).items()})


def require_simcord() -> None:
    """Raise ``CribbageError`` unless SimCord, the simulated Discord, is installed."""
    if find_spec("simcord") is None:
        raise CribbageError('this needs the simulated Discord: pip install -e ".[sandbox]"')
