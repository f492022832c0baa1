"""Outages: no clock runs while nobody can act, each is given back what it lost, and the players are told once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.models.agreement import Clock
from bot.models.errors import StorageError
from bot.storage import metadata
from bot.storage.errors import format_timestamp, parse_timestamp
from bot.tables.clocks import seconds_left
from bot.tables.outages import LEAP, PATIENCE, SILENCE, UNSEEN, Outages
from tests.support.seated_tables import NOW, Wall

FORFEIT = Clock(turn=120, when_over="forfeit")


async def in_the_play(room, clock=FORFEIT):
    table = await room.in_the_play(clock)
    (seat,) = table.view(None).waiting_on
    return table, seat


def after(**time):
    return NOW + timedelta(**time)


def lose_discord(room, **time):
    room.tables.outages.disconnected()
    room.wall.passes(**time)
    room.tables.outages.connected()


def send(outages, *, is_failure):
    outages.requested("one")
    outages.answered("one", is_failure=is_failure)


class TestTheGateway:
    async def test_an_outage_is_given_back_and_the_players_are_told_once(self, room):
        table, seat = await in_the_play(room)
        room.wall.passes(seconds=60)
        room.tables.outages.disconnected()
        await room.later(seconds=100)
        assert room.notices() == [], "while Discord is away nothing is over, and nobody can be told"
        room.tables.outages.connected()
        for _ in range(3):
            await room.tables.timekeeper.tick()
        (notice,) = room.notices()
        assert (notice.kind, notice.seconds) == ("time_given_back", 100)
        now = await room.tables.find(table.id)
        assert (now.status, now.deadlines[seat]) == ("playing", after(seconds=220))
        await room.later(seconds=59)
        assert room.notices("time_over") == []
        await room.later(seconds=1)
        assert [notice.kind for notice in room.notices("time_over")] == ["time_over"], "real time is over as before"

    async def test_a_clock_gets_back_only_what_it_ran_of_the_outage(self, room):
        """Requests may still arrive, and robots move, while the answers to them fail."""
        table, seat = await in_the_play(room)
        send(room.tables.outages, is_failure=True)
        room.wall.passes(seconds=40)
        table = await room.move(table, seat)
        (other,) = table.view(None).waiting_on
        assert table.deadlines[other] == after(seconds=160)
        room.wall.passes(seconds=50)
        send(room.tables.outages, is_failure=False)
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[other] == after(seconds=210)
        assert [notice.seconds for notice in room.notices()] == [40, 50]

    async def test_the_time_for_the_game_is_given_back_to_one_who_moves_before_the_sweep(self, room):
        table, seat = await in_the_play(room, Clock(game=600))
        room.wall.passes(seconds=10)
        lose_discord(room, seconds=300)
        room.wall.passes(seconds=5)
        moved = await room.move(table, seat)
        assert seconds_left(moved.times[seat], room.wall.now) == 585
        assert [notice.seconds for notice in room.notices()] == [300]
        await room.tables.timekeeper.tick()
        now = await room.tables.find(table.id)
        assert now.times == moved.times, "the others are given nothing of what was before their turn"
        assert len(room.notices()) == 1

    async def test_silence_counts_from_the_last_word_and_nothing_is_over_without_a_word(self, room):
        """A dead connection is noticed a minute or more after its last word."""
        table, seat = await in_the_play(room)
        room.tables.outages.heard()
        room.wall.passes(seconds=119)
        room.tables.outages.heard()
        await room.later(seconds=SILENCE + 1)
        assert room.notices("time_over") == []
        lose_discord(room, seconds=30)
        await room.tables.timekeeper.tick()
        now = await room.tables.find(table.id)
        assert (now.status, now.deadlines[seat]) == ("playing", room.wall.now + timedelta(seconds=1))

    async def test_a_clock_that_began_in_the_silence_gets_back_its_own_part(self, room):
        """A robot goes on moving until the silence is noticed."""
        table, seat = await in_the_play(room)
        room.tables.outages.heard()
        room.wall.passes(seconds=30)
        table = await room.move(table, seat)
        (other,) = table.view(None).waiting_on
        room.wall.passes(seconds=31)
        room.tables.outages.disconnected()
        room.tables.outages.connected()
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[other] == room.wall.now + timedelta(seconds=120)

    async def test_many_short_outages_give_back_exactly_their_sum(self, room):
        table, seat = await in_the_play(room)
        for _ in range(100):
            room.tables.outages.heard()
            room.wall.passes(seconds=1)
            room.tables.outages.disconnected()
            room.wall.passes(seconds=2)
            room.tables.outages.disconnected()
            room.tables.outages.connected()
            await room.tables.timekeeper.tick()
        now = await room.tables.find(table.id)
        _, owed = room.tables.outages.owed(table.id, now.times)
        assert now.deadlines[seat] + timedelta(seconds=owed) == after(seconds=320)
        assert room.notices("time_given_back") == [], "none of it is worth telling"
        room.wall.passes(seconds=20)
        room.tables.outages.heard()
        await room.tables.timekeeper.tick()
        assert [notice.kind for notice in room.notices()] == ["time_short", "time_over"]

    async def test_it_cannot_be_stored_at_once_and_is_given_back_once(self, room, monkeypatch):
        table, seat = await in_the_play(room)
        lose_discord(room, seconds=100)

        def full(*_):
            raise StorageError("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr("bot.tables.repository.store.put_clocks", full)
            await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[seat] == after(seconds=120)
        for _ in range(2):
            await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[seat] == after(seconds=220)


class TestRequests:
    def outages(self):
        wall = Wall()
        return wall, Outages(wall, wall.steady)

    def test_one_failure_among_answers_is_no_outage_worth_storing(self):
        wall, outages = self.outages()
        for failure in (False, True, False):
            outages.requested("one")
            wall.passes(seconds=0.1)
            outages.answered("one", is_failure=failure)
        assert (outages.is_away, outages.seconds) == (False, pytest.approx(0.2))

    def test_the_quiet_time_before_the_first_failure_counts_up_to_a_limit(self):
        for quiet, counted in ((5, 5), (UNSEEN, UNSEEN), (3_600, UNSEEN)):
            wall, outages = self.outages()
            wall.passes(seconds=quiet)
            send(outages, is_failure=True)
            outages.record()
            assert outages.seconds == counted

    def test_a_slow_request_beside_others_that_are_answered_is_none(self):
        wall, outages = self.outages()
        outages.requested("slow")
        for _ in range(10):
            wall.passes(seconds=3)
            send(outages, is_failure=False)
        assert (outages.is_away, outages.seconds) == (False, 0)
        outages.requested("two")
        wall.passes(seconds=PATIENCE + 1)
        assert outages.is_away, "another one that waits too long tells more"

    def test_both_at_once_count_once(self):
        wall, outages = self.outages()
        outages.disconnected()
        wall.passes(seconds=10)
        send(outages, is_failure=True)
        wall.passes(seconds=10)
        outages.connected()
        wall.passes(seconds=10)
        send(outages, is_failure=False)
        assert outages.seconds == 30

    async def test_discord_is_asked_before_a_game_is_lost(self, room):
        """The gateway may live on while Discord takes no request, and a quiet bot has sent none."""
        table, seat = await in_the_play(room)
        asked = []

        async def ask():
            asked.append(room.wall.now)
            send(room.tables.outages, is_failure=is_down)

        room.tables.timekeeper.ask_discord = ask
        room.wall.passes(seconds=90)
        is_down = False
        await room.tables.timekeeper.tick()
        room.wall.passes(seconds=30)
        is_down = True
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).status == "playing"
        is_down = False
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[seat] == room.wall.now + timedelta(seconds=UNSEEN)
        await room.later(seconds=UNSEEN)
        assert (await room.tables.find(table.id)).status == "over"
        assert len(asked) == 4


class TestTheWallClock:
    @pytest.mark.parametrize(
        ("hours", "seconds", "left", "told"),
        [
            (3, 1, 120, ["time_given_back"]),
            (24 * 400, 1, 120, ["time_given_back"]),
            (0, 3_600, 120, ["time_given_back"]),
            # Nobody has lost anything.
            (-3, 1, 119, []),
        ],
        ids=["put forward or suspended", "by more than a year", "the process was stopped", "put back"],
    )
    async def test_leaps_or_the_process_was_stopped(self, room, hours, seconds, left, told):
        table, seat = await in_the_play(room)
        room.tables.outages.look()
        room.wall.leaps(hours=hours)
        room.wall.passes(seconds=seconds)
        room.tables.outages.look()
        await room.tables.timekeeper.tick()
        now = await room.tables.find(table.id)
        assert (now.status, now.deadlines[seat]) == ("playing", room.wall.now + timedelta(seconds=left))
        assert [notice.kind for notice in room.notices()] == told

    async def test_put_back_a_clock_that_began_after_it_stays(self, room):
        table, seat = await in_the_play(room)
        room.tables.outages.look()
        room.wall.leaps(hours=-3)
        room.wall.passes(seconds=1)
        table = await room.move(table, seat)
        (other,) = table.view(None).waiting_on
        await room.tables.timekeeper.tick()
        assert (await room.tables.find(table.id)).deadlines[other] == room.wall.now + timedelta(seconds=120)

    def test_an_outage_that_lasts_through_a_suspension_counts_whole(self):
        wall = Wall()
        outages = Outages(wall, wall.steady)
        outages.look()
        outages.disconnected()
        for _ in range(60):
            wall.passes(seconds=1)
            outages.look()
        wall.leaps(hours=1)
        for _ in range(60):
            wall.passes(seconds=1)
            outages.look()
        outages.connected()
        assert outages.seconds == 3720

    def test_looks_that_come_in_time_find_nothing(self):
        wall = Wall()
        outages = Outages(wall, wall.steady)
        for seconds in (1, LEAP, 0.1, 2):
            wall.passes(seconds=seconds)
            outages.look()
        wall.leaps(seconds=-LEAP)
        outages.look()
        assert outages.seconds == 0


class TestRestarts:
    async def test_in_the_middle_of_an_outage(self, room):
        """The note of the last run stands still during an outage, so the next one gives all of it back."""
        table, seat = await in_the_play(room)
        room.wall.passes(seconds=50)
        room.tables.outages.disconnected()
        await room.later(seconds=100)
        until = room.tables.outages.settled_until
        assert until == after(seconds=50)
        await metadata.put(room.database, "clocks", format_timestamp(until))
        room.wall.passes(seconds=30)
        tables = await room.again()
        await tables.timekeeper.recall()
        room.wall.passes(seconds=20)
        assert tables.outages.is_away, "it is not connected yet"
        tables.outages.connected()
        await tables.resume()
        assert (await tables.find(table.id)).deadlines[seat] == room.wall.now + timedelta(seconds=70)
        assert [notice.seconds for notice in room.notices()] == [150]

    async def test_a_player_who_acts_before_the_tables_are_resumed_gets_the_time_back_too(self, room):
        table, seat = await in_the_play(room, Clock(game=600))
        await metadata.put(room.database, "clocks", format_timestamp(room.wall.now))
        room.wall.passes(seconds=500)
        tables = await room.again()
        await tables.timekeeper.recall()
        tables.outages.connected()
        moved = await room.move(table, seat)
        assert moved.times[seat].left == 600
        await tables.resume()
        assert (await tables.find(table.id)).times == moved.times

    async def test_after_the_wall_clock_was_put_back_meanwhile(self, room):
        table, seat = await in_the_play(room)
        await metadata.put(room.database, "clocks", format_timestamp(room.wall.now))
        room.wall.leaps(hours=-2)
        tables = await room.again()
        await tables.resume()
        assert (await tables.find(table.id)).deadlines[seat] == room.wall.now + timedelta(seconds=120)

    async def test_a_crash_before_a_short_outage_was_stored_loses_nothing(self, room):
        table, seat = await in_the_play(room)
        lose_discord(room, seconds=3)
        await room.later(seconds=10)
        await metadata.put(room.database, "clocks", format_timestamp(room.tables.outages.settled_until))
        assert parse_timestamp(await metadata.read(room.database, "clocks")) == after(seconds=10)
        await (await room.again()).resume()
        assert (await room.tables.find(table.id)).deadlines[seat] == after(seconds=123)


async def test_a_restart_while_the_server_is_not_available_gives_nothing_back_twice(room):
    table, seat = await in_the_play(room)
    room.wall.passes(seconds=100)
    room.tables.outages.place_lost(table.agreement.guild_id)
    await room.later(seconds=10)
    await metadata.put(room.database, "clocks", format_timestamp(room.wall.now))
    room.wall.passes(seconds=50)
    tables = await room.again()
    await tables.resume()
    room.wall.passes(seconds=10)
    await tables.timekeeper.place_found(table.agreement.guild_id)
    assert (await tables.find(table.id)).deadlines[seat] == room.wall.now + timedelta(seconds=20)


async def test_an_outage_while_the_server_is_not_available_is_given_back_once(room):
    table, seat = await in_the_play(room)
    elsewhere = await room.sit_down(guild_id=table.agreement.guild_id + 1, clock=FORFEIT)
    room.wall.passes(seconds=60)
    room.tables.outages.place_lost(table.agreement.guild_id)
    room.wall.passes(seconds=10)
    lose_discord(room, seconds=50)
    room.tables.outages.place_lost(table.agreement.guild_id)
    room.wall.passes(seconds=10)
    await room.tables.timekeeper.place_found(table.agreement.guild_id)
    assert (await room.tables.find(table.id)).deadlines[seat] == after(seconds=120 + 70)
    await room.tables.timekeeper.tick()
    assert set((await room.tables.find(elsewhere.id)).deadlines) == {after(seconds=120 + 50)}


async def test_a_game_that_is_resumed_after_its_server_removed_the_bot_has_running_clocks(room):
    table, _ = await in_the_play(room)
    room.tables.outages.place_lost(table.agreement.guild_id)
    await room.tables.timekeeper.server_removed(table.agreement.guild_id)
    assert (await room.tables.find(table.id)).status == "adjourned"
    resumed = await room.tables.take_up(table.id, room.ann)
    assert not room.tables.outages.stands_still(resumed)


async def test_games_without_a_clock_are_not_told(room):
    table = await room.sit_down()
    lose_discord(room, hours=1)
    await room.tables.timekeeper.tick()
    assert room.notices() == []
    assert replace(await room.tables.find(table.id)) == table


def test_a_place_that_an_ended_process_has_lost_is_lost_since_its_note_whatever_outages_were_before():
    wall = Wall()
    outages = Outages(wall, wall.steady)
    outages.connected()
    outages.disconnected()
    wall.passes(seconds=50)
    outages.connected()
    outages.record()
    noted = wall.now
    outages.place_lost_before((1, None), noted)
    assert outages.lost_since((1, None)) == noted
