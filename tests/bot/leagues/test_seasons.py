"""Seasons of every format: fixtures for all, round after round, playoffs from the table, the crown, and the next."""

from collections import Counter
from datetime import date
from itertools import combinations

import pytest

from bot.leagues import seasons
from bot.leagues.access import Asker, LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.leagues.seasons import swiss_rounds
from bot.storage import fixtures
from bot.storage.database import MANY
from tests.support.sample_league import refused


def pairs(fixtures):
    return [frozenset((one.first.id, one.second.id)) for one in fixtures if one.second is not None]


async def begin_season(club, number, **agreed):
    people = await club.people(number)
    return people, await club.league(*people, **agreed)


class TestTheFixtures:
    @pytest.mark.parametrize(("many", "form", "times"), [(2, "double", 2), (5, "single", 1), (6, "double", 2)])
    async def test_everyone_meets_everyone(self, club, many, form, times):
        people, league = await begin_season(club, many, format=form)
        fixtures = await club.leagues.fixtures.find_all(league)
        assert Counter(pairs(fixtures)) == {
            frozenset((one.id, other.id)): times for one, other in combinations(people, 2)
        }
        firsts = [one.first for one in fixtures if one.second is not None]
        deals = [firsts.count(one) for one in people]
        assert max(deals) - min(deals) <= 1
        for number in {one.round for one in fixtures}:
            players = [player for one in fixtures if one.round == number for player in (one.first.id, one.second.id)]
            assert len(players) == len(set(players))
        mine = await club.leagues.fixtures.find_all(league, people[0])
        assert len(mine) == (many - 1) * times
        assert all(people[0] in (one.first, one.second) for one in mine)

    async def test_a_night_has_its_games_for_everyone(self, club):
        people, league = await begin_season(club, 8, format="night", many=4)
        fixtures = await club.leagues.fixtures.find_all(league)
        assert len(set(pairs(fixtures))) == len(fixtures) == 16
        assert Counter(player for pair in pairs(fixtures) for player in pair) == {one.id: 4 for one in people}

    async def test_lots_are_drawn_for_the_order(self, club):
        people = await club.people(8)
        drawn = set()
        for number in range(5):
            league = await club.league(*people, name=f"No. {number}", format="single")
            drawn.add(tuple(map(tuple, pairs((await club.leagues.fixtures.find_all(league))[:4]))))
        assert len(drawn) > 1

    async def test_late_players_and_a_single_player_have_to_wait(self, club):
        league = await club.league(club.ann, format="single", begin=False)
        await refused(club.leagues.seasons.begin(league, club.boss), "2 players")
        await club.leagues.members.join(league, club.ben)
        await club.leagues.seasons.begin(league, club.boss)
        await refused(club.leagues.members.join(league, club.cy), "next season")
        await refused(club.leagues.seasons.begin(league, club.boss), "already started")
        await refused(club.leagues.seasons.next_round(league, club.boss), "has no rounds to draw")

    async def test_open_play_has_none(self, club):
        league = await club.league(club.ann, club.ben)
        await refused(club.leagues.seasons.begin(league, club.boss))
        await refused(club.leagues.seasons.next_round(league, club.boss))


