"""The five-card game of two: three kept, three for last, one series, and the liberty to stop (002:8-15)."""

from dataclasses import replace

import pytest

from engine.actions import AskFreshDeal, Deal, LayAway, Play, SayGo, Stop, TakeBack
from engine.cards import PACK, Card
from engine.errors import MustPlay, OutOfTurn
from engine.events import Dealt, Pegged, Shown
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.state import LayingAway, Playing, Showing, ToDeal
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import (
    FIVE,
    about_to_deal,
    act,
    at_the_show,
    cards,
    dealt_out,
    pegs,
    plays,
    stacked,
)

A, B = 0, 1
"""A is the pone, B deals."""

MUST = replace(FIVE, play_on="must")


def play_moves(line, first, second, *, rules=FIVE, starter="TS", **options):
    """A game after these moves, and what came of them."""
    game, _ = dealt_out((first, second), starter=starter, rules=rules, **options)
    return act(game, *plays(line))


def test_the_book_of_1877_alone_plays_it():
    assert {name for name in PRESETS if find(name).five_card} == {"britannica-five"}
    assert (FIVE.dealt, FIVE.target, FIVE.players) == (5, 61, 2)
    assert (FIVE.three_for_last, FIVE.single_series, FIVE.play_on) == (True, True, "may")


# The deal.


@pytest.mark.parametrize("dealer", [0, 1])
def test_002_10_five_cards_each_one_by_one_to_the_adversary_first(dealer):
    _, events = apply(about_to_deal(FIVE, dealer=dealer), Deal(PACK))
    assert isinstance(events[0], Dealt)
    assert events[0].hands[1 - dealer] == PACK[0:10:2]
    assert events[0].hands[dealer] == PACK[1:10:2]
    assert (events[0].to_crib, events[0].undealt) == ((), PACK[10:])


def test_002_11_each_player_discards_two_and_keeps_three():
    game, _ = apply(about_to_deal(FIVE, dealer=1), Deal(PACK))
    assert {len(move.cards) for move in legal(game, A)} == {2}
    assert len(legal(game, A)) == 10
    game, _ = dealt_out(("8C 7D KH", "7S 6H 2C"), away=("3C 3D", "4C 4D"), starter="TS", rules=FIVE)
    assert [len(hand) for hand in game.phase.kept] == [3, 3]
    assert set(game.phase.crib) == {*cards("3C 3D 4C 4D")}


# Three for last.


@pytest.mark.parametrize("dealer", [0, 1])
def test_three_for_last_002_9_goes_to_the_pone_as_the_first_hand_is_dealt(dealer):
    game, events = apply(about_to_deal(FIVE, dealer=dealer), Deal(PACK))
    assert events[1:] == (Pegged(1 - dealer, 1 - dealer, 3, Law.THREE_FOR_LAST, (), 3),)
    assert game.scores[dealer] == 0


def test_three_for_last_is_marked_once_a_game():
    second = replace(about_to_deal(FIVE, dealer=0, scores=(10, 12)), deal=1)
    game, events = apply(second, Deal(PACK))
    assert [type(event) for event in events] == [Dealt]
    assert game.scores == (10, 12)


def test_three_for_last_is_not_marked_again_after_a_fresh_deal():
    game, _ = apply(about_to_deal(FIVE, dealer=1), Deal(PACK))
    game, _ = act(game, LayAway(B, game.phase.hands[B][:2]))
    game, _ = act(game, TakeBack(B, game.phase.laid[B]), AskFreshDeal(A))
    assert (game.scores, game.phase) == ((5, 0), ToDeal(1))
    game, events = apply(game, Deal(PACK))
    assert [type(event) for event in events] == [Dealt]
    assert game.scores == (5, 0)


def test_there_is_no_three_for_last_at_six_cards():
    for name in set(PRESETS) - {"britannica-five"}:
        _, events = apply(about_to_deal(find(name), dealer=1), Deal(PACK))
        assert pegs(events) == []


# One series.


def test_002_15_the_play_is_over_at_the_first_thirty_one():
    game, events = play_moves("0:KC 1:QH 0:9D 1:2C=2 0:ok", "KC 9D 4H", "QH 2C 7S")
    assert short(events) == ["0 KC=10", "1 QH=20", "0 9D=29", "1 2C=31 for 2", "1 +2 declared", "0 satisfied"]
    assert isinstance(game.phase, Showing)
    assert game.phase.kept == (cards("KC 9D 4H"), cards("QH 2C 7S"))  # whole hands are shown, played out or not


