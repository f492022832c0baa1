"""Beside the game: hints with a reason, moves taken back, what players say and share, and who watches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Final

import discord

from bot.analysis.pool import PoolError
from bot.analysis.thinking import choices_of
from bot.i18n.translation import N_, gettext, join_list, render, using_language
from bot.models.agreement import TableMessage
from bot.models.errors import TableError
from bot.progress.reviews import games_of
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.components import Press, Screen, button, page_view
from bot.ui.core.formatting import cards
from bot.ui.core.interactions import AnsweredMessage
from bot.ui.core.outbox import NOBODY, Refused
from bot.ui.core.router import chosen_in
from bot.ui.games.action_rows import HINT, PHRASES, TAKE_BACK, may_guess
from bot.ui.games.context import Pressed
from bot.ui.games.table_screens import shared_of
from engine.ai.judge import Judgement, can_judge
from engine.analysis.reasons import reason
from engine.scoring import IN_ORDER
from engine.view import View

YES: Final = "-yes"
"""The end of an action of help once the player knows that the game then counts for nothing."""

SAID_EVERY: Final = timedelta(seconds=10)
"""The time between two phrases of one player."""

TOO_SOON: Final = N_("Wait 10 seconds before you say something again.")
MUTED: Final = N_("{names} muted these phrases. You can still write in the chat.")
NOT_HERE: Final = N_("You can only watch games in channels that you see.")
TOO_LATE_TO_GUESS: Final = N_("It's too late to guess: the next deal may be the last.")
SHARED: Final = N_("It's in {channel} now.")
SHARED_BEFORE: Final = N_("This is in the channel already.")
NO_CHOICE: Final = N_("You have no choice to make right now.")
COUNTS_NO_MORE: Final = N_(
    "**With help, this game counts for nothing:** no stats, no achievements. You can use help for the rest of it."
)
TAKEN_BACK: Final = N_("Taken back. It's your turn again.")
BUSY: Final = N_("I couldn't think about it just now. Please try again.")


def hint_view(view: View, choices: Sequence[Judgement]) -> Screen:
    """Return the two best choices of a seat with what each brings, and why the first is better."""
    best, *others = choices
    lines = [gettext("**Hint:** {choice}", choice=_choice(view, best))]
    if others:
        why = render(reason(view, others[0], best)) if others[0].lost else gettext("Both are about as good.")
        lines += [gettext("Next best: {choice}", choice=_choice(view, others[0])), why]
    return page_view(["\n".join(lines)])


async def give_hint(at: Pressed) -> None:
    """Answer with a hint for the player's own next choice."""
    context, interaction = at.context, at.interaction
    seat = at.table.playing_seat_of(at.player)
    if _must_ask(at):
        await context.answer(interaction, _question(at.table, HINT, gettext("Show a hint")), ephemeral=True)
        return
    table = await context.tables.mark_helped(at.table.id)
    view = table.view(seat)
    if seat not in view.waiting_on or not can_judge(view):
        raise TableError(gettext(NO_CHOICE))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await context.publisher.commitments.sealed(table)
    try:
        choices = await context.pool.run_urgently(choices_of, view)
    except PoolError as error:
        raise TableError(gettext(BUSY)) from error
    await context.answer(interaction, hint_view(view, choices), ephemeral=True)


async def take_back(at: Pressed) -> None:
    """Take back the player's last discard or card."""
    context, interaction = at.context, at.interaction
    at.table.playing_seat_of(at.player)
    if _must_ask(at):
        await context.answer(interaction, _question(at.table, TAKE_BACK, gettext("Take back")), ephemeral=True)
        return
    await context.tables.take_back(at.table.id, at.player)
    context.publisher.redraw(at.table.id)
    await context.answer(interaction, page_view([gettext(TAKEN_BACK)]), ephemeral=True)


def _must_ask(at: Pressed) -> bool:
    """Return whether the player does not know yet that a game with help counts for nothing."""
    return not at.press.action.endswith(YES) and not at.table.agreement.helped and at.table.may_be_helped


