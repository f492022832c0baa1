"""A game that is paused by agreement and resumed, and an idle one that the bot pauses, in Discord."""

from dataclasses import replace

import pytest

from bot.tables.table import Notice
from bot.ui.games.notifier import called_seats
from tests.support.random_tables import playing
from tests.support.stacked_packs import DULL

DAY = 86_400


@pytest.fixture
async def put_off(world, playing):
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    return playing


def newest_table(world, name):
    return world._newest(world.channel, name)


async def test_a_notice_that_was_refused_is_sent_later_once(world):
    name = await world.sit_down()
    world.fail_in(world.channel, status=403, code=50001)
    await world.command(world.ann, "adjourn")
    assert not any("asks for a break" in text for text in world.texts(world.channel))
    world.mend()
    await world.env.advance_time(10)
    assert sum("asks for a break" in text for text in world.texts(world.channel)) == 1
    await world.env.advance_time(3600)
    assert sum("asks for a break" in text for text in world.texts(world.channel)) == 1
    assert world.game(name).adjourning


async def test_a_notice_that_is_no_longer_true_is_not_sent_later(world):
    name = await world.sit_down()
    world.fail_in(world.channel, status=403, code=50001)
    await world.command(world.ann, "adjourn")
    assert await world.told(world.ann, "adjourn", what="play on") == "The game continues."
    assert world.game(name).adjourning == frozenset()
    world.mend()
    await world.env.advance_time(10)
    assert not any("asks for a break" in text for text in world.texts(world.channel))


async def test_proposed_agreed_and_taken_up(world, playing):
    asked = await world.command(world.ann, "adjourn")
    assert asked.ephemeral
    assert "The game pauses when everyone agrees" in world.text(asked.response)
    (proposal,) = world.notices(world.channel, "asks for a break")
    assert world.pinged(proposal) == [world.ben.id]
    assert {"adjourn", "playon"} <= set(world.actions(newest_table(world, playing)))
    agreed = await world.command(world.ben, "adjourn")
    assert world.text(agreed.response).startswith("The game is paused.")
    assert world.actions(newest_table(world, playing)) == ["takeup"]
    assert world.text(newest_table(world, playing)).startswith("**The game is paused.**")
    again = await world.command(world.ben, "adjourn")
    assert world.text(again.response).startswith("The game continues.")
    (call,) = world.notices(world.channel, "resumed the game")
    assert world.pinged(call) == [world.ann.id]
    assert world.text(world.public(playing)).startswith("**Ben:** your turn.")


async def test_nothing_moves_meanwhile(world, playing):
    card = world.pressing(world.ben, await world.panel(world.ben, playing), "play-TC")
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    (late,) = await world.late(card)
    assert late.acknowledged
    await world.say(world.ben, world.channel, "10c")
    found = await world.bot.context.tables.find(playing)
    assert found.view(None).series == ()
    assert found.status == "adjourned"


async def test_it_is_listed_and_suggested_and_nobody_is_reminded_of_it(world, put_off):
    await world.env.advance_time(3600)
    assert not any(">, your turn." in text for text in world.texts(world.channel))
    assert "paused. Use /adjourn to resume." in await world.told(world.ann, "games")
    suggested = await world.ann.autocomplete(world.channel, "adjourn", "game", "")
    assert [choice["value"] for choice in suggested] == [put_off]


async def test_by_the_buttons_and_over_a_restart(world, playing):
    await world.command(world.ann, "adjourn")
    await world.press(world.ben, world.public(playing), "adjourn")
    await world.restart()
    await world.press(world.ben, newest_table(world, playing), "takeup")
    await world.play(world.ben, playing, "TC")
    assert world.text(world.public(playing)).startswith("**Ann:** your turn.")


async def test_a_robot_agrees_at_once(world):
    name = await world.against_robot("easy", target=61)
    messages = len(world.shown(world.dm(world.ann)))
    assert "The game is paused" in await world.told(world.ann, "adjourn", where="dm")
    assert len(world.shown(world.dm(world.ann))) == messages, "the answer and the table tell of it, and no more"
    assert "The game continues." in await world.told(world.ann, "adjourn", where="dm")
    await world.play_until(name, "play")


