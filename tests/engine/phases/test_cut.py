"""The cut for deal: the lower card deals, equal cards cut again."""

import pytest
from hypothesis import given

from engine.actions import ChooseDealer, CutForDeal
from engine.cards import PACK, Card
from engine.errors import IllegalAction, OutOfTurn
from engine.events import DealerChosen, ForDealCut
from engine.game import apply, begin, chance, waiting_on
from engine.laws import Law
from engine.state import Cutting, ToDeal
from tests.support.strategies import REFEREE, cards, packs


def cut(names):
    """A game after the seats cut these cards."""
    top = cards(names)
    return apply(begin(REFEREE), CutForDeal((*top, *(card for card in PACK if card not in top))))


def test_a_game_begins_with_the_cut():
    game = begin(REFEREE)
    assert game.phase == Cutting(0)
    assert (game.scores, game.hindmost, game.deal) == ((0, 0), (0, 0), 0)
    assert chance(game) == ("cut", 1)
    assert waiting_on(game) == ()


@pytest.mark.parametrize(
    ("names", "dealer"),
    [("4H 9C", 0), ("9C 4H", 1), ("AS KD", 0), ("KD AS", 1), ("TD JH", 0), ("QC JS", 1)],
)
def test_000_13_the_lower_card_deals(names, dealer):
    game, events = cut(names)
    assert events == (ForDealCut(cards(names)), DealerChosen(dealer))
    assert game.phase == ToDeal(dealer)
    assert chance(game) == ("deal", 1)


def test_000_13_equal_cards_are_cut_again():
    game, events = cut("7H 7C")
    assert events == (ForDealCut(cards("7H 7C")),)
    assert game.phase == Cutting(1)
    assert chance(game) == ("cut", 2)
    top = cards("7H 7C")
    game, events = apply(game, CutForDeal((*top, *(card for card in PACK if card not in top))))
    assert (game.phase, chance(game)) == (Cutting(2), ("cut", 3))
    game, events = apply(game, CutForDeal(PACK[::-4] + tuple(card for card in PACK if card not in PACK[::-4])))
    assert events == (ForDealCut(cards("KS QS")), DealerChosen(1))


@pytest.mark.parametrize("names", ["TC JC", "JD QD", "QS KS"])
def test_002_9_tenth_cards_are_not_equal_in_the_cut(names):
    game, _ = cut(names)
    assert game.phase == ToDeal(0)


@given(packs())
def test_the_lowest_of_any_two_cards_deals(pack):
    game, _ = apply(begin(REFEREE), CutForDeal(pack))
    first, second = pack[0].rank, pack[1].rank
    if first == second:
        assert game.phase == Cutting(1)
    else:
        assert game.phase == ToDeal(0 if first < second else 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_dealer_may_be_named_without_a_cut(seat):
    game, events = apply(begin(REFEREE), ChooseDealer(seat))
    assert events == (DealerChosen(seat),)
    assert game.phase == ToDeal(seat)


@pytest.mark.parametrize("again", [ChooseDealer(1), CutForDeal(PACK)])
def test_the_dealer_is_chosen_once(again):
    game, _ = cut("4H 9C")
    with pytest.raises(OutOfTurn) as refused:
        apply(game, again)
    assert refused.value.law is Law.TURN


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param((), id="no-cards"),
        pytest.param(PACK[:51], id="one-short"),
        pytest.param((*PACK[:51], PACK[0]), id="one-card-twice"),
        pytest.param((*PACK, Card.parse("5H")), id="one-too-many"),
    ],
)
def test_the_cut_is_from_a_whole_pack(pack):
    game = begin(REFEREE)
    with pytest.raises(IllegalAction) as refused:
        apply(game, CutForDeal(pack))
    assert refused.value.law is Law.CUT


def test_000_13_after_equal_cards_the_players_cut_again():
    tied = (Card.parse("7H"), Card.parse("7S"))
    game, _ = apply(begin(REFEREE), CutForDeal((*tied, *(card for card in PACK if card not in tied))))
    with pytest.raises(IllegalAction) as refused:
        apply(game, ChooseDealer(1))
    assert refused.value.law is Law.CUT
