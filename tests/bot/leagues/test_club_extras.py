"""What clubs do beside results: bonus points, visitors, the best hand of a night, and counting as the ACC does."""

from datetime import date

import pytest

from bot.leagues.access import Asker, NotManager
from bot.leagues.documents import write_document
from bot.leagues.score_entry import EnteredScore
from bot.leagues.season_table import meeting_table
from bot.leagues.setup import ACC_SCALE
from bot.models.league import GivenPoints
from tests.support.sample_league import refused


@pytest.fixture
async def league(club):
    return await club.league(format="club", preset="acc", begin=False)


@pytest.fixture
async def night(club, league):
    """A night without pairings at which Ann, Ben and Cy are."""
    meeting = await club.leagues.meetings.plan(league, club.boss, form="free")
    for player in (club.ann, club.ben, club.cy):
        await club.leagues.meetings.check_in(league, meeting, player)
    return meeting


async def beat(club, league, winner, loser, lost=100):
    score = EnteredScore(holes=(121, lost))
    return await club.leagues.results.enter(league, club.boss, (winner, loser), score)


async def points(club, league, season=None):
    return {line.player.name: line.points for line, _ in await club.leagues.standings.table(league, season)}


class TestGivenPoints:
    async def test_they_are_in_the_table_the_log_and_no_other_season(self, club, league, night):
        await beat(club, league, club.ann, club.ben)
        await club.leagues.people.give(league, club.boss, club.ben, 5, "made the tea")
        await club.leagues.people.give(league, club.boss, club.ben, -1, "too much milk")
        assert await points(club, league) == {"Ben": 4, "Ann": 2, "Cy": 0}
        assert "gave Ben +5 points" in await club.log(league)
        closed = await club.leagues.seasons.close(league, club.boss)
        assert closed.crowned == (club.ben.id,)
        assert set((await points(club, league)).values()) == {0}
        assert (await club.leagues.records.lifetimes(league))[0].points == 4

    @pytest.mark.parametrize("many", [0, 201, -201])
    async def test_too_many_are_refused(self, club, league, many):
        await refused(club.leagues.people.give(league, club.boss, club.ann, many, "why not"), "Choose 1-200 points")

    async def test_they_go_with_a_merge_and_come_back(self, club, league, night):
        [eve] = await club.leagues.people.add(league, club.boss, ["Eve"])
        for player, many in ((eve, 3), (club.ann, 1)):
            await club.leagues.people.give(league, club.boss, player, many, "fair play")
        await club.leagues.people.merge(league, club.boss, eve, club.ann, "one person")
        assert (await points(club, league))["Ann"] == 4
        await club.leagues.people.give(league, club.boss, club.ann, 10, "later")
        await club.leagues.people.undo_merge(league, club.boss)
        season = await club.leagues.directory.season(league)
        assert season.given == (
            GivenPoints(eve.id, 3, "fair play"),
            GivenPoints(club.ann.id, 1, "fair play"),
            GivenPoints(club.ann.id, 10, "later"),
        )


class TestVisitors:
    async def test_their_games_count_for_their_opponents_alone(self, club, league, night):
        [gus] = await club.leagues.people.add(league, club.boss, ["Gus"], "visitor")
        await club.leagues.meetings.check_in(league, night, gus, club.boss)
        await beat(club, league, club.ann, gus)
        await beat(club, league, gus, club.ben, 80)
        result = await beat(club, league, gus, club.ben)
        await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(100, 121)), "the other way round")
        assert await points(club, league) == {"Ann": 2, "Ben": 2, "Cy": 0}
        lines = await club.leagues.standings.meeting_table(league, night)
        assert [(line.player.name, line.played) for line in lines] == [("Ann", 1), ("Ben", 2), ("Cy", 0)]
        records = await club.leagues.records.records(league)
        assert {feat.player.name for feats in records.feats.values() for feat in feats} == {"Ann", "Ben"}

    async def test_who_joins_stands_in_the_table_with_what_was_played(self, club, league, night):
        await beat(club, league, club.cy, club.ann)
        await club.leagues.people.make_visitor(league, club.boss, club.cy, "from the next village")
        assert await points(club, league) == {"Ann": 0, "Ben": 0}
        await club.leagues.meetings.check_in(league, night, club.cy)
        assert "Cy" not in await points(club, league), "who checks in stays a visitor"
        await club.leagues.people.bring_back(league, club.boss, club.cy)
        assert (await points(club, league))["Cy"] == 2

    async def test_nobody_with_a_past_becomes_one(self, club, league, night):
        await beat(club, league, club.ann, club.ben)
        await club.leagues.seasons.close(league, club.boss)
        await refused(
            club.leagues.people.make_visitor(league, club.boss, club.ann, "moved"), "Ann has results in earlier seasons"
        )

    async def test_merged_into_a_player_what_they_played_counts(self, club, league, night):
        [gus] = await club.leagues.people.add(league, club.boss, ["Gus"], "visitor")
        await beat(club, league, gus, club.ben)
        await club.leagues.people.merge(league, club.boss, gus, club.ann, "it was Ann")
        assert (await points(club, league))["Ann"] == 2
        await club.leagues.people.undo_merge(league, club.boss)
        assert await points(club, league) == {"Ann": 0, "Ben": 0, "Cy": 0}

    async def test_they_stay_visitors_in_the_next_season(self, club, league, night):
        [gus] = await club.leagues.people.add(league, club.boss, ["Gus"], "visitor")
        await beat(club, league, gus, club.ben)
        season = await club.leagues.seasons.close(league, club.boss)
        assert "Gus" not in await points(club, league, season)


