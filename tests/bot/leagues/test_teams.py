"""Fixed pairs: they join as one, play games of four, enter results together, and stand in the table as a pair."""

import random
from collections import Counter

import pytest

from bot.leagues.access import Asker, LeagueError
from bot.leagues.score_entry import EnteredScore
from bot.storage import members as stored_members
from bot.storage import privacy
from engine.errors import RulesError
from engine.events import Shown
from tests.support.sample_league import CHANNEL, refused, until_collected


async def pairs_league(club, pairs, *, begin=True, form="single", kind="pairs", **agreed):
    """Return a league of fixed pairs, or of teams of another kind, its teams and its people."""
    people = await club.people(2 * pairs)
    league = await club.league(format=form, teams=kind, begin=False, **agreed)
    for one, other in zip(people[::2], people[1::2], strict=True):
        await club.leagues.teams.join(league, Asker(one), (one, other))
    if begin:
        await club.leagues.seasons.begin(league, club.boss)
    return league, await club.leagues.teams.find_all(league), people


async def sit_down(club, league, host, fixture):
    opening = await club.leagues.games.opening(league, host, fixture, channel_id=CHANNEL)
    table = await club.leagues.games.open(opening)
    for seat in table.seats[1:]:
        table = await club.room.tables.accept(table.id, seat.player)
    return table


class TestJoining:
    async def test_two_join_as_one_and_are_named_after_both(self, club):
        league, teams, people = await pairs_league(club, 2, begin=False)
        assert [team.player.name for team in teams] == ["P00 & P01", "P02 & P03"]
        assert teams[0].people == (people[0], people[1])
        assert [player.name for player in await club.leagues.members.playing(league)] == ["P00 & P01", "P02 & P03"]
        assert [one.id for one in await club.leagues.directory.of_player(1, people[3])] == [league.id]
        named = await club.leagues.teams.join(league, club.boss, (club.ann, club.ben), "  The   Old Firm ")
        assert named.player.name == "The Old Firm"

    async def test_what_cannot_be(self, club):
        league, teams, people = await pairs_league(club, 2, begin=False)
        with pytest.raises(LeagueError, match="P01 already plays in Thursdays for P00 & P01"):
            await club.leagues.teams.join(league, Asker(club.ann), (club.ann, people[1]))
        await refused(club.leagues.teams.join(league, Asker(club.ann), (club.ann, club.ann)), "isn't you")
        with pytest.raises(LeagueError, match="already has"):
            await club.leagues.teams.join(league, Asker(club.ann), (club.ann, club.ben), "p00 & p01")
        await refused(club.leagues.teams.join(league, Asker(club.ann), (club.ann, club.ben), "x" * 65), "1-64")
        await refused(club.leagues.teams.join(league, Asker(club.cy), (club.ann, club.ben)), "Only managers")
        await refused(club.leagues.members.join(league, club.ann), "with your partner")
        single = await club.league(name="Singles", format="single", begin=False)
        await refused(club.leagues.teams.join(single, Asker(club.ann), (club.ann, club.ben)), "isn't played in teams")
        await refused(club.league(name="Club", format="club", teams="pairs", begin=False), "Teams need fixtures")
        with pytest.raises(RulesError, match="2 players"):
            await club.league(name="ACC", format="single", teams="pairs", preset="acc", begin=False)
        assert await club.leagues.teams.find_all(league) == teams

    async def test_either_of_them_leaves_for_both_before_the_start_and_withdraws_both_later(self, club):
        league, _, people = await pairs_league(club, 3, begin=False)
        await club.leagues.members.leave(league, people[1])
        assert [team.player.name for team in await club.leagues.teams.find_all(league)] == ["P02 & P03", "P04 & P05"]
        await club.leagues.teams.join(league, Asker(people[1]), (people[1], people[0]))
        await club.leagues.teams.join(league, Asker(club.ann), (club.ann, club.ben), "P00 & P01")
        await club.leagues.seasons.begin(league, club.boss)
        await club.leagues.members.withdraw(league, Asker(people[3]))
        assert "P02 & P03" not in [player.name for player in await club.leagues.members.playing(league)]
        await club.leagues.seasons.close(league, club.boss)
        gone = await stored_members.find_by_person(club.room.database, league.id, people[2].id)
        assert gone is None, "in the next season they can play with others"
        await club.leagues.teams.join(league, Asker(people[2]), (people[2], club.cy))


