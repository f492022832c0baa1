"""Three hands: each player is a side, goes pass round, and the player after the pegger leads (002:8, 003:17-31)."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Challenge, CutForDeal, Deal, Declare, LayAway, LoseOnTime, Resign
from engine.audit import play_again
from engine.cards import PACK, Card
from engine.errors import NotationError, NothingToSay, OutOfTurn, WindowOpen
from engine.events import DealerChosen, Dealt, ForDealCut, GameWon, Satisfied, Shown, StarterTurned
from engine.game import apply, begin, legal, speakers, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.state import Cutting, Showing, ToDeal
from tests.support.short_events import short
from tests.support.strategies import about_to_deal, act, at_the_show, cards, dealt_out, plays

HOUSE = find("house", players=3)
DERBY = find("crib-derby", players=3)
BRITANNICA = find("britannica", players=3)
MUGGINS = find("crib-derby", players=3, muggins=True)

HANDS = ("KC 9D 4H 3S", "QH 8C 7S 6D", "JD 9S 8H 5C")
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C")
"""With a nine of clubs turned up the first of these is worth twelve, the second eight, the third seven."""


def play_moves(line, *, hands=HANDS, dealer=2, rules=HOUSE, **options):
    """A game after these moves, seat 0 to lead, and what came of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "AS"), dealer=dealer, rules=rules, **options)
    return act(game, *plays(line))


def test_four_players_play_it():
    assert {name for name in PRESETS if 3 in PRESETS[name].players} == {"house", "bicycle", "britannica", "crib-derby"}
    assert HOUSE.sides == ((0,), (1,), (2,))
    assert [HOUSE.adversary_of(seat) for seat in range(3)] == [1, 2, 0]
    assert (HOUSE.dealt, HOUSE.target) == (5, 121)


# The cut and the deal.


def cut(names):
    """The first cut of a game, in which the seats cut these cards."""
    top = cards(names)
    return apply(begin(HOUSE), CutForDeal((*top, *(card for card in PACK if card not in top))))


@pytest.mark.parametrize(("names", "dealer"), [("4H 9C KD", 0), ("9C 4H KD", 1), ("9C KD 4H", 2), ("9C 9D 4H", 2)])
def test_000_13_the_lowest_of_three_deals(names, dealer):
    game, events = cut(names)
    assert events == (ForDealCut(cards(names)), DealerChosen(dealer))
    assert game.phase == ToDeal(dealer)


@pytest.mark.parametrize("names", ["4H 4C KD", "4H KD 4C", "KD 4H 4C", "4H 4C 4S"])
def test_000_13_equal_cards_for_the_lowest_are_cut_again(names):
    game, events = cut(names)
    assert events == (ForDealCut(cards(names)),)
    assert game.phase == Cutting(1)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_003_17_five_cards_each_from_the_dealer_s_left_and_the_sixteenth_to_the_crib(dealer):
    game, events = apply(about_to_deal(HOUSE, dealer=dealer), Deal(PACK))
    for step in range(3):
        assert events[0].hands[(dealer + 1 + step) % 3] == PACK[step:15:3]
    assert events == (Dealt(dealer, events[0].hands, PACK[15:16], PACK[16:]),)
    assert waiting_on(game) == (0, 1, 2)


def test_002_8_each_lays_one_away_and_the_crib_is_of_four():
    game, _ = apply(about_to_deal(HOUSE, dealer=2), Deal(PACK))
    thrown = [hand[0] for hand in game.phase.hands]
    for seat in (1, 0, 2):
        assert {len(move.cards) for move in legal(game, seat)} == {1}
        assert len(legal(game, seat)) == 5
        game, events = act(game, LayAway(seat, (thrown[seat],)))
    assert events[-1] == StarterTurned(0, PACK[16])
    assert game.phase.crib == (PACK[15], *thrown)
    assert [len(hand) for hand in game.phase.kept] == [4, 4, 4]


@pytest.mark.parametrize(("dealer", "pone"), [(0, 1), (1, 2), (2, 0)])
def test_003_23_the_player_at_the_dealer_s_left_cuts_and_leads(dealer, pone):
    game, events = dealt_out(HANDS, starter="JS", dealer=dealer, rules=HOUSE)
    assert [event for event in events if isinstance(event, StarterTurned)] == [StarterTurned(pone, Card.parse("JS"))]
    assert short(events)[-1] == f"{dealer} +2 his_heels"
    assert waiting_on(game) == (pone,)


# The play.


def test_002_13_the_turn_goes_round_to_the_left():
    game, events = play_moves("0:3S 1:6D 2:5C 0:4H", hands=HANDS)
    assert short(events)[-2:] == ["0 4H=18", "0 +4 run"]
    with pytest.raises(OutOfTurn):
        apply(game, *plays("2:8H"))
    assert waiting_on(game) == (1,)


def test_003_31_goes_pass_round_and_the_last_to_play_pegs():
    game, events = play_moves("0:KC 1:QH 2:9S")
    assert short(events)[2:] == ["2 9S=29", "0 go", "1 go", "2 +1 go", "0 leads"]
    assert waiting_on(game) == (0,)