class TestSwiss:
    @pytest.mark.parametrize("many", [6, 7])
    async def test_level_players_meet_and_no_pairing_repeats(self, club, many):
        _, league = await begin_season(club, many, format="swiss", many=5)
        for _ in range(4):
            await club.settle_all(league)
            await club.leagues.seasons.next_round(league, club.boss)
        await club.settle_all(league)
        fixtures = await club.leagues.fixtures.find_all(league)
        assert len(set(pairs(fixtures))) == len(pairs(fixtures)) == many // 2 * 5
        byes = [one.first.id for one in fixtures if one.second is None]
        assert len(byes) == len(set(byes)) == 5 * (many % 2)
        await refused(club.leagues.seasons.next_round(league, club.boss), "All 5 Thursdays rounds")

    async def test_the_next_round_waits_for_the_last(self, club):
        _, league = await begin_season(club, 4, format="swiss", many=3)
        first, second = await club.leagues.fixtures.find_all(league)
        await club.leagues.forfeits.award(league, club.boss, first, first.first, "late")
        players = (second.first, second.second)
        entered = await club.leagues.results.enter(league, Asker(second.first), players, EnteredScore(holes=(121, 100)))
        await refused(club.leagues.seasons.next_round(league, club.boss), "don't have a result yet")
        await club.leagues.review.confirm(entered, Asker(second.second))
        made = await club.leagues.seasons.next_round(league, club.boss)
        assert [one.round for one in made] == [2, 2]
        winners = {first.first.id, second.first.id}
        assert winners in [{one.first.id, one.second.id} for one in made]

    async def test_a_bye_is_a_win_without_spread(self, club):
        _, league = await begin_season(club, 3, format="swiss", preset="acc", many=3)
        [bye] = [one for one in await club.leagues.fixtures.find_all(league) if one.second is None]
        lines = {line.player.id: line for line, _ in await club.leagues.standings.table(league)}
        assert set(lines) == {one.id for one in await club.people(3)}
        line = lines[bye.first.id]
        assert (line.played, line.won, line.points, line.spread) == (1, 1, 2, 0)

    async def test_a_bye_of_this_week_was_not_there_a_week_ago(self, club):
        _, league = await begin_season(club, 3, format="swiss", preset="acc", many=3)
        [bye] = [one for one in await club.leagues.fixtures.find_all(league) if one.second is None]
        [match] = [one for one in await club.leagues.fixtures.find_all(league) if one.second is not None]
        await club.leagues.forfeits.award(league, club.boss, match, match.first, "nobody came")
        club.room.wall.passes(days=8)
        [other] = [one for one in await club.leagues.seasons.next_round(league, club.boss) if one.second is None]
        assert other.first != bye.first
        placed = {line.player.id: (line.rank, risen) for line, risen in await club.leagues.standings.table(league)}
        before = 3 if other.first == match.second else 1
        assert placed[other.first.id][1] == before - placed[other.first.id][0]

    async def test_late_players_are_paired_and_withdrawn_ones_are_not(self, club):
        people, league = await begin_season(club, 4, format="swiss", many=3)
        late, gone = club.ann, people[0]
        await club.leagues.members.join(league, late)
        await club.leagues.members.withdraw(league, Asker(gone))
        await club.settle_all(league)
        made = await club.leagues.seasons.next_round(league, club.boss)
        assert {player for pair in pairs(made) for player in pair} == {late.id, *(one.id for one in people[1:])}

    async def test_rounds_that_were_not_agreed_are_enough_for_one_winner(self, club):
        _, league = await begin_season(club, 5, format="swiss")
        assert [swiss_rounds(league, many) for many in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


class TestPlayoffs:
    async def test_one_in_four_go_through_by_the_table_best_of_three(self, club):
        people, league = await begin_season(club, 9, format="single", preset="acc")
        await club.settle_all(league, to="older")
        drawn = await club.leagues.seasons.begin_playoffs(league, club.boss)
        assert [(one.stage, one.round, one.best_of) for one in drawn] == [("playoff", 1, 3)] * 2
        bye, match = drawn
        assert (bye.first, bye.second) == (people[0], None), "the next power of two less three, to the best"
        assert {match.first, match.second} == set(people[1:3])

    async def test_are_played_to_a_winner_and_nothing_of_them_counts_in_the_table(self, club):
        people, league = await begin_season(club, 5, format="single", preset="acc")
        await club.settle_all(league, to="older")
        before = await club.table(league)
        semis = await club.leagues.seasons.begin_playoffs(league, club.boss, many=4)
        assert [{one.first, one.second} for one in semis] == [{people[0], people[3]}, {people[1], people[2]}]
        match = semis[0]
        table = await club.sit_down(league, match.second, match)
        assert (table.best_of, table.rules.doubles) == (3, ()), "in a playoff a game is one"
        table = await club.give_up(table, match.second)
        table = await club.room.tables.again(table.id, match.first)
        await club.give_up(table, match.second)
        await refused(club.leagues.seasons.next_round(league, club.boss), "don't have a result yet")
        await club.settle_all(league, to="second")
        [final] = await club.leagues.seasons.next_round(league, club.boss)
        assert {final.first, final.second} == {match.first, semis[1].second}
        assert await club.table(league) == before
        await refused(club.leagues.seasons.close(league, club.boss), "playoffs aren't over")
        await club.leagues.forfeits.award(league, club.boss, final, final.second, "ill")
        await refused(club.leagues.seasons.next_round(league, club.boss), "The final is over")
        closed = await club.leagues.seasons.close(league, club.boss)
        assert closed.crowned == (final.second.id,)

    async def test_end_what_was_not_played_before_them(self, club):
        _people, league = await begin_season(club, 4, format="single")
        first, *rest = await club.leagues.fixtures.find_all(league)
        await club.leagues.forfeits.award(league, club.boss, first, first.first, "late")
        await club.leagues.seasons.begin_playoffs(league, club.boss)
        await refused(club.open(league, rest[-1].first, rest[-1]), "this game is cancelled")
        await refused(club.leagues.seasons.begin_playoffs(league, club.boss), "Draw the next round")

    async def test_follow_open_play_too(self, club):
        league = await club.league(club.ann, club.ben, club.cy)
        await club.beats(league, club.ann, club.ben)
        [final] = await club.leagues.seasons.begin_playoffs(league, club.boss, best_of=1)
        await refused(club.open(league, club.ann, club.cy))
        assert (await club.open(league, club.ben, club.ann)).agreement.fixture == final.id
        await refused(club.leagues.members.join(league, club.dee))

    async def test_need_two_players_with_enough_games(self, club):
        league = await club.league(club.ann, club.ben, minimum=2)
        await club.beats(league, club.ann, club.ben)
        await refused(club.leagues.seasons.begin_playoffs(league, club.boss), "2 players")
        assert (await club.leagues.directory.season(league)).stage == "playing"

    async def test_a_new_winner_drops_the_next_round_unless_it_has_begun(self, club):
        _, league = await begin_season(club, 4, format="knockout", best_of=1)
        await club.settle_all(league)
        [final] = await club.leagues.seasons.next_round(league, club.boss)
        semi = (await club.leagues.fixtures.find_all(league))[0]
        _, result = await club.leagues.results.find(semi.result_id, guild_id=1, player=club.ann)
        await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(100, 121)), "swapped")
        assert [one.round for one in await club.leagues.fixtures.find_all(league)] == [1, 1]
        [final] = await club.leagues.seasons.next_round(league, club.boss)
        assert semi.second in (final.first, final.second)
        await club.sit_down(league, final.first, final)
        await refused(club.leagues.review.void(result, club.boss, "again"), "next playoff round has started")
        assert (await club.leagues.fixtures.find(league, semi.id)).result_id == result.id


