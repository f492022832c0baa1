"""Standings: a server's games between people, and how they make a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.server_standings import server_table
from bot.models.result import ServerResult
from bot.storage import players
from bot.storage.server_results import list_results
from engine.actions import Resign
from engine.presets import find
from tests.support.seated_tables import room_over

ANN, BEN, CY, DEE = (1, "Ann"), (2, "Ben"), (3, "Cy"), (4, "Dee")


def beats(winner, loser, scores=(121, 100), games=1, *, seat=0):
    """A result; the winner sat at this seat."""
    if seat == 0:
        return ServerResult((winner, loser), scores, 0, games)
    return ServerResult((loser, winner), scores[::-1], 1, games)


def lines(results):
    return [
        (line.rank, line.name, line.played, line.won, line.lost, line.games, line.spread)
        for line in server_table(results)
    ]


class TestTheTable:
    def test_of_no_games(self):
        assert server_table([]) == []

    @pytest.mark.parametrize("seat", [0, 1])
    def test_one_game_wherever_the_winner_sat(self, seat):
        assert lines([beats(ANN, BEN, (121, 97), seat=seat)]) == [
            (1, "Ann", 1, 1, 0, 1, 24),
            (2, "Ben", 1, 0, 1, 0, -24),
        ]

    def test_a_double_game_counts_as_two_but_is_won_once(self):
        assert lines([beats(ANN, BEN, (121, 80), games=2)])[0] == (1, "Ann", 1, 1, 0, 2, 41)

    def test_games_with_their_doubles_come_before_wins(self):
        results = [beats(ANN, BEN, games=4), beats(CY, BEN), beats(CY, DEE), beats(CY, DEE)]
        assert [(line.name, line.games, line.won) for line in server_table(results)[:2]] == [
            ("Ann", 4, 1),
            ("Cy", 3, 3),
        ]

    def test_wins_come_before_spread(self):
        results = [beats(ANN, BEN, (121, 60), games=2), beats(CY, DEE, (121, 120)), beats(CY, DEE, (121, 120))]
        assert [line.name for line in server_table(results)[:2]] == ["Cy", "Ann"]

    def test_spread_decides_between_equal_wins(self):
        results = [beats(ANN, BEN, (121, 120)), beats(CY, DEE, (121, 100))]
        assert [(line.rank, line.name, line.spread) for line in server_table(results)] == [
            (1, "Cy", 21),
            (2, "Ann", 1),
            (3, "Ben", -1),
            (4, "Dee", -21),
        ]

    def test_true_equals_share_a_place_and_the_next_is_left_out(self):
        results = [beats(CY, BEN), beats(ANN, DEE)]
        assert [(line.rank, line.name) for line in server_table(results)] == [
            (1, "Ann"),
            (1, "Cy"),
            (3, "Ben"),
            (3, "Dee"),
        ]

    def test_a_game_that_the_leader_resigns_has_a_spread_below_0(self):
        assert lines([beats(ANN, BEN, (40, 90))]) == [(1, "Ann", 1, 1, 0, 1, -50), (2, "Ben", 1, 0, 1, 0, 50)]

    def test_partners_win_and_lose_together(self):
        four = ServerResult((ANN, BEN, CY, DEE), (121, 80), 0, 2)
        assert lines([four]) == [
            (1, "Ann", 1, 1, 0, 2, 41),
            (1, "Cy", 1, 1, 0, 2, 41),
            (3, "Ben", 1, 0, 1, 0, -41),
            (3, "Dee", 1, 0, 1, 0, -41),
        ]

    def test_of_three_one_wins_and_two_lose(self):
        three = ServerResult((ANN, BEN, CY), (90, 121, 100), 1, 2)
        assert lines([three]) == [
            (1, "Ben", 1, 1, 0, 2, 21),
            (2, "Cy", 1, 0, 1, 0, -21),
            (3, "Ann", 1, 0, 1, 0, -31),
        ]

    def test_two_players_of_one_name_are_two(self):
        assert len(server_table([beats(ANN, (9, "Ann"))])) == 2

    def test_a_renamed_player_is_one_player(self):
        assert lines([beats(ANN, BEN), beats((1, "Annie"), BEN)])[0] == (1, "Annie", 2, 2, 0, 2, 42)


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
    @pytest.fixture
    async def room(self, tmp_path):
        async with room_over(tmp_path / "cribbage.db") as room:
            yield room

    async def play(self, room, loser=1, **options):
        table = await room.sit_down(**options)
        player = table.seats[loser].player
        return (await room.tables.act(table.id, player, None, Resign(loser))).table

    async def test_are_those_of_finished_games_of_this_server(self, room):
        over = await self.play(room)
        await self.play(room, guild_id=2)
        await self.play(room, guild_id=None)
        await room.sit_down()
        await room.tables.open(room.opening())
        (result,) = await list_results(room.database, 1)
        assert result == ServerResult(((room.ann.id, "Ann"), (room.ben.id, "Ben")), over.game.scores, 0, 2)
        assert len(await list_results(room.database, 2)) == 1
        assert await list_results(room.database, 3) == []

    async def test_of_games_against_the_robot_are_none(self, room):
        table = await room.tables.open(room.opening(robot="easy"))
        await room.tables.act(table.id, room.ann, None, Resign(0))
        assert await list_results(room.database, 1) == []

    async def test_tell_the_doubles_and_the_scores_of_a_game_played_out(self, room):
        over = await room.play_out((await room.sit_down()).id)
        (result,) = await list_results(room.database, 1)
        phase = over.game.phase
        assert (result.scores, result.side, result.games) == (over.game.scores, phase.side, phase.games)
        winner, loser = server_table([result])
        assert winner.name == over.names[phase.side]
        assert winner.spread == -loser.spread == over.game.scores[phase.side] - over.game.scores[1 - phase.side]

    async def test_of_three_and_four_hands_count_for_everyone(self, room):
        for hands in (3, 4):
            over = await room.play_out((await room.gather(find("house", players=hands, target=61))).id)
            result = next(one for one in await list_results(room.database, 1) if len(one.players) == hands)
            assert result == ServerResult(
                tuple((seat.player.id, seat.player.name) for seat in over.seats),
                over.game.scores,
                over.game.phase.side,
                over.game.phase.games,
            )
        assert sum(line.won for line in server_table(await list_results(room.database, 1))) == 1 + 2

    async def test_of_a_rematch_count_by_person_and_not_by_seat(self, room):
        first = await self.play(room, loser=0)
        await room.tables.again(first.id, room.ann)
        second = await room.tables.again(first.id, room.ben)
        await room.tables.act(second.id, room.ann, None, Resign(0))
        table = server_table(await list_results(room.database, 1))
        assert [(line.name, line.won) for line in table] == [("Ben", 2), ("Ann", 0)]

    async def test_carry_the_name_that_a_player_has_now(self, room):
        await self.play(room)
        await players.meet(room.database, room.ann.discord_id, "Annie")
        assert [line.name for line in server_table(await list_results(room.database, 1))] == ["Annie", "Ben"]
