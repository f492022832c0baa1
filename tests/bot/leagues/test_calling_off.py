"""Games of a league that those who run it call off: one player has vanished, or the two sit at the wrong table."""

import asyncio

import pytest

from bot.leagues.access import NoSuchLeague
from bot.models.errors import NoSuchTable, Stale, StorageError
from bot.ui.games.handlers import FOLLOWED
from engine.actions import Resign
from tests.support.league_steps import close_season, create_league, invite, manage, manage_told, resign
from tests.support.sample_league import GUILD, refused, until_collected


async def begin_game(club, **agreed):
    """Ann and Ben at a table of their league, with the fixture if there is one."""
    league = await club.league(club.ann, club.ben, **agreed)
    [fixture, *_] = await club.leagues.fixtures.find_all(league) or [None]
    return league, fixture, await club.sit_down(league, club.ann, fixture or club.ben)


async def off(club, league, table, asker=None, **more):
    return await club.leagues.games.call_off(league, asker or club.boss, table.id, "they went away", **more)


class TestCalledOff:
    @pytest.mark.parametrize("form", ["single", "open"])
    @pytest.mark.parametrize("stands", ["playing", "adjourned", "idle"])
    async def test_the_two_can_start_again(self, club, form, stands):
        league, fixture, table = await begin_game(club, format=form)
        await club.score_some(table)
        if stands == "adjourned":
            await club.pause(table)
        if stands == "idle":
            club.room.wall.passes(days=15)
            await club.room.tables.timekeeper.tick()
        assert (await club.room.tables.find(table.id)).status == stands
        assert (await off(club, league, table)).status == "closed"
        again = await club.sit_down(league, club.ben, fixture or club.ann)
        assert again.id != table.id
        assert max(again.game.scores) <= 2, "it begins anew"
        await club.give_up(again, club.ben)
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]
        assert [one.table_id for one in await club.leagues.results.find_all(league)] == [again.id]

    async def test_an_invitation(self, club):
        league = await club.league(club.ann, club.ben)
        table = await club.open(league, club.ann, club.ben)
        await off(club, league, table)
        await refused(club.room.tables.accept(table.id, club.ben), "invitation has expired", error=NoSuchTable)

    async def test_nothing_can_be_done_there_any_more(self, club):
        league, _, table = await begin_game(club)
        await off(club, league, table)
        for done in (
            club.room.tables.act(table.id, club.ann, None, Resign(0)),
            club.room.tables.adjourn(table.id, club.ann),
            club.room.tables.take_up(table.id, club.ann),
            club.room.tables.again(table.id, club.ann),
        ):
            await refused(done, error=(NoSuchTable, Stale))
        await refused(club.room.tables.adjourn(table.id, club.ann), "managers cancelled this game", error=NoSuchTable)
        await refused(off(club, league, table), "cancelled this game", error=Stale)
        club.room.wall.passes(days=30)
        await club.room.tables.timekeeper.tick()
        await (await club.reopen()).resume()
        assert await club.leagues.results.find_all(league) == []

    async def test_a_match_between_its_games_is_awarded(self, club):
        league, fixture, first = await begin_game(club, format="single", best_of=3)
        await club.give_up(first, club.ben)
        await off(club, league, first, winner=club.ben)
        assert (await club.leagues.fixtures.find(league, fixture.id)).result_id is not None
        assert await club.table(league) == [("Ben", 1, 1), ("Ann", 2, 0)]

    @pytest.mark.parametrize("step", ["bot.leagues.office.Change.log", "bot.leagues.fixture_games.award"])
    async def test_all_of_it_or_nothing(self, club, monkeypatch, step):
        league, fixture, table = await begin_game(club, format="single")
        before = await club.log(league)

        def cut_short(*_, **__):
            raise StorageError("the disk is full")

        monkeypatch.setattr(step, cut_short)
        await refused(off(club, league, table, winner=club.ben), error=StorageError)
        assert (await club.room.tables.find(table.id)).status == "playing"
        assert club.room.notices("called_off") == []
        assert (await club.log(league), await club.leagues.results.find_all(league)) == (before, [])
        monkeypatch.undo()
        await off(club, league, table, winner=club.ben)
        assert (await club.leagues.fixtures.find(league, fixture.id)).result_id is not None

    async def test_is_awarded_in_the_transaction_that_ends_the_table(self, club, monkeypatch):
        league, fixture, table = await begin_game(club, format="single")

        async def refuse(_):
            raise StorageError("the disk is full")

        monkeypatch.setattr("bot.leagues.office.Change.commit", refuse)
        await refused(off(club, league, table, winner=club.ben), error=StorageError)
        assert (await club.leagues.fixtures.find(league, fixture.id)).result_id is not None
        assert any("cancelled game" in what for what in await club.log(league))

    async def test_by_two_managers_at_once(self, club):
        league, _, table = await begin_game(club, format="single")
        done = await asyncio.gather(
            off(club, league, table, winner=club.ben), off(club, league, table, winner=club.ann), return_exceptions=True
        )
        assert sum(isinstance(end, Exception) for end in done) == 1
        assert sum("cancelled game" in what for what in await club.log(league)) == 1
        assert len(await club.leagues.results.find_all(league)) == len(club.room.notices("called_off")) == 1


