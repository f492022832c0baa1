"""Spreadsheets of results as clubs keep them, with what each one says.

Every shape lists its games as `(date, winner, loser, winner's points, loser's points)`. The points are None for a
forfeit. A match shape gives games instead of points. The dates lie between 8 September and 20 October 2026.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

import openpyxl

Game = tuple[str, str, str, int | None, int | None]

ANN, BEN, CLEO, DAN = "Ann Archer", "Ben Booth", "Cleo Cruz", "Dan Dale"


@dataclass(frozen=True)
class Shape:
    """One spreadsheet: its name, its bytes and the games in it."""

    name: str
    file_name: str
    content: bytes
    games: tuple[Game, ...]
    """The games in the order of the file."""

    counts_games: bool = False
    """Whether the two numbers are games won in a match."""

    asks_dates: bool = False
    """Whether nobody can tell the day from the month. `games` is then what a day-first reading gives."""


def _sheet(*sheets: tuple[str, list[list[object]], list[str]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for title, rows, merged in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for area in merged:
            sheet.merge_cells(area)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _text(lines: str, encoding: str = "utf-8") -> bytes:
    return lines.lstrip("\n").encode(encoding)


FOUR: tuple[Game, ...] = (
    ("2026-09-08", ANN, BEN, 121, 98),
    ("2026-09-08", CLEO, DAN, 121, 117),
    ("2026-09-15", DAN, ANN, 121, 88),
    ("2026-09-22", BEN, CLEO, 121, 104),
)


def _plain() -> Shape:
    return Shape(
        "plain CSV with winner and loser",
        "results.csv",
        _text("""
Date,Winner,Loser,Winner score,Loser score
2026-09-08,Ann Archer,Ben Booth,121,98
2026-09-08,Cleo Cruz,Dan Dale,121,117
2026-09-15,Dan Dale,Ann Archer,121,88
2026-09-22,Ben Booth,Cleo Cruz,121,104
"""),
        FOUR,
    )


def _semicolons() -> Shape:
    return Shape(
        "semicolons, day first, byte order mark",
        "Crib league.csv",
        _text(
            """
Date;Player 1;Player 2;Score 1;Score 2
08/09/2026;Ann Archer;Ben Booth;121;98
08/09/2026;Dan Dale;Cleo Cruz;117;121
15/09/2026;Dan Dale;Ann Archer;121;88
22/09/2026;Cleo Cruz;Ben Booth;104;121
""",
            "utf-8-sig",
        ),
        FOUR,
    )


def _tabs_with_title() -> Shape:
    return Shape(
        "tabs, a title on top, one cell for the score",
        "scores.txt",
        _text("""
The Red Lion Cribbage Club\t\t\t
Autumn season 2026\t\t\t
\t\t\t
Date\tPlayer A\tPlayer B\tScore
8 Sep 2026\tAnn Archer\tBen Booth\t121-98
8 Sep 2026\tCleo Cruz\tDan Dale\t121-117
15 Sep 2026\tAnn Archer\tDan Dale\t88-121
22 Sep 2026\tBen Booth\tCleo Cruz\t121-104
"""),
        FOUR,
    )


def _home_away_totals() -> Shape:
    return Shape(
        "home and away with totals below",
        "fixtures and results.csv",
        _text("""
Match no.,Date,Home,Away,Home pts,Away pts
1,08.09.2026,Ann Archer,Ben Booth,121,98
2,08.09.2026,Dan Dale,Cleo Cruz,117,121
3,15.09.2026,Dan Dale,Ann Archer,121,88
4,22.09.2026,Cleo Cruz,Ben Booth,104,121

Total,,,,463,428
Average,,,,115.75,107
"""),
        FOUR,
    )


def _dates_once_with_notes() -> Shape:
    return Shape(
        "the date once per night, blank rows and notes between",
        "nights.csv",
        _text("""
