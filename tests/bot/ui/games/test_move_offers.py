"""Moves that a typed text only may mean: a button offers each, and nothing moves before it is pressed."""

import pytest

from bot.i18n.translation import gettext
from bot.ui.calculator.waiting import OTHERS_READ

DISCARD = "Discard 2♣︎ and 4♦︎"


async def offered(world, actor, text, *moves):
    """Type a text in private, assert that it offers exactly these moves, and return the reply."""
    answer = await world.whisper(actor, text)
    assert [line for line in answer.splitlines() if line.startswith("[")] == [f"[{move}]" for move in (*moves, "No")]
    return world.shown(world.dm(actor))[-1]


class TestInPrivate:
    async def test_a_question_about_a_count_is_no_count(self, world, name):
        await world.play_until(name, "show")
        before = world.game(name)
        reply = await offered(world, world.ben, "is it 12?", "Count 12")
        assert world.game(name) == before
        await world.press(world.ben, reply, "count-12")
        assert "said 12, really **0**" in world.text(world.public(name))
        assert world.text(reply) == f"Done. Your game is in <#{world.channel.id}>."

    @pytest.mark.parametrize(
        "text", ["should i toss the 2 and the 4", "what about throwing 2 4?", "do i keep 6 8 10 q"]
    )
    async def test_a_question_about_a_discard(self, world, name, text):
        before = world.game(name)
        reply = await offered(world, world.ben, text, DISCARD)
        styles = [button["style"] for row in world.stored(reply).components for button in row["components"]]
        assert styles == [1, 2], "the move stands out from No"
        assert world.game(name) == before
        await world.restart()
        await world.press(world.ben, reply, "lay-2C-4D")
        assert world.game(name).view(1).laid == before.view(1).hand[:2]

    async def test_a_question_about_a_card(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        reply = await offered(world, world.ben, "should i play the 6?", "Play 6♥︎")
        assert world.game(name).view(None).count == 0
        await world.press(world.ben, reply, "play-6H")
        assert world.game(name).view(None).count == 6

    async def test_two_numbers_are_offered_both(self, world, name):
        await world.play_until(name, "show")
        reply = await offered(world, world.ben, "7 or 8", "Count 7", "Count 8")
        await world.press(world.ben, reply, "count-8")
        assert "said 8, really **0**" in world.text(world.public(name))

    async def test_no_moves_nothing(self, world, name):
        before = world.game(name)
        reply = await offered(world, world.ben, "should i toss the 2 and the 4", DISCARD)
        await world.press(world.ben, reply, "no")
        assert world.text(reply) == "OK, you made no move."
        assert world.game(name) == before

    async def test_a_late_press_is_refused(self, world, name):
        reply = await offered(world, world.ben, "should i toss the 2 and the 4", DISCARD)
        await world.discard(name, ann="2D 4H", ben="6H 8S")
        before = world.game(name)
        await world.press(world.ben, reply, "lay-2C-4D")
        assert world.text(reply) == "The game has moved on since then. Type your move again."
        assert world.game(name) == before

    async def test_a_question_about_a_move_that_is_impossible(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        assert "**Saying go**" in await world.whisper(world.ben, "can i say go?")
        assert "You don't have a king" in await world.whisper(world.ben, "should i play the king?")

    async def test_only_numbers_are_cards_before_the_show(self, world, name):
        before = world.game(name)
        assert "**16 points**" in await world.whisper(world.ben, "2 2 3 3 A")
        assert "**16 points**" in await world.whisper(world.ben, "2 2 3 3 1")
        assert "Discard 2 different cards, not 3." in await world.whisper(world.ben, "2 4 6")
        assert world.game(name) == before

    async def test_a_hand_that_is_asked_about_is_no_move(self, world, name):
        await world.play_until(name, "show")
        before = world.game(name)
        assert "**29 points**" in await world.whisper(world.ben, "how many is 5h 5d 5c js 5s?")
        answer = await world.whisper(world.ben, "4h 4d 5c 6s 6s")
        assert answer.startswith("Which do you mean?")
        assert "You typed 6♠︎ twice." in answer
        assert "I can't help with a count" in await world.whisper(world.ben, "6h 8s 10c qd qd")
        assert world.game(name) == before


class TestAloud:
    async def test_cards_that_the_message_does_not_name_are_not_offered(self, world, name):
        for text in ("should i toss the 2 and the 4", "keep 6 8 10 q?", "what about 6 2 or 6 4"):
            assert await world.say(world.ben, world.channel, text) == f"{gettext(OTHERS_READ)}\n[My hand]"

    async def test_only_the_writer_can_press(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        answer = await world.say(world.ben, world.channel, "should i play 6h?")
        assert "[Play 6♥︎]" in answer
        reply, before = world.shown(world.channel)[-1], world.game(name)
        for other in (world.ann, world.cy):
            for action in ("play-6H", "no"):
                done = await world.press(other, reply, action)
                assert "Only the player who typed that can answer." in world.text(done.response)
                assert done.ephemeral
        assert world.game(name) == before
        await world.press(world.ben, reply, "play-6H")
        assert world.game(name).view(None).count == 6
