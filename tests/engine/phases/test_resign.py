"""Giving up, with two sides: the game counts the doubles as the scores stand (000:103, 002:7, 003:101)."""

import pytest

from engine.actions import Declare, LoseOnTime, Resign
from engine.errors import WindowOpen
from engine.events import Conceded, GameWon
from engine.game import apply, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.view import view
from tests.support.strategies import ACC, DERBY, about_to_deal, act, at_the_show, ending, plays

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")

LURCH = find("britannica", doubles="lurch")
HOUSE = find("house")
WAYS = {"resigned": Resign, "time": LoseOnTime}


def at_hand(rules, scores, line=""):
    """Return a game at A's hand with these scores, after some declarations."""
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=scores, rules=rules)
    return act(game, *plays(line))[0]


@pytest.mark.parametrize("why", WAYS)
@pytest.mark.parametrize(
    ("rules", "score", "games"),
    [
        pytest.param(ACC, 50, 2, id="acc-50"),
        pytest.param(ACC, 90, 2, id="acc-90"),
        pytest.param(ACC, 91, 1, id="acc-91"),
        pytest.param(DERBY, 20, 4, id="crib-derby-20"),
        pytest.param(DERBY, 31, 2, id="crib-derby-31"),
        pytest.param(DERBY, 61, 1, id="crib-derby-61"),
        pytest.param(LURCH, 20, 2, id="britannica-with-the-lurch"),
        pytest.param(LURCH, 30, 1, id="britannica-at-the-line"),
        pytest.param(find("britannica"), 0, 1, id="britannica-without"),
        pytest.param(HOUSE, 60, 4, id="house-60"),
        pytest.param(find("house", players=4), 60, 4, id="partners"),
        pytest.param(find("club"), 0, 1, id="club-without-doubles"),
    ],
)
def test_000_103_a_game_given_up_counts_what_the_board_says(rules, score, games, why):
    game = about_to_deal(rules, dealer=B, scores=(score, 100 if rules.target == 121 else 50))
    assert view(game, A).games_if_given_up == games
    assert apply(game, WAYS[why](A))[1] == (Conceded(A, why), GameWon(B, games, why))


# While the other side's claim of game is open.


@pytest.mark.parametrize("kind", WAYS.values(), ids=WAYS)
def test_000_103_nobody_resigns_while_the_other_side_s_claim_of_game_is_open(kind):
    game = at_hand(ACC, (110, 50), "0:show=12")
    with pytest.raises(WindowOpen) as refused:
        apply(game, kind(B))
    assert refused.value.law is Law.RESIGNED
    assert waiting_on(game) == (B,)
    assert ending(act(game, *plays("1:ok"))[1]) == GameWon(A, 2, "show")
    # The claimer may give up a claim, and then loses by the board without it.
    assert ending(apply(game, kind(A))[1]).side == B


# The loser's own count that nobody has answered.


@pytest.mark.parametrize("rules", [ACC, DERBY, find("britannica", target=61, doubles=((25, 2),)), LURCH])
@pytest.mark.parametrize("declared", [0, 5, 12, 13, 20, 29])
def test_002_62_a_view_names_what_resigning_costs_while_the_own_count_is_open(rules, declared):
    line = max(below for below, _ in rules.doubles)
    for score in (line - 13, line - 12, line - 4, line):
        game = at_hand(rules, (score, 40), f"0:show={declared}")
        if not view(game, B).own_windows or not view(game, B).own_windows[0].claims_game:
            for seat in (A, B):
                assert view(game, seat).games_if_given_up == ending(apply(game, Resign(seat))[1]).games


def test_002_62_points_too_many_of_the_own_open_count_are_told_as_lost_games():
    """Britannica with the lurch at 25: 8 declared for 4."""
    rules = find("britannica", doubles=((25, 2),))
    game = at_the_show(("5S JD 2H 3H", "7H 8C 8D KS"), starter="9C", away=AWAY, scores=(20, 30), rules=rules)
    game, _ = act(game, Declare(A, 8))
    true = ending(apply(game, Resign(A))[1]).games
    assert (game.scores[A], view(game, A).games_if_given_up, true) == (28, 2, 2)
    assert view(game, B).games_if_given_up == 1
