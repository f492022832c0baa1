"""Steps of league tests in the simulated Discord that many tests repeat."""

import json

from simcord.components import walk_components
from simcord.http.client import FakeHTTPClient

from tests.support.data_files import data_beside


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


_ACTS = data_beside(__file__)["acts"]
"""The actions of managers' buttons, and the numbers after their league's."""


async def manage(world, actor, act, *, league=None, opens=False, **options):
    """Do what a button of the managers' pages does, and fill in its form; returns the answer.

    The button need not be on the page that is pressed, so that everybody can try. With ``opens`` the form is left open.
    """
    page = (await world.command(actor, "league home", **({"league": league} if league else {}))).response
    number = next((name.split(":")[2] for name in world.ids(page) if name.startswith("l1:show")), "1")
    action, *more = _ACTS.get(act, act).split()
    options = {name: value for name, value in options.items() if value is not None}
    if act in {"confirm", "correct", "void"}:
        action, more = await _decision(world, act, options)
    elif act in {"manager", "role"}:
        return await _choose(world, actor, page, number, act, **options)
    elif act == "close":
        action, more = ("nextdays", []) if options else ("manage", ["4"])
    elif act == "start" and options:
        action, more = "startseeded", []
    elif act == "forfeit":
        options = await _award(world, options)
    if "first_holes" in options:
        options["score"] = f"{options.pop('first_holes')}-{options.pop('second_holes')}"
    custom_id = ":".join(["l1", action, *filter(None, [number]), *more])
    pressed = {"actor": actor, "message": world.snapshot(page), "custom_id": custom_id}
    (shown,) = await world.late(pressed)
    if shown.modal is None or opens:
        return shown
    return await actor.submit_modal(shown, _filled(shown.modal, options))


def _filled(form, options):
    """What is typed into a form and chosen in its menus: the options, or what stands there already."""
    fields = {}
    for control in (label["component"] for label in form["components"]):
        chosen = [one["value"] for one in control.get("options", ()) if one.get("default")]
        name, usual = control["custom_id"], control.get("value", "") if control["type"] == 4 else chosen
        value = options.get(name, usual)
        fields[name] = str(value) if control["type"] == 4 else value if isinstance(value, list) else [value]
    return {
        name: [str(one) if isinstance(one, int) else one for one in value] if isinstance(value, list) else value
        for name, value in fields.items()
    }


async def _choose(world, actor, page, league, act, *, who=None, role=None, remove=False):
    """Choose the managers of a league, or their role; or show who they are."""
    pressed = {"actor": actor, "message": world.snapshot(page), "custom_id": f"l1:manage:{league}:12"}
    if act == "role":
        pressed |= {"custom_id": f"l1:managerrole:{league}", "values": [] if role is None else [str(role.id)]}
    elif who is not None:
        found = await rows(
            world,
            f"SELECT p.discord_id FROM managers m JOIN players p ON p.id = m.player_id WHERE m.league_id = {league}",
        )
        now = {str(account) for (account,) in found} - {str(who.id)} | (set() if remove else {str(who.id)})
        pressed |= {"custom_id": f"l1:managers:{league}", "values": sorted(now)}
    return (await world.late(pressed))[0]


async def offer_manage(world, *people):
    """Let people use /manage, whom Discord offers it only if a server says so."""
    offered = await world.bot.tree.fetch_commands()
    command = next(one for one in offered if one.name == "manage")
    world.guild.set_command_permissions(command, dict.fromkeys(people, True))


async def stop_playing(world, actor, league=None):
    """Leave a league, or withdraw from it; returns the answer."""
    page = (await world.command(actor, "league home", **({"league": league} if league else {}))).response
    question = (await press(world, actor, page, "stopplaying")).response or page
    return await press(world, actor, question, "stopped")


async def export(world, actor, form):
    """Download a league in a form; returns the answer."""
    page = (await world.command(actor, "league home")).response
    listed = (await press(world, actor, page, "exports")).response or page
    number = ("csv", "xlsx", "json", "html", "ics", "paper").index(form)
    custom_id = next(
        name for name in world.ids(listed) if name.startswith("l1:download") and name.endswith(f":{number}")
    )
    return await actor.click(listed, custom_id=custom_id)


async def adopt(world, actor, code):
    """Attach an imported league to the server; returns the answer."""
    listed = (await world.command(actor, "league list")).response
    return await submit(world, actor, listed, "adopt", {"code": code})


async def claim(world, actor, name, league=None):
    """Claim a name of a file; returns the answer."""
    page = (await world.command(actor, "league home", **({"league": league} if league else {}))).response
    return await submit(world, actor, page, "claim", {"name": name})


async def _decision(world, act, options):
    result = options.pop("result")
    if act == "confirm":
        status = await rows(world, f"SELECT status FROM league_results WHERE id = {result}")
        if status == [("entered",)] and "reason" not in options:
            return "confirmfor", [str(result)]
        return "accept", [str(result)]
    return act, [str(result)]


async def _award(world, options):
    """The fields of the form that awards a fixture of this number."""
    if (number := options.pop("fixture", None)) is None:
        return options
    leagues = world.bot.context.leagues
    (league_id,) = (await rows(world, f"SELECT league_id FROM fixtures WHERE id = {number}"))[0]
    (guild_id,) = (await rows(world, f"SELECT guild_id FROM leagues WHERE id = {league_id}"))[0]
    found = await leagues.fixtures.find(await leagues.directory.find(guild_id, league_id), number)
    winner, both = options.pop("winner", None), options.pop("both", False)
    pair = [found.first.name, (found.second or found.first).name]
    absent = next((name for name in pair if name.casefold() != str(winner).casefold()), pair[0])
    opponent = pair[pair[0] == absent]
    return options | {"absent": absent, "opponent": opponent, "winner": "nobody" if both else "opponent"}


async def manage_told(world, actor, act, **options):
    """Do what a button of the managers' pages does; returns the text of the answer."""
    return world.text((await manage(world, actor, act, **options)).response)


async def refused_to_manage(world, actor, act, **options):
    """Do what a button of the managers' pages does; returns the text of the private answer."""
    result = await manage(world, actor, act, **options)
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
    page = (await press(world, actor, (await world.command(actor, "manage home")).response, "results")).response
    menu = next(part for part in walk_components(world.stored(page).components) if part["type"] == 3)
    return int(menu["options"][0]["value"])


async def rows(world, query):
    """Return what a query finds in the bot's database."""
    return await world.bot.context.tables.database.rows(query)


async def choose_news_channel(world, boss, channel):
    page = (await world.command(boss, "manage home")).response
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
    question = (await manage(world, boss, "close", **options)).response
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
