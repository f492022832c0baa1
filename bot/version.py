"""The version of the installed package."""

from __future__ import annotations

import importlib.metadata


def package_version() -> str | None:
    """Return the version; None if the program runs without having been installed."""
    try:
        return importlib.metadata.version("cribbage-bot")
    except importlib.metadata.PackageNotFoundError:
        return None