class TestPlaying:
    async def test_a_fixture_is_a_game_of_four_with_partners_across(self, club):
        league, teams, _ = await pairs_league(club, 2)
        assert league.rules.players == 4
        [fixture] = await club.leagues.fixtures.find_all(league)
        by_id = {team.player.id: team for team in teams}
        first, second = by_id[fixture.first.id], by_id[fixture.second.id]
        for person in (*first.people, *second.people):
            assert await club.leagues.fixtures.find_all(league, person) == [fixture]
        host = second.people[1]
        table = await sit_down(club, league, host, fixture)
        seated = [seat.player.id for seat in table.seats]
        assert seated[0] == host.id
        assert {seated[0], seated[2]} == second.ids
        assert {seated[1], seated[3]} == first.ids
        dealer = (await club.room.tables.course(table.id, table.rules)).first_dealer
        assert dealer in {1, 3}, "the first pair of the fixture deals first"
        await club.give_up(table, table.seats[1].player)
        [result] = await club.leagues.results.find_all(league)
        assert (result.status, result.sides[result.winner].player) == ("counted", second.player)
        assert {side.player.id for side in result.sides} == fixture.players
        assert await club.table(league) == [(second.player.name, 1, 1), (first.player.name, 2, 0)]

    async def test_a_whole_game_counts_both_hands_of_a_pair(self, club):
        league, teams, _ = await pairs_league(club, 2, options={"target": 61, "doubles": "none"})
        [fixture] = await club.leagues.fixtures.find_all(league)
        table = await sit_down(club, league, teams[0].people[0], fixture)
        ended = await club.room.play_out(table.id)
        await until_collected(club.leagues)
        [result] = await club.leagues.results.find_all(league)
        sides = {side.player.id: side for side in result.sides}
        assert sides[teams[0].player.id].holes == ended.game.scores[0]
        assert sides[teams[1].player.id].holes == ended.game.scores[1]
        history = await club.room.tables.history(table.id)
        shown = Counter(event.seat % 2 for event in history if isinstance(event, Shown) and event.what == "hand")
        assert [sides[team.player.id].deeds.hands for team in teams] == [shown[0], shown[1]]
        assert min(shown.values()) >= 2

    async def test_somebody_else_cannot_play_or_bring_a_stranger(self, club):
        league, _, _ = await pairs_league(club, 2)
        [fixture] = await club.leagues.fixtures.find_all(league)
        await refused(club.leagues.games.opening(league, club.ann, fixture, channel_id=CHANNEL), "This fixture is for")

    async def test_what_an_absent_persons_pair_has_left_goes_to_the_other_pair(self, club):
        league, teams, _ = await pairs_league(club, 2)
        [fixture] = await club.leagues.fixtures.find_all(league)
        absent = next(team for team in teams if team.player.id == fixture.first.id)
        (result,) = await club.leagues.forfeits.award_all(league, club.boss, absent.people[1], "ill")
        assert result.sides[result.winner].player == fixture.second


class TestEntering:
    async def test_either_of_the_others_confirms_and_nobody_of_the_own_pair(self, club):
        league, teams, people = await pairs_league(club, 2)
        score = EnteredScore(holes=(121, 90))
        entered = await club.leagues.results.enter(league, Asker(people[0]), (people[0], people[3]), score)
        assert (entered.status, entered.entered_by) == ("entered", teams[0].player)
        assert {side.player for side in entered.sides} == {team.player for team in teams}
        await refused(club.leagues.review.confirm(entered, Asker(people[1])), "your opponent has to confirm")
        for person in people[2:]:
            assert await club.leagues.results.waiting_for(league, person) == [entered]
        for person in people[:2]:
            assert await club.leagues.results.waiting_for(league, person) == []
        await refused(club.leagues.review.deny(entered, club.ann), "Only the 2 players")
        await club.leagues.review.confirm(entered, Asker(people[2]))
        assert (await club.table(league))[0][0] == "P00 & P01"

    async def test_the_partner_takes_a_result_back(self, club):
        league, _, people = await pairs_league(club, 2)
        score = EnteredScore(holes=(121, 90))
        entered = await club.leagues.results.enter(league, Asker(people[0]), (people[0], people[3]), score)
        assert (await club.leagues.review.deny(entered, people[1])).status == "void"


