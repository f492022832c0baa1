"""Results of games in person: entered by one, confirmed by the other, denied, settled, corrected, awarded."""

import asyncio
from contextlib import nullcontext
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.access import Asker, LeagueError, NoSuchLeague
from bot.leagues.score_entry import EnteredScore, sides_of
from bot.models.player import Player
from engine.presets import find
from tests.support.data_files import data_beside
from tests.support.sample_league import GUILD, refused, until_collected

DATA = data_beside(__file__)

ACC = find("acc")
HOUSE = find("house")
PAIR = (Player(1, 1, "Ann"), Player(2, 2, "Ben"))


async def open_play(club, **agreed):
    """Ann, Ben and Cy in open play; what Ann has entered of a game against Ben."""
    league = await club.league(club.ann, club.ben, club.cy, **agreed)
    entered = await club.leagues.results.enter(
        league, Asker(club.ann), (club.ann, club.ben), EnteredScore(holes=(121, 85))
    )
    return league, entered


class TestWhatIsEntered:
    @pytest.mark.parametrize("games", [(2, 2), (1, 1), (1, 0), (0, 0), (3, 2), (2, -1)])
    def test_of_a_match_what_decides_nothing_is_refused(self, games):
        with pytest.raises(LeagueError):
            sides_of(PAIR, EnteredScore(holes=(300, 280), games=games), HOUSE, 3)

    @pytest.mark.parametrize(("holes", "games", "fits"), DATA["matches"])
    def test_of_a_match_the_holes_are_those_of_all_its_games(self, holes, games, fits):
        score, rules = EnteredScore(holes=tuple(holes), games=tuple(games)), find("acc", rubber=True, doubles=())
        with nullcontext() if fits else pytest.raises(LeagueError, match="points, not"):
            assert [side.holes for side in sides_of(PAIR, score, rules, 3)] == holes

    def test_of_a_match_with_double_games_two_may_have_been_one(self):
        rules = find("house", rubber=True)
        assert rules.doubles
        assert sides_of(PAIR, EnteredScore(holes=(121, 80), games=(2, 0)), rules, 3)[0].games == 2
        with pytest.raises(LeagueError, match="has 121-242 points, not 120"):
            sides_of(PAIR, EnteredScore(holes=(120, 80), games=(2, 0)), rules, 3)

    def test_of_a_match_games_and_skunks_are_entered(self):
        score = EnteredScore(holes=(330, 310), games=(1, 2), skunks=(1, 0), best_hands=(12, 24))
        ann, ben = sides_of(PAIR, score, HOUSE, 3)
        assert (ann.games, ann.legs, ann.skunks, ann.deeds.best_hand) == (1, 1, 1, 12)
        assert (ben.games, ben.legs, ben.skunks, ben.deeds.best_hand) == (2, 2, 0, 24)
        for wrong in (EnteredScore(holes=(0, 0)), EnteredScore(holes=(0, 0), games=(2, 0), skunks=(0, 1))):
            with pytest.raises(LeagueError):
                sides_of(PAIR, wrong, HOUSE, 3)

    @given(st.integers(0, 120), st.booleans(), st.sampled_from([ACC, HOUSE, find("club"), find("crib-derby")]))
    def test_of_a_single_game_one_side_mirrors_the_other(self, lost, first, rules):
        holes = (121, lost) if first else (lost, 121)
        one, other = sides_of(PAIR, EnteredScore(holes=holes), rules, 1)
        mirrored = sides_of(PAIR[::-1], EnteredScore(holes=holes[::-1]), rules, 1)
        assert mirrored == (other, one)
        assert (one.legs, other.legs) == ((1, 0) if first else (0, 1))
        assert min(one.games, other.games) == 0 < max(one.games, other.games)


