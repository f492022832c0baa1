"""Two laws that can be broken at the table: taking a card back (law 11), and the false go (law 16)."""

from dataclasses import replace

import pytest

from engine.actions import (
    AskFreshDeal,
    Deal,
    LayAway,
    MarkTwo,
    Play,
    Require,
    SayGo,
    StandDeal,
    TakeBack,
)
from engine.cards import PACK, Card
from engine.errors import MustPlay, OutOfTurn, WrongLayAway
from engine.events import DealStood, Pegged, Required, SaidGo, TakenBack
from engine.game import apply, legal, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.state import LayingAway, Playing
from engine.view import view
from tests.support.short_events import short
from tests.support.strategies import REFEREE, about_to_deal, act, cards, dealt_out, plays, refused, stacked

A, B = 0, 1
"""A is the pone, B deals."""

PENALISE = replace(REFEREE, irregular="penalise")
"""The house rules, with the play pegged by the engine."""

HANDS = ("8C 7D KH KS 2S 3S", "7S 6H 2C 2D QH QS")
LAID = cards("2S 3S")


# Law 11.


def after_laying_away(*, rules=PENALISE, scores=(0, 0)):
    """Return a game in which A has discarded and B has not."""
    game = about_to_deal(rules, dealer=B, scores=scores)
    return act(game, Deal(stacked(B, HANDS, "TS")), LayAway(A, LAID))[0]


def after_taking_back(names="2S", **options):
    """A game in which A has taken cards back."""
    return act(after_laying_away(**options), TakeBack(A, cards(names)))


def test_law_11_the_adversary_marks_two_and_chooses():
    game, events = after_taking_back()
    assert events == (TakenBack(A, cards("2S")), Pegged(B, B, 2, Law.TAKEN_BACK, (), 2))
    assert game.phase.offender == A
    assert waiting_on(game) == (B,)
    assert legal(game, B) == (AskFreshDeal(B), StandDeal(B))
    assert legal(game, A) == ()
    assert (view(game, A).offender, view(game, B).offender, view(game, None).offender) == (A, A, A)
    assert (view(game, B).prompt, view(game, A).prompt) == ("1.lay_away.0.c", None)


def test_law_11_every_part_of_what_was_laid_may_be_taken_back():
    game = after_laying_away()
    assert waiting_on(game) == (B,)
    assert legal(game, A) == tuple(TakeBack(A, part) for part in (LAID[:1], LAID[1:], LAID))
    assert view(game, A).prompt is not None
    assert TakeBack not in {type(move) for move in legal(game, B)}


@pytest.mark.parametrize("rules", [PENALISE, REFEREE])
def test_law_11_whoever_discards_twice_reads_whether_a_discard_can_be_taken_back(rules):
    game = after_laying_away(rules=rules)
    with pytest.raises(OutOfTurn) as refused:
        apply(game, LayAway(A, cards("8C 7D")))
    can = any(isinstance(move, TakeBack) for move in legal(game, A))
    assert ("costs 2 points" in str(refused.value)) == can
    assert ("can't take" in str(refused.value)) != can


@pytest.mark.parametrize(("names", "many"), [("2S", 1), ("3S", 1), ("2S 3S", 2), ("3S 2S", 2)])
def test_law_11_or_the_deal_is_kept_and_the_offender_discards_again(names, many):
    game, _ = after_taking_back(names)
    game, events = act(game, StandDeal(B))
    assert events == (DealStood(B),)
    assert waiting_on(game) == (A, B)
    assert view(game, A).to_lay == many
    assert {len(move.cards) for move in legal(game, A) if isinstance(move, LayAway)} == {many}
    with pytest.raises(WrongLayAway):
        apply(game, LayAway(A, cards("8C 7D") if many == 1 else cards("8C")))
    game, events = act(game, LayAway(A, cards("8C 7D")[:many]), LayAway(B, cards("QH QS")))
    assert isinstance(game.phase, Playing)
    assert len(game.phase.crib) == len(set(game.phase.crib)) == 4
    assert len(game.phase.kept[A]) == 4
    assert Card.parse("8C") in game.phase.crib


@pytest.mark.parametrize(("players", "offender", "adversary"), [(3, 0, 1), (3, 2, 0), (4, 0, 1), (4, 2, 3), (4, 3, 0)])
def test_law_11_of_more_than_two_the_next_to_the_left_of_another_side_marks_and_chooses(players, offender, adversary):
    rules = find("britannica", players=players)
    game, _ = apply(about_to_deal(rules, dealer=0), Deal(PACK))
    card = game.phase.hands[offender][:1]
    game, events = act(game, LayAway(offender, card), TakeBack(offender, card))
    assert short(events)[-1] == f"{adversary} +2 taken_back"
    assert waiting_on(game) == (adversary,)
    for seat in set(range(players)) - {adversary}:
        assert refused(game, StandDeal(seat), OutOfTurn) is Law.TAKEN_BACK
    game, _ = act(game, StandDeal(adversary))
    assert isinstance(game.phase, LayingAway)
    assert waiting_on(game) == tuple(range(players))


# Law 16.

KINGS = ("KC 9D 4H 3S", "QH 8C 2S 7D")


def play_line(line, *, hands=KINGS, rules=PENALISE, **options):
    """A game after these moves of the play, and what came of them."""
    game, _ = dealt_out(hands, starter=options.pop("starter", "TS"), rules=rules, **options)
    return act(game, *plays(line))


def test_law_16_a_false_go_is_announced_and_the_adversary_chooses():
    game, events = play_line("0:KC 1:go")
    assert events[1:] == (SaidGo(B, false=True),)
    assert game.phase.offender == B
    assert waiting_on(game) == (A,)
    assert legal(game, A) == (Require(A), MarkTwo(A))
    assert legal(game, B) == ()
    assert view(game, A).offender == view(game, None).offender == B
    assert (view(game, A).prompt, view(game, B).prompt) == ("1.play.1.c", None)


def test_law_16_the_adversary_requires_the_card_to_be_played():
    game, events = play_line("0:KC 1:go 0:require")
    assert events[-1] == Required(A, B)
    assert (waiting_on(game), game.phase.required, game.phase.offender) == ((B,), B, None)
    assert set(legal(game, B)) == {Play(B, card) for card in game.phase.hands[B]}  # any one that comes in
    assert refused(game, SayGo(B), MustPlay) is Law.MUST_PLAY
    assert view(game, B).prompt.endswith(".r")
    game, events = act(game, *plays("1:QH"))
    assert short(events) == ["1 QH=20"]
    assert (game.scores, game.phase.required, waiting_on(game)) == ((0, 0), None, (A,))
