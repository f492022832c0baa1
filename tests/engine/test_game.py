"""Whole games: the order of deals, the end of a game, and the refusals on the way."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given

from engine.actions import ChooseDealer, CutForDeal, Deal, Declare, LayAway, Play, Resign, SayGo
from engine.cards import PACK, Card
from engine.errors import (
    CardNotHeld,
    CribbageError,
    IllegalAction,
    MustPlay,
    OutOfTurn,
    WrongDeclaration,
    WrongLayAway,
)
from engine.events import Conceded, GameWon
from engine.game import apply, begin, chance, legal, replay, waiting_on
from engine.laws import Law
from engine.state import Over
from tests.support.strategies import (
    QUICK,
    REFEREE,
    about_to_deal,
    act,
    at_the_show,
    cards,
    dealt_out,
    play_random_game,
    plays,
    seed_numbers,
    stacked,
)

HANDS = ("9C TH TD 6S", "7H 6D 5C 4S")
AWAY = ("2C 2D", "KC KH")


def stages():
    """A game at each stage, by name; B deals."""
    playing, _ = dealt_out(HANDS, starter="QS", away=AWAY)
    looking = about_to_deal(REFEREE, dealer=1)
    hands = [(*cards(hand), *cards(away)) for hand, away in zip(HANDS, AWAY, strict=True)]
    dealt, _ = apply(looking, Deal(stacked(1, hands, "QS")))
    return {
        "cut": begin(REFEREE),
        "to deal": looking,
        "laying away": dealt,
        "one has laid away": apply(dealt, LayAway(0, cards("2C 2D")))[0],
        "play": playing,
        "late in the play": act(playing, *plays("0:9C 1:6D 0:6S"))[0],
        "show": at_the_show(HANDS, starter="QS", away=AWAY),
        "over": apply(playing, Resign(0))[0],
    }


STAGES = stages()


# The board.


def test_001_15_two_pegs_show_the_last_score_and_the_one_before():
    game, _ = act(STAGES["play"], *plays("0:9C 1:6D"))
    assert (game.scores, game.hindmost) == ((0, 2), (0, 0))
    game, _ = act(game, *plays("0:6S 1:5C 1:4S"))
    assert (game.scores, game.hindmost) == ((2, 6), (0, 5))


# The end.


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "over"])
@pytest.mark.parametrize("seat", [0, 1])
def test_000_103_a_player_may_give_up_at_any_stage_and_loses_what_the_board_says(stage, seat):
    """House rules to 121: the loser, below 61 holes, loses four games (000:103)."""
    game, events = apply(STAGES[stage], Resign(seat))
    assert events == (Conceded(seat, "resigned"), GameWon(1 - seat, 4, "resigned"))
    assert game.phase == Over(1 - seat, 4, "resigned")
    assert game.scores == STAGES[stage].scores
    assert waiting_on(game) == ()
    assert chance(game) is None


@pytest.mark.parametrize(
    "action",
    [
        CutForDeal(PACK),
        ChooseDealer(0),
        Deal(PACK),
        LayAway(0, PACK[:2]),
        Play(0, PACK[0]),
        SayGo(0),
        Declare(0, 0),
        Resign(0),
        Resign(1),
    ],
    ids=lambda action: type(action).__name__,
)
def test_nothing_is_done_in_a_game_that_is_over(action):
    with pytest.raises(OutOfTurn, match="over") as refused:
        apply(STAGES["over"], action)
    assert refused.value.law is (Law.RESIGNED if isinstance(action, Resign) else Law.GAME)


# What is refused, and that nothing changes.

REFUSED = [
    pytest.param("cut", Deal(PACK), OutOfTurn, Law.TURN, id="deal-before-the-cut"),
    pytest.param("cut", CutForDeal(PACK[1:]), IllegalAction, Law.CUT, id="cut-a-short-pack"),
    pytest.param("to deal", Deal(PACK[1:]), IllegalAction, Law.DEAL, id="deal-a-short-pack"),
    pytest.param("to deal", CutForDeal(PACK), OutOfTurn, Law.TURN, id="cut-again"),
    pytest.param("to deal", LayAway(0, cards("2C 2D")), OutOfTurn, Law.TURN, id="lay-away-before-the-deal"),
    pytest.param("laying away", LayAway(0, cards("2C")), WrongLayAway, Law.LAY_AWAY, id="lay-away-one"),
    pytest.param("laying away", LayAway(0, cards("2C 2D 9C")), WrongLayAway, Law.LAY_AWAY, id="lay-away-three"),
    pytest.param("laying away", LayAway(0, cards("2C 2C")), WrongLayAway, Law.LAY_AWAY, id="lay-away-one-twice"),
    pytest.param("laying away", LayAway(0, cards("KC KH")), CardNotHeld, Law.LAY_AWAY, id="lay-away-another-s"),
    pytest.param("laying away", LayAway(0, cards("2C QS")), CardNotHeld, Law.LAY_AWAY, id="lay-away-the-starter"),
    pytest.param("laying away", Play(0, Card.parse("9C")), OutOfTurn, Law.TURN, id="play-before-the-starter"),
    pytest.param("one has laid away", LayAway(0, cards("2C 2D")), OutOfTurn, Law.TAKEN_BACK, id="lay-away-twice"),
    pytest.param("one has laid away", Play(0, Card.parse("9C")), OutOfTurn, Law.TURN, id="play-too-soon"),
    pytest.param("play", Play(1, Card.parse("7H")), OutOfTurn, Law.TURN, id="the-dealer-leads"),
    pytest.param("play", Play(0, Card.parse("7H")), CardNotHeld, Law.TURN, id="play-another-s-card"),
    pytest.param("play", Play(0, Card.parse("2C")), CardNotHeld, Law.TURN, id="play-a-card-laid-away"),
    pytest.param("play", Play(0, Card.parse("QS")), CardNotHeld, Law.TURN, id="play-the-starter"),
    pytest.param("play", SayGo(0), MustPlay, Law.MUST_PLAY, id="go-with-a-card-that-comes-in"),
    pytest.param("play", SayGo(1), OutOfTurn, Law.TURN, id="go-out-of-turn"),
    pytest.param("play", Declare(0, 5), OutOfTurn, Law.TURN, id="declare-in-the-play"),
    pytest.param("play", LayAway(0, cards("9C TH")), OutOfTurn, Law.TURN, id="lay-away-in-the-play"),
    pytest.param("play", ChooseDealer(0), OutOfTurn, Law.TURN, id="choose-a-dealer-in-the-play"),
    pytest.param("late in the play", Play(0, Card.parse("TH")), OutOfTurn, Law.TURN, id="play-twice-running"),
    pytest.param("late in the play", Play(1, Card.parse("6D")), CardNotHeld, Law.TURN, id="play-a-card-twice"),
    pytest.param("show", Declare(1, 5), OutOfTurn, Law.SHOW, id="the-dealer-shows-first"),
    pytest.param("show", Declare(0, -1), WrongDeclaration, Law.SHOW, id="declare-less-than-nothing"),
    pytest.param("show", Declare(0, 30), WrongDeclaration, Law.SHOW, id="declare-thirty"),
    pytest.param("show", Declare(seat=0, points=True), WrongDeclaration, Law.SHOW, id="declare-a-truth"),
    pytest.param("show", Declare(0, "12"), WrongDeclaration, Law.SHOW, id="declare-a-word"),
    pytest.param("show", Play(0, Card.parse("9C")), OutOfTurn, Law.TURN, id="play-in-the-show"),
    pytest.param("show", SayGo(0), OutOfTurn, Law.TURN, id="go-in-the-show"),
    pytest.param("over", Declare(0, 5), OutOfTurn, Law.GAME, id="declare-after-the-end"),
]


@pytest.mark.parametrize(("stage", "action", "error", "law"), REFUSED)
def test_what_is_refused_names_its_law_and_changes_nothing(stage, action, error, law):
    game = STAGES[stage]
    before, choices = deepcopy(game), [legal(game, seat) for seat in (0, 1)]
    with pytest.raises(error) as refused:
        apply(game, action)
    assert type(refused.value) is error
    assert refused.value.law is law
    assert isinstance(refused.value, CribbageError)
    assert str(refused.value).endswith(".")
    assert game == before
    assert [legal(game, seat) for seat in (0, 1)] == choices


AWAY_FROM_THE_TABLE = [
    pytest.param("cut", ChooseDealer, id="choose-dealer"),
    pytest.param("laying away", lambda seat: LayAway(seat, cards("KC KH")), id="lay-away"),
    pytest.param("play", lambda seat: Play(seat, Card.parse("7H")), id="play"),
    pytest.param("play", SayGo, id="say-go"),
    pytest.param("show", lambda seat: Declare(seat, 5), id="declare"),
    pytest.param("play", Resign, id="resign"),
]


@pytest.mark.parametrize("seat", [-1, 2, 9])
@pytest.mark.parametrize(("stage", "action"), AWAY_FROM_THE_TABLE)
def test_nobody_acts_from_a_seat_that_is_not_at_the_table(stage, action, seat):
    with pytest.raises(IllegalAction):
        apply(STAGES[stage], action(seat))


# Replaying.


def test_facts_that_tell_no_game_are_refused():
    events = play_random_game(REFEREE, Random(8)).events
    for start in (3, 4, 5, 9):  # from a card laid away, from the starter, from the play
        with pytest.raises(CribbageError):
            replay(REFEREE, events[start:])


@QUICK
@given(seed_numbers())
def test_the_same_pack_and_moves_bring_the_same_game(seed):
    first = play_random_game(REFEREE, Random(seed))
    assert first.events == play_random_game(REFEREE, Random(seed)).events
    game = begin(REFEREE)
    for step in first.steps:
        game, brought = apply(game, step.action)
        assert brought == step.brought
