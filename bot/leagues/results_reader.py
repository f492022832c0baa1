"""Reads the results of a file as clubs keep it: any order of columns, titles, totals, notes, a date once a night.

Every row is a game, no game (and why), or asked about: none is dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, get_args

from bot.i18n.translation import N_, date_of, gettext
from bot.leagues.columns import (
    SAMPLE,
    Columns,
    View,
    find_cross_table,
    find_views,
    has_results,
    is_heading,
    is_standings,
    names_one,
    no_players,
    owner_of,
    partners,
)
from bot.leagues.csv_format import (
    COLUMNS,
    LONGEST_CELL,
    MORE,
    MOST_SEASONS,
    NIGHTS,
    ParsedFile,
    ResultRow,
    RowError,
    Skipped,
    drop_mirrored,
    join_names,
    listed_lines,
    normal_heading,
    played_on,
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
    AS_OF,
    BYE,
    NO_GAME,
    OTHER_GAMES,
    TOTAL,
    TWO_NUMBERS,
    VOID,
    Line,
    Said,
    are_initials,
    choose,
    doubt_some,
    number_of,
    read_line,
    settle,
)
from bot.models.league import folded
from engine.rules import Rules

_Dated: TypeAlias = tuple[WrittenDate | None, str]
"""A day, and how it is written."""

_FEW: Final = 50
_TWO_DIGITS: Final = re.compile(r"\d\d")

_NO_DATE: Final = N_("the date is missing. Write it like 2025-01-31.")
_UNDATED: Final = N_(
    "There are no dates, so every game gets today's: {day}. For another day, write it in the first line, such as "
    "2025-01-31."
)
_DATE_FAULT: Final = N_("write the date like 2025-01-31, not {text!r}.")
_OTHER_SEASON: Final = N_("{day} is outside {season}, the season this sheet belongs to.")
_NO_HEADINGS: Final = N_(
    "I can't find the headings. I need a row that names 2 players and the score, such as {columns}, "
    "or Date, Winner, Loser, Score."
)
_STANDINGS: Final = N_("this stands in a table of standings. If it is a game, write it among the results.")
_TOTALS: Final = N_(
    "this is a table of each player's totals. I need the games: a line each, with 2 players and the score."
)
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


class _Game(NamedTuple):
    """A game of a row before its date is sure, and the season that it names."""

    result: ResultRow
    day: _Dated
    season: str = ""


@dataclass(slots=True)
class _Reading:
    """The state of reading a file, and of its sheet: the games of each row, and the date that is carried down."""

    parsed: ParsedFile
    rules: Rules
    best_of: int | None
    is_typed: bool
    """Whether somebody has typed it line by line, so that no line is a title."""

    day: _Dated
    games: list[_Game] = field(default_factory=list)
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

    views: Sequence[View] = ()
    width: int = 0
    """How many headings there are."""

    own: tuple[str, ...] = ()
    """The headings, where they are those that the bot writes, so that names are taken letter by letter."""
    is_export: bool = False
    """Whether these are all columns of an export."""
    no_players: set[int] = field(default_factory=set)
    """The columns that can't hold a player, by headings that don't say where the players are."""
    above: Row | None = None
    """The row above, where it may be the upper half of the headings."""

    owner: str = ""
    """The player whose card is read."""

    def refuse(self, row: Row, why: str) -> None:
        self.parsed.add_bad(row.line, why, row.sheet)

    def skip(self, row: Row, why: Skipped) -> None:
        self.parsed.skipped[why].append(row.place)


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
    day = read_date(found.day), ""
    reading = _Reading(parsed, rules, best_of, found.day is not None, day)
    for _, rows in groupby(found.rows, key=lambda row: row.sheet):
        reading.views, reading.day, reading.owner, reading.above = (), day, "", None
        reading.no_players.clear()
        _read_sheet(reading, _side_by_side(list(rows)))
    if not (reading.found_headings or reading.games or {*parsed.skipped} - {"other"}):
        if found.rows and not parsed.bad:
            is_table = any(names_one(row.texts()) for row in found.rows[:SAMPLE])
            sentence = _TOTALS if is_table else NO_GAME if reading.is_typed else _NO_HEADINGS
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
    at = {row.place: number for number, row in enumerate(found.rows)} if parsed.skipped else {}
    for lines in parsed.skipped.values():
        lines[:] = sorted({*lines}, key=at.__getitem__)
    # Of a large file what was read goes as its results come, so that both never fill the memory.
    found.rows.clear()
    reading.games.reverse()
    while reading.games:
        _finish(reading, reading.games.pop(), chosen, today)
    join_names(parsed)
    played_on(parsed, best_of or 1)
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
    # Many clubs write the date once a night.
    carried = reading.carried if 2 * len(reading.carried) < len(parsed.rows) else ()
    skipped = (parsed.skipped[why] for why in get_args(Skipped)[:-1])
    found = (ignored, beside, joined, seasons, carried, *skipped)
    said = zip(_NOTES, map(listed_lines, found), strict=True)
    parsed.notes += [gettext(note, items=items) for note, items in said if items]


def _side_by_side(rows: Sequence[Row]) -> list[Row]:
    """Put tables of results that stand side by side, with an empty column between, below each other.

    Another table beside them, such as one of standings, is left out.
    """
    width = max((len(row.cells) for row in rows), default=0)
    filled = [any(row.text(column) for row in rows) for column in range(width)]
    blocks = [list(run) for full, run in groupby(range(width), key=lambda column: filled[column]) if full]
    tables = [
        slice(block[0], block[-1] + 1)
        for block in blocks
        if any(has_results([row.text(column) for column in block]) for row in rows[:SAMPLE])
    ]
    if len(blocks) < 2 or not tables:
        return list(rows)
    return [replace(row, cells=row.cells[block]) for block in tables for row in rows if any(row.cells[block])]


def _read_sheet(reading: _Reading, rows: Sequence[Row]) -> None:
    _take_title(reading, rows[0].sheet)
    lines: list[tuple[Row, Line, _Dated]] = []
    has_headings, asks = False, reading.is_typed
    standings = -1
    for number, row in enumerate(rows):
        standings = _standings_at(reading, row, number, standings)
        if standings >= 0:
            if re.search(rf"\b{reading.rules.target}\b", " ".join(row.texts())):
                reading.refuse(row, gettext(_STANDINGS))
            else:
                reading.skip(row, "other")
            reading.views = ()
            reading.dates.append(None)
            continue
        if reading.views and (players := reading.views[0].players) and row.text(0) not in players:
            # Here a cross table ends.
            reading.views, asks = (), True
        if _find_headings(reading, row, rows[number + 1 : number + SAMPLE]):
            reading.found_headings = True
            has_headings |= not reading.views[0].players
        elif reading.views:
            _read_row(reading, row)
            reading.dates.append(reading.day[0])
        else:
            reading.owner = owner_of(row.texts()) or reading.owner
            line = read_line(row.without(reading.no_players))
            is_day = any(said.is_scored for said in line.games) or not any(map(AS_OF.search, row.texts()))
            if line.date is not None and is_day:
                reading.day = line.date, line.date_text
            elif not line.games:
                _take_title(reading, *row.cells)
            reading.dates.append(line.date)
            lines.append((row, line, reading.day))
    _read_lines(reading, lines, has_headings=has_headings, asks=asks)


def _standings_at(reading: _Reading, row: Row, number: int, start: int) -> int:
    """The number of the row with which the standings begin that this one is of; -1 where it is of none."""
    texts = row.texts()
    if any(map(_TWO_DIGITS.search, texts)):
        return start
    if is_standings(texts) and (sum(map(bool, texts)) == 1 or reading.views):
        return number
    # The headings below a title are of the standings.
    others = [view.columns for view in find_views(texts) if number > start + 1 or view.columns.dates]
    return -1 if sum(map(bool, texts)) == 1 or any(columns.score_columns for columns in others) else start


def _read_lines(
    reading: _Reading, lines: Sequence[tuple[Row, Line, _Dated]], *, has_headings: bool, asks: bool
) -> None:
    """Take the games of rows without headings; what looks like one and isn't clear is asked about.

    Above headings, and in a sheet without a clear game, that may be a title or a total as well, unless ``asks``.
    """
    doubt_some([(row, line) for row, line, _ in lines if line.games or line.choices])
    choose(read := [line for _, line, _ in lines])
    has_games = not has_headings and (
        asks
        or any(line.choices or (not line.is_doubtful and any(said.is_scored for said in line.games)) for line in read)
    )
    target = str(reading.rules.target)

    def is_game(said: Said) -> bool:
        # Above headings a title may have numbers in it.
        return said.winner is not None or target in " ".join((*said.scores, *said.texts))

    for row, line, day in lines:
        if line.games and not line.is_doubtful and (not has_headings or all(map(is_game, line.games))):
            _add(reading, row, line.games, day)
            reading.beside |= dict.fromkeys(line.notes)
        elif any(BYE.fullmatch(split_date(cell)[1]) for cell in row.texts()):
            reading.skip(row, "bye")
        elif any(VOID.search(cell) for cell in row.texts()) and not any(map(TWO_NUMBERS.search, row.texts())):
            reading.skip(row, "unplayed")
        elif line.is_doubtful and has_games:
            reading.refuse(row, gettext(NO_GAME))
        else:
            reading.skip(row, "other")


def _as_matches(reading: _Reading, games: Sequence[Said]) -> Sequence[Said]:
    """The games of a row; several between two players are one match where the league plays matches."""
    if len(games) < 2 or reading.best_of in {None, 1} or len({game.names for game in games}) > 1:
        return games
    found = [TWO_NUMBERS.search(next(iter(game.texts), "-".join(game.scores))) for game in games]
    written = [(int(score[1]), int(score[2])) for score in found if score]
    scores = [score for score in written if max(score) >= reading.rules.target] or written
    won = sum(one > other for one, other in scores)
    if {*written} - {*scores, (won, len(scores) - won)}:
        raise RowError(OTHER_GAMES)
    holes = str(sum(one for one, _ in scores)), str(sum(other for _, other in scores))
    return [Said(games[0].names, holes, games=(str(won), str(len(scores) - won)))]


def _add(
    reading: _Reading, row: Row, games: Sequence[Said], day: _Dated, parts: Mapping[str, str] | None = None
) -> None:
    """Add the games that a row says, or note why they are none."""
    try:
        for said in _as_matches(reading, games):
            if (record := settle(said, reading.rules)) is None:
                texts, target = row.texts(), str(reading.rules.target)
                if any(target in text for text in filter(TWO_NUMBERS.fullmatch, texts)) and not any(
                    map(VOID.search, texts)
                ):
                    # It may stand where the headings don't say it.
                    raise RowError(NO_GAME)
                reading.skip(row, "unplayed")
            else:
                _keep(reading, row, record | dict(parts or {}), day)
    except RowError as wrong:
        reading.refuse(row, str(wrong))


def _keep(reading: _Reading, row: Row, record: Mapping[str, str], day: _Dated, *, ours: bool = False) -> None:
    """Keep the game of a row until the order of its date is known. Raises ``RowError`` for one that can't be."""
    if row.is_hidden:
        raise RowError(N_("this row is hidden in the workbook. Show it if its game counts, or delete it."))
    result = read_record(row.line, record, reading.rules, ours=ours, best_of=reading.best_of)
    night = None if ours else re.search(r"\d{1,4}", record.get("meeting", ""))
    if night or row.sheet is not None:
        result = replace(result, sheet=row.sheet, meeting=int(night[0]) if night else result.meeting)
    reading.games.append(_Game(result, day, "" if ours else record.get("season") or season_of(row.sheet)[0]))


