"""The deal: six cards each, one at a time, beginning at the dealer's left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Deal
from engine.cards import PACK, Card
from engine.errors import IllegalAction, OutOfTurn
from engine.events import Dealt
from engine.game import apply, begin, chance, waiting_on
from engine.laws import Law
from engine.state import LayingAway
from tests.support.strategies import REFEREE, about_to_deal, cards, packs, stacked


@pytest.mark.parametrize("dealer", [0, 1])
@given(pack=packs())
def test_000_15_cards_go_round_one_at_a_time_to_the_opponent_first(dealer, pack):
    game, events = apply(about_to_deal(REFEREE, dealer=dealer), Deal(pack))
    pone = 1 - dealer
    (dealt,) = events
    assert dealt.dealer == dealer
    assert dealt.hands[pone] == pack[0:12:2]
    assert dealt.hands[dealer] == pack[1:12:2]
    assert (dealt.to_crib, dealt.undealt) == ((), pack[12:])
    assert game.phase == LayingAway(dealer, dealt.hands, ((), ()), (), pack[12:])


@given(packs(), st.sampled_from((0, 1)))
def test_every_card_of_the_pack_is_dealt_or_left_in_it(pack, dealer):
    _, (dealt,) = apply(about_to_deal(REFEREE, dealer=dealer), Deal(pack))
    everywhere = (*dealt.hands[0], *dealt.hands[1], *dealt.to_crib, *dealt.undealt)
    assert len(everywhere) == 52
    assert set(everywhere) == set(PACK)


def test_a_stacked_pack_gives_the_hands_it_was_stacked_for():
    hands = ("5H 5D 5C JS 2C 3C", "AH AD AC AS 9C 8C")
    for dealer in (0, 1):
        _, events = apply(about_to_deal(REFEREE, dealer=dealer), Deal(stacked(dealer, hands, "5S")))
        assert events[0].hands == (cards(hands[0]), cards(hands[1]))
        assert events[0].undealt[0] is Card.parse("5S")


def test_deals_are_counted_and_both_seats_lay_away():
    game, _ = apply(about_to_deal(REFEREE, dealer=0), Deal(PACK))
    assert game.deal == 1
    assert waiting_on(game) == (0, 1)
    assert chance(game) is None


def test_nothing_is_dealt_before_the_cut():
    with pytest.raises(OutOfTurn):
        apply(begin(REFEREE), Deal(PACK))


def test_nothing_is_dealt_twice():
    game, _ = apply(about_to_deal(REFEREE, dealer=0), Deal(PACK))
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Deal(PACK))
    assert refused.value.law is Law.TURN


@pytest.mark.parametrize("pack", [(), PACK[1:], (*PACK[:51], PACK[0]), (*PACK, PACK[0])])
def test_000_9_the_deal_is_from_a_whole_pack(pack):
    with pytest.raises(IllegalAction, match="52") as refused:
        apply(about_to_deal(REFEREE, dealer=0), Deal(pack))
    assert refused.value.law is Law.DEAL


def test_a_deal_is_one_fact():
    _, events = apply(about_to_deal(REFEREE, dealer=1), Deal(PACK))
    assert [type(event) for event in events] == [Dealt]
