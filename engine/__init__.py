"""The rules of cribbage and nothing else: no clock, no chance, no storage, no Discord."""

from engine.cards import PACK, Card, Rank, Suit
from engine.errors import CribbageError, IllegalAction, NotationError, RulesError
from engine.laws import Law
from engine.pegging import peg, peg_points
from engine.scoring import Count, Item, show, show_total

__all__ = [
    "PACK",
    "Card",
    "Count",
    "CribbageError",
    "IllegalAction",
    "Item",
    "Law",
    "NotationError",
    "Rank",
    "RulesError",
    "Suit",
    "peg",
    "peg_points",
    "show",
    "show_total",
]
