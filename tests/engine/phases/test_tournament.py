"""The laws of the American Cribbage Congress: the pone's cut, the renege, a call of muggins, a false claim of game."""

from dataclasses import replace

import pytest

from engine.actions import Challenge, CutPack, Deal, WaiveCut
from engine.cards import PACK, Card
from engine.errors import NothingToSay, OutOfTurn, WindowOpen, WrongDeclaration
from engine.events import Challenged, CutToDealer
from engine.game import apply, chance, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.rules import FalseMuggins
from engine.state import ToDeal
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import ACC, about_to_deal, act, at_the_show, dealt_out, plays

A, B = 0, 1
"""A is the pone, B deals."""

MUGGINS = find("acc", muggins=True)
CEREMONY = find("acc", ceremony=True)

HANDS, AWAY, STARTER = ("7H 8C 8D KS", "6H 6C AD 2D"), ("5H KD", "3S TD"), "9C"
"""With the starter A's hand is worth 12, B's 8 and the crib 4."""


def play_moves(line, *, hands=("8C 7D KH KS", "7S 6H 2C 2D"), rules=ACC, **options):
    """Return a game after these moves of the play, and the events of the last of them."""
    game, _ = dealt_out(hands, starter="TS", rules=rules, **options)
    *before, last = plays(line)
    game, _ = act(game, *before)
    return act(game, last)


# The pone cuts before every deal (ACC 3.3).


def test_acc_3_3_the_pone_must_cut_before_the_deal():
    game = about_to_deal(CEREMONY, dealer=B)
    assert (waiting_on(game), chance(game)) == ((A,), None)
    assert {type(move) for move in legal(game, A)} == {CutPack}
    assert legal(game, B) == ()
    for move in (WaiveCut(A), CutPack(B, 20)):
        with pytest.raises(OutOfTurn) as refused:
            apply(game, move)
        assert refused.value.law is Law.PREDEAL_CUT
    with pytest.raises(OutOfTurn):
        apply(game, Deal(PACK))
    game, events = apply(game, CutPack(A, 20))
    assert events == (CutToDealer(A, 20),)  # at no price
    assert chance(game) == ("deal", 1)


def test_acc_3_3_before_every_deal():
    game = at_the_show(HANDS, starter=STARTER, away=AWAY, rules=ACC)
    game, _ = act(replace(game, rules=CEREMONY), *plays("0:show=12 1:show=8 0:ok 1:show=4 0:ok"))
    assert game.phase == ToDeal(A)
    assert (waiting_on(game), {type(move) for move in legal(game, B)}) == ((B,), {CutPack})


# A call of muggins names the points (ACC 10.4).


@pytest.mark.parametrize("called", [None, 0, -1, 18, 30, True])
def test_acc_10_4_the_points_must_be_called_and_possible(called):
    """After 12 declared no hand can have missed more than 17."""
    game = at_the_show(HANDS, starter=STARTER, away=AWAY, rules=MUGGINS)
    game, _ = act(game, *plays("0:show=12"))
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Challenge(B, "too_few", A, called))
    assert refused.value.law is Law.MUGGINS


# Muggins lasts beyond the declarer's next card (ACC 10.4.b): each card for nothing may be called by itself.


BLIND = ("TC 4C 4D 3H", "TD KD 8C 9C")
"""A's second four makes a pair and the three makes thirty-one; A says nothing of either."""


def blind(rules=MUGGINS, *, more="", **options):
    """Return the game after A has played a pair and thirty-one for nothing while B had said go."""
    go = " 1:go" if rules.go_is_spoken else ""
    return play_moves(f"0:TC 1:TD=2 0:4C{go} 0:4D 0:3H{more}", hands=BLIND, rules=rules, **options)[0]


def few(game, points, card=None):
    """Return the game after B's call of muggins, and what came of it."""
    called = points if game.rules.false_muggins is FalseMuggins.POINTS_CALLED else None
    return act(game, Challenge(B, "too_few", A, called, card and Card.parse(card)))


