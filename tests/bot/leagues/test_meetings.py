"""Seasons made of meetings: checked in to, paired, played, and added up, recomputed from the list of games."""

import random
from collections import Counter
from datetime import date

import pytest

from bot.leagues.score_entry import EnteredScore
from bot.models.league import POINTS_OF_GAMES
from tests.support.depth import sampled
from tests.support.sample_league import refused

TARGET = 121


@pytest.fixture
async def league(club):
    return await club.league(format="club", preset="acc", many=9, begin=False)


@pytest.fixture
async def eight(club):
    return await club.people(8)


async def night(club, league, people, **plan):
    meeting = await club.leagues.meetings.plan(league, club.boss, **plan)
    for player in people:
        await club.leagues.meetings.check_in(league, meeting, player)
    if meeting.format != "free":
        await club.leagues.meetings.pair(league, club.boss, meeting)
    return await club.leagues.meetings.find(league, meeting.id)


async def enter(club, league, fixture, chance, games):
    """Enter a game of a fixture with a drawn score, and note it in ``games``."""
    lost = chance.choice([120, 110, 95, 91, 90, 75])
    first_wins = chance.random() < 0.5
    holes = (TARGET, lost) if first_wins else (lost, TARGET)
    players = (fixture.first, fixture.second)
    await club.leagues.results.enter(league, club.boss, players, EnteredScore(holes=holes), fixture=fixture)
    winner, loser = (0, 1) if first_wins else (1, 0)
    games.append((fixture.meeting, players[winner].name, players[loser].name, lost))


async def play_all(club, league, meeting, chance, games):
    for fixture in await club.leagues.meetings.fixtures(meeting):
        if fixture.second is not None and fixture.result_id is None:
            await enter(club, league, fixture, chance, games)


def by_night(games):
    """Each player's game points, wins and spread at each night, from the list of games alone."""
    found = {}
    for number, winner, loser, lost in games:
        for name, points, won, spread in (
            (winner, 3 if lost < 91 else 2, 1, TARGET - lost),
            (loser, 0, 0, lost - TARGET),
        ):
            line = found.setdefault((name, number), [0, 0, 0])
            for at, value in enumerate((points, won, spread)):
                line[at] += value
    return found


def season_of(games, *, worth=lambda name, number, line: line[0], best=None):
    """Each player's season: the points, wins and spread of the best nights, or of all."""
    nights = {}
    for (name, number), line in by_night(games).items():
        nights.setdefault(name, []).append((worth(name, number, line), *line, -number))
    return {
        name: (sum(one[0] for one in kept), sum(one[2] for one in kept), sum(one[3] for one in kept))
        for name, found in nights.items()
        for kept in [sorted(found, reverse=True)[:best]]
    }


async def shown_season(club, league):
    """The season as the league's table has it: points, wins and spread by name."""
    placed = await club.leagues.standings.table(league)
    lines = [line for line, _ in placed]
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    return {line.player.name: (line.points, line.won, line.spread) for line in lines if line.played}


async def count_by(club, league, **counting):
    await club.leagues.setup.count(league, club.boss, **counting)


async def four_nights(club, league, people, chance):
    """Play four nights; a few miss one each. Return the games."""
    games = []
    for number in range(4):
        here = [player for at, player in enumerate(people) if number == 0 or chance.random() > 0.2]
        meeting = await night(club, league, here, day=date(2026, 1, 6 + 7 * number))
        await play_all(club, league, meeting, chance, games)
        await club.leagues.meetings.close(league, club.boss, meeting)
    return games


async def places_are_gained_since_the_last_night(club, league, games):
    before = season_of([game for game in games if game[0] < 4])
    order = sorted(before, key=lambda name: before[name], reverse=True)
    for at, (line, moved) in enumerate(await club.leagues.standings.table(league)):
        assert moved == (order.index(line.player.name) - at if line.player.name in order else None)


async def marks_count_by_a_scale_and_by_places(club, league, games):
    scale, places = {10: 1, 12: 2, 14: 5}, (5, 3, 1)
    await count_by(club, league, basis="marks", scale=tuple(scale.items()), places=places, best=3)
    lines = by_night(games)

    def worth(name, number, line):
        marks = max([marks for points, marks in scale.items() if line[0] >= points], default=0)
        others = [tuple(other) for (one, at), other in lines.items() if at == number]
        place = sum(other > tuple(line) for other in others)
        return marks + (places[place] if place < len(places) else 0)

    expected = season_of(games, worth=worth, best=3)
    assert await shown_season(club, league) == expected
    await club.reopen()
    assert await shown_season(club, league) == expected, "everything is there after a restart"


