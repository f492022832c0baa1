"""Robots at every table: five cards, three and four hands, and the cards that a robot may not know."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.shuffle import pack as shuffled
from engine.actions import (
    ChooseDealer,
    ClaimHeels,
    LayAway,
    Play,
    SayGo,
    Stop,
)
from engine.ai import opponent_hands
from engine.ai.discard_averages import Unseen, expected_points, tosses
from engine.ai.levels import CLUB, EASY, LEVELS
from engine.ai.robots import choose
from engine.ai.tables import crib_averages
from engine.cards import PACK, Card, Rank
from engine.game import begin, chance, legal, shuffle_in, waiting_on
from engine.presets import find
from engine.scoring import show, show_total
from engine.state import Game, Over
from engine.view import view
from tests.support.depth import examples, sampled
from tests.support.robot_tables import FIVE, FOUR, SIX, THREE, at_lay_away, at_play, is_asked, never, played
from tests.support.strategies import act, cards, cards_in, hands

TABLES = {
    "five": replace(FIVE, counting="automatic", pegging="automatic", heels_forfeit=False),
    "three": find("house", players=3),
    "four": find("house", players=4),
}


# Laying away.


@pytest.mark.parametrize(("rules", "kept"), [(FIVE, 3), (THREE, 4), (FOUR, 4)])
@given(dealt_cards=hands(5), dealer=st.booleans())
@examples(15)
def test_five_cards_are_weighed_over_every_starter(rules, kept, dealt_cards, dealer):
    seen = at_lay_away(rules, dealt_cards, dealer=0 if dealer else 1)
    found = tosses(seen)
    assert sorted(toss.kept for toss in found) == sorted(combinations(dealt_cards, kept))
    starters = [card for card in PACK if card not in dealt_cards]
    for toss in found:
        assert toss.hand == pytest.approx(sum(show(toss.kept, starter).total for starter in starters) / 47)
    assert [toss.points for toss in found] == sorted((toss.points for toss in found), reverse=True)


@pytest.mark.parametrize(
    ("rules", "dealer", "worth"),
    [
        (FIVE, 0, 1),
        (FIVE, 1, -1),
        (THREE, 0, 1),
        (THREE, 1, -0.5),
        (THREE, 2, -0.5),
        (FOUR, 0, 1),
        (FOUR, 1, -1),
        (FOUR, 2, 1),
        (FOUR, 3, -1),
    ],
)
def test_the_value_of_the_crib_depends_on_its_side(rules, dealer, worth):
    for toss in tosses(at_lay_away(rules, "5H 6D 9C JS KD", dealer=dealer)):
        assert toss.points == pytest.approx(toss.hand + worth * toss.crib)
        assert 2 < toss.crib < 10


@pytest.mark.parametrize(
    ("rules", "hand", "own", "other"),
    [
        # Three of a suit are a flush where three are kept.
        (FIVE, "2H 8H KH 4C JD", {"4C", "JD"}, {"4C", "JD"}),
        # A crib of four is richer than a hand of three: its dealer gives it the fifteen, and the pone keeps that.
        (FIVE, "7C 8D QH KS 2C", {"7C", "8D"}, {"QH", "KS"}),
        # A five is nobody's gift to an adversary; the dealer's side gives it even from a run of five.
        (FOUR, "5H 7C 8D 9S KC", {"5H"}, {"KC"}),
        (THREE, "5H 7C 8D 9S KC", {"5H"}, {"KC"}),
        (FOUR, "5D AC 2C 3D 4H", {"5D"}, {"AC"}),
    ],
)
def test_worked_examples_of_laying_away_from_five(rules, hand, own, other):
    mine, theirs = (at_lay_away(rules, hand, dealer=dealer) for dealer in (0, 1))
    assert {str(card) for card in tosses(mine)[0].cards} == own
    assert {str(card) for card in tosses(theirs)[0].cards} == other


def test_partners_discard_alike_to_each_other():
    partner, own = (tosses(at_lay_away(FOUR, "5H AC 2D 3S 9C", dealer=dealer)) for dealer in (2, 0))
    assert partner == own


def test_a_single_card_is_worth_less_from_the_dealer_s_side_than_from_another():
    for players in (3, 4):
        known = means(players)
        assert all(other > own - 0.1 for own, other in known)
        assert max(known)[0] > 6  # a five
        assert 4 < sum(own + other for own, other in known) / 26 < 5.2


def means(players):
    """Return the value of each rank in the crib from the dealer's side and from another, ace to king."""
    known = crib_averages(players, 5)
    singles = [(Card(rank, 0),) for rank in Rank]
    return [(known.mean(card, own=True), known.mean(card, own=False)) for card in singles]


