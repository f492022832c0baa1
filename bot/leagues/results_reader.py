"""Reads the results of a file as clubs keep it: any order of columns, titles, totals, notes, a date once a night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Final

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.column_contents import (
    BYE,
    FORFEIT,
    TO_WINNER,
    TOTAL,
    TWO_NUMBERS,
    VOID,
    WALKOVER,
    ColumnContents,
    holds_number,
    number_of,
)
from bot.leagues.column_headings import Columns, Pair, find_columns, names_third_player, normal_heading
from bot.leagues.csv_format import (
    COLUMNS,
    LONGEST_CELL,
    MORE,
    ParsedFile,
    ResultRow,
    RowError,
    read_record,
)
from bot.leagues.sheet_layouts import is_game_line, one_game_a_row
from bot.leagues.spreadsheets import Cell, Row, Spreadsheet, UnreadableFile, read_spreadsheet
from bot.leagues.written_dates import DateOrder, UnclearDate, WrittenDate, find_order, read_date, says_day
from bot.models.league import folded
from engine.rules import Rules

_MOST_COLUMNS: Final = 10
_DAY: Final = "date="
"""The line in front of a file that says the day of its games begins with this."""

_LONGEST_DAY: Final = 20
_OUTCOME: Final = re.compile(r"(won|win|w|lost|loss|lose|l)(?![a-z/.])", re.IGNORECASE)
_SIGNED: Final = re.compile(r"([+\u2212-])[1-9]\d*")
_TWO_DIGITS: Final = re.compile(r"\d\d")
_SUFFIXES: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})

_NO_HEADINGS: Final = N_(
    "I can't find the headings. I need a row that names 2 players and the score, such as {columns}, "
    "or Date, Winner, Loser, Score."
)


@dataclass(slots=True)
class _Line:
    """A row of a game before its date is sure."""

    row: Row
    record: dict[str, str]
    date: WrittenDate | None
    has_date_text: str
    ours: bool


@dataclass(slots=True)
class _Sheet:
    """The state of reading one sheet: its columns, and the date that is carried down."""

    name: str | None
    columns: Columns | None = None
    headings: tuple[str, ...] = ()
    ours: bool = False
    exact: bool = False
    """Whether the headings are those that the bot writes, so that names are taken letter by letter."""

    date: WrittenDate | None = None
    date_text: str = ""
    third_player: bool = False


@dataclass(slots=True)
class _Reading:
    parsed: ParsedFile
    rules: Rules
    best_of: int | None
    lines: list[_Line] = field(default_factory=list)
    byes: int = 0
    uncounted: int = 0
    found_headings: bool = False


def parse_results(
    data: bytes | str,
    rules: Rules,
    *,
    best_of: int | None = None,
    order: DateOrder | None = None,
    today: date | None = None,
) -> ParsedFile:
    """Read a file of results of games by these rules. A date without a year is the latest up to ``today``.

    Where nobody can tell the day from the month and no ``order`` is given, ``unclear_date`` is such a date and there
    are no rows.
    """
    parsed = ParsedFile()
    day, content = _split_day(data.encode() if isinstance(data, str) else data)
    try:
        found = read_spreadsheet(content)
    except UnreadableFile as error:
        parsed.add_bad(1, str(error))
        return parsed
    parsed.notes += found.notes
    for number, why in found.bad:
        parsed.add_bad(number, why)
    reading = _Reading(parsed, rules, best_of)
    for rows in _sheets(found):
        _read_sheet(reading, rows, day)
    if not reading.found_headings:
        if not found.rows and not found.bad:
            parsed.add_bad(1, gettext("the file is empty. Start it with a header line."))
        elif found.rows:
            parsed.add_bad(found.rows[0].line, gettext(_NO_HEADINGS, columns=", ".join(COLUMNS)))
        return parsed
    chosen = order or find_order(line.date for line in reading.lines)
    unclear = next((line for line in reading.lines if isinstance(line.date, UnclearDate) and not line.date.named), None)
    if chosen is None and unclear is not None:
        parsed.unclear_date = unclear.has_date_text
        return parsed
    parsed.order = chosen if unclear is not None else None
    for line in reading.lines:
        _finish(reading, line, chosen, today)
    _drop_mirrored(parsed, {line.row.line for line in reading.lines if line.ours})
    _add_notes(reading)
    parsed.bad.sort(key=lambda bad: bad.line)
    return parsed


def with_day(day: date, text: str) -> bytes:
    """The text of a file whose games are of this day where they don't say another; its lines keep their numbers."""
    return f"{_DAY}{day.isoformat()}\n{text}".encode()


