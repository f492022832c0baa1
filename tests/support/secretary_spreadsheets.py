"""More spreadsheets as a club secretary may keep them: what each one holds.

Each has its bytes, or a function that returns them, and its games `(date, player, player, points, points)`. A forfeit
is `(date, winner, loser, "forfeit")`, and a sixth value `"games"` says that the numbers are games of a best of 3. None
stands for dates of which nobody can tell the day from the month. A date without a year is the latest before 24 November
2026.
"""

import datetime as d
import io
from functools import partial

from openpyxl import Workbook

S, O1 = "2026-09-14", "2026-09-21"

STD = [
    (S, "Ann", "Ben", 121, 98),
    (S, "Cleo", "Dev", 85, 121),
    (O1, "Ann", "Cleo", 121, 117),
    (O1, "Ben", "Dev", 55, 121),
]


def _text(text, encoding="utf-8"):
    return text.encode(encoding)


def _workbook(sheets):
    """Return a function that builds a workbook of these sheets, for the test that reads it."""
    return partial(_built, sheets)


def _built(sheets):
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


FIRST = {
    "repeated Score headings": (
        _text("""Date,Player 1,Score,Player 2,Score
14 Sep 2026,Ann,121,Ben,98
14 Sep 2026,Cleo,85,Dev,121
21 Sep 2026,Ann,121,Cleo,117
21 Sep 2026,Ben,55,Dev,121
"""),
        STD,
    ),
    "german semicolons, colon score, title": (
        _text("""Cribbage-Club Musterstadt;;;
Saison 2026/27;;;
;;;
Datum;Spieler 1;Spieler 2;Ergebnis
14.09.2026;Ann;Ben;121:98
14.09.2026;Cleo;Dev;85:121
21.09.2026;Ann;Cleo;121:117
21.09.2026;Ben;Dev;55:121
"""),
        STD,
    ),
    "winner loser margin": (
        _text("""Date\tWinner\tLoser\tMargin
2026-09-14\tAnn\tBen\t23
2026-09-14\tDev\tCleo\t36
2026-09-21\tAnn\tCleo\t4
2026-09-21\tDev\tBen\t66
"""),
        STD,
    ),
    "home away result": (
        _text("""Week,Date,Home,Away,Result
1,14/09/2026,Ann,Ben,121-98
1,14/09/2026,Cleo,Dev,85-121
2,21/09/2026,Ann,Cleo,121-117
2,21/09/2026,Ben,Dev,55-121
"""),
        STD,
    ),
    "xlsx title, date cells, floats, total": (
        _workbook(
            [
                (
                    "Results",
                    [
                        ["Wednesday Cribbage - Results"],
                        [],
                        ["Date", "Player", "Points", "Opponent", "Points"],
                        [d.date(2026, 9, 14), "Ann", 121.0, "Ben", 98.0],
                        [None, "Cleo", 85.0, "Dev", 121.0],
                        [],
                        [d.date(2026, 9, 21), "Ann", 121.0, "Cleo", 117.0],
                        [None, "Ben", 55.0, "Dev", 121.0],
                        [],
                        ["Total", None, 382.0, None, 457.0],
                    ],
                )
            ]
        ),
        STD,
    ),
    "a sheet per night, date in the sheet name": (
        _workbook(
            [
                (
                    "14 Sep 2026",
                    [["Name", "Score", "Name", "Score"], ["Ann", 121, "Ben", 98], ["Cleo", 85, "Dev", 121]],
                ),
                (
                    "21 Sep 2026",
                    [["Name", "Score", "Name", "Score"], ["Ann", 121, "Cleo", 117], ["Ben", 55, "Dev", 121]],
                ),
            ]
        ),
        STD,
    ),
    "cross table": (
        _text("""14 September 2026,Ann,Ben,Cleo
Ann,X,121-98,121-117
Ben,98-121,X,60-121
Cleo,117-121,121-60,X
"""),
        [(S, "Ann", "Ben", 121, 98), (S, "Ann", "Cleo", 121, 117), (S, "Ben", "Cleo", 60, 121)],
    ),
    "no headings": (
        _text("""2026-09-14,Ann,121,Ben,98
2026-09-14,Cleo,85,Dev,121
2026-09-21,Ann,121,Cleo,117
2026-09-21,Ben,55,Dev,121
"""),
        STD,
    ),
    "date once a night, blank lines, notes column": (
        _text("""Night,Who,Pegs,Versus,Pegs,Remarks
14 Sept 2026,Ann,121,Ben,98,
,Cleo,85,Dev,121,Skunk watch!

21 Sept 2026,Ann,121,Cleo,117,close
,Ben,55,Dev,121,double skunk
"""),
        STD,
    ),
    "date lines as headings": (
        _text("""Player 1,Player 2,Score 1,Score 2
Monday 14 September 2026,,,
Ann,Ben,121,98
Cleo,Dev,85,121
Monday 21 September 2026,,,
Ann,Cleo,121,117
Ben,Dev,55,121
"""),
        STD,
    ),
    "three games a row": (
        _text("""Date,Player A,Player B,G1,G2,G3
2026-09-14,Ann,Ben,121-98,90-121,121-115
2026-09-14,Cleo,Dev,85-121,100-121,
"""),
        [
            (S, "Ann", "Ben", 121, 98),
            (S, "Ann", "Ben", 90, 121),
            (S, "Ann", "Ben", 121, 115),
            (S, "Cleo", "Dev", 85, 121),
            (S, "Cleo", "Dev", 100, 121),
        ],
    ),
    "american dates told by one row": (
        _text("""Date,Player,Opponent,PF,PA
9/14/26,Ann,Ben,121,98
9/14/26,Cleo,Dev,85,121
9/21/26,Ann,Cleo,121,117
10/5/26,Ben,Dev,55,121
"""),
        [*STD[:3], ("2026-10-05", "Ben", "Dev", 55, 121)],
    ),
    "ambiguous dates": (
        _text("""Date,Player,Opponent,Score
9/10/26,Ann,Ben,121-98
10/11/26,Ben,Dev,55-121
"""),
        None,
    ),
    "last, first in quotes": (
        _text(""""Date","Winner","Loser","Score"
"2026-09-14","Smith, Ann","Jones, Ben","121-98"
"2026-09-21","Smith, Ann","Fox, Cleo","121-117"
"""),
        [(S, "Ann Smith", "Ben Jones", 121, 98), (O1, "Ann Smith", "Cleo Fox", 121, 117)],
    ),
    "one cell with words": (
        _text("""Date,Result
14 Sep 2026,Ann beat Ben 121-98
14 Sep 2026,Dev bt Cleo 121-85
21 Sep 2026,Ann beat Cleo 121-117
21 Sep 2026,Ben lost to Dev 55-121
"""),
        STD,
    ),
    "forfeits": (
        _text("""Date,Home,Score,Away,Score
2026-09-14,Ann,121,Ben,98
2026-09-14,Cleo,W/O,Dev,
2026-09-21,Ann,forfeit,Cleo,
"""),
        [(S, "Ann", "Ben", 121, 98), (S, "Cleo", "Dev", "forfeit"), (O1, "Cleo", "Ann", "forfeit")],
    ),
    "skunk column and spread": (
        _text("""Date,Winner,W Pts,Loser,L Pts,Spread,Skunk
2026-09-14,Ann,121,Ben,98,23,
2026-09-14,Dev,121,Cleo,85,36,Y
2026-09-21,Ann,121,Cleo,117,4,
2026-09-21,Dev,121,Ben,55,66,YY
"""),
        STD,
    ),
    "pipes": (
        _text("""| Date       | Player 1 | Player 2 | Score   |
|------------|----------|----------|---------|
| 2026-09-14 | Ann      | Ben      | 121-98  |
| 2026-09-14 | Cleo     | Dev      | 85-121  |
| 2026-09-21 | Ann      | Cleo     | 121-117 |
| 2026-09-21 | Ben      | Dev      | 55-121  |
"""),
        STD,
    ),
    "utf-16 tabs from Excel": (
        _text(
            "Date\tPlayer 1\tPlayer 2\tScore 1\tScore 2\r\n14/09/2026\tAnn\tBen\t121\t98\r\n"
            "14/09/2026\tCleo\tDev\t85\t121\r\n21/09/2026\tAnn\tCleo\t121\t117\r\n21/09/2026\tBen\tDev\t55\t121\r\n",
            "utf-16",
        ),
        STD,
    ),
    "windows letters": (
        _text(
            "Datum;Heim;Gast;Punkte Heim;Punkte Gast\r\n14.9.26;René;José;121;98\r\n21.9.26;Jürgen;René;85;121\r\n",
            "cp1252",
        ),
        [(S, "René", "José", 121, 98), (O1, "Jürgen", "René", 85, 121)],
    ),
    "games won only": (
        _text("""Date,Player 1,Games,Player 2,Games
2026-09-14,Ann,2,Ben,1
2026-09-21,Cleo,0,Dev,2
"""),
        [(S, "Ann", "Ben", 2, 1, "games"), (O1, "Cleo", "Dev", 0, 2, "games")],
    ),
    "sep= line, date last with a time": (
        _text("""sep=;
Player one;Player two;Player one score;Player two score;Played on
Ann;Ben;121;98;2026-09-14 19:30
Cleo;Dev;85;121;2026-09-14 19:30
Ann;Cleo;121;117;2026-09-21 20:15
Ben;Dev;55;121;2026-09-21 20:15
"""),
        STD,
    ),
}

