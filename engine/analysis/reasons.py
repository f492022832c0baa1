"""The reason why one choice is better than another, in one sentence."""

from __future__ import annotations

from typing import Final

from engine.ai.judge import Judgement
from engine.cards import Card
from engine.messages import Message, message
from engine.pegging import count_of, peg_points
from engine.view import View

_CLEAR: Final = 0.2
"""The least difference in points that is given as a reason, where there is one."""

_TENTH: Final = 10
_MADE_BY_A_TENTH: Final = (15, 31)


def reason(view: View, chosen: Judgement, better: Judgement) -> Message:
    """Return why ``better`` beats ``chosen``; the view is that of a seat which had both choices."""
    if view.stage == "lay_away":
        return _of_discards(view, chosen, better)
    return _of_cards(view, chosen, better)


def _of_discards(view: View, chosen: Judgement, better: Judgement) -> Message:
    hand, crib, peg = better.hand - chosen.hand, better.crib - chosen.crib, better.peg - chosen.peg
    most = max(hand, crib, peg)
    if most < _CLEAR or (better.chance is not None and better.points < chosen.points):
        return _near_the_end(view, chosen, better)
    if most == hand:
        return message(
            "It keeps a better hand: {better:.1f} points on average instead of {chosen:.1f}.",
            better=better.hand,
            chosen=chosen.hand,
        )
    if most == peg:
        return message("The cards it keeps peg {points:.1f} points more on average.", points=peg)
    if better.crib > 0:
        return message("It gives your crib {points:.1f} points more on average.", points=crib)
    if view.rules.players > 2:
        return message("The other side's crib gets less, and that is worth {points:.1f} points.", points=crib)
    return message("It gives your opponent's crib {points:.1f} points less on average.", points=crib)


def _of_cards(view: View, chosen: Judgement, better: Judgement) -> Message:
    series = tuple(card for _, card in view.at_own_turn().series)
    scored, missed = peg_points((*series, better.cards[0])), peg_points((*series, chosen.cards[0]))
    if scored > missed:
        return message("It scores {points} points at once.", points=scored)
    fewer = chosen.theirs - better.theirs
    more = better.points - chosen.points - fewer
    if fewer > max(_CLEAR, more):
        return _of_answers(view, series, chosen, better)
    if more > _CLEAR:
        return message("It pegs {points:.1f} points more on average.", points=more)
    return _near_the_end(view, chosen, better)


def _of_answers(view: View, series: tuple[Card, ...], chosen: Judgement, better: Judgement) -> Message:
    card = chosen.cards[0]
    made = count_of((*series, card)) + _TENTH
    if made in _MADE_BY_A_TENTH and count_of((*series, better.cards[0])) + _TENTH not in _MADE_BY_A_TENTH:
        return message("After {card} any 10, J, Q or K makes {made}.", card=card.face, made=made)
    points = chosen.theirs - better.theirs
    if view.rules.players > 2:
        return message(
            "After {card} your opponents peg {points:.1f} points more on average.", card=card.face, points=points
        )
    return message(
        "After {card} your opponent pegs {points:.1f} points more on average.", card=card.face, points=points
    )


def _near_the_end(view: View, chosen: Judgement, better: Judgement) -> Message:
    """Return a reason where the order of the show matters more than points."""
    assert view.seat is not None
    side, sides = view.rules.side_of(view.seat), view.rules.sides
    others = [other for other, seats in enumerate(sides) if other != side and not view.closed.issuperset(seats)]
    mine, theirs = view.to_go(side), min(map(view.to_go, others))
    if better.chance is None and view.stage == "play":
        points = better.points - chosen.points
        return message("It pegs {points:.1f} points more on average.", points=points)
    if better.chance is None:
        return message("It is a little better in everything: hand, crib and pegging.")
    if len(others) > 1:
        return message("You need {mine}, and the first of the others {theirs}.", mine=mine, theirs=theirs)
    if better.peg - chosen.peg > _CLEAR:
        return message("You need {mine} and your opponent {theirs}, so pegging decides.", mine=mine, theirs=theirs)
    if view.rules.players == 4:
        return message("Your side needs {mine} and the other side {theirs}.", mine=mine, theirs=theirs)
    if view.dealer == view.seat:
        return message(
            "You need {mine}, and your opponent, who counts first, needs {theirs}.", mine=mine, theirs=theirs
        )
    return message("You count first and need {mine}. Your opponent needs {theirs}.", mine=mine, theirs=theirs)