class TestTheOther:
    async def test_a_manager_cannot_confirm_their_own_entry(self, club):
        league, entered = await open_play(club)
        await club.leagues.managers.add(league, club.boss, club.ann)
        with pytest.raises(LeagueError, match="You entered this result"):
            await club.leagues.review.confirm(entered, Asker(club.ann, manages_server=True))
        assert (await club.leagues.review.confirm(entered, club.boss)).confirmed_by == club.dee

    async def test_denies_and_a_manager_accepts_it(self, club):
        league, entered = await open_play(club)
        await refused(club.leagues.review.deny(entered, club.cy))
        assert (await club.leagues.review.deny(entered, club.ben)).status == "disputed"
        assert (await club.leagues.review.deny(entered, club.ben)).status == "disputed"
        assert [result.status for result in await club.leagues.results.find_all(league)] == ["disputed"]
        assert {points for _, _, points in await club.table(league)} == {0}
        await refused(club.leagues.review.confirm(entered, Asker(club.ben)), "Ask a manager to decide")
        await refused(club.leagues.review.accept(entered, club.boss, "  "), "Give a reason")
        settled = await club.leagues.review.accept(entered, club.boss, "both cards agree")
        assert (settled.status, settled.confirmed_by) == ("counted", club.dee)
        assert (await club.leagues.log.entries(league, club.boss))[0].reason == "both cards agree"
        await refused(club.leagues.review.deny(entered, club.ben), "already counts")

    async def test_does_not_see_what_was_taken_back(self, club):
        league, entered = await open_play(club)
        assert (await club.leagues.review.deny(entered, club.ann)).status == "void"
        await refused(club.leagues.review.confirm(entered, Asker(club.ben)))
        assert await club.leagues.results.waiting_for(league, club.ben) == []

    async def test_confirms_and_denies_at_once_and_one_of_it_holds(self, club):
        _, entered = await open_play(club)
        tries = (club.leagues.review.confirm(entered, Asker(club.ben)), club.leagues.review.deny(entered, club.ben))
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(end).__name__ for end in ended) == ["LeagueError", "LeagueResult"]


class TestEntering:
    async def test_the_same_entry_twice_is_one(self, club):
        league, _ = await open_play(club)
        pair, score = (club.ben, club.cy), EnteredScore(holes=(121, 90))
        tries = [club.leagues.results.enter(league, Asker(club.cy), pair, score, entry="press 77") for _ in range(3)]
        assert len({result.id for result in await asyncio.gather(*tries)}) == 1
        other = await club.leagues.results.enter(league, Asker(club.cy), pair, score)
        assert len(await club.leagues.results.find_all(league)) == 3
        assert other.status == "entered"

    async def test_takes_the_fixture_that_the_two_have_left(self, club):
        league = await club.league(club.ann, club.ben, format="double")
        there, back = await club.leagues.fixtures.find_all(league)
        for fixture in (there, back):
            assert (await club.enter(league, club.ben, club.ann)).fixture_id == fixture.id
        await refused(club.enter(league, club.ann, club.ben), "no fixtures left")
        await refused(club.enter(league, club.ann, club.ben, fixture=there), "already has a result")

    async def test_one_result_waits_for_a_fixture_and_no_second_nor_a_game(self, club):
        league, fixture = await club.single()
        pair = (club.ann, club.ben)
        tries = [
            club.leagues.results.enter(league, Asker(player), pair, EnteredScore(holes=(121, 90)), fixture=fixture)
            for player in pair
        ]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        [second] = [end for end in ended if isinstance(end, LeagueError)]
        assert "isn't confirmed yet" in str(second)
        assert sum(line.startswith("entered") for line in await club.log(league)) == 1
        for player in pair:
            await refused(club.open(league, player, fixture), r"Result \d+ of .* isn't confirmed yet. Ben can confirm")
        [entered] = await club.leagues.results.find_all(league)
        await club.leagues.review.deny(entered, club.ben)
        await refused(club.open(league, club.ann, fixture), "is disputed. A manager decides")

    async def test_is_for_members_of_a_season_that_is_played(self, club):
        room, score = club.room, EnteredScore(holes=(121, 90))
        league, _ = await open_play(club)
        soon = await club.league(room.ann, room.ben, name="Soon", format="single", begin=False)
        for where, pair in (
            (league, (room.ann, room.dee)),
            (league, (room.ann, room.ann)),
            (soon, (room.ann, room.ben)),
        ):
            await refused(club.leagues.results.enter(where, Asker(room.ann), pair, score))
        assert len(await club.rows("SELECT * FROM league_results")) == 1

    async def test_is_of_a_day_that_has_been(self, club):
        league, entered = await open_play(club, zone="America/New_York")
        assert entered.played_at == club.room.wall.now
        before = await club.enter(league, club.ben, club.cy, played_on=date(2025, 2, 28))
        assert before.played_at == datetime(2025, 2, 28, 17, tzinfo=UTC), "noon in New York"
        for day in (date(2025, 3, 2), date(2023, 3, 1)):
            await refused(club.enter(league, club.ben, club.cy, played_on=day), "last year")

    async def test_is_of_a_day_of_the_season(self, club):
        days = {"starts_on": date(2025, 2, 20), "ends_on": date(2025, 3, 5)}
        league, score = await club.league(club.ann, club.ben, **days), EnteredScore(holes=(121, 100))
        for passed, day in ((0, date(2025, 2, 19)), (5, None), (0, date(2025, 3, 6))):
            club.room.wall.passes(days=passed)
            with pytest.raises(LeagueError, match=r"starts on 2025-02-20|ended on 2025-03-05"):
                await club.leagues.results.enter(league, Asker(club.ann), (club.ann, club.ben), score, played_on=day)
        for day in days.values():
            await club.leagues.results.enter(league, Asker(club.ann), (club.ann, club.ben), score, played_on=day)

    async def test_the_same_game_by_both_is_refused_to_the_second(self, club):
        league, entered = await open_play(club)
        ann, ben = club.ann, club.ben
        again, other = EnteredScore(holes=(85, 121)), EnteredScore(holes=(84, 121))
        with pytest.raises(LeagueError, match="Ann has already entered this game"):
            await club.leagues.results.enter(league, Asker(ben), (ben, ann), again)
        await club.leagues.results.enter(league, Asker(ben), (ben, ann), other)
        await club.leagues.results.enter(league, Asker(ben), (ben, ann), again, played_on=date(2025, 2, 28))
        await club.leagues.review.confirm(entered, Asker(ben))
        await club.leagues.results.enter(league, Asker(ben), (ben, ann), again)


