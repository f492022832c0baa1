"""Four hands: partners across the table, by the cut, with one peg a side (002:8, 003:19)."""

from itertools import permutations

import pytest

from engine.actions import Accept, CutForDeal, Deal, Declare
from engine.cards import PACK
from engine.errors import RulesError, WindowOpen
from engine.events import DealerChosen, Dealt, ForDealCut, Pegged
from engine.game import apply, begin, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.rules import Rules
from engine.state import Cutting, ToDeal
from tests.support.short_events import short
from tests.support.strategies import about_to_deal, act, at_the_show, cards, dealt_out, plays

HOUSE = find("house", players=4)
BRITANNICA = find("britannica", players=4)

# With a nine of clubs turned up: twelve, eight, seven, and two for the fives and the jack's four.
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "2C 4H 6S QS")


def play_moves(line, *, hands=SHOWN, dealer=3, rules=HOUSE, **options):
    """A game after these moves, seat 0 to lead, and what came of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "9C"), dealer=dealer, rules=rules, **options)
    return act(game, *plays(line))


# The cut seats the players.


def cut(names):
    """The first cut of a game, in which the players cut these cards as they sat before it."""
    top = cards(names)
    return apply(begin(HOUSE), CutForDeal((*top, *(card for card in PACK if card not in top))))


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_003_19_lowest_at_seat_0_second_at_2_third_at_1_highest_at_3(order):
    names = [("AS", "5H", "9D", "KC")[place] for place in order]
    _, events = cut(" ".join(names))
    assert events[0].cards == cards("AS 9D 5H KC")
    assert [names[place] for place in events[0].places] == ["AS", "9D", "5H", "KC"]


@pytest.mark.parametrize("names", ["4H 4C 9D KS", "9D 4H KS 4C", "4H 4C 4D KS", "4H 9C KS 9D", "9H 9C 9D 4S"])
def test_a_tie_that_leaves_the_dealer_or_the_two_lowest_open_is_cut_again(names):
    game, events = cut(names)
    assert events == (ForDealCut(cards(names)),)
    assert game.phase == Cutting(1)


@pytest.mark.parametrize("names", ["4H 9C KS KD", "KS 4H KD 9C", "KS KD 9C 4H"])
def test_a_tie_for_the_highest_needs_no_new_cut(names):
    _, events = cut(names)
    assert isinstance(events[-1], DealerChosen)
    assert events[0].cards[0] == cards("4H")[0]
    assert events[0].cards[2] == cards("9C")[0]


# Partners may be chosen before the game: the cut decides only who deals first.

CHOSEN = find("house", players=4, partners="chosen")


def cut_with_chosen_partners(names):
    """The first cut of a game whose partners were chosen."""
    top = cards(names)
    return apply(begin(CHOSEN), CutForDeal((*top, *(card for card in PACK if card not in top))))


@pytest.mark.parametrize(
    ("names", "dealer"), [("9C 4H KD 6S", 1), ("AC 4H KD 6S", 0), ("9C 4H KD 2S", 3), ("9C KH 4D 9S", 2)]
)
def test_chosen_partners_keep_their_seats_and_the_lowest_card_deals(names, dealer):
    game, events = cut_with_chosen_partners(names)
    assert events == (ForDealCut(cards(names)), DealerChosen(dealer))
    assert game.phase == ToDeal(dealer)


@pytest.mark.parametrize("players", [2, 3])
def test_only_four_players_can_choose_partners(players):
    with pytest.raises(RulesError, match="partners: you can only choose partners in a game for 4 players"):
        find("house", players=players, partners="chosen")


def test_rules_that_were_stored_before_partners_could_be_chosen_cut_for_them():
    stored = HOUSE.to_dict()
    del stored["partners"]
    assert Rules.from_dict(stored).partners == "cut"
    assert Rules.from_dict(CHOSEN.to_dict()) == CHOSEN


# The deal.


@pytest.mark.parametrize("dealer", range(4))
def test_003_19_five_cards_each_from_the_dealer_s_left(dealer):
    game, events = apply(about_to_deal(HOUSE, dealer=dealer), Deal(PACK))
    for step in range(4):
        assert events[0].hands[(dealer + 1 + step) % 4] == PACK[step:20:4]
    assert events == (Dealt(dealer, events[0].hands, (), PACK[20:]),)
    assert waiting_on(game) == (0, 1, 2, 3)


# One peg a side.


def test_partners_score_on_one_peg():
    game, events = play_moves("0:8C 1:7S 2:7D 3:2S", hands=("8C 6D KH KS", "7S 9H AS QD", "7D JD 3H 3C", "2S 6S 7H QS"))
    assert short(events)[:4] == ["0 8C=8", "1 7S=15", "1 +2 fifteen", "2 7D=22"]
    assert events[4] == Pegged(2, 0, 2, Law.PAIR, cards("7S 7D"), 2)
    assert game.scores == (2, 2)
    assert len(game.scores) == len(game.hindmost) == 2


def test_law_19_overscored_points_never_go_to_a_partner():
    for seat, other in ((0, 1), (1, 2), (2, 3), (3, 0)):
        game = at_the_show(SHOWN, starter="9C", dealer=(seat - 1) % 4, rules=HOUSE)
        game, events = act(game, Declare(seat, 29))
        assert events[-1].law is Law.OVERSCORE
        assert (events[-1].seat, events[-1].side) == (other, 1 - seat % 2)


# Windows.


def test_law_18_the_declarer_s_partner_cannot_act_while_it_is_open():
    game, _ = play_moves("0:8C=1 1:6C=1", rules=BRITANNICA)
    assert game.open_windows[0].seat == 1
    with pytest.raises(WindowOpen):
        apply(game, *plays("3:6S"))
    game, _ = act(game, *plays("2:TC"))
    assert not game.open_windows


def test_law_18_if_the_partner_is_next_both_wait():
    hands = ("KC 9D 4H 5S", "9H AD 7S 6D", "8S JD TH 5C", "AS AC 9S 7C")
    line = "0:KC 1:9H 2:8S 3:AS 0:go 1:AD 2:go 3:AC=6"
    game, _ = play_moves(line, hands=hands, starter="2C", rules=BRITANNICA)
    assert waiting_on(game) == (0, 2)
    with pytest.raises(WindowOpen):
        apply(game, *plays("1:go"))
    game, _ = act(game, Accept(2))
    assert waiting_on(game) == (1,)


# Giving up.
