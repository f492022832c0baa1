"""Groups and divisions: how they are filled, who goes through, and who goes up and down."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, zip_longest
from typing import Final

from bot.leagues import schedule
from bot.leagues.access import refusal
from bot.leagues.brackets import bracket_plan
from bot.leagues.schedule import Round
from bot.leagues.settings import DIVISION, GROUP
from bot.leagues.standings import Standing
from bot.models.league import Grouping, League, Season
from bot.storage import leagues as stored_groups
from bot.storage.database import Database


def group_count(grouping: Grouping, players: int, usual: int) -> int:
    """Return how many groups there are: as many as were agreed, or those of the ``usual`` size, 2 if there can be."""
    return grouping.many or max(min(2, players // 2), players // usual)


def draw_groups(players: Sequence[int], many: int) -> list[list[int]]:
    """Return groups of players who are given in the order of the draw; their sizes differ by one at most."""
    return [list(players[first::many]) for first in range(many)]


def fill_divisions(players: Sequence[int], many: int) -> list[list[int]]:
    """Return divisions of players who are given from the first to the last; lower divisions have one more, if any."""
    size, more = divmod(len(players), many)
    sizes = [size + (number >= many - more) for number in range(many)]
    starts = [sum(sizes[:number]) for number in range(many)]
    return [list(players[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def group_rounds(groups: Iterable[Sequence[int]], *, twice: bool) -> list[Round]:
    """Return the rounds in which everyone meets everyone of their group; a smaller group is done sooner."""
    rounds = [schedule.round_robin(group, double=twice) for group in groups]
    return [[pairing for one in together for pairing in one] for together in zip_longest(*rounds, fillvalue=[])]


def promoted(divisions: Sequence[Sequence[int]], moves: int) -> list[list[int]]:
    """Return the divisions after promotion and relegation; each is given from its first player to its last.

    So many go up from each division and as many down from the one above, but never more than half of either.
    """
    after = [list(division) for division in divisions]
    moving = [min(moves, len(upper) // 2, len(lower) // 2) for upper, lower in pairwise(divisions)]
    for number, many in enumerate(moving):
        down, up = divisions[number][len(divisions[number]) - many :], divisions[number + 1][:many]
        # Whoever comes up is last above, and whoever goes down is first below.
        after[number] = [player for player in after[number] if player not in down] + list(up)
        after[number + 1] = list(down) + [player for player in after[number + 1] if player not in up]
    return after


def group_seeds(tables: Sequence[Sequence[Standing]], many: int) -> list[int]:
    """Return who goes through, best first: all firsts of the groups before all seconds, and so on.

    Those of one place are compared by points and spread per game, as groups differ in size.
    """
    ranks = [[table[place] for table in tables if place < len(table)] for place in range(max(map(len, tables)))]
    ordered = [line for level in ranks for line in sorted(level, key=_merit, reverse=True)]
    return [line.player.id for line in ordered[:many]]


def keep_apart(seeds: Sequence[int], groups: Mapping[int, int]) -> list[int]:
    """Return seeds of which, as far as it can be, no two of one group meet in the first round.

    Only players in the lower half of the draw change their places, and the nearest ones first.
    """
    order = list(seeds)
    for upper, lower in _first_pairs(len(order)):
        if not _level(order, groups, upper, lower):
            continue
        for other_upper, other in sorted(_first_pairs(len(order)), key=lambda pair: abs(pair[1] - lower)):
            order[lower], order[other] = order[other], order[lower]
            if not (_level(order, groups, upper, lower) or _level(order, groups, other_upper, other)):
                break
            order[lower], order[other] = order[other], order[lower]
    return order


def _first_pairs(players: int) -> list[tuple[int, int]]:
    """Return the places of the seeds who meet in the first round, from 0."""
    return [
        (match.upper.seed - 1, match.lower.seed - 1)
        for match in bracket_plan("single", players)[0]
        if match.lower is not None
    ]


def _level(order: Sequence[int], groups: Mapping[int, int], one: int, other: int) -> bool:
    return groups.get(order[one], -1) == groups.get(order[other], -2)


def _merit(line: Standing) -> tuple[Fraction, Fraction, int]:
    played = max(line.played, 1)
    return Fraction(line.points, played), Fraction(line.spread, played), -line.rank


MOST_IN_GROUP: Final = 100
"""The most players of one group or division."""


async def groups_for_start(
    database: Database, league: League, season: Season, players: Sequence[int]
) -> list[list[int]]:
    """Return the groups or divisions for players who are given in an order drawn by lot.

    Divisions keep the order to which the season before has led; new players come last. Raises ``LeagueError`` for too
    few players.
    """
    usual = GROUP if league.format == "groups" else DIVISION
    many = group_count(league.grouping, len(players), usual)
    if len(players) < 2 * many:
        raise refusal("{many} groups need at least {number} players.", many=many, number=2 * many)
    if len(players) > many * MOST_IN_GROUP:
        raise refusal("A group can have at most {most} players.", most=MOST_IN_GROUP)
    if league.format == "groups":
        return draw_groups(players, many)
    before = list(await stored_groups.read_groups(database, league.id, season.number))
    known = {player: place for place, player in enumerate(before)}
    return fill_divisions(sorted(players, key=lambda player: known.get(player, len(known))), many)
