"""The catalogue of moves: the codes of custom ids that were ever sent, and the words that mean a move alone."""

import pytest

from engine import actions
from engine.actions import MOVES, CutPack, from_code, to_code
from engine.cards import Card
from engine.errors import NotationError
from tests.support.data_files import data_beside
from tests.support.strategies import cards

CODES = data_beside(__file__)["codes"]


def move_of(kind, *told):
    """Return the move of seat 1 with these numbers, cards and words."""
    as_cards = {
        str: lambda word: Card.parse(word) if word.isupper() else word,
        list: lambda names: cards(" ".join(names)),
    }
    return getattr(actions, kind)(1, *(as_cards.get(type(one), int)(one) for one in told))


@pytest.mark.parametrize("code", CODES)
def test_a_move_is_written_and_read_by_its_code(code):
    move = move_of(*CODES[code])
    assert to_code(move) == code
    assert from_code(code, 1) == move


def test_a_cut_to_the_dealer_has_the_code_of_any_cut():
    assert to_code(CutPack(1, 20)) == "cutto-20"


@pytest.mark.parametrize(
    "code", ["", "lay", "took", "play", "play-5H-TD", "play-5H-2-2", "count", "count-x", "go-1", "raiseto-1-x", "cheat"]
)
def test_another_text_is_no_move(code):
    assert from_code(code, 1) is None


def test_what_is_no_card_is_refused_with_a_sentence():
    with pytest.raises(NotationError, match="isn't a card"):
        from_code("play-XX", 1)


def test_every_move_with_words_that_mean_it_alone_has_a_button_and_a_hint():
    alone = [kind for kind in MOVES if kind.unless is not None]
    assert {kind.__name__ for kind in alone} == {
        *("WaiveCut", "AskFreshDeal", "StandDeal", "Stop", "Require", "MarkTwo"),
    }
    assert all(kind.words and kind.label and kind.hint and kind.code for kind in alone)