SECOND = {
    "both names in one cell": (
        _text("""Date,Match,Score
14 Sep 2026,Ann v Ben,121 \u2013 98
14 Sep 2026,Cleo vs Dev,85 \u2013 121
21 Sep 2026,Ann v Cleo,121 \u2013 117
21 Sep 2026,Ben vs. Dev,55 \u2013 121
"""),
        STD,
    ),
    "H and A columns": (
        _text("""Wk,Date,Home,H,A,Away
1,14-Sep-26,Ann,121,98,Ben
1,14-Sep-26,Cleo,85,121,Dev
2,21-Sep-26,Ann,121,117,Cleo
2,21-Sep-26,Ben,55,121,Dev
"""),
        STD,
    ),
    "dates without a year, the season tells it": (
        _text("""Date,Player 1,Player 2,Score
14 Sept,Ann,Ben,121-98
14 Sept,Cleo,Dev,85-121
21 Sept,Ann,Cleo,121-117
21 Sept,Ben,Dev,55-121
"""),
        STD,
    ),
    "weekday and short year": (
        _text("""When;A;B;Result
Mon 14/09/26;Ann;Ben;121-98
Mon 14/09/26;Cleo;Dev;85-121
Mon 21/09/26;Ann;Cleo;121-117
Mon 21/09/26;Ben;Dev;55-121
"""),
        STD,
    ),
    "each game from both sides": (
        _text("""Date,Player,Opponent,For,Against
2026-09-14,Ann,Ben,121,98
2026-09-14,Ben,Ann,98,121
2026-09-14,Cleo,Dev,85,121
2026-09-14,Dev,Cleo,121,85
2026-09-21,Ann,Cleo,121,117
2026-09-21,Cleo,Ann,117,121
2026-09-21,Ben,Dev,55,121
2026-09-21,Dev,Ben,121,55
"""),
        STD,
    ),
    "121 to 98": (
        _text("""Date,Winner,Loser,Final score
2026-09-14,Ann,Ben,121 to 98
2026-09-14,Dev,Cleo,121 to 85
2026-09-21,Ann,Cleo,121 to 117
2026-09-21,Dev,Ben,121 to 55
"""),
        STD,
    ),
    "headings in two rows": (
        _text("""Date,Player 1,,Player 2,
,Name,Pts,Name,Pts
2026-09-14,Ann,121,Ben,98
2026-09-14,Cleo,85,Dev,121
2026-09-21,Ann,121,Cleo,117
2026-09-21,Ben,55,Dev,121
"""),
        STD,
    ),
    "notes and averages below": (
        _text("""Date,Player 1,Player 2,Score 1,Score 2
2026-09-14,Ann,Ben,121,98
2026-09-14,Cleo,Dev,85,121
Subtotal,,,206,219
2026-09-21,Ann,Cleo,121,117
2026-09-21,Ben,Dev,55,121
Subtotal,,,176,238
Grand total,,,382,457
Average,,,95.5,114.25
* Ben left at nine
Entered by the secretary,,,,
"""),
        STD,
    ),
    "xlsx serial dates and an empty edge": (
        _workbook(
            [
                (
                    "Sheet1",
                    [
                        [],
                        [None, None, "League results"],
                        [],
                        [None, "Date", "Player 1", "Pts", "Player 2", "Pts"],
                        [None, 46279, "Ann", 121, "Ben", 98],
                        [None, 46279, "Cleo", 85, "Dev", 121],
                        [None, 46286, "Ann", 121, "Cleo", 117],
                        [None, 46286, "Ben", 55, "Dev", 121],
                    ],
                ),
                (
                    "Standings",
                    [
                        ["Player", "Won", "Lost", "Points"],
                        ["Ann", 2, 0, 4],
                        ["Dev", 2, 0, 4],
                        ["Ben", 0, 2, 0],
                        ["Cleo", 0, 2, 0],
                    ],
                ),
            ]
        ),
        STD,
    ),
    "winner, score, loser, score": (
        _text("""DATE,WINNER,WINNING SCORE,LOSER,LOSING SCORE
14 SEPTEMBER 2026,ANN,121,BEN,98
14 SEPTEMBER 2026,DEV,121,CLEO,85
21 SEPTEMBER 2026,ANN,121,CLEO,117
21 SEPTEMBER 2026,DEV,121,BEN,55
"""),
        [(a, p.upper(), q.upper(), x, y) for a, p, q, x, y in STD],
    ),
    "loser's score alone": (
        _text("""Date,Winner,Loser,Loser's score
2026-09-14,Ann,Ben,98
2026-09-14,Dev,Cleo,85
2026-09-21,Ann,Cleo,117
2026-09-21,Dev,Ben,55
"""),
        STD,
    ),
    "decimal commas": (
        _text("""Datum;Spieler A;Punkte A;Spieler B;Punkte B
14.09.2026;Ann;121,0;Ben;98,0
14.09.2026;Cleo;85,0;Dev;121,0
21.09.2026;Ann;121,0;Cleo;117,0
21.09.2026;Ben;55,0;Dev;121,0
"""),
        STD,
    ),
    "skunk marks beside the score": (
        _text("""Date,Player 1,Player 2,Score
2026-09-14,Ann,Ben,121-98
2026-09-14,Cleo,Dev,85-121 (S)
2026-09-21,Ann,Cleo,121-117
2026-09-21,Ben,Dev,55-121 dbl skunk
"""),
        STD,
    ),
    "byes": (
        _text("""Round,Date,Player,Score,Opponent,Score
1,2026-09-14,Ann,121,Ben,98
1,2026-09-14,Cleo,85,Dev,121
1,2026-09-14,Eve,,BYE,
2,2026-09-21,Ann,121,Cleo,117
2,2026-09-21,Ben,55,Dev,121
2,2026-09-21,Bye,,Eve,
"""),
        STD,
    ),
    "games still to play": (
        _text("""Date,Home,Away,Score
2026-09-14,Ann,Ben,121-98
2026-09-14,Cleo,Dev,85-121
2026-09-21,Ann,Cleo,121-117
2026-09-21,Ben,Dev,55-121
2027-03-01,Ann,Dev,
2027-03-01,Ben,Cleo,TBP
,Eve,Ann,postponed
"""),
        STD,
    ),
    "french": (
        _text("""Date;Joueur 1;Joueur 2;Points 1;Points 2
14 septembre 2026;Ann;Ben;121;98
14 septembre 2026;Cleo;Dev;85;121
21 septembre 2026;Ann;Cleo;121;117
21 septembre 2026;Ben;Dev;55;121
"""),
        STD,
    ),
    "winner by name": (
        _text("""Date,Player A,Player B,Winner,Loser's score
2026-09-14,Ann,Ben,Ann,98
2026-09-14,Cleo,Dev,Dev,85
2026-09-21,Ann,Cleo,Ann,117
2026-09-21,Ben,Dev,Dev,55
"""),
        STD,
    ),
    "tables, north and south": (
        _text("""Table,North,South,North score,South score
Monday 14 September 2026
1,Ann,Ben,121,98
2,Cleo,Dev,85,121
Monday 21 September 2026
1,Ann,Cleo,121,117
2,Ben,Dev,55,121
"""),
        STD,
    ),
    "the order told by one date": (
        _text("""Date,Player 1,Player 2,Score
05/10/2026,Ann,Ben,121-98
12/10/2026,Cleo,Dev,85-121
19/10/2026,Ann,Cleo,121-117
02/11/2026,Ben,Dev,55-121
"""),
        [
            ("2026-10-05", "Ann", "Ben", 121, 98),
            ("2026-10-12", "Cleo", "Dev", 85, 121),
            ("2026-10-19", "Ann", "Cleo", 121, 117),
            ("2026-11-02", "Ben", "Dev", 55, 121),
        ],
    ),
    "date in the title": (
        _text("""Results of Monday 14 September 2026,,,
,,,
Name,Score,Name,Score
Ann,121,Ben,98
Cleo,85,Dev,121
"""),
        STD[:2],
    ),
    "spanish": (
        _text("""Fecha;Ganador;Perdedor;Resultado
14/09/2026;Ann;Ben;121-98
14/09/2026;Dev;Cleo;121-85
21/09/2026;Ann;Cleo;121-117
21/09/2026;Dev;Ben;121-55
"""),
        STD,
    ),
    "names in capitals and wide blanks, skunk column first": (
        _text("""Skunk?,Played,First player,Second player,1st,2nd
no, 14 Sep 2026 ,Ann ,  Ben,121 , 98
no, 14 Sep 2026 ,Cleo\xa0,Dev,85,121
no, 21 Sep 2026 ,Ann,Cleo,121,117
yes, 21 Sep 2026 ,Ben,Dev,55,121
"""),
        STD,
    ),
}

