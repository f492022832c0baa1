"""Amending: a player who declared too little may raise the declaration until their next card (003:103)."""

import pytest

from engine.actions import Accept, Amend, Challenge, Deal, Declare, LayAway, Play
from engine.ai.robots import choose
from engine.cards import Card
from engine.errors import NothingToSay, WindowOpen, WrongDeclaration
from engine.events import Amended, Pegged
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import DERBY, TABLES, act, at_the_show, cards, dealt_out, plays, stacked

A, B = 0, 1
"""A is the pone, B deals."""

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")


def declared(points, *, score=0, rules=DERBY):
    """Return a game in which A has declared this number for a hand of twelve."""
    game = at_the_show(HANDS, starter="9C", away=AWAY, scores=(score, 50), rules=rules)
    return act(game, Declare(A, points))[0]


def refused(game, move, error=NothingToSay):
    """The law by which an amendment is refused."""
    with pytest.raises(error) as caught:
        apply(game, move)
    assert type(caught.value) is error
    return caught.value.law


def test_003_103_a_count_too_low_is_raised_and_the_difference_pegged():
    game, events = act(declared(8), Amend(A, 12))
    assert events == (Amended(A, 12, "hand"), Pegged(A, A, 4, Law.DECLARED, cards(HANDS[0]), 12))
    assert (game.scores, game.open_windows[0].declared, game.open_windows[0].pegged) == ((12, 50), 12, 12)
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
    assert legal(declared(8), A) == tuple(Amend(A, points, "hand") for points in range(9, 30))
    assert view(declared(8), A).prompt is not None
    assert legal(declared(29), A) == ()


# Into the game hole (003:103).


def into_the_game_hole(points):
    """Return a game in which A, at 110 before the count, raises 8 to a number that would win."""
    game, events = act(declared(8, score=110), Amend(A, points))
    assert short(events) == [f"0 amends to {points}"]
    assert game.scores == (118, 50)  # what was declared first stays on the board
    assert (game.open_windows[0].claims_game, waiting_on(game)) == (True, (B,))
    return game


def test_003_103_a_count_is_raised_into_the_game_hole_and_accepted():
    assert legal(declared(8, score=110), A) == tuple(Amend(A, points, "hand") for points in range(9, 30))
    assert act(declared(8, score=110), Amend(A, 10))[0].scores == (120, 50)
    game, events = act(into_the_game_hole(12), Accept(B))
    assert short(events) == ["1 satisfied", "0 +4 declared", "side 0 wins 2 by show"]
    assert game.scores == (121, 50)


def test_003_103_a_count_raised_into_the_game_hole_is_challenged_rightly():
    game, _ = act(declared(4, score=108), Amend(A, 14))
    assert legal(game, B) == (Accept(B), Challenge(B, "too_many", A))
    game, events = act(game, *plays("1:many"))
    assert short(events) == ["1 says too_many to 0, rightly", "0 +8 declared"]
    assert (game.scores, waiting_on(game)) == ((120, 50), (B,))


def test_003_103_a_count_raised_into_the_game_hole_is_challenged_wrongly():
    _, events = act(into_the_game_hole(11), *plays("1:many"))
    assert short(events) == ["1 says too_many to 0, wrongly", "0 +3 declared", "side 0 wins 2 by show"]


def test_a_claim_of_game_is_not_amended():
    game = declared(12, score=109)
    assert legal(game, A) == ()
    assert refused(game, Amend(A, 13), WindowOpen) is Law.SATISFIED
    assert refused(into_the_game_hole(12), Amend(A, 13), WindowOpen) is Law.SATISFIED


def test_a_hand_of_which_nothing_was_declared_may_be_amended():
    game = declared(0)
    assert set(legal(game, B)) == {Declare(B, points) for points in range(30)}
    game, events = act(game, Amend(A, 12))
    assert short(events) == ["0 amends to 12", "0 +12 declared"]
    assert Challenge(B, "too_many", A) in legal(game, B)


# Until the declarer's next card (003:103).


@pytest.mark.parametrize("answer", ["1:ok", "1:show=8 0:ok", "1:show=8 0:ok 1:show=4 0:ok"])
def test_003_103_a_count_is_raised_after_it_was_accepted_or_the_other_went_on(answer):
    game, _ = act(declared(8), *plays(answer))
    assert Amend(A, 12, "hand") in legal(game, A)
    before = game.scores[A]
    game, events = act(game, Amend(A, 12))
    assert short(events) == ["0 amends to 12", "0 +4 declared"]
    assert game.scores[A] == before + 4
    assert Challenge(B, "too_many", A) in legal(game, B)  # the raised count is open again


def test_003_103_a_show_is_raised_in_the_next_deal_until_the_next_card():
    game, _ = act(declared(8), *plays("1:show=8 0:ok 1:show=4 0:ok"))
    hands = ("8C 7D KH KS QC JC", "7S 6H 2C 2D QH JH")
    game, _ = act(game, Deal(stacked(A, hands, "TS")))
    raised, _ = act(game, Amend(A, 12))
    assert (raised.scores, waiting_on(raised)) == ((12, 62), (A, B))
    game, _ = act(game, LayAway(A, cards("QC JC")), LayAway(B, cards("QH JH")), *plays("1:7S"))
    assert {move.what for move in legal(game, A) if isinstance(move, Amend)} == {"hand"}
    late, _ = act(game, Amend(A, 12))
    assert late.scores == (12, 62)
    game, _ = act(game, *plays("0:8C=1"))
    assert {move.what for move in legal(game, A) if isinstance(move, Amend)} == {"play"}
    assert refused(game, Amend(A, 12, "hand")) is Law.AMENDED


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


def test_003_103_what_was_challenged_is_settled_and_not_raised():
    game, _ = act(declared(8), *plays("1:many"))
    assert raises(game, A) == []
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
    assert legal(game, B) == tuple(Amend(B, points, "play") for points in range(2, 3))
    game, events = act(game, *plays("1:amend=2"))
    assert short(events) == ["1 amends to 2", "1 +1 declared"]
    game, _ = act(game, *plays("0:7D"))
    assert game.scores == (0, 2)
    assert view(game, B).amendable  # until the next card of its own player (003:103)
    game, _ = act(game, *plays("1:2C"))
    assert {move.points for move in raises(game, B)} == set(range(1, 13))  # the deuce of now, not the seven


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
    assert game.open_windows[0].open_to == {1, 2}
    assert Challenge(2, "too_many", 0) in legal(game, 2)


def test_a_partner_does_not_amend():
    rules = find("crib-derby", players=4)
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "TH JS 4H 4C"), starter="9C", dealer=3, rules=rules
    )
    game, _ = act(game, Declare(0, 8))
    assert legal(game, 2) == ()
    assert refused(game, Amend(2, 12)) is Law.AMENDED
    assert Amend(0, 12, "hand") in legal(game, 0)


def test_only_crib_derby_knows_it():
    assert {name for name in PRESETS if find(name).amend} == {"crib-derby"}
    for name in ("acc-2-plain", "britannica-2-plain"):
        game = at_the_show(HANDS, starter="9C", away=AWAY, rules=TABLES[name])
        game, _ = act(game, Declare(A, 8))
        assert legal(game, A) == ()
        assert refused(game, Amend(A, 12)) is Law.AMENDED


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
