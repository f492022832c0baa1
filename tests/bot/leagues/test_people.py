"""People without an account: added, renamed, merged and given back, substituted, withdrawn and brought back."""

import random

import pytest

from bot.leagues import export
from bot.leagues.errors import LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.models.result import NOBODY
from tests.bot.leagues.test_meetings import night, play_all
from tests.support.sample_league import refused

SCORE = EnteredScore(holes=(121, 100))
TABLES = ("league_sides", "fixtures", "members", "league_names", "attendance", "seasons", "side_totals")


@pytest.fixture
async def league(club):
    """A club league that Ann and Ben have joined."""
    return await club.league(club.ann, club.ben, format="club", preset="acc", many=3, begin=False)


async def stored(club):
    return {table: sorted(await club.rows(f"SELECT * FROM {table}"), key=repr) for table in TABLES}


async def rename_eve(club, league):
    """Add Eve, whose name stays hers when she is called Eva."""
    (eve,) = await club.leagues.people.add(league, club.boss, ["Eve"])
    await club.leagues.people.rename(league, club.boss, eve, "Eva")


class TestAdded:
    @pytest.mark.parametrize("names", [["ann"], ["Eve"], ["eva"], ["Fay", "FAY"], [""], ["x" * 65], []])
    async def test_all_or_none(self, club, league, names):
        await rename_eve(club, league)
        await refused(club.leagues.people.add(league, club.boss, ["Zoe", *names] if names else []))
        assert len(await club.leagues.members.find_all(league)) == 3


async def test_nobody_is_renamed_to_a_name_that_is_taken(club, league):
    (eve,) = await club.leagues.people.add(league, club.boss, ["Eve"])
    await refused(club.leagues.people.rename(league, club.boss, eve, "Ben"), "already has Ben")


class TestMerged:
    @pytest.fixture
    async def merged(self, club, league):
        """Eve, who has played two nights and won a season, and Cy, who has played none or one of them."""
        eve, fay = await club.leagues.people.add(league, club.boss, ["Eve", "Fay"])
        for _ in range(2):
            meeting = await night(club, league, [eve, fay, club.ann, club.ben])
            for fixture in await club.leagues.meetings.fixtures(meeting):
                both = (fixture.first, fixture.second)
                holes = (121, 100) if eve not in both or both[0] == eve else (100, 121)
                await club.leagues.results.enter(league, club.boss, both, EnteredScore(holes=holes), fixture=fixture)
            await club.leagues.meetings.close(league, club.boss, meeting)
        await club.leagues.seasons.close(league, club.boss)
        return eve, fay

    async def test_everything_goes_over_and_comes_back(self, club, league, merged):
        eve, _fay = merged
        before = await stored(club)
        season = await club.leagues.directory.season(league, 1)
        table = await club.leagues.standings.table(league, season)
        assert table[0][0].player.id == eve.id
        await club.leagues.people.merge(league, club.boss, eve, club.cy, "it is Cy")
        after = await club.leagues.standings.table(league, season)
        assert [(line.points, line.nights, line.rank) for line, _ in after] == [
            (line.points, line.nights, line.rank) for line, _ in table
        ]
        assert after[0][0].player.name == "Cy"
        assert (await club.leagues.directory.season(league, 1)).crowned == (club.cy.id,)
        assert (await club.leagues.people.last_merge(league)).merged.name == "Eve"
        await club.leagues.people.undo_merge(league, club.boss)
        assert await stored(club) == before
        assert (await club.leagues.people.last_merge(league)) is None
        await refused(club.leagues.people.undo_merge(league, club.boss), "no merge to undo")

    async def test_what_was_played_since_stays(self, club, league, merged):
        eve, _ = merged
        await club.leagues.people.merge(league, club.boss, eve, club.cy, "it is Cy")
        meeting = await night(club, league, [club.cy, club.ann], games=1)
        await play_all(club, league, meeting, random.Random(1), [])
        await club.leagues.people.undo_merge(league, club.boss)
        names = {line.player.name for line, _ in await club.leagues.standings.table(league) if line.played}
        assert names == {"Cy", "Ann"}
        assert (club.cy.id,) in await club.rows("SELECT player_id FROM members")

    async def test_opponents_and_accounts_are_never_merged(self, club, league, merged):
        eve, fay = merged
        await refused(club.leagues.people.merge(league, club.boss, eve, fay, "same"), "are opponents")
        await refused(club.leagues.people.merge(league, club.boss, club.ann, club.cy, "same"), "has a Discord account")
        await refused(club.leagues.people.merge(league, club.boss, eve, eve, "same"), "2 different people")
        await refused(club.leagues.people.merge(league, club.boss, eve, club.cy, ""), "Give a reason")


class TestSubstituted:
    async def test_the_fixtures_that_are_left_change_hands(self, club):
        people = await club.people(5)
        league = await club.league(*people[:4], format="single", preset="acc")
        mine = await club.leagues.fixtures.find_all(league, people[0])
        first = mine[0]
        both = (first.first, first.second)
        await club.leagues.results.enter(league, club.boss, both, SCORE, fixture=first)
        many = await club.leagues.people.substitute(league, club.boss, people[0], people[4], "ill")
        assert many == 2
        assert len(await club.leagues.fixtures.find_all(league, people[4])) == 2
        assert [one.id for one in await club.leagues.fixtures.find_all(league, people[0])] == [first.id]
        with pytest.raises(LeagueError, match="no fixtures left"):
            await club.leagues.people.substitute(league, club.boss, people[0], people[4], "ill")


class TestForfeits:
    async def test_all_that_an_absent_player_has_left(self, club):
        people = await club.people(4)
        league = await club.league(*people, format="single", preset="acc")
        mine = await club.leagues.fixtures.find_all(league, people[0])
        both = (mine[0].first, mine[0].second)
        await club.leagues.results.enter(league, club.boss, both, SCORE, fixture=mine[0])
        awarded = await club.leagues.forfeits.award_all(league, club.boss, people[0], "never came")
        assert len(awarded) == 2
        assert all(one.sides[one.winner].player.id != people[0].id for one in awarded)
        await refused(club.leagues.forfeits.award_all(league, club.boss, people[0], "never came"), "no fixtures left")

    async def test_both_lose_without_points_or_rating(self, club):
        people = await club.people(2)
        league = await club.league(*people, format="single", preset="acc")
        (fixture,) = await club.leagues.fixtures.find_all(league)
        result = await club.leagues.forfeits.award(league, club.boss, fixture, None, "neither came")
        assert result.winner == NOBODY
        lines = [line for line, _ in await club.leagues.standings.table(league)]
        assert [(line.points, line.played, line.won, line.lost, line.rank) for line in lines] == [(0, 1, 0, 1, 1)] * 2
        assert await club.leagues.ratings.ranked(league) == []
        assert (await club.log(league))[0].endswith("both forfeit")
        names = {player.id: player.name for player in people}
        assert ",void,forfeit," in export.spreadsheet([result], names), "it can be imported again"
        corrected = await club.leagues.review.correct(result, club.boss, SCORE, "they did play")
        assert (corrected.winner, corrected.ended_by) == (0, "board")

    async def test_a_playoff_needs_a_winner(self, club):
        people = await club.people(2)
        league = await club.league(*people, format="knockout")
        (fixture,) = await club.leagues.fixtures.find_all(league)
        with pytest.raises(LeagueError, match="A playoff needs a winner"):
            await club.leagues.forfeits.award(league, club.boss, fixture, None, "neither came")
