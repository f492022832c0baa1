"""Events in short, so that a test can describe the result of an action in one line."""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import (
    Amended,
    Challenged,
    Conceded,
    CountReset,
    Event,
    FreshDealChosen,
    GameWon,
    LaidAway,
    Pegged,
    Played,
    PutBack,
    Required,
    SaidGo,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
)


def short(events: Iterable[Event]) -> list[str]:
    """Return what was played, shown, said and pegged, each in a few words; other events are left out."""
    return [words for event in events if (words := _on_the_board(event) or _done(event) or _words_of(event))]


def _on_the_board(event: Event) -> str:
    match event:
        case Pegged(seat=seat, points=points, law=law):
            return f"{seat} +{points} {law}"
        case PutBack(seat=seat, points=points, law=law):
            return f"{seat} -{points} {law}"
        case GameWon(side=side, games=games, by=by):
            return f"side {side} wins {games} by {by}"
        case _:
            return ""


def _done(event: Event) -> str:
    match event:
        case LaidAway(seat=seat):
            return f"{seat} lays away"
        case TakenBack(seat=seat):
            return f"{seat} takes back"
        case StarterTurned(seat=seat, card=card):
            return f"{seat} cuts {card}"
        case Played(seat=seat, card=card, count=count, declared=declared):
            return f"{seat} {card}={count}" + (f" for {declared}" if declared else "")
        case CountReset(lead=lead):
            return f"{lead} leads"
        case Shown(seat=seat, what=what, declared=declared):
            return f"{seat} shows {what} for {declared}"
        case _:
            return ""


def _words_of(event: Event) -> str:
    match event:
        case SaidGo(seat=seat, false=false):
            return f"{seat} go{' falsely' if false else ''}"
        case Stopped(seat=seat):
            return f"{seat} stops"
        case Satisfied(seat=seat):
            return f"{seat} satisfied"
        case Amended(seat=seat, declared=declared):
            return f"{seat} amends to {declared}"
        case Challenged(seat=seat, against=against, claim=claim, upheld=upheld):
            return f"{seat} says {claim} to {against}, {'rightly' if upheld else 'wrongly'}"
        case Required(seat=seat, of=of):
            return f"{seat} requires {of}"
        case FreshDealChosen(seat=seat):
            return f"{seat} asks a fresh deal"
        case Conceded(seat=seat, why=why):
            return f"{seat} {why}"
        case _:
            return ""
