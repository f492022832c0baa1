"""What stands on Discord is what is stored, whatever stops the bot or fails in between."""

import discord
import pytest

from bot.models.errors import StorageError
from bot.ui.core.components import DisplayOptions
from bot.ui.core.outbox import Outbox, Refused
from bot.ui.games import publisher as publishing
from bot.ui.games import screens
from engine.actions import Resign
from tests.support.simulated_discord import act
from tests.support.stacked_packs import DULL


@pytest.fixture
async def threaded(world, stack):
    """Start a game in a thread in which both have to discard."""
    stack(DULL, DULL)
    return await world.sit_down(target=61, place="thread")


async def delete(world, channel):
    """Delete a channel or a thread, as somebody with the permission."""
    world.env.backend.delete_channel(channel.id)
    await world.env.settle()


async def start_again(world):
    """Start the bot again; Discord refuses what it refused until it is up."""
    await world.restart()
    world.mend()
    await world.env.advance_time(2)


def sent(world, method, *, since=0):
    """Return the requests to messages of channels, but not those that look for messages."""
    return [
        request
        for request in world.env.http_requests[since:]
        if request.method == method and "/messages" in request.path and request.path.startswith("/channels")
    ]


@pytest.mark.parametrize("pace", [1.0, 60.0])
async def test_while_a_robot_is_about_to_move_the_board_is_drawn_once(world, stack, monkeypatch, pace):
    """It shows the moves of a person and of the robots after it at once; one that thinks for long holds nothing up."""
    stack(DULL, DULL)
    await world.start_game(world.ann, robot="club", target=61, where="here")
    name = world.name_on(world.table_in(world.channel))
    (asked,) = world.game(name).view(None).waiting_on
    monkeypatch.setattr(world.bot.context.tables.robots, "_pace", pace)
    panel, before = await world.panel(world.ann, name), len(world.env.http_requests)
    await world.lay(world.ann, name, *map(str, world.game(name).view(asked).hand[:2]), panel=panel)
    assert world.game(name).view(None).waiting_on == (1 - asked,)
    assert boards(world, since=before) == []
    for seconds in (min(pace, publishing.ROBOTS_MOVE_WITHIN) + 0.1, 10):
        await world.env.advance_time(seconds)
        assert len(boards(world, since=before)) == 1


def boards(world, *, since):
    """Return the edits of the message that everybody sees: only that one has the button for the own hand."""
    edits = [one for one in world.env.http_requests[since:] if one.method == "PATCH"]
    return [one for one in edits if "My hand" in str(one.json)]


class TestARestart:
    async def test_edits_nothing_that_does_not_differ(self, world, discarding):
        await world.env.advance_time(1)
        before = len(world.env.http_requests)
        await world.restart()
        await world.env.advance_time(10)
        assert not sent(world, "PATCH", since=before)
        assert not sent(world, "POST", since=before)

    async def test_draws_what_was_stored_and_never_shown(self, world, discarding):
        table = world.public(discarding)
        world.fail("edit", times=None)
        await world.lay(world.ann, discarding, "2D", "4H")
        assert world.text(table).startswith("**Ann and Ben:** discard")
        await start_again(world)
        assert world.text(table).startswith("**Ben:** discard")

    async def test_sends_an_invitation_that_was_stored_and_never_sent(self, world):
        world.fail("answer")
        world.fail("send", times=None)
        await world.invite()
        assert not world.shown(world.channel)
        await start_again(world)
        await world.press(world.ben, world.table_in(world.channel), "accept")
        assert world.game(world.name_on(world.table_in(world.thread()))).status == "playing"

    async def test_acts_before_ready_are_drawn(self, world, discarding):
        table = world.public(discarding)
        await world.restart()
        bot = world.bot
        bot.context.publisher.screens.shown.clear()
        with world.env._bot_scope():
            await bot.context.publisher.recall()
        await act(world, discarding, Resign(1))
        assert "Ben resigned" in world.text(table)


