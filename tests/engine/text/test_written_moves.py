"""Every move, written in a player's words and read again: at hand-built tables, and in random games of every book."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from engine import actions
from engine.actions import Challenge, Move, Play
from engine.presets import find
from engine.rules import Pegging
from engine.text.input_hints import UnclearMove
from engine.text.moves import read_move
from engine.view import View, Window, view
from tests.support.depth import part_of, thorough
from tests.support.strategies import TABLES, cards, game_of
from tests.support.written_moves import write_move

HAND = cards("5H 10D JS AC")
CARD = Window(0, "play", cards("5C TC"), None, 2, pegged=2, open_to=frozenset({1}))
OWN = replace(CARD, seat=1, open_to=frozenset({0}), amendable=True)
NAMES = ("Ann", "Ben", "Cat", "Dan")
CEREMONY = find("britannica", ceremony=True)

# Every stage, what may be done there, and how it is written.
WRITTEN = [
    ("cut", {}, actions.NameNumber(1, 4), "cut 4"),
    ("starter", {}, actions.NameNumber(1, 36), "cut 36"),
    ("deal", {}, actions.CutPack(1, 48), "cut 48"),
    ("deal", {}, actions.WaiveCut(1), "no cut"),
    ("lay_away", {}, actions.LayAway(1, cards("10D 5H")), "lay TD 5H"),
    ("lay_away", {"to_lay": 1}, actions.LayAway(1, cards("AC")), "lay AC"),
    ("lay_away", {"laid": cards("2C 9D")}, actions.TakeBack(1, cards("9D 2C")), "take back 9D 2C"),
    ("lay_away", {"offender": 0}, actions.AskFreshDeal(1), "fresh deal"),
    ("lay_away", {"offender": 0}, actions.StandDeal(1), "stand"),
    ("play", {}, actions.ClaimHeels(1), "his heels"),
    ("play", {}, Play(1, HAND[0]), "play 5H"),
    ("play", {}, Play(1, HAND[1], 0), "play TD for 0"),
    ("play", {}, Play(1, HAND[1], 2), "play TD for 2"),
    ("play", {}, Play(1, HAND[0], 15), "play 5H for 15 points"),
    ("play", {}, actions.SayGo(1), "go"),
    ("play", {}, actions.Stop(1), "stop"),
    ("play", {"offender": 0}, actions.Require(1), "require"),
    ("play", {"offender": 0}, actions.MarkTwo(1), "mark two"),
    ("play", {"declarations": (CARD,)}, actions.Accept(1), "satisfied"),
    ("play", {"declarations": (CARD,)}, Challenge(1, "too_many", 0), "too many"),
    ("show", {"declarations": (CARD,)}, Challenge(1, "too_few", 0), "too few"),
    ("show", {"declarations": (CARD,)}, actions.Declare(1, 12), "declare 12"),
    ("show", {"declarations": (OWN,)}, actions.Amend(1, 9), "amend 9"),
    ("show", {}, actions.Declare(1, 0), "declare 0"),
    ("over", {}, actions.Resign(1), "resign"),
]


def look(stage, *legal, **told):
    board = {"scores": (0, 0), "hindmost": (0, 0), "deal": 1, "to_lay": 2}
    return View(stage=stage, seat=1, rules=replace(CEREMONY, muggins=True), hand=HAND, legal=legal, **board | told)


@pytest.mark.parametrize(("stage", "told", "move", "text"), WRITTEN)
def test_a_move_is_written_in_the_words_in_which_it_is_read(stage, told, move, text):
    assert write_move(move) == text
    assert read_move(text, look(stage, move, **told)) == move
    assert read_move(text.upper(), look(stage, move, **told)) == move


@pytest.mark.parametrize("points", range(30))
def test_every_number_of_points_comes_back(points):
    declared = actions.Declare(1, points), actions.Amend(1, points), *(Play(1, card, points) for card in HAND)
    for move, stage in zip(declared, ("show", "show", "play", "play", "play", "play"), strict=True):
        for series in ((), ((0, cards("QH")[0]),)):
            assert read_move(write_move(move), look(stage, move, series=series)) == move


def of_each_kind(moves, chance):
    """One move of every kind."""
    kinds = {}
    for move in moves:
        kinds.setdefault(type(move), []).append(move)
    return [chance.choice(alike) for alike in kinds.values()]


def named_by_card(move, sight):
    """A challenge names the card that it means; the latest one needs no name only while no other is open."""
    if not isinstance(move, Challenge):
        return move
    window = sight.own_window(move.against, move.card)
    return replace(move, card=window.cards[-1]) if window.what == "play" else move


def is_asked_about(move, sight):
    """Whether a call may mean a card that was counted as 0 before as well as the hand or crib."""
    if not isinstance(move, Challenge) or move.card is not None or move.claim == "too_many":
        return False
    own = [window for window in sight.own_windows if window.seat == move.against]
    return len(own) > 1 and own[-1].what != "play"


@thorough
def test_every_move_in_games_of_every_book_comes_back():
    chance, seen = Random(3), set()
    tables = part_of(TABLES.values())
    for rules in tables:
        steps = [step for seed in range(2 if rules.five_card else 1) for step in game_of(rules, seed).steps]
        for step in steps:
            for seat in range(rules.players):
                sight = view(step.before, seat)
                for move in of_each_kind((*sight.legal, actions.Resign(seat)), chance):
                    if isinstance(move, Play) and rules.pegging is Pegging.DECLARED:
                        said = replace(move, declared=chance.randint(0, 29))
                        assert read_move(write_move(said), sight) == said
                    text = write_move(named_by_card(move, sight), NAMES)
                    if is_asked_about(move, sight):
                        with pytest.raises(UnclearMove) as asked:
                            read_move(text, sight, NAMES)
                        assert move in asked.value.moves
                    else:
                        assert read_move(text, sight, NAMES) == move
                    seen.add(type(move))
    assert seen == set(get_args(Move)) or len(tables) < len(TABLES)
