"""Documents of a league to print or to open elsewhere: an Excel workbook, a standings page, and a calendar."""

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
from bot.leagues.paper import page, paper_page
from bot.leagues.season_table import meeting_table
from bot.leagues.spreadsheets import NO_PACKAGE
from bot.leagues.statistics import standings_of
from bot.models.league import Fixture, League, Season
from bot.models.result import NOBODY, LeagueResult
from bot.storage import fixtures as stored_fixtures
from bot.storage import league_results, meetings, members
from bot.storage.database import Database

DocumentForm: TypeAlias = Literal["xlsx", "html", "ics", "paper", "page"]
"""A workbook of all results; of a season its table to print, its calendar, the pairings and score cards of
what is played now, or a page for its site."""

DOCUMENTS: Final[tuple[DocumentForm, ...]] = ("xlsx", "html", "ics", "paper")

_NO_DATES: Final = N_(
    "The fixtures of {name} have no dates yet. Set the season's last day with `/manage settings` first."
)
_NO_FIXTURES: Final = N_("{name} has no fixtures in this season.")


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
    if form in {"html", "page"}:
        joined = [] if season.stage == "closed" else await members.list_active_players(database, league.id)
        standings = await standings_of(database, league, season, joined)
        names = export.unique_names(line.player for line in standings)
        more = await _nights_and_results(database, league, season) if form == "page" else ""
        return standings_page(league, season, export.table(standings, names), today(league.zone, now), more).encode()
    listed = await stored_fixtures.list_fixtures(database, league.id, season.number)
    if form == "paper":
        nights = await meetings.list_by_season(database, league.id, season.number)
        night = next((one for one in reversed(nights) if one.stage != "closed"), None)
        if night is not None:
            games = [one for one in listed if one.meeting_id == night.id]
        else:
            last = max((one.round for one in listed if one.meeting_id is None), default=0)
            games = [one for one in listed if one.meeting_id is None and one.round == last]
        return paper_page(league, season, games, night).encode()
    played = await league_results.list_by_fixtures(database, [fixture.id for fixture in listed])
    days_of_nights = {one.id: one.day for one in await meetings.list_by_season(database, league.id, season.number)}
    days = {
        # A deadline is when a day ends.
        (one.stage, one.round): today(league.zone, one.due_at - timedelta(seconds=1))
        for one in await stored_fixtures.list_deadlines(database, league.id, season.number)
    }
    last_days = {
        one.id: days.get((one.stage, one.round)) if one.meeting_id is None else days_of_nights.get(one.meeting_id)
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


async def _nights_and_results(database: Database, league: League, season: Season) -> str:
    """What a page for a club's site shows below the table: each night with who won it, and every result."""
    names, nights = await export.read_names(database, league), []
    for night in await meetings.list_by_season(database, league.id, season.number):
        came = [one.player for one in await meetings.list_attendance(database, night.id)]
        lines = await meeting_table(database, league, night, came)
        first = ", ".join(names[line.player.id] for line in lines if line.rank == 1 and line.played)
        nights.append((date_of(night.day), night.name or str(night.number), str(len(lines)), first))
    results = await league_results.list_results(database, league.id, season.number, status="counted")
    told = [(date_of(today(league.zone, one.played_at)), _told(one, names)) for one in results if one.winner != NOBODY]
    heads = (gettext("Date"), gettext("Night"), gettext("Players"), gettext("First place"))
    return _folded(gettext("Nights"), heads, nights) + _folded(gettext("Results"), (heads[0], ""), told)


def _folded(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table under its heading, which opens it if it is long; nothing without rows."""
    if not rows:
        return ""
    is_open = "" if len(rows) > 30 else " open"
    return (
        f"<details{is_open}><summary>{escape(title)} ({len(rows)})</summary>\n{_table('told', heads, rows)}</details>\n"
    )


def standings_page(league: League, season: Season, table: Sequence[dict[str, Any]], day: date, more: str = "") -> str:
    """The standings as one HTML page to print, which loads nothing from elsewhere; ``more`` is shown below them."""
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
    rows = [[_cell(key, value) for key, value in line.items()] for line in map(export.with_places, table)]
    day_of_season = escape(gettext("Season {season}, {day}", season=season.number, day=date_of(day)))
    body = f"<p>{day_of_season}</p>\n{_table('standings', heads, rows)}{more}"
    return page("standings", escape(league.name), body)


def _table(kind: str, heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    lines = "\n".join(f"<tr>{cells}</tr>" for cells in body)
    return f'<table class="{kind}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>\n'


def fixture_calendar(
    league: League,
    season: Season,
    fixtures: Sequence[Fixture],
    played: Iterable[LeagueResult],
    now: datetime,
    last_days: Mapping[int, date | None],
) -> str:
    """The fixtures as an iCalendar (RFC 5545): on the day when they were or will be played, or the last one for that.

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
        last_day = fixture.plays_on or last_days.get(fixture.id) or season.ends_on
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
        is_dated = fixture.plays_on is not None
        summary = gettext("{first} against {second}" if is_dated else "Last day for {first} against {second}", **names)
    else:
        summary = _told(result, {side.player.id: side.player.name for side in result.sides})
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
        *([f"LOCATION:{_escaped(fixture.venue)}"] if fixture.venue else []),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _told(result: LeagueResult, names: export.NamesById) -> str:
    """A result in a few words."""
    won, lost = result.sides[result.winner], result.sides[1 - result.winner]
    score = (won.games, lost.games) if won.legs + lost.legs > 1 else (won.holes, lost.holes)
    text = gettext("{winner} beat {loser}", winner=names[won.player.id], loser=names[lost.player.id])
    return text if score == (0, 0) else f"{text} {score[0]}-{score[1]}"


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
