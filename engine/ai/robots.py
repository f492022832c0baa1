"""The robots: each chooses a move from what its own seat may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, TypeVar

from engine.actions import (
    Accept,
    AskFreshDeal,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    Move,
    NameNumber,
    Play,
    SayGo,
    StandDeal,
    WaiveCut,
)
from engine.ai.card_play import at_own_turn, best_card
from engine.ai.challenges import challenge_due
from engine.ai.discards import is_below_average, tosses
from engine.ai.play_search import best_play
from engine.ai.two_hand_discards import judge_discards
from engine.cards import Card, Rank
from engine.pegging import peg_points
from engine.rules import Pegging, PredealCut
from engine.scoring import show_total
from engine.view import View

Chance: TypeAlias = Callable[[], float]
"""Returns a uniform random number from 0 to below 1 at each call."""

EASY: Final = "easy"
CLUB: Final = "club"
EXPERT: Final = "expert"
LEVELS: Final = (EASY, CLUB)
"""The levels of the robots at tables, from a beginner to a good club player."""

EVERY_LEVEL: Final = (*LEVELS, EXPERT)
"""Every level. An expert thinks for too long to move in a process that serves people."""

NOTICED: Final[Mapping[str, float]] = {EASY: 0.5, CLUB: 0.9, EXPERT: 1.0}
"""The share of wrong declarations that a robot of each level notices; robots never challenge a correct one."""

_WHIM: Final = 6.0
"""The most points by which an easy robot misjudges a discard."""

_ATTENTION: Final = 0.6
"""How often an easy robot looks for the card that scores most."""

_One = TypeVar("_One")


def is_asked(view: View) -> bool:
    """Return whether a robot on this seat has a move to make: its turn, or an answer to a declaration."""
    if view.seat is None or not view.legal:
        return False
    return view.seat in view.waiting_on or Accept(view.seat) in view.legal


def choose(view: View, level: str, chance: Chance) -> Move:
    """Return the move of a robot; it knows what the view shows and nothing else.

    Robots of every level declare true counts. While another player's declaration is open, a robot challenges it, makes
    its own move if it has one, or accepts. Raises ``ValueError`` for an unknown level, and when the robot has no move.
    """
    if level not in EVERY_LEVEL:
        raise ValueError(f"there is no robot of the level {level!r}; choose {' or '.join(EVERY_LEVEL)}")
    challenge = challenge_due(view)
    if challenge is not None and chance() < NOTICED[level]:
        return challenge
    move = _answer(view, level, chance)
    if move is not None:
        return move
    if view.window is not None and view.seat is not None and Accept(view.seat) in view.legal:
        return Accept(view.seat)
    raise ValueError(f"nothing is asked of seat {view.seat}")


def _answer(view: View, level: str, chance: Chance) -> Move | None:
    """Return the robot's own move; None where it can only answer another player's declaration."""
    for move in view.legal:
        match move:
            case LayAway():
                return _lay_away(view, level, chance)
            case ClaimHeels() | Play():
                return _in_the_play(view, level, chance)
            case Declare():
                return _declare(view)
            case NameNumber():
                return _any(view.legal, NameNumber, chance)
            case CutPack() | WaiveCut():
                return _cut(view, chance)
            case AskFreshDeal(seat=seat) | StandDeal(seat=seat):
                return AskFreshDeal(seat) if is_below_average(view) else StandDeal(seat)
            case MarkTwo() | SayGo():
                # Two holes are worth more than a card that the offender would rather have kept.
                return move
            case _:
                continue
    return None


def _lay_away(view: View, level: str, chance: Chance) -> LayAway:
    assert view.seat is not None
    if level == EXPERT and _is_two_hands_of_six(view) and not view.laid:
        return LayAway(view.seat, judge_discards(view, chance)[0].cards)
    found = tosses(view)
    if level != EASY:
        return LayAway(view.seat, found[0].cards)
    return LayAway(view.seat, max(found, key=lambda toss: toss.total + _WHIM * chance()).cards)


def _in_the_play(view: View, level: str, chance: Chance) -> Move | None:
    """Claim his heels first, which is lost once the dealer has played; otherwise play a card and declare its points."""
    assert view.seat is not None
    if view.rules.heels_forfeit and _turned_a_jack(view) and ClaimHeels(view.seat) in view.legal:
        return ClaimHeels(view.seat)
    cards = [move.card for move in view.legal if isinstance(move, Play)]
    if not cards:
        return None
    table = at_own_turn(view)
    card = cards[0] if len(cards) == 1 else _card(table, cards, level, chance)
    if view.rules.pegging is Pegging.AUTOMATIC:
        return Play(view.seat, card)
    return Play(view.seat, card, _pegs(table, card) or None)


def _card(view: View, cards: list[Card], level: str, chance: Chance) -> Card:
    """Return the card to play. A robot never stops while a card can be played, because nobody can answer it."""
    if level == EXPERT and _is_two_hands_of_six(view):
        return best_play(view, chance)
    if level != EASY:
        return best_card(view)
    if chance() >= _ATTENTION:
        return cards[int(chance() * len(cards))]
    return max(cards, key=lambda card: _pegs(view, card))


def _is_two_hands_of_six(view: View) -> bool:
    return (view.rules.players, view.rules.dealt) == (2, 6)


def _pegs(view: View, card: Card) -> int:
    return peg_points((*(played for _, played in view.series), card))


def _turned_a_jack(view: View) -> bool:
    return view.starter is not None and view.starter.rank is Rank.JACK


def _declare(view: View) -> Declare:
    """Declare the true count; while the last card of the play is open, the first hand to show is the robot's own."""
    assert view.seat is not None
    assert view.starter is not None
    if view.shown is not None:
        _, what, cards = view.shown
        return Declare(view.seat, show_total(cards, view.starter, crib=what == "crib"))
    played = (card for seat, card in view.played if seat == view.seat)
    return Declare(view.seat, show_total((*view.hand, *played), view.starter))


def _cut(view: View, chance: Chance) -> Move:
    """Cut the pack before the deal where cutting is free; waive the cut where it gives the dealer two."""
    waives = [move for move in view.legal if isinstance(move, WaiveCut)]
    if waives and view.rules.predeal_cut is not PredealCut.FREE:
        return waives[0]
    return _any(view.legal, CutPack, chance)


def _any(moves: tuple[Move, ...], kind: type[_One], chance: Chance) -> _One:
    """Return a random move of one kind."""
    offered = [move for move in moves if isinstance(move, kind)]
    return offered[int(chance() * len(offered))]
