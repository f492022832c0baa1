"""The page of a league's people in a simulated Discord, with its buttons and forms."""

import pytest

from tests.support.league_steps import create_league, press, refusal, submit


@pytest.fixture
async def page(world, boss):
    """The page of a club league that Ann and Ben have joined."""
    await create_league(world, boss, format="club", preset="acc")
    return (await world.command(boss, "league manage people")).response


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
    await boss.slash(world.channel, "league manage night", format="free")
    assert "counted" in await world.told(boss, "league manage enter", first="Eva", second="Fay Smith", **scores)
    told = await fill(world, boss, page, "merge", player="Eva", other="Ann", reason="it is Ann")
    assert "Last merge: Eva into Ann." in told
    history = await world.told(boss, "league history")
    assert "**Ann** 121, Fay Smith 100 #1 (in person)" in history
    await world.restart()
    await press(world, boss, page, "unmerge")
    assert "**Eva** is a person of their own again." in world.text(page)
    assert "**Eva** 121, Fay Smith 100 #1" in await world.told(boss, "league history")
    log = await world.told(boss, "league manage log")
    assert "merged Eva into Ann *it is Ann*" in log


async def test_refused(world, boss, page):
    assert "already has Ben" in await fill(world, boss, page, "addpeople", names="Ben")
    assert "has no player called Zoe" in await fill(world, boss, page, "rename", player="Zoe", name="Z")
    assert "Ann has a Discord account" in await fill(world, boss, page, "rename", player="Ann", name="Z")
    assert "has no fixtures left" in await fill(world, boss, page, "replace", player="Ann", other="Ben", reason="ill")
    assert "hasn't withdrawn" in await fill(world, boss, page, "comeback", player="Ann")
    assert "Only managers" in await refusal(world, world.ann, "league manage people")


async def test_a_name_is_erased_after_a_question(world, boss, page):
    await fill(world, boss, page, "addpeople", names="Evangeline")
    assert "They can use /privacy erase" in await fill(world, boss, page, "erase", player="Ann")
    assert "**Erase the name Evangeline?**" in await fill(world, boss, page, "erase", player="evangeline")
    await press(world, boss, page, "people")
    assert "- Evangeline (no account)" in world.text(page), "cancelled"
    await fill(world, boss, page, "erase", player="evangeline")
    await press(world, boss, page, "erased")
    text = world.text(page)
    assert "The name is erased." in text
    assert "- a former player (no account, withdrawn)" in text
    assert "Evangeline" not in text + await world.told(boss, "league manage log")


async def test_withdrawn_and_back(world, boss, page):
    await world.told(boss, "league manage withdraw", player="Ann", reason="moved")
    assert "**Ann** is back." in await fill(world, boss, page, "comeback", player="Ann")


async def test_forfeits_of_one_of_many_and_of_both(world, boss):
    await create_league(world, boss, world.ann, world.ben, world.cy, format="single")
    await boss.slash(world.channel, "league manage start")
    assert "Choose a fixture and its winner" in await refusal(
        world, boss, "league manage forfeit", reason="late", fixture=1
    )
    told = await world.told(boss, "league manage forfeit", reason="late", fixture=1, both=True)
    assert "both forfeit #1. Reason: late" in told
    told = await world.told(boss, "league manage forfeit", reason="never came", absent="Ann")
    assert told.startswith("**Ann** loses ")
