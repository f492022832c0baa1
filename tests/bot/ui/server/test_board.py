"""/board in a simulated Discord: the rankings of a server, the times, and the players listed."""

from bot.progress.achievements import RANKINGS
from bot.ui.server.board_view import _TITLES, _VALUES
from engine.actions import Resign
from tests.support.simulated_discord import act
from tests.support.stacked_packs import HURRIED_FIVES

HEAD = "**This server, last 7 days**"


async def play(world, games=1):
    """Play games of one deal in which Ben holds a 29, and let Ann resign each."""
    for _ in range(games):
        name = await world.sit_down()
        await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
        await act(world, name, Resign(0))


async def age(world, days):
    with world.env._bot_scope():
        async with world.bot.context.tables.database.transaction() as writing:
            writing.write(
                "UPDATE game_figures SET ended_at = strftime('%Y-%m-%dT%H:%M:%f000+00:00', ended_at, ?)",
                (f"-{days} days",),
            )


async def test_the_rankings_of_this_server_alone(world, stack, abroad):
    stack(HURRIED_FIVES)
    await play(world)
    text = await world.told(world.cy, "board")
    assert text.startswith(
        f"{HEAD}\n\n**Most games**\n1. Ann: 1 game, 0 won\n1. Ben: 1 game, 1 won\n\n**Best hand**\n1. Ben: 29\n"
    )
    assert "Average hand" not in text, "one game is too few"
    await play(world, 2)
    text = await world.told(world.cy, "board")
    assert "**Average hand** (at least 3 games)\n1. Ben: 29.00\n2. Ann: " in text
    assert "**Pegged per game** (at least 3 games)\n1. " in text
    assert "1. Ann: 3 games, 0 won\n1. Ben: 3 games, 3 won" in text
    empty = await world.told(abroad.ann, "board", where=abroad.channel)
    assert empty.startswith(f"{HEAD}\n\nNobody has finished a game. Start one with `/play`.")


async def test_each_time_has_its_button(world, stack):
    stack(HURRIED_FIVES)
    await play(world)
    await age(world, 10)
    shown = (await world.command(world.cy, "board")).response
    assert "Nobody has finished a game" in world.text(shown)
    for period, head, empty in (
        ("month", "**This server, last 30 days**", False),
        ("week", HEAD, True),
        ("all", "**This server, all time**", False),
    ):
        pressed = await world.ann.click(shown, custom_id=f"b1:{period}")
        shown = pressed.response or shown
        assert world.text(shown).startswith(head)
        assert ("Nobody has finished" in world.text(shown)) is empty
    await age(world, 50)
    await world.restart()
    await world.ann.click(shown, custom_id="b1:month")
    assert "Nobody has finished" in world.text(shown), "after a restart too"


async def test_names_are_those_of_the_server_and_the_erased_are_gone(world, stack):
    stack(HURRIED_FIVES)
    await play(world)
    with world.env._bot_scope():
        players = world.bot.context.accounts.players
        await players.meet(world.ann.id, "Ann", guild_id=world.guild.id, server_name="Annie_")
    assert "Annie\\_: 1 game" in await world.told(world.cy, "board")
    asked = await world.command(world.ben, "privacy erase")
    await world.press(world.ben, asked.response, "erase")
    text = await world.told(world.cy, "board")
    assert "Ben" not in text
    assert "former" not in text
    assert "1. Annie\\_: 1 game, 0 won" in text


def test_every_ranking_has_its_words():
    assert [ranking.kind for ranking in RANKINGS] == list(_TITLES) == list(_VALUES)


async def test_the_fewest_points_lost_of_reviewed_games(world):
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
    text = await world.told(world.ann, "board")
    assert "**Fewest points lost a game** (at least 3 reviewed games)" in text
    lines = text.split("Fewest points lost")[1].splitlines()
    values = [float(line.rsplit(" ", 1)[1]) for line in lines if line[:1].isdecimal()]
    assert len(values) == 2, "to judge a game judges it for both players"
    assert values == sorted(values)
