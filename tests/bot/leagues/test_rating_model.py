"""Ratings: what a win is worth, how sure we are, and what players are shown."""

from random import Random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.rating_model import Rating, display_rating, is_provisional, updated_ratings, win_chance
from tests.support.depth import seeds, thorough

NEW = Rating()
SETTLED = 1.0

ratings = st.builds(Rating, st.floats(15, 35), st.floats(0.5, 3))


def strong(points, sigma=SETTLED):
    """Return a rating this many shown points above a newcomer, found from the shown points alone."""
    return next(
        rating
        for step in range(-900, 900)
        if display_rating(rating := Rating(25 + step / 60, sigma))[0] == 1500 + points
    )


def test_a_newcomer_is_shown_in_the_middle_and_in_doubt():
    assert display_rating(NEW) == (1500, 177)
    assert is_provisional(NEW)


@given(ratings, ratings)
def test_the_winner_rises_and_the_loser_falls(winner, loser):
    won, lost = updated_ratings(winner, loser)
    assert won.mu > winner.mu
    assert lost.mu < loser.mu


@given(ratings, ratings)
def test_a_win_of_two_equally_sure_moves_both_as_far(one, other):
    other = Rating(other.mu, one.sigma)
    won, lost = updated_ratings(one, other)
    assert won.mu - one.mu == pytest.approx(other.mu - lost.mu)
    assert won.sigma == pytest.approx(lost.sigma)


@given(ratings, ratings)
def test_choosing_an_opponent_gains_nothing_on_average(one, other):
    """The expected change of a rating is 0, for any chance of winning."""
    gain = updated_ratings(one, other)[0].mu - one.mu
    loss = one.mu - updated_ratings(other, one)[1].mu
    likely = win_chance(one, other)
    assert likely * gain == pytest.approx((1 - likely) * loss, rel=2e-3)


@given(ratings, ratings)
def test_the_chances_of_both_are_one(one, other):
    assert win_chance(one, other) + win_chance(other, one) == pytest.approx(1)


def test_equals_have_even_chances_however_sure_we_are():
    assert win_chance(NEW, Rating(NEW.mu, 0.5)) == 0.5


@pytest.mark.parametrize(("points", "likely"), [(0, 50), (50, 57), (100, 64), (200, 75), (-100, 36)])
def test_shown_points_mean_what_they_do_in_chess(points, likely):
    assert round(100 * win_chance(strong(points), strong(0))) == pytest.approx(likely, abs=1)


def test_a_provisional_rating_moves_further_than_a_settled_one():
    won, lost = updated_ratings(NEW, Rating(NEW.mu, SETTLED))
    assert won.mu - NEW.mu > 5 * (NEW.mu - lost.mu)


def played(chances, sigma, *, results, seed):
    """Return a newcomer's rating after this many results against equal opponents, with these chances."""
    rng, player = Random(seed), NEW
    for _ in range(results):
        opponent = Rating(25, sigma or player.sigma)
        player = (
            updated_ratings(player, opponent)[0] if rng.random() < chances else updated_ratings(opponent, player)[1]
        )
    return player


@pytest.mark.parametrize("sigma", [None, 1.3], ids=["among newcomers", "among the settled"])
@pytest.mark.parametrize("chances", [0.5, 0.6])
@thorough
def test_a_rating_settles_after_fifteen_to_twenty_results(chances, sigma):
    for seed in seeds(10):
        assert is_provisional(played(chances, sigma, results=15, seed=seed))
        assert not is_provisional(played(chances, sigma, results=20, seed=seed))


def test_a_settled_rating_stays_so():
    doubts = [played(0.5, None, results=results, seed=1).sigma for results in (20, 60, 200, 1000)]
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[-1] > 0.5


def season(seed, *, apart, rounds=40, field=20):
    """Return the strengths of a field this far apart in shown points, and their ratings after this many rounds."""
    rng = Random(seed)
    strengths = [strong(round(rng.gauss(0, apart)), sigma=0) for _ in range(field)]
    found = [NEW] * field
    for _ in range(rounds):
        order = rng.sample(range(field), field)
        for one, other in zip(order[::2], order[1::2], strict=True):
            won = rng.random() < win_chance(strengths[one], strengths[other])
            winner, loser = (one, other) if won else (other, one)
            found[winner], found[loser] = updated_ratings(found[winner], found[loser])
    return strengths, found


@pytest.mark.parametrize("apart", [35, 60, 100])
def test_the_truth_is_mostly_within_the_doubt_shown(apart):
    within = []
    for seed in range(6):
        for true, rating in zip(*season(seed, apart=apart), strict=True):
            points, doubt = display_rating(rating)
            within.append(abs(points - display_rating(true)[0]) <= doubt)
    assert sum(within) / len(within) >= 0.9


def test_after_a_season_ratings_show_the_stronger_players():
    right = []
    for seed in range(6):
        true, found = season(seed, apart=60)
        order = sorted(range(len(true)), key=lambda player: true[player].mu)
        low, high = order[:5], order[-5:]
        right.append(median(found[player].mu for player in high) > median(found[player].mu for player in low))
    assert all(right)
