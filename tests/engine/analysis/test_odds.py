"""The rarity of counts, and the points that starters and unknown suits may bring."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.odds import (
    CRIBS,
    DEALT,
    DEALT_FIVE,
    HANDS,
    THREES,
    Case,
    cases,
    flush_of,
    starters,
)
from engine.cards import PACK, Card, Rank, Suit
from engine.laws import Law
from engine.scoring import show
from engine.text.questions import Face, stand_ins
from tests.support.count_dealt_hands import deals
from tests.support.depth import examples

FEW = examples(20)
some_cards = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


@pytest.mark.parametrize(
    ("odds", "every", "points", "mean", "never"),
    [
        (HANDS, 12_994_800, 61_974_180, 4.769152, (19, 25, 26, 27)),
        (CRIBS, 12_994_800, 61_528_020, 4.734819, (19, 25, 26, 27)),
        (THREES, 1_082_900, 2_807_256, 2.592350, (16, 17, 18, 19)),
    ],
)
def test_the_published_figures(odds, every, points, mean, never):
    assert odds.every == every
    assert odds.mean == Fraction(points, every)
    assert round(float(odds.mean), 6) == mean
    assert never_of(odds) == never


def never_of(odds):
    return tuple(total for total, many in enumerate(odds.counts) if not many)


def test_the_known_numbers_of_the_greatest_hands():
    assert (HANDS.counts[29], HANDS.counts[28], HANDS.counts[24]) == (4, 76, 3_680)
    assert (len(HANDS.counts), len(CRIBS.counts), len(THREES.counts)) == (30, 30, 21)
    assert THREES.counts[20] == 4
    assert CRIBS.counts[0] == 1_022_208


def test_the_published_odds_of_dealt_hands():
    """A 29 needs three fives, the right jack and any two of 47 other cards, and then the last five as the starter."""
    assert DEALT.every == comb(52, 6) * 46
    assert DEALT.counts[29] == 4 * comb(47, 2)
    assert 1 / DEALT.rarity(29).share == 216_580
    assert round(1 / DEALT.rarity(28).share) == 15_028
    assert never_of(DEALT) == never_of(HANDS)
    assert DEALT_FIVE.every == comb(52, 5) * 47
    assert DEALT_FIVE.counts[20] == 4 * comb(48, 2)
    assert {total for total, many in enumerate(DEALT_FIVE.counts) if many} <= {
        total for total, many in enumerate(THREES.counts) if many
    }


@pytest.mark.parametrize(("dealt", "many"), [(2, 1_326), (3, 22_100), (4, 270_725)])
def test_deals_without_the_names_of_suits_stand_for_all(dealt, many):
    found = list(deals(dealt))
    assert sum(times for _, times in found) == many
    assert all(len(set(places)) == dealt for places, _ in found)


def test_the_exact_rarity_of_a_total():
    best = HANDS.rarity(29)
    assert (best.exactly, best.more, best.less, best.every) == (4, 0, 12_994_796, 12_994_800)
    assert 1 / best.share == 3_248_700
    nothing = HANDS.rarity(0)
    assert (nothing.exactly, nothing.less, nothing.exactly + nothing.more) == (1_009_008, 0, 12_994_800)
    assert HANDS.rarity(28).exactly + HANDS.rarity(28).more == 80
    for never in (19, 25, 30, 99):
        assert HANDS.rarity(never).share == 0
        assert HANDS.rarity(never).exactly == 0
    assert HANDS.rarity(99).less == HANDS.every


def test_every_total_divides_the_hands_in_three():
    for odds in (HANDS, CRIBS, THREES):
        for total in range(31):
            rarity = odds.rarity(total)
            assert rarity.every == odds.every
            assert rarity.exactly == (odds.counts[total] if total < len(odds.counts) else 0)
            assert rarity.less == sum(odds.counts[:total])


@FEW
@given(some_cards, st.booleans(), st.booleans())
def test_the_starters_are_those_of_the_whole_count(five, crib, ranks_alone):
    hand = tuple(five[:4])
    found = starters(hand, crib=crib, ranks_alone=ranks_alone)
    by_suit = {Law.FLUSH, Law.HIS_NOBS} if ranks_alone else set()
    for starter in set(PACK) - set(hand):
        count = show(hand, starter, crib=crib)
        total = sum(item.points for item in count.items if item.law not in by_suit)
        assert starter in dict(found.by_total)[total]
    assert sum(len(cards) for _, cards in found.by_total) == 48


def test_a_hand_without_suits_may_be_a_flush_of_four_or_five():
    ranks = tuple(map(Face, (Rank.FIVE, Rank.SIX, Rank.SEVEN, Rank.JACK)))
    assert cases(ranks, Face(Rank.EIGHT)) == (
        Case(8, 0, nobs=False),
        Case(9, 0, nobs=True),
        Case(12, 4, nobs=False),
        Case(14, 5, nobs=True),
    )
    assert [case.flush for case in cases(ranks, Face(Rank.EIGHT), crib=True)] == [0, 0, 5]
    assert [case.flush for case in cases(ranks, Face(Rank.SEVEN))] == [0, 0, 4], "not five, with two sevens"
    assert not any(case.nobs for case in cases(ranks, Face(Rank.JACK))), "the starter is a jack itself"


def test_five_of_a_rank_have_no_case():
    assert cases((Face(Rank.FIVE),) * 4, Face(Rank.FIVE)) == ()


@FEW
@given(some_cards, st.sets(st.integers(0, 4), max_size=2), st.booleans())
def test_the_cases_cover_every_choice_of_suits(five, unnamed, crib):
    faces = [Face(card.rank, None if place in unnamed else card) for place, card in enumerate(five)]
    expected = set()
    for suits in product(Suit, repeat=len(unnamed)):
        given = dict(zip(sorted(unnamed), suits, strict=True))
        cards = [Card(card.rank, given.get(place, card.suit)) for place, card in enumerate(five)]
        if len(set(cards)) == 5:
            items = show(cards[:4], cards[4], crib=crib).items
            points = Counter({item.law: item.points for item in items if item.law in (Law.FLUSH, Law.HIS_NOBS)})
            total = sum(item.points for item in items)
            expected.add(Case(total, points[Law.FLUSH], nobs=points[Law.HIS_NOBS] > 0))
    found = cases(faces[:4], faces[4], crib=crib)
    assert set(found) == expected
    assert [case.total for case in found] == sorted(case.total for case in found)


@given(some_cards, st.booleans())
def test_a_flush_has_as_many_cards_as_it_scores(five, crib):
    hand, starter = five[:4], five[4]
    for held in (hand, [Card(card.rank, starter.suit) for card in hand]):
        if len({*held, starter}) == 5:
            points = [item.points for item in show(held, starter, crib=crib).items if item.law is Law.FLUSH]
            assert flush_of(held, starter, crib=crib) == sum(points)


@given(st.lists(st.sampled_from(PACK), max_size=16, unique=True), st.sets(st.integers(0, 15)))
def test_stand_ins_for_cards_without_suits(cards, unnamed):
    faces = [Face(card.rank, None if place in unnamed else card) for place, card in enumerate(cards)]
    found = stand_ins(faces)
    assert len(set(found)) == len(faces)
    for face, card in zip(faces, found, strict=True):
        assert card.rank is face.rank
        assert face.card in (None, card)
