"""Spreadsheets as clubs keep them: what is read of each, those the reader was built against and those kept aside."""

from datetime import date

import pytest

from bot.leagues.results_reader import parse_results
from bot.leagues.settings import rules_of
from engine.presets import find
from tests.support.club_spreadsheets import BUILT_AGAINST, KEPT_ASIDE
from tests.support.secretary_spreadsheets import FIFTH, FIRST, FOURTH, SECOND, THIRD


def games_of(parsed, shape):
    """The games that were read, in the form of a ``Shape``."""
    games = []
    for row in parsed.rows:
        won, lost = row.winner, 1 - row.winner
        numbers = row.games if shape.counts_games else row.scores
        points = (None, None) if row.ended_by == "forfeit" else (numbers[won], numbers[lost])
        games.append((row.played_at.date().isoformat(), row.names[won], row.names[lost], *points))
    return tuple(games)


@pytest.mark.parametrize("build", [*BUILT_AGAINST, *KEPT_ASIDE], ids=lambda build: build.__name__)
def test_is_read(build):
    shape = build()
    best_of = 3 if shape.counts_games else 1
    parsed = parse_results(shape.content, find("acc"), best_of=best_of)
    if shape.asks_dates:
        assert parsed.unclear_date is not None
        assert parsed.rows == []
        parsed = parse_results(shape.content, find("acc"), best_of=best_of, order="day-first")
    assert [str(bad) for bad in parsed.bad] == []
    assert games_of(parsed, shape) == shape.games


ODD_HEADINGS = {
    "the scores between the players": "Date,Home,Score,,Away\n2026-09-08,Ann,121,98,Ben\n",
    "short headings": "Date,Home Player,HS,AS,Away Player\n2026-09-08,Ann,121,98,Ben\n",
    "a rank and a table": "#,Date,Table,Player One,Score,Player Two,Score,Winner\n1,2026-09-08,1,Ann,121,Ben,98,Ann\n",
    "game points and spread": "Date,Winner,Loser,Game points,Spread\n2026-09-08,Ann,Ben,2,23\n",
    "points beside scores": "Date,Player A,Pts A,Score A,Player B,Pts B,Score B\n2026-09-08,Ann,2,121,Ben,0,98\n",
    "Spanish": "Fecha;Jugador 1;Jugador 2;Puntos 1;Puntos 2\n08.09.2026;Ann;Ben;121;98\n",
    "French": "Date;Joueur 1;Joueur 2;Score\n8 septembre 2026;Ann;Ben;121-98\n",
    "the date last": "Winner,Score,Loser,Score,Date played\nAnn,121,Ben,98,2026-09-08\n",
    "a form": "Timestamp,Who won?,Who lost?,Loser's points\n2026/9/8 21:33:10,Ann,Ben,98\n",
    "won or lost beside": "Date,Player,Opponent,Player score,Opponent score,W/L\n2026-09-08,Ben,Ann,98,121,L\n",
    "a challenger": "Date,Challenger,Defender,Result\n2026-09-08,Ann,Ben,121-98\n",
    "totals": "Date,Player 1,Total,Player 2,Total\n2026-09-08,Ann,121,Ben,98\n",
    "the winner by number": "Date,Player 1,Player 2,P1,P2,Winner\n2026-09-08,Ann,Ben,121,98,1\n",
    "notes": "Date,Winner,Loser,Score\n2026-09-08,Ann,Ben,121-98\nBen was late!,,,\n2026-09-08,Raffle winner: Cleo,,\n",
    "a game that was voided": (
        "Date,Winner,Loser,Score,Remarks\n2026-09-08,Ann,Ben,121-98,\n2026-09-08,Ann,Ben,121-90,VOID\n"
    ),
}


@pytest.mark.parametrize("text", ODD_HEADINGS.values(), ids=ODD_HEADINGS)
def test_odd_headings_are_read(text):
    parsed = parse_results(text, find("acc"), best_of=1)
    assert [str(bad) for bad in parsed.bad] == []
    [row] = parsed.rows
    won, lost = row.winner, 1 - row.winner
    assert (row.names[won], row.scores[won], row.names[lost], row.scores[lost]) == ("Ann", 121, "Ben", 98)
    assert row.played_at.date().isoformat() == "2026-09-08"


NOT_READ = {
    "standings": "Rank,Player,Played,Won,Lost,Points\n1,Ann,9,7,2,14\n2,Ben,9,5,4,10\n",
    "three players": "Date,Player 1,Player 2,Player 3,Score 1,Score 2,Score 3\n2026-09-08,Ann,Ben,Cy,121,98,80\n",
    "names in two cells": "Date,First name,Last name,Score,First name,Last name,Score\n2026-09-08,A,B,121,C,D,98\n",
    "one player a row": "Date,Game,Player,Score\n2026-09-08,1,Ann,121\n2026-09-08,1,Ben,98\n",
    "days in front of lines": "2026-09-08: Ann beat Ben 121-98\n2026-09-08: Cy beat Di 121-90\n",
    "three names and no headings": "Ann,Ben,Cy,121,98\nBen,Cy,Ann,121,90\n",
    "dates and numbers": "2026-09-08,121,98\n2026-09-15,121,90\n",
}


