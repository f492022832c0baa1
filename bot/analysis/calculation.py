"""Answers to questions about cards, outside the event loop where they take long."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.analysis.answers import Answer, answer
from engine.text.questions import DiscardQuestion, NextQuestion, Question


def calculate(question: Question) -> Answer:
    """Return the answer to a question; the same question always gets the same answer."""
    return answer(question, _seeded)


async def calculate_aside(question: Question) -> Answer:
    """Return the answer to a question while the event loop goes on.

    Discards take 60 ms, and up to a second with scores, so they are judged on a thread, as cards to play are.
    """
    import asyncio  # noqa: PLC0415 - the command line has no event loop

    return (
        await asyncio.to_thread(calculate, question)
        if isinstance(question, DiscardQuestion | NextQuestion)
        else calculate(question)
    )


def _seeded(seed: Any) -> Callable[[], float]:
    return Random(seed).random
