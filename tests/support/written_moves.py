"""Moves in the words that a player may type."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    Require,
    Resign,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)


def write_move(move: Move, names: Sequence[str] = ()) -> str:
    """Return a move in the words that ``read_move`` reads: ``"play 5H for 2"``, ``"too many"``.

    With the players' names a challenge says whose count it means.
    """
    match move:
        case NameNumber(number=number) | CutPack(number=number):
            return f"cut {number}"
        case LayAway(cards=cards):
            return f"lay {' '.join(map(str, cards))}"
        case TakeBack(cards=cards):
            return f"take back {' '.join(map(str, cards))}"
        case Play(card=card, declared=None):
            return f"play {card}"
        case Play(card=card, declared=15):  # "for 15" might be a fifteen
            return f"play {card} for 15 points"
        case Play(card=card, declared=points):
            return f"play {card} for {points}"
        case Declare(points=points):
            return f"declare {points}"
        case Amend(points=points, what=what):
            return f"amend {points}" if what is None else f"amend the {what} to {points}"
        case Challenge(claim=claim, against=against, points=points, card=named):
            whose = "" if against is None or not names else f"{names[against]}: "
            whose += "" if named is None else f"{named} "
            amount = "" if points is None else f" by {points}"
            return f"{whose}{claim.replace('_', ' ')}{amount}"
        case (
            WaiveCut()
            | AskFreshDeal()
            | StandDeal()
            | ClaimHeels()
            | SayGo()
            | Stop()
            | Require()
            | MarkTwo()
            | Accept()
            | Resign()
        ):
            return _WORDS[type(move)]
        case _:
            assert_never(move)


_WORDS: Final[dict[type, str]] = {
    WaiveCut: "no cut",
    AskFreshDeal: "fresh deal",
    StandDeal: "stand",
    ClaimHeels: "his heels",
    SayGo: "go",
    Stop: "stop",
    Require: "require",
    MarkTwo: "mark two",
    Accept: "satisfied",
    Resign: "resign",
}
