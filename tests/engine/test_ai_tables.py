"""Robots at every other table: five cards, three and four hands, open declarations, broken laws, and ceremony."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.packs import pack as shuffled
from engine.actions import (
    Accept,
    AskFreshDeal,
    Challenge,
    ChooseDealer,
    ClaimHeels,
    CutPack,
    Deal,
    Declare,
    LayAway,
    MarkTwo,
    NameNumber,
    Play,
    Require,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.ai import adversary
from engine.ai.crib import averages
from engine.ai.discard import Unseen, expected, is_poor, tosses
from engine.ai.robots import CLUB, EASY, LEVELS, NOTICED, choose, is_asked
from engine.cards import PACK, Card, Rank
from engine.game import begin, chance, legal, shuffle_in, speakers, waiting_on
from engine.presets import find
from engine.scoring import show, show_total
from engine.state import Cutting, Game, Over, Playing, Showing, ToDeal
from engine.view import View, view
from tests.strategies import about_to_deal, act, cards, cards_in, hands

FIVE = find("britannica-five")
SIX = find("britannica")
THREE, FOUR = find("house", players=3), find("house", players=4)
DERBY = find("crib-derby")
TABLES = {
    "five": replace(FIVE, counting="automatic", pegging="automatic", heels_forfeit=False),
    "three": find("house", players=3),
    "four": find("house", players=4),
}


def never() -> float:
    """A robot with no whims, which notices everything."""
    return 0.0


def hardly() -> float:
    """A robot that notices nothing."""
    return 0.999


def dealt(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """A game after the deal of these hands by seat."""
    held = [cards(hand) for hand in names]
    around = [held[(dealer + 1 + step) % len(held)] for step in range(len(held))]
    top = (*(card for turn in zip(*around, strict=True) for card in turn), *cards(to_crib), *cards(starter))
    assert len(set(top)) == len(top), "a card is dealt twice"
    start = about_to_deal(rules, dealer=dealer, scores=scores or (0,) * len(rules.sides))
    start = replace(start, deal=1)  # not the first deal, so that nobody marks three for last
    return act(start, Deal((*top, *(card for card in PACK if card not in top))))[0]


def at_play(rules, dealer, *names, starter="KS", to_crib="", scores=None) -> Game:
    """A game after the lay-away: of each hand the last cards named went to the crib."""
    game = dealt(rules, dealer, *names, starter=starter, to_crib=to_crib, scores=scores)
    for seat in range(rules.players):
        many = game.phase.each
        game, _ = act(game, LayAway(seat, cards(names[seat])[-many:]))
    assert isinstance(game.phase, Playing)
    return game


def played(game: Game, line: str) -> Game:
    """The game after some plays: ``"0:9H=2 1:6D"`` is seat 0 declaring two for the nine, then seat 1 saying nothing."""
    for word in line.split():
        card, _, declared = word[2:].partition("=")
        game, _ = act(game, Play(int(word[0]), Card.parse(card), int(declared) if declared else None))
    return game


# Laying away.


@pytest.mark.parametrize(("rules", "kept"), [(FIVE, 3), (THREE, 4), (FOUR, 4)])
@given(dealt_cards=hands(5), dealer=st.booleans())
@settings(max_examples=15, deadline=None)
def test_five_cards_are_weighed_over_every_starter(rules, kept, dealt_cards, dealer):
    seen = at_lay_away(rules, dealt_cards, dealer=0 if dealer else 1)
    found = tosses(seen)
    assert sorted(toss.kept for toss in found) == sorted(combinations(dealt_cards, kept))
    starters = [card for card in PACK if card not in dealt_cards]
    for toss in found:
        assert toss.hand == pytest.approx(sum(show(toss.kept, starter).total for starter in starters) / 47)
    assert [toss.total for toss in found] == sorted((toss.total for toss in found), reverse=True)


def at_lay_away(rules, hand, *, dealer, laid=()) -> View:
    """What seat 0 sees when it is to lay away."""
    each = 2 if rules.players == 2 else 1
    return View(
        seat=0,
        rules=rules,
        scores=(0,) * len(rules.sides),
        hindmost=(0,) * len(rules.sides),
        deal=1,
        stage="lay_away",
        waiting_on=(0,),
        dealer=dealer,
        hand=cards(hand),
        laid=cards(laid),
        to_lay=each - len(laid),
    )


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
def test_the_crib_is_ones_own_side_s_or_another_s(rules, dealer, worth):
    for toss in tosses(at_lay_away(rules, "5H 6D 9C JS KD", dealer=dealer)):
        assert toss.total == pytest.approx(toss.hand + worth * toss.crib)
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


def test_partners_lay_away_to_one_another_alike():
    partner, own = (tosses(at_lay_away(FOUR, "5H AC 2D 3S 9C", dealer=dealer)) for dealer in (2, 0))
    assert partner == own


def test_a_single_card_is_worth_less_from_the_dealer_s_side_than_from_another():
    for players in (3, 4):
        known = means(players)
        assert all(other > own - 0.1 for own, other in known)
        assert max(known)[0] > 6  # a five
        assert 4 < sum(own + other for own, other in known) / 26 < 5.2


def means(players):
    """What each rank is worth to the crib by the dealer's side and by another, ace to king."""
    known = averages(players, 5)
    singles = [(Card(rank, 0),) for rank in Rank]
    return [(known.mean(card, own=True), known.mean(card, own=False)) for card in singles]


