"""The deal: one card at a time, beginning at the dealer's left."""

from __future__ import annotations

from engine.actions import Deal
from engine.events import Dealt
from engine.state import Game, Steps, ToDeal


def deal(game: Game, phase: ToDeal, action: Deal) -> Steps:
    """Six cards each, face down, from the top of the pack (000:15)."""
    players, dealt = game.rules.players, game.rules.dealt
    places = ((seat - phase.dealer - 1) % players for seat in range(players))
    hands = tuple(action.pack[place : players * dealt : players] for place in places)
    return (yield Dealt(phase.dealer, hands, (), action.pack[players * dealt :]))
