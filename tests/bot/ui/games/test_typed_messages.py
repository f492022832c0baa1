"""Typed messages: moves and hands, in private and to the bot by its name."""

import pytest

from tests.support.data_files import data_beside
from tests.support.po_files import language
from tests.support.stacked_packs import DULL, FIVES, Deal

DATA = data_beside(__file__)

CLUBS_OR_HEARTS = Deal("2C 4D 5H 5C TC QD", "2D 4H 6S 8C TD QH", "KS")
"""Ben is the pone, for Ann cuts the ace."""

GERMAN, FRENCH, SPANISH = (language(code, {}) for code in ("de", "fr", "es"))


@pytest.fixture
async def name(world, stack):
    """Start a game in private in which both have to discard."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(place="dm", target=61)


class TestInPrivate:
    async def test_a_whole_deal(self, world, name):
        for actor, text in DATA["deal"]:
            assert await world.whisper(getattr(world, actor), text) == "", text
        assert await world.whisper(world.ann, "fifteen two, and a pair is four") == ""
        assert world.game(name).view(None).deal == 2
        for player in (world.ann, world.ben):
            text = world.text(world.table_in(world.dm(player)))
            assert "Ann's crib `2♣︎` `2♦︎` `4♦︎` `4♥︎` with `K♠︎`: counted **4**. Correct!" in text

    async def test_the_table_is_sent_again_below_the_typed_message(self, world, name):
        await world.whisper(world.ann, "2d 4h")
        texts = world.texts(world.dm(world.ann))
        assert texts[-1].startswith("You discarded. Waiting for Ben")
        assert texts[-2] == "2d 4h"
        assert sum("to discard." in text for text in texts) == 1

    async def test_refused_discards(self, world, name):
        before = world.game(name)
        endless = (("\U0001f921" * 900, "isn't a move"), ("2d 4h " * 300, "twice"), ("zz " * 600, "isn't a move"))
        for text, words in (*DATA["discards"], *endless):
            answer = await world.whisper(world.ann, text)
            assert words in answer, text
            assert len(answer) < 400, text
        assert world.game(name) == before

    async def test_what_cannot_be_played(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        before = world.game(name)
        for text, words in DATA["plays"]:
            assert words in await world.whisper(world.ben, text), text
        assert world.game(name) == before

    async def test_a_card_that_does_not_come_in(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        for actor, card in ((world.ben, "TC"), (world.ann, "8C"), (world.ben, "6H")):
            await world.play(actor, name, card)
        answer = await world.whisper(world.ann, "10d")
        assert "would make 34, which is over 31. Play a lower card." in answer
        assert world.game(name).view(None).count == 24

    async def test_what_cannot_be_declared(self, world, name):
        await world.hurry(name)
        before = world.game(name)
        for text, words in DATA["counts"]:
            assert words in await world.whisper(world.ben, text), text
        assert world.game(name) == before

    async def test_out_of_turn(self, world, name):
        await world.lay(world.ann, name, "2D", "4H")
        assert "You have already discarded" in await world.whisper(world.ann, "2d 4h")
        await world.lay(world.ben, name, "2C", "4D")
        assert "It's not your turn to play" in await world.whisper(world.ann, "6s")
        await world.hurry(name)
        assert "It's not your turn to count" in await world.whisper(world.ann, "12")

    async def test_in_two_games_at_once(self, world, name, stack):
        await world.against_robot("easy")
        answer = await world.whisper(world.ann, "2d 4h")
        assert "It's your turn in several games" in answer
        assert "**29 points**" in await world.whisper(world.ann, "5h 5d 5c js 5s")

    async def test_the_game_in_private_is_meant_before_one_in_a_channel(self, world, discarding):
        name = await world.against_robot("easy")
        lowest = " ".join(sorted(map(str, world.game(name).view(0).hand))[:2])
        assert await world.whisper(world.ann, lowest) == ""
        assert world.game(discarding).view(0).laid == ()

    async def test_open_cards_of_the_show_are_not_counted_for_players(self, world, stack):
        stack(FIVES, FIVES)
        name = await world.sit_down(target=61)
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.hurry(name)
        for hand in ("5h 5d 5c js 5s", "5s 5h 5d 5c js", "js 5s 5c 5d 5h"):
            for asker in (world.ann, world.ben):
                answer = await world.whisper(asker, hand)
                assert "can't help with a count" in answer
        anns = "6s 8c td qh 5s"
        assert "can't help with a count" in await world.whisper(world.ann, anns)
        assert world.asked(name) == [world.ben]
        await world.declare(world.ben, name, 29)
        assert "**29 points**" in await world.whisper(world.ann, "5h 5d 5c js 5s")
        assert "can't help with a count" in await world.whisper(world.ann, anns)
        await world.declare(world.ann, name)
        assert "points**" in await world.whisper(world.ann, anns)
        assert "can't help with a count" in await world.whisper(world.ann, "crib 2d 4h 2c 3d 5s")


class TestAHandToBeCounted:
    async def test_by_one_who_plays_nothing(self, world):
        answer = await world.whisper(world.cy, "5h 5d 5c js 5s")
        assert answer.startswith("**29 points**: `5♥︎ 5♦︎ 5♣︎ J♠︎ │ 5♠︎`")
        assert "Pairs: 6 for 12 (double pair royal)" in answer
        for text in ("score 5h 5d 5c js 5s", "/score 5h 5d 5c js 5s", "Score: 5h 5d 5c js 5s"):
            assert "**29 points**" in await world.whisper(world.cy, text)

    async def test_what_is_no_hand(self, world):
        for text, words in DATA["no_hands"]:
            assert words in await world.whisper(world.cy, text), text
        assert "Type a hand such as" in await world.say(world.cy, world.channel, "")


class TestByItsName:
    async def test_a_move(self, world, discarding):
        await world.discard(discarding, ann="2D 4H", ben="2C 4D")
        assert await world.say(world.ben, world.channel, "6h") == ""
        assert world.text(world.public(discarding)).startswith("**Ann:** your turn")
        assert world.texts(world.channel)[-1].startswith("**Ann:** your turn")

    async def test_a_count_and_not_out_of_turn(self, world, discarding):
        await world.hurry(discarding)
        before = world.game(discarding)
        assert await world.say(world.ann, world.channel, "12") != ""
        assert world.game(discarding) == before
        assert await world.say(world.ben, world.channel, "12") == ""
        assert "said 12, really **0**" in world.text(world.public(discarding))

    async def test_not_without_the_name_nor_by_a_spectator_nor_in_another_channel(self, world, discarding):
        other, before = world.guild.create_text_channel("elsewhere"), world.game(discarding)
        await world.env.settle()
        texts = world.texts(world.channel)
        await world.ann.send(world.channel, "2d 4h")
        assert world.texts(world.channel) == [*texts, "2d 4h"]
        assert await world.say(world.cy, world.channel, "2d 4h") != ""
        assert await world.say(world.ann, other, "2d 4h") != ""
        assert world.game(discarding) == before

    async def test_in_a_thread(self, world, stack):
        stack(DULL)
        name = await world.sit_down(place="thread")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        assert await world.say(world.ben, world.thread(), "6h") == ""
        assert world.text(world.public(name)).startswith("**Ann:** your turn")

    async def test_replies_ping_nobody(self, world, discarding):
        await world.say(world.cy, world.channel, "@everyone 5h")
        reply = world.shown(world.channel)[-1]
        assert world.pinged(reply) == []
        assert not world.stored(reply).mention_everyone


@pytest.mark.parametrize("chat", [5, 6])
async def test_after_six_messages_the_table_is_sent_again(world, discarding, chat):
    """Before that it is edited; chat alone moves nothing."""
    old, panel = world.public(discarding), await world.panel(world.ann, discarding)
    for number in range(chat):
        await world.cy.send(world.channel, f"nice weather {number}")
    assert world.public(discarding).id == old.id
    await world.lay(world.ann, discarding, "2D", "4H", panel=panel)
    new = world.public(discarding)
    assert (new.id != old.id) == (chat == 6)
    assert (world.shown(world.channel)[-1].id == new.id) == (chat == 6)
    assert sum("discard 2 cards" in text for text in world.texts(world.channel)) == 1


class TestOtherLanguages:
    """What players type to the bot in their own language: moves, counts and questions, in DMs, channels and forms."""

    @pytest.fixture
    def private(self, world, stack):
        """Start a game in private in which both have to discard; everybody reads one language."""

        async def start(known, *deals):
            world.bot.languages.known = {"en": known}
            stack(*deals)
            return await world.sit_down(place="dm", target=61)

        return start

    async def test_a_whole_deal_in_german(self, world, private):
        name = await private(GERMAN, DULL, DULL)
        for actor, text in DATA["german_deal"]:
            assert await world.whisper(getattr(world, actor), text) == "", text
        assert await world.whisper(world.ann, "fünfzehn zwei und ein Paar macht vier") == ""
        assert world.game(name).view(None).deal == 2
        assert "`10♣" in world.text(world.table_in(world.dm(world.ann)))

    async def test_an_unclear_letter_is_asked_about_and_never_guessed(self, world, private):
        name = await private(FRENCH, CLUBS_OR_HEARTS, DULL)
        reply = await world.whisper(world.ben, "5C et la dame de carreau")
        assert world.game(name).view(1).laid == ()
        assert "5♥" in reply
        assert "5♣" in reply

    async def test_english_is_read_from_everybody(self, world, private):
        name = await private(SPANISH, DULL, DULL)
        assert await world.whisper(world.ben, "discard 2c and the four of diamonds") == ""
        assert len(world.game(name).view(1).laid) == 2

    async def test_who_chose_english_types_english_alone(self, world, private):
        name = await private(GERMAN, DULL, DULL)
        world.bot.languages.known = {"de": GERMAN}
        assert await world.whisper(world.ben, "zwei und vier") != ""
        assert world.game(name).view(1).laid == ()

    async def test_each_types_their_own_language_and_who_has_none_the_servers(self, world, stack):
        stack(DULL, DULL)
        world.bot.languages.known = {"de": GERMAN, "fr": FRENCH}
        name = await world.sit_down(target=61)
        world.bot.languages.choose(world.ann.id, "de")
        world.bot.languages.choose(world.ben.id, "fr")
        assert "[My hand]" in await world.say(world.ann, world.channel, "Karo 2 und Herz 4")
        assert "[My hand]" in await world.say(world.ben, world.channel, "2 de trèfle et 4 de carreau")
        assert world.game(name).view(None).stage == "lay_away"
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        await world.say(world.ben, world.channel, "6 de cœur")
        await world.say(world.ann, world.channel, "Pik 6")
        assert world.game(name).view(None).count > 6

    async def test_questions_are_answered(self, world):
        world.bot.languages.known = {"de": GERMAN}
        world.bot.languages.choose(world.ann.id, "de")
        reply = await world.say(world.ann, world.channel, "wie viel zählt Herz 5, Karo 5, Kreuz 5, Pik Bube und Pik 5?")
        assert "29" in reply

    async def test_a_hand_and_a_claim(self, world):
        world.bot.languages.known = {"en": FRENCH}
        told = await world.told(
            world.ann,
            "score",
            hand="5 de cœur 5 de carreau 5 de trèfle valet de pique 5 de pique",
            declared="vingt-huit",
        )
        assert "29" in told
        assert "V♠" in told

    async def test_a_count_in_the_form_of_practice(self, world):
        world.bot.languages.known = {"en": SPANISH}
        dealt = await world.command(world.ann, "practice", what="hand", level="club")
        form = await world.press(world.ann, dealt.response, "count")
        answered = await world.ann.submit_modal(form, {"count": "quince dos y una pareja son cuatro"})
        assert "4" in world.text(answered.response)
