"""Declared pegging: players declare the points of a card, and the referee rules on them at once."""

import pytest

from engine.actions import ChooseDealer, Deal, LayAway, Play
from engine.audit import play_again
from engine.cards import Card
from engine.errors import WrongDeclaration
from engine.game import apply, apply_recorded, begin, legal
from engine.laws import Law
from engine.rules import Rules
from tests.support.strategies import ACC, BRITANNICA, REFEREE, act, cards, dealt_out, plays, stacked

A, B = 0, 1
"""A is the pone, B deals."""

DECLARED = Rules(pegging="declared")
HANDS = ("8C 7D KH KS", "7S 6H 2C 2D")


def play_moves(line, *, hands=HANDS, rules=DECLARED, **options):
    """A game after these moves, and what came of them."""
    game, _ = dealt_out(hands, starter="TS", rules=rules, **options)
    return act(game, *plays(line))


@pytest.mark.parametrize("points", [30, -1, True, "2"])
def test_no_card_makes_more_than_twenty_nine(points):
    game, _ = play_moves("0:8C")
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Play(B, Card.parse("7S"), points))
    assert refused.value.law is Law.DECLARED
    assert game == play_moves("0:8C")[0]


@pytest.mark.parametrize("points", [0, 2])
def test_where_the_engine_pegs_nothing_is_declared(points):
    game, _ = play_moves("0:8C", rules=REFEREE)
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Play(B, Card.parse("7S"), points))
    assert refused.value.law is Law.DECLARED


def test_the_moves_that_are_offered_declare_nothing_yet():
    game, _ = play_moves("0:8C")
    assert legal(game, B) == plays("1:7S 1:6H 1:2C 1:2D")
    assert all(move.declared is None for move in legal(game, B))


# What no card can make.


@pytest.mark.parametrize(("line", "most"), [("0:", 2), ("0:2H 1:", 2), ("0:2H 1:2S 0:", 8), ("0:2H 1:2S 0:2D 1:", 12)])
@pytest.mark.parametrize("rules", [ACC, DECLARED, BRITANNICA], ids=["acc", "referee", "britannica"])
def test_a_count_that_no_card_can_make_is_refused_whatever_the_cards_are(line, most, rules):
    hands = ("2H 2D KH KS", "2S 2C QD QS")
    *before, last = line.split()
    game, _ = play_moves(" ".join(before), rules=rules, hands=hands)
    seat = int(last[0])
    for card in game.phase.hands[seat]:
        assert apply(game, Play(seat, card, most))
        with pytest.raises(WrongDeclaration, match=f"^No card can score {most + 1} points here"):
            apply(game, Play(seat, card, most + 1))


def test_after_a_thirty_one_that_is_open_a_card_leads_and_makes_no_more_than_two():
    hands = ("KH 5D JC 2C", "QS 6H TD 3S")
    game, _ = play_moves("0:KH 1:QS 0:5D 1:6H=2", rules=ACC, hands=hands)
    assert game.open_windows
    with pytest.raises(WrongDeclaration, match="from 0 to 2"):
        apply(game, Play(0, cards("JC")[0], 8))


def test_a_record_of_an_older_game_with_such_a_count_is_played_again():
    deal = Deal(stacked(1, ("8C 7D KH KS 2S 3S", "7S 6H 2C 2D QH QS"), "TS"))
    away = (LayAway(0, cards("2S 3S")), LayAway(1, cards("QH QS")))
    game, events = act(begin(ACC), ChooseDealer(1), deal, *away, *plays("0:8C"))
    _, more = apply_recorded(game, Play(1, cards("7S")[0], 12))
    assert play_again(ACC, (*events, *more)).scores == (0, 12)
