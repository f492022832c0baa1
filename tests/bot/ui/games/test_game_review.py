"""The review of a game, as players get it: from the result, by command and in a DM."""

from __future__ import annotations

import re

import pytest

from bot.storage import metadata
from bot.storage.errors import format_timestamp
from bot.ui.games.reviews import RETRY_AFTER, WORK
from engine.actions import Resign
from tests.support.simulated_discord import act

pytestmark = pytest.mark.usefixtures("patience")


async def finish(world, deals=2, **options):
    """Let Ann and Ben play so many deals in the channel, and then Ann resign; return the name of their game."""
    name = await world.sit_down(**{"target": 121, "counting": "automatic", **options})
    await world.hurry(name, lambda table: table.game.deal > deals, declared=0)
    await act(world, name, Resign(0))
    return name


async def reviewed(world, actor, name):
    """Press the button of the result, and return the review that this player gets."""
    result = next(m for m in reversed(world.shown(world.channel)) if f":{name}:" in " ".join(world.ids(m)))
    return (await world.press(actor, result, "review")).response


async def wish_for_reviews(world):
    await world.press(world.ann, (await world.command(world.ann, "preferences")).response, "reviews")


async def sent(world, name):
    """Return how often Ann got the review of a game in a DM, once all are judged."""
    await world.bot.context.outbox.background.wait(WORK)
    return sum(f"**Your review** of game `{name}`" in text for text in world.texts(world.dm(world.ann)))


async def test_a_player_sees_where_the_points_were_lost(world):
    text = world.text(await reviewed(world, world.ann, await finish(world, deals=3, doubles="none")))
    lost = re.search(
        r"You played at \*\*\w+\*\* level: \d+ decisions lost \*\*(\d+\.\d) points a game\*\*\.", text
    ).group(1)
    assert re.search(r"You had \*\*\d+\.\d points\*\* of (good|bad) luck\.\n-# Cards dealt", text)
    assert "**Costliest moments**" in text
    assert text.count("you discarded") + text.count("you played") == 3
    assert "You could gain most" in text
    assert float(lost) > 0


async def test_where_double_games_count_the_chance_is_in_games(world):
    text = world.text(await reviewed(world, world.ann, await finish(world, doubles="skunks")))
    assert " % of games, against" not in text


async def test_every_deal_can_be_read_page_by_page(world):
    page = (await world.press(world.ann, await reviewed(world, world.ann, await finish(world, deals=2)), "1")).response
    deals = int(re.search(r"\*\*Deal 1 of (\d+)\*\*", world.text(page)).group(1))
    assert deals >= 2
    decisions = 0
    for deal in range(1, deals + 1):
        text = world.text(page)
        assert f"**Deal {deal} of {deals}**" in text
        assert "discarded" in text
        decisions += text.count("✓") + text.count("✗")
        if deal < deals:
            page = (await world.press(world.ann, page, str(deal + 1))).response
    summary = (await world.press(world.ann, page, "s")).response
    assert f"level: {decisions} decisions" in world.text(summary)


async def test_progress_has_the_games_of_before_when_they_are_judged(world):
    await finish(world)
    review = await reviewed(world, world.ann, await finish(world))
    said = world.text(review)
    progress = (await world.press(world.ann, review, "p")).response
    assert "points lost per game, in 1 game\n" in world.text(progress)
    lost = re.search(r"lost \*\*(\d+\.\d) points a game\*\*", said)[1]
    assert f"of your latest games: **{lost}** points" in world.text(progress), "the same figure as in the review"
    assert "easy 20.0" in world.text(progress)
    assert "I'm still judging 1 of your last 30 games" in world.text(progress)
    await world.bot.context.reviews._background.wait("reviews")
    progress = (await world.press(world.ann, progress, "p")).response
    assert "in 2 games" in world.text(progress)
    assert "still judging" not in world.text(progress)


async def test_progress_is_of_games_of_one_form_and_names_levels_where_they_were_measured(world):
    for options, told in (({}, "Robots lose: easy"), ({"preset": "britannica-five", "target": 61}, "points lost.\n")):
        review = await reviewed(world, world.ann, await finish(world, **options))
        await world.bot.context.reviews._background.wait("reviews")
        progress = world.text((await world.press(world.ann, review, "p")).response)
        assert "points lost per game, in 1 game\n" in progress, "games of other forms are left out"
        assert told in progress


