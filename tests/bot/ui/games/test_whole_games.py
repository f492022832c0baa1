"""Whole games through Discord: in a channel, in a thread, in private messages, and against robots."""

import pytest

from tests.support.leak_search import strings_in


def ended(world, channel):
    """The text of the finished table, on which nothing but another game is offered."""
    table = world.table_in(channel)
    assert set(world.actions(table)) - {"lastdeal", "review", "muggins"} - {
        one for one in world.actions(table) if "." in one
    } == {"again"}
    return world.text(table)


async def test_two_people_in_a_channel_and_again_with_the_loser_dealing(world):
    name = await world.sit_down(target=61)
    await world.play_until(name, one_panel=False)
    game = await world.checked(name)
    over = world.table_in(world.channel)
    assert f"wins 61 to {min(game.scores)}**" in ended(world, world.channel)
    assert len(world.shown(world.channel)) == 3, "the table, its seal and the proof: nothing else was posted"

    winner, loser = (world.ann, world.ben) if "**Ann wins" in world.text(over) else (world.ben, world.ann)
    await world.press(winner, over, "again")
    rematch = world.table_in(world.channel)
    await world.press(loser, rematch, "accept")
    following = world.name_on(rematch)
    assert f"{loser.user.global_name} deals first." in world.text(rematch)
    await world.play_until(following, "play")
    assert world.asked(following) == [winner]


async def test_two_people_in_a_thread_of_its_own_where_the_bot_counts(world):
    invitation = (await world.invite(target=61, counting="automatic")).response
    name = world.name_on(invitation)
    await world.press(world.ben, invitation, "accept")
    await world.play_until(name)
    await world.checked(name)
    assert "wins 61 to" in ended(world, world.thread())
    assert world.ids(invitation) == []


async def test_two_people_in_private(world):
    name = await world.sit_down(place="dm", target=61)
    await world.play_until(name)
    await world.checked(name)
    for player in (world.ann, world.ben):
        assert "wins 61 to" in ended(world, world.dm(player))


async def test_a_robot_in_private(world):
    name = await world.against_robot("easy", target=61)
    await world.play_until(name)
    await world.checked(name)
    assert "wins 61 to" in ended(world, world.dm(world.ann))


@pytest.mark.parametrize("where", ["here", "thread", "dm", "alone"])
@pytest.mark.parametrize("other", ["person", "robot"])
async def test_the_shuffle_is_sealed_before_the_first_card(world, where, other):
    """Neither the cut nor a hand is on any message before the commitment is."""
    options = {"robot": "easy"} if other == "robot" else {"opponent": world.ben}
    channel = "dm" if where == "alone" else None
    asked = (await world.start_game(world.ann, channel, **options, **({} if channel else {"where": where}))).response
    if other == "person":
        await world.press(world.ben, world.table_in(world.dm(world.ben)) if channel else asked, "accept")
    told = [" ".join(strings_in(request.json)) for request in world.env.http_requests]
    sealed = next(place for place, text in enumerate(told) if "Fair shuffle" in text)
    assert "Cut for deal" in " ".join(told[sealed:])
    assert not any("Cut for deal" in text or "Your hand" in text for text in told[:sealed])


async def test_a_robot_in_a_channel(world):
    """Ann keeps the one panel open all along, and the robot moves between her presses."""
    table = (await world.start_game(world.ann, robot="club", target=61, where="here")).response
    name = world.name_on(table)
    await world.play_until(name)
    await world.checked(name)
    assert "wins 61 to" in world.text(table)


async def test_a_robot_that_moves_faster_than_answers_arrive(world, slow_answers):
    """No late message undoes a later drawing."""
    await world.start_game(world.ann, robot="easy", target=61)
    name = next(iter(world.bot.context.tables._open))
    assert [world.ids(message) for message in world.shown(world.channel)] == [[], []], "the game is in its thread"
    assert world.text(world.public(name)).startswith("**Ann:** discard")
    await world.play_until(name, "show")
    await world.play_until(name, "play")
