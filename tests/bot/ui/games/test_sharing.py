"""What players share in the channel: a large hand of the show, and the best of a game that is over."""

import pytest

from bot.tables.robot_games import play_game
from bot.ui.core.components import DisplayOptions
from bot.ui.games.sharing import shared as what_is_shared
from bot.ui.games.sharing import shared_view
from bot.ui.games.table_view import TableView
from engine.course import Course
from tests.support.stacked_packs import DULL, HURRIED_FIVES, Deal


async def at_a_large_hand(world, **options):
    """Start a game in which Ben holds the best hand and Ann counts next; return its name and Ben's panel."""
    name = await world.sit_down(**options)
    await world.hurry(name)
    panel = await world.panel(world.ben, name)
    await world.declare(world.ben, name, 29, panel=panel)
    return name, panel


def shared(world, channel=None):
    return [text for text in world.texts(channel or world.channel) if "[Start]" in text]


async def test_a_large_hand_is_shared_once_in_the_channel_above_its_thread(world, stack):
    stack(HURRIED_FIVES, DULL)
    name, panel = await at_a_large_hand(world, place="thread")
    assert "share" in world.actions(world.public(name))
    told = await world.press(world.ben, panel, "share")
    assert world.text(told.followups[-1]) == f"It's in <#{world.channel.id}> now."
    (text,) = shared(world)
    assert text.startswith("Ann v Ben")
    assert "**Ben's hand: 29**" in text
    assert not shared(world, world.thread())
    again = await world.press(world.ann, world.public(name), "share")
    assert "already" in world.text(again.response)
    stranger = await world.press(world.cy, world.public(name), "share")
    assert "not in this game" in world.text(stranger.response)
    late = world.pressing(world.ben, panel, "share")
    await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
    again = await world.press(world.ann, world.public(name), "share")
    assert "already" in world.text(again.response), "the show of the last deal is still on the screen"
    await world.hurry(name, lambda table: table.game.deal > 2, declared=0)
    await world.late(late)
    assert len(shared(world)) == 1, "no large hand is on the screen any more"


@pytest.mark.parametrize(
    ("deal", "options"),
    [(DULL, {}), (HURRIED_FIVES, {"place": "dm"}), (HURRIED_FIVES, {"preset": "britannica"})],
    ids=["small", "in DMs", "not proved"],
)
async def test_nothing_else_is_offered(world, stack, deal, options):
    stack(deal, DULL)
    name = await world.sit_down(**options)
    await world.hurry(name)
    panel = await world.panel(world.ben, name)
    await world.declare(world.ben, name, 29 if "preset" in options else None, panel=panel)
    assert "share" not in world.actions(await world.panel(world.ben, name))


async def test_the_best_of_a_game_is_shared_from_the_end_of_the_game_over_a_restart(world, stack):
    stack(HURRIED_FIVES)
    _name, _ = await at_a_large_hand(world)
    await world.resign(world.ann)
    over = world.table_in(world.channel)
    assert "share" in world.actions(over)
    late = world.pressing(world.ann, over, "share")
    await world.press(world.ann, over, "share")
    (text,) = shared(world)
    assert "Ann resigned" in text
    assert "**Ben's hand: 29**" in text
    assert "**29 hand**" in text
    assert "share" not in world.actions(over)
    await world.restart()
    (answer,) = await world.late(late)
    assert "already" in world.text(answer.response)
    assert len(shared(world)) == 1


async def test_a_game_without_anything_special_shares_nothing_nor_is_a_skunk_that_was_given_up_special(world, stack):
    stack(DULL, DULL)
    name = await world.sit_down()
    await world.hurry(name, lambda table: table.game.deal > 1, declared=0)
    await world.resign(world.ann)
    assert "share" not in world.actions(world.table_in(world.channel))


async def test_the_pictures_are_the_hand_and_at_the_end_the_badges_and_the_race(world, stack):
    stack(HURRIED_FIVES)
    name, _ = await at_a_large_hand(world)
    screens = world.bot.context.publisher.screens
    (show,) = shared_view(TableView(world.game(name)), (), DisplayOptions(pictures=True)).scenes
    assert show.describe(99).startswith("Ben's hand: ")
    await world.resign(world.ann)
    table = await world.bot.context.tables.find(name)
    drawn = (await what_is_shared(screens, table))(DisplayOptions(pictures=True)).scenes
    assert [scene.kind for scene in drawn] == ["show", "badges", "score-chart"]


class TestWordsOfARobot:
    """A robot at the table says a word to a great hand of a player, and to a skunk; nobody has to press anything."""

    @pytest.mark.parametrize(
        ("deal", "holder"),
        [(HURRIED_FIVES, "Clover"), (Deal(HURRIED_FIVES.dealer, HURRIED_FIVES.pone, HURRIED_FIVES.starter), "Ann")],
    )
    async def test_it_admires_a_great_hand_that_is_not_its_own(self, world, stack, deal, holder):
        stack(deal, DULL)
        await world.start_game(world.ann, robot="club", where="here", counting="automatic")
        name = world.name_on(world.table_in(world.channel))
        await world.play_until(name, "play")
        await world.play_until(name, "lay_away")
        text = world.text(world.public(name))
        hands = [line for line in text.splitlines() if "**29**. Fifteen" in line]
        assert [line.startswith(f"{holder}'s hand ") for line in hands] == [True]
        assert ("Clover: What a hand!" in text) is (holder == "Ann")

    @pytest.mark.parametrize(("seed", "said"), [(b"2", ("no chance", "kind to me")), (b"0", ("", ""))])
    async def test_it_loses_and_wins_a_skunk_well(self, world, seed, said):
        await world.start_game(world.ann, robot="easy", where="here")
        table = world.game(world.name_on(world.table_in(world.channel)))
        course = Course(play_game(table.rules, seed, levels=("club", "easy")), table.rules)
        winner = table.seats[course.won.side]
        words = TableView(table, history=course).said_by_robot(held=False)
        assert said[winner.robot is not None] in words
        assert bool(words) is bool(said[0])
        table = table.agreed(seats=table.seats[::-1])
        assert said[winner.robot is None] in TableView(table, history=course).said_by_robot(held=False)
