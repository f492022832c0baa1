"""The data of a person: exported as a document, or erased after they confirm it."""

import asyncio
import io
import json
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.errors import TableError
from bot.models.player import Player
from bot.services import erase_player
from bot.tables import service
from bot.ui.core.commands import CommandGroup
from bot.ui.core.components import Screen, button, page_view
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import AnyPress, Word, answers, press


@press("y1:{player}:{answer}")
class AnswerErasure(AnyPress):
    """An answer to the question whether a player is to be erased."""

    player: int
    answer: Word


EXPORTED: Final = N_(
    "Here's what I store about you. For the cards and counts of a game, use `/record`. The file only mentions other "
    "people where you played together or ran a league."
)
NOTHING: Final = N_("I don't store any data about you.")
ERASED: Final = N_(
    '**Your data is erased.** Your results stay under "former player". I can\'t delete messages already posted.'
)
NOTHING_ERASED: Final = N_("Nothing was erased.")
NOT_YOU: Final = N_("Those buttons were for another account. Use `/privacy erase` again.")
_WARNING: Final = N_(
    "**Erase your data?** This deletes your name, the link to your Discord account, your practice games, achievements "
    'and preferences. Your results stay under "former player". You can\'t undo this.'
)


privacy = CommandGroup(name="privacy", description="Export or erase your data")


@privacy.command(name="export", description="Get all your data as a file", cost=10.0)
async def export(interaction: discord.Interaction[Any]) -> None:
    """Send the asker, and nobody else, everything that is kept about them as a file."""
    context = context_of(interaction)
    player = await known_player(context, interaction)
    document = {
        "exported_at": discord.utils.utcnow().isoformat(),
        **await context.accounts.privacy.export(player),
    }
    # There may be tens of thousands of results.
    body = await asyncio.to_thread(json.dumps, document, indent=1, ensure_ascii=False)
    file = discord.File(io.BytesIO(body.encode()), "cribbage-my-data.json")
    await interaction.response.send_message(gettext(EXPORTED), file=file, ephemeral=True)


@privacy.command(name="erase", description="Erase your data (you'll be asked to confirm)")
async def erase(interaction: discord.Interaction[Any]) -> None:
    """Ask once more before anything is erased."""
    context = context_of(interaction)
    player = await known_player(context, interaction)
    await context.answer(
        interaction, _question(player, await service.open_games(context.tables, player)), ephemeral=True
    )


async def known_player(context: Context, interaction: discord.Interaction[Any]) -> Player:
    """Return the asker without storing them. Raises ``TableError`` if nothing is kept about them."""
    player = await context.accounts.players.find(interaction.user.id)
    if player is None:
        raise TableError(gettext(NOTHING))
    return player


def _question(player: Player, games: list[str]) -> Screen:
    paragraphs = [gettext(_WARNING)]
    if games:
        many = ngettext("{number} game", "{number} games", len(games))
        paragraphs.append(
            gettext(
                "If you go on, you'll also resign from {many}: {games}.",
                many=many,
                games=", ".join(games),
            )
        )
    return page_view(
        paragraphs,
        [
            button(AnswerErasure(player.id, "erase"), gettext("Erase my data"), ButtonStyle.danger),
            button(AnswerErasure(player.id, "keep"), gettext("Cancel")),
        ],
    )


@answers(AnswerErasure)
async def answer_erasure(context: Context, interaction: discord.Interaction[Any], pressed: AnswerErasure) -> None:
    """Erase the player who was asked, if the button says so; otherwise say that everything is kept.

    Raises ``TableError`` where the question was asked of another account.
    """
    if pressed.answer != "erase":
        await context.put(interaction, page_view([gettext(NOTHING_ERASED)]))
        return
    player = await known_player(context, interaction)
    if pressed.player != player.id:
        raise TableError(gettext(NOT_YOU))
    # To give many games up may take longer than Discord waits.
    await interaction.response.defer()
    await erase_player(context.tables, context.leagues, context.accounts, player)
    await interaction.edit_original_response(view=page_view([gettext(ERASED)]))
