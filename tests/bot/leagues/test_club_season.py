"""A season of 36 nights of a club of 24, with late arrivals and early leavers, recomputed from the list of games."""

import random

import pytest

from tests.bot.leagues.test_meetings import count_by, enter, night, play_all, season_of, shown_season
from tests.support.sample_league import club_over

NIGHTS, PEOPLE = 36, 24


@pytest.mark.slow
async def test_thirty_six_nights_add_up(tmp_path):
    chance, games = random.Random(36), []
    async with club_over(tmp_path / "cribbage.db") as club:
        league = await club.league(format="club", preset="acc", many=9, begin=False)
        people = await club.people(PEOPLE)
        for number in range(1, NIGHTS + 1):
            here = [player for player in people if chance.random() < 0.85]
            meeting = await night(club, league, here)
            if number % 4 == 0:
                await _change_people(club, league, meeting, here, people, chance, games)
            await play_all(club, league, meeting, chance, games)
            await club.leagues.meetings.close(league, club.boss, meeting)
        assert len(games) > 3_000
        assert await shown_season(club, league) == season_of(games)
        await count_by(club, league, best=25)
        assert await shown_season(club, league) == season_of(games, best=25)
        season = await club.leagues.directory.season(league)
        for meeting in await club.leagues.meetings.find_all(league, season):
            lines = await club.leagues.standings.meeting_table(league, meeting)
            shown = {line.player.name: (line.points, line.won, line.spread) for line in lines if line.played}
            assert shown == season_of([game for game in games if game[0] == meeting.number])


async def _change_people(club, league, meeting, here, people, chance, games):
    """Play two rounds; then somebody comes late, somebody leaves, and the rest is drawn again."""
    for fixture in await club.leagues.meetings.fixtures(meeting):
        if fixture.round <= 2 and fixture.second is not None:
            await enter(club, league, fixture, chance, games)
    late = [player for player in people if player not in here]
    if late:
        await club.leagues.meetings.check_in(league, meeting, late[0])
    await club.leagues.meetings.leave(league, meeting, here[0])
    await club.leagues.meetings.pair(league, club.boss, meeting)
