"""Questions about cards in every way to ask: the command, private messages, the bot's name, and the message menu."""

import re

import pytest

from tests.support.data_files import data_beside
from tests.support.stacked_packs import FIVES

DATA = data_beside(__file__)

DOORS = ("command", "private", "mention", "menu")
EITHER = ("command", "private")
"""A door whose answers everybody reads, and one whose answers only the asker does."""

TWO = "mine 5h 5d 5c js 5s yours 6h 6d 6c 9s 9h"
"""A text with two hands, which may ask about either."""


async def ask(world, door, text, actor=None):
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
            result = await actor.context_menu(world.channel, "Score this hand", posted)
            assert result.ephemeral
            return result.response


def read(world, message):
    """Return the text of a message without the characters that keep black suits visible."""
    return world.text(message).replace("\N{VARIATION SELECTOR-15}", "")


async def through(world, door, text, actor=None):
    return read(world, await ask(world, door, text, actor))


EVERY_KIND = DATA["kinds"]


@pytest.mark.parametrize("door", DOORS)
async def test_every_kind_of_question(world, door):
    for text, told in EVERY_KIND:
        assert (await through(world, door, text)).startswith(told), text
    mended = await through(world, door, "5h 5d 5c jak of spades 5s")
    assert mended.startswith("**29 points**: `5♥ 5♦ 5♣ J♠ │ 5♠`\n")
    assert [line for line in mended.splitlines() if "jak" in line] == ["-# I read 'jak of spades' as J♠."]


async def test_a_hand_and_its_crib_are_both_counted(world):
    for door in DOORS:
        first, second = (await through(world, door, "hand 2h 3d 5c js, crib 6h 7d 8c 9s, cut 5s")).split("\n\n")
        assert first.startswith("**11 points**: `2♥ 3♦ 5♣ J♠ │ 5♠`"), door
        assert second.startswith("**9 points**: `crib: 6♥ 7♦ 8♣ 9♠ │ 5♠`"), door


@pytest.mark.parametrize("text", ["6-2", "see you at 7 or 8", "hasta las 7"])
async def test_talk_with_small_numbers_gets_no_hint_about_cards(world, text):
    for door in ("private", "mention"):
        assert (await through(world, door, text)).startswith("Type a hand such as "), door


@pytest.mark.parametrize("door", DOORS)
async def test_a_text_without_a_question_gets_one_hint_with_the_cards_that_were_read(world, door):
    is_typed = door in ("private", "mention")
    hint = "Type a hand such as " if is_typed else "I don't see any cards. Type 4 cards and the starter, like "
    read_so_far = "I read 5♥ 5♦ 5♣. Type 4 cards and the starter, like "
    talk = [("see you at the club as always", hint)] if is_typed else []
    for text, told in [("zounds", hint), ("5h 5d 5c", read_so_far), ("5h please", "I read 5♥. "), *talk]:
        shown = await through(world, door, text)
        assert shown.startswith(told), text
        assert len(shown.splitlines()) == 1
    assert not is_typed or f"! {hint}" in await through(world, door, "hello there")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"hand": "5h 5d 5c"}, "Type 4 cards and the starter"),
        ({"hand": " "}, "I don't see any cards"),
        ({"hand": "🂡" * 5}, "more than 4 cards"),
        ({"hand": "no " * 900}, "That's 2700 characters"),
        ({"hand": "5h 5d 5c js 5s", "declared": "many"}, "couldn't read"),
    ],
)
async def test_refusals_are_short_and_private(world, options, told):
    refused = await world.command(world.cy, "score", **options)
    assert refused.ephemeral
    assert told in world.text(refused.response)
    assert len(world.text(refused.response)) < 400


async def test_an_answer_to_a_command_is_for_everybody_and_a_flush_of_four_counts_in_no_crib(world):
    shown = await world.command(world.cy, "score", hand="2h 4h 6h 8h ks", crib=True)
    assert not shown.ephemeral
    assert "**0 points**" in world.text(shown.response)
    assert "**4 points**" in await world.told(world.cy, "score", hand="2h 4h 6h 8h ks")


