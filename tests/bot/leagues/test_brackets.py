"""Brackets of single and double elimination: byes, who meets whom, who is out, who has won, and whole knockouts."""

import random
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leagues.brackets import bracket, bracket_plan, champion, next_round
from bot.leagues.schedule import Pairing
from bot.leagues.score_entry import EnteredScore
from bot.render.scene import MAX_DESCRIPTION_LENGTH
from bot.ui.leagues import bracket_view
from bot.ui.leagues.bracket_view import BracketSheet, bracket_pages, bracket_scene
from tests.bot.leagues.test_schedule import both, ids
from tests.support.blank_database import old_file
from tests.support.depth import sampled, seeds, thorough
from tests.support.sample_league import GUILD, club_over, refused

FIELDS = range(2, 65)


def players_in(drawn):
    return [player for pairing in drawn for player in both(pairing) if player is not None]


def played(elimination, seeds, through):
    """All rounds of a bracket in which ``through`` picks the winner of two, and the winners of each."""
    rounds, winners = [bracket(seeds)], []
    while True:
        winners.append({through(both(one)) for one in rounds[-1] if one.second is not None})
        if not (drawn := next_round(elimination, rounds, winners)):
            return rounds, winners
        assert champion(elimination, rounds, winners) is None
        rounds.append(drawn)


def test_a_bracket_of_eight_and_one_of_five_with_three_byes_for_the_best():
    assert list(map(both, bracket([11, 22, 33, 44, 55, 66, 77, 88]))) == [(11, 88), (44, 55), (22, 77), (33, 66)]
    assert list(map(both, bracket([1, 2, 3, 4, 5]))) == [(1, None), (4, 5), (2, None), (3, None)]


def test_byes_fill_the_bracket_and_go_to_the_best():
    for field in FIELDS:
        seeds = ids(field)
        drawn = bracket(seeds)
        size = 1 << (field - 1).bit_length()
        byes = [pairing.first for pairing in drawn if pairing.second is None]
        assert 2 * len(drawn) == size
        assert sorted(byes, key=seeds.index) == seeds[: size - field]
        assert Counter(players_in(drawn)) == Counter(seeds)


def test_the_best_meet_as_late_as_may_be():
    """When the better seed always wins, the best 2 are in the final, the best 4 in the round before, and so on."""
    for field in FIELDS:
        rounds, _ = played("single", list(range(field)), through=min)
        for left, drawn in enumerate(reversed(rounds)):
            assert set(players_in(drawn)) == set(range(min(field, 2 << left)))


@pytest.mark.parametrize("elimination", ["single", "double"])
def test_only_the_first_round_has_byes(elimination):
    for field in FIELDS:
        rounds, _ = played(elimination, ids(field), through=Random(field).choice)
        assert all(pairing.second is not None for one in rounds[1:] for pairing in one)
        if elimination == "single":
            assert [len(one) for one in rounds] == [1 << left for left in reversed(range(len(rounds)))]


def test_in_a_knockout_the_player_with_fewer_first_deals_deals_first():
    first = bracket([1, 2, 3, 4, 5])
    assert next_round("single", [first], [{4}]) == [Pairing(1, 4), Pairing(2, 3)]
    assert next_round("single", [first], [{5}]) == [Pairing(5, 1), Pairing(2, 3)]


def test_first_deals_of_all_rounds_count():
    """1 has dealt first in both, 7 in the second alone."""
    rounds = [bracket([1, 2, 3, 4, 5, 6, 7, 8])]
    rounds.append(next_round("single", rounds, [{1, 4, 7, 6}]))
    assert rounds[-1] == [Pairing(1, 4), Pairing(7, 6)]
    assert next_round("single", rounds, [{1, 4, 7, 6}, {1, 7}]) == [Pairing(7, 1)]


@pytest.mark.parametrize("winners", [set(), {4, 5}])
def test_a_match_has_one_winner(winners):
    with pytest.raises(ValueError, match="4 and 5"):
        next_round("single", [bracket([1, 2, 3, 4, 5])], [winners])


# Double elimination


def losses_of(rounds, winners):
    """Return how often each player has lost, counted from the pairings alone."""
    matches = [(pairing, won) for one, won in zip(rounds, winners, strict=True) for pairing in one if pairing.second]
    return Counter(player for pairing, won in matches for player in both(pairing) if player not in won)


