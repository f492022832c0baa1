"""A largest matching, where not everyone may meet everyone: Edmonds' blossom algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TypeAlias

Graph: TypeAlias = Mapping[int, AbstractSet[int]]
"""The possible opponents of each player; every pair is listed both ways."""


def largest_matching(graph: Graph, begun: Mapping[int, int]) -> dict[int, int]:
    """The mate of each player when as many as possible are paired; the pairs in ``begun`` may change."""
    mates = dict(begun)
    for alone in graph:
        if alone not in mates:
            _Search(graph, mates, alone).extend()
    return mates


class _Search:
    """A search for an augmenting path, in which new and old pairs take turns, to another unpaired player.

    ``came_from`` is the proposer of each player to whom a new pair was proposed. Paths that meet after an odd number of
    steps close a blossom, in which anyone can be reached both ways: all its members count as one, under their ``base``.
    """

    def __init__(self, graph: Graph, mates: dict[int, int], root: int) -> None:
        self.graph, self.mates, self.root = graph, mates, root
        self.came_from: dict[int, int] = {}
        self.base = {one: one for one in graph}
        self.proposing = [root]

    def extend(self) -> None:
        """Pair the root if there is a path; everyone who was paired still is."""
        end = self._end()
        while end is not None:
            proposer = self.came_from[end]
            left = self.mates.get(proposer)
            self.mates[end], self.mates[proposer] = proposer, end
            end = left

    def _end(self) -> int | None:
        """Another unpaired player who can be reached."""
        for one in self.proposing:
            for other in self.graph[one]:
                if self.base[one] == self.base[other] or self.mates.get(one) == other:
                    continue
                if other in self.proposing:
                    self._close(one, other)
                elif other not in self.came_from:
                    self.came_from[other] = one
                    if other not in self.mates:
                        return other
                    self.proposing.append(self.mates[other])
        return None

    def _close(self, one: int, other: int) -> None:
        """Make the paths by which both were reached one blossom; every member of it may propose."""
        base = self._common_base(one, other)
        blossom = {*self._path_back(one, base, other), *self._path_back(other, base, one)}
        for member, under in self.base.items():
            if under in blossom:
                self.base[member] = base
                if member not in self.proposing:
                    self.proposing.append(member)

    def _common_base(self, one: int, other: int) -> int:
        """The base at which the paths back from both players meet."""
        passed = set()
        while True:
            one = self.base[one]
            passed.add(one)
            if one == self.root:
                break
            one = self.came_from[self.mates[one]]
        while (other := self.base[other]) not in passed:
            other = self.came_from[self.mates[other]]
        return other

    def _path_back(self, one: int, base: int, proposer: int) -> list[int]:
        """The bases passed on the way back from ``one``, who is now reached from the ``proposer`` as well."""
        passed = []
        while self.base[one] != base:
            mate = self.mates[one]
            passed += [self.base[one], self.base[mate]]
            self.came_from[one] = proposer
            one, proposer = self.came_from[mate], mate
        return passed
