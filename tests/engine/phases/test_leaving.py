"""Giving up: a game of three goes on without the one who leaves (000:7, 002:8), and of two sides the other wins."""

from functools import reduce
from random import Random

import pytest

from engine.actions import (
    Accept,
    AskFreshDeal,
    CutForDeal,
    CutPack,
    Deal,
    Declare,
    LayAway,
    LoseOnTime,
    MarkTwo,
    NameNumber,
    Require,
    Resign,
    TakeBack,
)
from engine.audit import play_again
from engine.cards import PACK
from engine.errors import OutOfTurn, WindowOpen
from engine.events import Conceded, Dealt, GameWon, Shown, StarterTurned
from engine.game import apply, begin, chance, evolve, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import LayingAway, Over, Playing, Showing, ToDeal, adversary_of
from engine.view import redact, view
from tests.support.data_files import data_beside
from tests.support.short_events import short
from tests.support.strategies import (
    ACC,
    about_to_deal,
    act,
    at_the_show,
    cards,
    dealt_out,
    ending,
    plays,
    random_moves,
    stacked,
)

CASES = data_beside(__file__)

HOUSE = find("house", players=3)
DERBY = find("crib-derby", players=3)
BRITANNICA = find("britannica", players=3)
CEREMONY = find("crib-derby", players=3, ceremony=True)

HANDS = ("KC 9D 4H 3S", "QH 8C 7S 6D", "JD 9S 8H 5C")
AWAY = ("2C", "2D", "2H")
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C")
"""With a nine of clubs turned up the first of these is worth twelve, the second eight, the third seven."""

WAYS = pytest.mark.parametrize("leave", [Resign, LoseOnTime], ids=["resigned", "on time"])


def play_moves(line="", *, dealer=2, rules=HOUSE, **options):
    """Return a game after these moves; seat 0 leads."""
    game, _ = dealt_out(HANDS, starter=options.pop("starter", "AS"), away=AWAY, dealer=dealer, rules=rules, **options)
    return act(game, *plays(line))[0]


def finish(game):
    """Play a game to its end by chance; the seats that are closed never act, and peg nothing."""
    (gone,) = game.closed
    score = game.scores[gone]
    over, events = random_moves(game, Random(1))
    assert isinstance(over.phase, Over)
    assert over.phase.side != gone
    assert over.scores[gone] == score
    assert not any(getattr(event, "seat", None) == gone for event in events)
    assert all(event.hands[gone] == () for event in events if isinstance(event, Dealt))
    assert over == reduce(evolve, events, game)
    return over, events


# Afterwards: six cards each, two discards each, and the first deal of them to the left.


def test_002_8_the_two_who_stay_are_dealt_six_cards_each_and_discard_two():
    game, _ = apply(about_to_deal(HOUSE, dealer=2), Resign(1))
    game, events = apply(game, Deal(PACK))
    (dealt,) = events
    assert list(map(len, dealt.hands)) == [6, 0, 6]
    assert (dealt.to_crib, len(dealt.undealt)) == ((), 40)
    assert (dealt.hands[0], dealt.hands[2]) == (PACK[:12:2], PACK[1:12:2])
    assert waiting_on(game) == (0, 2)
    assert {len(move.cards) for move in legal(game, 0)} == {2}
    assert view(game, 2).to_lay == 2
    game, events = act(game, *(LayAway(seat, game.phase.hands[seat][:2]) for seat in (0, 2)))
    assert events[-1] == StarterTurned(0, PACK[12])
    assert len(game.phase.crib) == 4
    assert waiting_on(game) == (0,)


@WAYS
def test_000_7_a_closed_seat_has_no_moves_and_the_others_play_to_the_end(leave):
    game, events = apply(about_to_deal(HOUSE, dealer=2, scores=(50, 60, 70)), leave(1))
    assert events == (Conceded(1, "resigned" if leave is Resign else "time"),)
    assert game.closed == view(game, 0).closed == {1}
    assert (legal(game, 1), view(game, 1).prompt, view(game, 1).legal) == ((), None, ())
    for move in (Accept(1), Resign(1), Declare(1, 3)):
        with pytest.raises(OutOfTurn) as refused:
            apply(game, move)
        assert refused.value.law is Law.RESIGNED
    assert (adversary_of(game, 0), adversary_of(game, 2)) == (2, 0)
    finish(game)


def test_000_7_a_first_leaver_wins_nobody_the_game_and_a_second_one_ends_it():
    game = about_to_deal(HOUSE, dealer=2, scores=(3, 60, 100))
    assert view(game, 0).games_if_given_up == 0
    game, _ = apply(game, Resign(1))
    assert (view(game, 2).games_if_given_up, view(game, 0).games_if_given_up) == (4, 4)
    assert apply(game, Resign(2))[1] == (Conceded(2, "resigned"), GameWon(0, 4, "resigned"))  # seat 1 is below 61


# In the cut.


