"""The judge of the reader: phrases with their true meaning, and how many of them are read rightly.

Run with ``python -m tests.support.labelled_phrases FILE [-v]``; ``-v`` prints every phrase that is not read rightly.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.analysis.answers import HandAnswer, RanksAnswer, answer
from engine.errors import NotationError
from engine.text.multilingual import read
from engine.text.questions import (
    DiscardQuestion,
    Face,
    FourCardQuestion,
    HandQuestion,
    NextQuestion,
    OddsQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    Reading,
    RunQuestion,
    all_cards,
    write_question,
)
from tests.support.phrases import COLLECTED

LABELLED = COLLECTED / "labelled"


@dataclass(frozen=True)
class Label:
    """A phrase and what it means: ``hand``, ``both``, ``discard``, ``four``, ``play``, ``lead``, ``reply``, ``run``,
    ``compare``, ``odds``, ``nothing``, or ``doubtful`` for one that must not be read surely.

    ``cards`` are the four of a hand without the starter, or all that are named. ``dealer`` is None if a discard does
    not say whose crib it is for; ``points`` is what a hand counts. ``more`` are the cards or the ``@count`` that are
    replied to, the discards that are compared, the scores of a game, or the crib of ``both``. ``part`` is what a claim
    is for.
    """

    text: str
    means: str
    cards: str = ""
    starter: str = ""
    crib: bool = False
    dealer: bool | None = None
    claim: int | None = None
    points: int | None = None
    more: str = ""
    part: str = ""
    lang: str = "en"


def labels(path: Path) -> list[Label]:
    """Return the phrases of a file, one JSON object a line."""
    return [Label(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def answer_or_none(text: str) -> Reading | None:
    """Return what is read in a text; None for nothing."""
    with suppress(NotationError):
        return read(text, None)
    return None


def mistake(question: Question, label: Label) -> str:
    """Return what is wrong about a reading; empty if nothing is."""
    match label.means, question:
        case "hand", HandQuestion() | RanksQuestion():
            return _mistake_in_hand(question, label)
        case "both", HandQuestion() | RanksQuestion():
            cards = (label.more if question.crib else label.cards).split()
            return _mistake_in_cards(sorted(_names(all_cards(question))), sorted([*cards, label.starter]))
        case "discard", DiscardQuestion(cards=cards, dealer=dealer, scores=scores, options=()):
            if label.more and (scores is None or f"{scores.mine}-{scores.theirs}" != label.more):
                return f"scores {scores}"
            if label.dealer is not None and dealer is not None and dealer != label.dealer:
                return f"dealer {dealer}"
            return _mistake_in_cards(sorted(_names(cards)), sorted(label.cards.split()))
        case "four", FourCardQuestion(cards=cards):
            return _mistake_in_cards(sorted(_names(cards)), sorted(label.cards.split()))
        case "play", PlayQuestion(cards=cards):
            return _mistake_in_cards(_names(cards), label.cards.split())
        case (("lead" | "reply"), NextQuestion(cards=cards, played=played, count=count)):
            on = f"@{count}" if count else " ".join(_names(played))
            return (
                f"on {on}"
                if on != label.more
                else _mistake_in_cards(sorted(_names(cards)), sorted(label.cards.split()))
            )
        case "run", RunQuestion(cards=cards):
            return _mistake_in_cards(_names(cards), label.cards.split())
        case "compare", DiscardQuestion(cards=cards, options=options):
            said = ", ".join(" ".join(_names(pair)) for pair in options)
            return said if said != label.more else _mistake_in_cards(_names(cards), label.cards.split())
        case "odds", OddsQuestion():
            points = question.points or ("" if question.about not in ("points", "least") else 0)
            scores = "" if question.scores is None else f"{question.scores.mine}-{question.scores.theirs}"
            role = {None: "", True: "dealer", False: "pone"}[question.dealer]
            words = (question.about, points, question.rank or "", "crib" * question.crib, scores, role)
            said = " ".join(str(word) for word in words if word != "")
            return "" if said == label.cards else said
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
    if question.part.split(" ")[0] != label.part:
        return f"part {question.part}"
    if label.claim not in claims:
        return f"claims {question.declared}, not {label.claim}"
    return "" if question.crib == label.crib else f"crib {question.crib}"


def _mistake_in_cards(found: list[str], meant: list[str]) -> str:
    return "" if found == meant else f"cards {' '.join(found)}"


def _names(faces: Iterable[Face]) -> list[str]:
    return [str(face.rank if face.card is None else face.card) for face in faces]


def outcome(reading: Reading | None, label: Label) -> tuple[str, str]:
    """Return how a phrase was read, and the mistake.

    An answerable one is read ``right`` and surely, rightly offered ``first``, surely read ``wrong``, ``offered`` with
    another reading first, or ``refused``. Of the others, ``triggers`` are surely read and ``doubts`` are offered a
    reading; those that are not read are ``nothing``.
    """
    if label.means == "doubtful":
        return (
            ("wrong", write_question(reading.questions[0])) if reading is not None and reading.sure else ("right", "")
        )
    if label.means == "nothing":
        if reading is None:
            return "nothing", ""
        return "triggers" if reading.sure else "doubts", write_question(reading.questions[0])
    if reading is None:
        return "refused", ""
    wrong = mistake(reading.questions[0], label)
    if label.means == "both" and reading.sure:
        wrong = wrong or ("" if len(reading.questions) == 2 else "only one")
    if not wrong:
        return "right" if reading.sure else "first", ""
    return "wrong" if reading.sure else "offered", f"{wrong}: {write_question(reading.questions[0])}"


def outcomes(path: Path) -> Iterator[tuple[Label, str, str]]:
    """Yield every phrase of a file with its outcome and its mistake."""
    for label in labels(path):
        yield label, *outcome(answer_or_none(label.text), label)


def main(arguments: list[str]) -> None:
    """Print the figures of each file, and with ``-v`` the phrases that are not read rightly."""
    for name in arguments:
        if name == "-v":
            continue
        found = [*outcomes(Path(name))]
        for label, kind, wrong in found if "-v" in arguments else ():
            if kind not in {"nothing", "right", "first"}:
                print(kind, repr(label.text), wrong, sep=" | ")
        print(dict(Counter(kind for _, kind, _ in found)))


if __name__ == "__main__":
    main(sys.argv[1:])
