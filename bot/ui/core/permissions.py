"""What the bot asks of Discord: its intents, its permissions in a server, and the link that invites it."""

from __future__ import annotations

from typing import Any, Final, TypeVar

import discord
from discord.app_commands import AppCommandContext, AppInstallationType, Command, Group

INSTALLS: Final = AppInstallationType(guild=True, user=True)
"""Who can add the bot: managers to a server, and people to their own account."""

CONTEXTS: Final = AppCommandContext(guild=True, dm_channel=True, private_channel=True)
"""Where commands are offered, except those about a server: in servers, in DMs with the bot, and in other DMs."""

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""The events that Discord sends to the bot. None of them is privileged."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions that the bot needs in a server; games go to the channel where it may not open threads."""


_Command = TypeVar("_Command", bound="Command[Any, ..., Any] | Group")


def in_servers_only(command: _Command) -> _Command:
    """Offer a command about a server only in servers that the bot has joined."""
    command.allowed_installs = AppInstallationType(guild=True, user=False)
    command.allowed_contexts = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    return command


def invitation(application_id: int) -> str:
    """Return the link that invites the bot into a server with all that it needs."""
    return discord.utils.oauth_url(application_id, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


def user_install(application_id: int) -> str:
    """Return the link by which people add the bot to their own account, and use it wherever they are."""
    return f"https://discord.com/oauth2/authorize?client_id={application_id}&scope=applications.commands&integration_type=1"


def missing_intents(flags: discord.ApplicationFlags, intents: discord.Intents = INTENTS) -> list[str]:
    """Return the names, as the Bot page has them, of privileged intents that the bot uses and that are switched off."""
    wanted = (
        ("Presence Intent", intents.presences, flags.gateway_presence or flags.gateway_presence_limited),
        ("Server Members Intent", intents.members, flags.gateway_guild_members or flags.gateway_guild_members_limited),
        (
            "Message Content Intent",
            intents.message_content,
            flags.gateway_message_content or flags.gateway_message_content_limited,
        ),
    )
    return [name for name, is_used, is_on in wanted if is_used and not is_on]


def permission_names(missing: discord.Permissions) -> list[str]:
    """Return the names of permissions as Discord's settings have them, such as ``Attach Files``."""
    return [_NAMES.get(name, name.replace("_", " ").title()) for name, is_on in missing if is_on]


_NAMES: Final = {
    "read_messages": "View Channel",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
}
