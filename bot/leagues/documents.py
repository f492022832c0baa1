"""Documents of a league to print or to open elsewhere: an Excel workbook, a standings page, and a calendar."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from html import escape
from typing import Any, Final, Literal, TypeAlias

from bot.i18n.translation import N_, date_of, gettext
from bot.leagues import export
from bot.leagues.access import LeagueError
from bot.leagues.calendar import today
from bot.leagues.spreadsheets import NO_PACKAGE
from bot.leagues.statistics import standings_of
from bot.models.league import Fixture, League, Season
from bot.models.result import LeagueResult
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results, meetings, members
from bot.storage.database import Database

DocumentForm: TypeAlias = Literal["xlsx", "html", "ics"]

DOCUMENTS: Final[tuple[DocumentForm, ...]] = ("xlsx", "html", "ics")

_NO_DATES: Final = N_(
    "The fixtures of {name} have no dates yet. Set the season's last day with `/manage settings` first."
)
_NO_FIXTURES: Final = N_("{name} has no fixtures in this season.")

_PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font-family: system-ui, sans-serif; margin: 2em auto; max-width: 50em; padding: 0 1em; color: #111; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ padding: .3em .5em; text-align: right; border-bottom: 1px solid #bbb; }}
th:nth-child(2), td:nth-child(2) {{ text-align: left; }}
thead th {{ border-bottom: 2px solid #111; }}
tr {{ break-inside: avoid; }}
p {{ color: #444; }}
@media print {{ body {{ margin: 0; max-width: none; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{subtitle}</p>
<table>
<thead><tr>{heads}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
</body>
</html>
"""


async def write_document(
    database: Database, league: League, season: Season, form: DocumentForm, now: datetime
) -> bytes:
    """Return a document of a league: the results of all seasons, or the standings or fixtures of one.

    Raises ``LeagueError`` where it can't be made.
    """
    if form == "xlsx":
        results = await league_results.list_results(database, league.id)
        names = await export.read_names(database, league)
        return await asyncio.to_thread(workbook, results, names, await export.read_seasons(database, league))
    if form == "html":
        joined = [] if season.stage == "closed" else await members.list_active_players(database, league.id)
        standings = await standings_of(database, league, season, joined)
        names = export.unique_names(line.player for line in standings)
        return standings_page(league, season, export.table(standings, names), today(league.zone, now)).encode()
    listed = await stored_fixtures.list_fixtures(database, league.id, season.number)
    played = await league_results.list_by_fixtures(database, [fixture.id for fixture in listed])
    nights = {one.id: one.day for one in await meetings.list_by_season(database, league.id, season.number)}
    days = {
        # A deadline is when a day ends.
        (one.stage, one.round): today(league.zone, one.due_at - timedelta(seconds=1))
        for one in await stored_fixtures.list_deadlines(database, league.id, season.number)
    }
    last_days = {
        one.id: days.get((one.stage, one.round)) if one.meeting_id is None else nights.get(one.meeting_id)
        for one in listed
    }
    return fixture_calendar(league, season, listed, played, now, last_days).encode()


def workbook(results: Iterable[LeagueResult], names: export.NamesById, seasons: export.Seasons | None = None) -> bytes:
    """The results as an Excel workbook with the columns of the CSV; it can be imported again."""
    try:
        import openpyxl  # noqa: PLC0415
    except ImportError:
        raise LeagueError(gettext(NO_PACKAGE)) from None
    book: Any = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Results")
    sheet.append(list(export.HEADINGS))
    for values in export.rows(results, names, seasons or export.Seasons()):
        sheet.append(values)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def standings_page(league: League, season: Season, table: Sequence[dict[str, Any]], day: date) -> str:
    """The standings as one HTML page to print, which loads nothing from elsewhere."""
    heads = (
        *(
            gettext("Group and place") if export.has_groups(table) else "",
            gettext("Player"),
            gettext("Played"),
            gettext("Won"),
            gettext("Lost"),
            gettext("Points"),
        ),
        *(gettext("Skunks won"), gettext("Skunks lost"), gettext("Spread")),
    )
    rows = "\n".join(
        "<tr>" + "".join(f"<td>{escape(_cell(key, value))}</td>" for key, value in line.items()) + "</tr>"
        for line in map(export.with_places, table)
    )
    return _PAGE.format(
        title=escape(league.name),
        subtitle=escape(gettext("Season {season}, {day}", season=season.number, day=date_of(day))),
        heads="".join(f"<th>{escape(head)}</th>" for head in heads),
        rows=rows,
    )


def fixture_calendar(
    league: League,
    season: Season,
    fixtures: Sequence[Fixture],
    played: Iterable[LeagueResult],
    now: datetime,
    last_days: Mapping[int, date | None],
) -> str:
    """The fixtures as an iCalendar (RFC 5545): a played one on its day, any other on the last day on which it can be.

    ``last_days`` are those of fixtures by their ids, as far as their nights or deadlines tell; else it is the season's.
    """
    results = {result.fixture_id: result for result in played}
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//cribbage-bot//league//EN", "CALSCALE:GREGORIAN"]
    lines.append(f"X-WR-CALNAME:{_escaped(league.name)}")
    matches = [fixture for fixture in fixtures if fixture.second is not None]
    if not matches:
        raise LeagueError(gettext(_NO_FIXTURES, name=league.name))
    dated = 0
    for fixture in matches:
        result = results.get(fixture.id)
        last_day = last_days.get(fixture.id) or season.ends_on
        day = last_day if result is None else today(league.zone, result.played_at)
        if day is None:
            continue
        dated += 1
        lines += _event(league, fixture, result, day, now)
    if not dated:
        raise LeagueError(gettext(_NO_DATES, name=league.name))
    return "".join(f"{_folded_line(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _event(league: League, fixture: Fixture, result: LeagueResult | None, day: date, now: datetime) -> list[str]:
    assert fixture.second is not None
    names = {"first": fixture.first.name, "second": fixture.second.name}
    if result is None:
        summary = gettext("Last day for {first} against {second}", **names)
    else:
        won, lost = result.sides[result.winner], result.sides[1 - result.winner]
        score = (won.games, lost.games) if won.legs + lost.legs > 1 else (won.holes, lost.holes)
        text = gettext("{winner} beat {loser}", winner=won.player.name, loser=lost.player.name)
        summary = text if score == (0, 0) else f"{text} {score[0]}-{score[1]}"
    about = gettext(
        "{league}, season {season}, round {round}", league=league.name, season=fixture.season, round=fixture.round
    )
    return [
        "BEGIN:VEVENT",
        f"UID:fixture-{fixture.id}-league-{league.id}@cribbage-bot",
        f"DTSTAMP:{now.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_escaped(summary)}",
        f"DESCRIPTION:{_escaped(about)}",
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _escaped(text: str) -> str:
    """A text of a calendar, with its commas, semicolons, backslashes and line ends escaped."""
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.splitlines())


def _folded_line(line: str) -> str:
    """A line of a calendar in pieces of at most 75 bytes; all but the first begin with a space."""
    pieces, piece = [], b""
    for letter in line:
        encoded = letter.encode()
        if len(piece) + len(encoded) > 74:
            pieces.append(piece.decode())
            piece = b""
        piece += encoded
    return "\r\n ".join([*pieces, piece.decode()])


def _cell(key: str, value: object) -> str:
    return f"{value:+d}" if key == "spread" and isinstance(value, int) else str(value)
