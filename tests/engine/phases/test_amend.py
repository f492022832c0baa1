"""Amending: a player who declared too little may raise the declaration until their next card (003:103)."""

import pytest

from engine.actions import Accept, Amend, Challenge, Deal, Declare, LayAway, Play
from engine.ai.robots import choose
from engine.cards import Card
from engine.errors import NothingToSay, WindowOpen, WrongDeclaration
from engine.events import Amended
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import DERBY, act, at_the_show, cards, dealt_out, plays, refused, stacked

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")


def declared(points, *, score=0, rules=DERBY):
    """Return a game in which A has declared this number for a hand of twelve."""
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=(score, 50), rules=rules)
    return act(game, Declare(A, points))[0]


@pytest.mark.parametrize("points", [30, -1, True, "12"])
def test_no_count_above_twenty_nine_is_amended_to(points):
    with pytest.raises(WrongDeclaration):
        apply(declared(8), Amend(A, points))


def test_every_total_above_what_was_declared_is_open():
    assert legal(declared(8), A) == tuple(Amend(A, points, "hand") for points in range(9, 30))
    assert view(declared(8), A).prompt is not None
    assert legal(declared(29), A) == ()


# Until the declarer's next card (003:103).


def test_003_103_the_starter_waits_while_a_show_that_was_raised_is_open():
    game, _ = act(declared(8), *plays("1:show=8 0:ok 1:show=4 0:ok"))
    game, _ = act(game, Deal(stacked(A, ("8C 7D KH KS QC JC", "7S 6H 2C 2D QH JH"), "TS")))
    game, _ = act(game, LayAway(A, cards("QC JC")), Amend(A, 12), LayAway(B, cards("QH JH")))
    assert (waiting_on(game), view(game, B).stage) == ((B,), "starter")
    assert set(legal(game, B)) == {Accept(B), Challenge(B, "too_many", A), *raises(game, B)}
    assert refused(game, Play(B, Card.parse("7S")), WindowOpen) is Law.SATISFIED
    _, events = act(game, *plays("1:ok"))
    assert short(events) == ["1 satisfied", "1 cuts TS"]


def raises(game, seat):
    """The amendments that a seat may make."""
    return [move for move in legal(game, seat) if isinstance(move, Amend)]


def test_003_103_hand_and_crib_are_raised_one_after_the_other():
    game, _ = act(declared(12), *plays("1:show=4 0:ok 1:show=0"))
    assert {move.what for move in raises(game, B)} == {"hand", "crib"}
    game, events = act(game, *plays("1:amend=4"))  # the latest
    assert events[0] == Amended(B, 4, "crib")
    assert refused(game, Amend(B, 8, "hand"), WindowOpen) is Law.SATISFIED  # one count at a time is open
    game, events = act(game, *plays("0:ok 1:amend@hand=8"))
    assert events[1] == Amended(B, 8, "hand")
    assert game.scores == (12, 62)


def test_muggins_takes_what_is_still_overlooked_after_amending():
    rules = find("crib-derby", muggins=True)
    game, events = act(declared(4, rules=rules), *plays("0:amend=9 1:few"))
    assert short(events)[2:] == ["1 says too_few to 0, rightly", "1 +3 muggins"]
    assert game.scores == (9, 53)


def test_a_declared_card_may_be_amended_while_its_window_is_open():
    game, _ = dealt_out(("8C 7D KH KS", "7S 6H 2C 2D"), starter="TS", rules=DERBY)
    game, _ = act(game, *plays("0:8C 1:7S=1"))
    assert legal(game, B) == tuple(Amend(B, points, "play") for points in range(2, 3))
    game, events = act(game, *plays("1:amend=2"))
    assert short(events) == ["1 amends to 2", "1 +1 declared"]
    game, _ = act(game, *plays("0:7D"))
    assert game.scores == (0, 2)
    assert view(game, B).amendable  # until the next card of its own player (003:103)
    game, _ = act(game, *plays("1:2C"))
    assert {move.points for move in raises(game, B)} == set(range(1, 13))  # the deuce of now, not the seven


def test_a_player_who_accepted_is_asked_again_after_an_amendment():
    rules = find("crib-derby", players=3)
    game = at_the_show(("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C"), starter="9C", dealer=2, rules=rules)
    game, _ = act(game, *plays("0:show=8 2:ok 0:amend=12"))
    assert game.open_windows[0].open_to == {1, 2}
    assert Challenge(2, "too_many", 0) in legal(game, 2)


def test_a_partner_does_not_amend():
    rules = find("crib-derby", players=4)
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "TH JS 4H 4C"), starter="9C", dealer=3, rules=rules
    )
    game, _ = act(game, Declare(0, 8))
    assert legal(game, 2) == ()
    assert refused(game, Amend(2, 12), NothingToSay) is Law.AMENDED
    assert Amend(0, 12, "hand") in legal(game, 0)


def test_a_false_count_raised_into_the_game_hole_is_challenged_by_players_whose_own_counts_are_open():
    rules = find("crib-derby", players=3)
    kept = ("KC 2D 3H 4S", "KD 2C 3S 4H", "KH 2S 3C 4D")
    game, _ = dealt_out(kept, starter="9C", dealer=0, scores=(100, 119, 100), rules=rules)
    game, _ = act(game, *plays("1:KD 2:KH=2 0:KC=6"))
    assert refused(game, Amend(1, 21, "play"), WrongDeclaration) is Law.AMENDED  # no card that is led makes 21
    game, _ = act(game, Amend(1, 2, "play"))
    for seat in (0, 2):
        assert Challenge(seat, "too_many", 1) in legal(game, seat)
        assert choose(view(game, seat), "easy", lambda: 0.99) == Challenge(seat, "too_many", 1)
    game, _ = act(game, Challenge(2, "too_many", 1))
    assert game.scores == (106, 119, 102)