def _split_day(data: bytes) -> tuple[WrittenDate | None, bytes]:
    first, _, rest = data.partition(b"\n")
    if first.startswith(_DAY.encode()) and len(first) < _LONGEST_DAY:
        return read_date(first.decode(errors="replace").removeprefix(_DAY)), rest
    return None, data


def _sheets(found: Spreadsheet) -> Iterator[list[Row]]:
    rows: list[Row] = []
    for row in found.rows:
        if rows and rows[-1].sheet != row.sheet:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows


def _read_sheet(reading: _Reading, rows: list[Row], day: WrittenDate | None) -> None:
    sheet = _Sheet(rows[0].sheet, date=day)
    _take_title(sheet, replace(rows[0], cells=(sheet.name,)))
    rows = one_game_a_row(rows, reading.rules.target)
    contents = ColumnContents(rows, reading.rules, reading.best_of)
    unread: list[Row] = []
    for row in rows:
        texts = [row.text(column) for column in range(len(row.cells))]
        if (columns := _headings(reading, sheet, row, texts, contents)) is not None:
            sheet.columns = columns
            reading.found_headings = True
        elif sheet.columns is None:
            unread.append(row)
            _take_title(sheet, row)
        else:
            _read_line(reading, sheet, sheet.columns, row)
    if sheet.columns is None and not sheet.third_player and not reading.found_headings:
        _read_without_headings(reading, sheet, unread, contents)


def _read_without_headings(reading: _Reading, sheet: _Sheet, rows: list[Row], contents: ColumnContents) -> None:
    """Read a sheet without known headings, where it is clear what its columns hold."""
    columns = contents.columns()
    if columns is None:
        return
    reading.found_headings, started = True, False
    for row in rows:
        started = started or contents.starts(row, columns)
        if started:
            _read_line(reading, sheet, columns, row)
        else:
            reading.parsed.passed.append(row.line)
            _check_no_game(reading, row)
            _take_title(sheet, row)


def _check_no_game(reading: _Reading, row: Row) -> None:
    """Note a bad line where one that is passed over looks like a game all the same."""
    filled = [text for column in range(len(row.cells)) if (text := row.text(column))]
    if len(filled) == 1 and is_game_line(filled[0]):
        why = gettext("this line is written in another way than the others. Write all games in one way.")
        reading.parsed.add_bad(row.line, why, row.sheet)


def _read_line(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row) -> None:
    try:
        _read_row(reading, sheet, columns, row)
    except RowError as wrong:
        reading.parsed.add_bad(row.line, str(wrong), row.sheet)


def _headings(reading: _Reading, sheet: _Sheet, row: Row, texts: list[str], contents: ColumnContents) -> Columns | None:
    """The columns that a row names, whether as the bot writes them or as people do."""
    if sheet.columns is not None and any(map(_TWO_DIGITS.search, texts)):
        # A score or a day: most rows end here.
        return None
    normal = [normal_heading(text) for text in texts]
    if set(COLUMNS) <= set(normal):
        sheet.ours, sheet.exact, sheet.headings = set(MORE) <= set(normal), True, tuple(normal)
        known = {*COLUMNS, *(MORE if sheet.ours else ())}
        if doubled := {column for column in known if normal.count(column) > 1}:
            reading.parsed.add_bad(
                row.line, gettext("the header has {doubled} twice.", doubled=", ".join(sorted(doubled)))
            )
            reading.found_headings = True
            return None
        at = normal.index
        columns = Columns(
            names=(at("player_a"), at("player_b")),
            scores=(at("score_a"), at("score_b")),
            games=(at("games_a"), at("games_b")),
            date=at("date"),
            width=len(normal),
        )
        unused = [column for column in normal if column not in known]
    else:
        sheet.third_player = sheet.third_player or names_third_player(texts)
        blocks = [] if sheet.third_player else contents.blocks(texts)
        known_columns = (_known_columns(sheet, block, row, contents) for block in blocks)
        found = next((one for one in known_columns if one is not None), None)
        if found is None:
            return None
        columns = found
        unused = columns.unused(texts)
        sheet.ours = sheet.exact = False
    if unused:
        shown = [(column or gettext("(no name)"))[:LONGEST_CELL] for column in unused[:_MOST_COLUMNS]]
        rest = ["..."] if len(unused) > len(shown) else []
        note = gettext("Ignored columns: {unknown}.", unknown=", ".join([*shown, *rest]))
        if note not in reading.parsed.notes:
            reading.parsed.notes.append(note)
    return columns


