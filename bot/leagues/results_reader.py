"""Reads the results of a file as clubs keep it: any order of columns, titles, totals, notes, a date once a night.

Every row is a game, no game (and why), or asked about: none is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby
from typing import Final, TypeAlias

from bot.i18n.translation import N_, date_of, gettext
from bot.leagues.columns import (
    OUTCOME,
    SAMPLE,
    Columns,
    doubt_gaps,
    find_columns,
    names_one,
    no_players,
    normal_heading,
    number_in,
    one_game_a_row,
    partners,
    remarks_of,
    scores_of,
    winners_of,
)
from bot.leagues.csv_format import (
    COLUMNS,
    LONGEST_CELL,
    MORE,
    MOST_SEASONS,
    NIGHTS,
    NOT_A_MATCH,
    ParsedFile,
    ResultRow,
    RowError,
    drop_mirrored,
    join_names,
    listed_lines,
    read_record,
)
from bot.leagues.spreadsheets import Cell, Row, UnreadableFile, read_spreadsheet
from bot.leagues.written_dates import (
    DateOrder,
    UnclearDate,
    WrittenDate,
    at_noon,
    find_order,
    read_date,
    says_day,
    season_of,
    split_date,
)
from bot.leagues.written_games import (
    BYE,
    FORFEIT,
    TOTAL,
    TWO_NUMBERS,
    VOID,
    Line,
    Said,
    choose,
    natural_name,
    number_of,
    read_line,
    reversed_to,
    settle,
)
from bot.models.league import folded
from bot.tables.matches import needed
from engine.rules import Rules

_Dated: TypeAlias = tuple[WrittenDate | None, str]
"""A day, and how it is written."""

_FEW, _LONGEST_DAY = 50, 12
_NUMBERED: Final = re.compile(r"^[^\W\d_]+ ?\d$", re.MULTILINE)
_TWO_DIGITS: Final = re.compile(r"\d\d")

_NO_DATE: Final = N_("the date is missing. Write it like 2025-01-31.")
_UNDATED: Final = N_(
    "There are no dates, so every game gets today's: {day}. For another day, write it in the first line, such as "
    "2025-01-31."
)
_DATE_FAULT: Final = N_("write the date like 2025-01-31, not {text!r}.")
_OTHER_SEASON: Final = N_("{day} is outside {season}, the season of its sheet.")
_NO_HEADINGS: Final = N_(
    "I can't find the headings. I need a row that names 2 players and the score, such as {columns}, "
    "or Date, Winner, Loser, Score."
)
_BECAME_DAY: Final = N_("the score {text!r} became a date in the spreadsheet. Write it like 2 to 1.")
_OTHER_GAMES: Final = N_("the result and the scores of the games don't agree.")
_TOTALS: Final = N_(
    "this is a table of each player's totals. I need the games: a line each, with 2 players and the score."
)
_NO_GAME: Final = N_("I can't see who played, or the score. Write it like Ann 121 Ben 98.")
_NOTES: Final = (
    N_("Ignored columns: {items}."),
    N_("Not read beside the games: {items}."),
    N_("Read as one player: {items}."),
    N_("Read as seasons: {items}."),
    N_("No date, so they have that of the line above: lines {items}."),
    N_("These results don't count, so I skipped them: lines {items}."),
    N_("Skipped, because they are byes: lines {items}."),
    N_("Skipped, because they weren't played or have no score: lines {items}."),
)


@dataclass(slots=True)
class _Game:
    """A game of a row before its date is sure, and the season that it names."""

    result: ResultRow
    day: _Dated
    season: str = ""


@dataclass(slots=True)
class _Sheet:
    """The state of reading one sheet: its columns, and the date that is carried down."""

    rows: Sequence[Row]
    day: _Dated = (None, "")
    columns: Columns | None = None
    high_first: bool = False
    """Whether every whole score has the winner's points first."""
    own: tuple[str, ...] = ()
    """The headings, where they are those that the bot writes, so that names are taken letter by letter."""
    is_export: bool = False
    """Whether these are all columns of an export."""
    no_players: set[int] = field(default_factory=set)
    """The columns that can't hold a player, by headings that don't say where the players are."""
    above: Row | None = None
    """The row above, where it may be the upper half of the headings."""


