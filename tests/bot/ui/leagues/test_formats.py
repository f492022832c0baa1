"""Whole seasons of each format in a simulated Discord, with their brackets."""

import re

import pytest

from bot.leagues.access import Asker
from bot.leagues.score_entry import EnteredScore
from bot.storage import players
from engine.actions import Resign
from tests.support.league_steps import (
    alt_texts,
    close_season,
    create_league,
    id_of,
    manage,
    manage_told,
    press,
    resign,
    rows_in,
    submit,
    table_rows,
)
from tests.support.sample_league import until_collected


async def play_round(world, boss, league):
    """Enter a result for every fixture that is open: whoever comes first in the alphabet wins with 121 points."""
    leagues = world.bot.context.leagues
    found = await leagues.directory.find_by_name(world.guild.id, league)
    asker = Asker(await players.meet(world.bot.context.tables.database, boss.id, "Boss"), manages_server=True)
    for fixture in await leagues.fixtures.find_all(found):
        if fixture.second is not None and fixture.result_id is None:
            pair = tuple(sorted((fixture.first, fixture.second), key=lambda player: player.name))
            entered = await leagues.results.enter(found, asker, pair, EnteredScore(holes=(121, 100)), fixture=fixture)
            assert entered.status == "counted"


class TestDoubleElimination:
    async def test_a_whole_season(self, world, boss):
        told = await create_league(world, boss, *world.people, name="Cup", format="double-knockout")
        assert "- Format: double elimination: lose twice and you're out" in told
        await manage(world, boss, "start")
        shown = (await world.command(world.cy, "league table")).response
        assert "__Winners' round 1__" in world.text(shown)
        assert "winner of 1 v winner of 2" in world.text(shown)
        rounds = 1
        while True:
            await play_round(world, boss, "Cup")
            told = world.text((await manage(world, boss, "round")).response)
            if "The final is over." in told:
                break
            assert "Next round!" in told
            rounds += 1
        assert rounds == 4
        await close_season(world, boss)
        assert "Season 1 of **Cup** is over. **Ann** won!" in world.texts(world.channel)[-1]
        table = (await world.command(world.cy, "league table", season=1)).response
        assert "**Bracket of Cup**, season 1. Won by Ann." in world.text(table)
        assert re.search(r"Match 6: Ann \(\d\) beat Ben \(\d\), 121-100\.", world.text(table))
        losers = [name for name in world.ids(table) if name.startswith("l1:bracket") and name.endswith(":3")]
        turned = (await world.cy.click(table, custom_id=losers[0])).response
        assert "__Losers' round 1__" in world.text(turned)
        assert re.search(r"Cy \(\d\) beat Dan", world.text(turned))


class TestPlayoffs:
    @pytest.mark.parametrize("with_pictures", [True])
    async def test_the_bracket_is_drawn_and_described(self, world, boss, with_pictures):
        await create_league(world, boss, *world.people, name="Cup", format="single", preset="acc")
        await manage(world, boss, "start")
        await play_round(world, boss, "Cup")
        table = (await world.command(world.cy, "league table")).response
        assert not [name for name in world.ids(table) if name.startswith("l1:bracket")]
        await manage(world, boss, "playoffs", players=4, best_of=1)
        table = (await world.command(world.cy, "league table")).response
        shown = (await world.cy.click(table, custom_id=id_of(world, table, "bracket"))).response
        (picture,) = world.stored(shown).attachments
        assert picture["filename"].startswith("bracket-")
        assert alt_texts(world, shown) == [
            "Cup, season 1. Semifinals: Match 1: Ann (1) v Dan (4). Match 2: Ben (2) v Cy (3). "
            "Final: Match 3: winner of 1 v winner of 2."
        ]
        await play_round(world, boss, "Cup")
        shown = (await world.cy.click(table, custom_id=id_of(world, table, "bracket"))).response
        assert "Match 1: Ann (1) beat Dan (4), 121-100." in alt_texts(world, shown)[0]
        assert "Match 3: Ann (1) v Ben (2)." in alt_texts(world, shown)[0]


async def divide(world, boss, **fields):
    page = (await boss.slash(world.channel, "manage settings")).response
    done = await submit(world, boss, page, "grouping", {"many": "", "moves": "2", "games": "1", **fields})
    return world.text(done.response or page)


async def pages_of_table(world, message):
    found = {}
    while True:
        text = world.text(message)
        heading = re.search(r"\*\*((?:Group|Division) \w*)\.\*\*", text)[1]
        found[heading] = [row[1] for row in rows_in(text)]
        following = [name for name in world.ids(message) if name.startswith("l1:table") and name.endswith(":2")]
        turned = await world.cy.click(message, custom_id=following[0]) if len(found) < 2 else None
        if turned is None:
            return found
        message = turned.response


class TestGroupsThenKnockout:
    async def test_a_whole_season(self, world, boss, eight):
        told = await create_league(world, boss, *eight, name="Cup", format="groups", preset="acc")
        assert "- Format: groups, then a knockout for the best of each group" in told
        assert "Divided into 2 groups; everyone there meets once; 2 players of each group go through" in await divide(
            world, boss, many="2"
        )
        await manage(world, boss, "start")
        await play_round(world, boss, "Cup")
        await manage(world, boss, "playoffs", best_of=1)
        table = (await world.command(world.cy, "league table")).response
        groups = await pages_of_table(world, table)
        bracket = world.text((await press(world, world.cy, table, "bracket")).response)
        assert set(groups) == {"Group 1", "Group 2"}
        assert set(re.findall(r"(\w+) \(\d\)", bracket)) == {name for names in groups.values() for name in names[:2]}