@pytest.mark.parametrize("text", NOT_READ.values(), ids=NOT_READ)
def test_what_is_no_list_of_games_is_refused_and_never_misread(text):
    parsed = parse_results(text, find("acc"), best_of=1)
    assert parsed.rows == []
    [bad] = parsed.bad
    assert bad.why.startswith("I can't find the headings. I need a row that names 2 players and the score")


SECRETARY = {name: shape for shapes in (FIRST, SECOND, THIRD, FOURTH, FIFTH) for name, shape in shapes.items()}


def sides_first(game):
    """A game with its players in the order of their names."""
    if game[-1] == "forfeit":
        return game
    day, one, other, points, others = game[:5]
    return (day, *sorted([(one, points), (other, others)]))


@pytest.mark.parametrize(("one", "other"), [("P00", "P01"), ("Team 1", "Team 2")])
def test_a_number_in_a_name_is_no_score(one, other):
    data = f"Date,Player 1,Player 2,Score 1,Score 2\n2026-09-08,{one},{other},121,98\n".encode()
    parsed = parse_results(data, find("acc"), best_of=1, today=date(2026, 11, 24))
    assert [(row.names, row.scores) for row in parsed.rows] == [((one, other), (121, 98))]


@pytest.mark.parametrize(("content", "games"), SECRETARY.values(), ids=SECRETARY)
def test_a_secretary_s_spreadsheet_is_read(content, games):
    data = content() if callable(content) else content
    counts_games = games is not None and games[0][-1] == "games"
    rules = rules_of("acc", {}, best_of=3, scheme="legs") if counts_games else find("acc")
    parsed = parse_results(data, rules, best_of=3 if counts_games else 1, today=date(2026, 11, 24))
    assert [str(bad) for bad in parsed.bad] == []
    if games is None:
        assert parsed.unclear_date is not None
        return
    found = []
    for row in parsed.rows:
        day = row.played_at.date().isoformat()
        if row.ended_by == "forfeit":
            found.append((day, row.names[row.winner], row.names[1 - row.winner], "forfeit"))
        else:
            found.append((day, *row.names, *(row.legs if counts_games else row.scores)))
    assert sorted(map(sides_first, found), key=str) == sorted(map(sides_first, games), key=str)


def test_no_shape_hides_another():
    assert len(SECRETARY) == 5 * 22 - 2


WRONG_LINES = {
    "Date,P1,P2,S1,S2\n2026-09-08,Ann,Ben,121,98\n2026-09-08,Cy,Di,120,98\n2026-09-08,Cy,Di,121,90\n": (
        3,
        "121 points",
    ),
    "2026-09-08,Ann,121,Ben,98\n2026-09-08,Cy,12,Di,9\n2026-09-08,Cy,121,Di,90\n": (2, "121 points"),
    "Date,Match,Score\n2026-09-08,Ann v Ben,121-98\n2026-09-08,Cy v Di,12-9\n": (3, "121 points"),
    ",Ann,Ben,Cy\nAnn,,121-98,121-90\nBen,98-121,,121-\nCy,90-121,88-121,\n": (3, "can't read the score"),
    "Date,Player,Opponent,Score,Winner\n2026-09-08,Ann,Ben,121-98,Ben\n2026-09-08,Cy,Di,90-121,Di\n": (
        2,
        "lower score",
    ),
}


@pytest.mark.parametrize(("text", "wrong"), WRONG_LINES.items())
def test_a_wrong_line_of_an_unusual_layout_is_named(text, wrong):
    line, why = wrong
    parsed = parse_results(text, find("acc"), best_of=1, today=date(2026, 11, 24), order=None)
    bad = [one for one in parsed.bad if "date is missing" not in one.why]
    assert (bad[0].line, len(bad)) == (line, 1)
    assert why in bad[0].why


def test_a_date_without_a_year_is_the_latest_so_far():
    text = "Date,Winner,Loser,Score\n25 Nov,Ann,Ben,121-98\n24 Nov,Ann,Ben,121-90\n"
    parsed = parse_results(text, find("acc"), best_of=1, today=date(2026, 11, 24))
    assert [row.played_at.date().isoformat() for row in parsed.rows] == ["2025-11-25", "2026-11-24"]


def test_a_number_behind_a_name_belongs_to_it_where_it_is_no_score():
    text = "date,home,away,score\n2026-09-08,Robot 1,Robot 2,121-98\n"
    [row] = parse_results(text, find("acc"), best_of=1).rows
    assert row.names == ("Robot 1", "Robot 2")
