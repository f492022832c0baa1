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

ANN, BEN, CY, DEE = (1, "Ann"), (2, "Ben"), (3, "Cy"), (4, "Dee")


def beats(winner, loser, scores=(121, 100), games=1, *, seat=0):
    """A result; the winner sat at this seat."""
    if seat == 0:
        return ServerResult((winner, loser), scores, 0, games)
    return ServerResult((loser, winner), scores[::-1], 1, games)


TABLES = {
    "no games": ([], []),
    "one game": ([beats(ANN, BEN, (121, 97))], [(1, "Ann", 1, 1, 0, 1, 24), (2, "Ben", 1, 0, 1, 0, -24)]),
    "the winner sat second": (
        [beats(ANN, BEN, (121, 97), seat=1)],
        [(1, "Ann", 1, 1, 0, 1, 24), (2, "Ben", 1, 0, 1, 0, -24)],
    ),
    "a double game counts as two but is won once": (
        [beats(ANN, BEN, (121, 80), games=2)],
        [(1, "Ann", 1, 1, 0, 2, 41), (2, "Ben", 1, 0, 1, 0, -41)],
    ),
    "games with their doubles come before wins": (
        [beats(ANN, BEN, games=4), beats(CY, BEN), beats(CY, BEN), beats(CY, BEN)],
        [(1, "Ann", 1, 1, 0, 4, 21), (2, "Cy", 3, 3, 0, 3, 63), (3, "Ben", 4, 0, 4, 0, -84)],
    ),
    "wins come before spread": (
        [beats(ANN, BEN, (121, 60), games=2), beats(CY, BEN, (121, 120)), beats(CY, BEN, (121, 120))],
        [(1, "Cy", 2, 2, 0, 2, 2), (2, "Ann", 1, 1, 0, 2, 61), (3, "Ben", 3, 0, 3, 0, -63)],
    ),
    "spread decides between equal wins, and true equals share a place": (
        [beats(CY, BEN), beats(ANN, BEN), beats(DEE, BEN, (121, 120))],
        [
            *((1, "Ann", 1, 1, 0, 1, 21), (1, "Cy", 1, 1, 0, 1, 21), (3, "Dee", 1, 1, 0, 1, 1)),
            (4, "Ben", 3, 0, 3, 0, -43),
        ],
    ),
    "a game that the leader resigns has a spread below 0": (
        [beats(ANN, BEN, (40, 90))],
        [(1, "Ann", 1, 1, 0, 1, -50), (2, "Ben", 1, 0, 1, 0, 50)],
    ),
    "partners win and lose together": (
        [ServerResult((ANN, BEN, CY, DEE), (121, 80), 0, 2)],
        [
            *((1, "Ann", 1, 1, 0, 2, 41), (1, "Cy", 1, 1, 0, 2, 41)),
            *((3, "Ben", 1, 0, 1, 0, -41), (3, "Dee", 1, 0, 1, 0, -41)),
        ],
    ),
    "of three one wins and two lose": (
        [ServerResult((ANN, BEN, CY), (90, 121, 100), 1, 2)],
        [(1, "Ben", 1, 1, 0, 2, 21), (2, "Cy", 1, 0, 1, 0, -21), (3, "Ann", 1, 0, 1, 0, -31)],
    ),
    "two players of one name are two": (
        [beats(ANN, (9, "Ann"))],
        [(1, "Ann", 1, 1, 0, 1, 21), (2, "Ann", 1, 0, 1, 0, -21)],
    ),
    "a renamed player is one player": (
        [beats(ANN, BEN), beats((1, "Annie"), BEN)],
        [(1, "Annie", 2, 2, 0, 2, 42), (2, "Ben", 2, 0, 2, 0, -42)],
    ),
}


@pytest.mark.parametrize(("results", "table"), TABLES.values(), ids=TABLES)
def test_the_table_by_hand(results, table):
    """Place, name, played, won, lost, games and spread."""
    assert [
        (line.rank, line.name, line.played, line.won, line.lost, line.games, line.spread)
        for line in server_table(results)
    ] == table


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