async def few_nights_rank_behind(club, league, games):
    await count_by(club, league, basis=POINTS_OF_GAMES.basis, best=None, attendance=4)
    lines = [line for line, _ in await club.leagues.standings.table(league)]
    assert [line.qualified for line in lines] == [line.nights == 4 for line in lines]
    assert sorted((line.qualified for line in lines), reverse=True) == [line.qualified for line in lines]
    assert not all(line.qualified for line in lines)


async def the_champion_is_by_season_points(club, league, games):
    await count_by(club, league, best=1, attendance=0)
    season = season_of(games, best=1)
    closed = await club.leagues.seasons.close(league, club.boss)
    crowned = {player.name for player in await club.people(8) if player.id in closed.crowned}
    assert crowned == {name for name, merit in season.items() if merit == max(season.values())}
    following = await club.leagues.directory.season(league)
    assert following.counting.best == 1, "the next season counts alike"


@sampled("seed", range(4))
async def test_four_nights_of_eight_are_added_up_in_every_way(club, league, eight, seed):
    games = await four_nights(club, league, eight, random.Random(seed))
    assert await shown_season(club, league) == season_of(games)
    await places_are_gained_since_the_last_night(club, league, games)
    await marks_count_by_a_scale_and_by_places(club, league, games)
    await few_nights_rank_behind(club, league, games)
    await the_champion_is_by_season_points(club, league, games)


class TestPairings:
    async def test_a_night_has_everyone_play_its_games(self, club, league, eight):
        meeting = await night(club, league, eight)
        drawn = await club.leagues.meetings.fixtures(meeting)
        assert Counter(player for fixture in drawn for player in fixture.players) == {one.id: 9 for one in eight}
        assert {fixture.meeting for fixture in drawn} == {1}
        assert max(fixture.round for fixture in drawn) == 9

    async def test_a_late_arrival_plays_the_rest(self, club, league, eight):
        *early, late = eight
        meeting = await night(club, league, early[:6])
        chance, games = random.Random(1), []
        for fixture in await club.leagues.meetings.fixtures(meeting):
            if fixture.round <= 3:
                await enter(club, league, fixture, chance, games)
        for player in (early[6], late):
            await club.leagues.meetings.check_in(league, meeting, player)
        made = await club.leagues.meetings.pair(league, club.boss, meeting)
        assert {fixture.round for fixture in made} == set(range(4, 10))
        assert Counter(player for fixture in made for player in fixture.players) == {one.id: 6 for one in eight}
        every = await club.leagues.meetings.fixtures(meeting)
        met = Counter(fixture.players for fixture in every)
        assert all(met[frozenset({late.id, other.id})] <= 1 for other in eight)

    async def test_an_early_leaver_is_in_no_more_pairings(self, club, league, eight):
        meeting = await night(club, league, eight)
        chance = random.Random(1)
        for fixture in await club.leagues.meetings.fixtures(meeting):
            if fixture.round <= 2:
                await enter(club, league, fixture, chance, [])
        await club.leagues.meetings.leave(league, meeting, eight[0])
        made = await club.leagues.meetings.pair(league, club.boss, meeting, 3)
        counts = Counter(player for fixture in made for player in fixture.players)
        assert eight[0].id not in counts
        assert set(counts.values()) <= {6, 7}, "of seven one sits out, and those who did meet once more"
        came = await club.leagues.meetings.attendance(meeting)
        assert [one.status for one in came if one.player.id == eight[0].id] == ["left"]

    async def test_a_round_robin_with_a_late_arrival_is_complete(self, club, league, eight):
        meeting = await night(club, league, eight[:5], form="single")
        fixtures = await club.leagues.meetings.fixtures(meeting)
        for fixture in fixtures:
            if fixture.round <= 2:
                await enter(club, league, fixture, random.Random(1), [])
        await club.leagues.meetings.check_in(league, meeting, eight[5])
        await club.leagues.meetings.pair(league, club.boss, meeting)
        every = [fixture.players for fixture in await club.leagues.meetings.fixtures(meeting)]
        assert len(every) == len(set(every)) == 15

    async def test_a_swiss_night_round_by_round(self, club, league, eight):
        meeting = await night(club, league, eight[:7], form="swiss", games=3)
        chance, games = random.Random(1), []
        await play_all(club, league, meeting, chance, games)
        for _ in range(2):
            await club.leagues.meetings.pair(league, club.boss, meeting)
            await play_all(club, league, meeting, chance, games)
        await refused(club.leagues.meetings.pair(league, club.boss, meeting), "All 3 rounds")
        every = await club.leagues.meetings.fixtures(meeting)
        met = [fixture.players for fixture in every if fixture.second is not None]
        assert len(met) == len(set(met)) == 9
        byes = Counter(fixture.first.name for fixture in every if fixture.second is None)
        expected = season_of(games)
        lines = await club.leagues.standings.meeting_table(league, meeting)
        for line in lines:
            points, won, spread = expected.get(line.player.name, (0, 0, 0))
            more = byes[line.player.name]
            assert (line.points, line.won, line.spread) == (points + 2 * more, won + more, spread)
        season = {line.player.name: line.points for line, _ in await club.leagues.standings.table(league)}
        assert season == {line.player.name: line.points for line in lines}