class TestBestHands:
    async def test_a_hand_is_noted_and_worth_a_prize(self, club, league, night):
        for one, other in ((club.ann, club.ben), (club.ben, club.cy), (club.ann, club.cy)):
            await beat(club, league, one, other)
        await club.leagues.review.note_hand(league, club.boss, night, club.cy, 24, club.ben)
        noted = await club.leagues.review.note_hand(league, club.boss, night, club.ann, 24, None)
        assert [side.deeds.best_hand for side in noted.sides] == [24, None]
        assert [side.player for side in noted.sides] == [club.ann, club.cy]
        await club.leagues.review.note_hand(league, club.boss, night, club.ben, 20, club.ann)
        await club.leagues.setup.count(league, club.boss, hand=7)
        assert await points(club, league) == {"Ann": 11, "Cy": 7, "Ben": 2}
        awards = await club.leagues.records.awards(league, await club.leagues.directory.season(league))
        assert [(feat.player.name, feat.value) for feat in awards.best_hands] == [("Ann", 1), ("Cy", 1)]

    async def test_refused(self, club, league, night):
        await refused(
            club.leagues.review.note_hand(league, club.boss, night, club.ann, 24, None),
            "Ann has no such result of this night yet",
        )
        await refused(club.leagues.review.note_hand(league, club.boss, night, club.ann, 27, None), "No hand scores 27")


class TestCountingAsTheAcc:
    async def test_scale_and_tie_breaks_in_one_press(self, club, league, night):
        changed = await club.leagues.setup.count_as_acc(league, club.boss)
        assert changed.tie_breaks == ("wins", "spread", "plus")
        for loser, times in ((club.ben, 6), (club.cy, 1)):
            for _ in range(times):
                await beat(club, league, club.ann, loser)
        assert await points(club, league) == {"Ann": 3, "Ben": 0, "Cy": 0}, "14 game points are 3 above 11"
        assert dict(ACC_SCALE)[12] == 1

    async def test_plus_points_decide_between_level_players(self, club, league, night):
        league = await club.leagues.setup.change(league, club.boss, tie_breaks=("plus",))
        for winner, loser, lost in ((club.ben, club.ann, 111), (club.ann, club.cy, 119), (club.cy, club.ben, 100)):
            await beat(club, league, winner, loser, lost)
        table = await club.leagues.standings.table(league)
        assert [line.player.name for line, _ in table] == ["Cy", "Ben", "Ann"]

    async def test_only_with_the_points_of_tournaments(self, club):
        league = await club.league(format="club", scheme="games", begin=False)
        await refused(club.leagues.setup.count_as_acc(league, club.boss), "This needs the points of a tournament")


