"""A choice that a command offers, called in every language what it is."""

from __future__ import annotations

from typing import TypeVar

from discord.app_commands import Choice, locale_str

_Value = TypeVar("_Value", str, int)


def choice(name: str, value: _Value) -> Choice[_Value]:
    """A choice; what it is called is looked up when Discord is told of the commands."""
    return Choice(name=locale_str(name), value=value)
