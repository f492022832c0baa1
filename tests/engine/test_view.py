"""The view of a seat, stage by stage; ``test_secrecy`` checks what it must not hold."""

from dataclasses import replace
from itertools import takewhile
from random import Random

import pytest
from hypothesis import given

from engine.actions import Declare, LayAway, Play, Resign
from engine.cards import Card
from engine.events import CountReset, Dealt, LaidAway, Played
from engine.game import apply, begin, legal, waiting_on
from engine.presets import find
from engine.state import LayingAway, Over
from engine.view import prompt_of, redact, view
from tests.support.depth import part_of, thorough
from tests.support.strategies import (
    AUTOMATIC,
    QUICK,
    REFEREE,
    TABLES,
    act,
    at_the_show,
    cards,
    cards_in,
    dealt_out,
    game_of,
    games,
    play_random_game,
    plays,
)

SEATS = (0, 1, None)
"""Both players and a spectator."""

HANDS = ("9C TH TD 6S", "7H 6D 5C 4S")
AWAY = ("2C 2D", "KC KH")


def test_a_redacted_deal_is_one_s_own_hand():
    game, events = dealt_out(HANDS, starter="QS", away=AWAY)
    dealt = events[0]
    assert redact(dealt, 0, REFEREE) == Dealt(1, (dealt.hands[0], ()), (), ())
    assert redact(dealt, 1, REFEREE) == Dealt(1, ((), dealt.hands[1]), (), ())
    assert redact(dealt, None, REFEREE) == Dealt(1, ((), ()), (), ())
    assert game.phase.starter is Card.parse("QS")


def test_a_redacted_lay_away_is_one_s_own():
    event = LaidAway(0, cards("2C 2D"))
    assert redact(event, 0, REFEREE) == event
    assert redact(event, 1, REFEREE) == redact(event, None, REFEREE) == LaidAway(0, ())


# What a view tells.


def test_before_the_cut():
    for seat in SEATS:
        seen = view(begin(REFEREE), seat)
        assert (seen.stage, seen.deal, seen.scores, seen.dealer) == ("cut", 0, (0, 0), None)
        assert (seen.prompt, seen.legal, seen.waiting_on) == (None, (), ())


def test_laying_away():
    game, events = dealt_out(HANDS, starter="QS", away=AWAY)
    dealt = events[0]
    before = replace(game, phase=LayingAway(1, dealt.hands, ((), ()), (), dealt.undealt))
    seen = view(before, 0)
    assert (seen.stage, seen.hand, seen.laid, seen.to_lay, seen.held) == ("lay_away", dealt.hands[0], (), 2, (6, 6))
    assert (seen.starter, seen.dealer, seen.waiting_on) == (None, 1, (0, 1))
    assert seen.prompt == "1.lay_away.0"
    assert seen.legal == legal(before, 0)
    after, _ = apply(before, LayAway(0, cards("2C 2D")))
    seen = view(after, 0)
    assert (seen.hand, seen.laid, seen.held) == (cards(HANDS[0]), cards("2C 2D"), (4, 6))
    assert (seen.prompt, seen.legal, seen.waiting_on) == (None, (), (1,))
    seen = view(after, None)
    assert (seen.hand, seen.laid, seen.held, seen.legal) == ((), (), (4, 6), ())


def test_the_play():
    game, _ = dealt_out(HANDS, starter="QS", away=AWAY)
    game, _ = act(game, *plays("0:9C 1:6D 0:6S 1:5C"))
    for seat, hand, laid in ((0, "TH TD", "2C 2D"), (1, "7H 4S", "KC KH"), (None, "", "")):
        seen = view(game, seat)
        assert (seen.stage, seen.hand, seen.laid, seen.held) == ("play", cards(hand), cards(laid), (2, 2))
        assert seen.starter is Card.parse("QS")
        assert seen.played == seen.series == tuple((play.seat, play.card) for play in plays("0:9C 1:6D 0:6S 1:5C"))
        assert (seen.count, seen.gone, seen.waiting_on, seen.scores) == (26, {0}, (1,), (2, 2))
        assert (seen.prompt is not None) == (seat == 1)
    assert view(game, 1).legal == plays("1:4S")
    assert view(game, 1).prompt == "1.play.4"
    game, _ = act(game, *plays("1:4S"))
    seen = view(game, None)
    assert (len(seen.played), seen.series, seen.count, seen.gone) == (5, (), 0, frozenset())


