"""A count whose words add up to another number: it is declared, and only the declarer reads the remark."""

import pytest

from tests.support.stacked_packs import Deal

DULL = Deal("2C 4D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
FIVES = Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S")
"""Ben, the pone, holds nothing, or can keep the best hand there is."""

SAID = "15-2, 15-4, pair is 8"
REMARK = "You ended on 8, but the points you listed add up to 6."


@pytest.fixture(params=[DULL, FIVES], ids=["nothing", "twenty-nine"])
async def name(world, stack, request):
    """Start a game in which Ben has to declare a count; the remark is about Ben's words only."""
    stack(request.param, request.param)
    name = await world.sit_down(target=61)
    await world.play_until(name, "show")
    return name


def assert_declared(world, name):
    """Assert that the last number was counted, and that the channel and Ann's DM hold no remark."""
    assert "said 8, really" in world.text(world.public(name))
    for room in (world.channel, world.dm(world.ann)):
        assert not any("add up" in text for text in world.texts(room))


async def test_in_the_form(world, name):
    done = await world.declare(world.ben, name, SAID)
    assert [followup.content for followup in done.followups] == [REMARK]
    assert all(world.stored(followup).is_ephemeral for followup in done.followups)
    assert_declared(world, name)


async def test_by_command(world, name):
    done = await world.command(world.ben, "declare", count=SAID)
    assert done.ephemeral
    assert [followup.content for followup in done.followups] == [REMARK]
    assert_declared(world, name)


async def test_typed_in_private(world, name):
    await world.whisper(world.ben, SAID)
    assert REMARK in world.texts(world.dm(world.ben))
    assert_declared(world, name)


async def test_typed_aloud(world, name):
    assert await world.say(world.ben, world.channel, SAID) == ""
    assert REMARK in world.texts(world.dm(world.ben))
    assert_declared(world, name)


async def test_a_player_with_closed_dms_gets_no_message(world, name):
    world.shut(world.ben)
    assert await world.say(world.ben, world.channel, SAID) == ""
    assert_declared(world, name)


@pytest.mark.parametrize("said", ["8", "15-2, 15-4, and four for two pairs is 8"])
async def test_nothing_is_remarked_where_the_words_add_up(world, name, said):
    done = await world.declare(world.ben, name, said)
    assert not done.followups
    assert_declared(world, name)


async def test_what_is_refused_is_not_remarked_on(world, name):
    before = world.game(name)
    done = await world.command(world.ben, "declare", count="15-2, pair is 60")
    assert "No hand is worth 60" in world.text(done.response)
    assert not done.followups
    assert world.game(name) == before


async def test_a_question_is_answered_with_the_remark(world):
    answer = await world.whisper(world.cy, f"5h 5d 5c js 5s: {SAID}")
    assert "Not 8: it's 29." in answer
    assert REMARK in answer


async def test_two_readers_who_differ_learn_which_is_right(world):
    assert "29 is right." in await world.whisper(world.cy, "5h 5d 5c js 5s, is it 28 or 29?")
    answer = await world.whisper(world.cy, "I got 12, they say 14: 5h 5d 5c js 5s")
    assert "Neither 12 nor 14 is right: it's 29." in answer
    told = await world.told(world.cy, "score", hand="5h 5d 5c js 5s", declared="28 or 29")
    assert "29 is right." in told