Date,Winner,Points,Loser,Points
"Sept 8, 2026",Ann Archer,121,Ben Booth,98
,Cleo Cruz,121,Dan Dale,117
,,,,
"Sept 15, 2026",Dan Dale,121,Ann Archer,88
"Raffle raised $45, thanks to Cleo!",,,,
,,,,
"Sept 22, 2026",Ben Booth,121,Cleo Cruz,104
Note: no play on the 29th,,,,
"""),
        FOUR,
    )


def _excel_dates() -> Shape:
    return Shape(
        "an Excel workbook with real dates and numbers",
        "League 2026.xlsx",
        _sheet(
            (
                "Results",
                [
                    ["Date", "Player 1", "Player 2", "P1 score", "P2 score", "Spread"],
                    [datetime(2026, 9, 8), ANN, BEN, 121.0, 98.0, "=D2-E2"],  # noqa: DTZ001
                    [datetime(2026, 9, 8), CLEO, DAN, 121, 117, "=D3-E3"],  # noqa: DTZ001
                    [date(2026, 9, 15), ANN, DAN, 88, 121, "=D4-E4"],
                    [datetime(2026, 9, 22, 19, 30), BEN, CLEO, 121, 104, "=D5-E5"],  # noqa: DTZ001
                    ["Total", None, None, "=SUM(D2:D5)", "=SUM(E2:E5)", None],
                ],
                [],
            )
        ),
        FOUR,
    )


def _several_sheets() -> Shape:
    heading: list[object] = ["Date", "Winner", "Loser", "Score"]
    return Shape(
        "an Excel workbook with a sheet of rules and a sheet per week",
        "Season.xlsx",
        _sheet(
            ("Read me", [["House rules"], ["Games to 121, muggins is off."], ["Treasurer: Dan"]], []),
            ("Week 1", [heading, [date(2026, 9, 8), ANN, BEN, "121-98"], [None, CLEO, DAN, "121-117"]], []),
            ("Week 2", [heading, [date(2026, 9, 15), DAN, ANN, "121-88"]], []),
            ("Week 3", [["Week 3, the final"], heading, [date(2026, 9, 22), BEN, CLEO, "121-104"]], []),
            ("Empty", [], []),
        ),
        FOUR,
    )


def _last_name_first() -> Shape:
    return Shape(
        "names as Last, First",
        "members results.csv",
        _text("""
"Date","Player","Opponent","Result","Score"
"2026/09/08","Archer, Ann","Booth, Ben","Won","121-98"
"2026/09/08","Dale, Dan","Cruz, Cleo","Lost","117-121"
"2026/09/15","Dale, Dan","Archer, Ann","Won","121-88"
"2026/09/22","Cruz, Cleo","Booth, Ben","Lost","104-121"
"""),
        (
            ("2026-09-08", "Ann Archer", "Ben Booth", 121, 98),
            ("2026-09-08", "Cleo Cruz", "Dan Dale", 121, 117),
            ("2026-09-15", "Dan Dale", "Ann Archer", 121, 88),
            ("2026-09-22", "Ben Booth", "Cleo Cruz", 121, 104),
        ),
    )


def _games_of_matches() -> Shape:
    return Shape(
        "matches with games won",
        "singles.csv",
        _text("""
Date,Home player,Away player,Home games,Away games
8/9/2026,Ann Archer,Ben Booth,2,1
15/9/2026,Cleo Cruz,Dan Dale,0,2
22/9/2026,Dan Dale,Ann Archer,2,0
"""),
        (
            ("2026-09-08", ANN, BEN, 2, 1),
            ("2026-09-15", DAN, CLEO, 2, 0),
            ("2026-09-22", DAN, ANN, 2, 0),
        ),
        counts_games=True,
    )


def _forfeits_and_byes() -> Shape:
    return Shape(
        "forfeits without scores, and byes",
        "round robin.csv",
        _text("""
Round,Date,Player 1,Player 2,Score,Winner,Remarks
1,2026-09-08,Ann Archer,Ben Booth,121-98,Ann Archer,
1,2026-09-08,Cleo Cruz,Dan Dale,,Cleo Cruz,forfeit
2,2026-09-15,Dan Dale,Ann Archer,w/o,Dan Dale,Ann was ill
2,2026-09-15,Ben Booth,BYE,,Ben Booth,
3,2026-09-22,Ben Booth,Cleo Cruz,121-104,Ben Booth,
"""),
        (
            ("2026-09-08", ANN, BEN, 121, 98),
            ("2026-09-08", CLEO, DAN, None, None),
            ("2026-09-15", DAN, ANN, None, None),
            ("2026-09-22", BEN, CLEO, 121, 104),
        ),
    )


def _skunk_marks() -> Shape:
    return Shape(
        "skunk marks beside the score",
        "skunks.csv",
        _text("""
Date | Winner | Loser | Score
22.09.2026 | Ann Archer | Ben Booth | 121-98
22.09.2026 | Dan Dale | Ann Archer | 121-88 S
22.09.2026 | Cleo Cruz | Dan Dale | 121 - 58 (double skunk)
22.09.2026 | Ben Booth | Cleo Cruz | *121-80
"""),
        (
            ("2026-09-22", ANN, BEN, 121, 98),
            ("2026-09-22", DAN, ANN, 121, 88),
            ("2026-09-22", CLEO, DAN, 121, 58),
            ("2026-09-22", BEN, CLEO, 121, 80),
        ),
    )


def _windows_1252() -> Shape:
    return Shape(
        "Windows-1252 with accents",
        "résultats.csv",
        _text(
            """
