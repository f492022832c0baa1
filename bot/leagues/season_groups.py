"""Who plays in which group or division of a season."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import gettext
from bot.leagues import groups
from bot.leagues.errors import LeagueError
from bot.models.league import League, Season
from bot.storage import season_groups as stored_groups
from bot.storage.database import Database

MOST_IN_GROUP: Final = 100
"""The most players of one group or division."""


async def groups_for_start(
    database: Database, league: League, season: Season, players: Sequence[int]
) -> list[list[int]]:
    """Return the groups or divisions for players who are given in an order drawn by lot.

    Divisions keep the order to which the season before has led; new players come last. Raises ``LeagueError`` for too
    few players.
    """
    usual = groups.GROUP if league.format == "groups" else groups.DIVISION
    many = groups.group_count(league.grouping, len(players), usual)
    if len(players) < 2 * many:
        raise LeagueError(gettext("{many} groups need at least {number} players.", many=many, number=2 * many))
    if len(players) > many * MOST_IN_GROUP:
        raise LeagueError(gettext("A group can have at most {most} players.", most=MOST_IN_GROUP))
    if league.format == "groups":
        return groups.draw_groups(players, many)
    before = list(await stored_groups.read(database, league.id, season.number))
    known = {player: place for place, player in enumerate(before)}
    return groups.fill_divisions(sorted(players, key=lambda player: known.get(player, len(known))), many)
