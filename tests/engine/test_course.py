"""The course of a game: every event is in it once, and every count has its answers and its points."""

from collections import Counter

import pytest
from hypothesis import given

from engine.cards import Card
from engine.course import Course
from engine.events import Amended, Challenged, Dealt, GameWon, Pegged, Played, PutBack, Satisfied, Shown, StarterTurned
from engine.game import replay
from engine.laws import Law
from engine.presets import find
from engine.rules import Counting
from engine.scoring import show_total
from tests.support.strategies import any_games, cards

STARTER = Card.parse("KS")
HANDS = (cards("6H 8S TC QD"), cards("6S 8C TD QH"))


@given(any_games(resign=0.002))
def test_every_event_is_in_it_once_and_the_scores_are_those_of_the_board(told):
    course = Course(told.events, told.rules)
    assert [event for step in course.steps for event in (step.event, *step.pegs)] == list(told.events)
    assert [told.events[step.place] for step in course.steps] == [step.event for step in course.steps]
    assert [step for deal in course.deals for step in deal] == list(course.steps)
    assert course.scores[-1] == told.game.scores
    assert course.games[-1] == told.game == replay(told.rules, told.events)
    assert (course.won, course.steps[-1].deal) == (told.events[-1], told.game.deal)


@given(any_games())
def test_every_count_has_its_answers_and_the_points_that_stand_for_it(told):
    course = Course(told.events, told.rules)
    answers = [step for step in course.steps if isinstance(step.event, Satisfied | Amended | Challenged)]
    given_ones = sorted([one for made in course.declarations.values() for one in made.answers], key=answers.index)
    assert given_ones == answers
    if told.rules.counting is not Counting.CHALLENGE:
        return
    points = Counter()
    for _, made, peg in course.pegs:
        if made is not None and peg.law is Law.DECLARED:
            points[made.place] += peg.points
        elif made is not None and isinstance(peg, PutBack) and peg.law is Law.OVERSCORE:
            points[made.place] -= peg.points
    for made in course.declarations.values():
        too_many = made.proof is not None and made.proof.event.claim == "too_many"
        stands = made.true if too_many else made.final or 0
        assert points[made.place] == stands or (made.claims_game and told.game.phase.by != "show")


def test_the_true_points_of_a_hand_that_are_hidden_are_known_once_a_challenge_has_proved_them():
    shown = Dealt(1, HANDS, (), ()), StarterTurned(0, STARTER), Shown(0, "hand", HANDS[0], 9, None)
    ((hidden,), (proved,)) = (
        Course((*shown, *answer), find("acc")).shows for answer in ((), (Challenged(1, 0, "too_many", upheld=True),))
    )
    with pytest.raises(AssertionError):
        _ = hidden.true
    assert (proved.true, proved.missed) == (show_total(HANDS[0], STARTER), proved.true - 9)


class TestCountsThatLast:
    """A count may be raised or challenged when its player has counted something else, even in the next deal."""

    def course(self, *more):
        first = Shown(0, "hand", HANDS[0], 0, 0), Shown(1, "crib", HANDS[1], 0, 0)
        before = (Dealt(1, HANDS, (), ()), StarterTurned(0, STARTER), Played(0, HANDS[0][0], 6, 0), *first)
        return Course((*before, Dealt(0, HANDS, (), ()), StarterTurned(1, STARTER), *more), find("crib-derby"))

    def test_the_points_are_of_the_hand_that_was_raised(self):
        raised = self.course(Amended(0, 9, "hand"), Pegged(0, 0, 9, Law.DECLARED, (), 9))
        ((step, made, peg),) = raised.pegs
        assert (made.what, made.final, made.step.deal, step.deal, peg.points) == ("hand", 9, 1, 2, 9)
        assert list(raised.points_of_play) == []

    def test_a_challenge_may_name_the_card(self):
        card = HANDS[0][0]
        named = self.course(Challenged(1, 0, "too_many", upheld=True, card=card))
        ((answered, (answer,)),) = [(made, made.answers) for made in named.declarations.values() if made.answers]
        assert (answered.what, answered.cards, answered.proof, answered.before(answer)) == ("play", (card,), answer, 0)

    def test_a_claim_of_game_is_pegged_after_the_answer_to_another_count(self):
        accepted = Satisfied(0, 1), Pegged(0, 0, 121, Law.DECLARED, (), 121), GameWon(0, 1, "show")
        (_, made, _), *_ = self.course(*accepted).pegs
        assert (made.seat, made.what) == (0, "hand")
