"""A season of meetings: what it counts, as a club writes it down, what its meetings add up to, and their tables."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

from bot.leagues.csv_format import collector_paused
from bot.leagues.settings import MOST_MARKS
from bot.leagues.standings import (
    Order,
    Standing,
    StandingWithMove,
    TieFacts,
    ranked,
    ranked_standings,
    read_facts_at,
    tied_groups,
    with_moves,
)
from bot.models.league import POINTS_OF_GAMES, USUAL_TIE_BREAKS, League, Meeting, Season, SeasonCounting
from bot.models.player import Player
from bot.models.result import MeetingSums, ResultTotals
from bot.storage import result_totals, store
from bot.storage.database import Database
from bot.tables import matches

_OUTSIDE: Final = 0
"""The meeting of results outside all meetings."""

_COLUMN: Final = {name: place for place, name in enumerate(MeetingSums._fields)}
_PLAYER, _MEETING, _BEST_HAND, _PLAYED, _WON, _HOLES, _ADVERSE, _SKUNKS = (
    _COLUMN[name] for name in ("player", "meeting", "best_hand", "played", "won", "holes", "adverse", "skunks")
)
_SUMMED: Final = MeetingSums._fields[_PLAYED:]

_Worth: TypeAlias = tuple[int, int, int, int, int, MeetingSums]
"""A player's meeting: its worth to the season, the game points, the wins and the spread there, all with their signs
changed, its id and the sums. In order the best comes first, and of equal ones the earlier."""


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """What a player's season adds up to: the sums of the meetings that count, its marks, and how many meetings."""

    totals: ResultTotals
    marks: int
    nights: int


class SeasonAdder:
    """Adds up the meetings of a season; ``places`` are the marks for places by the ids of meeting and player.

    A large season has tens of thousands of sums, which are plain tuples here.
    """

    def __init__(self, league: League, counting: SeasonCounting, places: Mapping[tuple[int, int], int]) -> None:
        self._by_marks = counting.basis == "marks"
        self._counting = counting
        self._places = places
        self._marks: dict[int, int] = {}
        self._points_column = None if league.scheme == "acc" else _COLUMN[league.scheme]

    def scores(
        self, rows: Iterable[MeetingSums], players: Mapping[int, Player], last: int | None
    ) -> tuple[list[SeasonScore], list[SeasonScore]]:
        """Return what each player's season adds up to, now and before the meeting ``last``.

        The rows of a player follow one another.
        """
        now, before = [], []
        for player_id, group in groupby(rows, key=itemgetter(_PLAYER)):
            mine, player = list(group), players[player_id]
            worths, outside = self.worths(mine), [row for row in mine if row[_MEETING] == _OUTSIDE]
            now.append(self._score(player, worths, outside))
            earlier = [one for one in worths if one[4] != last]
            if len(earlier) == len(worths):
                before.append(now[-1])
            elif earlier or outside:
                before.append(self._score(player, earlier, outside))
        return now, before

    def worths(self, mine: Iterable[MeetingSums]) -> list[_Worth]:
        """Return the worth of each meeting."""
        column = self._points_column
        # Local names, because a large season has tens of thousands of rows.
        meeting_at, won_at, skunks_at, holes_at, adverse_at = _MEETING, _WON, _SKUNKS, _HOLES, _ADVERSE
        worths = []
        for row in mine:
            meeting = row[meeting_at]
            if meeting == _OUTSIDE:
                continue
            won = row[won_at]
            points = 2 * won + row[skunks_at] if column is None else row[column]
            worth = self._marks_for(points) + self._places.get((meeting, row[0]), 0) if self._by_marks else points
            worths.append((-worth, -points, -won, row[adverse_at] - row[holes_at], meeting, row))
        return worths

    def _score(self, player: Player, worths: Sequence[_Worth], outside: Sequence[MeetingSums]) -> SeasonScore:
        many = self._counting.best
        best = worths if many is None or len(worths) <= many else sorted(worths)[:many]
        totals = totals_of(player, [*outside, *[one[5] for one in best]])
        return SeasonScore(totals, -sum([one[0] for one in best]), len(worths))

    def _marks_for(self, points: int) -> int:
        if points not in self._marks:
            self._marks[points] = marks_for(self._counting, points)
        return self._marks[points]


