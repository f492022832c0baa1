"""Invitations: the invited players, open seats, acceptance and refusal."""

import pytest
from simcord.actors import UserHandle


async def test_the_invited_is_pinged_and_nobody_else(world):
    invitation = (await world.invite(target=61)).response
    assert world.pinged(invitation) == [world.ben.id]
    text = world.text(invitation)
    assert text.startswith(f"**<@{world.ben.id}>**, Ann invites you to a game of cribbage.")
    assert "house rules, 61 holes, referee counting" in text
    assert "[Accept]\n[Decline]" in text


async def test_the_invitation_shows_the_terms(world):
    invitation = (await world.invite(preset="bicycle", muggins=True)).response
    assert "bicycle rules, 121 holes, referee counting, muggins" in world.text(invitation)


async def test_accepted_in_the_channel(world):
    invitation = (await world.invite(place="here")).response
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    assert world.text(invitation).startswith("**Ann and Ben** to lay away 2 cards each")
    assert world.game(name).status == "playing"
    sealed = world.texts(world.channel)[-1]
    assert "the shuffle is sealed" in sealed
    assert f"/verify {name}" in sealed


async def test_declined(world):
    invitation = (await world.invite(place="here")).response
    await world.press(world.ben, invitation, "decline")
    assert world.text(invitation) == "The game of Ann and Ben will not be played. Start another with /play."
    told = world.shown(world.channel)[1:]
    assert [world.text(message) for message in told] == [f"<@{world.ann.id}>: Ben will not play."]
    assert [world.pinged(message) for message in told] == [[world.ann.id]]


async def test_taken_back_by_the_host(world):
    invitation = (await world.invite()).response
    await world.press(world.ann, invitation, "decline")
    assert "will not be played" in world.text(invitation)


@pytest.mark.parametrize("place", ["here", "thread", "dm"])
async def test_declined_wherever_it_was_to_be_played(world, place):
    invitation = (await world.invite(place=place)).response
    await world.press(world.ben, invitation, "decline")
    assert "will not be played" in world.text(invitation)
    assert world.ids(invitation) == []


async def test_a_stranger_cannot_accept(world):
    invitation = (await world.invite()).response
    before = world.text(invitation)
    refused = await world.press(world.cy, invitation, "accept")
    assert refused.ephemeral
    assert "This invitation is not for you but for Ann and Ben" in refused.response.content
    assert world.text(invitation) == before


async def test_a_stranger_cannot_decline(world):
    invitation = (await world.invite()).response
    before = world.text(invitation)
    refused = await world.press(world.cy, invitation, "decline")
    assert refused.ephemeral
    assert "You do not sit at this table" in refused.response.content
    assert world.text(invitation) == before


async def test_the_host_cannot_accept_for_the_other(world):
    invitation = (await world.invite()).response
    refused = await world.press(world.ann, invitation, "accept")
    assert refused.ephemeral
    assert "the game begins when everyone else has accepted" in refused.response.content
    assert world.game(world.name_on(invitation)).status == "gathering"


async def test_a_name_that_looks_like_a_mention_pings_nobody(world):
    sly = world.guild.add_member(world.env.create_user("sly", global_name=f"<@{world.cy.id}> @everyone"))
    invitation = (await sly.slash(world.channel, "play", opponent=world.ben, target=61, where="here")).response
    assert world.pinged(invitation) == [world.ben.id]
    await world.press(world.ben, invitation, "accept")
    sure = (await world.command(world.ben, "resign")).response
    await world.press(world.ben, sure, "resign")
    assert [world.pinged(message) for message in world.shown(world.channel)] == [[], []]
    assert not any(world.stored(message).mention_everyone for message in world.shown(world.channel))


async def test_the_first_to_come_takes_an_open_seat(world):
    invitation = (await world.ann.slash(world.channel, "play", where="here")).response
    assert world.text(invitation).startswith("**Ann** is looking for somebody to play cribbage with.")
    assert world.pinged(invitation) == []
    await world.press(world.cy, invitation, "accept")
    assert world.text(invitation).startswith("**Ann and Cy** to lay away")


