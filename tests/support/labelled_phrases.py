"""The judge of the reader: phrases with their true meaning, and how many of them are read rightly.

Run with ``python -m tests.support.labelled_phrases FILE [-v]``; ``-v`` prints every phrase that is not read rightly.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.analysis.answers import HandAnswer, RanksAnswer, answer
from engine.errors import NotationError
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    all_cards,
    write_question,
)
from engine.text.reader import read
from tests.support.phrases import COLLECTED

LABELLED = COLLECTED / "labelled"


@dataclass(frozen=True)
class Label:
    """A phrase and what it means: ``hand``, ``discard``, ``four``, ``play`` or ``nothing``, with its cards.

    ``cards`` are the four of a hand without the starter, or all that are named. ``dealer`` is None if a discard does
    not say whose crib it is for; ``points`` is what a hand counts.
    """

    text: str
    means: str
    cards: str = ""
    starter: str = ""
    crib: bool = False
    dealer: bool | None = None
    claim: int | None = None
    points: int | None = None


@dataclass(frozen=True)
class Figures:
    """How many phrases were read how.

    Of the answerable ones, ``right`` are read rightly and surely, ``first`` are rightly offered first, ``wrong`` are
    surely read wrongly, ``offered`` are offered with another reading first, and ``refused`` are not read. Of the
    others, ``triggers`` are surely read and ``doubts`` are offered a reading.
    """

    answerable: int = 0
    right: int = 0
    first: int = 0
    wrong: int = 0
    offered: int = 0
    refused: int = 0
    nothing: int = 0
    triggers: int = 0
    doubts: int = 0

    def __str__(self) -> str:
        share = 100 * (self.right + self.first) / max(self.answerable, 1)
        return (
            f"answerable {self.answerable}, right {self.right}, offered first {self.first} ({share:.1f} % together), "
            f"wrong {self.wrong}, offered wrongly {self.offered}, refused {self.refused}\n"
            f"nothing {self.nothing}, false triggers {self.triggers}, offered in doubt {self.doubts}"
        )


def labels(path: Path) -> list[Label]:
    """Return the phrases of a file, one JSON object a line."""
    return [Label(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def answer_or_none(text: str) -> Reading | None:
    """Return what is read in a text; None for nothing."""
    with suppress(NotationError):
        return read(text)
    return None


def mistake(question: Question, label: Label) -> str:
    """Return what is wrong about a reading; empty if nothing is."""
    match label.means, question:
        case "hand", HandQuestion() | RanksQuestion():
            return _mistake_in_hand(question, label)
        case "discard", DiscardQuestion(cards=cards, dealer=dealer):
            if label.dealer is not None and dealer is not None and dealer != label.dealer:
                return f"dealer {dealer}"
            return _mistake_in_cards(sorted(_names(cards)), sorted(label.cards.split()))
        case "four", FourCardQuestion(cards=cards):
            return _mistake_in_cards(sorted(_names(cards)), sorted(label.cards.split()))
        case "play", PlayQuestion(cards=cards):
            return _mistake_in_cards(_names(cards), label.cards.split())
    return type(question).__name__


def _mistake_in_hand(question: HandQuestion | RanksQuestion, label: Label) -> str:
    wrong = _mistake_in_cards(sorted(_names(all_cards(question))), sorted([*label.cards.split(), label.starter]))
    if wrong:
        return wrong
    found = answer(question)
    assert isinstance(found, HandAnswer | RanksAnswer)
    points = found.count.total if isinstance(found, HandAnswer) else found.total
    if points != label.points:
        return f"counts {points}, not {label.points}"
    claims = (question.declared, *question.others)
    if label.claim not in claims:
        return f"claims {question.declared}, not {label.claim}"
    return "" if question.crib == label.crib else f"crib {question.crib}"


def _mistake_in_cards(found: list[str], meant: list[str]) -> str:
    return "" if found == meant else f"cards {' '.join(found)}"


def _names(faces: Iterable[Face]) -> list[str]:
    return [str(face.rank if face.card is None else face.card) for face in faces]


def outcome(reading: Reading | None, label: Label) -> tuple[str, str]:
    """Return the field of ``Figures`` that a reading belongs to, empty if nothing was rightly read, and its mistake."""
    if label.means == "nothing":
        if reading is None:
            return "", ""
        return "triggers" if reading.sure else "doubts", write_question(reading.questions[0])
    if reading is None:
        return "refused", ""
    wrong = mistake(reading.questions[0], label)
    if not wrong:
        return "right" if reading.sure else "first", ""
    return "wrong" if reading.sure else "offered", f"{wrong}: {write_question(reading.questions[0])}"


def outcomes(path: Path) -> Iterator[tuple[Label, str, str]]:
    """Yield every phrase of a file with its outcome and its mistake."""
    for label in labels(path):
        yield label, *outcome(answer_or_none(label.text), label)


def figures(path: Path) -> Figures:
    """Return how the phrases of a file are read."""
    counts: dict[str, int] = {}
    for label, field, _ in outcomes(path):
        for name in (field, "nothing" if label.means == "nothing" else "answerable"):
            counts[name] = counts.get(name, 0) + 1
    counts.pop("", None)
    return Figures(**counts)


def main(arguments: list[str]) -> None:
    """Print the figures of each file, and with ``-v`` the phrases that are not read rightly."""
    for name in arguments:
        if name == "-v":
            continue
        if "-v" in arguments:
            for label, field, wrong in outcomes(Path(name)):
                if field not in ("", "right", "first"):
                    print(field, repr(label.text), wrong, sep=" | ")
        print(figures(Path(name)))


if __name__ == "__main__":
    main(sys.argv[1:])
