"""Three hands: each player is a side, goes pass round, and the player after the pegger leads (002:8, 003:17-31)."""

import pytest

from engine.actions import Accept, Challenge, Deal, Declare, Resign
from engine.audit import play_again
from engine.cards import PACK, Card
from engine.errors import NotationError, NothingToSay, WindowOpen
from engine.events import DealerChosen, Dealt, ForDealCut, Satisfied
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import Showing
from tests.support.short_events import short
from tests.support.strategies import about_to_deal, act, at_the_show, cards, dealt_out, plays

HOUSE = find("house", players=3)
BRITANNICA = find("britannica", players=3)
MUGGINS = find("crib-derby", players=3, muggins=True)

HANDS = ("KC 9D 4H 3S", "QH 8C 7S 6D", "JD 9S 8H 5C")
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C")
"""With a nine of clubs turned up the first of these is worth twelve, the second eight, the third seven."""


def play_moves(line, *, hands=HANDS, dealer=2, rules=HOUSE, **options):
    """A game after these moves, seat 0 to lead, and what came of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "AS"), dealer=dealer, rules=rules, **options)
    return act(game, *plays(line))


# The cut and the deal.


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_003_17_five_cards_each_from_the_dealer_s_left_and_the_sixteenth_to_the_crib(dealer):
    game, events = apply(about_to_deal(HOUSE, dealer=dealer), Deal(PACK))
    for step in range(3):
        assert events[0].hands[(dealer + 1 + step) % 3] == PACK[step:15:3]
    assert events == (Dealt(dealer, events[0].hands, PACK[15:16], PACK[16:]),)
    assert waiting_on(game) == (0, 1, 2)


# The play.


def test_a_player_without_cards_is_passed_over_and_does_not_lead():
    hands = ("2C 2D 3H AC", "KH QH JH TH", "4S 5S 6S 7S")
    game, events = play_moves("0:2C 1:KH 2:4S 0:2D 1:QH 0:3H 1:JH 2:5S 0:AC 1:TH", hands=hands)
    assert short(events)[5:] == [
        "2 go",
        "0 3H=31",
        "0 +2 thirty_one",
        "1 leads",
        "1 JH=10",
        "2 5S=15",
        "2 +2 fifteen",
        "0 AC=16",
        "1 TH=26",
        "2 go",
        "1 +1 go",
        "2 leads",
    ]
    game, events = act(game, *plays("2:6S 2:7S"))
    assert short(events) == ["2 6S=6", "2 7S=13", "2 +1 last_card"]
    assert isinstance(game.phase, Showing)


# The show.


def test_the_crib_counts_the_card_that_the_pack_gave():
    game = at_the_show(HANDS, starter="AS", dealer=2, away=("2C", "2D", "KS"), to_crib="2H", rules=HOUSE)
    _, events = act(game, *(Declare(seat, 0) for seat in (0, 1, 2, 2)))
    assert events[-1].cards == cards("2H 2C 2D KS")
    assert events[-1].true == 6 + 2 * 3  # a pair royal; king, two, two and ace are fifteen three times


# The adversary.


def test_muggins_under_the_referee_goes_to_the_next_to_the_left():
    rules = find("house", players=3, muggins=True)
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules)
    _, events = act(game, Declare(0, 9), Declare(1, 8), Declare(2, 0))
    assert [words for words in short(events) if "muggins" in words] == ["1 +3 muggins", "0 +7 muggins"]


def show_hand(points, *, rules=BRITANNICA, **options):
    """Return a game in which seat 0 has declared this number for a hand of twelve; seat 2 deals."""
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules, **options)
    return act(game, Declare(0, points))[0]


def test_law_19_the_third_player_challenges_the_first_one_s_count_after_the_second_has_moved():
    game, _ = act(show_hand(15), Declare(1, 8))
    assert {move for move in legal(game, 2) if isinstance(move, Challenge)} == {
        Challenge(2, "too_many", 0),
        Challenge(2, "too_many", 1),
    }
    late, events = act(game, Challenge(2, "too_many", 0))
    assert short(events) == ["2 says too_many to 0, rightly", "0 -3 overscore", "2 +3 overscore"]
    assert late.scores == (12, 8, 3)
    assert [window.seat for window in late.open_windows] == [1]  # what was said of the one leaves the other open
    with pytest.raises(NothingToSay) as refused:
        apply(game, Challenge(2, "too_many"))  # of which count?
    assert refused.value.law is Law.SATISFIED


def test_law_18_the_game_waits_for_the_next_to_act_but_all_may_speak():
    game = show_hand(12)
    assert waiting_on(game) == (1,)
    assert set(legal(game, 2)) == {Accept(2), Challenge(2, "too_many", 0)}


def test_law_18_the_dealer_waits_for_both_before_showing_the_crib():
    game, _ = act(show_hand(12), Declare(1, 8), Declare(2, 4))
    assert waiting_on(game) == (0, 1)
    with pytest.raises(WindowOpen):
        apply(game, Declare(2, 4))
    game, _ = act(game, Accept(0))
    assert waiting_on(game) == (1,)
    game, _ = act(game, Accept(1), Declare(2, 1))
    assert game.open_windows[0].what == "crib"


# Several cards for nothing are open at once.


ALONE = ("TC AC AD 9S", "TD KD QD JD", "8C KH QH JH")
"""The first player goes on alone after an eight makes 28, with an ace for nothing and the other ace, a pair."""


def alone():
    """Return the game in which all counts but those of the second player are open to that player, and its events."""
    game, before = dealt_out(ALONE, starter="AS", dealer=2, rules=MUGGINS)
    game, events = act(game, *plays("0:TC 1:TD 2:8C 0:AC 1:go 2:go 0:AD"))
    return game, (*before, *events)


def test_each_card_for_nothing_is_called_by_itself_and_all_are_accepted_at_once():
    game, _ = alone()
    assert [(window.seat, window.cards[-1].name) for window in game.open_windows if 1 in window.open_to] == [
        *((2, "8C"), (0, "AC"), (0, "AD"))
    ]
    assert Challenge(2, "too_few", 0, card=Card.parse("AC")) in legal(game, 2)
    with pytest.raises(NothingToSay, match="Say whose count"):
        apply(game, Challenge(1, "too_few"))
    game, events = act(game, Challenge(1, "too_few", 0, card=Card.parse("AD")), Accept(1))
    assert short(events) == ["1 says too_few to 0, rightly", "1 +2 muggins", "1 satisfied", "1 satisfied"]
    assert events[-2:] == (Satisfied(1, 2), Satisfied(1, 0))
    assert [(window.seat, window.cards[-1].name, window.open_to) for window in game.open_windows] == [(0, "AC", {2})]


def test_whoever_leaves_takes_all_their_counts_along():
    game, _ = act(alone()[0], Resign(0))
    assert [(window.seat, window.open_to) for window in game.open_windows] == [(2, frozenset({1}))]


def test_a_record_in_which_the_next_card_closed_the_count_before_still_verifies():
    """In earlier versions the ace was closed by the other ace, so that only the count of the third was accepted."""
    game, events = alone()
    game, said = act(game, Challenge(1, "too_few", 0), Accept(1))
    *told, of_third, of_first = said
    assert [of_third, of_first] == [Satisfied(1, 2), Satisfied(1, 0)]
    begun = (ForDealCut(cards("KC QC AC")), DealerChosen(2))
    for written in ((of_third, of_first), (of_third,)):
        again = play_again(MUGGINS, (*begun, *events, *told, *written))
        assert (again.scores, again.open_windows) == (game.scores, game.open_windows)
    with pytest.raises(NotationError):
        play_again(MUGGINS, (*begun, *events, *told, of_first))