Date;Winner;Loser;Score
22/09/2026;Renée Lévesque;Jürgen Groß;121\u201398
22/09/2026;Seán O\u2019Brien;Renée Lévesque;121\u2013117
""",
            "cp1252",
        ),
        (
            ("2026-09-22", "Renée Lévesque", "Jürgen Groß", 121, 98),
            ("2026-09-22", "Seán O\u2019Brien", "Renée Lévesque", 121, 117),
        ),
    )


def _floats_with_index() -> Shape:
    return Shape(
        "floats and an index column as a data tool writes them",
        "export.csv",
        _text("""
,date,player_1,player_2,score_1,score_2
0,2026-09-08 00:00:00,Ann Archer,Ben Booth,121.0,98.0
1,2026-09-08 00:00:00,Cleo Cruz,Dan Dale,121.0,117.0
2,2026-09-15 00:00:00,Dan Dale,Ann Archer,121.0,88.0
3,2026-09-22 00:00:00,Ben Booth,Cleo Cruz,121.0,104.0
"""),
        FOUR,
    )


def _weekday_dates() -> Shape:
    return Shape(
        "dates with the day of the week",
        "tuesday club.csv",
        _text("""
When,Who won,Who lost,Result
Tue 8 September 2026,Ann Archer,Ben Booth,121 : 98
Tue 8 September 2026,Cleo Cruz,Dan Dale,121 : 117
"Tuesday, 15th September 2026",Dan Dale,Ann Archer,121 : 88
"Tuesday, September 22nd, 2026",Ben Booth,Cleo Cruz,121 : 104
"""),
        FOUR,
    )


def _date_above_each_block() -> Shape:
    return Shape(
        "the date as a title above each block, headings repeated",
        "weekly.csv",
        _text("""
Week 1 - 8 September 2026,,,
Winner,Loser,Pts,Pts
Ann Archer,Ben Booth,121,98
Cleo Cruz,Dan Dale,121,117
,,,
Week 2 - 15 September 2026,,,
Winner,Loser,Pts,Pts
Dan Dale,Ann Archer,121,88
,,,
Week 3 - 22 September 2026,,,
Winner,Loser,Pts,Pts
Ben Booth,Cleo Cruz,121,104
"""),
        FOUR,
    )


def _unicode_text() -> Shape:
    return Shape(
        "Excel's Unicode text (UTF-16, tabs)",
        "Book1.txt",
        _text(
            """
Date\tWinner\tLoser\tW\tL
9/8/2026\tAnn Archer\tBen Booth\t121\t98
9/8/2026\tCleo Cruz\tDan Dale\t121\t117
9/15/2026\tDan Dale\tAnn Archer\t121\t88
9/22/2026\tBen Booth\tCleo Cruz\t121\t104
""",
            "utf-16",
        ),
        FOUR,
    )


def _unclear_dates() -> Shape:
    return Shape(
        "dates whose day and month cannot be told apart",
        "unclear.csv",
        _text("""
Date,Winner,Loser,Score
08/09/2026,Ann Archer,Ben Booth,121-98
09/09/2026,Cleo Cruz,Dan Dale,121-117
10/10/2026,Dan Dale,Ann Archer,121-88
"""),
        (
            ("2026-09-08", ANN, BEN, 121, 98),
            ("2026-09-09", CLEO, DAN, 121, 117),
            ("2026-10-10", DAN, ANN, 121, 88),
        ),
        asks_dates=True,
    )


def _player_score_player_score() -> Shape:
    return Shape(
        "player, score, player, score under headings with the same words",
        "pairs of columns.csv",
        _text("""
League results,,,,,
Date,Name,Score,Name,Score,Comments
13-Sep-26,Ann Archer,121,Ben Booth,98,
13-Sep-26,Dan Dale,117,Cleo Cruz,121,close!
20-Sep-26,Dan Dale,121,Ann Archer,88,skunk
"""),
        (
            ("2026-09-13", ANN, BEN, 121, 98),
            ("2026-09-13", CLEO, DAN, 121, 117),
            ("2026-09-20", DAN, ANN, 121, 88),
        ),
    )


def _only_the_losers_score() -> Shape:
    return Shape(
        "only the loser's score, with a skunk column",
        "losers.csv",
        _text("""
Date,Winner,Loser,Loser's score,Skunk?
2026-09-08,Ann Archer,Ben Booth,98,
2026-09-08,Cleo Cruz,Dan Dale,117,
2026-09-15,Dan Dale,Ann Archer,88,Y
"""),
        FOUR[:3],
    )


def _excel_serials() -> Shape:
    return Shape(
        "dates as Excel's day numbers, after a sep line",
        "serials.csv",
        _text("""
