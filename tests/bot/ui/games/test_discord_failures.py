"""Failures of Discord: every act is stored, and the next one shows the present table everywhere."""

import discord
import pytest
from simcord import SetupError

from bot.storage import metadata
from bot.ui.games.table_screens import BURIED
from tests.support.depth import part_of, thorough
from tests.support.stacked_packs import DULL

WRITE = discord.Permissions(send_messages=True).value
SEE = discord.Permissions(view_channel=True).value
WRITE_IN_THREADS = discord.Permissions(send_messages_in_threads=True).value


@pytest.fixture
async def name(world, stack):
    """Start a game in the channel in which Ben leads next."""
    stack(DULL, DULL, DULL)
    name = await world.sit_down(target=61)
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


class TestTheTableCannotBeDrawn:
    @pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0), (403, 50001)])
    async def test_the_card_is_played_and_the_next_one_draws_both(self, world, name, status, code):
        table, panel, anns = world.public(name), await world.panel(world.ben, name), await world.panel(world.ann, name)
        world.fail("edit", status=status, code=code)
        await world.press(world.ben, panel, "play-TC")
        assert world.text(table).startswith("**Ben:** your turn.")
        assert world.text(panel).startswith("Waiting for Ann to play. The count is **10**.")
        assert world.text(anns).startswith("**Your turn.** Play a card. The count is **10**.")
        await world.play(world.ann, name, "6S")
        assert world.text(table).startswith("**Ben:** your turn. The count is **16**.")
        assert "Played: Ben `10♣︎`, Ann `6♠︎`." in world.text(table)

    async def test_it_is_tried_again_soon_and_every_five_minutes_at_last(self, world, name):
        """Nobody has to act."""
        bens, anns = await world.panel(world.ben, name), await world.panel(world.ann, name)
        world.fail("edit", times=2)
        await world.press(world.ben, bens, "play-TC")
        await world.env.advance_time(7)
        assert world.text(world.public(name)).startswith("**Ann:** your turn. The count is **10**.")
        world.fail("edit", times=None)
        await world.press(world.ann, anns, "play-6S")
        await world.env.advance_time(400)
        before = len(world.env.http_requests)
        await world.env.advance_time(3000)
        assert 8 <= len(world.env.http_requests) - before <= 12
        world.mend()
        await world.env.advance_time(300)
        assert world.text(world.public(name)).startswith("**Ben:** your turn. The count is **16**.")

    async def test_a_deleted_message_is_sent_again_with_the_next_card_or_by_the_command(self, world, name):
        """Somebody deleted the table (10008)."""
        panel = await world.panel(world.ben, name)
        world.delete(world.public(name))
        await world.press(world.ben, panel, "play-TC")
        assert world.text(world.public(name)).startswith("**Ann:** your turn. The count is **10**.")
        world.delete(world.public(name))
        await world.command(world.ann, "table")
        await world.play(world.ann, name, "6S")
        assert world.text(world.public(name)).startswith("**Ben:** your turn. The count is **16**.")
        assert sum(":** your turn." in text for text in world.texts(world.channel)) == 1

    async def test_the_message_was_deleted_and_cannot_be_sent_again_at_first(self, world, name):
        panel = await world.panel(world.ben, name)
        world.delete(world.public(name))
        world.fail("send")
        await world.press(world.ben, panel, "play-TC")
        await world.press(world.ann, (await world.command(world.ann, "hand")).response, "play-6S")
        assert world.text(world.public(name)).startswith("**Ben:** your turn. The count is **16**.")


