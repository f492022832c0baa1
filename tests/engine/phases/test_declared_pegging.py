"""Declared pegging: players declare the points of a card, and the referee rules on them at once."""

from dataclasses import replace

import pytest

from engine.actions import ChooseDealer, Deal, LayAway, Play
from engine.audit import play_again
from engine.cards import Card
from engine.errors import WrongDeclaration
from engine.events import Pegged, Played
from engine.game import apply, apply_recorded, begin, legal, waiting_on
from engine.laws import Law
from engine.rules import Rules
from engine.state import Showing
from tests.support.short_events import short
from tests.support.strategies import ACC, BRITANNICA, REFEREE, act, cards, dealt_out, plays, stacked

A, B = 0, 1
"""A is the pone, B deals."""

DECLARED = Rules(pegging="declared")
MUGGINS = Rules(pegging="declared", muggins=True)
CORRECT_ONLY = Rules(pegging="declared", overscore="correct_only")
HANDS = ("8C 7D KH KS", "7S 6H 2C 2D")


def play_moves(line, *, hands=HANDS, rules=DECLARED, **options):
    """A game after these moves, and what came of them."""
    game, _ = dealt_out(hands, starter="TS", rules=rules, **options)
    return act(game, *plays(line))


def test_what_is_true_is_pegged_in_one_sum():
    game, events = play_moves("0:8C 1:7S=2")
    assert events[1:] == (
        Played(B, Card.parse("7S"), 15, 2),
        Pegged(B, B, 2, Law.DECLARED, cards("8C 7S"), 2),
    )
    assert (game.scores, game.open_windows) == ((0, 2), ())


def test_law_19_the_referee_gives_what_is_too_much_to_the_adversary():
    _, events = play_moves("0:8C 1:6H=2")
    assert short(events)[1:] == ["1 6H=14 for 2", "0 +2 overscore"]


def test_003_103_or_corrects_it_only():
    _, events = play_moves("0:8C 1:6H=2", rules=CORRECT_ONLY)
    assert short(events)[1:] == ["1 6H=14 for 2"]


def test_muggins_what_is_overlooked_goes_to_the_adversary():
    _, events = play_moves("0:8C 1:7S=1", rules=MUGGINS)
    assert short(events)[2:] == ["1 +1 declared", "0 +1 muggins"]
    _, events = play_moves("0:8C 1:7S", rules=MUGGINS)
    assert short(events)[2:] == ["0 +2 muggins"]


def test_muggins_takes_no_more_than_the_player_could_have_pegged():
    # Eight, seven, nine is a run of three and nothing else; A stands two holes from home.
    hands = ("8C 9D KH KS", "7S 6H 2C 2D")
    game, events = play_moves("0:8C 1:7S=2 0:9D", hands=hands, rules=MUGGINS, scores=(119, 0))
    assert short(events)[-1] == "1 +2 muggins"
    game, events = play_moves("0:8C 1:7S=2 0:9D=2", hands=hands, rules=MUGGINS, scores=(119, 0))
    assert short(events)[-1] == "side 0 wins 1 by play"
    assert game.scores == (121, 2)


def test_the_referee_allows_no_win_by_a_false_count():
    game, events = play_moves("0:8C 1:6H=2", scores=(100, 119))
    assert game.scores == (102, 119)
    _, events = play_moves("0:8C 1:6H=2", scores=(120, 119))
    assert short(events)[-2:] == ["0 +2 overscore", "side 0 wins 1 by penalty"]
    _, events = play_moves("0:8C 1:7S=2", scores=(120, 119))
    assert short(events)[-2:] == ["1 +2 declared", "side 1 wins 1 by play"]


@pytest.mark.parametrize("points", [30, -1, True, "2"])
def test_no_card_makes_more_than_twenty_nine(points):
    game, _ = play_moves("0:8C")
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Play(B, Card.parse("7S"), points))
    assert refused.value.law is Law.DECLARED
    assert game == play_moves("0:8C")[0]


@pytest.mark.parametrize("points", [0, 2])
def test_where_the_engine_pegs_nothing_is_declared(points):
    game, _ = play_moves("0:8C", rules=REFEREE)
    with pytest.raises(WrongDeclaration) as refused:
        apply(game, Play(B, Card.parse("7S"), points))
    assert refused.value.law is Law.DECLARED