async def test_strangers_have_no_say(world, playing):
    for what in ("adjourn", "play on", "take up"):
        refused = await world.command(world.cy, "adjourn", what=what, game=playing)
        assert refused.ephemeral
        assert world.game(playing).status == "playing"


async def test_all_three_must_agree(world):
    name = await world.sit_down(world.ben, world.cy, target=61)
    await world.command(world.ann, "adjourn")
    await world.command(world.ben, "adjourn")
    (second,) = world.notices(world.channel, "agrees to a break")
    assert world.pinged(second) == [world.cy.id]
    assert world.game(name).status == "playing"
    await world.command(world.cy, "adjourn")
    assert world.actions(newest_table(world, name)) == ["takeup"]


@pytest.mark.parametrize(
    ("players", "agreed", "called"),
    [(2, {0}, (1,)), (3, {0}, (1, 2)), (3, {0, 2}, (1,)), (4, {0}, (1, 3)), (4, {1}, (0, 2))],
)
def test_a_proposal_calls_only_players_whose_side_has_not_agreed(players, agreed, called):
    kept = ("6H 8S TC QD", "6S 8C TD QH", "2H 4S 6C 8D", "2S 4D 6D KH")[:players]
    table = playing("britannica", kept=kept, dealer=players - 1, players=players)
    table = replace(table, agreement=replace(table.agreement, adjourning=frozenset(agreed)))
    assert called_seats(table, Notice("adjourn_proposed", min(agreed))) == called


class TestWhatIsLeft:
    """Each channel keeps the latest notice about a pause, and only while it is true."""

    NOTICES = (
        "asks for a break",
        "agrees to a break",
        "wants to keep playing",
        "The game is paused.",
        "resumed the game",
    )

    def left(self, world, channel):
        found = [text for text in map(world.text, world.notices(channel, "")) if "Fair shuffle" not in text]
        return [next((notice for notice in self.NOTICES if notice in text), text) for text in found]

    async def test_after_each_step(self, world, playing):
        for actor, notice in (
            (world.ann, "asks for a break"),
            (world.ben, "The game is paused."),
            (world.ben, "resumed the game"),
            (world.ben, "asks for a break"),
        ):
            await world.command(actor, "adjourn")
            assert self.left(world, world.channel) == [notice]
        await world.press(world.ann, world.public(playing), "playon")
        assert self.left(world, world.channel) == ["wants to keep playing"]
        (answer,) = world.notices(world.channel, "wants to keep playing")
        assert world.pinged(answer) == [world.ben.id]
        assert "adjourn" not in world.actions(world.public(playing))

    @pytest.mark.parametrize("restarted", [False, True])
    async def test_when_the_game_is_over(self, world, put_off, restarted):
        await world.command(world.ben, "adjourn")
        if restarted:
            await world.restart()
        assert self.left(world, world.channel) == ["resumed the game"]
        await world.resign(world.ann)
        assert self.left(world, world.channel) == []

    async def test_in_private(self, world, stack):
        """Each player reads it in their own DM."""
        stack(DULL)
        await world.press(world.ben, (await world.invite(place="dm")).response, "accept")
        for actor, anns, bens in (
            (world.ann, [], ["asks for a break"]),
            (world.ben, ["The game is paused."], ["The game is paused."]),
            (world.ann, [], ["resumed the game"]),
            (world.ben, ["asks for a break"], []),
        ):
            await world.command(actor, "adjourn", where="dm")
            for reader, notices in ((world.ann, anns), (world.ben, bens)):
                assert self.left(world, world.dm(reader)) == notices
                assert (world.actions(world.table_in(world.dm(reader))) == ["takeup"]) == (len(anns + bens) == 2)
                for proposal in world.notices(world.dm(reader), "asks for a break"):
                    assert world.pinged(proposal) == [reader.id]

    async def test_taken_up_in_private_before_the_notice_is_sent(self, world, stack, monkeypatch):
        """A notice that is no longer true when it arrives is deleted."""
        stack(DULL)
        await world.press(world.ben, (await world.invite(place="dm")).response, "accept")
        await world.command(world.ann, "adjourn", where="dm")
        arrived = world.hold_answers(monkeypatch, "The game is paused.")
        await world.command(world.ben, "adjourn", where="dm")
        await world.command(world.ben, "adjourn", where="dm")
        arrived.set()
        await world.env.settle()
        assert self.left(world, world.dm(world.ann)) == ["resumed the game"]
        assert self.left(world, world.dm(world.ben)) == []

    async def test_two_agree_before_the_first_is_sent(self, world, playing, monkeypatch):
        """A notice that is slow to arrive is not left behind by a later one."""
        arrived = world.hold_answers(monkeypatch, self.NOTICES[0])
        for actor in (world.ann, world.ben):
            await world.command(actor, "adjourn")
        arrived.set()
        await world.env.settle()
        assert self.left(world, world.channel) == ["The game is paused."]


