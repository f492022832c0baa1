"""The stats of each player of a game, from its events alone."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from bot.models.result import GameStats
from bot.tables.game_stats import NOTHING, game_stats, total
from engine.actions import Accept, Amend, Challenge, Play
from engine.course import Course
from engine.events import Challenged, DealerChosen, Pegged, PutBack, Shown, StarterTurned
from engine.game import legal, waiting_on
from engine.presets import find
from engine.rules import Counting, Overscore
from engine.state import Showing
from tests.support.data_files import data_beside
from tests.support.strategies import (
    Told,
    act,
    any_rules,
    at_the_show,
    dealt_out,
    game_of,
    play_out,
    plays,
    seed_numbers,
)

DATA = data_beside(__file__)

DULL = ("6H 8S TC QD", "6S 8C TD QH")
FIVES = ("5H 5D 5C JS", "6S 8C TD QH")


class TestHandsAndCribs:
    def test_everything_is_counted_as_it_truly_was(self):
        game, told = dealt_out(FIVES, starter="5S")
        game, more = play_out(game)
        _, shown = act(game, *plays("0:show=24 1:show=4 1:show=20"))
        ann, ben = game_stats(Course((*told, *more, *shown), game.rules))
        assert (ann.hands, ann.hand_points, ann.best_hand, ann.cribs) == (1, 29, 29, 0)
        assert (ben.hands, ben.hand_points, ben.cribs, ben.crib_points) == (1, 4, 1, 20)
        assert (ann.average_hand, ann.average_crib, ben.average_crib) == (29.0, None, 20.0)


PLAYED = "0:show=29 1:show=9"
"""The pone's count is right, and the dealer's is 5 too many."""


@pytest.mark.parametrize(("preset", "line", "caught", "overscored"), DATA["show"])
def test_too_many_points_in_the_show(preset, line, caught, overscored):
    rules = find(preset)
    _, events = act(at_the_show(FIVES, starter="5S", rules=rules), *plays(line))
    stats = game_stats(Course(events, rules))
    assert ([one.caught for one in stats], [one.overscored for one in stats]) == (caught, overscored)
    assert stats[1].hand_points == (4 if "1:show" in line else 0)


def test_a_false_claim_of_game():
    rules = find("acc")
    _, events = act(at_the_show(FIVES, starter="5S", rules=rules, scores=(50, 115)), *plays(f"{PLAYED} 0:many"))
    ann, ben = game_stats(Course(events, rules))
    assert (ann.caught, ben.overscored) == (5, 5)


@pytest.mark.parametrize(("preset", "line"), [("house", "0:show=24"), ("britannica", "0:show=24 1:few")])
def test_muggins(preset, line):
    rules = find(preset, muggins=True)
    _, events = act(at_the_show(FIVES, starter="5S", rules=rules), *plays(line))
    ann, ben = game_stats(Course(events, rules))
    assert (ann.muggins_given, ben.muggins_taken, ann.muggins_taken, ben.muggins_given) == (5, 5, 0, 0)


class TestThePlay:
    def test_a_new_series_begins_at_0(self):
        """The queen after the go makes no pair with the queen before it."""
        rules = find("acc")
        game, told = dealt_out(DULL, starter="KS", rules=rules)
        _, more = act(game, *plays("0:TC 1:TD=2 0:QD 1:go 1:QH=2 0:many"))
        ann, ben = game_stats(Course((*told, *more), rules))
        assert (ann.pegged, ben.pegged, ann.caught, ben.overscored) == (1, 2, 2, 2)

    def test_a_new_deal_begins_at_0(self):
        """The eight that leads is no pair with the eight of the deal before."""
        rules = find("acc")
        game, told = dealt_out(DULL, starter="KS", rules=rules)
        game, first = act(game, *plays("0:6H 1:8C"))
        again, deal = dealt_out(DULL, starter="KS", rules=rules)
        _, second = act(again, *plays("0:8S=2 1:many"))
        ann, ben = game_stats(Course((*told, *first, *deal, *second), rules))
        assert (ann.overscored, ben.caught, ann.pegged) == (2, 2, 0)


class TestSeveralDeclarations:
    """With three hands a count that was made before the last one may still be challenged or raised."""

    KEPT = ("9H KC KD 2C", "6S QC QD 3C", "5C JC JD 4D")

    def of_the_play(self, line, *more, preset="britannica", **options):
        """Everyone's stats after some moves of the play; seat 0 leads."""
        rules = find(preset, players=3, **options)
        game, told = dealt_out(self.KEPT, starter="KS", dealer=2, rules=rules)
        _, events = act(game, *plays(line), *more)
        return game_stats(Course((*told, *events), rules))

    def test_a_challenge_is_to_the_count_that_it_names(self):
        ann, ben, cy = self.of_the_play("0:9H=2 1:6S=2", Challenge(2, "too_many", 0))
        assert (ann.overscored, ann.pegged, ben.overscored, ben.pegged, cy.caught) == (2, 0, 0, 2, 2)

    def test_muggins_are_given_by_the_count_that_was_too_low(self):
        ann, ben, cy = self.of_the_play("0:9H 1:6S 2:5C=1", Challenge(0, "too_few", 1), muggins=True)
        assert (ann.muggins_taken, ben.muggins_given, cy.muggins_given) == (2, 2, 0)

    def test_a_card_that_is_challenged_in_the_show_was_played(self):
        """The last card is declared for too many; one opponent counts a hand, and the other challenges the card."""
        rules = find("house", players=3, counting=Counting.CHALLENGE, pegging="declared")
        game, events = dealt_out(self.KEPT, starter="KS", dealer=2, rules=rules)
        while not isinstance(game.phase, Showing):
            move = next(move for move in legal(game, waiting_on(game)[0]) if not isinstance(move, Challenge))
            is_last = isinstance(move, Play) and len(game.phase.played) == 11
            game, brought = act(game, replace(move, declared=6) if is_last else move)
            events += brought
        before = game_stats(Course(events, rules))
        assert game.phase.shown == 1
        last, (challenger,) = game.windows[0].seat, game.windows[0].open_to
        _, more = act(game, Challenge(challenger, "too_many", last))
        after = game_stats(Course((*events, *more), rules))
        assert before[last].pegged - after[last].pegged == 3
        assert after[challenger].caught == after[last].overscored == 3

    def test_a_hand_that_is_raised_late_is_no_card_of_the_play(self):
        rules = find("crib-derby")
        game = at_the_show(FIVES, starter="5S", rules=rules)
        _, events = act(game, *plays("0:show=20 1:ok 1:show=4 0:ok"), Amend(0, 29, "hand"), Challenge(1, "too_many", 0))
        ann, ben = game_stats(Course(events, rules))
        assert (ann.overscored, ben.caught, ann.pegged, ann.hand_points) == (0, 0, 0, 29)


