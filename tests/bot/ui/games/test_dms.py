"""Games in private messages: each player in their own, both kept alike."""

import pytest
from simcord.components import walk_components

from tests.support.stacked_packs import DULL

ANNS, BENS = "`2♦︎` `4♥︎` `6♠︎` `8♣︎` `10♦︎` `Q♥︎`", "`2♣︎` `4♦︎` `6♥︎` `8♠︎` `10♣︎` `Q♦︎`"


@pytest.fixture
async def name(world, stack):
    """Start a game of Ann and Ben in private, agreed in the channel, in which both have to discard."""
    stack(DULL, DULL, DULL)
    return await world.sit_down(place="dm", target=61)


def at(world, actor):
    """The table in a player's private messages."""
    return world.table_in(world.dm(actor))


def shown(world, actor):
    """What a player reads on the table in their private messages."""
    return world.text(at(world, actor))


async def test_each_sees_their_own_hand_and_the_seal(world, name):
    assert shown(world, world.ann).startswith("**Discard 2 cards** to your crib.")
    assert f"Your hand: {ANNS}" in shown(world, world.ann)
    assert shown(world, world.ben).startswith("**Discard 2 cards** to Ann's crib.")
    assert f"Your hand: {BENS}" in shown(world, world.ben)
    for player in (world.ann, world.ben):
        assert "Fair shuffle" in world.texts(world.dm(player))[0]
    assert world.texts(world.channel) == [f"Ann and Ben play in their DMs.\n-# game {name}"]


async def test_both_tables_are_kept_alike(world, name):
    await world.lay(world.ann, name, "2D", "4H")
    assert shown(world, world.ann).startswith("You discarded. Waiting for Ben to discard.")
    await world.lay(world.ben, name, "2C", "4D")
    await world.play(world.ben, name, "TC")
    assert shown(world, world.ann).startswith("**Your turn.** Play a card. The count is **10**.")
    assert shown(world, world.ben).startswith("Waiting for Ann to play. The count is **10**.")
    for player in (world.ann, world.ben):
        assert "Played: Ben `10♣︎`." in shown(world, player)
    assert len(world.shown(world.dm(world.ann))) == len(world.shown(world.dm(world.ben))) == 2


async def test_a_choice_outlives_the_others_laying_away_and_gives_way_to_another(world, name):
    table = at(world, world.ann)
    for card in ("2D", "4H"):
        await world.press(world.ann, table, f"pick-{card}")
    await world.lay(world.ben, name, "2C", "4D")
    assert "[Discard 2♦︎ and 4♥︎]" in world.text(table)
    for card in ("TD", "QH"):
        await world.press(world.ann, table, f"pick-{card}")
    await world.press(world.ann, table, "lay")
    assert [str(card) for card in world.game(name).view(0).laid] == ["TD", "QH"]
    assert world.text(table).startswith("Waiting for Ben to play.")


async def test_the_hand_from_the_server_plays_at_the_same_table(world, name):
    hand = await world.command(world.ann, "hand")
    assert hand.ephemeral
    assert ANNS in world.text(hand.response)
    refused = await world.command(world.ann, "table")
    assert refused.ephemeral
    assert "That game is in your DMs" in refused.response.content
    await world.lay(world.ann, name, "2D", "4H", panel=hand.response)
    assert shown(world, world.ann).startswith("You discarded. Waiting for Ben")


async def test_the_table_is_sent_again_below_what_was_written(world, name):
    old = at(world, world.ann)
    await world.ann.user.slash("table")
    texts = world.texts(world.dm(world.ann))
    assert ANNS in texts[-1]
    assert sum(ANNS in text for text in texts) == 1
    await world.lay(world.ann, name, "2D", "4H")
    new = at(world, world.ann)
    assert new.id != old.id
    assert world.text(new).startswith("You discarded. Waiting for Ben")


async def test_play_again_in_private(world, name):
    await world.resign(world.ann, where="dm")
    over = at(world, world.ben)
    assert "Ben wins:** Ann resigned" in world.text(over)
    await world.press(world.ben, over, "again")
    invitation = at(world, world.ann)
    assert "**Ben** invites you to cribbage" in world.text(invitation)
    await world.press(world.ann, invitation, "accept")
    assert "Ann deals first." in shown(world, world.ann)
    assert BENS in shown(world, world.ben)