async def test_an_answer_in_a_channel_pings_no_one(world):
    await through(world, "mention", f"<@{world.ann.id}> is 5h 5d 5c js 5s 28? @everyone")
    reply = world.shown(world.channel)[-1]
    assert "29 points" in world.text(reply)
    assert world.pinged(reply) == []


async def test_the_greatest_hand(world):
    assert (await through(world, "command", "5h 5d 5c js 5s")).splitlines() == [
        *("**29 points**: `5♥ 5♦ 5♣ J♠ │ 5♠`", "Fifteens: 8 for 16", "Pairs: 6 for 12 (double pair royal)", "Nobs: 1"),
        *("The best hand there is!", "[Combinations]", "[Starters]", "[How rare?]"),
    ]


@pytest.mark.parametrize(("text", "whose"), DATA["cribs"])
async def test_a_discard_to_the_crib_that_was_asked_about(world, text, whose):
    for door in EITHER:
        first, *others = (await through(world, door, text.format("4h 5d 5c 6s jd td"))).splitlines()
        assert first == f"{whose}: best discard **J♦ 10♦**, keep 4♥ 5♦ 5♣ 6♠.", door
        assert [line[:3] for line in others] == ["1. ", "2. ", "3. ", "-# ", "[Ot"]
        assert others[-1] == "[Other discards]"


@pytest.mark.parametrize("text", ["{} at 80-85 dealer", "I have 80, they have 85, my crib: {}"])
async def test_scores_add_the_same_chances_aloud_and_in_private(world, text):
    answers = {await through(world, door, text.format("4h 5d 5c 6s jd td")) for door in EITHER}
    assert len(answers) == 1
    lines = answers.pop().splitlines()
    assert lines[0] == "Your crib at 80-85: best discard **J♦ 10♦**, keep 4♥ 5♦ 5♣ 6♠."
    assert re.fullmatch(r"1\. J♦ 10♦: 6\d% to win, 22\.68 points \(hand 15\.96 \+ crib 4\.28 .+\)", lines[1])
    assert lines[-2].startswith("-# Chances: 1500 random deals, ±1%.")


async def test_scores_without_a_role_are_answered_for_both(world):
    lines = (await through(world, "command", "4h 5d 5c 6s jd td 60-70")).splitlines()
    heads = ["Either crib at 60-70", "Your crib at 60-70", "Their crib at 60-70"]
    assert [line.partition(":")[0] for line in lines[:3]] == heads
    assert all("% to win" in line for line in lines[1:3])


class TestDetails:
    """The buttons below an answer."""

    async def test_each_shows_one_detail_to_whoever_presses_it(self, world):
        shown = await ask(world, "command", "5h 5d 5c js 5s")
        for wanted, said in DATA["details"]:
            custom_id = next(name for name in world.ids(shown) if name.startswith(f"q1:{wanted}:"))
            answer = await world.dan.click(shown, custom_id=custom_id)
            assert answer.ephemeral
            assert said in read(world, answer.response).splitlines()

    @pytest.mark.parametrize(
        "text", ["5h 5d 5c js 5s", "4h 5d 5c 6s jd td", "play 8 j 6 5", "5h 5d 5c js", "5 6 7 j 8"]
    )
    async def test_they_work_after_a_restart_and_in_private(self, world, text):
        shown, reply = await ask(world, "command", text), await ask(world, "private", text)
        assert world.ids(reply) == world.ids(shown)
        await world.restart()
        for message in (shown, reply):
            for custom_id in world.ids(message):
                pressed = await world.at(world.cy, message).click(message, custom_id=custom_id)
                assert world.text(pressed.response)

    async def test_a_forged_one_is_refused(self, world):
        shown = world.snapshot(await ask(world, "command", "5h 5d 5c js 5s"))
        forged = ("starters:5h 5h 5h", "starters:", "starters", "", ":", "what:5h 5d 5c js 5s", "steps:hello")
        for question in (*forged, "steps:5h 5d 5c js | 5s"):
            (result,) = await world.late({"actor": world.cy, "message": shown, "custom_id": f"q1:{question}"})
            assert result.ephemeral
            assert "average" not in world.text(result.response)
        assert read(world, result.response) == "`5♥ 5♦ 5♣ J♠ │ 5♠`", "the hand is real, and has no such detail"