def _find_headings(reading: _Reading, row: Row, below: Sequence[Row]) -> bool:
    """Find the games of the rows below, if this one is of headings; whether the bot wrote them, or people."""
    texts, above = row.texts(), reading.above
    reading.above = None
    has_number = any(map(_TWO_DIGITS.search, texts))
    if has_number and reading.views:
        # A score or a day: most rows end here.
        return False
    if len(texts) >= len(COLUMNS) and set(COLUMNS) <= set(normal := list(map(normal_heading, texts))):
        return _take_own_headings(reading, row, normal)
    if crossed := find_cross_table(row, below[:SAMPLE]):
        # The corner of the table may say its day.
        _take_title(reading, row.text(0))
        players = [str(view.picks[1]) for view in crossed]
        others = (
            text
            for text in texts[1:]
            if not any(folded(text) == folded(who) or are_initials(text, who) for who in players)
        )
        reading.ignored |= dict.fromkeys(filter(None, others))
        reading.views, reading.own, reading.width = crossed, (), SAMPLE
        return True
    if has_number or (reading.views and not find_views(texts, reading.owner)):
        return False
    for heads in (_joined(above, texts), texts):
        views = [] if any(map(_TWO_DIGITS.search, heads)) else find_views(heads, reading.owner)
        sampled = [[view.row(one) for one in below[:_FEW]] for view in views]
        if not views or not (views[0].columns.score_columns or not reading.views):
            continue
        if not _holds_names(views[0].columns, sampled[0]):
            continue
        for view, rows in zip(views, sampled, strict=True):
            columns = view.columns
            scores = [TWO_NUMBERS.search(one.text(at)) for at in columns.texts for one in rows]
            columns.high_first = all(int(score[1]) > int(score[2]) for score in scores if score)
            columns.third += partners(columns, view.heads, rows)
            free = [at for at, head in enumerate(heads) if at not in columns.understood and not AS_OF.search(head)]
            days = [at for at in free if any((cell := one.cell(at)) and says_day(cell) for one in rows)]
            columns.dates = columns.dates or days[:1]
            wrong = Counter(at for one in rows for at in columns.other_means(one))
            columns.means = [at for at in columns.means if 2 * wrong[at] < sum(bool(one.text(at)) for one in rows)]
        unknown = ((at, name) for at, name in enumerate(heads) if name and not (views[0].picks and is_heading(name)))
        reading.ignored |= {name: None for at, name in unknown if not any(view.understands(at) for view in views)}
        reading.views, reading.own, reading.width, reading.above = views, (), len(heads), row
        return True
    if not reading.views and sum(map(bool, texts)) > 1:
        reading.above = row
        reading.no_players = reading.no_players or no_players(texts)
    return False


