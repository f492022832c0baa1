"""Ratings: what a win is worth and how sure we are, and that they stay right after every change of a result."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.leagues import ratings as module
from bot.leagues.ratings import (
    RatingService,
    display_rating,
    is_provisional,
    updated_ratings,
    win_chance,
)
from bot.models.league import Season
from bot.models.result import Rating, RatingStep
from bot.storage import league_results as kept
from bot.storage import leagues, players
from bot.storage import ratings as steps
from tests.bot.leagues.test_results import founded
from tests.bot.leagues.test_results import game as stored_game
from tests.support.blank_database import opened
from tests.support.depth import examples, seeds, thorough
from tests.support.seated_tables import NOW


def game(winner, loser, day=0, **more):
    return stored_game(winner, loser, played_at=NOW + timedelta(days=day), **more)


class Hall:
    """A league of four in one file, and what its ratings ought to be."""

    def __init__(self, database, league, people):
        self.database, self.league, self.people = database, league, people
        self.ratings = RatingService(database)

    async def add(self, *results):
        async with self.database.transaction() as writing:
            for result in results:
                kept.add(writing, result)

    async def rating_of(self, player_id):
        steps = await self.ratings.history(self.league, player_id)
        return steps[-1].rating if steps else Rating()

    async def by_hand(self, *league_ids):
        """Everyone's ratings one after the other, from the results alone."""
        found = []
        for league_id in league_ids or (1,):
            found += await kept.list_results(self.database, league_id, status="counted")
        told = {}
        for result in sorted(found, key=lambda one: (one.played_at, one.id)):
            if result.ended_by != "forfeit":
                pair = result.sides[result.winner].player.id, result.sides[1 - result.winner].player.id
                now = [told[player][-1].rating if player in told else Rating() for player in pair]
                for player, rating in zip(pair, updated_ratings(*now), strict=True):
                    told.setdefault(player, []).append(RatingStep(player, result.played_at, result.id, rating))
        return told

    async def told(self, league=None):
        histories = {one.id: await self.ratings.history(league or self.league, one.id) for one in self.people}
        return {player: points for player, points in histories.items() if points}


async def open_hall(path):
    database = await opened(path)
    league = await founded(database)
    return Hall(database, league, [await players.meet(database, number, f"P{number}") for number in range(4)])


@pytest.fixture
async def hall(tmp_path):
    hall = await open_hall(tmp_path / "cribbage.db")
    try:
        yield hall
    finally:
        await hall.database.close()


@pytest.fixture
def small(monkeypatch):
    """Batches of two results, so that a few results need several."""
    monkeypatch.setattr(module, "BATCH", 2)


class TestOneAfterTheOther:
    async def test_a_newcomer_has_the_first_rating(self, hall):
        assert await hall.rating_of(hall.people[0].id) == Rating()
        assert await hall.ratings.history(hall.league, hall.people[0].id) == []
        assert await hall.ratings.ranked(hall.league) == []

    async def test_the_best_comes_first(self, hall):
        ann, ben, cy, _ = hall.people
        await hall.add(game(ann, ben), game(cy, ben, 1), game(cy, ann, 2))
        ranked = await hall.ratings.ranked(hall.league)
        assert [(line.player, line.results) for line in ranked] == [(cy, 2), (ann, 2), (ben, 2)]
        assert [line.rating for line in ranked] == [await hall.rating_of(line.player.id) for line in ranked]

    async def test_of_several_results_of_one_moment_the_last_tells_the_rating(self, hall):
        ann, ben, *_ = hall.people
        await hall.add(*(game(ann, ben) for _ in range(12)))
        points = (await hall.by_hand())[ann.id]
        [first, _] = await hall.ratings.ranked(hall.league)
        assert (first.rating, first.results) == (points[-1].rating, 12)
        assert await hall.rating_of(ann.id) == points[-1].rating