@pytest.mark.parametrize("before", [[], [0], [1], [0, 1], [1, 2]])
def test_a_player_leaves_with_ceremony_before_or_after_naming_a_number(before):
    game, told = act(begin(CEREMONY), *(NameNumber(seat, 4 + seat) for seat in before), Resign(1))
    assert waiting_on(game) == tuple(seat for seat in (0, 2) if seat not in before)
    for seat in waiting_on(game):
        assert NameNumber(seat, 4 + seat) in legal(game, seat)
        game, more = act(game, NameNumber(seat, 4 + seat))
        told += more
    assert chance(game) == ("cut", 1)
    game, (cut, *more) = apply(game, CutForDeal(PACK))
    assert cut.numbers == (4, 5, 6)  # a seat that named none gets the first that nobody named
    assert play_again(CEREMONY, (*told, cut, *more)) == game


def test_003_23_a_player_leaves_before_the_cut_to_the_dealer():
    game, _ = apply(about_to_deal(CEREMONY, dealer=2), Resign(0))
    assert waiting_on(game) == (1,)  # who is the pone now
    game, events = act(game, CutPack(1, 20))
    assert short(events) == ["2 +2 predeal_cut"]


# While cards are laid away.


def laying_away(rules=HOUSE, *, dealer=2, laid=(), starter="AS", **options):
    """Return a game in which these seats have discarded their last card."""
    hands = [f"{hand} {away}" for hand, away in zip(HANDS, AWAY, strict=True)]
    game = about_to_deal(rules, dealer=dealer, **options)
    game, _ = apply(game, Deal(stacked(dealer, hands, starter, "2S")))
    return act(game, *(LayAway(seat, cards(AWAY[seat])) for seat in laid))[0]


@pytest.mark.parametrize("dealer", [0, 1, 2])
@pytest.mark.parametrize("laid", [(), (0,), (0, 2)])
@WAYS
def test_before_discarding_the_crib_gets_a_card_of_the_leaver_s_hand(laid, dealer, leave):
    game = laying_away(laid=laid, dealer=dealer)
    game, events = apply(game, leave(1))
    assert events[0].cards == cards("QH")
    assert [redact(events[0], seat, HOUSE).cards for seat in (0, 1, 2, None)] == [(), cards("QH"), (), ()]
    for seat in set(waiting_on(game)) & {0, 2} if isinstance(game.phase, LayingAway) else ():
        game, _ = act(game, LayAway(seat, cards(AWAY[seat])))
    assert isinstance(game.phase, Playing)
    assert set(game.phase.crib) == set(cards("2S 2C QH 2H"))
    assert list(map(len, game.phase.hands)) == [4, 0, 4]
    assert waiting_on(game) == ({0: 2, 1: 2, 2: 0}[dealer],)  # the next to the dealer's left who still plays


# While the choice of law 11 is open (002:58).


@pytest.fixture
def taken_back():
    """Return a game in which seat 0 has taken its card back, and seat 1 chooses."""
    game, events = act(laying_away(BRITANNICA, laid=(0, 2)), TakeBack(0, cards("2C")))
    assert short(events) == ["0 takes back", "1 +2 taken_back"]
    assert waiting_on(game) == (1,)
    return game


def test_002_58_law_11_the_offender_leaves_and_the_deal_goes_on(taken_back):
    game, events = apply(taken_back, Resign(0))
    assert len(events[0].cards) == 1
    assert waiting_on(game) == (1,)
    assert LayAway(1, cards("2D")) in legal(game, 1)
    finish(game)


def test_002_58_law_11_the_dealer_leaves_and_a_fresh_deal_is_the_next_player_s(taken_back):
    game, _ = act(taken_back, Resign(2))
    assert waiting_on(game) == (1,)
    game, _ = act(game, AskFreshDeal(1))
    assert game.phase == ToDeal(0)
    finish(game)


# While the choice of law 16 is open (002:66).


@pytest.fixture
def false_go():
    """Return a game in which seat 1 has said go with cards that come in, and seat 2 chooses."""
    game = play_moves("0:KC 1:go", rules=BRITANNICA)
    assert (game.phase.offender, waiting_on(game)) == (1, (2,))
    return game


def test_002_66_law_16_the_offender_leaves_and_the_next_plays(false_go):
    game, _ = apply(false_go, Resign(1))
    assert (game.phase.offender, waiting_on(game)) == (None, (2,))
    finish(game)


@pytest.mark.parametrize("choice", [Require, MarkTwo])
def test_002_66_law_16_the_one_who_chooses_leaves_and_the_next_chooses(false_go, choice):
    game, _ = apply(false_go, Resign(2))
    assert waiting_on(game) == (0,)
    game, _ = apply(game, choice(0))
    assert waiting_on(game) == ((1,) if choice is Require else (0,))
    finish(game)


def test_002_66_law_16_the_one_who_must_play_leaves(false_go):
    game, _ = act(false_go, Require(2), Resign(1))
    assert (game.phase.required, waiting_on(game)) == (None, (2,))
    finish(game)


# In the show.