def _holds_names(columns: Columns, rows: Sequence[Row]) -> bool:
    """Return whether the columns of the players hold names, rather than numbers."""
    texts = [text for row in rows for column in columns.names if (text := row.text(column))]
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


def _take_own_headings(reading: _Reading, row: Row, normal: list[str]) -> bool:
    """Take the columns of a file that the bot wrote."""
    reading.own, reading.is_export = tuple(normal), set(MORE) <= set(normal)
    known = {*COLUMNS, *((*MORE, *NIGHTS) if reading.is_export else ("season", "meeting"))}
    reading.found_headings = True
    if doubled := sorted({column for column in known if normal.count(column) > 1}):
        reading.refuse(row, gettext("the header has {doubled} twice.", doubled=", ".join(doubled)))
        return False
    reading.ignored |= dict.fromkeys(column for column in normal if column not in known)
    reading.views, reading.width = [View([one if one in COLUMNS else "" for one in normal])], len(normal)
    return True


def _take_title(reading: _Reading, *cells: Cell) -> None:
    """Take the date of a title such as "Week 3, 15 September 2026"."""
    for cell in () if any(AS_OF.search(str(cell)) for cell in cells) else cells:
        if (found := read_date(cell, within=True)) is not None:
            reading.day = found, str(cell)