def test_003_31_the_player_after_the_pegger_leads():
    hands = ("KC 9D 4H 3S", "QH 8C AS 6D", "JD 9S 8H 5C")
    game, events = play_moves("0:KC 1:QH 2:9S 1:AS", hands=hands, starter="AD")
    assert short(events)[2:] == ["2 9S=29", "0 go", "1 AS=30", "2 go", "1 +1 go", "2 leads"]
    assert waiting_on(game) == (2,)


def test_003_31_after_thirty_one_too():
    hands = ("KC 9D 4H 3S", "QH 8C 2S 6D", "JD 9S 8H 5C")
    _, events = play_moves("0:KC 1:QH 2:9S 1:2S", hands=hands)
    assert short(events)[3:] == ["0 go", "1 2S=31", "1 +2 thirty_one", "2 leads"]


def test_003_31_a_player_who_said_go_is_skipped_for_the_rest_of_the_series():
    hands = ("KC 9D 8D TD", "QH JC AH AC", "JD 4S AD 2H")
    _, events = play_moves("0:KC 1:QH 2:4S 1:AH 2:AD 1:AC 2:2H", hands=hands)
    assert short(events)[2:] == [
        "2 4S=24",
        "0 go",
        "1 AH=25",
        "2 AD=26",
        "2 +2 pair",
        "1 AC=27",
        "1 +6 pair_royal",
        "2 2H=29",
        "1 go",
        "2 +1 go",
        "0 leads",
    ]


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


def test_twelve_cards_are_played_and_the_last_of_all_pegs_one():
    line = "0:3S 1:6D 2:5C 0:4H 1:7S 2:8H 0:9D 1:8C 2:9S 0:KC 1:QH 2:JD"
    game, events = play_moves(line)
    assert short(events)[-4:] == ["1 +1 go", "2 leads", "2 JD=10", "2 +1 last_card"]
    assert isinstance(game.phase, Showing)


# The show.


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_003_45_players_left_of_the_dealer_first_then_the_dealer_then_the_crib(dealer):
    game = at_the_show(HANDS, starter="AS", dealer=dealer, rules=HOUSE)
    order = [(dealer + 1) % 3, (dealer + 2) % 3, dealer, dealer]
    told = []
    for seat in order:
        assert waiting_on(game) == (seat,)
        game, events = act(game, Declare(seat, 0))
        told += [(event.seat, event.what) for event in events if isinstance(event, Shown)]
    assert told == list(zip(order, ["hand", "hand", "hand", "crib"], strict=True))
    assert game.phase == ToDeal((dealer + 1) % 3)  # the deal moves to the left


def test_the_crib_counts_the_card_that_the_pack_gave():
    game = at_the_show(HANDS, starter="AS", dealer=2, away=("2C", "2D", "KS"), to_crib="2H", rules=HOUSE)
    _, events = act(game, *(Declare(seat, 0) for seat in (0, 1, 2, 2)))
    assert events[-1].cards == cards("2H 2C 2D KS")
    assert events[-1].true == 6 + 2 * 3  # a pair royal; king, two, two and ace are fifteen three times


def test_003_99_followers_do_not_count_when_somebody_is_out():
    game = at_the_show(
        ("7H 8C 8D KS", "6H 6C AD 2D", "5H 5D 5S JC"), starter="9C", dealer=2, scores=(50, 113, 120), rules=HOUSE
    )
    _, events = act(game, Declare(0, 12), Declare(1, 8))
    assert events[-1] == GameWon(1, 2, "show")


@pytest.mark.parametrize(
    ("scores", "games"),
    [((61, 113, 91), 2), ((91, 113, 100), 1), ((60, 113, 100), 4), ((100, 113, 60), 4), ((100, 113, 90), 2)],
)
def test_003_101_any_loser_below_a_line_doubles_the_game(scores, games):
    game = at_the_show(SHOWN, starter="9C", dealer=2, scores=scores, rules=HOUSE)
    _, events = act(game, Declare(0, 0), Declare(1, 8))
    assert events[-1] == GameWon(1, games, "show")


# The adversary.


def test_law_19_under_the_referee_the_next_to_the_left_has_the_overscore():
    hands = ("2C 4D 6H 8S", "2D 4H 6S TC", "3C 7D JC QD")
    game = at_the_show(hands, starter="KD", dealer=2, rules=HOUSE)
    game, events = act(game, *(Declare(seat, 29) for seat in (0, 1, 2)))
    over = [words for words in short(events) if "overscore" in words]
    assert [words.split()[0] for words in over] == ["1", "2", "0"]


def test_muggins_under_the_referee_goes_to_the_next_to_the_left():
    rules = find("house", players=3, muggins=True)
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules)
    _, events = act(game, Declare(0, 9), Declare(1, 8), Declare(2, 0))
    assert [words for words in short(events) if "muggins" in words] == ["1 +3 muggins", "0 +7 muggins"]


