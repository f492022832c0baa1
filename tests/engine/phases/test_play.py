"""The play: whole deals from the rule books, turns, goes, thirty-one and the last card."""

import pytest

from engine.actions import Play, SayGo
from engine.cards import PACK, Card
from engine.errors import CardNotHeld, MustPlay, OutOfTurn, PastThirtyOne
from engine.events import CountReset, GameWon, Pegged, Played, SaidGo
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.state import Showing
from tests.support.strategies import AUTOMATIC, BRITANNICA, act, cards, dealt_out, pegs, plays

A, B = 0, 1
"""In these deals A is the pone and B deals, so that A plays first."""


def game_in_the_play(first, second, **options):
    """The play of these two hands, A to lead; a nine of spades is turned up unless a test says otherwise."""
    game, _ = dealt_out((first, second), starter=options.pop("starter", "QS"), **options)
    return game


def summary(events):
    """The facts of the play in short: cards with their count, goes, pegs, and who leads."""
    words = []
    for event in events:
        match event:
            case Played():
                words.append(f"{event.seat} plays {event.card}={event.count}")
            case SaidGo():
                words.append(f"{event.seat} go")
            case Pegged():
                words.append(f"{event.seat} pegs {event.points} {event.law}")
            case CountReset():
                words.append(f"{event.lead} leads")
    return words


# The worked deals of the rule books.


def test_000_58_the_dealer_pegs_the_fifteen_and_the_run_of_nine_six_eight_seven():
    game, events = act(game_in_the_play("9C 8D KH KS", "6S 7H 2C 2D"), *plays("0:9C 1:6S 0:8D 1:7H"))
    assert pegs(events) == [(B, 2, "fifteen"), (B, 4, "run"), (B, 1, "go")]
    assert game.scores == (0, 7)


def test_002_27_the_six_card_sequence_at_the_table():
    game, events = act(
        game_in_the_play("4C 3D 5H 4D", "2C AD 2H AS"), *plays("0:4C 1:2C 0:3D 1:AD 0:5H 1:2H 0:4D 1:AS")
    )
    assert pegs(events) == [
        (A, 3, "run"),
        (B, 4, "run"),
        (A, 2, "fifteen"),
        (A, 5, "run"),
        (A, 5, "run"),
        (B, 1, "last_card"),
    ]
    assert isinstance(game.phase, Showing)


def test_002_36_pairing_with_the_last_card_that_comes_in_scores_pair_and_go():
    _, events = act(game_in_the_play("TC 9D 9H 8C", "KC JD 4H 8S"), *plays("0:TC 1:4H 0:8C 1:8S"))
    assert summary(events)[-5:] == ["1 plays 8S=30", "1 pegs 2 pair", "0 go", "1 pegs 1 go", "0 leads"]


# Turns.


@pytest.mark.parametrize("dealer", [0, 1])
def test_000_23_the_pone_leads_whichever_seat_deals(dealer):
    game, _ = dealt_out(("2C 3D KH QS", "2H 3C KD QD"), starter="9S", dealer=dealer)
    assert waiting_on(game) == (1 - dealer,)


def test_only_the_seat_whose_turn_it_is_may_play():
    game = game_in_the_play("TH TD 9C 6S", "7H 6D 5C 4S")
    assert legal(game, B) == ()
    with pytest.raises(OutOfTurn) as refused:
        apply(game, Play(B, Card.parse("7H")))
    assert refused.value.law is Law.TURN


# The count and its limit.


def test_law_14_a_card_past_thirty_one_is_refused_and_says_so():
    game, _ = act(game_in_the_play("TH TD 9C 2S", "JH QD 5C AS"), *plays("0:TH 1:QD 0:9C"))
    with pytest.raises(PastThirtyOne, match="34") as refused:
        apply(game, Play(B, Card.parse("5C")))
    assert refused.value.law is Law.COMING_IN
    assert legal(game, B) == plays("1:AS")


@pytest.mark.parametrize(("fourth", "advice"), [("AS", "Play a lower card."), ("4S", "Say go.")])
def test_law_14_the_refusal_of_a_high_card_says_what_can_be_done(fourth, advice):
    """Where go is spoken."""
    game = game_in_the_play("TH TD 9C 2S", f"JH QD 5C {fourth}", rules=BRITANNICA)
    game, _ = act(game, *plays("0:TH 1:QD 0:9C"))
    with pytest.raises(PastThirtyOne, match=advice):
        apply(game, Play(B, Card.parse("5C")))
    assert any(isinstance(move, Play) for move in legal(game, B)) == ("card" in advice)


def test_000_28_exactly_thirty_one_pegs_two_instead_of_one_for_the_go():
    _, events = act(game_in_the_play("TH TD 9C 2S", "JH QD 5C 2D"), *plays("0:TH 1:QD 0:9C 1:2D"))
    assert summary(events)[-3:] == ["1 plays 2D=31", "1 pegs 2 thirty_one", "0 leads"]


