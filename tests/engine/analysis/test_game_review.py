"""The review of a game: decisions, points lost, reasons, luck, wrong counts and the chance to win."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from bot.tables.robot_games import Habits, play_game, play_games
from engine.ai.discards import by_points
from engine.ai.judge import Judgement, judge, judgement_of
from engine.ai.levels import LEVELS
from engine.ai.tables import Place
from engine.analysis.game_review import (
    LOST_A_DECISION,
    MOMENTS,
    chance_history,
    costliest,
    decisions_of,
    judge_decision,
    judge_game,
    level_of,
    luck_of,
    parts_lost,
    points_lost,
    reason,
    wrong_counts,
)
from engine.course import Course
from engine.events import Amended, Dealt, GameWon, LaidAway, Played, Shown
from engine.presets import PRESETS, find
from engine.scoring import peg_points
from engine.view import view
from tests.support.depth import sampled, seeds, thorough
from tests.support.robot_tables import THREE, at_play, dealt, played
from tests.support.strategies import AUTOMATIC, cards


@pytest.fixture(scope="module")
def record():
    """Return a game of a beginner against a club player."""
    return next(play_games(1, seed=3, levels=("easy", "club"), target=61))


@pytest.fixture(scope="module")
def reviews(record):
    """Return the judged decisions of both players."""
    return [judge_game(Course(record.events, record.rules), seat, Random(1).random) for seat in (0, 1)]


def test_every_decision_is_a_discard_or_a_card_of_its_player(record):
    for seat in (0, 1):
        for decision in decisions_of(Course(record.events, record.rules), seat):
            event = record.events[decision.place]
            assert event.seat == seat == decision.seen.seat
            assert isinstance(event, LaidAway | Played)
            assert set(decision.chosen) <= set(decision.seen.hand)


def test_every_discard_is_a_decision(record):
    laid = {place for place, event in enumerate(record.events) if isinstance(event, LaidAway) and event.seat == 0}
    assert laid <= {decision.place for decision in decisions_of(Course(record.events, record.rules), 0)}


def test_the_view_of_a_decision_hides_the_hand_of_the_other(record):
    dealt_now = ()
    places = {place: event for place, event in enumerate(record.events) if isinstance(event, Dealt)}
    for decision in decisions_of(Course(record.events, record.rules), 0):
        dealt_now = max(place for place in places if place < decision.place)
        theirs = set(places[dealt_now].hands[1]) - {card for _, card in decision.seen.played}
        assert not theirs & {*decision.seen.hand, *decision.seen.laid, decision.seen.starter}


def test_a_beginner_loses_more_than_a_club_player(reviews):
    assert points_lost(reviews[0]) > points_lost(reviews[1]) > 0


def test_the_same_game_has_the_same_review_as_far_as_it_went(record, reviews):
    third = [place for place, event in enumerate(record.events) if isinstance(event, Dealt)][2]
    begun = judge_game(Course(record.events[:third], record.rules), 0, Random(1).random)
    assert begun
    assert begun == reviews[0][: len(begun)]


def test_the_costliest_moments_come_first_and_have_their_parts(reviews):
    moments = costliest(reviews[0])
    assert len(moments) == MOMENTS
    costs = sorted((one.chosen.lost_chance for one in reviews[0]), reverse=True)
    assert [moment.chosen.lost_chance for moment in moments] == costs[:MOMENTS]
    for moment in moments:
        assert sum(moment.lost_parts.values()) == pytest.approx(moment.lost)


def test_the_parts_of_all_decisions_are_all_that_was_lost(reviews):
    for review in reviews:
        parts = parts_lost(review)
        assert sum(parts.values()) == pytest.approx(points_lost(review))
        assert parts["pegging"] > 0
        assert parts["near_end"] == sum(one.lost for one in review if one.best.chance is not None)


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_loses_as_much_as_a_level_played_at_it(level):
    assert level_of(31 * LOST_A_DECISION[level], 31) == level


def test_the_nearest_level_is_named():
    assert level_of(2.4, 31) == "expert"
    assert level_of(2.8, 31) == "club"
    assert level_of(60, 31) == "easy"
    assert level_of(0, 0) is None


def test_luck_is_the_opposite_for_the_other_but_for_mistakes(record, reviews):
    mine, theirs = (
        luck_of(Course(record.events, record.rules), seat, points_lost(reviews[1 - seat])) for seat in (0, 1)
    )
    for name in ("deals", "cuts", "cribs"):
        assert getattr(mine, name) == pytest.approx(-getattr(theirs, name))
    assert mine.play == pytest.approx(points_lost(reviews[1]))
    assert mine.total == pytest.approx(mine.deals + mine.cuts + mine.cribs + mine.play)


@pytest.mark.parametrize(("seat", "average"), [(0, 14.03), (1, 2.08)], ids=["dealer", "pone"])
def test_a_deal_is_luck_beside_what_a_dealer_or_a_pone_has_on_average(seat, average):
    hand = cards("5H 5C JD QS 2C 9H")
    best = by_points(hand, Place(steps=seat))[0]
    hands = (hand, ()) if seat == 0 else ((), hand)
    luck = luck_of(Course((Dealt(0, hands, (), ()), LaidAway(seat, best.cards)), find("house")), seat, 0.0)
    assert luck.deals == pytest.approx(best.points - average)


@thorough
def test_luck_explains_the_score_on_average():
    """With equal players, the score differs by the luck and what each lost: their means agree over many games."""
    gaps = []
    for seed in seeds(60):
        record = next(play_games(1, seed=seed, levels=("club", "club")))
        luck = luck_of(Course(record.events, record.rules), 0, 0.0)
        scores = [0, 0]
        for event in record.events:
            if hasattr(event, "score"):
                scores[event.side] = event.score
        gaps.append(((scores[0] - scores[1]), luck.total))
    agreeing = sum((gap > 0) == (luck > 0) for gap, luck in gaps)
    assert agreeing > 0.7 * len(gaps), "the luckier player wins more often"


def test_the_chance_to_win_starts_near_a_half_and_ends_at_1_or_0(record):
    mine, theirs = (chance_history(Course(record.events, record.rules), seat) for seat in (0, 1))
    assert 0.4 < mine[0].chance < 0.6
    won = next(event for event in record.events if isinstance(event, GameWon))
    assert (mine[-1].chance, theirs[-1].chance) == ((1.0, 0.0) if won.side == 0 else (0.0, 1.0))
    assert [at.deal for at in mine] == list(range(1, len(mine) + 1))
    for one, other in zip(mine, theirs, strict=True):
        assert one.chance + other.chance == pytest.approx(1)


# Wrong counts.


def test_right_counts_are_no_mistakes():
    record = next(play_games(1, preset="britannica", seed=3))
    assert (
        wrong_counts(Course(record.events, record.rules), 0)
        == ()
        == wrong_counts(Course(record.events, record.rules), 1)
    )


@pytest.mark.parametrize("preset", ["britannica", "acc"])
def test_wrong_counts_are_found_with_their_points(preset):
    record = next(play_games(1, preset=preset, seed=3, miscount=0.3))
    found = [wrong for seat in (0, 1) for wrong in wrong_counts(Course(record.events, record.rules), seat)]
    assert found
    for wrong in found:
        event = record.events[wrong.place]
        assert wrong.missed != 0
        if isinstance(event, Shown):
            assert wrong.true == event.true
        else:
            assert wrong.true == peg_points(wrong.cards)


def test_points_raised_in_time_are_not_missed():
    rules = find("britannica", amend=True)
    differing = 0
    for number in range(6):
        events = play_game(rules, bytes([number]), levels=("club", "club"), habits=Habits(miscount=0.4))
        seats = {event.seat for event in events if isinstance(event, Amended)}
        without = [event for event in events if not isinstance(event, Amended)]
        differing += sum(
            len(wrong_counts(Course(events, rules), seat)) < len(wrong_counts(Course(without, rules), seat))
            for seat in seats
        )
    assert differing


# Reasons.


def test_the_reason_for_a_discard_is_its_largest_part():
    game = dealt(AUTOMATIC, 0, "5H 5D JC QS 2C 9D", "3C 4D 7H 8S 9C KD")
    seen = view(game, 0)
    choices = judge(seen, Random(1).random)
    assert "keeps a better hand" in str(reason(seen, judgement_of(choices, cards("5H JC")), choices[0]))


def test_touching_cards_in_the_opponents_crib_is_given_as_the_reason():
    game = dealt(AUTOMATIC, 1, "3S 4D AD 8H 7S 5D", "3C 4C 7D 8S 9C KD", starter="KS")
    seen = view(game, 0)
    choices = judge(seen, Random(1).random)
    said = str(reason(seen, judgement_of(choices, cards("8H 7S")), choices[0]))
    assert said == "It gives your opponent's crib 3.2 points less on average."


def test_points_at_once_are_given_as_the_reason():
    game = at_play(AUTOMATIC, 1, "7C 8D QH KS 5C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    seen = view(played(game, "0:KS"), 1)
    choices = judge(seen, Random(1).random)
    assert str(reason(seen, judgement_of(choices, cards("2H")), choices[0])) == "It scores 2 points at once."


def test_a_lead_of_a_five_is_answered_by_a_ten():
    game = at_play(AUTOMATIC, 1, "5C 4D KH 9S 2C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    seen = view(game, 0)
    choices = judge(seen, Random(1).random)
    chosen, better = judgement_of(choices, cards("5C")), judgement_of(choices, cards("4D"))
    assert str(reason(seen, chosen, better)) == "After 5♣ any 10, J, Q or K makes 15."


@pytest.mark.parametrize(
    ("own", "theirs", "said"),
    [(1.0, 1.3, "It pegs 0.7 points more on average."), (1.0, 0.8, "After 9♠ your opponent pegs 0.8 points more")],
)
def test_of_a_card_the_larger_part_is_given_as_the_reason(own, theirs, said):
    game = at_play(AUTOMATIC, 1, "5C 4D KH 9S 2C 6D", "TC 5D 2H KD 9C 9D", starter="2S")
    chosen = Judgement(cards("9S"), 0.0, 0.0, 0.0, 1.6, None)
    better = Judgement(cards("KH"), 0.0, 0.0, own, theirs, None)
    assert str(reason(view(game, 0), chosen, better)).startswith(said)


def test_near_the_end_the_order_of_the_show_is_the_reason():
    game = dealt(AUTOMATIC, 0, "QC 4D QD JH 2S QH", "3C 5D 7H 8S 9C KD", scores=(120, 118))
    seen = view(game, 0)
    choices = judge(seen, Random(1).random, cards("4D 2S"))
    said = str(reason(seen, judgement_of(choices, cards("4D 2S")), choices[0]))
    assert "need 1" in said


def test_with_three_players_it_is_what_the_first_of_the_others_needs():
    game = dealt(THREE, 0, "QC 4D QD JH 2S", "3C 5D 7H 8S 9C", "KD KC KH AC AD", to_crib="TS", scores=(100, 90, 110))
    one, other = (Judgement(cards(card), 9.0, -1.0, 0.5, 0.0, chance) for card, chance in (("AC", 0.3), ("AD", 0.4)))
    assert str(reason(view(game, 2), one, other)) == "You need 11, and the first of the others 21."


@pytest.mark.parametrize(("preset", "players"), [("house", 3), ("house", 4), ("britannica-five", 2)])
def test_every_form_of_the_game_is_reviewed(preset, players):
    """Each player has a discard in every deal, and the chances of all sides add up to 1."""
    record = next(play_games(1, seed=3, preset=preset, players=players, target=61))
    course = Course(record.events, record.rules)
    found = [list(decisions_of(course, seat)) for seat in range(players)]
    laid = [event.seat for event in record.events if isinstance(event, LaidAway)]
    for seat, decisions in enumerate(found):
        assert sum(one.seen.stage == "lay_away" for one in decisions) == laid.count(seat)
    judged = [judge_decision(one, Random(1).random) for one in found[0][:6]]
    assert all(one.lost >= 0 for one in judged)
    histories = [chance_history(course, side[0]) for side in record.rules.sides]
    for at in zip(*histories, strict=True):
        assert sum(one.chance for one in at) == pytest.approx(1, abs=0.06)
    assert sorted(history[-1].chance for history in histories) == [0.0] * (len(histories) - 1) + [1.0]


@sampled(("preset", "seat"), [*product(PRESETS, (0, 1))])
def test_games_with_wrong_counts_and_irregularities_are_reviewed_too(preset, seat):
    options = {"miscount": 0.2, "irregular": 0.3, "ceremony": True, "resign": 0.002}
    record = next(play_games(1, preset=preset, seed=seat, target=min(PRESETS[preset].doubles), **options))
    judged = judge_game(Course(record.events, record.rules), seat, Random(1).random)
    assert judged
    seen = {one.place: one.seen for one in decisions_of(Course(record.events, record.rules), seat)}
    for one in judged:
        assert one.lost >= 0
        assert one.chosen.points <= one.best.points + 0.1 or one.best.chance is not None
        if one.lost:
            assert str(reason(seen[one.place], one.chosen, one.best))
    assert all(wrong.missed for wrong in wrong_counts(Course(record.events, record.rules), seat))