async def say(at: Pressed) -> None:
    """Post what a player says where the game is played, or send it to the others in a game by DM.

    Who has muted it reads none of it: in a channel, where all read the same, nothing is posted then.
    """
    context, interaction, table = at.context, at.interaction, at.table
    name, now = formatting.escape(table.names[at.seat]), discord.utils.utcnow()
    others = [(seat, one.player) for seat, one in enumerate(table.seats) if one.player not in (None, at.player)]
    read = context.accounts.preferences.read
    deaf = [seat for seat, hearer in others if hearer is not None and not (await read(hearer.id)).phrases]
    if deaf and table.place != "dm":
        raise TableError(gettext(MUTED, names=join_list([formatting.escape(table.names[seat]) for seat in deaf])))
    phrase = PHRASES.get(chosen_in(interaction.data)[0])
    if phrase is None or now - context.spoke.get(at.player.id, now - SAID_EVERY) < SAID_EVERY:
        raise TableError(gettext(TOO_SOON))
    context.spoke[at.player.id] = now
    if table.place != "dm":
        with using_language(context.languages.of_table(table, None)):
            said = f"**{name}:** {gettext(phrase)}"
        await interaction.response.send_message(said, allowed_mentions=NOBODY)
        return
    await interaction.response.defer()
    for seat, hearer in others:
        if hearer is None or seat in deaf:
            continue
        with using_language(context.languages.of_table(table, seat)), suppress(Refused):
            text = gettext("**{name}:** {phrase}\n-# `/preferences` mutes this.", name=name, phrase=gettext(phrase))
            nonce = "phrase", table.id, interaction.id
            await context.outbox.post(await context.outbox.dm(hearer.discord_id), text, nonce=nonce)


async def share(at: Pressed) -> None:
    """Show a large hand, or the best of a game that is over, in the channel: each once, for one of its players."""
    context, interaction, table = at.context, at.interaction, at.table
    at.table.seat_of(at.player)
    screens = context.publisher.screens
    if await screens.is_shared(table):
        raise TableError(gettext(SHARED_BEFORE))
    build = await screens.shared(table)
    shared = TableMessage("shared", None, interaction.channel_id or 0, about=shared_of(table))
    await context.tables.messages.put(table.id, shared)
    await interaction.response.defer()
    with using_language(context.languages.of_table(table, None)):
        ready = await context.attachments.prepare(build, context.attachments.for_all, urgent=True)
        channel_id = await context.outbox.share(interaction, ready)
    context.publisher.redraw(table.id)
    if channel_id != interaction.channel_id:
        await interaction.followup.send(gettext(SHARED, channel=f"<#{channel_id}>"), ephemeral=True)


async def watch(at: Pressed) -> None:
    """Show a game to somebody who sees its channel, and note whom they expect to win if the button says so."""
    context, interaction, table, player = at.context, at.interaction, at.table, at.player
    _, _, side = at.press.action.partition("-")
    if not may_watch(interaction, table):
        raise TableError(gettext(NOT_HERE))
    if table.seat_with(player.id) is None:
        if side and not may_guess(table.spectator):
            raise TableError(gettext(TOO_LATE_TO_GUESS))
        if side:
            guess = TableMessage("guess", player.id, interaction.channel_id or 0, about=side)
            await context.tables.messages.put(table.id, guess)
        context.publisher.hand_messages.keep(table, None, AnsweredMessage.of(interaction), player)
    await context.put(interaction, *await context.publisher.screens.watched(table, player))


def may_watch(interaction: discord.Interaction, table: Table) -> bool:
    """Return whether somebody sees the channel of a game."""
    guild, user = interaction.guild, interaction.user
    channel = None if guild is None or table.in_private else guild.get_channel_or_thread(table.agreement.channel_id)
    return channel is not None and isinstance(user, discord.Member) and channel.permissions_for(user).view_channel


def _question(table: Table, action: str, label: str) -> Screen:
    accept = button(Press(table.id, "", action + YES), label, discord.ButtonStyle.primary)
    return page_view([gettext(COUNTS_NO_MORE)], [accept])


def _choice(view: View, choice: Judgement) -> str:
    named = cards(sorted(choice.cards, key=IN_ORDER))
    if view.stage == "play":
        text = gettext("play {card} (pegging {points:+.1f})", card=named, points=choice.peg)
    else:
        text = gettext(
            "discard {cards} (hand {hand:.1f}, crib {crib:+.1f}, pegging {peg:+.1f})",
            cards=named,
            hand=choice.hand,
            crib=choice.crib,
            peg=choice.peg,
        )
    if choice.chance is None:
        return text
    if view.rules.doubles:
        return gettext("{choice}, {games:+.2f} games on average", choice=text, games=games_of(choice.chance))
    return gettext("{choice}, {chance:.0f} % to win", choice=text, chance=100 * choice.chance)
