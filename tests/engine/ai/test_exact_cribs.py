"""The exact mean of a crib, compared with a slow count of every discard of the opponent and every starter."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random

import pytest

from engine.ai.discard_averages import CribEstimate, analyse
from engine.ai.tables import crib_averages, discard_likelihood
from engine.cards import PACK, Card, Rank, Suit
from engine.scoring import show
from engine.text.questions import Face
from tests.support.depth import sampled
from tests.support.strategies import cards


def faces_of(cards):
    return tuple(Face(card.rank, card) for card in cards)


def slowly(six, away):
    """Return the means of a slow count, of every pair with every remaining starter: for the pone and for the dealer."""
    unseen = [card for card in PACK if card not in six]
    points, weights = [0.0, 0.0], [0.0, 0.0]
    for pair in combinations(unseen, 2):
        starters = [card for card in unseen if card not in pair]
        counted = sum(counted_once(tuple(sorted((*away, *pair))), starter) for starter in starters)
        for dealer in (False, True):
            likely = discard_likelihood(min(pair).rank, max(pair).rank, dealer=not dealer)
            points[dealer] += likely * counted / len(starters)
            weights[dealer] += likely
    return [points[dealer] / weights[dealer] for dealer in (False, True)]


def counted_once(crib, starter, known={}):  # noqa: B006 - the five ranks of many cribs are the same
    """Return the points of a crib; its ranks are counted once for all cribs of those ranks."""
    ranks = tuple(sorted((*(card.rank for card in crib), starter.rank)))
    if ranks not in known:
        suits = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        five = [Card(rank, suit) for rank, suit in zip(ranks, suits, strict=True)]
        known[ranks] = sum(item.points for item in show(five[:4], five[4]).items if item.law.value not in BY_SUIT)
    flush = 5 if len({card.suit for card in (*crib, starter)}) == 1 else 0
    return known[ranks] + flush + (Card(Rank.JACK, starter.suit) in crib)


BY_SUIT = {"flush", "his_nobs"}


@sampled(
    ("six", "away"),
    [
        ("4h 5d 5c 6s jd td", "jd td"),
        ("4h 5d 5c 6s jd td", "5d 5c"),
        ("jh jd ah 2c 9s kh", "jh jd"),
        ("jh jd ah 2c 9s kh", "ah kh"),
    ],
)
def test_the_mean_is_that_of_a_slow_count(six, away):
    six, away = cards(six), cards(away)
    found = [CribEstimate.of_cards(six, dealer=dealer).crib(faces_of(away)) for dealer in (False, True)]
    assert found == pytest.approx(slowly(six, away))


def test_without_suits_the_mean_is_that_over_many_suits():
    """Flushes are left out, and his nobs comes as often as with random suits."""
    six, chance = (11, 2, 4, 6, 8, 10), Random(4)
    means = []
    for _ in range(50):
        cards = tuple(Card(Rank(rank), chance.choice(list(Suit))) for rank in six)
        unknown = CribEstimate.of_cards(cards, dealer=True)
        laid = faces_of(cards[:2])
        means.append(unknown.crib(laid) - unknown.flush[cards[0].suit] * (cards[0].suit is cards[1].suit))
    found = CribEstimate.of_ranks([Rank(rank) for rank in six], dealer=True).crib((Face(Rank.JACK), Face(Rank.TWO)))
    assert found == pytest.approx(sum(means) / len(means), abs=0.01)


def test_the_mean_is_near_the_averages_of_the_robots():
    """The averages come from games and the means from counting; for the best discards they are nearly the same."""
    chance, known = Random(7), crib_averages(2, 6)
    for dealer in (True, False):
        apart = []
        for _ in range(25):
            six = chance.sample(PACK, 6)
            away = analyse(six, dealer=dealer)[0].cards
            apart.append(CribEstimate.of_cards(six, dealer=dealer).crib(faces_of(away)) - known.mean(away, own=dealer))
        assert abs(sum(apart) / len(apart)) < 0.2
        assert max(map(abs, apart)) < 1.2


def test_the_likelihood_of_discards():
    """Dealers sometimes discard a five to their own crib; pones hardly ever discard one."""
    by_dealer, by_pone = partial(discard_likelihood, dealer=True), partial(discard_likelihood, dealer=False)
    assert by_dealer(Rank.FIVE, Rank.FIVE) > 10 * by_pone(Rank.FIVE, Rank.FIVE)
    assert by_pone(Rank.TEN, Rank.KING) > 3 * by_pone(Rank.TEN, Rank.JACK)
    assert by_dealer(Rank.KING, Rank.TEN) == by_dealer(Rank.TEN, Rank.KING)
