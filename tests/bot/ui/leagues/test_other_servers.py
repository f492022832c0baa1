"""A league of another server: its data cannot be read or changed by any command or button."""

import random
from datetime import UTC, datetime

import discord
import pytest
from discord import AppCommandOptionType as Option

from bot.leagues.csv_format import COLUMNS
from bot.leagues.file_import import import_file
from bot.leagues.settings import new_league
from tests.support.data_files import data_beside
from tests.support.depth import seeds, thorough
from tests.support.league_steps import claim, create_league, manage, offer_manage

DATA = data_beside(__file__)

SECRET = ("Qwzx", "Zyxann", "Zyxben", "Vwxfile")
KEPT = DATA["tables"]
ACTIONS = DATA["actions"]
PAPER = f"{','.join(COLUMNS)}\n2025-01-01,Vwxfile,Zyxben,121,100,1,0\n".encode()
PRESSES, COMMANDS = 150, 120


@pytest.fixture
async def elsewhere(world):
    """Leagues of one server and one of none, with all that can be in them; in another a manager and a member."""
    boss = manager(world, world.guild, "boss")
    ann, ben = (world.guild.add_member(world.env.create_user(name, global_name=name)) for name in SECRET[1:3])
    other = world.env.create_guild("Other")
    chief, spy = manager(world, other, "chief"), other.add_member(world.env.create_user("spy", global_name="Spy"))
    await world.env.settle()
    for name, form in (("Qwzx Open", "open"), ("Qwzx Round", "double")):
        await create_league(world, boss, ann, ben, name=name, format=form, preset="acc")
    await manage(world, boss, "start", league="Qwzx Round")
    await boss.slash(world.channel, "manage night", league="Qwzx Open", format="free")
    await ann.slash(world.channel, "league here", league="Qwzx Open")
    await ann.slash(world.channel, "league play", opponent=ben, league="Qwzx Open")
    for lost in (99, 80):
        await ann.slash(world.channel, "league enter", opponent=ben, mine=121, theirs=lost, league="Qwzx Open")
    await manage(world, boss, "confirm", result=2, league="Qwzx Open")
    context, now = world.bot.context, datetime(2025, 6, 1, tzinfo=UTC)
    free = new_league(None, "Qwzx Free", {"preset": "acc"}, now)
    for league in (await context.leagues.directory.find_by_name(world.guild.id, "Qwzx Open"), free):
        await import_file(context.tables.database, league, PAPER, now)
    await claim(world, world.cy, "Vwxfile", "Qwzx Open")
    return other, other.create_text_channel("cards"), chief, spy


def manager(world, guild, name):
    role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return guild.add_member(world.env.create_user(name, global_name=name), roles=[role])


async def stored_leagues(world):
    return [await world.bot.context.tables.database.rows(f"SELECT * FROM {table}") for table in KEPT]


def commands(world):
    groups = (command for command in world.bot.tree.get_commands() if command.name in {"league", "manage"})
    return [
        command
        for group in groups
        for command in group.walk_commands()
        if isinstance(command, discord.app_commands.Command) and command.name not in {"create", "adopt", "import"}
    ]


def chosen(chance, option, guild, channel):
    """Something that an option takes, and means something in the other server if it can."""
    if option.choices:
        return chance.choice(option.choices).value
    match option.type:
        case Option.string:
            return chance.choice([*SECRET, "Qwzx Open", "qwzx round", "Qwzx Free", "1", "2", "2026-01-01"])
        case Option.integer:
            return chance.randrange(max(option.min_value or 0, 1), min(option.max_value or 12, 12))
        case Option.boolean:
            return chance.random() < 0.5
        case Option.user:
            return chance.choice(list(guild))
        case Option.channel:
            return channel
        case _:
            return None


def options_of(command, chance, guild, channel, *always):
    """Options for a command: what it requires, what is named, and about half of the others."""
    given = {
        option.name: chosen(chance, option, guild, channel)
        for option in command.parameters
        if option.required or option.name in always or chance.random() < 0.5
    }
    return {name: value for name, value in given.items() if value is not None}


