"""Interactions whose handlers take long are acknowledged in time, and the answer follows, as private as asked."""

import asyncio

import pytest

from bot.ui.client import CribbageClient, _Tree
from bot.ui.core.interactions import SLOW_FORM
from bot.ui.core.traffic import ACKNOWLEDGED_AFTER


@pytest.fixture
def slow(monkeypatch):
    """Return a function that lets every handler begin after its interaction was acknowledged, or no longer."""

    def put(*, is_slow=True):
        monkeypatch.setattr("bot.ui.client.ACKNOWLEDGED_AFTER", 0.0 if is_slow else ACKNOWLEDGED_AFTER)

    press, command = CribbageClient._answer_press, _Tree.interaction_check

    async def press_slowly(self, interaction):
        await asyncio.sleep(0.01)
        await press(self, interaction)

    async def command_slowly(self, interaction):
        is_allowed = await command(self, interaction)
        await asyncio.sleep(0.01)
        return is_allowed

    monkeypatch.setattr(CribbageClient, "_answer_press", press_slowly)
    monkeypatch.setattr(_Tree, "interaction_check", command_slowly)
    return put


def told(world, result):
    """Return the messages that followed the acknowledgement, each with whether only the presser sees it."""
    return [(world.text(one) or one.content, one.ephemeral) for one in result.followups]


async def test_my_hand_is_shown_to_its_player_alone_and_the_board_stays(world, name, slow):
    slow()
    before = world.text(world.public(name))
    result = await world.press(world.ann, world.public(name), "hand")
    assert result.deferred
    ((hand, is_private),) = told(world, result)
    assert is_private
    assert "Your hand: `2♦︎`" in hand
    assert world.text(world.public(name)) == before


async def test_a_panel_is_edited_by_its_own_presses(world, name, slow):
    slow()
    panel = await world.panel(world.ann, name)
    for card in ("2D", "4H"):
        assert (await world.press(world.ann, panel, f"pick-{card}")).deferred
    assert (await world.press(world.ann, panel, "lay")).deferred
    assert world.text(panel).startswith("You discarded. Waiting for Ben")
    # It follows the game from then on, by the token of its player's last press.
    await world.lay(world.ben, name, "2C", "4D")
    assert world.text(panel).startswith("Waiting for Ben to play.")


async def test_the_answer_to_a_command_is_private_or_public_as_it_should_be(world, name, slow):
    slow()
    hand, record = [await world.command(world.ann, command, game=name) for command in ("hand", "record")]
    assert hand.ephemeral
    assert "Your hand" in world.text(hand.response)
    assert record.ephemeral
    assert [one.filename for one in record.response.attachments] == [f"cribbage-{name}.json"]
    stats = await world.command(world.ann, "stats")
    assert [is_private for _, is_private in told(world, stats)] == [False]
    assert stats.response is None, "the private sign that the bot thinks is gone"
    refused = await world.press(world.cy, world.public(name), "hand")
    ((text, is_private),) = told(world, refused)
    assert is_private
    assert "not in this game" in text or "seat" in text


async def test_an_invitation_is_there_for_everybody_and_can_be_accepted(world, slow):
    slow()
    await world.start_game(world.ann, opponent=world.ben)
    (board,) = world.shown(world.channel)
    assert "invites" in world.text(board)
    name = world.name_on(board)
    await world.press(world.ben, board, "accept")
    assert world.text(world.public(name)).startswith("**Ann and Ben:** discard 2 cards each")


async def test_a_form_that_comes_too_late_asks_for_another_press(world, name, slow):
    await world.play_until(name, "show")
    panel = await world.panel(world.ben, name)
    slow()
    result = await world.press(world.ben, panel, "declare")
    assert result.modal is None
    assert told(world, result) == [(SLOW_FORM, True)]
    slow(is_slow=False)
    assert (await world.press(world.ben, panel, "declare")).modal is not None


async def test_a_hint_comes_in_a_message_of_its_own(world, slow):
    world.env.settle_timeout = 60.0
    own = await world.panel(world.ann, await world.against_robot("easy", target=61, counting="automatic"))
    before = world.text(own).partition(" · ")[0]
    slow()
    question = await world.press(world.ann, own, "hint")
    (hint,) = (await world.press(world.ann, question.followups[0], "hint-yes")).followups
    assert "**Hint:** discard" in world.text(hint)
    assert hint.ephemeral
    assert world.text(own).startswith(before)


class TestCopies:
    """What Discord delivers twice, which happens when a connection is taken up again."""

    @pytest.fixture
    def twice(self, world, monkeypatch):
        """Deliver everything twice."""
        emit = world.env.backend.emit

        def again(name, payload, *more, **options):
            emit(name, payload, *more, **options)
            if name in {"INTERACTION_CREATE", "MESSAGE_CREATE"}:
                emit(name, payload, *more, **options)

        monkeypatch.setattr(world.env.backend, "emit", again)

    async def test_a_press_is_answered_once(self, world, name, twice, caplog):
        panel = await world.panel(world.ann, name)
        for card in ("2D", "4H"):
            await world.press(world.ann, panel, f"pick-{card}")
        result = await world.press(world.ann, panel, "lay")
        assert result.followups == []
        assert world.text(panel).startswith("You discarded. Waiting for Ben")
        assert "acknowledged" not in caplog.text

    async def test_commands_and_typed_messages_are_answered_once(self, world, twice, caplog):
        await world.start_game(world.ann, robot="easy", where="here")
        assert len(world.bot.context.tables._open) == 1
        assert "acknowledged" not in caplog.text
        await world.whisper(world.ann, "score 7c 8d 8h ks 9c")
        assert sum("12 points" in text for text in world.texts(world.dm(world.ann))) == 1
