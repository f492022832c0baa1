"""The board: lines, and how many games a win is worth."""

import pytest

from engine.events import GameWon
from engine.presets import find
from engine.rules import Rules
from tests.support.strategies import act, dealt_out, pegs, plays


def lost_at(rules, loser):
    """Return the games of a win against a loser with this many holes, the same for either winner."""
    both = {rules.games_won((rules.target, loser), 0), rules.games_won((loser, rules.target), 1)}
    assert len(both) == 1
    return both.pop()


@pytest.mark.parametrize(("loser", "games"), [(0, 2), (60, 2), (61, 1), (90, 1), (120, 1)])
def test_000_103_lurched_below_half_way(loser, games):
    assert lost_at(find("bicycle"), loser) == games


@pytest.mark.parametrize(("loser", "games"), [(0, 2), (30, 2), (31, 1), (60, 1)])
def test_000_103_lurched_below_thirty_one_in_a_game_of_sixty_one(loser, games):
    assert lost_at(find("bicycle", target=61), loser) == games
    assert lost_at(find("house", target=61), loser) == games


@pytest.mark.parametrize(("loser", "games"), [(0, 4), (60, 4), (61, 2), (90, 2), (91, 1), (120, 1)])
def test_000_103_the_variation_a_skunk_and_a_double_skunk(loser, games):
    assert lost_at(find("house"), loser) == games


@pytest.mark.parametrize(("loser", "games"), [(0, 4), (30, 4), (31, 2), (60, 2), (61, 1), (120, 1)])
def test_003_101_the_lines_of_the_crib_derby(loser, games):
    assert lost_at(find("crib-derby"), loser) == games
    assert lost_at(Rules(doubles=((31, 4), (61, 2))), loser) == games


@pytest.mark.parametrize(("loser", "games"), [(0, 2), (29, 2), (30, 1)])
def test_002_7_the_double_below_thirty_where_it_is_agreed(loser, games):
    assert lost_at(find("britannica", doubles="lurch"), loser) == games
    assert lost_at(find("britannica"), loser) == 1


@pytest.mark.parametrize(("loser", "games"), [(0, 2), (60, 2), (90, 2), (91, 1)])
def test_the_congress_knows_one_line(loser, games):
    assert lost_at(find("acc"), loser) == games


@pytest.mark.parametrize("loser", [0, 30, 60, 120])
def test_001_knows_no_double_games(loser):
    assert lost_at(find("club"), loser) == 1


@pytest.mark.parametrize(("loser", "games"), [(58, 4), (59, 2), (88, 2), (89, 1)])
def test_the_line_is_looked_at_as_the_pegs_stand_when_the_game_is_won(loser, games):
    game, _ = dealt_out(("8H 4D KC KS", "4C 4S QC QS"), starter="2D", scores=(loser, 120), dealer=1)
    game, events = act(game, *plays("0:8H 1:4C 0:4D 1:4S"))
    assert pegs(events) == [(0, 2, "pair"), (1, 6, "pair_royal")]
    assert events[-1] == GameWon(1, games, "play")