async def test_two_take_the_open_seat_at_once(world):
    invitation = (await world.ann.slash(world.channel, "play", where="here")).response
    name, seen, accept = world.name_on(invitation), world.snapshot(invitation), world.id_of(invitation, "accept")
    first, second = await world.late(
        {"actor": world.ben, "message": seen, "custom_id": accept},
        {"actor": world.cy, "message": seen, "custom_id": accept},
    )
    assert first.deferred
    assert world.game(name).names == ("Ann", "Ben")
    assert second.ephemeral
    assert "This game has begun already" in second.response.content


async def test_the_host_cannot_take_their_own_open_seat(world):
    invitation = (await world.ann.slash(world.channel, "play", where="here")).response
    refused = await world.press(world.ann, invitation, "accept")
    assert refused.ephemeral
    assert "You have a seat already" in refused.response.content


async def test_an_open_seat_is_taken_back_by_its_host_alone(world):
    invitation = (await world.ann.slash(world.channel, "play")).response
    assert "[Take the seat]\n[Withdraw]" in world.text(invitation)
    refused = await world.press(world.ben, invitation, "decline")
    assert refused.ephemeral
    assert "You do not sit at this table" in refused.response.content
    await world.press(world.ann, invitation, "decline")
    assert world.ids(invitation) == []


async def test_accepted_twice(world):
    invitation = (await world.invite(place="here")).response
    name, seen, accept = world.name_on(invitation), world.snapshot(invitation), world.id_of(invitation, "accept")
    await world.press(world.ben, invitation, "accept")
    begun = world.game(name)
    (again,) = await world.late({"actor": world.ben, "message": seen, "custom_id": accept})
    assert again.acknowledged
    assert world.game(name) == begun


async def test_a_late_press_on_a_closed_invitation_is_answered(world):
    invitation = (await world.invite()).response
    seen, accept = world.snapshot(invitation), world.id_of(invitation, "accept")
    await world.press(world.ann, invitation, "decline")
    (late,) = await world.late({"actor": world.ben, "message": seen, "custom_id": accept})
    assert late.ephemeral
    assert late.response.content == "This table was closed before the game began; start another with /play."


async def test_declining_after_the_game_began_gives_nothing_up(world):
    invitation = (await world.invite(place="here")).response
    name, seen, decline = world.name_on(invitation), world.snapshot(invitation), world.id_of(invitation, "decline")
    await world.press(world.ben, invitation, "accept")
    await world.late({"actor": world.ben, "message": seen, "custom_id": decline})
    assert world.game(name).status == "playing"


async def test_nobody_plays_against_themselves(world):
    refused = await world.ann.slash(world.channel, "play", opponent=world.ann)
    assert refused.ephemeral
    assert "You cannot play against yourself" in refused.response.content


async def test_other_bots_are_not_invited(world):
    other = world.guild.add_member(world.env.create_user("other", bot=True))
    refused = await world.ann.slash(world.channel, "play", opponent=other)
    assert refused.ephemeral
    assert "Other bots do not play" in refused.response.content


async def test_an_opponent_and_a_robot_are_one_too_many_where_two_play(world):
    refused = await world.ann.slash(world.channel, "play", opponent=world.ben, robot="easy", preset="club")
    assert refused.ephemeral
    assert "players: club is for 2 players, not 3." in refused.response.content


async def test_who_invites_the_bot_itself_plays_the_robot(world):
    bot = UserHandle(world.env, world.env.backend.users[world.bot.user.id])
    table = (await world.ann.slash(world.channel, "play", opponent=bot, where="here")).response
    assert world.game(world.name_on(table)).names == ("Ann", "Clubman")
    both = await world.ann.slash(world.channel, "play", opponent=bot, second_opponent=world.ben, robot="easy")
    assert world.game(world.name_on(both.response)).names == ("Ann", "Ben", "Robin")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"preset": "whist"}, "there is no 'whist'. Choose house, club, bicycle"),
        ({"preset": "club", "target": 61}, "club is played to 121, not 61"),
        ({"preset": "club", "muggins": True}, "muggins needs players who count"),
    ],
)
async def test_rules_that_no_table_could_play(world, options, words):
    refused = await world.ann.slash(world.channel, "play", **options)
    assert refused.ephemeral
    assert words in refused.response.content
    assert world.texts(world.channel) == []


