"""The judge: every choice of a seat, what it brings, and what it loses against the best one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.tables.robot_games import play_game
from engine.ai.judge import EQUAL, EQUAL_CARDS, POINT, can_judge, judge, judgement_of, point_worth
from engine.ai.levels import CLUB
from engine.ai.play_search import judge_plays
from engine.ai.tables import Place
from engine.ai.winning_chances import Race
from engine.analysis.game_review import decisions_of
from engine.course import Course
from engine.game import waiting_on
from engine.rules import Counting
from engine.view import view
from tests.support.robot_tables import FIVE, FOUR, THREE, at_play, dealt, played
from tests.support.strategies import AUTOMATIC, cards


def judged(seen, chosen=""):
    """Return the choices of a view, judged with the same chance each time."""
    return judge(seen, Random(1).random, cards(chosen) if chosen else ())


def test_a_discard_is_judged_by_hand_crib_and_pegging():
    game = dealt(AUTOMATIC, 0, "5H 5D JC QS 2C 9D", "3C 4D 7H 8S 9C KD")
    choices = judged(view(game, 0))
    assert len(choices) == 15
    assert {card.name for card in choices[0].cards} == {"2C", "9D"}
    assert choices[0].lost == 0.0
    assert choices[0].crib > 0
    for choice in choices:
        assert choice.points == pytest.approx(choice.hand + choice.crib + choice.peg)
        lost = choices[0].points - choice.points
        assert choice.lost == pytest.approx(lost if lost > EQUAL else 0)


def test_the_crib_of_the_opponent_counts_below_0():
    game = dealt(AUTOMATIC, 1, "5H 5D JC QS 2C 9D", "3C 4D 7H 8S 9C KD")
    assert all(choice.crib < 0 for choice in judged(view(game, 0)))


def test_a_card_that_throws_points_away_loses_them():
    # After the 5, a 10 makes 15 for 2, or the second 5 makes a pair.
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    choices = judged(view(played(game, "0:KS"), 1))
    best = choices[0]
    assert best.cards[0].name == "5D"
    wasted = judgement_of(choices, cards("TC"))
    assert wasted.lost > 1
    seen = view(game, 1)
    assert wasted.lost_chance == pytest.approx(wasted.lost * point_worth(Race.of(seen, Place.of(seen, 1))))


def test_near_the_end_the_chance_to_win_decides_and_lost_points_are_chance():
    # Both need little: 120 to 118, and the dealer with a queen and a jack wins more often by pegging.
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD", scores=(120, 118))
    choices = judged(view(game, 0), "2S 4D")
    assert {str(card.rank) for card in choices[0].cards} == {"J", "Q"}
    blunder = judgement_of(choices, cards("4D 2S"))
    assert blunder.chance is not None
    assert blunder.lost_chance == pytest.approx(choices[0].chance - blunder.chance)
    assert blunder.lost_chance > 0.15
    assert blunder.lost == pytest.approx(blunder.lost_chance / POINT)


def test_leads_that_differ_by_less_than_brute_force_can_tell_lose_nothing():
    gaps = []
    for hand in ("2C 6D 9H KS", "3C 4D 8H QS", "AC 7D TH JS"):
        choices = judged(view(at_play(AUTOMATIC, 1, f"{hand} 5C 5D", "8C 8D TC TD 9C 9D", starter="KD"), 0))
        for choice in choices:
            gaps.append(choices[0].points - choice.points)
            assert choice.lost == pytest.approx(gaps[-1] if gaps[-1] > EQUAL_CARDS else 0)
    assert any(EQUAL < gap <= EQUAL_CARDS for gap in gaps)


def test_a_card_is_less_far_behind_than_quick_players_make_it_look():
    seen = view(at_play(AUTOMATIC, 1, "2C 6D 9H KS 5C 5D", "8C 8D TC TD 9C 9D", starter="KD"), 0)
    best, *others = judge_plays(seen, Random(1).random, many=400)
    choices = judged(seen)
    for other in others:
        behind = choices[0].points - next(one.points for one in choices if one.cards[0].rank is other.rank)
        assert behind == pytest.approx(0.95 * (best.points - other.points))


@pytest.mark.parametrize(("seat", "place"), [(1, 9), (2, 70)])
def test_a_card_that_is_best_in_other_deals_loses_nothing(seat, place):
    """Of four hands too much is unknown for 400 deals to tell such cards apart."""
    rules = replace(FOUR, counting=Counting.AUTOMATIC)
    course = Course(play_game(rules, b"alike", levels=(CLUB,) * 4), rules)
    seen = next(one.seen for one in decisions_of(course, seat) if one.place == place)
    found, other = (judge(seen, Random(seed).random) for seed in (1, 2))
    again = judgement_of(found, other[0].cards)
    assert found[0].points - again.points > 1.5 * EQUAL
    assert again.lost == 0


def test_the_chosen_discard_is_judged_even_if_it_is_far_behind():
    game = dealt(AUTOMATIC, 0, "5H 5D JC QS 2C 9D", "3C 4D 7H 8S 9C KD", scores=(90, 95))
    seen = view(game, 0)
    assert judgement_of(judged(seen), cards("5H 5D")).chance is None
    assert judgement_of(judged(seen, "5H 5D"), cards("5H 5D")).chance is not None


def test_a_card_of_the_same_rank_is_the_same_choice():
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    choices = judged(view(game, 0))
    assert judgement_of(choices, cards("QH")).points == next(c.points for c in choices if c.cards[0].name == "QH")
    with pytest.raises(ValueError, match="no choice"):
        judgement_of(choices, cards("AC"))


def test_forced_cards_are_not_judged():
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC TD TH TS 9C 9D", starter="2S")
    assert can_judge(view(game, 0))
    assert not can_judge(view(game, 1))
    assert not can_judge(view(played(game, "0:7C"), 1)), "four tens are one choice"


@pytest.mark.parametrize("rules", [FIVE, THREE, FOUR], ids=["five", "three", "four"])
def test_every_form_of_the_game_is_judged(rules):
    hands = ("2C 4D 6H 8S TC", "3C 5D 7H 9S JC", "AC AD QH QS KC", "2D 4H 6S 8C TD")[: rules.players]
    seen = view(dealt(rules, 0, *hands), 1)
    assert can_judge(seen)
    choices = judged(seen)
    assert len(choices) == (10 if rules is FIVE else 5)
    assert all(choice.is_discard and choice.crib < 0 for choice in choices)
    game = at_play(rules, 0, *hands)
    choices = judged(view(game, waiting_on(game)[0]))
    assert [choice.lost for choice in choices] == sorted(choice.lost for choice in choices)
    assert not any(choice.is_discard for choice in choices)


def test_the_crib_of_a_partner_counts_for_the_side():
    hands = ("2C 4D 6H 8S TC", "3C 5D 7H 9S JC", "AC AD QH QS KC", "2D 4H 6S 8C TD")
    game = dealt(FOUR, 0, *hands)
    assert all(choice.crib > 0 for choice in judged(view(game, 2)))
    assert all(choice.crib < 0 for choice in judged(view(game, 3)))
