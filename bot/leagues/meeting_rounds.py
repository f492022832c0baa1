"""The pairings of a meeting, also for the rest of it after somebody came late or left early."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, Final

import networkx

from bot.leagues import schedule
from bot.leagues.schedule import Pairing, Round, first_deal_surplus
from bot.leagues.swiss import swiss_round
from bot.models.meeting import Meeting, MeetingFormat

MOST_PLAYERS: Final[dict[MeetingFormat, int]] = {"night": 500, "swiss": 500, "single": 100, "double": 100}
"""The most players of a meeting that get pairings."""


def first_rounds(meeting: Meeting, players: Sequence[int]) -> list[Round]:
    """Return the rounds of a meeting before its first game, for these players in an order that was drawn by lot.

    A Swiss has its first round alone.
    """
    match meeting.format:
        case "night":
            return schedule.club_night(players, meeting.games)
        case "single" | "double":
            return schedule.round_robin(players, double=meeting.format == "double")
        case "swiss":
            return [swiss_round([(player, 0) for player in players], [])]
        case "free":
            return []


def later_rounds(
    meeting: Meeting, players: Sequence[int], before: Sequence[Round], chance: random.Random
) -> list[Round]:
    """Return the rounds after those ``before``, for the players who are here now.

    On a night there are as many as are left of it, with opponents who have not met as far as there are any. Those who
    sat out in these rounds meet in one more. In a round robin there are the games that are still to be played.
    """
    if meeting.format in {"single", "double"}:
        return _missing_games(players, before, times=2 if meeting.format == "double" else 1)
    made = list(before)
    sat_out: Counter[int] = Counter()
    for _ in range(len(before), meeting.games):
        # Everyone is level: who meets whom is by lot, as far as it is free.
        table = [(player, 0) for player in chance.sample(players, len(players))]
        drawn = swiss_round(table, [pairing for one in made for pairing in one])
        sat_out.update(pairing.first for pairing in drawn if pairing.second is None)
        made.append([pairing for pairing in drawn if pairing.second is not None])
    extra = _extra_round([player for player in players if sat_out[player]], made)
    return [*made[len(before) :], *extra]


def _extra_round(players: Sequence[int], made: Sequence[Round]) -> list[Round]:
    """Return one more round for those who sat out; of an odd number one plays a game less."""
    past = [pairing for one in made for pairing in one]
    drawn = swiss_round([(player, 0) for player in players], past) if len(players) > 1 else []
    pairs = [pairing for pairing in drawn if pairing.second is not None]
    return [pairs] if pairs else []


def _missing_games(players: Sequence[int], before: Sequence[Round], *, times: int) -> list[Round]:
    """Return rounds in which these players meet everyone as often as they have not met yet."""
    past = [pairing for one in before for pairing in one]
    met = Counter(frozenset({pairing.first, pairing.second}) for pairing in past)
    left = Counter({pair: times - met[frozenset(pair)] for pair in combinations(sorted(players), 2)})
    left = +left
    rounds = []
    while left:
        graph: Any = networkx.Graph()
        degrees = Counter(player for pair, many in left.items() for player in pair for _ in range(many))
        for pair in left:
            graph.add_edge(*pair, weight=sum(degrees[player] for player in pair))
        pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
        deals = first_deal_surplus(past)
        drawn = [_with_first_deal(one, other, deals, past) for one, other in pairs]
        rounds.append(drawn)
        past += drawn
        left -= Counter(pairs)
    return rounds


def _with_first_deal(one: int, other: int, deals: Counter[int], past: Iterable[Pairing]) -> Pairing:
    """Return a pairing in which the player with fewer first deals deals first, or the one who did not last time."""
    if deals[one] == deals[other]:
        last = next(
            (pairing for pairing in reversed(list(past)) if {one, other} == {pairing.first, pairing.second}), None
        )
        return Pairing(one, other) if last is None or last.first == other else Pairing(other, one)
    return Pairing(one, other) if deals[one] < deals[other] else Pairing(other, one)
