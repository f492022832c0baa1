"""Moves in the words that a player may type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine import actions
from engine.actions import Move


def write_move(move: Move, names: Sequence[str] = ()) -> str:
    """Return a move in the words that ``read_move`` reads: ``"play 5H for 2"``, ``"too many"``.

    With the players' names a challenge says whose count it means.
    """
    match move:
        case actions.NameNumber(number=number) | actions.CutPack(number=number):
            return f"cut {number}"
        case actions.LayAway(cards=cards):
            return f"lay {' '.join(map(str, cards))}"
        case actions.TakeBack(cards=cards):
            return f"take back {' '.join(map(str, cards))}"
        case actions.Play(card=card, declared=None):
            return f"play {card}"
        case actions.Play(card=card, declared=15):  # "for 15" might be a fifteen
            return f"play {card} for 15 points"
        case actions.Play(card=card, declared=points):
            return f"play {card} for {points}"
        case actions.Declare(points=points):
            return f"declare {points}"
        case actions.Amend(points=points, what=what):
            return f"amend {points}" if what is None else f"amend the {what} to {points}"
        case actions.Challenge(claim=claim, against=against, points=points, card=named):
            whose = "" if against is None or not names else f"{names[against]}: "
            whose += "" if named is None else f"{named} "
            amount = "" if points is None else f" by {points}"
            return f"{whose}{claim.replace('_', ' ')}{amount}"
        case _:
            return _WORDS[type(move)]


_WORDS: Final[dict[type, str]] = {
    actions.WaiveCut: "no cut",
    actions.AskFreshDeal: "fresh deal",
    actions.StandDeal: "stand",
    actions.ClaimHeels: "his heels",
    actions.SayGo: "go",
    actions.Stop: "stop",
    actions.Require: "require",
    actions.MarkTwo: "mark two",
    actions.Accept: "satisfied",
    actions.Resign: "resign",
}
