"""Three hands, each player a side, and four, partners across the table (002:8, 003:17-31)."""

import pytest

from engine.actions import Accept, Challenge, Declare
from engine.audit import play_again
from engine.cards import Card
from engine.errors import NotationError, NothingToSay, RulesError, WindowOpen
from engine.events import DealerChosen, ForDealCut, Satisfied
from engine.game import apply, legal, waiting_on
from engine.presets import find
from engine.rules import Rules
from tests.support.short_events import short
from tests.support.strategies import act, at_the_show, cards, dealt_out, plays

BRITANNICA = find("britannica", players=3)
MUGGINS = find("crib-derby", players=3, muggins=True)

SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C")
"""With a nine of clubs turned up the first of these is worth twelve, the second eight, the third seven."""


# The adversary.


def show_hand(points, *, rules=BRITANNICA, **options):
    """Return a game in which seat 0 has declared this number for a hand of twelve; seat 2 deals."""
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules, **options)
    return act(game, Declare(0, points))[0]


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


# Partners.


@pytest.mark.parametrize("players", [2, 3])
def test_only_four_players_can_choose_partners(players):
    with pytest.raises(RulesError, match="partners: you can only choose partners in a game for 4 players"):
        find("house", players=players, partners="chosen")


def test_rules_that_were_stored_before_partners_could_be_chosen_cut_for_them():
    chosen = find("house", players=4, partners="chosen")
    stored = find("house", players=4).to_dict()
    del stored["partners"]
    assert Rules.from_dict(stored).partners == "cut"
    assert Rules.from_dict(chosen.to_dict()) == chosen


def test_law_18_if_the_partner_is_next_both_wait():
    hands = ("KC 9D 4H 5S", "9H AD 7S 6D", "8S JD TH 5C", "AS AC 9S 7C")
    line = "0:KC 1:9H 2:8S 3:AS 0:go 1:AD 2:go 3:AC=6"
    game, _ = dealt_out(hands, starter="2C", dealer=3, rules=find("britannica", players=4))
    game, _ = act(game, *plays(line))
    assert waiting_on(game) == (0, 2)
    with pytest.raises(WindowOpen):
        apply(game, *plays("1:go"))
    game, _ = act(game, Accept(2))
    assert waiting_on(game) == (1,)
