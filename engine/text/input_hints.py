"""What a player can type now, said in one clause."""

from __future__ import annotations

from collections.abc import Iterator

from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    NameNumber,
    Play,
    Require,
    SayGo,
    Stop,
    WaiveCut,
)
from engine.messages import say
from engine.rules import Pegging, PredealCut
from engine.text.spoken_counts import number_in_words
from engine.view import Stage, View


def what_now(view: View) -> str:
    """What a player can type now, or what he waits for: a clause to stand behind "now" or a colon."""
    ways = tuple(_ways(view))
    if not ways:
        return _waiting(view)
    said = say("type {ways}", ways=say(", or ").join(ways))
    # Some things may be said while others are asked, such as his heels before the lead.
    return said if is_asked(view) else say("{waiting}, or {said}", waiting=_waiting(view), said=said)


def may(view: View, *kinds: type) -> bool:
    """Whether a move of these kinds is among those that the laws allow the seat now."""
    return any(isinstance(move, kinds) for move in view.legal)


def is_asked(view: View) -> bool:
    """Whether something is asked of the seat, or at least of nobody else."""
    return not view.waiting_on or view.seat in view.waiting_on


def next_act(view: View) -> Stage:
    """The stage to which the seat's next act belongs: the show begins while the last card lies open to challenge."""
    return "show" if may(view, Declare) else view.stage


def has_laid(view: View) -> bool:
    """Whether the seat has laid away, and has nothing more to lay."""
    return bool(view.laid) and not may(view, LayAway)


def _ways(view: View) -> Iterator[str]:
    """Everything that can be typed now but for resigning, and for what is against the laws."""
    if may(view, AskFreshDeal):
        yield '"fresh deal"'
        yield '"stand"'
    if may(view, Require):
        yield say('"require" to have the card played')
        yield '"mark two"'
    if view.offender is not None:
        return
    if may(view, Accept, Challenge):
        yield '"satisfied"'
        yield '"too many"'
        if any(isinstance(move, Challenge) and move.claim == "too_few" for move in view.legal):
            yield '"too few"'
    for move in view.legal:
        if isinstance(move, Amend):
            yield say("the count you meant, such as amend {points}", points=move.points)
            break
    yield from _acts(view)


def _acts(view: View) -> Iterator[str]:
    """What the seat can do at the stage that the deal has reached."""
    match next_act(view):
        case "cut" | "starter" if may(view, NameNumber):
            yield say(
                "how many cards you cut{starter}, such as cut 20",
                starter=say(" for the starter") if view.stage == "starter" else "",
            )
        case "deal":
            if may(view, CutPack):
                cost = say(", which gives the dealer two") if view.rules.predeal_cut is PredealCut.TWO else ""
                yield say("how many cards you cut, such as cut 20{cost}", cost=cost)
            if may(view, WaiveCut):
                yield say('"deal" to leave the pack as it is')
        case "lay_away" if not has_laid(view):
            one = view.to_lay == 1
            what = say("card you lay away, such as 2C" if one else "cards you lay away, such as 2C 9D")
            yield say("the {to_lay}{what}", to_lay="" if one else number_in_words(view.to_lay) + " ", what=what)
        case "play":
            yield from _in_play(view)
        case "show" if may(view, Declare) or (is_asked(view) and not view.legal):
            yield say("what your cards count, such as 12")


def _in_play(view: View) -> Iterator[str]:
    """Cards before words; go is named only where nothing comes in."""
    if may(view, Play) or (is_asked(view) and not view.legal):
        pegs = view.rules.pegging is Pegging.DECLARED
        yield say("the card you play and what it pegs, such as 5H for 2" if pegs else "the card you play, such as 5H")
    elif may(view, SayGo):
        yield '"go"'
    if may(view, Stop):
        yield '"stop"'
    if may(view, ClaimHeels):
        yield say('"his heels" if a jack was turned up')


def _waiting(view: View) -> str:
    """What a player waits for who can do nothing."""
    if view.offender is not None:
        return say("wait until the adversary has chosen what follows")
    if view.window is not None:
        return say("wait until what was declared has been answered")
    match view.stage:
        case "over":
            return say("start another game")
        case "play":
            return say("wait for the next card")
        case "show":
            return say("wait for the next count")
        case "starter":
            return say("wait for the starter")
        case _:
            return say("wait for the cards")
