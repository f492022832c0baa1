"""The robots: their discards, their play, their estimate of the other hand, and their true declarations."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.robot_games import play_game
from engine.actions import Deal, Declare, LayAway, Play
from engine.ai import opponent_hands, play_positions
from engine.ai.card_play import best_card
from engine.ai.discard_averages import Unseen, analyse, expected_points
from engine.ai.levels import EXPERT, LEVELS, SKILLS, level_now, levels_of, rating_of, robot_like
from engine.ai.play_positions import reached
from engine.ai.robots import choose
from engine.ai.tables import crib_averages
from engine.cards import PACK, Card, Rank
from engine.errors import NotationError
from engine.events import GameWon
from engine.game import begin, waiting_on
from engine.scoring import count_of, peg_points, show
from engine.view import View, view
from tests.support.data_files import data_beside
from tests.support.depth import examples, seeds, thorough
from tests.support.robot_tables import never
from tests.support.strategies import (
    AUTOMATIC,
    QUICK,
    REFEREE,
    about_to_deal,
    act,
    at_the_show,
    cards,
    dealt_out,
    games,
    hands,
    plays,
    ranks,
)

CASES = data_beside(__file__)

SIX = crib_averages(2, 6)


def best_discard(six: str, *, dealer: bool) -> set[str]:
    """Return the best discard of the analysis, as text."""
    return {str(card) for card in analyse(cards(six), dealer=dealer)[0].cards}


# Laying away: the analysis.


@given(hands(6))
@examples(25)
def test_the_hand_is_the_mean_over_every_starter(six):
    starters = [card for card in PACK if card not in six]
    for toss in analyse(six, dealer=True):
        counted = sum(show(toss.kept, starter).total for starter in starters)
        assert toss.hand == pytest.approx(counted / 46)


@pytest.mark.parametrize(
    "four",
    ["JC JD JH JS", "2C 6C 9C JC", "2C 6C 9C KC", "5C 5D 5H JS", "8C 8D 8H 8S", "JC JD 2C 7C", "AC AD JD QD"],
)
@pytest.mark.parametrize("crib", [False, True])
def test_jacks_flushes_and_fours_are_averaged_exactly(four, crib):
    held = cards(four)
    seen = (*held, *[card for card in cards("KH 4D 9S") if card not in held][:2])
    starters = [card for card in PACK if card not in seen]
    counted = sum(show(held, starter, crib=crib).total for starter in starters)
    assert expected_points(held, Unseen.excluding(seen), crib=crib) == pytest.approx(counted / len(starters))


@given(hands(6), st.booleans())
@examples(25)
def test_every_choice_is_weighed_once_and_the_best_comes_first(six, dealer):
    tosses = analyse(six, dealer=dealer)
    assert sorted(toss.cards for toss in tosses) == sorted(combinations(six, 2))
    assert [toss.points for toss in tosses] == sorted((toss.points for toss in tosses), reverse=True)
    for toss in tosses:
        assert sorted((*toss.cards, *toss.kept)) == sorted(six)
        assert toss.points == pytest.approx(toss.hand + toss.crib if dealer else toss.hand - toss.crib)


@pytest.mark.parametrize("wrong", ["AC 2C 3C 4C", "AC 2C 3C 4C 5C 6C 7C", "AC AC 3C 4C 5C 6C"])
def test_only_six_different_cards_are_analysed(wrong):
    with pytest.raises(NotationError, match="six different cards"):
        analyse(cards(wrong), dealer=True)


@pytest.mark.parametrize(("six", "dealer", "pone"), CASES["laid_away"])
def test_worked_examples_of_laying_away(six, dealer, pone):
    assert best_discard(six, dealer=True) == set(dealer)
    assert best_discard(six, dealer=False) == set(pone)


def test_the_pone_hardly_ever_gives_a_five_away():
    rng = Random(5)
    dealt = [tuple(rng.sample(PACK, 6)) for _ in range(400)]
    with_a_five = [six for six in dealt if any(card.rank is Rank.FIVE for card in six)]
    given_away = [
        six for six in with_a_five if any(card.rank is Rank.FIVE for card in analyse(six, dealer=False)[0].cards)
    ]
    assert len(with_a_five) > 100
    assert len(given_away) / len(with_a_five) < 0.08


# Laying away: the crib's averages.


@pytest.mark.parametrize(("pair", "own", "other"), CASES["crib_averages"])
def test_the_averages_agree_with_published_ones(pair, own, other):
    """They agree with Hessel's averages, which leave out flushes."""
    first, second = Card.parse(pair[0] + "C"), Card.parse(pair[1] + "D")
    assert SIX.mean((first, second), own=True) == pytest.approx(own, abs=0.15)
    assert SIX.mean((first, second), own=False) == pytest.approx(other, abs=0.15)