def _known_columns(sheet: _Sheet, texts: list[str], row: Row, contents: ColumnContents) -> Columns | None:
    """The columns that a row names, with those that show what they hold; None for a row that is no headings."""
    columns = find_columns(texts)
    if columns is not None and columns.says_enough:
        contents.fill(columns)
        return columns
    if sheet.columns is not None or any(map(holds_number, row.cells)):
        # Below headings only a row that says enough by itself is another row of headings.
        return None
    if columns is None:
        pair = contents.name_pair()
        columns = (
            None if pair is None or not all(texts[place : place + 1] for place in pair) else find_columns(texts, pair)
        )
    if columns is None:
        return None
    contents.fill(columns)
    return columns if columns.says_enough else None


def _take_title(sheet: _Sheet, row: Row) -> None:
    """Take the date of a title such as "Week 3, 15 September 2026"."""
    for cell in row.cells:
        if (found := read_date(cell, within=True)) is not None:
            sheet.date, sheet.date_text = found, str(cell)


def _read_row(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row) -> None:
    """Read a row under the headings: a game, or a title, total, note or bye that is passed over."""
    names = [row.text(column) for column in columns.names]
    if any(BYE.fullmatch(name) for name in names):
        _carry_date(sheet, columns, row)
        reading.byes += 1
        return
    said = [row.text(column) for column in columns.score_columns]
    filled = [row.text(column) for column in range(len(row.cells)) if row.text(column)]
    if not all(names) and _is_no_game(names, said, filled, sheet, columns, row):
        if len(filled) == 1 or not _carry_date(sheet, columns, row):
            _take_title(sheet, row)
        reading.parsed.passed.append(row.line)
        _check_no_game(reading, row)
        return
    beyond = any(row.text(place) for place in range(columns.width, len(row.cells)))
    if beyond and row.sheet is None:
        # In text a separator within a name moves the cells; in a workbook these are notes.
        raise RowError(
            ngettext(
                "this line has {number} cell, but the header has {columns_number}.",
                "this line has {number} cells, but the header has {columns_number}.",
                len(row.cells),
                columns_number=columns.width,
            )
        )
    _carry_date(sheet, columns, row)
    written = row.text(columns.date)
    day = read_date(_cell(row, columns.date)) if written else sheet.date
    for record in _records(reading, sheet, columns, row, names):
        reading.lines.append(_Line(row, record, day, written or sheet.date_text, sheet.ours))


def _is_no_game(
    names: list[str], said: list[str], filled: list[str], sheet: _Sheet, columns: Columns, row: Row
) -> bool:
    """Return whether a row without both names is a title, a total, a note or a blank line of a table."""
    if len(filled) == 1 or any(TOTAL.fullmatch(cell) for cell in filled):
        return True
    numbers = any(re.search(r"\d", cell) and not says_day(cell) for cell in said)
    if any(names):
        return not numbers
    return not numbers or read_date(row.text(columns.date)) is None


def _carry_date(sheet: _Sheet, columns: Columns, row: Row) -> bool:
    """Keep the date of a row for those below it; return whether it has one."""
    found = read_date(_cell(row, columns.date))
    if found is None:
        return False
    sheet.date, sheet.date_text = found, row.text(columns.date)
    return True


def _records(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row, names: list[str]) -> list[dict[str, str]]:
    """The values of the games of a row by the names of ``COLUMNS``; none for a game that isn't played."""
    if not sheet.exact:
        names = [_natural_name(name) for name in names]
    if not columns.several:
        record = _record(reading, sheet, columns, row, names)
        return [] if record is None else [record]
    games = [found for pair in columns.several if (found := _two_scores(row, pair)) is not None]
    if not games:
        reading.parsed.unplayed += 1
        return []
    if reading.best_of is None or reading.best_of == 1:
        return [_plain_record(names, scores) for scores in games]
    won = [sum(int(scores[place]) > int(scores[1 - place]) for scores in games) for place in (0, 1)]
    holes = [str(sum(int(scores[place]) for scores in games)) for place in (0, 1)]
    return [_plain_record(names, holes) | {"games_a": str(won[0]), "games_b": str(won[1])}]


