"""What managers decide by buttons alone, and what commands of earlier versions show."""

import pytest
from simcord.components import walk_components

from bot.leagues.access import LeagueError
from bot.ui.leagues.entering import typed_score
from tests.support.data_files import data_beside
from tests.support.league_steps import (
    create_league,
    enter_result,
    manage,
    manage_told,
    press,
    rows,
    rows_in,
    submit,
)

TYPED = data_beside(__file__)


async def on_the_page(world, boss, action):
    """Press a button of the managers' page; returns the page behind it."""
    page = (await world.command(boss, "manage home")).response
    return (await press(world, boss, page, action)).response or page


class TestResults:
    async def test_of_the_menu_is_corrected_and_removed(self, world, boss, winter):
        await press(world, world.ben, await enter_result(world), "confirm")
        page = await on_the_page(world, boss, "results")
        menu = next(part for part in walk_components(world.stored(page).components) if part["type"] == 3)
        assert menu["options"][0]["label"].endswith("Ann 121, Ben 97")
        await boss.select(page, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
        assert world.text(page).startswith("<t:")
        assert "Entered by Ann." in world.text(page)
        assert "[Correct]\n[Remove]\n[All results]" in world.text(page)
        fields = {"score": "119-121", "reason": "Ben's card"}
        told = (await submit(world, boss, page, "correct", fields)).response
        assert world.text(told) == ("Corrected: **Ann** 121, Ben 97 #1 is now **Ben** 121, Ann 119. Reason: Ben's card")
        told = (await submit(world, boss, page, "void", {"reason": "twice"})).response
        assert world.text(told).startswith("Removed: **Ben** 121, Ann 119 #1.")

    async def test_that_is_disputed_has_its_buttons_where_it_was_asked(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, world.ben, asked, "deny")
        assert "Ben says this is wrong." in world.text(asked)
        assert "[Accept]\n[Correct]\n[Remove]" in world.text(asked)
        refused = await press(world, world.ben, asked, "accept")
        assert world.text(refused.response) == "Only managers of Winter can do this."
        told = (await submit(world, boss, asked, "accept", {"reason": "I saw it"})).response
        assert "counted in **Winter**" in world.text(told)
        assert await rows(world, "SELECT status FROM league_results") == [("counted",)]

    async def test_is_found_by_names(self, world, boss, winter):
        await enter_result(world)
        page = await on_the_page(world, boss, "results")
        await submit(world, boss, page, "findresult", {"text": "ben"})
        assert "[Confirm]" in world.text(page)
        told = (await press(world, boss, page, "confirmfor")).response
        assert "counted in **Winter**" in world.text(told)
        await press(world, boss, page, "results")
        await submit(world, boss, page, "findresult", {"text": "Zoe"})
        assert "I can't find a result like that." in world.text(page)

    async def test_typed_one_a_line_is_shown_before_it_counts(self, world, boss, winter):
        page = await on_the_page(world, boss, "results")
        shown = await submit(world, boss, page, "typescores", {"scores": "Ann 121 Ben 40\nBen +7 Ann"})
        assert "2 new results for season 1 of Winter." in world.text(shown.response)
        await press(world, boss, shown.response, "takein")
        assert await rows(world, "SELECT count(*) FROM league_results") == [(2,)]


async def test_a_game_is_awarded_on_the_page_of_fixtures(world, boss):
    await create_league(world, boss, format="single")
    page = await on_the_page(world, boss, "manage:1:1")
    page = await on_the_page(world, boss, "managegames")
    assert "1 game is left to play. 0 games are running." in world.text(page)
    assert "[End a running game (off)]" in world.text(page)
    fields = {"absent": "Ben", "opponent": "", "winner": ["opponent"], "reason": "ill"}
    told = (await submit(world, boss, page, "award", fields)).response
    assert world.text(told).startswith("**Ben** loses 1 fixture by forfeit. Reason: ill")


@pytest.mark.parametrize(("score", "games", "holes", "won", "skunks"), TYPED["scores"])
def test_scores_are_typed_as_clubs_write_them(score, games, holes, won, skunks):
    typed = typed_score(score, games, 121)
    assert (typed.holes, typed.games, typed.skunks) == (tuple(holes), tuple(won) or None, tuple(skunks))


@pytest.mark.parametrize(("score", "games"), TYPED["wrong"])
def test_what_is_no_score_is_refused(score, games):
    with pytest.raises(LeagueError):
        typed_score(score, games, 121)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([{"type": 2, "name": "manage", "options": [{"type": 1, "name": "void", "options": []}]}], "for managers"),
        ([{"type": 1, "name": "export", "options": []}], "[Download]"),
    ],
)
async def test_a_command_of_an_earlier_version_shows_the_page_with_its_button(world, boss, winter, options, words):
    """Discord's apps may offer it for some time."""
    data = {"id": "1", "type": 1, "name": "league", "options": options}
    told = await world.outdated(boss, data)
    assert told.ephemeral
    assert words in world.text(told.response)


async def test_the_old_name_of_the_managers_page(world, boss, winter):
    assert "[Results]" in await world.told(boss, "league manage")


async def test_a_match_of_teams_keeps_the_games_of_every_board(world, boss):
    await boss.slash(world.channel, "league create", name="Pubs", format="double", best_of=15)
    page = await on_the_page(world, boss, "people")
    await submit(world, boss, page, "addpeople", {"names": "Red Lion, Crown"})
    await manage(world, boss, "start")
    told = await manage_told(world, boss, "enter", first="Red Lion", second="Crown", score="", games="3-2, 1-4, 5-0")
    assert "**Red Lion** 9, Crown 6 (3-2, 1-4, 5-0)" in told
    await world.restart()
    table = await world.told(boss, "league table")
    assert [row[1:6] for row in rows_in(table)] == [["Red", "Lion", "1", "1", "0"], ["Crown", "1", "0", "1", "6"]]
    told = await manage_told(world, boss, "correct", result=1, score="", games="2-3, 1-4, 4-1", reason="misread")
    assert "**Crown** 8, Red Lion 7 (3-2, 4-1, 1-4)" in told
    wrong = await manage_told(world, boss, "correct", result=1, score="", games="3-2, 1-2", reason="misread")
    assert "In a best-of-15 match, the winner has won 8 games or more" in wrong