class TestMadeOnce:
    """A message was sent, and the bot was stopped before it was stored."""

    @pytest.mark.parametrize(("kind", "words"), [("commitment", "Fair shuffle"), ("screen", "discard 2 cards")])
    async def test_the_seal_and_the_table(self, world, threaded, kind, words):
        messages = world.bot.context.tables.messages
        (before,) = await messages.of(threaded, kind)
        await messages.delete(threaded, before)
        await start_again(world)
        assert sum(words in text for text in world.texts(world.thread())) == 1
        (now,) = await world.bot.context.tables.messages.of(threaded, kind)
        assert now.message_id == before.message_id

    async def test_the_result(self, world, threaded):
        await act(world, threaded, Resign(1))
        messages = world.bot.context.tables.messages
        (end,) = await messages.of(threaded, "end")
        await messages.delete(threaded, end)
        (board,) = await messages.of(threaded, "screen")
        messages.mark_shown(threaded, None, board.message_id)
        await start_again(world)
        assert sum("Played in" in text for text in world.texts(world.channel)) == 1
        assert await world.bot.context.tables.messages.of(threaded, "end") == [end]

    async def test_the_thread(self, world, monkeypatch):
        """Discord opened it, and the bot was stopped before it knew."""
        invitation = (await world.invite()).response
        name, tables = world.name_on(invitation), world.bot.context.tables
        moves = []

        async def stop(*args):
            moves.append(args)
            raise ConnectionResetError("stopped")

        monkeypatch.setattr(tables, "move_to", stop)
        await world.press(world.ben, invitation, "accept")
        assert moves
        assert len(world.channel.threads) == 1
        await start_again(world)
        assert len(world.channel.threads) == 1
        assert world.public(name).channel.id == world.thread().id

    async def test_whatever_is_sent_again_has_the_same_nonce(self, world, discarding):
        """Discord posts it once: here a message is sent, and the answer is lost."""
        panel = await world.panel(world.ann, discarding)
        world.delete(world.public(discarding))
        before = len(world.env.http_requests)
        world.fail("send")
        await world.lay(world.ann, discarding, "2D", "4H", panel=panel)
        await world.env.advance_time(1)
        nonces = [request.json["nonce"] for request in sent(world, "POST", since=before)]
        assert len(nonces) == 2
        assert len(set(nonces)) == 1
        assert len(nonces[0]) <= 25


class TestOldMessages:
    async def test_one_that_cannot_be_deleted_is_deleted_after_a_restart(self, world, discarding):
        old = world.public(discarding)
        for route in ("/channels/*/messages/*", "/webhooks/*/*/messages/*"):
            world.env.inject_error("DELETE", route, status=500, code=0, times=None)
        await world.command(world.ann, "table")
        assert old.id in [message.id for message in world.shown(world.channel)]
        await start_again(world)
        assert old.id not in [message.id for message in world.shown(world.channel)]
        assert sum("discard 2 cards" in text for text in world.texts(world.channel)) == 1


class TestADatabaseThatFails:
    async def test_a_table_that_cannot_be_read_is_tried_again_later(self, world, discarding, monkeypatch):
        find, tries = type(world.bot.context.tables).find, []

        async def fail(tables, table_id):
            tries.append(table_id)
            raise StorageError("the disk is full")

        monkeypatch.setattr(type(world.bot.context.tables), "find", fail)
        with world.env._bot_scope():
            world.bot.context.publisher.redraw(discarding)
        await world.env.settle()
        assert len(tries) == 1
        await world.env.advance_time(1)
        assert len(tries) == 2
        monkeypatch.setattr(type(world.bot.context.tables), "find", find)
        await world.env.advance_time(2)
        await world.lay(world.ann, discarding, "2D", "4H")
        assert world.text(world.public(discarding)).startswith("**Ben:** discard")


class TestADeletedPlace:
    async def test_a_game_in_a_thread_goes_on_in_the_channel_above_and_then_in_private(self, world, threaded):
        await delete(world, world.thread())
        telling, *_ = [text for text in world.texts(world.channel) if "was deleted" in text]
        people = f"<@{world.ann.id}> and <@{world.ben.id}>"
        assert telling == f"{people}: your game's channel was deleted, so the game continues here."
        assert world.game(threaded).place == "here"
        assert world.text(world.public(threaded)).startswith("**Ann and Ben:** discard")
        await world.lay(world.ann, threaded, "2D", "4H")
        assert world.text(world.public(threaded)).startswith("**Ben:** discard")
        await delete(world, world.channel)
        assert world.game(threaded).place == "dm"
        for actor in (world.ann, world.ben):
            assert any("was deleted, so the game continues here" in text for text in world.texts(world.dm(actor)))
        await world.lay(world.ben, threaded, "2C", "4D", panel=world.table_in(world.dm(world.ben)))
        assert world.game(threaded).view(None).stage == "play"

    async def test_it_is_not_tried_again_and_again(self, world, threaded):
        world.shut(world.ann, world.ben)
        await delete(world, world.thread())
        await delete(world, world.channel)
        before = len(world.env.http_requests)
        await world.env.advance_time(3600)
        assert len(world.env.http_requests) - before <= 20


