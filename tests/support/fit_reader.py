"""Fit what each sign of the reader of questions weighs to the labelled phrases, and write ``weights.json``.

``python -m tests.support.fit_reader`` prints the figures of the files that were fitted and of those kept aside.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.resources import files
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import TypeAlias

from engine.cards import PACK
from engine.errors import NotationError
from engine.text import question_reader
from engine.text.candidates import Candidate, candidates
from engine.text.game_scores import find_scores
from engine.text.in_english import in_english
from engine.text.languages import LANGUAGES
from engine.text.question_reader import mended, with_notes
from engine.text.questions import (
    DiscardQuestion,
    FourCardQuestion,
    HandQuestion,
    PlayQuestion,
    Question,
    RanksQuestion,
    all_cards,
)
from engine.text.typed_cards import plain
from engine.text.typed_text import TypedText
from tests.support.labelled_phrases import LABELLED, labels, mistake
from tests.support.phrases import phrases
from tests.support.reader_parts import meaning_of

PATH = Path(str(files("engine.text").joinpath("weights.json")))
ASIDE = ("kept_aside", "kept_aside_2")
"""Files that nothing is fitted to."""

Judge: TypeAlias = Callable[[Question | None], bool]
Example: TypeAlias = tuple[str, Judge]

HELD = {"asked": 5, "six": 6, "four": 4, "claimed": 5, "rivals": 5, "starters": 0}
GREATEST, SIX = "5h 5d 5c js 5s", "5h 5d 5c js 4s 3s"


def examples() -> Iterator[Example]:
    """Yield every phrase that is fitted, and what judges a reading of it."""
    for path in sorted(LABELLED.glob("*.jsonl")):
        if path.stem in ASIDE and "--all" not in sys.argv:
            continue
        for label in labels(path):
            if label.means == "doubtful":
                continue
            yield (
                label.text if label.lang == "en" else in_english(label.text, LANGUAGES[label.lang])[0],
                (
                    lambda question, label=label: (
                        question is None
                        if label.means == "nothing"
                        else question is not None and not mistake(question, label)
                    )
                ),
            )
    for line in (
        *phrases("as_meant"),
        *phrases("numbers"),
        *(one.split(" | ", 1)[1] for one in phrases("kinds_of_words")),
    ):
        text, meaning = line.split(" => ")
        meaning = meaning.removeprefix("sure: ").removeprefix("perhaps: ")
        for _ in range(4):
            yield text.removeprefix("* "), lambda question, meaning=meaning: meaning_of(question) == meaning
    for text in phrases("unsure"):
        yield text.removeprefix("* ").replace("\\n", "\n"), lambda question: question is None
    for text in phrases("moves_talk"):
        yield text, lambda question: question is None
    yield from _around_cards()
    yield from _notations()


def _around_cards() -> Iterator[Example]:
    for name, held in (
        ("asked", GREATEST),
        ("six", SIX),
        ("four", GREATEST[:-3]),
        ("claimed", GREATEST),
        ("rivals", GREATEST),
    ):
        for phrase in phrases(name):
            meant = meaning_of(question_reader.read(held).questions[0])
            meant += {"claimed": " = 29", "rivals": " = 28 = 29"}.get(name, "")
            yield phrase.replace("{}", held), lambda question, meant=meant: _without_role(question) == meant
    meant = meaning_of(question_reader.read(GREATEST).questions[0])
    for phrase in phrases("starters"):
        yield phrase, lambda question, meant=meant: meaning_of(question) == meant
    for word in phrases("common_words"):
        for text in (f"{word} {GREATEST}", f"{GREATEST} {word}"):
            yield text, lambda question, meant=meant: meaning_of(question) == meant
    for line in phrases("game_scores"):
        text = line.split(" => ")[0].format("5h 6h 7d 8c js ks")
        yield text, lambda question: meaning_of(question).startswith("5♥ 6♥ 7♦ 8♣ J♠ K♠")


def _without_role(question: Question | None) -> str:
    if question is not None and hasattr(question, "dealer"):
        question = replace(question, dealer=None)
    return meaning_of(question).removeprefix("crib: ")


def _notations() -> Iterator[Example]:
    """Yield plain cards in many notations, and plain plays."""
    chance = Random(1877)
    plain_kinds = (HandQuestion, RanksQuestion, FourCardQuestion, DiscardQuestion)
    for number in (4, 5, 6) * 120:
        hand = _typed(chance, number)
        if number == 5 and chance.random() < 0.3:
            hand = [f"{rank}{suit}" for rank in chance.choice(("A2", "5J", "98", "KQ")) for suit in "CDHS"][:5]
        gap = chance.choice((" ", ", ", ",", "-", " - "))
        end = chance.choice(("", "", "?", f" = {chance.randrange(29)}")) if number < 6 else ""
        text = chance.choice(("", "", "", "score ")) + gap.join(hand) + end
        yield text, lambda question, number=number: _is(question, number, *plain_kinds)
        mark = chance.choice((" | {}", " / {}", " cut {}", ", starter {}", " (cut {})", ", {} turned up", " │ {}"))
        if number == 5:
            text = gap.join(hand[:-1]) + mark.format(hand[-1])
            yield text, lambda question: _is(question, 5, HandQuestion, RanksQuestion, marked=True)
    for number in [*range(3, 17)] * 4:
        text = chance.choice(("play: ", "pegging ", "play ")) + " ".join(_typed(chance, number))
        yield text, lambda question, number=number: _is(question, number, PlayQuestion)


def _typed(chance: Random, number: int) -> list[str]:
    hand = [str(card) for card in chance.sample(PACK[:24] if chance.random() < 0.3 else PACK, number)]
    hand = hand if chance.random() < 0.5 else [card[0].replace("T", "10") for card in hand]
    return [card.lower() for card in hand] if chance.random() < 0.3 else hand


def _is(question: Question | None, number: int, *kinds: type, marked: bool = False) -> bool:
    return (
        isinstance(question, kinds)
        and len(all_cards(question)) == number
        and getattr(question, "starter_marked", False) == marked
    )


def candidates_of(text: str) -> list[Candidate]:
    """Return everything that a text may ask, with the counts that are declared in it, and that it may ask nothing."""
    scores, rest = find_scores(*plain(text)) or (None, text)
    found = TypedText.of(rest, None, crib=False, scores=scores)
    found = mended(found) or found
    return [
        one if one.question is None else one._replace(question=with_notes(one.question, found.claim))
        for one in candidates(found)
    ]


Row: TypeAlias = tuple[str, tuple[str, ...], bool]


def rows_of(example: Example) -> list[Row] | None:
    """Return the candidates of a phrase with whether each is right; None where none or all are."""
    text, judge = example
    with suppress(NotationError):
        found = candidates_of(text)
        right = [judge(one.question) for one in found]
        if any(right):
            return [(one.kind, one.signs, fits) for one, fits in zip(found, right, strict=True)]
    return None


def fit(data: list[list[Row]], rounds: int = 60, rate: float = 0.3, ridge: float = 6e-4) -> dict[str, dict[str, float]]:
    """Return the weights under which the right candidates are likeliest, by stochastic gradients with a ridge."""
    weights: dict[str, float] = defaultdict(float)
    squares: dict[str, float] = defaultdict(lambda: 1e-3)
    means: dict[str, float] = defaultdict(float)
    chance = Random(2)
    rows = [
        [
            (
                [
                    *(f"{kind}|{sign}" for sign in signs),
                    *((f"any|{sign}" for sign in signs) if kind != "nothing" else ()),
                ],
                fits,
            )
            for kind, signs, fits in one
        ]
        for one in data
    ]
    for _turn in range(rounds):
        chance.shuffle(rows)
        for row in rows:
            values = [sum(weights[sign] for sign in signs) for signs, _ in row]
            most = max(values)
            shares = [exp(value - most) for value in values]
            total = sum(shares)
            good = sum(share for share, (_, fits) in zip(shares, row, strict=True) if fits)
            if good / total > 0.995:
                continue
            steps: dict[str, float] = defaultdict(float)
            for share, (signs, fits) in zip(shares, row, strict=True):
                pull = (share / good if fits else 0.0) - share / total
                if abs(pull) > 1e-6:
                    for sign in signs:
                        steps[sign] += pull
            for sign, pulled in steps.items():
                step = pulled - ridge * weights[sign]
                squares[sign] += step * step
                weights[sign] += rate * step / sqrt(squares[sign])
        if _turn >= rounds // 2:  # the mean of the later rounds hangs less on the last phrases
            for sign, value in weights.items():
                means[sign] += value / (rounds - rounds // 2)
    table: dict[str, dict[str, float]] = defaultdict(dict)
    for name, value in sorted(means.items()):
        kind, sign = name.split("|", 1)
        if abs(value) >= 0.02:
            table[kind][sign] = round(value, 2)
    return dict(table)


def main() -> None:
    """Fit, write, and print how many phrases no candidate fits."""
    every = [*examples()]
    data = [rows_of(example) for example in every]
    missing = [text for (text, _), rows in zip(every, data, strict=True) if rows is None]
    print(len(every), "phrases,", len(missing), "with no right candidate")
    if "-v" in sys.argv:
        print("\n".join(map(repr, missing)))
    table = fit([rows for rows in data if rows])
    PATH.write_text(json.dumps(table, indent=0, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    print(sum(map(len, table.values())), "weights")


if __name__ == "__main__":
    main()
