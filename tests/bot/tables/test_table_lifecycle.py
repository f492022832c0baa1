"""Tables: the seats, the first dealer, the end of a game, and their survival of a restart."""

import asyncio

import pytest

from bot.models.errors import NotSeated, Stale, TableError
from bot.storage import tables as store
from bot.tables.repository import record_of
from bot.tables.shuffle import commitment
from bot.tables.table import Table
from engine.actions import Resign
from engine.events import Dealt, GameWon
from engine.presets import find
from tests.support.random_tables import opened
from tests.support.seated_tables import NOW


async def results(room):
    return await room.database.rows("SELECT table_id, side, games, scores, ended_by, ended_at FROM results")


class TestInvitations:
    async def test_accepted_twelve_times_at_once_the_game_begins_once(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        ended = await asyncio.gather(
            *(room.tables.accept(table.id, room.ben) for _ in range(12)), return_exceptions=True
        )
        assert sorted(type(end).__name__ for end in ended) == ["Stale"] * 11 + ["Table"]
        assert sum(isinstance(event, Dealt) for event in await room.tables.history(table.id)) == 1

    async def test_nobody_acts_before_the_game_has_begun(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        with pytest.raises(TableError, match="starts when everyone has accepted"):
            await room.give_up(table, room.ann)

    async def test_nobody_declines_once_the_game_has_begun(self, room):
        table = await room.sit_down()
        with pytest.raises(Stale, match="/resign"):
            await room.tables.decline(table.id, room.ben)

    async def test_accepted_and_declined_at_once_one_of_them_holds(self, room):
        for accept_first in (True, False):
            table = await room.tables.open(room.opening(invited=room.ben))
            both = [room.tables.accept(table.id, room.ben), room.tables.decline(table.id, room.ann)]
            ended = await asyncio.gather(*(both if accept_first else both[::-1]), return_exceptions=True)
            assert sum(isinstance(end, Table) for end in ended) == 1
            assert (await room.tables.find(table.id)).status == ("playing" if accept_first else "closed")


@pytest.mark.parametrize(
    ("names", "called"), [(("Ann", "Ann"), ("Ann", "Ann 2")), (("Ann", "Ann", "Ann 2"), ("Ann", "Ann 2", "Ann 2 2"))]
)
def test_of_two_people_with_one_name_the_second_has_a_number(names, called):
    assert opened(find("house", players=len(names)), names).names == called


class TestTheEnd:
    async def test_a_game_played_out_has_one_result_and_leaves_memory(self, room):
        table = await room.sit_down()
        over = await room.play_out(table.id)
        assert over.status == "over"
        phase = over.game.phase
        ((name, side, games, scores, ended_by, ended_at),) = await results(room)
        assert (name, side, games, ended_by) == (table.id, phase.side, phase.games, phase.by)
        assert scores == str(list(over.game.scores))
        assert ended_at == NOW.isoformat()
        assert room.tables._open == {}
        assert isinstance(room.heard.updates[-1].events[-1], GameWon)
        assert room.heard.updates[-1].table.status == "over"

    async def test_a_game_given_up_is_lost_and_cannot_be_given_up_again(self, room):
        table = await room.sit_down()
        await room.give_up(table, room.ben)
        ((_, side, games, _, ended_by, _),) = await results(room)
        assert (side, games, ended_by) == (0, 2, "resigned"), "Ben is below the lurch of 31"
        with pytest.raises(Exception, match="This game is already over"):
            await room.give_up(table, room.ann)
        assert len(await results(room)) == 1

    async def test_both_give_up_at_once_and_one_of_them_wins(self, room):
        table = await room.sit_down()
        gave_up = (room.tables.act(table.id, player, None, Resign(n)) for n, player in enumerate((room.ann, room.ben)))
        ended = await asyncio.gather(*gave_up, return_exceptions=True)
        assert "This game is already over" in str(ended[1])
        assert [row[1] for row in await results(room)] == [1]

    async def test_the_record_is_valid_and_has_its_seed_only_after_the_game(self, room):
        table = await room.sit_down()
        await room.take_turn(table.id)
        before = (await record_of(room.tables, table.id)).to_dict()
        assert "seed" not in before["shuffle"]
        assert all(event["kind"] != "dealt" for event in before["events"])
        await room.play_out(table.id)
        record = await room.prove(table.id)
        assert record.commitment == commitment(table.agreement.seed) == before["shuffle"]["commitment"]


class TestAnotherGame:
    async def over(self, room, loser=1, **options):
        table = await room.sit_down(**options)
        player = (room.ann, room.ben)[loser]
        return (await room.tables.act(table.id, player, None, Resign(loser))).table

    async def test_asked_for_twice_by_one_player_it_waits_for_the_other(self, room):
        old = await self.over(room)
        await room.tables.again(old.id, room.ann)
        with pytest.raises(TableError, match="You're already in"):
            await room.tables.again(old.id, room.ann)

    @pytest.mark.parametrize("is_posted", [True, False])
    @pytest.mark.parametrize("robot", [True, False])
    async def test_only_a_press_after_its_commitment_is_mixed_into_its_shuffle(self, room, is_posted, robot):
        """The commitment comes with that of the game before, which Discord may refuse."""
        table = await (room.tables.open(room.opening(robot="easy")) if robot else room.sit_down())
        await room.tables.note_commitment(table.id, is_shown=is_posted)
        if robot:
            await room.play_first_deal(table.id)
        await room.give_up(table, room.ann)
        following = await room.tables.again(table.id, room.ann, press=7)
        assert [one.value for one in following.contributions] == ["7"] * is_posted

    async def test_asked_for_once_it_has_begun_it_is_the_same(self, room):
        old = await self.over(room)
        await room.tables.again(old.id, room.ann)
        begun = await room.tables.again(old.id, room.ben)
        assert await room.tables.again(old.id, room.ann) == begun

    @pytest.mark.parametrize("how", ["declined", "played"])
    async def test_there_is_one_and_no_more(self, room, how):
        old = await self.over(room)
        first = await room.tables.again(old.id, room.ann)
        if how == "declined":
            await room.tables.decline(first.id, room.ben)
        else:
            await room.tables.accept(first.id, room.ben)
            await room.give_up(first, room.ben)
        for player in (room.ann, room.ben):
            following = await room.tables.again(old.id, player)
            assert (following.id, following.status) == (first.id, "closed" if how == "declined" else "over")

    async def test_is_for_those_who_played_and_only_after_the_end(self, room):
        table = await room.sit_down()
        with pytest.raises(Stale, match="isn't over yet"):
            await room.tables.again(table.id, room.ann)
        await room.give_up(table, room.ann)
        with pytest.raises(NotSeated):
            await room.tables.again(table.id, room.cy)


class TestAnotherProcess:
    async def test_takes_every_open_table_up_as_it_was(self, room):
        playing, waiting = await room.sit_down(), await room.tables.open(room.opening())
        over, closed = await room.sit_down(), await room.tables.open(room.opening())
        for _ in range(9):
            await room.take_turn(playing.id)
        await room.give_up(over, room.ann)
        await room.tables.decline(closed.id, room.ann)
        before = [await room.tables.find(name) for name in (playing.id, waiting.id)]
        assert sorted((await (await room.again()).resume()), key=lambda table: table.id) == sorted(
            before, key=lambda table: table.id
        )

    async def test_finds_the_table_where_it_was_moved(self, room):
        table = await room.sit_down()
        moved = await room.tables.move_to(table.id, 99, "thread")
        assert (moved.agreement.channel_id, moved.place) == (99, "thread")
        assert await room.tables.find(table.id) == moved
        assert await (await room.again()).find(table.id) == moved
        await room.take_turn(table.id)
        assert (await room.tables.find(table.id)).agreement.channel_id == 99


class TestWhatASeatHears:
    async def test_the_cards_of_the_others_are_never_in_it(self, room):
        table = await room.sit_down()
        for _ in range(60):
            update = await room.take_turn(table.id)
            for seat in (0, 1, None):
                for event in update.table.events_for(seat):
                    if isinstance(event, Dealt):
                        assert [bool(hand) for hand in event.hands] == [place == seat for place in (0, 1)]
                        assert event.undealt == ()

    async def test_it_goes_back_to_the_deal_before_this_one(self, room):
        table = await room.sit_down()
        while (update := await room.take_turn(table.id)).table.game.deal < 3:
            pass
        events = await room.tables.history(table.id)
        deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
        assert update.table.recent == events[deals[-2] :]


class TestAGameThatIsOver:
    @pytest.fixture
    def reads(self, monkeypatch):
        reads, read = [], store.list_events

        async def events(database, table_id):
            reads.append(table_id)
            return await read(database, table_id)

        monkeypatch.setattr(store, "list_events", events)
        return reads

    async def ended(self, room):
        table = await room.sit_down()
        return await room.give_up(table, room.ann)

    async def test_is_read_once_after_a_restart_too(self, room, reads):
        table = await self.ended(room)
        tables = await room.again()
        for _ in range(3):
            assert await tables.find(table.id) == table
            assert len(await tables.history(table.id)) == table.version
        assert reads == [table.id]

    async def test_is_read_again_once_its_players_have_changed(self, room, reads):
        table = await self.ended(room)
        await room.tables.history(table.id)
        async with room.database.transaction() as writing:
            writing.write("UPDATE players SET name = 'former player' WHERE name = 'Ann'")
        await room.tables.forget_people()
        assert "former player" in (await room.tables.find(table.id)).names
        assert reads == [table.id, table.id]

    async def test_only_the_last_ones_are_kept(self, room, reads):
        room.tables._ended.most = 2
        first, *others = [await self.ended(room) for _ in range(3)]
        for table in others:
            await room.tables.find(table.id)
        assert reads == []
        await room.tables.find(first.id)
        assert reads == [first.id]
