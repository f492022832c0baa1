"""The starter: the pone cuts, the dealer turns a card up, and a jack is his heels."""

from __future__ import annotations

from engine.cards import Rank
from engine.events import StarterTurned
from engine.laws import Law
from engine.phases.pegs import pegged
from engine.state import Game, LayingAway, Steps


def turn_up(game: Game, phase: LayingAway) -> Steps:
    """With the crib complete, turn the top card up; a jack pegs two for the dealer at once (000:21)."""
    starter = phase.undealt[0]
    game = yield StarterTurned((phase.dealer + 1) % len(phase.hands), starter)
    if starter.rank is Rank.JACK:
        game = yield pegged(game, phase.dealer, 2, Law.HIS_HEELS, (starter,))
    return game
