"""Handlers of practice with positions: show one, take the choice, and go to the next."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

import discord

from bot.i18n.translation import gettext
from bot.models.errors import TableError
from bot.models.player import Player
from bot.models.practice import PositionKind, PracticePosition
from bot.progress.positions import GONE, PositionGone
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.context import Context
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.core.router import Router
from bot.ui.practice import position_views as views
from bot.ui.practice.position_views import PositionButton


def register(router: Router) -> None:
    """Let this module answer what is pressed on a position."""
    router.add(views.CUSTOM_ID_PREFIX, PositionButton.read, answer_press, GONE)


async def show_position(
    context: Context, interaction: discord.Interaction[Any], player: Player, kind: PositionKind
) -> None:
    """Answer with the player's position of this kind: the one that they have not answered, or a new one.

    To find one takes a moment, so the answer is deferred. The player's latest games are reviewed in the background,
    because their mistakes are asked first.
    """
    is_private = not is_bot_dm(interaction)
    await interaction.response.defer(ephemeral=is_private, thinking=True)
    context.reviews.review_latest(player)
    latest = await context.positions.latest(player)
    build: ScreenBuilder | None = None
    if latest is not None and latest.answer is None and latest.kind is kind:
        with suppress(PositionGone):
            build = await _screen(context, player, latest)
            await context.positions.ask_again(player, latest, discord.utils.utcnow())
    if build is None:
        build = await _next(context, player, latest, kind)
    await context.answer(interaction, build, await context.attachments.look(player), ephemeral=is_private)


async def answer_press(context: Context, interaction: discord.Interaction[Any], button: PositionButton) -> None:
    """Answer a press on a position. A press on an earlier one shows the current one."""
    player = await context.meet(interaction.user)
    latest = await context.positions.latest(player)
    if latest is None:
        raise TableError(gettext(GONE))
    if not (button.action.startswith("pick") and context.positions.is_at_hand(player, latest)):
        await interaction.response.defer()
    build = await _after_press(context, player, latest, button)
    await context.put(interaction, build, await context.attachments.look(player))


async def _after_press(
    context: Context, player: Player, latest: PracticePosition, button: PositionButton
) -> ScreenBuilder:
    """Return the screen that follows a press."""
    if button.number != latest.number:
        return await _screen(context, player, latest)
    if latest.answer is not None:
        if button.action == "next":
            return await _next(context, player, latest, latest.kind)
        return await _screen(context, player, latest)
    position = await context.positions.load(player, latest)
    picked = button.cards if set(button.cards) <= set(views.choosable(position)) else ()
    many = 2 if latest.kind is PositionKind.DISCARDS else 1
    if button.action != "answer" or len(set(picked)) != many:
        return partial(views.question_view, position, picked)
    await context.positions.answer(player, position, picked, discord.utils.utcnow())
    answered = await context.positions.latest(player)
    assert answered is not None, "what was dealt stays"
    return await _screen(context, player, answered)


async def _next(context: Context, player: Player, latest: PracticePosition | None, kind: PositionKind) -> ScreenBuilder:
    after = 0 if latest is None else latest.number
    position = await context.positions.deal(player, kind, after, discord.utils.utcnow())
    return partial(views.question_view, position, ())


async def _screen(context: Context, player: Player, stored: PracticePosition) -> ScreenBuilder:
    """Return the screen of a position, answered or not."""
    position = await context.positions.load(player, stored)
    if stored.answer is None:
        return partial(views.question_view, position, ())
    return partial(views.result_view, await context.positions.judged(player, position, discord.utils.utcnow()))
