"""Answers to questions: totals, cases, starters, discards, the play card by card, and declared counts."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai.discard_averages import CribEstimate, Unseen, analyse, expected_points
from engine.ai.tables import SIX_CARDS, crib_averages, pegging
from engine.analysis.answers import DiscardAnswer, answer
from engine.analysis.explain import summary
from engine.cards import PACK, Card, Rank, Suit
from engine.laws import Law
from engine.scoring import peg_points, show, show_total
from engine.text.question_reader import read
from engine.text.questions import Face, HandQuestion, NextQuestion, PlayQuestion, RanksQuestion
from engine.text.spoken_counts import spoken_count
from tests.support.data_files import data_beside
from tests.support.depth import examples

CASES = data_beside(__file__)

FEW = examples(30)
five_cards = st.lists(st.sampled_from(PACK), min_size=5, max_size=5, unique=True)


def answered(text):
    return answer(read(text).questions[0])


def faces(choice):
    return " ".join(face.face for face in choice)


# A hand.


def test_the_starter_matters_where_another_would_have_made_another_total():
    assert answered("5h 5d 5c jh 5s").otherwise == ((Card.parse("5h"), 29),)
    assert answered("5h 5d 5c jh | 5s").otherwise == ()
    assert answered("2h 4d 6c 8s kh").otherwise == ()
    assert answered("2h 4h 6h 8h kc").otherwise == tuple((Card.parse(card), 0) for card in ("2h", "4h", "6h", "8h"))


# Without suits.


@pytest.mark.parametrize(
    ("text", "total"),
    [("5 N 5 5 5", 29), ("5 5 N J J", 21), ("5 5 10 N Q", 18), ("5 5 5 10 10", 22), ("A44N4", 13)],
)
def test_the_printed_table_of_scores(text, total):
    found = answered(text)
    assert found.total == total
    assert found.cases[0].nobs == ("N" in text)
    assert sum(item.points for item in found.items) == total


@FEW
@given(five_cards, st.booleans())
def test_the_cases_include_the_true_count(five, crib):
    named = [Face(card.rank) for card in five]
    if max(map([card.rank for card in five].count, Rank)) <= 4:
        asked = RanksQuestion(tuple(named[:4]), named[4], nobs=False, crib=crib, starter_marked=True)
        found = answer(asked)
        assert show_total(five[:4], five[4], crib=crib) in {case.total for case in found.cases}
        assert sum(item.points for item in found.items) == found.total == found.cases[0].total


# Four cards.


def test_four_of_a_suit_are_a_flush_in_the_hand_alone():
    assert answered("2h 4h 6h 8h").total == 4
    assert answered("crib 2h 4h 6h 8h").total == 0
    assert answered("crib 2h 4h 6h 8h").starters.by_total[-1][0] == 12, "with 5♥"
    assert (answered("2 4 6 8").total, answered("2 4 6 8").flush) == (0, 4)
    assert answered("crib 2 4 6 8").flush == answered("2 4 6 6").flush == answered("2h 4h 6h 8h").flush == 0


def test_a_jack_is_no_nobs_without_a_starter():
    assert answered("jh 2h 4c 8h").total == 0
    assert answered("jh 2h 4c 8s").starters.by_total[-1] == (8, (Card.parse("3h"),))


# Six cards.


def test_six_cards_are_weighed_for_dealer_and_pone():
    found = answered("5h 5d 6c 7s jh jd")
    assert isinstance(found, DiscardAnswer)
    for dealer, choices in ((True, found.dealer), (False, found.pone)):
        tosses = analyse([face.card for face in found.question.cards], dealer=dealer)
        hands = {frozenset(toss.cards): toss.hand for toss in tosses}
        assert {frozenset(face.card for face in choice.away): choice.hand for choice in choices} == hands
        unknown = CribEstimate.of_cards([face.card for face in found.question.cards], dealer=dealer)
        for choice in choices:
            assert choice.crib == unknown.crib(choice.away)
            pegged = pegging(SIX_CARDS, 0 if dealer else 1)
            assert choice.peg == pegged[tuple(sorted(int(face.rank) for face in choice.kept))]
            assert choice.total == pytest.approx(choice.hand + choice.crib * (1 if dealer else -1) + choice.peg)
            assert choice.chance is None
            assert {*choice.away, *choice.kept} == {*found.question.cards}
        assert [choice.total for choice in choices] == sorted((choice.total for choice in choices), reverse=True)


def test_six_ranks_have_the_same_means_without_flushes():
    """If no four cards share a suit, ranks have the same means as cards, except for his nobs."""
    ranks, cards = answered("5 6 7 8 q k"), answered("5h 6d 7c 8s qh kd")
    by_ranks = {faces(choice.kept): choice for choice in ranks.dealer}
    for choice in cards.dealer:
        alike = by_ranks[" ".join(Face(face.rank).face for face in sorted(choice.kept))]
        assert alike.hand == pytest.approx(choice.hand)
        assert alike.crib == pytest.approx(choice.crib, abs=0.08)
    assert len(ranks.dealer) == len(ranks.pone) == 15
    assert len(answered("5 5 6 7 j j").dealer) == 8, "of two fives one is as good as the other"
    for choice in ranks.pone:
        assert choice.total == pytest.approx(choice.hand - choice.crib + choice.peg)


def test_of_five_cards_one_is_discarded():
    """The hands are exact, and the crib is that of three players."""
    found = answered("3 players, 5 cards: 5h 5d 6c 9s ks, what would you throw?")
    assert isinstance(found, DiscardAnswer)
    cards = [face.card for face in found.question.cards]
    for dealer, choices in ((True, found.dealer), (False, found.pone)):
        assert len(choices) == 5
        for choice in choices:
            (away,) = [face.card for face in choice.away]
            kept = tuple(card for card in cards if card != away)
            assert choice.hand == expected_points(kept, Unseen.excluding(cards))
            crib = crib_averages(3, 5).mean((away,), own=dealer)
            assert choice.crib == (crib if dealer else crib / 2)
            assert choice.total == pytest.approx(choice.hand + choice.crib * (1 if dealer else -1) + choice.peg)
    by_rank = answered("3 players, 5 cards: 5 5 6 9 k, what would you throw?")
    assert by_rank.dealer[0].hand == pytest.approx(found.dealer[0].hand)
    assert len(by_rank.dealer) == 4


@pytest.mark.parametrize(("players", "discards"), [(2, 2), (3, 1), (4, 1)])
def test_five_cards_are_answered_by_the_cribs_and_the_pegging_of_their_form(players, discards):
    found = answered(f"{players} players, 5 cards: 5h 5d 6c 9s ks, what would you throw?")
    assert found.question.players == players
    assert all(len(choice.away) == discards for choice in (*found.dealer, *found.pone))
    form = f"{players} hands of 5"
    places = ([0, 2], [1, 3]) if players == 4 else ([0], [1, 2] if players == 3 else [1])
    for steps, choices in zip(places, (found.dealer, found.pone), strict=True):
        for choice in choices:
            kept = tuple(sorted(int(face.rank) for face in choice.kept))
            assert choice.peg == pytest.approx(sum(pegging(form, step)[kept] for step in steps) / len(steps))


def test_the_crib_of_a_partner_is_ours():
    found = answered("my partner deals, 5h 6h 7d kc kd, which card do I discard?")
    assert (found.question.players, found.question.dealer) == (4, True)


def test_a_jack_without_its_suit_is_his_nobs_one_time_in_four():
    """The mean is that over every choice of suits, without flushes."""
    means = []
    for suits in product(Suit, repeat=4):
        kept = tuple(Card(rank, suit) for rank, suit in zip((2, 4, 6, 11), suits, strict=True))
        if len(set(suits)) > 1:
            means += [
                expected_points(kept, Unseen.excluding((*kept, *queens))) for queens in combinations(PACK[44:48], 2)
            ]
    found = next(choice for choice in answered("2 4 6 j q q").dealer if faces(choice.away) == "Q Q")
    assert found.hand == pytest.approx(sum(means) / len(means), abs=0.001)


# The play.


def play(ranks, written=(), restarts=()):
    """Return the answer to a play with the scores written beside its cards, by place."""
    faces = tuple(Face(Card.parse(f"{rank}C").rank) for rank in ranks.split())
    return answer(PlayQuestion(faces, written=tuple(written), restarts=tuple(restarts)))


def test_the_count_restarts_where_the_text_says_so():
    found = play("8 J 5 2 4 9 9 9", restarts=[5])
    assert [step.count for step in found.steps] == [8, 18, 23, 25, 29, 9, 18, 27]
    assert [step.points for step in found.steps] == [0, 0, 0, 0, 1, 0, 2, 6]
    found = play("4 2 3", restarts=[1])
    assert [(step.count, step.points) for step in found.steps] == [(4, 1), (2, 0), (5, 0)]
    assert [step.count for step in play("4 2 3").steps] == [4, 6, 9]


@pytest.mark.parametrize(
    ("ranks", "written", "wrong"),
    [
        ("8 J 5 2 4 9 9 9", [(4, 29, 1), (6, 18, 2), (7, 27, 7)], []),
        ("8 J 5 2 4 9 9 9", [(4, 29, 0), (6, 18, 2), (7, 27, 6)], []),
        ("8 J 5 2 4 9 9 9", [(4, 29, 2), (6, 18, 3), (7, 27, 8)], [4, 6, 7]),
        ("8 7 6", [(0, 8, None), (1, 15, 2), (2, 21, 2)], [2]),
        ("8 7 6", [(1, None, 1), (2, 22, None)], [1, 2]),
        ("8 7 6", [(1, 15, 3)], [1]),
        ("8 7 6", [(2, 21, 4)], []),
        ("K J 5 5 A", [(2, 25, 0), (3, 30, 2), (4, 31, 2)], []),
        ("K J 5 5 A", [(4, 31, 3)], [4]),
        ("K J 5 5 A", [(4, 31, 1)], [4]),
    ],
)
def test_written_scores_are_checked(ranks, written, wrong):
    """A go and the last card may add 1, except at 31, which pegs 2."""
    found = play(ranks, written)
    assert [place for place, step in enumerate(found.steps) if not step.is_right] == wrong


@FEW
@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=16, unique=True), st.booleans())
def test_cards_peg_the_same_with_and_without_suits(cards, suited):
    found = answer(PlayQuestion(tuple(Face(card.rank, card if suited else None) for card in cards)))
    series = []
    for card, step in zip(cards, found.steps, strict=True):
        if sum(held.pips for held in (*series, card)) > 31:
            series = []
        series.append(card)
        assert step.count == sum(held.pips for held in series)
        assert sum(item.points for item in step.items if item.law is not Law.GO) == peg_points(series)


@FEW
@given(five_cards, st.booleans(), st.integers(0, 29))
def test_every_hand_is_answered_with_its_count(five, crib, declared):
    hand, starter = tuple(five[:4]), five[4]
    found = answer(HandQuestion(hand, starter, crib, starter_marked=False, declared=declared))
    count = show(hand, starter, crib=crib)
    assert found.count == count
    assert found.words == spoken_count(count)
    assert found.verdict.surplus == declared - count.total
    for card, total in found.otherwise:
        others = [other for other in five if other is not card]
        assert total == show_total(others, card, crib=crib) != count.total


@pytest.mark.parametrize(("text", "said"), CASES["answered"])
def test_questions_besides_counts_are_answered(text, said):
    assert said in map(str, summary(answer(read(text).questions[0])))


def test_only_go_can_be_said_where_no_card_fits():
    question = NextQuestion((Face(Rank.KING), Face(Rank.QUEEN)), (), 25)
    assert str(next(iter(summary(answer(question))))) == "Each of K Q would go over 31, so say go."


@pytest.mark.parametrize("count", [*range(3, 31, 4), 21, 26])
def test_a_reply_is_found_upon_every_count_of_cards_that_nobody_told(count):
    """Counts of two or more cards leave none for the player to have played who still holds four."""
    cards = tuple(map(Face, (Rank.TEN, Rank.SIX, Rank.FIVE, Rank.ACE)))
    choices = answer(NextQuestion(cards, (), count)).choices
    assert {one.card.rank for one in choices} == {card.rank for card in cards if count + card.rank.pips <= 31}