@pytest.mark.parametrize("rules", [FIVE, THREE, FOUR])
def test_the_cribs_of_robots_have_the_predicted_mean_in_every_game(rules):
    rng, deals, foretold, counted = Random(11), 200, 0.0, 0.0
    for _ in range(deals):
        dealt_cards = rng.sample(PACK, rules.players * rules.dealt + (rules.players == 3))
        crib = dealt_cards[rules.players * rules.dealt :]
        for seat in range(rules.players):
            held = dealt_cards[seat * rules.dealt : (seat + 1) * rules.dealt]
            toss = tosses(at_lay_away(rules, held, dealer=-seat % rules.players))[0]
            crib += toss.cards
            foretold += toss.crib / rules.players
        counted += expected_points(tuple(crib), Unseen.excluding(dealt_cards), crib=True)
    assert counted / deals == pytest.approx(foretold / deals, abs=0.2)


def test_after_taking_a_card_back_the_other_discard_counts():
    # A seven is in the dealer's own crib, so the eight goes to it; the pone would discard the king.
    seen = at_lay_away(SIX, "8S 2H 3D QD KH", dealer=0, laid=cards("7C"))
    assert {len(toss.cards) for toss in tosses(seen)} == {1}
    assert [str(card) for card in tosses(seen)[0].cards] == ["8S"]
    assert {toss.kept for toss in tosses(seen)} == set(combinations(cards("8S 2H 3D QD KH"), 4))
    starters = [card for card in PACK if card not in {*seen.hand, *seen.laid}]
    for toss in tosses(seen):
        assert toss.hand == pytest.approx(sum(show_total(toss.kept, starter) for starter in starters) / 46)
        assert toss.crib == crib_averages(2, 6).mean((*seen.laid, *toss.cards), own=True)


@given(st.sampled_from(["house", "britannica", "britannica-five", "crib-derby"]), st.integers(2, 4), st.integers(0, 99))
@examples(20)
def test_robots_of_every_level_lay_away_lawfully(preset, players, number):
    rules = find(preset, players=2 if preset == "britannica-five" else players)
    game = act(begin(rules), ChooseDealer(number % rules.players))[0]
    game, _ = shuffle_in(game, shuffled(bytes([number] * 32), "deal", 1))
    for seat in range(rules.players):
        for level in LEVELS:
            move = choose(view(game, seat), level, Random(number).random)
            assert isinstance(move, LayAway)
            assert move in legal(game, seat)


# The play.


