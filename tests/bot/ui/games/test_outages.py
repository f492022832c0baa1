"""An outage as players see it: no time is over, one message says so, and the table shows the new deadline."""

import json

import discord
import pytest

from bot.models.errors import StorageError
from bot.storage import metadata
from bot.storage.errors import format_timestamp
from bot.storage.table_messages import TableMessages
from bot.tables.timekeeper import ANNOUNCED
from bot.ui.core import formatting
from tests.support.stacked_packs import DULL

HOUR = 3_600


@pytest.fixture
async def name(world, stack):
    """A game in the channel in which Ben has 3 minutes to lead, or loses."""
    stack(DULL)
    name = await world.sit_down(target=61, turn_time=180, when_time_is_up="forfeit")
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


def tell(world, event):
    with world.env._bot_scope():
        world.bot.dispatch(event, 0 if event.startswith("shard") else world.bot.get_guild(world.guild.id))


def given_back(world, channel):
    return [message for message in world.shown(channel) if "added that time" in world.text(message)]


async def restart_after(world, seconds, meanwhile=lambda: None):
    """Stop the bot, whose clocks are noted as by its loop, and start it again."""
    await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
    await world.bot.close()
    meanwhile()
    await world.env.advance_time(seconds)
    await world.restart()


async def assert_runs_out(world, name, left=180):
    """Assert that three minutes are left of the turn, less the seconds that a tick takes."""
    await world.tick(left - 10)
    assert world.is_open(name)
    await world.tick(15)
    assert not world.is_open(name), "the time is given back once"


async def test_the_players_are_told_once_and_play_on(world, name):
    before = world.text(world.public(name))
    tell(world, "shard_disconnect")
    for _ in range(24):
        await world.tick(10)
    assert world.is_open(name)
    tell(world, "shard_resumed")
    for _ in range(3):
        await world.tick(1)
    (message,) = given_back(world, world.channel)
    assert "I couldn't reach Discord for 4 minutes, so I added that time to your clocks." in world.text(message)
    assert sorted(world.pinged(message)) == sorted([world.ann.id, world.ben.id])
    assert world.text(world.public(name)) != before, "it shows the new deadline"
    await world.play(world.ben, name, "TC")
    assert world.is_open(name)
    await world.tick(181)
    assert not world.is_open(name)


async def test_after_a_restart(world, name):
    await restart_after(world, HOUR)
    assert not world.bot.context.tables.outages.is_away, "it is connected"
    (message,) = given_back(world, world.channel)
    assert "I couldn't reach Discord for 60 minutes" in world.text(message)
    await assert_runs_out(world, name)


async def test_in_private_each_is_told(world):
    asked = await world.start_game(world.ann, opponent=world.ben, turn_time=180, where="dm")
    await world.press(world.ben, asked.response, "accept")
    tell(world, "shard_disconnect")
    await world.env.advance_time(60)
    tell(world, "shard_connect")
    await world.tick(1)
    for actor in (world.ann, world.ben):
        assert len(given_back(world, world.dm(actor))) == 1


async def test_a_short_one_is_not_worth_a_message(world, name):
    tell(world, "shard_disconnect")
    await world.env.advance_time(20)
    tell(world, "shard_resumed")
    await world.tick(170)
    assert world.is_open(name)
    assert given_back(world, world.channel) == []


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(30, "30 seconds"), (100, "100 seconds"), (119.6, "120 seconds"), (120, "2 minutes"), (7_500, "2 hours")],
)
def test_a_length_is_told_roughly(seconds, shown):
    assert formatting.rough_duration(seconds) == shown


async def test_no_time_is_over_while_the_server_is_not_available(world, name):
    tell(world, "guild_unavailable")
    await world.tick(HOUR)
    assert world.is_open(name)
    tell(world, "guild_available")
    await world.tick(1)
    (message,) = given_back(world, world.channel)
    assert "60 minutes" in world.text(message)
    await assert_runs_out(world, name)


