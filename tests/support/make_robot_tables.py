"""Make the tables of ``engine/ai/tables.json``: robots deal and play by the tables that there are, and learn from it.

``python -m tests.support.make_robot_tables hands`` counts what robots keep and discard, ``deals`` plays deals without
much thought, fits what each hand pegs, and works out the chances to win backwards from the end, ``experts`` fits what
each hand pegs again by deals that experts play, and ``cribs`` averages the cribs, all of one ``--game``.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.resources import files
from itertools import accumulate, combinations, combinations_with_replacement, product, takewhile
from math import exp, sqrt
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean, linear_regression, pvariance
from typing import Any, TypeAlias

from engine.ai.discard_averages import Unseen, analyse, expected_points
from engine.ai.discards import by_points, ranks_of
from engine.ai.levels import EXPERT
from engine.ai.play_positions import Ranks, Seating, play_out, start
from engine.ai.robots import choose
from engine.ai.tables import Place, form, hands_of, pegging, ways
from engine.ai.winning_chances import HOLES, LINES, UNIT, between
from engine.cards import PACK, Card, Rank
from engine.events import Pegged, Shown
from engine.game import apply, waiting_on
from engine.rules import Counting, Rules
from engine.scoring import show_total
from engine.state import Playing
from engine.view import view
from tests.support.robot_tables import at_play

MOST = 121
"""The most holes that a player can need."""

PATH = Path(str(files("engine.ai").joinpath("tables.json")))

Numbers: TypeAlias = Sequence[float] | Sequence[Sequence[float]]

_ROW = re.compile(r"\[[^\[\]]*\]")


def put(table: Numbers, *place: str) -> None:
    """Put a table at its place in the file, such as ``"discards", "pone"``."""
    tables: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    inner = tables
    for name in place[:-1]:
        inner = inner[name]
    inner[place[-1]] = table
    PATH.write_text(_text(tables), encoding="utf-8")


def _text(tables: dict[str, Any]) -> str:
    """Return the file's text: each list of numbers is one line."""
    return _ROW.sub(lambda row: "".join(row[0].split()), json.dumps(tables, indent=1)) + "\n"


# What is kept and discarded.

Counts = Counter[Ranks]
"""How often ranks were kept or discarded, the lowest first."""

SMOOTH = 0.02
"""The share of hands that are kept by chance: no hand that can be dealt is impossible."""


def make_hands(rules: Rules, deals: int, chance: Random) -> None:
    """Let robots discard, on the dealer's side and not, and write how often they keep each hand, and discard what."""
    counted = {side: (Counts(), Counts()) for side in ("dealer", "pone")}
    for _ in range(deals):
        dealt = chance.sample(PACK, rules.dealt)
        for side, (kept, away) in counted.items():
            best = analyse(dealt, dealer=side == "dealer", players=rules.players)[0]
            kept[ranks_of(best.kept)] += 1
            away[ranks_of(best.cards)] += 1
    hands = tuple(combinations_with_replacement(range(1, 14), rules.dealt - each(rules)))
    all_ways = sum(map(ways, hands))
    for side, (kept, away) in counted.items():
        by_skill = [(1 - SMOOTH) * kept[hand] / deals for hand in hands]
        by_chance = [SMOOTH * ways(hand) / all_ways for hand in hands]
        numbers = [round(1_000_000 * sum(both)) for both in zip(by_skill, by_chance, strict=True)]
        put(numbers, "kept hands", form(rules.players, rules.dealt), side)
        if each(rules) == 1:
            rows = [[round(100_000 * away[rank,] / deals)] for rank in range(1, 14)]
        else:
            pairs = [[(low, high) for low in range(1, high + 1)] for high in range(1, 14)]
            rows = [[round(100_000 * away[pair] / deals) for pair in row] for row in pairs]
        put(rows, "discards", form(rules.players, rules.dealt), side)


# What hands peg.


Samples: TypeAlias = list[tuple[Ranks, float]]
"""Hands that were kept, and what their side pegged, less what the other side did."""