THIRD = {
    "WhatsApp list": (
        _text("""Thursday 14 September 2026
Ann beat Ben 121-98
Dev beat Cleo 121-85
Thursday 21 September 2026
Ann beat Cleo 121-117
Dev beat Ben 121-55
"""),
        STD,
    ),
    "name with points in brackets": (
        _text("""Date,Home,Away
2026-09-14,Ann (121),Ben (98)
2026-09-14,Cleo (85),Dev (121)
2026-09-21,Ann (121),Cleo (117)
2026-09-21,Ben (55),Dev (121)
"""),
        STD,
    ),
    "winning margin text": (
        _text("""Date,Winner,Loser,Won by
2026-09-14,Ann,Ben,23
2026-09-14,Dev,Cleo,36
2026-09-21,Ann,Cleo,4
2026-09-21,Dev,Ben,66
"""),
        STD,
    ),
    "seats and boards, unknown words": (
        _text("""Board;Red pegs;Blue pegs;Red;Blue;Evening
3;Ann;Ben;121;98;14.09.2026
4;Cleo;Dev;85;121;14.09.2026
3;Ann;Cleo;121;117;21.09.2026
4;Ben;Dev;55;121;21.09.2026
"""),
        STD,
    ),
    "two games a row in number columns": (
        _text("""Date,Player,Opponent,Game 1,,Game 2,
2026-09-14,Ann,Ben,121,98,90,121
2026-09-21,Cleo,Dev,85,121,121,100
"""),
        [
            (S, "Ann", "Ben", 121, 98),
            (S, "Ann", "Ben", 90, 121),
            (O1, "Cleo", "Dev", 85, 121),
            (O1, "Cleo", "Dev", 121, 100),
        ],
    ),
    "xlsx with months as sheets": (
        _workbook(
            [
                (
                    "September",
                    [
                        ["Date", "Winner", "Loser", "Score"],
                        [d.date(2026, 9, 14), "Ann", "Ben", "121-98"],
                        [d.date(2026, 9, 14), "Dev", "Cleo", "121-85"],
                    ],
                ),
                ("October", [["Date", "Winner", "Loser", "Score"], [d.date(2026, 10, 5), "Ann", "Cleo", "121-117"]]),
                ("Notes", [["Bring biscuits"], ["Board 3 needs a peg"]]),
            ]
        ),
        [*STD[:2], ("2026-10-05", "Ann", "Cleo", 121, 117)],
    ),
    "grid with the points of each player alone": (
        _text("""Round robin 14/09/2026,,,
,Ann,Ben,Cleo
Ann,,121,121
Ben,98,,60
Cleo,117,121,
"""),
        [(S, "Ann", "Ben", 121, 98), (S, "Ann", "Cleo", 121, 117), (S, "Ben", "Cleo", 60, 121)],
    ),
    "spaces around and capitals": (
        _text(""" DATE , PLAYER ONE , SCORE , PLAYER TWO , SCORE\x20
 14-09-2026 , Ann , 121 , Ben , 98\x20
 14-09-2026 , Cleo , 85 , Dev , 121\x20
 21-09-2026 , Ann , 121 , Cleo , 117\x20
 21-09-2026 , Ben , 55 , Dev , 121\x20
"""),
        STD,
    ),
    "ISO date and time zone": (
        _text("""played_at,winner,loser,winner_score,loser_score
2026-09-14T19:30:00Z,Ann,Ben,121,98
2026-09-14T19:45:00Z,Dev,Cleo,121,85
2026-09-21T19:30:00Z,Ann,Cleo,121,117
2026-09-21T19:45:00Z,Dev,Ben,121,55
"""),
        STD,
    ),
    "first and last comma names, margin sign": (
        _text("""Date;Player;+/-;Opponent
2026-09-14;"Archer, Ann";+23;"Booth, Ben"
2026-09-21;"Cruz, Cleo";-36;"Dale, Dev"
"""),
        [(S, "Ann Archer", "Ben Booth", 121, 98), (O1, "Cleo Cruz", "Dev Dale", 85, 121)],
    ),
    "W or L beside the scores": (
        _text("""Date,Me,W/L,Score,Them
2026-09-14,Ann,W,121-98,Ben
2026-09-14,Cleo,L,121-85,Dev
2026-09-21,Ann,W,121-117,Cleo
2026-09-21,Ben,L,121-55,Dev
"""),
        STD,
    ),
    "french forfeits": (
        _text("""Date;Domicile;Score;Extérieur;Score
14/09/2026;Ann;121;Ben;98
14/09/2026;Cleo;forfait;Dev;
"""),
        [(S, "Ann", "Ben", 121, 98), (S, "Dev", "Cleo", "forfeit")],
    ),
    "weekday column, venue column": (
        _text("""Day,Date,Venue,Player 1,Player 2,Result
Mon,14/09/2026,Red Lion,Ann,Ben,121-98
Mon,14/09/2026,Red Lion,Cleo,Dev,85-121
Mon,21/09/2026,Swan,Ann,Cleo,121-117
Mon,21/09/2026,Swan,Ben,Dev,55-121
"""),
        STD,
    ),
    "best of three with legs in one cell": (
        _text("""Date,Player 1,Player 2,Legs
2026-09-14,Ann,Ben,2-1
2026-09-21,Cleo,Dev,0-2
"""),
        [(S, "Ann", "Ben", 2, 1, "games"), (O1, "Cleo", "Dev", 0, 2, "games")],
    ),
    "headings again each night": (
        _text("""Week 1,14 Sep 2026,,
Winner,Score,Loser,Score
Ann,121,Ben,98
Dev,121,Cleo,85
,,,
Week 2,21 Sep 2026,,
Winner,Score,Loser,Score
Ann,121,Cleo,117
Dev,121,Ben,55
"""),
        STD,
    ),
    "dates 2026.09.14 and a hash column": (
        _text("""#,Datum,Spieler,Gegner,Punkte,Gegenpunkte
1,2026.09.14,Ann,Ben,121,98
2,2026.09.14,Cleo,Dev,85,121
3,2026.09.21,Ann,Cleo,121,117
4,2026.09.21,Ben,Dev,55,121
"""),
        STD,
    ),
    "skunk word in the score cell": (
        _text("""Date,Players,Result
14 Sep 2026,Ann v Ben,121-98
14 Sep 2026,Cleo v Dev,85-121 skunk
21 Sep 2026,Ann v Cleo,121-117
21 Sep 2026,Ben v Dev,55-121 double skunk!
"""),
        STD,
    ),
    "day and month in two orders told by sure ones": (
        _text("""date,p1,p2,s1,s2
9/14/2026,Ann,Ben,121,98
9/14/2026,Cleo,Dev,85,121
9/21/2026,Ann,Cleo,121,117
10/5/2026,Ben,Dev,55,121
"""),
        [*STD[:3], ("2026-10-05", "Ben", "Dev", 55, 121)],
    ),
    "score before the names": (
        _text("""Date,Score,Winner,Loser
14th September 2026,121-98,Ann,Ben
14th September 2026,121-85,Dev,Cleo
21st September 2026,121-117,Ann,Cleo
21st September 2026,121-55,Dev,Ben
"""),
        STD,
    ),
    "merged title and summary to the right": (
        _workbook(
            [
                (
                    "Night",
                    [
                        ["Swan Cribbage Club", None, None, None, None, None, None, None],
                        ["Date", "Player A", "Pts", "Player B", "Pts", None, "Player", "Won"],
                        [d.date(2026, 9, 14), "Ann", 121, "Ben", 98, None, "Ann", 2],
                        [d.date(2026, 9, 14), "Cleo", 85, "Dev", 121, None, "Dev", 2],
                        [d.date(2026, 9, 21), "Ann", 121, "Cleo", 117, None, "Ben", 0],
                        [d.date(2026, 9, 21), "Ben", 55, "Dev", 121, None, "Cleo", 0],
                    ],
                )
            ]
        ),
        STD,
    ),
    "a line per game in sentences with dates": (
        _text("""When,What
14/09/2026,Ann def. Ben 121-98
14/09/2026,Dev def. Cleo 121-85
21/09/2026,Ann def. Cleo 121-117
21/09/2026,Dev def. Ben 121-55
"""),
        STD,
    ),
    "quoted everything, tabs, old mac ends": (
        _text(
            '"Date"\t"Player 1"\t"Player 2"\t"Score 1"\t"Score 2"\r"14 Sep 2026"\t"Ann"\t"Ben"\t"121"\t"98"\r'
            '"14 Sep 2026"\t"Cleo"\t"Dev"\t"85"\t"121"\r"21 Sep 2026"\t"Ann"\t"Cleo"\t"121"\t"117"\r'
            '"21 Sep 2026"\t"Ben"\t"Dev"\t"55"\t"121"\r'
        ),
        STD,
    ),
}