def test_other_hands_are_listed_from_the_left():
    game = at_play(FOUR, 3, "TC 2C 3C 4C KC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="9C")
    left, partner, right = opponent_hands.other_hands(view(game, 0))
    assert [left.point_value, partner.point_value, right.point_value] == [-1, 1, -1]
    assert [other.held for other in (left, partner, right)] == [4, 4, 4]
    three = at_play(THREE, 2, "TC 2C 3C 4C KC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", to_crib="AS", starter="9C")
    assert [other.point_value for other in opponent_hands.other_hands(view(three, 0))] == [-0.5, -0.5]


def test_a_seat_that_is_passed_over_shows_what_it_does_not_hold():
    game = at_play(THREE, 2, "TC 7C AC 2C KC", "TD 8D 9D QD KD", "9H 5H 3H 2H KH", to_crib="AS", starter="6C")
    game = played(game, "0:TC 1:TD 2:5H")
    # At twenty-five seat 0 plays the ace; seat 1 holds nothing up to five, and seat 2 puts on its three.
    game = played(game, "0:AC 2:3H")
    told = opponent_hands.estimate(view(game, 0), 1)
    assert [rank for rank in Rank if not told.likely[rank]] == [1, 2, 3, 4, 5]
    assert all(opponent_hands.estimate(view(game, 0), 2).likely[rank] for rank in (1, 2, 3))


def test_a_robot_keeps_points_from_the_left_and_leaves_them_to_its_partner():
    # Seat 0 leads. After a four the player to the left can make no fifteen, and a pair only with a four.
    game = at_play(FOUR, 3, "5C 4C KC QC AC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="9C")
    assert choose(view(game, 0), CLUB, never).card == Card.parse("4C")
    # With one to go a pair that ends the game is made, whoever might make it a pair royal.
    game = at_play(
        FOUR, 3, "9C 4C KC QC AC", "9D 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="7C", scores=(0, 119)
    )
    game = played(game, "0:9C")
    assert choose(view(game, 1), CLUB, never).card == Card.parse("9D")


def test_with_three_players_both_opponents_matter():
    # A four beside the three that was led opens a run to each of the others in turn; the ten opens little.
    names = ("3D 6C KS 3C 6H", "TS 4C 4H 4D 8D", "JD 2H KD QH 7S")
    game = played(at_play(THREE, 2, *names, to_crib="AS", starter="JH"), "0:3D")
    assert choose(view(game, 1), CLUB, never) == Play(1, Card.parse("TS"))


def test_at_five_cards_a_robot_plays_on_alone():
    game = at_play(FIVE, 1, "TC 9C 3C KC QC", "TD 9D 8D KD QD", starter="2C")
    game, _ = act(played(game, "0:TC 1:TD 0:9C=0"), SayGo(1))
    assert Stop(0) not in legal(game, 0)  # the three does not come in beside twenty-nine
    game = at_play(FIVE, 1, "TC 5C AC KC QC", "TD 9D 8D KD QD", starter="2C")
    game, _ = act(played(game, "0:TC 1:TD 0:5C=0"), SayGo(1))
    assert Stop(0) in legal(game, 0)
    for level in LEVELS:
        assert choose(view(game, 0), level, never) == Play(0, Card.parse("AC"))


def test_robots_say_go_where_it_is_said_aloud():
    game = played(at_play(SIX, 1, "TC 9C 3C 4C KC QC", "TD 9D 8D 7D KD QD"), "0:TC 1:TD 0:9C")
    for level in LEVELS:
        assert choose(view(game, 1), level, never) == SayGo(1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_robot_declares_what_its_card_pegs(level):
    game = at_play(SIX, 1, "9C 8C 3C 4C KC QC", "6D 6H 6S TD KD QD")
    assert choose(view(game, 0), level, never).declared is None
    game = played(game, "0:9C")
    assert choose(view(game, 1), level, never) in [Play(1, Card.parse(f"6{suit}"), 2) for suit in "DHS"]


def test_his_heels_are_claimed_before_a_card_is_played():
    names = ("9C 8C 3C 4C KC QC", "6D 6H 6S TD KD QD")
    game = played(at_play(SIX, 1, *names, starter="JS"), "0:9C")
    for level in LEVELS:
        assert choose(view(game, 1), level, never) == ClaimHeels(1)
    marked, _ = act(game, ClaimHeels(1))
    assert isinstance(choose(view(marked, 1), CLUB, never), Play)
    no_jack = played(at_play(SIX, 1, *names, starter="TS"), "0:9C")
    assert ClaimHeels(1) in view(no_jack, 1).legal
    assert isinstance(choose(view(no_jack, 1), CLUB, never), Play)


def test_a_dealer_out_of_turn_has_no_move():
    game = at_play(SIX, 1, "9C 8C 3C 4C KC QC", "6D 6H 6S TD KD QD", starter="TS")
    seen = view(game, 1)
    assert seen.legal == (ClaimHeels(1),)
    assert not is_asked(seen)
    with pytest.raises(ValueError, match="nothing is asked of seat 1"):
        choose(seen, CLUB, never)


# What a robot may not know, and how well it plays.


def redealt(game: Game, seat: int, rng: Random) -> Game:
    """Return a table that looks the same to this seat, with every unseen card dealt again."""
    seen = set(cards_in(view(game, seat)))
    hidden = [card for card in PACK if card not in seen]
    anew = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))

    def turned(value):
        if isinstance(value, Card):
            return anew.get(value, value)
        return tuple(map(turned, value)) if isinstance(value, tuple) else value

    phase = game.phase
    return replace(game, phase=replace(phase, **{name: turned(getattr(phase, name)) for name in phase.__slots__}))


@pytest.mark.parametrize(
    ("preset", "players"),
    [
        ("house", 2),
        ("house", 3),
        ("house", 4),
        ("britannica-five", 2),
        ("crib-derby", 2),
        ("crib-derby", 3),
        ("acc", 2),
    ],
)
def test_no_choice_depends_on_a_card_that_is_not_seen(preset, players):
    rules, rng = find(preset, players=players), Random(12)
    game, compared, moved = act(begin(rules), ChooseDealer(0))[0], 0, 0
    while compared < 100:
        if due := chance(game):
            game, _ = shuffle_in(game, shuffled(bytes([7] * 32), *due))
            continue
        seat = waiting_on(game)[0]
        for level in LEVELS:
            whim = rng.randrange(1000)
            other = redealt(game, seat, rng)
            assert view(other, seat) == view(game, seat)
            choices = [choose(view(table, seat), level, Random(whim).random) for table in (game, other)]
            assert choices[0] == choices[1]
            compared, moved = compared + 1, moved + (other != game)
        game, _ = act(game, choose(view(game, seat), CLUB, rng.random))
    assert moved > compared / 2


def winner(rules, levels, number: int) -> int:
    """Return the side that wins a game of robots of these levels by seat; the first dealer depends on the number."""
    game, whim = act(begin(rules), ChooseDealer(number % rules.players))[0], Random(number)
    while not isinstance(game.phase, Over):
        if due := chance(game):
            game, _ = shuffle_in(game, shuffled(number.to_bytes(32, "big"), *due))
        else:
            seat = waiting_on(game)[0]
            game, _ = act(game, choose(view(game, seat), levels[seat], whim.random))
    return game.phase.side


@sampled("name", TABLES)
def test_the_club_robots_beat_the_easy_ones_at_every_table(name):
    rules, games, won = TABLES[name], 24, 0
    sides = len(rules.sides)
    for number in range(games):
        best = number // rules.players % sides
        levels = [CLUB if rules.side_of(seat) == best else EASY for seat in range(rules.players)]
        won += winner(rules, levels, number) == best
    # By chance a third of three hands' games would be won, and half of the others.
    assert won / games > (0.45 if sides == 3 else 0.6)
