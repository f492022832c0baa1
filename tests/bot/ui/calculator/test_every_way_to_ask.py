"""Questions about cards in every way to ask: the command, private messages, the bot's name, and the message menu."""

import pytest

from tests.support.stacked_packs import Deal

FIVES = Deal("5H 5D 5C JS 2C 3D", "2D 4H 6S 8C TD QH", "5S")
"""The pone, Ben, can keep the greatest hand."""

DOORS = ("command", "private", "mention", "menu")

THANKS = "Type a hand such as `5h 5d 5c js 5s` to have it counted, or start a game with `/play`."


async def through(world, door, text, actor=None):
    """Return the bot's answer to a question that is asked in this way."""
    actor = actor or world.cy
    match door:
        case "command":
            result = await world.command(actor, "score", hand=text)
        case "private":
            return await world.whisper(actor, text)
        case "mention":
            return await world.say(actor, world.channel, text)
        case "menu":
            posted = await world.dan.send(world.channel, text)
            result = await actor.context_menu(world.channel, "Score this hand", posted)
            assert result.ephemeral
    return world.text(result.response)


def plainly(answer):
    """Return an answer without the characters that keep black suits visible."""
    return answer.replace("\N{VARIATION SELECTOR-15}", "")


EVERY_KIND = [
    ("7c 8d 8h ks | 9c", "`7♣ 8♦ 8♥ K♠ │ 9♣`: **12 points**.\nFifteen two, fifteen four, and eight for double run"),
    ("2h 2d 4s | 3c", "`2♥ 2♦ 4♠ │ 3♣`: **8 points**.\nEight for double run."),
    ("2h 4h 6h 8h ks crib", "`crib: 2♥ 4♥ 6♥ 8♥ │ K♠`: **0 points**.\nNothing"),
    ("5h 5d 5c js", "`5♥ 5♦ 5♣ J♠`: **14 points** now, without a starter."),
    ("4h 5d 5c 6s jd td", "`4♥ 5♦ 5♣ 6♠ J♦ 10♦`: two of six to lay away.\nAs dealer lay away **J♦ 10♦**"),
    ("8 J 6 5 A A (31-4)", "`play: 8 J 6 5 A A`: **4 points** for A, the last card, at 31.\n4 is right"),
    ("5 5 5 j | 5", "`5 5 5 J │ 5`: **28 points**, or **29** with the right jack."),
    ("is 5h 5d 5c js + 5s 28?", "`5♥ 5♦ 5♣ J♠ │ 5♠`: **29 points**."),
]


@pytest.mark.parametrize("door", DOORS)
async def test_every_kind_of_question(world, door):
    for text, told in EVERY_KIND:
        assert plainly(await through(world, door, text)).startswith(told), text


@pytest.mark.parametrize("door", DOORS)
async def test_every_way_to_ask_names_the_unreadable_piece(world, door):
    for text, told in (
        ("1h 2h 3h 4h 5h", "Is '1h' an ace (AH) or a ten (10H)?"),
        ("5h 5h 5c js 5s", "You typed 5♥ twice. Did you mean 5D?"),
        ("5h 5d 5c j 5s", "'j' has no suit. Did you mean JC, JD, JH or JS?"),
        ("5h 5d 5c", "That's 3 card"),
        ("5h 5d 5c js | 5s zounds", "I couldn't read 'zounds'"),
    ):
        assert plainly(await through(world, door, text)).startswith(told), text


async def test_refusals_are_private(world):
    for options in ({"hand": "1h 2h 3h 4h 5h"}, {"hand": "5h 5d 5c js 5s", "declared": "many"}):
        assert (await world.command(world.cy, "score", **options)).ephemeral


async def test_an_answer_in_a_channel_pings_no_one(world):
    await through(world, "mention", f"<@{world.ann.id}> is 5h 5d 5c js 5s 28? @everyone")
    reply = world.shown(world.channel)[-1]
    assert "29 points" in world.text(reply)
    assert world.pinged(reply) == []