def places_that_matter(
    rows: Iterable[MeetingSums], league: League, counting: SeasonCounting
) -> dict[int, list[list[MeetingSums]]]:
    """Return the groups of level players at the top of each meeting, as far down as places earn marks."""
    if counting.basis == "games" or not counting.places:
        return {}
    by_meeting: dict[int, list[_Worth]] = {}
    for worth in SeasonAdder(league, POINTS_OF_GAMES, {}).worths(rows):
        by_meeting.setdefault(worth[4], []).append(worth)
    return {meeting: _top_groups(worths, len(counting.places)) for meeting, worths in by_meeting.items()}


def _top_groups(worths: Sequence[_Worth], places: int) -> list[list[MeetingSums]]:
    last = nsmallest(places, worths)[-1][:4]
    at_top = sorted(one for one in worths if one[:4] <= last)
    return [[one[5] for one in level] for _, level in groupby(at_top, key=itemgetter(0, 1, 2, 3))]


def marks_for(counting: SeasonCounting, points: int) -> int:
    """Return the marks for the points at one meeting by the scale: those of the highest step that is reached."""
    at = bisect_right(counting.scale, (points, MOST_MARKS))
    return counting.scale[at - 1][1] if at else 0


def marks_for_places(
    groups: Mapping[int, Sequence[Sequence[MeetingSums]]],
    league: League,
    counting: SeasonCounting,
    facts: Mapping[int, TieFacts],
) -> dict[tuple[int, int], int]:
    """Return the marks for places, by the ids of meeting and player; players who share a place have the same."""
    marks = {}
    for meeting, at_top in groups.items():
        lines = [totals_of(Player(row[_PLAYER], None, ""), [row]) for group in at_top for row in group]
        known = facts.get(meeting, TieFacts())
        for line in ranked_standings(lines, known, Order(league.scheme, tie_breaks=league.tie_breaks)):
            if line.rank <= len(counting.places):
                marks[meeting, line.player.id] = counting.places[line.rank - 1]
    return marks


def points_for_hands(
    rows: Iterable[MeetingSums], counting: SeasonCounting, given: Mapping[int, int]
) -> Mapping[int, int]:
    """Return the points beside those of results: those ``given``, and for the best hand of each meeting."""
    if not counting.hand:
        return given
    points = Counter(given)
    for mine in _by_meeting(row for row in rows if row[_MEETING] != _OUTSIDE).values():
        best = max(row[_BEST_HAND] for row in mine)
        for row in mine:
            if row[_BEST_HAND] == best > 0:
                points[row[_PLAYER]] += counting.hand
    return points


def with_byes(rows: Iterable[MeetingSums], byes: Mapping[tuple[int, int], int], games: int) -> list[MeetingSums]:
    """Return sums to which the byes of Swiss meetings are added as wins without spread, each of so many games."""
    left, found = dict(byes), []
    for row in rows:
        many = left.pop((row[_MEETING], row[_PLAYER]), 0)
        found.append(_with_wins(row, many, games) if many else row)
    for (meeting, player), many in left.items():
        found.append(_with_wins(MeetingSums(player, meeting, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), many, games))
    return sorted(found, key=itemgetter(_PLAYER, _MEETING))


def byes_added(sums: MeetingSums | ResultTotals, byes: int, games: int) -> dict[str, Any]:
    """Return what sums are with byes: wins without spread, each of so many games."""
    more = byes * games
    return {"played": sums.played + byes, "won": sums.won + byes, "games": sums.games + more, "legs": sums.legs + more}


def last_meeting(meetings: Sequence[Meeting]) -> Meeting | None:
    """Return the latest meeting that is closed; what it brought is shown as moves in the table."""
    closed = [meeting for meeting in meetings if meeting.stage == "closed"]
    return max(closed, key=lambda meeting: (meeting.day, meeting.number), default=None)


def totals_of(player: Player, rows: Sequence[MeetingSums]) -> ResultTotals:
    """Return the sums of a player's meetings, added up."""
    if not rows:
        return ResultTotals(player=player)
    columns = list(zip(*rows, strict=True))
    best = max(columns[_BEST_HAND])
    sums = dict(zip(_SUMMED, map(sum, columns[_PLAYED:]), strict=True))
    return ResultTotals(player=player, best_hand=None if best < 0 else best, **sums)


def _with_wins(row: MeetingSums, many: int, games: int) -> MeetingSums:
    sums = MeetingSums(*row)
    return sums._replace(**byes_added(sums, many, games))


