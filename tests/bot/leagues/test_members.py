"""Members of a league and people without an account: joining, leaving, claims of names, merges and substitutes."""

import asyncio
import random
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.leagues.access import Asker, LeagueError, NoSuchLeague
from bot.leagues.change_log import entry_text
from bot.leagues.file_import import import_file
from bot.leagues.office import issue_code
from bot.leagues.score_entry import EnteredScore
from bot.leagues.settings import new_league
from bot.models.result import NOBODY
from bot.storage import leagues as kept
from tests.bot.leagues.test_meetings import night, play_all
from tests.support.club_spreadsheets import spreadsheet
from tests.support.sample_league import GUILD, refused

PAPER = b"""date,player_a,player_b,score_a,score_b,games_a,games_b
2024-11-01,Ann Smith,Bob,121,80,,
2024-11-02,Bob,Cat,121,100,,
2024-11-03,Ann Smith,Cat,100,121,,
"""


async def imported(club, name="Old days", paper=PAPER):
    """A league that no server has adopted, with what a file tells."""
    league = new_league(None, name, {"preset": "acc"}, EARLY)
    await import_file(club.room.database, league, paper, club.room.wall.now)
    return await kept.find_by_name(club.room.database, None, name)


EARLY = datetime(2024, 10, 1, tzinfo=UTC)


async def claim(club, league, player, name):
    await club.leagues.name_claims.make(league, player, name)
    await club.leagues.name_claims.accept(league, club.boss, player)


class TestJoining:
    async def test_once(self, club):
        league = await club.league(begin=False)
        ended = await asyncio.gather(
            *(club.leagues.members.join(league, club.ann) for _ in range(3)), return_exceptions=True
        )
        assert sorted(type(end).__name__ for end in ended) == ["LeagueError", "LeagueError", "Member"]
        assert [(one.player.name, one.status) for one in await club.leagues.members.find_all(league)] == [("Ann", "in")]
        assert await club.table(league) == [("Ann", 1, 0)]

    async def test_leaving_with_fixtures_or_results_is_withdrawing(self, club):
        league, fixture = await club.single()
        await refused(club.leagues.members.leave(league, club.ann), "withdraw")
        await club.leagues.members.withdraw(league, Asker(club.ann))
        await refused(club.leagues.members.withdraw(league, Asker(club.ann)), "withdrawn")
        await refused(club.open(league, club.ben, fixture))
        await club.leagues.forfeits.award(league, club.boss, fixture, club.ben, "withdrew")
        assert await club.table(league) == [("Ben", 1, 1), ("Ann", 2, 0)]

    async def test_coming_back_goes_on_with_ones_fixtures(self, club):
        league = await club.league(club.ann, club.ben, format="single")
        await club.leagues.members.withdraw(league, club.boss, club.ann, "on a journey")
        entry = (await club.leagues.log.entries(league, club.boss))[0]
        assert (entry.player, entry_text(entry, league), entry.reason) == (club.dee, "withdrew Ann", "on a journey")
        assert (await club.leagues.members.join(league, club.ann)).status == "in"
        await club.beats(league, club.ann, club.ben)
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    async def test_the_log_keeps_so_much_of_a_reason_to_withdraw_a_member(self, club):
        league = await club.league(club.ann)
        await club.leagues.members.withdraw(league, club.boss, club.ann, "word " * 600)
        [(reason,)] = await club.rows("SELECT reason FROM league_log WHERE reason <> ''")
        assert len(reason) == 500
        await refused(club.leagues.members.withdraw(league, Asker(club.ben)), "isn't in")


class TestAdopting:
    async def test_is_for_one_server_once(self, club):
        code = await issue_code(club.room.database, await imported(club))
        tries = [club.leagues.setup.adopt(guild, club.boss, code) for guild in (GUILD, 9)]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(end).__name__ for end in ended] == ["League", "NoSuchLeague"]
        await refused(club.leagues.directory.find_by_name(9, "Old days"), error=NoSuchLeague)
        await refused(club.leagues.setup.adopt(9, club.boss, code), error=NoSuchLeague)
        await refused(issue_code(club.room.database, ended[0]), "already belongs to server 1")

    async def test_needs_the_code_that_was_printed_last(self, club):
        league = await imported(club)
        before, code = [await issue_code(club.room.database, league) for _ in range(2)]
        assert re.fullmatch("[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}", code)
        for wrong in ("Old days", "", before, code[:-1]):
            await refused(club.leagues.setup.adopt(GUILD, club.boss, wrong), error=NoSuchLeague)
        assert code.replace("-", "") not in str(await club.rows("SELECT * FROM adoption_codes"))
        adopted = await club.leagues.setup.adopt(GUILD, club.boss, f" {code.upper().replace('-', ' ')} ")
        assert adopted.id == league.id
        assert await club.leagues.access.is_manager(adopted, Asker(club.dee))

    async def test_is_refused_where_the_name_is_taken_and_the_code_stays(self, club):
        code = await issue_code(club.room.database, await imported(club))
        other = await club.league(name="Old Days")
        await refused(club.leagues.setup.adopt(GUILD, club.boss, code), "already")
        await club.leagues.setup.change(other, club.boss, name="New days")
        assert (await club.leagues.setup.adopt(GUILD, club.boss, code)).guild_id == GUILD


