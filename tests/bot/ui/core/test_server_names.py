"""One person with a name of their own in each of two servers: each server shows its own, and no other."""

import csv
import io
import json
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import discord
import pytest

from bot.accounts import FORMER
from bot.storage import database, players
from bot.storage.database import Database
from bot.storage.finished_games import list_server_results
from tests.support.league_steps import export, manage_told

HERE, THERE, ACCOUNT = "Captain", "Grandma", "Zelda"


async def create_and_join(place, name, **options):
    await place.chief.slash(place.channel, "league create", name=name, preset="acc", **options)
    for player in (place.zelda, place.foe):
        await player.slash(place.channel, "league join", league=name)


@pytest.fixture
async def two(world):
    """Zelda, the Captain of one server and Grandma of the other, in a league of each; she has played in both."""
    user = world.env.create_user("zelda77", global_name=ACCOUNT)
    foe, chief = (world.env.create_user(name.lower(), global_name=name) for name in ("Foe", "Chief"))
    other, places = world.env.create_guild("Other"), []
    for guild, channel, nick in (
        (world.guild, world.channel, HERE),
        (other, other.create_text_channel("cards"), THERE),
    ):
        role = guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        zelda, boss = guild.add_member(user, nick=nick), guild.add_member(chief, roles=[role])
        people = {"zelda": zelda, "foe": guild.add_member(foe), "chief": boss}
        places.append(SimpleNamespace(guild=guild, channel=channel, name=nick, **people))
    await world.env.settle()
    for place in places:
        await create_and_join(place, "Winter")
    for place in places:
        entered = await place.zelda.slash(place.channel, "league enter", opponent=place.foe, mine=121, theirs=97)
        confirm = next(name for name in world.ids(entered.response) if name.startswith("l1:confirm"))
        await place.foe.click(entered.response, custom_id=confirm)
    # Last of all she was met in the other server, and there the bot called her so.
    return places


async def answer_to(world, place, actor, command, **options):
    result = await actor.slash(place.channel, command, **options)
    return world.text((result.followups or [result.response])[-1])


async def managed(world, place, act, **options):
    """What a manager's button shows in one server."""
    world.channel = place.channel
    return await manage_told(world, place.chief, act, **options)


def check(text, place):
    """A text of a server names her as she is called there."""
    assert place.name in text
    assert_no_other(text, place.name)


def assert_no_other(text, name):
    assert not [other for other in {HERE, THERE, ACCOUNT} - {name} if other in text], text


async def exported(world, place, form):
    world.channel = place.channel
    shown = await export(world, place.chief, form)
    return (await (shown.followups or [shown.response])[-1].attachments[0].read()).decode()


async def test_each_server_shows_its_own_in_answers_suggestions_and_exports(world, two):
    for place in two:
        for command in ("league table", "league ratings", "league history"):
            check(await answer_to(world, place, place.chief, command), place)
        check(await managed(world, place, "log"), place)
        check(await answer_to(world, place, place.chief, "league player", player=place.name), place)
        check(await answer_to(world, place, place.chief, "stats", player=place.zelda), place)
        check(str(await place.chief.autocomplete(place.channel, "league player", "player", "")), place)
        for form in ("csv", "json"):
            check(await exported(world, place, form), place)
        entered = await place.zelda.slash(place.channel, "league enter", opponent=place.foe, mine=121, theirs=90)
        check(world.text(entered.response), place)
        check(await managed(world, place, "results"), place)


async def test_a_fixture_list_and_a_managers_list_name_her_so(world, two):
    for place in two:
        await create_and_join(place, "Round", format="single")
        check(await managed(world, place, "start", league="Round"), place)
        shown = await answer_to(world, place, place.chief, "league fixtures", league="Round", whose="all")
        check(shown, place)
        for options in ({"who": place.zelda}, {}):
            check(await managed(world, place, "manager", league="Round", **options), place)


async def test_an_export_can_be_imported_again_by_these_names(world, two):
    place = two[1]
    text = await exported(world, place, "csv")
    assert next(csv.DictReader(io.StringIO(text)))["player_a"] == THERE
    file = ("games.csv", text.encode())
    said = await answer_to(world, place, place.chief, "manage import", file=file)
    assert "0 new results for season 1 of Winter." in said
    assert "1 is already there" in said


async def play(world, place, where):
    """Zelda invites Foe, who accepts; the invitation."""
    invitation = (await world.start_game(place.zelda, place.channel, opponent=place.foe, where=where)).response
    check(world.text(invitation), place)
    await place.foe.click(invitation, custom_id=world.id_of(invitation, "accept"))
    return invitation


