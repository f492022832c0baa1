"""The scores of a game in text: the line of scores with each side's last score, and the board drawn in letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.i18n.translation import N_, gettext, join_list
from bot.ui.core.formatting import LAW_NAMES
from engine.board import STREET
from engine.events import Event, Pegged, Played, Shown
from engine.laws import Law
from engine.view import View

_CELLS: Final = {121: 6, 61: 12}
"""How many places a street has on the drawn track, by the length of the game."""

_WIDEST: Final = 20
"""How many letters of a name, or of the names of partners, fit a phone beside the score."""


@dataclass(frozen=True, slots=True)
class LastScore:
    """A side's last score: the hole where its hindmost peg stands because of it, and what it was for.

    The reason is empty where the events do not tell it.
    """

    hindmost: int
    reason: str


def last_scores(view: View, events: Sequence[Event]) -> tuple[LastScore, ...]:
    """The last score of each side, from the events that everyone may know.

    Whatever one card or one hand makes is one score, in however many parts it was pegged: players move the peg once.
    """
    last = []
    for side, hindmost in enumerate(view.hindmost):
        pegs = last_pegs(events, side)
        if len(pegs) > 1:
            # Points that were taken back have moved the hindmost peg farther back.
            hindmost = min(hindmost, pegs[0].score - pegs[0].points)  # noqa: PLW2901
        last.append(LastScore(hindmost, _reason(events, pegs) if pegs else ""))
    return tuple(last)


def last_pegs(events: Sequence[Event], side: int) -> list[Pegged]:
    """The parts of a side's last score; a penalty is a score by itself."""
    pegs: list[Pegged] = []
    before: Event | None = None
    for event in events:
        if isinstance(event, Pegged) and event.side == side:
            goes_on = pegs and pegs[-1] is before and pegs[-1].seat == event.seat
            if not goes_on or event.law in _REASONS or pegs[-1].law in _REASONS:
                pegs = []
            pegs.append(event)
        before = event
    return pegs


def _reason(events: Sequence[Event], pegs: Sequence[Pegged]) -> str:
    """What a score was for, in a word or two."""
    if pegs[-1].law in _REASONS:
        return gettext(_REASONS[pegs[-1].law])
    last: Event | None = None
    for event in events:
        if event is pegs[0]:
            break
        if isinstance(event, Played | Shown):
            last = event
    if isinstance(last, Shown):
        return gettext(last.what)
    laws = dict.fromkeys([peg.law for peg in pegs])
    return join_list([gettext(LAW_NAMES[law]) if law in LAW_NAMES else gettext("play") for law in laws])


_REASONS: Final = {
    Law.HIS_HEELS: N_("his heels"),
    Law.OVERSCORE: N_("overscore"),
    Law.MUGGINS: N_("muggins"),
    Law.PREDEAL_CUT: N_("the cut"),
    Law.TAKEN_BACK: N_("law 11"),
    Law.FALSE_GO: N_("false go"),
    Law.FALSE_CHALLENGE: N_("false challenge"),
    Law.THREE_FOR_LAST: N_("three for last"),
}
"""Why points are pegged that neither a card nor the player's own hand makes."""


def scores(view: View, names: Sequence[str], last: Sequence[LastScore]) -> str:
    """The scores in one line, each with its last score: ``Ann 34 (+6, hand), Ben 29 (+2, pair)``."""
    parts = []
    for side, seats in enumerate(view.rules.sides):
        score, holes = view.scores[side], view.scores[side] - last[side].hindmost
        reason = f", {last[side].reason}" if last[side].reason else ""
        gain = f" (+{holes}{reason})" if holes else ""
        parts.append(f"{gettext(' and ').join([names[seat] for seat in seats])} **{score}**{gain}")
    return ", ".join(parts)


def drawn_board(view: View, names: Sequence[str], last: Sequence[LastScore]) -> str:
    """The whole board as fixed-width text: each side's name and score, and its track below."""
    lines = []
    for side, seats in enumerate(view.rules.sides):
        lines.append(f"{_side_name([names[seat] for seat in seats])} {view.scores[side]}")
        lines.append(track(view.scores[side], last[side].hindmost, view.rules.target))
    text = "\n".join(lines).replace("`", "'")
    return f"```\n{text}\n```"


def track(front: int, back: int, target: int) -> str:
    """One side's track: ``o`` the hindmost peg, ``@`` the foremost, a bar after every street of thirty holes."""
    cells = _CELLS[target]
    streets = target // STREET
    marks = ["."] * (cells * streets + 1)
    for peg, mark in ((back, "o"), (front, "@")):
        if peg:
            marks[min((peg - 1) * cells // STREET, len(marks) - 1)] = mark
    rows = ["".join(marks[start : start + cells]) for start in range(0, cells * streets, cells)]
    return "|".join(rows) + "|" + marks[-1]


def _side_name(names: Sequence[str]) -> str:
    """A side on the board: partners share a row, each with as much of the name as fits."""
    room = _WIDEST - 3 * (len(names) - 1)
    most = room
    while sum([min(len(name), most) for name in names]) > room:
        most -= 1
    return " & ".join([name[:most] for name in names])
