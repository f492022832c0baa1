"""Pairing as many as possible: against trying every way, and on rings of odd length within one another."""

from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest

from bot.leagues.blossom_matching import largest_matching


def graph_of(members, edges):
    graph = {one: set() for one in members}
    for one, other in edges:
        graph[one].add(other)
        graph[other].add(one)
    return graph


def most(graph):
    """Return how many can be paired, by trying every way."""

    @cache
    def among(left):
        if len(left) < 2:
            return 0
        one = min(left)
        rest = left - {one}
        return max([among(rest), *(2 + among(rest - {other}) for other in graph[one] & rest)])

    return among(frozenset(graph))


def holds(graph, mates):
    return all(mates[mate] == one and mate in graph[one] for one, mate in mates.items())


def ring(*members):
    return [*pairwise(members), (members[-1], members[0])]


def a_graph(rng, *, members):
    """Anyone may meet anyone with one chance for the whole graph; names in no order."""
    chance = rng.choice([0.15, 0.25, 0.4, 0.7])
    names = rng.sample(range(100), members)
    return graph_of(names, [pair for pair in combinations(names, 2) if rng.random() < chance])


@pytest.mark.parametrize("members", [5, 6, 7, 8, 9, 10, 11])
def test_as_many_are_paired_as_can_be(members):
    rng = Random(members)
    for _ in range(250):
        graph = a_graph(rng, members=members)
        mates = largest_matching(graph, {})
        assert holds(graph, mates)
        assert len(mates) == most(graph)


@pytest.mark.parametrize("members", [6, 8, 10])
def test_players_paired_at_the_start_stay_paired(members):
    rng = Random(members)
    for _ in range(250):
        graph = a_graph(rng, members=members)
        begun = {}
        for one in graph:
            free = sorted(graph[one] - begun.keys())
            if one not in begun and free and rng.random() < 0.6:
                begun |= {one: free[0], free[0]: one}
        before = dict(begun)
        mates = largest_matching(graph, begun)
        assert begun == before
        assert begun.keys() <= mates.keys()
        assert holds(graph, mates)
        assert len(mates) == most(graph)


def test_pairs_that_need_not_change_do_not():
    assert largest_matching(graph_of([1, 2, 3], [(1, 2), (2, 3)]), {2: 3, 3: 2}) == {2: 3, 3: 2}


def test_a_way_round_a_ring_of_five():
    """From 0 to 6 the way goes round the ring by the side that looks the longer."""
    graph = graph_of(range(7), [(0, 1), *ring(1, 2, 3, 4, 5), (3, 6)])
    assert most(graph) == 6
    assert len(largest_matching(graph, {2: 3, 3: 2, 4: 5, 5: 4})) == 6


def test_rings_within_a_ring():
    inner, middle = ring(2, 3, 4), [(3, 5), (5, 6), (6, 4)]
    graph = graph_of(range(10), [(0, 1), (1, 2), *inner, *middle, (6, 7), (7, 8), (8, 5), (8, 9)])
    for begun in ({}, {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}):
        assert len(largest_matching(graph, begun)) == most(graph) == 10


TANGLES = {
    "both ways back into a blossom are part of it": [
        *[(0, 2), (0, 3), (0, 4), (1, 9), (1, 10), (1, 12), (2, 6), (3, 5)],
        *[(4, 13), (5, 9), (6, 11), (7, 8), (7, 10), (8, 13), (9, 11)],
    ],
    "a player reached both ways is proposed to by the proposer of their mate": [
        *[(0, 2), (0, 10), (1, 4), (1, 7), (3, 7), (3, 9), (4, 11), (4, 13)],
        *[(5, 9), (5, 11), (6, 8), (6, 10), (8, 13), (10, 11), (11, 12)],
    ],
}
"""Where a search that is a little wrong goes round for ever, in some orders of the names."""


@pytest.mark.parametrize("edges", TANGLES.values(), ids=TANGLES)
def test_rings_that_share_members(edges):
    for seed in range(400):
        names = Random(seed).sample(range(40), 14)
        graph = graph_of(names, [(names[one], names[other]) for one, other in edges])
        mates = largest_matching(graph, {})
        assert holds(graph, mates)
        assert len(mates) == 14


def test_two_odd_rings_leave_one_of_each():
    graph = graph_of(range(6), [*ring(0, 1, 2), *ring(3, 4, 5)])
    assert len(largest_matching(graph, {})) == 4


def test_a_hundred_rings_in_a_row_are_not_tried_one_way_after_another():
    """Five hundred players: where every way was tried this would not end."""
    rings = [ring(*range(5 * place, 5 * place + 5)) for place in range(100)]
    links = [(5 * place + 2, 5 * place + 5) for place in range(99)]
    graph = graph_of(range(500), [*links, *(edge for edges in rings for edge in edges)])
    mates = largest_matching(graph, {})
    assert holds(graph, mates)
    assert len(mates) == 500
