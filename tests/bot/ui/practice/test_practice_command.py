"""/practice in a simulated Discord: deals, counts, answers, times, restarts, in a server and in private."""

import re

import discord
import pytest
from simcord.components import walk_components

from engine.analysis.exercises import Exercise, Skill, What
from engine.cards import Card
from tests.support.data_files import data_beside

DATA = data_beside(__file__)

DOUBLE_RUN = "7H 8D 8C 9S JS"
NOBS = "2C 4D JH 9S KH"
NINETEEN = "2H 4D 6H 8S KD"
SEVENS = "7H 8D 2C 4S KS"


def exercise(cards, what=What.HAND):
    return Exercise.of(what, map(Card.parse, cards.split()))


@pytest.fixture
def stacked(monkeypatch):
    """Deal these exercises in turn, and return what each was chosen by."""

    def put(*exercises):
        left = iter(exercises)
        asked = []

        def deal(pack, chance, level, wish, leaning):
            assert len(set(pack)) == 52
            assert 0 <= chance < 1
            asked.append((level.value, wish and wish.value, leaning))
            return next(left)

        monkeypatch.setattr("bot.ui.practice.handlers.deal", deal)
        return asked

    return put


async def practise(world, actor=None, **options):
    return (await world.command(actor or world.ann, "practice", **options)).response


async def count(world, message, said, actor=None):
    """Submit the form; returns the bot's answer, unless it changed the message."""
    actor = actor or world.ann
    form = await world.press(actor, message, "count")
    return await world.at(actor, message).submit_modal(form, {"count": str(said)})


def plainly(world, message):
    """Return the text of a message without the characters that keep black suits visible."""
    return world.text(message).replace("\N{VARIATION SELECTOR-15}", "")


async def tally(world, message, actor=None):
    await world.press(actor or world.ann, message, "tally")
    return world.text(message)


class TestAsked:
    async def test_private_in_a_server(self, world, stacked):
        stacked(exercise(DOUBLE_RUN), exercise(NOBS))
        result = await world.command(world.ann, "practice")
        assert result.ephemeral
        assert plainly(world, result.response) == DATA["asked"]
        await world.press(world.ann, result.response, "next")
        assert "First deal" not in world.text(result.response), "it is offered with the first hand alone"

    async def test_an_unanswered_hand_is_shown_again_in_private_too_and_there_to_stay(self, world, stacked):
        stacked(exercise(DOUBLE_RUN), exercise(NOBS))
        first = world.text(await practise(world))
        result = await world.command(world.ann, "practice", where="dm")
        assert not result.ephemeral
        assert world.text(result.response) == first
        await count(world, result.response, 12)
        assert "**Correct: 12 points!**" in world.text(result.response)
        assert "Hand 2" in world.text(await practise(world))

    async def test_a_crib_five_cards_and_the_play(self, world, stacked):
        stacked(
            exercise("2H 4H 6H 8H QD", What.CRIB),
            exercise("2H 4H 8H TC", What.FIVE_CARDS),
            exercise("4H 6D", What.PLAY),
        )
        crib = world.text(await practise(world, what="crib"))
        assert crib.startswith("**How many points is this crib?**\n\nCrib: ")
        assert "this five-card hand" in world.text(await practise(world, what="five"))
        play = world.text(await practise(world, what="play"))
        assert "**How many points does the last card score?**" in play
        assert "The count is 10. Don't add points for a go or last card.\n-# 4 of hearts, 6 of diamonds." in play

    async def test_the_level_and_kind_stay_until_they_are_changed(self, world, stacked):
        asked = stacked(*[exercise(NOBS)] * 7)
        message = await practise(world, level="expert", what="crib", timed=True)
        await world.press(world.ann, message, "next")
        await practise(world, what="play")
        await practise(world, level="club")
        await practise(world, what="any")
        await practise(world, level="beginner")
        assert "beginner, timed." in world.text(await practise(world))
        await practise(world, timed=False)
        assert [choice[:2] for choice in asked] == [
            *(("expert", "crib"), ("expert", "crib"), ("expert", "play"), ("club", "play"), ("club", None)),
            *(("beginner", None), ("beginner", None)),
        ]

    @pytest.mark.parametrize("level", ["beginner", "club", "expert"])
    async def test_random_hands_of_every_level(self, world, level):
        message = await practise(world, level=level)
        for number in range(1, 6):
            assert f"Hand {number}, {level}" in world.text(message)
            await world.press(world.ann, message, "show")
            assert "Out loud:" in world.text(message)
            await world.press(world.ann, message, "next")


