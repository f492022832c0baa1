"""Fixtures: everyone meets everyone, first deals are shared, and nobody meets again who need not."""

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.schedule import (
    Pairing,
    club_night,
    find_floats,
    first_deal_surplus,
    qualifiers,
    round_robin,
    swiss_round,
)
from tests.support.data_files import data_beside
from tests.support.depth import examples, part_of, thorough

DATA = data_beside(__file__)

FIELDS = (*range(2, 24), 31, 32, 33, 48, 63, 64)


def ids(field):
    """Players who are not numbered as they sit."""
    return [1000 - 7 * player for player in range(field)]


def both(pairing):
    return pairing.first, pairing.second


def pairs(rounds):
    return Counter(frozenset(both(pairing)) for one in rounds for pairing in one)


def first_deals(players, rounds):
    deals = Counter(dict.fromkeys(players, 0))
    deals.update(pairing.first for one in rounds for pairing in one)
    return deals


def games(players, rounds):
    played = first_deals(players, rounds)
    played.update(pairing.second for one in rounds for pairing in one)
    return played


def apart(counts):
    return max(counts.values()) - min(counts.values())


def nobody_is_in_two_places(one):
    return len({player for pairing in one for player in both(pairing)}) == 2 * len(one)


# Round robins


def test_in_a_round_robin_everyone_meets_everyone_once_and_first_deals_are_shared():
    """After every round they differ by one at most, and nobody deals first, or second, three times running."""
    for field in FIELDS:
        players = ids(field)
        rounds = round_robin(players)
        assert pairs(rounds) == Counter(map(frozenset, combinations(players, 2)))
        assert len(rounds) == field - 1 + field % 2
        assert all(len(one) == field // 2 and nobody_is_in_two_places(one) for one in rounds)
        dealt = dict.fromkeys(players, "")
        for one in rounds:
            for pairing in one:
                dealt[pairing.first] += "F"
                dealt[pairing.second] += "S"
            firsts = {player: deals.count("F") for player, deals in dealt.items()}
            assert apart(firsts) <= 1
        assert field % 2 == 0 or apart(firsts) == 0
        assert not any("FFF" in deals or "SSS" in deals for deals in dealt.values())


def test_in_a_double_round_robin_each_player_of_a_pair_deals_first_once():
    for field in FIELDS:
        players = ids(field)
        rounds = round_robin(players, double=True)
        met = [pairing for one in rounds for pairing in one]
        assert Counter(met) == Counter(
            pairing for pair in combinations(players, 2) for pairing in (Pairing(*pair), Pairing(*pair[::-1]))
        )
        assert all(nobody_is_in_two_places(one) for one in rounds)
        assert set(first_deals(players, rounds).values()) == {field - 1}
        meetings = [pairs([one, after]).most_common(1)[0][1] for one, after in pairwise(rounds)]
        assert field == 2 or max(meetings) == 1, "no two players meet in consecutive rounds"


@pytest.mark.parametrize("field", [0, 1])
def test_a_single_player_has_no_fixtures(field):
    assert round_robin(ids(field)) == club_night(ids(field), 9) == []


# Club nights


def test_on_a_club_night_all_play_equally_often_and_first_deals_differ_by_one_at_most():
    for field, many in [*product(range(2, 20), range(1, 20)), *product((29, 40, 63, 64), (1, 2, 9, 29))]:
        players = ids(field)
        rounds = club_night(players, many)
        assert all(nobody_is_in_two_places(one) for one in rounds)
        short = [played for played in games(players, rounds).values() if played != many]
        assert short == [many - 1] * (field % 2 and many % 2)
        assert field % 2 or len(rounds) == many
        assert apart(first_deals(players, rounds)) <= 1
        assert max(pairs(rounds).values()) == -(-many // (field - 1)), "nobody again before everyone"


# Swiss


def unmet(players, before):
    met = pairs([before])
    return [frozenset(pair) for pair in combinations(players, 2) if not met[frozenset(pair)]]


def ways(players):
    if not players:
        yield []
        return
    one, *others = players
    for other in others:
        for rest in ways([player for player in others if player != other]):
            yield [frozenset((one, other)), *rest]


def a_swiss(seed, field, rounds):
    """Each round of a Swiss in which chance decides: the table before it, the pairings so far, and the new ones."""
    rng, before = Random(seed), []
    points = Counter(dict.fromkeys(rng.sample(ids(field), field), 0))
    for _ in range(rounds):
        table = sorted(points.items(), key=lambda line: -line[1])
        drawn = swiss_round(table, before)
        yield table, list(before), drawn
        before += drawn
        for pairing in drawn:
            two = (pairing.first, pairing.first if pairing.second is None else pairing.second)
            points[rng.choice(two)] += rng.choice((2, 2, 2, 3))


@thorough
def test_in_a_swiss_everyone_plays_once_a_round_or_has_the_bye_and_nobody_meets_again():
    """In rounds enough to tell one winner, as many as halvings of the field."""
    for field in part_of(FIELDS):
        for table, before, drawn in a_swiss(field, field, (field - 1).bit_length()):
            there = [player for pairing in drawn for player in both(pairing)]
            expected = [player for player, _ in table] + [None] * (field % 2)
            assert Counter(there) == Counter(expected)
            assert field < 6 or max(pairs([before, drawn]).values()) == 1


@examples(150)
@given(st.data())
def test_whatever_has_been_played_no_rematch_is_made_that_could_be_avoided(data):
    """Also where so few are unmet that most ways end in a rematch: the search goes round odd rings of players."""
    field = data.draw(st.sampled_from([4, 6, 8]))
    possible = list(combinations(range(field), 2))
    latest = [Pairing(*pair) for pair in data.draw(st.lists(st.sampled_from(possible), unique=True))]
    table = [(player, data.draw(st.integers(0, 3))) for player in range(field)]
    table.sort(key=lambda line: -line[1])
    fresh = set(unmet(range(field), latest))
    if not fresh:
        return
    # It makes no difference that before those all had met already.
    for laps in (0, 1):
        once = [Pairing(*pair) for pair in possible] * laps
        drawn = swiss_round(table, [*once, *latest])
        rematches = sum(frozenset(both(pairing)) not in fresh for pairing in drawn)
        assert rematches == min(sum(pair not in fresh for pair in way) for way in ways(list(range(field))))


def runs(before):
    """Return how many rounds running each player has dealt first at the end; below 0 second."""
    found = Counter()
    for pairing in before:
        if pairing.second is not None:
            one, other = both(pairing)
            found[one], found[other] = max(found[one], 0) + 1, min(found[other], 0) - 1
    return found


@pytest.mark.parametrize("field", [6, 8])
def test_no_other_way_to_pair_a_swiss_is_better(field):
    """Every way is tried. Rematches count most, then third first deals running, then points, then even first deals."""
    for seed in range(12):
        for table, before, drawn in a_swiss(seed, field, field - 1):
            points, deals, running = dict(table), first_deal_surplus(before), runs(before)
            met = pairs([before])

            def cost(way, points=points, deals=deals, running=running, met=met):
                two = [tuple(pair) for pair in way]
                return (
                    sum(met[pair] for pair in way),
                    sum(running[a] * running[b] >= 4 for a, b in two),
                    sum((points[a] - points[b]) ** 2 for a, b in two),
                    sum(abs(deals[a] + deals[b]) for a, b in two),
                )

            best = min(map(cost, ways(list(points))))
            assert cost([frozenset(both(pairing)) for pairing in drawn]) == best


def test_a_large_field_in_which_neighbours_have_all_met():
    """Everyone has met the twenty nearest, so that the graph of near pairs has no round without a rematch."""
    before = [Pairing(a, b) for a, b in combinations(range(60), 2) if b - a <= 20]
    drawn = swiss_round([(player, 60 - player) for player in range(60)], before)
    assert not {frozenset(both(pairing)) for pairing in drawn} & {frozenset(both(pairing)) for pairing in before}


@pytest.mark.parametrize(("table", "before", "drawn"), DATA["rounds"])
def test_a_round_of_a_swiss_by_hand(table, before, drawn):
    assert [[*both(pairing)] for pairing in swiss_round(table, [Pairing(*pair) for pair in before])] == drawn


@thorough
def test_the_bye_goes_to_the_player_with_fewest_byes():
    for field in part_of(range(3, 22, 2)):
        byes = Counter(dict.fromkeys(ids(field), 0))
        for _, _, drawn in a_swiss(field, field, min(field + 2, 14)):
            [idle] = [pairing.first for pairing in drawn if pairing.second is None]
            assert byes[idle] == min(byes.values())
            byes[idle] += 1


def test_the_bye_goes_to_the_lowest():
    table = [(1, 4), (2, 4), (3, 2), (4, 2), (5, 0)]
    assert swiss_round(table, [])[-1] == Pairing(5, None)
    assert swiss_round(table, [Pairing(5, None)])[-1] == Pairing(4, None)


def test_the_bye_passes_the_lowest_if_that_avoids_a_rematch():
    """The fifth and the fourth have met all the others but each other: idle, either leaves the other a rematch."""
    before = [Pairing(low, high) for low in (4, 5) for high in (1, 2, 3)]
    assert swiss_round([(1, 9), (2, 7), (3, 5), (4, 3), (5, 1)], before)[-1] == Pairing(3, None)


def test_a_rematch_is_better_than_a_second_bye():
    """4 and 5 alone have had no bye, and only they have anyone left to meet: either way one new pair is left."""
    left = {frozenset((4, 1)), frozenset((5, 2))}
    before = [Pairing(*pair) for pair in combinations(range(1, 6), 2) if frozenset(pair) not in left]
    before += [Pairing(player, None) for player in (1, 2, 3)]
    drawn = swiss_round([(1, 9), (2, 7), (3, 5), (4, 3), (5, 1)], before)
    assert drawn[-1] == Pairing(5, None)
    assert {1, 4} in [{*both(pairing)} for pairing in drawn]


@thorough
def test_first_deals_of_a_swiss_stay_even():
    """In six rounds nobody deals first, or second, three times running; after a seventh most are level."""
    for field, seed in part_of([*product((8, 16, 33, 64), range(4)), *((20, seed) for seed in range(40))]):
        *_, (_, before, drawn) = a_swiss(seed, field, 7)
        surplus = first_deal_surplus([*before, *drawn]).values()
        assert set(map(abs, surplus)) <= {0, 1, 2, 3}
        assert sum(abs(deals) <= 1 for deals in surplus) >= 0.8 * field
        longest = (length for place in range(len(before)) for length in runs(before[: place + 1]).values())
        assert max(map(abs, longest)) <= 2


def test_the_order_within_the_rounds_already_played_makes_no_difference():
    *_, (table, before, drawn) = a_swiss(1, 12, 6)
    rounds = [before[start : start + 6] for start in range(0, len(before), 6)]
    assert swiss_round(table, [pairing for one in rounds for pairing in Random(0).sample(one, 6)]) == drawn


# Playoffs


@pytest.mark.parametrize(
    ("players", "through"),
    [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2), (8, 2), (9, 3), (12, 3), (13, 4), (16, 4), (17, 5), (20, 5), (64, 16)],
)
def test_one_in_four_rounded_up_goes_through(players, through):
    assert qualifiers(players) == through


def test_nobody_floats_the_same_way_again_where_another_can():
    """Of 1, 2 and 3, who are level, one meets 4 below them: not 3, who floated down in the last round."""
    table = [(1, 4), (2, 4), (3, 4), (4, 2), (5, 0), (6, 0)]
    assert frozenset((3, 4)) in {frozenset(both(pairing)) for pairing in swiss_round(table, [])}
    drawn = swiss_round(table, [], {3: [0, -1]})
    down = next(pairing for pairing in drawn if 4 in both(pairing))
    assert 3 not in both(down)


def test_floats_are_found_from_the_rounds():
    rounds = [[Pairing(1, 2), Pairing(3, 4), Pairing(5, None)], [Pairing(1, 4), Pairing(3, 5), Pairing(2, None)]]
    gained = [{1: 2, 3: 3, 5: 2}, {}]
    assert find_floats(rounds, gained) == {1: [0, -1], 2: [0, -1], 3: [0, -1], 4: [0, 1], 5: [-1, 1]}


def same_way_floats(seed, field, rounds):
    """How often a player of a Swiss floats the same way in two rounds running."""
    rng, points, made, gained = Random(seed), Counter(), [], []
    order = rng.sample(range(1, field + 1), field)
    for _ in range(rounds):
        table = sorted(((player, points[player]) for player in order), key=lambda line: -line[1])
        drawn = swiss_round(table, [pairing for one in made for pairing in one], find_floats(made, gained))
        made.append(drawn)
        gained.append({rng.choice(both(pairing)): 2 for pairing in drawn})
        points.update(gained[-1])
    floats = find_floats(made, gained)
    return sum(one == next_one != 0 for ways in floats.values() for one, next_one in pairwise(ways))


def test_few_float_the_same_way_in_two_rounds_running():
    """Without a memory of floats it is three in a season."""
    assert sum(same_way_floats(seed, 20, 6) for seed in range(10)) <= 15