def test_two_cards_are_worth_the_same_in_either_order_and_more_in_one_suit():
    for low, high in combinations(Rank, 2):
        for own in (True, False):
            mixed = SIX.mean((Card(low, 0), Card(high, 1)), own=own)
            assert SIX.mean((Card(high, 1), Card(low, 0)), own=own) == mixed
            assert 0 < SIX.mean((Card(low, 0), Card(high, 0)), own=own) - mixed < 0.1


def test_a_discard_is_worth_less_from_the_dealer_than_from_the_pone():
    for low, high in combinations(Rank, 2):
        first, second = Card(low, 0), Card(high, 1)
        assert SIX.mean((first, second), own=True) < SIX.mean((first, second), own=False)


def test_the_cribs_of_robots_have_the_predicted_mean():
    rng, foretold, counted = Random(11), 0.0, 0.0
    for _ in range(500):
        dealt = rng.sample(PACK, 12)
        own, other = analyse(dealt[:6], dealer=True)[0], analyse(dealt[6:], dealer=False)[0]
        foretold += (own.crib + other.crib) / 2
        counted += expected_points((*own.cards, *other.cards), Unseen.excluding(dealt), crib=True)
    assert counted / 500 == pytest.approx(foretold / 500, abs=0.15)
    assert counted / 500 == pytest.approx(4.79, abs=0.15)


# The play: what cards would score.


@given(st.lists(st.sampled_from(PACK[:40]), max_size=8, unique=True))
@examples(600)
def test_scores_by_rank_are_what_the_engine_pegs(before):
    while count_of(before) > play_positions.LIMIT:
        before.pop()
    opening = play_positions.scores_by_rank(tuple(int(card.rank) for card in before), count_of(before))
    for card in PACK:
        if card in before:
            continue
        comes_in = count_of(before) + card.pips <= play_positions.LIMIT
        assert opening.get(card.rank, 0) == (peg_points((*before, card)) if comes_in else 0)


@given(st.permutations(range(1, 8)), st.integers(1, 7))
@examples(100)
def test_scores_by_rank_include_runs_of_seven_cards(order, length):
    before = tuple(order[:length])
    following = ranks(" ".join("A23456789TJQK"[rank - 1] for rank in order))
    opening = play_positions.scores_by_rank(before, sum(before))
    if length < 7:
        assert opening.get(order[length], 0) == peg_points(following[: length + 1])


@given(hands(6), st.integers(1, 4))
@examples(200)
def test_best_answers_are_what_the_engine_pegs_two_cards_later(drawn, known):
    before, rest = drawn[:known], drawn[known:]
    if count_of(before) > play_positions.LIMIT:
        return
    answers = reached(ranked(before)).best_answers(tuple(sorted(ranked(rest))))
    for card in PACK:
        room = play_positions.LIMIT - count_of((*before, card))
        if card in drawn or room < 0:
            continue
        scores = [peg_points((*before, card, mine)) for mine in rest if mine.pips <= room]
        assert answers[card.rank] == max(scores, default=-1 if room else 0)


def ranked(held: tuple[Card, ...]) -> tuple[int, ...]:
    """Return the ranks of some cards."""
    return tuple(int(card.rank) for card in held)


# The play: what a robot makes of the table.


def at_play(pone: str, dealer: str, line: str = "", scores: tuple[int, int] = (0, 0)) -> View:
    """Return the view of the seat to play; seat 0 is the pone, cards are named by rank, and the starter is a six."""
    named = ranks(f"{pone} {dealer} 6")
    kept = (named[:4], named[4:8])
    held = [list(kept[0]), list(kept[1])]
    words = []
    for word in line.split():
        seat = int(word[0])
        card = next(card for card in held[seat] if str(card)[0] == word[2])
        held[seat].remove(card)
        words.append(f"{seat}:{card}")
    texts = tuple(" ".join(map(str, hand)) for hand in kept)
    game, _ = dealt_out(texts, starter=str(named[8]), scores=scores)
    game, _ = act(game, *plays(" ".join(words)))
    return view(game, waiting_on(game)[0])


@pytest.mark.parametrize(("pone", "dealer", "line", "best"), CASES["plays"])
def test_worked_examples_of_the_play(pone, dealer, line, best):
    assert str(best_card(at_play(pone, dealer, line)))[0] in best