sep=;
Date;Winner;Loser;Winner points;Loser points
46273;Ann Archer;Ben Booth;121;98
46273;Cleo Cruz;Dan Dale;121;117
46280;Dan Dale;Ann Archer;121;88
46287;Ben Booth;Cleo Cruz;121;104
"""),
        FOUR,
    )


def _two_digit_years() -> Shape:
    return Shape(
        "month first with two-digit years and times",
        "us club.csv",
        _text("""
Date & Time,Player #1,Player #2,Final score
9/8/26 7:00 PM,Ann Archer,Ben Booth,121-98
9/8/26 7:30 PM,Dan Dale,Cleo Cruz,117-121
9/15/26 7:00 PM,Dan Dale,Ann Archer,121-88
9/22/26 7:00 PM,Ben Booth,Cleo Cruz,121-104
"""),
        FOUR,
    )


def _won_or_lost_in_the_cell() -> Shape:
    return Shape(
        "W or L before the score",
        "my games.csv",
        _text("""
Date,Player,Vs,Result
2026-09-08,Ann Archer,Ben Booth,W 121-98
2026-09-08,Dan Dale,Cleo Cruz,L 117-121
2026-09-15,Ann Archer,Dan Dale,L 121-88
2026-09-22,Ben Booth,Cleo Cruz,W121-104
"""),
        FOUR,
    )


def _merged_cells() -> Shape:
    return Shape(
        "an Excel workbook with merged titles and dates",
        "Pretty.xlsx",
        _sheet(
            (
                "Autumn",
                [
                    ["Crown & Anchor Cribbage", None, None, None, None],
                    [None, "Winner", "Score", "Loser", "Score"],
                    [datetime(2026, 9, 8), ANN, 121, BEN, 98],  # noqa: DTZ001
                    [None, CLEO, 121, DAN, 117],
                    [datetime(2026, 9, 15), DAN, 121, ANN, 88],  # noqa: DTZ001
                    [None, None, None, None, None],
                    [datetime(2026, 9, 22), BEN, 121, CLEO, 104],  # noqa: DTZ001
                    ["Games played:", 4, None, None, None],
                ],
                ["A1:E1", "A3:A4"],
            )
        ),
        FOUR,
    )


def _german() -> Shape:
    return Shape(
        "German headings, dots in dates",
        "Ergebnisse.csv",
        _text("""
Datum;Spieler 1;Spieler 2;Ergebnis
08.09.2026;Ann Archer;Ben Booth;121:98
08.09.2026;Dan Dale;Cleo Cruz;117:121
15.09.2026;Dan Dale;Ann Archer;121:88
22.09.2026;Ben Booth;Cleo Cruz;121:104
"""),
        FOUR,
    )


def _winner_and_margin() -> Shape:
    return Shape(
        "winner, loser and margin",
        "margins.csv",
        _text("""
Night,Winner,Beat,Margin
08-09-2026,Ann Archer,Ben Booth,23
08-09-2026,Cleo Cruz,Dan Dale,4
15-09-2026,Dan Dale,Ann Archer,33
22-09-2026,Ben Booth,Cleo Cruz,17
"""),
        FOUR,
    )


def _unplayed_fixtures() -> Shape:
    return Shape(
        "a fixture list of which some games are played",
        "fixtures.csv",
        _text("""
Rd,Date,Home,v,Away,Score
1,08 Sep 2026,Ann Archer,v,Ben Booth,121-98
1,08 Sep 2026,Cleo Cruz,v,Dan Dale,121-117
2,15 Sep 2026,Dan Dale,v,Ann Archer,121-88
3,22 Sep 2026,Ben Booth,v,Cleo Cruz,121-104
4,29 Sep 2026,Ann Archer,v,Cleo Cruz,
4,29 Sep 2026,Ben Booth,v,Dan Dale,postponed
"""),
        FOUR,
    )


BUILT_AGAINST: tuple[Callable[[], Shape], ...] = (
    _plain,
    _semicolons,
    _tabs_with_title,
    _home_away_totals,
    _dates_once_with_notes,
    _excel_dates,
    _games_of_matches,
    _forfeits_and_byes,
    _skunk_marks,
    _windows_1252,
    _weekday_dates,
    _unclear_dates,
    _won_or_lost_in_the_cell,
)

KEPT_ASIDE: tuple[Callable[[], Shape], ...] = (
    _several_sheets,
    _last_name_first,
    _floats_with_index,
    _date_above_each_block,
    _unicode_text,
    _player_score_player_score,
    _only_the_losers_score,
    _excel_serials,
    _two_digit_years,
    _merged_cells,
    _german,
    _winner_and_margin,
    _unplayed_fixtures,
)
