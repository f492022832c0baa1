"""Sharing a large hand, or the best of a game, with the channel."""

from __future__ import annotations

from typing import Final

from bot.i18n.translation import N_, gettext, using_language
from bot.models.agreement import TableMessage
from bot.models.errors import TableError
from bot.ui.games.context import Pressed
from bot.ui.games.table_screens import shared_of

SHARED: Final = N_("It's in {channel} now.")
SHARED_BEFORE: Final = N_("This is in the channel already.")


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
