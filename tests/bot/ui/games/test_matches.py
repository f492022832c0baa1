"""A match of several games: the next begins at once, games are counted beside the holes, and one wins it."""

import pytest


async def rubber(world, **options):
    return await world.sit_down(**{"best_of": 3, "target": 61, "doubles": "none", **options})


async def give_up(world, actor, where=None):
    await world.resign(actor, where=where)
    return world.table_in(world.dm(actor) if where == "dm" else where or world.channel)


async def test_a_whole_rubber(world):
    """One game is played out and the others given up; doubles are counted, so it may be two games or three."""
    name = await rubber(world, doubles="lurch")
    text = world.text(world.public(name))
    assert "Games: Ann 0, Ben 0 (best of 3)." in text
    await world.hurry(name, lambda table: max(table.view(None).scores) >= 25)
    await world.play_until(name)
    first = world.table_in(world.channel)
    winner = world.ann if "**Ann wins" in world.text(first) else world.ben
    loser = world.ben if winner is world.ann else world.ann
    if "The match goes on" in world.text(first):
        assert world.actions(first)[0] == "again"
        assert "[Next game]" in world.text(first)
        await world.press(winner, first, "again")
        following = world.name_on(world.table_in(world.channel))
        assert following != name
        assert world.game(following).status == "playing"
        assert f"{winner.user.global_name} 1" in world.text(world.public(following))
        await give_up(world, loser)
    over = world.table_in(world.channel)
    assert f"**{winner.user.global_name} wins the match.**" in world.text(over)
    assert "[Play again]" in world.text(over)


@pytest.mark.parametrize("restarts", [False, True])
async def test_the_next_game_begins_at_once_without_invitations(world, restarts):
    name = await rubber(world)
    over = await give_up(world, world.ann)
    assert "The match goes on." in world.text(over)
    if restarts:
        await world.restart()
    for result in await world.late(*(world.pressing(actor, over, "again") for actor in (world.ann, world.ben))):
        assert result.acknowledged
    assert len(world.bot.context.tables._open) == 1, "pressed by both, one game begins"
    table = world.table_in(world.channel)
    assert world.name_on(table) != name
    assert "discard 2 cards each" in world.text(table)
    assert "Games: Ann 0, Ben 1 (best of 3)." in world.text(table)
    assert world.pinged(table) == []


async def test_after_the_match_the_opponent_is_invited(world):
    await rubber(world)
    for _ in range(2):
        await world.press(world.ben, await give_up(world, world.ann), "again")
    invitation = world.table_in(world.channel)
    assert f"<@{world.ann.id}>, **Ben** invites you" in world.text(invitation)
    await world.press(world.ann, invitation, "accept")
    assert "Games: Ann 0, Ben 0 (best of 3)." in world.text(world.table_in(world.channel))


@pytest.mark.parametrize("place", ["thread", "dm"])
async def test_elsewhere(world, place):
    invitation = (await world.invite(place=place, best_of=5, target=61, doubles="none")).response
    await world.press(world.ben, invitation, "accept")
    in_dms = place == "dm"
    await world.press(world.ann, await give_up(world, world.ann, where="dm" if in_dms else world.thread()), "again")
    for room in [world.dm(world.ann), world.dm(world.ben)] if in_dms else [world.thread()]:
        table = world.table_in(room)
        assert "Games: Ann 0, Ben 1 (best of 5)." in world.text(table)
        assert "again" not in world.actions(table)
        assert sum("Fair shuffle" in text for text in world.texts(room)) == 2


async def test_against_robots(world):
    await world.start_game(world.ann, "dm", best_of=3, players=3, doubles="none")
    (name,) = world.bot.context.tables._open
    assert world.game(name).names == ("Ann", "Clover", "Clover 2")
    await world.play_first_deal(name)
    over = await give_up(world, world.ann, where="dm")
    assert "[Next game]" in world.text(over)
    await world.press(world.ann, over, "again")
    assert "Games: Ann 0" in world.text(world.table_in(world.dm(world.ann)))


async def test_the_games_are_those_of_the_preset_within_a_rubber(world):
    """Britannica's first deal is cut for after every game, but alternates within a rubber (002, law 1)."""
    name = await rubber(world, preset="britannica")
    dealer = world.game(name).view(None).dealer
    await world.press(world.ann, await give_up(world, world.ann), "again")
    following = world.name_on(world.table_in(world.channel))
    assert world.game(following).view(None).dealer == 1 - dealer


async def test_from_the_hand_too(world):
    """A hand that is open when the game ends leads on: in a match to the next cards, else to an invitation."""
    await rubber(world)
    hand = world.own(await world.press(world.ann, world.table_in(world.channel), "hand"))
    await give_up(world, world.ben)
    assert "[Next game]" in world.text(hand)
    following = (await world.press(world.ann, hand, "again")).followups[0]
    assert "[Next game]" not in world.text(hand)
    hand = following
    assert world.text(hand).startswith("**Discard 2 cards**")
    await give_up(world, world.ben)
    assert "[Play again]\n[Review my game]" in world.text(hand)
    assert not (await world.press(world.ann, hand, "again")).followups, "until Ben has accepted there is no other hand"
    assert "[Play again]" not in world.text(hand)
    asked = world.table_in(world.channel)
    assert "**Ann** invites you to cribbage" in world.text(asked)
    assert world.pinged(asked) == [world.ben.id]
