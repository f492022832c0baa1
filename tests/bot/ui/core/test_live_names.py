"""Players, leagues, nights and teams that are named with links, invites and mentions: none of it is live anywhere."""

import re

from tests.support.league_steps import create_league, manage, press

NAMES = (
    "https://evil.ex/a",
    "```discord.gg/ev",
    "[x](https://evil.ex)",
    "@everyone <@111> <t:111:R>",
    "**evil** @here",
)
LIVE = re.compile(
    r"https?://evil|discord\.gg/ev|(?<!\\)\[x\]\(|@everyone|@here|<(?:@|#|t:)111|(?<!\\)\*\*evil|(?<!\\)\*evil"
)
CODE = re.compile("```.*?```|`[^`\n]*`", re.DOTALL)


def texts(value, key=""):
    """The texts of a request to Discord that it formats."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from texts(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner, key)
    elif isinstance(value, str) and key in {"content", "description"}:
        yield value


async def play_games(world):
    """An invitation and a game in a thread to its end, a reminder, and one that is given up."""
    name = await world.sit_down(place="thread")
    await world.hurry(name, lambda table: max(table.game.scores) >= 100)
    await world.play_until(name)
    await world.sit_down()
    await world.env.advance_time(3 * 24 * 3600)
    await world.command(world.ann, "table")
    await world.command(world.ann, "resign")
    for command in ("stats", "board", "daily", "achievements"):
        if command in world.ann.available_commands(world.channel):
            await world.command(world.ann, command)


async def play_league(world, boss):
    """A league with its news, results, tables and its weekly post, and its end."""
    name = NAMES[2]
    await create_league(world, boss, world.ann, world.ben, world.cy, name=name, format="single")
    await manage(world, boss, "post", channel=world.channel, day=0, hour=18)
    await manage(world, boss, "start")
    for winner, loser in ((world.ann, world.ben), (world.ben, world.cy)):
        entered = await world.command(winner, "league enter", opponent=loser, mine=121, theirs=97)
        await press(world, loser, entered.response, "confirm")
    await manage(world, boss, "forfeit", fixture=1, winner=NAMES[0], reason=NAMES[0])
    for command in ("home", "table", "fixtures", "history", "player", "ratings", "list"):
        await world.command(world.ann, f"league {command}")
    for act in ("home", "log", "results", "managegames", "people", "manager"):
        await manage(world, boss, act)
    await world.env.advance_time(8 * 24 * 3600)
    with world.env._bot_scope():
        await world.bot.posting.post_due()
    await world.env.settle()
    closing = (await manage(world, boss, "close")).response
    await press(world, boss, closing, "close")
    await world.command(world.ann, "league history")


async def play_night(world, boss):
    name = NAMES[0]
    await boss.slash(world.channel, "league create", name=name, format="club")
    await boss.slash(world.channel, "manage night", name=NAMES[1], league=name)
    for one in (world.ann, world.ben):
        await world.command(one, "league here", league=name)
    for action in ("pair", "post", "finish"):
        await press(world, boss, (await world.command(boss, "manage night", league=name)).response, action)


async def play_teams(world, boss):
    name = NAMES[3]
    await boss.slash(world.channel, "league create", name=name, format="single", teams="pairs", preset="house")
    await world.command(world.ann, "league join", partner=world.ben, team=NAMES[2], league=name)
    await world.command(world.cy, "league join", partner=world.dan, team=NAMES[0], league=name)
    await manage(world, boss, "start", league=name)
    await world.command(world.ann, "league table", league=name)
    await world.command(world.ann, "league fixtures", league=name)


async def test_nothing_that_people_are_called_is_live(world, boss):
    world.people = world.ann, world.ben, world.cy, world.dan, world.eve = tuple(
        world.guild.add_member(world.env.create_user(f"evil{number}", global_name=name))
        for number, name in enumerate(NAMES)
    )
    await world.env.settle()
    await play_games(world)
    await play_league(world, boss)
    await play_night(world, boss)
    await play_teams(world, boss)
    sent = [request for request in world.env.http_requests if "/commands" not in request.path]
    found = [text for request in sent for text in texts(request.json)]
    live = {text for text in found if LIVE.search(CODE.sub("", text))}
    assert live == set()
    assert sum("evil" in text or ".gg" in text for text in found) > 60, "the names are in what is posted"