@pytest.mark.parametrize(("declared", "judged"), DATA["declared"])
async def test_a_count_declared_as_an_option(world, declared, judged):
    text = await world.told(world.cy, "score", hand="7c 8d 8h ks 9c", declared=declared)
    assert f"\n{judged}" in text
    assert text.startswith("**12 points**: `7♣")


class TestTheMenu:
    async def test_discord_markup_is_ignored(self, world):
        for posted in DATA["posted"]:
            answer = await through(world, "menu", posted)
            assert answer.startswith("**29 points**: `5♥ 5♦ 5♣ J♠ │ 5♠`"), posted

    async def test_a_message_without_words(self, world):
        board = world.public(await world.sit_down())
        shown = await world.ann.context_menu(world.channel, "Score this hand", board)
        assert shown.ephemeral
        assert "I don't see any cards" in shown.response.content

    async def test_an_answer_of_the_bot_is_asked_about_again_by_its_code_or_its_first_line(self, world):
        hand = await world.command(world.cy, "score", hand="7c 8d 8h ks 9c")
        again = await world.ann.context_menu(world.channel, "Score this hand", hand.response)
        assert world.text(again.response) == world.text(hand.response)
        await world.say(world.cy, world.channel, "4h 5d 5c 6s jd td my crib")
        again = await world.dan.context_menu(world.channel, "Score this hand", world.shown(world.channel)[-1])
        assert read(world, again.response).startswith("Either crib: best discard **J♦ 10♦**, keep 4♥ 5♦ 5♣ 6♠.")
        assert "twice" not in world.text(again.response)

    @pytest.mark.parametrize(
        "posted",
        ["mine\n5h 5d 5c js 5s\nyours\n6h 6d 6c 9s 9h", "`7c 8d 8h ks 9c` or `5h 5d 5c js 5s`?\n6h 6d 6c 9s 9h"],
    )
    async def test_the_hands_of_several_lines_are_offered(self, world, posted):
        shown = await through(world, "menu", posted)
        assert shown.startswith("Which do you mean?\n[")
        assert "points" not in shown


async def test_messages_to_others_are_not_answered(world):
    before = len(world.shown(world.channel))
    texts = ("as ad js ks ah", "5h 5d 5c js 5s", "is 5h 5d 5c js + 5s 28?", "zounds", TWO)
    for text in texts:
        await world.cy.send(world.channel, text)
    assert len(world.shown(world.channel)) == before + len(texts)


def press(world, actor, message, label):
    labels = [line[1:-1] for line in read(world, message).splitlines() if line.startswith("[")]
    return world.at(actor, message).click(message, custom_id=world.ids(message)[labels.index(label)])


class TestOffers:
    """Where a text may mean several things, buttons with the readings."""

    @pytest.mark.parametrize("door", DOORS)
    async def test_the_chosen_reading_is_answered_after_a_restart_and_no_shows_a_hint(self, world, door):
        shown, other = await ask(world, door, TWO), await ask(world, door, TWO)
        offered = ["Which do you mean?", "[5♥ 5♦ 5♣ J♠ │ 5♠]", "[6♥ 6♦ 6♣ 9♠ │ 9♥]", "[No]"]
        assert read(world, shown).splitlines() == offered
        await world.restart()
        await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥")
        assert read(world, shown).startswith("**20 points**: `6♥ 6♦ 6♣ 9♠ │ 9♥`\nFifteens: 6 for 12\n")
        assert read(world, shown).endswith("[Combinations]\n[Starters]\n[How rare?]")
        await press(world, world.cy, other, "No")
        assert world.text(other) == "No problem. Type 4 cards and the starter, like `5h 5d 5c js 5s`."

    @pytest.mark.parametrize("door", ["command", "mention"])
    async def test_only_the_person_who_asked_chooses(self, world, door):
        shown = await ask(world, door, TWO)
        before = world.text(shown)
        said = "Only the person who asked can choose. Use `/score` for your own cards."
        for label in ("5♥ 5♦ 5♣ J♠ │ 5♠", "No"):
            result = await press(world, world.dan, shown, label)
            assert (result.ephemeral, world.text(result.response)) == (True, said)
        assert world.text(shown) == before

    async def test_the_count_that_is_asked_about_is_checked_after_the_choice(self, world):
        shown = await ask(world, "command", f"{TWO}, is it 20?")
        await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥ = 20")
        assert "20 is right." in world.text(shown)

    async def test_a_forged_choice_is_refused(self, world):
        shown = await ask(world, "command", TWO)
        player, snapshot = world.ids(shown)[0].split(":")[1], world.snapshot(shown)
        forged = ("", "x", "x:", "-1:", "²:5h", "x:5h 5d 5c js 5s", f"{player}:~H 5H5D", f"{player}:zounds")
        for custom_id in forged:
            (result,) = await world.late({"actor": world.cy, "message": snapshot, "custom_id": f"q2:{custom_id}"})
            assert result.ephemeral, custom_id
            assert "points" not in world.text(result.response)

    @pytest.mark.parametrize("with_pictures", [True])
    async def test_the_offer_has_no_picture_and_the_answer_has_one(self, world):
        for door in DOORS:
            shown = await ask(world, door, TWO)
            assert world.stored(shown).attachments == []
            await press(world, world.cy, shown, "6♥ 6♦ 6♣ 9♠ │ 9♥")
            assert len(world.stored(shown).attachments) == 1, door
            assert "20 points" in world.text(shown)


