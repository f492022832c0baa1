"""What one seat may know: nothing of a view or of a redacted fact depends on a hidden card."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from engine.actions import Declare, LayAway, Resign
from engine.cards import PACK, Card
from engine.events import Dealt, ForDealCut, LaidAway, Played, Shown, StarterTurned
from engine.game import apply, begin, legal, waiting_on
from engine.state import LayingAway, Over, Playing, Showing, put
from engine.view import Prompt, redact, view
from tests.strategies import (
    AUTOMATIC,
    QUICK,
    REFEREE,
    act,
    at_the_show,
    cards,
    cards_in,
    dealt_out,
    games,
    play_random_game,
    plays,
)

SEATS = (0, 1, None)
"""Both players and a spectator."""

HANDS = ("9C TH TD 6S", "7H 6D 5C 4S")
AWAY = ("2C 2D", "KC KH")


def others(seat):
    """The seats whose cards a seat, or a spectator, does not see."""
    return [other for other in (0, 1) if other != seat]


# Hidden cards, dealt anew.


def redealt(game, seat, rng):
    """The same game as far as ``seat`` can tell: every card hidden from it is another one."""
    match game.phase:
        case LayingAway() as phase:
            return replace(game, phase=redealt_laying_away(phase, seat, rng))
        case Playing() as phase:
            return replace(game, phase=redealt_play(phase, seat, rng))
        case Showing(what="hand") as phase:
            return replace(game, phase=redealt_show(phase, seat, rng))
        case _:
            return game


def redealt_laying_away(phase, seat, rng):
    hidden = [*phase.undealt, *(card for other in others(seat) for card in (*phase.hands[other], *phase.laid[other]))]
    rng.shuffle(hidden)
    hands, laid = phase.hands, phase.laid
    for other in others(seat):
        hands, laid = (put(held, other, take(hidden, held[other])) for held in (hands, laid))
    return replace(phase, hands=hands, laid=laid, undealt=tuple(hidden))


def redealt_play(phase, seat, rng):
    seen = {*(card for _, card in phase.played), phase.starter}
    if seat is not None:
        seen |= {*phase.hands[seat], *phase.laid[seat]}
    hidden = [card for card in PACK if card not in seen]
    rng.shuffle(hidden)
    hands, laid, kept = phase.hands, phase.laid, phase.kept
    for other in others(seat):
        hands, laid = (put(held, other, take(hidden, held[other])) for held in (hands, laid))
        kept = put(kept, other, (*hands[other], *(card for who, card in phase.played if who == other)))
    return replace(phase, hands=hands, laid=laid, kept=kept, crib=(*laid[0], *laid[1]))


def redealt_show(phase, seat, rng):
    seen = {*phase.kept[0], *phase.kept[1], phase.starter}
    if seat is not None:
        seen |= {*phase.laid[seat]}
    hidden = [card for card in PACK if card not in seen]
    rng.shuffle(hidden)
    laid = phase.laid
    for other in others(seat):
        laid = put(laid, other, take(hidden, laid[other]))
    return replace(phase, laid=laid, crib=(*laid[0], *laid[1]))


def take(hidden, instead_of):
    """As many hidden cards as there were."""
    taken = tuple(hidden[: len(instead_of)])
    del hidden[: len(instead_of)]
    return taken


@QUICK
@given(games())
def test_a_view_does_not_depend_on_the_cards_hidden_from_it(told):
    rng = Random(len(told.steps))
    changed = 0
    for step in told.steps:
        for seat in SEATS:
            other = redealt(step.after, seat, rng)
            changed += other != step.after
            assert view(other, seat) == view(step.after, seat)
    assert changed > 10


@QUICK
@given(games())
def test_a_redacted_fact_does_not_depend_on_the_cards_hidden_from_it(told):
    rng = Random(len(told.steps))
    for event in told.events:
        for seat in SEATS:
            assert redact(retold(event, seat, rng), seat, REFEREE) == redact(event, seat, REFEREE)


def retold(event, seat, rng):
    """The fact with other cards where ``seat`` cannot see them."""
    match event:
        case Dealt():
            hidden = [*event.undealt, *(card for other in others(seat) for card in event.hands[other])]
            rng.shuffle(hidden)
            hands = event.hands
            for other in others(seat):
                hands = put(hands, other, take(hidden, hands[other]))
            return replace(event, hands=hands, undealt=tuple(hidden))
        case LaidAway() if event.seat != seat:
            return replace(event, cards=tuple(rng.sample(PACK, 2)))
        case _:
            return event


# No card where it may not be known.


@QUICK
@given(games(resign=0.005))
def test_a_view_holds_no_card_that_the_seat_may_not_know(told):
    for seat in SEATS:
        known = set()
        for step in told.steps:
            for event in step.brought:
                if isinstance(event, Dealt):
                    known = set()
                known |= laid_open(event, seat)
            if isinstance(step.after.phase, Showing):  # what is counted now lies open
                known |= {*step.after.phase.cards}
            seen = set(cards_in(view(step.after, seat)))
            assert seen <= known
            if seat in waiting_on(step.after) and isinstance(step.after.phase, Playing):
                assert set(step.after.phase.hands[seat]) <= seen


@QUICK
@given(games(resign=0.005))
def test_a_redacted_fact_holds_no_card_that_the_seat_may_not_know(told):
    for seat in SEATS:
        known = set()
        for event in told.events:
            if isinstance(event, Dealt):
                known = set()
            known |= laid_open(event, seat)
            assert set(cards_in(redact(event, seat, REFEREE))) <= known


def laid_open(event, seat):
    """The cards that a fact shows to a seat: its own hand, and all that is cut, turned up, played or shown."""
    match event:
        case Dealt():
            return set() if seat is None else {*event.hands[seat]}
        case StarterTurned() | Played():
            return {event.card}
        case Shown() | ForDealCut():
            return {*event.cards}
        case _:
            return set()


def test_a_redacted_deal_is_one_s_own_hand():
    game, events = dealt_out(HANDS, starter="QS", away=AWAY)
    dealt = events[0]
    assert redact(dealt, 0, REFEREE) == Dealt(1, (dealt.hands[0], ()), (), ())
    assert redact(dealt, 1, REFEREE) == Dealt(1, ((), dealt.hands[1]), (), ())
    assert redact(dealt, None, REFEREE) == Dealt(1, ((), ()), (), ())
    assert game.phase.starter is Card.parse("QS")


def test_a_redacted_lay_away_is_one_s_own():
    event = LaidAway(0, cards("2C 2D"))
    assert redact(event, 0, REFEREE) == event
    assert redact(event, 1, REFEREE) == redact(event, None, REFEREE) == LaidAway(0, ())


@QUICK
@given(games())
def test_what_lies_open_is_told_to_everyone(told):
    for event in told.events:
        if not isinstance(event, Dealt | LaidAway):
            assert all(redact(event, seat, REFEREE) is event for seat in SEATS)


# What a view tells.


def test_before_the_cut():
    for seat in SEATS:
        seen = view(begin(REFEREE), seat)
        assert (seen.stage, seen.deal, seen.scores, seen.dealer) == ("cut", 0, (0, 0), None)
        assert (seen.prompt, seen.legal, seen.waiting_on) == (None, (), ())


def test_laying_away():
    game, events = dealt_out(HANDS, starter="QS", away=AWAY)
    dealt = events[0]
    before = replace(game, phase=LayingAway(1, dealt.hands, ((), ()), (), dealt.undealt))
    seen = view(before, 0)
    assert (seen.stage, seen.hand, seen.laid, seen.to_lay, seen.held) == ("lay_away", dealt.hands[0], (), 2, (6, 6))
    assert (seen.starter, seen.dealer, seen.waiting_on) == (None, 1, (0, 1))
    assert seen.prompt == Prompt(1, "lay_away", 0)
    assert seen.legal == legal(before, 0)
    after, _ = apply(before, LayAway(0, cards("2C 2D")))
    seen = view(after, 0)
    assert (seen.hand, seen.laid, seen.held) == (cards(HANDS[0]), cards("2C 2D"), (4, 6))
    assert (seen.prompt, seen.legal, seen.waiting_on) == (None, (), (1,))
    seen = view(after, None)
    assert (seen.hand, seen.laid, seen.held, seen.legal) == ((), (), (4, 6), ())


def test_the_play():
    game, _ = dealt_out(HANDS, starter="QS", away=AWAY)
    game, _ = act(game, *plays("0:9C 1:6D 0:6S 1:5C"))
    for seat, hand, laid in ((0, "TH TD", "2C 2D"), (1, "7H 4S", "KC KH"), (None, "", "")):
        seen = view(game, seat)
        assert (seen.stage, seen.hand, seen.laid, seen.held) == ("play", cards(hand), cards(laid), (2, 2))
        assert seen.starter is Card.parse("QS")
        assert seen.played == seen.series == tuple((play.seat, play.card) for play in plays("0:9C 1:6D 0:6S 1:5C"))
        assert (seen.count, seen.gone, seen.waiting_on, seen.scores) == (26, {0}, (1,), (2, 2))
        assert (seen.prompt is not None) == (seat == 1)
    assert view(game, 1).legal == plays("1:4S")
    assert str(view(game, 1).prompt) == "1.play.4"
    game, _ = act(game, *plays("1:4S"))
    seen = view(game, None)
    assert (len(seen.played), seen.series, seen.count, seen.gone) == (5, (), 0, frozenset())


def test_the_show():
    game = at_the_show(HANDS, starter="QS", away=AWAY)
    for seat in SEATS:
        seen = view(game, seat)
        assert (seen.stage, seen.held, seen.hand) == ("show", (0, 0), ())
        assert seen.shown == (0, "hand", cards(HANDS[0]))
        assert seen.starter is Card.parse("QS")
        assert (seen.prompt is not None) == (seat == 0)
    assert view(game, 0).legal == tuple(Declare(0, points) for points in range(30))
    assert str(view(game, 0).prompt) == "1.show.0"
    game, _ = act(game, Declare(0, 0), Declare(1, 0))
    assert view(game, 0).shown == (1, "crib", cards("2C 2D KC KH"))
    assert str(view(game, 1).prompt) == "1.show.2"


def test_the_crib_is_hidden_until_it_is_counted():
    game = at_the_show(HANDS, starter="QS", away=AWAY)
    for declared in ((0, 0), (1, 0)):
        assert {*cards("KC KH")}.isdisjoint(cards_in(view(game, 0)))
        assert {*cards("2C 2D")}.isdisjoint(cards_in(view(game, 1)))
        assert {*cards("2C 2D KC KH")}.isdisjoint(cards_in(view(game, None)))
        game, _ = act(game, Declare(*declared))
    assert {*cards("2C 2D KC KH")} <= set(cards_in(view(game, None)))


def test_a_game_given_up_shows_no_hand():
    game, _ = dealt_out(HANDS, starter="QS", away=AWAY)
    game, _ = apply(game, Resign(0))
    for seat in SEATS:
        seen = view(game, seat)
        assert (seen.stage, seen.winner, seen.games, seen.by) == ("over", 1, 1, "resigned")
        assert set(cards_in(seen)) == set()
        assert seen.prompt is None


@QUICK
@given(games())
def test_a_view_offers_what_is_legal_and_asks_those_who_are_waited_for(told):
    for step in told.steps:
        game = step.after
        for seat in (0, 1):
            seen = view(game, seat)
            assert seen.legal == legal(game, seat)
            assert (seen.prompt is not None) == (seat in waiting_on(game))
            assert (seen.seat, seen.rules, seen.scores, seen.hindmost) == (seat, told.rules, game.scores, game.hindmost)
        assert view(game, None).prompt is None
        assert view(game, None).legal == ()


@QUICK
@given(games())
def test_a_prompt_stands_until_its_seat_acts_and_never_comes_back(told):
    for seat in (0, 1):
        asked, standing = set(), None
        for step in told.steps:
            prompt = view(step.after, seat).prompt
            if getattr(step.action, "seat", None) == seat:
                asked.add(standing)
                assert prompt not in asked
            elif standing is not None:
                assert prompt == standing
            standing = prompt


@pytest.mark.parametrize("rules", [REFEREE, AUTOMATIC], ids=["referee", "automatic"])
def test_how_far_a_side_has_to_go(rules):
    told = play_random_game(rules, Random(4))
    for step in told.steps:
        seen = view(step.after, 0)
        assert [seen.to_go(side) for side in (0, 1)] == [121 - score for score in step.after.scores]
    assert isinstance(told.game.phase, Over)