def show_hand(points, *, rules=BRITANNICA, **options):
    """Return a game in which seat 0 has declared this number for a hand of twelve; seat 2 deals."""
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules, **options)
    return act(game, Declare(0, points))[0]


@pytest.mark.parametrize("challenger", [1, 2])
def test_the_opponent_is_the_player_who_challenges(challenger):
    _, events = act(show_hand(15), Challenge(challenger, "too_many"))
    told = [f"{challenger} says too_many to 0, rightly", "0 -3 overscore", f"{challenger} +3 overscore"]
    assert short(events) == told
    _, events = act(show_hand(9, rules=MUGGINS), Challenge(challenger, "too_few"))
    assert short(events)[1:] == [f"{challenger} +3 muggins"]


def test_a_wrong_challenge_by_anyone_gives_the_declarer_two():
    game, _ = act(show_hand(12), Challenge(2, "too_many"))
    assert game.scores == (14, 0, 0)


def test_law_18_every_other_side_must_be_satisfied():
    game = show_hand(12)
    assert speakers(game) == (1, 2)
    half, events = act(game, Accept(2))
    assert short(events) == ["2 satisfied"]
    assert half.open_windows[0].open_to == {1}
    assert speakers(half) == (1,)
    assert legal(half, 2) == ()
    for move in (Accept(2), Challenge(2, "too_many")):
        with pytest.raises(NothingToSay):
            apply(half, move)
    full, _ = act(half, Accept(1))
    assert not full.open_windows
    assert waiting_on(full) == (1,)


def test_law_18_the_next_act_of_one_side_ends_the_right_of_that_side_alone():
    game, _ = act(show_hand(15), Declare(1, 8))
    assert [(window.seat, window.open_to) for window in game.open_windows] == [(0, {2}), (1, {0, 2})]
    assert game.scores == (15, 8, 0)
    assert set(speakers(game)) == {0, 2}


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


@pytest.mark.parametrize("settled", ["2:ok", "2:show=7", "2:many@0"])
def test_a_late_challenge_of_a_closed_count_is_refused_and_never_applied_to_another(settled):
    game, _ = act(show_hand(15), Declare(1, 8), *plays(settled))
    with pytest.raises(NothingToSay) as refused:
        apply(game, Challenge(2, "too_many", 0))
    assert refused.value.law is Law.SATISFIED
    with pytest.raises(NothingToSay):
        apply(game, Challenge(1, "too_many", 0))  # its own next act, the count of eight, ended its right


def test_law_18_each_of_three_ends_its_own_right_in_the_play():
    game, _ = play_moves("0:KC=2 1:QH=1", rules=BRITANNICA)
    assert [(window.seat, window.open_to) for window in game.open_windows] == [(0, {2}), (1, {0, 2})]
    assert legal(game, 0) == (Accept(0), Challenge(0, "too_many", 1))
    game, events = act(game, *plays("2:many@0 2:9S"))
    assert short(events) == ["2 says too_many to 0, rightly", "0 -2 overscore", "2 +2 overscore", "2 9S=29"]
    assert [(window.seat, window.open_to) for window in game.open_windows] == [(1, {0})]


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


def test_in_the_play_the_third_may_challenge_before_the_second_plays():
    game, _ = play_moves("0:KC=2", rules=BRITANNICA)
    assert waiting_on(game) == (1,)
    game, events = act(game, Challenge(2, "too_many"))
    assert short(events) == ["2 says too_many to 0, rightly", "0 -2 overscore", "2 +2 overscore"]
    assert waiting_on(game) == (1,)


def test_goes_are_spoken_round_where_they_are_spoken():
    game, events = play_moves("0:KC 1:QH 2:9S 0:go 1:go", rules=DERBY)
    assert short(events)[3:] == ["0 go", "1 go", "2 +1 go", "0 leads"]
    game, _ = play_moves("0:KC 1:QH 2:9S=3 0:go", rules=DERBY)
    assert [(window.seat, window.open_to) for window in game.open_windows] == [(2, {0, 1})]  # a go ends no right
    assert waiting_on(game) == (1,)


# Giving up.


@pytest.mark.parametrize(
    ("scores", "seat", "winner"),
    [
        ((50, 60, 70), 0, 2),
        ((50, 60, 70), 2, 1),
        ((50, 60, 70), 1, 2),
        ((120, 0, 5), 0, 2),
        ((50, 50, 50), 0, 1),
        ((50, 50, 50), 1, 2),
        ((50, 50, 50), 2, 0),
        ((70, 60, 70), 1, 2),
    ],
)
def test_in_the_first_edition_the_game_of_one_who_gives_up_went_to_the_higher_of_the_others(scores, seat, winner):
    game = about_to_deal(replace(HOUSE, edition=1), dealer=0, scores=scores)
    assert short(apply(game, Resign(seat))[1]) == [f"{seat} resigned", f"side {winner} wins 1 by resigned"]
    assert short(apply(game, LoseOnTime(seat))[1]) == [f"{seat} time", f"side {winner} wins 1 by time"]


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
