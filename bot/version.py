"""The version of the installed package."""

from __future__ import annotations

from functools import cache


@cache
def package_version() -> str | None:
    """Return the version; None if the program runs without having been installed."""
    import importlib.metadata  # noqa: PLC0415 - most commands need not wait for it

    try:
        return importlib.metadata.version("cribbage-bot")
    except importlib.metadata.PackageNotFoundError:
        return None