def _read_row(reading: _Reading, whole: Row) -> None:
    """Read a row under the headings: its games, or a title, total, note or bye that is passed over."""
    if owner := owner_of(whole.texts()) if reading.owner else "":
        reading.owner = owner
        _pass(reading, whole)
        return
    several = [view for view in reading.views if view.is_filled(whole)] if len(reading.views) > 1 else []
    for view in several or reading.views[:1]:
        _read_view(reading, view.columns, view.row(whole), whole)


def _read_view(reading: _Reading, columns: Columns, row: Row, whole: Row) -> None:
    names = [text if re.search(r"\w", text := row.text(column)) else "" for column in columns.names]
    if any(BYE.fullmatch(name) for name in names):
        _carry_date(reading, columns, row)
        reading.skip(row, "bye")
    elif _is_no_game(names, columns, row, whole):
        day = _carry_date(reading, columns, row) if sum(map(bool, whole.texts())) > 1 else None
        _pass(reading, whole, is_dated=day is not None and day[0] is not None)
    elif any(whole.text(place) for place in range(reading.width, len(whole.cells))) and row.sheet is None:
        # In text a separator within a name moves the cells; in a workbook these are notes.
        why = gettext(
            "this line has {number} cells, but the header has {columns_number}.",
            number=len(whole.cells),
            columns_number=reading.width,
        )
        reading.refuse(row, why)
    else:
        day = _carry_date(reading, columns, row)
        if columns.dates and day is None and any(reading.day):
            reading.carried.append(row.place)
        _read_game(reading, columns, row, day or reading.day)