class TestAttendance:
    async def test_a_closed_night_takes_nobody_until_it_is_reopened(self, club, league, eight):
        meeting = await night(club, league, eight[:4])
        closed = await club.leagues.meetings.close(league, club.boss, meeting)
        await refused(club.leagues.meetings.check_in(league, closed, eight[5]), "finished")
        fixture = (await club.leagues.meetings.fixtures(meeting))[0]
        await refused(enter(club, league, fixture, random.Random(1), []), "Night 1 is finished")
        await club.leagues.meetings.reopen(league, club.boss, closed)
        await enter(club, league, fixture, random.Random(1), [])

    async def test_a_season_is_not_closed_while_a_night_is_on(self, club, league, eight):
        meeting = await night(club, league, eight[:2])
        await refused(club.leagues.seasons.close(league, club.boss), "Night 1 is still on")
        await club.leagues.meetings.close(league, club.boss, meeting)
        await club.leagues.seasons.close(league, club.boss)

    async def test_a_night_planned_by_mistake_is_deleted_and_one_with_games_is_not(self, club, league, eight):
        wrong = await night(club, league, eight[:4])
        await club.leagues.meetings.delete(league, club.boss, wrong)
        meeting = await night(club, league, eight[:4])
        assert meeting.number == 1
        fixtures = await club.leagues.meetings.fixtures(meeting)
        await enter(club, league, fixtures[0], random.Random(1), [])
        await refused(club.leagues.meetings.delete(league, club.boss, meeting), "has games already")


class TestOtherLeagues:
    async def test_a_round_robin_has_no_nights(self, club, eight):
        league = await club.league(*eight[:4], format="single")
        await refused(club.leagues.meetings.plan(league, club.boss), "can't have club nights in this format")

    async def test_open_play_may_have_nights_besides(self, club, eight):
        ann, ben, *_ = eight
        league = await club.league(ann, ben, preset="acc")
        await club.enter(league, ann, ben, 100)
        meeting = await night(club, league, eight[:4])
        games = []
        await play_all(club, league, meeting, random.Random(1), games)
        games.append((0, "P00", "P01", 100))
        assert await shown_season(club, league) == season_of(games)
        await count_by(club, league, basis="marks", scale=((12, 1), (27, 16)))
        assert max(line.points for line, _ in await club.leagues.standings.table(league)) <= 27 - 11

    async def test_open_play_becomes_a_club_and_back_within_a_season(self, club, eight):
        league = await club.league(*eight[:2], preset="acc")
        await club.enter(league, eight[0], eight[1])
        league = await club.leagues.setup.change(league, club.boss, format="club")
        await refused(club.enter(league, eight[0], eight[1]), "no fixtures left")
        assert [line.points for line, _ in await club.leagues.standings.table(league)] == [2, 0]
        await refused(club.leagues.setup.change(league, club.boss, format="swiss"), "in progress")
