"""The place of an interaction or a message in the log: its server, channel and game."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables.log_names import quoted
from bot.ui.core.components import Press
from bot.ui.core.router import pressed_id


def describe_interaction(interaction: discord.Interaction[Any]) -> str:
    """Return what was used and where: ``a button of game abcd2345 in server 123 "Club", channel 456 "cards"``.

    The rest of a custom id is left out, because it may name a card of somebody's hand.
    """
    press = Press.read(pressed_id(interaction.data))
    if interaction.command is not None:
        what = f"/{interaction.command.qualified_name}"
    else:
        what = "a button" if press is None else f"a button of game {press.table}"
    return f"{what} in {describe_place(interaction.guild, interaction.channel_id, interaction.channel)}"


def describe_place(guild: discord.Guild | None, channel_id: int | None, channel: Any = None) -> str:
    """Return a channel with its server, each by its id and its name where that is known."""
    name = getattr(channel, "name", None)
    where = f"channel {channel_id}" + (f" {quoted(name)}" if name else "")
    return where if guild is None else f"server {guild.id} {quoted(guild.name)}, {where}"
