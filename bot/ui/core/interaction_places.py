"""Where an interaction comes from: a server of the bot, somebody's DMs with it, or a place where it is a guest.

People who added the bot to their own account use it in servers that the bot has not joined, in group DMs and in DMs
with others. There it can only answer: no message of those channels reaches it, and their routes are closed to it.
"""

from __future__ import annotations

from typing import Any

import discord


def is_bot_dm(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from somebody's DMs with the bot, where nobody else reads the answer."""
    return interaction.guild_id is None and not interaction.context.private_channel


def is_guest(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is a guest where an interaction comes from."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is None


def may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether everybody reads the answers: where the bot is a guest, servers may hide them from others."""
    may = interaction.permissions
    return not is_guest(interaction) or interaction.guild_id is None or may.use_external_apps or may.administrator
