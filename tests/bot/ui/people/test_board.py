"""/board in a simulated Discord: the ladder of a server, the rankings of all time, and the players listed."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.progress.achievements import RANKINGS
from bot.ui.people.board_view import _TITLES, _VALUES
from engine.actions import Resign
from tests.support.league_steps import alt_texts
from tests.support.simulated_discord import act
from tests.support.stacked_packs import HURRIED_FIVES

RECORDS = "b1:all"


async def play(world, games=1):
    """Play games of one deal in which Ben holds a 29, and let Ann resign each."""
    for _ in range(games):
        name = await world.sit_down()
        await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
        await act(world, name, Resign(0))


async def age(world, days):
    """Let all finished games have ended so many days earlier."""
    with world.env._bot_scope():
        async with world.bot.context.tables.database.transaction() as writing:
            writing.write(
                "UPDATE results SET ended_at = strftime('%Y-%m-%dT%H:%M:%f000+00:00', ended_at, ?)", (f"-{days} days",)
            )


def month_of(world, back=0):
    """Return the month in words, or the one so many months before."""
    day = world.env.now().date().replace(day=1)
    for _ in range(back):
        day = (day - timedelta(days=1)).replace(day=1)
    return f"{day:%B %Y}"


async def records(world):
    """Return the rankings of all time as Cy sees them."""
    shown = (await world.command(world.cy, "board")).response
    await world.cy.click(shown, custom_id=RECORDS)
    return world.text(shown)


async def test_the_ladder_of_this_server_alone(world, stack, abroad):
    stack(HURRIED_FIVES)
    await play(world, 2)
    text = await world.told(world.cy, "board")
    assert text.startswith(f"**Ladder, {month_of(world)}**\n\n```\n  ")
    assert re.search(r"\n- Ben +1[56]\d\d +2 +2\n- Ann +14\d\d +2 +0\n", text), "two games give no place"
    assert "You are ranked from 3 games on." in text
    ends = int(re.search(r"The month ends <t:(\d+):R>", text)[1])
    assert timedelta() < datetime.fromtimestamp(ends, UTC) - world.env.now() <= timedelta(days=31)
    assert "Ben has won" not in "".join(world.texts(world.channel))
    await play(world)
    assert "Ben has won 3 games in a row." in "".join(world.texts(world.channel))
    assert re.search(r"\n1 Ben +1\d\d\d +3 +3\n2 Ann +1\d\d\d +3 +0\n", await world.told(world.cy, "board"))
    assert re.search(r"\n1 Ben +1\d\d\d +3 +3\n2 Ann +1\d\d\d +3 +0\n", await world.told(world.cy, "league table"))
    assert "No games between people in" in await world.told(abroad.ann, "board", where=abroad.channel)


@pytest.mark.parametrize("with_pictures", [True])
async def test_it_is_drawn_for_whoever_likes_pictures(world, stack):
    stack(HURRIED_FIVES)
    await play(world, 3)
    (said,) = alt_texts(world, (await world.command(world.ann, "board")).response)
    assert re.search(r"Place, name, Rating, Games, Won, Streak: 1 Ben \d+ 3 3 3\. 2 Ann \d+ 3 0 0\.", said)


async def test_each_part_has_its_button_and_those_of_earlier_versions_work(world, stack):
    stack(HURRIED_FIVES)
    await play(world)
    await age(world, world.env.now().day)
    shown = (await world.command(world.cy, "board")).response
    assert f"No games between people in {month_of(world)}. Start one with `/play`." in world.text(shown)
    await world.restart()
    for part, head in (
        ("last", f"**Ladder, {month_of(world, 1)}**\n\n```"),
        ("all", "**This server, all time**\n\n**Most games**\n1. Ann: 1 game, 0 won\n1. Ben: 1 game, 1 won"),
        ("month", f"**Ladder, {month_of(world)}**\n\nNo games"),
    ):
        pressed = await world.ann.click(shown, custom_id=f"b1:{part}")
        shown = pressed.response or shown
        assert world.text(shown).startswith(head)
    week = await world.late(world.pressing(world.ann, shown, "b1:week"))
    assert week
    assert world.text(shown).startswith(f"**Ladder, {month_of(world)}**")


async def test_the_rankings_of_all_time(world, stack):
    stack(HURRIED_FIVES)
    await play(world)
    text = await records(world)
    assert text.startswith(
        "**This server, all time**\n\n**Most games**\n1. Ann: 1 game, 0 won\n1. Ben: 1 game, 1 won\n\n"
        "**Best hand**\n1. Ben: 29\n"
    )
    assert "Average hand" not in text, "one game is too few"


async def test_names_are_those_of_the_server_and_the_erased_are_gone(world, stack):
    stack(HURRIED_FIVES)
    await play(world)
    with world.env._bot_scope():
        players = world.bot.context.accounts.players
        await players.meet(world.ann.id, "Ann", guild_id=world.guild.id, server_name="Annie_")
    assert "Annie\\_: 1 game" in await records(world)
    asked = await world.command(world.ben, "privacy erase")
    await world.press(world.ben, asked.response, "erase")
    text = await records(world)
    assert "Ben" not in text
    assert "former" not in text
    assert "1. Annie\\_: 1 game, 0 won" in text


def test_every_ranking_has_its_words():
    assert [ranking.kind for ranking in RANKINGS] == list(_TITLES) == list(_VALUES)


async def test_the_fewest_points_lost_of_reviewed_games(world, monkeypatch):
    for module in ("progress.achievements", "ui.people.board_view"):
        monkeypatch.setattr(f"bot.{module}.FEWEST", 3)
    world.env.settle_timeout = 60.0
    games = []
    for _ in range(3):
        games.append(await world.sit_down(target=61, counting="automatic"))
        await world.hurry(games[-1], lambda table: max(table.game.scores) >= 50)
        await world.play_until(games[-1])
    await world.command(world.ann, "review", game=games[0])
    # To judge a game takes seconds, and this is about the sums.
    columns = "player_id, decisions, lost, theirs_lost, judged"
    copied = f"INSERT INTO reviews (table_id, {columns}) SELECT ?, {columns} FROM reviews WHERE table_id = ?"
    with world.env._bot_scope():
        async with world.bot.context.tables.database.transaction() as writing:
            writing.write_many(copied, [(name, games[0]) for name in games[1:]])
    text = await records(world)
    assert "**Fewest points lost per game** (at least 3 reviewed games)" in text
    lines = text.split("Fewest points lost")[1].splitlines()
    values = [float(line.rsplit(" ", 1)[1]) for line in lines if line[:1].isdecimal()]
    assert len(values) == 2, "to judge a game judges it for both players"
    assert values == sorted(values)
