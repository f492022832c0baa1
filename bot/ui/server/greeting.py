"""The first minute: the bot's first words in a server, a practice deal that teaches, and what to try next."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.models.player import Player
from bot.tables.errors import TableError
from bot.tables.service import Opening
from bot.ui.core import newcomer_buttons
from bot.ui.core.components import Screen, pressed_id
from bot.ui.core.context import Context
from bot.ui.core.errors import DISCORD_FAILS
from bot.ui.core.page_view import page_view
from bot.ui.lawbook import tutorial
from bot.ui.practice import views
from bot.ui.practice.handlers import hand_for
from engine import presets

TEACHER: Final = "easy"
"""The level of the robot in a practice deal."""

_PRESET: Final = "house"
_TARGET: Final = 61

GOOD_DAY: Final = (
    N_("**Good day. I deal, peg and keep the laws of cribbage.**"),
    N_(
        "Play a friend or me with `/play`. You count your own hand; points that you count too many go to your "
        "adversary (law 19). `/score 5h 5d 5c js 5s` counts any hand."
    ),
)
_LESSON: Final = N_(
    "Here is your practice: a short game to 61 against Robin, who plays casually. A tip on the table tells you what to "
    "look for."
)
_LOOK: Final = N_("Your cards are dealt in our private messages: {room}")
_SHUT: Final = N_(
    "I cannot write to you in private, so there is no table for a practice deal. Allow messages from members of this "
    "server, or play here with `/play robot:easy`."
)

_log = logging.getLogger(__name__)


def good_day() -> Screen:
    """The bot's first message in a server."""
    return page_view([gettext(sentence) for sentence in GOOD_DAY], newcomer_buttons.buttons())


async def greet(context: Context, guild: discord.Guild) -> None:
    """Say good day in a server, once: where Discord greets newcomers, or else where the bot may write first."""
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
        _log.info("server %s was not greeted: %s", guild.id, error)
        return
    await context.accounts.servers.put(replace(server, greeted=True))


async def welcomed(context: Context, interaction: discord.Interaction[Any]) -> bool:
    """Begin what somebody has pressed who wants to see how it is here, and say whether it was that."""
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(newcomer_buttons.PRESS):
        return False
    match custom_id.removeprefix(newcomer_buttons.PRESS):
        case "lesson":
            await _teach(context, interaction)
        case "count":
            player = await context.meet(interaction.user)
            sheet = await hand_for(context, player, level=None, wish=None, is_wished=False, timed=None)
            await context.answer(
                interaction,
                views.exercise_view(sheet, await context.attachments.look(player)),
                ephemeral=interaction.guild_id is not None,
            )
        case _:
            await tutorial.show(interaction, 0, anew=True)
    return True


async def _teach(context: Context, interaction: discord.Interaction[Any]) -> None:
    """Open a practice deal in private, against the easy robot, with somebody to whisper what to look for."""
    player = await context.meet(interaction.user)
    if interaction.guild_id is not None:
        await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        room = await interaction.user.create_dm()
        await room.send(gettext(_LESSON))
    except discord.Forbidden:
        raise TableError(gettext(_SHUT)) from None
    table = await context.tables.open(_opening(player, room.id))
    await context.accounts.preferences.start_coaching(player.id, table.id)
    context.publisher.redraw(table.id, make=True)
    if interaction.guild_id is not None:
        await interaction.followup.send(gettext(_LOOK, room=room.jump_url), ephemeral=True)
    else:
        await interaction.response.defer()


def _opening(player: Player, channel_id: int) -> Opening:
    rules = presets.find(_PRESET, target=_TARGET)
    return Opening(
        host=player,
        robots=(TEACHER,),
        guild_id=None,
        channel_id=channel_id,
        place="dm",
        preset=_PRESET,
        rules=rules,
    )


def _may_write(channel: discord.TextChannel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    return may.view_channel and may.send_messages