@given(st.integers(2, 80), st.randoms(use_true_random=False))
def test_everyone_but_the_champion_loses_twice_and_then_plays_no_more(field, rng):
    """In the winners' bracket nobody has lost, in the losers' bracket everybody once; nobody plays twice in a round."""
    seeds, losses = ids(field), Counter()
    rounds, winners = played("double", seeds, through=rng.choice)
    for part, one, won in zip(bracket_plan("double", field), rounds, winners, strict=False):
        assert max(Counter(players_in(one)).values()) == 1
        for match, pairing in zip(part, one, strict=True):
            lost = sorted(losses[player] for player in players_in([pairing]))
            expected = {"winners": [0, 0], "losers": [1, 1], "final": [0, 1], "decider": [1, 1]}[match.part]
            assert lost == expected[: len(lost)]
        losses += losses_of([one], [won])
    best = champion("double", rounds, winners)
    assert losses[best] <= 1
    assert {seed: losses[seed] for seed in seeds if seed != best} == dict.fromkeys(set(seeds) - {best}, 2)
    assert sum(pairing.second is not None for one in rounds for pairing in one) == losses.total()


def test_whoever_waits_waits_for_one_round_at_most():
    for field in (8, 16, 32, 64):
        rounds, winners = played("double", ids(field), through=max)
        losses, idle = Counter(), Counter()
        for one, won in zip(rounds, winners, strict=True):
            for player in ids(field):
                idle[player] = 0 if player in players_in(one) or losses[player] == 2 else idle[player] + 1
            losses += losses_of([one], [won])
            assert max(idle.values()) <= 2
        assert len(rounds) <= 2 * (field - 1).bit_length() + 1


@pytest.mark.parametrize(("field", "first_rematch"), [(8, 4), (16, 5), (32, 6), (64, 8)])
@thorough
def test_old_opponents_meet_late(field, first_rematch):
    """Nobody meets anybody again in the first rounds, whoever wins; without the turned orders it would be round 3."""
    earliest = []
    for seed in seeds(300):
        met, rounds = set(), played("double", ids(field), Random(seed).choice)[0]
        for number, one in enumerate(rounds, 1):
            pairs = {frozenset(both(pairing)) for pairing in one}
            if pairs & met:
                earliest.append(number)
                break
            met |= pairs
    assert min(earliest) >= first_rematch


def test_a_double_elimination_of_eight():
    """The pairings of a bracket that is drawn by hand: the better seed always wins."""
    rounds, _ = played("double", list(range(1, 9)), through=min)
    assert [[set(both(pairing)) for pairing in one] for one in rounds] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {5, 8}, {6, 7}],
        [{3, 5}, {4, 6}],
        [{1, 2}, {3, 4}],
        [{2, 3}],
        [{1, 2}],
    ]


async def settle_by(club, league, pick):
    for fixture in await club.leagues.fixtures.find_all(league):
        if fixture.second is not None and fixture.result_id is None:
            winner = pick((fixture.first, fixture.second))
            await club.leagues.forfeits.award(league, club.boss, fixture, winner, "played elsewhere")


async def play_out(club, league, pick):
    await club.play_rounds(league, lambda: settle_by(club, league, pick))
    # Whether the final is over is asked by the close too.
    return await club.leagues.seasons.close(league, club.boss)


async def test_in_a_double_elimination_the_first_loser_can_still_win(club):
    people = await club.people(6)
    league = await club.league(*people, format="double-knockout")
    first = next(one for one in await club.leagues.fixtures.find_all(league) if one.second is not None)
    await club.leagues.forfeits.award(league, club.boss, first, first.second, "late")
    hero = first.first
    closed = await play_out(club, league, lambda pair: hero if hero in pair else pair[0])
    assert closed.crowned == (hero.id,)
    fixtures = await club.leagues.fixtures.find_all(league, season=closed)
    finals = [{one.first.id, one.second.id} for one in fixtures if one.round >= fixtures[-1].round - 1]
    assert len(finals) == 2, "the final is played twice"
    assert finals[0] == finals[1]


async def test_a_final_without_a_decider_cannot_be_closed(club):
    people = await club.people(2)
    league = await club.league(*people, format="double-knockout")
    await settle_by(club, league, lambda pair: pair[0])
    [final] = await club.leagues.seasons.next_round(league, club.boss)
    [bracket_final] = (await club.leagues.brackets.find(league, await club.leagues.directory.season(league))).rounds[1]
    beaten = bracket_final.lower.player
    await club.leagues.forfeits.award(league, club.boss, final, beaten, "late")
    await refused(club.leagues.seasons.close(league, club.boss), "playoffs aren't over")


@sampled(("form", "many"), product(["knockout", "double-knockout"], [2, 3, 5, 6, 9, 16, 21]))
async def test_the_bracket_agrees_with_the_fixtures_in_every_round(club, form, many):
    league = await club.league(*await club.people(many), format=form)
    chance = random.Random(many)

    async def settle_and_check():
        season = await club.leagues.directory.season(league)
        await _check_bracket(club, league, season)
        await settle_by(club, league, chance.choice)
        await _check_bracket(club, league, season)

    await club.play_rounds(league, settle_and_check)
    closed = await club.leagues.seasons.close(league, club.boss)
    bracket = await club.leagues.brackets.find(league, closed)
    assert (bracket.champion,) == closed.crowned
    assert all(match.winner is not None for match in bracket.matches)