class TestPutAway:
    """After fourteen days in which nobody touched it, and an invitation after three."""

    async def test_and_reopened(self, world, playing):
        await world.tick(15 * DAY)
        assert world.notices(world.channel, "nobody moved for a long time")
        assert world.actions(newest_table(world, playing)) == ["takeup"]
        assert "Use /adjourn to resume" in await world.told(world.ben, "games")
        await world.command(world.ben, "adjourn")
        await world.play(world.ben, playing, "TC")

    async def test_not_one_that_is_played(self, world, playing):
        await world.tick(10 * DAY)
        await world.play(world.ben, playing, "TC")
        await world.tick(10 * DAY)
        assert world.game(playing).status == "playing"

    @pytest.mark.parametrize("place", ["here", "dm"])
    async def test_an_unanswered_invitation(self, world, place):
        invitation = (await world.invite(place=place)).response
        await world.tick(4 * DAY)
        assert world.notices(world.channel, "This invitation has expired")
        assert world.actions(invitation) == ["takeup"]
        for command in ("hand", "resign"):
            assert "starts when everyone has accepted" in await world.told(
                world.ann, command, game=world.name_on(invitation)
            )
        await world.press(world.ann, invitation, "takeup")
        assert world.actions(invitation) == ["accept", "decline", "robot", "walk"]
        await world.press(world.ben, invitation, "accept")
        assert world.game(world.name_on(invitation) if place == "here" else _only(world)).status == "playing"

    async def test_an_invitation_that_was_asked_for_in_private(self, world):
        await world.start_game(world.ann, "dm", opponent=world.ben.user)
        await world.tick(4 * DAY)
        for actor in (world.ann, world.ben):
            assert world.actions(world.table_in(world.dm(actor))) == ["takeup"]
            assert world.notices(world.dm(actor), "This invitation has expired")
        await world.ann.user.slash("adjourn")
        await world.press(world.ben, world.table_in(world.dm(world.ben)), "accept")
        assert world.game(_only(world)).status == "playing"


class TestWhichGameIsMeant:
    """An active game comes before a paused one, and the game of this channel before both."""

    async def test_the_only_one(self, world, put_off):
        assert world.actions((await world.command(world.ann, "hand")).response) == ["takeup"]
        assert "Press **Resume** first" in await world.told(world.ann, "resign")

    @pytest.mark.parametrize("options", [{"what": "take up", "where": "dm"}, {}])
    async def test_beside_one_that_is_played(self, world, put_off, options):
        private = await world.against_robot("easy")
        elsewhere = world.guild.create_text_channel("parlour")
        await world.env.settle()
        assert "Your hand:" in await world.told(world.ann, "hand", where=elsewhere)
        await world.command(world.ann, "adjourn", **options)
        assert world.game(put_off).status == "playing"
        assert world.game(private).status == "playing"

    async def test_a_game_that_is_not_paused_cannot_be_resumed(self, world, playing):
        assert "You're not in a game" in await world.told(world.ann, "adjourn", what="take up")
        assert world.game(playing).status == "playing"


def _only(world):
    (name,) = world.bot.context.tables._open
    return name
