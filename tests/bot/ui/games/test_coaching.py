"""A newcomer's tips are true, and come from the newcomer's own cards only."""

import pytest

from bot.analysis.thinking import choices_of
from bot.ui.core import formatting
from bot.ui.games import coaching
from engine.actions import ChooseDealer, Deal, LayAway, Play
from engine.ai.judge import can_judge
from engine.cards import PACK, Card
from engine.game import apply, begin
from engine.presets import find
from engine.view import view


def cards(text):
    return tuple(map(Card.parse, text.split()))


def card(text):
    return formatting.card(Card.parse(text))


def tip(seen):
    """The tip from what the judge thinks."""
    return coaching.tip(seen, choices_of(seen) if can_judge(seen) else ())


def dealt(pone, dealer, starter="KS"):
    """A game in which seat 0 deals, with these hands and this starter."""
    hands = [card for pair in zip(cards(pone), cards(dealer), strict=True) for card in pair]
    top = [*hands, Card.parse(starter)]
    game, _ = apply(begin(find("house", target=61)), ChooseDealer(0))
    game, _ = apply(game, Deal((*top, *(card for card in PACK if card not in top))))
    return game


def played(game, *moves):
    for move in moves:
        game, _ = apply(game, move)
    return game


@pytest.fixture
def laying():
    return dealt("5H 5D 5C JS 2C 9D", "4H 6S 7C 8D TD KC")


@pytest.fixture
def playing(laying):
    return played(laying, LayAway(1, cards("2C 9D")), LayAway(0, cards("TD KC")))


def test_to_lay_away_says_whose_crib_it_is_and_what_a_good_player_gives(laying):
    assert tip(view(laying, 1)).startswith("It's your opponent's crib")
    assert "`2♣" in tip(view(laying, 1))
    assert "`9♦" in tip(view(laying, 1))
    assert tip(view(laying, 0)).startswith("It's your crib")


def test_it_is_taken_from_ones_own_cards_alone(laying):
    other = dealt("5H 5D 5C JS 2C 9D", "AH AS QC QD JD KC")
    assert tip(view(laying, 1)) == tip(view(other, 1))


def test_no_tip_for_a_player_who_waits(playing):
    assert tip(view(playing, 0)) is None
    assert tip(view(playing, None)) is None


def test_a_lead_is_the_best_one_with_a_reason():
    game = dealt("3H 5D 5C JS 2C 9D", "4H 6S 7C 8D TD KC")
    game = played(game, LayAway(1, cards("2C 9D")), LayAway(0, cards("TD KC")))
    assert tip(view(game, 1)) == f"Try {card('3H')}. After 5♦ any 10, J, Q or K makes 15."


def test_points_are_worth_more_than_a_card_that_is_only_safe():
    game = dealt("8H 5D 5C JS 2C 9D", "4H 7S 9C TD QD KC")
    game = played(game, LayAway(1, cards("2C 9D")), LayAway(0, cards("QD KC")))
    answered = played(game, Play(1, Card.parse("8H")))
    assert tip(view(answered, 0)) == f"Try {card('7S')}. It scores 2 points at once."


def test_the_only_card_that_comes_in_and_the_last_of_all():
    game = dealt("KH KD 5C 2C AS 9D", "4H 6S 9C 8D TD KC")
    game = played(game, LayAway(1, cards("AS 9D")), LayAway(0, cards("TD KC")))
    full = played(game, *(Play(seat, Card.parse(one)) for seat, one in ((1, "KH"), (0, "8D"), (1, "KD"))))
    assert tip(view(full, 1)) == f"You can only play {card('2C')}."
    last = played(full, Play(1, Card.parse("2C")), Play(0, Card.parse("4H")))
    assert view(last, 1).waiting_on == (1,)
    assert tip(view(last, 1)) is None


def test_what_there_is_to_count_without_the_points():
    game = dealt("5H 5D 5C JS 2C 9D", "4H 6S 7C 8D TD KC", starter="5S")
    game = played(game, LayAway(1, cards("2C 9D")), LayAway(0, cards("TD KC")))
    while view(game, None).stage == "play":
        seat = view(game, None).waiting_on[0]
        game = played(game, next(move for move in view(game, seat).legal if isinstance(move, Play)))
    assert tip(view(game, 1)) == (
        "Count fifteens, then pairs, runs, a flush and his nobs. Look for 8 fifteens, a double pair royal and "
        "one for his nobs."
    )


def test_without_the_judge_tips_are_simple(laying, playing):
    assert coaching.tip(view(laying, 1), ()).startswith("It's your opponent's crib")
    assert coaching.tip(view(playing, 1), ()) is None
    answered = played(playing, Play(1, Card.parse("5D")))
    assert coaching.tip(view(answered, 0), ()) is None
    game = dealt("8H 5D 5C JS 2C 9D", "4H 7S 9C TD QD KC")
    game = played(game, LayAway(1, cards("2C 9D")), LayAway(0, cards("QD KC")), Play(1, Card.parse("8H")))
    assert coaching.tip(view(game, 0), ()) == f"{card('7S')} scores 2 points."