class TestAnAnswerIsNotTaken:
    @pytest.mark.parametrize(
        ("kinds", "how"),
        [
            pytest.param(["answer"], {}, id="the card"),
            pytest.param(["answer", "answer"], {}, id="the card and the apology"),
            pytest.param(["answer"], {"status": 404, "code": 10062, "times": None}, id="too late for Discord"),
        ],
    )
    async def test_a_card_is_stored_and_the_panel_is_put_right_by_the_next_press(self, world, name, kinds, how):
        panel = await world.panel(world.ben, name)
        world.fail(*kinds, **how)
        told = await world.press(world.ben, panel, "play-TC")
        world.mend()
        if kinds == ["answer"] and not how:
            assert told.ephemeral
            assert "Nothing is lost. Use /table to see your game." in told.response.content
        assert world.game(name).view(None).count == 10
        assert world.text(world.public(name)).startswith("**Ann:** your turn.")
        again = await world.press(world.ben, panel, "play-TC")
        assert again.acknowledged
        assert world.game(name).view(None).count == 10
        assert world.text(panel).startswith("Waiting for Ann to play. The count is **10**.")

    async def test_a_hand_and_a_command(self, world, name):
        world.fail("answer")
        told = await world.press(world.ben, world.public(name), "hand")
        assert "Discord didn't accept that" in told.response.content
        assert "Your hand:" in world.text(await world.panel(world.ben, name))
        world.fail("answer")
        assert "Discord didn't accept that" in await world.told(world.ben, "games")
        assert "**your turn**" in await world.told(world.ben, "games")

    async def test_a_form_and_what_is_written_in_it(self, world, name):
        await world.play_until(name, "show")
        panel = await world.panel(world.ben, name)
        world.fail("answer")
        assert (await world.press(world.ben, panel, "declare")).modal is None
        form = await world.press(world.ben, panel, "declare")
        world.fail("answer")
        told = await world.ben.submit_modal(form, {"count": "0"})
        assert "Nothing is lost" in told.response.content
        assert world.asked(name) == [world.ann]

    async def test_an_invitation(self, world):
        """The table is open though the command's own answer was refused, so it is sent by its writer."""
        world.fail("answer", status=404, code=10062, times=None)
        await world.invite()
        world.mend()
        invitation = world.table_in(world.channel)
        assert "**Ann** invites you" in world.text(invitation)
        await world.press(world.ben, invitation, "accept")
        assert world.game(world.name_on(world.table_in(world.thread()))).status == "playing"

    async def test_an_invitation_that_was_posted_although_its_answer_was_lost(self, world):
        """It is found in the channel, and not sent a second time."""
        world.env.inject_error("GET", "/webhooks/*/*/messages/@original", status=500, message="injected", times=None)
        await world.invite()
        world.mend()
        await world.env.settle()
        assert len([text for text in world.texts(world.channel) if "**Ann** invites you" in text]) == 1

    async def test_an_invitation_that_is_accepted_before_it_could_be_stored(self, world):
        """The pressed message is known from then on, so it says where the game is played."""
        for path in ("/webhooks/*/*/messages/@original", "/channels/*/messages"):
            world.env.inject_error("GET", path, status=500, message="injected", times=None)
        await world.invite()
        invitation = world.table_in(world.channel)
        await world.press(world.ben, invitation, "accept")
        world.mend()
        await world.env.advance_time(10)
        assert "play in <#" in world.text(invitation)
        assert world.ids(invitation) == []

    async def test_a_game_against_the_robot(self, world):
        world.fail("answer", status=404, code=10062, times=None)
        await world.start_game(world.ann, robot="easy")
        world.mend()
        name = next(iter(world.bot.context.tables._open))
        await world.take_turn(world.ann, name)
        assert sum("Starter" in text for text in world.texts(world.thread())) == 1


class TestTheLineIsCut:
    """No answer comes at all: the network is down, or Discord hangs up."""

    async def test_at_a_press_and_at_typed_moves(self, world, name, cut_off):
        panel = await world.panel(world.ben, name)
        cut_off(answers=1, messages=1)
        told = await world.press(world.ben, panel, "play-TC")
        assert "Nothing is lost. Use /table to see your game." in told.response.content
        assert world.game(name).view(None).count == 10
        cut_off(messages=1)
        await world.say(world.ann, world.channel, "nonsense")
        cut_off(messages=1)
        await world.say(world.ann, world.channel, "6s")
        assert world.game(name).view(None).count == 16
        await world.play(world.ben, name, "6H")
        assert world.text(world.public(name)).startswith("**Ann:** your turn. The count is **22**.")

    async def test_when_the_commands_are_sent(self, world, name):
        """Discord keeps the earlier commands, and gets the new ones at the next start."""

        def told():
            return sum(request.method == "PUT" for request in world.env.http_requests)

        await metadata.put(world.bot.context.tables.database, "commands", "those of an older version")
        world.env.inject_error("PUT", "/applications/*/commands", status=500)
        await world.restart()
        await world.play(world.ben, name, "TC")
        assert world.text(world.public(name)).startswith("**Ann:** your turn.")
        before = told()
        await world.restart()
        await world.restart()
        assert told() == before + 1


async def test_where_the_disk_refuses_nothing_is_changed_and_the_player_reads_why(world, name, at_error):
    """Nothing can be written until the end of the test, which the host reads of in the log."""
    at_error.append("the database failed: the database can't be used")
    panel, before = await world.panel(world.ben, name), world.game(name).game
    run = world.bot.context.tables.database._connection.execute_fetchall
    await run("PRAGMA query_only = ON")
    told = await world.press(world.ben, panel, "play-TC")
    assert told.ephemeral
    assert told.response.content.startswith("I can't save right now, so nothing changed.")
    assert "I can't save right now" in await world.whisper(world.ben, "10c")
    assert "I can't save right now" in (await world.invite(place="here")).response.content
    assert (await world.bot.context.tables.find(name)).game == before
    assert "[Play 10♣︎]" in world.text(panel)
    assert len(world.texts(world.channel)) == 2
    await run("PRAGMA query_only = OFF")