async def _check_bracket(club, league, season):
    """Compare the bracket with the fixtures, and with what its own matches say of those before."""
    bracket = await club.leagues.brackets.find(league, season)
    drawn = {(one.round, one.place): one for one in await club.leagues.fixtures.find_all(league, season=season)}
    by_key = {match.match.key: match for match in bracket.matches}
    assert drawn.keys() <= by_key.keys()
    assert [match.number for match in bracket.matches] == list(range(1, len(by_key) + 1))
    for key, match in by_key.items():
        entrants = [entrant for entrant in (match.upper, match.lower) if entrant is not None]
        known = {entrant.player.id for entrant in entrants if entrant.player is not None}
        if key in drawn:
            assert known == drawn[key].players
        for entrant in entrants:
            if entrant.source.kind == "seed":
                assert entrant.seed == entrant.source.seed
                continue
            before = by_key[entrant.source.key]
            assert (entrant.player is None) == (before.winner is None), "everybody is shown as soon as they are known"
            if entrant.player is not None:
                assert (entrant.player.id == before.winner) == (entrant.source.kind == "winner")
    pages = bracket_pages(bracket)
    shown = {match.match.key for page in pages for match in (*page.left, *page.right)}
    assert shown == by_key.keys(), "every match is on a page"
    for number, page in enumerate(pages):
        scene = bracket_scene(BracketSheet(league, season, bracket, page=number), page)
        assert len(scene.left) <= 8
        assert 0 < len(scene.description) <= MAX_DESCRIPTION_LENGTH


async def test_the_pages_follow_the_round_that_is_played(club):
    league = await club.league(*await club.people(8), format="double-knockout")
    seen = []

    async def look_and_settle():
        bracket = await club.leagues.brackets.find(league, await club.leagues.directory.season(league))
        pages = bracket_pages(bracket)
        seen.append(pages[bracket_view.current_page(bracket, pages)].heads)
        await club.settle_all(league)

    await club.play_rounds(league, look_and_settle)
    assert seen[0] == ("Winners' round 1", "Winners' round 2")
    assert seen[-1] == ("Before the final", "Final")


async def test_a_corrected_match_drops_the_next_round_of_both_parts(club):
    league = await club.league(*await club.people(4), format="double-knockout", best_of=1)
    await club.settle_all(league)
    made = await club.leagues.seasons.next_round(league, club.boss)
    assert len(made) == 2, "the winners' final, and the first match of the losers"
    first = (await club.leagues.fixtures.find_all(league))[0]
    _, result = await club.leagues.results.find(first.result_id, guild_id=1, player=club.ann)
    await club.leagues.review.correct(result, club.boss, EnteredScore(holes=(100, 121)), "swapped")
    assert {one.round for one in await club.leagues.fixtures.find_all(league)} == {1}
    made = await club.leagues.seasons.next_round(league, club.boss)
    winners, losers = ({one.first, one.second} for one in made)
    assert first.second in winners
    assert first.first in losers


async def test_an_old_bracket_stays_as_it_was_when_the_format_changes(club):
    people = await club.people(5)
    league = await club.league(*people, format="double-knockout")
    closed = await play_out(club, league, random.Random(1).choice)
    league = await club.leagues.setup.change(league, club.boss, format="knockout")
    await club.leagues.seasons.begin(league, club.boss)
    old = await club.leagues.brackets.find(league, closed)
    new = await club.leagues.brackets.find(league, await club.leagues.directory.season(league))
    assert (old.elimination, new.elimination) == ("double", "single")
    assert len(old.matches) > len(new.matches)


@pytest.mark.sqlite
async def test_a_knockout_of_an_old_file_goes_on(tmp_path):
    path = old_file(tmp_path / "cribbage.db", "0014")
    with closing(sqlite3.connect(path)) as old:
        old.executescript(
            "UPDATE leagues SET format = 'knockout'; UPDATE seasons SET stage = 'playoffs';"
            "UPDATE tables SET fixture_id = NULL, league_id = NULL; DELETE FROM fixtures;"
            "INSERT INTO fixtures VALUES (7, 1, 1, 'playoff', 1, 1, 1, NULL, 1, '2025-03-01T12:00:00.000000+00:00'),"
            "(8, 1, 1, 'playoff', 1, 2, 2, 3, 1, '2025-03-01T12:00:00.000000+00:00');"
        )
    async with club_over(path) as club:
        league = await club.leagues.directory.find_by_name(GUILD, "Winter")
        closed = await play_out(club, league, lambda pair: pair[1])
        bracket = await club.leagues.brackets.find(league, closed)
        assert [len(one) for one in bracket.rounds] == [2, 1]
        assert closed.crowned == (bracket.champion,)
