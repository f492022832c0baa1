"""/record and /verify: download a game, and check its shuffle."""

import io
import json
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands

from bot.i18n.translation import N_, gettext, ngettext
from bot.models.errors import NO_SUCH_GAME, NoSuchTable, TableError
from bot.progress.reviews import Note, notes_of
from bot.render.replay import replay_page
from bot.tables.repository import record_of
from bot.tables.shuffle import Finding, check
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.commands import TypedOption, command
from bot.ui.core.components import Press, button, page_view
from bot.ui.core.context import context_of
from bot.ui.core.interactions import fill_in
from bot.ui.games.screens import ADD_LUCK
from engine.record import Record

NOT_OVER: Final = N_("That game isn't over yet. Its seed stays secret until then.")
LUCK: Final = N_(
    "Your presses are mixed into the shuffle. If you like, add a word of your own before the next deal. "
    "Everyone can read it in the record of the game."
)
RECORD: Final = N_("Here is the game so far. You can check it without this bot.")
RECORD_AND_PAGE: Final = N_(
    "Here is the whole game. Open the page (.html) in a browser to watch it step by step. "
    "The record (.json) can be checked without this bot."
)


async def _record(interaction: discord.Interaction[Any], value: str) -> Record:
    """Return the record of a game, with names as they are in this server.

    Raises ``NoSuchTable``, also for a game of others: nobody learns that there is such a game.
    """
    context, name = context_of(interaction), value.strip().lower()
    if not _may_read(interaction, await context.find(interaction, name)):
        raise NoSuchTable(gettext(NO_SUCH_GAME))
    return await record_of(context.tables, name, interaction.guild_id)


def _may_read(interaction: discord.Interaction[Any], table: Table) -> bool:
    """Return whether somebody plays in a game, or asks in its server. Games in DMs and of guests are their players'."""
    if any(seat.player is not None and seat.player.discord_id == interaction.user.id for seat in table.seats):
        return True
    if table.place == "dm" or table.is_guest:
        return False
    return interaction.guild_id is not None and interaction.guild_id == table.agreement.guild_id


GameRecord: TypeAlias = app_commands.Transform[Record, TypedOption(_record)]


@command(description="Download a game as a file that anyone can check", cost=4.0)
@app_commands.describe(
    game="The game's ID, at the bottom of its screen", review="Add your own review of the game to the page"
)
async def record(
    interaction: discord.Interaction[Any],
    game: GameRecord,
    review: bool = False,  # noqa: FBT001, FBT002
) -> None:
    """Attach the record, which holds no hidden card of an unfinished game, and of a finished one the page to watch.

    The page has the review of whoever asks for it, and of nobody else.
    """
    notes: dict[int, Note] = {}
    if review:
        context = context_of(interaction)
        player, table = await context.meet(interaction.user), await context.find(interaction, game.game)
        table.seat_of(player)
        await context.reviews.check(table)
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await context.reviews.of_game(table, player)
        notes = notes_of(found.decisions, found.seen)
    name = f"cribbage-{game.game}"
    attached = [_file(f"{name}.json", json.dumps(game.to_dict(), indent=1))]
    if game.seed is not None:
        attached.append(_file(f"{name}.html", replay_page(game, notes)))
    text = gettext(RECORD if game.seed is None else RECORD_AND_PAGE)
    if interaction.response.is_done():
        await fill_in(interaction, content=text, attachments=attached)
    else:
        await interaction.response.send_message(text, files=attached, ephemeral=True)


def _file(name: str, text: str) -> discord.File:
    return discord.File(io.BytesIO(text.encode()), name)


@command(description="Check that a finished game was shuffled fairly", public=True, cost=4.0)
@app_commands.describe(game="The game's ID, at the bottom of its screen")
async def verify(interaction: discord.Interaction[Any], game: GameRecord) -> None:
    """Reveal the seed, and recompute the cut and every deal from it; players of a game under way may add a word."""
    if game.seed is None:
        context = context_of(interaction)
        table, player = await context.find(interaction, game.game), await context.meet(interaction.user)
        if not any(seat.player == player for seat in table.seats) or table.status != "playing":
            raise TableError(gettext(NOT_OVER))
        add = button(Press(table.id, "", ADD_LUCK), gettext("Add my luck"))
        await context.answer(interaction, page_view([gettext(NOT_OVER), gettext(LUCK)], [add]), ephemeral=True)
        return
    findings = check(game.commitment, game.seed, game.events, game.contributions)
    await interaction.response.send_message(proof_of_shuffle(game, findings))


_POSTED: Final[dict[bool | None, str]] = {
    True: N_("I posted the commitment before the first card."),
    False: N_("Discord didn't let me post the commitment before the first card."),
    None: N_("An older version started this game and didn't note whether its commitment came before the first card."),
}
"""What is said about the commitment of a game, by whether it was posted in time."""

_DRAWN: Final = {"cut": N_("cut"), "deal": N_("deal")}


def _what_decides(record: Record) -> str:
    """Return what the cards follow from: the seed, and what the players added to it after the commitment."""
    many = len(record.contributions)
    if not many:
        return gettext("The seed alone decides every card. The players added nothing.")
    decides = ngettext(
        "The seed decides every card, with {number} press or word of the players mixed in.",
        "The seed decides every card, with {number} presses and words of the players mixed in.",
        many,
    )
    first = min((one.before for one in record.contributions), key=lambda name: (name[:1] == "d", len(name), name))
    if first in {"cut:1", "deal:1"}:
        return decides
    return f"{decides} {gettext('The first deal came before all of them.')}"


def proof_of_shuffle(record: Record, findings: Sequence[Finding]) -> str:
    """Return the seed, and whether every cut and deal came from it."""
    wrong = [f"{gettext(_DRAWN[finding.what])} {finding.number}" for finding in findings if not finding.agrees]
    deals = sum(finding.what == "deal" for finding in findings)
    if not wrong and record.posted is False:
        verdict = ngettext(
            "**Not proved:** the cut and the deal came from this seed, but cards were dealt before the "
            "bot had committed to it.",
            "**Not proved:** the cut and all {number} deals came from this seed, but cards were dealt before the "
            "bot had committed to it.",
            deals,
        )
    elif wrong:
        verdict = gettext("**Not fair:** {wrong} didn't come from this seed.", wrong=", ".join(wrong))
    else:
        verdict = ngettext(
            "**Fair:** the cut and the deal came from this seed.",
            "**Fair:** the cut and all {number} deals came from this seed.",
            deals,
        )
    names = formatting.opponents(map(formatting.escape, record.seats))
    return gettext(
        "{names}, game {game}. {verdict}\n{posted} It's the SHA-256 of the "
        "seed. {decides}\n-# Seed `{seed}`\n-# Commitment `{commitment}`\n-# The README "
        "shows how to check this yourself.",
        names=names,
        game=record.game,
        verdict=verdict,
        posted=gettext(_POSTED[record.posted]),
        decides=_what_decides(record),
        seed=record.seed,
        commitment=record.commitment,
    )
