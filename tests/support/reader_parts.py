"""The reader of typed text without one of its parts, and what it reads then.

The names of the reader's modules that only tests need stand here alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from engine.errors import NotationError
from engine.text import typed_cards, vocabulary
from engine.text.question_reader import read
from engine.text.questions import Question, write_question

RULES = vocabulary.RULES
"""The patterns of numbers that are no cards."""

KINDS = sorted({*vocabulary.MEANINGS.values()})
"""What words may say about cards."""


@contextmanager
def without_rule(rule: str) -> Iterator[None]:
    """Read without one pattern of numbers that are no cards."""
    with patch.object(typed_cards, "NOISE", vocabulary.noise_of([other for other in RULES if other != rule])):
        yield


@contextmanager
def without_kind(kind: str) -> Iterator[None]:
    """Read as if all words of one kind said nothing."""
    with patch.dict(vocabulary.MEANINGS, {word: "" for word, other in vocabulary.MEANINGS.items() if other == kind}):
        yield


def meaning_of(question: Question | None) -> str:
    """Return all that a question says in one line: ``"5 6 7 8 │ 9 = 12"``; ``"nothing"`` for none."""
    if question is None:
        return "nothing"
    declared, dealer = getattr(question, "declared", None), getattr(question, "dealer", None)
    claims = [f"= {count}" for count in (declared, *question.others) if count is not None]
    return " ".join([write_question(question), *claims, *([] if dealer is None else [f"dealer: {dealer}"])])


def reading_of(text: str) -> str:
    """Return all that is read in a text in one line: ``"sure: 5 6 7 8 │ 9 = 12"``, ``"nothing"``."""
    try:
        reading = read(text)
    except NotationError:
        return "nothing"
    return f"{'sure' if reading.sure else 'perhaps'}: {' or '.join(map(meaning_of, reading.questions))}"