def _pass(reading: _Reading, row: Row, *, is_dated: bool = False) -> None:
    """Pass over a title, a total or a note; a line that is a game all the same is read as one."""
    filled = list(filter(None, row.texts()))
    line, target = read_line(row) if len(filled) == 1 else Line(), str(reading.rules.target)
    if line.games and all(said.winner is not None or said.texts or target in said.scores for said in line.games):
        _add(reading, row, line.games, reading.day if line.date is None else (line.date, line.date_text))
        return
    if not is_dated:
        _take_title(reading, *row.cells)
    reading.skip(row, "other")


def _is_no_game(names: list[str], columns: Columns, row: Row, whole: Row) -> bool:
    """Return whether a row without both names is a title, a total, a note or a blank line of a table."""
    texts = list(filter(None, whole.texts()))
    if len(texts) > 1 and any(map(TOTAL.fullmatch, texts)) and (not all(names) or TOTAL.fullmatch(texts[0])):
        return True
    if all(names):
        return len(texts) == 1
    said = [row.text(column) for column in columns.score_columns]
    numbers = any(re.search(r"\d", cell) and not says_day(cell) for cell in said)
    return len(texts) == 1 or not numbers or (not any(names) and read_date(_date_of(columns, row)) is None)


def _date_of(columns: Columns, row: Row) -> Cell:
    """The cell with the day of a row."""
    written = [cell for column in columns.dates if (cell := row.cell(column))]
    return next((cell for cell in written if read_date(cell)), next(iter(written), None))


def _carry_date(reading: _Reading, columns: Columns, row: Row) -> _Dated | None:
    """Keep the date of a row for those below it, but not a later one, and return it; None where nothing is written."""
    if not (cell := _date_of(columns, row)):
        return None
    if (found := (read_date(cell), str(cell)))[0] is not None:
        reading.day = (None, "") if cell == row.cell(columns.moved) else found
    return found


def _read_game(reading: _Reading, columns: Columns, row: Row, day: _Dated) -> None:
    try:
        if reading.own:
            record = {"winner": "", **{heading: row.text(place) for place, heading in enumerate(reading.own)}}
            if reading.is_export and record["status"] != "counted":
                reading.skip(row, "uncounted")
            else:
                _keep(reading, row, record, day, ours=reading.is_export)
            return
        third = next((name for column in columns.third if (name := row.text(column))), None)
        if third is not None:
            raise RowError(N_("{name} is a third player. A result has 2."), name=third)
        others = {"season": columns.one("season"), "meeting": columns.one("meeting")}
        others |= dict(zip(("best_hand_a", "best_hand_b"), columns.hands, strict=True))
        stand_ins = map(columns.one, ("substitute", "visitor"))
        reading.beside |= dict.fromkeys(filter(None, map(row.text, stand_ins)))
        parts = {kind: text for kind, column in others.items() if (text := row.text(column))}
        _add(reading, row, columns.said_of(row, reading.rules, reading.best_of), day, parts)
    except RowError as wrong:
        reading.refuse(row, str(wrong))


def _finish(reading: _Reading, game: _Game, order: DateOrder | None, today: date | None) -> None:
    """Take a game with its day, now that the order of the dates is known."""
    result, (day, text) = game.result, game.day
    moment = (day.read(order, today) if isinstance(day, UnclearDate) else day) or reading.undated
    title, years = season_of(result.sheet)
    if moment is None:
        why = gettext(_DATE_FAULT if text else _NO_DATE, text=text[:LONGEST_CELL])
    elif years and moment.year not in years:
        why = gettext(_OTHER_SEASON, day=date_of(moment.date()), season=title)
    else:
        season = result.season if result.own else reading.seasons.get(game.season)
        undated = reading.undated is not None
        reading.parsed.rows.append(replace(result, played_at=moment, season=season, undated=undated))
        return
    reading.parsed.add_bad(result.line, why, result.sheet)
