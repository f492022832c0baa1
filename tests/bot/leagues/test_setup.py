"""Leagues as they are founded and changed: what is usual, who may change what, and what is written of it."""

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from bot.leagues.access import Asker, LeagueError, NoSuchLeague, NotManager
from bot.leagues.score_entry import EnteredScore
from bot.models.agreement import Clock
from bot.models.errors import TableError
from bot.models.league import Grouping, League
from bot.storage import leagues
from engine.errors import RulesError
from tests.support.data_files import data_beside
from tests.support.sample_league import GUILD, refused

DATA = data_beside(__file__)
ERRORS = {error.__name__: error for error in (LeagueError, TableError, RulesError)}


class TestFounding:
    @pytest.mark.parametrize(("agreed", "scheme", "doubles"), DATA["scoring"])
    async def test_points_and_doubles_follow_the_rules_unless_they_are_agreed(self, club, agreed, scheme, doubles):
        league = await club.league(**agreed)
        assert (league.scheme, [[*double] for double in league.rules.doubles]) == (scheme, doubles)

    async def test_what_it_agrees_is_read_again_as_it_was_written(self, club):
        league = await club.league(
            name="  Thursday   nights ",
            preset="britannica",
            options={"target": 61},
            format="night",
            clock=Clock(turn=3600, when_over="forfeit"),
            zone="london",
            minimum=5,
            starts_on=date(2025, 3, 1),
            ends_on=date(2025, 6, 1),
            begin=False,
        )
        for typed in (["THURSDAY NIGHTS"], []):
            assert await club.leagues.directory.find_by_name(GUILD, *typed) == league
        assert (league.name, league.zone) == ("Thursday nights", "Europe/London")
        assert (league.many, league.rules.target) == (9, 61)
        season = await club.leagues.directory.season(league)
        assert (season.number, season.stage, season.ends_on) == (1, "joining", date(2025, 6, 1))

    async def test_bad_settings_are_refused_and_nothing_is_stored(self, club):
        for error, agreed in ((ERRORS[name], agreed) for name, every in DATA["bad"].items() for agreed in every):
            if "clock" in agreed:
                agreed = agreed | {"clock": Clock(**agreed["clock"])}  # noqa: PLW2901
            await refused(club.league(begin=False, **agreed), error=error)
        assert await club.rows("SELECT * FROM leagues") == []
        assert await club.rows("SELECT * FROM seasons") == []

    async def test_a_name_is_used_once_in_a_server_even_at_the_same_moment(self, club):
        tries = [club.leagues.setup.create(GUILD, club.boss, name) for name in ("Spring", "spring", " SPRING ")]
        ended = await asyncio.gather(*tries, return_exceptions=True)
        assert [type(end).__name__ for end in ended] == ["League", "LeagueError", "LeagueError"]
        other = await club.leagues.setup.create(9, club.boss, "Spring")
        assert (await club.leagues.directory.find_by_name(9)).id == other.id

    async def test_what_was_founded_by_mistake_is_deleted_and_its_name_is_free(self, club):
        tables = ("members", "managers", "seasons", "league_log", "fixtures", "leagues")
        league, fixture = await club.single()
        invitation = await club.open(league, fixture.first, fixture)
        await refused(club.leagues.setup.delete(league, club.boss), "Thursdays has an unfinished game")
        await club.room.tables.decline(invitation.id, fixture.second)
        await club.leagues.setup.delete(league, club.boss)
        assert [await club.rows(f"SELECT * FROM {table}") for table in tables] == [[]] * len(tables)
        await refused(club.leagues.members.join(league, club.cy), error=NoSuchLeague)
        assert (await club.league(club.ann, club.ben)).id > league.id, "its number is never given again"

    async def test_one_with_results_is_not_deleted_even_if_they_were_struck_out(self, club):
        league = await club.league(club.ann, club.ben)
        await club.leagues.review.void(await club.enter(league, club.ann, club.ben), club.boss, "not played")
        await refused(club.leagues.setup.delete(league, club.boss), "Thursdays has results, so you can't delete it")
        assert len(await club.leagues.results.find_all(league)) == 1