NEXT = [(low, low + apart) for apart in (1, 2) for low in range(1, 14 - apart)]
MAKING = [(5, 10), (5, 11), (5, 12), (5, 13), (6, 9), (7, 8), (1, 4), (2, 3)]
"""Two cards that may become a run, and that make fifteen or five."""

RIDGE = 25.0
EXPERTS_RIDGE = 1_000.0
"""How many hands must tell something before half of it is believed: of many quick deals, and of fewer by experts."""

SURE = 1e-6


def features(hand: Ranks) -> list[float]:
    """Return what the pegging of a hand may depend on: the number of each rank, pairs, and cards that go together."""
    held = [0, *(hand.count(rank) for rank in range(1, 14))]
    pairs = [float(many * (many - 1) // 2) for many in held[1:]]
    return [1.0, *map(float, held[1:]), *pairs, *(float(held[low] * held[high]) for low, high in (*NEXT, *MAKING))]


def fitted(samples: Samples, hands: Sequence[Ranks], known: Mapping[Ranks, float], ridge: float) -> list[float]:
    """Return what each hand pegs, by a linear fit to what the hands of the samples pegged.

    It begins with what is ``known``, made larger or smaller as a whole; whatever moves single hands must be told by as
    many samples as the ``ridge``.
    """

    def signs(hand: Ranks) -> list[float]:
        return [known.get(hand, 0.0), *features(hand)]

    size, mean = len(signs(hands[0])), sum(net for _, net in samples) / len(samples)
    sums = [[(ridge if row > 1 else SURE) * (row == column) for column in range(size)] + [0.0] for row in range(size)]
    for hand, net in samples:
        present = [(place, value) for place, value in enumerate(signs(hand)) if value]
        for row, value in present:
            for column, other in present:
                sums[row][column] += value * other
            sums[row][size] += value * (net - mean)
    factors = solved(sums)
    return [mean + sum(map(mul, factors, signs(hand))) for hand in hands]


def solved(sums: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each with its right side last; they are positive definite."""
    size = len(sums)
    for row in range(size):
        pivot = sums[row][row]
        sums[row] = [value / pivot for value in sums[row]]
        for other in range(size):
            factor = sums[other][row]
            if other != row and factor:
                sums[other] = [value - factor * own for value, own in zip(sums[other], sums[row], strict=True)]
    return [row[size] for row in sums]


# The chances to win.

HEELS = 2

Grid = list[list[float]]

Scores = list[int]
"""The scores of a deal in order: above 0 for the dealer, below for the pone."""


@dataclass
class Outcomes:
    """What many deals brought: the totals of both, and who reached each number of holes with what the other had."""

    deals: int = 0
    totals: Counter[tuple[int, int]] = field(default_factory=Counter)
    reached: tuple[list[list[int]], list[list[int]]] = field(
        default_factory=lambda: (
            [[0] * (MOST + 1) for _ in range(MOST + 1)],
            [[0] * (MOST + 1) for _ in range(MOST + 1)],
        )
    )

    def add(self, scores: Scores) -> None:
        """Count one deal: ``reached[side][holes][other]`` is how often a side got there while the other had so many."""
        have = [0, 0]
        for points in scores:
            side = 0 if points > 0 else 1
            for holes in range(have[side] + 1, have[side] + abs(points) + 1):
                self.reached[side][holes][have[1 - side]] += 1
            have[side] += abs(points)
        self.totals[have[0], have[1]] += 1
        self.deals += 1


@dataclass(frozen=True)
class PlayedDeal:
    """A deal that was discarded and played: the hands and the starter, the crib, and the scores of the play in order.

    Seat 0 deals. The scores of the play are pairs (seat, points).
    """

    hands: tuple[tuple[Card, ...], ...]
    starter: Card
    crib: tuple[Card, ...]
    pegs: list[tuple[int, int]]

    @classmethod
    def at_random(cls, rules: Rules, chance: Random) -> PlayedDeal:
        """Deal, discard and play as good players do without much thought."""
        cards = tuple(chance.sample(PACK, rules.players * rules.dealt + from_pack(rules) + 1))
        best = [
            by_points(cards[seat * rules.dealt : (seat + 1) * rules.dealt], Place(rules.players, rules.dealt, seat))[0]
            for seat in range(rules.players)
        ]
        crib = (*cards[-1 - from_pack(rules) : -1], *(card for one in best for card in one.cards))
        # A sign for each seat that tells them apart, because points are less than 100.
        seating = Seating(tuple(100**seat for seat in range(rules.players)), rules.single_series)
        scores = play_out(start(), tuple([ranks_of(one.kept) for one in best]), 1, 0, seating)
        pegs = [next((seat, score // 100**seat) for seat in (3, 2, 1, 0) if score >= 100**seat) for score in scores]
        return cls(tuple([one.kept for one in best]), cards[-1], crib, pegs)

    def net(self, seat: int, rules: Rules) -> float:
        """Return what a seat's side pegged in the play, less the mean of the other sides."""
        own = sum(points for other, points in self.pegs if rules.side_of(other) == rules.side_of(seat))
        return own - (sum(points for _, points in self.pegs) - own) / (len(rules.sides) - 1)

    def scores_by_seat(self) -> list[tuple[int, int]]:
        """Return all scores in order, as pairs (seat, points)."""
        heels = [(DEALER, HEELS)] if self.starter.rank is Rank.JACK else []
        order = (*range(1, len(self.hands)), DEALER)
        shown = [(seat, show_total(self.hands[seat], self.starter)) for seat in order]
        crib = (DEALER, show_total(self.crib, self.starter, crib=True))
        return [(seat, points) for seat, points in (*heels, *self.pegs, *shown, crib) if points]

    def scores(self, rules: Rules) -> Scores:
        """Return all scores in order, above 0 for the dealer's side."""
        signs = [1 if rules.side_of(seat) == rules.side_of(DEALER) else -1 for seat in range(rules.players)]
        return [signs[seat] * points for seat, points in self.scores_by_seat()]


def chances(outcomes: Outcomes, line: int) -> tuple[Grid, Grid]:
    """Return the dealer's and the pone's chance to win while the other needs more than ``line`` holes.

    Each table has a row for the holes that the dealer needs and a column for those of the pone. After a deal that
    nobody wins the pone deals, so every chance follows from chances with fewer holes to go; the dealer always scores.
    """
    first = [
        [[total / outcomes.deals for total in (0, *accumulate(row))] for row in reached] for reached in outcomes.reached
    ]
    totals = [(dealer, pone, many / outcomes.deals) for (dealer, pone), many in outcomes.totals.items()]
    by_dealer, by_pone = ([[0.0] * (MOST + 1) for _ in range(MOST + 1)] for _ in range(2))
    for both in range(2, 2 * MOST + 1):
        for dealer_needs in range(max(1, both - MOST), min(MOST, both - 1) + 1):
            pone_needs = both - dealer_needs
            dealer_wins = first[0][dealer_needs][max(0, pone_needs - line)]
            pone_wins = first[1][pone_needs][max(0, dealer_needs - line)]
            for dealer, pone, share in totals:
                if dealer < dealer_needs and pone < pone_needs:
                    dealer_wins += share * by_pone[pone_needs - pone][dealer_needs - dealer]
                    pone_wins += share * by_dealer[pone_needs - pone][dealer_needs - dealer]
            by_dealer[dealer_needs][pone_needs] = dealer_wins
            by_pone[dealer_needs][pone_needs] = pone_wins
    return [row[1:] for row in by_dealer[1:]], [row[1:] for row in by_pone[1:]]


# The chances of three players.

DEALS_OF_THREE = 3_000
"""How many deals are tried from each of these scores; always the same, so that more points are never worth less."""

SWEEPS = 2
"""A deal may leave somebody so near its score that the chance depends on itself: it is worked out again."""


def make_three(rules: Rules, chance: Random) -> None:
    """Write the chances to win of the dealer of three players and of the next one, by the holes that all need."""
    pool = [PlayedDeal.at_random(rules, chance).scores_by_seat() for _ in range(DEALS_OF_THREE)]
    states = sorted(product(range(len(HOLES)), repeat=3), key=lambda state: sum(HOLES[one] for one in state))
    dealer, left = ([[UNIT / 3] * len(HOLES) for _ in range(len(HOLES) ** 2)] for _ in range(2))
    for _ in range(SWEEPS):
        for first, second, third in states:
            needs = HOLES[first], HOLES[second], HOLES[third]
            won = [0.0] * 3
            for deal in pool:
                _add_after(won, needs, deal, (dealer, left))
            row = first * len(HOLES) + second
            dealer[row][third], left[row][third] = (UNIT * one / sum(won) for one in won[:2])
    for name, table in (("dealer", dealer), ("next", left)):
        put([[round(one) for one in row] for row in table], "three", name)
    each_needs_60 = [between(table, (60, 60, 60)) / UNIT for table in (dealer, left)]
    print(f"with 60 holes to go the dealer wins {each_needs_60[0]:.1%}, the next player {each_needs_60[1]:.1%}")


def _add_after(won: list[float], needs: Sequence[int], deal: list[tuple[int, int]], tables: tuple[Grid, Grid]) -> None:
    """Add the chances of all, the dealer first, after a deal: whoever reaches the holes has won, or the next deals."""
    left = list(needs)
    for seat, points in deal:
        left[seat] -= points
        if left[seat] <= 0:
            won[seat] += 1
            return
    after = left[1], left[2], left[0]
    first, second = (between(table, after) / UNIT for table in tables)
    for seat, one in ((1, first), (2, second), (0, 1 - first - second)):
        won[seat] += one


def in_parts(table: Grid) -> list[list[int]]:
    return [[round(UNIT * chance) for chance in row] for row in table]


def make_deals(rules: Rules, deals: int, chance: Random) -> None:
    """Play deals, and write what each hand pegs, and the chances to win; with six cards by a skunk too."""
    outcomes, name = Outcomes(), form(rules.players, rules.dealt)
    samples: list[Samples] = [[] for _ in range(rules.players)]
    for _ in range(deals):
        deal = PlayedDeal.at_random(rules, chance)
        outcomes.add(deal.scores(rules))
        for seat, hand in enumerate(deal.hands):
            samples[seat].append((ranks_of(hand), deal.net(seat, rules)))
    _write_pegged(name, [fitted(one, hands_of(name), {}, RIDGE) for one in samples])
    if rules.players == 3:
        make_three(rules, chance)
        return
    plain, _ = chances(outcomes, 0)
    put(in_parts(plain), "chances", name)
    for line in LINES if rules.dealt == 6 else ():
        for side, table in zip(("dealer", "pone"), chances(outcomes, line), strict=True):
            put(in_parts(table), "skunks", str(line), side)
    print(f"the first dealer wins {plain[-1][-1]:.2%} of games to {MOST}, {plain[60][60]:.2%} of games to 61")


def _write_pegged(name: str, fits: Sequence[Sequence[float]]) -> None:
    put([[round(100 * net) for net in fit] for fit in fits], "pegged", name)


# What hands peg between experts.


def pegged_by_experts(deal: PlayedDeal, rules: Rules, chance: Random) -> PlayedDeal:
    """Return a deal as experts play it."""
    many, pack = each(rules), from_pack(rules)
    away = [deal.crib[pack + seat * many :][:many] for seat in range(rules.players)]
    names = [" ".join(map(str, (*hand, *laid))) for hand, laid in zip(deal.hands, away, strict=True)]
    automatic = replace(rules, counting=Counting.AUTOMATIC)
    game = at_play(automatic, DEALER, *names, starter=str(deal.starter), to_crib=" ".join(map(str, deal.crib[:pack])))
    pegs: list[tuple[int, int]] = []
    while isinstance(game.phase, Playing):
        game, events = apply(game, choose(view(game, waiting_on(game)[0]), EXPERT, chance.random))
        of_play = takewhile(lambda event: not isinstance(event, Shown), events)
        pegs += [(event.seat, event.points) for event in of_play if isinstance(event, Pegged)]
    return replace(deal, pegs=pegs)


def make_experts(rules: Rules, deals: int, chance: Random, *, keep: bool) -> None:
    """Let experts play deals, print how well the table tells what each hand pegs, and fit it to them."""
    name = form(rules.players, rules.dealt)
    samples: list[Samples] = [[] for _ in range(rules.players)]
    for _ in range(deals):
        deal = pegged_by_experts(PlayedDeal.at_random(rules, chance), rules, chance)
        for seat, hand in enumerate(deal.hands):
            samples[seat].append((ranks_of(hand), deal.net(seat, rules)))
    for seat, sample in enumerate(samples):
        print(f"{name}, {seat} seats after the dealer: {held_against(sample, pegging(name, seat))}")
    if not keep:
        hands = hands_of(name)
        _write_pegged(
            name, [fitted(one, hands, pegging(name, seat), EXPERTS_RIDGE) for seat, one in enumerate(samples)]
        )


def held_against(samples: Samples, table: Mapping[Ranks, float]) -> str:
    """Return the means in truth and in a table, and by how much the truth differs where the table differs by one."""
    told, nets = [table[hand] for hand, _ in samples], [net for _, net in samples]
    slope, start = linear_regression(told, nets)
    left = [net - start - slope * one for one, net in zip(told, nets, strict=True)]
    error = 1.96 * sqrt(sum(one * one for one in left) / len(left) / (len(left) * pvariance(told)))
    return f"{fmean(nets):+.2f} pegged, {fmean(told):+.2f} in the table, slope {slope:.2f} ± {error:.2f}"


# The averages of cribs.

FLUSH = 5
CLOSE = 0.5
"""How far behind the best choice, in points, one still counts for about a third of it."""

FAR = 2.0
"""Choices farther behind the best than this are left out."""

DEALER = 0
GAMES = {
    "six": Rules(),
    "five": Rules(dealt=5, single_series=True),
    "three": Rules(players=3, dealt=5),
    "four": Rules(players=4, dealt=5),
}


def each(rules: Rules) -> int:
    """Return how many cards a seat discards."""
    return 4 // rules.players


def from_pack(rules: Rules) -> int:
    """Return how many cards the pack gives to the crib."""
    return 4 - rules.players * each(rules)


@dataclass
class Mean:
    total: float = 0.0
    weight: float = 0.0

    def add(self, value: float, weight: float) -> None:
        self.total += value * weight
        self.weight += weight

    @property
    def value(self) -> float:
        """The mean so far; that of all cribs where nothing was counted."""
        return self.total / self.weight if self.weight else 4.7


@dataclass
class Table:
    """One side's averages: of each choice without flushes, what two of a suit add, and what a deal is worth."""

    ranks: dict[Ranks, Mean] = field(
        default_factory=lambda: {
            chosen: Mean() for many in (1, 2) for chosen in combinations_with_replacement(range(1, 14), many)
        }
    )
    suited: Mean = field(default_factory=Mean)
    fair: Mean = field(default_factory=Mean)

    def worth(self, cards: tuple[Card, ...]) -> float:
        mean = self.ranks[ranks_of(cards)].value
        return mean + (self.suited.total and self.suited.value) if is_suited(cards) else mean


Tables = tuple[Table, Table]
"""The averages of the dealer's side, and of another."""


@dataclass(frozen=True)
class Choice:
    """A discard, its value, and how many points it is below the best."""

    cards: tuple[Card, ...]
    worth: float
    behind: float


def is_suited(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 2 and cards[0].suit is cards[1].suit


def choices(hand: tuple[Card, ...], table: Table, rules: Rules, seat: int) -> list[Choice]:
    unseen = Unseen.excluding(hand)
    sign = 1.0 if rules.side_of(seat) == rules.side_of(DEALER) else -1.0 / (len(rules.sides) - 1)
    worth = {
        away: expected_points(tuple(card for card in hand if card not in away), unseen) + sign * table.worth(away)
        for away in combinations(hand, each(rules))
    }
    best = max(worth.values())
    near = [Choice(away, value, best - value) for away, value in worth.items() if best - value <= FAR]
    return sorted(near, key=lambda choice: choice.behind)


def play_round(rules: Rules, tables: Tables, deals: int, chance: Random) -> Tables:
    """Return new averages from deals in which all sides discard by the old ones."""
    fresh = Table(), Table()
    places = [0 if rules.side_of(seat) == rules.side_of(DEALER) else 1 for seat in range(rules.players)]
    for _ in range(deals):
        dealt = tuple(chance.sample(PACK, rules.players * rules.dealt + from_pack(rules)))
        hands = [dealt[seat * rules.dealt : (seat + 1) * rules.dealt] for seat in range(rules.players)]
        given, unseen = dealt[rules.players * rules.dealt :], Unseen.excluding(dealt)
        near = [choices(hand, tables[places[seat]], rules, seat) for seat, hand in enumerate(hands)]
        for seat, mine in enumerate(near):
            others = tuple(card for other, theirs in enumerate(near) if other != seat for card in theirs[0].cards)
            fresh[places[seat]].fair.add(mine[0].worth, 1)
            for choice in mine:
                count_crib(fresh[places[seat]], choice, (*given, *others), unseen)
    return fresh


def count_crib(table: Table, choice: Choice, others: tuple[Card, ...], unseen: Unseen) -> None:
    """Count one crib, averaged over its starters, for the side that laid ``choice`` away."""
    cards = (*choice.cards, *others)
    suit = cards[0].suit
    alike = len(choice.cards) == 2 and all(card.suit is suit for card in cards)
    flush = FLUSH * unseen.suits[suit] / sum(unseen.suits) if alike else 0.0
    weight = exp(-choice.behind / CLOSE)
    table.ranks[ranks_of(choice.cards)].add(expected_points(cards, unseen, crib=True) - flush, weight)
    if is_suited(choice.cards):
        table.suited.add(flush, weight)


def averages_of(table: Table, rules: Rules) -> list[list[float]]:
    """Return the averages: of pairs a row for each higher rank, ace first; of single cards a row for each."""
    if each(rules) == 1:
        return [[round(table.ranks[rank,].value, 2)] for rank in range(1, 14)]
    return [[round(table.ranks[low, high].value, 2) for low in range(1, high + 1)] for high in range(1, 14)]


def _write_cribs(rules: Rules, tables: Tables) -> None:
    """Put the averages of a game of cards into the file."""
    game = "cribs", f"{rules.players} hands of {rules.dealt}"
    for side, table in zip(("own", "other"), tables, strict=True):
        put(averages_of(table, rules), *game, side)
    put([round(table.fair.value, 2) for table in tables], *game, "fair")
    put([round(table.suited.value, 3) if each(rules) == 2 else 0.0 for table in tables], *game, "suited")


def make_cribs(rules: Rules, rounds: int, deals: int, chance: Random) -> None:
    """Begin with no opinion of any crib, and let a few short rounds lead to one long one."""
    tables = Table(), Table()
    for _ in range(rounds):
        tables = play_round(rules, tables, deals // 20, chance)
    _write_cribs(rules, play_round(rules, tables, deals, chance))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=("hands", "deals", "experts", "cribs"))
    parser.add_argument("--deals", type=int, help="deals, of cribs in the last round")
    parser.add_argument("--game", choices=GAMES, default="six", help="two hands of six or five, three or four")
    parser.add_argument("--rounds", type=int, default=4, help="of cribs: earlier ones, of a twentieth as many deals")
    parser.add_argument("--keep", action="store_true", help="of experts: only print how good the table is")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = Random(asked.seed)
    match asked.table:
        case "hands":
            make_hands(GAMES[asked.game], asked.deals or 500_000, chance)
        case "deals":
            make_deals(GAMES[asked.game], asked.deals or 200_000, chance)
        case "experts":
            make_experts(GAMES[asked.game], asked.deals or 9_000, chance, keep=asked.keep)
        case "cribs":
            make_cribs(GAMES[asked.game], asked.rounds, asked.deals or 1_000_000, chance)


if __name__ == "__main__":
    main()