FOURTH = {
    "club of three columns": (
        _text("""14/09/2026,,
Ann,Ben,121-98
Cleo,Dev,85-121
21/09/2026,,
Ann,Cleo,121-117
Ben,Dev,55-121
"""),
        STD,
    ),
    "dutch": (
        _text("""Datum;Speler 1;Speler 2;Stand
14-09-2026;Ann;Ben;121-98
14-09-2026;Cleo;Dev;85-121
21-09-2026;Ann;Cleo;121-117
21-09-2026;Ben;Dev;55-121
"""),
        STD,
    ),
    "winner, loser and both scores in the margin of a title": (
        _text("""Spring Gardens Crib Club,,,,
Season 2026-27,,,,
Played,Won,Pegs,Lost,Pegs
14 Sep 2026,Ann,121,Ben,98
14 Sep 2026,Dev,121,Cleo,85
21 Sep 2026,Ann,121,Cleo,117
21 Sep 2026,Dev,121,Ben,55
"""),
        STD,
    ),
    "dates as 20260914": (
        _text("""date,player_1,player_2,score_1,score_2
20260914,Ann,Ben,121,98
20260914,Cleo,Dev,85,121
20260921,Ann,Cleo,121,117
20260921,Ben,Dev,55,121
"""),
        STD,
    ),
    "both names with a dash": (
        _text("""Date,Game,Score
14 Sep 2026,Ann - Ben,121-98
14 Sep 2026,Cleo - Dev,85-121
21 Sep 2026,Ann - Cleo,121-117
21 Sep 2026,Ben - Dev,55-121
"""),
        STD,
    ),
    "game points beside pegs": (
        _text("""Date,Player,GP,Pegs,Opponent,GP,Pegs
14 Sep 2026,Ann,2,121,Ben,0,98
14 Sep 2026,Cleo,0,85,Dev,3,121
21 Sep 2026,Ann,2,121,Cleo,0,117
21 Sep 2026,Ben,0,55,Dev,3,121
"""),
        STD,
    ),
    "xlsx percent, blank columns, a comment at the end of rows": (
        _workbook(
            [
                (
                    "2026",
                    [
                        ["Date", None, "Home", None, "Away", None, "Score", None, None],
                        [d.date(2026, 9, 14), None, "Ann", None, "Ben", None, "121-98", None, "late start"],
                        [None, None, "Cleo", None, "Dev", None, "85-121", None, None],
                        [d.date(2026, 9, 21), None, "Ann", None, "Cleo", None, "121-117", None, None],
                        [None, None, "Ben", None, "Dev", None, "55-121", None, "skunk"],
                    ],
                )
            ]
        ),
        STD,
    ),
    "scores with a slash": (
        _text("""Date,Player 1,Player 2,Result
14 Sep 2026,Ann,Ben,121/98
14 Sep 2026,Cleo,Dev,85/121
21 Sep 2026,Ann,Cleo,121/117
21 Sep 2026,Ben,Dev,55/121
"""),
        STD,
    ),
    "pegs of the loser in the result": (
        _text("""Date,Player,Opponent,Result,Loser's pegs
14 Sep 2026,Ann,Ben,Won,98
14 Sep 2026,Cleo,Dev,Lost,85
21 Sep 2026,Ann,Cleo,Won,117
21 Sep 2026,Ben,Dev,Lost,55
"""),
        STD,
    ),
    "unplayed forfeits named": (
        _text("""Date,Home,Away,Score,Notes
14 Sep 2026,Ann,Ben,121-98,
14 Sep 2026,Cleo,Dev,,forfeit by Cleo
21 Sep 2026,Ann,Cleo,,Cleo no show
"""),
        [(S, "Ann", "Ben", 121, 98), (S, "Dev", "Cleo", "forfeit"), (O1, "Ann", "Cleo", "forfeit")],
    ),
    "months in capitals, ordinal": (
        _text("""DATE;WINNER;LOSER;SCORE
MON 14TH SEP 2026;Ann;Ben;121-98
MON 14TH SEP 2026;Dev;Cleo;121-85
MON 21ST SEP 2026;Ann;Cleo;121-117
MON 21ST SEP 2026;Dev;Ben;121-55
"""),
        STD,
    ),
    "html-like table pasted, double tabs": (
        _text("""Date\t\tPlayer 1\t\tPlayer 2\t\tScore
14 Sep 2026\t\tAnn\t\tBen\t\t121-98
14 Sep 2026\t\tCleo\t\tDev\t\t85-121
21 Sep 2026\t\tAnn\t\tCleo\t\t121-117
21 Sep 2026\t\tBen\t\tDev\t\t55-121
"""),
        STD,
    ),
    "a best of three with legs in columns": (
        _text("""Date,Player 1,Player 2,Leg 1,Leg 2,Leg 3
14 Sep 2026,Ann,Ben,121-98,90-121,121-115
21 Sep 2026,Cleo,Dev,85-121,100-121,
"""),
        [(S, "Ann", "Ben", 2, 1, "games"), (O1, "Cleo", "Dev", 0, 2, "games")],
    ),
    "players numbered": (
        _text("""Date,No.,Name,Score,No.,Name,Score
14 Sep 2026,1,Ann,121,2,Ben,98
14 Sep 2026,3,Cleo,85,4,Dev,121
21 Sep 2026,1,Ann,121,3,Cleo,117
21 Sep 2026,2,Ben,55,4,Dev,121
"""),
        STD,
    ),
    "each night a block side by side": (
        _text("""14 Sep 2026,,,,,21 Sep 2026,,,
Name,Score,Name,Score,,Name,Score,Name,Score
Ann,121,Ben,98,,Ann,121,Cleo,117
Cleo,85,Dev,121,,Ben,55,Dev,121
"""),
        STD,
    ),
    "a question mark for an unknown score": (
        _text("""Date,Winner,Loser,Score
14 Sep 2026,Ann,Ben,121-98
14 Sep 2026,Dev,Cleo,121-85
21 Sep 2026,Ann,Cleo,121-117
21 Sep 2026,Dev,Ben,121-55
,,,
? = score not written down,,,
"""),
        STD,
    ),
    "round and match in one": (
        _text("""Round 1: 14 Sep 2026
Ann vs Ben: 121-98
Cleo vs Dev: 85-121
Round 2: 21 Sep 2026
Ann vs Cleo: 121-117
Ben vs Dev: 55-121
"""),
        STD,
    ),
    "score with words": (
        _text("""Date,Winner,Loser,Result
14 Sep 2026,Ann,Ben,won 121-98
14 Sep 2026,Dev,Cleo,won 121-85 (skunk)
21 Sep 2026,Ann,Cleo,won 121-117
21 Sep 2026,Dev,Ben,won 121-55 (double skunk)
"""),
        STD,
    ),
    "italian": (
        _text("""Data;Giocatore 1;Giocatore 2;Punti 1;Punti 2
14/09/2026;Ann;Ben;121;98
14/09/2026;Cleo;Dev;85;121
21/09/2026;Ann;Cleo;121;117
21/09/2026;Ben;Dev;55;121
"""),
        STD,
    ),
    "formulas of a running total": (
        _workbook(
            [
                (
                    "League",
                    [
                        ["Date", "Player 1", "Player 2", "P1", "P2", "Running"],
                        [d.date(2026, 9, 14), "Ann", "Ben", 121, 98, 23],
                        [d.date(2026, 9, 14), "Cleo", "Dev", 85, 121, -13],
                        [d.date(2026, 9, 21), "Ann", "Cleo", 121, 117, -9],
                        [d.date(2026, 9, 21), "Ben", "Dev", 55, 121, -75],
                    ],
                )
            ]
        ),
        STD,
    ),
    "quotes and thousands of nothing": (
        _text("""Date,Player 1,Player 2,Score,,,,,,
14 Sep 2026,Ann,Ben,121-98,,,,,,
14 Sep 2026,Cleo,Dev,85-121,,,,,,
21 Sep 2026,Ann,Cleo,121-117,,,,,,
21 Sep 2026,Ben,Dev,55-121,,,,,,
,,,,,,,,,
,,,,,,,,,
"""),
        STD,
    ),
}

