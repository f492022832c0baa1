"""The bot's first message in a server, with buttons to start a game, to practise and to read the rules."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

import discord

from bot.i18n.translation import N_, gettext
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.interaction_places import may_write
from bot.ui.core.log_places import describe_place
from bot.ui.core.page_view import page_view
from bot.ui.lawbook.tutorial import newcomer_buttons

GREETING: Final = (
    N_("**Hi! I'm Cribbage: I shuffle, deal and keep score.**"),
    N_(
        "Play a friend or a robot with `/play`. In the house rules, you count your own hand. Count too high and your "
        "opponent gets the extra points."
    ),
)

_log = logging.getLogger(__name__)


def greeting_view() -> Screen:
    """Return the bot's first message in a server."""
    return page_view([gettext(sentence) for sentence in GREETING], newcomer_buttons())


async def greet(context: Context, guild: discord.Guild) -> None:
    """Greet a server once: where Discord greets newcomers, or else in the first channel where the bot may write."""
    server = await context.accounts.servers.read(guild.id)
    if server.greeted:
        return
    rooms = [guild.system_channel, *guild.text_channels]
    room = next((one for one in rooms if one is not None and may_write(one.permissions_for(guild.me), one)), None)
    if room is None:
        return
    try:
        await room.send(view=greeting_view())
    except DISCORD_FAILS as error:
        _log.info("%s was not greeted: %s", describe_place(guild, room.id, room), error)
        return
    await context.accounts.servers.put(replace(server, greeted=True))
