"""Events in short, so that a test can describe the result of an action in one line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine import events as facts

_WORDS: Final[dict[type[facts.Event], str]] = {
    facts.Pegged: "{0.seat} +{0.points} {0.law}",
    facts.PutBack: "{0.seat} -{0.points} {0.law}",
    facts.GameWon: "side {0.side} wins {0.games} by {0.by}",
    facts.LaidAway: "{0.seat} lays away",
    facts.TakenBack: "{0.seat} takes back",
    facts.StarterTurned: "{0.seat} cuts {0.card}",
    facts.Played: "{0.seat} {0.card}={0.count}",
    facts.CountReset: "{0.lead} leads",
    facts.Shown: "{0.seat} shows {0.what} for {0.declared}",
    facts.SaidGo: "{0.seat} go",
    facts.Stopped: "{0.seat} stops",
    facts.Satisfied: "{0.seat} satisfied",
    facts.Amended: "{0.seat} amends to {0.declared}",
    facts.Challenged: "{0.seat} says {0.claim} to {0.against}",
    facts.Required: "{0.seat} requires {0.of}",
    facts.FreshDealChosen: "{0.seat} asks a fresh deal",
    facts.Conceded: "{0.seat} {0.why}",
}


def short(events: Iterable[facts.Event]) -> list[str]:
    """Return what was played, shown, said and pegged, each in a few words; other events are left out."""
    return [_WORDS[type(event)].format(event) + _more(event) for event in events if type(event) in _WORDS]


def _more(event: facts.Event) -> str:
    match event:
        case facts.Played(declared=int(points)) if points:
            return f" for {points}"
        case facts.SaidGo(false=True):
            return " falsely"
        case facts.Challenged(upheld=upheld):
            return ", rightly" if upheld else ", wrongly"
        case _:
            return ""