def test_002_15_the_play_is_over_at_the_first_go():
    game, events = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S")
    assert short(events)[-2:] == ["1 go", "0 +1 go"]
    assert isinstance(game.phase, Showing)


def test_what_was_not_played_is_still_held_until_it_is_shown():
    game, _ = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S")
    assert [view(game, seat).hand for seat in (A, B, None)] == [cards("4H"), cards("8C 7S"), ()]
    assert view(game, None).held == (1, 2)
    game, _ = act(game, *plays("0:show=0"))
    assert [view(game, seat).hand for seat in (A, B, None)] == [(), cards("8C 7S"), ()]
    assert view(game, None).held == (0, 2)
    game, _ = act(game, *plays("1:show=0"))
    assert view(game, None).held == (0, 0)


def test_a_thirty_one_of_which_nothing_was_said_ends_the_play_too():
    game, events = play_moves("0:KC 1:QH 0:9D 1:2C", "KC 9D 4H", "QH 2C 7S")
    assert short(events)[-1] == "1 2C=31"
    assert isinstance(game.phase, Showing)


def test_the_last_card_of_all_is_the_last_card():
    game, events = play_moves("0:2C 1:2H=2 0:3D 1:5S 0:4H=4 1:6C=5 0:ok", "2C 3D 4H", "2H 5S 6C")
    assert short(events)[-1] == "1 +1 last_card"
    assert isinstance(game.phase, Showing)


def test_where_another_series_is_agreed_it_follows():
    rules = replace(FIVE, single_series=False)
    game, events = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S", rules=rules)
    assert short(events)[-3:] == ["1 go", "0 +1 go", "1 leads"]
    assert isinstance(game.phase, Playing)


# Playing on, or leaving it at that.

LIBERTY = ("KC 5D AH", "QH 9C 8S")
"""After ten, ten and five the dealer says go, and the pone holds an ace."""


def test_002_15_a_player_is_at_liberty_to_stop():
    game, _ = play_moves("0:KC 1:QH 0:5D 1:go", *LIBERTY)
    assert waiting_on(game) == (A,)
    assert legal(game, A) == (Play(A, Card.parse("AH")), Stop(A))
    game, events = act(game, Stop(A))
    assert short(events) == ["0 stops", "0 +1 go"]
    assert isinstance(game.phase, Showing)


def test_002_15_a_player_is_at_liberty_to_play_on():
    game, events = play_moves("0:KC 1:QH 0:5D 1:go 0:AH", *LIBERTY)
    assert short(events)[-2:] == ["0 AH=26", "0 +1 go"]
    assert isinstance(game.phase, Showing)


def test_playing_on_may_make_thirty_one():
    game, events = play_moves("0:KC 1:QH 0:5D 1:go 0:6H=2 1:ok", "KC 5D 6H", "QH 9C 8S")
    assert short(events)[-3:] == ["0 6H=31 for 2", "0 +2 declared", "1 satisfied"]
    assert isinstance(game.phase, Showing)


def test_a_go_closes_no_window_and_the_other_is_at_liberty_once_it_is_answered():
    game, events = play_moves("0:KC 1:8S 0:9D 1:AH=3 0:go", "KC 9D TD", "8S AH AS")
    assert short(events)[-3:] == ["1 AH=28 for 3", "1 +3 declared", "0 go"]
    assert legal(game, B) == ()
    game, _ = act(game, *plays("0:ok"))
    assert legal(game, B) == (Play(B, Card.parse("AS")), Stop(B))


def test_002_15_a_player_who_must_play_may_not_stop():
    game, _ = play_moves("0:KC 1:QH 0:5D 1:go", *LIBERTY, rules=MUST)
    assert legal(game, A) == (Play(A, Card.parse("AH")),)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(A))
    assert refused.value.law is Law.LIBERTY


@pytest.mark.parametrize("line", ["", "0:KC", "0:KC 1:QH"])
def test_nobody_stops_before_the_other_has_said_go(line):
    game, _ = play_moves(line, *LIBERTY)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(waiting_on(game)[0]))
    assert refused.value.law is Law.LIBERTY


def test_a_player_who_said_go_does_not_stop():
    game, _ = play_moves("0:KC 1:QH 0:5D 1:go", *LIBERTY)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(B))
    assert refused.value.law is Law.TURN