class TestOfOneSeason:
    async def test_everybody_begins_as_a_newcomer(self, hall):
        ann, ben, cy, _ = hall.people
        async with hall.database.transaction() as writing:
            leagues.add_season(writing, Season(league_id=1, number=2, stage="playing"))
        await hall.add(game(ann, ben), game(ann, ben, 1), game(cy, ann, 2))
        await hall.add(*(game(ben, ann, 9 + day, season=2) for day in range(3)))
        await hall.add(game(cy, ben, 20, season=2), game(cy, ben, 21, season=2, ended_by="forfeit"))
        known = {}
        for winner, loser in [(ben, ann)] * 3 + [(cy, ben)]:
            pair = (known.get(winner, Rating()), known.get(loser, Rating()))
            known[winner], known[loser] = updated_ratings(*pair)
        ranked = await hall.ratings.ranked_in_season(hall.league, 2)
        assert {one.player: one.rating for one in ranked} == known
        assert [one.rating.mu for one in ranked] == sorted((one.mu for one in known.values()), reverse=True)
        assert {one.player.name: one.results for one in ranked} == {"P0": 3, "P1": 4, "P2": 1}
        assert (await hall.ratings.of_season(hall.league, 2))[ann.id].rating == known[ann]
        assert await hall.ratings.ranked_in_season(hall.league, 3) == []

    async def test_the_only_season_has_the_ratings_of_all(self, hall):
        ann, ben, cy, _ = hall.people
        await hall.add(game(ann, ben), game(cy, ben, 1), game(cy, ann, 2))
        assert await hall.ratings.ranked_in_season(hall.league, 1) == await hall.ratings.ranked(hall.league)


class TestWhatIsRated:
    async def test_playoffs_are_and_forfeits_and_what_does_not_count_are_not(self, hall):
        ann, ben, *_ = hall.people
        await hall.add(
            game(ann, ben, stage="playoff"),
            game(ben, ann, 1, ended_by="forfeit"),
            game(ben, ann, 2, status="entered"),
            game(ben, ann, 3, status="void"),
        )
        assert [step.played_at for step in await hall.ratings.history(hall.league, ann.id)] == [NOW]

    async def test_leagues_of_one_server_together_and_of_another_apart(self, hall):
        ann, ben, *_ = hall.people
        summer, elsewhere = await founded(hall.database, "Summer"), await founded(hall.database, guild_id=2)
        alone = await founded(hall.database, guild_id=None)
        for league_id, day in ((1, 0), (summer.id, 1), (elsewhere.id, 2), (alone.id, 3)):
            await hall.add(game(ann, ben, day, league_id=league_id))
        assert await hall.told() == await hall.told(summer) == await hall.by_hand(1, summer.id)
        assert await hall.told(elsewhere) == await hall.by_hand(elsewhere.id)
        assert await hall.told(alone) == await hall.by_hand(alone.id)

    async def test_a_league_that_is_adopted_joins_those_of_its_server(self, hall):
        ann, ben, *_ = hall.people
        alone = await founded(hall.database, "Alone", guild_id=None)
        await hall.add(game(ann, ben, 1), game(ben, ann, 0, league_id=alone.id))
        await hall.ratings.bring_up_to_date()
        async with hall.database.transaction() as writing:
            leagues.put(writing, replace(alone, guild_id=1))
            steps.move_pool(writing, alone.id, 1)
        assert await hall.told() == await hall.by_hand(1, alone.id)
        assert await steps.list_latest(hall.database, -alone.id) == []


@pytest.mark.usefixtures("small")
class TestTheChangedPast:
    async def test_until_it_is_worked_out_the_old_ratings_stand(self, hall, monkeypatch):
        ann, ben, *_ = hall.people
        await hall.add(*(game(ann, ben, day) for day in range(9)))
        await hall.ratings.bring_up_to_date()
        before = await hall.rating_of(ann.id)
        await hall.add(game(ben, ann, -1))
        monkeypatch.setattr(module, "AT_ONCE", 1)
        assert await hall.rating_of(ann.id) == before
        await hall.ratings.bring_up_to_date()
        assert await hall.told() == await hall.by_hand()
        assert await hall.rating_of(ann.id) != before

    async def test_whoever_reads_them_starts_the_rest_of_the_work_and_is_told_until_it_is_done(self, hall, monkeypatch):
        ann, ben, *_ = hall.people
        asked = []
        hall.ratings = RatingService(hall.database, asked.append)
        await hall.add(*(game(ann, ben, day) for day in range(9)))
        monkeypatch.setattr(module, "AT_ONCE", 1)
        await hall.ratings.ranked(hall.league)
        assert asked == [hall.ratings]
        assert hall.ratings.are_behind(hall.league)
        await asked[0].bring_up_to_date()
        assert await hall.told() == await hall.by_hand()
        assert not hall.ratings.are_behind(hall.league)
        assert len(asked) == 1


