"""Answers to questions about cards, outside the event loop where they take long."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from engine.ai.two_hand_discards import Chance
from engine.analysis.answers import Answer, answer
from engine.text.questions import DiscardQuestion, Question


def calculate(question: Question) -> Answer:
    """Return the answer to a question; the same question always gets the same answer."""
    return answer(question, _seeded)


async def calculate_aside(question: Question) -> Answer:
    """Return the answer to a question while the event loop goes on.

    Discards take 60 ms, and up to a second with scores, so they are judged on a thread.
    """
    return (
        await asyncio.to_thread(calculate, question) if isinstance(question, DiscardQuestion) else calculate(question)
    )


def _seeded(seed: Any) -> Chance:
    return Random(seed).random
