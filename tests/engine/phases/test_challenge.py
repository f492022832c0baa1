"""The challenge: what closes a declaration, and what right and wrong challenges cost (002, laws 18 to 20)."""

from dataclasses import replace

import pytest

from engine.actions import Accept, Challenge, Deal, Declare, LoseOnTime, Play, Resign, SayGo
from engine.cards import PACK, Card
from engine.errors import NothingToSay, WindowOpen
from engine.events import Pegged, PutBack
from engine.game import apply, chance, legal, speakers, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import Showing, ToDeal
from engine.view import view
from engine.windows import Window
from tests.support.short_events import short
from tests.support.strategies import ACC, BRITANNICA, DERBY, REFEREE, act, at_the_show, cards, dealt_out, plays

A, B = 0, 1
"""A is the pone, B deals."""

MUGGINS = find("britannica", target=121, muggins=True)

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")
STARTER = "9C"


def play_moves(line, *, hands=("8C 7D KH KS", "7S 6H 2C 2D"), rules=ACC, **options):
    """A game after these moves of the play, and what came of the last of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "TS"), rules=rules, **options)
    *before, last = plays(line)
    game, _ = act(game, *before)
    return act(game, last)


def show_hand(rules=ACC, **options):
    """The table as A's hand is laid open."""
    return at_the_show(HANDS, starter=STARTER, away=AWAY, rules=rules, **options)


def refused(game, line, error):
    """The law by which a move is refused, that changes nothing."""
    (move,) = plays(line)
    with pytest.raises(error) as caught:
        apply(game, move)
    assert type(caught.value) is error
    return caught.value.law


# In the play. The seven upon an eight makes fifteen: two.


def test_law_18_a_declaration_is_pegged_and_stays_open():
    game, events = play_moves("0:8C 1:7S=2")
    assert short(events) == ["1 7S=15 for 2", "1 +2 declared"]
    assert game.scores == (0, 2)
    assert game.open_windows == (Window(B, "play", cards("8C 7S"), None, 2, 2, frozenset({A})),)
    assert (waiting_on(game), speakers(game)) == ((A,), (A,))


def test_law_18_the_adversary_is_satisfied():
    game, _ = play_moves("0:8C 1:7S=2")
    game, events = act(game, *plays("0:ok"))
    assert short(events) == ["0 satisfied"]
    assert game.open_windows == ()
    assert (game.scores, waiting_on(game)) == ((0, 2), (A,))


def test_law_18_the_adversary_s_next_card_closes_it_too():
    game, _ = play_moves("0:8C 1:6H=2")
    game, events = act(game, *plays("0:7D=2"))
    assert short(events) == ["0 7D=21 for 2", "0 +2 declared"]
    assert game.open_windows[0].seat == A
    assert game.scores == (2, 2)  # what nobody noticed stands
    assert refused(game, "0:many", NothingToSay) is Law.SATISFIED


def test_law_18_a_spoken_go_ends_nobody_s_right():
    game, _ = play_moves("0:KH 1:TH 0:8C=2", hands=("8C 7D KH KS", "TH TC TD JH"))
    game, events = act(game, *plays("1:go"))
    assert short(events) == ["1 go"]  # the point for the go waits until the eight is answered
    assert (speakers(game), waiting_on(game)) == ((B,), (B,))
    satisfied, events = act(game, *plays("1:ok"))
    assert short(events) == ["1 satisfied", "0 +1 go", "1 leads"]
    assert satisfied.open_windows == ()
    challenged, events = act(game, *plays("1:many"))
    assert short(events)[-2:] == ["0 +1 go", "1 leads"]
    assert challenged.scores == (1, 2)


def test_law_18_nobody_leads_after_a_go_before_the_card_is_answered():
    """Whether a card of the other's still comes in is not known to the player who said go."""
    game, _ = play_moves("0:KH 1:TH 0:8C=2 1:go", hands=("8C 7D KH KS", "TH TC TD JH"))
    assert refused(game, "1:TC", WindowOpen) is Law.SATISFIED
    assert legal(game, B) == (Accept(B), Challenge(B, "too_many", A))


