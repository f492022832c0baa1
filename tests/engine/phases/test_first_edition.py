"""Games that began under version 0.2: they are played to their end by the laws of that version."""

from dataclasses import replace

import pytest

from engine.actions import Challenge, ClaimHeels, Declare
from engine.errors import WindowOpen
from engine.events import Amended, Challenged, Satisfied
from engine.game import apply
from engine.presets import find
from engine.record import event_to_dict
from engine.rules import Rules
from tests.support.short_events import short
from tests.support.strategies import act, at_the_show, dealt_out, plays

A, B = 0, 1
"""A is the pone, B deals."""


def first(name, **options):
    """Return the rules of a preset as a game of version 0.2 had them."""
    rules = find(name, **options)
    if name == "acc":
        rules = replace(rules, predeal_cut="none", irregular="refuse", renege="require_or_two", false_muggins="two")
    return replace(rules, edition=1)


ACC, BRITANNICA, DERBY = first("acc"), first("britannica"), first("crib-derby")

# With the starter: A's hand is worth 12 (7 8 8 K and a nine, 001:93), B's 8, the crib 4.
HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
AWAY = ("5H KD", "3S TD")
SHOWN = ("7H 8C 8D KS", "6H 6C AD 2D", "TC JD 3H 3C")


def at_hand(line="", *, rules=ACC, **options):
    """Return a game at A's hand, after some declarations."""
    game = at_the_show(HANDS, starter="9C", away=AWAY, rules=rules, **options)
    return act(game, *plays(line))


def in_the_play(line, *, hands=("8C 7D KH KS", "7S 6H 2C 2D"), rules=ACC, starter="TS", **options):
    """Return a game after these moves of the play, and the events of the last of them."""
    game, _ = dealt_out(hands, starter=starter, rules=rules, **options)
    *before, last = plays(line)
    game, _ = act(game, *before)
    return act(game, last)


def test_rules_without_an_edition_are_those_of_version_0_2():
    stored = find("acc").to_dict()
    del stored["edition"], stored["renege"], stored["false_muggins"]
    rules = Rules.from_dict(stored)
    assert (rules.edition, rules.first_edition) == (1, True)
    assert (str(rules.renege), str(rules.false_muggins)) == ("require_or_two", "two")
    assert not find("acc").first_edition


# Points too many.


def test_a_false_claim_of_game_pays_all_the_points_too_many():
    game = at_the_show(("2C 4D 6H 9S", "6S 6C AD 2D"), starter="KS", away=AWAY, scores=(110, 100), rules=ACC)
    _, events = act(game, *plays("0:show=29 1:many"))
    assert short(events)[-2:] == ["1 +25 overscore", "side 1 wins 1 by penalty"]


def test_the_referee_pays_them_too():
    game = at_the_show(("2C 4D 6H 9S", "6S 6C AD 2D"), starter="KS", away=AWAY, scores=(110, 90), rules=first("house"))
    assert act(game, Declare(A, 29))[0].scores == (114, 115)


# One window for all.


def test_the_next_act_of_any_other_side_closes_a_count_for_all():
    rules = first("britannica", players=3)
    game = at_the_show(SHOWN, starter="9C", dealer=2, rules=rules)
    game, _ = act(game, *plays("0:show=15 1:show=8"))
    assert [window.seat for window in game.open_windows] == [1]
    _, events = act(game, Challenge(2, "too_many"))  # which falls on the count of eight
    assert short(events) == ["2 says too_many to 1, wrongly", "1 +2 false_challenge"]


def test_a_go_and_heels_close_a_count():
    game, events = in_the_play("0:KH 1:TH 0:8C=2 1:go", hands=("8C 7D KH KS", "TH TC TD JH"))
    assert short(events) == ["1 go", "0 +1 go", "1 leads"]
    game, _ = in_the_play("0:8C=2 1:heels", starter="JD")
    assert (game.windows, game.scores) == ((), (2, 2))
    game, _ = in_the_play("0:8C=2", starter="JD", scores=(119, 0))
    with pytest.raises(WindowOpen):
        apply(game, ClaimHeels(B))


# What is written.


def test_its_events_are_written_as_before():
    _, events = at_hand("0:show=12 1:ok", rules=BRITANNICA)
    assert event_to_dict(events[-1]) == {"kind": "satisfied", "seat": B}
    assert events[-1] == Satisfied(B)
    _, events = at_hand("0:show=8 0:amend=12 1:many", rules=DERBY)
    found = {type(event): event_to_dict(event).keys() for event in events}
    assert found[Amended] == {"kind", "seat", "declared"}
    assert found[Challenged] == {"kind", "seat", "against", "claim", "upheld"}
