"""Of the message that was pressed only its id and what it is are parsed; its contents are left out."""

from bot.ui.core.router import without_contents

MESSAGE = {
    "id": "5",
    "flags": 64,
    "components": [{"type": 17}],
    "attachments": [{"id": "7"}],
    "embeds": [{"title": "old"}],
    "interaction": {"id": "6"},
    "interaction_metadata": {"id": "6"},
}


def parsed(data):
    seen = []
    without_contents(seen.append)(data)
    return seen[0]


def test_a_press_keeps_what_is_read_of_its_message():
    press = {"id": "1", "data": {"custom_id": "c1:abc::hand"}, "message": MESSAGE}
    assert parsed(press) == {
        **press,
        "message": {"id": "5", "flags": 64, "components": [], "attachments": [], "embeds": []},
    }


def test_what_discord_sent_is_not_changed():
    press = {"id": "1", "message": MESSAGE}
    parsed(press)
    assert press["message"]["components"] == [{"type": 17}]


def test_a_command_has_no_message():
    command = {"id": "1", "data": {"name": "score", "resolved": {"messages": {"5": MESSAGE}}}}
    assert parsed(command) == command


async def test_the_bot_parses_presses_like_that(world, monkeypatch):
    name, read, answer = await world.sit_down(place="here"), [], world.bot._router.answer

    async def note(context, interaction):
        read.append(interaction.message)
        await answer(context, interaction)

    monkeypatch.setattr(world.bot._router, "answer", note)
    board = world.public(name)
    await world.press(world.ann, board, "hand")
    (message,) = read
    assert message.id == board.id
    assert (message.components, message.attachments) == ([], [])
    assert not message.flags.ephemeral