@pytest.mark.parametrize("form", ["single", "double", "swiss", "knockout", "double-knockout", "groups", "divisions"])
async def test_pairs_play_a_whole_season_of_every_format(club, form):
    league, teams, _ = await pairs_league(club, 4, form=form)
    await club.play_rounds(league)
    if form == "groups":
        await club.leagues.seasons.begin_playoffs(league, club.boss, many=2, best_of=1)
        await club.settle_all(league)
    closed = await club.leagues.seasons.close(league, club.boss)
    assert closed.crowned
    assert set(closed.crowned) <= {team.player.id for team in teams}


class TestTwoSingles:
    async def test_each_person_has_a_game_and_each_team_deals_first_in_one(self, club):
        league, teams, _ = await pairs_league(club, 2, kind="singles")
        assert (league.rules.players, league.scheme) == (2, "legs")
        [whole] = await club.leagues.fixtures.find_all(league)
        by_id = {team.player.id: team for team in teams}
        first, second = by_id[whole.first.id], by_id[whole.second.id]
        boards = [(await club.leagues.fixtures.find_all(league, person))[0] for person in first.people]
        assert [{one.first.id, one.second.id} for one in boards] == [
            {first.people[place].id, second.people[place].id} for place in range(2)
        ]
        assert {one.first.id for one in boards} == {first.people[0].id, second.people[1].id}, "each team deals once"
        await club.enter(league, first.people[0], second.people[0], 100)
        assert await club.table(league) == [(team.player.name, 1, 0) for team in teams], "one game alone is no result"

    async def test_a_correction_changes_the_sum_and_a_removed_game_takes_it_back(self, club):
        league, teams, _ = await pairs_league(club, 2, kind="singles")
        [whole] = await club.leagues.fixtures.find_all(league)
        one, other = teams
        games = [await club.enter(league, one.people[place], other.people[place], 80) for place in range(2)]
        [added] = await club.leagues.results.of_fixtures([whole.id])
        await refused(club.leagues.review.void(added, club.boss, "no"), "adds up 2 games")
        await club.leagues.review.correct(games[0], club.boss, EnteredScore(holes=(70, 121)), "swapped")
        [again] = await club.leagues.results.of_fixtures([whole.id])
        assert again.id == added.id
        assert {side.player.id: side.legs for side in again.sides} == {one.player.id: 1, other.player.id: 1}
        await club.leagues.review.void(games[1], club.boss, "never played")
        assert await club.leagues.results.of_fixtures([whole.id]) == []
        assert [points for _, _, points in await club.table(league)] == [0, 0]
        await club.enter(league, one.people[1], other.people[1], 80)
        assert len(await club.leagues.results.of_fixtures([whole.id])) == 1

    async def test_a_fixture_that_is_awarded_needs_no_games(self, club):
        league, teams, _ = await pairs_league(club, 2, kind="singles")
        [whole] = await club.leagues.fixtures.find_all(league)
        await club.leagues.forfeits.award(league, club.boss, whole, whole.first, "nobody came")
        await refused(club.leagues.games.opening(league, teams[0].people[0], whole, channel_id=CHANNEL), "was awarded")
        [result] = await club.leagues.results.of_fixtures([whole.id])
        assert result.ended_by == "forfeit"

    async def test_a_sum_that_a_kill_has_left_is_there_after_the_start(self, club):
        league, teams, _ = await pairs_league(club, 2, kind="singles")
        [whole] = await club.leagues.fixtures.find_all(league)
        for place in range(2):
            await club.enter(league, teams[0].people[place], teams[1].people[place])
        async with club.room.database.transaction() as writing:
            own = "SELECT id FROM league_results WHERE fixture_id = ?"
            writing.write(f"DELETE FROM league_sides WHERE result_id IN ({own})", (whole.id,))
            writing.write("DELETE FROM league_results WHERE fixture_id = ?", (whole.id,))
        await (await club.reopen()).resume()
        assert len(await club.leagues.results.of_fixtures([whole.id])) == 1

    async def test_teams_without_accounts_are_added_by_their_names(self, club):
        league, teams, _ = await pairs_league(club, 1, kind="singles", begin=False)
        for wrong in ("Old Pete", "A & B & C", "Old Pete & ", "Pete & pete"):
            await refused(club.leagues.people.add(league, club.boss, ["Joe & Jim", wrong]), "like Ann & Ben")
        [added] = await club.leagues.people.add(league, club.boss, ["Old Pete & Old Joe"])
        paper = (await club.leagues.teams.find_all(league))[1]
        assert paper.player == added
        assert [person.name for person in paper.people] == ["Old Pete", "Old Joe"]
        await club.leagues.seasons.begin(league, club.boss)
        for place in range(2):
            pair, score = (teams[0].people[place], paper.people[place]), EnteredScore(holes=(121, 90))
            assert (await club.leagues.results.enter(league, club.boss, pair, score)).status == "counted"
        assert (await club.table(league))[0] == (teams[0].player.name, 1, 2)
        with pytest.raises(LeagueError, match="can't be merged"):
            await club.leagues.people.merge(league, club.boss, paper.people[0], club.ann, "the same")
        await refused(club.leagues.people.substitute(league, club.boss, added, club.ann, "ill"), "own people")

    async def test_acc_points_are_of_single_games(self, club):
        with pytest.raises(LeagueError, match="acc scheme"):
            await club.league(name="ACC", format="single", teams="singles", preset="acc", scheme="acc", begin=False)

    @pytest.mark.parametrize("form", ["single", "knockout", "double-knockout", "groups"])
    async def test_a_whole_season_agrees_with_sums_by_hand(self, club, form):
        chance = random.Random(3)
        league, teams, _ = await pairs_league(club, 4, kind="singles", form=form)
        of = {person.id: team.player.id for team in teams for person in team.people}
        legs, by_hand = Counter(), {}
        while True:
            for whole in await club.leagues.fixtures.find_all(league):
                if whole.result_id is None and whole.second is not None:
                    by_hand[whole.id] = await self._play(club, league, whole, teams, chance, of)
            try:
                await club.leagues.seasons.next_round(league, club.boss)
            except LeagueError:
                if form == "groups" and (await club.leagues.directory.season(league)).stage == "playing":
                    await club.leagues.seasons.begin_playoffs(league, club.boss, many=2, best_of=1)
                    continue
                break
        for result in await club.leagues.results.of_fixtures(list(by_hand)):
            games, holes, winner = by_hand[result.fixture_id]
            assert {side.player.id: side.legs for side in result.sides} == {
                side.player.id: games[side.player.id] for side in result.sides
            }
            assert {side.player.id: side.holes for side in result.sides} == dict(holes)
            assert result.sides[result.winner].player.id == winner
            if result.stage == "league":
                legs += games
        closed = await club.leagues.seasons.close(league, club.boss)
        assert set(closed.crowned) <= set(of.values())
        if form == "single":
            lines = {line.player.id: line.points for line, _ in await club.leagues.standings.table(league, closed)}
            assert lines == {team.player.id: legs[team.player.id] for team in teams}

    async def _play(self, club, league, whole, teams, chance, of):
        one, other = (
            next(team for team in teams if team.player.id == player.id) for player in (whole.first, whole.second)
        )
        games, holes, first_board = Counter(), Counter(), None
        for place in range(2):
            pair = [one.people[place], other.people[place]]
            chance.shuffle(pair)
            lost = chance.randrange(40, 120)
            await club.enter(league, *pair, lost)
            games[of[pair[0].id]] += 1
            holes[of[pair[0].id]] += 121
            holes[of[pair[1].id]] += lost
            first_board = first_board or of[pair[0].id]
        best = max(holes, key=lambda team: (games[team], holes[team], team == first_board))
        return games, holes, best


async def test_an_erased_person_leaves_no_name_in_their_team(club):
    league, _, people = await pairs_league(club, 2)
    exported = await privacy.export(club.room.database, people[0])
    assert exported["teams"] == [{"league": "Thursdays", "team": "P00 & P01"}]
    planned = await privacy.plan(club.room.database, people[0].id)
    async with club.room.database.transaction() as writing:
        privacy.erase(writing, club.room.database, planned)
    [team, other] = await club.leagues.teams.find_all(league)
    assert (team.player.name, other.player.name) == ("a former player", "P02 & P03")
    assert team.player.id not in {player.id for player in await club.leagues.members.playing(league)}
    rows = await club.rows("SELECT name FROM players UNION SELECT folded FROM league_names")
    assert not [name for (name,) in rows if "p00" in name.casefold()]
