"""The end of a league in a simulated Discord: the bracket of a knockout, the close, and the crown."""

import pytest

from tests.support.league_steps import close_season, enter_result, id_of, press, refusal, table_rows


class TestClosed:
    async def test_a_question_comes_before_the_crown(self, world, boss, winter):
        asked = await enter_result(world)
        await press(world, world.ben, asked, "confirm")
        assert "Only managers of" in await refusal(world, world.ann, "league manage close")
        question = (await world.command(boss, "league manage close", starts_on="2026-09-01")).response
        await press(world, boss, question, "stay")
        assert world.text(question) == "The season stays open."
        await close_season(world, boss, starts_on="2026-09-01")
        assert "Season 1 of **Winter** is over. **Ann** won!" in world.texts(world.channel)[-1]
        history = await world.told(world.cy, "league history")
        assert "- Season 2 from 2026-09-01: in progress" in history
        assert "- Season 1: closed, won by **Ann**" in history
        assert "**Ann** 121, Ben 97 #1 (in person)" in history
        assert [line[2] for line in await table_rows(world)] == ["0", "0"]
        assert [line[2] for line in await table_rows(world, season=1)] == ["1", "1"]
        assert "Won by Ann." in await world.told(world.cy, "league table", season=1)
        assert "has no season 9" in await refusal(world, world.cy, "league table", season=9)

    @pytest.mark.parametrize("erased", [False, True])
    async def test_of_a_knockout_names_its_champion(self, world, boss, erased):
        await boss.slash(world.channel, "league create", name="Cup", format="knockout")
        for member in (world.ann, world.ben):
            await world.command(member, "league join")
        await world.command(boss, "league manage start")
        await world.command(boss, "league manage forfeit", fixture=1, winner="Ann", reason="late")
        await close_season(world, boss)
        assert "Season 1 of **Cup** is over. **Ann** won!" in world.texts(world.channel)[-1]
        if erased:
            await world.press(world.ann, (await world.command(world.ann, "privacy erase")).response, "erase")
        champion = "a former player" if erased else "Ann"
        assert f"- Season 1: closed, won by **{champion}**" in await world.told(world.cy, "league history")
        told = await world.told(world.cy, "league table", season=1)
        assert f"**Bracket of Cup**, season 1. Won by {champion}." in told

    async def test_not_over_what_waits(self, world, boss, winter):
        await enter_result(world)
        told = await close_season(world, boss)
        assert "isn't settled" in world.text(told.response)

    async def test_by_clicks_at_once_it_is_closed_once(self, world, boss, winter):
        await press(world, world.ben, await enter_result(world), "confirm")
        question = (await world.command(boss, "league manage close", starts_on="2026-09-01")).response
        pressed = {"actor": boss, "message": world.snapshot(question), "custom_id": id_of(world, question, "close")}
        told = [world.text(one.response) for one in await world.late(*[pressed] * 3)]
        assert sum("Season 1 of Winter is already closed." in one for one in told) == 2
        assert sum("is over. **Ann** won!" in text for text in world.texts(world.channel)) == 1
        history = await world.told(world.cy, "league history")
        assert "- Season 2 from 2026-09-01: in progress" in history
        assert "- Season 1: closed, won by **Ann**" in history
