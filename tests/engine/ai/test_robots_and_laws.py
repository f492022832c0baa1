"""Robots where players declare, challenge, break a law, or cut: each makes only lawful moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from bot.tables.shuffle import pack as shuffled
from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    NameNumber,
    Play,
    Require,
    SayGo,
    StandDeal,
    TakeBack,
    WaiveCut,
)
from engine.ai import opponent_hands
from engine.ai.discard_averages import is_below_average, tosses
from engine.ai.levels import CLUB, EASY, LEVELS, SKILLS, points_as_counted
from engine.ai.robots import choose
from engine.cards import PACK, Card, Rank
from engine.game import begin, chance, legal, shuffle_in, speakers, waiting_on
from engine.presets import find
from engine.reducer import to_show
from engine.scoring import show_total
from engine.state import Cutting, Game, Showing, ToDeal
from engine.view import view
from tests.support.robot_tables import (
    DERBY,
    FIVE,
    FOUR,
    SIX,
    THREE,
    at_lay_away,
    at_play,
    dealt,
    hardly,
    is_asked,
    never,
    played,
)
from tests.support.strategies import act, cards

# Broken laws.


def test_the_robot_marks_two_holes_after_a_false_go():
    game = played(at_play(SIX, 1, "TC 9C 3C 4C KC QC", "6D 8H 2S TD KD QD"), "0:TC")
    game, _ = act(game, SayGo(1))
    assert Require(0) in legal(game, 0)
    assert choose(view(game, 0), CLUB, never) == MarkTwo(0)
    # The player who said go cannot play in this series with any card, and the other player knows it.
    game, _ = act(game, MarkTwo(0))
    assert opponent_hands.other_hands(view(game, 0)) == ()
    assert isinstance(choose(view(game, 0), CLUB, never), Play)


def test_a_false_go_shows_nothing_about_a_hand():
    game = played(at_play(SIX, 1, "TC 9C 3C 4C KC QC", "6D 8H 2S TD KD QD"), "0:TC")
    game, _ = act(game, SayGo(1), MarkTwo(0), Play(0, Card.parse("9C")))
    told = opponent_hands.estimate(view(game, 0), 1)
    assert all(told.likely[rank] for rank in Rank)


@pytest.mark.parametrize(
    ("rules", "rich", "poor"),
    [
        (SIX, "5H 5C 5D JS 2C 8D", "2H 4D 6S 8C TH QD"),
        (FIVE, "5H 5C 5D JS 2C", "2H 4D 7S 9C QD"),
        (FOUR, "5H 5C 5D JS 2C", "2H 4D 7S 9C QD"),
        (THREE, "5H 5C 5D JS 2C", "2H 4D 7S 9C QD"),
    ],
)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_robot_asks_for_a_fresh_deal_with_a_poor_hand(rules, rich, poor, dealer):
    choices = (AskFreshDeal(0), StandDeal(0))
    for hand, move in ((rich, StandDeal(0)), (poor, AskFreshDeal(0))):
        seen = replace(at_lay_away(rules, hand, dealer=dealer), offender=1, legal=choices)
        assert choose(seen, CLUB, never) == move
        lying = tosses(seen)[0]
        laid = replace(seen, hand=lying.kept, laid=lying.cards, to_lay=0)
        assert choose(laid, CLUB, never) == move


@pytest.mark.parametrize("rules", [SIX, FIVE, FOUR, THREE])
@pytest.mark.parametrize("dealer", [0, 1])
def test_about_half_of_all_deals_are_poor(rules, dealer):
    rng = Random(4)
    poor = sum(is_below_average(at_lay_away(rules, rng.sample(PACK, rules.dealt), dealer=dealer)) for _ in range(200))
    assert 70 < poor < 150


def test_a_card_taken_back_is_discarded_again():
    game = dealt(SIX, 1, "9C 8C 3C 4C KC QC", "6D 6H 6S TD KD QD")
    first = choose(view(game, 0), CLUB, never)
    game, _ = act(game, first, TakeBack(0, first.cards[:1]))
    assert choose(view(game, 1), CLUB, never) in (AskFreshDeal(1), StandDeal(1))
    game, _ = act(game, StandDeal(1))
    assert choose(view(game, 0), CLUB, never) == LayAway(0, first.cards[:1])


# Ceremony.


def test_numbers_are_named_for_the_cut_and_the_starter():
    rules = find("britannica", players=4, ceremony=True)
    game, rng = begin(rules), Random(9)
    while isinstance(game.phase, Cutting):
        if due := chance(game):
            game, _ = shuffle_in(game, shuffled(bytes(32), *due))
            continue
        seat = waiting_on(game)[0]
        move = choose(view(game, seat), CLUB, rng.random)
        assert isinstance(move, NameNumber)
        game, _ = act(game, move)
    game, _ = act(game, WaiveCut((game.phase.dealer + 1) % 4))
    game, _ = shuffle_in(game, shuffled(bytes(32), "deal", 1))
    for seat in range(4):
        game, _ = act(game, choose(view(game, seat), CLUB, never))
    named = {choose(view(game, 1), CLUB, rng.random).number for _ in range(60)}
    assert len(named) > 10
    assert named <= set(range(4, 29))


def test_the_pack_is_cut_where_cutting_is_free():
    for preset, kind in (("britannica", CutPack), ("bicycle", CutPack), ("crib-derby", WaiveCut)):
        rules = find(preset, ceremony=True)
        game = replace(begin(rules), phase=ToDeal(0))
        assert isinstance(choose(view(game, 1), CLUB, Random(1).random), kind)


# Open declarations.


def wrongly(rules, *, by: int) -> Game:
    """Return a game in which the pone declared too much for nine, eight, three and four of clubs, which count 6."""
    game = at_play(rules, 1, "9C 8C 3C 4C AC QC", "6D TH 7S TD KD QD")
    game = replace(game, phase=showing(game))
    true = show_total(cards("9C 8C 3C 4C"), Card.parse("KS"))
    return act(game, Declare(0, true + by))[0]


def showing(game: Game) -> Showing:
    """Return the show of a deal without its play."""
    return to_show(game.phase)


@pytest.mark.parametrize("level", LEVELS)
def test_a_robot_that_notices_challenges_an_overcount(level):
    assert choose(view(wrongly(DERBY, by=2), 1), level, never) == Challenge(1, "too_many", 0)


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_a_robot_that_does_not_notice_accepts_an_overcount(level):
    seen = view(wrongly(DERBY, by=2), 1)
    # A robot that does not notice shows its own hand, and so accepts the count.
    assert choose(seen, level, hardly) == Declare(1, show_total(cards("6D TH 7S TD"), Card.parse("KS")))


@pytest.mark.parametrize("level", LEVELS)
def test_robots_notice_as_often_as_their_level_says(level):
    seen, chance_of = view(wrongly(DERBY, by=1), 1), Random(6).random
    noticed = sum(isinstance(choose(seen, level, chance_of), Challenge) for _ in range(2000))
    assert noticed / 2000 == pytest.approx(SKILLS[level].notices, abs=0.04)


def test_each_level_is_more_careful_than_the_one_below():
    skills = [SKILLS[level] for level in LEVELS]
    for below, above in pairwise(skills):
        assert below.whim >= above.whim
        assert below.miscounts >= above.miscounts
        assert below.notices < above.notices
        assert (below.thinks, below.looks) <= (above.thinks, above.looks)


@pytest.mark.parametrize("level", LEVELS)
def test_robots_miscount_as_often_as_their_level_says_where_players_check_each_other(level):
    hand, starter = cards("5C 5D JH QS"), Card.parse("KS")
    chance_of = Random(6).random
    counts = [points_as_counted(hand, starter, level, chance_of, crib=False, careful=False) for _ in range(3000)]
    true = show_total(hand, starter)
    assert sum(count != true for count in counts) / 3000 == pytest.approx(SKILLS[level].miscounts, abs=0.02)
    assert all(points_as_counted(hand, starter, level, chance_of, crib=False, careful=True) == true for _ in range(300))
    if SKILLS[level].miscounts:
        assert min(counts) < true < max(counts), "some points are missed, and a few counted twice"


def test_a_beginner_miscounts_only_where_players_check_each_other():
    by_players, by_bot = (view(wrongly(rules, by=0), 1) for rules in (DERBY, find("house", counting="referee")))
    chance_of = Random(3).random
    true = show_total(cards("6D TH 7S TD"), Card.parse("KS"))
    assert {choose(by_players, EASY, chance_of).points for _ in range(300)} > {true}
    assert {choose(by_bot, EASY, chance_of).points for _ in range(300)} == {true}


@pytest.mark.parametrize("level", LEVELS)
def test_a_right_count_is_never_challenged(level):
    seen, chance_of = view(wrongly(find("acc", muggins=True), by=0), 1), Random(6).random
    assert not any(isinstance(choose(seen, level, chance_of), Challenge) for _ in range(200))


def test_an_undercount_is_challenged_only_with_muggins():
    assert choose(view(wrongly(find("acc", muggins=True), by=-2), 1), CLUB, never) == Challenge(1, "too_few", 0, 2)
    rules = find("crib-derby", muggins=True)
    assert choose(view(wrongly(rules, by=-2), 1), CLUB, never) == Challenge(1, "too_few", 0)
    assert isinstance(choose(view(wrongly(DERBY, by=-2), 1), CLUB, never), Declare)


def test_a_claim_of_game_is_accepted_if_true_and_challenged_if_not():
    names = ("9C 8C 3C 4C AC QC", "6D TH 7S TD KD QD")
    game = at_play(DERBY, 1, *names)
    game = replace(game, phase=showing(game))
    true = show_total(cards("9C 8C 3C 4C"), Card.parse("KS"))
    assert true == 6
    right, wrong = (act(replace(game, scores=(score, 0)), Declare(0, 121 - score))[0] for score in (115, 114))
    assert right.open_windows[0].claims_game
    assert wrong.open_windows[0].claims_game
    assert choose(view(right, 1), CLUB, never) == Accept(1)
    assert choose(view(wrong, 1), CLUB, never) == Challenge(1, "too_many", 0)
    assert choose(view(wrong, 1), CLUB, hardly) == Challenge(1, "too_many", 0)  # nobody is given a game


def test_cards_of_the_play_are_counted_too():
    names = ("9C 8C 3C 4C KC QC", "6D 8H 2S TD KD JD")
    wrong = played(at_play(DERBY, 1, *names), "0:9C 1:8H=2")
    assert choose(view(wrong, 0), CLUB, never) == Challenge(0, "too_many", 1)
    right = played(at_play(DERBY, 1, *names), "0:9C 1:6D=2")
    assert isinstance(choose(view(right, 0), CLUB, never), Play)


def test_a_third_player_out_of_turn_accepts_or_challenges():
    rules = find("crib-derby", players=3)
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH")
    right = played(at_play(rules, 2, *names, to_crib="AS", starter="6C"), "0:TC 1:5D=2")
    wrong = played(at_play(rules, 2, *names, to_crib="AS", starter="6C"), "0:TC 1:8D=2")
    assert set(speakers(right)) == {0, 2}
    assert waiting_on(right) == (2,)
    assert is_asked(view(right, 0))
    assert choose(view(right, 0), CLUB, never) == Accept(0)
    assert choose(view(wrong, 0), CLUB, never) == Challenge(0, "too_many", 1)
    assert not is_asked(view(act(right, Accept(0))[0], 0))


def test_no_robot_is_surer_about_a_plain_count_because_another_was_raised():
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH")
    game = at_play(find("crib-derby", players=3), 2, *names, to_crib="AS", starter="6C")
    game, _ = act(played(game, "0:TC 1:5D=1"), Amend(1, 2, "play"))
    seen = view(played(game, "2:9H=2"), 0)
    assert [(window.seat, window.raised) for window in seen.own_windows] == [(1, True), (2, False)]
    assert choose(seen, CLUB, never) == Challenge(0, "too_many", 2)
    assert isinstance(choose(seen, CLUB, hardly), Play)


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_overlooks_a_count_that_was_raised_to_a_false_number(level):
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH")
    game = played(at_play(find("crib-derby", players=3), 2, *names, to_crib="AS", starter="6C"), "0:TC 1:8D=1")
    assert isinstance(choose(view(game, 0), EASY, hardly), Accept), "a plain one it does"
    game, _ = act(game, Amend(1, 2, "play"))
    assert choose(view(game, 0), level, hardly) == Challenge(0, "too_many", 1)


def test_a_partner_s_declaration_needs_no_answer():
    rules = find("crib-derby", players=4)
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH", "TS 7S 9S 3S QS")
    game = played(at_play(rules, 3, *names, starter="6C"), "0:TC 1:8D=2")
    assert not is_asked(view(game, 3))
    assert is_asked(view(game, 0))
    assert is_asked(view(game, 2))


def test_the_lead_after_an_open_thirty_one_begins_at_0():
    names = ("TC 5C 3C 3H KC QC", "TD 6D 3S 5S KD QD")
    game = played(at_play(DERBY, 1, *names, starter="9S"), "0:TC 1:TD 0:5C 1:6D=2")
    assert game.open_windows
    assert view(game, 0).count == 31
    # To pair the six there would be nothing to pair: a lead pegs nothing.
    move = choose(view(game, 0), CLUB, never)
    assert isinstance(move, Play)
    assert move.declared is None
    assert not isinstance(choose(view(game, 0), EASY, never), Challenge)


def test_the_first_to_show_declares_their_own_hand_while_the_last_card_is_open():
    names = ("TC 5C 3C 3H KC QC", "TD 6D 3S 5S KD QD")
    game = at_play(DERBY, 1, *names, starter="9S")
    game = played(game, "0:TC 1:TD 0:5C 1:6D=2 0:3C 1:3S=2 0:3H=6 1:5S=1")
    assert game.open_windows
    assert choose(view(game, 0), CLUB, hardly) == Declare(0, show_total(cards("TC 5C 3C 3H"), Card.parse("9S")))
    assert choose(view(game, 0), CLUB, never) == Challenge(0, "too_many", 1)
