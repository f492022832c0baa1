"""Typed answers while several counts are open: each goes to the count that it names, or to none."""

from __future__ import annotations

import json

import pytest

from engine.actions import Accept, Challenge
from engine.errors import NotationError
from engine.presets import find
from engine.text.moves import read_moves
from engine.view import View, Window
from tests.support.phrases import COLLECTED
from tests.support.strategies import cards

NAMES = ("Ann", "Ben", "Cy")
BENS = Window(1, "play", cards("5C TC"), None, 4, pegged=4, open_to=frozenset({0, 2}))
CYS = Window(2, "play", cards("5C TC 2D"), None, 2, pegged=2, open_to=frozenset({0, 1}))
HAND = Window(1, "hand", cards("5C TC QC KC"), cards("5S")[0], 6, pegged=6, open_to=frozenset({0}))


def looking(*windows, rules=None):
    """Return Ann's view of open counts."""
    rules = rules or find("britannica", players=3)
    legal = [Accept(0)]
    for window in windows:
        legal.append(Challenge(0, "too_many", window.seat))
        if rules.muggins:
            legal += [Challenge(0, "too_few", window.seat, points) for points in range(1, 20)]
    board = {"scores": (0,) * rules.players, "hindmost": (0,) * rules.players, "deal": 1, "waiting_on": (0,)}
    return View(
        stage="play" if windows[0].what == "play" else "show",
        seat=0,
        rules=rules,
        legal=tuple(legal),
        declarations=windows,
        **board,
    )


VIEWS = {
    "one": looking(BENS),
    "two": looking(BENS, CYS),
    "muggins": looking(HAND, rules=find("acc", muggins=True)),
}

FIGURES = {"challenges_1": (37, 0), "challenges_aside": (32, 0), "challenges_chat": (40, 0)}
"""How many phrases of a file are at least answered as meant, and how many go at most to a count that is not meant.

``challenges_1`` was read while the reader was built and ``challenges_aside`` was not. ``challenges_chat`` was first
read when it stood: 32 of 40 as meant, and 2 went to one of two counts that were both named.
"""


def meaning(text, view):
    """Return what a text does: ``many:SEAT``, ``few:SEAT:POINTS``, ``accept``, ``offer``, or ``told`` for nothing."""
    try:
        reading = read_moves(text, view, NAMES)
    except NotationError:
        return "told"
    if not reading.sure:
        return "offer"
    match reading.moves[0]:
        case Accept():
            return "accept"
        case Challenge(claim=claim, against=against, points=points):
            said = f"{claim.removeprefix('too_')}:{against}"
            return said if points is None else f"{said}:{points}"
        case move:
            return type(move).__name__


def phrases(name):
    lines = (COLLECTED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", FIGURES)
def test_no_fewer_challenges_are_read_as_meant(name):
    least, most_wrong = FIGURES[name]
    found = [(said, meaning(said["text"], VIEWS[said["open"]])) for said in phrases(name)]
    amiss = [(said["text"], said["means"], does) for said, does in found if does != said["means"]]
    wrong = [one for one in amiss if one[2] not in ("told", "offer")]
    assert len(found) - len(amiss) >= least, amiss
    assert len(wrong) <= most_wrong, wrong