EVERYWHERE = [MUGGINS, *(find(name, muggins=True) for name in ("britannica", "crib-derby"))]
NAMES = ["acc", "britannica", "crib-derby"]


@pytest.mark.parametrize("rules", EVERYWHERE, ids=NAMES)
def test_acc_10_4_b_a_pair_is_called_after_the_next_card_of_its_player(rules):
    game = blind(rules)
    assert [window.cards[-1].name for window in game.open_windows] == ["4C", "4D", "3H"]
    calls = {move.card and move.card.name for move in legal(game, B) if isinstance(move, Challenge)}
    assert calls == {"4C", "4D", None}
    called, events = few(game, 2, "4D")
    assert events[0] == Challenged(B, A, "too_few", upheld=True, points=events[0].points, card=Card.parse("4D"))
    assert (short(events)[1:], called.scores) == (["1 +2 muggins"], (0, 4))
    assert [window.cards[-1].name for window in called.open_windows] == ["4C", "3H"]
    called, events = few(called, 2)
    assert (events[0].card, called.scores) == (None, (0, 6))  # the latest needs no card
    called, events = few(called, 1)
    assert (events[0].card.name, events[0].upheld) == ("4C", False)  # the record always tells an older one
    assert called.open_windows == ()


@pytest.mark.parametrize("rules", EVERYWHERE, ids=NAMES)
def test_acc_10_4_b_the_show_of_its_player_ends_nothing_and_that_of_the_other_ends_it(rules):
    """A plays the last card, a two for nothing, and counts the hand: both counts are open until B counts."""
    line = f"0:TC 1:9D 0:KD 1:AS{' 0:go' if rules.go_is_spoken else ''} 1:AH 0:2C 1:8C 0:2D"
    game, _ = play_moves(line, hands=("TC KD 2C 2D", "9D AS AH 8C"), rules=rules)
    assert [window.cards[-1].name for window in game.open_windows] == ["2D"]
    game, _ = act(game, *plays("0:show=2"))
    assert [window.what for window in game.open_windows] == ["play", "hand"]
    assert view(game, B).open_cards == (A, "hand", game.open_windows[1].cards)
    called, events = few(game, 1, "2D")
    assert (events[0].card.name, events[0].upheld, waiting_on(called)) == ("2D", False, (B,))
    game, _ = act(game, *plays("1:show=0"))
    with pytest.raises(NothingToSay):
        few(game, 1, "2D")


def test_003_103_a_card_is_amended_whatever_is_open_of_the_cards_before():
    game = blind(find("crib-derby", muggins=True))
    game, events = act(game, *plays("0:amend=2"))
    assert (short(events)[-1], game.scores) == ("0 +2 declared", (2, 2))
    assert [(window.cards[-1].name, window.declared) for window in game.open_windows] == [
        ("4C", 0),
        ("4D", 0),
        ("3H", 2),
    ]
    assert few(game, None, "4D")[0].scores == (2, 4)


def test_acc_10_4_b_a_claim_of_game_is_answered_first():
    """A's three claims the game with the pair of the four still open; the claim is right, or it is wrong."""
    game, _ = play_moves("0:TC 1:TD=2 0:4C 1:go 0:4D 0:3H=2", hands=BLIND, rules=MUGGINS, scores=(119, 0))
    assert [move.card for move in legal(game, B) if isinstance(move, Challenge)] == [None]
    with pytest.raises(WindowOpen):
        few(game, 2, "4D")
    won, events = act(game, *plays("1:ok"))
    assert (short(events)[-1], won.open_windows) == ("side 0 wins 2 by play", ())
    game, _ = play_moves("0:TC 1:TD=2 0:4C 1:go 0:4D 0:3H=4", hands=BLIND, rules=MUGGINS, scores=(117, 0))
    game, _ = act(game, *plays("1:many"))
    assert game.scores == (104, 4)  # 117 and 2, less 15 for the false claim
    assert few(game, 2, "4D")[0].scores == (104, 6)