class TestWorkedAnswers:
    async def test_the_greatest_hand(self, world):
        assert plainly(await through(world, "command", "5h 5d 5c js 5s")).splitlines()[2:] == [
            "The greatest hand there is; many play all their lives and never hold it.",
            "-# Fifteen: J♠ 5♠ - 2, making 2",
            "-# Fifteen: J♠ 5♥ - 2, making 4",
            "-# Fifteen: J♠ 5♦ - 2, making 6",
            "-# Fifteen: J♠ 5♣ - 2, making 8",
            "-# Fifteen: 5♠ 5♥ 5♦ - 2, making 10",
            "-# Fifteen: 5♠ 5♥ 5♣ - 2, making 12",
            "-# Fifteen: 5♠ 5♦ 5♣ - 2, making 14",
            "-# Fifteen: 5♥ 5♦ 5♣ - 2, making 16",
            "-# Double pair royal: 5♣ 5♦ 5♥ 5♠ - 12, making 28",
            "-# One for his nobs: J♠ - 1, making 29",
            "-# The last card is the starter; with 5♥ or 5♦ or 5♣ or J♠ instead, 28.",
            "-# 1 hand in 3,248,700 counts 29 (4 of 12,994,800); 0% count more and 99.99997% less.",
        ]

    async def test_nothing_is_nineteen(self, world):
        assert 'a hand of nothing is called "nineteen"' in await through(world, "private", "2h 4d 6c 8s kh")

    async def test_four_cards_with_every_starter(self, world):
        lines = plainly(await through(world, "private", "5♥ 5♦ 5♣ J♠")).splitlines()
        assert lines[2:7] == [
            "With the starter **16.54** on average, from 14 to 29:",
            "- **29** with 1 of 48 starters (2.1%): 5♠",
            "- **22** with 3 of 48 starters (6.2%): J",
            "- **21** with 3 of 48 starters (6.2%): 10♠ Q♠ K♠",
            "- 20 with 9, 15 with 8, 14 with 24",
        ]

    async def test_six_cards_as_dealer_and_as_pone(self, world):
        text = plainly(await through(world, "mention", "which two do I throw from 4h 5d 5c 6s jd td"))
        assert text.splitlines()[1:4] == [
            "As dealer lay away **J♦ 10♦** and keep 4♥ 5♦ 5♣ 6♠: 15.96 in hand + 4.28 in the crib = **20.24**.",
            "-# Next 5♦ J♦: 9.57 in hand + 6.69 in the crib = **16.25**",
            "-# Next 5♣ J♦: 9.57 in hand + 6.64 in the crib = **16.21**",
        ]
        assert "As pone lay away **J♦ 10♦** and keep 4♥ 5♦ 5♣ 6♠: 15.96 in hand - 4.99 in the crib" in text

    async def test_the_play_card_by_card(self, world):
        assert plainly(await through(world, "private", "play k q 9 5 5")).splitlines() == [
            "`play: K Q 9 5 5`: **2 points** for 5, the last card, at 10.",
            "-# K: 10",
            "-# Q: 20",
            "-# 9: 29 - go 1",
            "-# 5: the count begins anew, 5",
            "-# 5: 10 - pair 2",
            "-# One more for a go or the last card, if nobody can add to it.",
        ]
        assert "The count is 31, not 30" in await through(world, "private", "8 J 6 5 A A (30-4)")
        assert "unless a go or the last card brings one more" in await through(world, "private", "play 7 8 = 2")

    async def test_without_suits_the_possible_totals(self, world):
        text = await through(world, "private", "5 6 7 j 8")
        assert text.startswith(
            "`5 6 7 J │ 8`: **8 points**, or **9** with the right jack, or **12** with a flush of four, or **14** with "
            "a flush of five and the right jack.\nFifteen two, fifteen four, and a run of four is eight."
        )
        assert "-# The last card is the starter." in text
        assert "starter" not in await through(world, "private", "5 6 7 j | 8")
        assert "nothing is called" in await through(world, "private", "9h 2 qd 8c kc")
        assert "Without suits no flush is counted." in await through(world, "private", "4 5 5 6 j 10")

    async def test_four_ranks(self, world):
        assert (await through(world, "private", "2 4 6 8")).splitlines()[2:] == [
            "With the starter **2.92** on average, from 0 to 7, by the ranks alone:",
            "- **7** with 12 of 48 starters (25.0%): 3 5 7",
            "- **4** with 8 of 48 starters (16.7%): A 9",
            "- **2** with 12 of 48 starters (25.0%): 2 4 6 8",
            "- **0** with 16 of 48 starters (33.3%): 10 J Q K",
            "A flush would add 4, and one more with the starter.",
        ]
        assert "would add 1 for his nobs" in await through(world, "private", "2 4 6 j")


