"""A player who does not act within 45 seconds gets one reminder, and nobody else is disturbed."""

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace

import discord
import pytest
from simcord.http.client import FakeHTTPClient

from bot.models.agreement import TableMessage
from bot.tables.table import Notice
from bot.ui.core.outbox import Refused
from bot.ui.core.traffic import LAST
from bot.ui.games.channels import Channels
from tests.support.stacked_packs import DULL, Deal


def reminders(world, channel):
    return [message for message in world.shown(channel) if ", your turn." in world.text(message)]


def without_room(world, monkeypatch):
    """Let what comes last wait for room; return the priorities of all that has asked for its turn, and the room."""
    turns, turn, room = [], world.bot._pacer.turn, asyncio.Event()

    @asynccontextmanager
    async def held(priority):
        turns.append(priority)
        if priority == LAST:
            await world.env.external_wait(room.wait(), reason="there is no room")
        async with turn(priority):
            yield

    monkeypatch.setattr(world.bot._pacer, "turn", held)
    return turns, room


async def test_after_45_seconds_and_not_before_once_for_each_turn(world, playing):
    await world.env.advance_time(44)
    assert reminders(world, world.channel) == []
    await world.env.advance_time(2)
    (reminder,) = reminders(world, world.channel)
    assert world.text(reminder) == f"<@{world.ben.id}>, your turn."
    assert world.pinged(reminder) == [world.ben.id]
    await world.env.advance_time(3600)
    assert len(reminders(world, world.channel)) == 1


async def test_not_while_the_player_is_choosing_cards(world, discarding):
    await world.lay(world.ann, discarding, "2D", "4H")
    panel = await world.panel(world.ben, discarding)
    await world.env.advance_time(40)
    await world.press(world.ben, panel, "pick-2C")
    await world.env.advance_time(40)
    assert reminders(world, world.channel) == []
    await world.env.advance_time(6)
    (reminder,) = reminders(world, world.channel)
    assert world.pinged(reminder) == [world.ben.id]


async def test_what_others_press_and_looking_at_the_table_put_no_reminder_off(world, playing):
    panel = await world.panel(world.ann, playing)
    await world.env.advance_time(40)
    await world.press(world.ann, panel, "refresh")
    await world.command(world.cy, "table", game=playing)
    table = world.public(playing)
    await world.late_press(world.ann, table, world.id_of(table, "hand").replace(":hand", ":play-TC"))
    await world.env.advance_time(6)
    assert len(reminders(world, world.channel)) == 1


async def test_it_waits_until_there_is_room_for_it(world, playing, monkeypatch):
    """After a start the timers of all tables end together: reminders have their turn after everything else."""
    turns, room = without_room(world, monkeypatch)
    await world.env.advance_time(46)
    assert (turns, reminders(world, world.channel)) == ([LAST], [])
    room.set()
    await world.env.settle()
    assert len(reminders(world, world.channel)) == 1


async def test_taken_away_when_it_is_answered_and_the_next_player_has_as_long(world, playing):
    await world.env.advance_time(46)
    await world.play(world.ben, playing, "TC")
    await world.env.advance_time(44)
    assert reminders(world, world.channel) == []
    await world.env.advance_time(2)
    (reminder,) = reminders(world, world.channel)
    assert world.pinged(reminder) == [world.ann.id]


async def test_one_that_discord_does_not_delete_is_deleted_a_second_later(world, playing):
    await world.env.advance_time(46)
    world.env.inject_error("DELETE", "/channels/*/messages/*", status=500, code=0)
    await world.play(world.ben, playing, "TC")
    assert len(reminders(world, world.channel)) == 1
    await world.env.advance_time(1)
    assert reminders(world, world.channel) == []


