"""One damaged row of each kind that a loop reads harms itself alone, and is logged once with its place."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from tests.support.data_files import statements_beside
from tests.support.league_steps import create_league, manage, press

KINDS = ("league", "season", "deadline", "news", "meeting", "member", "fine", "zone", "hour")
ELSEWHERE = 77
"""A server in which the bot is no more."""


@pytest.fixture
async def spoilt(world, boss):
    """A league for each kind of damage and one without, with weekly tables and deadlines; and three games."""
    channels = {}
    for number, kind in enumerate(KINDS, 1):
        await create_league(world, boss, name=kind, format="single")
        channels[kind] = channel = world.guild.create_text_channel(kind)
        await world.env.settle()
        await manage(world, boss, "post", channel=channel, day=0, hour=18, league=kind)
        page = (await boss.slash(world.channel, "manage home", league=kind)).response
        deadlines = (await press(world, boss, page, f"manage:{number}:7")).response
        form = await press(world, boss, deadlines, "terms")
        await boss.submit_modal(form, {"days": "3", "consequence": ["walkover"]})
        await manage(world, boss, "start", league=kind)
    await boss.slash(world.channel, "server daily", post="here")
    games = [await world.sit_down(turn_time=180, when_time_is_up="forfeit") for _ in range(3)]
    database = world.bot.context.tables.database
    async with database.transaction() as writing:
        names = dict(zip(("broken", "no_clock", "fine"), games, strict=True))
        for statement in statements_beside(__file__, **names):
            writing.write(statement)
    return SimpleNamespace(games=games, channels=channels)


async def test_every_loop_goes_on_with_the_others(world, boss, spoilt, at_error, caplog):
    broken, no_clock, fine = spoilt.games
    at_error += [
        *("league 1: ", "the deadline of round 1 in league 1: "),
        *("the table of league 2 ", "the deadline of round 1 in league 2: "),
        "the deadline of round 1 of season 1 of league 3: ",
        "news 4 of league 4: ",
        "the table of league 5 ",
        *("the table of league 6 ", "the deadline of round 1 in league 6: "),
        *("league 8: ", "the deadline of round 1 in league 8: "),
        *("league 9: ", "the deadline of round 1 in league 9: "),
        "the daily hand of server 77: ",
        *(f"the clocks of game {name} could not be checked: " for name in (broken, no_clock)),
        *(f"a question about game {name} is not answered yet: " for name in (broken, no_clock)),
        *(f"game {name} cannot be resumed: " for name in (broken, no_clock)),
    ]
    await world.restart()
    bot = world.bot
    for _ in range(3):
        await world.env.advance_time(86_400)
        with world.env._bot_scope():
            await bot.context.tables.timekeeper.tick()
            await bot.posting.post_due()
            await bot.daily_posting.post_due()
            await bot.news_posting.look()
        await world.env.settle()
    await world.env.advance_time((datetime(2026, 1, 5, 19, tzinfo=UTC) - world.env.now()).total_seconds())
    for _ in range(2):
        with world.env._bot_scope():
            await bot.posting.post_due()
            await bot.news_posting.look()
        await world.env.settle()
    posted = {kind for kind in KINDS if "season 1, in progress." in "".join(world.texts(spoilt.channels[kind]))}
    assert posted == {"deadline", "news", "fine"}
    rows = await bot.context.tables.database.rows("SELECT DISTINCT league_id FROM league_results ORDER BY league_id")
    assert [league for (league,) in rows] == [4, 5, 7]
    assert not world.is_open(fine)
    assert "Which 2 cards do you discard?" in "".join(world.texts(world.channel))
    lines = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(lines) == len(set(lines)), "each is logged once"