def test_001_41_after_thirty_one_the_other_player_leads():
    game, events = act(game_in_the_play("TH 9D AC 2S", "JH QD 5C 4S"), *plays("0:TH 1:QD 0:9D 0:2S"))
    assert summary(events)[-4:] == ["1 go", "0 plays 2S=31", "0 pegs 2 thirty_one", "1 leads"]
    assert (game.phase.series, game.phase.count) == ((), 0)
    assert waiting_on(game) == (B,)


# The go.


def test_000_29_after_the_go_the_other_must_play_every_card_that_comes_in():
    game, events = act(game_in_the_play("3C 2D AH AS", "KC QD JH TS"), *plays("0:3C 1:KC 0:2D 1:QD"))
    assert summary(events)[-1] == "1 plays QD=25"
    game, events = act(game, *plays("0:AH"))
    assert summary(events) == ["0 plays AH=26", "1 go"]
    assert waiting_on(game) == (A,)
    with pytest.raises(MustPlay):
        apply(game, SayGo(A))
    game, events = act(game, *plays("0:AS"))
    assert summary(events) == ["0 plays AS=27", "0 pegs 2 pair", "0 pegs 1 go", "1 leads"]


def test_001_69_a_run_made_across_a_go_is_valid():
    game, events = act(game_in_the_play("8C 4D 3H 2S", "KC QD JH TS"), *plays("0:8C 1:KC 0:4D"))
    assert summary(events)[-2:] == ["0 plays 4D=22", "1 go"]
    _, events = act(game, *plays("0:3H 0:2S"))
    assert summary(events) == [
        "0 plays 3H=25",
        "0 plays 2S=27",
        "0 pegs 3 run",
        "0 pegs 1 go",
        "1 leads",
    ]


def test_000_31_when_the_dealer_plays_last_the_pone_leads_again():
    game, events = act(game_in_the_play("TH TD 9C 9S", "JH QD 5C AS"), *plays("0:TH 1:QD 0:9C 1:AS"))
    assert summary(events)[-3:] == ["0 go", "1 pegs 1 go", "0 leads"]
    assert waiting_on(game) == (A,)


def test_000_31_the_lead_makes_nothing_with_the_cards_before():
    game, _ = act(game_in_the_play("TH TD 9C 9S", "JH QD 5C 2S"), *plays("0:TH 1:QD 0:9C"))
    assert game.phase.count == 29
    game, events = act(game, *plays("1:2S 0:9S"))
    assert pegs(events) == [(B, 2, "thirty_one")]  # the nine led does not pair the nine before
    assert game.phase.series == cards("9S")


# A seat with no cards left.


def test_a_seat_without_cards_says_nothing_and_the_other_plays_alone():
    game, events = act(game_in_the_play("4C 3D 2H AS", "KC QD JH 9S"), *plays("0:4C 1:KC 0:3D 1:JH"))
    assert summary(events)[-1] == "1 plays JH=27"
    game, events = act(game, *plays("0:2H 0:AS"))  # B goes at twenty-nine, A plays the last card
    assert summary(events) == ["0 plays 2H=29", "1 go", "0 plays AS=30", "0 pegs 1 go", "1 leads"]
    assert game.phase.hands[A] == ()
    game, events = act(game, *plays("1:QD"))
    assert summary(events) == ["1 plays QD=10"]  # A is not asked and says no go
    assert waiting_on(game) == (B,)
    _, events = act(game, *plays("1:9S"))
    assert summary(events) == ["1 plays 9S=19", "1 pegs 1 last_card"]


def test_a_player_alone_closes_one_series_and_leads_the_next():
    game, events = act(game_in_the_play("TH 9D AS 9C", "KC QD JH 8S"), *plays("0:TH 1:KC 0:9D 0:AS 1:QD 0:9C"))
    assert summary(events)[-5:] == ["0 plays AS=30", "0 pegs 1 go", "1 leads", "1 plays QD=10", "0 plays 9C=19"]
    assert game.phase.hands == ((), cards("JH 8S"))
    game, events = act(game, *plays("1:JH"))
    assert summary(events) == ["1 plays JH=29", "1 pegs 1 go", "1 leads"]  # the eight does not come in
    _, events = act(game, *plays("1:8S"))
    assert summary(events) == ["1 plays 8S=8", "1 pegs 1 last_card"]


# The play may win the game.


def test_a_card_that_makes_two_scores_stops_at_the_one_that_wins():
    game = game_in_the_play("4C 5D KH KS", "6H 2D 2C 3S", scores=(119, 0), dealer=1, rules=AUTOMATIC)
    game, events = act(game, *plays("0:4C 1:6H 0:5D"))
    assert pegs(events) == [(A, 2, "fifteen")]  # the run of three is not pegged: the game is over
    assert events[-1] == GameWon(A, 1, "play")


def test_a_card_of_another_hand_or_of_the_pack_is_refused():
    game = game_in_the_play("TH TD 9C 6S", "7H 6D 5C 4S")
    for card in PACK:
        if card not in game.phase.hands[A]:
            with pytest.raises(CardNotHeld, match=card.face):
                apply(game, Play(A, card))
