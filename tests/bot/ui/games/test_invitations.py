"""Invitations: the invited players, open seats, acceptance and refusal."""

import pytest


async def refused_press(world, actor, message, action):
    """Return what somebody reads alone who may not press a button of an invitation, on which nothing changes."""
    before = world.text(message)
    refused = await world.press(actor, message, action)
    assert refused.ephemeral
    assert world.text(message) == before
    return refused.response.content


async def resigned(world, **options):
    """Let Ann resign a game with Ben; return the name of the game, and the message that shows its end."""
    name = await world.sit_down(**{"target": 61, **options})
    await world.resign(world.ann)
    return name, world.table_in(world.channel)


async def test_the_invited_is_pinged_and_nobody_else(world):
    invitation = (await world.invite(target=61)).response
    assert world.pinged(invitation) == [world.ben.id]
    text = world.text(invitation)
    assert text.startswith(
        f"<@{world.ben.id}>, **Ann** invites you to cribbage: first to 61 points, you count and the bot checks.\n"
    )
    assert "-# House rules to 61 · game" in text
    assert "[Accept]\n[Decline]\n[Robot instead]" in text
    invitation = (await world.invite(preset="bicycle", muggins=True)).response
    assert "-# Bicycle rules to 121 · muggins · game" in world.text(invitation)


async def test_accepted_in_the_channel(world):
    invitation = (await world.invite(place="here")).response
    name = world.name_on(invitation)
    presses = [world.pressing(world.ben, invitation, what) for what in ("accept", "decline")]
    await world.press(world.ben, invitation, "accept")
    assert world.text(invitation).startswith("**Ann and Ben:** discard 2 cards each")
    assert world.game(name).status == "playing"
    sealed = world.texts(world.channel)[-1]
    assert "Fair shuffle" in sealed
    assert f"/verify {name}" in sealed
    begun = world.game(name)
    for late in presses:
        (answer,) = await world.late(late)
        assert answer.acknowledged
        assert world.game(name) == begun


async def test_declined(world):
    invitation = (await world.invite(place="here")).response
    await world.press(world.ben, invitation, "decline")
    assert world.text(invitation) == "The game between Ann and Ben was cancelled. Start another with /play."
    told = world.shown(world.channel)[1:]
    assert [world.text(message) for message in told] == [f"<@{world.ann.id}>: Ben declined."]
    assert [world.pinged(message) for message in told] == [[world.ann.id]]


@pytest.mark.parametrize("who", ["ann", "ben"])
@pytest.mark.parametrize("place", ["thread", "dm"])
async def test_declined_or_taken_back_wherever_it_was_to_be_played(world, place, who):
    invitation = (await world.invite(place=place)).response
    accept = world.pressing(world.ben, invitation, "accept")
    await world.press(getattr(world, who), invitation, "decline")
    assert "was cancelled" in world.text(invitation)
    assert world.ids(invitation) == []
    (late,) = await world.late(accept)
    assert late.ephemeral
    assert late.response.content == "**This invitation has expired.** Start another game with /play."


async def test_a_channel_that_the_bot_does_not_see_for_a_while_cancels_no_invitation(world):
    invitation = (await world.invite(place="here", second_opponent=world.cy)).response
    name = world.name_on(invitation)
    accept = world.pressing(world.ben, invitation, "accept")
    world.delete(invitation)
    world.fail_in(world.channel, status=403, code=50001)
    await world.late(accept)
    await world.env.advance_time(5)
    assert world.game(name).status == "gathering"
    world.mend()
    await world.env.advance_time(16)
    await world.press(world.cy, world.table_in(world.channel), "accept")
    assert world.game(name).status == "playing"


async def test_only_the_invited_player_can_accept_and_only_who_plays_decline(world):
    invitation = (await world.invite()).response
    assert "This invitation is for Ann and Ben" in await refused_press(world, world.cy, invitation, "accept")
    assert "You're not in this game" in await refused_press(world, world.cy, invitation, "decline")
    words = "The game starts when everyone else has accepted"
    assert words in await refused_press(world, world.ann, invitation, "accept")
    assert world.game(world.name_on(invitation)).status == "gathering"