class TestTheClose:
    async def test_crowns_the_leader_and_opens_the_next_season(self, club):
        league = await club.league(club.ann, club.ben, club.cy)
        await club.beats(league, club.ann, club.ben)
        await club.beats(league, club.cy, club.ben)
        await club.leagues.members.withdraw(league, Asker(club.ben))
        club.room.wall.passes(days=1)
        closed = await club.leagues.seasons.close(league, club.boss, starts_on=date(2025, 9, 1))
        assert (closed.number, closed.stage, closed.closed_at) == (1, "closed", club.room.wall.now)
        assert set(closed.crowned) == {club.ann.id, club.cy.id}, "they share the lead"
        now = await club.leagues.directory.season(league)
        assert (now.number, now.stage, now.starts_on) == (2, "playing", date(2025, 9, 1))
        assert await club.leagues.directory.seasons(league) == [now, closed]
        assert [name for name, *_ in await club.table(league)] == ["Ann", "Cy"]
        archived = [(line.player.name, line.points) for line, _ in await club.leagues.standings.table(league, closed)]
        assert archived == [("Ann", 1), ("Cy", 1), ("Ben", 0)]
        assert [one.season for one in await club.leagues.results.find_all(league, season=closed.number)] == [1, 1]
        assert await club.leagues.results.find_all(league, season=now.number) == []

    async def test_waits_for_results_that_are_not_settled(self, club):
        league = await club.league(club.ann, club.ben)
        pair, score = (club.ann, club.ben), EnteredScore(holes=(121, 90))
        entered = await club.leagues.results.enter(league, Asker(club.ann), pair, score)
        await refused(club.leagues.seasons.close(league, club.boss), "Ann and Ben isn't settled")
        await club.leagues.review.deny(entered, club.ben)
        await refused(club.leagues.seasons.begin_playoffs(league, club.boss), "Ann and Ben isn't settled")
        await club.leagues.review.void(entered, club.boss, "never played")
        await club.leagues.seasons.close(league, club.boss)
        await refused(club.leagues.review.confirm(entered, Asker(club.ben)), "Season 1 of Thursdays is closed")

    async def test_the_next_season_of_fixtures_gathers_players_again(self, club):
        _people, league = await begin_season(club, 4, format="single")
        old = (await club.leagues.fixtures.find_all(league))[0]
        await club.leagues.seasons.close(league, club.boss)
        assert await club.leagues.fixtures.find_all(league) == []
        await club.leagues.members.join(league, club.ann)
        await club.leagues.seasons.begin(league, club.boss)
        assert len(await club.leagues.fixtures.find_all(league)) == 10
        await refused(club.open(league, old.first, old), "Season 1")
        await refused(club.leagues.forfeits.award(league, club.boss, old, old.first, "why"), "Season 1")


