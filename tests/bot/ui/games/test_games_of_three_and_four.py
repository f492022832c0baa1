"""Whole games of three and four, people and robots, in a channel and in private; and the cuts with ceremony."""

import re

from bot.ui.games.channels import Channels
from engine.actions import NameNumber
from engine.cards import Card
from tests.support.depth import sampled
from tests.support.stacked_packs import Hands

THREE = Hands(("5H 5D 5C JS 2C", "6D 6H 9S 9C TD", "2D 4H 6S 8C QH"), to_crib="3D", starter="5S")
"""Ben, to the left of Ann who deals, can keep 29; then comes Cy."""

FOUR = Hands(("5H 5D 5C JS 2C", "6D 6H 9S 9C TD", "2D 4H 6S 8C QH", "3D 3H 3S 7C KH"), starter="5S")


async def almost_to_the_end(world, name):
    """Let everyone act at the table itself until a side has most of its 61 points."""
    await world.hurry(name, lambda table: max(table.view(None).scores) >= 45, declared=12)


def hand_on(text):
    return text.split("Your hand: ")[1].split("\n")[0]


async def test_three_people_in_a_channel(world, stack):
    stack(THREE, THREE, THREE, cut="AC KD QD")
    name = await world.sit_down(world.ben, world.cy, target=61)
    text = world.text(world.public(name))
    assert text.startswith("**Ann, Ben and Cy:** discard 1 card each to Ann's crib.")
    assert all(f"{who} **0**" in text for who in ("Ann", "Ben", "Cy"))
    panels = [world.text(await world.panel(actor, name)) for actor in (world.ann, world.ben, world.cy)]
    assert len(set(map(hand_on, panels))) == 3
    refused = await world.press(world.dan, world.public(name), "hand")
    assert refused.ephemeral
    assert "You're not in this game" in refused.response.content
    await almost_to_the_end(world, name)
    await world.play_until(name)
    game = await world.checked(name, stacked=True)
    assert len(game.scores) == 3
    assert "wins 61 to" in world.text(world.table_in(world.channel))


async def test_three_in_private_each_with_their_own_hand(world, stack):
    stack(THREE, cut="AC KD QD")
    name = await world.sit_down(world.ben, world.cy, place="dm", target=61)
    rooms = [world.dm(actor) for actor in (world.ann, world.ben, world.cy)]
    hands = [hand_on(world.text(world.table_in(room))) for room in rooms]
    assert len(set(hands)) == 3
    for own, room in zip(hands, rooms, strict=True):
        assert not any(hand in text for hand in hands if hand != own for text in world.texts(room))
    await almost_to_the_end(world, name)
    await world.play_until(name)
    (end,) = {world.text(world.table_in(room)).split("\n")[0] for room in rooms}
    assert "wins 61 to" in end


@sampled(("third", "level", "players"), [(None, "easy", 3), ("cy", "club", 4)])
async def test_people_and_a_robot_in_a_thread(world, third, level, players):
    others = [world.ben, *([getattr(world, third)] if third else [])]
    name = await world.sit_down(*others, robot=level, place="thread", target=61)
    assert world.game(name).players == players
    await world.play_until(name)
    game = await world.checked(name)
    assert len(game.scores) == (3 if players == 3 else 2)
    assert re.search("wins? 61 to", world.text(world.table_in(world.thread())))


async def test_four_people_are_partners_across_the_table(world, stack):
    stack(FOUR, FOUR, FOUR, cut="KD AC 2H QD")
    name = await world.sit_down(world.ben, world.cy, world.dan, target=61)
    assert world.game(name).names == ("Ben", "Dan", "Cy", "Ann"), "the two lowest, then the two highest, are partners"
    text = world.text(world.public(name))
    assert text.startswith("**Ben, Dan, Cy and Ann:** discard 1 card each to Ben's crib.")
    assert "Ben and Cy **0**" in text
    assert "Dan and Ann **0**" in text
    panels = {
        actor: world.text(await world.panel(actor, name)) for actor in (world.ann, world.ben, world.cy, world.dan)
    }
    assert "`5♣︎` `5♦︎` `5♥︎`" in panels[world.dan], "Dan sits to the left of the dealer"
    assert "`3♦︎` `3♥︎` `3♠︎`" in panels[world.ben], "the dealer is dealt to last"
    await almost_to_the_end(world, name)
    await world.play_until(name)
    game = await world.checked(name, stacked=True)
    assert len(game.scores) == 2
    won = world.text(world.table_in(world.channel)).split("\n")[0]
    assert won.startswith(("**Ben and Cy win 61 to", "**Dan and Ann win 61 to"))


async def test_against_robots_in_private_the_cut_moves_the_host(world, stack):
    """Her one message is hers wherever the cut seats her."""
    stack(FOUR, cut="KD AC 2H QD")
    await world.start_game(world.ann, "dm", players=4, target=61)
    table, sealed = world.texts(world.dm(world.ann))
    assert "Fair shuffle" in sealed
    assert world.game(world.name_on(world.table_in(world.dm(world.ann)))).names == (
        *("Clover", "Clover 2", "Clover 3"),
        "Ann",
    )
    assert "Your hand: `2♦︎` `4♥︎` `6♠︎` `8♣︎` `Q♥︎`" in table, "she sits to the right of the dealer"


