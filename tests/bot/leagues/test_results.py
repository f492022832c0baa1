"""The stored results of leagues: once each, summed through one index, and separate for each server."""

from dataclasses import asdict, replace
from datetime import timedelta

import pytest

from bot.leagues.settings import new_league
from bot.models.league import Season
from bot.models.result import GameStats, HeadToHead, LeagueResult, ResultTotals, Side
from bot.storage import fixtures, leagues, result_totals
from bot.storage import league_results as kept
from tests.support.seated_tables import NOW

NOTHING = GameStats()


async def founded(database, name="Winter", guild_id=1):
    new = new_league(guild_id, name, {"preset": "acc"}, NOW)
    async with database.transaction() as writing:
        leagues.add(writing, new, Season(league_id=0, number=1, stage="playing"))
    league = await leagues.find_by_name(database, guild_id, name)
    assert league is not None
    return league


def game(one, other, holes=(121, 100), *, skunks=(0, 0), deeds=(NOTHING, NOTHING), **more):
    """A game between two players, which the first one won unless the holes say otherwise."""
    won = 0 if holes[0] >= holes[1] else 1
    sides = tuple(
        Side(
            player=player,
            games=(1 + skunks[place]) * (place == won),
            legs=int(place == won),
            holes=holes[place],
            skunks=skunks[place],
            dealt_first=place == 0,
            deeds=deeds[place],
        )
        for place, player in enumerate((one, other))
    )
    usual = {"league_id": 1, "season": 1, "stage": "league", "status": "counted", "ended_by": "show", "played_at": NOW}
    return LeagueResult(**(usual | more), sides=sides, winner=won)


@pytest.fixture(autouse=True)
async def winter(room):
    await founded(room.database)


async def add(room, *results):
    for result in results:
        async with room.database.transaction() as writing:
            kept.add(writing, result)
    return await kept.list_results(room.database, 1)


async def won(room, **asked):
    sums = await result_totals.sum_by_player(room.database, 1, 1, **asked)
    return {line.player.name: (line.won, line.played) for line in sums}


class TestKeeping:
    async def test_it_is_read_as_it_was_written(self, room):
        deeds = GameStats(**{name: number for number, name in enumerate(asdict(GameStats()), 3)})
        told = game(
            *(room.ann, room.ben, (90, 121)),
            skunks=(0, 1),
            deeds=(deeds, GameStats()),
            stage="playoff",
            status="entered",
            imported="by hand",
            entered_by=room.ann,
            confirmed_by=room.cy,
        )
        [read] = await add(room, told)
        assert read == replace(told, id=read.id)
        assert (read.winner, read.side_of(room.ben.id), read.side_of(room.cy.id)) == (1, 1, None)
        assert await kept.find(room.database, read.id) == read
        assert await kept.find_by_import_key(room.database, 1, "by hand") == read
        assert await kept.find(room.database, read.id + 1) is None

    @pytest.mark.parametrize("by", ["table", "fixture", "file"])
    async def test_it_is_stored_once(self, room, by):
        table = await room.sit_down()
        async with room.database.transaction() as writing:
            fixtures.add(writing, 1, 1, "league", 1, [(room.ann.id, room.ben.id)], 1, NOW)
        known = {"table": {"table_id": table.id}, "fixture": {"fixture_id": 1}, "file": {"imported": "x:1"}}[by]
        first, second = game(room.ann, room.ben, **known), game(room.ben, room.ann, **known)
        _, only = await add(room, first, second, game(room.ann, room.cy))
        assert only.sides[0].player == room.ann
        assert await won(room) == {"Ann": (2, 2), "Ben": (0, 1), "Cy": (0, 1)}
        found = {
            "table": await kept.find_by_table(room.database, table.id),
            "fixture": await kept.find_by_fixture(room.database, 1),
            "file": await kept.find_by_import_key(room.database, 1, "x:1"),
        }
        assert found[by] == only


class TestSums:
    async def test_by_hand(self, room):
        caught = (GameStats(best_hand=12, overscored=2), GameStats(best_hand=20, caught=2))
        await add(
            room,
            game(room.ann, room.ben, (121, 80), skunks=(1, 0), deeds=caught),
            game(room.ann, room.cy, (110, 121)),
            game(room.ben, room.ann, (121, 119), deeds=(GameStats(best_hand=8), GameStats())),
            game(room.ann, room.dee, season=2),
            game(room.ann, room.dee, league_id=1, status="void"),
        )
        ann, ben, cy = await result_totals.sum_by_player(room.database, 1, 1)
        points = {"holes": 121 + 110 + 119, "adverse": 80 + 121 + 121, "skunks": 1, "best_hand": 12, "overscored": 2}
        assert ann == ResultTotals(player=room.ann, played=3, won=1, games=2, legs=1, skunked=0, caught=0, **points)
        assert (ben.player, ben.played, ben.won, ben.skunked, ben.best_hand, ben.caught) == (room.ben, 2, 1, 1, 20, 2)
        assert (cy.player, cy.played, cy.won, cy.best_hand) == (room.cy, 1, 1, None)

    async def test_the_form_of_players_begins_with_their_latest_results_and_only_so_many(self, room):
        database, ann, ben, cy = room.database, room.ann, room.ben, room.cy
        lost, won = (100, 121), (121, 100)
        games = [
            game(ann, ben, holes, played_at=NOW + timedelta(days=day)) for day, holes in enumerate((lost, won, won))
        ]
        await add(
            room, *reversed(games), game(cy, ben, won, played_at=NOW + timedelta(days=9)), game(ann, cy, season=2)
        )
        everybody = [ann.id, ben.id, cy.id, room.dee.id]
        forms = {ann.id: (True, True, False), ben.id: (False, False, False, True), cy.id: (True,)}
        assert await result_totals.read_forms(database, 1, 1, everybody) == forms
        assert await result_totals.read_forms(database, 1, 1, everybody, 2) == {
            one: form[:2] for one, form in forms.items()
        }
        before = await result_totals.read_forms(database, 1, 1, [ann.id], until=NOW + timedelta(days=2))
        assert before == {ann.id: (True, False)}


