"""Club nights, brackets, awards and records of leagues on the command line, as JSON."""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, TypeAlias

from bot.cli.arguments import Command
from bot.leagues import export
from bot.leagues.access import LeagueError
from bot.leagues.brackets import BracketMatch, BracketService, Entrant, MatchKey
from bot.leagues.season_table import meeting_table
from bot.leagues.statistics import RecordService
from bot.models.league import League, Meeting
from bot.models.result import Feat, HighHand
from bot.storage import leagues, meetings
from bot.storage.database import Database

Opened: TypeAlias = Callable[[argparse.Namespace], AbstractAsyncContextManager[tuple[Database, League]]]
"""Opens the database and finds the league that the arguments name."""

_Reader: TypeAlias = Callable[[Database, League, argparse.Namespace], Awaitable[Any]]
_Add: TypeAlias = Callable[[str, Command, str], argparse.ArgumentParser]

_BEST: Final = "with everyone who shares each"


def add_to(add: _Add, opened: Opened) -> None:
    """Register the commands with the function that adds one, and the one that opens the league of its arguments."""
    readers: tuple[tuple[str, _Reader, str], ...] = (
        ("nights", read_nights, "print the club nights of a season as JSON"),
        ("night", read_night, "print the attendance and the table of a club night as JSON"),
        ("bracket", read_bracket, "print the bracket of a season as JSON, match by match"),
        ("awards", read_awards, f"print the awards of a season as JSON, {_BEST}"),
        ("records", read_records, f"print the records of all seasons as JSON, {_BEST}"),
        ("lifetime", read_lifetime, "print the table of all seasons as JSON"),
    )
    for name, reader, text in readers:
        sub = add(name, _printer(reader, opened), text)
        sub.add_argument("name", metavar="NAME", help="the league's name")
        if name == "night":
            sub.add_argument("number", type=int, metavar="N", help="the night's number in its season")
        if name in {"nights", "night", "bracket", "awards"}:
            sub.add_argument("--season", type=int, metavar="N", help="the season's number (default: the latest)")


def _printer(reader: _Reader, opened: Opened) -> Command:
    """Return a command that prints what a reader finds."""

    def show(arguments: argparse.Namespace) -> int:
        async def read() -> None:
            async with opened(arguments) as (database, league):
                print(json.dumps(await reader(database, league, arguments), indent=1))

        asyncio.run(read())
        return 0

    return show