def test_a_card_that_ends_the_game_is_always_played():
    # With a long way to go the dealer declines to pair a jack that the pone may make a pair royal.
    early, late = (at_play("J Q T 8", "J 2 9 4", "0:J", scores=(0, hole)) for hole in (0, 119))
    assert str(best_card(early)) != "JD"
    assert str(best_card(late)) == "JD"


def other_hand(seen: View) -> opponent_hands.OtherHand:
    """Return the player's estimate of the other hand."""
    return opponent_hands.estimate(seen, 1 - seen.seat)


def test_the_other_hand_consists_of_unseen_cards():
    seen = at_play("5 5 J Q", "2 3 7 8")
    other = other_hand(seen)
    unseen = [card for card in PACK if card not in {*seen.hand, *seen.laid, seen.starter}]
    assert len(unseen) == 45
    assert other.held == 4
    for rank in Rank:
        assert other.likely[rank] == sum(card.rank is rank for card in unseen)


def cannot_be(told: opponent_hands.OtherHand) -> list[int]:
    """Return the ranks that the other hand cannot hold."""
    return [rank for rank in Rank if not told.likely[rank]]


def test_a_go_shows_what_is_not_held():
    # Go at twenty-five: nothing up to a six is held, now, when the leader has played on, and in the next series.
    seen = at_play("T 5 2 A", "T 8 9 K", "0:T 1:T 0:5")
    assert seen.gone == {1}
    assert cannot_be(other_hand(seen)) == [1, 2, 3, 4, 5, 6]
    played_on = at_play("T 5 2 A", "T 8 9 K", "0:T 1:T 0:5 0:2")
    assert cannot_be(other_hand(played_on)) == [1, 2, 3, 4, 5, 6]
    anew = at_play("T 5 2 Q", "T 8 9 K", "0:T 1:T 0:5 0:2 1:8")
    assert not anew.gone
    assert cannot_be(other_hand(anew)) == [1, 2, 3, 4, 5, 6]


def test_a_stopped_series_reveals_the_ranks_that_the_other_player_lacks():
    # Twenty-nine, and neither can go on; the dealer leads anew and knows that the pone has no ace and no two.
    seen = at_play("T 9 8 7", "T 9 8 7", "0:T 1:T 0:9")
    assert seen.seat == 1
    assert cannot_be(other_hand(seen)) == [1, 2]
    # And the pone knows the same of the dealer.
    after = at_play("T 9 8 7", "T 9 8 7", "0:T 1:T 0:9 1:9")
    assert after.seat == 0
    assert cannot_be(other_hand(after)) == [1, 2]


def test_thirty_one_shows_nothing_about_a_hand():
    seen = at_play("T A 8 7", "T T 8 7", "0:T 1:T 0:A 1:T")
    assert cannot_be(other_hand(seen)) == []


def test_cards_passed_over_are_less_likely():
    # A seven was led and a king put on it: the dealer would have made fifteen with an eight, or a pair.
    seen = at_play("7 2 4 J", "K 3 6 Q", "0:7 1:K")
    told = other_hand(seen)
    assert told.likely[Rank.EIGHT] < told.likely[Rank.NINE] / 2
    assert told.likely[Rank.SEVEN] < told.likely[Rank.NINE] / 2
    # A king keeps company with queens and fives rather than with threes and nines.
    assert told.likely[Rank.QUEEN] > told.likely[Rank.THREE]
    assert told.likely[Rank.FIVE] > told.likely[Rank.NINE]


# The robots.


@pytest.mark.parametrize("level", LEVELS)
@QUICK
@given(told=games(), first=st.integers(0, 15))
def test_robots_of_every_level_make_lawful_moves(level, told, first):
    # An expert thinks so long that every sixteenth decision of a game has to do.
    rng = Random(7)
    for step in told.steps[first :: 16 if level == EXPERT else 2]:
        for seat in waiting_on(step.before):
            seen = view(step.before, seat)
            assert choose(seen, level, rng.random) in seen.legal


@pytest.mark.parametrize("level", LEVELS)
@given(kept=hands(13))
@examples(30)
def test_robots_declare_the_truth(level, kept):
    pone, dealer, away, starter = kept[:4], kept[4:8], kept[8:12], kept[12]
    game = at_the_show(
        (" ".join(map(str, pone)), " ".join(map(str, dealer))),
        starter=str(starter),
        away=(" ".join(map(str, away[:2])), " ".join(map(str, away[2:]))),
    )
    for seat, hand, crib in ((0, pone, False), (1, dealer, False), (1, away, True)):
        move = choose(view(game, seat), level, never)
        assert move == Declare(seat, show(hand, starter, crib=crib).total)
        game, _ = act(game, move)


