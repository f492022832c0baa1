"""The ready-made phrases that players say to each other at a press, never to somebody who has muted them."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import discord

from bot.i18n.translation import N_, gettext, join_list, using_language
from bot.models.errors import TableError
from bot.ui.core import formatting
from bot.ui.core.outbox import NOBODY, Refused
from bot.ui.core.router import chosen_in

if TYPE_CHECKING:
    # It imports the screens, whose menu has these phrases.
    from bot.ui.games.context import Pressed

PHRASES: Final = {
    "hand": N_("Nice hand!"),
    "ouch": N_("Ouch!"),
    "muggins": N_("Muggins!"),
    "game": N_("Good game!"),
    "thinking": N_("I'm thinking ..."),
}
"""What players can say to each other at a press: in games by DM they cannot talk otherwise."""

SAID_EVERY: Final = timedelta(seconds=10)
"""The time between two phrases of one player."""

TOO_SOON: Final = N_("Wait 10 seconds before you say something again.")
MUTED: Final = N_("{names} muted these phrases. You can still write in the chat.")


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
