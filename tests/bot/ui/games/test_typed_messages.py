"""Typed messages: moves and hands, in private and to the bot by its name."""

import pytest

from tests.support.stacked_packs import DULL, FIVES


@pytest.fixture
async def name(world, stack):
    """Start a game in private in which both have to discard."""
    stack(DULL, DULL, DULL)
    invitation = (await world.invite(place="dm", target=61)).response
    await world.press(world.ben, invitation, "accept")
    return next(iter(world.bot.context.tables._open))


@pytest.fixture
async def here(world, stack):
    """Start a game in the channel in which both have to discard."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(target=61)


class TestInPrivate:
    async def test_a_whole_deal(self, world, name):
        for actor, text in (
            (world.ann, "lay 2d 4h"),
            (world.ben, "2♣ 4♦"),
            (world.ben, "10c"),
            (world.ann, "6"),
            (world.ben, "play the queen of diamonds"),
            (world.ann, "td"),
            (world.ben, "8s"),
            (world.ann, "8C"),
            (world.ben, "6h"),
            (world.ann, "qh"),
            (world.ben, "0"),
            (world.ann, "nothing"),
        ):
            assert await world.whisper(actor, text) == "", text
        assert await world.whisper(world.ann, "fifteen two, and a pair is four") == ""
        assert world.game(name).view(None).deal == 2
        for player in (world.ann, world.ben):
            text = world.text(world.table_in(world.dm(player)))
            assert "Ann's crib `2♣︎` `2♦︎` `4♦︎` `4♥︎` with `K♠︎`: counted **4**. Correct!" in text

    async def test_the_table_is_sent_again_below_the_typed_message(self, world, name):
        await world.whisper(world.ann, "2d 4h")
        texts = world.texts(world.dm(world.ann))
        assert texts[-1].startswith("**Ben:** discard")
        assert texts[-2] == "2d 4h"
        assert sum("discard 2 cards" in text for text in texts) == 1

    async def test_refused_discards(self, world, name):
        before = world.game(name)
        for text, words in (
            ("3c 4h", "You don't have 3♣︎. Choose a card from your own hand."),
            ("2d", "Discard 2 different cards, not 1."),
            ("2d 4h 6s", "Discard 2 different cards, not 3."),
            ("2d 2d", "You typed 2♦︎ twice"),
            ("go", "You can only say go during the play. Please type the 2 cards to discard"),
            ("12", "'12'"),
            ("play 2d", "You can't play a card now. Please type the 2 cards to discard"),
            ("declare 12", "You can't count now. Please type the 2 cards to discard"),
            ("satisfied", "The bot checks every count"),
            ("resign", "Use `/resign` to give up"),
            ("hello", "'hello'"),
            ("?", "'?'"),
            ("\U0001f921" * 900, "isn't a move"),
            ("2d 4h " * 300, "twice"),
            ("zz " * 600, "isn't a move"),
        ):
            answer = await world.whisper(world.ann, text)
            assert words in answer, text
            assert len(answer) < 400, text
        assert world.game(name) == before

    async def test_what_cannot_be_played(self, world, name):
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        before = world.game(name)
        for text, words in (
            ("2c", "You don't have 2♣︎. Choose a card from your own hand."),
            ("k", "You don't have a king"),
            ("10c qd", "Which do you mean?\n[Play 10♣︎]\n[Play Q♦︎]\n[No]"),
            ("go", "You can't say go: you have a playable card."),
            ("31 for 2", "isn't a move"),
            ("lay 10c qd", "You can't discard now. Please type a card"),
            ("12", "'12'"),
        ):
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
        await world.hurry(name, lambda table: table.view(None).stage == "show")
        before = world.game(name)
        for text, words in (
            ("30", "No hand is worth 30. Choose a number from 0 to 29."),
            ("-3", "couldn't read '-3'"),
            ("fifteen", "[Count 2]\n[Count 15]"),
            ("nineteen", "[Count 0]\n[Count 19]"),
            ("fifteen two, fifteen four, and a run", "[Count 7]\n[Count 8]\n[Count 9]"),
            ("many", "couldn't read 'many'"),
        ):
            assert words in await world.whisper(world.ben, text), text
        assert world.game(name) == before

    async def test_out_of_turn(self, world, name):
        await world.lay(world.ann, name, "2D", "4H")
        assert "You have already discarded" in await world.whisper(world.ann, "2d 4h")
        await world.lay(world.ben, name, "2C", "4D")
        assert "It's not your turn to play" in await world.whisper(world.ann, "6s")
        await world.hurry(name, lambda table: table.view(None).stage == "show")
        assert "It's not your turn to count" in await world.whisper(world.ann, "12")

    async def test_in_two_games_at_once(self, world, name, stack):
        await world.against_robot("easy")
        answer = await world.whisper(world.ann, "2d 4h")
        assert "It's your turn in several games" in answer
        assert "**29 points**" in await world.whisper(world.ann, "5h 5d 5c js 5s")

    async def test_the_game_in_private_is_meant_before_one_in_a_channel(self, world, here):
        name = await world.against_robot("easy")
        lowest = " ".join(sorted(map(str, world.game(name).view(0).hand))[:2])
        assert await world.whisper(world.ann, lowest) == ""
        assert world.game(here).view(0).laid == ()

    async def test_a_game_in_a_channel_is_played_from_private_too(self, world, here):
        assert await world.whisper(world.ann, "2d 4h") == f"Done. Your game is in <#{world.channel.id}>."
        assert world.text(world.public(here)).startswith("**Ben:** discard")

    async def test_open_cards_of_the_show_are_not_counted_for_players(self, world, stack):
        stack(FIVES, FIVES)
        name = await world.sit_down(target=61)
        await world.discard(name, ann="2D 4H", ben="2C 3D")
        await world.hurry(name, lambda table: table.view(None).stage == "show")
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
        for text, words in (
            ("5h 5d 5c", "Type 4 cards and the starter"),
            ("5h", "Type 4 cards and the starter"),
            ("hello there", "Type a hand such as"),
            ("hi", "Type a hand such as"),
            ("what can you do?", "Type a hand such as"),
            ("5h hello zounds", "Type 4 cards and the starter"),
            ("12", "Type a hand such as"),
        ):
            assert words in await world.whisper(world.cy, text), text
        assert "Type a hand such as" in await world.say(world.cy, world.channel, "")


class TestByItsName:
    async def test_a_move(self, world, here):
        await world.discard(here, ann="2D 4H", ben="2C 4D")
        assert await world.say(world.ben, world.channel, "6h") == ""
        assert world.text(world.public(here)).startswith("**Ann:** your turn")
        assert world.texts(world.channel)[-1].startswith("**Ann:** your turn")

    async def test_a_count_and_not_out_of_turn(self, world, here):
        await world.hurry(here, lambda table: table.view(None).stage == "show")
        before = world.game(here)
        assert await world.say(world.ann, world.channel, "12") != ""
        assert world.game(here) == before
        assert await world.say(world.ben, world.channel, "12") == ""
        assert "said 12, really **0**" in world.text(world.public(here))

    async def test_a_hand(self, world):
        assert "**29 points**" in await world.say(world.cy, world.channel, "5h 5d 5c js 5s")

    async def test_not_without_the_name_nor_by_a_spectator_nor_in_another_channel(self, world, here):
        other, before = world.guild.create_text_channel("elsewhere"), world.game(here)
        await world.env.settle()
        texts = world.texts(world.channel)
        await world.ann.send(world.channel, "2d 4h")
        assert world.texts(world.channel) == [*texts, "2d 4h"]
        assert await world.say(world.cy, world.channel, "2d 4h") != ""
        assert await world.say(world.ann, other, "2d 4h") != ""
        assert world.game(here) == before

    async def test_in_a_thread(self, world, stack):
        stack(DULL)
        name = await world.sit_down(place="thread")
        await world.discard(name, ann="2D 4H", ben="2C 4D")
        assert await world.say(world.ben, world.thread(), "6h") == ""
        assert world.text(world.public(name)).startswith("**Ann:** your turn")

    async def test_replies_ping_nobody(self, world, here):
        await world.say(world.cy, world.channel, "@everyone 5h")
        reply = world.shown(world.channel)[-1]
        assert world.pinged(reply) == []
        assert not world.stored(reply).mention_everyone


@pytest.mark.parametrize("chat", [5, 6])
async def test_after_six_messages_the_table_is_sent_again(world, here, chat):
    """Before that it is edited; chat alone moves nothing."""
    old, panel = world.public(here), await world.panel(world.ann, here)
    for number in range(chat):
        await world.cy.send(world.channel, f"nice weather {number}")
    assert world.public(here).id == old.id
    await world.lay(world.ann, here, "2D", "4H", panel=panel)
    new = world.public(here)
    assert (new.id != old.id) == (chat == 6)
    assert (world.shown(world.channel)[-1].id == new.id) == (chat == 6)
    assert sum("discard 2 cards" in text for text in world.texts(world.channel)) == 1
