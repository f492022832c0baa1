"""The claim of game: as many as the declarer has to go wait for an answer, and a false claim is paid for."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Challenge, Deal, Declare
from engine.cards import PACK, Card
from engine.errors import WindowOpen
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.scoring import show_total
from engine.state import Over
from tests.support.short_events import short
from tests.support.strategies import ACC, BRITANNICA, act, at_the_show, cards, plays

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")


def game_with_claim(score, points, *, other=100, rules=ACC, hands=HANDS, starter="9C"):
    """Return a game in which A, with ``score`` holes, declares these points for the hand."""
    game = at_the_show(hands, starter=starter, away=AWAY, scores=(score, other), rules=rules)
    return act(game, Declare(A, points))


def answer_claim(said, score, points, **options):
    """Return the result of an answer to that declaration."""
    game, _ = game_with_claim(score, points, **options)
    game, events = act(game, *plays(f"1:{said}"))
    return game, short(events)


# What waits.


@pytest.mark.parametrize(("score", "points"), [(109, 12), (110, 12), (110, 11), (120, 1), (92, 29)])
def test_a_declaration_that_would_win_is_not_pegged_before_it_is_answered(score, points):
    game, events = game_with_claim(score, points)
    assert short(events) == [f"0 shows hand for {points}"]
    assert game.scores == (score, 100)
    assert game.open_windows[0].claims_game
    assert waiting_on(game) == (B,)


@pytest.mark.parametrize(("score", "points"), [(109, 11), (119, 1), (91, 29)])
def test_a_declaration_of_one_fewer_claims_nothing(score, points):
    game, _ = game_with_claim(score, points)
    assert game.scores[A] == 120
    assert not game.open_windows[0].claims_game


def test_no_other_act_closes_it():
    game, _ = game_with_claim(110, 12)
    assert legal(game, B) == (Accept(B), Challenge(B, "too_many", A))
    assert legal(game, A) == ()
    for line in ("1:show=8", "0:show=8", "1:6H"):
        with pytest.raises(WindowOpen) as refused:
            apply(game, *plays(line))
        assert refused.value.law is Law.SATISFIED


# Challenged, and true.


def test_the_first_at_the_target_wins():
    _, told = answer_claim("many", 109, 16, other=120)  # the declarer's own true points come first
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared", "side 0 wins 1 by show"]
    _, told = answer_claim("many", 108, 16, other=120)
    assert told[-2:] == ["1 +1 overscore", "side 1 wins 1 by penalty"]


# Challenged, and false.


@pytest.mark.parametrize("penalty", [45, 50, 60])
def test_the_penalty_stops_at_the_start(penalty):
    rules = replace(BRITANNICA, false_game_penalty=penalty)
    game, told = answer_claim("many", 32, 29, other=10, rules=rules)
    assert told[1:] == ["0 +12 declared", f"0 -{min(penalty, 44)} false_game", "1 +17 overscore"]
    assert game.scores == (max(44 - penalty, 0), 27)


# Points too many that the board has no holes for (ACC 8.4: "up to the game hole").

FOUR = ("2C 4D 6H 9S", "6S 6C AD 2D")
"""With a king turned up the first of these is worth four: fifteen twice."""


@pytest.mark.parametrize(
    ("name", "truth", "across"),
    [("acc", 4, 7), ("britannica", 4, 7), ("britannica-five", 2, 9), ("crib-derby", 4, 0)],
)
def test_acc_8_4_a_false_claim_pays_no_holes_that_do_not_exist(name, truth, across):
    """The pone, 11 holes from home with a true 4, declares 29; the dealer has 21 holes to go and gets 7, not 25."""
    rules = find(name)
    pone, dealer = rules.target - 11, rules.target - 21
    hands = ("4D 6H 9S", "6S AD 2D") if rules.five_card else FOUR
    assert show_total(cards(hands[0]), Card.parse("KS")) == truth
    game = at_the_show(hands, starter="KS", away=("5H KD", "3S TD"), scores=(pone, dealer), rules=rules)
    game, _ = act(game, *plays("0:show=29 1:many"))
    assert not isinstance(game.phase, Over)
    assert game.scores == (pone + truth - rules.false_game_penalty, dealer + across)


@pytest.mark.parametrize("name", [name for name in PRESETS if find(name).counting == "referee"])
def test_acc_8_4_the_referee_pays_none_either(name):
    game = at_the_show(FOUR, starter="KS", away=("5H KD", "3S TD"), scores=(110, 100), rules=find(name))
    game, _ = act(game, Declare(A, 29))
    assert game.scores == (114, 107 if find(name).overscore == "to_adversary" else 100)


# Three hands.


def test_nothing_is_dealt_over_a_claim_upon_the_crib():
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=(50, 109), rules=ACC)
    game, _ = act(game, *plays("0:show=12 1:show=8 0:ok 1:show=4"))
    assert game.scores == (62, 117)
    assert game.open_windows[0].claims_game
    assert waiting_on(game) == (A,)
    with pytest.raises(WindowOpen):
        apply(game, Deal(PACK))
    assert short(act(game, *plays("0:ok"))[1]) == ["0 satisfied", "1 +4 declared", "side 1 wins 2 by show"]