def _two_scores(row: Row, pair: Pair) -> list[str] | None:
    """The scores of one of several games of a row; None where it wasn't played."""
    if pair[0] == pair[1]:
        text = row.text(pair[0])
        found = TWO_NUMBERS.search(text)
        if found is None and re.search(r"\d", text):
            raise RowError(gettext("I can't read the score {text!r}. Write it like 121-98.", text=text[:LONGEST_CELL]))
        return None if found is None else [found[1], found[2]]
    scores = [number_of(row.text(column)) for column in pair]
    return scores if all(score.isdecimal() for score in scores) else None


def _plain_record(names: list[str], scores: list[str]) -> dict[str, str]:
    values = (*names, *scores, "", "", "")
    columns = ("player_a", "player_b", "score_a", "score_b", "games_a", "games_b", "winner")
    return dict(zip(columns, values, strict=True))


def _record(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row, names: list[str]) -> dict[str, str] | None:
    """The values of a game by the names of ``COLUMNS``; None for a game that isn't played."""
    if sheet.ours:
        record = {heading: row.text(place) for place, heading in enumerate(sheet.headings)}
        if record["status"] != "counted":
            reading.uncounted += 1
            return None
        return record
    scores = [number_of(row.text(column)) for column in columns.scores]
    games = [number_of(row.text(column)) for column in columns.games]
    if any(VOID.search(row.text(place)) for place in (*columns.texts, *columns.remarks)):
        reading.parsed.unplayed += 1
        return None
    first_won = _read_texts(columns, row, names, scores)
    if columns.games_text is not None and (found := TWO_NUMBERS.search(row.text(columns.games_text))):
        games = [found[1], found[2]]
    if first_won is None:
        first_won = _winner_by_sign(row.text(columns.margin)) if not any(scores) else _winner_by_forfeit(scores)
    _complete_scores(reading.rules, columns, row, scores, first_won=first_won)
    record = _plain_record(names, scores) | {
        "games_a": games[0],
        "games_b": games[1],
        "winner": "" if first_won is None else "ab"[not first_won],
    }
    texts = " ".join(row.text(place) for place in (*columns.texts, *columns.scores, *columns.remarks))
    played = (
        any(scores) and any(score not in {"", "0"} for score in scores) and FORFEIT.search(" ".join(scores)) is None
    )
    if not played and FORFEIT.search(texts):
        if record["winner"] == "" and (first_won := _winner_by_name(texts, names)) is not None:
            record["winner"] = "ab"[not first_won]
        if record["winner"] == "":
            raise RowError(gettext("this is a forfeit, but it doesn't say who won."))
        return record | {"ended": "forfeit", "score_a": "0", "score_b": "0"}
    if any(scores) or any(games):
        return record
    if columns.winner_first or record["winner"]:
        raise RowError(gettext("{name} won, but the score is missing.", name=names[0 if first_won else 1]))
    reading.parsed.unplayed += 1
    return None


def _winner_by_name(said: str, names: list[str]) -> bool | None:
    """Return whether the first player won by a forfeit whose words name one of the two."""
    there = [folded(name) in folded(said) for name in names]
    if there[0] == there[1]:
        return None
    has_win = WALKOVER.search(said) is not None or TO_WINNER.search(said) is not None
    return there[0] == has_win


def _winner_by_sign(margin: str) -> bool | None:
    """Return whether the first player won, by the sign of their spread."""
    found = _SIGNED.fullmatch(number_of(margin))
    return None if found is None else found[1] == "+"


def _winner_by_forfeit(scores: list[str]) -> bool | None:
    """Return whether the first player won where one of the two has a forfeit, or a walkover, for a score."""
    said = [FORFEIT.search(score) is not None for score in scores]
    if said[0] == said[1]:
        return None
    has_win = WALKOVER.search(scores[said.index(True)]) is not None
    return said[0] == has_win