@pytest.mark.parametrize("rules", [FIVE, THREE, FOUR])
def test_the_cribs_of_robots_are_worth_what_the_averages_of_their_game_say(rules):
    rng, deals, foretold, counted = Random(11), 500, 0.0, 0.0
    for _ in range(deals):
        dealt_cards = rng.sample(PACK, rules.players * rules.dealt + (rules.players == 3))
        crib = dealt_cards[rules.players * rules.dealt :]
        for seat in range(rules.players):
            held = dealt_cards[seat * rules.dealt : (seat + 1) * rules.dealt]
            toss = tosses(at_lay_away(rules, held, dealer=-seat % rules.players))[0]
            crib += toss.cards
            foretold += toss.crib / rules.players
        counted += expected(tuple(crib), Unseen.beside(dealt_cards), crib=True)
    assert counted / deals == pytest.approx(foretold / deals, abs=0.2)


def test_after_taking_one_card_back_the_one_that_lies_there_is_counted():
    # A seven lies in his own crib: the eight goes to it, where the king would go to a pone's.
    seen = at_lay_away(SIX, "8S 2H 3D QD KH", dealer=0, laid=cards("7C"))
    assert {len(toss.cards) for toss in tosses(seen)} == {1}
    assert [str(card) for card in tosses(seen)[0].cards] == ["8S"]
    assert {toss.kept for toss in tosses(seen)} == set(combinations(cards("8S 2H 3D QD KH"), 4))
    starters = [card for card in PACK if card not in {*seen.hand, *seen.laid}]
    for toss in tosses(seen):
        assert toss.hand == pytest.approx(sum(show_total(toss.kept, starter) for starter in starters) / 46)
        assert toss.crib == averages(2, 6).mean((*seen.laid, *toss.cards), own=True)


@given(st.sampled_from(["house", "britannica", "britannica-five", "crib-derby"]), st.integers(2, 4), st.integers(0, 99))
@settings(max_examples=20, deadline=None)
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