class TestCounted:
    async def test_a_right_count_and_a_spoken_one_that_is_too_low(self, world, stacked):
        stacked(exercise(DOUBLE_RUN), exercise(DOUBLE_RUN))
        message = await practise(world)
        await count(world, message, 12)
        text = plainly(world, message)
        assert text.startswith("**Correct: 12 points!**\n\nHand:")
        assert "**Out loud:** Fifteen two, fifteen four, and eight for double run is twelve." in text
        steps = "- Fifteen: 8♦ 7♥ = 2 (2 so far)\n- Fifteen: 8♣ 7♥ = 2 (4 so far)\n- Pair: 8♣ 8♦ = 2 (6 so far)\n"
        assert steps in text
        assert text.endswith("[Next hand]\n[My results]")
        await world.press(world.ann, message, "next")
        await count(world, message, "fifteen two, fifteen four, and a run of three is seven")
        assert plainly(world, message).startswith(
            "**Not quite: it's 12 points.** You said 7, 5 too few.\n"
            "**Probably missed:** the pair `8♣` `8♦` (2); the run `7♥` `8♣` `9♠` (3)."
        )

    @pytest.mark.parametrize(("cards", "what", "said", "told"), DATA["mistakes"])
    async def test_mistakes_are_explained(self, world, stacked, cards, what, said, told):
        stacked(exercise(cards, What[what.upper()]))
        message = await practise(world)
        await count(world, message, said)
        assert told in plainly(world, message)

    async def test_nothing_at_all(self, world, stacked):
        stacked(exercise(NINETEEN), exercise("8D 9D 8H", What.PLAY))
        message = await practise(world)
        await count(world, message, 19)
        text = world.text(message)
        assert "You said 19, 19 too many." in text
        assert "Probably" not in text
        assert 'Nothing ("nineteen", as players say).' in text
        await world.press(world.ann, message, "next")
        await count(world, message, "0")
        assert "**Correct: 0 points!**" in world.text(message)
        assert "The last card scores nothing." in world.text(message)

    @pytest.mark.parametrize(
        ("said", "numbers"), [("12 (15-2, 15-4, 6, 2)", (12, 2)), ("fifteen", (2, 15)), ("3 and 9 more", (12, 3, 9))]
    )
    async def test_an_unclear_count_is_asked_about(self, world, stacked, said, numbers):
        stacked(exercise(DOUBLE_RUN))
        message = await practise(world)
        await count(world, message, said)
        assert "How many points is this hand" in world.text(message)
        assert [line for line in world.text(message).splitlines() if line.startswith("[Count ")] == [
            f"[Count {number}]" for number in numbers
        ]
        await world.restart()
        await world.press(world.ann, message, f"counted{numbers[0]}")
        assert f"{'Correct: 12' if numbers[0] == 12 else '12'} points" in world.text(message)

    async def test_an_unreadable_count_is_one_sentence_and_changes_nothing(self, world, stacked):
        stacked(exercise(NOBS))
        message = await practise(world)
        before = world.text(message)
        for said in (" ", "many", "45", "-3", "5h 5d 5c js 5s", "🤡", "@everyone **x**"):
            refusal = await count(world, message, said)
            assert refusal.ephemeral
            assert "\n" not in world.text(refusal.response), said
            assert len(world.text(refusal.response)) < 200
            assert world.text(message) == before, said
        await count(world, message, 3)
        assert "**Correct: 3 points!**" in world.text(message)


class TestTimed:
    async def test_from_the_deal_to_the_answer(self, world, stacked):
        stacked(exercise(NOBS), exercise(NOBS))
        message = await practise(world, timed=True)
        assert "-# Hand 1, club, timed. The clock is running." in world.text(message)
        await world.env.advance_time(8)
        await count(world, message, 3)
        assert "**Correct: 3 points!** Time: 8.0 seconds." in world.text(message)
        await world.press(world.ann, message, "next")
        await world.env.advance_time(4)
        await count(world, message, 2)
        assert "1 too few. Time: 4.0 seconds." in world.text(message)
        assert "Average time: 6.0 seconds." in await tally(world, message)

    @pytest.mark.parametrize(
        ("seconds", "told"),
        [(30, "Time: 30.0 seconds."), (601, "You took over 10 minutes, so this one isn't timed.")],
    )
    async def test_over_a_restart_and_a_long_absence(self, world, stacked, seconds, told):
        stacked(exercise(NOBS))
        message = await practise(world, timed=True)
        await world.env.advance_time(seconds)
        await world.restart()
        await count(world, message, 3)
        assert told in world.text(message)
        assert ("Average time" in await tally(world, message)) is (seconds == 30)


class TestTally:
    async def test_a_worked_example(self, world, stacked):
        stacked(*map(exercise, (DOUBLE_RUN, SEVENS, NOBS, NINETEEN)))
        message = await practise(world)
        for said in (12, 2, 2):
            await count(world, message, said)
            await world.press(world.ann, message, "next")
        await world.press(world.ann, message, "show")
        assert world.text(message).startswith("**0 points.**\n\nHand:")
        assert await tally(world, message) == DATA["results"]

    async def test_the_next_hand_favours_skills_missed_lately(self, world, stacked, monkeypatch):
        monkeypatch.setattr("bot.ui.practice.handlers._RECENT", 1)
        asked = stacked(*[exercise(NOBS)] * 3)
        message = await practise(world)
        for said in (2, 3):
            await count(world, message, said)
            await world.press(world.ann, message, "next")
        (*_, before), (*_, after), (*_, later) = asked
        assert after[Skill.NOBS] > before[Skill.NOBS] > later[Skill.NOBS]
        assert after[Skill.FIFTEENS] < before[Skill.FIFTEENS]


