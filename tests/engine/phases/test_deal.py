"""From the cut to the starter: the lower card deals, six cards each, two discards, and two for his heels."""

from itertools import combinations

import pytest
from hypothesis import given

from engine.actions import ChooseDealer, CutForDeal, Deal, LayAway
from engine.cards import PACK, Card
from engine.errors import IllegalAction, OutOfTurn
from engine.events import DealerChosen, Dealt, ForDealCut, GameWon, LaidAway, Pegged, StarterTurned
from engine.game import apply, begin, chance, legal, waiting_on
from engine.laws import Law
from engine.state import Cutting, LayingAway, Over, Playing, ToDeal
from tests.support.strategies import (
    AUTOMATIC,
    REFEREE,
    about_to_deal,
    cards,
    dealt_out,
    packs,
    pegs,
    stacked,
)

# The cut for deal.


def pack_from(names):
    """Return a whole pack with these cards on top."""
    top = cards(names)
    return (*top, *(card for card in PACK if card not in top))


@pytest.mark.parametrize(
    ("names", "dealer"),
    [
        *(("4H 9C", 0), ("9C 4H", 1), ("AS KD", 0), ("KD AS", 1)),
        *(("TC JC", 0), ("JH TD", 1), ("JD QD", 0), ("QS KS", 0)),  # 002:9, tenth cards are not equal in the cut
    ],
)
def test_000_13_the_lower_card_deals(names, dealer):
    game, events = apply(begin(REFEREE), CutForDeal(pack_from(names)))
    assert events == (ForDealCut(cards(names)), DealerChosen(dealer))
    assert game.phase == ToDeal(dealer)
    assert chance(game) == ("deal", 1)


def test_000_13_equal_cards_are_cut_again_until_they_differ():
    game = begin(REFEREE)
    assert (game.scores, game.hindmost, game.deal, waiting_on(game)) == ((0, 0), (0, 0), 0, ())
    for number in range(3):
        assert (game.phase, chance(game)) == (Cutting(number), ("cut", number + 1))
        game, events = apply(game, CutForDeal(pack_from("7H 7C")))
        assert events == (ForDealCut(cards("7H 7C")),)
    with pytest.raises(IllegalAction) as refused:
        apply(game, ChooseDealer(1))
    assert refused.value.law is Law.CUT
    assert apply(game, CutForDeal(pack_from("KS QS")))[1] == (ForDealCut(cards("KS QS")), DealerChosen(1))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_dealer_may_be_named_without_a_cut_and_once(seat):
    game, events = apply(begin(REFEREE), ChooseDealer(seat))
    assert events == (DealerChosen(seat),)
    assert game.phase == ToDeal(seat)
    for again in (ChooseDealer(1 - seat), CutForDeal(PACK)):
        with pytest.raises(OutOfTurn) as refused:
            apply(game, again)
        assert refused.value.law is Law.TURN


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


# The starter, and two for his heels.

KEPT = ("5H 5D 5C TS", "AH AD AC AS")
AWAY = ("2C 3C", "9C 8C")


def turned(starter, **options):
    """The game and the facts that follow when this card is turned up."""
    game, events = dealt_out(KEPT, away=AWAY, starter=starter, **options)
    place = next(place for place, event in enumerate(events) if isinstance(event, StarterTurned))
    return game, events[place:]


@pytest.mark.parametrize("dealer", [0, 1])
def test_000_21_the_pone_cuts_and_the_top_card_is_turned_up(dealer):
    game, events = turned("TD", dealer=dealer)
    assert events == (StarterTurned(1 - dealer, Card.parse("TD")),)
    assert game.phase.starter is Card.parse("TD")
    assert Card.parse("TD") not in {*game.phase.hands[0], *game.phase.hands[1], *game.phase.crib}


@pytest.mark.parametrize("jack", ["JC", "JD", "JH", "JS"])
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rules", [REFEREE, AUTOMATIC], ids=["referee", "automatic"])
def test_000_21_a_jack_turned_up_pegs_two_for_the_dealer_at_once(jack, dealer, rules):
    game, events = turned(jack, dealer=dealer, rules=rules)
    starter = Card.parse(jack)
    assert events == (StarterTurned(1 - dealer, starter), Pegged(dealer, dealer, 2, Law.HIS_HEELS, (starter,), 2))
    assert (game.scores[dealer], game.scores[1 - dealer]) == (2, 0)
    assert isinstance(game.phase, Playing)


def test_no_other_card_is_his_heels_and_no_jack_that_is_held_or_discarded():
    used = {*cards(" ".join((*KEPT, *AWAY)))}
    assert not any(pegs(turned(str(card))[1]) for card in PACK if card not in used and str(card)[0] != "J")
    assert pegs(dealt_out(("5H 5D 5C JS", "AH AD AC AS"), away=("JC 3C", "JH 8C"), starter="TD")[1]) == []


@pytest.mark.parametrize(("score", "wins"), [(118, False), (119, True), (120, True)])
def test_001_99_his_heels_may_win_the_game_and_are_two_at_120_too(score, wins):
    game, events = turned("JD", scores=(100, score), dealer=1)
    assert isinstance(game.phase, Over) is wins
    assert events[1] == Pegged(1, 1, 2, Law.HIS_HEELS, cards("JD"), min(score + 2, 121))
    assert events[2:] == ((GameWon(1, 1, "heels"),) if wins else ())