async def test_a_table_is_of_its_server_and_elsewhere_shows_the_account(world, two):
    home, other = two
    name = world.name_on(await play(world, home, "here"))
    check(world.text(world.public(name)), home)
    await other.zelda.slash(other.channel, "games")
    await world.restart()
    check(world.text((await home.zelda.slash(home.channel, "games")).response), home)
    for shown in (
        (await other.foe.slash(other.channel, "games")).response,
        (await other.foe.slash(other.channel, "hand", game=name)).response,
        (await other.foe.slash(other.channel, "resign", game=name)).response,
        (await home.foe.user.slash("games")).response,
        (await home.foe.user.slash("hand", game=name)).response,
    ):
        assert ACCOUNT in world.text(shown)
        assert_no_other(world.text(shown), ACCOUNT)
    assert_no_other(str(await other.foe.autocomplete(other.channel, "hand", "game", "")), ACCOUNT)
    for actor, place, called in ((home.foe, home, HERE), (other.foe, other, ACCOUNT)):
        record = (await actor.slash(place.channel, "record", game=name)).response.attachments[0]
        text = (await record.read()).decode()
        assert called in text
        assert_no_other(text, called)


async def test_a_game_in_private_shows_the_account_there(world, two):
    home = two[0]
    await play(world, home, "dm")
    for actor in (home.zelda, home.foe):
        shown = "\n".join(world.texts(world.dm(actor)))
        assert ACCOUNT in shown
        assert_no_other(shown, ACCOUNT)


async def test_the_servers_own_table_counts_her_under_her_name_there(world, two):
    for place in two:
        name = world.name_on(await play(world, place, "here"))
        asked = (await place.zelda.slash(place.channel, "resign", game=name)).response
        await place.zelda.click(asked, custom_id=world.id_of(asked, "resign"))
        (result,) = await list_server_results(world.bot.context.tables.database, place.guild.id)
        assert [player.name for player in result.players] == [place.name, "Foe"]


async def test_who_gives_the_name_up_is_called_by_the_account(world, two):
    home, other = two
    await players.meet(world.bot.context.tables.database, home.zelda.id, ACCOUNT, guild_id=home.guild.id)
    assert ACCOUNT in await answer_to(world, home, home.chief, "league table")
    check(await answer_to(world, other, other.chief, "league table"), other)


async def test_names_are_handed_over_and_erased(world, two):
    home = two[0]
    shown = (await home.zelda.slash(home.channel, "privacy export")).response
    document = json.loads(await shown.attachments[0].read())
    assert document["player"]["name"] == ACCOUNT
    assert document["server_names"] == [
        {"server": place.guild.id, "name": place.name} for place in sorted(two, key=lambda place: place.guild.id)
    ]
    foes = (await home.foe.slash(home.channel, "privacy export")).response
    assert_no_other((await foes.attachments[0].read()).decode(), ACCOUNT)
    asked = (await home.zelda.slash(home.channel, "privacy erase")).response
    await home.zelda.click(asked, custom_id=world.id_of(asked, "erase"))
    rows = world.bot.context.tables.database.rows
    assert await rows("SELECT * FROM server_names") == []
    for place in two:
        for text in (
            await answer_to(world, place, place.chief, "league table"),
            await managed(world, place, "log"),
        ):
            assert FORMER in text
            assert_no_other(text, FORMER)


async def test_a_file_of_before_knows_accounts_and_is_put_right_when_somebody_is_met(tmp_path):
    path = tmp_path / "cribbage.db"
    with closing(sqlite3.connect(path)) as old:
        for script in database._migrations()[:6]:
            old.executescript(script)
        old.executescript(f"PRAGMA application_id = {database.APPLICATION_ID}; PRAGMA user_version = 6;")
        old.execute("INSERT INTO players (id, discord_id, name) VALUES (5, 77, 'Captain')")
        old.commit()
    opened = await Database.open(path)
    known = await players.find(opened, 77)
    assert (known.id, known.name) == (5, HERE), "whether it is the name in some server nothing can tell"
    met = await players.meet(opened, 77, ACCOUNT, guild_id=1, server_name=HERE)
    assert (met.id, met.name, met.outside.name) == (5, HERE, ACCOUNT)
    assert (await players.find(opened, 77)).name == ACCOUNT
    assert (await players.meet(opened, 77, ACCOUNT, guild_id=2)).name == ACCOUNT
    assert (await players.meet(opened, 77, ACCOUNT)).name == ACCOUNT
    await opened.close()
