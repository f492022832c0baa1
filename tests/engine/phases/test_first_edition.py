"""Games that began under version 0.2: they are played to their end by the laws of that version."""

from dataclasses import replace
from random import Random

import pytest

from engine.actions import Accept, Amend, Challenge, ClaimHeels, Declare, LoseOnTime, Play, Resign
from engine.audit import play_again
from engine.cards import Card
from engine.errors import NothingToSay, WindowOpen
from engine.events import Amended, Challenged, GameWon, Satisfied
from engine.game import apply, legal, replay, speakers, waiting_on
from engine.laws import Law
from engine.presets import PRESETS, find
from engine.record import event_to_dict
from engine.rules import Rules
from tests.support.depth import sampled
from tests.support.short_events import short
from tests.support.strategies import about_to_deal, act, at_the_show, dealt_out, ending, play_random_game, plays

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


# Giving up.


@pytest.mark.parametrize("kind", [Resign, LoseOnTime])
def test_a_game_given_up_counts_one_whatever_the_board_says(kind):
    for rules in (ACC, DERBY, first("house")):
        assert ending(apply(about_to_deal(rules, dealer=B, scores=(3, 120)), kind(A))[1]).games == 1


def test_a_player_may_resign_while_a_claim_of_game_is_open():
    game, _ = at_hand("0:show=12", scores=(110, 100))
    assert short(apply(game, Resign(B))[1]) == ["1 resigned", "side 0 wins 1 by resigned"]


def test_of_three_the_game_of_one_who_gives_up_goes_to_the_higher_of_the_others():
    game = about_to_deal(first("house", players=3), dealer=0, scores=(50, 60, 70))
    assert short(apply(game, Resign(0))[1]) == ["0 resigned", "side 2 wins 1 by resigned"]


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


def test_a_card_for_nothing_waits_for_its_answer_with_muggins():
    game, _ = in_the_play("0:KC 1:KD 0:8D 1:go 0:AC", hands=("KC 8D AC AS", "KD QD 9D 8H"), rules=DERBY)
    assert waiting_on(game) == (B,)
    with pytest.raises(WindowOpen):
        apply(game, Play(A, Card.parse("AS")))


# Amending.


def test_a_count_is_raised_only_while_it_is_open_and_not_into_the_game_hole():
    game, _ = at_hand("0:show=8", rules=DERBY, scores=(110, 50))
    assert [move.points for move in legal(game, A)] == [9, 10]
    game, events = act(game, Amend(A, 10))
    assert events[0] == Amended(A, 10)
    for line in ("1:ok", "1:show=8"):
        after, _ = act(game, *plays(line))
        with pytest.raises(NothingToSay):
            apply(after, Amend(A, 11))


# The preset of the tournament.


def test_the_tournament_has_no_renege_and_a_wrong_call_costs_two():
    assert ACC.irregular == "refuse"
    game, _ = at_hand("0:show=12", rules=first("acc", muggins=True))
    game, events = act(game, Challenge(B, "too_few"))
    assert short(events) == ["1 says too_few to 0, wrongly", "0 +2 false_challenge"]


# What is written.


def test_its_events_are_written_as_before():
    _, events = at_hand("0:show=12 1:ok", rules=BRITANNICA)
    assert event_to_dict(events[-1]) == {"kind": "satisfied", "seat": B}
    assert events[-1] == Satisfied(B)
    _, events = at_hand("0:show=8 0:amend=12 1:many", rules=DERBY)
    found = {type(event): event_to_dict(event).keys() for event in events}
    assert found[Amended] == {"kind", "seat", "declared"}
    assert found[Challenged] == {"kind", "seat", "against", "claim", "upheld"}


OLD = {
    f"{name}-{players}{'-muggins' if muggins else ''}": first(name, players=players, muggins=muggins, target=target)
    for name, preset in PRESETS.items()
    for players in preset.players
    for target in (min(preset.doubles),)
    for muggins in (False, True)
    if not (muggins and name == "club")
}


@sampled("name", OLD)
def test_of_a_whole_game_one_count_is_open_at_a_time_and_its_events_make_it(name):
    rules = OLD[name]
    for seed in range(2):
        told = play_random_game(rules, Random(seed), resign=0.002, wild=0.2)
        assert replay(rules, told.events) == told.game
        assert play_again(rules, told.events) == told.game
        assert told.game.closed == frozenset()
        for step in told.steps:
            assert len(step.after.windows) <= 1
            assert all(window.open_to or window.claims_game for window in step.after.windows)
            for seat in speakers(step.after):
                assert Accept(seat) in legal(step.after, seat)
        assert not any(event.of is not None for event in told.events if isinstance(event, Satisfied))
        won = ending(told.events)
        assert isinstance(won, GameWon)
        assert won.games == 1 or won.by != "resigned"


def test_its_refusals_name_the_same_laws():
    game, _ = at_hand("0:show=12")
    for move in (Challenge(A, "too_many"), Accept(A)):
        with pytest.raises(NothingToSay) as refused:
            apply(game, move)
        assert refused.value.law is Law.SATISFIED