@pytest.mark.parametrize("form", seasons.MOST_PLAYERS)
async def test_fixtures_for_very_many_are_refused_with_what_to_do(club, monkeypatch, form):
    """A file may bring 100,000 players, and everyone against everyone would be 5,000,000,000 fixtures."""
    assert seasons.MOST_PLAYERS[form] <= 500
    monkeypatch.setitem(seasons.MOST_PLAYERS, form, 3)
    with pytest.raises(LeagueError, match="has 4 players, but this format allows only 3"):
        await begin_season(club, 4, format=form, **({"many": 2} if form in {"night", "swiss"} else {}))
    await begin_season(club, 3, format=form, name="Small", **({"many": 2} if form in {"night", "swiss"} else {}))


async def test_hundreds_of_fixtures_are_there_page_by_page(club):
    """There are enough fixtures that a thread of its own draws and reads them."""
    league = await club.league(*await club.people(34), format="single")
    database, everything = club.room.database, await club.leagues.fixtures.find_all(league)
    assert len(everything) == await fixtures.count(database, league.id, 1) == 34 * 33 // 2 > MANY
    assert len({frozenset((one.first.id, one.second.id)) for one in everything}) == len(everything)
    pages = [await fixtures.list_fixtures(database, league.id, 1, skip=skip, many=20) for skip in range(0, 600, 20)]
    assert [one for page in pages for one in page] == everything
    assert await fixtures.list_fixtures(database, league.id, 1, stage="playoff") == []


