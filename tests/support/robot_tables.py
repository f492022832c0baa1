"""Tables of every game in positions for robots."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Accept, Deal, LayAway
from engine.presets import find
from engine.state import Game, Playing
from engine.view import View
from tests.support.strategies import about_to_deal, act, cards, plays, stacked

FIVE = find("britannica-five")
SIX = find("britannica")
THREE, FOUR = find("house", players=3), find("house", players=4)
DERBY = find("crib-derby")


def never() -> float:
    """Return 0, for a robot without whims that notices everything."""
    return 0.0


def hardly() -> float:
    """Return a number for a robot that notices nothing."""
    return 0.999


def is_asked(view: View) -> bool:
    """Return whether a robot on this seat has a move to make: its turn, or an answer to a declaration."""
    if view.seat is None or not view.legal:
        return False
    return view.seat in view.waiting_on or Accept(view.seat) in view.legal


def dealt(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """Return a game after the deal of these hands by seat; not the first, so that nobody marks three for last."""
    start = replace(about_to_deal(rules, dealer=dealer, scores=scores), deal=1)
    return act(start, Deal(stacked(dealer, names, starter, to_crib)))[0]


def at_play(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """Return a game after the discard: the last cards named in each hand went to the crib."""
    game = dealt(rules, dealer, *names, starter=starter, to_crib=to_crib, scores=scores)
    for seat in range(rules.players):
        many = game.phase.each
        game, _ = act(game, LayAway(seat, cards(names[seat])[-many:]))
    assert isinstance(game.phase, Playing)
    return game


def played(game: Game, line: str) -> Game:
    """Return the game after some plays, as in ``plays``."""
    return act(game, *plays(line))[0]


def at_lay_away(rules, hand, *, dealer, laid=()) -> View:
    """Return the view of seat 0 before it discards."""
    each = 2 if rules.players == 2 else 1
    return View(
        seat=0,
        rules=rules,
        scores=(0,) * len(rules.sides),
        hindmost=(0,) * len(rules.sides),
        deal=1,
        stage="lay_away",
        waiting_on=(0,),
        dealer=dealer,
        hand=cards(hand),
        laid=cards(laid),
        to_lay=each - len(laid),
    )
