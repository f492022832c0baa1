"""From the cut to the starter: the lower card deals, six cards each, two discards, and two for his heels."""

from itertools import combinations

import pytest
from hypothesis import given

from engine.actions import ChooseDealer, ClaimHeels, CutForDeal, Deal, LayAway
from engine.cards import PACK
from engine.errors import IllegalAction, OutOfTurn
from engine.events import DealerChosen, Dealt, ForDealCut, LaidAway, StarterTurned
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import Cutting, LayingAway
from engine.view import view
from tests.support.strategies import (
    ACC,
    BRITANNICA,
    REFEREE,
    about_to_deal,
    act,
    cards,
    dealt_out,
    packs,
    plays,
    refused,
    stacked,
    whole_pack,
)

# The cut for deal.


def test_000_13_equal_cards_are_cut_again_until_they_differ():
    game = begin(REFEREE)
    assert (game.scores, game.hindmost, game.deal, waiting_on(game)) == ((0, 0), (0, 0), 0, ())
    for number in range(3):
        assert (game.phase, chance(game)) == (Cutting(number), ("cut", number + 1))
        game, events = apply(game, CutForDeal(whole_pack(cards("7H 7C"))))
        assert events == (ForDealCut(cards("7H 7C")),)
    with pytest.raises(IllegalAction) as refused:
        apply(game, ChooseDealer(1))
    assert refused.value.law is Law.CUT
    assert apply(game, CutForDeal(whole_pack(cards("KS QS"))))[1] == (ForDealCut(cards("KS QS")), DealerChosen(1))


@pytest.mark.parametrize("pack", [(), PACK[1:], (*PACK[:51], PACK[0]), (*PACK, PACK[0])])
@pytest.mark.parametrize(
    ("game", "shuffle_in", "law"),
    [(begin(REFEREE), CutForDeal, Law.CUT), (about_to_deal(REFEREE, dealer=0), Deal, Law.DEAL)],
)
def test_000_9_the_cut_and_the_deal_are_from_a_whole_pack(game, shuffle_in, law, pack):
    with pytest.raises(IllegalAction, match="52") as refused:
        apply(game, shuffle_in(pack))
    assert refused.value.law is law


# The deal.


@pytest.mark.parametrize("dealer", [0, 1])
@given(pack=packs())
def test_000_15_cards_go_round_one_at_a_time_to_the_opponent_first(dealer, pack):
    game, events = apply(about_to_deal(REFEREE, dealer=dealer), Deal(pack))
    pone = 1 - dealer
    (dealt,) = events
    assert isinstance(dealt, Dealt)
    assert dealt.dealer == dealer
    assert dealt.hands[pone] == pack[0:12:2]
    assert dealt.hands[dealer] == pack[1:12:2]
    assert (dealt.to_crib, dealt.undealt) == ((), pack[12:])
    assert game.phase == LayingAway(dealer, dealt.hands, ((), ()), (), pack[12:])
    assert (game.deal, waiting_on(game), chance(game)) == (1, (0, 1), None)


# The discard.

SIX = ("5H 5D 5C JS 2C 3C", "AH AD AC AS 9C 8C")


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_000_19_each_lays_two_away_in_either_order_and_the_four_are_the_crib(dealer, order):
    game, _ = apply(about_to_deal(REFEREE, dealer=dealer), Deal(stacked(dealer, SIX, "TD")))
    for seat in (0, 1):
        choices = {frozenset(action.cards) for action in legal(game, seat)}
        assert choices == {frozenset(pair) for pair in combinations(cards(SIX[seat]), 2)}
    thrown = (cards("2C 3C"), cards("8C 9C"))
    turned_round, _ = apply(game, LayAway(order[0], thrown[order[0]][::-1]))
    game, first = apply(game, LayAway(order[0], thrown[order[0]]))
    assert first == (LaidAway(order[0], thrown[order[0]]),)
    assert game.phase.hands == turned_round.phase.hands
    assert isinstance(game.phase, LayingAway)
    assert (waiting_on(game), legal(game, order[0])) == ((order[1],), ())
    game, second = apply(game, LayAway(order[1], thrown[order[1]]))
    assert [type(event) for event in second] == [LaidAway, StarterTurned]
    assert set(game.phase.crib) == {*cards("2C 3C 8C 9C")}
    assert game.phase.laid == thrown
    assert game.phase.kept == game.phase.hands == (cards("5H 5D 5C JS"), cards("AH AD AC AS"))


# His heels where the dealer marks them, or loses them.

A, B = 0, 1
"""A is the pone, B deals."""

HANDS = ("8C 7D KH KS", "7S 6H 2C 2D")


def with_starter(starter="JD", *, rules=ACC, **options):
    """A game in which this card has just been turned up."""
    return dealt_out(HANDS, starter=starter, rules=rules, **options)[0]


@pytest.mark.parametrize("starter", ["JD", "TD"])
def test_the_button_is_there_on_every_deal_jack_or_no_jack(starter):
    game = with_starter(starter)
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
    game = with_starter(starter)
    assert refused(game, ClaimHeels(B)) is Law.HIS_HEELS
    assert ClaimHeels(B) in legal(game, B)


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
    game, _ = act(with_starter(rules=BRITANNICA), *plays("0:KH 1:go"))
    assert game.phase.offender == B
    assert legal(game, B) == ()
    assert refused(game, ClaimHeels(B), OutOfTurn) is Law.FALSE_GO
    game, _ = act(game, *plays("0:two 1:heels"))
    assert game.scores == (2, 2)