def tells(text, *typed):
    """Return whether a text tells a secret besides what was typed."""
    for word in sorted(filter(None, typed), key=len, reverse=True):
        text = text.replace(word, "")
    return any(secret in text for secret in SECRET)


@thorough
async def test_nothing_that_is_pressed_elsewhere_shows_or_changes_anything(world, elsewhere):
    other, channel, chief, spy = elsewhere
    home, before = world.guild, await stored_leagues(world)
    shown = (await spy.slash(channel, "league list")).response
    await world.start_game(spy, "dm", robot="easy")
    alone = world.table_in(world.dm(spy))
    tried = [f"l1:{action}:1:1:1" for action in ACTIONS]
    for seed in seeds(PRESSES):
        chance = random.Random(f"pressed {seed}")
        numbers = "".join(f":{chance.randrange(1, 6)}" for _ in range(chance.randrange(1, 6)))
        tried.append(f"l1:{chance.choice(ACTIONS)}{numbers}")
    for custom_id in tried:
        for actor, message in ((chief, shown), (spy, shown), (spy, alone)):
            world.guild = other
            (told,) = await world.late({"actor": actor, "message": world.snapshot(message), "custom_id": custom_id})
            world.guild = home
            assert not tells(world.text(told.response)), custom_id
    assert await stored_leagues(world) == before


@thorough
async def test_nothing_that_is_typed_elsewhere_shows_or_changes_anything(world, elsewhere):
    other, channel, chief, spy = elsewhere
    before, tried = await stored_leagues(world), []
    world.guild = other
    await offer_manage(world, spy)
    for command in commands(world):
        given = options_of(command, random.Random(command.name), (chief, spy), channel, "league")
        tried.append((chief, command, given | ({"league": "Qwzx Open"} if "league" in given else {})))
    for seed in seeds(COMMANDS):
        chance = random.Random(f"typed {seed}")
        command = chance.choice(commands(world))
        given = options_of(command, chance, (chief, spy), channel, "league")
        tried.append((chance.choice([chief, spy]), command, given))
    for actor, command, options in tried:
        told = world.text((await actor.slash(channel, command.qualified_name, **options)).response)
        typed = [value for value in options.values() if isinstance(value, str)]
        assert not tells(told, *typed), (command.name, options)
    assert await stored_leagues(world) == before


async def test_nothing_is_suggested_elsewhere(world, elsewhere):
    other, channel, chief, spy = elsewhere
    world.guild = other
    await offer_manage(world, spy)
    for command in commands(world):
        names = [option.name for option in command.parameters]
        for option in command.parameters:
            if option.autocomplete:
                said = {"league": "Qwzx Open"} if "league" in names and option.name != "league" else {}
                for actor in (chief, spy):
                    got = await actor.autocomplete(channel, command.qualified_name, option.name, "", **said)
                    assert not tells(str(got)), (command.name, option.name)


@thorough
async def test_a_member_changes_nothing_with_commands_of_managers(world, elsewhere):
    before = await stored_leagues(world)
    await offer_manage(world, world.dan)
    shown = (await world.dan.slash(world.channel, "league list")).response
    manage = [command for command in commands(world) if command.qualified_name.startswith("manage ")]
    for seed in seeds(COMMANDS):
        chance = random.Random(f"typed {seed}")
        command = chance.choice(manage)
        options = options_of(command, chance, (world.ann, world.ben), world.channel)
        options |= {"league": chance.choice(["Qwzx Open", "Qwzx Round"])} if "league" in options else {}
        await world.dan.slash(world.channel, command.qualified_name, **options)
        numbers = "".join(f":{chance.randrange(0, 6)}" for _ in range(chance.randrange(1, 6)))
        press = {"custom_id": f"l1:{chance.choice(ACTIONS)}{numbers}", "message": world.snapshot(shown)}
        await world.late({"actor": world.dan, **press})
    assert await stored_leagues(world) == before