class TestManyGames:
    def test_together(self):
        one = GameStats(best_hand=12, hands=2, hand_points=20, pegged=9, caught=1)
        two = GameStats(best_hand=16, hands=1, hand_points=16, pegged=3, muggins_given=2)
        both = GameStats(best_hand=16, hands=3, hand_points=36, pegged=12, caught=1, muggins_given=2)
        assert total([one, two]) == total([two, one]) == both
        assert total([]) == NOTHING
        nought = GameStats(best_hand=0, hands=1)
        assert total([NOTHING, nought]) == total([nought, NOTHING]) == nought, "a hand of nought is a hand"

    def test_the_first_dealer(self):
        told: Told = game_of(find("club"), 1)
        assert Course(told.events, told.rules).first_dealer == next(
            event.seat for event in told.events if isinstance(event, DealerChosen)
        )
        assert Course((), told.rules).first_dealer is None


def board(told):
    """The holes that each seat made in the play: what the steps of a game moved for cards that were played."""
    holes, play = Counter(), False
    for step in told.steps:
        answered = _declaration_of(step)
        for event in step.brought:
            play = isinstance(event, StarterTurned) or (play and not isinstance(event, Shown))
            law = event.law.value if isinstance(event, Pegged | PutBack) else ""
            counts = play if answered is None or law not in {"declared", "overscore"} else answered.what == "play"
            if counts and isinstance(event, Pegged) and law not in ACROSS:
                holes[event.seat] += event.points
            if counts and isinstance(event, PutBack) and law == "overscore":
                holes[event.seat] -= event.points
    return holes


def _declaration_of(step):
    """The declaration that a step raises or settles; None where it does neither."""
    windows = step.before.windows
    match step.action:
        case Challenge():
            against = next(event.against for event in step.brought if isinstance(event, Challenged))
            return next(window for window in windows if window.seat == against and window.open_to)
        case Amend(seat=seat, what=what):
            return next(window for window in windows if window.seat == seat and what in (window.what, None))
        case Accept():
            return next((window for window in windows if window.claims_game), None)
        case _:
            return None


ACROSS = {"overscore", "muggins", "false_go", "false_challenge", "false_game"}


@given(any_rules(), seed_numbers())
def test_in_any_game_what_one_loses_another_gains(rules, seed):
    told = game_of(rules, seed)
    events = told.events
    done = game_stats(Course(events, rules))
    stats = total(done)
    shown = [event for event in events if isinstance(event, Shown)]
    assert (stats.hands + stats.cribs, stats.hand_points + stats.crib_points) == (
        len(shown),
        sum(event.true for event in shown),
    )
    assert stats.muggins_taken == stats.muggins_given
    lost = rules.overscore is Overscore.CORRECT_ONLY and rules.counting is Counting.REFEREE
    assert stats.caught == (0 if lost else stats.overscored)
    assert [one.pegged for one in done] == [board(told)[seat] for seat in range(rules.players)]
    assert all(one.pegged >= 0 for one in done)
    assert stats.overscored or not any(isinstance(event, Pegged) and event.law.value == "overscore" for event in events)


def test_nothing_is_known_before_anything_happened():
    assert game_stats(Course((), find("house", players=3))) == (NOTHING,) * 3