class TestRefused:
    async def test_without_a_reason_of_games_of_no_league_and_of_none(self, club):
        league, _, table = await begin_game(club)
        await refused(club.leagues.games.call_off(league, club.boss, table.id, "  "), "Give a reason")
        friendly = await club.room.sit_down()
        for name in (friendly.id, "nowhere"):
            await refused(club.leagues.games.call_off(league, club.boss, name, "no"), "Thursdays has no game")
        for one in (table, friendly):
            assert (await club.room.tables.find(one.id)).status == "playing"

    async def test_of_another_servers(self, club):
        league, _, table = await begin_game(club)
        async with club.room.database.transaction() as writing:
            writing.write("UPDATE leagues SET guild_id = ?", (GUILD + 1,))
        await refused(off(club, league, table), error=NoSuchLeague)

    async def test_a_fixture_to_a_stranger_or_where_there_is_none(self, club):
        league, _, table = await begin_game(club, format="single")
        await refused(off(club, league, table, winner=club.cy), "one of the fixture's 2 players")
        open_play = await club.league(club.ann, club.ben, name="Open")
        other = await club.sit_down(open_play, club.ann, club.ben)
        await refused(off(club, open_play, other, winner=club.ann), "isn't a fixture")
        for one in (table, other):
            assert (await club.room.tables.find(one.id)).status == "playing"

    async def test_of_a_game_that_has_just_ended(self, club):
        league, _, table = await begin_game(club, format="single")
        await club.leagues.close()
        await club.give_up(table, club.ben)
        await refused(off(club, league, table), "already over", error=Stale)
        await refused(off(club, league, table, winner=club.ben), "already has a result")
        assert await club.table(league) == [("Ann", 1, 1), ("Ben", 2, 0)]

    async def test_or_the_game_ends_first_one_of_the_two(self, club):
        league, _, table = await begin_game(club)
        ended = await asyncio.gather(
            off(club, league, table), club.room.tables.act(table.id, club.ben, None, Resign(1)), return_exceptions=True
        )
        await until_collected(club.leagues)
        assert sum(isinstance(end, Exception) for end in ended) == 1
        assert len(await club.leagues.results.find_all(league)) == int(isinstance(ended[0], Exception))


async def open_league_game(world, boss, where="here", **options):
    """Ann and Ben play a game of the league; the name of their table."""
    await create_league(world, boss, **options)
    if options.get("format", "open") != "open":
        await manage(world, boss, "start")
    asked = (await world.ann.slash(world.channel, "league play", opponent=world.ben, where=where)).response
    name = world.name_on(asked)
    await world.press(world.ben, asked, "accept")
    await world.env.settle()
    return name


async def call(world, actor, game, **more):
    options = {"game": game, "reason": "Ben has gone", **more}
    return await manage(world, actor, "call-off", **options)


async def offered(world, actor, **options):
    """The games that somebody can end."""
    shown = await manage(world, actor, "call-off", opens=True, **options)
    return [] if shown.modal is None else shown.modal["components"][0]["component"]["options"]


