"""Reads the rows of a spreadsheet: CSV with any separator, tabs, or an Excel workbook."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Container, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Final, TypeAlias

from bot.i18n.translation import N_, gettext

Cell: TypeAlias = str | date | None
"""A cell as text, or the day that a workbook holds; a ``datetime`` is a ``date`` too."""

ZIP: Final = b"PK\x03\x04"
"""How a workbook begins."""

MOST_ROWS: Final = 100_000
_TITLES: Final = 100
"""The rows besides for titles and headings."""

_MOST_COLUMNS: Final = 200
MOST_UNPACKED: Final = 20_000_000
"""The most bytes of a file, of a workbook when it is unpacked."""

_MOST_PARTS: Final = 1000
_PIECE: Final = 65_536
_SEPARATORS: Final = ",;\t|"
_SAMPLE: Final = 60
"""The lines in which the separator is looked for."""

_SEPARATOR_LINE: Final = re.compile(r"sep=([,;\t|])", re.IGNORECASE)
"""A line that some spreadsheets write first, to name the separator."""

_CHAT: Final = re.compile(
    r"^\[?(\d{1,4}[./-]\d{1,2}[./-]\d{2,4}),? \d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?(?:\]| -) ([^:\n]{1,40}): (.*)$",
    re.MULTILINE,
)
"""A line of a chat: its day, its time, who wrote it, and what."""

_FIRST_LINE: Final = re.compile(rb"date=(\d{4}-\d\d-\d\d)\n")
"""The line in front of what was typed that says the day of its games."""

_ME: Final = re.compile(r"^\s*(?:me|i)(?=\s)|\bme(?=\s+(?:\d|by|$))|\bme$", re.IGNORECASE | re.MULTILINE)
_AGAINST_ME: Final = re.compile(r"^\s*(?:v|vs|against)\.?\s", re.IGNORECASE | re.MULTILINE)
_WITHOUT_ME: Final = re.compile(
    r"^(?=(?:beat|bt|lost|won|skunked)\b|\d+ ?(?:to|[-:\u2013]) ?\d+ (?:v|vs|against)\b)", re.IGNORECASE
)

_MARKDOWN_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)|\[\^\w+\]")
"""A link of Markdown, or the mark of a footnote."""

_WON: Final = re.compile(r"\*\*\D+\*\*")
"""A name in bold, which is the winner's where the other one isn't."""

_RULE: Final = re.compile(r"[-:=+ ]*")
"""A cell of the line below the headings of a Markdown table."""

_HIDDEN: Final = re.compile(rb'<(?:\w+:)?row\b(?=[^>]*\bhidden="(?:1|true)")[^>]*\br="(\d+)"')
"""A row of a sheet that its workbook doesn't show."""

_BOLD: Final = re.compile(r"\*\*|__|'{2,3}")
_LINK: Final = re.compile(r"\[\[(?:[^\]|]*[:(/][^\]|]*\|)?([^\]|]*)(?:\|[^\]]*)?\]\]")
"""A link, whose page is one player's whatever the link shows; a page with a namespace isn't named so."""

_ATTRIBUTES: Final = re.compile(r"^[^|\[]*=[^|]*\|")
_NO_LINE: Final = N_("this isn't a readable CSV file ({error}). Is a quotation mark missing?")
_NOT_READABLE: Final = N_("I can't read this workbook. Save it again as .xlsx or as CSV.")
NO_PACKAGE: Final = N_(
    'Excel files need openpyxl on the bot\'s host: `pip install "cribbage-bot[sheets]"`. Or use CSV.'
)
_MACROS: Final = N_("This workbook has macros, so I don't open it. Save it as .xlsx without macros, or as CSV.")
_TOO_BIG: Final = N_("This workbook is too big when it is unpacked. Save the sheet with the results as CSV.")
_TOO_MANY_ROWS: Final = N_("This file has more than {number} rows. Split it into several files.")


class UnreadableFile(Exception):
    """The error for a file that can't be opened; the message is one sentence for the person who sent it."""


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else "" if cell is None else cell.isoformat()


