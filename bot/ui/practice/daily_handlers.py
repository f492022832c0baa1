"""Handlers of the daily hand: pick cards, answer, and see the month."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.models.player import Player
from bot.models.practice import DailyAnswer, DailyHand
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import Screen
from bot.ui.core.context import Context, context_of
from bot.ui.core.interaction_places import is_bot_dm
from bot.ui.core.router import answers
from bot.ui.practice import daily_views as views
from bot.ui.practice.daily_views import DailyButton, DailyResult, daily_hand, judged
from engine.errors import CribbageError


def today() -> date:
    """Return the day whose hand is played now, in UTC."""
    return discord.utils.utcnow().date()


async def screen_of_today(context: Context, player: Player) -> ScreenBuilder:
    """Return the screen of today's hand: to be answered, or with the player's answer."""
    hand = daily_hand(today())
    answer = await context.accounts.daily.find(player.id, hand.day)
    return partial(views.question_view, hand, ()) if answer is None else await _result(context, player, hand, answer)


@answers(DailyButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: DailyButton) -> None:
    """Answer a press on a daily hand. In a channel everybody gets a screen of their own."""
    player = await context.meet(interaction.user)
    build = await _next_screen(context, interaction, player, button)
    look = await context.attachments.look(player)
    message = interaction.message
    if message is None or not (is_bot_dm(interaction) or message.flags.ephemeral):
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


async def _next_screen(
    context: Context, interaction: discord.Interaction[Any], player: Player, button: DailyButton
) -> Screen | ScreenBuilder:
    """Return the screen that follows a press."""
    daily = context.accounts.daily
    if button.action == "month":
        rows = await daily.month(interaction.guild_id, button.day)
        answered = await daily.find(player.id, today()) is not None
        return views.month_view(today(), rows, player.id, answered=answered)
    if button.action in ("back", "open"):
        return await screen_of_today(context, player)
    hand = daily_hand(button.day)
    answer = await daily.find(player.id, button.day)
    if answer is None and button.day != today():
        raise CribbageError(gettext(views.GONE))
    picked = button.cards if set(button.cards) <= set(hand.cards) else ()
    if answer is None and button.action == "answer" and len(set(picked)) == 2:
        answer = await daily.answer(player.id, hand.day, judged(hand, picked), interaction.guild_id)
    if answer is None:
        return partial(views.question_view, hand, picked)
    return await _result(context, player, hand, answer)


async def _result(context: Context, player: Player, hand: DailyHand, answer: DailyAnswer) -> ScreenBuilder:
    daily = context.accounts.daily
    result = DailyResult(answer, await daily.spread(hand.day), await daily.streak(player.id, hand.day))
    return partial(views.result_view, hand, result)


@app_commands.command(description="Today's six cards: which two do you discard?")
async def daily(interaction: discord.Interaction[Any]) -> None:
    """Show the hand of the day, or the player's answer to it."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    build = await screen_of_today(context, player)
    look = await context.attachments.look(player)
    await context.answer(interaction, build, look, ephemeral=not is_bot_dm(interaction))
