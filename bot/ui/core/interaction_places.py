"""Where an interaction comes from: a server of the bot, somebody's DMs with it, or a place where it is a guest.

People who added the bot to their own account use it in servers that the bot has not joined, in group DMs and in DMs
with others. There it can only answer: no message of those channels reaches it, and their routes are closed to it.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.tables.table import quoted
from bot.ui.core.components import Press
from bot.ui.core.router import pressed_id

_PERSON_MAY_NOT: Final = N_(
    "I only post where you can write yourself, and in {mention} you can't. Choose another channel."
)
_THREAD_IS_CLOSED: Final = N_("I can't post in {mention}. Give me View Channel and Send Messages in Threads there.")
BOT_MAY_NOT: Final = N_("I can't post in {mention}. Give me View Channel and Send Messages there.")


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


def may_write(may: discord.Permissions, channel: Any) -> bool:
    """Return whether somebody who has these permissions in a channel or thread may write there."""
    in_thread = isinstance(channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)


def check_may_write(interaction: discord.Interaction[Any], chosen: discord.abc.GuildChannel | None = None) -> None:
    """Raise ``TableError`` unless both the bot and the person who chooses a channel for its posts may write there.

    It is the channel of the interaction, unless another one of the server was ``chosen``.
    """
    channel = chosen or interaction.channel
    if chosen is None:
        mine, theirs = interaction.app_permissions, interaction.permissions
    else:
        assert isinstance(interaction.user, discord.Member)
        mine, theirs = chosen.permissions_for(chosen.guild.me), chosen.permissions_for(interaction.user)
    mention = f"<#{chosen.id if chosen is not None else interaction.channel_id}>"
    if not may_write(theirs, channel):
        raise TableError(gettext(_PERSON_MAY_NOT, mention=mention))
    if not may_write(mine, channel):
        closed = _THREAD_IS_CLOSED if isinstance(channel, discord.Thread) else BOT_MAY_NOT
        raise TableError(gettext(closed, mention=mention))


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