@dataclass(slots=True)
class _Reading:
    parsed: ParsedFile
    rules: Rules
    best_of: int | None
    games: list[_Game] = field(default_factory=list)
    is_typed: bool = False
    """Whether somebody has typed it line by line, so that no line is a title."""

    undated: datetime | None = None
    """The moment of all games, where none has a date."""

    found_headings: bool = False
    ignored: dict[str, None] = field(default_factory=dict)
    beside: dict[str, None] = field(default_factory=dict)
    carried: list[int | str] = field(default_factory=list)
    """The lines under headings with the date of a line above."""

    dates: list[WrittenDate | None] = field(default_factory=list)
    seasons: dict[str, int] = field(default_factory=dict)
    """The number of each season by what the file calls it."""

    def refuse(self, row: Row, why: str) -> None:
        self.parsed.add_bad(row.line, why, row.sheet)


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
    try:
        found = read_spreadsheet(data.encode() if isinstance(data, str) else data)
    except UnreadableFile as error:
        parsed.add_bad(1, str(error))
        return parsed
    parsed.notes += found.notes
    for number, why in found.bad:
        parsed.add_bad(number, why)
    reading = _Reading(parsed, rules, best_of, is_typed=found.day is not None)
    day = read_date(found.day), ""
    for _, rows in groupby(found.rows, key=lambda row: row.sheet):
        _read_sheet(reading, list(rows), day)
    if not (reading.found_headings or reading.games or parsed.unplayed or parsed.byes):
        if found.rows and not parsed.bad:
            is_table = any(names_one(row.texts()) for row in found.rows[:SAMPLE])
            sentence = _TOTALS if is_table else _NO_GAME if reading.is_typed else _NO_HEADINGS
            why = gettext(sentence, columns=", ".join(COLUMNS))
            parsed.add_bad(found.rows[0].line, why)
        elif not found.rows and not found.bad:
            parsed.add_bad(1, gettext("the file is empty. Start it with a header line."))
        return parsed
    chosen = order or find_order(reading.dates)
    days = (one.day for one in reading.games)
    unsure = [(len(day.orders), text) for day, text in days if isinstance(day, UnclearDate) and not day.named]
    unclear = max(unsure, key=lambda one: one[0])[1] if unsure else None
    if chosen is None and unclear is not None:
        parsed.unclear_date = unclear
        return parsed
    parsed.order = chosen if unclear is not None else None
    reading.seasons = _seasons(reading)
    if today is not None and reading.games and not any(any(game.day) or game.result.own for game in reading.games):
        reading.undated = at_noon(today)
        parsed.notes.insert(0, gettext(_UNDATED, day=date_of(today)))
    if parsed.passed:
        at = {row.place: number for number, row in enumerate(found.rows)}
        parsed.passed.sort(key=at.__getitem__)
    # Of a large file what was read goes as its results come, so that both never fill the memory.
    found.rows.clear()
    reading.games.reverse()
    while reading.games:
        _finish(reading, reading.games.pop(), chosen, today)
    join_names(parsed)
    drop_mirrored(parsed)
    _add_notes(reading)
    parsed.bad.sort(key=lambda bad: bad.line)
    return parsed


def _seasons(reading: _Reading) -> dict[str, int]:
    """The numbers of the seasons that the file names: their own, or their order where they have others."""
    labels = sorted({game.season for game in reading.games if game.season})
    if all(label.isdecimal() and 0 < int(label) <= MOST_SEASONS for label in labels):
        return {label: int(label) for label in labels}
    return {label: number for number, label in enumerate(labels, 1)} if len(labels) > 1 else {}


def _add_notes(reading: _Reading) -> None:
    """Say what was not read, and which names were taken for another spelling of a player's name."""
    parsed = reading.parsed
    joined = [f"{old} = {new}" for old, new in parsed.joined]
    seasons = [f"{label} = {number}" for label, number in reading.seasons.items() if label != str(number)]
    ignored = [name[:LONGEST_CELL] or gettext("(no name)") for name in reading.ignored]
    beside = [text[:LONGEST_CELL] for text in reading.beside]
    said = (
        *map(listed_lines, (ignored, beside, joined, seasons)),
        # Many clubs write the date once a night.
        listed_lines(reading.carried) if 2 * len(reading.carried) < len(parsed.rows) else "",
        *(listed_lines(parsed.uncounted), listed_lines(parsed.byes), listed_lines(parsed.unplayed)),
    )
    parsed.notes += [gettext(note, items=items) for note, items in zip(_NOTES, said, strict=True) if items]


