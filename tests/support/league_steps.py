"""Leagues in the simulated Discord: the steps that their tests share."""


async def create_league(world, boss, *people, name="Winter", **options):
    """Make a league, and let people join it."""
    told = world.text((await boss.slash(world.channel, "league create", name=name, **options)).response)
    for one in people or (world.ann, world.ben):
        await world.command(one, "league join", league=name)
    return told


async def table_rows(world, actor=None, **options):
    """The lines of the table, without its head."""
    told = await world.told(actor or world.cy, "league table", **options)
    return [line.split() for line in told.split("```")[1].strip("\n").splitlines()[1:]]


async def refusal(world, actor, command, **options):
    """The private refusal of a command."""
    result = await actor.slash(world.channel, command, **options)
    assert result.ephemeral
    return world.text(result.response)


async def enter_result(world, mine=121, theirs=97, **options):
    """Ann enters a game against Ben; the message that asks Ben."""
    given = {"opponent": world.ben, "mine": mine, "theirs": theirs, **options}
    return (await world.command(world.ann, "league enter", **given)).response


def id_of(world, message, action):
    """The custom id of an action on a message."""
    return next(name for name in world.ids(message) if name.startswith(f"l1:{action}"))


async def press(world, actor, message, action):
    """Press the button of an action on a message."""
    return await actor.click(message, custom_id=id_of(world, message, action))


async def newest_result(world, actor):
    """The first result that is suggested to a manager."""
    return (await actor.autocomplete(world.channel, "league manage confirm", "result", ""))[0]["value"]
