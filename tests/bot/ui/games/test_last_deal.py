"""What "Last deal" shows: all that was counted, the robots' hands too, and no truth that nobody has proved."""

from dataclasses import replace
from itertools import islice

import pytest

from bot.ui.core.display_options import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.table_view import TableView
from engine.actions import AskFreshDeal
from tests.support.random_tables import EVERY_TABLE, dealt_on, moved, richest, showing, states, text
from tests.support.strategies import plays

DRAWN = DisplayOptions(pictures=True)


def described(table):
    """Return the words and the descriptions of the pictures of a table's last deal."""
    screen = screens.last_deal(TableView(table), DRAWN)
    return "\n".join([text(screen), *[scene.description for scene in screen.scenes]])


@pytest.mark.parametrize(("preset", "players"), EVERY_TABLE)
def test_has_every_hand_and_the_crib(preset, players):
    deals = set()
    rules = replace(richest(preset, players), target=121)
    for table in islice(states(rules, 12, never=(AskFreshDeal,), preset=preset), 0, None, 2):
        view = table.view(None)
        if view.deal < 2 or view.stage not in {"lay_away", "starter", "play"}:
            continue
        deals.add(view.deal)
        (picture,) = screens.last_deal(TableView(table), DRAWN).scenes
        told = picture.description
        assert [name for name in table.names if f"{name}'s hand: " not in told] == []
        assert told.count("'s crib: ") == 1
    assert deals


@pytest.mark.parametrize("preset", ["club", "britannica"])
def test_after_a_win_in_the_play_it_is_the_deal_before(preset):
    rules = replace(richest(preset, 2), target=61)
    over = next(
        table
        for seed in range(12)
        for table in states(rules, seed, never=(AskFreshDeal,), preset=preset)
        if table.view(None).by == "play" and table.view(None).deal > 1
    )
    (picture,) = screens.last_deal(TableView(over), DRAWN).scenes
    assert "'s crib: " in picture.description
    assert "[Last deal]" in text(screens.public(TableView(over)))


@pytest.mark.parametrize("where", ["here", "dm"])
async def test_a_robots_hand_is_there_and_a_spectator_may_see_it(world, where):
    await world.start_game(world.ann, robot="easy", where=where)
    name = next(iter(world.bot.context.tables._open))
    await world.play_until(name, "show")
    await world.play_until(name, "play")
    await world.take_turn(world.ann, name)
    actor, message = (
        (world.ann, await world.panel(world.ann, name)) if where == "dm" else (world.cy, world.public(name))
    )
    shown = await world.press(actor, message, "lastdeal")
    assert shown.ephemeral
    told = world.text(shown.response)
    assert "Ann's hand" in told
    assert "Robin's hand" in told
    assert "'s crib" in told


def test_a_count_that_was_accepted_is_shown_as_it_was_said():
    """Ann's hand counts 29; she said 24 and Ben accepted."""
    table = showing("britannica", "0:show=24 1:ok 1:show=4 0:ok 1:show=2 0:ok", target=121)
    told = described(dealt_on(table, b"\3" * 32))
    assert "24 points." in told
    assert "29" not in told
    assert "fifteen" not in told


def test_a_count_that_was_challenged_is_shown_as_it_is():
    table = showing("britannica", "0:show=29 1:show=9 0:many 1:show=2 0:ok", target=121)
    told = described(dealt_on(table, b"\3" * 32))
    assert "said 9, really 4" in told
    assert "fifteen 2, fifteen 4." in told
    crib = told.partition("Ben's crib: ")[2]
    assert "2 points." in crib
    assert "pair" not in crib, "nobody challenged it"


def test_a_window_shows_nothing_of_the_next_hand():
    table = moved(showing("britannica"), *plays("0:show=24"))
    assert "Ben's hand" not in described(table)