@pytest.mark.usefixtures("small")
class TestWhileResultsComeIn:
    async def test_a_change_between_reading_and_writing_is_worked_out_too(self, hall, monkeypatch):
        ann, ben, cy, _ = hall.people
        await hall.add(*(game(ann, ben, day) for day in range(4)))
        late = [game(cy, ann), game(cy, ben, 9), game(cy, ann, 3)]
        original = steps.list_wins

        async def overtaken(*asked):
            found = await original(*asked)
            if late:
                await hall.add(late.pop())
            return found

        monkeypatch.setattr(steps, "list_wins", overtaken)
        await hall.ratings.bring_up_to_date()
        assert late == []
        assert await hall.told() == await hall.by_hand()


_CHANGES = st.one_of(
    st.tuples(st.just("add"), st.permutations(range(4)).map(lambda four: four[:2]), st.integers(0, 5)),
    st.tuples(st.just("status"), st.integers(1, 12), st.sampled_from(["void", "counted", "disputed"])),
    st.tuples(st.just("correct"), st.integers(1, 12), st.integers(0, 5)),
    st.tuples(st.just("work"), st.just(0), st.just(0)),
    st.tuples(st.just("ask"), st.just(0), st.just(0)),
)
_SOME = [("add", pair, day) for day in range(3) for pair in ((0, 1), (1, 2), (2, 0))]


# A result is struck out, counts again, is corrected in its day and its winner, and comes late.
@example([*_SOME, ("work", 0, 0), ("status", 2, "void")])
@example([*_SOME, ("status", 2, "void"), ("work", 0, 0), ("status", 2, "counted")])
@example([*_SOME, ("work", 0, 0), ("correct", 4, 5)])
@example([*_SOME, ("work", 0, 0), ("correct", 4, 0)])
@example([*_SOME, ("work", 0, 0), ("add", (2, 0), 1)])
# The only one of all is struck out, and one of the first between two pieces of the work.
@example([_SOME[0], ("work", 0, 0), ("status", 1, "void")])
@example([*_SOME, ("ask", 0, 0), ("status", 1, "void")])
@examples(30)
@given(st.lists(_CHANGES, max_size=25))
def test_whatever_is_changed_the_ratings_are_those_of_the_results(changes):
    asyncio.run(_changed(changes))


async def _changed(changes):
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "BATCH", 3)
        patched.setattr(module, "AT_ONCE", 1)
        hall = await open_hall(Path(folder) / "cribbage.db")
        try:
            for kind, which, what in changes:
                await _change(hall, kind, which, what)
            await hall.ratings.bring_up_to_date()
            assert await hall.told() == await hall.by_hand()
        finally:
            await hall.database.close()


async def _change(hall, kind, which, what):
    if kind == "add":
        one, other = which
        return await hall.add(game(hall.people[one], hall.people[other], what))
    if kind == "work":
        return await hall.ratings.bring_up_to_date()
    if kind == "ask":
        return await hall.ratings.ranked(hall.league)
    result = await kept.find(hall.database, which)
    if result is not None:
        async with hall.database.transaction() as writing:
            if kind == "status":
                kept.set_status(writing, which, what)
            else:
                turned = game(result.sides[1].player, result.sides[0].player, what, status=result.status)
                kept.update(writing, replace(turned, id=which))
    return None


NEW = Rating()
SETTLED = 1.0

ratings = st.builds(Rating, st.floats(15, 35), st.floats(0.5, 3))


def strong(points, sigma=SETTLED):
    """Return a rating this many shown points above a newcomer, found from the shown points alone."""
    return next(
        rating
        for step in range(-900, 900)
        if display_rating(rating := Rating(25 + step / 60, sigma))[0] == 1500 + points
    )


