"""The tables of meetings and of the seasons that they add up to, from the database."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.leagues.csv_format import collector_paused
from bot.leagues.season_table import (
    Night,
    SeasonAdder,
    SeasonScore,
    last_meeting,
    marks_for_places,
    places_that_matter,
    season_standings,
    tied_in_season,
    totals_of,
    with_byes,
)
from bot.leagues.standings import (
    Standing,
    StandingWithMove,
    TieFacts,
    places_gained,
    ranked_standings,
    read_facts,
    read_facts_at,
    tied_groups,
)
from bot.models.league import USUAL_TIE_BREAKS, League, Meeting, Season
from bot.models.player import Player
from bot.models.result import MeetingSums, ResultTotals
from bot.storage import meetings as stored_meetings
from bot.storage import members as stored_members
from bot.storage import result_totals
from bot.storage.database import Database
from bot.tables import matches

_ADDED: Final = ("played", "won", "games", "legs", "holes", "adverse", "skunks", "skunked", "overscored", "caught")
"""The fields of ``ResultTotals`` that are sums."""


@dataclass(frozen=True, slots=True)
class _Season:
    """What is read of a season: the sums by player and meeting, and the marks for places."""

    rows: Sequence[MeetingSums]
    places: Mapping[tuple[int, int], int]


async def season_table(
    database: Database, league: League, season: Season, meetings: Sequence[Meeting], joined: Iterable[Player]
) -> list[StandingWithMove]:
    """Return the table of a season of meetings, with the places gained at the last one that is closed.

    Members who ``joined`` are always in it.
    """
    last = last_meeting(meetings)
    adds_all = season.counting.basis == "games" and season.counting.best is None
    if adds_all and all(meeting.format != "swiss" for meeting in meetings):
        now, before = await _sums_of_all(database, season, last)
    else:
        with collector_paused():
            read = await _read(database, league, season)
        players = await stored_members.find_players(database, league.id, {row[0] for row in read.rows})
        adder = SeasonAdder(league, season.counting, read.places)
        with collector_paused():
            now, before = await asyncio.to_thread(adder.scores, read.rows, players, None if last is None else last.id)
    known = {score.totals.player.id for score in now}
    now += [SeasonScore(ResultTotals(player=one), 0, 0) for one in joined if one.id not in known]
    lines = await _standings(database, league, season, now)
    if last is None:
        return [(line, None) for line in lines]
    risen = places_gained(lines, await _standings(database, league, season, before))
    return [(line, risen.get(line.player.id)) for line in lines]


async def nights_by_player(database: Database, league: League, season: Season) -> dict[int, list[Night]]:
    """Return what each meeting of a season brought each player, by the player's id."""
    read = await _read(database, league, season)
    adder = SeasonAdder(league, season.counting, read.places)
    return {player: adder.nights(mine) for player, mine in groupby(read.rows, key=itemgetter(0))}


async def meeting_table(database: Database, league: League, meeting: Meeting, came: Iterable[Player]) -> list[Standing]:
    """Return the table of one meeting; everyone who ``came`` is in it."""
    rows = await result_totals.list_by_meeting(database, league.id, meeting.season, meeting.id)
    if meeting.format == "swiss":
        byes = await stored_meetings.count_byes(database, league.id, meeting.season)
        own = {key: many for key, many in byes.items() if key[0] == meeting.id}
        rows = with_byes(rows, own, matches.needed(league.best_of))
    people = await stored_members.find_players(database, league.id, {row[0] for row in rows})
    lines = {row[0]: totals_of(people[row[0]], [row]) for row in rows}
    for player in came:
        lines.setdefault(player.id, ResultTotals(player=player))
    groups = tied_groups(lines.values(), league.scheme, tie_breaks=league.tie_breaks)
    facts = await read_facts_at(database, league, {(meeting.id, player) for group in groups for player in group})
    known = facts.get(meeting.id, TieFacts())
    return ranked_standings(lines.values(), known, league.scheme, tie_breaks=league.tie_breaks)


async def _read(database: Database, league: League, season: Season) -> _Season:
    rows = await result_totals.list_by_meeting(database, league.id, season.number)
    byes = await stored_meetings.count_byes(database, league.id, season.number)
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
    return _Season(rows, await asyncio.to_thread(marks_for_places, groups, league, season.counting, facts))


def _by_meeting(rows: Iterable[MeetingSums]) -> dict[int, list[MeetingSums]]:
    found: dict[int, list[MeetingSums]] = {}
    for row in rows:
        found.setdefault(row[1], []).append(row)
    return found


async def _sums_of_all(
    database: Database, season: Season, last: Meeting | None
) -> tuple[list[SeasonScore], list[SeasonScore]]:
    """Return what each season adds up to where all games count alike, now and before the ``last`` meeting."""
    sums = await result_totals.sum_by_player(database, season.league_id, season.number)
    nights = await result_totals.count_meetings(database, season.league_id, season.number)
    now = [SeasonScore(line, 0, nights[line.player.id]) for line in sums]
    if last is None:
        return now, []
    rows = await result_totals.list_by_meeting(database, season.league_id, season.number, last.id)
    latest = {row[0]: totals_of(Player(row[0], None, ""), [row]) for row in rows}
    before = [
        _without(score, latest[score.totals.player.id]) if score.totals.player.id in latest else score for score in now
    ]
    return now, [score for score in before if score.totals.played]


def _without(score: SeasonScore, latest: ResultTotals) -> SeasonScore:
    less = {name: getattr(score.totals, name) - getattr(latest, name) for name in _ADDED}
    return SeasonScore(replace(score.totals, **less), 0, score.nights - 1)


async def _standings(
    database: Database, league: League, season: Season, scores: Sequence[SeasonScore]
) -> list[Standing]:
    tied = await asyncio.to_thread(tied_in_season, scores, league, season.counting)
    facts = await read_facts(database, league, season.number, tied)
    return await asyncio.to_thread(season_standings, scores, facts, league, season.counting)