async def test_both_are_asked_to_lay_away_in_one_message_that_is_edited_once_even_over_restarts(world, discarding):
    def edits():
        requests = [(request.method, request.path) for request in world.env.http_requests]
        return requests.count(("PATCH", f"/channels/{world.channel.id}/messages/{reminder.id}"))

    await world.env.advance_time(46)
    (reminder,) = reminders(world, world.channel)
    assert world.text(reminder) == f"<@{world.ann.id}> and <@{world.ben.id}>, your turn."
    assert sorted(world.pinged(reminder)) == sorted([world.ann.id, world.ben.id])
    await world.restart()
    await world.lay(world.ann, discarding, "2D", "4H")
    await world.env.advance_time(60)
    (left,) = reminders(world, world.channel)
    assert left.id == reminder.id, "Ben was reminded of this already"
    assert world.text(left) == f"<@{world.ben.id}>, your turn."
    assert world.pinged(left) == [world.ben.id]
    assert edits() == 1
    await world.restart()
    assert edits() == 1
    await world.lay(world.ben, discarding, "2C", "4D")
    assert reminders(world, world.channel) == []


async def test_a_player_who_discards_while_the_reminder_is_sent_leaves_it(world, discarding, monkeypatch):
    arrived = world.hold_answers(monkeypatch, "your turn")
    await world.env.advance_time(46)
    await world.lay(world.ann, discarding, "2D", "4H")
    arrived.set()
    await world.env.settle()
    (left,) = reminders(world, world.channel)
    assert world.text(left) == f"<@{world.ben.id}>, your turn."


class TestAReminderWhoseAnswerIsLost:
    """Discord posts it, but the bot does not hear of that."""

    @pytest.fixture
    async def posted(self, world, playing, monkeypatch):
        """Ben has a reminder that the bot has not heard of."""
        post = FakeHTTPClient.request

        async def lose(client, route, **options):
            answer = await post(client, route, **options)
            if route.method == "POST" and "your turn" in str(answer.get("content")):
                raise ConnectionResetError
            return answer

        with monkeypatch.context() as losing:
            losing.setattr(FakeHTTPClient, "request", lose)
            await world.env.advance_time(46)
        assert len(reminders(world, world.channel)) == 1
        return playing

    async def test_is_taken_away_when_it_is_answered(self, world, posted):
        await world.play(world.ben, posted, "TC")
        assert reminders(world, world.channel) == []

    async def test_is_not_sent_again_after_a_restart_and_taken_away_when_it_is_answered(self, world, posted):
        await world.restart()
        await world.env.advance_time(3600)
        assert len(reminders(world, world.channel)) == 1
        await world.play(world.ben, posted, "TC")
        assert reminders(world, world.channel) == []

    async def test_is_taken_away_when_the_next_player_is_reminded(self, world, posted):
        world.env.inject_error("GET", "/channels/*/messages", status=500, message="injected", times=None)
        await world.play(world.ben, posted, "TC")
        assert len(reminders(world, world.channel)) == 1
        world.mend()
        await world.env.advance_time(60)
        (reminder,) = reminders(world, world.channel)
        assert world.pinged(reminder) == [world.ann.id]


async def test_a_reminder_whose_place_is_gone_keeps_no_drawing_back(world, playing, monkeypatch):
    """Whether it was posted cannot be found out any more."""
    table = world.game(playing)
    ben, messages = table.seats[1].player, world.bot.context.tables.messages
    await messages.put(playing, TableMessage("reminder", ben.id, 1, about="1:0.none.0"))
    room = Channels.room

    async def gone(channels, table, seat):
        if seat == 1:
            raise Refused(discord.NotFound(SimpleNamespace(status=404, reason=""), {"code": 10013}))
        return await room(channels, table, seat)

    monkeypatch.setattr(Channels, "room", gone)
    await world.play(world.ben, playing, "TC")
    (board,) = await messages.of(playing, "screen")
    assert board.revision == world.game(playing).revision
    assert [one.player_id for one in await messages.of(playing, "reminder")] == []


async def test_a_reminder_that_was_never_posted_is_sent_after_a_restart(world, playing):
    world.env.inject_error("POST", "/channels/*/messages", status=500, message="injected", times=None)
    await world.env.advance_time(46)
    world.mend()
    assert reminders(world, world.channel) == []
    await world.restart()
    await world.env.advance_time(46)
    assert len(reminders(world, world.channel)) == 1


