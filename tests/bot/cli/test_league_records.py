"""`cribbage-bot league nights` and the like: what a club has played, as JSON."""

import json
import random

import pytest

from bot.__main__ import main
from tests.bot.leagues.test_meetings import by_night, four_nights
from tests.support.sample_league import club_over


@pytest.fixture
async def games(tmp_path, monkeypatch):
    """The games of four nights of eight people, stored in the database of the command."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    async with club_over(tmp_path / "cribbage.db") as club:
        league = await club.league(format="club", preset="acc", many=7, begin=False)
        return await four_nights(club, league, await club.people(8), random.Random(1))


@pytest.fixture
def league(games, capsys):
    """The command: the JSON that it prints."""

    def run(*arguments):
        code = main(["league", *arguments])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return json.loads(out)

    return run


def test_nights_and_their_tables(league, games):
    nights = league("nights", "Thursdays")
    assert [night["night"] for night in nights] == [1, 2, 3, 4]
    assert {night["stage"] for night in nights} == {"closed"}
    lines = by_night(games)
    for number in range(1, 5):
        night = league("night", "Thursdays", str(number))
        shown = {line["player"]: [line["points"], line["won"], line["spread"]] for line in night["table"]}
        assert shown == {name: line for (name, at), line in lines.items() if at == number}
        assert {one["player"] for one in night["attendance"]} == shown.keys()


def test_the_season_and_all_seasons(league, games):
    table = league("table", "Thursdays", "--json")
    lifetime = league("lifetime", "Thursdays")
    assert [(line["player"], line["points"]) for line in lifetime] == [
        (line["player"], line["points"]) for line in table
    ]
    awards = league("awards", "Thursdays")
    best = max(tuple(line) for line in by_night(games).values())
    assert {one["value"] for one in awards["best_night"]} == {best[0]}
    assert league("records", "Thursdays")["night"] == awards["best_night"]


@pytest.mark.parametrize("arguments", [("night", "Thursdays", "9"), ("awards", "Thursdays", "--season", "4")])
def test_what_is_not_there(games, capsys, arguments):
    assert main(["league", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, "has no" in err) == ("", True)
