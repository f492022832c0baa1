"""What each side scored last: what one card or one hand makes is one score, in however many parts it was pegged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.i18n.translation import N_, gettext
from bot.tables.table import Table
from bot.ui.core.words import LAW_NAMES, joined
from engine.events import Event, Pegged, Played, Shown
from engine.laws import Law
from engine.view import View


def at_once(table: Table, view: View) -> View:
    """The view with every hindmost peg where its side stood before its last score, as one moves it on a board."""
    heard = table.heard(None)
    sides = range(len(view.scores))
    return replace(view, hindmost=tuple(_before(last_score(heard, side), view.hindmost[side]) for side in sides))


def _before(score: Sequence[Pegged], hindmost: int) -> int:
    """Where a side stood before its last score; what was put back has brought the hindmost peg farther back."""
    return min(hindmost, score[0].score - score[0].points) if len(score) > 1 else hindmost


def why(events: Sequence[Event], side: int) -> str:
    """What a side pegged last for, in a word or two; nothing where that was not heard."""
    score = last_score(events, side)
    if not score:
        return ""
    if score[-1].law in _FOR:
        return gettext(_FOR[score[-1].law])
    before = [event for event in events[: _place(events, score[0])] if isinstance(event, Played | Shown)]
    if before and isinstance(last := before[-1], Shown):
        return gettext(last.what)
    return joined(list(dict.fromkeys(_for_a_card(peg.law) for peg in score)))


def last_score(events: Sequence[Event], side: int) -> list[Pegged]:
    """The pegs of a side's last score; a penalty is one by itself."""
    score: list[Pegged] = []
    for before, event in zip((None, *events), events, strict=False):
        if not isinstance(event, Pegged) or event.side != side:
            continue
        goes_on = score and score[-1] is before and score[-1].seat == event.seat
        if not goes_on or event.law in _FOR or score[-1].law in _FOR:
            score = []
        score.append(event)
    return score


def _place(events: Sequence[Event], peg: Pegged) -> int:
    return next(place for place, event in enumerate(events) if event is peg)


def _for_a_card(law: Law) -> str:
    return gettext(LAW_NAMES[law]) if law in LAW_NAMES else gettext("play")


_FOR: Final = {
    Law.HIS_HEELS: N_("his heels"),
    Law.OVERSCORE: N_("overscore"),
    Law.MUGGINS: N_("muggins"),
    Law.PREDEAL_CUT: N_("the cut"),
    Law.TAKEN_BACK: N_("law 11"),
    Law.FALSE_GO: N_("false go"),
    Law.FALSE_CHALLENGE: N_("false challenge"),
    Law.THREE_FOR_LAST: N_("three for last"),
}
"""What is pegged for neither a card nor a hand of one's own."""