class TestSeeding:
    async def test_the_seeds_of_a_knockout_meet_as_late_as_may_be(self, club):
        people = await club.people(8)
        league = await club.league(*people, format="knockout", begin=False)
        best = [player.id for player in (people[3], people[5], people[1], people[7])]
        await club.leagues.seasons.begin(league, club.boss, best)
        halves = [fixture.players for fixture in await club.leagues.fixtures.find_all(league)]
        assert [len(pair & set(best)) for pair in halves] == [1, 1, 1, 1]
        upper, lower = halves[0] | halves[1], halves[2] | halves[3]
        assert sorted(map(len, (upper & set(best[:2]), lower & set(best[:2])))) == [1, 1]

    async def test_in_a_seeded_swiss_the_upper_half_meets_the_lower(self, club):
        people = await club.people(7)
        league = await club.league(*people, format="swiss", begin=False)
        order = [player.id for player in reversed(people)]
        await club.leagues.seasons.begin(league, club.boss, order)
        drawn = await club.leagues.fixtures.find_all(league)
        pairs = {fixture.players for fixture in drawn}
        assert pairs == {frozenset({order[at], order[at + 3]}) for at in range(3)} | {frozenset({order[6]})}

    async def test_others_follow_by_lot_and_strangers_are_refused(self, club):
        people = await club.people(6)
        league = await club.league(*people[:5], format="swiss", begin=False)
        with pytest.raises(LeagueError, match="Only players who have joined can be seeded"):
            await club.leagues.seasons.begin(league, club.boss, [people[5].id])
        assert await club.leagues.seasons.begin(league, club.boss, [people[2].id]) == 3


SCORE = EnteredScore(holes=(121, 100))


@pytest.fixture
async def closed(club):
    """A league whose first season Ann has won, and the result of her game against Ben."""
    league = await club.league(club.ann, club.ben, club.cy, preset="acc")
    result = await club.enter(league, club.ann, club.ben)
    await club.leagues.seasons.close(league, club.boss)
    return league, result


async def crowned(club, league, number=1):
    return (await club.leagues.directory.season(league, number)).crowned


class TestCorrected:
    async def test_the_champion_follows_the_result(self, club, closed):
        league, result = closed
        assert await crowned(club, league) == (club.ann.id,)
        await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(100, 121)), "Ben's card")
        assert await crowned(club, league) == (club.ben.id,)
        assert (await club.log(league))[:2] == [
            "season 1 is now won by Ben",
            f"corrected result {result.id}, Ann 121 against Ben 100 to Ben 121 against Ann 100",
        ]
        await refused(club.leagues.review.void(result, club.boss, " "), "Give a reason")
        await club.leagues.review.void(result, club.boss, "never played")
        assert await crowned(club, league) == ()
        await club.leagues.review.accept(result, club.boss, "it was")
        assert await crowned(club, league) == (club.ben.id,)

    async def test_of_a_knockout_the_winner_of_the_final(self, club):
        league = await club.league(club.ann, club.ben, format="knockout")
        (final,) = await club.leagues.fixtures.find_all(league)
        result = await club.leagues.forfeits.award(league, club.boss, final, club.ann, "late")
        await club.leagues.seasons.close(league, club.boss)
        assert await crowned(club, league) == (club.ann.id,)
        score = EnteredScore(holes=(121, 90) if final.first.id == club.ben.id else (90, 121))
        await club.leagues.review.correct(result, club.boss, score, "they played")
        assert await crowned(club, league) == (club.ben.id,)


class TestReopened:
    async def test_it_goes_on_and_is_closed_again(self, club, closed):
        league, _ = closed
        await club.leagues.seasons.reopen(league, club.boss, 1, "a card was lost")
        season = await club.leagues.directory.season(league)
        assert (season.number, season.stage, season.crowned) == (1, "playing", ())
        for _ in range(2):
            await club.enter(league, club.ben, club.ann)
        await club.leagues.seasons.close(league, club.boss)
        assert await crowned(club, league) == (club.ben.id,)
        assert (await club.leagues.directory.season(league)).number == 2

    async def test_not_once_the_next_one_has_begun(self, club, closed):
        league, _ = closed
        await club.enter(league, club.ann, club.ben)
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
