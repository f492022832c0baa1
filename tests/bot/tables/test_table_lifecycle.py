"""Tables: the seats, the first dealer, the end of a game, and their survival of a restart."""

import asyncio
import logging
import random
from dataclasses import replace

import pytest

from bot.storage import tables as store
from bot.tables.errors import NoSuchTable, NotSeated, Stale, TableError
from bot.tables.game_records import record_of
from bot.tables.shuffle import check, commitment
from bot.tables.table import ROBOTS, Table
from engine.actions import Resign
from engine.audit import play_again
from engine.events import DealerChosen, Dealt, ForDealCut, GameWon
from engine.presets import find
from engine.record import Record
from engine.rules import NextDealer
from tests.support.random_tables import opened
from tests.support.seated_tables import NOW, room_over


@pytest.fixture
async def room(tmp_path):
    async with room_over(tmp_path / "cribbage.db") as room:
        yield room


async def results(room):
    return await room.database.rows("SELECT table_id, side, games, scores, ended_by, ended_at FROM results")


class TestOpening:
    async def test_a_game_against_the_robot_begins_at_once(self, room):
        table = await room.tables.open(room.opening(robot="easy"))
        assert table.status == "playing"
        assert table.names == ("Ann", ROBOTS["easy"])
        assert isinstance((await room.tables.history(table.id))[0], ForDealCut)
        assert [update.table.status for update in room.heard.updates] == ["playing"]

    async def test_an_invitation_waits_for_the_invited(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        assert (table.status, table.version) == ("gathering", 0)
        begun = await room.tables.accept(table.id, room.ben)
        events = await room.tables.history(table.id)
        assert begun.status == "playing"
        assert begun.view(None).stage == "lay_away"
        assert [type(event) for event in events[-2:]] == [DealerChosen, Dealt]
        assert room.heard.updates[-1].events == events

    async def test_nobody_plays_against_themselves(self, room):
        with pytest.raises(TableError, match="play yourself"):
            await room.tables.open(room.opening(invited=room.ann))
        assert await store.list_ids_by_status(room.database, "gathering", "playing") == []

    async def test_a_robot_that_there_is_not(self, room):
        with pytest.raises(TableError, match=r"no robot called 'shark'\. Choose easy, casual, steady, club or expert"):
            await room.tables.open(room.opening(robot="shark"))

    async def test_every_table_has_a_shuffle_of_its_own(self, room):
        opened = [await room.tables.open(room.opening()) for _ in range(20)]
        assert len({table.agreement.seed for table in opened}) == 20
        assert len({table.id for table in opened}) == 20

    async def test_no_table_of_this_name(self, room):
        with pytest.raises(NoSuchTable):
            await room.tables.find("nowhere")
        with pytest.raises(NoSuchTable):
            await room.tables.accept("nowhere", room.ben)


class TestInvitations:
    async def test_are_for_the_invited_alone(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        with pytest.raises(NotSeated, match="This invitation is for Ann and Ben"):
            await room.tables.accept(table.id, room.cy)
        with pytest.raises(TableError, match="You're already in"):
            await room.tables.accept(table.id, room.ann)
        assert (await room.tables.find(table.id)).status == "gathering"

    async def test_accepted_twice(self, room):
        table = await room.sit_down()
        with pytest.raises(Stale):
            await room.tables.accept(table.id, room.ben)

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
            await room.tables.act(table.id, room.ann, None, Resign(0))

    @pytest.mark.parametrize("who", ["ann", "ben"])
    async def test_are_declined_by_the_invited_or_taken_back_by_the_host(self, room, who):
        table = await room.tables.open(room.opening(invited=room.ben))
        closed = await room.tables.decline(table.id, getattr(room, who))
        assert closed.status == "closed"
        assert room.heard.updates[-1].table.status == "closed"
        for late in (room.tables.accept(table.id, room.ben), room.tables.decline(table.id, room.ben)):
            with pytest.raises(NoSuchTable, match="invitation has expired"):
                await late
        assert room.tables._open == {}

    async def test_are_not_declined_by_others_nor_once_the_game_has_begun(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        with pytest.raises(NotSeated):
            await room.tables.decline(table.id, room.cy)
        await room.tables.accept(table.id, room.ben)
        with pytest.raises(Stale, match="/resign"):
            await room.tables.decline(table.id, room.ben)

    async def test_accepted_and_declined_at_once_one_of_them_holds(self, room):
        for accept_first in (True, False):
            table = await room.tables.open(room.opening(invited=room.ben))
            both = [room.tables.accept(table.id, room.ben), room.tables.decline(table.id, room.ann)]
            ended = await asyncio.gather(*(both if accept_first else both[::-1]), return_exceptions=True)
            assert sum(isinstance(end, Table) for end in ended) == 1
            assert (await room.tables.find(table.id)).status == ("playing" if accept_first else "closed")


class TestOpenSeats:
    async def test_the_first_who_comes_sits_down(self, room):
        table = await room.tables.open(room.opening())
        assert table.names == ("Ann", "an open seat")
        ended = await asyncio.gather(
            room.tables.accept(table.id, room.cy), room.tables.accept(table.id, room.ben), return_exceptions=True
        )
        assert isinstance(ended[1], Stale)
        assert (await room.tables.find(table.id)).names == ("Ann", "Cy")
        with pytest.raises(NotSeated, match=r"not in this game \(Ann and Cy\)"):
            await room.tables.act(table.id, room.ben, None, Resign(1))

    async def test_the_host_does_not_take_it(self, room):
        table = await room.tables.open(room.opening())
        with pytest.raises(TableError, match="You're already in"):
            await room.tables.accept(table.id, room.ann)


@pytest.mark.parametrize(
    ("names", "called"),
    [(("Ann", "Ann"), ("Ann", "Ann 2")), (("Ann", "Ann", "Ann 2"), ("Ann", "Ann 2", "Ann 2 2"))],
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
        await room.tables.act(table.id, room.ben, None, Resign(1))
        ((_, side, games, _, ended_by, _),) = await results(room)
        assert (side, games, ended_by) == (0, 2, "resigned"), "Ben is below the lurch of 31"
        with pytest.raises(Exception, match="This game is already over"):
            await room.tables.act(table.id, room.ann, None, Resign(0))
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
        record = Record.from_dict((await record_of(room.tables, table.id)).to_dict())
        play_again(record.rules, record.events)
        assert record.commitment == commitment(table.agreement.seed) == before["shuffle"]["commitment"]
        assert all(
            finding.agrees for finding in check(record.commitment, record.seed, record.events, record.contributions)
        )


class TestAnotherGame:
    async def over(self, room, loser=1, **options):
        table = await room.sit_down(**options)
        player = (room.ann, room.ben)[loser]
        return (await room.tables.act(table.id, player, None, Resign(loser))).table

    async def dealer_after(self, room, old):
        await room.tables.again(old.id, room.ann)
        return (await room.tables.again(old.id, room.ben)).view(None).dealer

    async def test_begins_when_both_have_asked_for_it(self, room):
        old = await self.over(room)
        asked = await room.tables.again(old.id, room.ann)
        assert (asked.status, [seat.agreed for seat in asked.seats]) == ("gathering", [True, False])
        begun = await room.tables.again(old.id, room.ben)
        assert (begun.id, begun.status, begun.agreement.previous) == (asked.id, "playing", old.id)
        assert begun.names == old.names
        assert begun.rules == old.rules
        assert begun.agreement.seed != old.agreement.seed

    async def test_both_ask_at_once_and_one_game_begins(self, room):
        old = await self.over(room)
        both = await asyncio.gather(room.tables.again(old.id, room.ann), room.tables.again(old.id, room.ben))
        assert both[0].id == both[1].id
        assert (await room.tables.find(both[0].id)).status == "playing"

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
        await room.tables.act(table.id, room.ann, None, Resign(0))
        following = await room.tables.again(table.id, room.ann, press=7)
        assert [one.value for one in following.contributions] == ["7"] * is_posted

    async def test_asked_for_once_it_has_begun_it_is_the_same(self, room):
        old = await self.over(room)
        await room.tables.again(old.id, room.ann)
        begun = await room.tables.again(old.id, room.ben)
        assert await room.tables.again(old.id, room.ann) == begun

    async def test_against_the_robot_it_begins_at_once(self, room):
        table = await room.tables.open(room.opening(robot="club"))
        await room.play_first_deal(table.id)
        over = (await room.tables.act(table.id, room.ann, None, Resign(0))).table
        twice = await asyncio.gather(*(room.tables.again(over.id, room.ann) for _ in range(2)))
        assert twice[0].id == twice[1].id
        assert twice[0].status == "playing"

    @pytest.mark.parametrize("how", ["declined", "played"])
    async def test_there_is_one_and_no_more(self, room, how):
        old = await self.over(room)
        first = await room.tables.again(old.id, room.ann)
        if how == "declined":
            await room.tables.decline(first.id, room.ben)
        else:
            await room.tables.accept(first.id, room.ben)
            await room.tables.act(first.id, room.ben, None, Resign(1))
        for player in (room.ann, room.ben):
            following = await room.tables.again(old.id, player)
            assert (following.id, following.status) == (first.id, "closed" if how == "declined" else "over")

    async def test_is_for_those_who_played_and_only_after_the_end(self, room):
        table = await room.sit_down()
        with pytest.raises(Stale, match="isn't over yet"):
            await room.tables.again(table.id, room.ann)
        await room.tables.act(table.id, room.ann, None, Resign(0))
        with pytest.raises(NotSeated):
            await room.tables.again(table.id, room.cy)

    @pytest.mark.parametrize("loser", [0, 1])
    async def test_the_loser_deals(self, room, loser):
        assert await self.dealer_after(room, await self.over(room, loser)) == loser

    @pytest.mark.parametrize("loser", [0, 1])
    async def test_the_deal_alternates(self, room, loser):
        rules = replace(find("house"), next_dealer=NextDealer.ALTERNATE)
        old = await self.over(room, loser, rules=rules)
        first = next(event.seat for event in await room.tables.history(old.id) if isinstance(event, DealerChosen))
        assert await self.dealer_after(room, old) == 1 - first

    async def test_the_cards_are_cut_for_the_deal(self, room):
        old = await self.over(room, rules=find("club"))
        await self.dealer_after(room, old)
        following = await store.find_next_id(room.database, old.id)
        assert isinstance((await room.tables.history(following))[0], ForDealCut)


class TestAnotherProcess:
    async def test_takes_every_open_table_up_as_it_was(self, room):
        playing, waiting = await room.sit_down(), await room.tables.open(room.opening())
        over, closed = await room.sit_down(), await room.tables.open(room.opening())
        for _ in range(9):
            await room.take_turn(playing.id)
        await room.tables.act(over.id, room.ann, None, Resign(0))
        await room.tables.decline(closed.id, room.ann)
        before = [await room.tables.find(name) for name in (playing.id, waiting.id)]
        assert sorted((await (await room.again()).resume()), key=lambda table: table.id) == sorted(
            before, key=lambda table: table.id
        )

    async def test_goes_on_from_the_last_event_of_a_whole_game(self, room):
        table = await room.sit_down()
        chance = random.Random(1)
        while (await room.tables.find(table.id)).status == "playing":
            if chance.random() < 0.2:
                await (await room.again()).resume()
            await room.take_turn(table.id)
        play_again(table.rules, await room.tables.history(table.id))
        assert len(await results(room)) == 1

    async def test_wakes_the_robot_that_is_asked(self, room):
        table = await room.tables.open(room.opening(robot="club"))
        tables = await room.again()
        assert (await tables.find(table.id)).robot_asked() is not None
        await tables.resume()
        await asyncio.gather(*tables.robots._thinking.values())
        assert (await tables.find(table.id)).robot_asked() is None

    async def test_does_not_stumble_over_a_table_that_cannot_be_read(self, room, caplog):
        broken, sound = await room.sit_down(), await room.sit_down()
        async with room.database.transaction() as writing:
            writing.write(
                'UPDATE events SET body = \'{"kind": "revoked"}\' WHERE table_id = ? AND version = 1', (broken.id,)
            )
        tables = await room.again()
        assert [table.id for table in await tables.resume()] == [sound.id]
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        assert broken.id in caplog.text
        caplog.clear()

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
        """The tables whose events were read from the database."""
        reads, read = [], store.list_events

        async def events(database, table_id):
            reads.append(table_id)
            return await read(database, table_id)

        monkeypatch.setattr(store, "list_events", events)
        return reads

    async def ended(self, room):
        table = await room.sit_down()
        return (await room.tables.act(table.id, room.ann, None, Resign(0))).table

    async def test_is_read_once_however_often_it_is_asked_for(self, room, reads):
        table = await self.ended(room)
        for _ in range(3):
            assert await room.tables.find(table.id) == table
            assert len(await room.tables.history(table.id)) == table.version
        assert reads == [table.id]

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

    async def test_only_the_last_ones_are_kept(self, room, reads, monkeypatch):
        monkeypatch.setattr("bot.tables.repository.MOST_ENDED", 2)
        first, *others = [await self.ended(room) for _ in range(3)]
        for table in others:
            await room.tables.find(table.id)
        assert reads == []
        await room.tables.find(first.id)
        assert reads == [first.id]
