"""Secrets: at every table, nothing that a seat is shown depends on a card or a count that is hidden from it."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given

from engine.actions import Accept, Challenge, Declare
from engine.cards import PACK
from engine.events import Conceded, Dealt, LaidAway, Shown, TakenBack
from engine.game import apply, evolve
from engine.presets import find
from engine.rules import Counting
from engine.state import LayingAway, Playing, Showing, put
from engine.view import redact, view
from tests.support.depth import always
from tests.support.strategies import (
    ACC,
    TABLES,
    act,
    any_games,
    at_the_show,
    cards,
    cards_in,
    dealt_out,
    play_random_game,
    plays,
)

TABLES_OF_EVERY_KIND = (
    *("house-2-plain", "house-2-irregular", "house-4-muggins", "club-2-ceremony", "bicycle-3-ceremony"),
    *("britannica-2-plain", "britannica-3-ceremony", "britannica-4-plain", "britannica-five-2-plain"),
    *("britannica-five-2-muggins", "crib-derby-2-muggins", "crib-derby-3-plain", "crib-derby-4-irregular"),
    *("acc-2-plain", "acc-2-muggins"),
)


@pytest.fixture(scope="module", params=TABLES_OF_EVERY_KIND)
def random_game(request):
    """One random game at each of these tables."""
    return play_random_game(TABLES[request.param], Random(4), miscount=0.5, wild=0.2)


def everyone(rules):
    """Every seat, and a spectator."""
    return (*range(rules.players), None)


# Hidden cards, dealt anew.


def redealt(game, seat, rng):
    """The same game as far as ``seat`` can tell: every card that is hidden from it is another one."""
    match game.phase:
        case LayingAway() as phase:
            return replace(game, phase=redealt_before_the_play(phase, seat, rng))
        case Playing() | Showing() as phase:
            return replace(game, phase=redealt_on_the_table(game, phase, seat, rng))
        case _:
            return game


def others(phase_hands, seat):
    """The seats whose cards a seat, or a spectator, does not see."""
    return [other for other in range(len(phase_hands)) if other != seat]


def redealt_before_the_play(phase, seat, rng):
    hidden = [*phase.undealt, *phase.to_crib]
    for other in others(phase.hands, seat):
        hidden += [*phase.hands[other], *phase.laid[other]]
    rng.shuffle(hidden)
    hands, laid = phase.hands, phase.laid
    for other in others(hands, seat):
        hands = put(hands, other, take(hidden, hands[other]))
        laid = put(laid, other, take(hidden, laid[other]))
    to_crib = take(hidden, phase.to_crib)
    return replace(phase, hands=hands, laid=laid, to_crib=to_crib, undealt=tuple(hidden))


def redealt_on_the_table(game, phase, seat, rng):
    """Hands that have not been shown are what was played of them, and other cards; the crib is other cards."""
    open_now = lying_open(game, phase)
    known = {*(card for _, card in phase.played), *open_now, phase.starter}
    kept, laid = phase.kept, phase.laid
    if seat is not None:
        known |= {*kept[seat], *laid[seat]}
    hidden = [card for card in PACK if card not in known]
    rng.shuffle(hidden)
    for other in others(kept, seat):
        kept = put(kept, other, tuple(card if card in known else hidden.pop() for card in kept[other]))
        if not set(phase.crib) <= known:
            laid = put(laid, other, take(hidden, laid[other]))
    from_pack = [card for card in phase.crib if not any(card in cards for cards in phase.laid)]
    pack_gave = tuple(from_pack) if set(phase.crib) <= known else take(hidden, from_pack)
    crib = (*pack_gave, *(card for cards in laid for card in cards))
    if isinstance(phase, Showing):
        crib = phase.crib if set(phase.crib) <= known else crib
        return replace(phase, kept=kept, laid=laid, crib=crib)
    played = {card for _, card in phase.played}
    hands = tuple(tuple(card for card in hand if card not in played) for hand in kept)
    return replace(phase, kept=kept, laid=laid, crib=crib, hands=hands)


def lying_open(game, phase):
    """Return the face-up hands and crib: those counted, and the next one unless a declaration is open."""
    if not isinstance(phase, Showing):
        return set()
    players = len(phase.kept)
    around = [(phase.dealer + 1 + step) % players for step in range(players)]
    many = phase.shown + (not game.open_windows)
    show_hand = {card for seat in around[:many] for card in phase.kept[seat]}
    return show_hand | ({*phase.crib} if many > players else set())


def take(hidden, instead_of):
    """Return as many hidden cards as in ``instead_of``, and remove them."""
    taken = tuple(hidden[: len(instead_of)])
    del hidden[: len(instead_of)]
    return taken


def test_a_view_does_not_depend_on_the_cards_hidden_from_it(random_game):
    rng = Random(9)
    moved = 0
    for step in rng.sample(random_game.steps, 30):
        for seat in everyone(random_game.rules):
            other = redealt(step.after, seat, rng)
            moved += other != step.after
            assert view(other, seat) == view(step.after, seat)
    assert moved > 15


def test_with_a_declaration_open_neither_does_it(random_game):
    rng = Random(5)
    windows = [step.after for step in random_game.steps if step.after.open_windows]
    assert bool(windows) == (random_game.rules.counting is Counting.CHALLENGE)
    for game in rng.sample(windows, min(len(windows), 20)):
        for seat in everyone(random_game.rules):
            assert view(redealt(game, seat, rng), seat) == view(game, seat)


def test_a_redacted_fact_does_not_depend_on_the_cards_hidden_from_it(random_game):
    rng, rules = Random(3), random_game.rules
    for event in random_game.events:
        if isinstance(event, Dealt | LaidAway | TakenBack):
            for seat in everyone(rules):
                assert redact(retold(event, seat, rng), seat, rules) == redact(event, seat, rules)


def test_everyone_sees_what_is_open(random_game):
    for event in random_game.events:
        if not isinstance(event, Dealt | LaidAway | TakenBack | Shown):
            assert all(redact(event, seat, random_game.rules) is event for seat in everyone(random_game.rules))


def retold(event, seat, rng):
    """The fact with other cards where ``seat`` cannot see them."""
    match event:
        case Dealt():
            own = () if seat is None else event.hands[seat]
            hidden = [card for card in PACK if card not in own]
            rng.shuffle(hidden)
            hands = event.hands
            for other in others(hands, seat):
                hands = put(hands, other, take(hidden, hands[other]))
            to_crib = take(hidden, event.to_crib)
            return replace(event, hands=hands, to_crib=to_crib, undealt=tuple(hidden))
        case LaidAway() | TakenBack() if event.seat != seat:
            return replace(event, cards=tuple(rng.sample(PACK, len(event.cards))))
        case _:
            return event


def test_a_view_and_a_redacted_fact_hold_no_card_that_the_seat_may_not_know(random_game):
    for seat in everyone(random_game.rules):
        known, before = set(), set()
        for number, step in enumerate(random_game.steps):
            for event in step.brought:
                before = known if isinstance(event, Dealt) else before
                known = laid_open(event, seat, set() if isinstance(event, Dealt) else known)
                assert set(cards_in(redact(event, seat, random_game.rules))) <= known
            if number % 5:
                continue
            phase = step.after.phase
            here = view(step.after, seat)
            assert set(cards_in(here.declarations)) <= known | before  # a crib may be raised in the next deal
            seen = set(cards_in(replace(here, declarations=()))) - known
            assert not seen or (isinstance(phase, Showing) and seen <= {*phase.cards})  # what is counted now


def laid_open(event, seat, known):
    """Return the cards that a seat knows after an event: its own hand, and all that is cut, turned, played or shown."""
    if isinstance(event, Dealt):
        return known if seat is None else {*event.hands[seat]}
    return known if isinstance(event, LaidAway | TakenBack) else known | {*cards_in(event)}


@always(20)
@given(any_games())
def test_under_any_rules_a_view_does_not_depend_on_hidden_cards(random_game):
    rng = Random(len(random_game.steps))
    for step in rng.sample(random_game.steps, 12):
        for seat in everyone(random_game.rules):
            assert view(redealt(step.after, seat, rng), seat) == view(step.after, seat)


@pytest.mark.parametrize("name", [name for name in TABLES if "-3-" in name])
def test_after_one_of_three_left_a_view_does_not_depend_on_hidden_cards(name):
    rng, rules, met = Random(17), TABLES[name], set()
    for seed in range(6):
        told = play_random_game(rules, Random(seed), miscount=0.4, resign=0.015, wild=0.2)
        after = [step.after for step in told.steps[:-1] if step.after.closed]
        for game in rng.sample(after, min(len(after), 12)):
            met.add(type(game.phase))
            for seat in everyone(rules):
                assert view(redealt(game, seat, rng), seat) == view(game, seat)
    assert {LayingAway, Playing} <= met


def test_what_a_leaver_owed_to_the_crib_is_known_to_that_player_alone():
    told = [Conceded(1, "resigned", cards(names)) for names in ("2C 9H", "KD JS")]
    rules = find("house", players=3)
    assert {redact(event, 0, rules) for event in told} == {Conceded(1, "resigned")}
    assert {redact(event, None, rules) for event in told} == {Conceded(1, "resigned")}
    assert [redact(event, 1, rules) for event in told] == told


# The truth about a declaration.


def test_the_game_itself_does_not_remember_what_is_true():
    for rules in (ACC, find("house", players=3), find("britannica", players=4)):
        random_game = play_random_game(rules, Random(6))
        for step in random_game.steps:
            game = step.before
            for event in step.brought:
                if isinstance(event, Shown):
                    assert evolve(game, event) == evolve(game, replace(event, true=None))
                game = evolve(game, event)


def test_under_challenge_the_true_count_is_hidden(random_game):
    rules, show_hand = random_game.rules, [event for event in random_game.events if isinstance(event, Shown)]
    assert show_hand
    for event in show_hand:
        for seat in everyone(rules):
            heard = redact(event, seat, rules)
            if rules.counting is Counting.CHALLENGE:
                assert heard == redact(replace(event, true=29 - event.true), seat, rules)
                assert heard.true is None
            else:
                assert heard is event


HANDS = ("7H 8C 8D KS", "6H 6C AD 2D")
"""With a nine of clubs turned up the first is worth twelve; with a queen of diamonds, two."""

MUGGINS = find("crib-derby", muggins=True)


def show_hand(points, starter, rules):
    """Return a game in which seat 0 has declared this number."""
    game = at_the_show(HANDS, starter=starter, away=("5H KD", "3S TD"), rules=rules)
    return act(game, Declare(0, points))


@pytest.mark.parametrize("rules", [ACC, MUGGINS], ids=["acc", "crib-derby-muggins"])
def test_a_window_looks_the_same_whether_the_count_is_right_or_wrong(rules):
    for points in range(1, 30):
        right, random_game = show_hand(points, "9C", rules)
        wrong, other = show_hand(points, "QD", rules)
        assert [type(event) for event in random_game] == [type(event) for event in other]
        for seat in (0, 1, None):
            here, there = view(right, seat), view(wrong, seat)
            same = [field.name for field in fields(here) if getattr(here, field.name) == getattr(there, field.name)]
            assert {field.name for field in fields(here)} - set(same) <= {"starter", "declarations"}
            assert [replace(window, starter=None) for window in here.declarations] == [
                replace(window, starter=None) for window in there.declarations
            ]


def test_a_window_on_a_card_looks_the_same_whether_it_pegs_or_not():
    seen = []
    for hand in ("7S 6H 2C 2D", "9S 6H 2C 2D"):  # the seven makes fifteen, the nine makes nothing
        game, _ = dealt_out(("8C 7D KH KS", hand), starter="TS", rules=find("acc", muggins=True))
        game, brought = act(game, *plays(f"0:8C 1:{hand[:2]}=1"))
        here = view(game, 0)
        seen.append(([type(event) for event in brought], here.waiting_on, here.prompt, here.legal, here.scores))
    assert seen[0] == seen[1]
    assert {Accept(0), Challenge(0, "too_many", 1), Challenge(0, "too_few", 1, 1)} <= set(seen[0][3])


def test_the_moves_of_others_do_not_reveal_what_the_declarer_still_holds():
    # After the ace it is the same seat's turn again; only that seat knows whether its last card comes in.
    seen = []
    for last in ("AS", "7C"):
        game, _ = dealt_out((f"KC AC 8D {last}", "KD QD 9D 8H"), starter="TS", rules=ACC)
        game, _ = act(game, *plays("0:KC 1:KD 0:8D 1:go 0:AC=2"))
        seen.append(view(game, 1))
    assert seen[0].legal == (Accept(1), Challenge(1, "too_many", 0))
    assert seen[0] == seen[1]


def test_the_next_hand_is_hidden_while_a_declaration_is_open():
    # Five cards: the play ended early, so that a hand still holds what nobody has seen.
    game, _ = dealt_out(("KC 9D 4H", "QH 2C 7S"), starter="TS", rules=find("britannica-five"))
    game, _ = act(game, *plays("0:KC 1:QH 0:9D 1:2C=2"))
    assert isinstance(game.phase, Showing)
    for seat in (1, None):
        assert view(game, seat).shown is None
        assert not {"4H"} & {str(card) for card in cards_in(view(game, seat))}
    assert view(game, 0).shown == (0, "hand", game.phase.kept[0])
    open_again, _ = apply(game, Accept(0))
    for seat in (0, 1, None):
        assert view(open_again, seat).shown == (0, "hand", game.phase.kept[0])


def test_the_crib_is_hidden_while_the_dealer_s_hand_is_open():
    game, _ = show_hand(12, "9C", ACC)
    game, _ = act(game, Declare(1, 8))
    for seat in (0, 1, None):
        assert view(game, seat).shown is None
    game, _ = act(game, Accept(0))
    for seat in (0, 1, None):
        assert view(game, seat).shown[1] == "crib"


def test_the_first_to_show_sees_the_declarations_while_the_last_card_is_open():
    game, _ = dealt_out(("5H 5D 5C JS", "4H 6S 8C QH"), starter="5S", rules=ACC)
    game, _ = act(game, *plays("0:JS 1:QH 0:5H 1:4H 0:go 0:5D 1:6S 0:5C 1:8C=2"))
    assert game.open_windows
    pone = view(game, 0)
    assert Declare(0, 29) in pone.legal
    assert pone.shown == (0, "hand", cards("5H 5D 5C JS"))
    assert view(game, 1).shown is view(game, None).shown is None