async def test_each_player_sees_their_own_and_nobody_else_sees_one(world):
    name = await finish(world)
    anns, bens = [world.text(await reviewed(world, who, name)) for who in (world.ann, world.ben)]
    assert "**Your review**" in anns
    assert "**Your review**" in bens
    assert anns != bens
    assert "You played at" not in world.text(await reviewed(world, world.cy, name))
    refused = await world.told(world.cy, "review", game=name)
    assert "not" in refused
    assert "You played at" not in refused
    await world.restart()
    assert world.text(await reviewed(world, world.ann, name)) == anns


async def test_the_command_shows_the_latest_game_that_is_over(world):
    assert "You haven't finished a game yet" in await world.told(world.ann, "review")
    await finish(world)
    latest = await finish(world)
    assert "when the game is over" in await world.told(world.ann, "review", game=await world.sit_down())
    assert f"`{latest}`" in await world.told(world.ann, "review")


async def test_a_review_that_discord_refuses_in_a_dm_is_sent_later(world):
    await wish_for_reviews(world)
    world.fail_in(world.dm(world.ann), status=403, code=50001)
    name = await finish(world)
    assert await sent(world, name) == 0
    world.mend()
    await world.env.advance_time(RETRY_AFTER + 1)
    assert await sent(world, name) == 1


async def test_a_review_is_sent_late_after_hours_of_refusals_or_days_without_the_bot(world):
    await wish_for_reviews(world)
    world.fail_in(world.dm(world.ann), status=403, code=50001)
    name = await finish(world)
    await world.env.advance_time(3 * 3_600)
    await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
    await world.bot.close()
    world.mend()
    await world.env.advance_time(10 * 24 * 3_600)
    await world.restart()
    assert await sent(world, name) == 1


async def test_a_review_that_was_not_sent_before_a_stop_is_sent_once_after_the_start(world):
    """Here it was not sent because Ann wants reviews only since the game has ended."""
    name = await finish(world)
    await wish_for_reviews(world)
    assert await sent(world, name) == 0
    for _ in range(2):
        await world.restart()
        world.env.settle_timeout = 60.0
        assert await sent(world, name) == 1


async def test_missed_points_are_in_the_review(world):
    name = await finish(world, counting="challenge")
    text = world.text(await reviewed(world, world.ben, name))
    assert re.search(r"You missed \d+ points in \d+ counts?\.", text)


async def test_a_game_of_three_players_is_reviewed_without_a_level_and_luck(world):
    await world.start_game(world.ann, where="here", robot="easy", target=61, players=3, robots=2)
    name = world.name_on(world.table_in(world.channel))
    await world.play_until(name)
    told = await world.told(world.ann, "review", game=name)
    assert re.search(r"You lost \*\*[0-9.]+ points\*\* in [0-9]+ decisions\.", told)
    assert "level" not in told
    assert "Luck" not in told
    assert "Costliest moments" in told
    assert "At " in told


async def test_the_page_of_a_game_has_the_review_of_whoever_asks_for_it(world):
    name = await finish(world)

    async def page(who, **options):
        files = (await world.command(who, "record", game=name, **options)).response.attachments
        return (await next(one for one in files if one.filename.endswith(".html")).read()).decode()

    assert '"note":[' not in await page(world.ann)
    assert '"note":[' in await page(world.ann, review=True)
    refused = await world.command(world.cy, "record", game=name, review=True)
    assert not refused.response.attachments


async def test_a_league_can_forbid_reviews(world, boss):
    await boss.slash(world.channel, "league create", name="Club")
    await world.command(world.ann, "league join")
    await world.command(world.ben, "league join")
    await boss.slash(world.channel, "manage settings", reviews=False, target=61, counting="automatic")
    invitation = (await world.ann.slash(world.channel, "league play", opponent=world.ben, where="here")).response
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    await world.hurry(name, lambda table: table.game.deal > 1)
    await act(world, name, Resign(0))
    refused = await world.told(world.ann, "review", game=name)
    assert "rules of this league don't allow reviews" in refused
    shown = await boss.slash(world.channel, "manage settings", reviews=True)
    assert "Reviews of games: allowed after the game" in world.text(shown.response)
    assert "**Your review**" in await world.told(world.ann, "review", game=name)


async def test_a_game_resigned_in_its_first_deal_says_only_what_was_lost_in_it(world):
    review = await reviewed(world, world.ann, await finish(world, deals=1))
    assert re.search(r"You lost \*\*\d+\.\d points\*\* in \d decisions?\.", world.text(review))
    assert "No game of yours is reviewed yet" in world.text((await world.press(world.ann, review, "p")).response)
