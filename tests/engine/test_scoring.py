"""The score of a hand or a crib in the show: every example of the rule books, and every set of ranks."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest
from hypothesis import given

from engine.cards import Card, Rank, Suit
from engine.errors import NotationError
from engine.laws import Law
from engine.scoring import Item, show, show_total
from tests.support.data_files import data_beside
from tests.support.strategies import cards, hands, ranks

CASES = data_beside(__file__)

IMPOSSIBLE = {19, 25, 26, 27}


def total_of(hand, starter, *, crib=False):
    """The total, once both ways of counting agree on it."""
    held, turned = cards(hand), Card.parse(starter)
    count = show(held, turned, crib=crib)
    assert count.total == show_total(held, turned, crib=crib)
    return count.total


def by_law(hand, starter, *, crib=False):
    """The points under each law."""
    points = Counter()
    for item in show(cards(hand), Card.parse(starter), crib=crib).items:
        points[item.law.value] += item.points
    return dict(points)


ROWS = [tuple(entry.strip().split(" = ")) for line in CASES["table"].strip().splitlines() for entry in line.split("|")]


def suited(row):
    """Every way to give a row of the table its suits, each of its cards in turn the starter.

    No four cards of the hand share a suit, and his nobs is there exactly where the row says N.
    """
    names = row.replace("10", "T").replace("1", "A").split()
    faces = [name.replace("N", "J") for name in names]
    for suits in product("CDHS", repeat=5):
        held = [Card.parse(face + suit) for face, suit in zip(faces, suits, strict=True)]
        if len(set(held)) < 5:
            continue
        for place, starter in enumerate(held):
            hand = held[:place] + held[place + 1 :]
            if (starter.nobs in hand) == ("N" in names) and len({card.suit for card in hand}) > 1:
                yield tuple(hand), starter


@pytest.mark.parametrize(("row", "total"), ROWS, ids=[row.replace(" ", "-") for row, _ in ROWS])
def test_003_73_to_96_the_table_of_scores(row, total):
    dealt = list(suited(row))
    assert dealt
    assert {show_total(hand, starter) for hand, starter in dealt} == {int(total)}
    assert {show_total(hand, starter, crib=True) for hand, starter in dealt} == {int(total)}
    assert {show(hand, starter).total for hand, starter in dealt[:: len(dealt) // 8 + 1]} == {int(total)}


def test_the_table_has_forty_eight_rows():
    assert len(ROWS) == len(set(ROWS)) == 48


# The examples of the books, under the laws by which they peg: 000 the United States rules, 001 the club's, 002 the
# Encyclopaedia of 1877, 003 the Crib-Derby.

RANKS_ALONE = CASES["ranks_alone"]
FLUSHES_AND_NOBS = CASES["flushes_and_nobs"]
OF_THREE_CARDS = [
    ("002:42 one a card", "2H 4H 8H", "TS", {"flush": 3}),
    ("002:42 and one more for the start", "2H 4H 8H", "TH", {"flush": 4}),
    ("002:44 four, five, six and a five", "4H 5H 6H", "5S", {"fifteen": 4, "pair": 2, "run": 6, "flush": 3}),
]


@pytest.mark.parametrize(
    ("hand", "starter", "in_hand", "in_crib"),
    [
        *(pytest.param(hand, starter, laws, laws, id=name) for name, hand, starter, laws in RANKS_ALONE),
        *(pytest.param(*row, id=name) for name, *row in FLUSHES_AND_NOBS),
        *(pytest.param(hand, starter, laws, None, id=name) for name, hand, starter, laws in OF_THREE_CARDS),
    ],
)
def test_a_hand_counts_what_its_book_says_and_a_crib_too(hand, starter, in_hand, in_crib):
    assert by_law(hand, starter) == in_hand
    assert total_of(hand, starter) == sum(in_hand.values())
    if in_crib is not None:
        assert by_law(hand, starter, crib=True) == in_crib
        assert total_of(hand, starter, crib=True) == sum(in_crib.values())


@pytest.mark.parametrize("five", ["8 7 7 6 2", "6 7 7 8 8"])
def test_000_80_and_002_44_any_of_the_five_cards_may_be_the_starter(five):
    for place in range(5):
        held = list(ranks(five))
        starter = held.pop(place)
        assert show(held, starter).total == show_total(held, starter) == (16 if "2" in five else 24)


def test_000_95_to_97_the_perfect_twenty_nine_and_its_eight_fifteens():
    assert by_law("5H 5D 5C JS", "5S") == {"double_pair_royal": 12, "fifteen": 16, "his_nobs": 1}
    items = show(cards("5H 5D 5C JS"), Card.parse("5S")).items
    sizes = Counter(len(item.cards) for item in items if item.law is Law.FIFTEEN)
    assert sizes == {2: 4, 3: 4}  # four with the jack, and four of three fives
    assert total_of("5H 5D 5S JS", "5C") == total_of("5H 5D 5C 5S", "JS") == 28  # a jack of another suit


def test_002_39_each_fifteen_is_a_set_of_its_own():
    items = show(cards("TH 5C 2D 3H"), Card.parse("5S")).items
    fifteens = {frozenset(item.cards) for item in items if item.law is Law.FIFTEEN}
    assert fifteens == {frozenset(cards(names)) for names in ("TH 5C", "TH 5S", "TH 2D 3H", "5C 5S 2D 3H")}


# How a count is put together.


def test_three_of_a_rank_are_one_pair_royal_and_each_run_is_separate():
    items = show(cards("3H 3D 3C 4S"), Card.parse("5S")).items
    assert items.count(Item(Law.PAIR_ROYAL, cards("3C 3D 3H"), 6)) == 1
    runs = [item for item in items if item.law is Law.RUN]
    assert {frozenset(run.cards) for run in runs} == {
        frozenset(cards(f"{three} 4S 5S")) for three in ("3C", "3D", "3H")
    }


def test_points_are_called_fifteens_first_then_pairs_runs_flush_and_nobs():
    items = show(cards("4H 5H 6H JH"), Card.parse("5S")).items
    laws = list(dict.fromkeys(item.law for item in items))
    assert laws == [Law.FIFTEEN, Law.PAIR, Law.RUN, Law.FLUSH]
    assert show(cards("JH 2C 4D 8S"), Card.parse("TH")).items == (Item(Law.HIS_NOBS, cards("JH"), 1),)


@pytest.mark.parametrize("count", [show, show_total])
@pytest.mark.parametrize("hand", ["", "5H", "5H 6H", "5H 6H 7H 8H 9H"])
def test_a_hand_is_three_or_four_cards(count, hand):
    with pytest.raises(NotationError, match="3 or 4"):
        count(cards(hand), Card.parse("KS"))


def test_one_card_cannot_be_held_twice():
    for hand, starter in (("5H 5H 6H 7H", "8H"), ("5H 6H 7H 8H", "8H")):
        with pytest.raises(NotationError, match="twice"):
            show(cards(hand), Card.parse(starter))


# The two ways of counting, against each other and against a third.


def reckoned(hand, starter, *, crib=False):
    """The count from the table of 000:64-76 in the plainest way: look at every set of cards."""
    held = [*hand, starter]
    sets = [chosen for size in range(2, 6) for chosen in combinations(held, size)]
    total = 2 * sum(sum(card.pips for card in chosen) == 15 for chosen in sets)
    total += 2 * sum(len(chosen) == 2 and chosen[0].rank == chosen[1].rank for chosen in sets)
    for length in (5, 4, 3):
        runs = [chosen for chosen in sets if len(chosen) == length and in_sequence(chosen)]
        if runs:
            total += length * len(runs)
            break
    if len({card.suit for card in held}) == 1:
        total += len(held)
    elif len({card.suit for card in hand}) == 1 and not crib:
        total += len(hand)
    return total + any(card.rank == Rank.JACK and card.suit == starter.suit for card in hand)


def in_sequence(chosen):
    order = sorted(card.rank for card in chosen)
    return order == list(range(order[0], order[0] + len(order)))


@given(hands(5))
def test_a_count_is_what_looking_at_every_set_of_cards_finds(five):
    for crib in (False, True):
        for held in (five[:4], five[:3]):
            truth = reckoned(held, five[4], crib=crib)
            assert show(held, five[4], crib=crib).total == truth
            assert show_total(held, five[4], crib=crib) == truth


@pytest.mark.parametrize("size", [4, 5])
def test_every_set_of_ranks_counts_alike_both_ways_and_never_nineteen(size):
    totals = Counter()
    for chosen in combinations_with_replacement(range(1, 14), size):
        if max(Counter(chosen).values()) > 4:
            continue
        held = [Card(rank, Suit(chosen[:place].count(rank))) for place, rank in enumerate(chosen)]
        total = show(held[:-1], held[-1]).total
        assert show_total(held[:-1], held[-1]) == total
        totals[total] += 1
    assert sum(totals.values()) == {4: 1820, 5: 6175}[size]
    assert IMPOSSIBLE.isdisjoint(totals)


@given(hands(5))
def test_000_99_no_hand_counts_19_25_26_or_27(five):
    for crib in (False, True):
        total = show_total(five[:4], five[4], crib=crib)
        assert 0 <= total <= 29
        assert total not in IMPOSSIBLE


@given(hands(5))
def test_each_item_is_worth_what_its_law_says(five):
    for item in show(five[:4], five[4]).items:
        match item.law:
            case Law.FIFTEEN:
                assert (sum(card.pips for card in item.cards), item.points) == (15, 2)
            case Law.PAIR | Law.PAIR_ROYAL | Law.DOUBLE_PAIR_ROYAL:
                assert len({card.rank for card in item.cards}) == 1
                assert item.points == {2: 2, 3: 6, 4: 12}[len(item.cards)]
            case Law.RUN:
                assert in_sequence(item.cards)
                assert item.points == len(item.cards) >= 3
            case Law.FLUSH:
                assert len({card.suit for card in item.cards}) == 1
                assert item.points == len(item.cards) >= 4
            case Law.HIS_NOBS:
                assert (item.cards, item.points) == ((five[4].nobs,), 1)
            case law:
                pytest.fail(f"{law} is not pegged in the show")
