"""One of three leaves a game: the others play on without them, and every list and rule treats them as gone."""

import pytest

from bot.accounts import Accounts
from bot.models.agreement import Clock
from bot.models.errors import NotSeated, TableError
from bot.storage.finished_games import list_server_results
from bot.tables import seating as limits
from bot.tables.game_stats import stats_of
from bot.tables.repository import record_of
from bot.tables.service import give_up_all, open_games
from bot.tables.table import Notice
from engine.actions import Accept, Declare, LayAway, Resign
from engine.events import Conceded, GameWon
from engine.presets import PRESETS, find
from engine.rules import Counting
from tests.support.depth import sampled
from tests.support.seated_tables import sound_move

THREE = find("house", players=3, target=61)
CHALLENGE = find("house", players=3, target=61, counting=Counting.CHALLENGE)


class TestTheGame:
    @sampled(
        ("preset", "moves", "ceremony"),
        [("house", 0, False), ("bicycle", 1, True), ("britannica", 9, False), ("crib-derby", 25, True)],
    )
    async def test_goes_on_to_its_end_and_is_proved(self, room, preset, moves, ceremony):
        rules = find(preset, players=3, target=min(PRESETS[preset].doubles), ceremony=ceremony)
        table = await room.gather(rules, preset=preset)
        for _ in range(moves):
            table = (await room.take_turn(table.id)).table
        left = await room.give_up(table, room.ben)
        assert (left.status, left.game.closed, left.game.seats) == ("playing", {1}, (0, 2))
        over = await room.play_out(table.id)
        assert over.game.phase.side in {0, 2}
        await room.prove(table.id)

    async def test_outlives_the_process(self, room):
        table = await room.give_up(await room.gather(THREE, clock=Clock(game=600)), room.ben)
        assert await (await room.again()).find(table.id) == table

    async def test_is_won_by_the_last_one_who_stays(self, room):
        table = await room.gather(THREE)
        await room.give_up(table, room.ben)
        over = await room.give_up(table, room.cy)
        assert (over.status, over.game.phase.side, over.game.phase.games) == ("over", 0, 2)
        assert await room.database.rows("SELECT side, games, ended_by FROM results") == [(0, 2, "resigned")]

    async def test_ends_where_only_robots_are_left(self, room):
        """Otherwise the leaver would wait for the end of a game that nobody plays."""
        table = await room.tables.open(room.opening(THREE, robots=("club", "easy")))
        await room.play_first_deal(table.id)
        over = await room.give_up(table, room.ann)
        events = await room.tables.history(table.id)
        assert (over.status, type(events[-1])) == ("over", GameWon)
        assert [event.why for event in events if isinstance(event, Conceded)] == ["resigned"] * 2
        assert not room.tables.robots._thinking or all(task.done() for task in room.tables.robots._thinking.values())

    async def test_goes_on_with_one_robot(self, room):
        table = await room.tables.open(room.opening(THREE, invited=room.ben, robots=("club",)))
        table = await room.tables.accept(table.id, room.ben)
        assert (await room.give_up(table, room.ann)).status == "playing"

    async def test_counts_as_lost_in_results_and_stats(self, room):
        table = await room.gather(THREE)
        await room.give_up(table, room.ben)
        over = await room.play_out(table.id)
        (result,) = await list_server_results(room.database, 1)
        assert (len(result.players), result.side, result.games) == (3, over.game.phase.side, 2)
        assert (await stats_of(room.tables, room.ben.id)).lost == 1
        winner = over.seats[over.game.phase.side].player
        assert (await stats_of(room.tables, winner.id)).games.won == 1


