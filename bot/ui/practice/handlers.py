"""Handlers of counting practice: deal a hand, take a count, show the answer."""

from __future__ import annotations

import random
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import gettext, render, typed_language
from bot.models.player import Player
from bot.models.practice import PositionKind, PracticeAnswer, PracticeHand
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.commands import choice
from bot.ui.core.components import Screen
from bot.ui.core.context import Context, context_of
from bot.ui.core.interactions import is_bot_dm
from bot.ui.core.router import answers, typed_in
from bot.ui.practice import views
from bot.ui.practice.position_views import show_position
from engine.analysis.exercises import Level, What, deal, skill_weights
from engine.analysis.mistakes import parse_declared_points
from engine.cards import PACK
from engine.errors import CribbageError
from engine.text.multilingual import read_in_english
from engine.text.spoken_counts import UnclearNumber

_RECENT: Final = 200
"""The number of latest exercises that affect the next one."""


async def hand_for(
    context: Context, player: Player, *, level: Level | None, wish: What | None, is_wished: bool, timed: bool | None
) -> PracticeHand:
    """Return the exercise to show to a player; options that they leave out stay as they were the last time.

    An unanswered exercise is shown again if the player changes no option.
    """
    last = await context.accounts.practice.latest(player.id)
    has_changes = is_wished or level is not None or timed is not None
    if last is not None and last.answer is None and not has_changes:
        return last
    return await _next(
        context,
        player,
        last,
        level=level or (last.level if last else Level.CLUB),
        wish=wish if is_wished or last is None else last.wish,
        timed=timed if timed is not None else last is not None and last.timed,
    )


@answers(views.PracticeButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: views.PracticeButton) -> None:
    """Answer a press on a button of the practice.

    Players only see their own exercises. A press on an earlier exercise shows the current one.
    """
    player = await context.meet(interaction.user)
    hand = await context.accounts.practice.latest(player.id)
    if hand is None:
        raise CribbageError(gettext(views.GONE))
    action = button.action if button.number == hand.number else "back"
    if action == "count" and hand.answer is None:
        await interaction.response.send_modal(views.count_form(hand))
        return
    build = await _next_screen(context, interaction, player, hand, action)
    look = await context.attachments.look(player)
    if interaction.message is None:
        await context.answer(interaction, build, look, ephemeral=True)
    else:
        await context.put(interaction, build, look)


async def _next_screen(
    context: Context, interaction: discord.Interaction[Any], player: Player, hand: PracticeHand, action: str
) -> Screen | ScreenBuilder:
    now = discord.utils.utcnow()
    match action:
        case "counted" if hand.answer is None:
            text = typed_in(interaction.data)
            try:
                english, points = read_in_english(text, typed_language(), partial(parse_declared_points, hand.exercise))
            except UnclearNumber as unclear:
                complaint = render(unclear.message)
                return partial(views.question_view, hand, complaint=complaint, numbers=unclear.numbers)
            answer = PracticeAnswer(now, points, english)
            return partial(views.exercise_view, await _write(context, player, hand, answer))
        case chosen if hand.answer is None and chosen.removeprefix("counted").isdecimal():
            points = parse_declared_points(hand.exercise, chosen.removeprefix("counted"))
            return partial(views.exercise_view, await _write(context, player, hand, PracticeAnswer(now, points)))
        case "show":
            return partial(views.exercise_view, await _write(context, player, hand, PracticeAnswer(now)))
        case "next":
            following = await _next(context, player, hand, level=hand.level, wish=hand.wish, timed=hand.timed)
            return partial(views.exercise_view, following)
        case "tally":
            return views.stats_view(hand, await context.accounts.practice.results(player.id))
        case _:
            return partial(views.exercise_view, hand)


async def _next(
    context: Context, player: Player, last: PracticeHand | None, *, level: Level, wish: What | None, timed: bool
) -> PracticeHand:
    """Deal the next exercise to a player; two requests at once get the same one."""
    weights = skill_weights(await context.accounts.practice.results(player.id, _RECENT))
    exercise = deal(random.sample(PACK, len(PACK)), random.random(), level, wish, weights)
    number = last.number + 1 if last else 1
    sheet = PracticeHand(number, level, wish, timed, exercise, discord.utils.utcnow())
    await context.accounts.practice.deal(player.id, sheet)
    return await _present(context, player)


async def _write(context: Context, player: Player, hand: PracticeHand, answer: PracticeAnswer) -> PracticeHand:
    """Store an answer; the first of several counts."""
    await context.accounts.practice.answer(player.id, hand, answer)
    return await _present(context, player)


async def _present(context: Context, player: Player) -> PracticeHand:
    hand = await context.accounts.practice.latest(player.id)
    assert hand is not None, "what was dealt stays"
    return hand


_ANY: Final = "any"
_LEVELS: Final = [
    choice("beginner: up to 8 points", Level.BEGINNER.value),
    choice("club: any hand", Level.CLUB.value),
    choice("expert: tricky hands", Level.EXPERT.value),
]
_WHAT: Final = [
    choice("hands (and cribs at expert level)", _ANY),
    choice("hands", What.HAND.value),
    choice("cribs", What.CRIB.value),
    choice("hands from the five-card game", What.FIVE_CARDS.value),
    choice("the play: points for the last card", What.PLAY.value),
    choice("discards: which 2 cards?", PositionKind.DISCARDS.value),
    choice("plays: which card?", PositionKind.PLAYS.value),
]


@app_commands.command(description="Practise counting hands, discards and plays")
@app_commands.describe(
    level="How hard to count (default: same as last time)",
    what="What to practise (default: same as last time)",
    timed="Time your counts (default: same as last time)",
)
@app_commands.choices(level=_LEVELS, what=_WHAT)
async def practice(
    interaction: discord.Interaction[Any],
    level: str | None = None,
    what: str | None = None,
    timed: bool | None = None,  # noqa: FBT001
) -> None:
    """Show the player a hand to count or a position: a new one, or the one that they have not answered yet."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    kind = await _position_kind(context, player, what, is_counting=level is not None or timed is not None)
    if kind is not None:
        await show_position(context, interaction, player, kind)
        return
    hand = await hand_for(
        context,
        player,
        level=None if level is None else Level(level),
        wish=None if what in (None, _ANY) else What(what),
        is_wished=what is not None,
        timed=timed,
    )
    await context.answer(
        interaction,
        partial(views.exercise_view, hand),
        await context.attachments.look(player),
        ephemeral=not is_bot_dm(interaction),
    )


async def _position_kind(
    context: Context, player: Player, what: str | None, *, is_counting: bool
) -> PositionKind | None:
    """Return the kind of position to show; None for a hand to count. Without a ``what`` it is as the last time."""
    if what is not None:
        return next((kind for kind in PositionKind if kind.value == what), None)
    position = await context.positions.latest(player)
    if position is None or is_counting:
        return None
    hand = await context.accounts.practice.latest(player.id)
    return position.kind if hand is None or hand.dealt_at < position.asked_at else None