class TestClaims:
    @pytest.mark.parametrize(
        ("declared", "judged"),
        [
            ("12", "12 is right; to challenge it would cost two (law 20)."),
            ("14", "14 is two too many: by law 19 the adversary may put it back to 12 and take the two over."),
            ("8", "8 is four too few, for it is 12: what is overlooked is lost, or where muggins is played the"),
            ("fifteen two, fifteen four, and a double run is twelve", "12 is right"),
            ("19", "No hand at all counts 19."),
        ],
    )
    async def test_a_count_declared_as_an_option(self, world, declared, judged):
        text = await world.told(world.cy, "score", hand="7c 8d 8h ks 9c", declared=declared)
        assert f"\n{judged}" in text
        assert text.startswith("`7♣")

    async def test_a_count_declared_twice_is_refused(self, world):
        result = await world.command(world.cy, "score", hand="is 7c 8d 8h ks 9c 12?", declared="14")
        assert result.ephemeral
        assert "You gave two counts" in world.text(result.response)

    @pytest.mark.parametrize("door", DOORS)
    async def test_a_count_declared_in_words(self, world, door):
        text = await through(world, door, "is 5h 5d 5c js + 5s 28?")
        assert "28 is one too few, for it is 29" in text


class TestTheMenu:
    @pytest.mark.parametrize(
        "posted",
        [
            "||5h 5d 5c js 5s||",
            "> 5h 5d 5c js 5s",
            "**5h 5d 5c js** | 5s",
            "<@123456789012345678> 5h 5d 5c js 5s",
            "look at this\n5h 5d 5c js | 5s\nnever seen before",
            "I held `5h 5d 5c js 5s`, as one does",
            "5<:hearts:123456789012345678> 5:diamonds: 5:clubs: j:spades: | 5:spades:",
        ],
    )
    async def test_discord_markup_is_ignored(self, world, posted):
        assert plainly(await through(world, "menu", posted)).startswith("`5♥ 5♦ 5♣ J♠ │ 5♠`: **29 points**")

    async def test_the_bots_own_answer(self, world):
        shown = await world.command(world.cy, "score", hand="7c 8d 8h ks 9c")
        again = await world.ann.context_menu(world.channel, "Score this hand", shown.response)
        assert world.text(again.response) == world.text(shown.response)

    async def test_two_hands_are_not_answered(self, world):
        for posted in (
            "mine\n5h 5d 5c js 5s\nyours\n6h 6d 6c 9s 9h",
            "`7c 8d 8h ks 9c` or `5h 5d 5c js 5s`?\n6h 6d 6c 9s 9h",
        ):
            assert "points" not in await through(world, "menu", posted)


class TestProse:
    @pytest.mark.parametrize("text", ["hello there", "thanks, as always", "can two people play?", "as ad js!"])
    async def test_ordinary_text_is_not_a_hand(self, world, text):
        assert await through(world, "mention", text) == THANKS

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("kd qd jd", "That's 3 card"),
            ("5h please", "That's 1 card"),
            ("five of hearts, five of clubs, ten of spades, jack of dimonds", "I couldn't read 'dimonds'"),
        ],
    )
    async def test_a_mistyped_hand_is_explained(self, world, text, told):
        assert (await through(world, "mention", text)).startswith(told)

    async def test_messages_to_others_are_not_answered(self, world):
        before = len(world.shown(world.channel))
        for text in ("as ad js ks ah", "5h 5d 5c js 5s", "is 5h 5d 5c js + 5s 28?"):
            await world.cy.send(world.channel, text)
        assert len(world.shown(world.channel)) == before + 3


THE_OPEN_HAND = (
    "5h 5d 5c js 5s",
    "5 5 5 j | 5",
    "5 5 5 n 5",
    "is the hand 5h 5d 5c js + 5s 28?",
    "crib: 5♥ 5♦ 5♣ J♠ │ 5♠",
    "5h 5d 5c js",
    "play 5 5 5",
    "score 5d 5h 5c jd 5s",
)