class TestWhatASeasonCounts:
    async def test_two_changes_at_once_are_both_kept(self, club):
        league = await club.league(club.room.ann, format="club", begin=False)
        count = club.leagues.setup.count
        await asyncio.gather(count(league, club.boss, best=3), count(league, club.boss, attendance=2))
        counting = (await club.leagues.directory.season(league)).counting
        assert (counting.best, counting.attendance) == (3, 2)


class TestWhoRunsIt:
    async def test_everyone_is_no_role_and_a_stored_one_is_not_honoured(self, club):
        league, founder = await club.league(), Asker(club.dee)
        with pytest.raises(LeagueError, match="@everyone can't manage a league"):
            await club.leagues.managers.set_role(league, founder, league.guild_id)
        database = club.leagues.access._database
        async with database.transaction() as writing:
            leagues.put(writing, replace(league, manager_role=league.guild_id))
        stored = await leagues.find(database, league.id)
        assert stored.manager_role is None

    async def test_the_founder_then_named_managers_then_members_with_the_role(self, club):
        league, room = await club.league(), club.room
        founder = Asker(room.dee)
        assert await club.leagues.access.is_manager(league, founder)
        assert not await club.leagues.access.is_manager(league, Asker(room.ann, roles=frozenset({5})))
        await club.leagues.managers.add(league, founder, room.ann)
        assert await club.leagues.access.is_manager(league, Asker(room.ann))
        await club.leagues.managers.remove(league, Asker(room.ann), room.dee)
        assert not await club.leagues.access.is_manager(league, founder)
        league = await club.leagues.managers.set_role(league, Asker(room.ann), 5)
        assert await club.leagues.access.is_manager(league, Asker(room.ben, roles=frozenset({4, 5})))
        assert [one.name for one in await club.leagues.access.managers(league)] == ["Ann"]
        await refused(club.leagues.managers.remove(league, club.boss, room.cy))

    async def test_nobody_else_changes_anything(self, club):
        room, leagues = club.room, club.leagues
        league, fixture = await club.single()
        entered = await leagues.results.enter(
            league, Asker(room.ann), (room.ann, room.ben), EnteredScore(holes=(121, 100))
        )
        nights = await club.league(room.ann, name="Nights", format="club", begin=False)
        night = await leagues.meetings.plan(nights, club.boss)
        (eve,) = await leagues.people.add(league, club.boss, ["Eve"])
        before, nobody = await club.rows("SELECT * FROM league_log"), Asker(room.cy, roles=frozenset({3}))
        for asked in (
            leagues.setup.create(GUILD, nobody, "Mine"),
            leagues.setup.change(league, nobody, name="Mine"),
            leagues.setup.divide(league, nobody, Grouping()),
            leagues.setup.count(nights, nobody, best=1),
            leagues.setup.delete(league, nobody),
            leagues.setup.adopt(GUILD, nobody, "Anything"),
            leagues.weekly_posts.schedule(league, nobody, 7),
            leagues.managers.add(league, nobody, room.cy),
            leagues.managers.remove(league, nobody, room.dee),
            leagues.managers.set_role(league, nobody, 3),
            leagues.members.withdraw(league, nobody, room.ann),
            leagues.seasons.begin(league, nobody),
            leagues.seasons.next_round(league, nobody),
            leagues.seasons.begin_playoffs(league, nobody),
            leagues.seasons.close(league, nobody),
            leagues.seasons.reopen(league, nobody, 1, "why"),
            leagues.log.entries(league, nobody),
            leagues.name_claims.waiting(league, nobody),
            leagues.name_claims.accept(league, nobody, room.ann),
            leagues.name_claims.refuse(league, nobody, room.ann),
            leagues.people.add(league, nobody, ["Gus"]),
            leagues.people.rename(league, nobody, eve, "Eva"),
            leagues.people.merge(league, nobody, eve, room.cy, "same"),
            leagues.people.undo_merge(league, nobody),
            leagues.people.substitute(league, nobody, room.ann, eve, "ill"),
            leagues.people.bring_back(league, nobody, eve),
            leagues.people.erase(league, nobody, eve),
            leagues.results.enter(league, nobody, (room.ann, room.ben), EnteredScore(holes=(121, 90))),
            leagues.review.confirm(entered, nobody),
            leagues.review.accept(entered, nobody, "why"),
            leagues.review.correct(entered, nobody, EnteredScore(holes=(100, 121)), "why"),
            leagues.review.void(entered, nobody, "why"),
            leagues.forfeits.award(league, nobody, fixture, room.ann, "why"),
            leagues.forfeits.award_all(league, nobody, room.ann, "why"),
            leagues.meetings.plan(nights, nobody),
            leagues.meetings.check_in(nights, night, room.ann, nobody),
            leagues.meetings.leave(nights, night, room.ann, nobody),
            *(getattr(leagues.meetings, act)(nights, nobody, night) for act in ("pair", "close", "reopen", "delete")),
        ):
            await refused(asked, error=NotManager)
        assert await club.rows("SELECT * FROM league_log") == before
        assert (await leagues.directory.season(league)).stage == "playing"