class TestThePlayerWhoLeft:
    async def test_has_the_game_in_no_list_until_it_is_over(self, room):
        table = await room.gather(THREE)
        await room.give_up(table, room.ben)
        assert await room.tables.ids_of_player(room.ben.id, "playing", "adjourned", "idle") == []
        assert await open_games(room.tables, room.ben) == []
        assert await room.tables.ids_of_player(room.ann.id, "playing") == [table.id]
        await room.play_out(table.id)
        assert await room.tables.ids_of_player(room.ben.id, "over") == [table.id]

    async def test_has_room_for_another_game(self, room, monkeypatch):
        monkeypatch.setattr(limits, "MOST_GAMES", 1)
        table = await room.gather(THREE)
        with pytest.raises(TableError, match="1 games in progress"):
            await room.tables.open(room.opening(host=room.ben, robot="easy"))
        await room.give_up(table, room.ben)
        assert (await room.tables.open(room.opening(host=room.ben, robot="easy"))).status == "playing"
        for player in (room.ann, room.cy):
            await room.tables.adjourn(table.id, player)
        assert (await room.tables.take_up(table.id, room.ann)).status == "playing", "nobody who plays has too many"

    async def test_can_do_nothing_more_at_the_table(self, room):
        table = await room.give_up(await room.gather(THREE), room.ben)
        seen = table.view(1)
        assert (seen.legal, seen.prompt) == ((), None)
        for acting in (
            room.tables.act(table.id, room.ben, None, Resign(1)),
            room.tables.adjourn(table.id, room.ben),
            room.tables.play_on(table.id, room.ben),
            room.tables.take_up(table.id, room.ben),
        ):
            with pytest.raises(NotSeated, match=r"You left this game\. The others are still playing\."):
                await acting

    async def test_has_no_clock_and_is_not_reminded(self, room):
        table = await room.gather(THREE, clock=Clock(turn=400))
        room.wall.passes(seconds=299)
        table = await room.give_up(table, room.ben)
        assert [deadline is None for deadline in table.deadlines] == [False, True, False]
        await room.later(seconds=2)
        assert [notice.seat for notice in room.notices("time_short")] == [0, 2]

    async def test_is_invited_to_the_next_game_like_everybody(self, room):
        table = await room.gather(THREE)
        await room.give_up(table, room.ben)
        over = await room.play_out(table.id)
        asked = await room.tables.again(over.id, room.ben)
        assert [seat.agreed for seat in asked.seats] == [False, True, False]

    async def test_plays_the_next_game_of_a_match(self, room):
        rules = find("house", rubber=True, players=3, target=61, doubles="none")
        table = await room.gather(rules, best_of=3)
        await room.give_up(table, room.ben)
        over = await room.play_out(table.id)
        following = await room.tables.again(over.id, room.ann)
        assert (following.status, following.game.closed, sum(following.standing)) == ("playing", frozenset(), 1)


class TestPausing:
    async def test_needs_those_alone_who_still_play(self, room):
        table = await room.give_up(await room.gather(THREE), room.ben)
        assert (await room.tables.adjourn(table.id, room.ann)).status == "playing"
        assert (await room.tables.adjourn(table.id, room.cy)).status == "adjourned"
        assert await room.tables.ids_of_player(room.ben.id, "adjourned") == []

    async def test_proposed_before_somebody_left_is_proposed_again(self, room):
        table = await room.gather(THREE)
        for player in (room.ann, room.ben):
            table = await room.tables.adjourn(table.id, player)
        assert len(table.adjourning) == 2
        left = await room.give_up(table, room.cy)
        assert (left.status, left.adjourning) == ("playing", frozenset())
        await room.tables.adjourn(table.id, room.ann)
        assert (await room.tables.adjourn(table.id, room.ben)).status == "adjourned"
        assert room.notices("adjourned") == [Notice("adjourned", 1)]


