"""Whole knockouts through the league services, and the bracket that is drawn of them."""

import random
import sqlite3
from contextlib import closing
from itertools import product

import pytest

from bot.leagues.score_entry import EnteredScore
from bot.render.scene import MAX_DESCRIPTION_LENGTH
from bot.ui.leagues import bracket_view
from bot.ui.leagues.bracket_view import BracketSheet, bracket_pages, bracket_scene
from tests.support.blank_database import old_file
from tests.support.depth import sampled
from tests.support.sample_league import GUILD, club_over, refused


async def settle_by(club, league, pick):
    """Award every open fixture to the player whom ``pick`` chooses."""
    for fixture in await club.leagues.fixtures.find_all(league):
        if fixture.second is not None and fixture.result_id is None:
            winner = pick((fixture.first, fixture.second))
            await club.leagues.forfeits.award(league, club.boss, fixture, winner, "played elsewhere")


async def play_out(club, league, pick):
    """Play a knockout to its end; return the closed season."""
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