THE_OPEN_HAND = (
    *("5h 5d 5c js 5s", "5 5 5 j | 5", "5 5 5 n 5", "is the hand 5h 5d 5c js + 5s 28?", "crib: 5♥ 5♦ 5♣ J♠ │ 5♠"),
    *("5h 5d 5c js", "play 5 5 5", "score 5d 5h 5c jd 5s"),
)


async def play_to_the_show(world, name):
    await world.discard(name, ann="2D 4H", ben="2C 3D")
    await world.play_until(name, "show")


class TestAtTheOwnTable:
    """Ann deals; Ben holds the greatest hand, and after the play it is open to be declared."""

    @pytest.fixture
    async def name(self, world, stack):
        stack(FIVES, FIVES)
        return await world.sit_down(target=61)

    @pytest.fixture
    async def shown(self, world, name):
        await play_to_the_show(world, name)
        return name

    @pytest.mark.parametrize("door", DOORS)
    async def test_no_way_to_ask_helps_to_count_an_open_hand(self, world, shown, door):
        before = world.game(shown)
        for text in THE_OPEN_HAND if door in EITHER else THE_OPEN_HAND[:2]:
            for actor in (world.ann, world.ben):
                answer = await through(world, door, text, actor)
                assert "I can't help with a count in a game you're playing" in answer, text
                assert "[Tell me after the deal]" in answer
                assert "points" not in answer, text
        assert world.game(shown) == before

    @pytest.mark.parametrize("door", DOORS)
    async def test_others_are_told_where_the_players_do_not_read_it(self, world, shown, door):
        for text in THE_OPEN_HAND if door in EITHER else THE_OPEN_HAND[:2]:
            answer = await through(world, door, text, world.cy)
            if door in {"command", "mention"}:
                assert answer == (
                    "Players here still have to count their cards, so I don't answer about cards in this channel yet. "
                    "Ask me in a DM, or I can tell you after this deal.\n[Tell me after the deal]"
                ), text
            else:
                assert "points**" in answer, text
        assert "points**" in await through(world, door, "7c 8d 8h ks 9c", world.cy), "the hands are open by now"

    async def test_they_do_not_read_other_channels(self, world, shown, parlour):
        assert "points**" in await world.told(world.cy, "score", where=parlour, hand=THE_OPEN_HAND[0])
        assert "points**" in await world.say(world.cy, parlour, THE_OPEN_HAND[0])

    async def test_discards_from_an_open_hand_are_not_analysed_and_declared_counts_not_judged(self, world, shown):
        for text in ("5h 5d 5c js 2c 3d", "5 5 5 j 2 3"):
            assert "can't help with a count" in await through(world, "command", text, world.ben)
            assert "best discard" in await through(world, "private", text, world.cy)
        result = await world.command(world.ann, "score", hand="5h 5d 5c js 5s", declared="28")
        assert result.ephemeral
        assert "can't help with a count" in world.text(result.response)

    async def test_a_counted_hand_can_be_asked_about(self, world, shown):
        await world.declare(world.ben, shown, 29)
        for door in DOORS:
            assert "**29 points**" in await through(world, door, "5h 5d 5c js 5s", world.ann), door

    async def test_other_hands_can_always_be_asked_about(self, world, shown):
        for text in ("7c 8d 8h ks 9c", "7 8 8 k | 9", "play 7 8 9", "7c 8d 9h ks"):
            assert "points**" in await through(world, "private", text, world.ben), text
            assert "points**" in await through(world, "mention", f"score {text}", world.ben), text

    async def test_text_is_read_as_a_move_first(self, world, name):
        """After Ben's discard, numbers and single cards are wrong moves and not questions."""

        async def told(text):
            return await through(world, "private", text, world.ben)

        done = f"Done. Your game is in <#{world.channel.id}>."
        assert "Discard 2 different cards, not 4." in await told("5h 5d 5c js")
        assert "You can't play a card now" in await told("play 5h")
        assert await told("2c 3d") == done
        await world.lay(world.ann, name, "2D", "4H")
        assert "[Play 5♥]" in await told("play 5h 5d")
        assert await told("play 5h") == done
        await world.play_until(name, "show")
        before = world.game(name)
        assert "points**" not in await told("2 4 6 8")
        assert world.game(name) == before
        assert await told("29") == done

    @pytest.mark.parametrize("door", DOORS)
    async def test_players_get_no_help_with_their_own_discard(self, world, name, door):
        """Ben gets no answer about the six cards dealt to Ben, or a part of them, before the discard; others do."""
        texts = ("5h 5d 5c js 2c 3d", "5h 5d 5c js", "5h 5d 5c js 2c 3d at 110-104 dealer", "5 5 5 j 2 3")
        for text in (*texts, "5h 5d 5c js 4d 2c") if door in EITHER else texts[:2]:
            asked = f"score {text}"
            refused = await through(world, door, asked, world.ben)
            assert "I can't help with a discard" in refused, text
            assert "in hand" not in refused
            assert "points" not in refused
            answer = await through(world, door, asked, world.cy)
            aloud = door in {"command", "mention"}
            assert answer.startswith("Players here") if aloud else "help with a discard" not in answer, text
        await world.lay(world.ben, name, "2C", "3D")
        assert "Your hand is still in play" in await through(world, door, "score 5h 5d 5c js 2c 3d", world.ben)

    async def test_score_always_asks_a_question(self, world, name):
        for text, told in DATA["asked_by_score"]:
            assert told in await through(world, "private", f"score {text}", world.ben)
        assert world.game(name).view(1).laid == ()

    @pytest.mark.parametrize("door", DOORS)
    async def test_of_several_readings_those_that_may_be_answered_are_offered(self, world, shown, door):
        offer = await ask(world, door, f"score {TWO}", world.ben)
        assert "[No]" in world.text(offer)
        assert "5♥" not in world.text(offer)
        refused = await ask(world, door, "score mine 5h 5d 5c js 5s yours 5d 5h 5c js 5s", world.ben)
        assert "Tell me after the deal" in world.text(refused)
        assert not any(custom_id.startswith("q2:") for custom_id in world.ids(refused))

    async def test_text_that_is_not_a_move_is_a_question(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        for text, told in DATA["questions_in_the_play"]:
            for door in ("private", "mention"):
                assert (await through(world, door, text, world.ben)).startswith(told), text
        assert world.game(name).view(None).played == ()


async def test_readings_offered_before_a_game_are_judged_again_during_it(world, stack):
    offers = await ask(world, "private", TWO, world.ben), await ask(world, "mention", TWO)
    stack(FIVES, FIVES)
    await play_to_the_show(world, await world.sit_down(target=61))
    for actor, offer in zip((world.ben, world.cy), offers, strict=True):
        refused = await press(world, actor, offer, "5♥ 5♦ 5♣ J♠ │ 5♠")
        assert "Tell me after the deal" in world.text(refused.response)
        assert "[No]" in world.text(offer)
    await press(world, world.ben, offers[0], "6♥ 6♦ 6♣ 9♠ │ 9♥")
    assert "20 points" in world.text(offers[0])
