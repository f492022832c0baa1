"""Groups and divisions: how they are filled, who meets whom, who goes through, and who goes up and down."""

import random
from collections import Counter
from datetime import date
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues import documents, export
from bot.leagues.access import Asker
from bot.leagues.brackets import bracket
from bot.leagues.groups import draw_groups, fill_divisions, keep_apart, promoted
from bot.models.league import Grouping
from bot.storage import leagues
from tests.support.sample_league import refused


async def groups_of(club, league, season=None):
    season = season or await club.leagues.directory.season(league)
    found = await leagues.read_groups(club.room.database, league.id, season.number)
    return {number: {player for player, own in found.items() if own == number} for number in set(found.values())}


@given(st.integers(2, 60), st.integers(1, 9))
def test_groups_and_divisions_have_nearly_equal_sizes(players, many):
    for groups in (draw_groups(range(players), many), fill_divisions(range(players), many)):
        assert sorted(player for group in groups for player in group) == list(range(players))
        sizes = [len(group) for group in groups]
        assert max(sizes) - min(sizes) <= 1
    assert [player for division in fill_divisions(range(players), many) for player in division] == list(range(players))


@given(st.lists(st.integers(2, 12), min_size=1, max_size=6), st.integers(1, 8))
def test_promotion_keeps_the_sizes_and_swaps_neighbours(sizes, moves):
    players = iter(range(sum(sizes)))
    divisions = [[next(players) for _ in range(size)] for size in sizes]
    after = promoted(divisions, moves)
    assert [len(division) for division in after] == sizes
    assert sorted(player for division in after for player in division) == list(range(sum(sizes)))
    place = {player: number for number, division in enumerate(divisions) for player in division}
    for number, division in enumerate(after):
        for player in division:
            assert abs(place[player] - number) <= 1
    for number in range(len(sizes) - 1):
        many = min(moves, sizes[number] // 2, sizes[number + 1] // 2)
        assert set(divisions[number + 1][:many]) <= set(after[number]), "the first go up"
        down = set(divisions[number][-many:])
        assert down <= set(after[number + 1]), "the last go down"
        assert len(down) == many


@given(st.integers(2, 8), st.integers(1, 3), st.randoms(use_true_random=False))
def test_players_of_one_group_meet_late(many, each, rng):
    """Where two go through from each group, or more groups are there, nobody meets their own group at once."""
    groups = {100 * place + group: group for place in range(each) for group in range(many)}
    seeds = []
    for place in range(each):
        level = [100 * place + group for group in range(many)]
        rng.shuffle(level)
        seeds += level
    if len(seeds) < 2:
        return
    apart = keep_apart(seeds, groups)
    assert sorted(apart) == sorted(seeds)
    clashes = [
        pairing
        for pairing in bracket(apart)
        if pairing.second is not None and groups[pairing.first] == groups[pairing.second]
    ]
    assert clashes == []


class TestGroupsThenKnockout:
    @pytest.mark.parametrize(("many", "groups", "times"), [(13, 3, 1), (9, None, 2)])
    async def test_a_whole_season(self, club, many, groups, times):
        """Of so many groups, or of groups of four."""
        people = await club.people(many)
        league = await club.league(*people, format="groups", preset="acc", begin=False)
        league = await club.leagues.setup.divide(league, club.boss, Grouping(many=groups, moves=2, twice=times == 2))
        await club.leagues.seasons.begin(league, club.boss)
        drawn = await groups_of(club, league)
        assert sorted(map(len, drawn.values())) == ([4, 4, 5] if groups else [4, 5])
        assert sorted(player for group in drawn.values() for player in group) == sorted(one.id for one in people)
        fixtures = await club.leagues.fixtures.find_all(league)
        assert Counter(one.players for one in fixtures) == {
            frozenset(pair): times for group in drawn.values() for pair in combinations(group, 2)
        }
        for number in {one.round for one in fixtures}:
            there = [player for one in fixtures if one.round == number for player in one.players]
            assert len(there) == len(set(there))
        await club.settle_all(league, to="older")
        table = await club.leagues.standings.table(league)
        for number, group in drawn.items():
            lines = [line for line, _ in table if line.group == number]
            assert [line.player.id for line in lines] == sorted(group), "whoever is older has won everything"
            assert [line.rank for line in lines] == list(range(1, len(group) + 1))
        semis = await club.leagues.seasons.begin_playoffs(league, club.boss, best_of=1)
        through = {player for fixture in semis for player in fixture.players}
        assert through == {player for group in drawn.values() for player in sorted(group)[:2]}
        of = {player: number for number, group in drawn.items() for player in group}
        assert all(len({of[player] for player in one.players}) == len(one.players) for one in semis)
        await club.play_rounds(league, lambda: club.settle_all(league, to="older"))
        closed = await club.leagues.seasons.close(league, club.boss)
        assert closed.crowned == (people[0].id,)

    async def test_too_few_players_are_refused(self, club):
        league = await club.league(*await club.people(5), format="groups", begin=False)
        await club.leagues.setup.divide(league, club.boss, Grouping(many=3))
        await refused(club.leagues.seasons.begin(league, club.boss), "3 groups need at least 6 players")
        assert (await club.leagues.directory.season(league)).stage == "joining"

    @pytest.mark.parametrize("grouping", [Grouping(many=0), Grouping(many=51), Grouping(moves=0), Grouping(moves=51)])
    async def test_impossible_groups_are_refused(self, club, grouping):
        league = await club.league(*await club.people(5), format="groups", begin=False)
        await refused(club.leagues.setup.divide(league, club.boss, grouping), "1(-| to )50")

    async def test_files_name_the_group_of_each_line(self, club):
        people = await club.people(4)
        league = await club.league(*people, format="groups")
        await club.settle_all(league, to="older")
        lines = [line for line, _ in await club.leagues.standings.table(league)]
        names = export.unique_names(people)
        places = [(line["group"], line["rank"]) for line in export.table(lines, names)]
        assert places == [(1, 1), (1, 2), (2, 1), (2, 2)]
        text = export.text(lines, names).splitlines()
        assert text[0].split()[0] == "group.place"
        assert [line.split()[0] for line in text[1:]] == ["1.1", "1.2", "2.1", "2.2"]
        season, day = await club.leagues.directory.season(league), date(2026, 3, 1)
        page = documents.standings_page(league, season, export.table(lines, names), day)
        assert "<th>Group and place</th>" in page
        assert "<td>2.1</td>" in page

    async def test_without_a_knockout_nobody_is_crowned(self, club):
        league = await club.league(*await club.people(4), format="groups")
        await club.settle_all(league)
        assert (await club.leagues.seasons.close(league, club.boss)).crowned == ()


class TestDivisions:
    async def test_three_seasons_agree_with_promotion_by_hand(self, club):
        """The results are by lot; divisions and tables are worked out again from the results alone."""
        people, chance = await club.people(12), random.Random(7)
        league = await club.league(*people, format="divisions", preset="acc", begin=False)
        await club.leagues.setup.divide(league, club.boss, Grouping(many=3, moves=1, twice=True))
        expected = None
        for number in range(1, 4):
            await club.leagues.seasons.begin(league, club.boss)
            season = await club.leagues.directory.season(league)
            divisions = await groups_of(club, league, season)
            assert {number: len(group) for number, group in divisions.items()} == {1: 4, 2: 4, 3: 4}
            if expected is not None:
                assert divisions == expected
            await self._play(club, league, chance)
            orders = await self._orders(club, league, season, divisions)
            closed = await club.leagues.seasons.close(league, club.boss)
            assert closed.number == number
            assert closed.crowned == (orders[1][0],), "the leader of the first division"
            expected = {
                1: {*orders[1][:-1], orders[2][0]},
                2: {*orders[2][1:-1], orders[1][-1], orders[3][0]},
                3: {*orders[3][1:], orders[2][-1]},
            }
            assert await groups_of(club, league) == expected, "the next divisions are there before the start"

    async def _play(self, club, league, chance):
        """Enter a result by lot for every fixture; margins differ, so that nobody is level."""
        for number, fixture in enumerate(await club.leagues.fixtures.find_all(league)):
            pair = [fixture.first, fixture.second]
            chance.shuffle(pair)
            await club.enter(league, *pair, 60 + (number * 7 + chance.randrange(50)) % 60)

    async def _orders(self, club, league, season, divisions):
        """Return the order of each division by points, wins and spread, from the results alone."""
        points, wins, spread = Counter(), Counter(), Counter()
        for result in await club.leagues.results.find_all(league, season=season.number, limit=1_000):
            won, lost = result.sides[result.winner], result.sides[1 - result.winner]
            points[won.player.id] += 3 if lost.holes < 91 else 2
            wins[won.player.id] += 1
            spread[won.player.id] += won.holes - lost.holes
            spread[lost.player.id] -= won.holes - lost.holes
        orders = {}
        for number, group in divisions.items():
            ranked = sorted(group, key=lambda one: (points[one], wins[one], spread[one]), reverse=True)
            keys = [(points[one], wins[one], spread[one]) for one in ranked]
            assert len(set(keys)) == len(keys), "take another seed: somebody is level"
            orders[number] = ranked
        return orders

    async def test_a_gap_is_filled_from_below_and_new_players_begin_at_the_bottom(self, club):
        people = await club.people(8)
        league = await club.league(*people, format="divisions", preset="acc", begin=False)
        await club.leagues.setup.divide(league, club.boss, Grouping(many=2, moves=1))
        await club.leagues.seasons.begin(league, club.boss)
        await club.settle_all(league, to="older")
        before = await groups_of(club, league)
        gone = next(one for one in people if one.id == min(before[1]))
        await club.leagues.members.withdraw(league, Asker(gone))
        await club.leagues.seasons.close(league, club.boss)
        await club.leagues.members.join(league, club.ann)
        await club.leagues.seasons.begin(league, club.boss)
        after = await groups_of(club, league)
        assert {number: len(group) for number, group in after.items()} == {1: 4, 2: 4}
        assert club.ann.id in after[2]
        stay, up = sorted(before[1])[1:-1], sorted(before[2])
        assert after[1] == {*stay, up[0], max(before[1])}, "one goes up, and nobody has to go down for who left"

    async def test_a_reopened_season_takes_the_moves_back(self, club):
        league = await club.league(*await club.people(8), format="divisions")
        before = await groups_of(club, league)
        await club.settle_all(league)
        await club.leagues.seasons.close(league, club.boss)
        assert await groups_of(club, league) != before
        await club.leagues.seasons.reopen(league, club.boss, 1, "a result was wrong")
        assert await groups_of(club, league) == before
        rows = await club.rows("SELECT DISTINCT season FROM season_groups")
        assert [season for (season,) in rows] == [1]

    async def test_playoffs_are_of_the_first_division(self, club):
        league = await club.league(*await club.people(16), format="divisions")
        await club.settle_all(league)
        drawn = await club.leagues.seasons.begin_playoffs(league, club.boss)
        first = (await groups_of(club, league))[1]
        assert {player for fixture in drawn for player in fixture.players} <= first

    async def test_a_merge_moves_the_division_and_its_undo_gives_it_back(self, club):
        league = await club.league(*await club.people(7), format="divisions", begin=False)
        [paper] = await club.leagues.people.add(league, club.boss, ["Paper Pete"])
        await club.leagues.seasons.begin(league, club.boss)
        before = await leagues.read_groups(club.room.database, league.id, 1)
        await club.leagues.people.merge(league, club.boss, paper, club.ann, "the same person")
        after = await leagues.read_groups(club.room.database, league.id, 1)
        assert after.pop(club.ann.id) == before[paper.id]
        assert paper.id not in after
        await club.leagues.people.undo_merge(league, club.boss)
        assert await leagues.read_groups(club.room.database, league.id, 1) == before

    async def test_a_substitute_plays_in_the_division(self, club):
        people = await club.people(8)
        league = await club.league(*people, format="divisions")
        await club.leagues.people.substitute(league, club.boss, people[0], club.ann, "moved away")
        found = await leagues.read_groups(club.room.database, league.id, 1)
        assert found[club.ann.id] == found[people[0].id]