class TestKnockout:
    async def test_has_its_fixtures_and_then_its_bracket_for_a_table(self, world, boss):
        await create_league(world, boss, world.ann, world.ben, world.cy, format="knockout")
        assert "You'll get fixtures when" in await world.told(world.cy, "league table")
        assert "go on with `/manage home`." in await manage_told(world, boss, "start")
        told = await world.told(world.cy, "league table")
        assert "**Bracket of Winter**, season 1." in told
        assert "winner of 2" in told, "the final is there before it is drawn"
        mine = [await world.told(member, "league fixtures") for member in (world.ann, world.ben, world.cy)]
        assert sum("[1. Play " in one for one in mine) == 2


class TestDivisions:
    async def test_are_agreed_in_a_form_and_have_a_page_each(self, world, boss, eight):
        await create_league(world, boss, *eight, name="Cup", format="divisions", preset="acc")
        assert "Divided into 2 divisions; everyone there meets twice; 1 player goes up and down" in await divide(
            world, boss, many="2", moves="1", games="2"
        )
        assert "Type numbers only" in await divide(world, boss, many="x")
        assert "from 1 to 50" in await divide(world, boss, many="0")
        await manage(world, boss, "start")
        for _ in range(2):
            await play_round(world, boss, "Cup")
        table = (await world.command(world.cy, "league table")).response
        divisions = await pages_of_table(world, table)
        assert set(divisions) == {"Division 1", "Division 2"}
        assert "The first player goes up, and the last goes down" in world.text(table)
        await close_season(world, boss)
        assert f"**{divisions['Division 1'][0]}** won!" in world.texts(world.channel)[-1]

    async def test_only_managers_open_the_form(self, world, boss, eight):
        await create_league(world, boss, *eight, name="Cup", format="divisions")
        page = (await boss.slash(world.channel, "manage settings")).response
        custom_id = id_of(world, page, "grouping")
        (result,) = await world.late({"actor": world.ann, "message": world.snapshot(page), "custom_id": custom_id})
        assert "Only managers of" in world.text(result.response)


class TestTeamsOfTwoSingles:
    async def test_each_plays_their_own_game_and_the_table_adds_up(self, world, boss, eight):
        created = {"name": "Cup", "format": "single", "teams": "singles", "preset": "house"}
        told = world.text((await boss.slash(world.channel, "league create", **created)).response)
        assert "- Teams: teams of 2, whose 2 single games are added up" in told
        await world.command(eight[0], "league join", partner=eight[1], team="Lions")
        await world.command(eight[2], "league join", partner=eight[3], team="Bears")
        await manage(world, boss, "start")
        mine = (await world.command(eight[1], "league fixtures")).response
        assert re.search(r"Ben v Dan|Dan v Ben", world.text(mine))
        everyone = await world.told(eight[1], "league fixtures", whose="all")
        assert re.search(r"Lions v Bears|Bears v Lions", everyone)
        assert "Dan" not in everyone
        assert "**Bears** in **Cup**" in await world.told(world.cy, "league player", player="Dan")
        invitation = (await press(world, eight[1], mine, "play")).response
        name = world.name_on(invitation)
        await world.press(eight[3], invitation, "accept")
        await resign(world, eight[3])
        assert not world.is_open(name)
        asked = (await world.command(eight[0], "league enter", opponent=eight[2], mine=121, theirs=100)).response
        await press(world, eight[2], asked, "confirm")
        assert [row[:5] for row in await table_rows(world)] == [
            ["1", "Lions", "1", "1", "0"],
            ["2", "Bears", "1", "0", "1"],
        ]
        home = world.text((await world.command(eight[0], "league home")).response)
        assert "You play" not in home
        await close_season(world, boss)
        assert "Season 1 of **Cup** is over. **Lions** won!" in "".join(world.texts(world.channel)[-2:])


class TestPairs:
    async def test_join_together_and_play_a_game_of_four(self, world, boss, eight):
        created = {"name": "Cup", "format": "single", "teams": "pairs", "preset": "house"}
        told = world.text((await boss.slash(world.channel, "league create", **created)).response)
        assert "Join with `/league join` and your partner's name." in told
        assert "- Teams: fixed pairs, in games of four" in told
        assert "with your partner" in world.text((await eight[0].slash(world.channel, "league join")).response)
        joined = (await world.command(eight[0], "league join", partner=eight[1])).response
        assert "**Ann & Ben** joined **Cup**." in world.text(joined)
        assert f"<@{eight[1].id}>, if that's not right, press **Stop playing** in `/league home`." in world.text(joined)
        await world.command(eight[2], "league join", partner=eight[3], team="The Cads")
        refused = await eight[1].slash(world.channel, "league join", partner=eight[4])
        assert "Ben already plays in Cup for Ann & Ben" in world.text(refused.response)
        await world.command(eight[4], "league join", partner=eight[5])
        await manage(world, boss, "start")
        mine = (await world.command(eight[1], "league fixtures")).response
        assert world.text(mine).count("Ann & Ben v ") + world.text(mine).count(" v Ann & Ben") == 2
        opponent = re.search(r"Play (The Cads|Eve & Fay)", "".join(map(str, world.stored(mine).components)))[1]
        invitation = (await press(world, eight[1], mine, "play")).response
        name = world.name_on(invitation)
        others = eight[2:4] if opponent == "The Cads" else eight[4:6]
        for one in (eight[0], *others):
            await world.press(one, invitation, "accept")
        table = await world.bot.context.tables.find(name)
        assert [seat.player.name for seat in table.seats][::2] == ["Ben", "Ann"]
        await world.bot.context.tables.act(name, table.seats[1].player, None, Resign(1))
        await until_collected(world.bot.context.leagues)
        await world.env.settle()
        assert (await table_rows(world))[0][:4] == ["1", "Ann", "&", "Ben"]
