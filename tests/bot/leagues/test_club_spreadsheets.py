"""Spreadsheets as clubs keep them: what is read of each."""

from datetime import date
from functools import partial

import pytest

from bot.leagues.results_reader import parse_results
from bot.leagues.settings import rules_of
from engine.presets import find
from tests.support.club_spreadsheets import club_spreadsheets, name_of

TODAY = date(2026, 11, 24)


def games_in(parsed, counts):
    """The games that were read, as ``Spreadsheet.games`` has them."""
    for row in parsed.rows:
        won, lost = row.winner, 1 - row.winner
        numbers = {"points": row.scores, "games": row.games, "legs": row.legs}[counts]
        given = ("", "") if row.ended_by == "forfeit" else (str(numbers[won]), str(numbers[lost]))
        yield [row.played_at.date().isoformat(), row.names[won], given[0], row.names[lost], given[1]]


@pytest.mark.parametrize("spreadsheet", club_spreadsheets(), ids=name_of)
def test_is_read(spreadsheet):
    rules = rules_of("acc", {}, best_of=3, scheme="legs") if spreadsheet.counts == "legs" else find("acc")
    read = partial(parse_results, spreadsheet.content, rules, best_of=spreadsheet.best_of, today=TODAY)
    parsed = read()
    if spreadsheet.asks_dates:
        assert parsed.unclear_date is not None
        assert parsed.rows == []
        parsed = read(order="day-first")
    assert [str(bad) for bad in parsed.bad] == []
    assert list(games_in(parsed, spreadsheet.counts)) == spreadsheet.games


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


@pytest.mark.parametrize(("one", "other"), [("P00", "P01"), ("Team 1", "Team 2")])
def test_a_number_in_a_name_is_no_score(one, other):
    data = f"Date,Player 1,Player 2,Score 1,Score 2\n2026-09-08,{one},{other},121,98\n".encode()
    parsed = parse_results(data, find("acc"), best_of=1, today=TODAY)
    assert [(row.names, row.scores) for row in parsed.rows] == [((one, other), (121, 98))]


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
    parsed = parse_results(text, find("acc"), best_of=1, today=TODAY, order=None)
    bad = [one for one in parsed.bad if "date is missing" not in one.why]
    assert (bad[0].line, len(bad)) == (line, 1)
    assert why in bad[0].why


def test_a_date_without_a_year_is_the_latest_so_far():
    text = "Date,Winner,Loser,Score\n25 Nov,Ann,Ben,121-98\n24 Nov,Ann,Ben,121-90\n"
    parsed = parse_results(text, find("acc"), best_of=1, today=TODAY)
    assert [row.played_at.date().isoformat() for row in parsed.rows] == ["2025-11-25", "2026-11-24"]


def test_a_number_behind_a_name_belongs_to_it_where_it_is_no_score():
    text = "date,home,away,score\n2026-09-08,Robot 1,Robot 2,121-98\n"
    [row] = parse_results(text, find("acc"), best_of=1).rows
    assert row.names == ("Robot 1", "Robot 2")
