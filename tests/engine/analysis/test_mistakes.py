"""Reading a typed count, and finding the likeliest mistakes in a wrong one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.exercises import (
    Exercise,
    Fault,
    Skill,
    What,
    likely_mistakes,
    parse_declared_points,
    points_by_group,
    skills_tried,
)
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.laws import Law
from engine.text.spoken_counts import UnclearNumber, spoken_count
from tests.support.data_files import data_beside

CASES = data_beside(__file__)

MISSED, SHORT, ADDED = Fault.MISSED, Fault.SHORT, Fault.ADDED


def exercise(cards, what=What.HAND):
    return Exercise.of(what, map(Card.parse, cards.split()))


def mistakes_in(cards, points, text="", what=What.HAND):
    """Return the mistakes in short: the fault, the law, the points, and the cards in order."""
    found = likely_mistakes(exercise(cards, what), points, text)
    return [(one.fault, one.law, one.points, " ".join(map(str, sorted(one.cards)))) for one in found]


def named(fault, law, points, cards):
    """Return a mistake of the file in the same form."""
    return Fault(fault), Law(law), points, cards


hands = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)
exercises = st.builds(Exercise.of, st.sampled_from([What.HAND, What.CRIB]), hands)


class TestDeclared:
    HAND = "7H 8D 8C 9S JS"
    PLAY = "KH QH AD TH"

    @pytest.mark.parametrize(
        ("text", "points"),
        [("12", 12), (" 0 ", 0), ("nothing", 0), ("fifteen two, fifteen four and a pair is six", 6)],
    )
    def test_of_a_hand(self, text, points):
        assert parse_declared_points(exercise(self.HAND), text) == points

    @pytest.mark.parametrize(("text", "points"), [("2", 2), ("14", 14), ("thirty-one for two", 2), ("run of three", 3)])
    def test_of_a_play(self, text, points):
        assert parse_declared_points(exercise(self.PLAY, What.PLAY), text) == points

    @pytest.mark.parametrize("text", ["", "many", "fifteen two and a run", "-3", "2.5", "5h 5d 5c js 5s"])
    def test_unreadable_text(self, text):
        for asked in (exercise(self.HAND), exercise(self.PLAY, What.PLAY)):
            with pytest.raises(NotationError) as refusal:
                parse_declared_points(asked, text)
            assert str(refusal.value).count("\n") == 0

    def test_words_with_another_sum_are_asked_about(self):
        with pytest.raises(UnclearNumber, match="You ended on 9, but the points you listed add up to 4") as unclear:
            parse_declared_points(exercise(self.HAND), "fifteen two and a pair is nine")
        assert unclear.value.numbers == (4, 9)
        with pytest.raises(UnclearNumber) as unclear:
            parse_declared_points(exercise(self.PLAY, What.PLAY), "run of three is 4")
        assert unclear.value.numbers == (3, 4)

    def test_more_points_than_possible(self):
        with pytest.raises(NotationError, match="Type a number from 0 to 29"):
            parse_declared_points(exercise(self.HAND), "30")
        with pytest.raises(NotationError, match="Type a number from 0 to 14"):
            parse_declared_points(exercise(self.PLAY, What.PLAY), "15")

    def test_a_number_that_may_be_the_count_of_the_play(self):
        with pytest.raises(NotationError, match="I couldn't read the points in 'fifteen': just type a number"):
            parse_declared_points(exercise("5H TD", What.PLAY), "fifteen")

    @given(exercises)
    def test_a_true_spoken_count_is_read(self, asked):
        if asked.total:
            assert parse_declared_points(asked, str(spoken_count(asked.count))) == asked.total


class TestMissed:
    def test_nothing_in_a_right_count(self):
        assert mistakes_in("7H 8D 8C 9S JS", 12) == []

    @pytest.mark.parametrize(("cards", "points", "mistake"), CASES["missed"])
    def test_by_a_number_alone(self, cards, points, mistake):
        assert mistakes_in(cards, points) == [named(*mistake)]

    def test_the_fewest_mistakes_in_counting_order(self):
        assert mistakes_in("7H 8D 8C 9S JS", 7) == [
            (MISSED, Law.FIFTEEN, 2, "7H 8D"),
            (MISSED, Law.RUN, 3, "7H 8C 9S"),
        ]

    def test_a_run_of_three_is_never_counted_as_two(self):
        assert mistakes_in("3C 4D 5H KS 9D", 4) == []

    def test_in_a_spoken_count(self):
        assert mistakes_in("7H 8D 8C 9S JS", 10, "fifteen two, and eight for double run is ten") == [
            (MISSED, Law.FIFTEEN, 2, "7H 8D")
        ]
        said = "fifteen two, fifteen four, a run of three is seven and three is ten"
        assert mistakes_in("7H 8D 8C 9S JS", 10, said) == [(MISSED, Law.FIFTEEN, 2, "7H 8D")], (
            "where the words do not tell all, the number does"
        )
        said = "fifteen two, fifteen four, and a run of three is seven"
        assert mistakes_in("7H 8D 8C 9S JS", 7, said) == [
            (MISSED, Law.PAIR, 2, "8C 8D"),
            (MISSED, Law.RUN, 3, "7H 8C 9S"),
        ]

    def test_missed_and_added_combinations_together(self):
        said = "fifteen two, fifteen four, fifteen six, and a run of three is nine"
        assert mistakes_in("7H 8D 8C 9S JS", 9, said) == [
            (ADDED, Law.FIFTEEN, 2, ""),
            (MISSED, Law.PAIR, 2, "8C 8D"),
            (MISSED, Law.RUN, 3, "7H 8C 9S"),
        ]

    def test_the_right_number_is_right_however_it_was_reached(self):
        assert mistakes_in("5H TD 2C 3S 9D", 4, "fifteen two, and a pair is four") == []

    @given(exercises, st.integers(0, 29))
    def test_mistakes_always_sum_to_the_difference(self, asked, points):
        found = likely_mistakes(asked, points)
        off = sum(mistake.points if mistake.fault is ADDED else -mistake.points for mistake in found)
        assert not found or off == points - asked.total
        assert len({(mistake.law, mistake.cards) for mistake in found if mistake.fault is not ADDED}) == sum(
            mistake.fault is not ADDED for mistake in found
        ), "nothing is missed twice"

    @given(exercises)
    def test_one_missing_combination_is_one_mistake(self, asked):
        for item in asked.items:
            (mistake,) = likely_mistakes(asked, asked.total - item.points)
            assert mistake.points == item.points


class TestAdded:
    @pytest.mark.parametrize(("cards", "points", "mistake"), CASES["added"])
    def test_by_a_number_alone(self, cards, points, mistake):
        assert mistakes_in(cards, points) == [named(*mistake)]

    def test_a_flush_that_does_not_count_in_a_crib(self):
        assert mistakes_in("2H 4H 6H 8H QD", 4, what=What.CRIB) == [(ADDED, Law.FLUSH, 4, "2H 4H 6H 8H")]

    @pytest.mark.parametrize(("text", "points", "law"), CASES["spoken"])
    def test_spoken_combinations_that_nothing_looks_like(self, text, points, law):
        assert mistakes_in("7H 8D 2C 4S KS", 2 + points, text) == [(ADDED, Law(law), points, "")]

    def test_two_fifteens(self):
        assert mistakes_in("2H 4D 6H 8S KD", 4) == [(ADDED, Law.FIFTEEN, 2, "")] * 2

    def test_counts_that_nothing_explains(self):
        assert mistakes_in("2H 4D 6H 8S KD", 19) == []
        assert mistakes_in("2H 4H 6H 8H QH", 6) == [], "a flush of five is no card short"
        assert mistakes_in("2H 4H 6H 8H QD", 3) == [], "nor is one of four"

    @pytest.mark.parametrize(("cards", "points", "mistake"), CASES["in_the_play"])
    def test_in_the_play(self, cards, points, mistake):
        assert mistakes_in(cards, points, what=What.PLAY) == [named(*mistake)]

    def test_missed_in_the_play(self):
        assert mistakes_in("4H 6D 5S", 3, what=What.PLAY) == [(MISSED, Law.FIFTEEN, 2, "4H 5S 6D")]


class TestPointsByGroup:
    @pytest.mark.parametrize(("text", "points", "groups"), CASES["by_group"])
    def test_by_group(self, text, points, groups):
        assert {str(group): part for group, part in points_by_group(text, points).items()} == groups

    def test_too_many_combinations_are_not_analysed(self):
        assert points_by_group("a run " * 60, 20) == {}

    @given(exercises)
    def test_a_true_count_has_the_true_groups(self, asked):
        assert points_by_group(str(spoken_count(asked.count)), asked.total) == _groups(asked)


def _groups(asked):
    """Return the points of fifteens, of pairs and runs, of flushes and of nobs, where there are any."""
    points = Counter()
    for item in asked.items:
        points[{Law.FIFTEEN: 0, Law.FLUSH: 2, Law.HIS_NOBS: 3}.get(item.law, 1)] += item.points
    return dict(points)


class TestSkillsTried:
    def test_a_right_count(self):
        assert skills_tried(exercise("7H 8D 8C 9S JS"), 12) == ({Skill.FIFTEENS, Skill.DOUBLE_RUNS}, set())

    def test_a_failed_skill_was_tried(self):
        met, failed = skills_tried(exercise("2C 4D JH 9S KD"), 3)
        assert (met, failed) == ({Skill.FIFTEENS, Skill.NOBS}, {Skill.NOBS})

    def test_a_shown_answer_fails_every_skill(self):
        everything = {Skill.FIFTEENS, Skill.DOUBLE_RUNS}
        assert skills_tried(exercise("7H 8D 8C 9S JS"), None) == (everything, everything)

    def test_an_unexplained_count_fails_every_skill(self):
        assert skills_tried(exercise("2H 4D 6H 8S KD"), 19) == ({Skill.NOTHING}, {Skill.NOTHING})

    def test_cards_that_count_nothing(self):
        assert skills_tried(exercise("2H 4D 6H 8S KD"), 2)[1] == {Skill.NOTHING}
        assert skills_tried(exercise("2H 4H 6H 8H QD", What.CRIB), 4)[1] == {Skill.FLUSHES}

    @given(exercises, st.integers(0, 29))
    def test_a_wrong_count_always_fails_a_tried_skill(self, asked, points):
        met, failed = skills_tried(asked, points)
        assert failed <= met
        assert bool(failed) is (points != asked.total)