class TestDates:
    @pytest.fixture
    async def fixture(self, club):
        league, fixture = await club.single(ends_on=date(2025, 6, 30))
        return league, fixture

    async def test_players_set_a_day_and_postpone_once(self, club, fixture):
        league, one = fixture
        ann, ben = Asker(club.ann), Asker(club.ben)
        first = await club.leagues.fixtures.set_date(league, ann, one, date(2025, 3, 8), " Red  Lion ")
        assert (first.plays_on, first.venue, first.postponed) == (date(2025, 3, 8), "Red Lion", False)
        assert await club.leagues.fixtures.set_date(league, ben, one, date(2025, 3, 8), "Crown") != first
        await club.leagues.fixtures.set_date(league, ben, one, date(2025, 3, 15), "Crown")
        again = club.leagues.fixtures.set_date(league, ann, one, date(2025, 3, 22), "")
        await refused(again, "postponed once already")
        await club.leagues.fixtures.set_date(league, club.boss, one, date(2025, 3, 22), "")
        stored = await club.leagues.fixtures.find(league, one.id)
        assert (stored.plays_on, stored.venue, stored.postponed) == (date(2025, 3, 22), "", True)
        assert "set the game of Ann and Ben to 15 Mar 2025 (Crown)" in await club.log(league)

    @pytest.mark.parametrize(("day", "why"), [(date(2025, 2, 28), "has passed"), (date(2025, 7, 1), "season ended")])
    async def test_other_days_are_refused(self, club, fixture, day, why):
        league, one = fixture
        await refused(club.leagues.fixtures.set_date(league, club.boss, one, day, ""), why)

    async def test_strangers_and_days_after_the_deadline_are_refused(self, club, fixture):
        league, one = fixture
        stranger = club.leagues.fixtures.set_date(league, Asker(club.cy), one, date(2025, 3, 8), "")
        await refused(stranger, "Only managers", error=NotManager)
        await club.leagues.deadlines.set_day(league, club.boss, 1, date(2025, 3, 9))
        late = club.leagues.fixtures.set_date(league, club.boss, one, date(2025, 3, 10), "")
        await refused(late, "Round 1 ends on")

    async def test_the_calendar_has_day_and_place(self, club, fixture):
        league, one = fixture
        await club.leagues.fixtures.set_date(league, club.boss, one, date(2025, 3, 8), "Red Lion, London")
        season = await club.leagues.directory.season(league)
        written = await write_document(club.room.database, league, season, "ics", club.room.wall())
        lines = written.decode().splitlines()
        assert "DTSTART;VALUE=DATE:20250308" in lines
        assert {"SUMMARY:Ann against Ben", "SUMMARY:Ben against Ann"} & set(lines)
        assert "LOCATION:Red Lion\\, London" in lines


async def test_a_substitute_for_one_game_is_a_visitor(club):
    league = await club.league(club.ann, club.ben, club.cy, format="single")
    await club.leagues.people.substitute(league, club.boss, club.ann, club.dee, "ill", club.ben)
    games = {frozenset(one.name for one in game.people) for game in await club.leagues.fixtures.find_all(league)}
    assert games == {frozenset(pair) for pair in (("Dee", "Ben"), ("Ann", "Cy"), ("Ben", "Cy"))}
    await club.enter(league, club.dee, club.ben)
    assert set(await points(club, league)) == {"Ann", "Ben", "Cy"}
    again = club.leagues.people.substitute(league, club.boss, club.ann, club.dee, "ill", club.ben)
    await refused(again, "Ann has no fixtures left")


async def test_an_erased_name_goes_from_reasons_and_places(club):
    league, _ = await club.single()
    [zoe] = await club.leagues.people.add(league, club.boss, ["Zoe Quill"])
    await club.leagues.people.give(league, club.boss, club.ann, 1, "drove Zoe Quill home")
    [game] = await club.leagues.fixtures.find_all(league)
    await club.leagues.fixtures.set_date(league, club.boss, game, date(2025, 3, 8), "at zoe quill's")
    await club.leagues.people.erase(league, club.boss, zoe)
    season = await club.leagues.directory.season(league)
    assert [one.reason for one in season.given] == ["drove a former player home"]
    assert (await club.leagues.fixtures.find(league, game.id)).venue == "at a former player's"


async def test_a_visitor_cannot_withdraw_into_the_table(club, league, night):
    [gus] = await club.leagues.people.add(league, club.boss, ["Gus"], "visitor")
    result = await beat(club, league, gus, club.ben)
    await refused(club.leagues.members.withdraw(league, club.boss, gus, "left"), "Gus is a visitor")
    await club.leagues.people.erase(league, club.boss, gus)
    await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(121, 90)), "misread")
    assert set(await points(club, league)) == {"Ann", "Ben", "Cy"}


async def test_visitors_are_paired_in_a_swiss_and_stand_in_no_document(club, league):
    meeting = await club.leagues.meetings.plan(league, club.boss, form="swiss", games=2)
    [gus] = await club.leagues.people.add(league, club.boss, ["Gus"], "visitor")
    for player in (club.ann, club.ben, club.cy, gus):
        await club.leagues.meetings.check_in(league, meeting, player, club.boss)
    for _ in range(2):
        drawn = await club.leagues.meetings.pair(league, club.boss, meeting)
        assert {player.name for game in drawn for player in game.people} == {"Ann", "Ben", "Cy", "Gus"}
        for game in drawn:
            await beat(club, league, game.first, game.second)
    lines = await meeting_table(club.room.database, league, meeting, [club.ann, gus])
    assert {line.player.name for line in lines} == {"Ann", "Ben", "Cy"}