class TestAtTheOwnTable:
    """Ann deals; Ben holds the greatest hand, and after the play it is open to be declared."""

    @pytest.fixture
    async def name(self, world, stack):
        stack(FIVES, FIVES)
        return await world.sit_down(target=61)

    @pytest.fixture
    async def shown(self, world, name):
        """Return the same game at the show."""
        await world.lay(world.ann, name, "2D", "4H")
        await world.lay(world.ben, name, "2C", "3D")
        await world.play_until(name, "show")
        return name

    @pytest.mark.parametrize("door", DOORS)
    async def test_no_way_to_ask_helps_to_count_an_open_hand(self, world, shown, door):
        before = world.game(shown)
        for text in THE_OPEN_HAND:
            for actor in (world.ann, world.ben):
                answer = await through(world, door, text, actor)
                assert "a player is not entitled to any assistance in reckoning (law 19)" in answer, text
                assert "points" not in answer, text
            assert "points**" in await through(world, door, text, world.cy), text
        assert world.game(shown) == before

    async def test_discards_from_an_open_hand_are_not_analysed(self, world, shown):
        for text in ("5h 5d 5c js 2c 3d", "5 5 5 j 2 3"):
            assert "law 19" in await through(world, "command", text, world.ben)
            assert "two of six to lay away" in await through(world, "command", text, world.cy)

    async def test_a_declared_count_for_an_open_hand_is_refused(self, world, shown):
        result = await world.command(world.ann, "score", hand="5h 5d 5c js 5s", declared="28")
        assert result.ephemeral
        assert "law 19" in world.text(result.response)

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
        for text, told in (
            ("5h 5d 5c js", "Discard 2 different cards, not 4."),
            ("play 5h", "You can't play a card now"),
        ):
            assert told in await through(world, "private", text, world.ben), text
        assert await through(world, "private", "2c 3d", world.ben) == ""
        await world.lay(world.ann, name, "2D", "4H")
        assert "is not one card" in await through(world, "private", "play 5h 5d", world.ben)
        assert await through(world, "private", "play 5h", world.ben) == ""
        await world.play_until(name, "show")
        before = world.game(name)
        assert "points**" not in await through(world, "private", "2 4 6 8", world.ben)
        assert world.game(name) == before
        assert await through(world, "private", "29", world.ben) == ""

    @pytest.mark.parametrize("door", DOORS)
    async def test_players_get_no_help_with_their_own_discard(self, world, name, door):
        """Ben gets no answer about the six cards dealt to Ben, or a part of them, before the discard; others do."""
        for text in ("5h 5d 5c js 2c 3d", "5 5 5 j 2 3", "5h 5d 5c js 4d 2c", "5h 5d 5c js"):
            asked = f"score {text}"
            refused = await through(world, door, asked, world.ben)
            assert "what to keep is for you to judge" in refused, text
            assert "in hand" not in refused
            assert "points" not in refused
            assert "what to keep" not in await through(world, door, asked, world.cy), text
        await world.lay(world.ben, name, "2C", "3D")
        assert "two of six" in await through(world, door, "score 5h 5d 5c js 2c 3d", world.ben)

    async def test_score_always_asks_a_question(self, world, name):
        assert "for you to judge" in await through(world, "private", "score 5h 5d 5c js", world.ben)
        assert "**12 points**" in await through(world, "private", "score 7c 8d 8h ks 9c", world.ben)
        assert "for 5♥, the last card" in plainly(await through(world, "private", "score play 5h", world.ben))
        assert world.game(name).view(1).laid == ()

    async def test_text_that_is_not_a_move_is_a_question(self, world, name):
        await world.lay(world.ann, name, "2D", "4H")
        await world.lay(world.ben, name, "2C", "3D")
        for text, told in (
            ("play 8 j 6 5", "`play: 8 J 6 5`: **0 points**"),
            ("is 7c 8d 8h ks + 9c 12?", "`7♣ 8♦ 8♥ K♠ │ 9♣`: **12 points**"),
            ("7 8 8 k | 9 please", "`7 8 8 K │ 9`: **12 points**"),
        ):
            assert plainly(await through(world, "private", text, world.ben)).startswith(told), text
            assert plainly(await through(world, "mention", text, world.ben)).startswith(told), text
        assert world.game(name).view(None).played == ()
