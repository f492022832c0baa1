"""Games as clubs and phones write them: each is read as it is meant, asked about, or said to be no game."""

import io
import re
from datetime import date, timedelta

import openpyxl
import pytest

from bot.leagues.results_reader import parse_results
from bot.leagues.spreadsheets import read_spreadsheet, with_day
from engine.presets import find
from tests.support.club_spreadsheets import club_spreadsheets
from tests.support.data_files import data_beside
from tests.support.paths import ROOT

DATA = data_beside(__file__)

ACC = find("acc")
DAY, TODAY = date(2025, 6, 1), date(2025, 6, 2)
WRITTEN = ROOT / "tests/bot/leagues/written_games"


def sheets():
    """Each sheet of the file with the lines that it must give: games, and ASK where something is asked."""
    for block in (WRITTEN / "sheets.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        name, rest = block.split("\n", 1)
        text, wanted = rest.split("\n---\n")
        yield pytest.param(text, wanted.split("\n\n")[0].splitlines(), id=name)


def lines():
    for line in (WRITTEN / "lines.txt").read_text(encoding="utf-8").splitlines():
        text, wanted = line.rsplit(" | ", 1)
        yield pytest.param(text, wanted.split("; "), id=text)


def read(text, wanted):
    best_of = 3 if any(line.endswith("games") for line in wanted) else 1
    return parse_results(with_day(DAY, text, "Kim"), ACC, best_of=best_of, today=TODAY)


def said(row, *, dated):
    won, lost = row.names[row.winner], row.names[1 - row.winner]
    numbers, what = (row.games, " games") if sum(row.legs) > 1 else (row.scores, "")
    if row.ended_by == "forfeit":
        return f"{won} forfeit {lost}"
    day = f" {row.played_at.date()}" if dated else ""
    return f"{won} {numbers[row.winner]} {lost} {numbers[1 - row.winner]}{what}{day}"


@pytest.mark.parametrize(("text", "wanted"), [*sheets(), *lines()])
def test_is_read_as_it_is_meant(text, wanted):
    parsed, games = read(text, wanted), [line for line in wanted if line not in {"ASK", "NOT"}]
    dated = any(re.search(r"\d{4}-\d\d-\d\d$", game) for game in games)
    assert sorted(said(row, dated=dated) for row in parsed.rows) == sorted(games)
    assert (bool(parsed.bad) or parsed.unclear_date is not None) == ("ASK" in wanted)


def places(parsed):
    mirrored = [line for pair in parsed.mirrored for line in pair]
    told = {row.line for row in parsed.rows} | {bad.line for bad in parsed.bad} | {*mirrored}
    return told.union(*parsed.skipped.values())


def test_no_row_is_dropped():
    """Each line of a file is a game, no game, or asked about; only headings and ruled lines are not."""
    texts = [text.values[0] for text in sheets()]
    texts += [one.content for one in club_spreadsheets() if one.path.suffix != ".xlsx" and not one.asks_dates]
    for text in texts:
        parsed = parse_results(text, ACC)
        if parsed.unclear_date is None and not parsed.more_bad:
            missing = {row.line for row in read_spreadsheet(text if isinstance(text, bytes) else text.encode()).rows}
            missing -= places(parsed)
            assert len(missing) <= 3, text


@pytest.mark.parametrize(
    ("text", "game"),
    [("me 121 Ben 98", "Kim 121 Ben 98"), ("I beat Ben by 31", "Kim 121 Ben 90"), ("v Ben 121-110", "Kim 121 Ben 110")],
)
def test_i_am_the_one_who_typed_it(text, game):
    assert [said(row, dated=False) for row in read(text, []).rows] == [game]


def test_spellings_of_one_name_are_joined_and_shown():
    text = "Home,Away,Score\nPat O'Neil,Ben,121-98\nBen,Pat O\u2019Neil,121-77\n"
    text += "Zo\u00eb\u200b,Ben,121-60\nZo\u00eb,Ben,121-61\n"
    parsed = read(text, [])
    assert {name for row in parsed.rows for name in row.names} == {"Pat O'Neil", "Ben", "Zo\u00eb"}
    assert "Read as one player: Pat O\u2019Neil = Pat O'Neil" in parsed.notes[0]


def test_a_third_player_is_asked_about():
    parsed = read(
        "Date,Player 1,Player 2,Player 3,Score\n2025-01-07,Ann,Ben,,121-98\n2025-01-07,Cy,Di,Eve,121-77\n", []
    )
    assert [(bad.line, bad.why) for bad in parsed.bad] == [(3, "Eve is a third player. A result has 2.")]
    assert len(parsed.rows) == 1


@pytest.mark.parametrize("heading", ["PD", "P D", "PC"])
def test_the_difference_of_points_is_no_third_player(heading):
    parsed = read(f"Date,Home,Away,Score,{heading}\n2025-01-07,Ann,Ben,121-98,23\n", [])
    assert (parsed.bad, len(parsed.rows)) == ([], 1)


def test_the_second_name_of_a_pair_is_never_dropped():
    """As under a heading that is merged over two cells."""
    text = "Date,Team A,,Team B,,A,B\n2026-01-11,Eli,Flo,Gert,Hedy,121,96\n2026-01-11,Ilse,Jon,Kai,Lea,104,121\n"
    parsed = read(text, [])
    assert parsed.rows == []
    assert [bad.why for bad in parsed.bad] == [f"{name} is a third player. A result has 2." for name in ("Flo", "Jon")]


def test_two_rows_of_headings_are_one_although_the_upper_says_enough():
    text = "Datum,Heim,,Gast,,Sieger\n,Name,Punkte,Name,Punkte,\n"
    text += "2026-03-06,Anke,121,Bernd,103,Anke\n2026-03-13,Bernd,121,Carla,117,Carla\n"
    parsed = read(text, [])
    assert [row.names for row in parsed.rows] == [("Anke", "Bernd")]
    assert [(bad.line, bad.why) for bad in parsed.bad] == [
        (4, "Carla is written as the winner, but has the lower score.")
    ]


def test_names_of_seasons_are_numbered_in_their_order():
    text = "Season,Meeting,Date,Home,Away,Score\n2024/25,12,2025-05-01,Ann,Ben,121-98\n"
    text += "2025/26,1,2025-06-01,Ann,Ben,121-99\n"
    parsed = read(text, [])
    assert [(row.season, row.meeting) for row in parsed.rows] == [(1, 12), (2, 1)]
    assert parsed.notes == ["Read as seasons: 2024/25 = 1, 2025/26 = 2."]


def nights_of(**sheets):
    """What is read of a workbook with the days of meeting 1 by the titles of its sheets."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for title, days in sheets.items():
        sheet = book.create_sheet(title)
        for row in (("Meeting", "Home", "Away", "Score", "Date"), *((1, "Ann", "Ben", "121-98", day) for day in days)):
            sheet.append(row)
    book.save(stream)
    return parse_results(stream.getvalue(), ACC, today=TODAY)


def test_sheets_that_are_seasons_keep_their_nights_and_days_apart():
    parsed = nights_of(**{"2023-24": ("2023-10-07",), "2024-25": ("2024-10-06", "2023-10-13")})
    assert [(row.season, row.meeting, row.played_at.year) for row in parsed.rows] == [(1, 1, 2023), (2, 1, 2024)]
    assert [(bad.sheet, bad.line) for bad in parsed.bad] == [("2024-25", 3)]
    assert "2024-25, the season this sheet belongs to" in parsed.bad[0].why


def test_a_night_of_one_sheet_is_not_joined_with_that_of_another():
    parsed = nights_of(Spring=("2025-03-01",), Autumn=("2024-10-01", "2025-03-01"))
    assert [(row.sheet, row.played_at.month) for row in parsed.rows] == [("Spring", 3), ("Autumn", 3)]
    assert [bad.why for bad in parsed.bad] == ["sheet Spring has a club night 1 too, on another day."]


@pytest.mark.parametrize(("encoding", "names"), DATA["encodings"])
def test_letters_of_old_encodings_are_told_apart_and_shown(encoding, names):
    parsed = parse_results(f"2025-06-01\n{names[0]},121,{names[1]},98\n".encode(encoding), ACC, today=TODAY)
    assert [[*row.names] for row in parsed.rows] == [names]
    assert any(f"Check words such as {names[0].split()[0]}" in note for note in parsed.notes)


@pytest.mark.parametrize("encoding", DATA["single_names"])
def test_one_name_alone_tells_its_encoding(encoding):
    for name in DATA["single_names"][encoding]:
        [row] = parse_results(f"2025-06-01\n{name},121,Ben,98\n".encode(encoding), ACC, today=TODAY).rows
        assert row.names == (name, "Ben")


@pytest.mark.parametrize("heads", ["Home,Away,Home,Away", "Player 1,Player 2,Player 1,Player 2", "Home,Away,F,A"])
def test_headings_that_stand_twice_are_the_players_and_then_their_points(heads):
    parsed = read(f"Date,{heads}\n2025-06-01,Ann,Ben,121,98\n", [])
    assert [said(row, dated=False) for row in parsed.rows] == ["Ann 121 Ben 98"]
    assert parsed.notes == []


def test_an_initial_is_no_word_for_a_win():
    assert [said(row, dated=False) for row in read("C. Dow\t77\tD. Eve\t121\n", []).rows] == ["D. Eve 121 C. Dow 77"]


def test_a_file_without_any_date_counts_for_today_or_for_the_day_in_its_first_line():
    text = "Home,Away,Score\nAnn,Ben,121-98\nAnn,Cy,12-9\n"
    parsed, later = (parse_results(text, ACC, today=day) for day in (TODAY, TODAY + timedelta(days=9)))
    assert [row.played_at.date() for row in parsed.rows] == [TODAY]
    assert parsed.notes[0].startswith("There are no dates, so every game gets today's: ")
    assert [row.content for row in parsed.rows] == [row.content for row in later.rows], (
        "it counts once, whenever it comes"
    )
    parsed = parse_results(f"2025-01-31\n{text}", ACC, today=TODAY)
    assert [said(row, dated=True) for row in parsed.rows] == ["Ann 121 Ben 98 2025-01-31"]
    parsed = parse_results("Home,Away,Score,Date\nAnn,Ben,121-98,\nAnn,Cy,121-98,1 May 2025\n", ACC, today=TODAY)
    assert [(bad.line, bad.why[:19]) for bad in parsed.bad] == [(2, "the date is missing")]


def test_a_row_without_a_day_among_rows_with_one_is_pointed_out():
    days = ["2025-01-07", "2025-01-08", ""]
    text = "Date,Home,Away,Score\n" + "".join(f"{day},Ann,Ben,121-{90 + at}\n" for at, day in enumerate(days))
    assert read(text, []).notes == ["No date, so they have that of the line above: lines 4."]


def test_a_row_that_is_hidden_or_struck_out_is_asked_about():
    book = openpyxl.Workbook()
    for line in (("Date", "Home", "Away", "Score"), *((DAY, "Ann", "Ben", f"121-{lost}") for lost in (98, 99, 100))):
        book.active.append(line)
    book.active.row_dimensions[3].hidden = True
    book.active["B4"].font = openpyxl.styles.Font(strike=True)
    book.save(data := io.BytesIO())
    parsed = parse_results(data.getvalue(), ACC, today=TODAY)
    assert [row.scores for row in parsed.rows] == [(121, 98)]
    assert [bad.line for bad in parsed.bad] == [3, 4]


@pytest.mark.parametrize("head", ["started_at", "Manches"])
def test_a_column_that_is_read_is_not_called_ignored(head):
    cells = ("2025-05-01", "121-98") if head == "started_at" else ("121-98", "2025-05-01")
    parsed = parse_results(f"A,B,{head},{'Score' if head == 'started_at' else 'Date'}\nAnn,Ben,{','.join(cells)}", ACC)
    assert (len(parsed.rows), parsed.notes) == (1, [])