FIFTH = {
    "rank column and initials": (
        _text("""Game,Date,W,Pts,L,Pts
1,14-09-26,Ann,121,Ben,98
2,14-09-26,Dev,121,Cleo,85
3,21-09-26,Ann,121,Cleo,117
4,21-09-26,Dev,121,Ben,55
"""),
        STD,
    ),
    "swedish-like unknown words": (
        _text("""Omgang;Spelare hemma;Spelare borta;Stickor hemma;Stickor borta;Kvall
1;Ann;Ben;121;98;2026-09-14
1;Cleo;Dev;85;121;2026-09-14
2;Ann;Cleo;121;117;2026-09-21
2;Ben;Dev;55;121;2026-09-21
"""),
        STD,
    ),
    "title with a round each night": (
        _text("""ROUND 1 - 14 September 2026
Ann 121 Ben 98
Cleo 85 Dev 121

ROUND 2 - 21 September 2026
Ann 121 Cleo 117
Ben 55 Dev 121
"""),
        STD,
    ),
    "score in the middle": (
        _text("""date,home,,away
14/09/2026,Ann,121-98,Ben
14/09/2026,Cleo,85-121,Dev
21/09/2026,Ann,121-117,Cleo
21/09/2026,Ben,55-121,Dev
"""),
        STD,
    ),
    "google form": (
        _text(""""Timestamp","Who are you?","Who did you play?","Your score","Their score"
"2026/09/14 9:33:10 PM","Ann","Ben","121","98"
"2026/09/14 9:40:00 PM","Cleo","Dev","85","121"
"2026/09/21 9:33:10 PM","Ann","Cleo","121","117"
"2026/09/21 9:50:10 PM","Ben","Dev","55","121"
"""),
        STD,
    ),
    "xlsx text numbers and date text": (
        _workbook(
            [
                (
                    "S",
                    [
                        ["Date", "Player", "Score", "Player", "Score"],
                        ["14 Sep 2026", "Ann", "121", "Ben", "98"],
                        ["14 Sep 2026", "Cleo", "85", "Dev", "121"],
                        ["21 Sep 2026", "Ann", "121", "Cleo", "117"],
                        ["21 Sep 2026", "Ben", "55", "Dev", "121"],
                    ],
                )
            ]
        ),
        STD,
    ),
    "a date column per half": (
        _text("""Date;Winner;Score;;Loser;Score
Mo 14.09.2026;Ann;121;;Ben;98
Mo 14.09.2026;Dev;121;;Cleo;85
Mo 21.09.2026;Ann;121;;Cleo;117
Mo 21.09.2026;Dev;121;;Ben;55
"""),
        STD,
    ),
    "score with spaces round a colon": (
        _text("""Tag,Spieler,Gegner,Ergebnis
14.9.2026,Ann,Ben,121 : 98
14.9.2026,Cleo,Dev,85 : 121
21.9.2026,Ann,Cleo,121 : 117
21.9.2026,Ben,Dev,55 : 121
"""),
        STD,
    ),
    "comments with a hash": (
        _text("""# results of autumn
# kept by Cleo
date,winner,loser,score
2026-09-14,Ann,Ben,121-98
2026-09-14,Dev,Cleo,121-85
# week 2
2026-09-21,Ann,Cleo,121-117
2026-09-21,Dev,Ben,121-55
"""),
        STD,
    ),
    "us dates with names of days": (
        _text("""Day/Date,Player A,Player B,A,B
"Monday, September 14, 2026",Ann,Ben,121,98
,Cleo,Dev,85,121
"Monday, September 21, 2026",Ann,Cleo,121,117
,Ben,Dev,55,121
"""),
        STD,
    ),
    "winner starred": (
        _text("""Date,Player 1,Score 1,Player 2,Score 2
14 Sep 2026,Ann*,121,Ben,98
14 Sep 2026,Cleo,85,Dev*,121
21 Sep 2026,Ann*,121,Cleo,117
21 Sep 2026,Ben,55,Dev*,121
"""),
        STD,
    ),
    "best of 3 in columns and points": (
        _text("""Date,Home,Away,Games home,Games away
2026-09-14,Ann,Ben,2,1
2026-09-21,Cleo,Dev,0,2
"""),
        [(S, "Ann", "Ben", 2, 1, "games"), (O1, "Cleo", "Dev", 0, 2, "games")],
    ),
    "tally marks of skunk": (
        _text("""Date,Won,Lost,Score,Sk,Dbl
14 Sep 2026,Ann,Ben,121-98,,
14 Sep 2026,Dev,Cleo,121-85,1,
21 Sep 2026,Ann,Cleo,121-117,,
21 Sep 2026,Dev,Ben,121-55,,1
"""),
        STD,
    ),
    "a sheet per player is mirrored": (
        _workbook(
            [
                (
                    "Ann",
                    [
                        ["Date", "Player", "Opponent", "For", "Against"],
                        [d.date(2026, 9, 14), "Ann", "Ben", 121, 98],
                        [d.date(2026, 9, 21), "Ann", "Cleo", 121, 117],
                    ],
                ),
                (
                    "Ben",
                    [
                        ["Date", "Player", "Opponent", "For", "Against"],
                        [d.date(2026, 9, 14), "Ben", "Ann", 98, 121],
                        [d.date(2026, 9, 21), "Ben", "Dev", 55, 121],
                    ],
                ),
                (
                    "Dev",
                    [
                        ["Date", "Player", "Opponent", "For", "Against"],
                        [d.date(2026, 9, 14), "Dev", "Cleo", 121, 85],
                        [d.date(2026, 9, 21), "Dev", "Ben", 121, 55],
                    ],
                ),
            ]
        ),
        STD,
    ),
    "dates only in the first row of the night, merged": (
        _workbook(
            [
                (
                    "S",
                    [
                        ["Date", "Home", "Score", "Away", "Score"],
                        [d.date(2026, 9, 14), "Ann", 121, "Ben", 98],
                        [None, "Cleo", 85, "Dev", 121],
                        [None] * 5,
                        [d.date(2026, 9, 21), "Ann", 121, "Cleo", 117],
                        [None, "Ben", 55, "Dev", 121],
                    ],
                )
            ]
        ),
        STD,
    ),
    "semicolon text with the winner in capitals": (
        _text("""Datum;Partie;Stand
14.09.2026;Ann - Ben;121:98
14.09.2026;Cleo - Dev;85:121
21.09.2026;Ann - Cleo;121:117
21.09.2026;Ben - Dev;55:121
"""),
        STD,
    ),
    "forfeits in a status column": (
        _text("""Date,Home,Away,Home score,Away score,Status
14 Sep 2026,Ann,Ben,121,98,played
21 Sep 2026,Cleo,Dev,,,Dev wins by forfeit
28 Sep 2026,Ann,Dev,,,cancelled
"""),
        [(S, "Ann", "Ben", 121, 98), (O1, "Dev", "Cleo", "forfeit")],
    ),
    "double quotes inside": (
        _text("""Date,Winner,Loser,Score
2026-09-14,"Ann ""Ace"" Lee",Ben,121-98
2026-09-21,Ben,"Ann ""Ace"" Lee",121-117
"""),
        [(S, 'Ann "Ace" Lee', "Ben", 121, 98), (O1, "Ben", 'Ann "Ace" Lee', 121, 117)],
    ),
    "two leagues in one sheet with other headings": (
        _text("""Date,Winner,Loser,Score
2026-09-14,Ann,Ben,121-98
2026-09-14,Dev,Cleo,121-85
Date,Player 1,Player 2,Score 1,Score 2
2026-09-21,Ann,Cleo,121,117
2026-09-21,Ben,Dev,55,121
"""),
        STD,
    ),
    "markdown pipes without edges": (
        _text("""Date | Winner | Loser | Score
14 Sep 2026 | Ann | Ben | 121-98
14 Sep 2026 | Dev | Cleo | 121-85
21 Sep 2026 | Ann | Cleo | 121-117
21 Sep 2026 | Dev | Ben | 121-55
"""),
        STD,
    ),
    "grand total row at the top": (
        _text("""Total games,4,,,
Date,Player 1,Player 2,Score 1,Score 2
14 Sep 2026,Ann,Ben,121,98
14 Sep 2026,Cleo,Dev,85,121
21 Sep 2026,Ann,Cleo,121,117
21 Sep 2026,Ben,Dev,55,121
"""),
        STD,
    ),
}
