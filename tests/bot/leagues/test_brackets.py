"""Brackets of single and double elimination: byes, who meets whom, who is out, and who has won."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.brackets import bracket, bracket_plan, champion, next_round
from bot.leagues.schedule import Pairing
from tests.support.depth import seeds, thorough

FIELDS = range(2, 65)


def ids(field):
    """Players who are not numbered as they sit."""
    return [1000 - 7 * player for player in range(field)]


def both(pairing):
    return pairing.first, pairing.second


def players_in(drawn):
    return [player for pairing in drawn for player in both(pairing) if player is not None]


def played(elimination, seeds, through):
    """All rounds of a bracket in which ``through`` picks the winner of two, and the winners of each."""
    rounds, winners = [bracket(seeds)], []
    while True:
        winners.append({through(both(one)) for one in rounds[-1] if one.second is not None})
        if not (drawn := next_round(elimination, rounds, winners)):
            return rounds, winners
        assert champion(elimination, rounds, winners) is None
        rounds.append(drawn)


def test_a_bracket_of_eight_and_one_of_five_with_three_byes_for_the_best():
    assert list(map(both, bracket([11, 22, 33, 44, 55, 66, 77, 88]))) == [(11, 88), (44, 55), (22, 77), (33, 66)]
    assert list(map(both, bracket([1, 2, 3, 4, 5]))) == [(1, None), (4, 5), (2, None), (3, None)]


def test_byes_fill_the_bracket_and_go_to_the_best():
    for field in FIELDS:
        seeds = ids(field)
        drawn = bracket(seeds)
        size = 1 << (field - 1).bit_length()
        byes = [pairing.first for pairing in drawn if pairing.second is None]
        assert 2 * len(drawn) == size
        assert sorted(byes, key=seeds.index) == seeds[: size - field]
        assert Counter(players_in(drawn)) == Counter(seeds)


def test_the_best_meet_as_late_as_may_be():
    """When the better seed always wins, the best 2 are in the final, the best 4 in the round before, and so on."""
    for field in FIELDS:
        rounds, _ = played("single", list(range(field)), through=min)
        for left, drawn in enumerate(reversed(rounds)):
            assert set(players_in(drawn)) == set(range(min(field, 2 << left)))


@pytest.mark.parametrize("elimination", ["single", "double"])
def test_only_the_first_round_has_byes(elimination):
    for field in FIELDS:
        rounds, _ = played(elimination, ids(field), through=Random(field).choice)
        assert all(pairing.second is not None for one in rounds[1:] for pairing in one)
        if elimination == "single":
            assert [len(one) for one in rounds] == [1 << left for left in reversed(range(len(rounds)))]


def test_in_a_knockout_the_player_with_fewer_first_deals_deals_first():
    first = bracket([1, 2, 3, 4, 5])
    assert next_round("single", [first], [{4}]) == [Pairing(1, 4), Pairing(2, 3)]
    assert next_round("single", [first], [{5}]) == [Pairing(5, 1), Pairing(2, 3)]


def test_first_deals_of_all_rounds_count():
    """1 has dealt first in both, 7 in the second alone."""
    rounds = [bracket([1, 2, 3, 4, 5, 6, 7, 8])]
    rounds.append(next_round("single", rounds, [{1, 4, 7, 6}]))
    assert rounds[-1] == [Pairing(1, 4), Pairing(7, 6)]
    assert next_round("single", rounds, [{1, 4, 7, 6}, {1, 7}]) == [Pairing(7, 1)]


@pytest.mark.parametrize("winners", [set(), {4, 5}])
def test_a_match_has_one_winner(winners):
    with pytest.raises(ValueError, match="4 and 5"):
        next_round("single", [bracket([1, 2, 3, 4, 5])], [winners])


# Double elimination


def losses_of(rounds, winners):
    """Return how often each player has lost, counted from the pairings alone."""
    matches = [(pairing, won) for one, won in zip(rounds, winners, strict=True) for pairing in one if pairing.second]
    return Counter(player for pairing, won in matches for player in both(pairing) if player not in won)


@given(st.integers(2, 80), st.randoms(use_true_random=False))
def test_everyone_but_the_champion_loses_twice_and_then_plays_no_more(field, rng):
    """In the winners' bracket nobody has lost, in the losers' bracket everybody once; nobody plays twice in a round."""
    seeds, losses = ids(field), Counter()
    rounds, winners = played("double", seeds, through=rng.choice)
    for part, one, won in zip(bracket_plan("double", field), rounds, winners, strict=False):
        assert max(Counter(players_in(one)).values()) == 1
        for match, pairing in zip(part, one, strict=True):
            lost = sorted(losses[player] for player in players_in([pairing]))
            expected = {"winners": [0, 0], "losers": [1, 1], "final": [0, 1], "decider": [1, 1]}[match.part]
            assert lost == expected[: len(lost)]
        losses += losses_of([one], [won])
    best = champion("double", rounds, winners)
    assert losses[best] <= 1
    assert {seed: losses[seed] for seed in seeds if seed != best} == dict.fromkeys(set(seeds) - {best}, 2)
    assert sum(pairing.second is not None for one in rounds for pairing in one) == losses.total()


def test_whoever_waits_waits_for_one_round_at_most():
    for field in (8, 16, 32, 64):
        rounds, winners = played("double", ids(field), through=max)
        losses, idle = Counter(), Counter()
        for one, won in zip(rounds, winners, strict=True):
            for player in ids(field):
                idle[player] = 0 if player in players_in(one) or losses[player] == 2 else idle[player] + 1
            losses += losses_of([one], [won])
            assert max(idle.values()) <= 2
        assert len(rounds) <= 2 * (field - 1).bit_length() + 1


@pytest.mark.parametrize(("field", "first_rematch"), [(8, 4), (16, 5), (32, 6), (64, 8)])
@thorough
def test_old_opponents_meet_late(field, first_rematch):
    """Nobody meets anybody again in the first rounds, whoever wins; without the turned orders it would be round 3."""
    earliest = []
    for seed in seeds(300):
        met, rounds = set(), played("double", ids(field), Random(seed).choice)[0]
        for number, one in enumerate(rounds, 1):
            pairs = {frozenset(both(pairing)) for pairing in one}
            if pairs & met:
                earliest.append(number)
                break
            met |= pairs
    assert min(earliest) >= first_rematch


def test_a_double_elimination_of_eight():
    """The pairings of a bracket that is drawn by hand: the better seed always wins."""
    rounds, _ = played("double", list(range(1, 9)), through=min)
    assert [[set(both(pairing)) for pairing in one] for one in rounds] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {5, 8}, {6, 7}],
        [{3, 5}, {4, 6}],
        [{1, 2}, {3, 4}],
        [{2, 3}],
        [{1, 2}],
    ]