class TestTheCards:
    async def test_that_the_crib_still_gets_are_hidden_until_the_game_is_over(self, room):
        table = await room.gather(THREE)
        hand = table.view(1).hand
        left = await room.give_up(table, room.ben)
        (conceded,) = [event for event in left.recent if isinstance(event, Conceded)]
        assert set(conceded.cards) <= set(hand)
        assert conceded.cards
        for seat in (None, 0, 2):
            assert Conceded(1, "resigned") in left.events_for(seat)
        assert conceded in left.events_for(1)
        record = (await record_of(room.tables, table.id)).to_dict()
        assert all(event["kind"] not in {"dealt", "conceded"} for event in record["events"])
        over = await room.play_out(table.id)
        record = (await record_of(room.tables, over.id)).to_dict()
        assert [event["cards"] for event in record["events"] if event["kind"] == "conceded"] == [
            [card.name for card in conceded.cards]
        ]

    async def test_are_none_once_the_player_has_discarded(self, room):
        table = await room.gather(THREE)
        await room.tables.act(table.id, room.ben, None, LayAway(1, table.view(1).hand[:1]))
        left = await room.give_up(table, room.ben)
        assert Conceded(1, "resigned") in left.recent


class TestLeavingForGood:
    async def test_takes_the_name_from_a_game_that_goes_on(self, room):
        table = await room.gather(THREE)
        await give_up_all(room.tables, room.ben)
        await Accounts.over(room.database).privacy.erase(room.ben)
        await room.tables.forget_people()
        assert (await room.tables.find(table.id)).names == ("Ann", "a former player", "Cy")
        over = await room.play_out(table.id)
        assert over.names[1] == "a former player"
        with pytest.raises(TableError, match="One of these players has left"):
            await room.tables.again(over.id, room.ann)

    async def test_from_a_paused_game_leaves_it_paused(self, room):
        table = await room.gather(THREE, clock=Clock(turn=60, when_over="forfeit"))
        for player in (room.ann, room.ben, room.cy):
            await room.tables.adjourn(table.id, player)
        await give_up_all(room.tables, room.ben)
        table = await room.tables.find(table.id)
        assert (table.status, table.game.closed, table.deadlines) == ("adjourned", {1}, (None,) * 3)
        await room.tables.take_up(table.id, room.cy)
        assert (await room.play_out(table.id)).status == "over"

    async def test_from_an_idle_invitation_withdraws_it(self, room):
        table = await room.tables.open(room.opening(invited=room.ben))
        await room.later(days=4)
        assert (await room.tables.find(table.id)).status == "idle"
        await give_up_all(room.tables, room.ann)
        assert (await room.tables.find(table.id)).status == "closed"

    async def claimed(self, room, rules, **options):
        """Return a table at which a claim of game waits for an answer, and the seat that claims."""

        def claim(view):
            to_go = view.to_go(view.rules.side_of(view.seat))
            move = sound_move(view)
            return Declare(view.seat, to_go if to_go <= 29 else 15) if isinstance(move, Declare) else move

        table = await room.gather(rules, **options)
        table = await room.play_until(table, lambda view: view.window and view.window.claims_game, claim)
        return table, table.view(None).window.seat

    async def test_accepts_a_claim_of_game_that_cannot_be_fled(self, room):
        rules = find("house", target=61, counting=Counting.CHALLENGE)
        table, claimer = await self.claimed(room, rules)
        player = table.seats[1 - claimer].player
        await give_up_all(room.tables, player)
        over = await room.tables.find(table.id)
        assert (over.status, over.game.phase.side, over.game.phase.by) == ("over", claimer, "show")

    async def test_leaves_two_others_with_a_claim_of_game(self, room):
        table, claimer = await self.claimed(room, CHALLENGE)
        leaver, third = [seat for seat in range(3) if seat != claimer]
        await give_up_all(room.tables, table.seats[leaver].player)
        table = await room.tables.find(table.id)
        assert (table.status, table.game.closed) == ("playing", {leaver})
        assert table.view(None).waiting_on == (third,)
        await room.act(table, Accept(third))
        assert (await room.tables.find(table.id)).game.phase.side == claimer

    async def test_resigns_where_the_claim_was_the_players_own(self, room):
        rules = find("house", target=61, counting=Counting.CHALLENGE)
        table, claimer = await self.claimed(room, rules)
        await give_up_all(room.tables, table.seats[claimer].player)
        over = await room.tables.find(table.id)
        assert (over.status, over.game.phase.side, over.game.phase.by) == ("over", 1 - claimer, "resigned")
