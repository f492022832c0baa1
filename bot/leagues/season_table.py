"""What the meetings of a season add up to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from bot.leagues.settings import MOST_MARKS
from bot.leagues.standings import Standing, TieFacts, ranked_standings, tied_groups
from bot.models.league import POINTS_OF_GAMES, League, Meeting, Scheme, SeasonCounting
from bot.models.player import Player
from bot.models.result import MeetingSums, ResultTotals

_OUTSIDE: Final = 0
"""The meeting of results outside all meetings."""

_COLUMN: Final = {name: place for place, name in enumerate(MeetingSums._fields)}
_PLAYER, _MEETING, _BEST_HAND, _PLAYED, _WON, _HOLES, _ADVERSE, _SKUNKS = (
    _COLUMN[name] for name in ("player", "meeting", "best_hand", "played", "won", "holes", "adverse", "skunks")
)
_SUMMED: Final = MeetingSums._fields[_PLAYED:]
_POINTS: Final[dict[Scheme, str]] = {"games": "games", "legs": "legs"}

_Worth: TypeAlias = tuple[int, int, int, int, int, MeetingSums]
"""A player's meeting: its worth to the season, the game points, the wins and the spread there, all with their signs
changed, its id and the sums. In order the best comes first, and of equal ones the earlier."""


@dataclass(frozen=True, slots=True)
class Night:
    """What one meeting brought a player: game points, marks, and whether it counts for the season.

    A meeting does not count where only a player's best ones do and it is none of those.
    """

    meeting_id: int
    points: int
    marks: int
    won: int
    played: int
    spread: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """What a player's season adds up to: the sums of the meetings that count, its points, and how many meetings."""

    totals: ResultTotals
    points: int
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
        self._points_column = None if league.scheme == "acc" else _COLUMN[_POINTS[league.scheme]]

    def nights(self, mine: Iterable[MeetingSums]) -> list[Night]:
        """Return each meeting of one player."""
        worths = self.worths(mine)
        kept = {one[4] for one in self._best(worths)}
        return [
            Night(meeting, -points, -worth if self._by_marks else 0, -won, row[_PLAYED], -spread, meeting in kept)
            for worth, points, won, spread, meeting, row in worths
        ]

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
        best = self._best(worths)
        points = -sum([one[0] for one in best])
        if not self._by_marks:
            points += sum(map(self._points, outside))
        return SeasonScore(totals_of(player, [*outside, *[one[5] for one in best]]), points, len(worths))

    def _best(self, worths: Sequence[_Worth]) -> Sequence[_Worth]:
        best = self._counting.best
        return worths if best is None or len(worths) <= best else sorted(worths)[:best]

    def _points(self, row: MeetingSums) -> int:
        column = self._points_column
        return 2 * row[_WON] + row[_SKUNKS] if column is None else row[column]

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
    """Return the groups of level players that have the first places of a meeting."""
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
        for line in ranked_standings(lines, known, league.scheme, tie_breaks=league.tie_breaks):
            if line.rank <= len(counting.places):
                marks[meeting, line.player.id] = counting.places[line.rank - 1]
    return marks


def season_standings(
    scores: Iterable[SeasonScore], facts: TieFacts, league: League, counting: SeasonCounting
) -> list[Standing]:
    """Return the table of a season; ``facts`` are those of the players of ``tied_in_season``."""
    listed = list(scores)
    return ranked_standings(
        [score.totals for score in listed],
        facts,
        league.scheme,
        league.minimum,
        points=_points_by_player(listed, counting),
        nights={score.totals.player.id: score.nights for score in listed},
        attendance=counting.attendance,
        tie_breaks=league.tie_breaks,
    )


def tied_in_season(scores: Iterable[SeasonScore], league: League, counting: SeasonCounting) -> set[int]:
    """Return the players, by id, whose order the games between them decide."""
    listed = list(scores)
    groups = tied_groups(
        [score.totals for score in listed],
        league.scheme,
        league.minimum,
        points=_points_by_player(listed, counting),
        nights={score.totals.player.id: score.nights for score in listed},
        attendance=counting.attendance,
        tie_breaks=league.tie_breaks,
    )
    return {player for group in groups for player in group}


def with_byes(rows: Iterable[MeetingSums], byes: Mapping[tuple[int, int], int], games: int) -> list[MeetingSums]:
    """Return sums to which the byes of Swiss meetings are added as wins without spread, each of so many games."""
    left, found = dict(byes), []
    for row in rows:
        many = left.pop((row[_MEETING], row[_PLAYER]), 0)
        found.append(_with_wins(row, many, games) if many else row)
    for (meeting, player), many in left.items():
        found.append(_with_wins(MeetingSums(player, meeting, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), many, games))
    return sorted(found, key=itemgetter(_PLAYER, _MEETING))


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


def _points_by_player(scores: Iterable[SeasonScore], counting: SeasonCounting) -> dict[int, int] | None:
    if counting.basis == "games":
        return None
    return {score.totals.player.id: score.points for score in scores}


def _with_wins(row: MeetingSums, many: int, games: int) -> MeetingSums:
    sums, more = MeetingSums(*row), many * games
    return sums._replace(played=sums.played + many, won=sums.won + many, games=sums.games + more, legs=sums.legs + more)
