"""Events on Discord for club nights: made, moved and removed with the night, once each, and why there may be none."""

from datetime import UTC, datetime

import discord
import pytest

from tests.support.league_steps import press, refusal

BEGINS = "2026-01-15T19:30:00+00:00"


@pytest.fixture
async def club(world, boss):
    """A club league whose nights begin at half past seven in London."""
    await boss.slash(world.channel, "league create", name="Thursdays", format="club", zone="Europe/London")
    return await settings(world, boss, night_time="7:30 pm")


async def settings(world, boss, **changes):
    return world.text((await boss.slash(world.channel, "manage settings", **changes)).response)


async def plan(world, boss, day="2026-01-15", **options):
    await boss.slash(world.channel, "manage night", day=day, **options)
    return (await boss.slash(world.channel, "manage night")).response


async def look(world):
    with world.env._bot_scope():
        done = await world.bot.night_events.post_due()
    await world.env.settle()
    return done


def events(world):
    return list(world.env.backend.get_guild(world.guild.id).scheduled_events.values())


def starts(world):
    return [event.scheduled_start_time for event in events(world)]


async def test_a_night_has_one_event_that_moves_and_goes_with_it(world, boss, club):
    assert "Club nights begin, with an event on Discord: 19:30" in club
    desk = await plan(world, boss, name="Opening")
    assert await look(world) == 1
    (event,) = events(world)
    assert (event.name, event.scheduled_start_time) == ("Thursdays: Opening", BEGINS)
    assert event.scheduled_end_time == "2026-01-15T22:30:00+00:00"
    assert event.description == "Check in with /league here when you arrive. #1."
    assert event.entity_metadata == {"location": world.guild.name}
    assert await look(world) == 0
    await settings(world, boss, night_time="20.00", name="Thirds")
    assert await look(world) == 1
    (moved,) = events(world)
    assert moved.id == event.id
    assert (moved.name, moved.scheduled_start_time) == ("Thirds: Opening", "2026-01-15T20:00:00+00:00")
    await settings(world, boss, zone="America/New_York")
    await look(world)
    assert starts(world) == ["2026-01-16T01:00:00+00:00"]
    await press(world, boss, desk, "scrap")
    assert await look(world) == 1
    assert events(world) == []
    assert await look(world) == 0


async def test_without_the_setting_there_is_none_and_switched_off_they_go(world, boss, club):
    await plan(world, boss)
    await look(world)
    assert [event.name for event in events(world)] == ["Thursdays: Night 1"]
    assert "with an event" not in await settings(world, boss, night_time="off")
    await look(world)
    assert events(world) == []
    assert "Type a time like 19:30, or off." in await refusal(world, boss, "manage settings", night_time="25:00")


async def test_killed_after_discord_has_made_it_the_bot_makes_no_second_one(world, boss, club, monkeypatch, at_error):
    at_error.append("the event of night 1 ")

    async def dies(event):
        raise RuntimeError

    await plan(world, boss)
    world.env.backend.create_scheduled_event(
        world.guild.id,
        name="Thursdays: Night 1",
        entity_type=3,
        scheduled_start_time=BEGINS,
        creator_id=boss.user.id,
        description="#1.",
    )
    monkeypatch.setattr(world.bot.context.leagues.night_events, "mark_shown", dies)
    assert await look(world) == 0
    await world.restart()
    assert await look(world) == 1
    assert len(events(world)) == 2, "one is a manager's own"
    assert await look(world) == 0
    await settings(world, boss, night_time="off")
    await look(world)
    assert [event.creator_id for event in events(world)] == [boss.user.id]


async def test_what_somebody_has_removed_stays_removed(world, boss, club):
    desk = await plan(world, boss)
    await look(world)
    world.env.backend.delete_scheduled_event(world.guild.id, events(world)[0].id)
    await settings(world, boss, night_time="18")
    assert await look(world) == 1
    await press(world, boss, desk, "scrap")
    assert await look(world) == 1
    assert events(world) == []


async def test_a_night_that_is_finished_before_it_begins_has_none(world, boss, club):
    await plan(world, boss)
    for player in (world.ann, world.ben):
        await player.slash(world.channel, "league here")
    desk = (await boss.slash(world.channel, "manage night")).response
    await press(world, boss, desk, "pair")
    await look(world)
    await press(world, boss, (await boss.slash(world.channel, "manage night")).response, "finish")
    assert await look(world) == 1
    assert events(world) == []


async def test_a_league_that_cannot_be_read_keeps_its_events_and_others_get_theirs(world, boss, club, at_error):
    await plan(world, boss)
    await look(world)
    await boss.slash(world.channel, "league create", name="Fridays", format="club")
    await boss.slash(world.channel, "manage settings", night_time="18:00", league="Fridays")
    await boss.slash(world.channel, "manage night", day="2026-01-16", league="Fridays")
    with world.env._bot_scope():
        async with world.bot.context.leagues.database.transaction() as writing:
            writing.write("UPDATE seasons SET starts_on = 'soon' WHERE league_id = 1", ())
    at_error.append("the nights of league 1")
    await look(world)
    assert starts(world) == [BEGINS, "2026-01-16T18:00:00+00:00"]


async def test_a_night_that_has_begun_keeps_its_event(world, boss, club):
    await plan(world, boss)
    await look(world)
    await world.env.advance_time((datetime(2026, 1, 15, 19, 31, tzinfo=UTC) - world.env.now()).total_seconds())
    assert await look(world) == 1, "the bot forgets it"
    assert starts(world) == [BEGINS]
    assert await look(world) == 0


async def test_where_the_bot_may_not_a_manager_reads_what_to_do(world, boss, club):
    me = next(role for role in world.guild.roles.values() if role.name == world.bot.user.name)
    usual = world.env.backend.get_guild(world.guild.id).roles[me.id].permissions
    may = discord.Permissions(usual)
    may.update(manage_events=False, create_events=False, administrator=False)
    world.env.backend.edit_role(world.guild.id, me.id, {"permissions": may.value})
    await plan(world, boss)
    told = await settings(world, boss)
    assert "I may not make events here. Give my role **Create Events**, and your nights get theirs." in told
    assert await look(world) == 0
    assert events(world) == []
    world.env.backend.edit_role(world.guild.id, me.id, {"permissions": usual})
    await world.env.settle()
    assert "I may not make events" not in await settings(world, boss)
    await world.env.advance_time(3600)
    await look(world)
    assert starts(world) == [BEGINS]