def test_the_moves_that_are_offered_declare_nothing_yet():
    game, _ = play_moves("0:8C")
    assert legal(game, B) == plays("1:7S 1:6H 1:2C 1:2D")
    assert all(move.declared is None for move in legal(game, B))


# Go is spoken.


def test_a_player_with_no_cards_left_says_nothing():
    hands = ("KC 8D AC AS", "KD QD 9D 8H")
    game, events = play_moves("0:KC 1:KD 0:8D 1:go 0:AC 0:AS=2 1:QD", hands=hands)
    assert short(events)[-3:] == ["0 +1 go", "1 leads", "1 QD=10"]
    assert waiting_on(game) == (B,)
    _, events = act(game, *plays("1:9D 1:8H=3"))
    assert short(events)[-3:] == ["1 8H=27 for 3", "0 +3 overscore", "1 +1 last_card"]


def test_go_and_last_card_are_pegged_by_the_engine_in_every_mode():
    line = "0:KS 1:9H 0:4H 1:6C 0:2C 1:7S 0:3D 1:2D"
    hands = ("2C 3D 4H KS", "2D 7S 9H 6C")
    for rules in (DECLARED, ACC, MUGGINS, replace(ACC, counting="referee", false_game_penalty=0)):
        game, events = play_moves(line, hands=hands, rules=rules)
        assert short(events)[-1] == "1 +1 last_card"
        assert isinstance(game.phase, Showing)


def test_thirty_one_is_declared_without_a_go():
    line = "0:KS 1:9H 0:4H 1:6C 0:2C"
    hands = ("2C 3D 4H KS", "2D 7S 9H 6C")
    _, events = play_moves(f"{line}=2", hands=hands)
    assert short(events)[-3:] == ["0 2C=31 for 2", "0 +2 declared", "1 leads"]
    _, events = play_moves(line, hands=hands)
    assert short(events)[-2:] == ["0 2C=31", "1 leads"]  # nothing said, nothing pegged, and no go instead


# What no card can make.


@pytest.mark.parametrize(("line", "most"), [("0:", 2), ("0:2H 1:", 2), ("0:2H 1:2S 0:", 8), ("0:2H 1:2S 0:2D 1:", 12)])
@pytest.mark.parametrize("rules", [ACC, DECLARED, BRITANNICA], ids=["acc", "referee", "britannica"])
def test_a_count_that_no_card_can_make_is_refused_whatever_the_cards_are(line, most, rules):
    hands = ("2H 2D KH KS", "2S 2C QD QS")
    *before, last = line.split()
    game, _ = play_moves(" ".join(before), rules=rules, hands=hands)
    seat = int(last[0])
    for card in game.phase.hands[seat]:
        assert apply(game, Play(seat, card, most))
        with pytest.raises(WrongDeclaration, match=f"^No card can score {most + 1} points here"):
            apply(game, Play(seat, card, most + 1))


def test_the_fifth_card_of_a_series_may_make_fourteen():
    hands = ("7H 2D 2C KS", "2S 2H QD QS")
    game, _ = play_moves("0:7H 1:2S 0:2D=2 1:2H=6", rules=ACC, hands=hands)
    with pytest.raises(WrongDeclaration):
        apply(game, Play(0, cards("2C")[0], 15))
    assert act(game, *plays("0:2C=14 1:ok"))[0].scores == (16, 6)


def test_after_a_thirty_one_that_is_open_a_card_leads_and_makes_no_more_than_two():
    hands = ("KH 5D JC 2C", "QS 6H TD 3S")
    game, _ = play_moves("0:KH 1:QS 0:5D 1:6H=2", rules=ACC, hands=hands)
    assert game.open_windows
    with pytest.raises(WrongDeclaration, match="from 0 to 2"):
        apply(game, Play(0, cards("JC")[0], 8))


def test_a_record_of_an_older_game_with_such_a_count_is_played_again():
    deal = Deal(stacked(1, ("8C 7D KH KS 2S 3S", "7S 6H 2C 2D QH QS"), "TS"))
    away = (LayAway(0, cards("2S 3S")), LayAway(1, cards("QH QS")))
    game, events = act(begin(ACC), ChooseDealer(1), deal, *away, *plays("0:8C"))
    _, more = apply_recorded(game, Play(1, cards("7S")[0], 12))
    assert play_again(ACC, (*events, *more)).scores == (0, 12)