def test_the_club_robot_follows_the_analysis():
    game, _ = dealt_out(("5H 5D JC QS", "2C 3C 7C 8C"), starter="KD")
    assert choose(view(game, 0), "club", never) == Play(0, best_card(view(game, 0)))
    rng = Random(3)
    for dealer in (0, 1) * 10:
        six = tuple(rng.sample(PACK, 6))
        seen = View(
            seat=1,
            rules=REFEREE,
            scores=(0, 0),
            hindmost=(0, 0),
            deal=1,
            stage="lay_away",
            dealer=dealer,
            hand=six,
            to_lay=2,
            prompt=view(game, 0).prompt,
            legal=(LayAway(1, six[:2]),),
        )
        assert choose(seen, "club", rng.random) == LayAway(1, analyse(six, dealer=dealer == 1)[0].cards)


def test_the_easy_robot_has_whims():
    seen = at_play("5 T J Q", "2 3 7 8")
    chance = Random(1).random
    assert len({choose(seen, "easy", chance) for _ in range(60)}) > 1
    assert len({choose(seen, "club", chance) for _ in range(60)}) == 1
    deal = view(act(about_to_deal(REFEREE, dealer=0), Deal(PACK))[0], 0)
    assert len({choose(deal, "easy", chance) for _ in range(60)}) > 1
    assert len({choose(deal, "club", chance) for _ in range(60)}) == 1


def test_the_easy_robot_sees_a_fifteen_more_often_than_not():
    seen = at_play("9 2 4 T", "6 A 7 8", "0:9")
    chance = Random(2).random
    taken = sum(str(choose(seen, "easy", chance).card)[0] == "6" for _ in range(200))
    assert 100 < taken < 190


def test_an_unknown_level_is_refused_by_name():
    with pytest.raises(ValueError, match="'master'; choose easy, casual, steady, club or expert"):
        choose(at_play("5 T J Q", "2 3 7 8"), "master", never)


def test_a_robot_without_a_move_is_refused():
    with pytest.raises(ValueError, match="nothing is asked of seat 0"):
        choose(view(begin(REFEREE), 0), "club", never)


@thorough
def test_the_club_robot_beats_the_easy_one():
    won, games = 0, seeds(80)
    for number in games:
        levels = ("club", "easy") if number % 2 else ("easy", "club")
        events = play_game(AUTOMATIC, number.to_bytes(32, "big"), levels=levels)
        assert isinstance(events[-1], GameWon)
        won += levels[events[-1].side] == "club"
    # A part of the games is enough to be sure that it is the better one, and not by how much.
    assert won / len(games) > (0.6 if len(games) == 80 else 0.5)


class TestARobotLikeThePlayer:
    def test_a_newcomer_meets_a_casual_one_and_one_game_changes_nothing(self):
        assert robot_like({}) == robot_like({"casual": (5, 5)}) == "casual"

    def test_a_stronger_one_for_whoever_wins_and_a_weaker_one_for_whoever_loses(self):
        met = [robot_like({"casual": (5 + won, 5)}) for won in (-5, -1, 0, 2, 5, 8, 40)]
        assert met == ["easy", "1380", "casual", "1440", "steady", "club", "expert"]
        assert robot_like({"expert": (0, 40)}) == robot_like({"1540": (0, 40)}) == "easy"

    def test_between_two_levels_it_plays_by_both_as_often_as_its_rating_says(self):
        numbers = Random(1)
        moves = Counter(level_now("1435", numbers.random) for _ in range(1_000))
        assert levels_of("1435") == ("casual", "steady") == tuple(sorted(moves))
        assert 450 < moves["steady"] < 550
        assert rating_of("1435") == 1435

    @pytest.mark.parametrize("name", ["1320", "1550", "1300", "9999", "", "clubs", "-1400", "1440.5"])
    def test_no_robot_is_weaker_or_stronger_than_all_levels(self, name):
        with pytest.raises(ValueError, match="no robot of the level"):
            levels_of(name)

    @pytest.mark.parametrize("level", LEVELS)
    def test_who_wins_as_a_level_does_meets_this_level(self, level):
        chances = {other: 1 / (1 + 10 ** ((SKILLS[other].rating - SKILLS[level].rating) / 400)) for other in LEVELS}
        assert (
            robot_like({other: (round(400 * one), round(400 * (1 - one))) for other, one in chances.items()}) == level
        )
