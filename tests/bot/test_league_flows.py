"""Leagues in a simulated Discord: made, joined, played, entered, settled, closed and adopted by players and managers."""

from datetime import UTC, datetime

import discord
import pytest

MANAGE = discord.Permissions(manage_guild=True)


@pytest.fixture
async def boss(world):
    """Somebody who may manage the server."""
    role = world.guild.create_role("managers", permissions=MANAGE)
    boss = world.guild.add_member(world.env.create_user("boss", global_name="Boss"), roles=[role])
    await world.env.settle()
    return boss


@pytest.fixture
async def winter(world, boss):
    """A league of single games to 61, in open play, that Ann and Ben have joined."""
    await made(world, boss)
    return "Winter"


async def made(world, boss, *people, name="Winter", **options):
    """Make a league, and let people join it."""
    told = world.text((await boss.slash(world.channel, "league create", name=name, **options)).response)
    for one in people or (world.ann, world.ben):
        await world.command(one, "league join", league=name)
    return told


async def table(world, actor=None, **options):
    """The lines of the table, without its head."""
    told = await world.told(actor or world.cy, "league table", **options)
    return [line.split() for line in told.split("```")[1].strip("\n").splitlines()[1:]]


async def refused(world, actor, command, **options):
    """What is said against a command, for the asker's eyes alone."""
    result = await actor.slash(world.channel, command, **options)
    assert result.ephemeral
    return world.text(result.response)


async def entered(world, mine=121, theirs=97, **options):
    """Ann enters a game against Ben; the message that asks him."""
    given = {"opponent": world.ben, "mine": mine, "theirs": theirs, **options}
    return (await world.command(world.ann, "league enter", **given)).response


class TestMade:
    async def test_defaults_are_told(self, world, boss):
        told = await made(world, boss, preset="acc")
        assert "**The league Winter is made.** `/league join` enters it" in told
        assert "- Rules: `acc` (Tournament rules), 121 holes\n" in told
        assert "- Points: `acc`, 2 for a win, 3 for a win by a skunk *(usual)*\n" in told
        assert "- Format: open play: anyone plays anyone, as often as they like *(usual)*\n" in told

    async def test_the_servers_own_preset_is_taken(self, world, boss):
        await boss.slash(world.channel, "server preset", preset="acc")
        assert "- Rules: `acc` (Tournament rules), 121 holes *(usual)*\n" in await made(world, boss)

    async def test_by_who_may_not(self, world):
        assert "Only members who may manage this server" in await refused(world, world.ann, "league create", name="X")

    async def test_twice(self, world, boss, winter):
        assert "There is a league called WINTER here already." in await refused(
            world, boss, "league create", name="WINTER"
        )

    async def test_joining_says_what_follows(self, world, boss, winter):
        assert await world.told(world.cy, "league join") == "**Cy** plays in **Winter**. `/league play` meets anyone."
        assert "already" in await refused(world, world.cy, "league join")

    async def test_leaving(self, world, boss, winter):
        assert await refused(world, world.ann, "league leave") == "You have left Winter."
        assert [line[1] for line in await table(world)] == ["Ben"]
        assert "is not in Winter" in await refused(world, world.ann, "league leave")

    async def test_none(self, world):
        for command in ("join", "fixtures", "history", "player", "ratings"):
            assert await refused(world, world.ann, f"league {command}") == (
                "There is no league here yet; /league create makes one."
            )
        assert "There is no league here yet." in await refused(world, world.ann, "league list")

    async def test_without_one_the_table_is_of_friendly_games(self, world):
        told = await world.told(world.ann, "league table")
        assert told.startswith("Nobody here has finished a game")
        assert "makes one with `/league create`" in told

    async def test_listed(self, world, boss, winter):
        told = await world.told(world.cy, "league list")
        assert told.startswith("- **Winter**: 2 players, season 1 being played; open play")
        assert "- Time zone: UTC" in await world.told(world.cy, "league list", league="winter")

    async def test_names_are_escaped(self, world, boss):
        told = await made(world, boss, name="*@everyone*")
        assert "The league \\*@\u200beveryone\\* is made." in told
        assert "\\*@\u200beveryone\\*" in await refused(world, world.ann, "league join")


class TestPlayed:
    async def test_a_fixture_from_its_button_to_the_table(self, world, boss, stack):
        await made(world, boss, format="single")
        drawn = await world.told(boss, "league manage start")
        assert "**Winter**: The season begins." in drawn
        listed = (await world.command(world.ann, "league fixtures")).response
        assert "1. Play Ben" in world.text(listed)
        invitation = (await world.press(world.ann, listed, "1")).response
        assert world.pinged(invitation) == [world.ben.id]
        name = world.name_on(invitation)
        await world.press(world.ben, invitation, "accept")
        await world.play_until(name)
        await world.env.settle()
        first, second = await table(world)
        assert first[2:5] == ["1", "1", "0"]
        assert second[2:5] == ["1", "0", "1"]
        assert "Everyone's" in world.text((await world.command(world.ann, "league fixtures")).response)
        assert "have no fixture left" in await refused(world, world.ben, "league play", opponent=world.ann)

    async def test_open_play(self, world, boss, winter):
        invitation = (await world.ann.slash(world.channel, "league play", opponent=world.ben, where="here")).response
        assert "house rules" in world.text(invitation)
        name = world.name_on(invitation)
        assert "It is in <#" in await refused(world, world.ann, "league play", opponent=world.ben)
        await world.press(world.ben, invitation, "accept")
        await world.press(world.ann, (await world.command(world.ann, "resign")).response, "resign")
        await world.env.settle()
        assert not world.is_open(name)
        assert [line[1:5] for line in await table(world)] == [["Ben", "1", "1", "0"], ["Ann", "1", "0", "1"]]
