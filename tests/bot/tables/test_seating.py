"""Two, three and four seats: who may sit down, who gets up, and how the cut seats partners; robots among them."""

import asyncio
import hashlib
from dataclasses import replace
from itertools import count

import pytest

from bot.models.agreement import Clock, TableMessage
from bot.models.errors import Stale, TableError
from bot.models.player import Preferences
from bot.storage import preferences
from bot.tables import robots, service
from bot.tables.table import Table
from engine.actions import Accept, Challenge, Declare, NameNumber
from engine.events import Challenged, ForDealCut, Satisfied, Shown
from engine.game import speakers, waiting_on
from engine.presets import find
from engine.rules import Counting
from tests.support.data_files import data_beside
from tests.support.seated_tables import sound_move

DATA = data_beside(__file__)

THREE, FOUR = find("house", players=3, target=61), find("house", players=4, target=61)
CHALLENGE = find("house", players=3, target=61, counting=Counting.CHALLENGE)


@pytest.fixture(autouse=True)
def seeds(monkeypatch):
    """Every run deals the same cards."""
    numbers = count()
    monkeypatch.setattr(service, "fresh_seed", lambda: hashlib.sha256(bytes([next(numbers)])).digest())


class TestOpening:
    @pytest.mark.parametrize(("options", "complaint"), DATA["refused"])
    async def test_nonsense_is_refused_in_one_sentence_and_no_table_is_opened(self, room, options, complaint):
        if "invited" in options:
            options = {"invited": tuple(getattr(room, name) for name in options["invited"])}
        if "clock" in options:
            options = {"clock": Clock(**options["clock"])}
        with pytest.raises(TableError, match=complaint) as refused:
            await room.tables.open(room.opening(THREE, **options))
        assert str(refused.value).endswith(".")
        assert await room.database.rows("SELECT * FROM tables") == []


class TestGathering:
    async def test_three_come_at_once_for_two_seats(self, room):
        table = await room.tables.open(room.opening(THREE))
        came = (room.ben, room.cy, room.dee)
        ended = await asyncio.gather(*(room.tables.accept(table.id, one) for one in came), return_exceptions=True)
        assert sorted(type(end).__name__ for end in ended) == ["Stale", "Table", "Table"]
        assert (await room.tables.find(table.id)).names == ("Ann", "Ben", "Cy")

    async def test_the_last_accepts_while_the_first_gets_up_and_one_of_both_holds(self, room):
        for first in (True, False):
            table = await room.tables.open(room.opening(THREE))
            await room.tables.accept(table.id, room.ben)
            both = [room.tables.accept(table.id, room.cy), room.tables.decline(table.id, room.ben)]
            ended = await asyncio.gather(*(both if first else both[::-1]), return_exceptions=True)
            now = await room.tables.find(table.id)
            assert now.status == ("playing" if first else "gathering")
            assert sum(isinstance(end, Stale) for end in ended) == first
            assert sum(isinstance(end, Table) for end in ended) == 2 - first

    async def test_again_is_asked_of_all_the_others(self, room):
        over = await room.play_out((await room.gather(THREE)).id)
        following = await room.tables.again(over.id, room.cy)
        assert [seat.agreed for seat in following.seats] == [False, False, True]
        await room.tables.again(over.id, room.ann)
        assert (await room.tables.again(over.id, room.ben)).status == "playing"