@pytest.mark.parametrize(("when", "why"), [({"day": 7}, "Choose a weekday"), ({"hour": 24}, "an hour from 0 to 23")])
async def test_a_weekly_post_has_a_day_and_an_hour(club, when, why):
    await refused(club.leagues.weekly_posts.schedule(await club.league(), club.boss, 77, **when), why)


class TestSettings:
    async def test_how_it_is_played_is_settled_once_the_season_has_begun(self, club):
        league = await club.league(club.ann, club.ben)
        league = await club.leagues.setup.change(league, club.boss, scheme="legs", best_of=3)
        assert (league.best_of, league.rules.doubles) == (3, ())
        league = await club.leagues.setup.change(league, club.boss, best_of=1, scheme="games")
        await club.beats(league, club.ann, club.ben)
        for change in ({"scheme": "legs"}, {"best_of": 3}, {"preset": "acc"}, {"format": "single"}):
            await refused(club.leagues.setup.change(league, club.boss, **change), "is in progress")
        changed = await club.leagues.setup.change(league, club.boss, zone="paris", ends_on=date(2025, 12, 31))
        assert changed.zone == "Europe/Paris"
        assert (await club.leagues.directory.season(changed)).ends_on == date(2025, 12, 31)

    async def test_rules_that_were_agreed_besides_stay(self, club):
        league = await club.league(options={"muggins": True, "target": 61})
        changed = await club.leagues.setup.change(league, club.boss, best_of=3, scheme="legs")
        assert (changed.rules.muggins, changed.rules.target, changed.rules.doubles) == (True, 61, ())
        back = await club.leagues.setup.change(changed, club.boss, best_of=1, scheme="games")
        assert back.rules == league.rules

    async def test_what_there_is_not_or_makes_no_sense_is_refused(self, club):
        league = await club.league()
        await club.league(name="Fridays")
        for change in ({"colour": "red"}, {"name": "FRIDAYS"}, {"minimum": 5000}, {"ends_on": date(1, 1, 1)}):
            dated = {"starts_on": date(2025, 1, 1)} if "ends_on" in change else {}
            await refused(club.leagues.setup.change(league, club.boss, **change, **dated))
        assert await club.leagues.directory.find(GUILD, league.id) == league

    async def test_of_two_that_take_a_name_at_once_one_is_refused(self, club, monkeypatch):
        both = [await club.league(name=name) for name in ("Mondays", "Tuesdays")]
        write = club.room.database.write

        async def late(statements, **more):
            for _ in range(3):
                await club.rows("SELECT 1")
            await write(statements, **more)

        monkeypatch.setattr(club.room.database, "write", late)
        taking = [club.leagues.setup.change(league, club.boss, name="Fridays") for league in both]
        done = await asyncio.gather(*taking, return_exceptions=True)
        assert {type(end) for end in done} == {League, LeagueError}
