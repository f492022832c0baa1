"""Longer texts that fill a screen of their own: help, rules, standings, the proof of a shuffle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.leagues.standings import Standing
from bot.tables.packs import Finding
from bot.ui import words
from bot.ui.words import escaped
from engine.presets import Preset
from engine.record import Record
from engine.rules import Counting, NextDealer, Overscore, Rules

HELP: Final = """**Cribbage, from the first card to the last hole**
`/play` opens a table: name an opponent, choose a robot, or leave a seat open. The game may be here, in a thread of \
its own, or in private messages.

1. The lower card of the cut deals. Each player gets six cards and **lays two away** to the dealer's crib.
2. A **starter** is turned up; a jack is two for his heels, to the dealer.
3. **The play:** one card each in turn, to a count of 31 at most. Fifteen 2, thirty-one 2, pair 2, pair royal 6, \
double pair royal 12, a run one a card, the go 1, the last card 1.
4. **The show:** the other player's hand, the dealer's hand, the crib. You **declare** what yours counts. Declare too \
much, and the points overscored go to your adversary; declare too little, and the rest is lost.
5. The first to reach 121 wins, that very instant. On the board `@` is the front peg, `o` the one behind, and `|` \
ends a street of thirty holes.

**Press** the buttons, or **type** to me in private or with my name before it: `5h`, `lay 2c 9d`, `12`.
`/hand` your cards, `/table` the table again, `/declare 12`, `/games`, `/resign`.
`/score 5h 5d 5c js 5s` counts any hand, and so does typing it to me in private.
`/rules` what is agreed, `/league table` how this server stands, `/record` and `/verify` a game to check."""

_COUNTING: Final = {
    Counting.AUTOMATIC: "The bot counts every hand and pegs it.",
    Counting.REFEREE: "You declare what your hand counts, and the bot checks it at once.",
}
_OVERSCORE: Final = {
    Overscore.TO_ADVERSARY: "Points declared beyond the true count are put back and go to your adversary (law 19).",
    Overscore.CORRECT_ONLY: "Points declared beyond the true count are put back; nobody gets them.",
}
_NEXT: Final = {
    NextDealer.LOSER: "The loser deals first in the next game.",
    NextDealer.CUT: "The first deal of the next game is cut for anew.",
    NextDealer.ALTERNATE: "The first deal alternates from game to game.",
}
_GAMES: Final = {2: "two games", 4: "four games"}


def as_many_as_fit(lines: Sequence[str], most: int = 1_900) -> str:
    """The first lines, as many as one message holds, and how many are left."""
    fitting = next((many for many in range(len(lines), 0, -1) if len("\n".join(lines[:many])) <= most), 0)
    rest = [words.AND_MORE.format(number=len(lines) - fitting)] if fitting < len(lines) else []
    return "\n".join([*lines[:fitting], *rest])


def rules_explained(preset: Preset, rules: Rules) -> str:
    """A preset and what was agreed under it, in one screen."""
    lines = [
        f"**{preset.title}** (`{preset.name}`), {preset.source}",
        f"Two players, six cards each, two laid away; the first to {rules.target} wins.",
        _COUNTING[rules.counting],
        "Points in the play are pegged by the bot, and a go is said for you when nothing comes in.",
    ]
    if rules.counting is Counting.REFEREE:
        lines.append(_OVERSCORE[rules.overscore])
        lost = (
            "Points you overlook go to your adversary (muggins)." if rules.muggins else "Points you overlook are lost."
        )
        lines.append(lost)
    for below, games in sorted(rules.doubles, reverse=True):
        lines.append(f"A loser who stands below {below} loses {_GAMES.get(games, f'{games} games')}.")
    lines.append(_NEXT[rules.next_dealer])
    return "\n".join(f"- {line}" if place else line for place, line in enumerate(lines))


def league_table(rows: Sequence[Standing]) -> str:
    """The standings as fixed-width text: rank, name, played, won, lost, games with doubles, spread."""
    if not rows:
        return "Nobody here has finished a game against another person yet. `/play` starts one."
    head = f"{'':>3} {'player':<16} {'P':>3} {'W':>3} {'L':>3} {'G':>3} {'+/-':>5}"
    lines = [
        f"{row.rank:>3} {row.name.replace('`', chr(39))[:16]:<16} {row.played:>3} {row.won:>3} {row.lost:>3} "
        f"{row.games:>3} {row.spread:>+5}"
        for row in rows[:30]
    ]
    legend = "-# P played, W won, L lost, G games won with skunks counted double, +/- holes ahead"
    return "```\n" + "\n".join([head, *lines]) + f"\n```\n{legend}"


def verified(record: Record, findings: Sequence[Finding]) -> str:
    """The seed revealed, and whether every cut and deal came from it."""
    wrong = [f"{finding.what} {finding.number}" for finding in findings if not finding.agrees]
    deals = sum(finding.what == "deal" for finding in findings)
    if wrong:
        verdict = f"**Not proved:** {', '.join(wrong)} did not come from the sealed shuffle."
    else:
        verdict = f"**Proved:** the cut and all {deals} deals came from the sealed shuffle."
    names = " v ".join(map(escaped, record.seats))
    return (
        f"{names}, game {record.game}. {verdict}\n-# Seed `{record.seed}`\n-# Its SHA-256 `{record.commitment}` was "
        "posted before the first card. README says how to check this without the bot."
    )