class TestLate:
    async def test_forms_and_everything_else_over_a_restart(self, world, stacked):
        stacked(exercise(NOBS), exercise(DOUBLE_RUN))
        message = await practise(world)
        form = await world.press(world.ann, message, "count")
        await world.restart()
        await world.ann.submit_modal(form, {"count": "3"})
        verdict = world.text(message)
        assert "**Correct: 3 points!**" in verdict
        await world.restart()
        assert "Counted: 1." in await tally(world, message)
        await world.press(world.ann, message, "back")
        assert world.text(message) == verdict
        await world.press(world.ann, message, "next")
        assert "Hand 2" in world.text(message)

    async def test_a_form_for_an_earlier_hand_shows_the_current_one(self, world, stacked):
        stacked(exercise(NOBS), exercise(DOUBLE_RUN))
        message = await practise(world)
        form = await world.press(world.ann, message, "count")
        await world.press(world.ann, message, "next")
        await world.ann.submit_modal(form, {"count": "3"})
        assert "Hand 2" in world.text(message)
        assert "[Count]" in world.text(message)
        kept = await world.bot.context.tables.database.rows("SELECT number FROM practice")
        assert kept == [(2,)], "what nobody counted is not kept"
        assert "You haven't counted any hands yet." in await tally(world, message)

    async def test_double_clicks(self, world, stacked):
        stacked(*map(exercise, (NOBS, DOUBLE_RUN, SEVENS)))
        message = await practise(world)
        late = {"actor": world.ann, "message": world.snapshot(message)}
        await world.late(*[{**late, "custom_id": "p1:1:counted", "values": {"count": said}} for said in ("3", "2")])
        assert "**Correct: 3 points!**" in world.text(message)
        await world.late(*[{**late, "custom_id": "p1:1:next"}] * 2)
        assert "Hand 2" in world.text(message)
        assert "Counted: 1." in await tally(world, message)

    async def test_the_form_of_a_counted_hand(self, world, stacked):
        stacked(exercise(NOBS))
        message = await practise(world)
        await count(world, message, 3)
        late = {"actor": world.ann, "message": world.snapshot(message)}
        form = {"custom_id": "p1:1:counted", "values": {"count": "never mind"}}
        for press in ({"custom_id": "p1:1:count"}, {"custom_id": "p1:1:show"}, form):
            (result,) = await world.late({**late, **press})
            assert result.modal is None
            assert result.response.id == message.id, "nothing is said of it"
            assert world.text(message).startswith("**Correct: 3 points!**")

    async def test_another_player_s_hand_cannot_be_counted(self, world, stacked):
        stacked(exercise(NOBS), exercise(DOUBLE_RUN))
        message = await practise(world)
        press = {"actor": world.ben, "message": world.snapshot(message), "custom_id": "p1:1:counted"}
        (refused,) = await world.late({**press, "values": {"count": "3"}})
        assert "This hand is out of date" in world.text(refused.response)
        bens = await practise(world, world.ben)
        await world.late({**press, "values": {"count": "3"}})
        assert "You haven't counted any hands yet." in await tally(world, message)
        assert "Counted: 1. Correct: 0" in await tally(world, bens, world.ben)

    async def test_unknown_custom_ids_are_refused_and_outdated_ones_show_the_current_hand(self, world, stacked):
        stacked(exercise(NOBS))
        message = await practise(world)
        before, late = world.text(message), {"actor": world.ann, "message": world.snapshot(message)}
        for custom_id in ("p1:", "p1:x:count", "p1:²:count", "p1:9999999999999999999:next", "p1:1:count:3"):
            (result,) = await world.late({**late, "custom_id": custom_id})
            assert "Use `/practice` for a new one" in world.text(result.response), custom_id
        for custom_id in ("p1:1:what", "p1:7:next", "p1:0:show"):
            await world.late({**late, "custom_id": custom_id})
            assert world.text(message) == before, custom_id


async def test_ids_labels_and_one_primary_button(world, stacked):
    stacked(exercise(DOUBLE_RUN))
    message = await practise(world)
    for step in (None, count(world, message, 29), tally(world, message)):
        if step is not None:
            await step
        buttons = [part for part in walk_components(world.snapshot(message)["components"]) if part["type"] == 2]
        assert [button["style"] for button in buttons].count(discord.ButtonStyle.primary.value) == 1
        for button in buttons:
            assert re.fullmatch(r"p1:[0-9]+:[a-z]+|h1:0", button["custom_id"])
            assert len(button["label"]) <= 34


async def test_forms_that_nobody_submits_and_practice_during_a_game_change_nothing(world, stacked):
    stacked(exercise(NOBS))
    name = await world.sit_down()
    before, message = world.game(name), await practise(world)
    for _ in range(3):
        await world.press(world.ann, message, "count")
    assert world.bot._connection._view_store._modals == {}
    await count(world, message, 3)
    assert world.game(name) == before
