"""The weekly post of a league's table: in its channel, at its local hour, once; and what keeps it from there."""

from datetime import UTC, datetime

import pytest

from tests.support.league_steps import manage, record_nonces

SEND_MESSAGES = 1 << 11


async def league(world, boss, channel, name="Winter", zone="Europe/London", day=0, hour=18):
    await boss.slash(world.channel, "league create", name=name, zone=zone)
    await world.ann.slash(world.channel, "league join", league=name)
    told = await manage(world, boss, "post", channel=channel, day=day, hour=hour, league=name)
    return world.text(told.response)


async def wait_until(world, *moment):
    await world.env.advance_time((datetime(*moment, tzinfo=UTC) - world.env.now()).total_seconds())


async def look(world):
    """Look what is due; how many tables were posted."""
    with world.env._bot_scope():
        posted = await world.bot.posting.post_due()
    await world.env.settle()
    return posted


async def test_once_a_week_at_the_local_hour_until_it_is_stopped(world, boss, news):
    told = await league(world, boss, news)
    assert told == f"The **Winter** table is posted in <#{news.id}> each Monday at 18:00 (Europe/London)."
    await wait_until(world, 2026, 1, 5, 17, 59)
    assert await look(world) == 0
    await wait_until(world, 2026, 1, 5, 18, 1)
    assert await look(world) == 1
    assert await look(world) == 0
    (posted,) = world.texts(news)
    assert posted.startswith("**Winter**, season 1, in progress.")
    assert "Ann" in posted
    assert "[Averages]" in posted
    told = world.text((await manage(world, boss, "post")).response)
    assert told == "The **Winter** table is no longer posted."
    await manage(world, boss, "post", channel=world.channel, day=1, hour=18)
    await wait_until(world, 2026, 1, 6, 18, 1)
    assert await look(world) == 0, "on another day and elsewhere it is posted from next week on"
    await manage(world, boss, "post")
    await wait_until(world, 2026, 1, 12, 18)
    assert await look(world) == 0


async def test_the_first_one_is_made_up_however_long_the_bot_was_stopped(world, boss, news):
    await league(world, boss, news)
    await world.bot.close()
    await wait_until(world, 2026, 1, 9, 12)
    await world.restart()
    assert await look(world) == 1
    await world.restart()
    assert await look(world) == 0
    await wait_until(world, 2026, 1, 12, 18, 1)
    assert await look(world) == 1


@pytest.mark.parametrize(("day", "posted"), [(0, 0), (3, 0), (4, 1)])
async def test_a_schedule_that_is_changed_makes_nothing_up_and_leaves_no_post_out(world, boss, news, day, posted):
    """On Thursday noon, a day of this week that has passed, has just passed in the morning, or is to come."""
    await league(world, boss, news, day=0)
    await wait_until(world, 2026, 1, 1, 12)
    await manage(world, boss, "post", channel=news, day=day, hour=9, league="Winter")
    assert await look(world) == 0
    await wait_until(world, 2026, 1, 4, 23)
    assert await look(world) == posted
    await wait_until(world, 2026, 1, 11, 23)
    assert await look(world) == 1


async def test_sent_again_it_is_known_to_discord_as_the_same_post(world, boss, news, monkeypatch, at_error):
    """Discord makes one message of those that come with one nonce within some minutes."""
    at_error.append("the table of league 1 ")
    nonces = record_nonces(monkeypatch, news)

    async def dies(league):
        raise RuntimeError

    await league(world, boss, news)
    await wait_until(world, 2026, 1, 5, 18)
    monkeypatch.setattr(world.bot.context.leagues.weekly_posts, "mark_posted", dies)
    assert await look(world) == 0, "it is sent, and the bot dies before that is noted"
    await world.restart()
    assert await look(world) == 1
    await wait_until(world, 2026, 1, 12, 18)
    assert await look(world) == 1
    first, again, next_week = nonces
    assert first == again
    assert first[1] is True
    assert len(first[0]) <= 25
    assert next_week[0] != first[0]


async def test_a_reader_who_turns_it_gets_a_private_page(world, boss, news):
    await league(world, boss, news)
    await wait_until(world, 2026, 1, 5, 18)
    await look(world)
    (message,) = world.shown(news)
    before = world.text(message)
    own = await world.cy.click(message, custom_id="l1:table:1:1:0:1:0")
    assert own.ephemeral
    assert "Pt/g" in world.text(own.response)
    assert world.text(message) == before
    again = await world.cy.click(own.response, custom_id="l1:table:1:1:0:2:0")
    assert again.response.id == own.response.id
    assert "Best" in world.text(own.response)


async def test_once_it_is_started_it_looks_by_itself(world, boss, news):
    await league(world, boss, news)
    await wait_until(world, 2026, 1, 5, 17, 50)
    with world.env._bot_scope():
        world.bot.posting.start()
    await wait_until(world, 2026, 1, 5, 17, 58)
    assert world.texts(news) == []
    await wait_until(world, 2026, 1, 5, 18, 2)
    assert len(world.texts(news)) == 1


async def test_one_that_fails_does_not_keep_the_others(world, boss, news):
    await league(world, boss, news)
    await league(world, boss, world.channel, name="Summer")
    await wait_until(world, 2026, 1, 5, 18)
    # The newest league comes first.
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=500)
    assert await look(world) == 1
    assert len(world.texts(news)) == 1
    assert await look(world) == 1, "it is tried again"


async def test_where_the_bot_may_not_write_it_waits_until_it_may(world, boss, news):
    await league(world, boss, news)
    world.forbid(SEND_MESSAGES, channel=news)
    await wait_until(world, 2026, 1, 5, 18)
    assert await look(world) == 0
    assert await look(world) == 0
    assert [request.path for request in world.env.http_requests].count(f"/channels/{news.id}/messages") == 1
    world.forbid(channel=news)
    await world.env.advance_time(61)
    assert await look(world) == 1
    assert await look(world) == 0
    assert len(world.shown(news)) == 1


async def test_it_names_who_leads_who_climbed_and_the_best_hand(world, boss, news):
    await league(world, boss, news)
    await world.ben.slash(world.channel, "league join", league="Winter")

    async def enter(first, second, **more):
        await manage(world, boss, "enter", first=first, second=second, first_holes=121, second_holes=100, **more)

    await enter("Ann", "Ben")
    await wait_until(world, 2026, 1, 5, 18, 1)
    assert await look(world) == 1
    assert "In the lead: **Ann** (1 point)" in world.texts(news)[-1]
    await enter("Ben", "Ann")
    await world.ben.slash(world.channel, "league enter", opponent=world.ann, mine=121, theirs=90, best_mine=24)
    await manage(world, boss, "confirm", result=3)
    await wait_until(world, 2026, 1, 12, 18, 1)
    assert await look(world) == 1
    posted = world.texts(news)[-1]
    assert "In the lead: **Ben** (3 points)" in posted
    assert "Up the table: **Ben** ↑1" in posted
    assert "Best hand of the week: **Ben** (24)" in posted
