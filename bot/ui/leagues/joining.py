"""Joining a league, by `/league join` or by the button under the message that announces a league or a season."""

from __future__ import annotations

from typing import Any

import discord

from bot.i18n.translation import gettext
from bot.models.league import League, Season
from bot.models.player import Player
from bot.ui.core.context import Context
from bot.ui.core.formatting import escape, mention
from bot.ui.leagues.lookup import asker_of


async def join_league(
    context: Context,
    interaction: discord.Interaction[Any],
    league: League,
    partner: Player | None = None,
    team_name: str = "",
) -> None:
    """Let the user who asks join a league, with a partner where it is played in pairs, and say what they can do next.

    Raises ``LeagueError`` for a player who is in already, and where the season is closed to new players.
    """
    asker = await asker_of(context, interaction)
    joined = asker.player
    if partner is None:
        await context.leagues.members.join(league, joined)
    else:
        joined = (await context.leagues.teams.join(league, asker, (asker.player, partner), team_name)).player
    then = _next_step(league, await context.leagues.directory.season(league))
    text = gettext(
        "**{name}** joined **{league}**. {then}", name=escape(joined.name), league=escape(league.name), then=then
    )
    if partner is not None:
        named = mention(partner)
        text += " " + gettext("{partner}, if that's not right, use `/league leave`.", partner=named)
    pinged = [] if partner is None or partner.discord_id is None else [discord.Object(partner.discord_id)]
    await interaction.response.send_message(text, allowed_mentions=discord.AllowedMentions(users=pinged))


def _next_step(league: League, season: Season) -> str:
    if season.stage == "joining":
        return gettext("You can play when a manager starts the season.")
    if league.format == "open":
        return gettext("Play anyone with `/league play`.")
    if league.format == "club":
        return gettext("Check in with `/league here` when you arrive at a club night.")
    return gettext("See your games with `/league fixtures`.")
