"""The CSV format of results: reads a spreadsheet with a line for each game, and checks every line."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from hashlib import sha256
from typing import Any, Final, TypeAlias

from bot.i18n.translation import N_, gettext, ngettext
from bot.leagues.games_won import UNPLAYED, games_of, is_skunk
from bot.leagues.score_entry import HIGHEST, IMPOSSIBLE
from bot.models.fixture import FixtureStage
from bot.models.league import folded
from engine.rules import Rules

COLUMNS: Final = ("date", "player_a", "player_b", "score_a", "score_b", "games_a", "games_b")
"""The columns of every file."""

MORE: Final = (
    *("season", "stage", "status", "ended", "legs_a", "legs_b", "skunks_a", "skunks_b", "first_dealer"),
    *("best_hand_a", "best_hand_b"),
)
"""The other columns of an exported file; they are read where all of them are there."""

NOON: Final = time(12, tzinfo=UTC)
"""The time for a game with a date alone; at noon UTC it is the same day in most of the world."""

LONGEST_NAME: Final = 64

MOST_BAD: Final = 20
"""How many bad lines of a file are kept and shown; the rest are only counted."""

_MOST_COLUMNS: Final = 10
_LONGEST_CELL: Final = 40
"""How much of a cell is repeated in a message."""

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?")
_WHOLE: Final = re.compile(r"[0-9]{1,5}")
_WORD: Final = re.compile(r"[a-z_]{1,20}")
_ESCAPED: Final = re.compile(r"'+[=+\-@]")
_SEPARATORS: Final = ",;\t"
_SEPARATOR_LINE: Final = re.compile(r"sep=([,;\t])", re.IGNORECASE)
"""A line that some spreadsheets write first, to name the separator."""

UNSEEN: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})

_NO_LINE: Final = N_("this isn't a readable CSV file ({error}). Is a quotation mark missing?")
_MISSING: Final = N_("the header is missing {missing}. It needs {columns}.")

TwoNumbers: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result of a file, from this line on; of each pair the first is of ``player_a``."""

    line: int
    played_at: datetime
    names: tuple[str, str]
    scores: TwoNumbers
    games: TwoNumbers
    legs: TwoNumbers
    skunks: TwoNumbers = (0, 0)
    season: int | None = None
    meeting: FixtureStage = "league"
    ended_by: str = "file"
    dealt_first: int | None = None
    best_hands: tuple[int | None, int | None] = (None, None)

    @property
    def winner(self) -> int:
        """The place of the player who won."""
        return 0 if self.games[0] > self.games[1] else 1

    @property
    def content(self) -> str:
        """A digest of this row, the same in every layout of the file; equal rows share it."""
        values = (self.played_at.isoformat(), *map(folded, self.names), *self.scores, *self.games)
        return sha256("\n".join(map(str, values)).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class BadRow:
    """A line that cannot be read, and what is wrong with it."""

    line: int
    why: str

    def __str__(self) -> str:
        return gettext("line {line}: {why}", line=self.line, why=self.why)


@dataclass(slots=True)
class ParsedFile:
    """A file as it was read: the results that count, the lines that are wrong, and notes for the reader.

    ``bad`` are the first ``MOST_BAD`` of the bad lines, and ``more_bad`` is how many there are besides.
    """

    rows: list[ResultRow] = field(default_factory=list)
    bad: list[BadRow] = field(default_factory=list)
    more_bad: int = 0
    notes: list[str] = field(default_factory=list)

    def add_bad(self, line: int, why: str) -> None:
        """Add a bad line, or only count it where enough are listed."""
        if len(self.bad) < MOST_BAD:
            self.bad.append(BadRow(line, why))
        else:
            self.more_bad += 1


class _RowError(Exception):
    """A line is wrong; the message says how."""


def decode_file(data: bytes) -> tuple[str, list[str]]:
    """The text of a file, and a note where its encoding is neither UTF-8 nor marked."""
    if data[:2] in {BOM_UTF16_LE, BOM_UTF16_BE}:
        return data.decode("utf-16", errors="replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace"), [
            gettext("This file isn't UTF-8, so I read it as Windows text.")
        ]


def parse_results(text: str, rules: Rules) -> ParsedFile:
    """Parse a file of results of games by these rules."""
    parsed = ParsedFile()
    lines = _lines(text, parsed)
    header = next(lines, None)
    if header is None:
        if not parsed.bad:
            parsed.add_bad(1, gettext("the file is empty. Start it with a header line."))
        return parsed
    columns = [re.sub(r"[\s-]+", "_", cell.casefold()) for cell in header[1]]
    if wrong := _header_fault(columns):
        parsed.add_bad(header[0], wrong)
        return parsed
    ours = set(MORE) <= set(columns)
    known = {*COLUMNS, *(MORE if ours else ())}
    if unknown := [column or gettext("(no name)") for column in columns if column not in known]:
        shown = [column[:_LONGEST_CELL] for column in unknown[:_MOST_COLUMNS]]
        rest = ["..."] if len(unknown) > len(shown) else []
        parsed.notes.append(gettext("Ignored columns: {unknown}.", unknown=", ".join([*shown, *rest])))
    passed = 0
    for line, cells in lines:
        if len(cells) != len(columns) and len(parsed.bad) == MOST_BAD:
            # Very many lines may be of no use at all.
            parsed.more_bad += 1
            continue
        try:
            if len(cells) != len(columns):
                raise _RowError(
                    ngettext(
                        "this line has {number} cell, but the header has {columns_number}.",
                        "this line has {number} cells, but the header has {columns_number}.",
                        len(cells),
                        columns_number=len(columns),
                    )
                )
            record = dict(zip(columns, cells, strict=True))
            if ours and record["status"] != "counted":
                passed += 1
            else:
                parsed.rows.append(_row(line, record, rules, ours=ours))
        except _RowError as wrong_row:
            parsed.add_bad(line, str(wrong_row))
    if passed:
        parsed.notes.append(gettext("These results don't count, so I skipped them: {passed}.", passed=passed))
    return parsed


def escape_formula(name: str) -> str:
    """A name with a quote before ``=``, ``+``, ``-`` or ``@``, which a spreadsheet would take for a formula."""
    return f"'{name}" if name[:1] in "=+-@" or _ESCAPED.match(name) else name


def _lines(text: str, parsed: ParsedFile) -> Iterator[tuple[int, list[str]]]:
    """The lines that are not empty, each with its number and its cells."""
    written = io.StringIO(text, newline="")
    first = next((line for line in written if line.strip()), "")
    written.seek(0)
    named = _SEPARATOR_LINE.fullmatch(first.strip(" \r\n"))
    separator = named[1] if named else max(_SEPARATORS, key=first.count)
    reader = csv.reader(written, delimiter=separator, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            parsed.add_bad(line, gettext(_NO_LINE, error=error))
        else:
            if any(cells) and named is None:
                yield line, cells
            elif any(cells):
                named = None


def _header_fault(columns: Sequence[str]) -> str | None:
    if missing := [column for column in COLUMNS if column not in columns]:
        return gettext(_MISSING, columns=",".join(COLUMNS), missing=", ".join(missing))
    if doubled := {column for column in (*COLUMNS, *MORE) if columns.count(column) > 1}:
        return gettext("the header has {doubled} twice.", doubled=", ".join(sorted(doubled)))
    return None


def _row(line: int, record: Mapping[str, str], rules: Rules, *, ours: bool) -> ResultRow:
    played_at, names = _moment(record["date"]), _names(record)
    scores = _whole("score_a", record), _whole("score_b", record)
    if record["games_a"] or record["games_b"]:
        games = _whole("games_a", record), _whole("games_b", record)
        _check_winner(scores, games, rules, known=ours and _is_known(scores, record))
        # One game that counts for several by the rules was one leg all the same.
        legs = _one_leg(scores) if games == _single(scores, rules) else games
    else:
        _check_single(max(scores), min(scores), rules)
        legs, games = _one_leg(scores), _single(scores, rules)
    more = _own_columns(record) if ours else {"skunks": _skunks(scores, games, rules)}
    return ResultRow(
        **{"line": line, "played_at": played_at, "names": names, "scores": scores, "games": games, "legs": legs, **more}
    )


def _one_leg(scores: TwoNumbers) -> TwoNumbers:
    """The legs of a single game."""
    return (1, 0) if scores[0] > scores[1] else (0, 1)


def _single(scores: TwoNumbers, rules: Rules) -> TwoNumbers:
    """Return the games that a single game with these scores counts for."""
    legs = _one_leg(scores)
    return legs[0] * games_of(rules, *scores), legs[1] * games_of(rules, *reversed(scores))


def _is_known(scores: TwoNumbers, record: Mapping[str, str]) -> bool:
    """Return whether a line is a match or an unfinished game, whose scores need not fit a single game."""
    if _whole("legs_a", record) + _whole("legs_b", record) > 1:
        return True
    return record["ended"] in UNPLAYED and scores == (0, 0)


def _check_winner(scores: TwoNumbers, games: TwoNumbers, rules: Rules, *, known: bool) -> None:
    """Check the games against the scores; in a match both have games, and either may have more holes."""
    if games[0] == games[1]:
        raise _RowError(gettext("nobody won: the games are {games}-{other}.", games=games[0], other=games[1]))
    if min(games) > 0 or known:
        return
    winner = 0 if games[0] > games[1] else 1
    won, lost = scores[winner], scores[1 - winner]
    if won <= lost:
        raise _RowError(
            gettext(
                "player_{letter} won but doesn't have the higher score ({won}-{lost}).",
                letter="ab"[winner],
                won=won,
                lost=lost,
            )
        )
    legs, over = divmod(won, rules.target)
    if over or legs > max(games):
        # Otherwise all games of a match have gone to one player, who has every hole of each.
        _check_single(won, lost, rules)


def _check_single(won: int, lost: int, rules: Rules) -> None:
    if won == lost:
        raise _RowError(gettext("nobody won: the score is {won}-{lost}.", won=won, lost=lost))
    if won > rules.target:
        raise _RowError(gettext("the score {won} is more than {target} points.", won=won, target=rules.target))


def _skunks(scores: TwoNumbers, games: TwoNumbers, rules: Rules) -> TwoNumbers:
    """The skunks of each side; none for a match of several games, whose scores do not say."""
    skunks = [int(games[1 - side] == 0 and is_skunk(rules, scores[side], scores[1 - side])) for side in (0, 1)]
    return skunks[0], skunks[1]


def _own_columns(record: Mapping[str, str]) -> dict[str, Any]:
    """The values of the other columns of an exported file."""
    dealt_first = record["first_dealer"].casefold()
    if dealt_first not in {"a", "b", ""}:
        raise _RowError(
            gettext("first_dealer: use a, b or nothing, not {said!r}.", said=record["first_dealer"][:_LONGEST_CELL])
        )
    if record["stage"] not in {"league", "playoff"}:
        raise _RowError(gettext("stage: use league or playoff, not {said!r}.", said=record["stage"][:_LONGEST_CELL]))
    if not _WORD.fullmatch(record["ended"]):
        ended = record["ended"][:_LONGEST_CELL]
        raise _RowError(gettext("ended: use one word such as resigned, not {said!r}.", said=ended))
    for side in "ab":
        _check_side(side, record)
    return {
        "season": _whole("season", record),
        "meeting": record["stage"],
        "ended_by": record["ended"],
        "legs": (_whole("legs_a", record), _whole("legs_b", record)),
        "skunks": (_whole("skunks_a", record), _whole("skunks_b", record)),
        "dealt_first": "ab".index(dealt_first) if dealt_first else None,
        "best_hands": tuple(
            _whole(column, record) if record[column] else None for column in ("best_hand_a", "best_hand_b")
        ),
    }


def _check_side(side: str, record: Mapping[str, str]) -> None:
    """Check the other columns of an exported file for one player."""
    skunks, legs = _whole(f"skunks_{side}", record), _whole(f"legs_{side}", record)
    if skunks > legs:
        raise _RowError(
            gettext(
                "skunks_{side}: {skunks} skunks can't be more than {legs} wins.", side=side, legs=legs, skunks=skunks
            )
        )
    if record[f"games_{side}"] and legs > _whole(f"games_{side}", record):
        raise _RowError(
            gettext(
                "legs_{side}: there can't be {legs} legs in {said} games.",
                side=side,
                legs=legs,
                said=record[f"games_{side}"],
            )
        )
    if record[f"best_hand_{side}"]:
        best = _whole(f"best_hand_{side}", record)
        if best > HIGHEST or best in IMPOSSIBLE:
            raise _RowError(gettext("best_hand_{side}: no hand can score {best}.", side=side, best=best))


def _moment(text: str) -> datetime:
    try:
        if _DAY.fullmatch(text):
            return datetime.combine(date.fromisoformat(text), NOON)
        if _MOMENT.fullmatch(text):
            at = datetime.fromisoformat(text)
            return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise _RowError(gettext("date: write it like 2025-01-31, not {text!r}.", text=text[:_LONGEST_CELL]))


def _names(record: Mapping[str, str]) -> tuple[str, str]:
    one, other = _name("player_a", record), _name("player_b", record)
    if folded(one) == folded(other):
        raise _RowError(gettext("player_a and player_b are both {one!r}.", one=one))
    return one, other


def _name(column: str, record: Mapping[str, str]) -> str:
    text = record[column]
    if any(unicodedata.category(letter) in UNSEEN for letter in text):
        raise _RowError(
            gettext(
                "{column}: a name must be plain text on one line, not {text!r}.",
                column=column,
                text=text[:LONGEST_NAME],
            )
        )
    name = " ".join((text[1:] if _ESCAPED.match(text) else text).split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise _RowError(
            gettext(
                "{column}: a name must have 1-{longest} characters, not {number}.",
                column=column,
                longest=LONGEST_NAME,
                number=len(name),
            )
        )
    return name


def _whole(column: str, record: Mapping[str, str]) -> int:
    if not _WHOLE.fullmatch(record[column]):
        cell = record[column][:20]
        raise _RowError(gettext("{column}: use a whole number, 0 or more, not {said!r}.", column=column, said=cell))
    return int(record[column])
