"""Two for his heels, marked by the dealer or by the engine."""

import pytest

from engine.actions import ClaimHeels
from engine.cards import Card
from engine.errors import OutOfTurn
from engine.events import Pegged, StarterTurned
from engine.game import legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.rules import Rules
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import ACC, BRITANNICA, act, cards, dealt_out, plays, refused

A, B = 0, 1
"""A is the pone, B deals."""

HANDS = ("8C 7D KH KS", "7S 6H 2C 2D")
AT_ONCE = {"house", "club", "bicycle"}
FORFEITED = {"britannica", "britannica-five", "crib-derby", "acc"}


def turned(starter="JD", *, rules=ACC, **options):
    """A game in which this card has just been turned up."""
    return dealt_out(HANDS, starter=starter, rules=rules, **options)[0]


@pytest.mark.parametrize("name", sorted(AT_ONCE))
def test_000_21_at_once(name):
    game = turned(rules=find(name))
    assert game.scores == (0, 2)
    assert all(not isinstance(move, ClaimHeels) for move in legal(game, B))
    assert refused(game, ClaimHeels(B)) is Law.HIS_HEELS


@pytest.mark.parametrize("name", sorted(FORFEITED - {"britannica-five"}))
def test_002_12_they_wait_for_the_dealer(name):
    _, events = dealt_out(HANDS, starter="JD", rules=find(name))
    assert events[-1] == StarterTurned(A, Card.parse("JD"))
    game, events = act(turned(rules=find(name)), ClaimHeels(B))
    assert events == (Pegged(B, B, 2, Law.HIS_HEELS, cards("JD"), 2),)
    assert waiting_on(game) == (A,)
    assert legal(game, B) == ()


def test_five_cards_002_12_they_wait_for_the_dealer_too():
    game, _ = dealt_out(("8C 7D KH", "7S 6H 2C"), starter="JD", rules=find("britannica-five"))
    assert game.scores == (3, 0)
    assert act(game, ClaimHeels(B))[0].scores == (3, 2)


@pytest.mark.parametrize("starter", ["JD", "TD"])
def test_the_button_is_there_on_every_deal_jack_or_no_jack(starter):
    game = turned(starter)
    assert legal(game, B) == (ClaimHeels(B),)
    assert view(game, B).prompt is not None
    assert waiting_on(game) == (A,)
    game, _ = act(game, *plays("0:8C"))
    assert ClaimHeels(B) in legal(game, B)
    assert waiting_on(game) == (B,)
    game, _ = act(game, *plays("1:7S"))
    assert legal(game, B) == ()


@pytest.mark.parametrize("starter", ["TD", "QC", "AS", "5H"])
def test_without_a_jack_they_are_refused(starter):
    game = turned(starter)
    assert refused(game, ClaimHeels(B)) is Law.HIS_HEELS
    assert ClaimHeels(B) in legal(game, B)


def test_they_are_not_open_to_challenge_nor_to_muggins():
    game, _ = act(turned(rules=find("acc", muggins=True)), ClaimHeels(B))
    assert not game.open_windows
    game, _ = act(turned(rules=find("acc", muggins=True)), *plays("0:8C 1:6H=0"))
    assert short(act(game, *plays("0:few=2"))[1])[-1] == "1 +2 false_challenge"  # heels overlooked are lost


def test_002_45_four_hands_the_dealer_marks_them_while_the_partner_s_card_is_open():
    rules = find("crib-derby", players=4)
    hands = ("8C 7D KH KS", "7S 6H 2C 2D", "8D 7C QH QS", "6S 5H 3C 3D")
    game, _ = dealt_out(hands, starter="JD", dealer=0, rules=rules)
    game, _ = act(game, *plays("1:7S 2:8D=2"))
    assert legal(game, 0) == (ClaimHeels(0),)
    game, _ = act(game, *plays("0:heels"))
    assert [window.seat for window in game.open_windows] == [2]
    game, _ = act(game, *plays("3:6S"))
    assert game.scores == (4, 0)


def test_law_16_they_wait_while_a_false_go_waits_for_its_answer():
    game, _ = act(turned(rules=BRITANNICA), *plays("0:KH 1:go"))
    assert game.phase.offender == B
    assert legal(game, B) == ()
    assert refused(game, ClaimHeels(B), OutOfTurn) is Law.FALSE_GO
    game, _ = act(game, *plays("0:two 1:heels"))
    assert game.scores == (2, 2)


def test_under_the_referee_they_may_be_forfeited_too():
    rules = Rules(pegging="declared", heels_forfeit=True)
    assert act(turned(rules=rules), *plays("0:8C 1:heels"))[0].scores == (0, 2)
    assert act(turned(rules=rules), *plays("0:8C 1:7S=2"))[0].scores == (0, 2)
    assert turned(rules=Rules(pegging="declared")).scores == (0, 2)  # at once, where nothing is forfeited
