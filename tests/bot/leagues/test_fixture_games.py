"""League games at our tables: from the fixture to the result, with any player's press, and after any restart."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date

import pytest

from bot.leagues import result_collector
from bot.leagues.access import Asker, LeagueError
from bot.leagues.fixture_games import GameUnderWay
from bot.leagues.score_entry import EnteredScore
from bot.models.agreement import Clock
from bot.tables.game_stats import game_stats
from engine.actions import Resign
from engine.course import Course
from tests.support.sample_league import CHANNEL, GUILD, refused, until_collected

SHORT = {"options": {"target": 61}}
"""A game that is soon played."""


async def single(club, **agreed):
    """Ann and Ben, who meet once; the league, their fixture, and who deals first in it and who second."""
    league, fixture = await club.single(**agreed)
    return league, fixture, fixture.first, fixture.second


async def sides(database):
    return await database.rows(
        "SELECT players.name, counts, won, games, legs, holes, adverse, skunks, skunked, dealt_first "
        "FROM league_sides JOIN players ON players.id = player_id ORDER BY result_id, side"
    )


class TestOpening:
    @pytest.mark.parametrize("host", [0, 1])
    async def test_has_the_rules_and_clock_of_the_league_and_the_first_deal_of_the_fixture(self, club, host):
        clock = Clock(turn=3600, when_over="forfeit")
        league, fixture, *people = await single(club, preset="acc", clock=clock)
        table = await club.sit_down(league, people[host], fixture)
        assert (table.rules, table.clock, table.best_of) == (league.rules, clock, 1)
        assert (table.agreement.league, table.agreement.fixture) == (league.id, fixture.id)
        assert table.seats[0].player == people[host]
        assert table.seats[table.view(None).dealer].player == fixture.first

    async def test_is_refused_to_strangers_and_to_players_without_an_account(self, club):
        league = await club.league(club.ann, club.ben)
        named = replace(club.cy, discord_id=None)
        for host, guest in ((club.cy, club.ann), (club.ann, club.cy), (club.ann, club.ann), (club.ann, named)):
            await refused(club.open(league, host, guest))
        await club.leagues.members.withdraw(league, Asker(club.ben))
        await refused(club.open(league, club.ann, club.ben))
        assert await club.rows("SELECT * FROM tables") == []

    async def test_is_refused_with_robots(self, club):
        league = await club.league(club.ann, club.ben)
        good = await club.leagues.games.opening(league, club.ann, club.ben, channel_id=CHANNEL)
        robot, three = {"robots": ("club",), "invited": ()}, {"invited": (club.ben, club.cy)}
        for bad in (robot, {"league": None}, three):
            await refused(club.leagues.games.open(replace(good, **bad)))

    async def test_is_refused_for_fixtures_of_others_and_of_other_leagues(self, club):
        league, fixture, first, _second = await single(club)
        other = await club.league(club.ann, club.ben, club.cy, name="Other", format="single")
        await refused(club.open(other, first, fixture))
        await refused(club.open(league, club.cy, fixture))
        await refused(club.open(league, first, club.cy), "no fixtures left")

    async def test_is_refused_before_and_after_the_season(self, club):
        joining = await club.league(club.ann, club.ben, name="Soon", format="single", begin=False)
        await refused(club.open(joining, club.ann, club.ben), "hasn't started")
        league = await club.league(
            club.ann, club.ben, zone="Pacific/Auckland", starts_on=date(2025, 3, 3), ends_on=date(2025, 3, 4)
        )
        await refused(club.open(league, club.ann, club.ben), "starts on 2025-03-03")
        # At noon in London of the second it is the third in Auckland.
        club.room.wall.passes(days=1)
        await club.open(league, club.ann, club.ben)
        club.room.wall.passes(days=2)
        await refused(club.open(league, club.ben, club.ann), "ended on 2025-03-04")


class TestOneTableAtATime:
    @pytest.mark.parametrize("form", ["single", "open"])
    async def test_both_press_at_the_same_moment(self, club, form):
        league = await club.league(club.ann, club.ben, format=form)
        pairs = [(club.ann, club.ben), (club.ben, club.ann)] * 3
        openings = [await club.leagues.games.opening(league, *pair, channel_id=CHANNEL) for pair in pairs]
        ended = await asyncio.gather(*map(club.leagues.games.open, openings), return_exceptions=True)
        assert [type(end).__name__ for end in ended].count("Table") == 1
        assert [type(end).__name__ for end in ended].count("GameUnderWay") == 5
        [(name,)] = await club.rows("SELECT id FROM tables")
        assert {end.table.id for end in ended if isinstance(end, GameUnderWay)} == {name}

    async def test_the_database_refuses_a_second_table_for_a_fixture(self, club):
        league, fixture, first, _second = await single(club)
        opening = await club.leagues.games.opening(league, first, fixture, channel_id=CHANNEL)
        ended = await asyncio.gather(*(club.room.tables.open(opening) for _ in range(3)), return_exceptions=True)
        assert [type(end).__name__ for end in ended].count("StorageError") == 2
        assert len(await club.rows("SELECT * FROM tables")) == 1

    async def test_an_invitation_that_is_declined_frees_the_fixture(self, club):
        league, fixture, first, second = await single(club)
        table = await club.open(league, first, fixture)
        await refused(club.open(league, second, fixture), "Accept that one", error=GameUnderWay)
        await refused(club.open(league, first, fixture), "waiting for an answer", error=GameUnderWay)
        await club.room.tables.decline(table.id, second)
        again = await club.sit_down(league, second, fixture)
        assert again.id != table.id
        await club.give_up(again, second)
        assert (await club.leagues.fixtures.find(league, fixture.id)).result_id is not None

    async def test_a_paused_game_is_not_replaced_nor_entered_by_hand(self, club):
        league, fixture, first, second = await single(club)
        table, tables = await club.sit_down(league, first, fixture), club.room.tables
        await refused(club.open(league, second, fixture), "already playing this game", error=GameUnderWay)
        with pytest.raises(GameUnderWay):
            await club.leagues.results.enter(league, Asker(first), (first, second), EnteredScore(holes=(121, 99)))
        await club.pause(table)
        with pytest.raises(GameUnderWay, match="paused this game") as under_way:
            await club.open(league, second, fixture)
        await tables.take_up(under_way.value.table.id, second)
        club.room.wall.passes(days=15)
        await tables.timekeeper.tick()
        assert (await tables.find(table.id)).status == "idle"
        await refused(club.open(league, first, fixture), "paused this game", error=GameUnderWay)
        await tables.take_up(table.id, first)
        await club.give_up(table, first)
        assert await club.table(league) == [(second.name, 1, 1), (first.name, 2, 0)]

    @pytest.mark.parametrize(("asks", "status"), [(0, "gathering"), (1, "playing")])
    async def test_an_old_invitation_is_renewed_at_its_table(self, club, asks, status):
        league, fixture, *people = await single(club)
        table = await club.open(league, people[0], fixture)
        club.room.wall.passes(days=4)
        await club.room.tables.timekeeper.tick()
        assert (await club.room.tables.find(table.id)).status == "idle"
        again = await club.open(league, people[asks], fixture)
        assert (again.id, again.status) == (table.id, status)

    async def test_between_the_games_of_a_match_the_next_goes_on_with_it(self, club):
        league, fixture, first, second = await single(club, best_of=3)
        table = await club.sit_down(league, first, fixture)
        await club.give_up(table, first)
        with pytest.raises(GameUnderWay, match="Next game") as under_way:
            await club.open(league, second, fixture)
        following = await club.room.tables.again(under_way.value.table.id, second)
        await club.give_up(following, first)
        assert await club.table(league) == [(second.name, 1, 2), (first.name, 2, 0)]
        await refused(club.open(league, second, fixture), "already has a result")


class TestTheResult:
    async def test_counts_by_itself_the_moment_the_game_ends(self, club):
        league, fixture, _first, second = await single(club, **SHORT)
        told = []
        club.leagues.collector.add_listener(lambda heard, result: told.append((heard.id, result)))
        table = await club.sit_down(league, second, fixture)
        over = await club.room.play_out(table.id)
        await until_collected(club.leagues)
        [(_, result)] = told
        winner = over.game.phase.side
        assert (result.winner, result.status, result.ended_by) == (winner, "counted", over.game.phase.by)
        assert (result.table_id, result.fixture_id, result.played_at) == (table.id, fixture.id, club.room.wall.now)
        assert tuple(side.holes for side in result.sides) == over.game.scores
        counted = ("best_hand", "hands", "pegged")
        done = game_stats(Course(await club.room.tables.history(table.id), over.rules))
        for side, stats in zip(result.sides, done, strict=True):
            assert [getattr(side.deeds, what) for what in counted] == [getattr(stats, what) for what in counted]
            assert stats.hands
        assert [side.dealt_first for side in result.sides] == [False, True], "the fixture says that the guest deals"
        line, _ = (await club.leagues.standings.table(league))[0]
        assert line.player == over.seats[winner].player
        assert line.spread == abs(over.game.scores[0] - over.game.scores[1])

    @pytest.mark.parametrize(
        ("scheme", "edition", "loser", "games", "skunk", "points"),
        [
            # A skunk as the scores stand, and two points beyond the line.
            *(("acc", 2, 20, 2, 1, 3), ("acc", 2, 91, 1, 0, 2)),
            # By the line too where every game counts one, in the edition that says so.
            *(("legs", 1, 20, 1, 0, 1), ("legs", 2, 20, 1, 1, 1)),
        ],
    )
    async def test_of_a_game_given_up_is_without_holes(self, club, scheme, edition, loser, games, skunk, points):
        league = await club.league(club.ann, club.ben, preset="acc", scheme=scheme)
        table = await club.sit_down(league, club.ann, club.ben)
        assert table.agreement.first_dealer is None, "in open play the cards that are cut decide"
        now = await club.room.tables.find(table.id)
        rules, scores = replace(now.rules, edition=edition), (30, loser)
        game = replace(now.game, rules=rules, scores=scores, hindmost=scores)
        club.room.tables._open[table.id] = replace(now, agreement=replace(now.agreement, rules=rules), game=game)
        await club.give_up(table, club.ben)
        ann, ben = await sides(club.room.database)
        assert (ann[:-1], ben[:-1]) == (("Ann", 1, 1, games, 1, 0, 0, skunk, 0), ("Ben", 1, 0, 0, 0, 0, 0, 0, skunk))
        assert ann[-1] + ben[-1] == 1, "one of them has dealt first"
        assert await club.table(league) == [("Ann", 1, points), ("Ben", 2, 0)]

    async def test_of_a_match_adds_up_its_games(self, club):
        league, fixture, first, second = await single(club, best_of=3, scheme="legs", **SHORT)
        table = await club.sit_down(league, first, fixture)
        one = await club.room.play_out(table.id)
        assert await club.table(league) == [("Ann", 1, 0), ("Ben", 1, 0)], "one game is no match"
        two = await club.room.tables.again(table.id, second)
        loser = one.game.phase.side
        await club.score_some(two)
        two = await club.give_up(two, one.seats[loser].player)
        three = await club.room.tables.again(two.id, first)
        over = await club.room.play_out(three.id)
        await until_collected(club.leagues)
        [result] = await club.leagues.results.find_all(league)
        assert result.table_id == three.id
        assert sorted((side.legs, side.games) for side in result.sides) == [(1, 1), (2, 2)]
        assert result.winner == over.game.phase.side
        assert tuple(side.holes for side in result.sides) == tuple(
            a + b for a, b in zip(one.game.scores, over.game.scores, strict=True)
        ), "the game that was given up has no holes"
        assert [side.dealt_first for side in result.sides] == [True, False]
        done = [game_stats(Course(await club.room.tables.history(game.id), game.rules)) for game in (one, two, over)]
        for seat, side in enumerate(result.sides):
            assert side.deeds.hands == sum(game[seat].hands for game in done)

    @pytest.mark.parametrize(("form", "many"), [("single", 1), ("open", 2)])
    async def test_of_another_game_counts_in_open_play_and_after_a_fixture_is_a_friendly(self, club, form, many):
        league = await club.league(club.ann, club.ben, format=form)
        over = await club.beats(league, club.ann, club.ben)
        rematch = await club.room.tables.again(over.id, club.ann)
        await club.give_up(await club.room.tables.accept(rematch.id, club.ben), club.ann)
        assert len(await club.leagues.results.find_all(league)) == many


class TestWhatDoesNotCount:
    async def test_a_game_whose_fixture_was_awarded_meanwhile(self, club):
        league, fixture, first, second = await single(club)
        table = await club.sit_down(league, first, fixture)
        await club.leagues.forfeits.award(league, club.boss, fixture, first, "too late")
        await club.give_up(table, first)
        award, void = sorted(await club.leagues.results.find_all(league), key=lambda result: result.status)
        assert (void.status, void.table_id, award.ended_by) == ("void", table.id, "forfeit")
        assert await club.table(league) == [(first.name, 1, 1), (second.name, 2, 0)]
        assert (await club.leagues.log.entries(league, club.boss))[0].player is None
        assert (await club.log(league))[0].endswith("does not count: its fixture had a result before it ended")
        await refused(club.leagues.review.accept(void, club.boss, "but they played"), "another result")

    async def test_a_game_of_a_season_that_was_closed_over_it(self, club):
        league, fixture, first, _ = await single(club)
        table = await club.sit_down(league, first, fixture)
        await refused(club.leagues.seasons.close(league, club.boss), "are still playing in")
        await club.pause(table)
        await club.leagues.seasons.close(league, club.boss)
        await club.room.tables.take_up(table.id, first)
        await club.give_up(table, first)
        [result] = await club.leagues.results.find_all(league)
        assert (result.status, result.season) == ("void", 1)

    async def test_a_game_paused_until_the_playoffs_were_drawn(self, club):
        league = await club.league(*await club.people(3), format="single")
        left, *others = await club.leagues.fixtures.find_all(league)
        table = await club.sit_down(league, left.first, left)
        await club.pause(table)
        for fixture in others:
            await club.leagues.forfeits.award(league, club.boss, fixture, fixture.first, "nobody came")
        await club.leagues.seasons.begin_playoffs(league, club.boss, many=2)
        before = await club.table(league)
        with pytest.raises(LeagueError, match="The Thursdays playoffs have started"):
            await club.leagues.forfeits.award(league, club.boss, left, left.first, "too late")
        await club.room.tables.take_up(table.id, left.first)
        await club.give_up(table, left.first)
        assert (await club.leagues.results.find_all(league, limit=1))[0].status == "void"
        assert await club.table(league) == before, "its playoffs were drawn from it"

    async def test_another_game_of_a_player_who_has_left(self, club):
        league = await club.league(club.ann, club.ben)
        over = await club.beats(league, club.ann, club.ben)
        await club.leagues.members.withdraw(league, Asker(club.ann))
        await club.leagues.seasons.close(league, club.boss)
        rematch = await club.room.tables.again(over.id, club.ann)
        rematch = await club.room.tables.accept(rematch.id, club.ben)
        await club.give_up(rematch, club.ben)
        assert [result.status for result in await club.leagues.results.find_all(league)] == ["void", "counted"]
        assert await club.table(league) == [("Ben", 1, 0)]


class TestOnce:
    async def test_a_result_collected_twice_at_once_counts_once(self, club):
        league = await club.league(club.ann, club.ben)
        table = await club.sit_down(league, club.ann, club.ben)
        await club.room.tables.act(table.id, club.ben, None, Resign(1))
        collected = await asyncio.gather(*(club.leagues.collector.collect(table.id) for _ in range(4)))
        await until_collected(club.leagues)
        assert sum(result is not None for result in collected) <= 1
        assert await club.leagues.resume() == []
        assert len(await club.rows("SELECT * FROM league_results")) == 1
        assert len(await club.rows("SELECT * FROM league_sides")) == 2
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    async def test_what_a_kill_between_the_end_and_the_collection_left_is_collected_at_the_start(self, club):
        league, fixture, first, second = await single(club, best_of=3)
        club.room.tables._audiences["change"].remove(club.leagues)
        table = await club.sit_down(league, first, fixture)
        await club.give_up(table, second)
        following = await club.room.tables.again(table.id, first)
        await club.give_up(following, second)
        await club.give_up(await club.room.sit_down(), club.ann)
        ended = club.room.wall.now
        club.room.wall.passes(hours=5)
        leagues = await club.reopen()
        [result] = await leagues.resume()
        assert (result.table_id, result.status, result.played_at) == (following.id, "counted", ended)
        assert await club.table(league) == [(first.name, 1, 2), (second.name, 2, 0)]
        assert await leagues.resume() == []

    async def test_a_stop_at_any_moment_of_the_collection_loses_and_doubles_nothing(self, club):
        league = await club.league(club.ann, club.ben)
        for ticks in range(12):
            table = await club.sit_down(league, club.ann, club.ben)
            await club.room.tables.act(table.id, club.ben, None, Resign(1))
            for _ in range(ticks):
                await asyncio.sleep(0 if ticks % 2 else 0.0003)
            leagues = await club.reopen()
            await leagues.resume()
            assert len(await club.rows("SELECT * FROM league_results")) == ticks + 1
        assert await club.table(league) == [("Ann", 1, 12), ("Ben", 2, 0)]

    @pytest.mark.sqlite
    async def test_a_disk_that_refuses_is_tried_again(self, club, monkeypatch):
        monkeypatch.setattr(result_collector, "RETRY_AFTER", 0.01)
        league = await club.league(club.ann, club.ben)
        with closing(sqlite3.connect(club.room.path)) as other:
            other.execute(
                "CREATE TRIGGER full BEFORE INSERT ON league_sides BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
            )
            table = await club.sit_down(league, club.ann, club.ben)
            await club.room.tables.act(table.id, club.ben, None, Resign(1))
            await asyncio.sleep(0.05)
            assert other.execute("SELECT count(*) FROM league_results").fetchone() == (0,)
            other.execute("DROP TRIGGER full")
        await until_collected(club.leagues)
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    async def test_a_listener_that_fails_takes_nothing_back(self, club, at_error):
        at_error.append("a listener failed on result")
        room, heard = club.room, []
        league = await club.league(room.ann, room.ben)
        club.leagues.collector.add_listener(lambda *_: 1 / 0)
        club.leagues.collector.add_listener(lambda *told: heard.append(told))
        await club.beats(league, room.ann, room.ben)
        assert len(heard) == 1
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    async def test_a_game_of_another_servers_league_or_of_none_is_none_of_it(self, club):
        league = await club.league(club.ann, club.ben)
        opening = await club.leagues.games.opening(league, club.ann, club.ben, channel_id=CHANNEL)
        forged = await club.room.tables.open(replace(opening, guild_id=GUILD + 1))
        await club.room.tables.accept(forged.id, club.ben)
        await club.give_up(forged, club.ben)
        await club.give_up(await club.room.sit_down(), club.ann)
        assert await club.leagues.results.find_all(league) == []

    async def test_only_the_two_of_the_fixture_make_its_result(self, club):
        league, fixture, first, _ = await single(club)
        opening = await club.leagues.games.opening(league, first, fixture, channel_id=CHANNEL)
        forged = await club.room.tables.open(replace(opening, invited=(club.cy,)))
        await club.room.tables.accept(forged.id, club.cy)
        await club.give_up(forged, first)
        [result] = await club.leagues.results.find_all(league)
        assert result.status == "void"
        assert {points for _, _, points in await club.table(league)} == {0}


@pytest.mark.parametrize("outage", [False, True])
async def test_real_time_forfeits_a_fixture_and_an_outage_loses_nobody_one(club, outage):
    """Of 120 seconds 60 are over; then the bot is away for 100 or is not."""
    league, *_ = await single(club, clock=Clock(turn=120, when_over="forfeit"))
    table = await club.sit_down(league, club.ann, club.ben)

    async def passes(*seconds):
        for many in seconds:
            club.room.wall.passes(seconds=many)
            await club.room.tables.timekeeper.tick()
        await until_collected(club.leagues)
        [fixture] = await club.leagues.fixtures.find_all(league)
        return (await club.room.tables.find(table.id)).status, fixture.result_id is not None

    await passes(60)
    if outage:
        club.room.tables.outages.disconnected()
        await passes(50, 50)
        club.room.tables.outages.connected()
    assert await passes(59) == ("playing", False)
    assert await passes(1) == ("over", True), "its clock goes on"
    assert (await club.leagues.results.of_table(table.id)).ended_by == "time"