class TestStatus:
    async def test_only_what_counts_in_a_season_is_added_up_in_any_way(self, room):
        database, ann, ben = room.database, room.ann, room.ben
        others = [{"status": status} for status in ("entered", "disputed", "void")]
        await add(room, *(game(ann, ben, **other) for other in (*others, {"stage": "playoff"}, {"season": 2})))
        assert await won(room) == {}
        assert await result_totals.sum_since(database, 1, 1, NOW) == []
        await add(room, game(ann, ben, (121, 80), skunks=(1, 0)))
        assert await won(room) == {"Ann": (1, 1), "Ben": (0, 1)}
        assert await won(room, until=NOW) == {}
        assert len(await result_totals.sum_since(database, 1, 1, NOW)) == 2
        assert await result_totals.sum_since(database, 1, 1, NOW + timedelta(days=1)) == []
        met = HeadToHead(won=1, games=2, legs=1, holes=121, adverse=80, skunks=1, played=1, plus=41)
        assert await result_totals.sum_by_opponent(database, 1, 1, ann.id) == {ben.id: met}
        assert (await result_totals.sum_pairs(database, 1, 1, [ann.id], opponents=[ben.id]))[ann.id, ben.id] == met
        assert await result_totals.sum_pairs(database, 1, 1, [ann.id], opponents=[ann.id]) == {}


class TestOnePlayer:
    async def test_deeds_are_those_of_all_results_that_count(self, room):
        first = GameStats(best_hand=12, hands=2, hand_points=15, cribs=1, crib_points=4, pegged=9, muggins_taken=2)
        second = GameStats(best_hand=20, hands=2, hand_points=30, caught=2, overscored=1, muggins_given=3)
        await add(
            room,
            game(room.ann, room.ben, deeds=(first, GameStats())),
            game(room.ben, room.ann, deeds=(GameStats(), second), stage="playoff"),
            game(room.ann, room.ben, deeds=(replace(first, best_hand=29), GameStats()), status="disputed"),
        )
        deeds = await result_totals.sum_game_stats(room.database, 1, 1, room.ann.id)
        both = {"best_hand": 20, "hands": 4, "hand_points": 45}
        assert deeds == replace(first, **both, overscored=1, caught=2, muggins_given=3)
        assert (deeds.average_hand, deeds.average_crib) == (11.25, 4.0)
        assert await result_totals.sum_game_stats(room.database, 1, 2, room.ann.id) == GameStats()
        assert (GameStats().average_hand, GameStats().average_crib) == (None, None)

    async def test_of_one_league_alone(self, room):
        other = await founded(room.database, guild_id=99)
        deeds = (GameStats(best_hand=29, hands=1), GameStats())
        await add(room, game(room.ann, room.ben, league_id=other.id, deeds=deeds), game(room.ann, room.cy))
        ann = room.ann.id
        assert await result_totals.sum_game_stats(room.database, 1, 1, ann) == GameStats()
        assert (await result_totals.sum_game_stats(room.database, other.id, 1, ann)).best_hand == 29
        assert await won(room) == {"Ann": (1, 1), "Cy": (0, 1)}


class TestListing:
    async def test_is_the_latest_first_and_page_by_page(self, room):
        many = await add(room, *(game(room.ann, room.ben, played_at=NOW) for _ in range(5)))
        assert [one.id for one in many] == [5, 4, 3, 2, 1]
        page = await kept.list_results(room.database, 1, 1, limit=2)
        rest = await kept.list_results(room.database, 1, 1, before=page[-1])
        assert [*page, *rest] == many

    async def test_is_of_a_season_a_player_and_a_status(self, room):
        await add(
            room,
            game(room.ann, room.ben, status="entered"),
            game(room.cy, room.ann),
            game(room.ben, room.cy),
            game(room.ann, room.ben, season=2),
        )

        async def ids(*season, **asked):
            return [one.id for one in await kept.list_results(room.database, 1, *season, **asked)]

        assert await ids(1) == [3, 2, 1]
        assert await ids(player=room.ann.id) == [4, 2, 1]
        assert await ids(1, player=room.ben.id, status="counted") == [3]
        assert await ids(status="entered") == [1]
        assert await ids(player=room.dee.id) == []