async def season_table(
    database: Database, league: League, season: Season, meetings: Sequence[Meeting], joined: Iterable[Player]
) -> list[StandingWithMove]:
    """Return the table of a season of meetings, with the places gained at the last one that is closed.

    Members who ``joined`` are always in it.
    """
    last = last_meeting(meetings)
    with collector_paused():
        rows, places = await _read(database, league, season)
    players = await store.members.find_players(database, league.id, {row[0] for row in rows})
    adder = SeasonAdder(league, season.counting, places)
    with collector_paused():
        now, before = await asyncio.to_thread(adder.scores, rows, players, None if last is None else last.id)
    known = {score.totals.player.id for score in now}
    now += [SeasonScore(ResultTotals(player=one), 0, 0) for one in joined if one.id not in known]
    lines = await _standings(database, league, season, now, rows)
    if last is None:
        return with_moves(lines, [])
    earlier = [row for row in rows if row[_MEETING] != last.id]
    return with_moves(lines, await _standings(database, league, season, before, earlier))


async def meeting_table(
    database: Database, league: League, meeting: Meeting, came: Iterable[Player], *, with_visitors: bool = False
) -> list[Standing]:
    """Return the table of one meeting; everyone who ``came`` is in it, but visitors only for pairings."""
    rows = await result_totals.list_by_meeting(database, league.id, meeting.season, meeting.id)
    if meeting.format == "swiss":
        byes = await store.meetings.count_byes(database, league.id, meeting.season)
        own = {key: many for key, many in byes.items() if key[0] == meeting.id}
        rows = with_byes(rows, own, matches.needed(league.best_of))
    people = await store.members.find_players(database, league.id, {row[0] for row in rows})
    lines = {row[0]: totals_of(people[row[0]], [row]) for row in rows}
    visitors = () if with_visitors else await store.members.list_active_players(database, league.id, "visitor")
    for player in set(came) - set(visitors):
        lines.setdefault(player.id, ResultTotals(player=player))
    order = Order(league.scheme, tie_breaks=league.tie_breaks)
    groups = tied_groups(lines.values(), order)
    facts = await read_facts_at(database, league, {(meeting.id, player) for group in groups for player in group})
    known = facts.get(meeting.id, TieFacts())
    return ranked_standings(lines.values(), known, order)


async def _read(
    database: Database, league: League, season: Season
) -> tuple[Sequence[MeetingSums], Mapping[tuple[int, int], int]]:
    """Return the sums by player and meeting, and the marks for places."""
    rows = await result_totals.list_by_meeting(database, league.id, season.number)
    byes = await store.meetings.count_byes(database, league.id, season.number)
    if byes:
        rows = with_byes(rows, byes, matches.needed(league.best_of))
    groups = await asyncio.to_thread(places_that_matter, rows, league, season.counting)
    if league.tie_breaks == USUAL_TIE_BREAKS:
        tied = {
            (meeting, row[0])
            for meeting, at_top in groups.items()
            for group in at_top
            if len(group) > 1
            for row in group
        }
    else:
        # Other tie-breaks may need everybody who was there.
        groups = {meeting: [mine] for meeting, mine in _by_meeting(rows).items() if meeting in groups}
        tied = {(meeting, row[0]) for meeting, [mine] in groups.items() for row in mine}
    facts = await read_facts_at(database, league, tied)
    return rows, await asyncio.to_thread(marks_for_places, groups, league, season.counting, facts)


def _by_meeting(rows: Iterable[MeetingSums]) -> dict[int, list[MeetingSums]]:
    found: dict[int, list[MeetingSums]] = {}
    for row in rows:
        found.setdefault(row[1], []).append(row)
    return found


async def _standings(
    database: Database, league: League, season: Season, scores: Sequence[SeasonScore], rows: Iterable[MeetingSums]
) -> list[Standing]:
    by_marks = {score.totals.player.id: score.marks for score in scores} if season.counting.basis == "marks" else None
    by: dict[str, Any] = {
        "points": by_marks,
        "nights": {score.totals.player.id: score.nights for score in scores},
        "attendance": season.counting.attendance,
        "beside": points_for_hands(rows, season.counting, season.points_given),
    }
    return await ranked(database, league, season.number, [score.totals for score in scores], **by)
