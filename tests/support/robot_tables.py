"""Tables of every game in positions for robots."""

from __future__ import annotations

from dataclasses import replace

from engine.actions import Deal, LayAway, Play
from engine.cards import PACK, Card
from engine.presets import find
from engine.state import Game, Playing
from engine.view import View
from tests.support.strategies import about_to_deal, act, cards

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


def dealt(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """Return a game after the deal of these hands by seat."""
    held = [cards(hand) for hand in names]
    around = [held[(dealer + 1 + step) % len(held)] for step in range(len(held))]
    top = (*(card for turn in zip(*around, strict=True) for card in turn), *cards(to_crib), *cards(starter))
    assert len(set(top)) == len(top), "a card is dealt twice"
    start = about_to_deal(rules, dealer=dealer, scores=scores or (0,) * len(rules.sides))
    start = replace(start, deal=1)  # not the first deal, so that nobody marks three for last
    return act(start, Deal((*top, *(card for card in PACK if card not in top))))[0]


def at_play(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """Return a game after the discard: the last cards named in each hand went to the crib."""
    game = dealt(rules, dealer, *names, starter=starter, to_crib=to_crib, scores=scores)
    for seat in range(rules.players):
        many = game.phase.each
        game, _ = act(game, LayAway(seat, cards(names[seat])[-many:]))
    assert isinstance(game.phase, Playing)
    return game


def played(game: Game, line: str) -> Game:
    """Return the game after some plays.

    ``"0:9H=2 1:6D"`` is seat 0 declaring two for the nine, then seat 1 declaring nothing.
    """
    for word in line.split():
        card, _, declared = word[2:].partition("=")
        game, _ = act(game, Play(int(word[0]), Card.parse(card), int(declared) if declared else None))
    return game


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
