"""Finished games are examined once each: achievements and figures, over restarts, old files and faults."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.accounts import Accounts
from bot.models.errors import StorageError
from bot.models.result import BoardTotals
from bot.progress import achievements as module
from bot.progress.achievements import FEWEST, RANKINGS, AchievementService, board_of, ranked
from bot.storage import finished_games as store
from bot.tables.game_stats import game_stats
from engine.actions import Resign
from engine.cards import Card
from tests.support.blank_database import old_file, opened
from tests.support.seated_tables import room_over
from tests.support.stacked_packs import HURRIED_FIVES


@pytest.fixture
def service(room):
    return AchievementService(room.tables)


async def play(room, **options):
    """Play a whole game of Ann and Ben, a day after the one before; return its table."""
    room.wall.passes(days=1)
    return await room.play_out((await room.sit_down(**options)).id)


async def play_some(room, **options):
    """Play the first deal of a game, which Ben then gives up, a day after the one before; return its table."""
    room.wall.passes(days=1)
    table = await room.sit_down(**options)
    while (await room.tables.find(table.id)).view(None).deal == 1:
        await room.take_turn(table.id)
    return await room.give_up(table, room.ben)


async def give_up(room, player, **options):
    room.wall.passes(days=1)
    table = await room.sit_down(**options)
    await room.tables.act(table.id, player, None, Resign(table.seat_of(player)))
    return table


async def kinds(service, player):
    return {earned.kind for earned in await service.of_player(player.id)}


async def left(room):
    return await store.list_unexamined(room.database, 100)


class TestAGame:
    async def test_brings_what_it_deserves_with_its_cards(self, room, service, stack):
        stack(HURRIED_FIVES, cut="KD AC")
        table = await play_some(room)
        earned = {one.kind: one for one in await service.of_game(table.id) if one.player_id == room.ann.id}
        hand = earned["hand_29"]
        assert (hand.table_id, hand.deal, hand.earned_at) == (table.id, 1, room.wall.now)
        assert hand.cards == tuple(map(Card.parse, ["5H", "5D", "5C", "JS", "5S"]))
        assert "hand_29" not in await kinds(service, room.ben)

    async def test_is_examined_once(self, room, service, stack, monkeypatch):
        stack(HURRIED_FIVES, cut="KD AC")
        table = await play_some(room)
        assert await left(room) == [table.id]
        first = await service.of_game(table.id)
        assert await left(room) == []
        monkeypatch.setattr(module, "achievements_of", None)
        assert await service.of_game(table.id) == first

    async def test_leaves_its_figures(self, room, service):
        table = await play(room)
        await service.examine(table.id)
        stats = game_stats(await room.tables.course(table.id, table.rules))
        rows = await room.database.rows(
            "SELECT player_id, guild_id, won, hands, hand_points, best_hand, cribs, crib_points, pegged "
            "FROM game_figures WHERE table_id = ? ORDER BY player_id",
            (table.id,),
        )
        assert rows == [
            (
                *(player.id, 1, int(table.game.phase.side == seat), one.hands, one.hand_points, one.best_hand),
                *(one.cribs, one.crib_points, one.pegged),
            )
            for seat, (player, one) in enumerate(zip((room.ann, room.ben), stats, strict=True))
        ]

    @pytest.mark.parametrize("order", [1, -1])
    async def test_of_before_stands_whichever_is_examined_first(self, room, service, stack, order):
        stack(HURRIED_FIVES, cut="KD AC")
        games = [await play_some(room), await play_some(room)]
        for table in games[::order]:
            await service.examine(table.id)
        (hand,) = [one for one in await service.of_player(room.ann.id) if one.kind == "hand_29"]
        assert hand.table_id == games[0].id
        assert "hand_29" not in {one.kind for one in await service.of_game(games[1].id)}

    async def test_with_help_brings_nothing(self, room, service, stack):
        stack(HURRIED_FIVES, cut="KD AC")
        table = await room.tables.open(room.opening(robot="easy"))
        await room.tables.mark_helped(table.id)
        while (await room.tables.find(table.id)).status == "playing":
            await asyncio.gather(*room.tables.robots._thinking.values())
            if 0 in (await room.tables.find(table.id)).view(None).waiting_on:
                await room.take_turn(table.id)
        await service.examine(table.id)
        assert await kinds(service, room.ann) == set()
        assert await room.database.rows("SELECT player_id FROM game_figures") == []
        assert await store.list_past_games(room.database, room.ann.id) == []


class TestManyGames:
    async def test_ten_games_on_ten_days(self, room, service, stack):
        stack(*[HURRIED_FIVES] * 3, cut="KD AC")
        games = [await play(room) for _ in range(11)]
        for table in games[:9]:
            await service.examine(table.id)
        assert not await kinds(service, room.ann) & {"games_10", "ten_nights"}
        await service.examine(games[10].id)
        completed = {one.kind for one in await service.of_game(games[9].id) if one.player_id == room.ben.id}
        assert {"games_10", "ten_nights"} <= completed
        (tenth,) = [one for one in await service.of_player(room.ann.id) if one.kind == "games_10"]
        assert tenth.table_id == games[9].id, "whichever is examined first"
        assert tenth.earned_at == room.wall.now - timedelta(days=1)

    async def test_games_that_were_given_up_are_none(self, room, service):
        for _ in range(10):
            table = await give_up(room, room.ben)
            await service.examine(table.id)
        assert await kinds(service, room.ann) == set()


class TestInTheBackground:
    @pytest.fixture(autouse=True)
    def at_once(self, monkeypatch):
        monkeypatch.setattr(module, "PAUSE", 0)

    async def test_every_game_that_ends(self, room, service):
        room.tables.tell(service, "game")
        for _ in range(2):
            await play_some(room)
            await service._background.wait("achievements")
        assert await left(room) == []
        await service.close()

    async def test_what_the_disk_refuses_is_tried_again(self, room, service, monkeypatch):
        refused, other = await play_some(room), await play_some(room)
        refusals, add = [StorageError("disk full")], store.add_figures

        def refuse_once(*values):
            if refusals:
                raise refusals.pop()
            add(*values)

        monkeypatch.setattr(store, "add_figures", refuse_once)
        service.start()
        await service._background.wait("achievements")
        assert await left(room) == [refused.id], "the other one does not wait for it"
        service.start()
        await service._background.wait("achievements")
        assert await left(room) == []
        assert {table for (table,) in await room.database.rows("SELECT table_id FROM game_figures")} == {
            refused.id,
            other.id,
        }

    async def test_what_the_disk_refuses_keeps_no_result_from_being_shown(self, room, service, monkeypatch):
        table = await play_some(room)

        def refuse(*_):
            raise StorageError("disk full")

        monkeypatch.setattr(store, "add_figures", refuse)
        assert await service.of_game(table.id) == []
        monkeypatch.undo()
        await service.examine(table.id)
        assert await left(room) == []

    async def test_a_damaged_game_keeps_no_other_waiting(self, room, service, at_error):
        damaged, sound = await play_some(room), await play_some(room)
        at_error.append(f"game {damaged.id} in server 1")
        async with room.database.transaction() as writing:
            writing.write("UPDATE events SET body = '{}' WHERE table_id = ? AND version = 3", (damaged.id,))
        service.start()
        await service._background.wait("achievements")
        assert await left(room) == []
        assert {table for (table,) in await room.database.rows("SELECT table_id FROM game_figures")} == {sound.id}

    async def test_two_at_once_store_it_once(self, room, service, stack):
        stack(HURRIED_FIVES, cut="KD AC")
        table = await play_some(room)
        first, second = await asyncio.gather(service.of_game(table.id), service.of_game(table.id))
        assert first == second


class TestStreaks:
    async def test_of_wins_and_of_days_up_to_a_game(self, room):
        tables, streaks = [], room.tables.streaks
        for loser, hours in ((room.ben, 0), (room.ben, 1), (room.ben, 24), (room.ann, 24), (room.ben, 48)):
            room.wall.passes(hours=hours)
            tables.append((await room.give_up(await room.sit_down(), loser)).id)
        found = [await streaks(room.ann.id, table) for table in tables]
        assert [(one.wins, one.days, one.is_first) for one in found] == [
            *((1, 1, True), (2, 0, False), (3, 2, False), (0, 3, False), (1, 1, False))
        ]
        assert (await streaks(room.ben.id, tables[3])).wins == 1

    async def test_a_game_with_help_has_none_and_ends_none(self, room):
        before, helped, after = [await give_up(room, loser) for loser in (room.ben, room.ann, room.ben)]
        async with room.database.transaction() as writing:
            writing.write("UPDATE tables SET helped = 1 WHERE id = ?", (helped.id,))
        found = [await room.tables.streaks(room.ann.id, table.id) for table in (before, helped, after)]
        assert [one.wins for one in found] == [1, 0, 2]


class TestErased:
    async def test_nothing_is_left(self, room, service, stack):
        stack(HURRIED_FIVES, cut="KD AC")
        await service.examine((await play_some(room)).id)
        accounts = Accounts.over(room.database)
        document = await accounts.privacy.export(room.ann)
        assert "hand_29" in {row["achievement"] for row in document["achievements"]}
        assert [row["hands"] > 0 for row in document["game_figures"]] == [True]
        await accounts.privacy.erase(room.ann)
        assert await kinds(service, room.ann) == set()
        assert [row.player_id for row in await store.sum_figures(room.database, 1)] == [room.ben.id]

    async def test_a_game_that_is_examined_afterwards_brings_nothing(self, room, service, stack):
        stack(HURRIED_FIVES, cut="KD AC")
        table = await play_some(room)
        accounts = Accounts.over(room.database)
        await accounts.privacy.erase(room.ann)
        await service.examine(table.id)
        assert await room.database.rows("SELECT player_id FROM game_figures") == [(room.ben.id,)]
        assert await kinds(service, room.ann) == set()


@pytest.mark.sqlite
class TestAnOldFile:
    @pytest.mark.parametrize("version", ["0001", "0006", "0014"])
    async def test_its_games_are_examined_in_the_background(self, tmp_path, version, monkeypatch):
        monkeypatch.setattr(module, "PAUSE", 0)
        path = tmp_path / "cribbage.db"
        await (await opened(old_file(path, version))).close()
        async with room_over(path) as room:
            finished = await room.database.rows(
                "SELECT results.table_id, player_id FROM results JOIN seats USING (table_id) "
                "JOIN players ON players.id = player_id WHERE discord_id IS NOT NULL ORDER BY 1, 2"
            )
            assert finished
            assert set(await left(room)) >= {table for table, _ in finished}
            service = AchievementService(room.tables)
            service.start()
            await service._background.wait("achievements")
            assert await left(room) == []
            assert await room.database.rows("SELECT table_id, player_id FROM game_figures ORDER BY 1, 2") == finished


class TestTheBoard:
    async def test_a_resigned_game_counts_with_what_was_played(self, room, service):
        table = await give_up(room, room.ben)
        await service.examine(table.id)
        (ann, ben) = await store.sum_figures(room.database, 1)
        assert (ann.games, ann.won, ann.hands, ben.won) == (1, 1, 0, 0)
        lines = await board_of(room.tables, 1)
        assert [len(lines[ranking.kind]) for ranking in RANKINGS] == [2, 0, 0, 0, 0]

    def test_averages_need_games_and_equals_share_a_place(self):
        def totals(number, games, points):
            return BoardTotals(number, f"P{number}", games, 0, 10, points, 12, 0)

        games, hand, _, best, lost = RANKINGS
        few, many = FEWEST - 1, FEWEST
        people = [totals(1, few, 99), totals(2, many, 80), totals(3, many, 90), totals(4, many, 80)]
        lines = [(line.place, line.totals.player_id, line.value) for line in ranked(people, hand)]
        assert lines == [(1, 3, 9.0), (2, 2, 8.0), (2, 4, 8.0)]
        lines = [(line.place, line.totals.player_id) for line in ranked(people, games)]
        assert lines == [(1, 2), (1, 3), (1, 4), (4, 1)]
        assert len(ranked([totals(number, 1, 1) for number in range(30)], best)) == 30
        assert len(ranked([totals(number, 1 + number, 1) for number in range(30)], games)) == 5
        reviewed = [
            replace(totals(number, many, 1), reviewed=many - (number == 3), lost=0.1 * number) for number in (3, 2, 1)
        ]
        assert [line.totals.player_id for line in ranked(reviewed, lost)] == [1, 2]
