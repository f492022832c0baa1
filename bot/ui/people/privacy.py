"""What is kept of a person: handed over as a document, and erased once he has said so twice."""

from __future__ import annotations

import io
import json
from typing import Any, Final

import discord
from discord import ButtonStyle
from discord.ui import Button

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.player import Player
from bot.tables import leaving
from bot.tables.errors import TableError
from bot.ui.core.components import Screen, pressed_id
from bot.ui.core.context import Context
from bot.ui.core.page_view import page_view

PRESS: Final = "y1:"
"""How every custom_id here begins; for whom follows, and what is to be done."""

EXPORTED: Final = N_("Everything I keep about you, as a document. It names others only where they sat at your table.")
NOTHING: Final = N_("I keep nothing about you.")
ERASED: Final = N_(
    "**You are erased.** Your games and results stay, as those of a former player, and nobody's points have changed. "
    "If you come back, you are new here. Messages that stand in Discord already are not mine to forget."
)
STORED_DATA: Final = N_("Nothing has been erased.")
NOT_YOU: Final = N_("That was asked of an account that is not yours now; ask again with /privacy erase.")
_WARNING: Final = N_(
    "**Erase all that tells who you are?** Your Discord account and your name are forgotten, and so are your practice "
    "and your preferences. Games that are over stay with their results, as those of a former player, so that nobody's "
    "points change. This cannot be undone."
)


async def hand_over(context: Context, interaction: discord.Interaction[Any]) -> None:
    """Attach everything that is kept of the asker, for his eyes alone."""
    player = await _known(context, interaction)
    document = {
        "exported_at": discord.utils.utcnow().isoformat(),
        **await context.accounts.privacy.export(player),
    }
    body = json.dumps(document, indent=1, ensure_ascii=False).encode()
    file = discord.File(io.BytesIO(body), "cribbage-all-that-is-kept-of-me.json")
    await interaction.response.send_message(gettext(EXPORTED), file=file, ephemeral=True)


async def ask(context: Context, interaction: discord.Interaction[Any]) -> None:
    """Ask once more before anything is erased."""
    player = await _known(context, interaction)
    await context.answer(
        interaction, _question(player, await leaving.open_games(context.tables, player)), ephemeral=True
    )


async def privacy_pressed(context: Context, interaction: discord.Interaction[Any]) -> bool:
    """Erase somebody, or let it be, if that is what was pressed; and say whether it was."""
    custom_id = pressed_id(interaction.data)
    if not custom_id.startswith(PRESS):
        return False
    number, _, action = custom_id.removeprefix(PRESS).partition(":")
    if action != "erase":
        await context.put(interaction, page_view([gettext(STORED_DATA)]))
        return True
    player = await _known(context, interaction)
    if number != str(player.id):
        raise TableError(gettext(NOT_YOU))
    # To give many games up may take longer than Discord waits.
    await interaction.response.defer()
    await _erase(context, player)
    await interaction.edit_original_response(view=page_view([gettext(ERASED)]))
    return True


async def _known(context: Context, interaction: discord.Interaction[Any]) -> Player:
    """The asker, who is not written down because of it."""
    player = await context.accounts.players.find(interaction.user.id)
    if player is None:
        raise TableError(gettext(NOTHING))
    return player


async def _erase(context: Context, player: Player) -> None:
    """Give up what is under way, then forget who it was."""
    await leaving.give_up_all(context.tables, player)
    # What comes into a league from now on knows him as a former player, its log too.
    await context.leagues.collector.collect_all()
    await context.accounts.privacy.erase(player)
    context.channels.languages.forget(player.discord_id)


def _question(player: Player, games: list[str]) -> Screen:
    told = [gettext(_WARNING)]
    if games:
        many = ngettext("One game", "{number} games", len(games))
        told.append(
            gettext(
                "{many} that you play or are invited to will be given up first: {games}.",
                many=many,
                games=", ".join(games),
            )
        )
    return page_view(
        told,
        [
            Button(label=gettext("Erase me"), style=ButtonStyle.danger, custom_id=f"{PRESS}{player.id}:erase"),
            Button(label=gettext("Keep everything"), style=ButtonStyle.secondary, custom_id=f"{PRESS}{player.id}:keep"),
        ],
    )
