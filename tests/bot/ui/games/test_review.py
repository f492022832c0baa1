"""After the game: what nobody noticed, and nothing of what somebody did."""

import pytest

from bot.ui.games import screens
from bot.ui.games.game_summary import unnoticed
from engine.course import Course
from engine.events import Played
from engine.game import apply
from engine.presets import find
from engine.rules import Counting
from engine.scoring import peg_points
from tests.support.data_files import data_beside
from tests.support.depth import sampled
from tests.support.random_tables import DULL, EVERY_TABLE, FIVES, NAMES, at, states, text
from tests.support.strategies import act, at_the_show, dealt_out, plays

DATA = data_beside(__file__)


def review_text(preset, line, *, kept=FIVES, starter="5S", show=False, **options):
    """The review of a game after some moves, from the events of the deal on."""
    rules = find(preset, **options)
    game, events = dealt_out(kept, starter=starter, rules=rules)
    if show:
        game = at_the_show(kept, starter=starter, rules=rules)
    _, more = act(game, *plays(line))
    return unnoticed(Course((*events, *more), rules), NAMES)


@pytest.mark.parametrize(("preset", "line", "missed"), DATA["show"])
def test_the_show(preset, line, missed):
    assert review_text(preset, line, show=True) == [f"Deal 1: {what}" for what in missed]


def test_a_count_that_was_called_too_few_was_noticed():
    assert review_text("britannica", "0:show=24 1:few", show=True, muggins=True) == []


@pytest.mark.parametrize(("line", "starter", "missed"), DATA["play"])
def test_the_play(line, starter, missed):
    assert review_text("acc", line, kept=DULL, starter=starter) == [f"Deal 1: {what}" for what in missed]


@sampled(
    ("preset", "players"), [(name, many) for name, many in EVERY_TABLE if find(name).counting is Counting.CHALLENGE]
)
def test_every_error_is_reviewed_or_was_noticed_in_the_game(preset, players):
    """The review is compared with the truth in the events, in random whole games."""
    rules = find(preset, players=players, target=min(121, find(preset).target))
    events, table = (), None
    for table in states(rules, 6, preset=preset):
        seen = table.recent
        events = (*events, *seen[len(_overlap(events, seen)) :])
    assert table.view(None).stage == "over"
    noticed = sum(type(event).__name__ == "Challenged" and event.upheld for event in events)
    lines = [line for line in unnoticed(Course(tuple(events), rules), NAMES) if "heels" not in line]
    assert len(lines) == _errors(events) - noticed
    assert lines


def _overlap(events, seen):
    """Return the seen events that were seen before."""
    for many in range(min(len(events), len(seen)), -1, -1):
        if events[len(events) - many :] == seen[:many]:
            return seen[:many]
    return ()


def _errors(events):
    """Return how many declarations were wrong after any amending."""
    wrong, series = 0, []
    for place, event in enumerate(events):
        match type(event).__name__:
            case "CountReset" | "Dealt":
                series = []
            case "Played":
                series.append(event.card)
                wrong += _final(event, "play", events[place + 1 :]) != peg_points(series)
            case "Shown":
                wrong += _final(event, event.what, events[place + 1 :]) != event.true
    return wrong


def _final(event, kind, after):
    declared = event.declared
    for later in after:
        if isinstance(later, Played) and later.seat == event.seat:
            break
        if type(later).__name__ == "Amended" and (later.seat, later.what) == (event.seat, kind):
            declared = later.declared
    return declared


class TestTheScreen:
    def test_of_errors(self):
        game = at_the_show(FIVES, starter="5S", rules=find("britannica"), scores=(0, 0))
        _, events = dealt_out(FIVES, starter="5S", rules=find("britannica"))
        game, more = act(game, *plays("0:show=24 1:ok 1:resign"))
        shown = text(screens.review_page(at(game), Course((*events, *more), game.rules)))
        assert shown == "**Review: what nobody noticed**\nDeal 1: Ann said 24 for their hand, really 29."

    def test_of_none(self):
        game, more = apply(at_the_show(FIVES, starter="5S", rules=find("britannica")), *plays("1:resign"))
        assert text(screens.review_page(at(game), Course(more, game.rules))) == "**Review:** every count was right."

    def test_of_more_than_fits(self):
        rules = find("acc")
        game, events = dealt_out(FIVES, starter="5S", rules=rules)
        _, more = act(at_the_show(FIVES, starter="5S", rules=rules), *plays("0:show=24 1:ok"))
        shown = text(screens.review_page(at(game), Course((*events, *more) * 200, game.rules)))
        assert len(shown) < 4000
        assert shown.endswith(" more.")