_ENCODINGS: Final = ("cp1252", "cp1250", "cp1251", "koi8-r", "mac-roman")
_WORDS: Final = re.compile(r"[^\s,;|\"]*[^\x00-\x7f][^\s,;|\"]*")
_VOWELS: Final = frozenset("aeiou\u00f8\u00e6\u0153\u0430\u0435\u0438\u043e\u0443\u044b\u044d\u044e\u044f")
_STARTS_RARELY: Final = frozenset(
    "\u00c8\u00ca\u00cb\u00cc\u00ce\u00cf\u00d2\u00d4\u00d9\u00db\u00c3\u00d5\u00d0\u00de\u00dd"
)
_ODD: Final = re.compile(
    # What no decoder knows, a symbol in a word, three letters with accents (but for Swedish), and two alphabets in one.
    r"\ufffd|[\u00b2\u00b3\u00b9\u0192\u0370-\u03ff]|(?![\u00c4\u00c5\u00d6\u00e4\u00e5\u00f6]{3})[\u00c0-\u024f]{3}|(?<=[^\W\d_])[^\w\s.,'()&+/-]|[^\w\s.,'()&+/\u2013\u2014\u2018-\u201e-](?=[^\W\d_])"
    r"|[a-zA-Z\u00c0-\u024f][\u0400-\u04ff]|[\u0400-\u04ff][a-zA-Z\u00c0-\u024f]"
)
_APOSTROPHE: Final = re.compile(r"\b[^\W\d_]\u2019|\u2019(?:[A-Zst\u00c0-\u00de]|\W|$)")
"""An apostrophe as in d\u2019Arc, O\u2019Neil, Ann\u2019s and James\u2019."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a file: the number of its line, its cells, and the workbook's sheet (None for text)."""

    line: int
    cells: tuple[Cell, ...]
    sheet: str | None = None
    is_hidden: bool = False

    @property
    def place(self) -> int | str:
        """The line, with the name of its sheet in a workbook."""
        return self.line if self.sheet is None else f"{self.sheet} {self.line}"

    def cell(self, column: int | None) -> Cell:
        """A cell; None where there is none."""
        return self.cells[column] if column is not None and column < len(self.cells) else None

    def text(self, column: int | None) -> str:
        """The text of a cell; empty where there is none."""
        return "" if column is None or column >= len(self.cells) else _text(self.cells[column])

    def texts(self) -> list[str]:
        """The texts of all cells."""
        return list(map(_text, self.cells))

    def without(self, columns: Container[int]) -> Row:
        """The row with some cells empty."""
        cells = tuple(None if column in columns else cell for column, cell in enumerate(self.cells))
        return replace(self, cells=cells)


