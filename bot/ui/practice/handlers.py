"""What happens at practice: a player is dealt cards, counts them, is shown them, and goes on."""

from __future__ import annotations

import random
from typing import Any, Final

import discord

from bot.i18n.translation import gettext
from bot.models.player import Player
from bot.models.practice import PracticeAnswer, PracticeHand
from bot.ui.core.components import Screen, pressed_id, typed_in
from bot.ui.core.context import Context
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
    last = await context.accounts.practice.latest(player.id)
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


async def practised(context: Context, interaction: discord.Interaction[Any]) -> bool:
    """Answer what was pressed if it belongs to the practice, and say whether it did.

    Who presses is whom Discord names, and only ever meets his own exercises. What was pressed on an earlier one shows
    the present one.
    """
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(screens.PRESS):
        return False
    press = screens.Press.read(custom_id)
    player = await context.meet(interaction.user)
    sheet = await context.accounts.practice.latest(player.id)
    if press is None or sheet is None:
        raise CribbageError(gettext(screens.GONE))
    action = press.action if press.number == sheet.number else "back"
    if action == "count" and sheet.answer is None:
        await interaction.response.send_modal(screens.CountForm(sheet))
    elif interaction.message is None:
        await context.answer(interaction, await _answered(context, interaction, player, sheet, action), ephemeral=True)
    else:
        await context.put(interaction, await _answered(context, interaction, player, sheet, action))
    return True


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
            return screens.tallied(sheet, await context.accounts.practice.results(player.id))
        case _:
            return screens.shown(sheet, look)


async def _next(
    context: Context, player: Player, last: PracticeHand | None, *, level: Level, wish: What | None, timed: bool
) -> PracticeHand:
    """Deal a player his next exercise; if he asked twice at once, both times the same."""
    leans = leaning(await context.accounts.practice.results(player.id, _REMEMBERED))
    exercise = deal(random.sample(PACK, len(PACK)), random.random(), level, wish, leans)
    number = last.number + 1 if last else 1
    sheet = PracticeHand(number, level, wish, timed, exercise, discord.utils.utcnow())
    await context.accounts.practice.deal(player.id, sheet)
    return await _present(context, player)


async def _write(context: Context, player: Player, sheet: PracticeHand, given: PracticeAnswer) -> PracticeHand:
    """Write an answer down. The first of several stands."""
    await context.accounts.practice.answer(player.id, sheet, given)
    return await _present(context, player)


async def _present(context: Context, player: Player) -> PracticeHand:
    sheet = await context.accounts.practice.latest(player.id)
    assert sheet is not None, "what was dealt stays"
    return sheet