async def read_nights(database: Database, league: League, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The nights of a season by their numbers."""
    season = await _season(database, league, arguments)
    return [_night(one) for one in await meetings.list_by_season(database, league.id, season)]


async def read_night(database: Database, league: League, arguments: argparse.Namespace) -> dict[str, Any]:
    """A night: who came, and its table."""
    season = await _season(database, league, arguments)
    for one in await meetings.list_by_season(database, league.id, season):
        if one.number == arguments.number:
            came = await meetings.list_attendance(database, one.id)
            lines = await meeting_table(database, league, one, [person.player for person in came])
            names = export.unique_names(line.player for line in lines)
            people = [
                {
                    "player": names[person.player.id],
                    "came_at": person.came_at.isoformat(),
                    "left_at": None if person.left_at is None else person.left_at.isoformat(),
                }
                for person in came
            ]
            return {**_night(one), "attendance": people, "table": export.table(lines, names)}
    raise LeagueError(f"season {season} of {league.name} has no night {arguments.number}.")


async def read_bracket(database: Database, league: League, arguments: argparse.Namespace) -> dict[str, Any]:
    """The bracket of a season: each match with its players, or with the matches that they will come from."""
    number = await _season(database, league, arguments)
    season = next(one for one in await leagues.list_seasons(database, league.id) if one.number == number)
    found = await BracketService(database).find(league, season)
    if found is None:
        raise LeagueError(f"season {number} of {league.name} has no bracket.")
    numbers = {match.match.key: match.number for match in found.matches}
    entrants = [one for match in found.matches for one in (match.upper, match.lower) if one is not None]
    names = export.unique_names({one.player.id: one.player for one in entrants if one.player is not None}.values())
    return {
        "season": number,
        "elimination": found.elimination,
        "champion": None if found.champion is None else names[found.champion],
        "matches": [
            {
                "match": match.number,
                "round": match.match.key[0],
                "part": match.match.part,
                "players": [
                    _entrant(match, one, names, numbers) for one in (match.upper, match.lower) if one is not None
                ],
                "winner": None if match.winner is None else names[match.winner],
            }
            for match in found.matches
        ],
    }


def _entrant(
    match: BracketMatch, entrant: Entrant, names: Mapping[int, str], numbers: Mapping[MatchKey, int]
) -> dict[str, Any]:
    """A player of a match with the seed and the score, or the match from which they will come."""
    player = entrant.player
    if player is None:
        return {"player": None, f"{entrant.source.kind}_of": numbers[entrant.source.key]}
    place = None if match.result is None else match.result.side_of(player.id)
    side = None if match.result is None or place is None else match.result.sides[place]
    return {
        "player": names[player.id],
        "seed": entrant.seed,
        "games": None if side is None else side.legs,
        "points": None if side is None else side.holes,
    }


async def read_awards(database: Database, league: League, arguments: argparse.Namespace) -> dict[str, Any]:
    """The awards of a season."""
    number = await _season(database, league, arguments)
    season = next(one for one in await leagues.list_seasons(database, league.id) if one.number == number)
    awards = await RecordService(database).awards(league, season)
    return {
        "season": number,
        "champions": [player.name for player in awards.champions],
        "high_hands": _hands(awards.high_hands),
        "grand_slams": _feats(awards.slams),
        "best_night": _feats(awards.best_night),
        "most_skunks": _feats(awards.most_skunks),
        "most_improved": [
            {"player": one.player.name, "before": one.before, "now": one.now} for one in awards.most_improved
        ],
    }


async def read_records(database: Database, league: League, _: argparse.Namespace) -> dict[str, Any]:
    """The records of all seasons."""
    found = await RecordService(database).records(league)
    return {
        **{kind: _feats(feats) for kind, feats in found.feats.items()},
        "high_hands": _hands(found.high_hands),
        "grand_slams": _feats(found.slams),
    }


async def read_lifetime(database: Database, league: League, _: argparse.Namespace) -> list[dict[str, Any]]:
    """The table of all seasons."""
    lines = await RecordService(database).lifetimes(league)
    names = export.unique_names(line.player for line in lines)
    return [
        {
            "rank": line.rank,
            "player": names[line.player.id],
            "titles": line.titles,
            "seasons": line.lifetime.seasons,
            "nights": line.lifetime.nights,
            "played": line.lifetime.totals.played,
            "won": line.lifetime.totals.won,
            "points": line.points,
            "spread": line.spread,
        }
        for line in lines
    ]


async def _season(database: Database, league: League, arguments: argparse.Namespace) -> int:
    """The number of the season that the arguments name, or of the latest. Raises ``LeagueError``."""
    numbers = [season.number for season in await leagues.list_seasons(database, league.id)]
    if arguments.season is None:
        return numbers[0]
    if arguments.season not in numbers:
        raise LeagueError(f"{league.name} has no season {arguments.season}. The latest is {numbers[0]}.")
    return int(arguments.season)


def _night(meeting: Meeting) -> dict[str, Any]:
    return {
        "night": meeting.number,
        "season": meeting.season,
        "day": meeting.day.isoformat(),
        "name": meeting.name,
        "format": meeting.format,
        "games": meeting.games,
        "stage": meeting.stage,
    }


def _feats(feats: Iterable[Feat]) -> list[dict[str, Any]]:
    return [
        {
            "player": feat.player.name,
            "value": feat.value,
            "season": feat.season or None,
            "night": feat.meeting or None,
        }
        for feat in feats
    ]


def _hands(hands: Iterable[HighHand]) -> list[dict[str, Any]]:
    return [
        {"player": hand.player.name, "points": hand.points, "result": hand.result_id, "at": hand.played_at.isoformat()}
        for hand in hands
    ]