async def test_a_name_that_looks_like_a_mention_pings_nobody(world):
    sly = world.guild.add_member(world.env.create_user("sly", global_name=f"<@{world.cy.id}> @everyone"))
    invitation = (await world.start_game(sly, opponent=world.ben, target=61, where="here")).response
    assert world.pinged(invitation) == [world.ben.id]
    await world.press(world.ben, invitation, "accept")
    await world.resign(world.ben)
    assert [world.pinged(message) for message in world.shown(world.channel)] == [[], []]
    assert not any(world.stored(message).mention_everyone for message in world.shown(world.channel))


async def test_the_first_to_come_takes_an_open_seat(world):
    invitation = (await world.start_game(world.ann, where="here")).response
    assert world.text(invitation).startswith("**Ann** wants to play cribbage: first to 121 points")
    assert world.pinged(invitation) == []
    name = world.name_on(invitation)
    first, second = await world.late(*(world.pressing(actor, invitation, "accept") for actor in (world.ben, world.cy)))
    assert first.deferred
    assert world.game(name).names == ("Ann", "Ben")
    assert second.ephemeral
    assert "This game has already started" in second.response.content
    assert world.text(invitation).startswith("**Ann and Ben:** discard")


async def test_an_open_seat_is_taken_back_by_its_host_alone(world):
    invitation = (await world.start_game(world.ann, where="here")).response
    assert "[Play against Ann]\n[Withdraw]\n[Robot instead]" in world.text(invitation)
    assert "You're already in" in await refused_press(world, world.ann, invitation, "accept")
    assert "You're not in this game" in await refused_press(world, world.ben, invitation, "decline")
    await world.press(world.ann, invitation, "decline")
    assert world.ids(invitation) == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"opponent": "ann"}, "You can't play yourself"),
        ({"opponent": "other"}, "Other bots can't play. Invite a person, or choose a robot."),
        ({"preset": "whist"}, "there's no 'whist'. Choose house, club, bicycle"),
    ],
)
async def test_a_game_that_nobody_could_play_is_refused(world, options, words):
    people = {"ann": world.ann, "other": world.guild.add_member(world.env.create_user("other", bot=True))}
    refused = await world.start_game(world.ann, **{name: people.get(value, value) for name, value in options.items()})
    assert refused.ephemeral
    assert words in refused.response.content


async def test_presets_are_suggested(world):
    found = await world.ann.autocomplete(world.channel, "play", "preset", "club")
    assert [choice["value"] for choice in found] == ["club"]
    assert len(await world.ann.autocomplete(world.channel, "play", "preset", "")) == 7


async def test_an_invitation_from_a_dm_reaches_the_other_in_theirs(world):
    asked = await world.start_game(world.ann, "dm", opponent=world.ben.user, target=61)
    assert world.text(asked.response).startswith(
        "I sent Ben a private invitation. The game starts here when they accept.\n"
    )
    assert world.texts(world.dm(world.ann)) == [world.text(asked.response)], "the host is told once"
    assert world.actions(asked.response) == ["decline", "robot", "walk"]
    invitation = world.table_in(world.dm(world.ben))
    assert "**Ann** invites you to cribbage" in world.text(invitation)
    await world.press(world.ben, invitation, "accept")
    name = world.name_on(invitation)
    assert "Discard 2 cards" in world.text(await world.panel(world.ann, name))
    assert "Discard 2 cards" in world.text(await world.panel(world.ben, name))


async def test_an_invitation_from_a_dm_is_declined_in_the_others(world):
    await world.start_game(world.ann, "dm", opponent=world.ben.user, target=61)
    invitation = world.table_in(world.dm(world.ben))
    await world.press(world.ben, invitation, "decline")
    assert "was cancelled" in world.text(invitation)
    closed, told = world.texts(world.dm(world.ann))[-2:]
    assert "was cancelled" in closed
    assert told == f"<@{world.ann.id}>: Ben declined."


async def test_an_invitation_from_a_dm_to_one_whose_dms_are_closed(world):
    world.shut(world.ben)
    await world.start_game(world.ann, "dm", opponent=world.ben.user, target=61)
    assert "I can't DM Ben" in "\n".join(world.texts(world.dm(world.ann)))


