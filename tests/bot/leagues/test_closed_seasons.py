"""Results of closed seasons are found and corrected, their champions crowned again, and seasons reopened."""

import pytest

from bot.leagues.access import Asker
from bot.leagues.errors import LeagueError
from bot.leagues.score_entry import EnteredScore
from tests.support.sample_league import refused

SCORE = EnteredScore(holes=(121, 100))


@pytest.fixture
async def closed(club):
    """A league whose first season Ann has won, and the result of her game against Ben."""
    room = club.room
    league = await club.league(room.ann, room.ben, room.cy, preset="acc")
    result = await club.enter(league, room.ann, room.ben)
    await club.leagues.seasons.close(league, club.boss)
    return league, result


async def crowned(club, league, number=1):
    return (await club.leagues.directory.season(league, number)).crowned


class TestCorrected:
    async def test_the_champion_follows_the_result(self, club, closed):
        league, result = closed
        room = club.room
        assert await crowned(club, league) == (room.ann.id,)
        await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(100, 121)), "Ben's card")
        assert await crowned(club, league) == (room.ben.id,)
        assert (await club.log(league))[:2] == [
            "season 1 is now won by Ben",
            f"corrected result {result.id}, Ann 121 against Ben 100 to Ben 121 against Ann 100",
        ]
        await refused(club.leagues.review.void(result, club.boss, " "), "Give a reason")
        await club.leagues.review.void(result, club.boss, "never played")
        assert await crowned(club, league) == ()
        await club.leagues.review.accept(result, club.boss, "it was")
        assert await crowned(club, league) == (room.ben.id,)

    async def test_of_a_knockout_the_winner_of_the_final(self, club):
        room = club.room
        league = await club.league(room.ann, room.ben, format="knockout")
        (final,) = await club.leagues.fixtures.find_all(league)
        result = await club.leagues.forfeits.award(league, club.boss, final, room.ann, "late")
        await club.leagues.seasons.close(league, club.boss)
        assert await crowned(club, league) == (room.ann.id,)
        score = EnteredScore(holes=(121, 90) if final.first.id == room.ben.id else (90, 121))
        await club.leagues.review.correct(result, club.boss, score, "they played")
        assert await crowned(club, league) == (room.ben.id,)


class TestReopened:
    async def test_it_goes_on_and_is_closed_again(self, club, closed):
        league, _ = closed
        room = club.room
        await club.leagues.seasons.reopen(league, club.boss, 1, "a card was lost")
        season = await club.leagues.directory.season(league)
        assert (season.number, season.stage, season.crowned) == (1, "playing", ())
        for _ in range(2):
            await club.enter(league, room.ben, room.ann)
        await club.leagues.seasons.close(league, club.boss)
        assert await crowned(club, league) == (room.ben.id,)
        assert (await club.leagues.directory.season(league)).number == 2

    async def test_not_once_the_next_one_has_begun(self, club, closed):
        league, _ = closed
        await club.enter(league, club.room.ann, club.room.ben)
        await refused(club.leagues.seasons.reopen(league, club.boss, 1, "why not"), "Season 2 has begun")

    async def test_the_last_one_alone(self, club, closed):
        league, _ = closed
        await club.leagues.seasons.close(league, club.boss)
        await refused(club.leagues.seasons.reopen(league, club.boss, 1, "why not"), "closed last")
        await club.leagues.seasons.reopen(league, club.boss, 2, "why not")
        await club.leagues.seasons.reopen(league, club.boss, 1, "why not")


class TestFound:
    async def test_by_number_names_and_day_in_any_season(self, club):
        people = await club.people(6)
        league = await club.league(*people, preset="acc")
        results = []
        for number in range(60):
            one, other = people[number % 6], people[(number * 5 + 1) % 6]
            if one.id != other.id:
                both = (one, other)
                results.append(await club.leagues.results.enter(league, club.boss, both, SCORE, entry=f"e{number}"))
            if number in {20, 40}:
                await club.leagues.seasons.close(league, club.boss)

        async def found(typed, limit=1000):
            return [one.id for one in await club.leagues.results.search(league, typed, limit)]

        def with_names(*names):
            return [one.id for one in reversed(results) if set(names) <= {side.player.name for side in one.sides}]

        first, day = results[0].id, results[0].played_at.date().isoformat()
        assert (await found(str(first), 25))[0] == first
        assert (await found(f"#{first}", 25))[0] == first
        assert await found("99999") == []
        assert await found("p03") == with_names("P03")
        assert await found("P03 p04") == with_names("P03", "P04") != []
        assert await found("nobody") == []
        assert len(await found(day)) == len(results)
        assert len(await found(day[:7])) == len(results)
        assert await found("1999-01-01") == []
        assert await found(f"P03 {day}") == with_names("P03")


class TestUnsettled:
    async def test_a_result_that_waits_is_called_that_to_both(self, club):
        room = club.room
        league = await club.league(room.ann, room.ben, format="single")
        entered = await club.leagues.results.enter(league, Asker(room.ann), (room.ann, room.ben), SCORE)
        for player, other in ((room.ann, room.ben), (room.ben, room.ann)):
            with pytest.raises(LeagueError, match=rf"Result {entered.id} of .* isn't confirmed yet. Ben can confirm"):
                await club.sit_down(league, player, other)
            with pytest.raises(LeagueError, match="isn't confirmed yet"):
                await club.leagues.results.enter(league, Asker(player), (player, other), SCORE)
        await club.leagues.review.deny(entered, room.ben)
        for player, other in ((room.ann, room.ben), (room.ben, room.ann)):
            with pytest.raises(LeagueError, match=f"Result {entered.id} of .* is disputed. A manager decides"):
                await club.sit_down(league, player, other)
