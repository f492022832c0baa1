"""Awards, records and the table of all seasons, recomputed from the list of games."""

import random
from collections import Counter
from datetime import timedelta
from itertools import groupby

import pytest

from bot.leagues.score_entry import EnteredScore
from bot.models.result import LeagueResult
from tests.bot.leagues.test_meetings import by_night, night, season_of
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


def games_of(results):
    won = [(one, one.sides[one.winner], one.sides[1 - one.winner]) for one in results]
    return [(one.meeting_id, winner.player.name, loser.player.name, loser.holes) for one, winner, loser in won]


def most(values):
    best = max(values.values())
    return {(key, value) for key, value in values.items() if value == best}


def told(feats):
    return {(feat.player.name, feat.value) for feat in feats}


def streak(name, games):
    mine = [game[1] == name for game in games if name in game[1:3]]
    return max((len(list(run)) for won, run in groupby(mine) if won), default=0)


@sampled("seed", range(3))
async def test_everything_is_what_the_list_of_games_says(club, league, seed):
    people = await club.people(8)
    seasons = await two_seasons(club, league, people, random.Random(seed))
    games, names = games_of(seasons[0] + seasons[1]), [player.name for player in people]
    lines = await club.leagues.records.lifetimes(league)
    shown = {line.player.name: (line.points, line.lifetime.totals.won, line.spread) for line in lines}
    assert shown == season_of(games)
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)
    nights = Counter(name for name, _ in by_night(games))
    assert {line.player.name: (line.lifetime.nights, line.lifetime.seasons) for line in lines} == {
        name: (many, 2) for name, many in nights.items()
    }
    records = await club.leagues.records.records(league)
    margin = max(TARGET - lost for *_, lost in games)
    assert told(records.feats["margin"]) == {(game[1], margin) for game in games if TARGET - game[3] == margin}
    assert told(records.feats["streak"]) == most({name: streak(name, games) for name in names})
    hands = [(side.player.name, side.deeds.best_hand) for one in seasons[0] + seasons[1] for side in one.sides]
    assert sorted((hand.player.name, hand.points) for hand in records.high_hands) == sorted(
        hand for hand in hands if hand[1] is not None and hand[1] >= 28
    )
    averages = []
    for number, results in enumerate(seasons, 1):
        games, season = games_of(results), await club.leagues.directory.season(league, number)
        awards = await club.leagues.records.awards(league, season)
        skunks = {name: sum(name == won and lost < 91 for _, won, _, lost in games) for name in names}
        assert told(awards.most_skunks) == most(skunks)
        best = most({key: tuple(line) for key, line in by_night(games).items()})
        assert told(awards.best_night) == {(name, line[0]) for (name, _), line in best}
        assert {player.id for player in awards.champions} == set(season.crowned)
        played = Counter(name for game in games for name in game[1:3])
        averages.append({name: line[0] / played[name] for name, line in season_of(games).items() if played[name] >= 9})
    gains = {name: averages[1][name] - averages[0][name] for name in averages[0].keys() & averages[1].keys()}
    assert {one.player.name for one in awards.most_improved} == {name for name, _ in most(gains)}


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


async def test_all_seasons_count_as_each_of_them_did(club):
    """Points of nights, the best nights alone, and byes of a Swiss: what the tables of the seasons say, added up."""
    league = await club.league(format="club", preset="acc", many=3, begin=False)
    people = await club.people(5)
    await club.leagues.setup.count(league, club.boss, basis="marks", places=(5, 3, 1), best=1)
    expected = Counter()
    for seed in range(2):
        for form in ("swiss", "night"):
            meeting = await night(club, league, people, form=form, games=1)
            for fixture in await club.leagues.meetings.fixtures(meeting):
                if fixture.second is not None:
                    await enter(club, league, fixture, seed, 100)
            await club.leagues.meetings.close(league, club.boss, meeting)
        for line, _ in await club.leagues.standings.table(league):
            expected[line.player.name] += line.points
        await club.leagues.seasons.close(league, club.boss)
    lines = await club.leagues.records.lifetimes(league)
    assert {line.player.name: line.points for line in lines} == +expected
    assert [line.points for line in lines] == sorted(expected.values(), reverse=True)
