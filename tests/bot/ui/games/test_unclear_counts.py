"""A count whose words do not add up to its last number: buttons ask which is meant, and nothing is stored before."""

import pytest

from engine.actions import Declare
from engine.text.languages import LANGUAGES
from tests.support.stacked_packs import DULL, Deal

FOURS = Deal("4C 4D 4H 3C KD QD", "2D 5H 6S 8C TD QH", "3S")
"""Ben, the pone, holds nothing, or can keep four, four, four and three."""

TWELVE = "12 (15-2, 15-4, 6, 2)"


@pytest.fixture
async def name(world, stack):
    """Start a game in which Ben has to declare 12 points."""
    stack(FOURS, DULL)
    name = await world.sit_down(target=61)
    await world.discard(name, ann="TD QH", ben="KD QD")
    await world.hurry(name)
    return name


def assert_asked(world, name, before, reply, *numbers):
    """Assert that nothing was stored and that buttons ask."""
    assert world.game(name) == before
    buttons = [line for line in world.text(reply).splitlines() if line.startswith("[")]
    assert buttons == [*(f"[Count {number}]" for number in numbers), "[No]"]


async def assert_counts(world, name, before, reply, number):
    """Assert that one of the buttons counts, even after a restart."""
    await world.restart()
    await world.press(world.ben, reply, f"count-{number}")
    assert world.game(name).view(None).scores[1] - before.view(None).scores[1] == number


SAYINGS = [
    (TWELVE, (12, 2)),
    ("15-2, 15-4, 6 and 2", (12, 2)),
    ("twelve (fifteen two, fifteen four and eight)", (12, 8)),
    ("15\N{EN DASH}2 and 10 more", (12, 10)),
    ("12 points: 4, 6, 2", (12, 4, 6, 2)),
]


@pytest.mark.parametrize(("door", "pressed"), [("form", 12), ("private", 4), ("aloud", 6)])
async def test_each_saying_is_asked_about_at_every_door(world, name, door, pressed):
    before = world.game(name)
    for said, numbers in SAYINGS:
        if door == "form":
            done = await world.declare(world.ben, name, said)
            assert done.ephemeral
            reply = done.response
        elif door == "private":
            await world.whisper(world.ben, said)
            reply = world.shown(world.dm(world.ben))[-1]
        else:
            await world.say(world.ben, world.channel, said)
            reply = world.shown(world.channel)[-1]
            assert "add up" not in world.text(reply)
        assert_asked(world, name, before, reply, *numbers)
    await assert_counts(world, name, before, reply, pressed)


async def test_by_command(world, name):
    before = world.game(name)
    done = await world.command(world.ben, "declare", count=TWELVE)
    assert done.ephemeral
    assert "the points you listed don't add up to that" in world.text(done.response)
    assert_asked(world, name, before, done.response, 12, 2)
    await assert_counts(world, name, before, done.response, 2)


async def test_in_other_languages(world, name, monkeypatch):
    before = world.game(name)
    for language, said in (
        (LANGUAGES["de"], "zwölf (fünfzehn zwei, fünfzehn vier und acht)"),
        (LANGUAGES["es"], "doce (quince dos, quince cuatro y ocho)"),
        (LANGUAGES["fr"], "douze (quinze deux, quinze quatre et huit)"),
    ):
        monkeypatch.setattr(world.bot.languages, "typed_by", lambda _, language=language: language)
        await world.whisper(world.ben, said)
        assert_asked(world, name, before, world.shown(world.dm(world.ben))[-1], 12, 8)


async def test_no_counts_nothing_and_what_no_hand_is_worth_is_not_offered(world, name):
    before = world.game(name)
    done = await world.declare(world.ben, name, TWELVE)
    await world.press(world.ben, done.response, "no")
    assert world.text(done.response) == "OK, you made no move."
    done = await world.command(world.ben, "declare", count="15-2, pair is 60")
    assert "[Count 4]\n[No]" in world.text(done.response)
    assert world.game(name) == before


@pytest.mark.parametrize("said", ["12", "15-2, 15-4, and eight is twelve", "12 in all", "4 + 6 + 2 = 12"])
async def test_a_clear_count_is_stored_without_a_question(world, name, said):
    before = world.game(name).view(None).scores[1]
    done = await world.declare(world.ben, name, said)
    assert not done.followups
    assert world.game(name).view(None).scores[1] - before == 12


async def test_points_called_for_a_card_are_asked_about(world, stack):
    stack(Deal("5H 8S TD KC 2C 3D", "5C 6C TC JC 2D 3H", "QS"))
    name = await world.sit_down(preset="acc")
    await world.discard(name, ann="2D 3H", ben="2C 3D")
    await world.play(world.ben, name, "TD")
    before = world.game(name)
    await world.whisper(world.ann, "5c 15 for 2 and 3 more")
    reply = world.shown(world.dm(world.ann))[-1]
    assert world.game(name) == before
    offers = [line for line in world.text(reply).splitlines() if line.startswith("[")]
    assert offers == ["[Play 5♣︎ for 5]", "[Play 5♣︎ for 3]", "[Play 5♣︎]", "[No]"]


async def test_points_of_muggins_are_asked_about(world, stack):
    stack(FOURS, DULL)
    name = await world.sit_down(preset="acc", muggins=True)
    await world.discard(name, ann="TD QH", ben="KD QD")
    await world.hurry(name, lambda table: any(isinstance(move, Declare) for move in table.view(1).legal), declared=0)
    await world.declare(world.ben, name, 8)
    before = world.game(name)
    await world.whisper(world.ann, "muggins 2 and 2")
    reply = world.shown(world.dm(world.ann))[-1]
    offers = [line for line in world.text(reply).splitlines() if line.startswith("[")]
    assert offers == ["[Too few by 4: Ben's 8]", "[Too few by 2: Ben's 8]", "[No]"]
    assert world.game(name) == before


async def test_two_readers_who_differ_learn_which_is_right(world):
    assert "29 is right." in await world.whisper(world.cy, "5h 5d 5c js 5s, is it 28 or 29?")
    answer = await world.whisper(world.cy, "I got 12, they say 14: 5h 5d 5c js 5s")
    assert "Neither 12 nor 14 is right: it's 29." in answer
    told = await world.told(world.cy, "score", hand="5h 5d 5c js 5s", declared="28 or 29")
    assert "29 is right." in told
