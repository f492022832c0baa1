"""A side's last score is shown as one, however many parts it was pegged in."""

from dataclasses import replace

import pytest

from bot.ui.core.display_options import DisplayOptions
from bot.ui.games import screens
from bot.ui.games.table_view import TableView, last_pegs, last_scores
from engine.cards import Card
from engine.events import CountReset, Pegged, Played, SaidGo, Shown
from engine.laws import Law
from engine.presets import find
from engine.rules import Counting
from tests.support.random_tables import opened, states, text

NOBODY = ()


def peg(side, points, law, score):
    return Pegged(side, side, points, law, NOBODY, score)


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
    assert sum(one.points for one in last_pegs(events, 0)) == points
    last, _ = last_scores(opened(find("house")).spectator, events)
    assert last.reason == told


def test_a_hand_that_the_bot_counts_moves_the_peg_once():
    """From the holes to go before it to the score after it, in the text and on the board alike."""
    rules = replace(find("house"), counting=Counting.AUTOMATIC)
    reasons = set()
    for table in states(rules, 3):
        shown = TableView(table)
        view = shown.open
        parts = {side: pegs for side in (0, 1) if len(pegs := last_pegs(shown.events, side)) > 1}
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
