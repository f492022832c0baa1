"""The score of a hand or a crib in the show: every example of the rule books, and every set of ranks."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest
from hypothesis import given

from engine.cards import PACK, Card, Rank, Suit
from engine.errors import NotationError
from engine.laws import Law
from engine.scoring import Item, show, show_total
from tests.support.strategies import cards, hands, ranks

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


# 003:73-96, the table of scores: 48 hands, N his nobs, any other J a jack of another suit than the starter's.

TABLE = """
1 1 2 2 3 = 16 | 5 5 N J J = 21
1 2 3 3 3 = 15 | 2 6 7 7 8 = 16
1 4 4 4 10 = 12 | 6 7 8 9 9 = 16
2 3 4 4 4 = 17 | 3 3 6 6 6 = 20
2 2 3 3 4 = 16 | 3 3 3 4 5 = 21
2 3 3 3 4 = 17 | 1 1 7 7 8 = 12
3 3 4 4 5 = 20 | 3 3 3 6 6 = 18
3 4 4 4 5 = 17 | 3 3 6 6 9 = 14
3 4 4 5 5 = 16 | 5 5 5 N J = 23
3 6 6 6 6 = 24 | 5 5 5 10 10 = 22
4 4 5 6 6 = 24 | 1 4 4 N 4 = 13
4 5 5 6 6 = 24 | 5 5 10 N Q = 18
4 5 6 6 6 = 21 | 3 3 3 3 9 = 24
5 N 5 5 5 = 29 | 4 4 4 4 7 = 24
5 5 5 5 10 = 28 | 1 7 7 7 7 = 24
5 5 10 J Q = 17 | 4 4 4 7 7 = 20
6 6 9 9 9 = 20 | 4 4 7 7 7 = 14
6 9 9 9 9 = 20 | 3 3 4 5 5 = 20
6 6 7 7 8 = 20 | 1 1 6 7 7 = 12
7 7 7 8 9 = 21 | 2 6 6 7 7 = 12
7 7 7 8 8 = 20 | 7 7 7 1 1 = 20
7 8 8 8 8 = 20 | 3 4 4 4 4 = 20
7 7 8 8 9 = 24 | 5 5 5 4 6 = 23
7 8 8 9 9 = 20 | 1 1 6 7 8 = 13
"""
ROWS = [tuple(entry.strip().split(" = ")) for line in TABLE.strip().splitlines() for entry in line.split("|")]


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


# 000, the United States rules.


def test_000_64_each_combination_that_totals_fifteen_counts_two():
    assert by_law("5H TD 2C 4S", "KC") == {"fifteen": 4}


def test_000_70_four_of_one_suit_in_hand_count_four():
    assert by_law("2H 4H 8H KH", "TS") == {"flush": 4}


def test_000_73_four_of_the_starter_s_suit_count_five_in_hand_or_crib():
    assert by_law("2H 4H 8H KH", "TH") == {"flush": 5}
    assert by_law("2H 4H 8H KH", "TH", crib=True) == {"flush": 5}


def test_000_74_no_count_for_a_four_flush_in_the_crib():
    assert total_of("2H 4H 8H KH", "TS", crib=True) == 0


def test_000_76_his_nobs_is_the_jack_of_the_starter_s_suit_in_hand_or_crib():
    assert by_law("JH 2C 4D 8S", "TH") == {"his_nobs": 1}
    assert by_law("JH 2C 4D 8S", "TH", crib=True) == {"his_nobs": 1}
    assert total_of("JH 2C 4D 8S", "TC") == 0


def test_000_76_a_jack_turned_up_scores_no_nobs():
    assert total_of("TH 2C 4D 8S", "JH") == 0


def test_000_80_eight_seven_seven_six_two_is_sixteen():
    for place in range(5):
        held = list(ranks("8 7 7 6 2"))
        starter = held.pop(place)
        count = show(held, starter)
        assert Counter((item.law, item.points) for item in count.items) == {
            (Law.FIFTEEN, 2): 4,
            (Law.PAIR, 2): 1,
            (Law.RUN, 3): 2,
        }
        assert count.total == show_total(held, starter) == 16


def test_003_59_the_same_hand_sixteen_although_its_text_says_that_the_combinations_total_sixteen():
    fifteens = [item.cards for item in show(cards("8H 7C 7D 6S"), Card.parse("2C")).items if item.law is Law.FIFTEEN]
    assert {frozenset(chosen) for chosen in fifteens} == {
        frozenset(cards("8H 7C")),
        frozenset(cards("8H 7D")),
        frozenset(cards("6S 2C 7C")),
        frozenset(cards("6S 2C 7D")),
    }
    assert len(fifteens) == 4


def test_000_82_the_ace_is_low_and_makes_no_sequence_with_a_king():
    assert total_of("AH KD QC JS", "7H") == 3
    assert total_of("AH KD QC 7S", "9H") == 0
    assert by_law("AH 2D 3C", "8S") == {"run": 3}


@pytest.mark.parametrize(
    ("hand", "points", "total"),
    [
        pytest.param("K K K 9 7", {"pair_royal": 6}, 6, id="000:86-a-triplet"),
        pytest.param("K K K K 9", {"double_pair_royal": 12}, 12, id="000:87-four-of-a-kind"),
        pytest.param("8 9 9 T 3", {"pair": 2, "run": 6}, 8, id="000:88-a-double-run-of-three"),
        pytest.param("9 T J Q Q", {"pair": 2, "run": 8}, 10, id="000:89-a-double-run-of-four"),
        pytest.param("T J Q Q Q", {"pair_royal": 6, "run": 9}, 15, id="000:90-a-triple-run"),
        pytest.param("9 9 T T J", {"pair": 4, "run": 12}, 16, id="000:91-a-run-of-three-with-two-cards-doubled"),
    ],
)
def test_000_86_to_91_and_003_63_to_68_the_formulas_for_pairs_and_runs(hand, points, total):
    *held, starter = ranks(hand)
    assert starter.nobs not in held
    assert by_law(held, str(starter)) == points
    assert total_of(held, str(starter)) == total


def test_000_95_to_97_the_perfect_twenty_nine():
    assert by_law("5H 5D 5C JS", "5S") == {"double_pair_royal": 12, "fifteen": 16, "his_nobs": 1}
    assert total_of("5H 5D 5C JS", "5S") == 29


def test_000_97_its_eight_fifteens_are_four_with_the_jack_and_four_of_three_fives():
    items = show(cards("5H 5D 5C JS"), Card.parse("5S")).items
    sizes = Counter(len(item.cards) for item in items if item.law is Law.FIFTEEN)
    assert sizes == {2: 4, 3: 4}


def test_the_jack_of_another_suit_makes_twenty_eight():
    assert total_of("5H 5D 5S JS", "5C") == 28
    assert total_of("5H 5D 5C 5S", "JS") == 28


# 001, the club's rules.


def test_001_81_king_jack_five_five_is_fifteen_eight_and_a_pair():
    assert by_law("KH JD 5C", "5S") == {"fifteen": 8, "pair": 2}
    assert total_of("KH JD 5C 5H", "2S") == 10


def test_001_83_three_of_a_rank_are_three_pairs_and_four_are_six():
    assert by_law("9H 9D 9C KS", "7H") == {"pair_royal": 6}
    assert by_law("9H 9D 9C 9S", "7H") == {"double_pair_royal": 12}


def test_001_85_six_seven_seven_eight_is_twelve():
    assert by_law("6H 7D 7C", "8S") == {"fifteen": 4, "pair": 2, "run": 6}
    assert total_of("6H 7D 7C", "8S") == 12
    assert total_of("6H 7D 7C 8S", "KD") == 12


def test_001_85_a_run_of_four_scores_four_and_of_five_five():
    assert by_law("9H TD JC QS", "2H") == {"run": 4}
    assert by_law("9H TD JC QS", "8H") == {"run": 5}
    assert by_law("9H TD JC QS", "KH") == {"run": 5}


def test_001_87_three_in_hand_and_the_starter_of_one_suit_score_nothing():
    assert total_of("2H 4H 8H KD", "TH") == 0


def test_001_89_one_for_his_nob():
    assert by_law("JD 2C 4H 8S", "TD") == {"his_nobs": 1}


def test_001_93_seven_eight_eight_king_and_a_nine_turned_up_is_twelve():
    items = show(cards("7H 8C 8D KS"), Card.parse("9C")).items
    assert Counter(item.law for item in items) == {Law.FIFTEEN: 2, Law.PAIR: 1, Law.RUN: 2}
    assert total_of("7H 8C 8D KS", "9C") == 12
    for eight in cards("8C 8D"):  # each eight is part of a fifteen, a pair and a run
        assert {item.law for item in items if eight in item.cards} == {Law.FIFTEEN, Law.PAIR, Law.RUN}


def test_001_95_a_flush_in_the_crib_needs_the_start_card_too():
    assert total_of("2H 4H 8H KH", "TD", crib=True) == 0
    assert total_of("2H 4H 8H KH", "TD") == 4
    assert total_of("2H 4H 8H KH", "TH", crib=True) == 5


# 002, the Encyclopaedia of 1877.


def test_002_39_a_tenth_card_and_a_five_then_another_five_then_a_two_and_a_three():
    assert by_law("TH 5C 9D", "KS") == {"fifteen": 4}  # two tenth cards with the five
    assert by_law("TH 5C 9D", "8S") == {"fifteen": 2, "run": 3}
    assert by_law("TH 5C AD", "5S") == {"fifteen": 4, "pair": 2}
    fifteens = [item.cards for item in show(cards("TH 5C 2D 3H"), Card.parse("5S")).items if item.law is Law.FIFTEEN]
    assert {frozenset(chosen) for chosen in fifteens} == {
        frozenset(cards("TH 5C")),
        frozenset(cards("TH 5S")),
        frozenset(cards("TH 2D 3H")),
        frozenset(cards("5C 5S 2D 3H")),
    }


def test_002_39_two_tenth_cards_and_two_fives_reckon_fifteen_eight():
    assert by_law("QH TD 5C", "5S") == {"fifteen": 8, "pair": 2}


def test_002_39_a_nine_and_three_threes_reckon_fifteen_six():
    assert by_law("9H 3D 3C", "3S") == {"fifteen": 6, "pair_royal": 6}


def test_002_41_three_four_five_and_a_three_turned_up_are_two_sequences():
    assert by_law("3H 4D 5C", "3S") == {"fifteen": 2, "pair": 2, "run": 6}


def test_002_41_with_another_three_there_are_three_sequences():
    assert by_law("3H 4D 5C 3D", "3S") == {"fifteen": 6, "pair_royal": 6, "run": 9}
    assert total_of("3H 4D 5C 3D", "3S", crib=True) == 21


def test_002_42_a_flush_reckons_one_a_card_and_one_more_for_the_start():
    assert by_law("2H 4H 8H", "TS") == {"flush": 3}
    assert by_law("2H 4H 8H", "TH") == {"flush": 4}
    assert by_law("2H 4H 8H KH", "TS") == {"flush": 4}
    assert by_law("2H 4H 8H KH", "TH") == {"flush": 5}


def test_002_43_the_knave_of_the_suit_turned_up_is_one():
    assert by_law("JS 2C 4D", "8S") == {"his_nobs": 1}


def test_002_44_the_crib_of_six_seven_seven_eight_eight_is_twenty_four():
    for place in range(5):
        held = list(ranks("6 7 7 8 8"))
        starter = held.pop(place)
        count = show(held, starter, crib=True)
        assert Counter((item.law, item.points) for item in count.items) == {
            (Law.FIFTEEN, 2): 4,
            (Law.PAIR, 2): 2,
            (Law.RUN, 3): 4,
        }
        assert count.total == show_total(held, starter, crib=True) == 24


def test_002_44_four_five_six_of_one_suit_and_a_five_turned_up_is_fifteen():
    assert by_law("4H 5H 6H", "5S") == {"fifteen": 4, "pair": 2, "run": 6, "flush": 3}
    assert total_of("4H 5H 6H", "5S") == 15


# 003, the Crib-Derby.


def test_003_52_to_54_flushes_in_hand_and_crib():
    assert total_of("3C 6C TC QC", "8H") == 4
    assert total_of("3C 6C TC QC", "8C") == total_of("3C 6C TC QC", "8C", crib=True) == 5
    assert total_of("3C 6C TC QC", "8H", crib=True) == 0


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


def test_the_order_of_the_cards_does_not_matter():
    rng = Random(7)
    for _ in range(500):
        hand = rng.sample(PACK, 5)
        mixed = rng.sample(hand[:4], 4)
        assert show(hand[:4], hand[4]).total == show(mixed, hand[4]).total == show_total(mixed, hand[4])


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


def test_show_total_is_show_on_thousands_of_hands_and_cribs():
    rng = Random(29)
    for _ in range(4000):
        *hand, starter = rng.sample(PACK, rng.choice((4, 5)))
        crib = rng.random() < 0.5
        assert show_total(hand, starter, crib=crib) == show(hand, starter, crib=crib).total


def test_show_total_is_show_on_suited_hands():
    rng = Random(30)
    for _ in range(1000):
        suit = rng.choice(list(Suit))
        hand = rng.sample([card for card in PACK if card.suit is suit], rng.choice((3, 4)))
        starter = rng.choice([card for card in PACK if card not in hand])
        for crib in (False, True):
            assert show_total(hand, starter, crib=crib) == show(hand, starter, crib=crib).total


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
