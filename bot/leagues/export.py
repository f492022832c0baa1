"""Exports of a league: its results as CSV or JSON, and its table."""

import asyncio
import csv
import io
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from itertools import count
from typing import Any, Final, TypeAlias

from bot.leagues.csv_format import COLUMNS, LONGEST_NAME, MORE, NIGHTS, UNSEEN, escape_formula
from bot.leagues.settings import to_document
from bot.leagues.standings import Standing
from bot.leagues.written_dates import NOON
from bot.models.league import League, Member, Season, folded
from bot.models.player import Player
from bot.models.result import NOBODY, LeagueResult
from bot.storage import leagues, meetings, members
from bot.storage.database import Database

NamesById: TypeAlias = Mapping[int, str]
"""The name of each player in files, by the player's id."""

HEADINGS: Final = (*COLUMNS, *MORE, *NIGHTS)
CSV_HEAD: Final = ",".join(HEADINGS) + "\n"
"""The first line of a file, with the names of its columns."""

_ROOM: Final = LONGEST_NAME - 8
_HEADS: Final = ("", "player", "played", "won", "lost", "points", "SkW", "SkL", "spread")


@dataclass(frozen=True, slots=True)
class Seasons:
    """What files say of results besides themselves: the number of each night by its id, and who won each season."""

    nights: Mapping[int, int] = field(default_factory=dict)
    crowned: Mapping[int, Sequence[int]] = field(default_factory=dict)


_UNKNOWN: Final = Seasons()


async def read_seasons(database: Database, league: League) -> Seasons:
    """Read the numbers of a league's nights, and the champions of its seasons."""
    nights = {night.id: night.number for night in await meetings.list_by_league(database, league.id)}
    seasons = await leagues.list_seasons(database, league.id)
    return Seasons(nights, {season.number: season.crowned for season in seasons})


async def read_names(database: Database, league: League) -> dict[int, str]:
    """Read a unique name for each member of a league, and each player of its results."""
    return await asyncio.to_thread(unique_names, await members.list_everyone(database, league.id))


def unique_names(players: Iterable[Player]) -> dict[int, str]:
    """A unique name for each player; players who share one are numbered, Ann (1) and Ann (2)."""
    people = {player.id: _trimmed(player) for player in sorted(players, key=lambda player: player.id)}
    shared = Counter(map(folded, people.values()))
    taken = {name for name, times in shared.items() if times == 1}
    names: dict[int, str] = {}
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
    for player_id, name in people.items():
        names[player_id] = name
        if shared[folded(name)] > 1:
            start = name[:_ROOM]
            # A number that was tried before is taken for good.
            numbered = (f"{start} ({number})" for number in numbers[folded(start)])
            names[player_id] = next(one for one in numbered if folded(one) not in taken)
            taken.add(folded(names[player_id]))
    return names


def csv_line(result: LeagueResult, names: NamesById, seasons: Seasons = _UNKNOWN) -> str:
    """One result as a line of CSV."""
    out, values = io.StringIO(newline=""), _row(result, names, seasons)
    csv.writer(out, lineterminator="\n").writerow("" if value is None else value for value in values)
    return out.getvalue()


def rows(results: Iterable[LeagueResult], names: NamesById, seasons: Seasons = _UNKNOWN) -> Iterator[list[Any]]:
    """Yield the results as rows of values, oldest first."""
    for result in _in_order(results):
        yield _row(result, names, seasons)


def json_result(result: LeagueResult, names: NamesById, seasons: Seasons = _UNKNOWN) -> dict[str, Any]:
    """One result, ready for JSON."""
    deeds = {"deeds_a": _deeds(result, 0), "deeds_b": _deeds(result, 1)}
    return {**_columns_of(result, names, seasons), "game": result.table_id, **deeds}


def document(
    league: League,
    seasons: Sequence[Season],
    people: Sequence[Member],
    results: Iterable[LeagueResult],
    names: NamesById,
) -> dict[str, Any]:
    """Return the public data of a league, ready for JSON."""
    return {
        "format": "cribbage-league",
        "version": 1,
        "league": {"rules": league.rules.to_dict(), **to_document(league)},
        "seasons": [_season(season, names) for season in sorted(seasons, key=lambda season: season.number)],
        "players": [{"player": names[one.player.id], "status": one.status} for one in people],
        "results": [json_result(result, names) for result in _in_order(results)],
    }