@pytest.mark.parametrize("stopped", [False, True])
async def test_a_server_that_removes_the_bot_pauses_its_games_and_the_players_are_told(world, name, stopped):
    if stopped:
        await restart_after(world, HOUR, lambda: world.env.backend.remove_guild(world.guild.id))
    else:
        tell(world, "guild_remove")
    await world.tick(HOUR)
    assert (await world.bot.context.tables.find(name)).status == "adjourned"
    for actor in (world.ann, world.ben):
        assert f"where you play game {name}, so I paused it." in "".join(world.texts(world.dm(actor)))
    if not stopped:
        await world.press(world.ben, world.table_in(world.channel), "takeup")
        assert world.is_open(name), "it goes on when the bot is back"
        await world.tick(170)
        assert world.is_open(name)


async def test_an_invitation_gets_back_the_days_in_which_the_bot_was_away(world):
    await world.invite(place="here")
    await restart_after(world, 5 * 24 * HOUR)
    for hours, status in ((1, "gathering"), (3 * 24, "idle")):
        await world.tick(hours * HOUR)
        assert await world.bot.context.tables.database.rows("SELECT status FROM tables") == [(status,)]


async def test_time_without_a_server_before_a_restart_is_not_lost(world, name):
    tell(world, "guild_unavailable")
    await world.tick(170)
    await restart_after(world, HOUR)
    assert world.bot.context.tables.outages.lost_places == (), "it is back"
    await assert_runs_out(world, name)


async def test_a_server_that_is_not_available_when_the_bot_starts(world, name, monkeypatch):
    monkeypatch.setattr(discord.Guild, "unavailable", property(lambda _: True, lambda *_: None), raising=False)
    await restart_after(world, HOUR)
    await world.tick(HOUR)
    assert world.is_open(name)
    monkeypatch.undo()
    tell(world, "guild_available")
    await assert_runs_out(world, name)


@pytest.mark.parametrize("first", ["shard_disconnect", "guild_unavailable"])
async def test_what_overlaps_is_given_back_once(world, name, first):
    """The gateway and the server are away for 60 seconds each, and 90 together."""
    steps = ["shard_disconnect", "guild_unavailable", "shard_resumed", "guild_available"]
    if first == "guild_unavailable":
        steps = [steps[1], steps[0], steps[3], steps[2]]
    for event in steps:
        tell(world, event)
        await world.tick(30)
    await assert_runs_out(world, name, 150)


SHUT = "and I can't write there any more"


def rights(world, *denied, channel=None):
    """Deny the bot these permissions in a channel, and no others."""
    with world.env._bot_scope():
        world.forbid(*(getattr(discord.Permissions, name).flag for name in denied), channel=channel)


def told_that_it_is_shut(world):
    """How often each of the two players was told in a DM that the bot can't write where they play."""
    return [sum(SHUT in text for text in world.texts(world.dm(actor))) for actor in (world.ann, world.ben)]