class TestTheBeginning:
    @thorough
    @pytest.mark.parametrize("place", ["here", "thread", "dm"])
    async def test_any_one_request_may_fail(self, world, place):
        """Whichever request of the beginning is refused, pressing again puts everything right."""
        for games, failing in enumerate(part_of(range(9)), 1):
            invitation = (await world.invite(place=place)).response
            name = world.name_on(invitation)
            accept = world.pressing(world.ben, invitation, "accept")
            world.fail_after(failing)
            await world.press(world.ben, invitation, "accept")
            world.mend()
            assert self._is_shown(world, name) or "accept" in world.actions(invitation), failing
            await world.late(accept)
            await self._check_shown(world, name)
            assert ("play in" in world.text(invitation)) == (place != "here")
            assert len(world.channel.threads) == (games if place == "thread" else 0)

    @staticmethod
    def _is_shown(world, name):
        """Return whether everyone who plays finds the table where it is played."""
        in_dm = world.game(name).place == "dm"
        rooms = [world.dm(world.ann), world.dm(world.ben)] if in_dm else [world.room(name)]
        found = [world.id_of(message, "") for room in rooms for message in world.shown(room) if world.ids(message)]
        return sum(f":{name}:" in one and not one.endswith(("accept", "decline")) for one in found) == len(rooms)

    @staticmethod
    async def _check_shown(world, name):
        await world.take_turn(world.ann, name)
        assert "You discarded. Waiting for Ben" in world.text(await world.panel(world.ann, name))
        assert "**Discard 2 cards**" in world.text(await world.panel(world.ben, name))
        if world.game(name).place != "dm":
            assert world.text(world.public(name)).startswith("**Ben:** discard")
        await world.take_turn(world.ben, name)
        assert "Starter" in world.text(await world.panel(world.ann, name))


async def test_any_one_request_of_a_deal_may_fail(world):
    """Ann's and Ben's panels stay open, and each tries again what did not seem to work."""
    name = await world.sit_down(target=121)
    failing = 0
    while world.game(name).view(None).deal < 3:
        (actor, *_) = world.asked(name)
        panel = await world.panel(actor, name)
        world.fail_after(failing % 4)
        failing += 1
        try:
            await world.take_turn(actor, name, panel=panel)
        except (RuntimeError, SetupError):
            continue  # what was to be pressed next did not come
        finally:
            world.mend()
    await world.take_turn(world.asked(name)[0], name)
    assert world.text(world.public(name)).startswith("**")
    assert failing >= 25


async def test_a_game_in_private_begins_by_itself_when_discord_works_again(world):
    invitation = (await world.invite(place="dm")).response
    world.fail("send", times=None)
    await world.press(world.ben, invitation, "accept")
    world.mend()
    await world.env.advance_time(16)
    for player in (world.ann, world.ben):
        assert world.text(world.table_in(world.dm(player))).startswith("**Discard 2 cards**")
    assert world.ids(invitation) == []


class TestMissingPermissions:
    @pytest.mark.parametrize(
        ("permissions", "words"),
        [
            ((WRITE, WRITE_IN_THREADS), "I can't post in this channel."),
            ((SEE,), "Give me View Channel and Send Messages here"),
        ],
    )
    async def test_the_bot_may_not_write_here_nor_see_the_channel(self, world, permissions, words):
        invitation = (await world.invite(place="here")).response
        world.forbid(*permissions)
        refused = await world.invite()
        assert refused.ephemeral
        assert words in refused.response.content
        assert world.texts(world.channel) == [world.text(invitation)]
        await world.press(world.ben, invitation, "accept")
        assert world.text(invitation).startswith("**Ann and Ben:** discard"), "it was invited before"

    async def test_a_robot_in_private_when_neither_is_possible(self, world):
        """Neither the channel nor her messages take anything new; the game is played with what can be edited."""
        world.forbid(WRITE, WRITE_IN_THREADS)
        world.shut(world.ann)
        begun = await world.start_game(world.ann, robot="easy", where="dm")
        assert begun.acknowledged
        hand = await world.command(world.ann, "hand")
        assert "Your hand:" in world.text(hand.response)

    async def test_it_may_not_write_in_this_thread(self, world):
        await world.press(world.ben, (await world.invite()).response, "accept")
        world.forbid(WRITE_IN_THREADS)
        refused = await world.start_game(world.ann, world.thread(), opponent=world.ben)
        assert "I can't post in this channel." in refused.response.content

    async def test_the_right_to_write_is_taken_away_in_the_middle(self, world, name):
        """Also a typed move is played though no reply may be sent."""
        world.forbid(WRITE)
        await world.play(world.ben, name, "TC")
        await world.env.advance_time(46)
        await world.play(world.ann, name, "6S")
        assert world.text(world.public(name)).startswith("**Ben:** your turn. The count is **16**.")
        await world.say(world.ben, world.channel, "6h")
        assert world.game(name).view(None).count == 22

    async def test_the_right_to_write_is_taken_away_while_the_board_is_far_up(self, world, name):
        for _ in range(BURIED):
            await world.ann.send(world.channel, "What a hand!")
        world.forbid(WRITE)
        await world.play(world.ben, name, "TC")
        assert world.text(world.public(name)).startswith("**Ann:** your turn.")
