"""Amending: a player who declared too little may raise the declaration while it is open (003:103)."""

import pytest

from engine.actions import Accept, Amend, Challenge, Declare
from engine.errors import NothingToSay, WrongDeclaration
from engine.events import Amended, Pegged
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import DERBY, TABLES, act, at_the_show, cards, dealt_out, plays

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")


def declared(points, *, score=0, rules=DERBY):
    """Return a game in which A has declared this number for a hand of twelve."""
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=(score, 50), rules=rules)
    return act(game, Declare(A, points))[0]


def refused(game, move):
    """The law by which an amendment is refused."""
    with pytest.raises(NothingToSay) as caught:
        apply(game, move)
    return caught.value.law


def test_003_103_a_count_too_low_is_raised_and_the_difference_pegged():
    game, events = act(declared(8), Amend(A, 12))
    assert events == (Amended(A, 12), Pegged(A, A, 4, Law.DECLARED, cards(HANDS[0]), 12))
    assert (game.scores, game.open_windows[0].declared, game.open_windows[0].pegged) == ((12, 50), 12, True)
    assert waiting_on(game) == (B,)


def test_it_may_be_raised_again_and_never_lowered():
    game, _ = act(declared(4), *plays("0:amend=8 0:amend=12"))
    assert game.scores == (12, 50)
    for points in (12, 11, 0):
        assert refused(game, Amend(A, points)) is Law.AMENDED


@pytest.mark.parametrize("points", [30, -1, True, "12"])
def test_no_count_above_twenty_nine_is_amended_to(points):
    with pytest.raises(WrongDeclaration):
        apply(declared(8), Amend(A, points))


def test_every_total_above_what_was_declared_is_open():
    assert legal(declared(8), A) == tuple(Amend(A, points) for points in range(9, 30))
    assert view(declared(8), A).prompt is not None
    assert legal(declared(29), A) == ()


def test_003_103_a_count_is_not_amended_as_far_as_the_game_hole():
    game = declared(8, score=110)
    assert legal(game, A) == (Amend(A, 9), Amend(A, 10))
    assert refused(game, Amend(A, 11)) is Law.AMENDED
    assert act(game, Amend(A, 10))[0].scores == (120, 50)
    assert legal(declared(8, score=112), A) == ()


def test_a_claim_of_game_is_not_amended():
    game = declared(12, score=109)
    assert legal(game, A) == ()
    assert refused(game, Amend(A, 13)) is Law.AMENDED


def test_a_hand_of_which_nothing_was_declared_may_be_amended():
    game = declared(0)
    assert set(legal(game, B)) == {Accept(B), *(Declare(B, points) for points in range(30))}
    game, events = act(game, Amend(A, 12))
    assert short(events) == ["0 amends to 12", "0 +12 declared"]
    assert Challenge(B, "too_many") in legal(game, B)


def test_003_103_it_is_too_late_once_the_other_has_played_on():
    game, _ = act(declared(8), Declare(B, 8))
    assert refused(game, Amend(A, 12)) is Law.AMENDED
    game, _ = act(declared(8), Accept(B))
    assert refused(game, Amend(A, 12)) is Law.SATISFIED


def test_only_the_declarer_amends():
    assert refused(declared(8), Amend(B, 12)) is Law.AMENDED


def test_what_was_amended_too_far_is_challenged_as_a_whole():
    game, events = act(declared(8), *plays("0:amend=15 1:many"))
    assert short(events)[2:] == ["1 says too_many to 0, rightly", "0 -3 overscore"]
    assert game.scores == (12, 50)


def test_what_was_amended_to_the_truth_is_challenged_wrongly():
    game, _ = act(declared(8), *plays("0:amend=12 1:many"))
    assert game.scores == (14, 50)


def test_muggins_takes_what_is_still_overlooked_after_amending():
    rules = find("crib-derby", muggins=True)
    game, events = act(declared(4, rules=rules), *plays("0:amend=9 1:few"))
    assert short(events)[2:] == ["1 says too_few to 0, rightly", "1 +3 muggins"]
    assert game.scores == (9, 53)


def test_a_declared_card_may_be_amended_while_its_window_is_open():
    game, _ = dealt_out(("8C 7D KH KS", "7S 6H 2C 2D"), starter="TS", rules=DERBY)
    game, _ = act(game, *plays("0:8C 1:7S=1"))
    assert legal(game, B) == tuple(Amend(B, points) for points in range(2, 30))
    game, events = act(game, *plays("1:amend=2"))
    assert short(events) == ["1 amends to 2", "1 +1 declared"]
    game, _ = act(game, *plays("0:7D"))
    assert game.scores == (0, 2)
    assert refused(game, Amend(B, 3)) is Law.AMENDED  # the card that lies open now is the other's


def test_a_card_played_for_nothing_is_amended_too():
    """ "Either in play or in counting" (003:103)."""
    game, _ = dealt_out(("8C 7D KH KS", "7S 6H 2C 2D"), starter="TS", rules=DERBY)
    game, events = act(game, *plays("0:8C 1:7S 1:amend=2"))
    assert short(events)[-2:] == ["1 amends to 2", "1 +2 declared"]
    game, _ = act(game, *plays("0:7D"))
    assert game.scores == (0, 2)


def test_the_crib_is_amended():
    game, _ = act(declared(12), *plays("1:show=8 0:ok 1:show=0 1:amend=4"))
    assert game.scores == (12, 62)


def test_a_player_who_accepted_is_asked_again_after_an_amendment():
    rules = find("crib-derby", players=3)
    game = at_the_show(("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C"), starter="9C", dealer=2, rules=rules)
    game, _ = act(game, *plays("0:show=8 2:ok 0:amend=12"))
    assert game.open_windows[0].satisfied == frozenset()
    assert Challenge(2, "too_many") in legal(game, 2)


def test_a_partner_does_not_amend():
    rules = find("crib-derby", players=4)
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "TH JS 4H 4C"), starter="9C", dealer=3, rules=rules
    )
    game, _ = act(game, Declare(0, 8))
    assert legal(game, 2) == ()
    assert refused(game, Amend(2, 12)) is Law.AMENDED
    assert Amend(0, 12) in legal(game, 0)


def test_only_crib_derby_knows_it():
    assert {name for name in PRESETS if find(name).amend} == {"crib-derby"}
    for name in ("acc-2-plain", "britannica-2-plain"):
        game = at_the_show(HANDS, starter="9C", away=AWAY, rules=TABLES[name])
        game, _ = act(game, Declare(A, 8))
        assert legal(game, A) == ()
        assert refused(game, Amend(A, 12)) is Law.AMENDED