def test_law_18_only_other_sides_may_speak():
    game, _ = play_moves("0:8C 1:7S=2")
    assert legal(game, B) == ()
    assert refused(game, "1:ok", NothingToSay) is Law.SATISFIED
    assert refused(game, "1:many", NothingToSay) is Law.SATISFIED
    assert refused(game, "1:6H", WindowOpen) is Law.SATISFIED
    assert refused(game, "1:go", WindowOpen) is Law.SATISFIED
    assert set(legal(game, A)) == {Accept(A), Challenge(A, "too_many", B), *plays("0:7D 0:KH 0:KS 0:go")}


def test_law_18_a_wrong_card_does_not_close_it():
    game, _ = play_moves("0:8C 1:7S=2")
    for line in ("0:7S", "0:8C", "0:2C"):
        with pytest.raises(Exception, match="don't have"):
            apply(game, *plays(line))
    assert game.open_windows != ()


def test_law_19_a_right_challenge_takes_back_and_gives_across():
    game, _ = play_moves("0:8C 1:6H=2")
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, rightly", "1 -2 overscore", "0 +2 overscore"]
    assert events[1:] == (
        PutBack(B, B, 2, Law.OVERSCORE, 0),
        Pegged(A, A, 2, Law.OVERSCORE, cards("8C 6H"), 2),
    )
    assert (game.scores, game.hindmost) == ((2, 0), (0, 0))
    assert (game.open_windows, waiting_on(game)) == ((), (A,))


def test_law_19_something_declared_for_a_card_that_makes_nothing():
    game, _ = play_moves("0:8C=2")
    game, events = act(game, *plays("1:many"))
    assert short(events) == ["1 says too_many to 0, rightly", "0 -2 overscore", "1 +2 overscore"]
    assert game.scores == (0, 2)


def test_003_103_crib_derby_takes_the_points_back_without_a_penalty():
    game, _ = play_moves("0:8C 1:6H=2", rules=DERBY)
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, rightly", "1 -2 overscore"]
    assert game.scores == (0, 0)


@pytest.mark.parametrize("rules", [ACC, BRITANNICA, DERBY], ids=["acc", "britannica", "crib-derby"])
def test_law_20_a_wrong_challenge_gives_the_declarer_two_in_every_book(rules):
    game, _ = play_moves("0:8C 1:7S=2", rules=rules)
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, wrongly", "1 +2 false_challenge"]
    assert events[1].cards == ()
    assert (game.scores, game.open_windows) == ((0, 4), ())


def test_law_20_too_many_said_of_too_few_is_wrong():
    game, _ = play_moves("0:8C 1:7S=1", rules=MUGGINS)
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, wrongly", "1 +2 false_challenge"]
    assert game.scores == (0, 3)


def test_a_declaration_is_challenged_once():
    game, _ = play_moves("0:8C 1:7S=2 0:many")
    for line in ("0:many", "0:ok"):
        assert refused(game, line, NothingToSay) is Law.SATISFIED


def test_muggins_too_few_gives_across_what_was_overlooked():
    game, _ = play_moves("0:8C 1:7S=1", rules=MUGGINS)
    game, events = act(game, *plays("0:few"))
    assert short(events) == ["0 says too_few to 1, rightly", "0 +1 muggins"]
    assert game.scores == (1, 1)


def test_muggins_too_few_said_of_the_truth_is_wrong():
    game, _ = play_moves("0:8C 1:7S=2", rules=MUGGINS)
    game, events = act(game, *plays("0:few"))
    assert short(events) == ["0 says too_few to 1, wrongly", "1 +2 false_challenge"]


def test_muggins_too_few_said_of_too_many_is_wrong():
    game, _ = play_moves("0:8C 1:6H=2", rules=MUGGINS)
    game, events = act(game, *plays("0:few"))
    assert short(events) == ["0 says too_few to 1, wrongly", "1 +2 false_challenge"]
    assert game.scores == (0, 4)


def test_002_68_without_muggins_too_few_cannot_be_said_and_is_lost():
    game, _ = play_moves("0:8C 1:7S=1")
    assert Challenge(A, "too_few") not in legal(game, A)
    assert refused(game, "0:few", NothingToSay) is Law.MUGGINS
    assert act(game, *plays("0:ok"))[0].scores == (0, 1)


def test_a_card_without_a_count_declares_nothing_and_opens_no_window():
    for rules in (ACC, BRITANNICA):
        game, events = play_moves("0:8C 1:7S", rules=rules)
        assert short(events) == ["1 7S=15"]
        assert events[0].declared == 0
        assert game.open_windows == ()


