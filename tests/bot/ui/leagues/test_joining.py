"""The Join button in a simulated Discord, on the messages that announce a league or a season."""

from tests.support.league_steps import close_season, create_league, id_of, press, table_rows


async def announced(world, boss, **options):
    return (await boss.slash(world.channel, "league create", name="Winter", **options)).response


async def refused(world, actor, message):
    result = await press(world, actor, message, "join")
    assert result.ephemeral
    return world.text(result.response)


async def test_joins_in_public_and_names_the_next_step_also_after_a_restart(world, boss):
    message = await announced(world, boss)
    assert "[Join]" in world.text(message)
    await world.restart()
    joined = await press(world, world.ann, message, "join")
    assert not joined.ephemeral
    assert world.text(joined.response) == "**Ann** joined **Winter**. Play anyone with `/league play`."
    assert await refused(world, world.ann, message) == "You're already in Winter."
    await press(world, world.ben, message, "join")
    assert [line[1] for line in await table_rows(world)] == ["Ann", "Ben"]


async def test_before_a_season_of_fixtures_a_manager_starts_it(world, boss):
    message = await announced(world, boss, format="single")
    joined = await press(world, world.ann, message, "join")
    assert world.text(joined.response) == "**Ann** joined **Winter**. You can play when a manager starts the season."


async def test_closed_entries_are_one_sentence_until_the_next_season(world, boss):
    message = await announced(world, boss, format="single")
    for one in (world.ann, world.ben):
        await press(world, one, message, "join")
    await world.command(boss, "league manage start")
    assert await refused(world, world.cy, message) == "Winter is closed to new players until the next season."
    await close_season(world, boss)
    season_over = world.shown(world.channel)[-1]
    assert "Press **Join** to play in season 2." in world.text(season_over)
    joined = await press(world, world.cy, season_over, "join")
    assert "**Cy** joined **Winter**." in world.text(joined.response)
    assert await refused(world, world.ann, season_over) == "You're already in Winter."


async def test_a_late_player_of_a_swiss_sees_their_games(world, boss):
    message = await announced(world, boss, format="swiss")
    for one in (world.ann, world.ben):
        await press(world, one, message, "join")
    await world.command(boss, "league manage start")
    joined = await press(world, world.cy, message, "join")
    assert world.text(joined.response) == "**Cy** joined **Winter**. See your games with `/league fixtures`."


async def test_a_league_that_is_gone(world, boss):
    message = await announced(world, boss)
    await world.command(boss, "league manage delete", league="Winter")
    assert await refused(world, world.ann, message) == "I can't find that league here. See /league list."


async def test_one_button_is_for_one_league_also_on_its_empty_table(world, boss):
    first = await announced(world, boss)
    await create_league(world, boss, world.ben, name="Summer")
    shown = (await world.command(world.cy, "league table", league="Winter")).response
    await press(world, world.ann, shown, "join")
    assert id_of(world, first, "join") == id_of(world, shown, "join") == "l1:join:1"
    assert [line[1] for line in await table_rows(world, league="Winter")] == ["Ann"]
    assert [line[1] for line in await table_rows(world, league="Summer")] == ["Ben"]
