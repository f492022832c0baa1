"""Moves as hurried people type them at the table, written before the reader; half of them were kept aside.

Each line of ``moves.txt`` and ``moves_held.txt`` is the stage, the hand, the text and its meaning: a move, ``ask`` and
the moves that may be offered, or ``nothing``. ``moves_talk.txt`` is talk with no move in it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.phrases import phrases
from tests.support.typed_tables import judge, lines_of, read, table


def judged(name):
    return Counter(judge(*line) for line in lines_of(name))


@pytest.mark.parametrize(("name", "least"), [("moves.txt", 0.97), ("moves_held.txt", 0.85)])
def test_moves_are_read_as_they_are_meant(name, least):
    found = judged(name)
    assert (found["right"] + found["offered"]) / found.total() >= least, found
    assert found["WRONG"] <= 2, found


def test_what_asks_never_moves():
    for name in ("moves.txt", "moves_held.txt"):
        for stage, hand, text, meaning in lines_of(name):
            if meaning.startswith("ask ") or meaning == "nothing":
                reading = read(text, table(stage, hand, meaning))
                assert not reading.moves or not reading.sure, text


@pytest.mark.parametrize(
    ("stage", "hand", "most"), [("discard", "2C 9D 5H 5S JC QD", 0), ("play", "5H 8S TD KC", 3), ("show", "", 6)]
)
def test_talk_moves_hardly_ever(stage, hand, most):
    view = table(stage, hand, "")
    talk = phrases("moves_talk")
    moved = [text for text in talk if (reading := read(text, view)).moves and reading.sure]
    assert len(moved) <= most, moved


if __name__ == "__main__":
    for name in ("moves.txt", "moves_held.txt"):
        print(name, dict(judged(name)))