def test_a_newcomer_is_shown_in_the_middle_and_in_doubt():
    assert display_rating(NEW) == (1500, 177)
    assert is_provisional(NEW)


@given(ratings, ratings)
def test_the_winner_rises_and_the_loser_falls(winner, loser):
    won, lost = updated_ratings(winner, loser)
    assert won.mu > winner.mu
    assert lost.mu < loser.mu


@given(ratings, ratings)
def test_a_win_of_two_equally_sure_moves_both_as_far(one, other):
    other = Rating(other.mu, one.sigma)
    won, lost = updated_ratings(one, other)
    assert won.mu - one.mu == pytest.approx(other.mu - lost.mu)
    assert won.sigma == pytest.approx(lost.sigma)


@given(ratings, ratings)
def test_choosing_an_opponent_gains_nothing_on_average(one, other):
    """The expected change of a rating is 0, for any chance of winning."""
    gain = updated_ratings(one, other)[0].mu - one.mu
    loss = one.mu - updated_ratings(other, one)[1].mu
    likely = win_chance(one, other)
    assert likely * gain == pytest.approx((1 - likely) * loss, rel=2e-3)


@given(ratings, ratings)
def test_the_chances_of_both_are_one(one, other):
    assert win_chance(one, other) + win_chance(other, one) == pytest.approx(1)


@pytest.mark.parametrize(("points", "likely"), [(0, 50), (50, 57), (100, 64), (200, 75), (-100, 36)])
def test_shown_points_mean_what_they_do_in_chess(points, likely):
    assert round(100 * win_chance(strong(points), strong(0))) == pytest.approx(likely, abs=1)


def test_a_provisional_rating_moves_further_than_a_settled_one():
    won, lost = updated_ratings(NEW, Rating(NEW.mu, SETTLED))
    assert won.mu - NEW.mu > 5 * (NEW.mu - lost.mu)


def played(chances, sigma, *, results, seed):
    """Return a newcomer's rating after this many results against equal opponents, with these chances."""
    rng, player = Random(seed), NEW
    for _ in range(results):
        opponent = Rating(25, sigma or player.sigma)
        player = (
            updated_ratings(player, opponent)[0] if rng.random() < chances else updated_ratings(opponent, player)[1]
        )
    return player


@pytest.mark.parametrize("sigma", [None, 1.3], ids=["among newcomers", "among the settled"])
@pytest.mark.parametrize("chances", [0.5, 0.6])
@thorough
def test_a_rating_settles_after_fifteen_to_twenty_results(chances, sigma):
    for seed in seeds(10):
        assert is_provisional(played(chances, sigma, results=15, seed=seed))
        assert not is_provisional(played(chances, sigma, results=20, seed=seed))


def test_a_settled_rating_stays_so():
    doubts = [played(0.5, None, results=results, seed=1).sigma for results in (20, 60, 200, 1000)]
    assert doubts == sorted(doubts, reverse=True)
    assert doubts[-1] > 0.5


def season(seed, *, apart, rounds=40, field=20):
    """Return the strengths of a field this far apart in shown points, and their ratings after this many rounds."""
    rng = Random(seed)
    strengths = [strong(round(rng.gauss(0, apart)), sigma=0) for _ in range(field)]
    found = [NEW] * field
    for _ in range(rounds):
        order = rng.sample(range(field), field)
        for one, other in zip(order[::2], order[1::2], strict=True):
            won = rng.random() < win_chance(strengths[one], strengths[other])
            winner, loser = (one, other) if won else (other, one)
            found[winner], found[loser] = updated_ratings(found[winner], found[loser])
    return strengths, found


@pytest.mark.parametrize("apart", [35, 60, 100])
def test_the_truth_is_mostly_within_the_doubt_shown(apart):
    within = []
    for seed in range(6):
        for true, rating in zip(*season(seed, apart=apart), strict=True):
            points, doubt = display_rating(rating)
            within.append(abs(points - display_rating(true)[0]) <= doubt)
    assert sum(within) / len(within) >= 0.9