async def test_a_player_who_acts_while_their_reminder_is_sent_does_not_keep_it(world, playing, monkeypatch):
    arrived = world.hold_answers(monkeypatch, "your turn")
    await world.env.advance_time(46)
    assert len(reminders(world, world.channel)) == 1
    await world.play(world.ben, playing, "TC")
    arrived.set()
    await world.env.settle()
    assert reminders(world, world.channel) == []


@pytest.mark.parametrize(
    ("acts", "left"),
    [
        ("ann", "<@{0.ben.id}>: your time runs out soon. After that, a robot plays for you."),
        ("ben", "<@{0.ann.id}>, your turn."),
    ],
)
async def test_a_warning_takes_the_place_of_a_reminder_that_named_both(world, stack, acts, left):
    """Ben is warned. It stays as it is when the other acts, and names the other when Ben does."""
    stack(DULL, DULL)
    name = await world.sit_down(turn_time=86400)
    await world.env.advance_time(46)
    table = world.game(name)
    (seat,) = (number for number, chair in enumerate(table.seats) if chair.player.discord_id == world.ben.id)
    with world.env._bot_scope():
        world.bot.context.publisher.notifier.hear(table, Notice("time_short", seat))
    await world.env.settle()
    await world.take_turn(getattr(world, acts), name)
    said = [world.text(one) for one in world.shown(world.channel)]
    assert [text for text in said if text.startswith("<@")] == [left.format(world)]


@pytest.mark.parametrize("before", [46, 20])
async def test_after_a_restart_not_again_for_the_same_turn(world, playing, before):
    """Whether it was sent before the restart or not."""
    await world.env.advance_time(before)
    await world.restart()
    await world.env.advance_time(46)
    assert len(reminders(world, world.channel)) == 1
    await world.play(world.ben, playing, "TC")
    assert reminders(world, world.channel) == []


async def test_taken_away_when_the_game_ends(world, playing):
    await world.env.advance_time(46)
    await world.resign(world.ann)
    assert reminders(world, world.channel) == []
    await world.env.advance_time(3600)
    assert reminders(world, world.channel) == []


async def test_in_a_thread(world):
    await world.press(world.ben, (await world.invite()).response, "accept")
    await world.env.advance_time(46)
    assert len(reminders(world, world.thread())) == 1
    assert reminders(world, world.channel) == []


async def test_in_private_each_player_reads_it_in_their_own_dm(world, stack):
    stack(DULL)
    await world.press(world.ben, (await world.invite(place="dm")).response, "accept")
    name = next(iter(world.bot.context.tables._open))
    await world.env.advance_time(46)
    for player in (world.ann, world.ben):
        (reminder,) = reminders(world, world.dm(player))
        assert world.pinged(reminder) == [player.id]
    await world.lay(world.ann, name, "2D", "4H")
    assert reminders(world, world.dm(world.ann)) == []
    assert len(reminders(world, world.dm(world.ben))) == 1
    await world.lay(world.ben, name, "2C", "4D")
    assert reminders(world, world.dm(world.ben)) == []


async def test_closed_private_messages_do_not_stop_the_notice_to_the_other_player(world, stack):
    stack(DULL)
    await world.press(world.ben, (await world.invite(place="dm")).response, "accept")
    world.shut(world.ann)
    await world.env.advance_time(46)
    assert len(reminders(world, world.dm(world.ben))) == 1


async def test_no_reminder_of_an_invitation(world):
    await world.invite()
    await world.env.advance_time(3600)
    assert len(world.texts(world.channel)) == 1


async def test_no_reminder_while_the_robot_thinks(world):
    world.pace = 60.0
    await world.restart()
    name = await world.against_robot("easy")
    await world.take_turn(world.ann, name)
    await world.env.advance_time(50)
    assert reminders(world, world.dm(world.ann)) == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (500, 0)])
async def test_a_reminder_that_was_refused_is_sent_later_for_the_same_turn(world, playing, status, code):
    world.fail_in(world.channel, status=status, code=code)
    await world.env.advance_time(46)
    assert reminders(world, world.channel) == []
    world.mend()
    await world.env.advance_time(46)
    assert len(reminders(world, world.channel)) == 1
    await world.env.advance_time(3600)
    assert len(reminders(world, world.channel)) == 1