class TestFailures:
    @pytest.fixture
    def looks(self, world, discarding, monkeypatch):
        """Return whether each board that is drawn from now on has a picture; all should have one."""
        looks, public = [], screens.public

        def seen(shown, look, end=None, **options):
            looks.append(look.pictures)
            return public(shown, look, end, **options)

        monkeypatch.setattr(screens, "public", seen)
        monkeypatch.setattr(type(world.bot.context.attachments), "for_all", DisplayOptions(pictures=True))
        return looks

    async def test_a_table_that_could_not_be_shown_is_shown_in_text(self, world, discarding, looks):
        world.fail("edit")
        await world.lay(world.ann, discarding, "2D", "4H")
        await world.env.advance_time(1)
        assert looks[0]
        assert not looks[-1]

    async def test_one_that_was_shown_in_text_gets_its_picture_later(self, world, discarding, looks):
        """Discord may take no pictures there, so it is asked later each time."""
        world.fail("edit")
        await world.lay(world.ann, discarding, "2D", "4H")
        await world.env.advance_time(2)
        (board,) = await world.bot.context.tables.messages.of(discarding, "screen")
        assert (looks[-1], board.revision == world.game(discarding).revision) == (False, False)
        looks.clear()
        await world.env.advance_time(publishing.PICTURE_AFTER)
        (board,) = await world.bot.context.tables.messages.of(discarding, "screen")
        assert (looks[0], board.revision == world.game(discarding).revision) == (True, True)

    async def test_a_board_that_an_earlier_try_has_posted_shows_what_has_changed_since(
        self, world, threaded, monkeypatch
    ):
        """Discord answers a second post with the same nonce with the message of the first."""
        (board,) = await world.bot.context.tables.messages.of(threaded, "screen")
        await world.bot.context.tables.messages.delete(threaded, board)
        post, found = Outbox.post, []

        async def find_nothing(*_, **__):
            return None

        async def post_once(outbox, room, content, *, nonce, **options):
            if nonce != (threaded, None, 0):
                return await post(outbox, room, content, nonce=nonce, **options)
            if not found:
                found.append(await room.fetch_message(board.message_id))
                raise Refused(ConnectionResetError())
            return found[0]

        monkeypatch.setattr(Outbox, "find", find_nothing)
        monkeypatch.setattr(Outbox, "post", post_once)
        await world.lay(world.ann, threaded, "2D", "4H")
        await world.env.advance_time(2)
        assert found
        assert "**Ben:** discard 2 cards" in world.text(world.table_in(world.thread()))

    async def test_a_failure_is_logged_with_its_server_and_its_trace_once(self, world, discarding, caplog):
        world.fail("edit", times=3)
        await world.lay(world.ann, discarding, "2D", "4H")
        await world.env.advance_time(30)
        records = [
            record for record in caplog.records if f"game {discarding} in server {world.guild.id}" in record.message
        ]
        (record,) = records
        assert isinstance(record.exc_info[1].__cause__, discord.HTTPException)

    async def test_what_players_do_meanwhile_does_not_put_the_next_try_off(self, world, discarding):
        """Six moves fail to be shown within a second; the next try is due after one second all the same."""
        world.fail("edit", times=6)
        await world.lay(world.ann, discarding, "2D", "4H")
        await world.lay(world.ben, discarding, "2C", "4D")
        for _ in range(4):
            await world.take_turn(world.asked(discarding)[0], discarding)
        await world.env.advance_time(1)
        assert world.game(discarding).view(None).count == 0
        assert "The count is back to 0" in world.text(world.public(discarding))


async def test_a_start_with_many_tables_that_differ(world):
    names = [world.name_on((await world.invite(place="here")).response) for _ in range(20)]
    messages = world.bot.context.tables.messages
    for name in names:
        messages.mark_shown(name, None, (await messages.of(name, "screen"))[0].message_id)
    before = len(world.env.http_requests)
    await world.restart()
    await world.env.advance_time(3)
    assert len(sent(world, "PATCH", since=before)) == 20