async def test_play_again_asks_the_other_and_the_loser_deals(world):
    name, over = await resigned(world)
    assert "Ben wins:** Ann resigned" in world.text(over)
    assert "You're not in this game" in await refused_press(world, world.cy, over, "again")
    await world.press(world.ben, over, "again")
    rematch = world.table_in(world.channel)
    assert world.name_on(rematch) != name
    assert f"<@{world.ann.id}>, **Ben** invites you" in world.text(rematch)
    assert world.pinged(rematch) == [world.ann.id]
    await world.press(world.ann, rematch, "accept")
    assert "Ann deals first." in world.text(rematch)
    assert "Cut for deal" not in world.text(rematch)
    assert "House rules to 61" in world.text(rematch)


async def test_both_press_play_again(world):
    _, over = await resigned(world)
    await world.late(*(world.pressing(who, over, "again") for who in (world.ann, world.ben)))
    assert world.text(world.table_in(world.channel)).startswith("**Ann and Ben:** discard")
    assert sum("discard 2 cards" in text for text in world.texts(world.channel)) == 1


async def test_play_again_closes_the_old_screen_and_a_late_press_says_where_the_next_game_is(world):
    _, over = await resigned(world)
    late = world.pressing(world.ann, over, "again")
    await world.press(world.ann, over, "again")
    assert not {"again", "say"} & set(world.actions(over))
    assert "review" in world.actions(over)
    await world.press(world.ben, world.table_in(world.channel), "decline")
    (answer,) = await world.late(late)
    assert "/games" in answer.response.content


class TestFindAGame:
    """Somebody who wants to play anyone gets the open seat of whoever waits for the same game."""

    async def test_the_second_takes_the_seat_of_the_first(self, world, parlour):
        waiting = (await world.command(world.ann, "play", counting="automatic")).response
        name = world.name_on(waiting)
        own = await world.command(world.ann, "play", counting="automatic")
        assert world.name_on(own.response) != name, "nobody plays themselves"
        await world.press(world.ann, own.response, "decline")
        other = (await world.ben.slash(parlour, "play", counting="automatic")).response
        assert world.stored(other).is_ephemeral
        assert world.text(other) == f"I found you a game: Ann wanted to play too. Look in <#{world.channel.id}>."
        assert world.game(name).status == "playing"
        assert {seat.player.name for seat in world.game(name).seats} == {"Ann", "Ben"}

    @pytest.mark.parametrize("options", [{"preset": "acc"}, {"counting": "own"}, {"opponent": "cy"}, {"robot": "easy"}])
    async def test_another_game_or_an_invitation_of_somebody_is_opened(self, world, options):
        waiting = (await world.command(world.ann, "play", counting="automatic")).response
        if "opponent" in options:
            options = {"opponent": world.cy}
        await world.command(world.ben, "play", **{"counting": "automatic", **options})
        assert world.game(world.name_on(waiting)).status == "gathering"

    async def test_of_two_at_once_one_gets_the_seat_and_the_other_waits_for_the_next(self, world):
        name = world.name_on((await world.command(world.ann, "play", counting="automatic")).response)
        pages = [
            (actor, (await world.command(actor, "play", counting="automatic", more=True)).response)
            for actor in (world.ben, world.cy)
        ]
        await world.late(*(world.pressing(one, page, world.play_option(page, "start")) for one, page in pages))
        found, opened = (world.text(page) for _, page in pages)
        assert found.startswith("I found you a game: Ann wanted to play too.")
        assert opened == "Your game is open."
        assert world.game(name).names == ("Ann", "Ben")
        assert "**Cy** wants to play cribbage" in world.texts(world.channel)[-1]

    async def test_a_double_click_takes_one_seat_and_opens_nothing(self, world):
        await world.command(world.ann, "play", counting="automatic")
        page = (await world.command(world.ben, "play", counting="automatic", more=True)).response
        press = world.pressing(world.ben, page, world.play_option(page, "start"))
        await world.late(press, press)
        assert len(await world.bot.context.tables.database.rows("SELECT id FROM tables")) == 1

    async def test_not_across_servers(self, world, abroad):
        waiting = (await world.command(world.ann, "play", counting="automatic")).response
        await abroad.ben.slash(abroad.channel, "play", counting="automatic")
        assert world.game(world.name_on(waiting)).status == "gathering"


async def test_a_member_is_challenged_from_their_menu(world):
    await world.command(world.ann, "play", counting="automatic", robot="easy")
    await world.ann.context_menu(world.channel, "Challenge to cribbage", world.ben)
    invitation = world.table_in(world.channel)
    assert world.pinged(invitation) == [world.ben.id]
    assert "**Ann** invites you to cribbage" in world.text(invitation)