class TestWhereTheBotMayNotWrite:
    @pytest.mark.parametrize("denied", ["view_channel", "send_messages"])
    async def test_the_clocks_stand_and_the_players_are_told_once(self, world, name, denied):
        await world.tick(100)
        rights(world, denied)
        await world.env.settle()
        assert told_that_it_is_shut(world) == [1, 1], "at once"
        for _ in range(3):
            await world.tick(HOUR)
        assert world.is_open(name)
        rights(world)
        await world.env.settle()
        assert any("I couldn't write here for 3 hours" in text for text in world.texts(world.channel))
        assert told_that_it_is_shut(world) == [1, 1]
        await assert_runs_out(world, name, 80)

    async def test_a_role_decides_it(self, world, name):
        role = next(role for role in world.guild.roles.values() if role.name == world.bot.user.name)
        everybody, mine = world.guild.default_role, role
        before = [world.env.backend.guilds[world.guild.id].roles[one.id].permissions for one in (everybody, mine)]
        for one in (everybody, mine):
            world.env.backend.edit_role(world.guild.id, one.id, {"permissions": 0})
        await world.tick(HOUR)
        assert world.is_open(name)
        for one, permissions in zip((everybody, mine), before, strict=True):
            world.env.backend.edit_role(world.guild.id, one.id, {"permissions": permissions})
        await assert_runs_out(world, name)

    async def test_the_rights_change_while_the_bot_is_stopped(self, world, name):
        await restart_after(world, HOUR, lambda: rights(world, "view_channel"))
        await world.tick(HOUR)
        await restart_after(world, HOUR)
        await world.tick(HOUR)
        assert world.is_open(name), "it lasts over a restart"
        assert told_that_it_is_shut(world) == [1, 1]
        await restart_after(world, HOUR, lambda: rights(world))
        await assert_runs_out(world, name)

    async def test_what_is_played_meanwhile_costs_no_time(self, world, stack):
        """Ben has 10 minutes for the whole game; he plays after an hour from the hand that he opened before."""
        stack(DULL)
        name = await world.sit_down(target=61, game_time=600, when_time_is_up="forfeit")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        panel = await world.panel(world.ben, name)
        rights(world, "send_messages")
        await world.tick(HOUR)
        await world.play(world.ben, name, "TC", panel=panel)
        await world.tick(HOUR)
        times = world.game(name).times
        assert all(clock.left > 590 for clock in times)
        rights(world)
        await world.tick(580)
        assert world.is_open(name)
        await world.tick(30)
        assert not world.is_open(name)

    async def test_with_an_outage_of_the_server_in_it(self, world, name):
        rights(world, "send_messages")
        await world.tick(HOUR)
        tell(world, "guild_unavailable")
        await world.tick(HOUR)
        tell(world, "guild_available")
        await world.tick(HOUR)
        rights(world)
        await assert_runs_out(world, name)

    @pytest.mark.parametrize("how", ["rights", "locked", "archived"])
    async def test_in_a_thread(self, world, stack, how):
        stack(DULL)
        name = await world.sit_down(target=61, turn_time=180, when_time_is_up="forfeit", place="thread")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        thread = world.room(name)
        if how == "rights":
            rights(world, "send_messages_in_threads")
        else:
            world.env.backend.edit_channel(
                thread.id, {}, thread_metadata={"locked": True, "archived": how == "archived"}
            )
        await world.tick(HOUR)
        assert world.is_open(name)
        assert told_that_it_is_shut(world) == [1, 1]
        if how == "rights":
            rights(world)
        else:
            world.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": False, "archived": False})
        await assert_runs_out(world, name)

    @pytest.mark.parametrize("place", ["here", "thread"])
    async def test_a_channel_that_was_deleted_while_the_bot_was_stopped(self, world, stack, place):
        """The game goes on elsewhere at once, and both are told so."""
        stack(DULL)
        name = await world.sit_down(target=61, turn_time=180, when_time_is_up="forfeit", place=place)
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        room = world.room(name)
        await restart_after(world, HOUR, lambda: world.env.backend.delete_channel(room.id))
        await world.env.settle()
        rooms = [world.channel] if place == "thread" else [world.dm(world.ann), world.dm(world.ben)]
        for there in rooms:
            assert sum("so the game continues here" in text for text in world.texts(there)) == 1
        await world.press(world.ben, world.table_in(rooms[-1]), "hand" if place == "thread" else "play-TC")
        await world.tick(100)
        assert world.is_open(name)


# Notices that Discord refuses are kept, and sent when they can be: by the next run too, once, and only while true.

LOST = "your time ran out, so you lost the game."
PAUSED = "The game is paused. Press **Resume** to continue."
REMOVED = "I was removed from the server"


async def start_again(world):
    await world.restart()
    await world.env.settle()


def said(world, text, *rooms):
    return [sum(text in one for one in world.texts(room)) for room in rooms]


async def unsent(world):
    return await world.bot.context.tables.messages.unsent_notices()


async def test_the_next_run_says_in_the_channel_what_was_refused_there(world, name):
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(200)
    assert not world.is_open(name)
    await start_again(world)
    assert said(world, LOST, world.channel) == [0]
    world.mend()
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]
    assert await unsent(world) == []
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]


