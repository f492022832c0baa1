"""The pack: fifty-two cards, king high and ace low."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import PACK, Card, Rank, Suit
from engine.errors import NotationError


def test_a_pack_is_fifty_two_different_cards():  # 000:9
    assert len(PACK) == len(set(PACK)) == 52
    assert {(card.rank, card.suit) for card in PACK} == {(rank, suit) for rank in Rank for suit in Suit}


def test_cards_rank_from_the_king_down_to_the_ace():  # 000:11, 001:9, 002:9
    order = [Card(rank, Suit.CLUBS) for rank in Rank]
    highest_first = sorted(order, reverse=True)
    assert [str(card)[0] for card in highest_first] == list("KQJT98765432A")


def test_equal_ranks_are_ordered_by_suit():
    assert sorted(map(Card.parse, ("5S", "5H", "4S", "5C", "6C", "5D"))) == list(
        map(Card.parse, ("4S", "5C", "5D", "5H", "5S", "6C"))
    )


def test_tenth_cards_count_ten_and_the_others_their_pips():  # 000:25, 001:35, 003:29
    assert [Card(rank, Suit.HEARTS).pips for rank in Rank] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert [rank.pips for rank in Rank] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_a_card_reads_back_as_itself():
    for card in PACK:
        assert Card.parse(str(card)) is card
        assert Card.parse(f" {str(card).lower()} ") is card
        assert Card(card.rank, card.suit) is card
        assert Card(int(card.rank), int(card.suit)) is card


def test_ten_is_written_with_a_letter_or_two_digits():
    assert Card.parse("10d") is Card.parse("TD")
    assert str(Card.parse("10d")) == "TD"
    assert repr(Card.parse("10d")) == "Card('TD')"


@pytest.mark.parametrize("text", ["", "1H", "11H", "H5", "5", "H", "5X", "XH", "5HH", "0S", "1010D", "5 H", "joker"])
def test_what_is_no_card_is_refused(text):
    with pytest.raises(NotationError, match="isn't a card"):
        Card.parse(text)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_refused(text):
    try:
        card = Card.parse(text)
    except NotationError:
        return
    assert card in PACK


@pytest.mark.parametrize(("rank", "suit"), [(0, 0), (14, 0), (1, 4), (1, -1), (-1, 0)])
def test_there_is_no_fifty_third_card(rank, suit):
    with pytest.raises(ValueError, match="not a valid"):
        Card(rank, suit)


def test_a_card_cannot_be_changed():
    card = Card.parse("5H")
    with pytest.raises(AttributeError, match="cannot be changed"):
        card.pips = 10
    assert card.pips == 5


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda card: pickle.loads(pickle.dumps(card))])
def test_a_copy_of_a_card_is_the_card(copied):
    assert all(copied(card) is card for card in PACK)


def test_his_nobs_is_shown_with_its_card():
    assert {card.nobs for card in PACK} == {Card(Rank.JACK, suit) for suit in Suit}
    assert all(card.nobs.suit is card.suit for card in PACK)
