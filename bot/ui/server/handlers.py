"""The handlers of the buttons for newcomers: a game, a practice game with tips, the first deal, a hand to count."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.service import Opening
from bot.ui.core.components import TEXT, DisplayOptions, Screen, page_view
from bot.ui.core.errors import describe_place
from bot.ui.core.interactions import is_bot_dm, may_write
from bot.ui.core.outbox import Refused
from bot.ui.core.router import answers
from bot.ui.games import play_handlers
from bot.ui.games.context import GameContext
from bot.ui.lawbook import help_pictures, tutorial
from bot.ui.lawbook.tutorial import newcomer_buttons
from bot.ui.practice import views
from bot.ui.practice.handlers import hand_for
from engine import presets

TEACHER: Final = "easy"
"""The level of the robot in a practice game."""

_PRESET: Final = "house"
_TARGET: Final = 61

_LESSON: Final = N_("Your practice game: to 61 points against Robin, an easy robot. Watch for the tips.")
_LOOK: Final = N_("Your practice game is in your DMs: {room}")
_SHUT: Final = N_("I can't send you DMs. Allow DMs from members of this server, or play here with `/play robot:easy`.")


@answers(tutorial.Newcomer)
async def answer_newcomer(
    context: GameContext, interaction: discord.Interaction[Any], pressed: tutorial.Newcomer
) -> None:
    """Ask for an opponent, open a practice game, deal a hand to count, or begin the first deal."""
    match pressed.activity:
        case "start":
            await play_handlers.ask_opponent(context, interaction)
        case "lesson":
            await _open_practice_game(context, interaction)
        case "count":
            player = await context.meet(interaction.user)
            hand = await hand_for(context, player, level=None, wish=None, is_wished=False, timed=None)
            await context.answer(
                interaction,
                partial(views.exercise_view, hand),
                await context.attachments.look(player),
                ephemeral=not is_bot_dm(interaction),
            )
        case _:
            await tutorial.show(context, interaction, "0", is_new=True)


async def _open_practice_game(context: GameContext, interaction: discord.Interaction[Any]) -> None:
    """Open a game in private against the easy robot, with tips for the newcomer."""
    player = await context.meet(interaction.user)
    if not is_bot_dm(interaction):
        await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        room = await context.outbox.dm(interaction.user.id)
        await context.outbox.post(room, gettext(_LESSON), nonce=("lesson", interaction.id))
    except Refused as refused:
        if refused.why not in {"closed", "forbidden"}:
            raise
        raise TableError(gettext(_SHUT)) from None
    table = await context.tables.open(_opening(player, room.id))
    await context.accounts.preferences.start_coaching(player.id, table.id)
    # A game with tips is help from the start.
    await context.tables.mark_helped(table.id)
    context.publisher.redraw(table.id)
    if not is_bot_dm(interaction):
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


GREETING: Final = (
    N_("**Hi! I'm Cribbage: I shuffle, deal and keep score.**"),
    N_("Press **Start** to play a robot, a friend or anyone here. New to cribbage? Your first deal takes 90 seconds."),
)

_log = logging.getLogger(__name__)


def greeting_view(look: DisplayOptions = TEXT) -> Screen:
    """Return the bot's first message in a server."""
    scenes = [help_pictures.scene(0, look.style)] if look.pictures else []
    return page_view([gettext(sentence) for sentence in GREETING], newcomer_buttons(), scenes=scenes)


async def greet(context: GameContext, guild: discord.Guild) -> None:
    """Greet a server once: where Discord greets newcomers, or else in the first channel where the bot may write."""
    server = await context.accounts.servers.read(guild.id)
    if server.greeted:
        return
    rooms = [guild.system_channel, *guild.text_channels]
    room = next((one for one in rooms if one is not None and may_write(one.permissions_for(guild.me), one)), None)
    if room is None:
        return
    try:
        ready = await context.attachments.prepare(greeting_view, context.attachments.for_all, urgent=False)
        await context.outbox.post(room, ready, nonce=("greeting", guild.id))
    except Refused as error:
        _log.info("%s was not greeted: %s", describe_place(guild, room.id, room), error)
        return
    await context.accounts.servers.put(replace(server, greeted=True))