def table(standings: Iterable[Standing], names: NamesById) -> list[dict[str, Any]]:
    """The table in its order, ready for JSON; in a season of groups or divisions each line has its own."""
    return [
        {
            **({"group": line.group} if line.group else {}),
            "rank": line.rank,
            "player": names[line.player.id],
            "played": line.played,
            "won": line.won,
            "lost": line.lost,
            "points": line.points,
            "skunks_won": line.sums.skunks,
            "skunks_lost": line.sums.skunked,
            "spread": line.spread,
        }
        for line in standings
    ]


def text(standings: Iterable[Standing], names: NamesById) -> str:
    """The table in columns for a terminal."""
    found = table(standings, names)
    lines = [list(map(str, with_places(line).values())) for line in found]
    for line in lines:
        line[-1] = f"{int(line[-1]):+d}"
    rows = [["group.place" if has_groups(found) else _HEADS[0], *_HEADS[1:]], *lines]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def with_places(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the table with its group and its rank there in one: ``2.1`` leads the second group."""
    group = f"{line['group']}." if "group" in line else ""
    return {**{key: value for key, value in line.items() if key != "group"}, "rank": f"{group}{line['rank']}"}


def has_groups(lines: Iterable[dict[str, Any]]) -> bool:
    """Return whether a table is divided into groups."""
    return any("group" in line for line in lines)


def _trimmed(player: Player) -> str:
    visible = "".join(letter for letter in player.name if unicodedata.category(letter) not in UNSEEN)
    return " ".join(visible.split())[:LONGEST_NAME].strip() or f"player {player.id}"


def _in_order(results: Iterable[LeagueResult]) -> list[LeagueResult]:
    return sorted(results, key=lambda result: (result.played_at, result.id))


def _row(result: LeagueResult, names: NamesById, seasons: Seasons) -> list[Any]:
    """The values of all columns, with names that no spreadsheet takes for a formula."""
    values = _columns_of(result, names, seasons)
    for column in ("player_a", "player_b"):
        values[column] = escape_formula(values[column])
    return list(values.values())


def _columns_of(result: LeagueResult, names: NamesById, seasons: Seasons) -> dict[str, Any]:
    """The value of every CSV column for a result."""
    crowned, sides = seasons.crowned.get(result.season, ()), zip("ab", result.sides, strict=True)
    values: dict[str, Any] = {
        "date": _date(result.played_at),
        "season": result.season,
        "stage": result.stage,
        # A file has a winner in every row that counts, so that a fixture that both forfeit is a row that does not.
        "status": "void" if result.winner == NOBODY else result.status,
        "ended": result.ended_by,
        "first_dealer": next(
            (letter for letter, side in zip("ab", result.sides, strict=True) if side.dealt_first), None
        ),
        "meeting": None if result.meeting_id is None else seasons.nights.get(result.meeting_id),
        "champion": "".join(letter for letter, side in sides if side.player.id in crowned) or None,
    }
    for letter, side in zip("ab", result.sides, strict=True):
        values |= {
            f"player_{letter}": names[side.player.id],
            f"score_{letter}": side.holes,
            f"games_{letter}": side.games,
            f"legs_{letter}": side.legs,
            f"skunks_{letter}": side.skunks,
            f"best_hand_{letter}": side.deeds.best_hand,
        }
    return {column: values[column] for column in HEADINGS}


def _deeds(result: LeagueResult, side: int) -> dict[str, int | None]:
    return asdict(result.sides[side].deeds)


def _season(season: Season, names: NamesById) -> dict[str, Any]:
    return {
        "number": season.number,
        "stage": season.stage,
        "starts_on": _day(season.starts_on),
        "ends_on": _day(season.ends_on),
        "crowned": [names[player] for player in season.crowned if player in names],
        "given": [[names[one.player], one.points, one.reason] for one in season.given if one.player in names],
    }


def _date(moment: datetime) -> str:
    """Return a time as files write it, or only the day if the time is unknown."""
    return moment.date().isoformat() if moment.timetz() == NOON else moment.isoformat()


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