async def test_presets_are_suggested(world):
    found = await world.ann.autocomplete(world.channel, "play", "preset", "club")
    assert [choice["value"] for choice in found] == ["club"]
    assert len(await world.ann.autocomplete(world.channel, "play", "preset", "")) == 7


async def test_an_invitation_from_a_dm_reaches_the_other_in_theirs(world):
    asked = await world.ann.user.slash("play", opponent=world.ben.user, target=61)
    assert world.text(asked.response).startswith(
        "Ben is asked in private messages; the game begins here once the invitation is accepted.\n"
    )
    assert world.texts(world.dm(world.ann)) == [world.text(asked.response)], "the host is told once"
    assert world.actions(asked.response) == ["decline"]
    invitation = world.table_in(world.dm(world.ben))
    assert "Ann invites you to a game of cribbage" in world.text(invitation)
    await world.press(world.ben, invitation, "accept")
    name = world.name_on(invitation)
    assert "Lay away 2 cards" in world.text(await world.panel(world.ann, name))
    assert "Lay away 2 cards" in world.text(await world.panel(world.ben, name))


async def test_an_invitation_from_a_dm_is_declined_in_the_others(world):
    await world.ann.user.slash("play", opponent=world.ben.user, target=61)
    invitation = world.table_in(world.dm(world.ben))
    await world.press(world.ben, invitation, "decline")
    assert "will not be played" in world.text(invitation)
    closed, told = world.texts(world.dm(world.ann))[-2:]
    assert "will not be played" in closed
    assert told == f"<@{world.ann.id}>: Ben will not play."


async def test_an_invitation_from_a_dm_to_one_whose_dms_are_closed(world):
    world.shut(world.ben)
    await world.ann.user.slash("play", opponent=world.ben.user, target=61)
    assert "I cannot write to Ben in private" in "\n".join(world.texts(world.dm(world.ann)))


async def test_a_game_begun_while_its_invitation_waits_elsewhere(world):
    waiting = (await world.invite(place="here")).response
    name = await world.sit_down()
    assert world.is_open(name)
    await world.press(world.ben, waiting, "accept")
    games = await world.told(world.ann, "games")
    assert len(games.splitlines()) == 2


async def test_play_again_asks_the_other_and_the_loser_deals(world):
    name = await world.sit_down(target=61)
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    over = world.table_in(world.channel)
    assert "Ben wins:** Ann resigned" in world.text(over)
    await world.press(world.ben, over, "again")
    rematch = world.table_in(world.channel)
    assert world.name_on(rematch) != name
    assert f"**<@{world.ann.id}>**, Ben invites you" in world.text(rematch)
    assert world.pinged(rematch) == [world.ann.id]
    await world.press(world.ann, rematch, "accept")
    assert "Ann deals first." in world.text(rematch)
    assert "Cut for deal" not in world.text(rematch)
    assert "61 holes" in world.text(rematch)


async def test_both_press_play_again(world):
    await world.sit_down(target=61)
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    over = world.table_in(world.channel)
    seen, again = world.snapshot(over), world.id_of(over, "again")
    await world.late(
        {"actor": world.ann, "message": seen, "custom_id": again},
        {"actor": world.ben, "message": seen, "custom_id": again},
    )
    assert world.text(world.table_in(world.channel)).startswith("**Ann and Ben** to lay away")
    assert sum("to lay away" in text for text in world.texts(world.channel)) == 1


async def test_play_again_is_for_those_who_played(world):
    await world.sit_down(target=61)
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    refused = await world.press(world.cy, world.table_in(world.channel), "again")
    assert refused.ephemeral
    assert "You do not sit at this table" in refused.response.content


async def test_play_again_after_it_was_declined_says_so(world):
    await world.sit_down(target=61)
    await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
    over = world.table_in(world.channel)
    await world.press(world.ann, over, "again")
    await world.press(world.ben, world.table_in(world.channel), "decline")
    refused = await world.press(world.ann, over, "again")
    assert refused.ephemeral
    assert "/play" in refused.response.content
