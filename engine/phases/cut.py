"""The cut for deal: the lower card deals."""

from __future__ import annotations

from engine.actions import ChooseDealer, CutForDeal
from engine.errors import OutOfTurn
from engine.events import DealerChosen, ForDealCut
from engine.laws import Law
from engine.state import Cutting, Game, Steps


def cut(game: Game, action: CutForDeal) -> Steps:
    """Each seat cuts a card and the lowest deals; equal lowest cards are cut again from a new pack (000:13)."""
    cards = action.pack[: game.rules.players]
    game = yield ForDealCut(cards)
    ranks = [card.rank for card in cards]
    if ranks.count(min(ranks)) == 1:
        game = yield DealerChosen(ranks.index(min(ranks)))
    return game


def choose(phase: Cutting, action: ChooseDealer) -> Steps:
    """The first deal falls to a seat without a cut: the loser of the last game, say (000:13)."""
    if phase.tries:
        raise OutOfTurn(Law.CUT, "The cut has begun, and equal cards are cut again.")
    return (yield DealerChosen(action.seat))
