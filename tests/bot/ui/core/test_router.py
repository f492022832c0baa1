"""A press goes to the handler of its custom id, also where the id is as old as version 0.2."""

import copy
import re
from types import SimpleNamespace

import pytest

from bot.i18n.translation import using_language
from bot.ui.core.router import ROUTER, AnyPress, Router, Word, press, without_contents
from engine.errors import CribbageError
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

GAME_ACTIONS = DATA["actions"]
"""Every action that buttons, menus and forms of a table name since version 0.2."""

NOT_MINE = "That button has expired. Use /table to see your game."

ANSWERS = DATA["answers"]
"""What Cy is told who presses something else than a table."""


@pytest.fixture
async def answers(world):
    """Return a function for the answer after Cy's press on a message of Cy's own with this custom id."""

    async def answered(custom_id, values=None):
        shown = (await world.command(world.cy, "help")).response
        press = {"actor": world.cy, "message": world.snapshot(shown), "custom_id": custom_id, "values": values}
        (result,) = await world.late(press)
        return world.text(result.response or shown)

    return answered


@pytest.mark.parametrize("prompt", ["", "1.play.0", "12.lay_away.1_2"])
async def test_what_was_pressed_at_a_table(answers, prompt):
    for action in GAME_ACTIONS:
        text = await answers(f"c1:zzzz:{prompt}:{action}")
        assert text == "I can't find that game. Use /games to see yours.", action


async def test_what_was_chosen_in_a_menu(answers):
    assert (await answers("h1:contents", ["2"])).startswith("**The play (pegging)** (3 of 8)")
    assert (await answers("w1:language", ["en"])).startswith("**Your preferences.**")


async def test_what_was_pressed_elsewhere_and_an_id_that_nobody_knows(answers):
    for told, ids in ANSWERS.items():
        for custom_id in ids:
            assert (await answers(custom_id)).startswith(told), custom_id


@press("n1:{number}.{word}", "No.")
class Pressed(AnyPress):
    number: int
    word: Word = "x"


async def test_the_handler_gets_what_was_read():
    heard, router = [], Router()

    async def answer(context, interaction, pressed):
        heard.append((context, pressed))

    def interaction(custom_id):
        return SimpleNamespace(data={"custom_id": custom_id})

    router.answers(Pressed)(answer)
    assert Pressed(0).custom_id == "n1:0.x"
    for pressed in (Pressed(12, "far_off"), Pressed(0)):
        await router.answer("context", interaction(pressed.custom_id))
    assert heard == [("context", Pressed(12, "far_off")), ("context", Pressed(0))]
    for custom_id, refusal in (("n1:twelve.x", "No."), ("n1:1-x", "No."), ("n1", NOT_MINE), ("n2:1.x", NOT_MINE)):
        with using_language(None), pytest.raises(CribbageError, match=re.escape(refusal)):
            await router.answer("context", interaction(custom_id))
    with pytest.raises(ValueError, match="n1"):
        router.answers(Pressed)(answer)


class TestPressedMessages:
    """Of the message that was pressed only its id and what it is are parsed; its contents are left out."""

    def test_a_press_keeps_what_is_read_of_its_message_and_what_discord_sent_is_not_changed(self):
        contents = {"components": [{"type": 17}], "attachments": [{"id": "7"}], "embeds": [{"title": "old"}]}
        message = {"id": "5", "flags": 64, **contents, "interaction": {"id": "6"}, "interaction_metadata": {"id": "6"}}
        press = {"id": "1", "data": {"custom_id": "c1:abc::hand"}, "message": message}
        command = {"id": "1", "data": {"name": "score", "resolved": {"messages": {"5": message}}}}
        parsed, before = [], copy.deepcopy(press)
        for data in (press, command):
            without_contents(parsed.append)(data)
        left = {"id": "5", "flags": 64, "components": [], "attachments": [], "embeds": []}
        assert parsed == [{**press, "message": left}, command]
        assert press == before

    async def test_the_bot_parses_presses_like_that(self, world, monkeypatch):
        board, read, answer = world.public(await world.sit_down(place="here")), [], ROUTER.answer

        async def note(context, interaction):
            read.append(interaction.message)
            await answer(context, interaction)

        monkeypatch.setattr(ROUTER, "answer", note)
        await world.press(world.ann, board, "hand")
        (message,) = read
        assert (message.id, message.components, message.attachments) == (board.id, [], [])
        assert not message.flags.ephemeral
