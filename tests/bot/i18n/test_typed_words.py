"""The shipped languages: what a button or a hint says can be typed, and means the same as the English for it."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bot.i18n.loading import FOLDER, language_files, load_languages
from bot.i18n.translation import gettext, render, using_language
from engine.actions import (
    Amend,
    AskFreshDeal,
    ClaimHeels,
    CutPack,
    MarkTwo,
    Play,
    Require,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.errors import NotationError
from engine.messages import message
from engine.presets import find
from engine.text.multilingual import read, read_moves
from engine.text.typed_cards import TypedCard
from engine.view import View, Window
from tests.support.data_files import data_beside
from tests.support.strategies import cards
from tests.support.typed_tables import BOARD, table

DATA = data_beside(__file__)

NAMES = sorted(language_files(FOLDER))
MUGGINS, DISCARDS = find("britannica", muggins=True), cards("2C 9D")
COUNT = Window(1, "hand", cards("5C TC QC KC"), cards("5S")[0], 9, 9, frozenset({0}), amendable=True)


@cache
def shipped():
    """The languages of the bot, read when the first test asks for them."""
    return load_languages(FOLDER)


def view(stage, *legal, rules=MUGGINS, hand="5H 5D 5C JS", **told):
    return View(
        stage=stage, rules=rules, hand=cards(hand), legal=legal, **BOARD | {"to_lay": 2, "waiting_on": (1,)} | told
    )


VIEWS = {
    "answer": table("answer", "", ""),
    "cut": table("cut", "", ""),
    "go": table("play", "KH", "go"),
    "play": table("play", "5H 9D 2C KS", ""),
    "discard": table("discard", "2C 9D 5S 6S 7S 8S", ""),
    "show": table("show", "", ""),
    "deal again": view("lay_away", AskFreshDeal(1), StandDeal(1), offender=0),
    "wrong go": view("play", Require(1), MarkTwo(1), offender=0),
    "heels": view("play", ClaimHeels(1), dealer=1),
    "stop": view("play", Play(1, cards("5H")[0]), Stop(1), rules=find("britannica-five")),
    "pack": view("deal", CutPack(1, 20), WaiveCut(1), rules=find("britannica", ceremony=True), dealer=0),
    "amend": view("show", Amend(1, 10), declarations=(COUNT,)),
    "taken": view("lay_away", TakeBack(1, DISCARDS), laid=DISCARDS, waiting_on=(0,)),
    "points": view("play", Play(1, cards("5H")[0]), hand="5H 9D"),
}
BUTTONS = DATA["buttons"]
HINTS = DATA["hints"]
VALUES = {"points": 12, "number": 20, "many": 2, "laid": TypedCard(cards("2C")[0])}


def meant(typed, stage, language):
    try:
        moves, _ = read_moves(typed, VIEWS[stage], None if language is None else language.typed)
    except NotationError:
        return "refused"
    return set(moves)


def example(hint):
    """Return what a hint says to type: what is between quotation marks, or behind the word for "like"."""
    quoted = re.search(r'["«„]\s*(.+?)\s*["»“]', hint)
    named = quoted or re.search(r"\b(?:like|etwa|comme|como) (.+?)(?: \(|$)", hint)
    assert named is not None, hint
    return named[1]


@pytest.mark.parametrize("name", NAMES)
class TestWhatIsShownCanBeTyped:
    @pytest.mark.parametrize(("stage", "label"), BUTTONS, ids=[label for _, label in BUTTONS])
    def test_the_label_of_a_button(self, name, stage, label):
        with using_language(shipped()[name]):
            said = gettext(label, **VALUES)
        english = meant(label.format(**VALUES), stage, None)
        assert english != "refused"
        assert meant(said, stage, shipped()[name]) == english, said

    @pytest.mark.parametrize(("stage", "hint", "typed"), HINTS, ids=[hint for _, hint, _ in HINTS])
    def test_the_example_of_a_hint(self, name, stage, hint, typed):
        with using_language(shipped()[name]):
            said = example(render(message(hint, **VALUES)))
        english = meant(typed, stage, None)
        assert english != "refused"
        assert english <= set(meant(said, stage, shipped()[name])), said

    def test_the_example_of_a_hand(self, name):
        with using_language(shipped()[name]):
            reading = read(gettext("5H 5D 5C JS | 5S"), shipped()[name].typed)
        assert reading.sure
        assert str(reading.questions[0].starter) == "5S"
