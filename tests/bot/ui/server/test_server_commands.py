"""The rules by which a server plays unless somebody says otherwise: chosen by its managers, found by its players."""

import discord

from bot.ui.games.table_screens import BURIED


async def test_chosen_and_played_by_everyone_but_who_says_otherwise_also_after_a_restart(world, boss):
    shown = await boss.slash(world.channel, "server preset")
    assert shown.ephemeral
    assert world.text(shown.response).startswith("Games here use `house` rules (House rules)")
    assert "From now on" in await world.told(boss, "server preset", preset="crib-derby")
    await world.restart()
    invitation = (await world.invite(place="here")).response
    assert "121 points, you count and check each other.\n-# Crib-Derby rules" in world.text(invitation)
    assert world.game(world.name_on(invitation)).agreement.preset == "crib-derby"
    other = (await world.invite(place="here", preset="house")).response
    assert "-# House rules" in world.text(other)


async def test_suggested_first(world, boss):
    await world.told(boss, "server preset", preset="acc")
    suggested = await world.ann.autocomplete(world.channel, "play", "preset", "")
    assert suggested[0] == {"name": "acc: Tournament rules", "value": "acc"}
    assert len(suggested) == 7


async def test_another_server_and_private_games_keep_their_own(world, boss, abroad):
    await world.told(boss, "server preset", preset="acc")
    assert "-# House rules" in world.text((await world.start_game(abroad.dan, abroad.channel)).response)
    name = await world.against_robot()
    assert world.game(name).agreement.preset == "house"


async def test_what_it_does_not_allow_is_refused_by_name(world, boss):
    await world.told(boss, "server preset", preset="acc")
    refused = await world.start_game(world.ann, players=3)
    assert refused.ephemeral
    assert "players: acc is for 2 players, not 3." in world.text(refused.response)


async def test_for_managers_alone_and_not_in_private(world, boss):
    assert "server preset" in boss.available_commands(world.channel)
    assert "server preset" not in world.ann.available_commands(world.channel)
    assert [one for one in boss.user.available_commands() if one.startswith(("server", "board", "league"))] == []


async def games(world, boss, **chosen):
    return world.text((await boss.slash(world.channel, "server games", **chosen)).response)


async def test_where_games_are_played_is_shown_and_chosen_unless_a_host_has_it_otherwise(world, boss):
    assert "in their own thread" in await games(world, boss)
    assert "in the channel itself" in await games(world, boss, where="here")
    invitation = (await world.invite()).response
    await world.press(world.ben, invitation, "accept")
    assert world.room(world.name_on(invitation)).id == world.channel.id
    await games(world, boss, where="dm")
    invitation = (await world.invite(place="here")).response
    assert world.game(world.name_on(invitation)).place == "here"


async def test_games_may_be_kept_to_one_channel(world, boss, parlour):
    assert f"only <#{world.channel.id}>" in await games(world, boss, channel="this")
    refused = await world.start_game(world.ann, parlour, opponent=world.ben, where="here")
    assert refused.ephemeral
    assert f"This server plays in <#{world.channel.id}>. Use the command there." in world.text(refused.response)
    private = await world.start_game(world.ann, parlour, opponent=world.ben, where="dm")
    assert "invites you" in world.text(private.response)
    assert "Ann" in world.text((await world.invite(place="here")).response)
    assert "any channel" in await games(world, boss, channel="any")
    again = await world.start_game(world.ann, parlour, opponent=world.cy, where="here")
    assert "invites you" in world.text(again.response)


async def test_one_choice_does_not_undo_another(world, boss):
    await world.told(boss, "server preset", preset="crib-derby")
    await games(world, boss, where="here")
    await games(world, boss, channel="this")
    assert "crib-derby" in await world.told(boss, "server preset", preset="crib-derby")
    assert "in the channel itself" in await games(world, boss)


async def test_a_games_channel_that_is_gone_keeps_nobody_from_playing(world, boss, parlour):
    await boss.slash(parlour, "server games", channel="this")
    refused = await world.start_game(world.ann, opponent=world.ben, where="here")
    assert "Use the command there." in world.text(refused.response)
    world.env.backend.delete_channel(parlour.id)
    await world.env.settle()
    started = await world.start_game(world.ann, opponent=world.ben, where="here")
    assert "invites you" in world.text(started.response)
    assert "the one that was chosen is gone: choose another one with `/server games`" in await games(world, boss)


async def test_a_role_is_pinged_once_for_each_game_that_anyone_may_join(world, boss):
    seekers, hidden = (world.guild.create_role(name, mentionable=name == "seekers") for name in ("seekers", "hidden"))
    may = discord.Permissions.all() & ~discord.Permissions(administrator=True, mention_everyone=True)
    world.env.backend.edit_role(world.guild.id, world.guild.roles[world.bot.user.name].id, {"permissions": may.value})
    await world.env.settle()
    for role in (hidden, world.guild.roles["@everyone"]):
        assert "I can't ping" in await world.told(boss, "server ping", role=role)
    assert "I'll ping" in await world.told(boss, "server ping", role=seekers)
    invitation = (await world.start_game(world.ann, where="here", players=3)).response
    assert world.text(invitation).startswith(f"<@&{seekers.id}> **Ann** wants to play cribbage: ")
    assert world.stored(invitation).ping_role_ids == [seekers.id]
    for _ in range(BURIED):
        await world.say(world.cy, world.channel, "hello")
    await world.press(world.ben, invitation, "accept")
    again = world.shown(world.channel)[-1]
    assert again.id != invitation.id
    assert world.text(again).startswith(f"<@&{seekers.id}> ")
    assert world.stored(again).ping_role_ids == []
    for minutes, pinged in ((9, []), (2, [seekers.id])):
        await world.env.advance_time(60 * minutes)
        said = world.text((await world.start_game(world.ann, where="here", players=3)).response)
        assert world.stored(world.shown(world.channel)[-1]).ping_role_ids == pinged
        assert said.startswith(f"You pinged <@&{seekers.id}> less than 10 minutes ago") == (not pinged)
    asked = (await world.invite(place="here")).response
    assert "<@&" not in world.text(asked)
    assert "Nobody is pinged" in await world.told(boss, "server ping")
    assert "<@&" not in world.text((await world.start_game(world.cy, where="here", target=61)).response)
