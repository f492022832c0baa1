"""Longer texts that fill a screen of their own: standings, the proof of a shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.server_standings import ServerStanding
from bot.tables.shuffle import Finding
from bot.ui.core import words
from bot.ui.core.words import escaped
from engine.record import Record


def as_many_as_fit(lines: Sequence[str], most: int = 1_900, *, more: int = 0) -> str:
    """The first lines, as many as fit into ``most`` letters, and how many are left; ``more`` are not among the lines.

    No line after the first that does not fit is looked at, so that the work is bounded by ``most``.
    """
    fitting, length = 0, -1
    for line in lines:
        length += len(line) + 1
        if length > most:
            break
        fitting += 1
    left = len(lines) - fitting + more
    rest = [gettext(words.AND_MORE, number=left)] if left else []
    return "\n".join([*lines[:fitting], *rest])


def league_table(rows: Sequence[ServerStanding]) -> str:
    """The standings as fixed-width text: rank, name, played, won, lost, games with doubles, spread."""
    if not rows:
        return gettext("Nobody here has finished a game against another person yet. `/play` starts one.")
    head = f"{'':>3} {gettext('player'):<16} {'P':>3} {'W':>3} {'L':>3} {'G':>3} {'+/-':>5}"
    lines = [
        f"{row.rank:>3} {row.name.replace('`', chr(39))[:16]:<16} {row.played:>3} {row.won:>3} {row.lost:>3} "
        f"{row.games:>3} {row.spread:>+5}"
        for row in rows[:30]
    ]
    legend = gettext("-# P played, W won, L lost, G games won with skunks counted double, +/- holes ahead")
    return "```\n" + "\n".join([head, *lines]) + f"\n```\n{legend}"


_DRAWN: Final = {"cut": N_("cut"), "deal": N_("deal")}


def verified(record: Record, findings: Sequence[Finding]) -> str:
    """The seed revealed, and whether every cut and deal came from it."""
    wrong = [f"{gettext(_DRAWN[finding.what])} {finding.number}" for finding in findings if not finding.agrees]
    deals = sum(finding.what == "deal" for finding in findings)
    if wrong:
        verdict = gettext("**Not proved:** {wrong} did not come from the sealed shuffle.", wrong=", ".join(wrong))
    else:
        verdict = ngettext(
            "**Proved:** the cut and the one deal came from the sealed shuffle.",
            "**Proved:** the cut and all {number} deals came from the sealed shuffle.",
            deals,
        )
    names = " v ".join(map(escaped, record.seats))
    return gettext(
        "{names}, game {game}. {verdict}\n-# Seed `{seed}`\n-# Its SHA-256 `{commitment}` was posted before the first "
        "card. The bot's README tells how to check this without it.",
        names=names,
        game=record.game,
        verdict=verdict,
        seed=record.seed,
        commitment=record.commitment,
    )
