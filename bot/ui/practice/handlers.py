"""What happens at practice: a player is dealt cards, counts them, is shown them, and goes on."""

from __future__ import annotations

import random
from typing import Any, Final

import discord

from bot.i18n.translation import gettext
from bot.models.player import Player
from bot.models.practice import PracticeAnswer, PracticeHand
from bot.storage import practice as store
from bot.ui.core.components import Screen
from bot.ui.core.context import Context
from bot.ui.core.router import Router, typed_in
from bot.ui.practice import views as screens
from engine.analysis.exercises import Level, What, deal, leaning
from engine.analysis.mistakes import declared
from engine.cards import PACK
from engine.errors import CribbageError

_REMEMBERED: Final = 200
"""So many of the latest exercises tell what the next one leans to; older ones weigh nothing any more."""


async def dealt(
    context: Context, player: Player, *, level: Level | None, wish: What | None, is_wished: bool, timed: bool | None
) -> PracticeHand:
    """The exercise with which a player sits down; what he leaves open is as it was the last time.

    Where he asks for nothing new, one that he has not answered yet is still the one.
    """
    last = await store.present(context.tables.database, player.id)
    asks = is_wished or level is not None or timed is not None
    if last is not None and last.answer is None and not asks:
        return last
    return await _next(
        context,
        player,
        last,
        level=level or (last.level if last else Level.CLUB),
        wish=wish if is_wished or last is None else last.wish,
        timed=timed if timed is not None else last is not None and last.timed,
    )


def register(router: Router) -> None:
    """Let this module answer what is pressed at practice."""
    router.add(screens.PRESS, screens.Press.read, answer_press, screens.GONE)


async def answer_press(context: Context, interaction: discord.Interaction[Any], press: screens.Press) -> None:
    """Answer what was pressed at practice.

    The presser is the user whom Discord names, and only ever meets their own exercises. What was pressed on an earlier
    one shows the present one.
    """
    player = await context.meet(interaction.user)
    sheet = await store.present(context.tables.database, player.id)
    if sheet is None:
        raise CribbageError(gettext(screens.GONE))
    action = press.action if press.number == sheet.number else "back"
    if action == "count" and sheet.answer is None:
        await interaction.response.send_modal(screens.CountForm(sheet))
    elif interaction.message is None:
        await context.answer(interaction, await _answered(context, interaction, player, sheet, action), ephemeral=True)
    else:
        await context.put(interaction, await _answered(context, interaction, player, sheet, action))


async def _answered(
    context: Context, interaction: discord.Interaction[Any], player: Player, sheet: PracticeHand, action: str
) -> Screen:
    """The screen that follows upon a press."""
    look = await context.attachments.look(player)
    now = discord.utils.utcnow()
    match action:
        case "counted" if sheet.answer is None:
            text = typed_in(interaction.data)
            given = PracticeAnswer(now, declared(sheet.exercise, text), text)
            return screens.shown(await _write(context, player, sheet, given), look)
        case "show":
            return screens.shown(await _write(context, player, sheet, PracticeAnswer(now)), look)
        case "next":
            following = await _next(context, player, sheet, level=sheet.level, wish=sheet.wish, timed=sheet.timed)
            return screens.shown(following, look)
        case "tally":
            return screens.tallied(sheet, await store.results(context.tables.database, player.id))
        case _:
            return screens.shown(sheet, look)


async def _next(
    context: Context, player: Player, last: PracticeHand | None, *, level: Level, wish: What | None, timed: bool
) -> PracticeHand:
    """Deal a player his next exercise; if he asked twice at once, both times the same."""
    database = context.tables.database
    leans = leaning(await store.results(database, player.id, _REMEMBERED))
    exercise = deal(random.sample(PACK, len(PACK)), random.random(), level, wish, leans)
    number = last.number + 1 if last else 1
    await store.deal(database, player.id, PracticeHand(number, level, wish, timed, exercise, discord.utils.utcnow()))
    return await _present(context, player)


async def _write(context: Context, player: Player, sheet: PracticeHand, given: PracticeAnswer) -> PracticeHand:
    """Write an answer down. The first of several stands."""
    await store.answer(context.tables.database, player.id, sheet, given)
    return await _present(context, player)


async def _present(context: Context, player: Player) -> PracticeHand:
    sheet = await store.present(context.tables.database, player.id)
    assert sheet is not None, "what was dealt stays"
    return sheet