class TestInDiscord:
    async def test_from_the_list_of_games_under_way(self, world, boss):
        name = await open_league_game(world, boss, format="single")
        public = world.public(name)
        [game] = await offered(world, boss)
        assert game["value"] == name
        assert game["label"].startswith("Ann v Ben: in progress, 20")
        told = await call(world, boss, game["value"])
        assert world.text(told.response) == (
            "Cancelled: the game of **Ann** and **Ben** in **Winter**. "
            "They can play their fixture again. Reason: Ben has gone"
        )
        assert "cancelled the game between Ann and Ben. It doesn't count." in world.text(public)
        assert world.ids(public) == []
        [said] = [one for one in world.shown(world.channel) if "cancelled your game" in world.text(one)]
        assert "the managers of **Winter** cancelled your game. It doesn't count. Reason: Ben has gone" in (
            world.text(said)
        )
        assert sorted(world.pinged(said)) == sorted([world.ann.id, world.ben.id])
        assert await offered(world, boss) == []
        again = await invite(world)
        assert world.name_on(again) != name
        log = world.text((await manage(world, boss, "log")).response)
        assert f"Boss: cancelled game {name} of Ann and Ben *Ben has gone*" in log

    async def test_in_private_each_player_gets_a_notice(self, world, boss):
        await open_league_game(world, boss, where="dm", format="single")
        [game] = await offered(world, boss)
        await call(world, boss, game["value"], winner="Ann")
        for member in (world.ann, world.ben):
            said = world.texts(world.dm(member))
            assert any("Ann wins the fixture. Reason: Ben has gone" in one for one in said)
            assert any("cancelled the game between Ann and Ben" in one for one in said)
        assert "1 Ann     1 1 0  1" in await world.told(world.cy, "league table")
        awarded, cancelled, *_ = (await manage_told(world, boss, "log")).split("\n- ")[1:]
        assert awarded.endswith("Boss: awarded Ann the win against Ben *Ben has gone*")
        assert "of Ann and Ben" in cancelled

    @pytest.mark.parametrize("meanwhile", ["awarded", "closed"])
    async def test_of_a_fixture_that_was_awarded_or_whose_season_was_closed_nothing_is_left(
        self, world, boss, meanwhile
    ):
        name = await open_league_game(world, boss, format="single")
        if meanwhile == "awarded":
            await manage(world, boss, "forfeit", fixture=1, winner="Ann", reason="late")
        else:
            for member in (world.ann, world.ben):
                await world.command(member, "adjourn")
            await close_season(world, boss)
        told = await call(world, boss, name)
        assert "Their fixture is finished. Reason" in world.text(told.response)
        if meanwhile == "awarded":
            refused = await world.ann.slash(world.channel, "league play", opponent=world.ben)
            assert "have no fixtures left" in world.text(refused.response)
            assert "1 Ann     1 1 0  1" in await world.told(world.cy, "league table")

    async def test_a_match_between_two_games(self, world, boss):
        name = await open_league_game(world, boss, format="single", best_of=3)
        await resign(world, world.ann)
        await world.env.settle()
        over = world.table_in(world.channel)
        [game] = await offered(world, boss)
        assert game["value"] == name
        before = len(world.shown(world.channel))
        await call(world, boss, name)
        await world.env.settle()
        said, told = world.texts(world.channel)[before:]
        assert told.startswith("Cancelled: the game of **Ann** and **Ben**")
        assert "cancelled your game" in said
        refused = await world.press(world.ben, over, "again")
        assert world.text(refused.response) == FOLLOWED
        again = await world.ann.slash(world.channel, "league play", opponent=world.ben, where="here")
        assert "best of 3 · league Winter" in world.text(again.response)

    async def test_an_open_hand_shows_that_the_game_was_called_off(self, world, boss):
        name = await open_league_game(world, boss)
        hand = (await world.command(world.ann, "hand")).response
        assert world.ids(hand)
        await call(world, boss, name)
        await world.env.settle()
        assert "cancelled the game" in world.text(hand)
        assert world.ids(hand) == []
        refused = await world.ann.slash(world.channel, "table", game=name)
        assert world.text(refused.response) == ("The league's managers cancelled this game. It doesn't count.")

    async def test_only_by_managers_of_that_league_who_alone_hear_of_private_games(self, world, boss):
        name = await open_league_game(world, boss, where="dm")
        for actor in (world.ann, world.ben, world.cy, world.dan):
            assert await offered(world, actor) == []
        await boss.slash(world.channel, "league create", name="Summer")
        await manage(world, boss, "manager", who=world.dan, league="Summer")
        for actor in (world.ann, world.ben, world.cy, world.dan):
            refused = await call(world, actor, name, league="Winter")
            assert refused.ephemeral
            assert "Only managers of Winter can do this." in world.text(refused.response)
        refused = await call(world, world.dan, name, league="Summer")
        assert "No game of Summer is running." in world.text(refused.response)
        assert world.is_open(name)
        await manage(world, boss, "manager", who=world.dan, league="Winter")
        [game] = await offered(world, world.dan, league="Winter")
        assert game["value"] == name
        await call(world, world.dan, name, league="Winter")
        assert not world.is_open(name)
