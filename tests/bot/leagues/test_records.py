"""Awards, records and the table of all seasons, recomputed from the list of games."""

import random
from datetime import timedelta
from itertools import groupby

import pytest

from bot.leagues.score_entry import EnteredScore
from bot.models.result import LeagueResult
from tests.bot.leagues.test_meetings import night
from tests.support.depth import sampled

TARGET = 121


@pytest.fixture
async def league(club):
    return await club.league(format="club", preset="acc", many=7, begin=False)


async def enter(club, league, fixture, winner, lost, hands=(None, None)):
    holes = (TARGET, lost) if winner == 0 else (lost, TARGET)
    score = EnteredScore(holes=holes, best_hands=hands)
    return await club.leagues.results.enter(league, club.boss, (fixture.first, fixture.second), score, fixture=fixture)


async def two_seasons(club, league, people, chance):
    """Play two seasons of three nights; return the results of each."""
    seasons = []
    for _ in range(2):
        results: list[LeagueResult] = []
        for _ in range(3):
            here = [player for player in people if chance.random() < 0.9]
            meeting = await night(club, league, here)
            for fixture in await club.leagues.meetings.fixtures(meeting):
                hands = tuple(
                    chance.choice([None, 12, 24, 28, 29]) if chance.random() < 0.1 else None for _ in range(2)
                )
                results.append(
                    await enter(club, league, fixture, chance.randrange(2), chance.choice([120, 100, 90, 70]), hands)
                )
                club.room.wall.now += timedelta(minutes=10)
            await club.leagues.meetings.close(league, club.boss, meeting)
        await club.leagues.seasons.close(league, club.boss)
        seasons.append(results)
    return seasons


def sides(results):
    """Each side of results: the name, whether it won, the loser's holes, the meeting and the best hand."""
    return [
        (side.player.name, place == one.winner, min(s.holes for s in one.sides), one.meeting_id, side.deeds.best_hand)
        for one in results
        for place, side in enumerate(one.sides)
    ]


def most(values):
    best = max(values.values())
    return {key for key, value in values.items() if value == best}, best


@sampled("seed", range(3))
async def test_everything_is_what_the_list_of_games_says(club, league, seed):
    people = await club.people(8)
    seasons = await two_seasons(club, league, people, random.Random(seed))
    every = [one for results in seasons for one in results]
    lines = await club.leagues.records.lifetimes(league)
    names = {player.name for player in people}
    expected = {}
    for name in names:
        mine = [side for side in sides(every) if side[0] == name]
        won = [side for side in mine if side[1]]
        points = sum(3 if side[2] < 91 else 2 for side in won)
        spread = sum((TARGET - side[2]) * (1 if side[1] else -1) for side in mine)
        expected[name] = (points, len(won), spread, len({side[3] for side in mine}), 2)
    shown = {
        line.player.name: (
            line.points,
            line.lifetime.totals.won,
            line.spread,
            line.lifetime.nights,
            line.lifetime.seasons,
        )
        for line in lines
    }
    assert shown == expected
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    records = await club.leagues.records.records(league)
    margins = {TARGET - side[2] for side in sides(every)}
    assert {feat.value for feat in records.feats["margin"]} == {max(margins)}
    holders = {side[0] for side in sides(every) if side[1] and TARGET - side[2] == max(margins)}
    assert {feat.player.name for feat in records.feats["margin"]} == holders
    streaks = {
        name: max(
            (len(list(run)) for won, run in groupby(side[1] for side in sides(every) if side[0] == name) if won),
            default=0,
        )
        for name in names
    }
    holders, best = most(streaks)
    assert {(feat.player.name, feat.value) for feat in records.feats["streak"]} == {(name, best) for name in holders}
    hands = sorted((side[0], side[4]) for side in sides(every) if side[4] is not None and side[4] >= 28)
    assert sorted((hand.player.name, hand.points) for hand in records.high_hands) == hands
    for number, results in enumerate(seasons, 1):
        season = await club.leagues.directory.season(league, number)
        awards = await club.leagues.records.awards(league, season)
        skunks = {name: sum(side[0] == name and side[1] and side[2] < 91 for side in sides(results)) for name in names}
        holders, best = most(skunks)
        assert {(feat.player.name, feat.value) for feat in awards.most_skunks} == {(name, best) for name in holders}
        nights = {}
        for name, won, lost, meeting, _ in sides(results):
            line = nights.setdefault((name, meeting), [0, 0, 0])
            line[0] += (3 if lost < 91 else 2) if won else 0
            line[1] += won
            line[2] += (TARGET - lost) * (1 if won else -1)
        holders, best = most({key: tuple(line) for key, line in nights.items()})
        assert {(feat.player.name, feat.value) for feat in awards.best_night} == {
            (name, best[0]) for name, _ in holders
        }
        assert {player.id for player in awards.champions} == set(season.crowned)
    averages = []
    for results in seasons:
        averages.append({})
        for name in names:
            mine = [side for side in sides(results) if side[0] == name]
            if len(mine) >= 9:
                averages[-1][name] = sum((3 if side[2] < 91 else 2) for side in mine if side[1]) / len(mine)
    gains = {name: averages[1][name] - averages[0][name] for name in averages[0].keys() & averages[1].keys()}
    holders, _ = most(gains)
    assert {one.player.name for one in awards.most_improved} == holders


async def test_a_grand_slam_is_every_game_of_a_whole_night(club, league):
    people = await club.people(8)
    meeting = await night(club, league, people)
    for fixture in await club.leagues.meetings.fixtures(meeting):
        both = [fixture.first, fixture.second]
        winner = 1 if people[0] in both and both.index(people[0]) == 1 else 0
        await enter(club, league, fixture, winner, 100)
    season = await club.leagues.directory.season(league)
    awards = await club.leagues.records.awards(league, season)
    assert [(slam.player.name, slam.value, slam.meeting) for slam in awards.slams] == [("P00", 7, 1)]
    assert awards.most_improved == ()
    assert awards.most_skunks == ()


async def test_a_league_without_results_has_no_records(club, league):
    season = await club.leagues.directory.season(league)
    assert (await club.leagues.records.awards(league, season)).best_night == ()
    assert await club.leagues.records.lifetimes(league) == []
    assert not any((await club.leagues.records.records(league)).feats.values())


@pytest.mark.parametrize("scheme", ["games", "legs"])
async def test_the_best_night_by_other_points(club, scheme):
    league = await club.league(format="club", preset="house", scheme=scheme, many=3, begin=False)
    people = await club.people(4)
    meeting = await night(club, league, people)
    for fixture in await club.leagues.meetings.fixtures(meeting):
        await enter(club, league, fixture, int(fixture.second == people[0]), 80)
    season = await club.leagues.directory.season(league)
    awards = await club.leagues.records.awards(league, season)
    assert [(feat.player.name, feat.value) for feat in awards.best_night] == [("P00", 6 if scheme == "games" else 3)]
