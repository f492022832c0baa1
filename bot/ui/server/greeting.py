"""The bot's first message in a server, with what a newcomer may begin with."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.log_places import describe_place
from bot.ui.core.page_view import page_view
from bot.ui.lawbook.tutorial import newcomer_buttons

GOOD_DAY: Final = (
    N_("**Good day. I deal, peg and keep the laws of cribbage.**"),
    N_(
        "Play a friend or me with `/play`. You count your own hand; points that you count too many go to your "
        "adversary (law 19). `/score 5h 5d 5c js 5s` counts any hand."
    ),
)

_log = logging.getLogger(__name__)


def good_day() -> Screen:
    """The bot's first message in a server."""
    return page_view([gettext(sentence) for sentence in GOOD_DAY], newcomer_buttons())


async def greet(context: Context, guild: discord.Guild) -> None:
    """Greet a server once: where Discord greets newcomers, or else in the first channel where the bot may write."""
    server = await context.accounts.servers.read(guild.id)
    if server.greeted:
        return
    rooms = [guild.system_channel, *guild.text_channels]
    room = next((one for one in rooms if one is not None and _may_write(one)), None)
    if room is None:
        return
    try:
        await room.send(view=good_day())
    except DISCORD_FAILS as error:
        _log.info("%s was not greeted: %s", describe_place(guild, room.id, room), error)
        return
    await context.accounts.servers.put(replace(server, greeted=True))


def _may_write(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
