"""Four hands: partners across the table, by the cut, with one peg a side (002:8, 003:19)."""

from itertools import permutations

import pytest

from engine.actions import Accept, Challenge, ChooseDealer, CutForDeal, Deal, Declare, LayAway, LoseOnTime, Resign
from engine.cards import PACK
from engine.errors import NothingToSay, OutOfTurn, RulesError, WindowOpen
from engine.events import Conceded, DealerChosen, Dealt, ForDealCut, GameWon, Pegged, Shown, StarterTurned
from engine.game import apply, begin, legal, speakers, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.rules import Rules
from engine.state import Cutting, Over, Showing, ToDeal
from tests.support.short_events import short
from tests.support.strategies import about_to_deal, act, at_the_show, cards, dealt_out, plays

HOUSE = find("house", players=4)
BRITANNICA = find("britannica", players=4)
MUGGINS = find("house", players=4, muggins=True)

# With a nine of clubs turned up: twelve, eight, seven, and two for the fives and the jack's four.
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C", "2C 4H 6S QS")


def play_moves(line, *, hands=SHOWN, dealer=3, rules=HOUSE, **options):
    """A game after these moves, seat 0 to lead, and what came of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "9C"), dealer=dealer, rules=rules, **options)
    return act(game, *plays(line))


def test_four_players_play_it():
    assert {name for name in PRESETS if 4 in PRESETS[name].players} == {"house", "bicycle", "britannica", "crib-derby"}
    assert HOUSE.sides == ((0, 2), (1, 3))
    assert [HOUSE.side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert HOUSE.dealt == 5
    assert begin(HOUSE).scores == (0, 0)


def test_partners_are_never_each_other_s_adversary():
    assert [HOUSE.adversary_of(seat) for seat in range(4)] == [1, 2, 3, 0]


# The cut seats the players.


def cut(names):
    """The first cut of a game, in which the players cut these cards as they sat before it."""
    top = cards(names)
    return apply(begin(HOUSE), CutForDeal((*top, *(card for card in PACK if card not in top))))


def test_003_19_the_two_lowest_are_partners_and_the_lowest_deals():
    game, events = cut("9C 4H KD 6S")
    # Lowest the second player, then the fourth, the first and the third.
    assert events == (ForDealCut(cards("4H 9C 6S KD"), None, (1, 0, 3, 2)), DealerChosen(0))
    assert game.phase == ToDeal(0)


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


def test_with_chosen_partners_only_a_tie_for_the_lowest_card_is_cut_again():
    _, events = cut_with_chosen_partners("4H 9C KS 9D")
    assert events[-1] == DealerChosen(0)
    game, events = cut_with_chosen_partners("9C 4H KS 4D")
    assert events == (ForDealCut(cards("9C 4H KS 4D")),)
    assert game.phase == Cutting(1)


@pytest.mark.parametrize("players", [2, 3])
def test_only_four_players_can_choose_partners(players):
    with pytest.raises(RulesError, match="partners: you can only choose partners in a game for 4 players"):
        find("house", players=players, partners="chosen")


def test_rules_that_were_stored_before_partners_could_be_chosen_cut_for_them():
    stored = HOUSE.to_dict()
    del stored["partners"]
    assert Rules.from_dict(stored).partners == "cut"
    assert Rules.from_dict(CHOSEN.to_dict()) == CHOSEN


@pytest.mark.parametrize("seat", range(4))
def test_the_chosen_seat_deals_the_next_game_of_a_match(seat):
    game, events = apply(begin(HOUSE), ChooseDealer(seat))
    assert (game.phase, events) == (ToDeal(seat), (DealerChosen(seat),))


# The deal.


@pytest.mark.parametrize("dealer", range(4))
def test_003_19_five_cards_each_from_the_dealer_s_left(dealer):
    game, events = apply(about_to_deal(HOUSE, dealer=dealer), Deal(PACK))
    for step in range(4):
        assert events[0].hands[(dealer + 1 + step) % 4] == PACK[step:20:4]
    assert events == (Dealt(dealer, events[0].hands, (), PACK[20:]),)
    assert waiting_on(game) == (0, 1, 2, 3)


def test_002_8_each_lays_one_away():
    game, _ = apply(about_to_deal(HOUSE, dealer=3), Deal(PACK))
    thrown = [hand[0] for hand in game.phase.hands]
    for seat in (2, 0, 3, 1):
        assert len(legal(game, seat)) == 5
        game, events = act(game, LayAway(seat, (thrown[seat],)))
    assert events[-1] == StarterTurned(0, PACK[20])
    assert game.phase.crib == tuple(thrown)


# One peg a side.


def test_partners_score_on_one_peg():
    game, events = play_moves("0:8C 1:7S 2:7D 3:2S", hands=("8C 6D KH KS", "7S 9H AS QD", "7D JD 3H 3C", "2S 6S 7H QS"))
    assert short(events)[:4] == ["0 8C=8", "1 7S=15", "1 +2 fifteen", "2 7D=22"]
    assert events[4] == Pegged(2, 0, 2, Law.PAIR, cards("7S 7D"), 2)
    assert game.scores == (2, 2)
    assert len(game.scores) == len(game.hindmost) == 2


def test_the_show_goes_round_from_the_dealer_s_left_and_the_crib_is_last():
    game = at_the_show(SHOWN, starter="9C", dealer=1, rules=HOUSE)
    order, told = [2, 3, 0, 1, 1], []
    for seat in order:
        assert waiting_on(game) == (seat,)
        game, events = act(game, Declare(seat, 0))
        told += [(event.seat, event.what) for event in events if isinstance(event, Shown)]
    assert told == [(2, "hand"), (3, "hand"), (0, "hand"), (1, "hand"), (1, "crib")]
    assert game.phase == ToDeal(2)


def test_law_19_overscored_points_never_go_to_a_partner():
    for seat, other in ((0, 1), (1, 2), (2, 3), (3, 0)):
        game = at_the_show(SHOWN, starter="9C", dealer=(seat - 1) % 4, rules=HOUSE)
        game, events = act(game, Declare(seat, 29))
        assert events[-1].law is Law.OVERSCORE
        assert (events[-1].seat, events[-1].side) == (other, 1 - seat % 2)


def test_muggins_never_goes_to_a_partner():
    game = at_the_show(SHOWN, starter="9C", dealer=3, rules=MUGGINS)
    game, _ = act(game, Declare(0, 9), Declare(1, 8), Declare(2, 0))
    assert game.scores == (9, 8 + 3 + 7)


def test_either_partner_s_points_win_for_both():
    game = at_the_show(SHOWN, starter="9C", dealer=3, scores=(114, 100), rules=HOUSE)
    game, events = act(game, Declare(0, 0), Declare(1, 0), Declare(2, 7))
    assert events[-1] == GameWon(0, 1, "show")
    assert game.phase == Over(0, 1, "show")


@pytest.mark.parametrize(("score", "games"), [(60, 4), (61, 2), (90, 2), (91, 1)])
def test_the_losing_side_s_one_score_decides_how_many_games(score, games):
    game = at_the_show(SHOWN, starter="9C", dealer=3, scores=(113, score), rules=HOUSE)
    _, events = act(game, Declare(0, 8))
    assert events[-1] == GameWon(0, games, "show")


# The play goes round.


def test_goes_pass_round_the_table():
    hands = ("KC 9D 4H 3S", "QH 8C 7S 6D", "JD 8S 8H 5C", "9S 7C TD 4D")
    game, events = play_moves("0:KC 1:QH 2:8S", hands=hands, starter="AS")
    assert short(events)[2:] == ["2 8S=28", "3 go"]
    assert waiting_on(game) == (0,)  # seat 0 holds a three
    game, events = act(game, *plays("0:3S"))
    assert short(events) == ["0 3S=31", "0 +2 thirty_one", "1 leads"]


def test_003_31_the_player_after_the_pegger_leads_even_an_adversary():
    hands = ("KC 9D 4H 5S", "QH 8C 7S 6D", "JD 8S 8H 5C", "9S 7C TD 4D")
    game, events = play_moves("0:KC 1:QH 2:8S", hands=hands, starter="AS")
    assert short(events)[2:] == ["2 8S=28", "3 go", "0 go", "1 go", "2 +1 go", "3 leads"]
    assert waiting_on(game) == (3,)


def test_sixteen_cards_are_played():
    game, _ = dealt_out(SHOWN, starter="9C", dealer=3, rules=HOUSE)
    many = 0
    while not isinstance(game.phase, Showing):
        game, _ = apply(game, legal(game, waiting_on(game)[0])[0])
        many += 1
    assert many == 16


# Windows.


def show_hand(points, **options):
    """Return a game in which seat 0 has declared this number for a hand of twelve; seat 3 deals."""
    game = at_the_show(SHOWN, starter="9C", dealer=3, rules=options.pop("rules", BRITANNICA), **options)
    return act(game, Declare(0, points))[0]


@pytest.mark.parametrize("seat", [1, 3])
def test_law_18_either_partner_is_satisfied_for_both(seat):
    game = show_hand(12)
    assert speakers(game) == (1, 3)
    game, _ = act(game, Accept(seat))
    assert not game.open_windows


@pytest.mark.parametrize("seat", [1, 3])
def test_law_19_either_partner_may_challenge(seat):
    game, events = act(show_hand(15), Challenge(seat, "too_many"))
    assert short(events)[-1] == f"{seat} +3 overscore"
    assert game.scores == (12, 3)


def test_law_18_the_declarer_s_partner_says_nothing():
    game = show_hand(15)
    assert legal(game, 2) == legal(game, 0) == ()
    for move in (Accept(2), Challenge(2, "too_many"), Accept(0)):
        with pytest.raises(NothingToSay) as refused:
            apply(game, move)
        assert refused.value.law is Law.SATISFIED


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


def test_in_the_show_the_other_side_closes_by_its_own_hand():
    game, _ = act(show_hand(15), Declare(1, 8))
    assert (game.scores, game.open_windows[0].seat) == ((15, 8), 1)


def test_a_claim_of_game_is_one_side_s():
    game = show_hand(12, scores=(50, 40))
    assert game.open_windows[0].claims_game
    assert waiting_on(game) == (1, 3)
    _, events = act(game, Accept(3))
    assert short(events) == ["3 satisfied", "0 +12 declared", "side 0 wins 1 by show"]


# Giving up.


@pytest.mark.parametrize("seat", range(4))
def test_either_partner_gives_up_for_both(seat):
    game, games = about_to_deal(HOUSE, dealer=0, scores=(120, 3)), (1, 4)[seat % 2]
    assert apply(game, Resign(seat))[1] == (Conceded(seat, "resigned"), GameWon(1 - seat % 2, games, "resigned"))
    assert apply(game, LoseOnTime(seat))[1] == (Conceded(seat, "time"), GameWon(1 - seat % 2, games, "time"))


def test_only_the_seat_on_turn_plays_and_not_its_partner():
    game, _ = play_moves("0:8C")
    with pytest.raises(OutOfTurn):
        apply(game, *plays("2:TC"))
