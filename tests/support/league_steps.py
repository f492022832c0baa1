"""Steps of league tests in the simulated Discord that many tests repeat."""

import json

from simcord.components import walk_components
from simcord.http.client import FakeHTTPClient


async def create_league(world, boss, *people, name="Winter", **options):
    told = world.text((await boss.slash(world.channel, "league create", name=name, **options)).response)
    for one in people or (world.ann, world.ben):
        await world.command(one, "league join", league=name)
    return told


async def table_rows(world, actor=None, **options):
    """Return the lines of the table, without its heading."""
    return rows_in(await world.told(actor or world.cy, "league table", **options))


def rows_in(text):
    """Return the lines of a table in a text as words, without its heading."""
    return [line.split() for line in text.split("```")[1].strip("\n").splitlines()[1:]]


def alt_texts(world, message):
    parts = walk_components(world.stored(message).components)
    return [item["description"] for part in parts if part["type"] == 12 for item in part["items"]]


async def refusal(world, actor, command, **options):
    result = await actor.slash(world.channel, command, **options)
    assert result.ephemeral
    return world.text(result.response)


async def enter_result(world, mine=121, theirs=97, **options):
    """Let Ann enter a game against Ben; returns the message that asks Ben to confirm it."""
    given = {"opponent": world.ben, "mine": mine, "theirs": theirs, **options}
    return (await world.command(world.ann, "league enter", **given)).response


def id_of(world, message, action):
    """Return the custom_id on a message that begins with a text."""
    return next(name for name in world.ids(message) if name.startswith(f"l1:{action}"))


async def press(world, actor, message, action):
    """Press the button on a message whose custom_id begins with a text."""
    return await actor.click(message, custom_id=id_of(world, message, action))


async def newest_result(world, actor):
    """Return the first result that is suggested to a manager."""
    return (await actor.autocomplete(world.channel, "league manage confirm", "result", ""))[0]["value"]


async def rows(world, query):
    """Return what a query finds in the bot's database."""
    return await world.bot.context.tables.database.rows(query)


async def choose_news_channel(world, boss, channel):
    page = (await world.command(boss, "league manage home")).response
    pressed = {"actor": boss, "message": world.snapshot(page), "custom_id": "l1:newschannel:1"}
    await world.late({**pressed, "values": [str(channel.id)]})


async def prefer(world, place, *people):
    """Let people choose where they are told."""
    for actor in people:
        shown = (await world.command(actor, "preferences")).response
        await actor.select(shown, [place], custom_id="w1:news")


async def invite(world):
    """Let Ann invite Ben to a game of their league in the channel; returns the invitation."""
    return (await world.ann.slash(world.channel, "league play", opponent=world.ben, where="here")).response


async def sit_down(world):
    """Let Ann and Ben sit down to a game of their league; returns the name of their table."""
    invitation = await invite(world)
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    return name


async def resign(world, actor):
    await world.press(actor, (await world.command(actor, "resign")).response, "resign")


async def close_season(world, boss, **options):
    """Let the manager close the season; returns the answer to the second question."""
    question = (await world.command(boss, "league manage close", **options)).response
    return await press(world, boss, question, "close")


def record_nonces(monkeypatch, channel):
    """Return a list that gets the nonce of every message sent to a channel, and whether Discord checks it."""
    nonces, original = [], FakeHTTPClient.request

    async def request(self, route, *, form=None, **options):
        if route.method == "POST" and route.channel_id == channel.id:
            said = options.get("json") or json.loads(form[0]["value"])
            nonces.append((said["nonce"], said["enforce_nonce"]))
        return await original(self, route, form=form, **options)

    monkeypatch.setattr(FakeHTTPClient, "request", request)
    return nonces


async def submit(world, actor, message, action, fields):
    """Press the button of a form, and send it filled in."""
    return await actor.submit_modal(await press(world, actor, message, action), fields)
