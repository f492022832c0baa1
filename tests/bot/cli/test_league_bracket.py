"""`cribbage-bot league bracket`: the bracket of a season as JSON, before and after its matches."""

import json

import pytest

from bot.__main__ import main
from bot.leagues.errors import LeagueError
from tests.support.sample_league import club_over


@pytest.fixture
async def cup(tmp_path, monkeypatch):
    """A double elimination of 4 after its first round, one that is over, and a league without a bracket."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "cribbage.db"))
    async with club_over(tmp_path / "cribbage.db") as club:
        people = await club.people(4)
        begun = await club.league(*people, name="Begun", format="double-knockout")
        for fixture in await club.leagues.fixtures.find_all(begun):
            await club.enter(begun, fixture.first, fixture.second, 100)
        over = await club.league(*people, name="Over", format="knockout")
        while True:
            await club.settle_all(over)
            try:
                await club.leagues.seasons.next_round(over, club.boss)
            except LeagueError:
                break
        await club.league(*people, name="Open")
        fixtures = await club.leagues.fixtures.find_all(begun)
        return [(one.first.name, one.second.name) for one in fixtures], await club.leagues.fixtures.find_all(over)


def shown(capsys, *arguments):
    assert main(["league", "bracket", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def test_matches_have_their_players_or_where_they_come_from(cup, capsys):
    first_round, _ = cup
    bracket = shown(capsys, "Begun")
    assert (bracket["elimination"], bracket["champion"]) == ("double", None)
    for match, (winner, loser) in zip(bracket["matches"], first_round, strict=False):
        assert [one["player"] for one in match["players"]] == [winner, loser]
        assert [(one["games"], one["points"]) for one in match["players"]] == [(1, 121), (0, 100)]
        assert match["winner"] == winner
    [winners, losers, last, final] = bracket["matches"][2:]
    assert (winners["part"], losers["part"], last["part"], final["part"]) == ("winners", "losers", "losers", "final")
    assert {one["player"] for one in winners["players"]} == {winner for winner, _ in first_round}
    assert {one["player"] for one in losers["players"]} == {loser for _, loser in first_round}
    assert last["players"] == [{"player": None, "winner_of": 4}, {"player": None, "loser_of": 3}]
    assert final["players"] == [{"player": None, "winner_of": 3}, {"player": None, "winner_of": 5}]


def test_a_bracket_that_is_over_has_its_champion(cup, capsys):
    _, fixtures = cup
    assert shown(capsys, "Over", "--season", "1")["champion"] == fixtures[-1].first.name


def test_a_league_without_a_bracket(cup, capsys):
    assert main(["league", "bracket", "Open"]) == 2
    assert "season 1 of Open has no bracket" in capsys.readouterr().err