class TestWhoRunsTheLeague:
    async def test_corrects_a_game_of_our_tables_and_what_was_done_in_it_stays(self, club):
        league = await club.league(club.ann, club.ben, options={"target": 61})
        table = await club.sit_down(league, club.ann, club.ben)
        await club.room.play_out(table.id)
        await until_collected(club.leagues)
        [before] = await club.leagues.results.find_all(league)
        after = await club.leagues.review.correct(
            before, club.boss, EnteredScore(holes=(61, 60)), "a slip of the rules"
        )
        assert (after.table_id, after.ended_by) == (before.table_id, before.ended_by)
        assert [side.deeds for side in after.sides] == [side.deeds for side in before.sides]
        assert [side.dealt_first for side in after.sides] == [side.dealt_first for side in before.sides]

    async def test_strikes_out_and_the_fixture_is_played_again(self, club):
        league, fixture = await club.single()
        await club.beats(league, club.ann, club.ben)
        [result] = await club.leagues.results.find_all(league)
        await club.leagues.review.void(result, club.boss, "played on the wrong day")
        await club.leagues.review.void(result, club.boss, "pressed twice")
        assert (await club.leagues.fixtures.find(league, fixture.id)).result_id is None
        assert {points for _, _, points in await club.table(league)} == {0}
        await club.beats(league, club.ben, club.ann)
        assert await club.table(league) == [("Ben", 1, 1), ("Ann", 2, 0)]
        await refused(club.leagues.review.accept(result, club.boss, "after all"), "another result")
        assert len(await club.rows("SELECT * FROM league_results WHERE status = 'counted'")) == 1

    async def test_awards_a_fixture_once_without_spread(self, club):
        league, fixture = await club.single(preset="acc")
        with pytest.raises(LeagueError, match="one of the fixture's 2 players"):
            await club.leagues.forfeits.award(league, club.boss, fixture, club.cy, "why")
        await refused(club.leagues.forfeits.award(league, club.boss, fixture, club.ben, ""), "Give a reason")
        tries = [
            club.leagues.forfeits.award(league, club.boss, fixture, winner, "ill") for winner in (club.ben, club.ann)
        ]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(end).__name__ for end in ended) == ["LeagueError", "LeagueResult"]
        (ben, _), (ann, _) = await club.leagues.standings.table(league)
        assert (ben.player, ben.points, ben.spread, ben.sums.skunks) == (club.ben, 2, 0, 0)
        assert (ann.points, ann.played, ann.lost) == (0, 1, 1)


class TestResultsOfOthers:
    async def test_are_seen_in_their_server_and_by_their_players_anywhere(self, club):
        league, entered = await open_play(club)
        for guild, player in ((GUILD, club.dee), (None, club.ben)):
            found, result = await club.leagues.results.find(entered.id, guild_id=guild, player=player)
            assert (found.id, result) == (league.id, entered)
        for guild, player in ((9, club.ben), (None, club.dee)):
            await refused(club.leagues.results.find(entered.id, guild_id=guild, player=player), error=NoSuchLeague)
        await refused(club.leagues.results.find(999, guild_id=GUILD, player=club.ann), error=NoSuchLeague)
        async with club.room.database.transaction() as writing:
            writing.write("UPDATE leagues SET guild_id = NULL")
        for guild in (None, GUILD):
            not_found = club.leagues.results.find(entered.id, guild_id=guild, player=club.dee)
            await refused(not_found, error=NoSuchLeague)