async def test_one_that_was_stored_when_the_process_was_killed(world, name, monkeypatch):
    monkeypatch.setattr("bot.ui.games.notifier.Notifier.hear", lambda *_: None)
    await world.tick(200)
    monkeypatch.undo()
    assert not world.is_open(name)
    await start_again(world)
    assert said(world, LOST, world.channel) == [1]


async def test_what_could_not_be_stored_as_sent_is_not_sent_again(world, name, monkeypatch):
    replace, fails = TableMessages.replace_unsent, [True] * 3

    async def fail(*options):
        if fails and fails.pop():
            raise StorageError("the disk is full.")
        await replace(*options)

    monkeypatch.setattr(TableMessages, "replace_unsent", fail)
    await world.tick(200)
    assert said(world, LOST, world.channel) == [1]
    await world.env.advance_time(30)
    assert said(world, LOST, world.channel) == [1]
    assert await unsent(world) == fails == []


async def test_what_could_not_be_stored_before_it_is_sent_is_sent_later(world, name, monkeypatch):
    """A warning is stored before it is sent, and the disk is full then."""
    put, fails = TableMessages.put, [True]

    async def fail(messages, table_id, message):
        if message.kind == "reminder" and fails and fails.pop():
            raise StorageError("the disk is full.")
        await put(messages, table_id, message)

    await world.tick(100)
    monkeypatch.setattr(TableMessages, "put", fail)
    await world.tick(50)
    assert said(world, "your time runs out", world.channel) == [0]
    await world.env.advance_time(2)
    assert said(world, "your time runs out", world.channel) == [1]


async def test_who_was_told_is_not_told_again(world, name):
    world.shut(world.ben)
    tell(world, "guild_remove")
    await world.env.settle()
    dms = world.dm(world.ann), world.dm(world.ben)
    assert said(world, REMOVED, *dms) == [1, 0]
    world.mend()
    await start_again(world)
    assert said(world, REMOVED, *dms) == [1, 1]


async def test_what_has_passed_is_not_said_late(world, name):
    world.fail_in(world.channel, status=500, code=0)
    await world.command(world.ann, "adjourn")
    await world.command(world.ben, "adjourn")
    assert len(await unsent(world)) >= 1
    with world.env._bot_scope():
        table = await world.bot.context.tables.find(name)
        await world.bot.context.tables.take_up(name, table.seats[0].player)
    world.mend()
    await start_again(world)
    assert said(world, PAUSED, world.channel) == [0]
    assert await unsent(world) == []


async def test_a_later_notice_of_the_same_game_brings_the_earlier_ones_first(world, name):
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(140)
    assert len(await unsent(world)) == 1, "the time is short"
    world.mend()
    await world.tick(45)
    assert not world.is_open(name)
    texts = world.texts(world.channel)
    assert said(world, LOST, world.channel) == [1]
    assert not any("your time runs out" in text for text in texts), "it is over"
    assert await unsent(world) == []


@pytest.mark.parametrize("days", [3, 8])
async def test_it_is_tried_for_a_week(world, name, days):
    world.fail_in(world.channel, status=403, code=50013)
    await world.tick(200)
    await world.env.advance_time(days * 24 * HOUR)
    world.mend()
    await world.env.advance_time(2 * HOUR)
    assert said(world, LOST, world.channel) == [days < 7]
    assert await unsent(world) == []


async def test_what_the_host_announces_is_told_once_where_people_play(world, name):
    database = world.bot.context.tables.database

    async def announce(text):
        await metadata.put(database, ANNOUNCED, json.dumps({"text": text, "at": world.env.now().isoformat()}))
        for _ in range(2):
            await world.tick(1)
        told = [one for one in world.shown(world.channel) if world.text(one).startswith("A message from the host")]
        assert all(one.flags.suppress_notifications for one in told), "it mentions nobody, so nobody must hear it"
        return [world.text(one) for one in told]

    assert await announce("Restart at noon.") == ["A message from the host of this bot: Restart at noon."]
    # The latest takes the place of the one before, and a start doesn't tell it again.
    assert await announce("At one.") == ["A message from the host of this bot: At one."]
    before = len(world.texts(world.channel))
    await world.restart()
    await world.tick(1)
    assert len(world.texts(world.channel)) == before
