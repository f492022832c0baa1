"""Practice: the exercises of each level, the choice of the next one, and the statistics."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.analysis.exercises import (
    LONGEST_TIME,
    Exercise,
    Level,
    PracticeStats,
    Result,
    Skill,
    What,
    deal,
    skill_weights,
    skills_at,
)
from engine.cards import PACK, Card
from engine.errors import NotationError
from engine.laws import Law
from engine.scoring import count_of, peg_points, show_total
from tests.support.data_files import data_beside
from tests.support.depth import examples

CASES = data_beside(__file__)

EVEN = dict.fromkeys(Skill, 1.0)
WISHES = (None, *What)

packs = st.permutations(PACK)
chances = st.floats(0, 1, exclude_max=True)


def exercise(cards, what=What.HAND):
    return Exercise.of(what, map(Card.parse, cards.split()))


def result(points, total, met="fifteens", missed="", seconds=None):
    return Result(points, total, frozenset(map(Skill, met.split())), frozenset(map(Skill, missed.split())), seconds)


class TestExercise:
    @pytest.mark.parametrize(("cards", "what", "total", "skills"), CASES["totals"])
    def test_its_total_and_skills(self, cards, what, total, skills):
        asked = exercise(cards, What(what))
        assert asked.total == total
        assert asked.skills == set(map(Skill, skills.split()))

    def test_pairs_in_a_double_run_belong_to_it(self):
        assert Skill.PAIRS not in exercise("7H 8D 8C 9S JS").skills

    def test_cards_that_are_not_a_hand(self):
        with pytest.raises(NotationError):
            exercise("5H 5D")
        with pytest.raises(NotationError):
            exercise("5H 5H 6C 7S 8D")

    def test_its_skills_have_names_laws_and_titles_of_their_own(self):
        assert [skill.value for skill in Skill] == [
            *("fifteens", "thirty_ones", "pairs", "runs", "double_runs", "flushes", "nobs", "nothing")
        ]
        assert len({skill.title for skill in Skill}) == len(Skill)
        assert Skill("double_runs").law is Law.RUN

    @pytest.mark.parametrize(("cards", "level", "fits"), CASES["levels"])
    def test_the_levels_of_hands(self, cards, level, fits):
        assert exercise(cards).fits(Level(level)) is fits

    def test_the_levels_of_plays(self):
        short, long = exercise("5H TD", What.PLAY), exercise("2H 5D 3S 4C", What.PLAY)
        assert [short.fits(level) for level in Level] == [True, True, False]
        assert [long.fits(level) for level in Level] == [False, True, True]


class TestDeal:
    @examples(60)
    @given(packs, chances, st.sampled_from(Level), st.sampled_from(WISHES))
    def test_the_exercise_has_the_kind_and_level_and_cards_of_the_pack(self, pack, chance, level, wish):
        dealt = deal(pack, chance, level, wish, EVEN)
        assert dealt.fits(level)
        assert len(set(dealt.cards)) == len(dealt.cards)
        allowed = {wish} if wish else {What.HAND, What.CRIB} if level is Level.EXPERT else {What.HAND}
        assert dealt.what in allowed
        if dealt.what is What.PLAY:
            assert 2 <= len(dealt.cards) <= 5
            assert count_of(dealt.cards) <= 31
            assert dealt.total == peg_points(dealt.cards)
        else:
            assert len(dealt.cards) == (4 if dealt.what is What.FIVE_CARDS else 5)
            assert dealt.total == show_total(dealt.cards[:-1], dealt.cards[-1], crib=dealt.what is What.CRIB)
        assert deal(pack, chance, level, wish, EVEN) == dealt, "nothing else is left to chance"

    @pytest.mark.parametrize("level", Level)
    @pytest.mark.parametrize("wish", WISHES)
    def test_a_sorted_pack_works_too(self, level, wish):
        assert deal(PACK, 0.5, level, wish, EVEN).fits(level)

    @pytest.mark.parametrize("wish", WISHES)
    def test_a_skill_with_all_the_weight_is_chosen(self, wish):
        pack = random.Random(1).sample(PACK, 52)
        for skill in skills_at(Level.CLUB, wish):
            weights = {**dict.fromkeys(Skill, 0.0), skill: 1.0}
            for chance in (0.0, 0.4, 0.999):
                assert skill in deal(pack, chance, Level.CLUB, wish, weights).skills

    def test_skills_are_chosen_by_their_weights(self):
        pack = random.Random(2).sample(PACK, 52)
        weights = {**dict.fromkeys(Skill, 0.0), Skill.NOBS: 3.0, Skill.NOTHING: 1.0}
        asked = Counter(
            skill
            for chance in range(100)
            for skill in deal(pack, chance / 100, Level.CLUB, None, weights).skills & {Skill.NOBS, Skill.NOTHING}
        )
        assert asked == {Skill.NOBS: 75, Skill.NOTHING: 25}

    def test_the_skills_of_each_level(self):
        assert skills_at(Level.CLUB, None) == tuple(skill for skill in Skill if skill is not Skill.THIRTY_ONES)
        assert skills_at(Level.BEGINNER, What.PLAY) == (Skill.FIFTEENS, Skill.PAIRS, Skill.RUNS, Skill.NOTHING)
        assert Skill.FLUSHES not in skills_at(Level.BEGINNER, What.CRIB)

    def test_without_a_fitting_hand_the_first_is_dealt(self):
        only = {**dict.fromkeys(Skill, 0.0), Skill.FLUSHES: 1.0}
        suits = [card for four in zip(*(PACK[suit::4] for suit in range(4)), strict=True) for card in four]
        assert deal(suits, 0.5, Level.CLUB, What.CRIB, only).what is What.CRIB

    def test_experts_are_dealt_hands_and_cribs(self):
        packs = [random.Random(seed).sample(PACK, 52) for seed in range(30)]
        assert {deal(pack, 0.5, Level.EXPERT, None, EVEN).what for pack in packs} == {What.HAND, What.CRIB}


class TestSkillWeights:
    def test_without_results_the_usual_weights(self):
        weights = skill_weights([])
        assert weights[Skill.FIFTEENS] == 2 * weights[Skill.RUNS] == 4 * weights[Skill.FLUSHES] == 2

    def test_failed_skills_weigh_more_and_others_less(self):
        before = skill_weights([])
        after = skill_weights([result(2, 3, "fifteens nobs", "nobs")] * 3)
        assert after[Skill.NOBS] > before[Skill.NOBS]
        assert after[Skill.FIFTEENS] < before[Skill.FIFTEENS]
        assert after[Skill.FLUSHES] == before[Skill.FLUSHES]

    def test_each_result_counts_an_eighth(self):
        assert skill_weights([result(2, 3, "nobs", "nobs")])[Skill.NOBS] == 0.5 + 0.5 / 8
        assert skill_weights([result(3, 3, "nobs")])[Skill.NOBS] == 0.5 - 0.5 / 8

    def test_old_results_are_forgotten(self):
        late = [result(3, 3, "nobs")] * 30
        assert skill_weights([result(2, 3, "nobs", "nobs")] * 100 + late) == pytest.approx(
            skill_weights(late), abs=0.02
        )

    def test_no_weight_is_zero(self):
        assert min(skill_weights([result(0, 0, " ".join(skill.value for skill in Skill))] * 500).values()) == 0.05

    def test_failed_skills_are_dealt_more_often(self):
        failing = skill_weights([result(2, 3, "fifteens nobs", "nobs")] * 20)
        packs = [random.Random(seed).sample(PACK, 52) for seed in range(100)]

        def nobs(weights):
            dealt = [deal(pack, place / 100, Level.CLUB, None, weights) for place, pack in enumerate(packs)]
            return sum(Skill.NOBS in hand.skills for hand in dealt)

        assert nobs(failing) > 2 * nobs(skill_weights([]))


class TestTally:
    def test_no_results(self):
        assert PracticeStats.of([]) == PracticeStats(0, 0, 0, None, 0, 0, None, {})

    def test_a_worked_example(self):
        results = [
            result(8, 8, "fifteens runs", seconds=10.0),
            result(4, 4, "fifteens pairs", seconds=20.0),
            result(10, 12, "fifteens double_runs", "double_runs"),
            result(None, 5, "flushes", "flushes"),
            result(6, 5, "flushes", "flushes"),
            result(2, 2),
        ]
        assert PracticeStats.of(results) == PracticeStats(
            counted=5,
            right=3,
            shown=1,
            error=3 / 5,
            streak=1,
            best_streak=2,
            seconds=15.0,
            skills={
                Skill.FIFTEENS: (4, 0),
                Skill.PAIRS: (1, 0),
                Skill.RUNS: (1, 0),
                Skill.DOUBLE_RUNS: (1, 1),
                Skill.FLUSHES: (2, 2),
            },
        )

    def test_asking_for_the_answer_ends_the_streak(self):
        assert PracticeStats.of([result(2, 2), result(2, 2), result(None, 2)]).streak == 0
        assert PracticeStats.of([result(2, 2), result(2, 2), result(None, 2)]).best_streak == 2

    def test_a_very_long_time_does_not_count(self):
        assert PracticeStats.of([result(2, 2, seconds=5.0), result(2, 2, seconds=LONGEST_TIME + 1)]).seconds == 5.0