def _read_sheet(reading: _Reading, rows: list[Row], day: _Dated) -> None:
    rows = one_game_a_row(rows)
    sheet = _Sheet(rows, day)
    _take_title(sheet, replace(rows[0], cells=(rows[0].sheet,)))
    lines: list[tuple[Row, Line, _Dated]] = []
    for row in rows:
        if (columns := _headings(reading, sheet, row)) is not None:
            sheet.columns, reading.found_headings = columns, True
        elif sheet.columns is None:
            line = read_line(_without(row, sheet.no_players))
            if line.date is not None:
                sheet.day = line.date, line.date_text
            elif not line.games:
                _take_title(sheet, row)
            reading.dates.append(line.date)
            lines.append((row, line, sheet.day))
        else:
            _read_row(reading, sheet, sheet.columns, row)
            reading.dates.append(sheet.day[0])
    _read_lines(reading, lines, has_headings=sheet.columns is not None)


def _read_lines(reading: _Reading, lines: Sequence[tuple[Row, Line, _Dated]], *, has_headings: bool) -> None:
    """Take the games of rows without headings; what looks like one and isn't clear is asked about.

    Above headings, and in a sheet without a clear game, that may be a title or a total as well.
    """
    doubt_gaps([(row, line) for row, line, _ in lines if line.games or line.choices])
    choose(read := [line for _, line, _ in lines])
    has_games = not has_headings and (
        reading.is_typed
        or any(line.choices or (not line.is_doubtful and any(said.is_scored for said in line.games)) for line in read)
    )
    started, target = False, str(reading.rules.target)

    def is_game(said: Said) -> bool:
        # Above headings a title may have numbers in it.
        return said.winner is not None or target in " ".join((*said.scores, *said.texts))

    for row, line, day in lines:
        is_heading = _NUMBERED.search("\n".join(row.texts())) and not any(map(_TWO_DIGITS.search, row.texts()))
        started = started or not is_heading or sum(map(bool, row.texts())) < 3
        if not started:
            # Headings that aren't known, such as "Speler 1".
            reading.parsed.passed.append(row.place)
        elif line.games and not line.is_doubtful and (not has_headings or all(map(is_game, line.games))):
            _add(reading, row, line.games, day)
            reading.beside |= dict.fromkeys(line.notes)
        elif any(BYE.fullmatch(split_date(cell)[1]) for cell in row.texts()):
            reading.parsed.byes.append(row.place)
        elif any(VOID.search(cell) for cell in row.texts()) and not any(map(TWO_NUMBERS.search, row.texts())):
            reading.parsed.unplayed.append(row.place)
        elif line.is_doubtful and has_games:
            reading.refuse(row, gettext(_NO_GAME))
        else:
            reading.parsed.passed.append(row.place)


def _as_matches(reading: _Reading, games: Sequence[Said]) -> Sequence[Said]:
    """The games of a row; several between two players are one match where the league plays matches."""
    if len(games) < 2 or reading.best_of in {None, 1} or len({game.names for game in games}) > 1:
        return games
    found = [TWO_NUMBERS.search(next(iter(game.texts), "-".join(game.scores))) for game in games]
    written = [(int(score[1]), int(score[2])) for score in found if score]
    scores = [score for score in written if max(score) >= reading.rules.target] or written
    won = sum(one > other for one, other in scores)
    if {*written} - {*scores, (won, len(scores) - won)}:
        raise RowError(_OTHER_GAMES)
    holes = str(sum(one for one, _ in scores)), str(sum(other for _, other in scores))
    return [Said(games[0].names, holes, games=(str(won), str(len(scores) - won)))]


def _add(
    reading: _Reading, row: Row, games: Sequence[Said], day: _Dated, parts: Mapping[str, str] | None = None
) -> None:
    """Add the games that a row says, or note why they are none."""
    try:
        for said in _as_matches(reading, games):
            if (record := settle(said, reading.rules)) is None:
                if _has_score(row, reading.rules) and not any(map(VOID.search, row.texts())):
                    raise RowError(_NO_GAME)
                reading.parsed.unplayed.append(row.place)
            else:
                _keep(reading, row, record | dict(parts or {}), day)
    except RowError as wrong:
        reading.refuse(row, str(wrong))