OUT_OF_CARDS = ("2C 3D 4H", "2H 5S 6C")
"""The pone plays the last card to sixteen, and the dealer holds a six."""


def test_if_the_other_has_no_cards_a_player_may_stop_and_the_last_to_have_played_pegs_the_go():
    game, _ = play_moves("0:2C 1:2H 0:3D 1:5S 0:4H", *OUT_OF_CARDS)
    assert legal(game, B) == (Play(B, Card.parse("6C")), Stop(B))
    game, events = act(game, Stop(B))
    assert short(events) == ["1 stops", "0 +1 go"]
    assert isinstance(game.phase, Showing)


def test_if_the_other_has_no_cards_and_nothing_comes_in_a_player_says_go():
    game, _ = play_moves("0:9C 1:2H 0:8D 1:5S 0:4H", "9C 8D 4H", "2H 5S KC")
    assert legal(game, B) == (SayGo(B),)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(B))
    assert refused.value.law is Law.LIBERTY
    game, events = act(game, SayGo(B))
    assert short(events) == ["1 go", "0 +1 go"]


def test_law_16_is_not_of_this_game():
    game, _ = play_moves("0:KC 1:QH", *LIBERTY)
    assert SayGo(A) not in legal(game, A)
    with pytest.raises(MustPlay) as refused:
        apply(game, SayGo(A))
    assert refused.value.law is Law.MUST_PLAY


def test_stop_is_never_legal_with_six_cards():
    for name in ("house", "acc", "britannica"):
        game, _ = dealt_out(("KC 5D AH AS", "QH 9C 8S 7S"), starter="TS", rules=find(name))
        game, _ = act(game, *plays("0:KC 1:QH 0:5D"))
        with pytest.raises(OutOfTurn):
            apply(game, Stop(waiting_on(game)[0]))


# The show: three cards and the starter, and a crib of four.


def truths(kept, starter, away):
    """The true counts of both hands and the crib."""
    game = at_the_show(kept, starter=starter, away=away, rules=replace(FIVE, counting="referee"))
    _, events = act(game, *plays("0:show=0 1:show=0 1:show=0"))
    return [event.true for event in events if isinstance(event, Shown)]


def test_002_44_a_flush_of_three_with_four_five_six_and_a_five():
    assert truths(("4H 5H 6H", "KC QD 9S"), "5S", ("2C 2D", "AC AD"))[0] == 15


def test_002_44_a_crib_of_six_seven_seven_eight_eight():
    assert truths(("KH QH 2S", "KC QD 9S"), "8S", ("6C 7D", "7C 8D"))[2] == 24


@pytest.mark.parametrize(
    ("hand", "starter", "points"),
    [
        ("2H 8H QH", "6S", 3),  # a flush of three alone
        ("2H 8H QH", "4H", 4),  # and the starter's suit
        ("2H 8H QS", "4H", 0),  # two and the starter are none
        ("3C 4D 5H", "3S", 10),  # 002:41, two sequences of three; a pair, and a fifteen
        ("JH 2C 8D", "6H", 1),  # one for his nobs
        ("5C 5D 5H", "5S", 20),  # four fifteens and a double pair royal
    ],
)
def test_002_42_a_hand_of_three(hand, starter, points):
    assert truths((hand, "KC QD 9S"), starter, ("AC 7D", "TC 9D"))[0] == points


@pytest.mark.parametrize(("starter", "points"), [("KH", 5), ("KS", 0)])
def test_002_42_a_flush_in_the_crib_is_of_five(starter, points):
    assert truths(("QC QS 9S", "KC QD 9C"), starter, ("2H 8H", "4H 6H"))[2] == points


def test_002_46_the_adversary_deals_next():
    game = at_the_show(("4H 5H 6H", "KC QD 9S"), starter="5S", rules=FIVE)
    game, _ = act(game, *plays("0:show=15 1:show=0 1:show=0"))
    assert (game.phase, game.open_windows) == (ToDeal(A), ())


def test_a_discard_of_three_is_refused():
    game = about_to_deal(FIVE, dealer=1)
    game, _ = apply(game, Deal(stacked(1, ("KC 5D AH 2C 3C", "QH 9C 8S 2D 3D"), "TS")))
    assert isinstance(game.phase, LayingAway)
    assert all(len(move.cards) == 2 for move in legal(game, B))
