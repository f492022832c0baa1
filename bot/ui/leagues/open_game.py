"""Opens a game of a league, for the button of a fixture and for `/league play`."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.errors import LeagueError
from bot.leagues.fixture_games import GameUnderWay
from bot.models.fixture import Fixture
from bot.models.league import League
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.games.context import GameContext
from bot.ui.games.invitations import answer_with, place_for

_STANDS_AGAIN: Final = N_("Your game `{game}` is {where}.")


async def open_game(
    context: GameContext,
    interaction: discord.Interaction[Any],
    league: League,
    player: Player,
    opponent: Player | Fixture,
    where: str | None = None,
) -> None:
    """Open the table of a fixture, or of any two players in open play, and invite the other player."""
    place = await place_for(context, interaction, where)
    assert interaction.channel_id is not None
    try:
        opening = await context.leagues.games.opening(
            league, player, opponent, channel_id=interaction.channel_id, place=place
        )
        table = await context.leagues.games.open(opening)
    except GameUnderWay as under_way:
        raise LeagueError(
            gettext(
                "{under_way} It's {where}, game {id}.",
                under_way=under_way,
                where=_place_text(under_way.table),
                id=under_way.table.id,
            )
        ) from None
    if await context.tables.messages.by_seat(table.id):
        # An old invitation is shown again where it was.
        text = gettext(_STANDS_AGAIN, where=_place_text(table), game=table.id)
        await interaction.response.send_message(text, ephemeral=True)
        context.publisher.redraw(table.id)
        return
    invited = [one.discord_id for one in opening.invited]
    await answer_with(context, interaction, table, [discord.Object(one) for one in invited if one is not None])


def _place_text(table: Table) -> str:
    return (
        gettext("in your DMs")
        if table.place == "dm"
        else gettext("in <#{channel_id}>", channel_id=table.agreement.channel_id)
    )
