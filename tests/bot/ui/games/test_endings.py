"""The end of a game is shown and announced, however slow or broken its drawing is."""

import asyncio

import pytest

from bot.storage import metadata
from bot.storage.errors import format_timestamp
from bot.ui.core.attachments import Attachments
from bot.ui.core.components import DisplayOptions
from bot.ui.core.outbox import Outbox
from bot.ui.games import screens
from engine.actions import Resign
from tests.support.simulated_discord import act


@pytest.fixture
async def name(world):
    """Start a game in a thread in which both have to discard."""
    return await world.sit_down(place="thread")


@pytest.fixture
def held(world, monkeypatch):
    """Hold the first painting of a screen from now on, for as long as the bot runs; returns a list of what is held."""
    held, prepare = [], Attachments.prepare

    async def prepare_slowly(attachments, build, look, *, urgent):
        if not held:
            held.append(build)
            await world.env.external_wait(asyncio.Event().wait(), reason="the drawing is slow")
        return await prepare(attachments, build, look, urgent=urgent)

    monkeypatch.setattr(Attachments, "prepare", prepare_slowly)
    # What everybody sees has pictures, which take time.
    monkeypatch.setattr(Attachments, "for_all", DisplayOptions(pictures=True))
    return held


async def lay_away(world, name, seat):
    await act(world, name, next(iter(world.game(name).view(seat).legal)))


def failing_once(function):
    """Return a function whose first call fails."""
    faults = [AssertionError("unexpected")]

    def fail_once(*args, **options):
        if faults:
            raise faults.pop()
        return function(*args, **options)

    return fail_once


def announced(world):
    return sum("Played in" in text for text in world.texts(world.channel))


def ends(world, room):
    return sum("Ben resigned" in text for text in world.texts(room))


async def test_a_game_that_ends_while_its_table_is_drawn(world, name, held):
    """The picture of a state that has passed is given up."""
    await lay_away(world, name, 0)
    assert held
    await act(world, name, Resign(1))
    assert ends(world, world.thread()) == 1
    assert announced(world) == 1
    await world.env.advance_time(3600)
    assert announced(world) == 1


async def test_a_game_that_ends_while_what_came_before_is_being_sent(world, name, monkeypatch):
    """The end comes while its table is being shown, and the channel is told all the same how the game ended."""
    tables, original = world.bot.context.tables, Outbox.edit

    async def edit_late(outbox, *message, **options):
        monkeypatch.undo()
        await tables.act(name, world.game(name).seats[1].player, None, Resign(1))
        return await original(outbox, *message, **options)

    monkeypatch.setattr(Outbox, "edit", edit_late)
    await lay_away(world, name, 0)
    assert ends(world, world.thread()) == 1
    assert announced(world) == 1


async def test_after_a_fault_of_the_program_it_is_tried_again(world, name, monkeypatch, at_error, caplog):
    at_error.append(f"game {name} in server")
    monkeypatch.setattr(screens, "public", failing_once(screens.public))
    await act(world, name, Resign(1))
    assert ends(world, world.thread()) == 0
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.exc_info[0] is AssertionError
    await world.env.advance_time(16)
    assert ends(world, world.thread()) == 1
    assert announced(world) == 1


async def test_a_fault_outside_a_screen_is_no_different(world, name, monkeypatch, at_error):
    at_error.append(f"game {name} in server")
    notifier, retries = world.bot.context.publisher.notifier, world.bot.context.outbox.background.retries
    monkeypatch.setattr(notifier, "see_to", failing_once(notifier.see_to))
    await lay_away(world, name, 0)
    assert retries.has_failed(("screens", name))
    await world.env.advance_time(1)
    assert not retries.has_failed(("screens", name))
    await act(world, name, Resign(1))
    assert ends(world, world.thread()) == 1


@pytest.mark.parametrize(("status", "code", "restarts"), [(500, 0, False), (403, 50001, False), (403, 50001, True)])
async def test_an_end_is_announced_once_discord_takes_it(world, name, status, code, restarts):
    """Discord failed, or View Channel was gone, for ten seconds or until after a start."""
    world.fail_in(world.channel, status=status, code=code)
    await act(world, name, Resign(1))
    assert ends(world, world.thread()) == 1, "the board is shown all the same"
    await world.env.advance_time(10)
    assert announced(world) == 0
    assert await world.bot.context.tables.messages.of(name, "end") == []
    world.mend()
    if restarts:
        await world.restart()
    await world.env.advance_time(20)
    assert announced(world) == 1
    await world.restart()
    await world.env.advance_time(3600)
    assert announced(world) == 1


async def test_an_end_is_announced_although_the_bot_was_stopped_for_long(world, name):
    """The week after which an end is given up does not run while the bot is stopped."""
    world.fail_in(world.channel, status=403, code=50001)
    await act(world, name, Resign(1))
    await metadata.put(world.bot.context.tables.database, "clocks", format_timestamp(world.env.now()))
    await world.bot.close()
    world.mend()
    await world.env.advance_time(9 * 24 * 3600)
    await world.restart()
    await world.env.advance_time(20)
    assert announced(world) == 1


async def test_an_end_whose_channel_is_gone_is_tried_once(world, name):
    world.fail_in(world.channel, status=404, code=10003)
    await act(world, name, Resign(1))
    world.mend()
    await world.env.advance_time(3600)
    await world.restart()
    assert announced(world) == 0


@pytest.mark.parametrize("place", ["thread", "here", "dm"])
async def test_a_game_that_ends_before_it_was_ever_shown(world, place):
    invitation = (await world.invite(place=place)).response
    name = world.name_on(invitation)
    world.fail("send", "edit", times=None)
    await world.press(world.ben, invitation, "accept")
    await act(world, name, Resign(1))
    world.mend()
    await world.env.advance_time(61)
    private = [world.dm(world.ann), world.dm(world.ben)]
    for room in private if place == "dm" else [world.thread() if place == "thread" else world.channel]:
        assert ends(world, room) == 1
    assert announced(world) == (place == "thread")


async def test_an_end_that_was_stored_before_a_kill_is_shown_after_the_start(world, name, held):
    await act(world, name, Resign(1))
    assert held
    assert (ends(world, world.thread()), announced(world)) == (0, 0)
    await world.restart()
    assert (ends(world, world.thread()), announced(world)) == (1, 1)
    await world.restart()
    assert (ends(world, world.thread()), announced(world)) == (1, 1)


async def test_the_hand_of_a_rematch_stands_below_its_board_and_the_old_panel_is_closed(world):
    table = (await world.start_game(world.ann, robot="club", where="here")).response
    name = world.name_on(table)
    await world.play_until(name, "show")
    await world.play_until(name, "lay_away")
    panel = await world.panel(world.ann, name)
    asked = await world.command(world.ann, "resign")
    await world.press(world.ann, asked.response, "resign")
    assert "again" in world.actions(panel)
    pressed = await world.press(world.ann, panel, "again")
    board, hand = world.table_in(world.channel), pressed.followups[0]
    assert world.name_on(hand) == world.name_on(board) != name
    assert hand.id > board.id
    assert "again" not in world.actions(panel)
    assert world.name_on(panel) == name
