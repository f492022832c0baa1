"""/adjourn: pause a game by agreement, and resume it."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands

from bot.i18n.translation import gettext
from bot.models.agreement import Status
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.core.context import PAUSED, UNDER_WAY, Context, context_of
from bot.ui.core.options import choice
from bot.ui.games import notices
from bot.ui.games.options import GAME, OwnGame

_CHOICES: Final = [
    choice("pause, or agree to a pause", "adjourn"),
    choice("keep playing", "play on"),
    choice("resume", "take up"),
]

_STATUSES: Final[dict[str | None, tuple[Status, ...]]] = {
    "adjourn": ("playing",),
    "play on": ("playing",),
    "take up": PAUSED,
}
"""The statuses of the games that are meant where none is named, by what is to be done; None is any."""


@app_commands.command(description="Pause a game or resume a paused one")
@app_commands.describe(what="Leave empty to pause a game, or to resume a paused one", game=GAME)
@app_commands.choices(what=_CHOICES)
async def adjourn(interaction: discord.Interaction[Any], what: str | None = None, game: OwnGame | None = None) -> None:
    """Propose a pause, agree to it, decline it, or resume; everyone else reads it at the table."""
    context = context_of(interaction)
    player = await context.meet(interaction.user)
    table = await context.table_for(interaction, player, game, *_STATUSES.get(what, UNDER_WAY))
    table.seat_of(player)
    answer = await _do(context, table, player, what or ("adjourn" if table.status == "playing" else "take up"))
    await interaction.response.send_message(answer, ephemeral=True)


async def _do(context: Context, table: Table, player: Player, what: str) -> str:
    """Do it, and say what has become of the game."""
    match what:
        case "play on":
            await context.tables.play_on(table.id, player)
            return gettext(notices.PLAYING_ON)
        case "take up":
            await context.tables.take_up(table.id, player)
            return gettext(notices.TAKEN_UP)
        case _:
            after = await context.tables.adjourn(table.id, player)
            return gettext(notices.ADJOURNED if after.status == "adjourned" else notices.ADJOURNING)
