"""The starter, and two for his heels."""

import pytest

from engine.cards import PACK, Card
from engine.events import GameWon, Pegged, StarterTurned
from engine.laws import Law
from engine.state import Over, Playing
from tests.support.strategies import AUTOMATIC, REFEREE, cards, dealt_out, pegs

HANDS = ("5H 5D 5C TS", "AH AD AC AS")
AWAY = ("2C 3C", "9C 8C")


def turned(starter, **options):
    """The game and the facts that follow when this card is turned up."""
    game, events = dealt_out(HANDS, away=AWAY, starter=starter, **options)
    place = next(place for place, event in enumerate(events) if isinstance(event, StarterTurned))
    return game, events[place:]


@pytest.mark.parametrize("dealer", [0, 1])
def test_000_21_the_pone_cuts_and_the_top_card_is_turned_up(dealer):
    game, events = turned("TD", dealer=dealer)
    assert events == (StarterTurned(1 - dealer, Card.parse("TD")),)
    assert game.phase.starter is Card.parse("TD")


@pytest.mark.parametrize("jack", ["JC", "JD", "JH", "JS"])
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("rules", [REFEREE, AUTOMATIC], ids=["referee", "automatic"])
def test_000_21_a_jack_turned_up_pegs_two_for_the_dealer_at_once(jack, dealer, rules):
    game, events = turned(jack, dealer=dealer, rules=rules)
    starter = Card.parse(jack)
    assert events == (StarterTurned(1 - dealer, starter), Pegged(dealer, dealer, 2, Law.HIS_HEELS, (starter,), 2))
    assert game.scores[dealer] == 2
    assert game.scores[1 - dealer] == 0
    assert isinstance(game.phase, Playing)


def test_no_other_card_is_his_heels():
    used = {*cards(" ".join((*HANDS, *AWAY)))}
    for card in PACK:
        if card not in used and str(card)[0] != "J":
            _, events = turned(str(card))
            assert pegs(events) == []


@pytest.mark.parametrize(("score", "wins"), [(118, False), (119, True), (120, True)])
def test_001_99_his_heels_may_win_the_game(score, wins):
    game, events = turned("JD", scores=(100, score), dealer=1)
    assert isinstance(game.phase, Over) is wins
    assert game.scores == (100, min(score + 2, 121))
    if wins:
        assert events[-1] == GameWon(1, 1, "heels")


def test_001_99_at_120_his_heels_are_still_two_and_the_peg_stops_in_the_game_hole():
    _, events = turned("JD", scores=(100, 120), dealer=1)
    assert events[1:] == (Pegged(1, 1, 2, Law.HIS_HEELS, cards("JD"), 121), GameWon(1, 1, "heels"))


def test_000_21_the_starter_is_not_played_and_is_not_held():
    game, _ = turned("TD")
    assert Card.parse("TD") not in {*game.phase.hands[0], *game.phase.hands[1], *game.phase.crib}


def test_a_jack_discarded_or_held_scores_no_heels():
    game, events = dealt_out(("5H 5D 5C JS", "AH AD AC AS"), away=("JC 3C", "JH 8C"), starter="TD")
    assert pegs(events) == []
    assert game.scores == (0, 0)
