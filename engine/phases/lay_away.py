"""Laying away: each player gives cards to the dealer's crib."""

from __future__ import annotations

from itertools import combinations

from engine.actions import LayAway
from engine.errors import CardNotHeld, OutOfTurn, WrongLayAway
from engine.events import LaidAway
from engine.laws import Law
from engine.state import Game, LayingAway, Steps


def to_lay(phase: LayingAway) -> int:
    """How many cards a seat lays away: the crib is always four (000:19)."""
    return (4 - len(phase.to_crib)) // len(phase.hands)


def legal(phase: LayingAway, seat: int) -> tuple[LayAway, ...]:
    """Every way in which a seat may lay away; none when it already has."""
    if phase.laid[seat]:
        return ()
    return tuple(LayAway(seat, cards) for cards in combinations(phase.hands[seat], to_lay(phase)))


def lay_away(game: Game, phase: LayingAway, action: LayAway) -> Steps:
    """Two cards to the crib, face down and for good (002 law 11)."""
    if phase.laid[action.seat]:
        raise OutOfTurn(Law.LAID_OUT, "You have laid away already; a card laid away is not taken back.")
    many = to_lay(phase)
    if len(action.cards) != many or len(set(action.cards)) != many:
        raise WrongLayAway(Law.LAY_AWAY, f"Lay away {many} different cards, not {len(action.cards)}.")
    for card in action.cards:
        if card not in phase.hands[action.seat]:
            raise CardNotHeld(Law.LAY_AWAY, f"You do not hold {card}; lay away cards of your own hand.")
    return (yield LaidAway(action.seat, action.cards))
