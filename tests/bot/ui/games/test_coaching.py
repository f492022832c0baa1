"""A newcomer's tips are true, and come from the newcomer's own cards only."""

from bot.analysis.thinking import choices_of
from bot.ui.core import formatting
from bot.ui.games import coaching
from engine.actions import Deal
from engine.ai.judge import can_judge
from engine.cards import Card
from engine.presets import find
from engine.view import view
from tests.support.random_tables import playing
from tests.support.strategies import about_to_deal, act, stacked

PONE, DEALER = "5H 5D 5C JS 2C 9D", "4H 6S 7C 8D TD KC"


def card(text):
    return formatting.card(Card.parse(text))


def tip(seen):
    return coaching.tip(seen, choices_of(seen) if can_judge(seen) else ())


def to_discard(pone, seat):
    """Return what a seat sees when seat 1 deals and the pone has these cards."""
    deal = Deal(stacked(1, (pone, DEALER), "KS"))
    return view(act(about_to_deal(find("house", target=61), dealer=1), deal)[0], seat)


def in_the_play(seat, line="", *, pone="5H 5D 5C JS", dealer="4H 6S 7C 8D", starter="KS"):
    """Return what a seat sees in the play, when seat 1 deals."""
    return playing("house", line, kept=(pone, dealer), starter=starter, target=61).view(seat)


def test_to_discard_it_says_what_to_keep_or_whose_crib_it_is():
    fives = "Keep the 5s: they make fifteens with every 10, J, Q and K. Discard"
    assert tip(to_discard(PONE, 0)) == f"{fives} {card('2C')} {card('9D')}."
    assert tip(to_discard("3H 9D 8C 7S KD QC", 0)).startswith("Keep the run, and discard")
    assert tip(to_discard("9H 9D 2C 4S KD QC", 0)).startswith("Keep the pair, and discard")
    assert tip(to_discard("AH 3D 6C 8S TH QC", 0)).startswith("It's your opponent's crib.")
    assert tip(to_discard(PONE, 1)).startswith("Keep the run")


def test_it_is_taken_from_ones_own_cards_alone():
    assert tip(to_discard(PONE, 1)) == tip(to_discard("AH AS QC QD JD KH", 1))


def test_no_tip_for_a_player_who_waits():
    assert tip(in_the_play(1)) is None
    assert tip(in_the_play(None)) is None


def test_a_lead_is_the_best_one_with_a_reason_without_averages():
    assert tip(in_the_play(0, pone="3H 5D 5C JS")) == f"Lead {card('3H')}: no card makes 15 with it."
    safer = tip(in_the_play(0, "0:KH 1:6S", pone="KH 5D 2C 9D"))
    assert safer == f"{card('2C')} is safer: no 10, J, Q or K makes 31 after it."


def test_points_are_worth_more_than_a_card_that_is_only_safe():
    answered = in_the_play(1, "0:8H", pone="8H 5D 5C JS", dealer="4H 7S 9C TD")
    assert tip(answered) == f"{card('7S')} scores 2 points."
    assert coaching.tip(answered, ()) == f"{card('7S')} scores 2 points.", "without the judge"


def test_the_only_card_that_comes_in_and_the_last_of_all():
    hands = {"pone": "KH KD 5C 2C", "dealer": "4H 6S 9C 8D"}
    assert tip(in_the_play(0, "0:KH 1:8D 0:KD", **hands)) == f"You can only play {card('2C')}."
    last = in_the_play(0, "0:KH 1:8D 0:KD 0:2C 1:4H", **hands)
    assert last.waiting_on == (0,)
    assert tip(last) is None


def test_what_there_is_to_count_without_the_points():
    assert tip(in_the_play(0, "0:5H 1:4H 0:5D 1:6S 0:5C 1:7C 0:JS 1:8D", starter="5S")) == (
        "Look for 8 fifteens, a double pair royal and one for his nobs."
    )


def test_without_the_judge_tips_are_simple():
    assert coaching.tip(to_discard(PONE, 0), ()).startswith("Keep the 5s")
    assert coaching.tip(in_the_play(0), ()) is None
    assert coaching.tip(in_the_play(1, "0:5D"), ()) is None