async def test_against_the_robot_from_a_channel(world):
    begun = await world.start_game(world.ann, robot="easy", where="dm")
    (name,) = world.bot.context.tables._open
    assert world.text(begun.response) == f"Ann and Robin play in their DMs.\n-# game {name}"
    assert shown(world, world.ann).startswith("**Discard 2 cards**")


class TestClosed:
    """People whose private messages are closed to the bot (50007)."""

    @pytest.mark.parametrize("shut", [("Ann",), ("Ben",), ("Ann", "Ben")])
    async def test_the_game_is_played_in_the_channel_and_says_so(self, world, shut):
        world.shut(*(getattr(world, who.lower()) for who in shut))
        invitation = (await world.invite(place="dm")).response
        await world.press(world.ben, invitation, "accept")
        assert world.text(invitation).startswith("**Ann and Ben:** discard 2 cards each")
        texts = "\n".join(world.texts(world.channel))
        assert f"I can't DM {' and '.join(shut)}, so you'll play here. Press **My hand**" in texts
        assert "Fair shuffle" in texts
        await world.play_until(world.name_on(invitation), "play")

    async def test_against_the_robot(self, world):
        world.shut(world.ann)
        begun = (await world.start_game(world.ann, robot="easy", where="dm")).response
        assert world.text(begun).startswith("**Ann:** discard")
        assert "I can't DM Ann" in "\n".join(world.texts(world.channel))

    async def test_closed_in_the_middle_the_other_plays_on(self, world, name):
        """Ann's messages take nothing new, and hers is gone: she plays with /hand, and Ben sees every card."""
        world.delete(at(world, world.ann))
        world.shut(world.ann)
        await world.lay(world.ben, name, "2C", "4D")
        await world.lay(world.ann, name, "2D", "4H", panel=(await world.command(world.ann, "hand")).response)
        assert shown(world, world.ben).startswith("**You lead.** Play a card.")
        world.mend()
        await world.play(world.ben, name, "TC")
        assert shown(world, world.ann).startswith("**Your turn.** Play a card. The count is **10**.")

    @pytest.fixture
    async def shut_in_the_middle(self, world, name):
        """Ann's DMs close, and her table is gone: Ben discards, and she cannot be shown it."""
        await world.lay(world.ann, name, "2D", "4H")
        world.delete(at(world, world.ann))
        world.shut(world.ann)
        await world.lay(world.ben, name, "2C", "4D")
        return name

    def warnings(self, world, actor):
        return sum("I can't DM" in text for text in world.texts(world.dm(actor)))

    async def test_in_the_middle_the_other_is_told_once(self, world, shut_in_the_middle):
        (told,) = [text for text in world.texts(world.dm(world.ben)) if "I can't DM" in text]
        assert told.startswith(f"<@{world.ben.id}>: I can't DM Ann any more")
        assert "/hand in a server we share" in told
        assert "pause the game with /adjourn" in told
        await world.env.advance_time(3600)
        assert self.warnings(world, world.ben) == 1
        assert self.warnings(world, world.ann) == 0

    async def test_and_the_screen_comes_back_when_they_open_again(self, world, shut_in_the_middle):
        world.mend()
        await world.env.advance_time(301)
        assert shown(world, world.ann).startswith("Waiting for Ben to play.")
        assert self.warnings(world, world.ben) == 0
        assert sum("Ann gets my messages again." in text for text in world.texts(world.dm(world.ben))) == 1
        await world.play(world.ben, shut_in_the_middle, "TC")
        assert shown(world, world.ann).startswith("**Your turn.** Play a card. The count is **10**.")

    async def test_and_the_other_ends_it_without_loss(self, world, shut_in_the_middle):
        """A pause needs no answer from somebody who cannot be asked; without that it does."""
        answer = await world.told(world.ben, "adjourn", where="dm")
        assert "The game is paused." in answer
        table = await world.bot.context.tables.find(shut_in_the_middle)
        assert (table.status, table.adjourning) == ("adjourned", frozenset())
        assert self.warnings(world, world.ben) == 0, "it is no longer true of a game that nobody plays"

    async def test_a_table_that_can_still_be_edited_is_played_on_until_a_refusal(self, world, name):
        """Discord takes edits: Ann sees every move, but no reminder reaches her."""
        world.shut(world.ann)
        await world.lay(world.ben, name, "2C", "4D")
        assert self.warnings(world, world.ben) == 0
        await world.env.advance_time(46)
        assert self.warnings(world, world.ben) == 1
        await world.lay(world.ann, name, "2D", "4H")
        await world.play(world.ben, name, "TC")
        assert shown(world, world.ann).startswith("**Your turn.** Play a card. The count is **10**.")
        world.mend()
        await world.env.advance_time(46)
        assert self.warnings(world, world.ben) == 0

    async def test_a_clock_runs_on_and_the_other_is_told_so(self, world, stack):
        stack(DULL, DULL, DULL)
        await world.sit_down(place="dm", target=61, turn_time=3_600)
        world.shut(world.ann)
        await world.env.advance_time(46)
        assert "and their clock keeps running." in "\n".join(world.texts(world.dm(world.ben)))

    async def test_a_rematch_that_cannot_be_asked_for_is_called_off(self, world, name):
        await world.resign(world.ann, where="dm")
        world.shut(world.ben)
        await world.press(world.ann, at(world, world.ann), "again")
        said = "\n".join(world.texts(world.dm(world.ann)))
        assert "I can't DM Ben, so I cancelled the invitation." in said
        assert "The game between Ann and Ben was cancelled" in said


