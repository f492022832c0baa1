"""The tie-breaks of a league, as people name them."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.leagues.access import LeagueError
from bot.models.league import TIE_BREAKS, USUAL_TIE_BREAKS, League, TieBreak, folded
from bot.storage import leagues, members
from bot.storage.database import Database

NAMES: Final[dict[TieBreak, str]] = {
    "wins": N_("wins"),
    "spread": N_("score difference"),
    "head-to-head": N_("head to head"),
    "skunked": N_("fewer skunks lost"),
    "skunks": N_("more skunks won"),
    "buchholz": N_("Buchholz (the opponents' points)"),
    "sonneborn-berger": N_("Sonneborn-Berger (the points of those beaten)"),
    "opponents": N_("the opponents' win rate"),
    "recent": N_("the latest results"),
    "playoff": N_("a playoff game"),
}
"""Each tie-break in words."""


def tie_breaks_text(league: League) -> str:
    """The tie-breaks of a league in words."""
    if not league.tie_breaks:
        return gettext("Players with equal points share a place")
    named = ", ".join(gettext(NAMES[one]) for one in league.tie_breaks)
    return gettext("Ties are broken by {names}", names=named)


def tie_breaks_as_typed(tie_breaks: tuple[TieBreak, ...]) -> str:
    """Tie-breaks as they are typed."""
    return ", ".join(tie_breaks)


def parse_tie_breaks(text: str) -> tuple[TieBreak, ...]:
    """Read tie-breaks with commas between them, the first one first; a blank gives the usual ones.

    ``none`` stands for no tie-break at all. Raises ``LeagueError`` for a name that is unknown or stands twice.
    """
    typed = [part for part in re.split(r"[,;\n>]+", text) if part.strip()]
    if not typed:
        return USUAL_TIE_BREAKS
    if [folded(part) for part in typed] == ["none"]:
        return ()
    known = {_plain(name): name for name in TIE_BREAKS} | {_plain(gettext(text)): name for name, text in NAMES.items()}
    chosen: list[TieBreak] = []
    for part in typed:
        one = known.get(_plain(part))
        if one is None or one in chosen:
            raise LeagueError(gettext("Choose each tie-break once, from these: {names}.", names=", ".join(TIE_BREAKS)))
        chosen.append(one)
    return tuple(chosen)


async def put_tie_breaks(database: Database, league: League, chosen: tuple[TieBreak, ...], now: datetime) -> None:
    """Store the tie-breaks that somebody chose on the command line, and write it to the log."""
    async with database.transaction() as writing:
        leagues.put_tie_breaks(writing, replace(league, tie_breaks=chosen))
        what = f"changed tie breaks from {tie_breaks_as_typed(league.tie_breaks)} to {tie_breaks_as_typed(chosen)}"
        members.add_log_entry(writing, league.id, now, None, what)


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", " ", folded(re.sub(r"\(.*?\)", "", text))).strip()
