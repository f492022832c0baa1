"""A file from before games had an edition: its games go on by the laws under which they began, new ones do not."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.models.agreement import Clock
from bot.storage.database import Database
from bot.tables.service import give_up_all
from engine.actions import Accept, Amend, Challenge, Resign
from engine.events import Conceded, GameWon, Satisfied
from engine.presets import PRESETS
from engine.rules import EDITION
from tests.support.blank_database import old_file
from tests.support.sample_league import GUILD, club_over

pytestmark = pytest.mark.sqlite

DECLARED = {
    "window22": ("play", 2, {0}),
    "window33": ("play", 2, {2}),
    "window44": ("play", 2, {0}),
    "showing3": ("hand", 7, {1, 2}),
    "derby222": ("play", 2, {1}),
    "claiming": ("crib", 28, {0}),
    "clocked3": ("play", 2, {0, 2}),
    "match333": ("play", 2, {1}),
    "fixture3": ("play", 2, {0}),
}
"""The declaration that is open at each table: what it is for, its points, and the sides that may challenge it."""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory):
    """The file as the first start of this version leaves it."""
    path = old_file(tmp_path_factory.mktemp("old") / "cribbage.db", "0014")

    async def start():
        await (await Database.open(path)).close()

    asyncio.run(start())
    return path.read_bytes()


@pytest.fixture
async def club(tmp_path, upgraded):
    path = tmp_path / "cribbage.db"
    path.write_bytes(upgraded)
    async with club_over(path) as club:
        yield club


@pytest.fixture
def room(club):
    return club.room


async def act(room, table_id, move):
    return await room.act(await room.tables.find(table_id), move)


async def test_who_has_left_a_game_of_three_is_noted(tmp_path):
    path = old_file(tmp_path / "cribbage.db", "0014")
    left = '{"kind":"conceded","seat":2,"why":"left"}'
    with closing(sqlite3.connect(path)) as file, file:
        for table in ("window22", "window33"):
            file.execute("INSERT INTO events VALUES (?, 999, ?)", (table, left))
        # A damaged event harms nothing but its table.
        file.execute("INSERT INTO events VALUES ('window33', 998, 'no JSON')")
    database = await Database.open(path)
    left = await database.rows("SELECT table_id, seat FROM seats WHERE has_left = 1 ORDER BY table_id")
    await database.close()
    assert left == [("resigne3", 0), ("window33", 2)]


class TestAGameThatBegan:
    async def test_has_the_first_edition_and_its_open_declaration(self, room):
        await room.tables.resume()
        found = {}
        for name in DECLARED:
            table = await room.tables.find(name)
            assert table.rules.edition == 1
            (window,) = table.view(None).windows
            found[name] = (window.what, window.declared, set(window.open_to))
        assert found == DECLARED

    @pytest.mark.parametrize("name", [*DECLARED, "paused22", "robotgam"])
    async def test_is_played_to_its_end_and_proved(self, room, name):
        table = await room.tables.find(name)
        if table.status == "adjourned":
            await room.tables.take_up(name, room.ann)
        await room.tables.resume()
        while (table := await room.tables.find(name)).status == "playing":
            await asyncio.gather(*room.tables.robots._thinking.values())
            if (await room.tables.find(name)).status == "playing":
                await room.take_turn(name)
        assert (await room.prove(name)).rules.edition == 1

    async def test_lets_the_next_player_end_the_right_of_all(self, room):
        """With three hands it was so in the first edition: the third player lost the right with the next card."""
        table = await room.tables.find("clocked3")
        (following,) = table.view(None).waiting_on
        third = ({0, 2} - {following}).pop()
        assert any(isinstance(move, Challenge) for move in table.view(third).legal)
        moves = [move for move in table.view(following).legal if not isinstance(move, Accept | Challenge)]
        after = await act(room, "clocked3", moves[0])
        assert all(window.seat == following for window in after.view(None).windows)

    async def test_lets_the_time_of_one_player_run_out_for_that_player_alone(self, room):
        table = await room.tables.find("clocked3")
        assert table.clock == Clock(turn=86_400)
        (seat,) = [seat for seat, deadline in enumerate(table.deadlines) if deadline is not None]
        (window,) = table.view(None).windows
        assert table.times[seat].asked == table.prompt(seat), "buttons of before still answer the same question"
        room.wall.now = table.deadlines[seat]
        await room.tables.timekeeper.tick()
        assert room.heard.updates[-1].events[0] == Satisfied(seat)
        assert not {event.seat for event in room.heard.updates[-1].events} & {window.seat}

    async def test_keeps_the_first_edition_where_a_count_is_raised(self, room):
        table = await room.tables.find("derby222")
        (window,) = table.view(None).windows
        raised = await act(room, "derby222", Amend(window.seat, 3))
        assert raised.view(None).windows[0].declared == 3
        await act(room, "derby222", Accept(1 - window.seat))
        table = await room.tables.find("derby222")
        assert not any(isinstance(move, Amend) for move in table.view(window.seat).legal), "accepted, it is final"

    async def test_given_up_counts_one_and_ends_for_all_three(self, room):
        for name, seat in (("match333", 0), ("showing3", 0)):
            over = await act(room, name, Resign(seat))
            assert (over.status, over.game.phase.games) == ("over", 1)
            assert [type(event) for event in (await room.tables.history(name))[-2:]] == [Conceded, GameWon]
            await room.prove(name)

    async def test_is_lost_by_a_player_who_leaves_for_good(self, room):
        await give_up_all(room.tables, room.ann)
        assert await room.tables.ids_of_player(room.ann.id, "gathering", "playing", "adjourned", "idle") == []


class TestAFinishedGame:
    @pytest.mark.parametrize(
        ("name", "side", "games"), [("resigned", 0, 1), ("resigne3", 2, 1), ("match222", 0, 1), ("fixture2", 0, 1)]
    )
    async def test_that_was_given_up_keeps_its_result_and_is_proved(self, room, name, side, games):
        table = await room.tables.find(name)
        assert (table.game.phase.side, table.game.phase.games, table.game.phase.by) == (side, games, "resigned")
        stored = await room.database.rows("SELECT side, games FROM results WHERE table_id = ?", (name,))
        assert stored == [(side, games)]
        assert (await room.prove(name)).rules.edition == 1


class TestANewGame:
    async def test_after_a_finished_one_is_by_the_laws_of_today(self, room):
        for name, preset in (("resigned", "acc"), ("resigne3", "britannica")):
            old = await room.tables.find(name)
            following = await room.tables.again(name, room.ann)
            today = PRESETS[preset].rules
            assert following.rules.edition == EDITION
            assert (following.rules.irregular, following.rules.renege) == (today.irregular, today.renege)
            assert (following.rules.target, following.rules.doubles) == (old.rules.target, old.rules.doubles)
            assert (await room.tables.find(following.id)).rules == following.rules

    async def test_of_a_match_keeps_the_laws_of_the_first_and_the_next_match_does_not(self, room):
        second = await act(room, "match333", Resign(0))
        assert (second.standing, second.match_over) == ((1, 1), False)
        third = await room.tables.again("match333", room.ann)
        assert (third.status, third.rules) == ("playing", second.rules)
        over = await act(room, third.id, Resign(1))
        assert (over.standing, over.match_over) == ((2, 1), True)
        assert (await room.tables.again(third.id, room.ann)).rules.edition == EDITION

    async def test_of_an_invitation_is_by_the_laws_under_which_it_was_sent(self, room):
        begun = await room.tables.accept("asking22", room.cy)
        assert (begun.status, begun.rules.edition) == ("playing", 1)


class TestALeague:
    async def test_keeps_its_results_and_plays_on_by_the_laws_of_today(self, club):
        league = await club.leagues.directory.find_by_name(GUILD, "Winter")
        assert await club.table(league) == [("Ann", 1, 2), ("Cy", 2, 0), ("Ben", 3, 0)]
        assert league.rules.edition == EDITION
        await club.give_up(await club.room.tables.find("fixture3"), club.room.ben)
        assert ("Ann", 1, 4) in await club.table(league), "the game that was begun counts as it was agreed"
        (left,) = [fixture for fixture in await club.leagues.fixtures.find_all(league) if fixture.result_id is None]
        table = await club.sit_down(league, left.first, left)
        assert table.rules == league.rules
        await club.give_up(table, left.second)
        assert (left.first.name, 2, 3) in await club.table(league), "a skunk"

    async def test_shows_the_rules_of_today_and_stores_them_with_the_next_change(self, club):
        league = await club.leagues.directory.find_by_name(GUILD, "Winter")
        assert league.rules.irregular is PRESETS["acc"].rules.irregular
        await club.leagues.setup.change(league, club.boss, minimum=2)
        ((stored,),) = await club.rows("SELECT json_extract(rules, '$.edition') FROM leagues")
        assert stored == EDITION