class TestPhrases:
    """People say a few things at a press; by DM they can say nothing else."""

    async def test_a_phrase_reaches_the_other_once_in_ten_seconds_over_a_restart(self, world):
        name = await world.sit_down(place="dm")
        board = world.table_in(world.dm(world.ann))
        said = await self.say(world, board, "hand")
        assert world.texts(world.dm(world.ben))[-1] == "**Ann:** Nice hand!\n-# `/preferences` mutes this."
        assert world.text(said.response) == "**Ann:** Nice hand!", "who says it sees that it was said"
        before = len(world.texts(world.dm(world.ben)))
        assert "Wait 10 seconds" in world.text((await self.say(world, board, "ouch")).response)
        assert len(world.texts(world.dm(world.ben))) == before
        await world.restart()
        await self.say(world, world.table_in(world.dm(world.ann)), "ouch")
        assert world.texts(world.dm(world.ben))[-1].startswith("**Ann:** Ouch!")
        await world.play_until(name, "show", one_panel=False)
        (asked,) = world.asked(name)
        shown = world.table_in(world.dm(asked))
        assert sum(1 for _ in walk_components(world.stored(shown).components)) <= 40

    async def test_it_can_be_muted_and_strangers_say_nothing(self, world):
        await world.sit_down(place="dm")
        page = (await world.command(world.ben, "preferences")).response
        await world.press(world.ben, page, "phrases")
        before = len(world.texts(world.dm(world.ben)))
        board = world.table_in(world.dm(world.ann))
        said = await self.say(world, board, "hand")
        assert len(world.texts(world.dm(world.ben))) == before
        assert world.text(said.response) == "Ben muted these phrases."
        (refused,) = await world.late(world.pressing(world.cy.user, board, world.id_of(board, "say"), ["hand"]))
        assert "You're not in this game" in world.text(refused.response)

    async def test_in_a_channel_everybody_reads_it_once_and_robots_are_told_nothing(self, world):
        name = await world.sit_down()
        said = await self.say(world, world.public(name), "hand")
        assert world.text(said.response) == "**Ann:** Nice hand!"
        assert world.texts(world.channel)[-1] == "**Ann:** Nice hand!"
        assert "Wait 10 seconds" in world.text((await self.say(world, world.public(name), "ouch")).response)
        await world.press(world.ben, (await world.command(world.ben, "preferences")).response, "phrases")
        before = world.texts(world.channel)
        assert "Ben muted" in world.text((await self.say(world, world.public(name), "ouch")).response)
        assert world.texts(world.channel) == before
        await world.against_robot()
        assert "say" not in world.actions(world.table_in(world.dm(world.ann)))

    async def test_what_one_reader_alone_sees_offers_none(self, world):
        name = await world.sit_down()
        board, hand = world.public(name), (await world.command(world.ann, "hand")).response
        copies = [hand, (await world.command(world.ann, "table", where="dm")).response]
        assert not any("say" in world.actions(shown) for shown in copies)
        await world.resign(world.ann)
        assert "again" in world.actions(hand)
        assert "say" not in world.actions(hand)
        assert "say" in world.actions(board), "beside the board it can still be said"

    @staticmethod
    async def say(world, board, phrase):
        return await world.at(world.ann, board).select(board, [phrase], custom_id=world.id_of(board, "say"))
