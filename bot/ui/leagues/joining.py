"""Joining a league, by `/league join` or by the button under the message that announces a league or a season."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n.translation import gettext
from bot.models.league import League, Season
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape


async def join_league(context: Context, interaction: discord.Interaction[Any], league: League) -> None:
    """Let the user who asks join a league, and say in public what they can do next.

    Raises ``LeagueError`` for a player who is in already, and where the season is closed to new players.
    """
    player = await context.meet(interaction.user)
    await context.leagues.members.join(league, player)
    then = _next_step(league, await context.leagues.directory.season(league))
    await interaction.response.send_message(
        gettext(
            "**{name}** joined **{league}**. {then}", name=escape(player.name), league=escape(league.name), then=then
        )
    )


def _next_step(league: League, season: Season) -> str:
    if season.stage == "joining":
        return gettext("You can play when a manager starts the season.")
    if league.format == "open":
        return gettext("Play anyone with `/league play`.")
    if league.format == "club":
        return gettext("Check in with `/league here` when you arrive at a club night.")
    return gettext("See your games with `/league fixtures`.")
