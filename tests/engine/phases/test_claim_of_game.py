"""The claim of game: as many as the declarer has to go wait for an answer, and a false claim is paid for."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Challenge, Deal, Declare
from engine.cards import PACK, Card
from engine.errors import NothingToSay, WindowOpen
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.scoring import show_total
from engine.state import Over
from tests.support.short_events import short
from tests.support.strategies import ACC, BRITANNICA, DERBY, act, at_the_show, cards, dealt_out, plays

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")

MUGGINS = find("acc", muggins=True)


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


def test_too_few_cannot_be_said_to_it():
    game, _ = game_with_claim(110, 11, rules=MUGGINS)
    assert Challenge(B, "too_few") not in legal(game, B)
    with pytest.raises(NothingToSay) as refused:
        apply(game, Challenge(B, "too_few"))
    assert refused.value.law is Law.MUGGINS
    assert answer_claim("ok", 110, 11, rules=MUGGINS)[1][-1] == "side 0 wins 1 by show"


def test_the_claimer_of_the_game_cannot_answer_the_claim():
    game, _ = game_with_claim(110, 12, rules=DERBY)
    for line in ("0:ok", "0:many"):
        with pytest.raises(NothingToSay):
            apply(game, *plays(line))
    with pytest.raises(WindowOpen):
        apply(game, *plays("0:amend=13"))


# Satisfied.


def test_the_adversary_is_satisfied_and_the_game_is_won():
    game, told = answer_claim("ok", 110, 12)
    assert told == ["1 satisfied", "0 +12 declared", "side 0 wins 1 by show"]
    assert game.scores == (121, 100)
    assert game.phase == Over(A, 1, "show")


def test_an_unchallenged_false_claim_wins():
    _, told = answer_claim("ok", 100, 21)
    assert told == ["1 satisfied", "0 +21 declared", "side 0 wins 1 by show"]


# Challenged, and true.


def test_law_20_a_right_claim_wins_and_no_two_are_added():
    _, told = answer_claim("many", 109, 12)
    assert told == ["1 says too_many to 0, wrongly", "0 +12 declared", "side 0 wins 1 by show"]


def test_a_claim_of_too_few_that_suffices_wins():
    _, told = answer_claim("many", 113, 8)
    assert told == ["1 says too_many to 0, wrongly", "0 +8 declared", "side 0 wins 1 by show"]


@pytest.mark.parametrize("rules", [ACC, BRITANNICA, DERBY], ids=["acc", "britannica", "crib-derby"])
def test_too_many_but_enough_wins_all_the_same(rules):
    to_go = 11
    _, told = answer_claim("many", rules.target - to_go, 14, other=60, rules=rules)
    assert told[:2] == ["1 says too_many to 0, rightly", "0 +12 declared"]
    assert told[2].startswith("side 0 wins")


def test_the_first_at_the_target_wins():
    _, told = answer_claim("many", 109, 16, other=120)  # the declarer's own true points come first
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared", "side 0 wins 1 by show"]
    _, told = answer_claim("many", 108, 16, other=120)
    assert told[-2:] == ["1 +1 overscore", "side 1 wins 1 by penalty"]


# Challenged, and false.


def test_acc_the_true_points_are_pegged_then_fifteen_come_off_and_the_overscore_goes_across():
    game, told = answer_claim("many", 107, 14)
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared", "0 -15 false_game", "1 +2 overscore"]
    assert game.scores == (104, 102)
    assert game.hindmost == (104, 100)
    assert waiting_on(game) == (B,)


def test_law_19_britannica_takes_nothing_off_and_gives_the_overscore_across():
    game, told = answer_claim("many", 47, 14, other=50, rules=BRITANNICA)
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared", "1 +2 overscore"]
    assert game.scores == (59, 52)


def test_003_103_crib_derby_pegs_the_true_count_only():
    game, told = answer_claim("many", 107, 14, rules=DERBY)
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared"]
    assert game.scores == (119, 100)


def test_a_claim_upon_nothing_at_all():
    game, told = answer_claim("many", 118, 3, hands=("2C 4D 6H 8S", "6S 6C AD 2D"), starter="QD")
    assert told == ["1 says too_many to 0, rightly", "0 -15 false_game", "1 +3 overscore"]
    assert game.scores == (103, 103)


@pytest.mark.parametrize("penalty", [45, 50, 60])
def test_the_penalty_stops_at_the_start(penalty):
    rules = replace(BRITANNICA, false_game_penalty=penalty)
    game, told = answer_claim("many", 32, 29, other=10, rules=rules)
    assert told[1:] == ["0 +12 declared", f"0 -{min(penalty, 44)} false_game", "1 +17 overscore"]
    assert game.scores == (max(44 - penalty, 0), 27)


def test_the_overscore_may_win_the_game_for_the_adversary():
    game, told = answer_claim("many", 107, 14, other=119)
    assert told[-3:] == ["0 -15 false_game", "1 +2 overscore", "side 1 wins 1 by penalty"]
    assert game.scores == (104, 121)


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


def test_acc_8_4_a_card_claimed_for_too_much_pays_up_to_the_game_hole():
    game, _ = dealt_out(FIFTEEN, starter="TS", rules=ACC, scores=(100, 120))
    _, events = act(game, *plays("0:8C 1:6H=2 0:many"))
    assert short(events)[2:] == ["0 says too_many to 1, rightly", "1 -15 false_game", "0 +1 overscore"]


def test_acc_8_4_where_the_true_points_reach_the_game_hole_nothing_goes_across():
    game, told = answer_claim("many", 113, 29)
    assert told == ["1 says too_many to 0, rightly", "0 +12 declared", "side 0 wins 1 by show"]
    assert game.scores == (121, 100)


# In the play.

FIFTEEN = ("8C 7D KH KS", "7S 6H 2C 2D")


def test_a_card_may_claim_the_game():
    game, _ = dealt_out(FIFTEEN, starter="TS", rules=ACC, scores=(100, 119))
    game, events = act(game, *plays("0:8C 1:7S=2"))
    assert short(events) == ["0 8C=8", "1 7S=15 for 2"]
    assert game.open_windows[0].claims_game
    with pytest.raises(WindowOpen):
        apply(game, *plays("0:7D=2"))
    _, events = act(game, *plays("0:ok"))
    assert short(events) == ["0 satisfied", "1 +2 declared", "side 1 wins 1 by play"]
    _, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, wrongly", "1 +2 declared", "side 1 wins 1 by play"]


def test_after_a_false_claim_the_play_goes_on():
    game, _ = dealt_out(FIFTEEN, starter="TS", rules=ACC, scores=(100, 119))
    game, events = act(game, *plays("0:8C 1:6H=2 0:many"))
    assert short(events)[2:] == ["0 says too_many to 1, rightly", "1 -15 false_game", "0 +2 overscore"]
    assert game.scores == (102, 104)
    assert waiting_on(game) == (A,)
    assert act(game, *plays("0:7D=2"))[0].scores == (104, 104)


def test_the_go_follows_a_false_claim():
    game, _ = dealt_out(("KC 8D AC AS", "KD QD 9D 8H"), starter="TS", rules=DERBY, scores=(118, 100))
    game, events = act(game, *plays("0:KC 1:KD 0:8D 1:go 0:AC 0:AS=3 1:many"))
    told = ["1 says too_many to 0, rightly", "0 +2 declared", "0 +1 go", "side 0 wins 1 by play"]
    assert short(events)[-4:] == told


# Three hands.


def test_three_hands_all_others_must_be_satisfied():
    rules = find("crib-derby", players=3)
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C"), starter="9C", dealer=2, scores=(110, 100, 90), rules=rules
    )
    game, _ = act(game, Declare(0, 12))
    assert waiting_on(game) == (1, 2)
    half, events = act(game, Accept(2))
    assert short(events) == ["2 satisfied"]
    assert waiting_on(half) == (1,)
    assert half.scores == (110, 100, 90)
    assert short(act(half, Accept(1))[1]) == ["1 satisfied", "0 +12 declared", "side 0 wins 1 by show"]
    assert short(act(half, Challenge(1, "too_many"))[1])[0] == "1 says too_many to 0, wrongly"
    with pytest.raises(NothingToSay):
        apply(half, Challenge(2, "too_many"))


def test_nothing_is_dealt_over_a_claim_upon_the_crib():
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=(50, 109), rules=ACC)
    game, _ = act(game, *plays("0:show=12 1:show=8 0:ok 1:show=4"))
    assert game.scores == (62, 117)
    assert game.open_windows[0].claims_game
    assert waiting_on(game) == (A,)
    with pytest.raises(WindowOpen):
        apply(game, Deal(PACK))
    assert short(act(game, *plays("0:ok"))[1]) == ["0 satisfied", "1 +4 declared", "side 1 wins 2 by show"]