def _keep(reading: _Reading, row: Row, record: Mapping[str, str], day: _Dated, *, ours: bool = False) -> None:
    """Keep the game of a row until the order of its date is known. Raises ``RowError`` for one that can't be."""
    result = read_record(row.line, record, reading.rules, ours=ours, best_of=reading.best_of)
    night = None if ours else re.search(r"\d{1,4}", record.get("meeting", ""))
    if night or row.sheet is not None:
        result = replace(result, sheet=row.sheet, meeting=int(night[0]) if night else result.meeting)
    reading.games.append(_Game(result, day, "" if ours else record.get("season") or season_of(row.sheet)[0]))


def _has_score(row: Row, rules: Rules) -> bool:
    """Return whether some cell is a whole score, which may stand where the headings don't say it."""
    found = [TWO_NUMBERS.fullmatch(text) for text in row.texts()]
    return any(max(int(score[1]), int(score[2])) == rules.target for score in found if score)


def _headings(reading: _Reading, sheet: _Sheet, row: Row) -> Columns | None:
    """The columns that a row names, whether as the bot writes them or as people do."""
    texts = row.texts()
    has_number = any(map(_TWO_DIGITS.search, texts))
    if has_number and sheet.columns is not None:
        # A score or a day: most rows end here.
        sheet.above = None
        return None
    above, sheet.above = sheet.above, None
    if len(texts) >= len(COLUMNS) and set(COLUMNS) <= set(normal := [normal_heading(text) for text in texts]):
        return _own_headings(reading, sheet, row, normal)
    if has_number:
        return None
    is_heading = sheet.columns is None or find_columns(texts) is not None
    for heads in (_joined(above, texts) if is_heading else [], texts):
        columns = None if any(map(_TWO_DIGITS.search, heads)) else find_columns(heads)
        if columns is not None and (columns.score_columns or sheet.columns is None) and _holds_names(sheet, columns):
            sheet.own, sheet.is_export = (), False
            scores = [TWO_NUMBERS.search(one.text(column)) for column in columns.texts for one in sheet.rows[:_FEW]]
            sheet.high_first = all(int(score[1]) > int(score[2]) for score in scores if score)
            unused = (name for at, name in enumerate(heads) if name and at not in columns.understood)
            reading.ignored |= dict.fromkeys(unused)
            columns.third += partners(columns, heads, sheet.rows[:_FEW])
            sheet.above = row
            return columns
    if sheet.columns is None and sum(map(bool, texts)) > 1:
        sheet.above = row
        sheet.no_players = sheet.no_players or no_players(texts)
    return None


def _holds_names(sheet: _Sheet, columns: Columns) -> bool:
    """Return whether the columns of the players hold names, rather than numbers."""
    texts = [text for row in sheet.rows[:SAMPLE] for column in columns.names if (text := row.text(column))]
    return 2 * sum(number_of(text).isdecimal() for text in texts) < len(texts)


def _joined(above: Row | None, texts: Sequence[str]) -> list[str]:
    """Two rows of headings as one: those of the upper row stand over all cells up to the next."""
    if above is None or sum(map(bool, texts)) < 2:
        return []
    heads, over = list[str](), ""
    for column in range(max(len(texts), len(above.cells))):
        over = above.text(column) or over
        below = texts[column] if column < len(texts) else ""
        heads.append(f"{over} {below}" if below else above.text(column))
    return heads


def _own_headings(reading: _Reading, sheet: _Sheet, row: Row, normal: list[str]) -> Columns | None:
    """The columns of a file that the bot wrote."""
    sheet.own, sheet.is_export = tuple(normal), set(MORE) <= set(normal)
    known = {*COLUMNS, *((*MORE, *NIGHTS) if sheet.is_export else ("season", "meeting"))}
    if doubled := sorted({column for column in known if normal.count(column) > 1}):
        reading.refuse(row, gettext("the header has {doubled} twice.", doubled=", ".join(doubled)))
        reading.found_headings = True
        return None
    reading.ignored |= dict.fromkeys(column for column in normal if column not in known)
    at = normal.index
    scores = (at("score_a"), at("score_b"))
    return Columns((at("player_a"), at("player_b")), len(normal), scores=scores, dates=(at("date"),))


def _take_title(sheet: _Sheet, row: Row) -> None:
    """Take the date of a title such as "Week 3, 15 September 2026"."""
    for cell in row.cells:
        if (found := read_date(cell, within=True)) is not None:
            sheet.day = found, str(cell)