def counted(line="", *, rules=HOUSE, dealer=2, **options):
    """Return a game in the show after some counts."""
    return act(at_the_show(SHOWN, starter="9C", dealer=dealer, rules=rules, **options), *plays(line))[0]


@pytest.mark.parametrize(("line", "leaver", "left"), CASES["between_counts"])
def test_000_60_between_counts_the_leaver_s_hand_and_crib_are_not_counted(line, leaver, left):
    game, _ = apply(counted(line), Resign(leaver))
    found = []
    while isinstance(game.phase, Showing):
        assert waiting_on(game) == (game.phase.seat,)
        game, events = act(game, Declare(game.phase.seat, 0))
        found += [[event.seat, event.what] for event in events if isinstance(event, Shown)]
    assert found == left
    assert game.phase == ToDeal(1 if leaver == 0 else 0)  # the next to the dealer's left who still plays


# While counts are open.


def test_003_103_a_leaver_raises_nothing_any_more():
    game = counted("0:show=8 1:ok 2:ok", rules=DERBY)
    assert legal(game, 0)
    game, _ = apply(game, Resign(0))
    assert (legal(game, 0), game.windows) == ((), ())


# Two sides: the game counts the doubles as the scores stand (000:103, 002:7, 003:101).

LURCH = find("britannica", doubles="lurch")
TWO = ("7H 8C 8D KS", "6H 6C AD 2D")
THROWN = ("5H KD", "3S TD")


def at_hand(rules, scores, line=""):
    """Return a game at the pone's hand with these scores, after some declarations."""
    game = at_the_show(TWO, starter="9C", away=THROWN, scores=scores, rules=rules)
    return act(game, *plays(line))[0]


@WAYS
@pytest.mark.parametrize(
    ("rules", "score", "games"),
    [
        pytest.param(ACC, 50, 2, id="acc-50"),
        pytest.param(ACC, 90, 2, id="acc-90"),
        pytest.param(ACC, 91, 1, id="acc-91"),
        pytest.param(find("crib-derby"), 20, 4, id="crib-derby-20"),
        pytest.param(find("crib-derby"), 31, 2, id="crib-derby-31"),
        pytest.param(find("crib-derby"), 61, 1, id="crib-derby-61"),
        pytest.param(LURCH, 20, 2, id="britannica-with-the-lurch"),
        pytest.param(LURCH, 30, 1, id="britannica-at-the-line"),
        pytest.param(find("britannica"), 0, 1, id="britannica-without"),
        pytest.param(find("house"), 60, 4, id="house-60"),
        pytest.param(find("house", players=4), 60, 4, id="partners"),
        pytest.param(find("club"), 0, 1, id="club-without-doubles"),
    ],
)
def test_000_103_a_game_given_up_counts_what_the_board_says(rules, score, games, leave):
    game = about_to_deal(rules, dealer=1, scores=(score, 100 if rules.target == 121 else 50))
    assert view(game, 0).games_if_given_up == games
    why = "resigned" if leave is Resign else "time"
    assert apply(game, leave(0))[1] == (Conceded(0, why), GameWon(1, games, why))


@WAYS
def test_000_103_nobody_resigns_while_the_other_side_s_claim_of_game_is_open(leave):
    game = at_hand(ACC, (110, 50), "0:show=12")
    with pytest.raises(WindowOpen) as refused:
        apply(game, leave(1))
    assert refused.value.law is Law.RESIGNED
    assert waiting_on(game) == (1,)
    assert ending(act(game, *plays("1:ok"))[1]) == GameWon(0, 2, "show")
    # The claimer may give up a claim, and then loses by the board without it.
    assert ending(apply(game, leave(0))[1]).side == 1


@pytest.mark.parametrize("rules", [ACC, find("crib-derby"), find("britannica", target=61, doubles=((25, 2),)), LURCH])
@pytest.mark.parametrize("declared", [0, 5, 12, 13, 20, 29])
def test_002_62_a_view_names_what_resigning_costs_while_the_own_count_is_open(rules, declared):
    line = max(below for below, _ in rules.doubles)
    for score in (line - 13, line - 12, line - 4, line):
        game = at_hand(rules, (score, 40), f"0:show={declared}")
        if not view(game, 1).own_windows or not view(game, 1).own_windows[0].claims_game:
            for seat in (0, 1):
                assert view(game, seat).games_if_given_up == ending(apply(game, Resign(seat))[1]).games


def test_002_62_points_too_many_of_the_own_open_count_are_told_as_lost_games():
    """Britannica with the lurch at 25: 8 declared for 4."""
    rules = find("britannica", doubles=((25, 2),))
    game = at_the_show(("5S JD 2H 3H", "7H 8C 8D KS"), starter="9C", away=THROWN, scores=(20, 30), rules=rules)
    game, _ = act(game, Declare(0, 8))
    true = ending(apply(game, Resign(0))[1]).games
    assert (game.scores[0], view(game, 0).games_if_given_up, true) == (28, 2, 2)
    assert view(game, 1).games_if_given_up == 1