class TestClaiming:
    @pytest.fixture
    async def league(self, club):
        """The same league, adopted by the server."""
        await imported(club)
        return await club.adopt("Old days")

    async def test_an_accepted_claim_moves_all_results_of_the_name(self, club, league):
        before = await club.table(league)
        assert len(await club.leagues.ratings.ranked(league)) == 3
        await club.leagues.name_claims.make(league, club.ann, " ann  SMITH ")
        assert await club.table(league) == before, "nothing moves before a manager accepts"
        await club.leagues.name_claims.accept(league, club.boss, club.ann)
        assert await club.table(league) == [("Ann", 1, 3), *before[1:]]
        assert [player.name for player in await club.leagues.name_claims.unclaimed(league)] == ["Bob", "Cat"]
        assert (await club.leagues.members.find(league, club.ann)).status == "in"
        rated = await club.leagues.ratings.ranked(league)
        assert {line.player.name: line.results for line in rated} == {"Ann": 2, "Bob": 2, "Cat": 2}
        assert (await club.leagues.standings.profile(league, club.ann)).form == (False, True)

    async def test_the_next_file_knows_the_player_by_that_name_and_other_leagues_do_not(self, club, league):
        other = await imported(club, "Other days")
        before = await club.table(other)
        await claim(club, league, club.ann, "Ann Smith")
        assert await club.table(other) == before
        more = PAPER + b"2024-12-01,Ann Smith,Bob,121,110,,\n"
        done = await import_file(club.room.database, league, more, club.room.wall.now)
        assert (done.added, done.known) == (1, 3)
        assert (await club.table(league))[0] == ("Ann", 1, 5)

    async def test_a_member_keeps_their_own_results_too(self, club, league):
        for player in (club.ann, club.ben):
            await club.leagues.members.join(league, player)
        await club.enter(league, club.ann, club.ben)
        await claim(club, league, club.ann, "Cat")
        lines = {line.player.name: (line.played, line.won) for line, _ in await club.leagues.standings.table(league)}
        assert lines == {"Ann": (3, 2), "Ben": (1, 0), "Ann Smith": (2, 1), "Bob": (2, 1)}
        assert sum(won for _, won in lines.values()) == 4

    async def test_a_player_who_has_met_the_name_is_somebody_else(self, club, league):
        await claim(club, league, club.ben, "Bob")
        await club.leagues.name_claims.make(league, club.ben, "Cat")
        await refused(club.leagues.name_claims.accept(league, club.boss, club.ben), "can't be the same person")

    async def test_of_two_claims_to_a_name_one_is_accepted(self, club, league):
        for player in (club.ann, club.ben):
            await club.leagues.name_claims.make(league, player, "Cat")
        tries = [club.leagues.name_claims.accept(league, club.boss, player) for player in (club.ann, club.ben)]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(end).__name__ for end in ended] == ["NameClaim", "LeagueError"]
        await refused(club.leagues.name_claims.make(league, club.ben, "Cat"), "belongs to Ann")

    async def test_the_crown_of_a_name_moves_too(self, club, league):
        closed = await club.leagues.seasons.close(league, club.boss)
        await claim(club, league, club.ann, "Ann Smith")
        assert len(closed.crowned) == 1
        assert (await club.leagues.directory.season(league, closed.number)).crowned == (club.ann.id,)


async def test_a_stale_copy_of_a_league_changes_nothing_from_another_server(club):
    league = await imported(club)
    await club.adopt("Old days")
    await refused(club.leagues.setup.change(replace(league, guild_id=9), club.boss, minimum=3), error=NoSuchLeague)


SCORE = EnteredScore(holes=(121, 100))
TABLES = ("league_sides", "fixtures", "members", "league_names", "attendance", "seasons")


@pytest.fixture
async def league(club):
    """A club league that Ann and Ben have joined."""
    return await club.league(club.ann, club.ben, format="club", preset="acc", many=3, begin=False)


async def stored(club):
    return {table: sorted(await club.rows(f"SELECT * FROM {table}"), key=repr) for table in TABLES}


class TestAdded:
    @pytest.mark.parametrize("names", [["ann"], ["Eve"], ["eva"], ["Fay", "FAY"], [""], ["x" * 65], []])
    async def test_all_or_none(self, club, league, names):
        (eve,) = await club.leagues.people.add(league, club.boss, ["Eve"])
        await club.leagues.people.rename(league, club.boss, eve, "Eva")
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
        league, fixture = await club.single(preset="acc")
        result = await club.leagues.forfeits.award(league, club.boss, fixture, None, "neither came")
        assert result.winner == NOBODY
        lines = [line for line, _ in await club.leagues.standings.table(league)]
        assert [(line.points, line.played, line.won, line.lost, line.rank) for line in lines] == [(0, 1, 0, 1, 1)] * 2
        assert await club.leagues.ratings.ranked(league) == []
        assert (await club.log(league))[0].endswith("both forfeit")
        names = {player.id: player.name for player in (club.ann, club.ben)}
        assert ",void,forfeit," in spreadsheet([result], names), "it can be imported again"
        corrected = await club.leagues.review.correct(result, club.boss, SCORE, "they did play")
        assert (corrected.winner, corrected.ended_by) == (0, "board")

    async def test_a_playoff_needs_a_winner(self, club):
        people = await club.people(2)
        league = await club.league(*people, format="knockout")
        (fixture,) = await club.leagues.fixtures.find_all(league)
        with pytest.raises(LeagueError, match="A playoff needs a winner"):
            await club.leagues.forfeits.award(league, club.boss, fixture, None, "neither came")