def _read_row(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row) -> None:
    """Read a row under the headings: a game, or a title, total, note or bye that is passed over."""
    names = [row.text(column) for column in columns.names]
    if any(BYE.fullmatch(name) for name in names):
        _carry_date(sheet, columns, row)
        reading.parsed.byes.append(row.place)
    elif _is_no_game(names, columns, row):
        _pass(reading, sheet, columns, row)
    elif any(row.text(place) for place in range(columns.width, len(row.cells))) and row.sheet is None:
        # In text a separator within a name moves the cells; in a workbook these are notes.
        reading.refuse(
            row,
            gettext(
                "this line has {number} cells, but the header has {columns_number}.",
                number=len(row.cells),
                columns_number=columns.width,
            ),
        )
    else:
        day = _carry_date(sheet, columns, row)
        if columns.dates and day is None and any(sheet.day):
            reading.carried.append(row.place)
        _read_game(reading, sheet, columns, row, day or sheet.day)


def _pass(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row) -> None:
    """Pass over a title, a total or a note; a line that is a game all the same is read as one."""
    filled = list(filter(None, row.texts()))
    line = read_line(row) if len(filled) == 1 else Line()
    if line.games and all(said.is_scored and (said.winner is not None or said.texts) for said in line.games):
        _add(reading, row, line.games, sheet.day if line.date is None else (line.date, line.date_text))
        return
    if len(filled) == 1 or (_carry_date(sheet, columns, row) or (None,))[0] is None:
        _take_title(sheet, row)
    reading.parsed.passed.append(row.place)


def _is_no_game(names: list[str], columns: Columns, row: Row) -> bool:
    """Return whether a row without both names is a title, a total, a note or a blank line of a table."""
    filled = list(filter(None, row.texts()))
    if len(filled) > 1 and any(map(TOTAL.fullmatch, filled)) and (not all(names) or TOTAL.fullmatch(filled[0])):
        return True
    if all(names):
        return len(filled) == 1
    said = [row.text(column) for column in columns.score_columns]
    numbers = any(re.search(r"\d", cell) and not says_day(cell) for cell in said)
    return len(filled) == 1 or not numbers or (not any(names) and read_date(_date_of(columns, row)) is None)


def _date_of(columns: Columns, row: Row) -> Cell:
    """The cell with the day of a row: of the column with that heading, or one of an unknown column."""
    if columns.dates:
        written = [cell for column in columns.dates if (cell := row.cell(column))]
        return next((cell for cell in written if read_date(cell)), next(iter(written), None))
    free = (cell for column, cell in enumerate(row.cells) if column not in columns.understood and cell)
    return next((cell for cell in free if says_day(cell)), None)


def _carry_date(sheet: _Sheet, columns: Columns, row: Row) -> _Dated | None:
    """Keep the date of a row for those below it, but not a later one, and return it; None where nothing is written."""
    if not (cell := _date_of(columns, row)):
        return None
    if (found := (read_date(cell), str(cell)))[0] is not None:
        sheet.day = (None, "") if cell == row.cell(columns.others.get("moved")) else found
    return found


def _read_game(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row, day: _Dated) -> None:
    """Read the games of a row under headings."""
    try:
        if sheet.own:
            record = {"winner": "", **{heading: row.text(place) for place, heading in enumerate(sheet.own)}}
            if sheet.is_export and record["status"] != "counted":
                reading.parsed.uncounted.append(row.place)
            else:
                _keep(reading, row, record, day, ours=sheet.is_export)
            return
        third = next((name for column in columns.third if (name := row.text(column))), None)
        if third is not None:
            raise RowError(N_("{name} is a third player. A result has 2."), name=third)
        others = {"season": columns.others.get("season"), "meeting": columns.others.get("meeting")}
        others |= dict(zip(("best_hand_a", "best_hand_b"), columns.hands, strict=True))
        stand_ins = map(columns.others.get, ("substitute", "visitor"))
        reading.beside |= dict.fromkeys(filter(None, map(row.text, stand_ins)))
        parts = {kind: text for kind, column in others.items() if (text := row.text(column))}
        _add(reading, row, _said_of(reading, sheet, columns, row), day, parts)
    except RowError as wrong:
        reading.refuse(row, str(wrong))


