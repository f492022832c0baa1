"""Standings: a server's games between people, and how they make a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.statistics import server_table
from bot.models.result import ServerResult
from bot.storage import players
from bot.storage.finished_games import list_server_results
from engine.actions import Resign
from engine.presets import find
from tests.support.data_files import data_beside

TABLES = data_beside(__file__)


def stored(people, scores, side, games):
    named = (name.split() for name in people)
    return ServerResult(tuple((int(number), name) for number, name in named), tuple(scores), side, games)


@pytest.mark.parametrize("written", TABLES.values(), ids=TABLES)
def test_the_table_by_hand(written):
    assert [
        [line.rank, line.name, line.played, line.won, line.lost, line.games, line.spread]
        for line in server_table([stored(*result) for result in written["results"]])
    ] == written["table"]


people = st.integers(1, 5).map(lambda number: (number, f"P{number}"))
results = st.lists(
    st.builds(
        ServerResult,
        st.tuples(people, people).filter(lambda pair: pair[0] != pair[1]),
        st.tuples(st.integers(0, 121), st.integers(0, 121)),
        st.integers(0, 1),
        st.sampled_from([1, 2, 4]),
    ),
    max_size=30,
)


@given(results, st.randoms(use_true_random=False))
def test_whatever_was_played(played, chance):
    table = server_table(played)
    assert sum(line.played for line in table) == 2 * len(played)
    assert sum(line.won for line in table) == sum(line.lost for line in table) == len(played)
    assert sum(line.games for line in table) == sum(result.games for result in played)
    assert sum(line.spread for line in table) == 0
    merits = [(line.games, line.won, line.spread) for line in table]
    assert merits == sorted(merits, reverse=True)
    for line in table:
        assert line.rank == 1 + sum(merit > (line.games, line.won, line.spread) for merit in merits)
    shuffled = chance.sample(played, len(played))
    assert server_table(shuffled) == table, "the order of play does not matter"


class TestTheResults:
    async def play(self, room, loser=1, **options):
        table = await room.sit_down(**options)
        return await room.give_up(table, table.seats[loser].player)

    async def test_are_those_of_finished_games_of_this_server(self, room):
        over = await self.play(room)
        await self.play(room, guild_id=2)
        await self.play(room, guild_id=None)
        await room.sit_down()
        await room.tables.open(room.opening())
        (result,) = await list_server_results(room.database, 1)
        assert result == ServerResult(((room.ann.id, "Ann"), (room.ben.id, "Ben")), over.game.scores, 0, 2)
        assert len(await list_server_results(room.database, 2)) == 1
        assert await list_server_results(room.database, 3) == []

    async def test_of_games_against_the_robot_are_none(self, room):
        table = await room.tables.open(room.opening(robot="easy"))
        await room.tables.act(table.id, room.ann, None, Resign(0))
        assert await list_server_results(room.database, 1) == []

    async def test_of_three_and_four_hands_count_for_everyone(self, room):
        for hands in (3, 4):
            over = await room.play_out((await room.gather(find("house", players=hands, target=61))).id)
            result = next(one for one in await list_server_results(room.database, 1) if len(one.players) == hands)
            people = tuple((seat.player.id, seat.player.name) for seat in over.seats)
            assert result == ServerResult(people, over.game.scores, over.game.phase.side, over.game.phase.games)
        assert sum(line.won for line in server_table(await list_server_results(room.database, 1))) == 1 + 2

    async def test_of_a_rematch_count_by_person_and_not_by_seat(self, room):
        first = await self.play(room, loser=0)
        await room.tables.again(first.id, room.ann)
        second = await room.tables.again(first.id, room.ben)
        await room.tables.act(second.id, room.ann, None, Resign(0))
        table = server_table(await list_server_results(room.database, 1))
        assert [(line.name, line.won) for line in table] == [("Ben", 2), ("Ann", 0)]

    async def test_carry_the_name_that_a_player_has_now(self, room):
        await self.play(room)
        await players.meet(room.database, room.ann.discord_id, "Annie")
        assert [line.name for line in server_table(await list_server_results(room.database, 1))] == ["Annie", "Ben"]