async def test_either_partner_resigns_for_both_after_a_warning(world, stack):
    stack(FOUR, cut="KD AC 2H QD")
    name = await world.sit_down(world.ben, world.cy, world.dan, target=61)
    sure = (await world.command(world.cy, "resign")).response
    assert "Your partner loses too." in world.text(sure)
    await world.press(world.cy, sure, "resign")
    assert not world.is_open(name)
    assert world.text(world.table_in(world.channel)).startswith("**Dan and Ann win:** Cy resigned.")


async def test_one_of_three_resigns(world, stack):
    stack(THREE, cut="AC KD QD")
    name = await world.sit_down(world.ben, world.cy, target=61)
    sure = (await world.command(world.ben, "resign")).response
    assert "You lose, and the others play on." in world.text(sure)
    await world.press(world.ben, sure, "resign")
    text = world.text(world.public(name))
    assert "Ben resigned and lost. Ann and Cy play on." in text
    assert "Ben **0** (left)" in text


async def test_a_panel_of_before_the_cut_shows_its_owner_their_own_hand(world, stack):
    """With ceremony four people cut at their first places and move to other seats; an open hand stays its owner's."""
    stack(FOUR, cut="8D 8H 8S 8C KD AC 2H QD")
    name = await world.sit_down(world.ben, world.cy, world.dan, ceremony=True, target=61)
    people = (world.ann, world.ben, world.cy, world.dan)
    panels = {actor: await world.panel(actor, name) for actor in people}
    for number, actor in enumerate(people, 5):
        await cut(world, actor, panels[actor], number)
    table = world.game(name)
    assert table.names == ("Ben", "Dan", "Cy", "Ann")
    for actor in people:
        seat = next(number for number, chair in enumerate(table.seats) if chair.player.discord_id == actor.id)
        shown = hand_on(world.text(panels[actor]))
        assert [face(card) for card in sorted(table.view(seat).hand)] == shown.replace("`", "").split(), actor.name


async def test_a_player_who_changes_seats_while_a_message_is_sent_sees_their_own_hand(world, stack, monkeypatch):
    """Ann's table is gone and is sent again; before it has arrived, the last cut gives Ann another seat."""
    stack(FOUR, cut="8D 8H 8S 8C KD AC 2H QD")
    name = await world.sit_down(world.ben, world.cy, world.dan, ceremony=True, place="dm", target=61)
    people = (world.ann, world.ben, world.cy, world.dan)
    original, tables = Channels.room, world.bot.context.tables
    players = [chair.player for chair in world.game(name).seats]

    async def room(places, table, seat):
        found = await original(places, table, seat)
        if table.seats[seat].player == players[0] and world.game(name).view(None).waiting_on == (3,):
            await tables.act(name, players[3], None, NameNumber(3, 8))
        return found

    monkeypatch.setattr(Channels, "room", room)
    for number, actor in enumerate(people[:3], 5):
        if actor is world.cy:
            world.delete(world.table_in(world.dm(world.ann)))
        await world.whisper(actor, f"cut {number}")
    await world.env.settle()
    table = world.game(name)
    assert table.names == ("Ben", "Dan", "Cy", "Ann")
    for actor in people:
        seat = table.names.index(actor.user.global_name)
        shown = "\n".join(world.texts(world.dm(actor)))
        for other in range(4):
            hand = " ".join(f"`{face(card)}`" for card in sorted(table.view(other).hand))
            assert (f"Your hand: {hand}" in shown) == (other == seat), (actor.name, other)


async def cut(world, actor, panel, number):
    form = await world.press(actor, panel, "cut")
    return await world.at(actor, panel).submit_modal(form, {"number": str(number)})


def face(card: Card) -> str:
    return f"{10 if card.rank == 10 else card.rank}{'♣♦♥♠'[card.suit]}\ufe0e"


class TestCeremony:
    """Each player cuts by naming a number (000:13, 002:9)."""

    async def test_two_deals_are_fair(self, world):
        name = await world.sit_down(preset="bicycle", ceremony=True, target=61)
        assert world.text(world.public(name)).startswith("**Ann and Ben:** cut for the deal")
        await cut(world, world.ann, await world.panel(world.ann, name), 10)
        assert world.text(world.public(name)).startswith("**Ben:** cut for the deal")
        await world.say(world.ben, world.channel, "cut 20")
        assert "Cut for deal: Ann" in world.text(world.public(name))
        for stage in ("show", "starter", "show"):
            await world.play_until(name, stage)
        await world.resign(world.ann)
        assert "**Fair:** the cut and all" in await world.told(world.ann, "verify", game=name)

    async def test_a_cut_to_the_dealer_gives_the_dealer_two_at_crib_derby(self, world):
        name = await world.sit_down(preset="crib-derby", ceremony=True)
        await world.play_until(name, "deal")
        dealer = world.game(name).view(None).dealer
        (pone,) = world.asked(name)
        assert "[Leave it]\n[Cut (2 points to the dealer)]" in world.text(world.public(name))
        await cut(world, pone, world.public(name), 26)
        assert world.game(name).view(None).scores[dealer] == 2
        await world.play_until(name, "play")
