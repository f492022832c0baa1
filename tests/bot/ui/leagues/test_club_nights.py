"""Club nights and the page of a league's people in a simulated Discord, with their buttons and forms."""

import re

import pytest

from bot.leagues.access import LeagueError
from tests.support.league_steps import (
    create_league,
    id_of,
    manage,
    manage_told,
    press,
    refusal,
    refused_to_manage,
    resign,
    rows,
    rows_in,
    submit,
)


@pytest.fixture
async def club(world, boss, eight):
    """A club league of the tournament rules, and eight people of the server."""
    await boss.slash(world.channel, "league create", name="Thursdays", format="club", preset="acc", games=7)
    return dict(zip(("Ann", "Ben", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal"), eight, strict=True))


async def plan(world, boss, **options):
    return (await boss.slash(world.channel, "manage night", **options)).response


async def desk(world, boss):
    return (await world.command(boss, "manage night")).response


class TestCheckIn:
    async def test_by_command_by_button_and_by_the_secretary(self, world, boss, club):
        await plan(world, boss)
        told = await world.told(world.ann, "league here")
        assert "You're checked in." in told
        assert "1 person is here: Ann." in told
        page = await desk(world, boss)
        done = await submit(world, boss, page, "arrivals", {"names": "ann, Nobody"})
        assert "1 name is noted." in world.text(done.response or page)
        assert "has no player called Nobody" in world.text(done.response or page)

    async def test_without_a_night(self, world, boss, club):
        assert "There's no club night in Thursdays right now." in await refusal(world, world.ann, "league here")

    async def test_leaving_before_and_after_the_pairings(self, world, boss, club):
        message = await plan(world, boss)
        for name in ("Ann", "Ben", "Cy"):
            await press(world, club[name], message, "here")
        await press(world, world.cy, message, "gone")
        assert "2 people are here: Ann and Ben." in world.text(message)
        await press(world, world.cy, message, "here")
        await press(world, boss, await desk(world, boss), "pair")
        await press(world, world.cy, message, "gone")
        assert "Left early: Cy." in world.text(message)

    async def test_only_managers_see_the_page(self, world, boss, club):
        message = await plan(world, boss)
        result = await press(world, world.ann, message, "desk")
        assert "Only managers of Thursdays can do this." in world.text(result.response)
        assert "Only managers" in await refused_to_manage(world, world.ann, "night")


async def test_pairings_and_score_cards_are_printed(world, boss, club):
    message = await plan(world, boss, games=2)
    for name in ("Ann", "Ben", "Cy", "Dan"):
        await press(world, club[name], message, "here")
    blank = await printed(world, boss)
    assert blank.count("Score card: ____") == 4
    assert blank.count("<tr><td>") == 4 * 10
    await press(world, boss, await desk(world, boss), "pair")
    page = await printed(world, boss)
    assert page.count("<h2>Round ") == 2
    assert re.findall("Score card: (\\w+)", page) == ["Ann", "Ben", "Cy", "Dan"]
    cards = page.split("Score card: ")[1:]
    for name, card in zip(("Ann", "Ben", "Cy", "Dan"), cards, strict=True):
        tables = re.findall("<td>[12]</td><td>([12])</td><td>(\\w+)</td>", card)
        assert len(tables) == 2
        for number, (table, other) in enumerate(tables):
            of_round = page.split("<h2>Round ")[number + 1].split("</section>")[0]
            line = next(one for one in of_round.splitlines() if f"<td>{table}</td>" in one)
            assert {name, other} <= set(re.findall("<td>(\\w+)</td>", line))


async def printed(world, boss):
    told = await press(world, boss, await desk(world, boss), "download")
    return (await (told.followups or [told.response])[-1].attachments[0].read()).decode()


class TestPages:
    async def test_after_a_restart_every_button_still_works(self, world, boss, club):
        message = await plan(world, boss)
        await world.restart()
        for name in ("Ann", "Ben"):
            await press(world, club[name], message, "here")
        page = (await press(world, boss, message, "desk")).response
        await world.restart()
        await press(world, boss, page, "pair")
        told = await world.told(world.ann, "league fixtures")
        assert "Night 1" in told
        assert "1. Play Ben" in told

    async def test_a_game_of_a_night_is_played_at_the_table(self, world, boss, club):
        message = await plan(world, boss)
        for name in ("Ann", "Ben"):
            await press(world, club[name], message, "here")
        await press(world, boss, await desk(world, boss), "pair")
        listed = (await world.command(world.ann, "league fixtures")).response
        invitation = (await world.ann.click(listed, custom_id=id_of(world, listed, "play"))).response
        await world.press(world.ben, invitation, "accept")
        await resign(world, world.ann)
        await world.env.settle()
        table = (await world.command(world.ann, "league table")).response
        assert [row[1:3] for row in rows_in(world.text(table))] == [["Ben", "1"], ["Ann", "1"]]
        night = (await press(world, world.cy, table, "night")).response
        assert [row[1:4] for row in rows_in(world.text(night))] == [["Ben", "1", "1"], ["Ann", "1", "0"]]

    async def test_what_the_season_counts_is_set_and_said(self, world, boss, club):
        page = (await world.command(boss, "manage settings")).response
        assert "The season adds up the points of all games" in world.text(page)

        async def count(**fields):
            given = {"scale": "", "places": "", "best": "", "least": "", **fields}
            done = await submit(world, boss, page, "counting", given)
            return world.text(done.response or page)

        told = await count(scale="12:1 14:5", places="5 3 1", best="10", least="4")
        assert "points per night: for game points 12:1 14:5; for places 5 3 1, the best 10 nights" in told
        assert "Ranked after 4 nights" in told
        assert "Write the scale like" in await count(scale="12 1")
        assert "Write the points for places" in await count(places="first")
        assert "Type a number of nights" in await count(best="ten")
        assert "points of all games" in await count()

    async def test_a_night_of_another_league_is_not_found(self, world, boss, club):
        await plan(world, boss)
        await create_league(world, boss, name="Winter", format="club")
        league = await world.bot.context.leagues.directory.find_by_name(world.guild.id, "Winter")
        with pytest.raises(LeagueError, match="can't find that night in Winter"):
            await world.bot.context.leagues.meetings.find(league, 1)


class TestScoresOfAWholeNight:
    async def submit(self, world, boss, text):
        done = await submit(world, boss, await desk(world, boss), "scores", {"scores": text})
        return done.response

    async def test_a_wrong_line_is_named_by_its_number(self, world, boss, club):
        await plan(world, boss)
        told = world.text(await self.submit(world, boss, "Ann 121 Ben 98\nCy 120 Dan 80\nEve 121 Fay 77"))
        assert "line 2: the winner needs 121 points, but the score is 120-80." in told

    async def test_on_a_night_without_pairings_they_belong_to_it(self, world, boss, club):
        await plan(world, boss, format="free")
        preview = await self.submit(world, boss, "Ann beat Ben 121-98\nBen won, I think, against Cy\n")
        assert "line 2: I can't see who played, or the score." in world.text(preview)
        preview = await self.submit(world, boss, "Ann beat Ben 121-98\nBen,121,Cy,100")
        await press(world, boss, preview, "takein")
        table = (await world.command(world.ann, "league table")).response
        night = (await press(world, world.ann, table, "night")).response
        rows = [row[1:4] for row in rows_in(world.text(night))]
        assert rows == [["Ann", "1", "1"], ["Ben", "2", "1"], ["Cy", "1", "0"]]


@pytest.fixture
async def page(world, boss):
    """The page of a club league that Ann and Ben have joined."""
    await create_league(world, boss, format="club", preset="acc")
    return (await manage(world, boss, "people")).response


async def fill(world, boss, page, action, **fields):
    done = await submit(world, boss, page, action, fields)
    return world.text(done.response or page)


async def test_added_renamed_merged_and_given_back(world, boss, page):
    assert "2 people" in world.text(page)
    told = await fill(world, boss, page, "addpeople", names="Eve, Fay Smith")
    assert "2 people added." in told
    assert "- Fay Smith (no account)" in told
    told = await fill(world, boss, page, "rename", player="eve", name="Eva")
    assert "- Eva (no account)" in told
    scores = {"first_holes": 121, "second_holes": 100}
    await boss.slash(world.channel, "manage night", format="free")
    assert "counted" in await manage_told(world, boss, "enter", first="Eva", second="Fay Smith", **scores)
    told = await fill(world, boss, page, "merge", player="Eva", other="Ann", reason="it is Ann")
    assert "Last merge: Eva into Ann." in told
    history = await world.told(boss, "league history")
    assert "**Ann** 121, Fay Smith 100 #1 (in person)" in history
    await world.restart()
    await press(world, boss, page, "unmerge")
    assert "**Eva** is a separate person again." in world.text(page)
    assert "**Eva** 121, Fay Smith 100 #1" in await world.told(boss, "league history")
    log = await manage_told(world, boss, "log")
    assert "merged Eva into Ann *it is Ann*" in log


async def test_refused(world, boss, page):
    assert "already has Ben" in await fill(world, boss, page, "addpeople", names="Ben")
    assert "has no player called Zoe" in await fill(world, boss, page, "rename", player="Zoe", name="Z")
    assert "Ann has a Discord account" in await fill(world, boss, page, "rename", player="Ann", name="Z")
    assert "has no fixtures left" in await fill(world, boss, page, "replace", player="Ann", other="Ben", reason="ill")
    assert "hasn't withdrawn" in await fill(world, boss, page, "comeback", player="Ann")
    assert "Only managers" in await refused_to_manage(world, world.ann, "people")


async def test_a_name_is_erased_after_a_question(world, boss, page):
    await fill(world, boss, page, "addpeople", names="Evangeline")
    assert "only they can erase their name, with /privacy erase" in await fill(world, boss, page, "erase", player="Ann")
    assert "**Erase the name Evangeline?**" in await fill(world, boss, page, "erase", player="evangeline")
    await press(world, boss, page, "people")
    assert "- Evangeline (no account)" in world.text(page), "cancelled"
    await fill(world, boss, page, "erase", player="evangeline")
    await press(world, boss, page, "erased")
    text = world.text(page)
    assert "The name is erased." in text
    assert "- a former player (no account, withdrawn)" in text
    assert "Evangeline" not in text + await manage_told(world, boss, "log")


async def test_withdrawn_and_back(world, boss, page):
    await manage_told(world, boss, "withdraw", player="Ann", reason="moved")
    assert "**Ann** is back." in await fill(world, boss, page, "comeback", player="Ann")


async def test_forfeits_of_one_of_many_and_of_both(world, boss):
    await create_league(world, boss, world.ann, world.ben, world.cy, format="single")
    await manage(world, boss, "start")
    told = await manage_told(world, boss, "forfeit", reason="late", fixture=1, both=True)
    assert "both forfeit #1. Reason: late" in told
    told = await manage_told(world, boss, "forfeit", reason="never came", absent="Ann")
    assert told.startswith("**Ann** loses ")


class TestClubExtras:
    async def test_a_visitor_a_best_hand_and_a_bonus(self, world, boss, club):
        await plan(world, boss, format="free")
        page = await desk(world, boss)
        told = world.text((await submit(world, boss, page, "visitors", {"names": "Zoe, Yan"})).response or page)
        assert "2 visitors are checked in." in told
        assert "already has Zoe" in await self.fill(world, boss, page, "visitors", names="Zoe")
        done = await submit(world, boss, page, "scores", {"scores": "Ann 121 Zoe 80\nZoe 121 Ben 100"})
        await press(world, boss, done.response, "takein")
        told = await self.fill(world, boss, page, "besthand", player="Zoe", points="28", against="")
        assert "Noted: Zoe had a hand of 28." in told
        told = await self.fill(world, boss, page, "besthand", player="Ann", points="24", against="Zoe")
        assert "Noted: Ann had a hand of 24." in told
        people = (await manage(world, boss, "people")).response
        assert "- Zoe (no account, visitor)" in world.text(people)
        told = await self.fill(
            world, boss, people, "givepoints", player="Ben", points="+4", reason="drove everyone home"
        )
        assert "**Ben**: +4 points." in told
        assert "Type a number of points." in await self.fill(
            world, boss, people, "givepoints", player="Ben", points="lots", reason="x"
        )
        await press(world, boss, await desk(world, boss), "finish")
        announced = world.texts(world.channel)[-1]
        assert "**Ann** won the night!" in announced
        assert "Best hand: **Ann** (24)" in announced
        assert "Visitors: Zoe and Yan" in announced
        table = await world.told(world.ann, "league table")
        assert [(row[1], row[5]) for row in rows_in(table)] == [("Ben", "4"), ("Ann", "3")]
        assert "Bonus and penalty: Ben +4 (drove everyone home)" in table
        told = await self.fill(world, boss, people, "comeback", player="Zoe")
        assert "**Zoe** is back." in told
        assert {row[1] for row in rows_in(await world.told(world.ann, "league table"))} == {"Ann", "Ben", "Zoe"}

    async def test_a_season_counts_as_the_acc_does(self, world, boss, club):
        page = (await world.command(boss, "manage settings")).response
        await press(world, boss, page, "asacc")
        told = world.text(page)
        assert "for game points 12:1 13:2" in told
        assert "Ties are broken by wins, score difference, plus points (the margins of wins)" in told

    fill = staticmethod(fill)

    async def test_cards_of_both_sides_are_compared(self, world, boss, club):
        message = await plan(world, boss, format="free")
        for name in ("Ann", "Ben", "Cy"):
            await press(world, club[name], message, "here")

        async def card(name, text):
            page = (await world.command(club[name], "league here")).response
            return world.text((await submit(world, club[name], page, "card", {"card": text})).response or page)

        told = await card("Ann", "Ben 2 +14\nCy 0 -31\nZoe +4\nBen 3 +5\nCy won 7")
        assert "**Ben** +14: waits for their card" in told
        assert "Zoe +4: " in told
        assert "has no player called Zoe" in told
        assert "it says 3 game points, but 121-116 is worth 2." in told
        assert "Write the game like Ben +14." in told
        assert "Your card: +14 -31 = -17" in told
        told = await card("Ben", "Ann \u221214\nCy ")
        assert "**Ann** -14: both cards agree, so it counts" in told
        told = await card("Cy", "Ann 2 +30")
        assert "**Ann** +30: their card says +31. A manager decides." in told
        assert "**Ben** +14: #1 has +14 already" in await card("Ann", "Ben +14")
        waiting = world.text((await manage(world, boss, "results")).response)
        assert "**Cy** 121, Ann 90" in waiting
        assert "disputed" in waiting

    async def test_a_small_clubs_night_through_the_pages_alone(self, world, boss, club):
        """Twelve people, the ACC's points, a visitor, a best hand and a bonus: the secretary's presses are counted."""
        pressed = 0

        async def page_after(page, action, fields=None):
            nonlocal pressed
            pressed += 1 if fields is None else 2
            done = await (
                press(world, boss, page, action) if fields is None else submit(world, boss, page, action, fields)
            )
            return done.response or page

        settings = (await world.command(boss, "manage settings")).response
        await page_after(settings, "asacc")
        message = await plan(world, boss, games=3)
        for person in club.values():
            await press(world, person, message, "here")
        night = await desk(world, boss)
        people = (await manage(world, boss, "people")).response
        pressed += 2
        await page_after(people, "addpeople", {"names": "Ida, Jon, Kim"})
        await page_after(night, "arrivals", {"names": "Ida, Jon, Kim"})
        night = await page_after(night, "visitors", {"names": "Zoe"})
        assert "12 people are here" in world.text(night)
        await page_after(night, "pair")
        drawn = await rows(
            world,
            "SELECT f.name, s.name FROM fixtures JOIN players f ON f.id = first_id JOIN players s ON s.id = second_id",
        )
        assert len(drawn) == 3 * 6
        lines = "\n".join(f"{one} 121 {other} {80 + number}" for number, (one, other) in enumerate(drawn))
        preview = await page_after(night, "scores", {"scores": lines})
        await page_after(preview, "takein")
        await page_after(night, "besthand", {"player": "Kim", "points": "24", "against": ""})
        await page_after(people, "givepoints", {"player": "Jon", "points": "2", "reason": "lent the boards"})
        await page_after(night, "finish")
        announced = world.texts(world.channel)[-1]
        assert len(rows_in(announced)) == 11
        assert "Best hand: **Kim** (24)" in announced
        assert "Visitors: Zoe" in announced
        table = await world.told(world.ann, "league table")
        assert len(rows_in(table)) == 11
        assert "Bonus and penalty: Jon +2 (lent the boards)" in table
        assert pressed <= 18
