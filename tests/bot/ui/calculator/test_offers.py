"""Texts that may mean several things, and texts that mean nothing, at every door; buttons work after a restart too."""

import pytest

from tests.bot.ui.calculator.test_every_way_to_ask import DOORS, FIVES, plainly, through

TWO = "mine 5h 5d 5c js 5s yours 6h 6d 6c 9s 9h"
"""A text with two hands, which may ask about either."""

NO = "No problem. Type 4 cards and the starter, like `5h 5d 5c js 5s`."


async def offered(world, door, text, actor=None):
    """Return the message with the bot's answer to a question that is asked in this way."""
    actor = actor or world.cy
    match door:
        case "command":
            return (await world.command(actor, "score", hand=text)).response
        case "private":
            assert await world.whisper(actor, text)
            return world.shown(world.dm(actor))[-1]
        case "mention":
            assert await world.say(actor, world.channel, text)
            return world.shown(world.channel)[-1]
        case "menu":
            posted = await world.dan.send(world.channel, text)
            return (await actor.context_menu(world.channel, "Score this hand", posted)).response


def press(world, actor, message, label):
    """Press the button with this label."""
    labels = [line[1:-1] for line in plainly(world.text(message)).splitlines() if line.startswith("[")]
    return world.at(actor, message).click(message, custom_id=world.ids(message)[labels.index(label)])


@pytest.mark.parametrize("door", DOORS)
class TestEveryDoor:
    async def test_several_readings_are_offered_and_the_chosen_one_is_answered_after_a_restart(self, world, door):
        shown = await offered(world, door, TWO)
        assert plainly(world.text(shown)).splitlines() == [
            "Which do you mean?",
            "[5♥ 5♦ 5♣ J♠ │ 5♠]",
            "[6♥ 6♦ 6♣ 9♠ │ 9♥]",
            "[No]",
        ]
        await world.restart()
        await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥")
        answer = plainly(world.text(shown))
        assert answer.startswith("**20 points**: `6♥ 6♦ 6♣ 9♠ │ 9♥`\nFifteens: 6 for 12\n")
        assert answer.endswith("[Combinations]\n[Starters]\n[How rare?]")
        assert world.unanswered() == 0

    async def test_no_shows_a_hint_and_nothing_more(self, world, door):
        shown = await offered(world, door, TWO)
        await world.restart()
        await press(world, world.cy, shown, "No")
        assert world.text(shown) == NO

    async def test_a_text_without_cards_gets_one_hint(self, world, door):
        shown = await through(world, door, "zounds")
        assert "5h 5d 5c js 5s" in shown or "5H 5D 5C JS | 5S" in shown
        assert len(shown.splitlines()) == 1

    async def test_a_sure_text_is_answered_at_once(self, world, door):
        shown = await through(world, door, "so I held 5h 5d 5c js, and the 5s was cut!")
        assert plainly(shown).startswith("**29 points**: `5♥ 5♦ 5♣ J♠ │ 5♠`\n")


@pytest.mark.parametrize("door", ["command", "mention"])
async def test_only_the_person_who_asked_chooses(world, door):
    shown = await offered(world, door, TWO)
    before = world.text(shown)
    for label in ("5♥ 5♦ 5♣ J♠ │ 5♠", "No"):
        result = await press(world, world.dan, shown, label)
        assert result.ephemeral
        assert world.text(result.response) == "Only the person who asked can choose. Use `/score` for your own cards."
    assert world.text(shown) == before
    await press(world, world.cy, shown, "5♥ 5♦ 5♣ J♠ │ 5♠")
    assert "29 points" in world.text(shown)


async def test_a_message_that_does_not_name_the_bot_is_not_looked_at(world):
    for text in (TWO, "zounds", "5h 5d 5c js 5s"):
        before = len(world.shown(world.channel))
        await world.cy.send(world.channel, text)
        assert len(world.shown(world.channel)) == before + 1


async def test_the_count_that_is_asked_about_is_checked_after_the_choice(world):
    shown = await offered(world, "command", f"{TWO}, is it 20?")
    await world.restart()
    await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥ = 20")
    assert "20 is right." in world.text(shown)


async def test_a_forged_choice_is_refused(world):
    shown = world.snapshot((await world.command(world.cy, "score", hand=TWO)).response)
    player = world.ids((await world.command(world.cy, "score", hand=TWO)).response)[0].split(":")[1]
    for custom_id in ("q2:", "q2:x:5h 5d 5c js 5s", f"q2:{player}:~H 5H5D", f"q2:{player}:zounds"):
        (result,) = await world.late({"actor": world.cy, "message": shown, "custom_id": custom_id})
        assert result.ephemeral, custom_id
        assert "points" not in world.text(result.response)


class TestTheOwnGame:
    """Law 19 is judged when readings are offered and again when one is chosen."""

    @pytest.fixture
    def show(self, world, stack):
        """Return a function that starts a game and plays to the show, in which Ben holds 5h 5d 5c js 5s."""
        stack(FIVES, FIVES)

        async def play():
            name = await world.sit_down(target=61)
            await world.lay(world.ann, name, "2D", "4H")
            await world.lay(world.ben, name, "2C", "3D")
            await world.play_until(name, "show")

        return play

    async def test_a_reading_that_may_not_be_answered_is_not_offered(self, world, show):
        await show()
        for door in DOORS:
            shown = await offered(world, door, f"score {TWO}", world.ben)
            assert "[No]" in world.text(shown)
            assert "5♥" not in world.text(shown)

    async def test_no_reading_that_may_be_answered_is_a_refusal(self, world, show):
        await show()
        for door in DOORS:
            shown = await offered(world, door, "score mine 5h 5d 5c js 5s yours 5d 5h 5c js 5s", world.ben)
            assert "Tell me after the deal" in world.text(shown)
            assert not any(custom_id.startswith("q2:") for custom_id in world.ids(shown))

    async def test_a_reading_offered_before_the_game_is_refused_during_it(self, world, show):
        shown = await offered(world, "private", TWO, world.ben)
        await show()
        result = await press(world, world.ben, shown, "5♥ 5♦ 5♣ J♠ │ 5♠")
        assert "Tell me after the deal" in world.text(result.response)
        assert "[No]" in world.text(shown)
        await press(world, world.ben, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥")
        assert "20 points" in world.text(shown)


class TestWithPictures:
    @pytest.fixture
    def with_pictures(self):
        return True

    async def test_the_offer_has_none_and_the_answer_has_one(self, world):
        for door in DOORS:
            shown = await offered(world, door, TWO)
            assert world.stored(shown).attachments == []
            await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥")
            assert len(world.stored(shown).attachments) == 1, door
            assert "20 points" in world.text(shown)
        world.bot._renderer._cache.clear()
        shown = await offered(world, "command", TWO)
        await press(world, world.cy, shown, "5♥ 5♦ 5♣ J♠ │ 5♠")
        assert len(world.stored(shown).attachments) == 1
        assert "29 points" in world.text(shown)
