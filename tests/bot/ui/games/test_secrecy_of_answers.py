"""The bot's public answers in a channel name no card of anybody's hand."""

import pytest

from tests.support.data_files import data_beside
from tests.support.leak_search import cards_in
from tests.support.stacked_packs import Deal

DATA = data_beside(__file__)

OTHERS_READ = (
    "Others can read your cards here, so I made no move: delete your message and press **My hand**, which only you see."
)

REFUSED = f"{OTHERS_READ}\n[My hand]"

PAIRED = Deal("5C 5D 6H 8S TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben, the pone, holds two fives."""


@pytest.fixture
async def name(world, stack):
    stack(PAIRED, PAIRED, PAIRED)
    return await world.sit_down(place="here", target=61)


async def test_a_discard_is_refused_alike_whether_or_not_its_cards_are_held(world, name):
    for text in DATA["discards"]:
        assert await world.say(world.ben, world.channel, text) == REFUSED, text
    assert world.asked(name) == [world.ann, world.ben]


async def test_a_discard_in_a_thread_is_refused_with_a_button_to_the_hand(world, stack):
    stack(PAIRED)
    name = await world.sit_down(place="thread")
    before = world.game(name)
    for text in ("discard 5c 6h", "lay 5c 6h", "5c 6h", "throw 5c and 6h", "<@1> keep 5c 5d 8s tc", "5c 6h?"):
        assert await world.say(world.ben, world.thread(), text) == REFUSED, text
    assert world.game(name) == before
    refusal = world.shown(world.thread())[-1]
    assert not cards_in(world.text(refusal))
    await world.restart()
    hand = world.own(await world.press(world.ben, refusal, "hand"))
    assert world.stored(hand).is_ephemeral
    assert "`5♣\ufe0e`" in world.text(hand)
    # Others do not see it.
    assert "5♣" not in world.text((await world.press(world.cy, refusal, "hand")).response)
    assert await world.whisper(world.ben, "discard 5c 6h") != ""
    assert len(world.game(name).view(1).laid) == 2


async def test_a_discard_is_not_taken_back_aloud_by_its_cards(world, stack):
    stack(PAIRED, PAIRED)
    name = await world.sit_down(preset="britannica")
    await world.lay(world.ben, name, "5C", "6H")
    before = world.game(name)
    assert OTHERS_READ in await world.say(world.ben, world.channel, "take back 5c")
    assert world.game(name) == before


@pytest.mark.parametrize("place", ["dm", "thread"])
async def test_a_discard_is_refused_in_every_channel(world, stack, place):
    stack(PAIRED)
    invitation = (await world.invite(place=place)).response
    await world.press(world.ben, invitation, "accept")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    for text in ("discard 5c 6h", "discard 5 and 6", "5 6", "lay 5c", "throw the king and the ace", "K A"):
        for channel in (world.channel, elsewhere):
            assert await world.say(world.ben, channel, text) == REFUSED, text
    assert OTHERS_READ not in await world.say(world.ben, world.channel, "what is a run of 3 worth?")
    assert OTHERS_READ not in await world.say(world.cy, world.channel, "discard 5 and 6")


async def test_cards_of_the_hand_are_neither_offered_nor_explained_aloud(world, name):
    await world.lay(world.ben, name, "5C", "6H")
    assert await world.say(world.ben, world.channel, "can i change 5c 6h") == REFUSED
    await world.lay(world.ann, name, "TD", "QH")
    before = world.game(name)
    for text in ("5d 8s", "should i play 5d or 8s?", "i have 5d and 8s left"):
        assert await world.say(world.ben, world.channel, text) == REFUSED, text
    assert world.game(name) == before
    assert "[Play 5♦" in await world.say(world.ben, world.channel, "5d?"), "one card is offered to be played"


@pytest.fixture
async def counted(world, stack):
    """Start a game in which the bot counts, so that questions are answered while it is played."""
    stack(PAIRED, PAIRED)
    return await world.sit_down(preset="club")


async def test_the_own_hand_is_not_asked_about_aloud_and_other_hands_are_answered(world, counted):
    elsewhere = world.guild.create_text_channel("elsewhere")
    await world.env.settle()
    for text in DATA["own_hand"]:
        for room in (world.channel, elsewhere):
            assert await world.say(world.ben, room, text) == REFUSED, text
        # In private a discard would be one.
        assert "discard" in text or "Others can read" not in await world.whisper(world.ben, text)
    for text in ("5h 5d 5c js 5s", "2 3 4 5 6", "2d 4h 6s 8c td qh", "5h 9d 9c js ks"):
        assert "Others can read" not in await world.say(world.ben, world.channel, text), text


async def test_a_command_about_the_own_hand_is_answered_in_private(world, counted):
    done = await world.command(world.ben, "score", hand="5c 5d 6h 8s tc qd")
    assert done.ephemeral
    assert "Others can read" not in world.text(done.response)
    done = await world.command(world.ben, "score", hand="5h 5d 5c js 5s")
    assert not done.ephemeral


async def test_where_players_count_the_refusal_tells_that_others_read_it(world, name):
    answer = await world.say(world.ben, world.channel, "score 5c 5d 6h 8s ks")
    assert OTHERS_READ in answer
    assert "[Tell me after the deal]" in answer
    assert "[My hand]" in answer
    done = await world.command(world.ben, "score", hand="5c 5d 6h 8s ks")
    assert done.ephemeral
    assert "Others can read" not in world.text(done.response)


async def test_in_private_the_choice_is_shown(world, name):
    answer = await world.whisper(world.ben, "lay 5 6")
    assert "[Discard 5♣\ufe0e and 6♥\ufe0e]\n[Discard 5♦\ufe0e and 6♥\ufe0e]" in answer