class TestFourHands:
    async def test_the_cut_seats_the_two_lowest_across_from_one_another(self, room):
        table = await room.gather(FOUR)
        (cut,) = [event for event in await room.tables.history(table.id) if isinstance(event, ForDealCut)]
        assert cut.places != (0, 1, 2, 3), "or this table would tell nothing"
        came = (room.ann, room.ben, room.cy, room.dee)
        assert [seat.player for seat in table.seats] == [came[place] for place in cut.places]
        ranks = [card.rank for card in cut.cards]
        assert ranks[0] < ranks[2] < min(ranks[1], ranks[3])
        assert table.view(None).dealer == 0

    async def test_where_they_sit_outlives_the_process(self, room):
        table = await room.gather(FOUR)
        assert await (await room.again()).find(table.id) == table
        assert [table.seat_of(player) for player in (room.ann, room.ben, room.cy, room.dee)] != [0, 1, 2, 3]
        over = await room.play_out(table.id)
        assert over.side_names == tuple(f"{over.names[n]} and {over.names[n + 2]}" for n in (0, 1))
        assert (await room.prove(table.id)).seats == over.names

    async def test_their_messages_and_clocks_go_with_them(self, room):
        clock = Clock(game=600)
        table = await room.gather(find("house", players=4, ceremony=True), clock=clock)
        people, messages = [seat.player for seat in table.seats], room.tables.messages
        for one in people:
            await messages.put(table.id, TableMessage("screen", one.id, 50 + one.id, 100 + one.id))
            await messages.put(table.id, TableMessage("reminder", one.id, 5, 200 + one.id, about="0.cut.0"))
        for kind in ("screen", "commitment"):
            await messages.put(table.id, TableMessage(kind, None, 7, 8))
        for seat in range(4):
            room.wall.passes(seconds=10)
            await room.tables.act(table.id, people[seat], None, NameNumber(seat, 10 + 5 * seat))
        now = await room.tables.find(table.id)
        assert [seat.player for seat in now.seats] != people
        shown = await messages.screens(now)
        assert [shown[seat].message_id - 100 for seat in range(4)] == [seat.player.id for seat in now.seats]
        assert set(shown) == {None, 0, 1, 2, 3}
        told = await messages.of(table.id, "reminder")
        assert {now.seat_with(one.player_id): one.message_id - 200 for one in told} == {
            n: s.player.id for n, s in enumerate(now.seats)
        }
        left = {now.seats[seat].player: now.times[seat].left for seat in range(4)}
        assert left == {player: 600 - 10 * (seat + 1) for seat, player in enumerate(people)}

    @pytest.mark.sqlite
    async def test_a_cut_that_could_not_be_stored_moves_no_player(self, room):
        table = await room.gather(find("house", players=4, ceremony=True))
        for seat in range(3):
            await room.act(table, NameNumber(seat, 10 + 5 * seat))
        before = await room.tables.find(table.id)
        await room.database._connection.execute_fetchall(
            "CREATE TRIGGER no BEFORE UPDATE ON seats BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        with pytest.raises(Exception, match="no"):
            await room.act(table, NameNumber(3, 40))
        await room.database._connection.execute_fetchall("DROP TRIGGER no")
        assert await room.tables.find(table.id) == before


class TestRobotsAmongPeople:
    async def asleep(self, room, rules, robots):
        """A table with robots that are not awake."""
        table = await room.tables.open(room.opening(rules, robots=robots))
        await room.again()
        return await room.tables.find(table.id)

    async def declared(self, room):
        """Three hands counted by challenge, up to a declaration far too high that Ann has made."""

        def exaggerated(view):
            move = sound_move(view)
            is_anns = isinstance(move, Declare) and move.seat == 0
            return Declare(0, move.points + 3) if is_anns else move

        table = await self.asleep(room, CHALLENGE, ("club", "club"))
        return await self.until(room, table, lambda view: view.window.seat == 0, exaggerated)

    async def test_a_robot_that_is_not_asked_may_challenge(self, room, monkeypatch):
        """Ann declares too many; the player who does not declare next has to answer first, and challenges."""
        monkeypatch.setattr(robots.Robots, "wake", lambda *_: None)
        table = await self.declared(room)
        assert table.view(None).window.seat == 0
        asked = table.view(None).waiting_on
        first = table.robot_asked()
        assert (first not in asked) or len(asked) == 2
        monkeypatch.setattr(robots.random, "random", lambda: 0.0)
        await room.tables.robots._move(table.id, set())
        told = await room.tables.history(table.id)
        challenged = [event for event in told if isinstance(event, Challenged)]
        assert (challenged[0].seat, challenged[0].claim, challenged[0].upheld) == (first, "too_many", True)

    async def test_a_robot_that_sees_nothing_says_that_it_is_satisfied(self, room, monkeypatch):
        monkeypatch.setattr(robots.Robots, "wake", lambda *_: None)
        table = await self.declared(room)
        first = table.robot_asked()
        monkeypatch.setattr(robots.random, "random", lambda: 0.999)
        await room.tables.robots._move(table.id, set())
        assert Satisfied(first) in await room.tables.history(table.id) or len(table.view(None).waiting_on) == 1

    async def until(self, room, table, found, moved=sound_move):
        """Play sound moves for any seat, up to a window of this kind."""
        return await room.play_until(table, lambda view: view.window is not None and found(view), moved)

    async def partners(self, room, monkeypatch):
        """Four hands counted by challenge, the robots asleep: a table, the person's seat, and the partner's."""
        monkeypatch.setattr(robots.Robots, "wake", lambda *_: None)
        monkeypatch.setattr(robots.random, "random", lambda: 0.999)
        table = await room.tables.open(room.opening(find("crib-derby", players=4), robots=("club",) * 3))
        person = table.seat_of(room.ann)
        return table, person, (person + 2) % 4

    async def test_a_robot_leaves_it_to_the_person_who_is_its_partner_to_be_satisfied(self, room, monkeypatch):
        table, person, partner = await self.partners(room, monkeypatch)
        table = await self.until(room, table, lambda view: view.waiting_on == (person,))
        assert table.robot_asked() == partner
        silent = set()
        assert await room.tables.robots._move(table.id, silent)
        assert silent == {(table.version, partner)}
        assert not await room.tables.robots._move(table.id, silent), "and is not asked again"
        assert (await room.tables.find(table.id)).version == table.version
        assert not robots.lets_it_stand(table, partner, Challenge(partner, "too_many"))

    async def test_where_both_are_asked_the_person_speaks_for_both(self, room, monkeypatch):
        table, person, partner = await self.partners(room, monkeypatch)
        table = await self.until(room, table, lambda view: set(view.waiting_on) == {person, partner})
        silent = set()
        while await room.tables.robots._move(table.id, silent):
            assert len(silent) <= 1
        assert (await room.tables.find(table.id)).version == table.version
        await room.tables.act(table.id, room.ann, None, Accept(person))
        assert (await room.tables.find(table.id)).version > table.version

    async def test_a_robot_of_robots_is_satisfied_for_its_side(self, room, monkeypatch):
        table, person, _ = await self.partners(room, monkeypatch)
        table = await self.until(room, table, lambda view: view.window.seat == person and person not in view.waiting_on)
        speaking = [seat for seat in range(4) if (seat - person) % 2]
        assert table.robot_asked() in speaking
        assert not robots.lets_it_stand(table, speaking[0], Accept(speaking[0]))
        await room.tables.robots._move(table.id, set())
        assert (await room.tables.find(table.id)).version > table.version

    async def test_a_robot_gives_its_partner_time_to_challenge_before_it_acts(self, room, monkeypatch):
        table, person, partner = await self.partners(room, monkeypatch)
        assert robots.pause(table, table.view(None).waiting_on[0], 1.0) == 1.0
        table = await self.until(room, table, lambda view: view.waiting_on == (partner,))
        assert person in speakers(table.game)
        assert robots.pause(table, partner, 1.0) == robots.PATIENCE
        table = await self.until(room, table, lambda view: view.waiting_on == (person,))
        assert robots.pause(table, partner, 1.0) == 1.0, "it only answers"

    @pytest.mark.parametrize("wishing", [0, 1, 2])
    async def test_robots_move_at_once_where_everybody_at_the_table_wants_that(self, room, monkeypatch, wishing):
        monkeypatch.setattr(room.tables.robots, "_pace", 3_600.0)
        people = [room.ann, room.ben]
        for player in people[:wishing]:
            await preferences.put(room.database, player.id, Preferences(quick_robots=True))
        table = await room.tables.open(room.opening(THREE, invited=(room.ben,), robots=("club",)))
        await room.tables.accept(table.id, room.ben)
        asked = [seat for seat, chair in enumerate((await room.tables.find(table.id)).seats) if chair.robot]
        await asyncio.wait(room.tables.robots._thinking.values(), timeout=1.0 if wishing == 2 else 0.1)
        assert (set(asked) & {*waiting_on((await room.tables.find(table.id)).game)} == set()) == (wishing == 2)

    @pytest.mark.parametrize(("edition", "pause"), [(1, robots.PATIENCE), (2, 1.0)])
    async def test_a_robot_does_not_wait_for_an_opponent_whose_right_its_move_leaves(
        self, room, monkeypatch, edition, pause
    ):
        """Of three hands a robot has declared, a robot plays next, and Ann may challenge; once its card ended that."""
        monkeypatch.setattr(robots.Robots, "wake", lambda *_: None)
        rules = replace(find("britannica", players=3), edition=edition)
        table = await room.tables.open(room.opening(rules, robots=("club",) * 2))

        def is_found(view):
            return view.window.seat != 0 and view.window.declared and 0 not in view.waiting_on

        table = await self.until(room, table, is_found)
        (seat,) = table.view(None).waiting_on
        assert 0 in speakers(table.game)
        assert robots.pause(table, seat, 1.0) == pause


class TestWhatEveryoneHears:
    async def test_the_truth_of_a_declaration_is_hidden_until_the_game_is_over(self, room):
        rules = find("house", players=3, target=61, counting=Counting.CHALLENGE)
        table = await room.gather(rules)
        while not any(isinstance(event, Shown) for event in table.recent):
            table = (await room.take_turn(table.id)).table
        for seat in (None, 0, 1, 2):
            shown = [event for event in table.events_for(seat) if isinstance(event, Shown)]
            assert [event.true for event in shown] == [None]
        assert [event.true for event in table.recent if isinstance(event, Shown)] != [None]
        over = await room.play_out(table.id)
        for seat in (None, 0, 1, 2):
            assert over.events_for(seat) == over.recent
        assert all(event.true is not None for event in over.events_for(None) if isinstance(event, Shown))


class TestWhatPlayersAddToTheShuffle:
    async def test_a_player_who_leaves_the_seat_takes_their_press_along(self, room):
        table = await room.tables.open(room.opening(FOUR))
        await room.tables.accept(table.id, room.ben, press=1)
        await room.tables.accept(table.id, room.cy, press=2)
        with pytest.raises(TableError):
            await room.tables.accept(table.id, room.cy, press=3)
        await room.tables.decline(table.id, room.ben)
        await (await room.again()).resume()
        await room.tables.accept(table.id, room.dee, press=4)
        begun = await room.tables.accept(table.id, room.ben, press=5)
        assert [(one.seat, one.value) for one in begun.contributions] == [(2, "2"), (1, "4"), (3, "5")]
        await room.same_in_memory_and_on_disk()
        await room.again()
        assert (await room.tables.find(table.id)).contributions == begun.contributions
        await room.play_out(table.id)
        assert (await room.prove(table.id)).contributions

    async def test_partners_who_were_cut_for_keep_what_they_added(self, room):
        table = await room.tables.open(room.opening(FOUR))
        for press, player in enumerate((room.ben, room.cy, room.dee), 10):
            table = await room.tables.accept(table.id, player, press=press)
        (cut,) = [event for event in await room.tables.history(table.id) if isinstance(event, ForDealCut)]
        assert cut.places != (0, 1, 2, 3), "or this table would tell nothing"
        table = await room.tables.add_luck(table.id, room.dee, "clover")
        assert [one.seat for one in table.contributions] == [1, 2, 3, table.seat_of(room.dee)]
        with pytest.raises(TableError):
            await room.tables.add_luck(table.id, room.dee, "ladybird")
        await room.again()
        assert (await room.tables.find(table.id)).contributions == table.contributions
        rows = await room.database.rows("SELECT player_id FROM contributions ORDER BY number", ())
        assert [number for (number,) in rows] == [one.id for one in (room.ben, room.cy, room.dee, room.dee)]
        await room.play_out(table.id)
        assert (await room.prove(table.id)).contributions

    async def test_two_processes_never_promise_one_seed_twice(self, room):
        """Each reads the promise before the other has written."""
        other = service.Tables(room.database, room.wall, steady=room.wall.steady)
        alone = room.opening(robot="easy")
        assert len({*await asyncio.gather(room.tables.promise(room.ann), other.promise(room.ann))}) == 1
        begun = await asyncio.gather(*(tables.open(alone, press=1) for tables in (room.tables, other)))
        await other.close()
        assert len({table.agreement.seed for table in begun}) == 2
        assert [len(table.contributions) for table in begun].count(1) == 1, "the second seed was not shown yet"

    async def test_a_game_that_was_helped_deals_the_same_cards_again(self, room):
        table = await room.sit_down_with_robot()
        seat = table.seat_of(room.ann)
        await room.tables.act(table.id, room.ann, None, sound_move(table.view(seat)), press=1)
        before = (await room.tables.find(table.id)).contributions
        assert [one.before for one in before] == ["deal:2"]
        taken = await room.tables.take_back(table.id, room.ann)
        await room.tables.act(table.id, room.ann, None, sound_move(taken.view(seat)), press=2)
        with pytest.raises(TableError, match="without hints"):
            await room.tables.add_luck(table.id, room.ann, "clover")
        assert (await room.tables.find(table.id)).contributions == before
