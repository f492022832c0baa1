"""Changes between the end of a game and its result in the league: nothing is lost."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.leagues import seasons
from bot.leagues.access import Asker, LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.models.errors import StorageError
from bot.storage import leagues as stored_leagues
from engine.actions import Resign
from tests.support.league_steps import create_league, manage, sit_down
from tests.support.sample_league import CHANNEL, refused, until_collected


async def just_played(club, **agreed):
    """Return a league and a fixture whose older player has won the first game; its result is not yet stored.

    Nothing is collected by itself any more, as if the bot were never given the time.
    """
    league = await club.league(club.ann, club.ben, **agreed)
    [fixture, *_] = await club.leagues.fixtures.find_all(league) or [None]
    table = await club.sit_down(league, club.ann, fixture or club.ben)
    await club.leagues.close()
    await club.give_up(table, club.ben)
    assert await club.rows("SELECT * FROM league_results") == []
    return league, fixture, table


async def counts(club, table):
    """Return whether the game at a table is the one result there is, and counts."""
    return await club.rows("SELECT table_id, status FROM league_results") == [(table.id, "counted")]


REFUSED = {
    "played again": (
        lambda club, league, fixture: club.leagues.games.opening(league, club.ben, fixture, channel_id=CHANNEL),
        *("single", "just played this"),
    ),
    "entered by hand": (
        lambda club, league, fixture: club.leagues.results.enter(
            league, Asker(club.ben), (club.ben, club.ann), EnteredScore(holes=(121, 99)), fixture=fixture
        ),
        *("single", "already has a result"),
    ),
    "awarded": (
        lambda club, league, fixture: club.leagues.forfeits.award(league, club.boss, fixture, club.ben, "late"),
        *("single", "already has a result"),
    ),
    "deleted": (lambda club, league, _: club.leagues.setup.delete(league, club.boss), "open", "has results"),
    "changed": (
        lambda club, league, _: club.leagues.setup.change(league, club.boss, scheme="legs"),
        *("open", "is in progress"),
    ),
    "left without a trace": (
        lambda club, league, _: club.leagues.members.leave(league, club.ben),
        *("open", "withdraw"),
    ),
}


class TestWhatWasJustPlayed:
    @pytest.mark.parametrize(("act", "form", "why"), REFUSED.values(), ids=REFUSED)
    async def test_is_not(self, club, act, form, why):
        league, fixture, table = await just_played(club, format=form)
        await refused(act(club, league, fixture), why)
        assert await counts(club, table) == (why != "just played this"), "nothing is stored to open a game"

    async def test_is_not_opened_again_by_a_late_opening(self, club):
        league, fixture = await club.single()
        late = await club.leagues.games.opening(league, club.ben, fixture, channel_id=CHANNEL)
        table = await club.sit_down(league, club.ann, fixture)
        await club.leagues.close()
        await club.give_up(table, club.ben)
        await refused(club.leagues.games.open(late), "already has a result")
        assert await counts(club, table)

    async def test_has_no_other_result_that_is_made_to_count_again(self, club):
        league = await club.league(club.ann, club.ben, format="single")
        struck = await club.leagues.review.void(
            await club.enter(league, club.ben, club.ann), club.boss, "the wrong cards"
        )
        [fixture] = await club.leagues.fixtures.find_all(league)
        table = await club.sit_down(league, club.ann, fixture)
        await club.leagues.close()
        await club.give_up(table, club.ben)
        await refused(club.leagues.review.accept(struck, club.boss, "they were the right ones"), "has another result")
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    @pytest.mark.parametrize("form", ["single", "open", "knockout"])
    async def test_is_in_the_season_that_is_closed(self, club, form):
        league, _, table = await just_played(club, format=form)
        closed = await club.leagues.seasons.close(league, club.boss)
        assert closed.crowned == (club.ann.id,)
        assert await counts(club, table)

    @pytest.mark.parametrize("form", ["single", "open"])
    async def test_counts_for_a_player_who_withdraws(self, club, form):
        league, _, table = await just_played(club, format=form)
        await club.leagues.members.withdraw(league, Asker(club.ben))
        assert await counts(club, table)
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    @pytest.mark.parametrize("form", ["single", "open"])
    async def test_is_there_when_the_playoffs_begin(self, club, form):
        league, _, table = await just_played(club, format=form)
        [final] = await club.leagues.seasons.begin_playoffs(league, club.boss)
        assert final.players == {club.ann.id, club.ben.id}
        assert await counts(club, table)

    async def test_is_there_when_the_next_round_is_drawn(self, club):
        league, _, table = await just_played(club, format="swiss", many=2)
        [again] = await club.leagues.seasons.next_round(league, club.boss)
        assert again.round == 2
        assert await counts(club, table)


class TestAGameUnderWay:
    @pytest.mark.parametrize("put_off", [False, True])
    async def test_keeps_a_player_from_leaving(self, club, put_off):
        league = await club.league(club.ann, club.ben)
        table = await club.sit_down(league, club.ann, club.ben)
        if put_off:
            await club.pause(table)
        await refused(club.leagues.members.leave(league, club.ben), "already have games")
        if put_off:
            await club.room.tables.take_up(table.id, club.ann)
        await club.give_up(table, club.ben)
        assert await counts(club, table)

    async def test_keeps_the_playoffs_waiting(self, club):
        league = await club.league(club.ann, club.ben)
        await club.beats(league, club.ann, club.ben)
        await club.sit_down(league, club.ann, club.ben)
        with pytest.raises(LeagueError, match="Ann and Ben are still playing in Thursdays"):
            await club.leagues.seasons.begin_playoffs(league, club.boss)

    @pytest.mark.parametrize("change", ["close", "begin_playoffs"])
    async def test_that_ends_during_the_check_for_open_games(self, club, change, monkeypatch):
        league, fixture = await club.single()
        table = await club.sit_down(league, club.ann, fixture)
        await club.leagues.close()
        asked = seasons.store.fixtures.list_tables_under_way

        async def asked_late(*asking):
            await club.give_up(table, club.ben)
            return await asked(*asking)

        monkeypatch.setattr(seasons.store.fixtures, "list_tables_under_way", asked_late)
        await getattr(club.leagues.seasons, change)(league, club.boss)
        assert await counts(club, table)

    async def test_that_is_stored_as_over_before_anybody_hears_of_it(self, club, monkeypatch):
        league = await club.league(club.ann, club.ben)
        table = await club.sit_down(league, club.ann, club.ben)
        writing, written, told = club.room.tables._writing, asyncio.Event(), asyncio.Event()

        @asynccontextmanager
        async def written_and_not_told(table_id):
            async with writing(table_id) as transaction:
                yield transaction
            written.set()
            await told.wait()

        monkeypatch.setattr(club.room.tables, "_writing", written_and_not_told)
        ending = asyncio.create_task(club.room.tables.act(table.id, club.ben, None, Resign(1)))
        await written.wait()
        closing = asyncio.create_task(club.leagues.seasons.close(league, club.boss))
        assert await asyncio.wait([closing], timeout=0.05) == (set(), {closing}), "it waits for the table"
        told.set()
        await ending
        assert (await closing).crowned == (club.ann.id,)
        assert await counts(club, table)


class TestWhatCannotBeCollected:
    async def test_does_not_keep_a_league_from_going_on(self, club, caplog, at_error):
        league, _, table = await just_played(club)
        at_error.append("the result of game")
        async with club.room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ?", (table.id,))
        for name in ("First", "Second"):
            await club.leagues.setup.change(league, club.boss, name=name)
        assert caplog.text.count(f"the result of game {table.id}") == 1

    async def test_what_the_disk_refuses_at_the_start_is_tried_again(self, club, monkeypatch):
        _, _, table = await just_played(club)
        leagues = await club.reopen()
        reader, tries = leagues.collector, []
        games = reader.games

        async def refused_once(table_id):
            tries.append(table_id)
            if len(tries) == 1:
                raise StorageError("the disk is full")
            return await games(table_id)

        monkeypatch.setattr(reader, "games", refused_once)
        assert await leagues.resume() == []
        await until_collected(leagues)
        assert await counts(club, table)


class TestOneWhoIsForgotten:
    async def test_leaves_the_result_of_their_last_game(self, world, boss):
        await create_league(world, boss, format="single")
        await manage(world, boss, "start")
        await sit_down(world)
        world.bot.context.tables._audiences["game"].remove(world.bot.context.leagues)
        asked = await world.command(world.ann, "privacy erase")
        database = world.bot.context.tables.database
        await world.press(world.ann, asked.response, "erase")
        assert await database.rows("SELECT status, ended_by FROM league_results") == [("counted", "resigned")]
        told = await world.told(world.cy, "league table")
        assert "1 Ben" in told
        assert "a former pl" in told
        assert "Ann" not in str(await database.rows("SELECT * FROM league_log"))


WHILE_IT_BEGINS = (
    *("closed to new players", "You already have games", "None", "is in progress", "already started", "hasn't started"),
)
"""What is said to each of those who act then."""


class TestASeasonBegun:
    """It is made piece by piece, and in between everyone else has a turn."""

    @pytest.fixture
    def between(self, monkeypatch):
        """Patch the writing in pieces so that a test can act between two of them."""
        done, asleep = [], asyncio.sleep

        async def turn(seconds, *result):
            if seconds == 0:
                for one in done:
                    await one()
            return await asleep(seconds, *result)

        monkeypatch.setattr(seasons.asyncio, "sleep", turn)
        return done

    @pytest.mark.parametrize("form", ["single", "double", "night", "swiss", "knockout"])
    async def test_is_there_all_at_once(self, club, between, form):
        seen = []

        async def look():
            seen.extend(await club.rows("SELECT stage, (SELECT count(*) FROM fixtures) FROM seasons"))

        between.append(look)
        league = await club.league(*await club.people(8), format=form, begin=False)
        many = await club.leagues.seasons.begin(league, club.boss)
        assert set(seen) == {("joining", 0)}
        assert len(await club.leagues.fixtures.find_all(league)) == many > 0

    @pytest.mark.parametrize("piece", [1, 4, 7])
    async def test_is_not_begun_at_all_if_it_is_cancelled(self, club, between, piece):
        left = [piece]

        async def stop():
            left[0] -= 1
            if left[0] == 0:
                raise asyncio.CancelledError

        between.append(stop)
        league = await club.league(*await club.people(8), format="single", begin=False)
        await refused(club.leagues.seasons.begin(league, club.boss), error=asyncio.CancelledError)
        assert await club.rows("SELECT stage, (SELECT count(*) FROM fixtures) FROM seasons") == [("joining", 0)]
        assert not any("began" in what for what in await club.log(league))
        assert await (await club.reopen()).seasons.begin(league, club.boss) == 28

    async def test_is_for_the_members_at_its_start(self, club, between):
        *people, late = await club.people(7)
        league = await club.league(*people, format="single", begin=False)
        leagues, tried = club.leagues, []

        async def meddle():
            if not tried:
                everything = (
                    leagues.members.join(league, late),
                    leagues.members.leave(league, people[0]),
                    leagues.members.withdraw(league, Asker(people[1])),
                    leagues.setup.change(league, club.boss, format="double"),
                    leagues.seasons.begin(league, club.boss),
                    club.open(league, people[2], people[3]),
                )
                tried.extend(asyncio.create_task(what) for what in everything)
            for _ in range(3):
                await club.rows("SELECT 1")

        between.append(meddle)
        assert await leagues.seasons.begin(league, club.boss) == 15
        told = [str(end) for end in await asyncio.gather(*tried, return_exceptions=True)]
        for end, why in zip(told, WHILE_IT_BEGINS, strict=True):
            assert why in end
        assert {player for one in await leagues.fixtures.find_all(league) for player in one.players} == {
            player.id for player in people
        }
        assert sum("began" in what for what in await club.log(league)) == 1

    async def test_is_closed_whole_while_it_begins(self, club, between):
        league = await club.league(*await club.people(6), format="single", begin=False)
        closing = []

        async def close():
            if not closing:
                closing.append(asyncio.create_task(club.leagues.seasons.close(league, club.boss, 1)))

        between.append(close)
        assert await club.leagues.seasons.begin(league, club.boss) == 15
        assert (await closing[0]).number == 1
        assert await club.rows("SELECT season, count(*) FROM fixtures GROUP BY season") == [(1, 15)]
        assert await club.rows("SELECT number, stage FROM seasons") == [(1, "closed"), (2, "joining")]


async def what_managers_and_players_do(club):
    """Yield a league and a change of it, one after the other."""
    leagues, boss = club.leagues, club.boss
    club_league = await club.league(club.ann, club.ben, name="Club", format="club", preset="acc", many=2, begin=False)
    yield club_league, lambda: leagues.members.join(club_league, club.cy)
    yield club_league, lambda: leagues.people.add(club_league, boss, ["Eve East"])
    night = await leagues.meetings.plan(club_league, boss)
    for player in (club.ann, club.ben, club.cy):
        yield club_league, lambda player=player: leagues.meetings.check_in(club_league, night, player)
    yield club_league, lambda: leagues.meetings.leave(club_league, night, club.cy)
    yield club_league, lambda: leagues.meetings.pair(club_league, boss, night)
    (fixture, *_) = await leagues.meetings.fixtures(night)
    yield club_league, lambda: leagues.forfeits.award(club_league, boss, fixture, fixture.first, "ill")
    yield club_league, lambda: leagues.forfeits.award_all(club_league, boss, club.ann, "ill")
    swiss = await club.league(*await club.people(4), name="Swiss", format="swiss")
    await club.settle_all(swiss)
    yield swiss, lambda: leagues.seasons.next_round(swiss, boss)
    await club.settle_all(swiss)
    yield swiss, lambda: leagues.seasons.begin_playoffs(swiss, boss)
    teams = await club.league(name="Teams", format="single", teams="pairs", begin=False)
    yield teams, lambda: leagues.teams.join(teams, boss, (club.ann, club.ben))


async def test_what_a_change_returns_is_read_before_anyone_else_changes_it(club, monkeypatch):
    reads, database, changed = [], type(club.room.database), []
    rows = database.rows

    async def noted(self, statement, values=(), **how):
        reads.append((any(club.leagues.lock(league).locked() for league in changed), statement))
        return await rows(self, statement, values, **how)

    monkeypatch.setattr(database, "rows", noted)
    async for league, change in what_managers_and_players_do(club):
        changed.append(league)
        reads.clear()
        assert await change()
        first = next(place for place, (locked, _) in enumerate(reads) if locked)
        assert [statement for locked, statement in reads[first:] if not locked] == []


async def test_an_absence_is_given_back_once_however_many_ask(club, monkeypatch):
    """The clocks and the leagues do, each in their own time."""
    league = await club.league(club.ann, club.ben, format="double", begin=False)
    deadlines, asked = club.leagues.deadlines, []
    await deadlines.agree(league, club.boss, 3, "walkover")
    await club.leagues.seasons.begin(league, club.boss)
    season = await club.leagues.directory.season(league)
    before = [one.due_at for one in await deadlines.of_season(league, season)]
    club.room.tables.outages.disconnected()
    club.room.wall.passes(hours=2)
    club.room.tables.outages.connected()
    move = deadlines._move

    async def moved(*deadline):
        await move(*deadline)
        if not asked:
            asked.append(asyncio.create_task(club.leagues.keep_time()))
            for _ in range(9):
                await club.rows("SELECT 1")

    monkeypatch.setattr(deadlines, "_move", moved)
    await club.room.tables.timekeeper.tick()
    await asyncio.gather(*asked)
    after = [one.due_at for one in await deadlines.of_season(league, season)]
    assert [now - due for now, due in zip(after, before, strict=True)] == [timedelta(hours=2)] * 2


async def test_only_a_closed_season_is_crowned_again(club):
    league = await club.league(club.ann, club.ben, format="open")
    result, _ = [await club.enter(league, club.ann, club.ben, lost) for lost in (100, 101)]
    closed = await club.leagues.seasons.close(league, club.boss)
    async with club.room.database.transaction() as writing:
        stored_leagues.put_season(writing, replace(closed, stage="playing", closed_at=None, crowned=()))
    await club.leagues.review.void(result, club.boss, "wrong")
    assert await club.rows("SELECT crowned FROM seasons WHERE number = 1") == [("[]",)]
    assert not any("won by" in line for line in await club.log(league))
