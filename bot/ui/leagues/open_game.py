"""Opens a game of a league, for the button of a fixture and for `/league play`."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.i18n.translation import N_, gettext
from bot.leagues.errors import LeagueError
from bot.leagues.fixture_games import GameUnderWay
from bot.models.agreement import Place
from bot.models.fixture import Fixture
from bot.models.league import League
from bot.models.player import Player
from bot.tables.table import Table
from bot.ui.games.context import GameContext
from bot.ui.games.invitations import answer_with, place_for

_STANDS_AGAIN: Final = N_("Your game `{game}` is {where}.")
_INVITED: Final = N_("The invitation to your game `{game}` is {where}.")


async def open_game(
    context: GameContext,
    interaction: discord.Interaction[Any],
    league: League,
    player: Player,
    opponent: Player | Fixture,
    where: str | None = None,
) -> None:
    """Open the table of a fixture, or of any two players in open play, and invite the other player."""
    if interaction.guild_id is None:
        channel_id, place = await _place_in_server(context, league)
    else:
        place = await place_for(context, interaction, where)
        channel_id = interaction.channel_id or 0
    try:
        opening = await context.leagues.games.opening(league, player, opponent, channel_id=channel_id, place=place)
        table = await context.leagues.games.open(opening, press=interaction.id)
    except GameUnderWay as under_way:
        raise LeagueError(
            gettext(
                "{under_way} It's {where}, game {id}.",
                under_way=under_way,
                where=_place_text(under_way.table),
                id=under_way.table.id,
            )
        ) from None
    if interaction.guild_id is None:
        # The invitation is for the server: its opponent is notified there.
        context.publisher.redraw(table.id)
        text = gettext(_INVITED, where=_place_text(table), game=table.id)
        await interaction.response.send_message(text)
        return
    if await context.tables.messages.by_seat(table.id):
        # An old invitation is shown again where it was.
        text = gettext(_STANDS_AGAIN, where=_place_text(table), game=table.id)
        await interaction.response.send_message(text, ephemeral=True)
        context.publisher.redraw(table.id)
        return
    invited = [one.discord_id for one in opening.invited]
    await answer_with(context, interaction, table, [discord.Object(one) for one in invited if one is not None])


async def _place_in_server(context: GameContext, league: League) -> tuple[int, Place]:
    """The channel and place of a game that is opened in private: as the league's server plays."""
    server = None if league.guild_id is None else await context.accounts.servers.read(league.guild_id)
    usual = (await context.leagues.news.settings(league)).channel_id
    channel_id = usual if server is None or server.channel_id is None else server.channel_id
    if channel_id is None:
        raise LeagueError(
            gettext("{name} has no channel for news yet. Use /league play in its server.", name=league.name)
        )
    return channel_id, "here" if server is not None and server.place == "here" else "thread"


def _place_text(table: Table) -> str:
    return (
        gettext("in your DMs")
        if table.place == "dm"
        else gettext("in <#{channel_id}>", channel_id=table.agreement.channel_id)
    )
