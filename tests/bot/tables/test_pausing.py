"""Games paused by agreement, and idle tables that are paused by the bot; all of them can be resumed."""

import asyncio
from datetime import timedelta

import pytest

from bot.models.agreement import Clock
from bot.models.errors import NotSeated, Stale, TableError
from bot.storage import tables as store
from bot.tables.clocks import seconds_left
from bot.tables.service import Tables
from bot.tables.table import Notice, Table
from engine.actions import NameNumber
from engine.errors import IllegalAction
from engine.presets import find
from tests.support.seated_tables import NOW

DAY = timedelta(days=1)


async def adjourned(room, **options):
    table = await room.sit_down(**options)
    await room.tables.adjourn(table.id, room.ann)
    return await room.tables.adjourn(table.id, room.ben)


class TestAgreeing:
    @pytest.mark.parametrize("together", [True, False])
    async def test_a_robot_does_not_agree_for_the_person_who_is_its_partner(self, room, together):
        rules = find("house", players=4)
        for _ in range(50):
            table = await room.tables.open(room.opening(rules, invited=room.ben, robots=("easy",) * 2))
            table = await room.tables.accept(table.id, room.ben)
            if (table.seat_of(room.ann) - table.seat_of(room.ben)) % 2 == (not together):
                break
        alone = await room.tables.adjourn(table.id, room.ann)
        assert alone.status == ("adjourned" if together else "playing")
        if not together:
            assert (await room.tables.adjourn(table.id, room.ben)).status == "adjourned"

    async def test_of_partners_one_speaks_for_both(self, room):
        table = await room.gather(find("house", players=4))
        first, second, third, fourth = (seat.player for seat in table.seats)
        await room.tables.adjourn(table.id, first)
        with pytest.raises(TableError, match="already asked for a break"):
            await room.tables.adjourn(table.id, third)
        assert (await room.tables.adjourn(table.id, fourth)).status == "adjourned"
        assert second is not None

    async def test_the_game_goes_on_during_a_proposal(self, room):
        table = await room.sit_down()
        await room.tables.adjourn(table.id, room.ann)
        update = await room.take_turn(table.id)
        assert update.table.adjourning == {0}
        await room.give_up(table, room.ann)
        assert (await room.tables.find(table.id)).adjourning == frozenset()

    async def test_it_is_for_those_who_play_and_while_they_play(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        with pytest.raises(TableError, match="starts when everyone has accepted"):
            await room.tables.adjourn(table.id, room.ann)
        await room.tables.accept(table.id, room.ben)
        for what in (room.tables.adjourn, room.tables.play_on, room.tables.take_up):
            with pytest.raises(NotSeated):
                await what(table.id, room.cy)
        over = await room.give_up(table, room.ann)
        with pytest.raises(TableError, match="over"):
            await room.tables.adjourn(over.id, room.ann)

    async def test_both_propose_at_once_and_it_is_adjourned(self, room):
        table = await room.sit_down()
        ended = await asyncio.gather(
            *(room.tables.adjourn(table.id, player) for player in (room.ann, room.ben)), return_exceptions=True
        )
        assert [end.status for end in ended] == ["playing", "adjourned"]

    async def test_agreed_while_the_other_moves_the_move_counts_or_is_refused(self, room):
        for first in (True, False):
            table = await room.sit_down()
            await room.tables.adjourn(table.id, room.ann)
            view = table.view(0)
            both = [
                room.tables.act(table.id, room.ann, view.prompt, view.legal[0]),
                room.tables.adjourn(table.id, room.ben),
            ]
            ended = await asyncio.gather(*(both if first else both[::-1]), return_exceptions=True)
            now = await room.tables.find(table.id)
            assert now.status == "adjourned"
            assert now.version == table.version + first
            assert sum(type(end) is TableError for end in ended) == 1 - first


class TestTakingUp:
    async def test_what_runs_is_not_taken_up_and_what_nobody_asked_for_not_refused(self, room):
        table = await room.sit_down()
        with pytest.raises(Stale, match="already running"):
            await room.tables.take_up(table.id, room.ann)
        with pytest.raises(Stale, match="Nobody has asked"):
            await room.tables.play_on(table.id, room.ann)

    async def test_twice_at_once_it_is_taken_up_once(self, room):
        table = await adjourned(room)
        ended = await asyncio.gather(
            *(room.tables.take_up(table.id, player) for player in (room.ann, room.ben)), return_exceptions=True
        )
        assert [type(end) for end in ended] == [Table, Stale]

    async def test_clocks_stand_meanwhile_and_go_on_with_what_was_left(self, room):
        table = await room.sit_down(clock=Clock(turn=300, game=900))
        room.wall.passes(seconds=100)
        await room.tables.adjourn(table.id, room.ann)
        table = await room.tables.adjourn(table.id, room.ben)
        assert table.deadlines == (None, None)
        await room.later(days=30)
        assert (await room.tables.find(table.id)).status == "adjourned"
        assert seconds_left(table.times[0], room.wall.now) == 800
        taken = await room.tables.take_up(table.id, room.ann)
        assert taken.deadlines == (room.wall.now + timedelta(seconds=300),) * 2
        assert [time.left for time in taken.times] == [800.0] * 2

    async def test_a_robot_waits_too_and_is_woken(self, room):
        table = await room.tables.open(room.opening(robot="easy"))
        await room.tables.adjourn(table.id, room.ann)
        await asyncio.gather(*room.tables.robots._thinking.values())
        assert (await room.tables.find(table.id)).version == table.version
        await room.tables.take_up(table.id, room.ann)
        await asyncio.gather(*room.tables.robots._thinking.values())
        assert (await room.tables.find(table.id)).view(1).laid


class TestTablesThatNobodyTouches:
    async def test_an_idle_game_is_paused_after_a_fortnight(self, room):
        table = await room.sit_down()
        await room.later(days=14)
        assert (await room.tables.find(table.id)).status == "playing"
        await room.later(seconds=1)
        assert (await room.tables.find(table.id)).status == "idle"
        assert room.notices() == [Notice("idle")]
        assert room.tables._open == {}
        with pytest.raises(TableError, match="paused because nobody moved"):
            await room.give_up(table, room.ann)

    async def test_every_move_touches_it(self, room):
        table = await room.sit_down()
        for _ in range(6):
            await room.later(days=10)
            await room.take_turn(table.id)
        assert (await room.tables.find(table.id)).status == "playing"

    async def test_when_it_was_touched_is_kept_to_the_hour_and_outlives_the_process(self, room):
        table = await room.sit_down()
        assert table.agreement.touched_at == NOW
        room.wall.passes(minutes=59)
        assert (await room.take_turn(table.id)).table.agreement.touched_at == NOW
        now = room.wall.passes(minutes=1)
        assert (await room.take_turn(table.id)).table.agreement.touched_at == now
        assert (await (await room.again()).find(table.id)).agreement.touched_at == now

    async def test_an_invitation_is_withdrawn_after_three_days(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        game = await room.sit_down()
        await room.later(days=3, seconds=1)
        assert (await room.tables.find(table.id)).status == "idle"
        assert (await room.tables.find(game.id)).status == "playing"
        with pytest.raises(TableError, match="nobody moved"):
            await room.tables.accept(table.id, room.ben)
        assert (await room.tables.take_up(table.id, room.ben)).status == "gathering"
        assert (await room.tables.accept(table.id, room.ben)).status == "playing"

    async def test_a_game_that_waits_for_its_first_cut_is_taken_up_as_a_game(self, room):
        table = await room.sit_down(find("house", ceremony=True))
        assert table.version == 0
        await room.later(days=20)
        assert (await room.tables.take_up(table.id, room.ann)).status == "playing"
        await room.tables.act(table.id, room.ann, None, NameNumber(0, 10))

    @pytest.mark.parametrize("how", ["over", "closed", "adjourned"])
    async def test_what_is_over_closed_or_adjourned_is_left_alone(self, room, how):
        if how == "closed":
            table = await room.tables.decline((await room.tables.open(room.opening())).id, room.ann)
        elif how == "over":
            table = await room.play_out((await room.sit_down()).id)
        else:
            table = await adjourned(room)
        await room.later(days=400)
        assert (await store.find(room.database, table.id)).status == how

    async def test_a_proposal_to_adjourn_lapses(self, room):
        table = await room.tables.adjourn((await room.sit_down()).id, room.ann)
        await room.later(days=20)
        assert (await room.tables.take_up(table.id, room.ann)).adjourning == frozenset()

    async def test_how_long_is_for_the_host_to_say(self, room):
        table, asked = await room.sit_down(), await room.tables.open(room.opening())
        tables = room.tables = Tables(room.database, room.wall, idle=2 * DAY, unanswered=DAY)
        room.wall.passes(days=1, seconds=1)
        await tables.timekeeper.tick()
        assert [(await tables.find(one.id)).status for one in (table, asked)] == ["playing", "idle"]
        room.wall.passes(days=1)
        await tables.timekeeper.tick()
        assert (await tables.find(table.id)).status == "idle"

    async def test_a_move_at_the_last_moment_keeps_it(self, room, monkeypatch):
        table, untouched = await room.sit_down(), store.list_untouched_ids

        async def found_and_then_touched(*asked):
            found = await untouched(*asked)
            if found:
                await room.take_turn(table.id)
            return found

        monkeypatch.setattr(store, "list_untouched_ids", found_and_then_touched)
        await room.later(days=20)
        now = await room.tables.find(table.id)
        assert (now.status, now.version) == ("playing", table.version + 1)

    async def test_a_paused_game_is_not_among_those_under_way(self, room):
        table = await room.sit_down()
        await room.later(days=20)
        assert await store.list_ids_in_channel(room.database, 2) == []
        assert await store.list_ids_in_channel(room.database, 2, "idle", "adjourned") == [table.id]
        assert await store.list_ids_of_player(room.database, room.ann.id, "idle") == [table.id]
        assert await (await room.again()).resume() == []

    async def test_a_game_with_a_clock_is_never_paused_for_idleness_but_an_invitation_to_one_is(self, room):
        clock = Clock(turn=20 * 86_400, when_over="forfeit")
        table = await room.sit_down(clock=clock)
        invitation = await room.tables.open(room.opening(invited=room.ben, clock=clock))
        await room.later(days=19)
        assert (await room.tables.find(table.id)).status == "playing"
        assert (await room.tables.find(invitation.id)).status == "idle"
        await room.later(days=1)
        assert (await room.tables.find(table.id)).status == "over"

    async def test_a_refused_move_does_not_touch_it(self, room):
        table = await room.sit_down()
        room.wall.passes(days=20)
        with pytest.raises(IllegalAction):
            await room.tables.act(table.id, room.ann, None, NameNumber(0, 3))
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).status == "idle"
