"""Files that are small and unpack to much: each is refused with one sentence, and the bot's memory stays as it was."""

import gc
import io
import resource
import time
import zipfile
from datetime import UTC, datetime

import openpyxl
import pytest
from babel.messages import Catalog
from babel.messages.pofile import write_po

from bot.i18n.loading import load_languages, read_template
from bot.i18n.translation import using_language
from bot.leagues import file_import
from bot.leagues.access import LeagueError
from bot.leagues.csv_format import collector_paused
from bot.leagues.file_import import MOST_AT_ONCE, _read_now, preview_file
from bot.leagues.import_plan import BadFile
from bot.leagues.settings import new_league
from tests.support.depth import part_of, sampled, thorough

NOW = datetime(2026, 9, 10, tzinfo=UTC)


def packed(parts, kind=zipfile.ZIP_DEFLATED):
    """A workbook with these parts in place of its own."""
    book, stream = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(book)
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(stream, "w", kind) as new:
        for name in old.namelist():
            if name not in parts:
                new.writestr(name, old.read(name))
        for name, content in parts.items():
            new.writestr(name, content)
    return stream.getvalue()


def sheet(rows):
    return f"<worksheet {NAMESPACE}><sheetData>{rows}</sheetData></worksheet>"


def lying():
    data = bytearray(packed({"xl/bomb.xml": b"\0" * 30_000_000}))
    size = (30_000_000).to_bytes(4, "little")
    while (place := data.find(size)) >= 0:
        data[place : place + 4] = (100).to_bytes(4, "little")
    return bytes(data)


SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
ENTITIES = (
    '<!DOCTYPE x [<!ENTITY e0 "ha">'
    + "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    + "]><worksheet>&e9;</worksheet>"
)
NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def many_sheets():
    """A workbook of many sheets with a little in each."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for number in range(600):
        book.create_sheet(f"S{number}").append([f"Name {number}", 121])
    book.save(stream)
    return stream.getvalue()


BOMBS = {
    "shared strings": lambda: packed(
        {"xl/sharedStrings.xml": f"<sst {NAMESPACE}>" + "<si><t>a</t></si>" * 6_000_000 + "</sst>"}
    ),
    "long shared strings": lambda: packed({"xl/sharedStrings.xml": f"<sst {NAMESPACE}>" + "<si/>" * 3_900_000}),
    "last columns": lambda: packed(
        {SHEET: sheet("".join(f'<row r="{n}"><c r="XFD{n}"><v>1</v></c></row>' for n in range(1, 300_000)))}
    ),
    "many sheets": many_sheets,
    "rows": lambda: packed({SHEET: sheet("<row/>" * 10_000_000)}),
    "fewer rows": lambda: packed({SHEET: sheet("<row/>" * 3_000_000)}),
    "styles": lambda: packed({STYLES: b" " * 95_000_000}),
    "small styles": lambda: packed(
        {STYLES: f"<styleSheet {NAMESPACE}><cellXfs>" + "<xf/>" * 3_900_000 + "</cellXfs></styleSheet>"}
    ),
    "lying header": lying,
    "another packing": lambda: packed({"xl/bomb.xml": b"\0" * 100_000_000}, zipfile.ZIP_BZIP2),
    "nested": lambda: packed({"xl/workbook.xml": packed({"b": b"\0" * 30_000_000})}),
    "entities": lambda: packed({SHEET: ENTITIES}),
    "text": lambda: b"a,b\n" * 200_000,
}

SLOW = ("last columns",)
"""Those that nothing but the limit of time ends, which is 20 seconds."""


@pytest.fixture
def league():
    return new_league(1, "Red Lion", {}, NOW)


@sampled("name", BOMBS)
async def test_is_refused_with_one_sentence_and_the_memory_stays(name, database, league, monkeypatch):
    data = BOMBS[name]()
    if name in SLOW:
        monkeypatch.setattr(file_import, "SECONDS", 2.0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises((BadFile, LeagueError)) as refused:
        await preview_file(database, league, data, NOW)
    assert refused.value.bad[0].why if isinstance(refused.value, BadFile) else str(refused.value)
    assert name not in SLOW or "too much memory or time" in str(refused.value)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000
    assert not _read_now


@pytest.mark.parametrize(
    "text",
    [
        "Date,Winner,Loser,Score\n2025-01-01," + "(" * 40_000 + ",Ben,121-9\n",
        "a,," * 15_000 + "\n",
        "," * 45_000 + "!\n",
        "Date,Winner,Loser,Score\nx,y,z,w\n",
    ],
    ids=["a long cell", "tables side by side", "columns", "no game"],
)
async def test_a_small_text_takes_little_time_and_its_fault_is_named(text, database, league):
    before = time.process_time()
    with pytest.raises(BadFile) as refused:
        await preview_file(database, league, text.encode(), NOW)
    assert refused.value.bad[0].why
    assert time.process_time() - before < 5, "seconds of this process: each took minutes, or no end"


@pytest.mark.parametrize(
    "busy",
    [[1], range(100, 100 + MOST_AT_ONCE)],
    ids=["here", "anywhere"],
)
async def test_one_at_a_time_is_read_of_a_server_and_few_at_once_of_all(busy, database, league):
    _read_now.update(busy)
    try:
        with pytest.raises(LeagueError, match="still reading other files"):
            await preview_file(database, league, packed({}), NOW)
    finally:
        _read_now.clear()


def test_the_cycle_collector_is_off_until_the_last_file_is_read_or_has_failed():
    first, second = collector_paused(), collector_paused()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()
    with pytest.raises(ValueError, match="no"), collector_paused():
        raise ValueError("no")
    assert gc.isenabled()


async def test_a_language_of_the_host_reaches_the_process(database, league, tmp_path):
    template = read_template()
    own = Catalog(locale="nl")
    for message in template:
        if message.id == "This file has more than {number} rows. Split it into several files.":
            own.add(message.id, "Dit bestand heeft meer dan {number} rijen.", flags=message.flags)
    with (tmp_path / "nl.po").open("wb") as file:
        write_po(file, own)
    with using_language(load_languages(tmp_path)["nl"]), pytest.raises(LeagueError) as refused:
        await preview_file(database, league, BOMBS["text"](), NOW)
    assert "Dit bestand heeft meer dan" in str(refused.value)


@thorough
async def test_a_club_year_is_read(database, league):
    games = part_of(range(8_000))
    lines = "".join(f"2026-09-0{n % 9 + 1},Player {n % 97},Other {n % 89},121-{n % 90}\n" for n in games)
    found = await preview_file(database, league, f"Date,Winner,Loser,Score\n{lines}".encode(), NOW)
    assert found.added > len(games) / 2
