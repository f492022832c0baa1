"""The ladder of a server: its games between people, and how they make a ladder."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.ratings import FEWEST, display_rating, ladder_of, updated_ratings
from bot.models.player import Player
from bot.models.result import Rating, ServerResult
from bot.storage import players
from bot.storage.finished_games import list_server_results
from engine.actions import Resign
from engine.presets import find

ANN, BEN, CY, DEE = (Player(number, None, name) for number, name in enumerate(("Ann", "Ben", "Cy", "Dee"), 1))


def beats(winner, loser, *, seat=0):
    """A result; the winner sat at this seat."""
    return ServerResult((winner, loser)[:: 1 - 2 * seat], (121, 100)[:: 1 - 2 * seat], seat, 1)


def shown(results):
    """Place, name, games, wins and wins in a row."""
    return [(line.rank, line.player.name, line.played, line.won, line.run) for line in ladder_of(results)]


LADDERS = {
    "no games": ([], []),
    "a place needs three games": ([beats(ANN, BEN)] * 2, [(None, "Ann", 2, 2, 2), (None, "Ben", 2, 0, 0)]),
    "the winner's seat makes no difference": (
        [beats(ANN, BEN, seat=1)] * 3,
        [(1, "Ann", 3, 3, 3), (2, "Ben", 3, 0, 0)],
    ),
    "with few games there is no place, however good they are": (
        [*[beats(ANN, BEN)] * 3, *[beats(CY, ANN)] * 2],
        [(1, "Ann", 5, 3, 0), (2, "Ben", 3, 0, 0), (None, "Cy", 2, 2, 2)],
    ),
    "to beat who wins counts more than to beat who loses": (
        [*[beats(ANN, BEN)] * 5, *[beats(CY, ANN)] * 3, *[beats(DEE, BEN)] * 3],
        [(1, "Cy", 3, 3, 3), (2, "Dee", 3, 3, 3), (3, "Ann", 8, 5, 0), (4, "Ben", 8, 0, 0)],
    ),
    "a lost game ends the wins in a row": (
        [beats(ANN, BEN), beats(ANN, BEN), beats(BEN, ANN), beats(ANN, BEN)],
        [(1, "Ann", 4, 3, 1), (2, "Ben", 4, 1, 0)],
    ),
    "partners win and lose together, and equals share a place": (
        [ServerResult((ANN, BEN, CY, DEE), (80, 121), 1, 2)] * 3,
        [(1, "Ben", 3, 3, 3), (1, "Dee", 3, 3, 3), (3, "Ann", 3, 0, 0), (3, "Cy", 3, 0, 0)],
    ),
    "of three one wins and two lose": (
        [ServerResult((ANN, BEN, CY), (90, 121, 100), 1, 2)] * 3,
        [(1, "Ben", 3, 3, 3), (2, "Ann", 3, 0, 0), (2, "Cy", 3, 0, 0)],
    ),
    "a renamed player is one player": (
        [beats(ANN, BEN), beats(replace(ANN, name="Annie"), BEN), beats(replace(ANN, name="Annie"), BEN)],
        [(1, "Annie", 3, 3, 3), (2, "Ben", 3, 0, 0)],
    ),
}


@pytest.mark.parametrize(("results", "ladder"), LADDERS.values(), ids=LADDERS)
def test_the_ladder_by_hand(results, ladder):
    assert shown(results) == ladder


def test_of_two_the_ratings_are_those_of_leagues():
    won, lost = updated_ratings(Rating(), Rating())
    assert [line.rating for line in ladder_of([beats(ANN, BEN)])] == [won, lost]


people = st.sampled_from([Player(number, None, f"P{number}") for number in range(5)])
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


@given(results)
def test_whatever_was_played(played):
    ladder = ladder_of(played)
    assert sum(line.played for line in ladder) == 2 * len(played)
    assert sum(line.won for line in ladder) == len(played)
    placed = [line for line in ladder if line.rank is not None]
    assert placed == ladder[: len(placed)]
    assert all((line.played >= FEWEST) is (line.rank is not None) for line in ladder)
    merits = [(-display_rating(line.rating)[0], -line.won) for line in placed]
    assert [line.rank for line in placed] == [1 + sum(other < merit for other in merits) for merit in merits]


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
        assert result == ServerResult((room.ann, room.ben), over.game.scores, 0, 2)
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
            people = tuple(seat.player for seat in over.seats)
            assert result == ServerResult(people, over.game.scores, over.game.phase.side, over.game.phase.games)
        assert sum(line.won for line in ladder_of(await list_server_results(room.database, 1))) == 1 + 2

    async def test_of_a_rematch_count_by_person_and_not_by_seat(self, room):
        first = await self.play(room, loser=0)
        await room.tables.again(first.id, room.ann)
        second = await room.tables.again(first.id, room.ben)
        await room.tables.act(second.id, room.ann, None, Resign(0))
        ladder = ladder_of(await list_server_results(room.database, 1))
        assert [(line.player.name, line.won) for line in ladder] == [("Ben", 2), ("Ann", 0)]

    async def test_carry_the_name_that_a_player_has_now(self, room):
        await self.play(room)
        await players.meet(room.database, room.ann.discord_id, "Annie")
        (result,) = await list_server_results(room.database, 1)
        assert [player.name for player in result.players] == ["Annie", "Ben"]

    async def test_are_of_the_month_that_is_asked_for(self, room):
        await self.play(room)
        month = room.wall.now.date().replace(day=1)
        assert len(await list_server_results(room.database, 1, month)) == 1
        assert await list_server_results(room.database, 1, month - timedelta(days=1)) == []
