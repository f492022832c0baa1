"""With ceremony the players cut: for the deal, to the dealer, and for the starter (000:13, 002:9, 003:23)."""

from dataclasses import replace

import pytest

from engine.actions import CutForDeal, CutPack, Deal, LayAway, NameNumber, WaiveCut
from engine.cards import PACK
from engine.errors import OutOfTurn, WrongNumber
from engine.events import (
    CutWaived,
    DealerChosen,
    ForDealCut,
    NumberNamed,
    StarterTurned,
)
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import Cutting, Playing
from engine.view import view
from tests.support.strategies import REFEREE, TABLES, about_to_deal, act, refused

A, B = 0, 1
"""A is the pone, B deals."""

HOUSE = find("house", ceremony=True)
FREE = find("bicycle", ceremony=True)


# The cut for deal.


def test_000_13_every_player_names_a_number_that_leaves_four_at_either_end():
    game = begin(HOUSE)
    assert game.phase == Cutting(0, (None, None))
    assert (waiting_on(game), chance(game)) == ((A, B), None)
    assert legal(game, A) == tuple(NameNumber(A, number) for number in range(4, 49))
    assert view(game, A).stage == "cut"
    game, events = apply(game, NameNumber(B, 30))
    assert events == (NumberNamed(B, 30),)
    assert (waiting_on(game), legal(game, B)) == ((A,), ())
    assert refused(game, CutForDeal(PACK), OutOfTurn) is Law.CUT
    assert NameNumber(A, 30) not in legal(game, A)
    assert len(legal(game, A)) == 44
    game, _ = apply(game, NameNumber(A, 4))
    assert (waiting_on(game), chance(game)) == ((), ("cut", 1))


def test_four_hands_the_cut_seats_the_players_with_their_numbers():
    game = begin(find("house", players=4, ceremony=True))
    game, _ = act(game, *(NameNumber(seat, number) for seat, number in enumerate((40, 10, 44, 20))))
    _, events = apply(game, CutForDeal(PACK))
    by_place = (PACK[9], PACK[39], PACK[19], PACK[43])
    assert events == (ForDealCut(by_place, (10, 40, 20, 44), (1, 0, 3, 2)), DealerChosen(0))


# The cut to the dealer.


def waiting(rules=FREE, **options):
    """A game in which B is about to deal."""
    return about_to_deal(rules, dealer=B, **options)


def test_000_13_the_pone_may_cut_before_the_deal_or_leave_it():
    game = waiting()
    assert (waiting_on(game), chance(game)) == ((A,), None)
    assert legal(game, A) == (*(CutPack(A, number) for number in range(4, 49)), WaiveCut(A))
    assert legal(game, B) == ()
    assert view(game, A).stage == "deal"
    left, events = apply(game, WaiveCut(A))
    assert events == (CutWaived(A),)
    assert (waiting_on(left), chance(left)) == ((), ("deal", 1))
    assert apply(left, Deal(PACK))[1][0].hands[A] == PACK[0:12:2]


def test_only_the_player_on_the_dealers_left_leaves_the_pack_uncut():
    game = waiting(find("bicycle", players=3, ceremony=True))
    assert refused(game, WaiveCut(0), OutOfTurn) is Law.PREDEAL_CUT


@pytest.mark.parametrize("rules", [HOUSE, REFEREE, find("crib-derby"), find("bicycle")])
def test_elsewhere_there_is_no_question(rules):
    game = waiting(rules)
    assert (waiting_on(game), legal(game, A), chance(game)) == ((), (), ("deal", 1))
    for action in (CutPack(A, 20), WaiveCut(A)):
        assert refused(game, action, OutOfTurn) is Law.PREDEAL_CUT


# The starter.

MOST = {"house-2-ceremony": 36, "britannica-five-2-ceremony": 38, "house-3-ceremony": 32, "house-4-ceremony": 28}


def crib_complete(rules):
    """Return a game in which everyone has discarded, and seat 1 deals."""
    quiet = replace(rules, predeal_cut="none", irregular="refuse")
    game, _ = apply(about_to_deal(quiet, dealer=B), Deal(PACK))
    each = game.phase.each
    return act(game, *(LayAway(seat, hand[:each]) for seat, hand in enumerate(game.phase.hands)))[0]


@pytest.mark.parametrize(("table", "most"), MOST.items())
def test_002_9_the_pone_cuts_four_to_all_but_four(table, most):
    game = crib_complete(TABLES[table])
    pone = (B + 1) % TABLES[table].players
    assert (waiting_on(game), chance(game)) == ((pone,), None)
    assert view(game, pone).stage == "starter"
    assert legal(game, pone) == tuple(NameNumber(pone, number) for number in range(4, most + 1))
    for number in (3, most + 1, True, "20"):
        assert refused(game, NameNumber(pone, number), WrongNumber) is Law.CUT
    for seat in set(range(TABLES[table].players)) - {pone}:
        assert legal(game, seat) == ()
        assert refused(game, NameNumber(seat, 20), OutOfTurn) is Law.CUT
    for number in (4, 20, most):
        after, events = apply(game, NameNumber(pone, number))
        assert events[0] == StarterTurned(pone, game.phase.undealt[number], number)  # the card below so many
        assert isinstance(after.phase, Playing)