def test_muggins_a_card_without_a_count_may_only_be_called_too_few():
    game, _ = play_moves("0:8C 1:7S", rules=MUGGINS)
    assert game.open_windows == (Window(B, "play", cards("8C 7S"), None, 0, 0, frozenset({A})),)
    assert {type(move) for move in legal(game, A)} == {Accept, Challenge, Play, SayGo}
    assert Challenge(A, "too_many", B) not in legal(game, A)
    assert refused(game, "0:many", NothingToSay) is Law.OVERSCORE
    assert short(act(game, *plays("0:few"))[1]) == ["0 says too_few to 1, rightly", "0 +2 muggins"]


# The declarer waits if the next act is their own; go and last card come afterwards.

ALONE = ("KC 8D AC AS", "KD QD 9D 8H")
"""A plays on alone at twenty-eight: the aces make a pair, and thirty."""


def test_the_declarer_waits_if_the_next_act_is_their_own():
    game, _ = play_moves("0:KC 1:KD 0:8D 1:go 0:AC=1", hands=ALONE)
    assert waiting_on(game) == (B,)
    assert refused(game, "0:AS=2", WindowOpen) is Law.SATISFIED
    game, _ = act(game, *plays("1:ok"))
    assert waiting_on(game) == (A,)
    assert legal(game, A) == plays("0:AS 0:go")


def test_the_go_is_pegged_after_the_window_has_closed():
    game, events = play_moves("0:KC 1:KD 0:8D 1:go 0:AC 0:AS=2", hands=ALONE)
    assert short(events) == ["0 AS=30 for 2", "0 +2 declared"]
    _, events = act(game, *plays("1:ok"))
    assert short(events) == ["1 satisfied", "0 +1 go", "1 leads"]
    _, events = act(game, *plays("1:many"))
    assert short(events) == ["1 says too_many to 0, wrongly", "0 +2 false_challenge", "0 +1 go", "1 leads"]
    game, events = act(game, *plays("1:QD"))
    assert short(events) == ["0 +1 go", "1 leads", "1 QD=10"]
    assert game.scores == (3, 0)


def test_the_go_comes_after_what_is_put_back_and_given_across():
    game, _ = play_moves("0:KC 1:KD 0:8D 1:go 0:AC 0:AS=6", hands=ALONE)
    game, events = act(game, *plays("1:many"))
    told = ["1 says too_many to 0, rightly", "0 -4 overscore", "1 +4 overscore", "0 +1 go", "1 leads"]
    assert short(events) == told
    assert game.scores == (3, 4)


# B plays the last card of all: after thirty-one, seven, three and deuce.
TO_THE_END = ("2C 3D 4H KS", "2D 7S 9H 6C")
LAST = "0:KS 1:9H 0:4H 1:6C 0:2C 1:7S 0:3D 1:2D=2"


def test_the_last_card_is_pegged_after_the_window_has_closed():
    game, events = play_moves(LAST, hands=TO_THE_END)
    assert short(events) == ["1 2D=12 for 2", "1 +2 declared"]
    assert (view(game, A).stage, waiting_on(game)) == ("play", (A,))
    satisfied, events = act(game, *plays("0:ok"))
    assert short(events) == ["0 satisfied", "1 +1 last_card"]
    assert isinstance(satisfied.phase, Showing)
    challenged, events = act(game, *plays("0:many"))
    assert short(events) == [
        "0 says too_many to 1, rightly",
        "1 -2 overscore",
        "0 +2 overscore",
        "1 +1 last_card",
    ]
    assert isinstance(challenged.phase, Showing)


def test_law_18_the_pone_s_show_closes_the_window_on_the_last_card():
    game, _ = play_moves(LAST, hands=TO_THE_END)
    game, events = act(game, *plays("0:show=4"))
    assert short(events) == ["1 +1 last_card", "0 shows hand for 4", "0 +4 declared"]
    assert (game.open_windows[0].seat, game.open_windows[0].what) == (A, "hand")


def test_after_playing_the_last_card_the_pone_waits_before_the_show():
    game, _ = play_moves("0:KC 1:KD 0:8D 1:AH 0:go 1:AS 0:9C 1:7D 0:4S=2", hands=("KC 8D 9C 4S", "KD 7D AH AS"))
    assert waiting_on(game) == (B,)
    assert refused(game, "0:show=4", WindowOpen) is Law.SATISFIED
    _, events = act(game, *plays("1:ok 0:show=4"))
    assert short(events) == ["1 satisfied", "0 +1 last_card", "0 shows hand for 4", "0 +4 declared"]


