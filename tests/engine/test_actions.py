"""The catalogue of moves: the codes of custom ids that were ever sent, and the words that mean a move alone."""

import pytest

from engine.actions import (
    MOVES,
    Accept,
    Amend,
    AskFreshDeal,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    NameNumber,
    Play,
    Require,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
    from_code,
    to_code,
)
from engine.cards import Card
from engine.errors import NotationError

FIVE, TEN = Card.parse("5H"), Card.parse("TD")

CODES = {
    "cutto-20": NameNumber(1, 20),
    "leave": WaiveCut(1),
    "lay-5H-TD": LayAway(1, (FIVE, TEN)),
    "took-TD": TakeBack(1, (TEN,)),
    "fresh": AskFreshDeal(1),
    "stand": StandDeal(1),
    "heels": ClaimHeels(1),
    "play-5H": Play(1, FIVE),
    "play-5H-0": Play(1, FIVE, 0),
    "play-TD-12": Play(1, TEN, 12),
    "go": SayGo(1),
    "stop": Stop(1),
    "require": Require(1),
    "two": MarkTwo(1),
    "count-29": Declare(1, 29),
    "raiseto-12": Amend(1, 12),
    "raiseto-12-p": Amend(1, 12, "play"),
    "raiseto-12-h": Amend(1, 12, "hand"),
    "raiseto-12-c": Amend(1, 12, "crib"),
    "satisfied": Accept(1),
}
"""Custom ids of released versions, which never change."""


@pytest.mark.parametrize(("code", "move"), CODES.items())
def test_a_move_is_written_and_read_by_its_code(code, move):
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