def _legs_of(reading: _Reading, columns: Columns, row: Row, wholes: Iterable[str]) -> list[str]:
    """The scores of the games of a match, each in its column. Raises ``RowError`` where they don't make its result."""
    found = [score for column in columns.legs if (score := TWO_NUMBERS.search(row.text(column)))]
    if not found:
        return []
    won = sum(int(score[1]) > int(score[2]) for score in found)
    for whole in filter(None, map(TWO_NUMBERS.search, wholes)):
        if (int(whole[1]), int(whole[2])) != (won, len(found) - won):
            raise RowError(_OTHER_GAMES)
    if len(found) < sum(bool(row.text(column)) for column in columns.legs):
        raise RowError(_NO_GAME)
    if reading.best_of is not None and max(won, len(found) - won) < needed(reading.best_of):
        raise RowError(NOT_A_MATCH, games=won, other=len(found) - won, best_of=reading.best_of)
    return [score[0] for score in found]


def _said_of(reading: _Reading, sheet: _Sheet, columns: Columns, row: Row) -> list[Said]:
    """What the cells of a row say of its games."""
    names = [natural_name(row.text(column)) for column in columns.names]
    for place in columns.score_columns:
        if (cell := row.cell(place)) and len(text := row.text(place)) <= _LONGEST_DAY and says_day(cell):
            raise RowError(_BECAME_DAY, text=text)
    scores, winners = scores_of(columns, row, names), winners_of(columns, row, names)
    texts = [row.text(place) for place in columns.texts]
    found = TWO_NUMBERS.search(row.text(columns.others.get("games")))
    if legs := _legs_of(reading, columns, row, [text for text in (found and found[0], *texts) if text]):
        return [Said((names[0], names[1]), texts=(leg,)) for leg in legs]
    games = (found[1], found[2]) if found else (number_in(row, columns.games[0]), number_in(row, columns.games[1]))
    if len(winners) > 1:
        raise RowError(N_("the cells don't agree who won."))
    winner = next(iter(winners), None)
    if winner is not None and (sheet.high_first or any(OUTCOME.match(text.strip()) for text in texts)):
        texts = [reversed_to(text, winner) for text in texts]
    if winner is not None:
        for place, column in zip((winner, 1 - winner), columns.outcome_scores, strict=True):
            scores[place] = scores[place] or number_in(row, column)
        if columns.scores[winner] is None and columns.outcome_scores[0] is None and scores[1 - winner]:
            scores[winner] = scores[winner] or str(reading.rules.target)
    said = Said(
        (names[0], names[1]),
        (scores[0], scores[1]),
        tuple(filter(None, texts)),
        winner,
        number_in(row, columns.others.get("margin")),
        games,
        remarks_of(columns, row),
        has_forfeit=columns.winner_first and any(map(FORFEIT.search, texts)),
        worth=number_in(row, columns.others.get("worth")),
    )
    if any(map(TWO_NUMBERS.search, scores)):
        return _without_roles(sheet, columns, row, said)
    if (any(games) and not all(game.isdecimal() and len(game) < 3 for game in games)) or not said.is_scored:
        return _without_roles(sheet, columns, row, said)
    return [said]


def _without(row: Row, columns: Container[int | None]) -> Row:
    return replace(row, cells=tuple(None if column in columns else cell for column, cell in enumerate(row.cells)))


def _without_roles(sheet: _Sheet, columns: Columns, row: Row, said: Said) -> list[Said]:
    """The games of a row by its cells alone, where the headings don't say which hold the score."""
    line = read_line(_without(row, {*columns.remarks, *columns.known, columns.others.get("skunk")}))
    named = {folded(name) for game in line.games for name in game.names}
    if not line.is_doubtful and {*map(folded, said.names)} <= named and all(game.is_scored for game in line.games):
        return [replace(game, winner=said.winner if game.winner is None else game.winner) for game in line.games]
    return [said]


def _finish(reading: _Reading, game: _Game, order: DateOrder | None, today: date | None) -> None:
    """Take a game with its day, now that the order of the dates is known."""
    result, (day, text) = game.result, game.day
    played_at = day.read(order, today) if isinstance(day, UnclearDate) else day
    moment = (reading.undated or read_date(played_at)) if not isinstance(played_at, datetime) else played_at
    title, years = season_of(result.sheet)
    if not isinstance(moment, datetime) or (years and moment.year not in years):
        why = gettext(_DATE_FAULT if text else _NO_DATE, text=text[:LONGEST_CELL])
        if isinstance(moment, datetime):
            why = gettext(_OTHER_SEASON, day=date_of(moment.date()), season=title)
        reading.parsed.add_bad(result.line, why, result.sheet)
        return
    season = result.season if result.own else reading.seasons.get(game.season)
    undated = reading.undated is not None
    reading.parsed.rows.append(replace(result, played_at=moment, season=season, undated=undated))