def test_the_hands_that_may_go_on_are_read_from_the_left():
    game = at_play(FOUR, 3, "TC 2C 3C 4C KC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="9C")
    left, partner, right = adversary.around(view(game, 0))
    assert [left.stake, partner.stake, right.stake] == [-1, 1, -1]
    assert [other.held for other in (left, partner, right)] == [4, 4, 4]
    three = at_play(THREE, 2, "TC 2C 3C 4C KC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", to_crib="AS", starter="9C")
    assert [other.stake for other in adversary.around(view(three, 0))] == [-0.5, -0.5]


def test_a_turn_that_passes_a_seat_by_tells_what_it_does_not_hold():
    game = at_play(THREE, 2, "TC 7C AC 2C KC", "TD 8D 9D QD KD", "9H 5H 3H 2H KH", to_crib="AS", starter="6C")
    game = played(game, "0:TC 1:TD 2:5H")
    # At twenty-five seat 0 plays the ace; seat 1 holds nothing up to five, and seat 2 puts on its three.
    game = played(game, "0:AC 2:3H")
    told = adversary.read(view(game, 0), 1)
    assert [rank for rank in Rank if not told.likely[rank]] == [1, 2, 3, 4, 5]
    assert all(adversary.read(view(game, 0), 2).likely[rank] for rank in (1, 2, 3))


def test_a_card_is_not_given_to_the_left_but_to_the_partner():
    # Seat 0 leads. After a four the left may make no fifteen, and no pair unless he holds a four.
    game = at_play(FOUR, 3, "5C 4C KC QC AC", "TD 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="9C")
    assert choose(view(game, 0), CLUB, never).card == Card.parse("4C")
    # With one to go a pair that ends the game is made, whoever might make it a pair royal.
    game = at_play(
        FOUR, 3, "9C 4C KC QC AC", "9D 2D 3D 4D KD", "TH 2H 3H 4H KH", "TS 2S 3S 4S QS", starter="7C", scores=(0, 119)
    )
    game = played(game, "0:9C")
    assert choose(view(game, 1), CLUB, never).card == Card.parse("9D")


def test_of_three_both_others_are_looked_to():
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


def test_go_is_said_where_it_is_spoken():
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


def test_a_dealer_whose_turn_it_is_not_is_not_asked():
    game = at_play(SIX, 1, "9C 8C 3C 4C KC QC", "6D 6H 6S TD KD QD", starter="TS")
    seen = view(game, 1)
    assert seen.legal == (ClaimHeels(1),)
    assert not is_asked(seen)
    with pytest.raises(ValueError, match="nothing is asked of seat 1"):
        choose(seen, CLUB, never)


# Broken laws.


def test_after_a_false_go_two_holes_are_marked():
    game = played(at_play(SIX, 1, "TC 9C 3C 4C KC QC", "6D 8H 2S TD KD QD"), "0:TC")
    game, _ = act(game, SayGo(1))
    assert Require(0) in legal(game, 0)
    assert choose(view(game, 0), CLUB, never) == MarkTwo(0)
    # The one who said go cannot play in this series, whatever he holds; the other knows it.
    game, _ = act(game, MarkTwo(0))
    assert adversary.around(view(game, 0)) == ()
    assert isinstance(choose(view(game, 0), CLUB, never), Play)


def test_a_false_go_tells_nothing_of_what_is_held():
    game = played(at_play(SIX, 1, "TC 9C 3C 4C KC QC", "6D 8H 2S TD KD QD"), "0:TC")
    game, _ = act(game, SayGo(1), MarkTwo(0), Play(0, Card.parse("9C")))
    told = adversary.read(view(game, 0), 1)
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
def test_a_fresh_deal_is_asked_for_a_poor_hand(rules, rich, poor, dealer):
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
    poor = sum(is_poor(at_lay_away(rules, rng.sample(PACK, rules.dealt), dealer=dealer)) for _ in range(200))
    assert 70 < poor < 150


def test_what_was_taken_back_is_laid_away_anew():
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


def test_the_pack_is_cut_where_that_costs_nothing():
    for preset, kind in (("britannica", CutPack), ("bicycle", CutPack), ("crib-derby", WaiveCut)):
        rules = find(preset, ceremony=True)
        game = replace(begin(rules), phase=ToDeal(0))
        assert isinstance(choose(view(game, 1), CLUB, Random(1).random), kind)


# Open declarations.


def wrongly(rules, *, by: int) -> Game:
    """The pone has declared so much more than is true for nine, eight, three and four of clubs: six."""
    game = at_play(rules, 1, "9C 8C 3C 4C AC QC", "6D TH 7S TD KD QD")
    game = replace(game, phase=showing(game))
    true = show_total(cards("9C 8C 3C 4C"), Card.parse("KS"))
    return act(game, Declare(0, true + by))[0]


def showing(game: Game) -> Showing:
    """The show of a deal whose play is left out."""
    phase = game.phase
    return Showing(phase.dealer, phase.starter, phase.kept, phase.laid, phase.crib, phase.played)


@pytest.mark.parametrize("level", LEVELS)
def test_too_many_is_challenged_by_one_who_notices(level):
    seen = view(wrongly(DERBY, by=2), 1)
    assert choose(seen, level, never) == Challenge(1, "too_many")
    # One who does not notice shows his own hand, which says that he is satisfied.
    assert choose(seen, level, hardly) == Declare(1, show_total(cards("6D TH 7S TD"), Card.parse("KS")))


@pytest.mark.parametrize("level", LEVELS)
def test_robots_notice_as_often_as_is_declared_of_them(level):
    seen, chance_of = view(wrongly(DERBY, by=1), 1), Random(6).random
    noticed = sum(isinstance(choose(seen, level, chance_of), Challenge) for _ in range(2000))
    assert noticed / 2000 == pytest.approx(NOTICED[level], abs=0.04)
    assert NOTICED[EASY] < NOTICED[CLUB] < 1


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_right_is_never_challenged(level):
    seen, chance_of = view(wrongly(find("acc", muggins=True), by=0), 1), Random(6).random
    assert not any(isinstance(choose(seen, level, chance_of), Challenge) for _ in range(200))


def test_too_few_is_claimed_where_muggins_is_played_and_there_alone():
    assert choose(view(wrongly(find("acc", muggins=True), by=-2), 1), CLUB, never) == Challenge(1, "too_few")
    assert isinstance(choose(view(wrongly(DERBY, by=-2), 1), CLUB, never), Declare)


def test_a_claim_of_game_is_accepted_if_true_and_challenged_if_not():
    names = ("9C 8C 3C 4C AC QC", "6D TH 7S TD KD QD")
    game = at_play(DERBY, 1, *names)
    game = replace(game, phase=showing(game))
    true = show_total(cards("9C 8C 3C 4C"), Card.parse("KS"))
    assert true == 6
    right, wrong = (act(replace(game, scores=(score, 0)), Declare(0, 121 - score))[0] for score in (115, 114))
    assert right.window.claims_game
    assert wrong.window.claims_game
    assert choose(view(right, 1), CLUB, never) == Accept(1)
    assert choose(view(wrong, 1), CLUB, never) == Challenge(1, "too_many")
    assert choose(view(wrong, 1), CLUB, hardly) == Accept(1)


def test_cards_of_the_play_are_counted_too():
    names = ("9C 8C 3C 4C KC QC", "6D 8H 2S TD KD JD")
    wrong = played(at_play(DERBY, 1, *names), "0:9C 1:8H=2")
    assert choose(view(wrong, 0), CLUB, never) == Challenge(0, "too_many")
    right = played(at_play(DERBY, 1, *names), "0:9C 1:6D=2")
    assert isinstance(choose(view(right, 0), CLUB, never), Play)


def test_a_third_player_who_is_not_to_act_says_that_he_is_satisfied_or_challenges():
    rules = find("crib-derby", players=3)
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH")
    right = played(at_play(rules, 2, *names, to_crib="AS", starter="6C"), "0:TC 1:5D=2")
    wrong = played(at_play(rules, 2, *names, to_crib="AS", starter="6C"), "0:TC 1:8D=3")
    assert set(speakers(right)) == {0, 2}
    assert waiting_on(right) == (2,)
    assert is_asked(view(right, 0))
    assert choose(view(right, 0), CLUB, never) == Accept(0)
    assert choose(view(wrong, 0), CLUB, never) == Challenge(0, "too_many")
    assert not is_asked(view(act(right, Accept(0))[0], 0))


def test_a_partner_s_declaration_is_not_asked_about():
    rules = find("crib-derby", players=4)
    names = ("TC 7C AC 2C KC", "5D 8D 9D QD KD", "9H 5H 3H 2H KH", "TS 7S 9S 3S QS")
    game = played(at_play(rules, 3, *names, starter="6C"), "0:TC 1:8D=3")
    assert not is_asked(view(game, 3))
    assert is_asked(view(game, 0))
    assert is_asked(view(game, 2))


def test_who_leads_after_thirty_one_while_it_lies_open_leads_from_nought():
    names = ("TC 5C 3C 3H KC QC", "TD 6D 3S 5S KD QD")
    game = played(at_play(DERBY, 1, *names, starter="9S"), "0:TC 1:TD 0:5C 1:6D=2")
    assert game.window is not None
    assert view(game, 0).count == 31
    # To pair the six there would be nothing to pair: a lead pegs nothing.
    move = choose(view(game, 0), CLUB, never)
    assert isinstance(move, Play)
    assert move.declared is None
    assert not isinstance(choose(view(game, 0), EASY, never), Challenge)


def test_who_shows_first_while_the_last_card_lies_open_declares_his_own_hand():
    names = ("TC 5C 3C 3H KC QC", "TD 6D 3S 5S KD QD")
    game = at_play(DERBY, 1, *names, starter="9S")
    game = played(game, "0:TC 1:TD 0:5C 1:6D=2 0:3C 1:3S=2 0:3H=6 1:5S=1")
    assert game.window is not None
    assert choose(view(game, 0), CLUB, hardly) == Declare(0, show_total(cards("TC 5C 3C 3H"), Card.parse("9S")))
    assert choose(view(game, 0), CLUB, never) == Challenge(0, "too_many")


# What a robot may not know, and how well it plays.


def redealt(game: Game, seat: int, rng: Random) -> Game:
    """The same table to this seat, with every card that it does not see dealt anew."""
    hidden = [card for card in PACK if card not in set(cards_in(view(game, seat)))]
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
            choices = [choose(view(table, seat), level, Random(whim).random) for table in (game, other)]
            assert choices[0] == choices[1]
            compared, moved = compared + 1, moved + (other != game)
        game, _ = act(game, choose(view(game, seat), CLUB, rng.random))
    assert moved > compared / 2


def winner(rules, levels, number: int) -> int:
    """The side that wins a game of robots of these levels by seat; the first deal goes round with the number."""
    game, whim = act(begin(rules), ChooseDealer(number % rules.players))[0], Random(number)
    while not isinstance(game.phase, Over):
        if due := chance(game):
            game, _ = shuffle_in(game, shuffled(number.to_bytes(32, "big"), *due))
        else:
            seat = waiting_on(game)[0]
            game, _ = act(game, choose(view(game, seat), levels[seat], whim.random))
    return game.phase.side


@pytest.mark.parametrize("name", TABLES)
def test_the_club_robots_beat_the_easy_ones_at_every_table(name):
    rules, games, won = TABLES[name], 36, 0
    sides = len(rules.sides)
    for number in range(games):
        best = number // rules.players % sides
        levels = [CLUB if rules.side_of(seat) == best else EASY for seat in range(rules.players)]
        won += winner(rules, levels, number) == best
    # By chance a third of three hands' games would be won, and half of the others.
    assert won / games > (0.45 if sides == 3 else 0.6)
