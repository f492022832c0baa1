"""Show the review of a game to a player who asks: a button on the result, its own buttons, and /review."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.i18n.translation import N_, gettext
from bot.models.errors import TableError
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.core import formatting
from bot.ui.core.attachments import ScreenBuilder
from bot.ui.core.commands import MOST_SUGGESTIONS
from bot.ui.core.context import Context, context_of
from bot.ui.core.router import answers
from bot.ui.games import review_views as views
from bot.ui.games.review_views import ReviewButton


@answers(ReviewButton)
async def answer_press(context: Context, interaction: discord.Interaction[Any], button: ReviewButton) -> None:
    """Turn to another page of the review; everybody sees their own."""
    player = await context.meet(interaction.user)
    build = await _page(context, interaction, player, button)
    await context.put(interaction, build, await context.attachments.look(player))


async def show_review(context: Context, interaction: discord.Interaction[Any], table: Table, player: Player) -> None:
    """Answer with the review of a game for one of its players. Judging takes seconds, so the answer is deferred."""
    table.seat_of(player)
    await context.reviews.check(table)
    await interaction.response.defer(ephemeral=True, thinking=True)
    review = await context.reviews.of_game(table, player)
    look = await context.attachments.look(player)
    await context.answer(interaction, partial(views.summary_view, review), look, ephemeral=True)


async def progress_page(context: Context, player: Player, table_id: str | None = None) -> ScreenBuilder:
    """Return the page of a player's progress, and judge in the background what is missing."""
    games, missing = await context.reviews.list_games(player), await context.reviews.count_missing(player)
    if missing:
        context.reviews.review_latest(player)
    return partial(views.progress_view, games, missing, table_id=table_id)


async def _page(
    context: Context, interaction: discord.Interaction[Any], player: Player, button: ReviewButton
) -> ScreenBuilder:
    if button.page == views.PROGRESS:
        return await progress_page(context, player, button.table_id)
    table = await context.find(interaction, button.table_id)
    review = await context.reviews.of_game(table, player)
    if button.page == views.SUMMARY or not review.decisions:
        return partial(views.summary_view, review)
    return lambda _: views.deal_view(review, int(button.page))


NO_GAME: Final = N_("You haven't finished a game yet. Start one with /play.")


@app_commands.command(description="See how you played a finished game, and what would have been better")
@app_commands.describe(game="The game's ID (default: your latest game)")
async def review(interaction: discord.Interaction[Any], game: str | None = None) -> None:
    """Show the player's own review of a game."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    name = "" if game is None else game.strip().lower()
    if not name:
        over = await context.tables.ids_of_player(player.id, "over")
        if not over:
            raise TableError(gettext(NO_GAME))
        name = over[0]
    await show_review(context, interaction, await context.find(interaction, name), player)


@review.autocomplete("game")
async def suggest_games(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Suggest the player's latest finished games."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    names = await context.tables.ids_of_player(player.id, "over")
    wanted = [name for name in names if name.startswith(typed.strip().lower())][:MOST_SUGGESTIONS]
    tables = [await context.find(interaction, name) for name in wanted]
    named = [(table, formatting.opponents(table.names)) for table in tables]
    return [Choice(name=formatting.labelled(table.id, names)[:100], value=table.id) for table, names in named]