async def test_a_reminder_that_somebody_deleted_is_no_loss(world, playing):
    await world.env.advance_time(46)
    world.delete(*reminders(world, world.channel))
    await world.play(world.ben, playing, "TC")
    assert world.text(world.public(playing)).startswith("**Ann:** your turn.")


async def test_nothing_else_makes_a_sound(world):
    """Over a whole deal in which everyone acts in time, no message pings anybody but the invitation."""
    invitation = (await world.invite(place="here", target=61)).response
    name = world.name_on(invitation)
    assert world.pinged(invitation) == [world.ben.id]
    await world.press(world.ben, invitation, "accept")
    await world.play_until(name, "show")
    await world.play_until(name, "lay_away")
    assert [world.pinged(message) for message in world.shown(world.channel)] == [[], []]
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        message = body.get("data") or body
        # An edit makes no sound, whatever it says, and a form has a title.
        if request.method == "POST" and not {"content", "components"}.isdisjoint(message) and "title" not in message:
            assert message["allowed_mentions"]["parse"] == [], request


async def test_an_answer_to_a_declaration_is_waited_for_too(world, stack):
    stack(Deal("2C 4D 6H 8S TC QD", "5H 5D 5C JS 2D 3D", "KS"))
    name = await world.sit_down(preset="britannica")
    while (window := world.game(name).view(None).window) is None or (window.seat, window.what) != (0, "hand"):
        await world.take_turn(world.asked(name)[0], name)
    for _ in range(2):
        await world.env.advance_time(46)
        (reminder,) = reminders(world, world.channel)
        assert world.text(reminder) == f"<@{world.ben.id}>, your turn."
        assert world.pinged(reminder) == [world.ben.id]
        await world.restart()
    await world.press(world.ben, world.public(name), "satisfied")
    assert reminders(world, world.channel) == []


class TestThree:
    @pytest.fixture
    async def name(self, world):
        """Start a game of three in the channel, in which all have to discard."""
        return await world.sit_down(world.ben, world.cy, target=61)

    async def test_all_in_one_message_that_stays_until_the_last_has_acted(self, world, name):
        await world.env.advance_time(46)
        (reminder,) = reminders(world, world.channel)
        ann, ben, cy = (f"<@{actor.id}>" for actor in (world.ann, world.ben, world.cy))
        assert world.text(reminder) == f"{ann}, {ben} and {cy}, your turn."
        assert sorted(world.pinged(reminder)) == sorted(actor.id for actor in (world.ann, world.ben, world.cy))
        for actor, left in ((world.cy, [f"{ann} and {ben}"]), (world.ann, [ben]), (world.ben, [])):
            await world.take_turn(actor, name)
            named = [world.text(reminder).partition(",")[0] for reminder in reminders(world, world.channel)]
            assert named == left

    async def test_only_those_who_have_not(self, world, name):
        await world.env.advance_time(40)
        await world.take_turn(world.ben, name)
        await world.env.advance_time(6)
        (reminder,) = reminders(world, world.channel)
        assert sorted(world.pinged(reminder)) == sorted([world.ann.id, world.cy.id])


async def test_whoever_is_asked_while_a_reminder_waits_for_its_turn_is_reminded_in_time(world, playing, monkeypatch):
    """There is no room for a minute, in which the next player is asked and does not act either."""
    _, room = without_room(world, monkeypatch)
    await world.env.advance_time(46)
    await world.play(world.ben, playing, "TC")
    await world.env.advance_time(46)
    room.set()
    await world.env.settle()
    (reminder,) = reminders(world, world.channel)
    assert world.pinged(reminder) == [world.ann.id]


async def test_a_process_that_does_not_keep_the_table_leaves_its_messages_alone(world, playing, monkeypatch):
    monkeypatch.setattr(world.bot.context.tables.database, "keeps", lambda _: False)
    await world.env.advance_time(46)
    assert reminders(world, world.channel) == []