def test_where_the_last_card_would_win_an_act_does_not_close_the_window():
    game, _ = play_moves(LAST, hands=TO_THE_END, scores=(50, 118))
    assert game.scores == (50, 120)
    assert set(legal(game, A)) == {Accept(A), Challenge(A, "too_many", B)}
    assert waiting_on(game) == (A,)
    assert refused(game, "0:show=4", WindowOpen) is Law.SATISFIED
    _, events = act(game, *plays("0:ok"))
    assert short(events) == ["0 satisfied", "1 +1 last_card", "side 1 wins 2 by play"]
    lost, events = act(game, *plays("0:many"))
    assert short(events)[-1] == "1 +1 last_card"
    assert lost.scores == (52, 119)


# In the show.


def test_law_18_a_hand_stays_open_until_the_opponent_accepts():
    game, events = act(show_hand(), Declare(A, 15))
    assert short(events) == ["0 shows hand for 15", "0 +15 declared"]
    assert game.open_windows == (Window(A, "hand", cards(HANDS[0]), Card.parse(STARTER), 15, 15, frozenset({B})),)
    assert refused(game, "0:ok", NothingToSay) is Law.SATISFIED
    game, events = act(game, *plays("1:many"))
    assert short(events) == ["1 says too_many to 0, rightly", "0 -3 overscore", "1 +3 overscore"]
    assert events[-1].cards == cards(HANDS[0])
    assert game.scores == (12, 3)


def test_law_18_the_dealer_s_own_show_closes_the_window_on_the_pone_s_hand():
    game, _ = act(show_hand(), Declare(A, 15))
    assert waiting_on(game) == (B,)
    assert set(legal(game, B)) == {Accept(B), Challenge(B, "too_many", A), *(Declare(B, n) for n in range(30))}
    game, events = act(game, Declare(B, 8))
    assert short(events) == ["1 shows hand for 8", "1 +8 declared"]
    assert game.scores == (15, 8)  # what nobody noticed stands, right or wrong


def test_the_dealer_waits_between_hand_and_crib():
    game, _ = act(show_hand(), Declare(A, 12), Declare(B, 8))
    assert waiting_on(game) == (A,)
    assert refused(game, "1:show=4", WindowOpen) is Law.SATISFIED
    game, _ = act(game, *plays("0:ok 1:show=4"))
    assert game.open_windows[0].what == "crib"


def test_the_next_deal_waits_for_the_open_crib():
    game, _ = act(show_hand(), *plays("0:show=12 1:show=8 0:ok 1:show=9"))
    assert isinstance(game.phase, ToDeal)
    assert (chance(game), waiting_on(game)) == (None, (A,))
    with pytest.raises(WindowOpen):
        apply(game, Deal(PACK))
    game, events = act(game, *plays("0:many"))
    assert short(events) == ["0 says too_many to 1, rightly", "1 -5 overscore", "0 +5 overscore"]
    assert chance(game) == ("deal", 2)


@pytest.mark.parametrize(("starter", "upheld"), [("9C", True), ("9D", False)])
def test_002_42_a_flush_in_the_crib_is_challenged_by_the_crib_s_own_law(starter, upheld):
    game = at_the_show(("2C 4C 8H KS", "2S 4H TS QC"), starter=starter, away=("3D 7D", "JD KD"), rules=ACC)
    game, _ = act(game, *plays("0:show=0 1:show=0 1:show=4"))
    _, events = act(game, *plays("0:many"))
    assert events[0].upheld is upheld
    assert short(events)[1] == ("1 -4 overscore" if upheld else "1 +2 false_challenge")


def test_a_count_of_0_is_open_only_if_it_can_be_answered():
    assert act(show_hand(), Declare(A, 0))[0].open_windows == ()
    assert act(show_hand(BRITANNICA), Declare(A, 0))[0].open_windows == ()
    assert act(show_hand(MUGGINS), Declare(A, 0))[0].open_windows != ()
    raised = act(show_hand(DERBY), Declare(A, 0))[0]
    assert (raised.open_windows, len(raised.windows)) == ((), 1)  # A may still amend it


