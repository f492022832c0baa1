"""A clock at the table: one warning before its end, and then the agreed result."""

from tests.support.stacked_packs import DULL

MINUTES, HOUR = 10, 3600


async def game(world, stack, **options):
    """Start a game in the channel in which Ben leads next."""
    stack(DULL, DULL)
    name = await world.sit_down(**{"target": 61, "turn_time": MINUTES * 60, **options})
    await world.discard(name, ann="2D 4H", ben="2C 4D")
    return name


async def test_it_is_shown_on_the_invitation_and_on_the_table(world, stack):
    invitation = (await world.invite(place="here", turn_time=60, game_time=HOUR)).response
    assert "1 minute per turn. 1 hour per player" in world.text(invitation)
    await world.press(world.ben, invitation, "accept")
    assert "Time runs out: Ann <t:" in world.text(invitation)


async def test_one_message_before_the_end_in_place_of_the_reminder(world, stack):
    await game(world, stack)
    await world.env.advance_time(46)
    assert len(world.notices(world.channel, ", your turn.")) == 1
    await world.tick(450)
    (message,) = world.notices(world.channel, "your time runs out <t:")
    assert world.pinged(message) == [world.ben.id]
    assert "After that, a robot plays for you." in world.text(message)
    assert world.notices(world.channel, ", your turn.") == []
    await world.tick(20)
    assert len(world.notices(world.channel, "your time runs out <t:")) == 1


async def test_no_reminder_after_it_and_deleted_when_the_player_acts(world, stack):
    """The warning comes when half a minute is left; no reminder follows a quarter of a minute later."""
    name = await game(world, stack, turn_time=60)
    await world.tick(31)
    await world.env.advance_time(20)
    assert len(world.notices(world.channel, "your time runs out <t:")) == 1
    assert world.notices(world.channel, ", your turn.") == []
    await world.play(world.ben, name, "TC")
    assert world.notices(world.channel, "your time runs out") == []


async def test_the_robot_moves_and_the_player_is_notified(world, stack):
    name = await game(world, stack)
    await world.tick(601)
    (message,) = world.notices(world.channel, "a robot played for you")
    assert world.pinged(message) == [world.ben.id]
    assert world.game(name).view(None).series
    assert world.asked(name) == [world.ann]
    assert world.text(world.public(name)).startswith("**Ann:** your turn.")
    await world.take_turn(world.ann, name)


async def test_the_game_is_forfeited(world, stack):
    name = await game(world, stack, when_time_is_up="forfeit")
    await world.tick(500)
    assert "Then you lose the game." in world.text(world.notices(world.channel, "your time runs out <t:")[0])
    await world.tick(101)
    assert not world.is_open(name)
    assert world.text(world.table_in(world.channel)).startswith("**Ann wins:** Ben ran out of time.")
    (message,) = world.notices(world.channel, "so you lost the game")
    assert world.pinged(message) == [world.ben.id]


async def test_all_three_in_private(world):
    name = await world.sit_down(world.ben, world.cy, turn_time=600, place="dm")
    await world.take_turn(world.ann, name)
    await world.tick(500)
    assert world.notices(world.dm(world.ann), "your time runs out") == []
    for actor in (world.ben, world.cy):
        (message,) = world.notices(world.dm(actor), "your time runs out <t:")
        assert world.pinged(message) == [actor.id]


async def test_it_outlives_a_restart(world, stack):
    """Nothing was said about the end of the time, so a robot plays on."""
    name = await game(world, stack)
    await world.env.advance_time(500)
    await world.restart()
    await world.tick(1000)
    assert world.asked(name) == [world.ann]
    assert world.notices(world.channel, "a robot played for you")


async def test_it_does_not_run_while_the_game_is_paused(world, stack):
    name = await game(world, stack, when_time_is_up="forfeit")
    for actor in (world.ann, world.ben):
        await world.command(actor, "adjourn")
    await world.tick(24 * HOUR)
    await world.command(world.ben, "adjourn")
    await world.tick(60)
    await world.play(world.ben, name, "TC")
    assert world.game(name).status == "playing"
