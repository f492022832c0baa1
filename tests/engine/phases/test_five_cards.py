"""The five-card game of two: three kept, three for last, one series, and the liberty to stop (002:8-15)."""

from dataclasses import replace

import pytest

from engine.actions import Play, SayGo, Stop
from engine.cards import Card
from engine.errors import OutOfTurn
from engine.game import apply, legal
from engine.laws import Law
from engine.state import Playing, Showing
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import (
    FIVE,
    act,
    cards,
    dealt_out,
    plays,
)

A, B = 0, 1
"""A is the pone, B deals."""

MUST = replace(FIVE, play_on="must")


def play_moves(line, first, second, *, rules=FIVE, starter="TS", **options):
    """A game after these moves, and what came of them."""
    game, _ = dealt_out((first, second), starter=starter, rules=rules, **options)
    return act(game, *plays(line))


# One series.


def test_what_was_not_played_is_still_held_until_it_is_shown():
    game, _ = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S")
    assert [view(game, seat).hand for seat in (A, B, None)] == [cards("4H"), cards("8C 7S"), ()]
    assert view(game, None).held == (1, 2)
    game, _ = act(game, *plays("0:show=0"))
    assert [view(game, seat).hand for seat in (A, B, None)] == [(), cards("8C 7S"), ()]
    assert view(game, None).held == (0, 2)
    game, _ = act(game, *plays("1:show=0"))
    assert view(game, None).held == (0, 0)


def test_single_series_002_15_where_another_is_agreed_it_follows():
    rules = replace(FIVE, single_series=False)
    game, events = play_moves("0:KC 1:QH 0:9D 1:go", "KC 9D 4H", "QH 8C 7S", rules=rules)
    assert short(events)[-3:] == ["1 go", "0 +1 go", "1 leads"]
    assert isinstance(game.phase, Playing)


# Playing on, or leaving it at that.

LIBERTY = ("KC 5D AH", "QH 9C 8S")
"""After ten, ten and five the dealer says go, and the pone holds an ace."""


def test_002_15_a_player_who_must_play_may_not_stop():
    game, _ = play_moves("0:KC 1:QH 0:5D 1:go", *LIBERTY, rules=MUST)
    assert legal(game, A) == (Play(A, Card.parse("AH")),)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Stop(A))
    assert refused.value.law is Law.LIBERTY


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