def _read_texts(columns: Columns, row: Row, names: list[str], scores: list[str]) -> bool | None:
    """Read the cells with a whole score or a word into ``scores``; return whether the first player won."""
    first_won: bool | None = True if columns.winner_first else None
    if columns.winner is not None and (who := row.text(columns.winner)):
        by_name = {folded(name): place == 0 for place, name in enumerate(names)}
        first_won = by_name.get(folded(_natural_name(who)), by_name.get(folded(who)))
        if first_won is None and who[:1].casefold() in {"1", "2"}:
            first_won = who[:1] == "1"
        if first_won is None:
            raise RowError(gettext("the winner {who!r} is neither of the 2 players.", who=who[:LONGEST_CELL]))
    for place in columns.texts:
        text = row.text(place)
        if not columns.winner_first and (word := _OUTCOME.match(text.strip())):
            first_won = word[1][0].casefold() == "w"
    for place in columns.texts:
        text = row.text(place)
        if found := TWO_NUMBERS.search(text):
            scores[:] = [found[1], found[2]]
            outcome = _OUTCOME.match(text.strip())
            winner_first = outcome is not None or columns.high_first
            if winner_first and first_won is not None and (int(found[1]) > int(found[2])) != first_won:
                scores.reverse()
        elif text and not any(scores) and re.search(r"\d", text) and not FORFEIT.search(text):
            raise RowError(gettext("I can't read the score {text!r}. Write it like 121-98.", text=text[:LONGEST_CELL]))
    return first_won


def _complete_scores(rules: Rules, columns: Columns, row: Row, scores: list[str], *, first_won: bool | None) -> None:
    """Fill in the winner's points where only the loser's, or the margin, are written."""
    if first_won is None:
        return
    winner, loser = (0, 1) if first_won else (1, 0)
    for place, column in zip((winner, loser), columns.outcome_scores, strict=True):
        scores[place] = scores[place] or number_of(row.text(column))
    if columns.scores[winner] is None and columns.outcome_scores[0] is None and scores[loser] and not scores[winner]:
        scores[winner] = str(rules.target)
    margin = number_of(row.text(columns.margin)).lstrip("+-\u2212")
    if not any(scores) and margin.isdecimal() and 0 < int(margin) <= rules.target:
        scores[winner], scores[loser] = str(rules.target), str(rules.target - int(margin))


def _finish(reading: _Reading, line: _Line, order: DateOrder | None, today: date | None) -> None:
    """Check a row, now that the order of its date is known."""
    parsed = reading.parsed
    try:
        played_at = line.date.read(order, today) if isinstance(line.date, UnclearDate) else line.date
        if played_at is None or isinstance(played_at, UnclearDate):
            raise RowError(_date_fault(line.has_date_text))
        moment = played_at if isinstance(played_at, datetime) else read_date(played_at)
        assert isinstance(moment, datetime)
        parsed.rows.append(
            replace(
                read_record(line.row.line, moment, line.record, reading.rules, ours=line.ours, best_of=reading.best_of),
                sheet=line.row.sheet,
            )
        )
    except RowError as wrong:
        parsed.add_bad(line.row.line, str(wrong), line.row.sheet)


def _date_fault(text: str) -> str:
    if not text:
        return gettext("the date is missing. Write it like 2025-01-31.")
    return gettext("date: write it like 2025-01-31, not {text!r}.", text=text[:LONGEST_CELL])


def _drop_mirrored(parsed: ParsedFile, own_lines: set[int]) -> None:
    """Drop a game that both players wrote down, each with themselves first; note a game that stands twice."""
    seen: dict[str, int] = {}
    kept: list[ResultRow] = []
    for row in parsed.rows:
        if row.line in own_lines:
            kept.append(row)
            continue
        if (other := seen.get(row.mirrored.content)) is not None:
            parsed.mirrored.append((other, row.line))
            continue
        if (other := seen.get(row.content)) is not None:
            parsed.repeated.append((other, row.line))
        seen.setdefault(row.content, row.line)
        kept.append(row)
    parsed.rows = kept


def _add_notes(reading: _Reading) -> None:
    parsed = reading.parsed
    if reading.uncounted:
        parsed.notes.append(
            gettext("These results don't count, so I skipped them: {passed}.", passed=reading.uncounted)
        )
    if reading.byes:
        parsed.notes.append(ngettext("I skipped {number} bye.", "I skipped {number} byes.", reading.byes))
    if parsed.unplayed:
        parsed.notes.append(
            ngettext(
                "I skipped {number} game that was not played or has no score.",
                "I skipped {number} games that were not played or have no score.",
                parsed.unplayed,
            )
        )


def _cell(row: Row, column: int | None) -> Cell:
    return row.cells[column] if column is not None and column < len(row.cells) else None


def _natural_name(name: str) -> str:
    """A name as it is spoken, without marks behind it: Ann Archer for "Archer, Ann*"."""
    name = name.rstrip("*\u2020\u2021 ") or name
    last, comma, first = name.partition(",")
    if not comma or "," in first or not first.strip() or first.strip(" .").casefold() in _SUFFIXES:
        return name
    return f"{first.strip()} {last.strip()}"
