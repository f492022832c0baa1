"""What "Last deal" and the last scores show: all that was counted, and no truth that nobody has proved."""

from dataclasses import replace
from itertools import islice

import pytest

from bot.ui.core.components import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.table_view import TableView, last_pegs, last_scores
from engine.actions import AskFreshDeal
from engine.cards import Card
from engine.course import Course
from engine.events import CountReset, Pegged, Played, SaidGo, Shown
from engine.laws import Law
from engine.presets import find
from engine.rules import Counting
from tests.support.depth import sampled
from tests.support.random_tables import EVERY_TABLE, dealt_on, moved, opened, richest, showing, states, text
from tests.support.strategies import plays

DRAWN = DisplayOptions(pictures=True)


def described(table):
    """Return the words and the descriptions of the pictures of a table's last deal."""
    screen = screens.last_deal(TableView(table), DRAWN)
    return "\n".join([text(screen), *[scene.description for scene in screen.scenes]])


@sampled(("preset", "players"), EVERY_TABLE)
def test_has_every_hand_and_the_crib(preset, players):
    deals = set()
    rules = replace(richest(preset, players), target=121)
    for table in islice(states(rules, 12, never=(AskFreshDeal,), preset=preset), 0, None, 4):
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


def peg(side, points, law, score):
    return Pegged(side, side, points, law, (), score)


def play(seat, card="5H", count=15):
    return Played(seat, Card.parse(card), count, None)


def show(seat, what="hand"):
    return Shown(seat, what, (), None, 0)


@pytest.mark.parametrize(
    ("events", "points", "told"),
    [
        ([play(0), peg(0, 2, Law.FIFTEEN, 2), peg(0, 2, Law.PAIR, 4)], 4, "fifteen and pair"),
        ([play(0), peg(0, 2, Law.FIFTEEN, 2), play(1), play(0), peg(0, 2, Law.PAIR, 4)], 2, "pair"),
        ([play(0), peg(0, 2, Law.PAIR, 2), peg(0, 1, Law.LAST_CARD, 3)], 3, "pair and last card"),
        ([play(0), peg(0, 3, Law.DECLARED, 3), peg(0, 1, Law.LAST_CARD, 4)], 4, "play and last card"),
        ([play(0), peg(0, 2, Law.PAIR, 2), SaidGo(1), peg(0, 1, Law.GO, 3)], 1, "go"),
        ([play(0), peg(0, 1, Law.LAST_CARD, 1), show(0), *(peg(0, 2, Law.FIFTEEN, n) for n in (3, 5, 7))], 6, "hand"),
        (
            [show(0), peg(0, 4, Law.FLUSH, 4), show(0, "crib"), peg(0, 2, Law.PAIR, 6), peg(0, 1, Law.HIS_NOBS, 7)],
            3,
            "crib",
        ),
        ([play(0), peg(0, 2, Law.PAIR, 2), peg(0, 2, Law.FALSE_CHALLENGE, 4)], 2, "wrong challenge"),
        ([play(0), peg(0, 2, Law.PAIR, 2), play(1), peg(1, 6, Law.PAIR_ROYAL, 6)], 2, "pair"),
        ([show(1), peg(1, 2, Law.DECLARED, 2), CountReset(0)], 0, ""),
    ],
)
def test_one_card_or_one_hand_is_one_score(events, points, told):
    """A side's last score is shown as one, however many parts it was pegged in."""
    course = Course(tuple(events), find("house"))
    assert sum(one.points for one in last_pegs(course, 0)[1]) == points
    last, _ = last_scores(opened(find("house")).spectator, course)
    assert last.reason == told


def test_a_hand_that_the_bot_counts_moves_the_peg_once():
    """From the holes to go before it to the score after it, in the text and on the board alike."""
    rules = replace(find("house"), counting=Counting.AUTOMATIC)
    reasons = set()
    for table in states(rules, 3):
        shown = TableView(table)
        view = shown.open
        parts = {side: pegs for side in (0, 1) if len(pegs := last_pegs(shown.course, side)[1]) > 1}
        if view.stage == "over":
            continue
        (picture, *_) = screens.public(shown, DisplayOptions(pictures=True)).scenes
        for side, pegs in parts.items():
            gained, last = sum(one.points for one in pegs), shown.last_scores[side]
            assert last.hindmost == view.scores[side] - gained
            assert f"**{view.scores[side]}** (+{gained}, {last.reason})" in text(screens.public(shown))
            assert picture.board.sides[side].last == gained
            reasons.add(last.reason)
    assert reasons >= {"hand", "crib"}


def test_where_a_score_was_put_back_the_peg_is_no_farther_than_the_board_has_it():
    for table in states(find("britannica"), 3):
        view, last = table.spectator, TableView(table).last_scores
        for side, score in enumerate(view.scores):
            assert last[side].hindmost <= view.hindmost[side] <= score