@dataclass(slots=True)
class Spreadsheet:
    """The rows of a file that aren't blank, the lines that can't be read, notes for the reader, and the day of it all.

    Only what was typed has a day.
    """

    rows: list[Row] = field(default_factory=list)
    bad: list[tuple[int, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    day: date | None = None


def read_spreadsheet(data: bytes) -> Spreadsheet:
    """Read the rows of a file, whatever its kind. Raises ``UnreadableFile``."""
    if data.startswith(ZIP):
        return _collected(Spreadsheet(), _workbook_rows(data))
    if data[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
        raise UnreadableFile(gettext(_NOT_READABLE))
    first = _FIRST_LINE.match(data)
    text, notes = decode_file(data[first.end() :] if first else data)
    text = _CHAT.sub(lambda said: f"{said[1]}: {name_writer(_WITHOUT_ME.sub('I ', said[3]), said[2])}", text)
    found = Spreadsheet(notes=notes, day=date.fromisoformat(first[1].decode()) if first else None)
    return _collected(found, _wiki_rows(text) if "{|" in text else _text_rows(text, found))


def _collected(found: Spreadsheet, rows: Iterable[Row]) -> Spreadsheet:
    for row in rows:
        found.rows.append(row)
        _check_number(len(found.rows))
    return found


def name_writer(text: str, writer: str) -> str:
    """The text with its writer's name for "I" and "me", and in front of "v Ben"."""
    return _AGAINST_ME.sub(lambda found: f"{writer} v ", _ME.sub(lambda found: writer, text))


def with_day(day: date, text: str, me: str = "") -> bytes:
    """The text that a person typed as a file whose games are of this day; its lines keep their numbers."""
    return f"date={day.isoformat()}\n{name_writer(text, me) if me else text}".encode()


def decode_file(data: bytes) -> tuple[str, list[str]]:
    """The text of a file, and a note where its encoding is neither UTF-8 nor marked."""
    if data[:2] in {BOM_UTF16_LE, BOM_UTF16_BE}:
        return data.decode("utf-16", errors="replace"), []
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        text = min((data.decode(name, errors="replace") for name in _ENCODINGS), key=_count_oddities)
        word = next(word for word in _WORDS.findall(text) if not word.isascii())
        return text, [
            gettext("This file isn't UTF-8, so I guessed its letters. Check words such as {word}.", word=word)
        ]


def _count_oddities(text: str) -> int:
    """How often letters stand together as in no language, as they do in a text of another encoding."""
    return sum(map(_oddities_of, _WORDS.findall(text)))


@lru_cache(4096)
def _oddities_of(word: str) -> int:
    """The oddities of a word: symbols, capitals behind small letters, and too many vowels or consonants in a row."""
    plain = _APOSTROPHE.sub("", word)
    odd = 3 * len(_ODD.findall(plain)) + 2 * ("\u0178" in plain) + (plain[:1] in _STARTS_RARELY)
    odd += len(re.findall(r"\u00f5(?!e)", plain))
    bases = [unicodedata.normalize("NFKD", letter)[:1].casefold() for letter in plain]
    shape = "".join("v" if base in _VOWELS else "y" if base == "y" else "c" for base in bases)
    for at, letter in enumerate(plain):
        odd += 2 * (letter.isupper() and plain[at - 1 : at].islower() and not letter.isascii())
        if letter.isascii() or letter > "\u024f":
            continue
        # As in Zo\u00eb, Ren\u00e9e, Luc\u00eda and \u00c5\u00e4 two vowels may stand side by side.
        beside = shape[max(at - 1, 0) : at] + shape[at + 1 : at + 2]
        odd += (
            shape[at] == "v" and "v" in beside and letter.casefold() not in "\u00eb\u00ef\u00e9\u00ed\u00e4\u00e5\u00f6"
        )
        odd += "cccc" in shape[max(at - 3, 0) : at + 4]
    return odd + (2 if len(plain) > 2 and not {"v", "y"} & {*shape} else 0)


def _check_number(rows: int) -> None:
    if rows > MOST_ROWS + _TITLES:
        raise UnreadableFile(gettext(_TOO_MANY_ROWS, number=MOST_ROWS))


def _text_rows(text: str, found: Spreadsheet) -> Iterator[Row]:
    """The lines that are not blank, each with its number and its cells."""
    written = io.StringIO(text, newline="")
    first = next((line for line in written if line.strip()), "")
    written.seek(0)
    named = _SEPARATOR_LINE.fullmatch(first.strip(" \r\n"))
    reader = csv.reader(written, delimiter=named[1] if named else _separator(text), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            written_cells = next(reader)[:_MOST_COLUMNS]
            cells = list(map(_plain, written_cells))
            won = [at for at, cell in enumerate(written_cells) if _WON.fullmatch(cell.strip())]
            if len(won) == 1 and len(cells) > 2:
                cells[won[0]] += " (won)"
        except StopIteration:
            return
        except csv.Error as error:
            found.bad.append((line, gettext(_NO_LINE, error=error)))
        else:
            if all(map(_RULE.fullmatch, cells)) and len(cells) > 1:
                continue
            if any(cells) and named is None:
                yield Row(line, tuple(cells))
            elif any(cells):
                named = None


def _plain(cell: str) -> str:
    """The text of a cell without Markdown's marks for bold, links and footnotes."""
    text = _MARKDOWN_LINK.sub(r"\1", cell) if "[" in cell else cell
    return _BOLD.sub("", text).strip() if "**" in text else text.strip()


def _wiki_rows(text: str) -> Iterator[Row]:
    """The rows of the tables of a wiki page, and the lines between them."""
    cells: list[Cell] = []
    start = 0
    for number, written in enumerate(text.splitlines(), 1):
        # A caption is a line above the table.
        line = _LINK.sub(r"\1", _BOLD.sub("", written.strip())).removeprefix("|+").strip()
        if cells and (line[:2] in {"|-", "|}", "{|"} or not line.startswith(("|", "!"))):
            yield Row(start, tuple(cells))
            cells = []
        if line[:2] in {"|-", "|}", "{|"} or not line:
            continue
        if not line.startswith(("|", "!")):
            yield Row(number, (line,))
            continue
        start = start if cells else number
        cells += [_ATTRIBUTES.sub("", cell).strip() for cell in re.split(r"\|\||!!", line[1:])]
    if cells:
        yield Row(start, tuple(cells))


def _separator(text: str) -> str:
    """The separator that cuts the most of the first lines into three cells or more."""
    sample = [line for line in islice(io.StringIO(text, newline=None), 2 * _SAMPLE) if line.strip()][:_SAMPLE]

    def score(separator: str) -> tuple[int, int]:
        try:
            widths = [len(cells) for cells in csv.reader(sample, delimiter=separator)]
        except csv.Error:
            return 0, 0
        return sum(width >= 3 for width in widths), sum(widths)

    return max(_SEPARATORS, key=score)


def _workbook_rows(data: bytes) -> Iterator[Row]:
    """The rows of every sheet of an Excel workbook; formulas give the values that were saved with them."""
    try:
        import openpyxl  # noqa: PLC0415
    except ImportError:
        raise UnreadableFile(gettext(NO_PACKAGE)) from None
    _check_archive(data)
    try:
        book: Any = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        with closing(book):
            struck = {at for at, style in enumerate(book._cell_styles) if book._fonts[style.fontId].strike}  # noqa: SLF001
            for sheet in book.worksheets:
                # The size that a sheet claims may be anything, so it is counted instead.
                sheet.reset_dimensions()
                hidden = set(map(int, _HIDDEN.findall(sheet._get_source().read())))  # noqa: SLF001
                for line, values in enumerate(sheet.iter_rows(values_only=not struck), 1):
                    _check_number(line)
                    shown = values[:_MOST_COLUMNS]
                    cells = tuple(_struck_cell(cell, struck) if struck else _cell(cell) for cell in shown)
                    if any(cells):
                        yield Row(line, cells, sheet.title, line in hidden)
    except (UnreadableFile, MemoryError):
        raise
    except Exception as error:  # A broken workbook makes openpyxl raise errors of every kind.
        raise UnreadableFile(gettext(_NOT_READABLE)) from error


def _check_archive(data: bytes) -> None:
    """Raise ``UnreadableFile`` for a workbook with macros, or that is much bigger than it looks."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise UnreadableFile(gettext(_TOO_BIG))
            _check_contents(archive, parts)
    except (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, RuntimeError, NotImplementedError):
        raise UnreadableFile(gettext(_NOT_READABLE)) from None
    if any("vbaproject" in part.filename.casefold() for part in parts):
        raise UnreadableFile(gettext(_MACROS))
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        raise UnreadableFile(gettext(_NOT_READABLE))


def _check_contents(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
    """Unpack every part piece by piece, because its header may say anything of its size. Raises ``UnreadableFile``."""
    left = MOST_UNPACKED
    for part in parts:
        if part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise UnreadableFile(gettext(_NOT_READABLE))
        with archive.open(part) as content:
            while piece := content.read(_PIECE):
                left -= len(piece)
                if left < 0:
                    raise UnreadableFile(gettext(_TOO_BIG))


def _struck_cell(cell: Any, struck: Container[int]) -> Cell:
    """A cell of a workbook with Markdown's marks where it is struck out; a day stays one."""
    value = _cell(cell.value)
    return f"~~{value}~~" if isinstance(value, str) and cell._style_id in struck else value  # noqa: SLF001


def _cell(value: object) -> Cell:
    """A value of a workbook as text, or as a day."""
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if value is None or isinstance(value, bool):
        return None if value is None else str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()
