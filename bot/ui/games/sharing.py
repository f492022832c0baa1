"""What is said and shown beside a game: phrases, a large hand, the best of a game, and the game to those who watch."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

import discord

from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.agreement import TableMessage
from bot.models.errors import Stale, TableError
from bot.render.player_stats import BadgesScene
from bot.render.scene import Scene
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.components import DisplayOptions, Screen, page_view
from bot.ui.core.interactions import AnsweredMessage
from bot.ui.core.outbox import NOBODY, Refused
from bot.ui.core.router import chosen_in
from bot.ui.games.action_rows import may_guess
from bot.ui.games.context import Pressed
from bot.ui.games.scenes import show_scene
from bot.ui.games.status import result_line
from bot.ui.games.table_screens import TableScreens, shared_of
from bot.ui.games.table_talk import PHRASES
from bot.ui.games.table_view import TableView
from bot.ui.lawbook.tutorial import newcomer_buttons
from bot.ui.people.achievements import name_of
from engine.analysis.achievements import KINDS, great_wins

SAID_EVERY: Final = timedelta(seconds=10)
"""The time between two phrases of one player."""

TOO_SOON: Final = N_("Wait 10 seconds before you say something again.")
MUTED: Final = N_("{names} muted these phrases.")
SHARED: Final = N_("It's in {channel} now.")
SHARED_BEFORE: Final = N_("This is in the channel already.")


async def share(at: Pressed) -> None:
    """Show a large hand, or the best of a game that is over, in the channel: each once, for one of its players."""
    context, interaction, table = at.context, at.interaction, at.table
    at.table.seat_of(at.player)
    screens = context.publisher.screens
    if await screens.is_shared(table):
        raise TableError(gettext(SHARED_BEFORE))
    build = await shared(screens, table)
    message = TableMessage("shared", None, interaction.channel_id or 0, about=shared_of(table))
    await context.tables.messages.put(table.id, message)
    await interaction.response.defer()
    with using_language(context.languages.of_table(table, None)):
        ready = await context.attachments.prepare(build, context.attachments.for_all, urgent=True)
        channel_id = await context.outbox.share(interaction, ready)
    context.publisher.redraw(table.id)
    if channel_id != interaction.channel_id:
        await interaction.followup.send(gettext(SHARED, channel=f"<#{channel_id}>"), ephemeral=True)


async def say(at: Pressed) -> None:
    """Post what a player says where the game is played, or send it to the others in a game by DM.

    Who has muted it reads none of it: in a channel, where all read the same, nothing is posted then. In a DM the
    one who says it sees it too.
    """
    context, interaction, table = at.context, at.interaction, at.table
    in_dm, own, now = table.place == "dm", table.seat_of(at.player), discord.utils.utcnow()
    name = formatting.escape(table.names[own])
    others = [(seat, one.player) for seat, one in enumerate(table.seats) if one.player not in (None, at.player)]
    read = context.accounts.preferences.read
    deaf = [seat for seat, hearer in others if hearer is not None and not (await read(hearer.id)).phrases]
    if deaf and (not in_dm or len(deaf) == len(others)):
        raise TableError(gettext(MUTED, names=join_list([formatting.escape(table.names[seat]) for seat in deaf])))
    phrase = PHRASES.get(chosen_in(interaction.data)[0])
    if phrase is None or now - context.spoke.get(at.player.id, now - SAID_EVERY) < SAID_EVERY:
        raise TableError(gettext(TOO_SOON))
    context.spoke[at.player.id] = now
    with using_language(context.languages.of_table(table, own if in_dm else None)):
        said = f"**{name}:** {gettext(phrase)}"
    await interaction.response.send_message(said, allowed_mentions=NOBODY, ephemeral=in_dm)
    for seat, hearer in others:
        if hearer is None or seat in deaf or not in_dm:
            continue
        with using_language(context.languages.of_table(table, seat)), suppress(Refused):
            text = gettext("**{name}:** {phrase}\n-# `/preferences` mutes this.", name=name, phrase=gettext(phrase))
            nonce = "phrase", table.id, interaction.id
            await context.outbox.post(await context.outbox.dm(hearer.discord_id), text, nonce=nonce)


async def shared(screens: TableScreens, table: Table) -> ScreenBuilder:
    """Return what the players of a game share: the large hands of a show, or the best of a game that is over.

    Raises ``Stale`` if no large hand is on the screen any more.
    """
    if table.status != "over":
        shown = screens.views.of(table, in_full=True)
        if not shown.big_hands:
            raise Stale("")  # whoever pressed sees the game as it is now
        return partial(shared_view, shown, ())
    end, course = await screens.end(table)
    earned = {*great_wins(course), *[kind for _, kind in end.achievements]}
    shown = screens.views.of(table, in_full=True, history=course)
    return partial(shared_view, shown, [kind for kind in KINDS if kind in earned])


def shared_view(shown: TableView, kinds: Sequence[str], look: DisplayOptions) -> Screen:
    """Return the large hands of a game and the ``kinds`` of badges that it was worth, drawn for others to see."""
    names, hands = formatting.opponents(shown.names), shown.big_hands[:_MOST_HANDS]
    lines = [f"**{formatting.labelled(formatting.escape(one.title), str(one.points))}**" for one in hands]
    scenes: list[Scene] = [show_scene(hands, look.style)] if hands else []
    badges = ", ".join(map(name_of, kinds))
    if kinds:
        lines.append(f"**{badges}**")
        scenes.append(BadgesScene(tuple((kind, name_of(kind)) for kind in kinds), badges))
    if kinds and shown.score_chart:
        scenes.append(shown.score_chart)
    lines.append(result_line(shown) if shown.history else shown.score_line)
    return page_view([names, "\n".join(lines)], newcomer_buttons()[:1], scenes=scenes if look.pictures else ())


_MOST_HANDS: Final = 4
"""The most hands in one picture."""


NOT_HERE: Final = N_("You can only watch games in channels that you see.")
TOO_LATE_TO_GUESS: Final = N_("It's too late to guess: the next deal may be the last.")


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
