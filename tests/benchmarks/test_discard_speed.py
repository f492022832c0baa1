"""The time of the exact analysis of a discard, and of an expert's move."""

from __future__ import annotations

from random import Random

import pytest

from engine.ai.levels import EXPERT
from engine.ai.robots import choose
from engine.analysis.answers import DiscardAnswer, answer
from engine.game import waiting_on
from engine.text.question_reader import read_question
from engine.view import view
from tests.support.robot_tables import at_play, dealt, played
from tests.support.strategies import AUTOMATIC


@pytest.mark.parametrize("six", ["4h 5d 5c 6s jd td", "4 5 5 6 j 10"])
def test_what_to_lay_away_exactly(benchmark, six):
    """Analyse a discard for the dealer and the pone, over every possible crib."""
    question = read_question(six)
    assert isinstance(benchmark(answer, question), DiscardAnswer)


@pytest.mark.parametrize("scores", [(0, 0), (100, 104)], ids=["at the start", "near the end"])
@pytest.mark.parametrize("stage", ["discard", "lead", "second card"])
def test_an_expert_move(benchmark, stage, scores):
    """An expert may take 250 ms for a move on one core, and takes 40 ms on average."""
    hands = ("5H 6D JC QS AC 9D", "2C 3C 7C 8C TD KH")
    game = dealt(AUTOMATIC, 1, *hands, starter="KD", scores=scores)
    if stage != "discard":
        game = at_play(AUTOMATIC, 1, *hands, starter="KD", scores=scores)
    if stage == "second card":
        game = played(game, "0:6D 1:8C")
    seat = 1 if stage == "discard" else waiting_on(game)[0]
    seen, chance = view(game, seat), Random(1).random
    benchmark.pedantic(choose, (seen, EXPERT, chance), rounds=20, warmup_rounds=1)
    assert benchmark.stats.stats.median < 0.25