def test_the_show():
    game = at_the_show(HANDS, starter="QS", away=AWAY)
    for seat in SEATS:
        seen = view(game, seat)
        assert (seen.stage, seen.held, seen.hand) == ("show", (0, 0), ())
        assert seen.shown == (0, "hand", cards(HANDS[0]))
        assert seen.starter is Card.parse("QS")
        assert (seen.prompt is not None) == (seat == 0)
    assert view(game, 0).legal == tuple(Declare(0, points) for points in range(30))
    assert view(game, 0).prompt == "1.show.0"
    game, _ = act(game, Declare(0, 0), Declare(1, 0))
    assert view(game, 0).shown == (1, "crib", cards("2C 2D KC KH"))
    assert view(game, 1).prompt == "1.show.2"


def test_the_crib_is_hidden_until_it_is_counted():
    game = at_the_show(HANDS, starter="QS", away=AWAY)
    for declared in ((0, 0), (1, 0)):
        assert {*cards("KC KH")}.isdisjoint(cards_in(view(game, 0)))
        assert {*cards("2C 2D")}.isdisjoint(cards_in(view(game, 1)))
        assert {*cards("2C 2D KC KH")}.isdisjoint(cards_in(view(game, None)))
        game, _ = act(game, Declare(*declared))
    assert {*cards("2C 2D KC KH")} <= set(cards_in(view(game, None)))


def test_a_game_given_up_shows_no_hand():
    game, _ = dealt_out(HANDS, starter="QS", away=AWAY)
    game, _ = apply(game, Resign(0))
    for seat in SEATS:
        seen = view(game, seat)
        assert (seen.stage, seen.winner, seen.games, seen.by) == ("over", 1, 4, "resigned")
        assert set(cards_in(seen)) == set()
        assert seen.prompt is None


@QUICK
@given(games())
def test_a_prompt_lasts_until_its_seat_acts_and_never_returns(told):
    for seat in (0, 1):
        asked, standing = set(), None
        for step in told.steps:
            prompt = view(step.after, seat).prompt
            if getattr(step.action, "seat", None) == seat:
                asked.add(standing)
                assert prompt not in asked
            elif standing is not None:
                assert prompt == standing
            standing = prompt


@pytest.mark.parametrize("players", [2, 3])
def test_at_its_own_turn_a_seat_sees_the_series_that_its_card_will_join(players):
    """A series that is over is still shown while its last count may be challenged; the next card begins another."""
    begun = set()
    for seed in range(4):
        for step in game_of(find("britannica", players=players), seed).steps:
            for seat in waiting_on(step.after):
                seen = view(step.after, seat)
                if (move := next((move for move in seen.legal if isinstance(move, Play)), None)) is not None:
                    _, brought = apply(step.after, move)
                    begins = any(isinstance(event, CountReset) for event in takewhile(_is_not_played, brought))
                    assert seen.at_own_turn().series == (() if begins else seen.series)
                    begun.add(begins)
    assert begun == {True, False}


def _is_not_played(event):
    return not isinstance(event, Played)


@thorough
def test_a_prompt_alone_is_the_one_of_the_view():
    for rules in part_of(TABLES.values()):
        for step in game_of(rules, 0).steps:
            for seat in range(rules.players):
                assert prompt_of(step.after, seat) == view(step.after, seat).prompt


@pytest.mark.parametrize("rules", [REFEREE, AUTOMATIC], ids=["referee", "automatic"])
def test_how_far_a_side_has_to_go(rules):
    told = play_random_game(rules, Random(4))
    for step in told.steps:
        seen = view(step.after, 0)
        assert [seen.to_go(side) for side in (0, 1)] == [121 - score for score in step.after.scores]
    assert isinstance(told.game.phase, Over)
