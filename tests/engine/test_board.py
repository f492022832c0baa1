"""The board: lines, and how many games a win is worth."""

import pytest

from engine.events import GameWon
from engine.presets import find
from engine.rules import Rules
from tests.support.data_files import data_beside
from tests.support.strategies import act, dealt_out, pegs, plays

CASES = data_beside(__file__)


@pytest.mark.parametrize(("preset", "options", "games"), CASES["games"].values(), ids=CASES["games"])
def test_a_win_is_worth_what_the_book_says_against_a_loser_with_so_many_holes(preset, options, games):
    rules = find(preset, **options)
    for loser, many in games:
        assert rules.games_won((rules.target, loser), 0) == rules.games_won((loser, rules.target), 1) == many


def test_the_lines_of_a_board_may_stand_in_any_order():
    assert [Rules(doubles=((31, 4), (61, 2))).games_won((121, loser), 0) for loser in (30, 31, 60, 61)] == [4, 2, 2, 1]


@pytest.mark.parametrize(("loser", "games"), [(58, 4), (59, 2), (88, 2), (89, 1)])
def test_the_line_is_looked_at_as_the_pegs_stand_when_the_game_is_won(loser, games):
    game, _ = dealt_out(("8H 4D KC KS", "4C 4S QC QS"), starter="2D", scores=(loser, 120), dealer=1)
    game, events = act(game, *plays("0:8H 1:4C 0:4D 1:4S"))
    assert pegs(events) == [(0, 2, "pair"), (1, 6, "pair_royal")]
    assert events[-1] == GameWon(1, games, "play")