@pytest.mark.parametrize(
    ("score", "declared", "taken"),
    [
        pytest.param(0, 9, 3, id="room-for-all"),
        pytest.param(0, 0, 12, id="nothing-declared"),
        pytest.param(115, 4, 2, id="room-for-six-of-twelve"),
        pytest.param(115, 5, 1, id="one-short-of-the-game"),
        pytest.param(120, 0, 1, id="one-hole-of-room"),
        pytest.param(110, 9, 2, id="room-for-one-fewer"),
        pytest.param(109, 9, 3, id="room-for-exactly-all"),
    ],
)
def test_muggins_takes_no_more_than_the_declarer_could_have_pegged(score, declared, taken):
    game, _ = act(show_hand(MUGGINS, scores=(score, 50)), Declare(A, declared))
    game, events = act(game, *plays("1:few"))
    assert short(events) == ["1 says too_few to 0, rightly", f"1 +{taken} muggins"]
    assert game.scores == (score + declared, 50 + taken)


@pytest.mark.parametrize(("score", "declared"), [(0, 29), (100, 20), (105, 15)])
def test_law_19_points_too_many_that_were_pegged_all_go_across(score, declared):
    game, _ = act(show_hand(scores=(score, 50)), Declare(A, declared))
    game, _ = act(game, *plays("1:many"))
    assert game.scores == (score + 12, 50 + declared - 12)


# The game may be won by it.


def test_law_19_the_points_given_across_may_win():
    _, events = act(show_hand(scores=(100, 119)), *plays("0:show=14 1:many"))
    assert short(events)[-3:] == ["0 -2 overscore", "1 +2 overscore", "side 1 wins 1 by penalty"]


def test_law_20_the_two_for_a_wrong_challenge_may_win():
    game, events = act(show_hand(scores=(107, 50)), *plays("0:show=12 1:many"))
    assert short(events)[-2:] == ["0 +2 false_challenge", "side 0 wins 2 by penalty"]
    assert game.scores == (121, 50)


def test_the_go_after_a_wrong_challenge_wins_by_the_play():
    _, events = play_moves("0:KC 1:KD 0:8D 1:go 0:AC 0:AS=2 1:many", hands=ALONE, scores=(116, 100))
    assert short(events)[-3:] == ["0 +2 false_challenge", "0 +1 go", "side 0 wins 1 by play"]


def test_muggins_may_win():
    _, events = act(show_hand(MUGGINS, scores=(100, 120)), *plays("0:show=11 1:few"))
    assert short(events)[-2:] == ["1 +1 muggins", "side 1 wins 1 by penalty"]


def test_a_player_may_resign_or_lose_on_time_while_a_declaration_is_open():
    game, _ = act(show_hand(), Declare(A, 12))
    for seat in (A, B):
        over, events = apply(game, Resign(seat))
        assert short(events) == [f"{seat} resigned", f"side {1 - seat} wins 2 by resigned"]
        assert over.windows == ()
        assert short(apply(game, LoseOnTime(seat))[1]) == [f"{seat} time", f"side {1 - seat} wins 2 by time"]


# Where nothing may be challenged.


@pytest.mark.parametrize("line", ["1:ok", "1:many", "1:few", "0:ok"])
def test_under_the_referee_there_is_nothing_to_accept_or_to_challenge(line):
    game, _ = act(show_hand(REFEREE), Declare(A, 15))
    assert game.open_windows == ()
    assert refused(game, line, NothingToSay) is Law.SATISFIED


def test_where_the_play_is_pegged_by_the_engine_it_does_not_lie_open():
    rules = replace(REFEREE, counting="challenge")
    game, events = play_moves("0:8C 1:7S", rules=rules)
    assert short(events) == ["1 7S=15", "1 +2 fifteen"]
    assert game.open_windows == ()
    game, _ = act(show_hand(rules), Declare(A, 15))
    assert short(act(game, *plays("1:many"))[1])[1:] == ["0 -3 overscore", "1 +3 overscore"]


def test_a_prompt_shows_that_a_declaration_is_open():
    game, _ = play_moves("0:8C 1:7S=2")
    assert str(view(game, A).prompt) == "1.play.2.w2"
    assert view(game, B).prompt is None
    game, _ = act(game, *plays("0:ok"))
    assert str(view(game, A).prompt) == "1.play.2"
