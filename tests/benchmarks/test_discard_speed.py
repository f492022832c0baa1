"""The time of a robot's discard, over all 15 choices and 46 starters, and of playing a card."""

from __future__ import annotations

from random import Random

import pytest

from bot.tables.robot_games import play_game
from engine.ai.card_play import best_card
from engine.ai.discards import analyse
from engine.ai.levels import EXPERT
from engine.ai.robots import choose
from engine.analysis.answers import DiscardAnswer, answer
from engine.cards import PACK
from engine.events import GameWon
from engine.game import waiting_on
from engine.text.reader import read_question
from engine.view import view
from tests.support.robot_tables import at_play, dealt, played
from tests.support.strategies import AUTOMATIC, REFEREE, dealt_out


def test_analysis_of_six_cards(benchmark):
    rng = Random(1)
    dealt = [tuple(rng.sample(PACK, 6)) for _ in range(100)]
    found = benchmark(lambda: [analyse(six, dealer=True) for six in dealt])
    assert {len(tosses) for tosses in found} == {15}


@pytest.mark.parametrize("six", ["4h 5d 5c 6s jd td", "4 5 5 6 j 10"])
def test_what_to_lay_away_exactly(benchmark, six):
    """Analyse a discard for the dealer and the pone, over every possible crib."""
    question = read_question(six)
    assert isinstance(benchmark(answer, question), DiscardAnswer)


def test_choice_of_a_lead(benchmark):
    game, _ = dealt_out(("5H 6D JC QS", "2C 3C 7C 8C"), starter="KD")
    seen = view(game, waiting_on(game)[0])
    assert benchmark(best_card, seen) in seen.hand


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


def test_a_game_between_club_robots(benchmark):
    events = benchmark(play_game, REFEREE, bytes(32), levels=("club", "club"))
    assert isinstance(events[-1], GameWon)
