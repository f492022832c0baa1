"""A server's settings."""

from __future__ import annotations

from dataclasses import dataclass

from bot.models.agreement import Place


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """One server's settings; ``preset`` is what is played unless another is named, None for the bot's default.

    ``place`` is where games are played unless the host says otherwise, and ``channel_id`` the one channel in which they
    are started, None for any. ``greeted`` is True once the bot has introduced itself.
    """

    guild_id: int
    preset: str | None = None
    place: Place | None = None
    channel_id: int | None = None
    greeted: bool = False
