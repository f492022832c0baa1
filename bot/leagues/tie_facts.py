"""Reads what the tie-breaks of a league need, for the players who are level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from bot.leagues.standings import TieFacts
from bot.models.league import League, TieBreak
from bot.models.result import HeadToHead
from bot.storage import result_totals
from bot.storage.database import Database

_OF_OPPONENTS: frozenset[TieBreak] = frozenset({"buchholz", "sonneborn-berger", "opponents"})


async def read_facts(
    database: Database, league: League, season: int, tied: Iterable[int], *, until: datetime | None = None
) -> TieFacts:
    """Return what the league's tie-breaks need in a season, for these players."""
    wanted, breaks = set(tied), set(league.tie_breaks)
    if not wanted:
        return TieFacts()
    of, read = (database, league.id, season, wanted), result_totals
    met, forms, playoffs, opponents = {}, {}, {}, {}
    if "head-to-head" in breaks:
        met = await read.sum_by_pair(*of, until=until)
    if "recent" in breaks:
        forms = await read.read_all_forms(*of, until=until)
    if "playoff" in breaks:
        playoffs = await read.sum_playoffs(*of)
    if breaks & _OF_OPPONENTS:
        opponents = _by_player(await read.sum_by_opponents(*of, until=until))
    return TieFacts(met=met, opponents=opponents, forms=forms, playoffs=playoffs)


async def read_facts_at(database: Database, league: League, tied: Iterable[tuple[int, int]]) -> dict[int, TieFacts]:
    """Return what the league's tie-breaks need at meetings, for these pairs of a meeting and a player."""
    wanted, breaks = set(tied), set(league.tie_breaks)
    if not wanted:
        return {}
    met: dict[int, dict[tuple[int, int], HeadToHead]] = {}
    for (meeting, player, other), tally in (await result_totals.sum_by_pair_at(database, wanted)).items():
        met.setdefault(meeting, {})[player, other] = tally
    forms = await result_totals.read_forms_at(database, wanted) if "recent" in breaks else {}
    return {
        meeting: TieFacts(met=found, opponents=_by_player(found), forms=forms.get(meeting, {}))
        for meeting, found in met.items()
    }


def _by_player(met: Mapping[tuple[int, int], HeadToHead]) -> dict[int, dict[int, HeadToHead]]:
    found: dict[int, dict[int, HeadToHead]] = {}
    for (player, other), tally in met.items():
        found.setdefault(player, {})[other] = tally
    return found
