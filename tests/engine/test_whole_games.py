"""Random whole games of every rule book: what is true of all of them, checked in several ways."""

import json
from dataclasses import replace
from itertools import accumulate, chain, combinations, islice
from random import Random

import pytest
from hypothesis import given

from engine.actions import (
    Accept,
    Amend,
    AskFreshDeal,
    Challenge,
    ChooseDealer,
    ClaimHeels,
    CutPack,
    Declare,
    LayAway,
    MarkTwo,
    NameNumber,
    Play,
    Require,
    Resign,
    SayGo,
    StandDeal,
    Stop,
    TakeBack,
    WaiveCut,
)
from engine.audit import audit, play_again
from engine.cards import PACK
from engine.declarations import open_to
from engine.errors import IllegalAction, WindowOpen
from engine.events import (
    Dealt,
    Pegged,
    PutBack,
    Shown,
)
from engine.game import apply, begin, chance, evolve, legal, replay, speakers, waiting_on
from engine.laws import Law
from engine.presets import find
from engine.record import UNTOLD, event_from_dict, event_to_dict
from engine.rules import Counting, Irregular, Pegging
from engine.state import LayingAway, Over, Playing, Showing
from engine.view import view
from tests.support.depth import sampled, sampled_fixture, seeds, thorough
from tests.support.strategies import (
    QUICK,
    TABLES,
    Told,
    able_to_resign,
    about_to_deal,
    any_games,
    play_random_game,
    record_of,
    some_move,
)


@sampled_fixture(TABLES.items(), scope="module", ids=lambda table: table[0])
def random_game(request) -> Told:
    """One random game at each possible table."""
    return play_random_game(request.param[1], Random(21), miscount=0.4, wild=0.2)


# The facts tell the game.


def assert_the_facts_tell_the_game(random_game):
    """At every step, and at the end; and a record of them survives, and is true when it is played again."""
    game = begin(random_game.rules)
    for step in random_game.steps:
        for event in step.brought:
            game = evolve(game, event)
        assert game == step.after
    assert replay(random_game.rules, random_game.events) == random_game.game
    document = json.loads(json.dumps(record_of(random_game).to_dict()))
    assert audit(document) == replace(record_of(random_game), events=told_in_a_record(random_game.events))
    for event in random_game.events:
        if isinstance(event, UNTOLD):  # no record tells them, but they are stored
            assert event_from_dict(json.loads(json.dumps(event_to_dict(event)))) == event


def told_in_a_record(events):
    return tuple(event for event in events if not isinstance(event, UNTOLD))


def test_the_facts_tell_the_game(random_game):
    assert_the_facts_tell_the_game(random_game)


def test_a_game_may_be_played_again_as_far_as_it_went(random_game):
    # No record tells the numbers that were named, or that a deal was let stand.
    told = (Playing, Showing) if random_game.rules.irregular is Irregular.PENALISE else (LayingAway, Playing, Showing)
    ends = [*accumulate(len(step.brought) for step in random_game.steps)]
    places = [number for number, step in enumerate(random_game.steps) if isinstance(step.after.phase, told)]
    for number in Random(2).sample(places, 4):
        assert play_again(random_game.rules, random_game.events[: ends[number]]) == random_game.steps[number].after
    assert play_again(random_game.rules, ()) == begin(random_game.rules)


# Somebody is always asked.


def assert_somebody_is_asked(random_game):
    """Until the game is over a seat or the shuffle has to act, and each such seat has a move."""
    for step in random_game.steps:
        game = step.after
        asked, due = waiting_on(game), chance(game)
        if isinstance(game.phase, Over):
            assert (asked, due) == ((), None)
            assert all(legal(game, seat) == () for seat in range(random_game.rules.players))
            continue
        assert bool(asked) != bool(due)
        assert len(set(asked)) == len(asked)
        assert all(legal(game, seat) for seat in asked)
        if not game.open_windows:
            assert speakers(game) == ()


def test_a_game_always_waits_for_a_player_or_the_shuffle_until_it_is_over(random_game):
    assert_somebody_is_asked(random_game)


def test_a_seat_has_a_prompt_wherever_it_may_do_anything(random_game):
    for step in Random(8).sample(random_game.steps, 25):
        game = step.after
        for seat in range(random_game.rules.players):
            seen = view(game, seat)
            assert seen.legal == legal(game, seat)
            assert (seen.prompt is not None) == bool(seen.legal)
            assert (seen.scores, seen.hindmost, seen.waiting_on) == (game.scores, game.hindmost, waiting_on(game))
        assert (view(game, None).prompt, view(game, None).legal) == (None, ())


# What is legal is accepted, and everything else refused.


def everything_a_seat_might_try(game, seat):
    """Yield every move, lawful or not; of the discards and cards taken back only some that belong to others."""
    match game.phase:
        case LayingAway(hands=hands, laid=laid) | Playing(hands=hands, laid=laid):
            cards = (*hands[seat], *laid[seat], PACK[0], PACK[51])
        case _:
            cards = PACK[:4]
    some = [*chain.from_iterable(combinations(dict.fromkeys(cards), many) for many in (1, 2))]
    yield from (LayAway(seat, part) for part in some)
    yield from (TakeBack(seat, part) for part in some)
    yield from (Play(seat, card) for card in PACK)
    for kind in (AskFreshDeal, StandDeal, ClaimHeels, SayGo, Stop, Require, MarkTwo, Accept, WaiveCut, ChooseDealer):
        yield kind(seat)
    for against in (None, *range(game.rules.players)):
        yield Challenge(seat, "too_many", against)
        yield Challenge(seat, "too_many", against, 2)
        yield from (Challenge(seat, "too_few", against, points) for points in (None, 0, 1, 2, 5, 29, 30))
    for number in (-1, 0, 1, 3, 4, 5, 20, 28, 29, 30, 36, 37, 48, 49):
        yield from (kind(seat, number) for kind in (Declare, NameNumber, CutPack))
        yield from (Amend(seat, number, what) for what in (None, "play", "hand", "crib"))


def as_listed(game, action):
    """Return a move as it is listed: in any order of its cards, and with the declaration that it means."""
    match action:
        case LayAway(seat=seat, cards=cards) | TakeBack(seat=seat, cards=cards):
            return type(action), seat, frozenset(cards)
        case Challenge(seat=seat, against=None):
            windows = open_to(game, seat)
            return replace(action, against=windows[0].seat) if len(windows) == 1 else action
        case Amend(seat=seat, what=None):
            raised = [move for move in legal(game, seat) if isinstance(move, Amend) and move.points == action.points]
            return raised[-1] if raised else action
        case _:
            return action


REFUSED_BY = {
    Accept: {},
    Amend: {Law.AMENDED},
    AskFreshDeal: {Law.TURN, Law.TAKEN_BACK},
    Challenge: {Law.MUGGINS, Law.OVERSCORE},
    ChooseDealer: {Law.TURN, Law.CUT},
    ClaimHeels: {Law.TURN, Law.HIS_HEELS, Law.FALSE_GO},
    CutPack: {Law.TURN, Law.PREDEAL_CUT, Law.CUT},
    Declare: {Law.TURN, Law.SHOW},
    LayAway: {Law.TURN, Law.LAY_AWAY, Law.TAKEN_BACK},
    MarkTwo: {Law.TURN, Law.FALSE_GO},
    NameNumber: {Law.TURN, Law.CUT},
    Play: {Law.TURN, Law.COMING_IN, Law.FALSE_GO},
    Require: {Law.TURN, Law.FALSE_GO},
    SayGo: {Law.TURN, Law.MUST_PLAY, Law.FALSE_GO},
    StandDeal: {Law.TURN, Law.TAKEN_BACK},
    Stop: {Law.TURN, Law.LIBERTY, Law.FALSE_GO},
    TakeBack: {Law.TURN, Law.TAKEN_BACK},
    WaiveCut: {Law.TURN, Law.PREDEAL_CUT},
}
"""The laws by which each move may be refused, besides that of counts that are not answered yet (law 18)."""


def assert_only_what_is_legal_is_accepted(game, seats):
    """Try everything; his heels may be claimed without a jack, which is refused."""
    refusals = []
    for seat in seats:
        allowed = {as_listed(game, action) for action in legal(game, seat)}
        assert len(allowed) == len(legal(game, seat))
        for action in {*everything_a_seat_might_try(game, seat), *legal(game, seat)}:
            try:
                after, brought = apply(game, action)
            except IllegalAction as refused:
                refusals.append((action, refused))
                assert as_listed(game, action) not in allowed or isinstance(action, ClaimHeels)
            else:
                assert as_listed(game, action) in allowed or isinstance(action, ChooseDealer)
                assert brought
                assert after != game
    for action, refused in refusals:
        laws = {Law.RESIGNED} if action.seat in game.closed else {Law.SATISFIED, *REFUSED_BY[type(action)]}
        assert refused.law in laws
        assert str(refused).endswith(".")


def test_what_is_legal_is_accepted_and_everything_else_is_refused(random_game):
    rng = Random(11)
    for step in rng.sample(random_game.steps, 3):
        assert_only_what_is_legal_is_accepted(step.before, range(random_game.rules.players))


@QUICK
@given(any_games(resign=0.003))
def test_under_any_rules_the_facts_tell_the_game_and_somebody_is_asked_and_only_what_is_legal_is_accepted(random_game):
    assert_the_facts_tell_the_game(random_game)
    assert_somebody_is_asked(random_game)
    rng = Random(len(random_game.steps))
    for step in rng.sample(random_game.steps, 3):
        assert_only_what_is_legal_is_accepted(step.before, range(random_game.rules.players))


def test_a_player_may_resign_unless_they_left_or_must_answer_a_claim_of_game(random_game):
    rules, claims = random_game.rules, 0
    for step in random_game.steps[:-1]:
        game = step.after
        answer_first = {side for window in game.windows if window.claims_game for side in window.open_to}
        claims += bool(answer_first)
        for seat in range(rules.players):
            if rules.side_of(seat) in answer_first:
                with pytest.raises(WindowOpen):
                    apply(game, Resign(seat))
            elif answer_first or len(step.brought) > 1:
                assert apply(game, Resign(seat))[1][0].seat == seat
    assert bool(claims) <= (rules.counting is Counting.CHALLENGE)


def assert_a_claim_and_a_raised_count_can_be_challenged(game):
    """Every adversary to whom one is open may challenge it, whatever of their own is open; a claim comes first."""
    claims = [window for window in game.windows if window.claims_game]
    for window in claims or [window for window in game.windows if window.raised]:
        for seat in game.seats:
            if game.rules.side_of(seat) in window.open_to:
                assert Challenge(seat, "too_many", window.seat) in legal(game, seat)
    return bool(claims)


BY_CHALLENGE = {name: rules for name, rules in TABLES.items() if rules.counting is Counting.CHALLENGE}


@sampled("name", BY_CHALLENGE)
def test_near_the_game_hole_nobody_is_left_with_nothing_but_accepting_a_false_count(name):
    rules = BY_CHALLENGE[name]
    rng, claims = Random(5), 0
    for _ in range(25):
        scores = tuple(rules.target - rng.randint(1, 6) for _ in rules.sides)
        game, seed = about_to_deal(rules, dealer=rng.randrange(rules.players), scores=scores), rng.randbytes(32)
        while not isinstance(game.phase, Over):
            game, _ = apply(game, some_move(game, rng, seed=seed, miscount=0.6, wild=0.3))
            claims += assert_a_claim_and_a_raised_count_can_be_challenged(game)
    assert claims


# Games of three that players leave.

OF_THREE = {name: rules for name, rules in TABLES.items() if rules.players == 3}


@sampled_fixture(OF_THREE.items(), scope="module", ids=lambda table: table[0])
def games_with_leavers(request) -> list[Told]:
    """A random game of three that at least one player leaves before the end."""
    games = (play_random_game(request.param[1], Random(seed), resign=0.015, wild=0.2) for seed in range(8))
    return [*islice((told for told in games if any(step.after.closed for step in told.steps)), 1)]


def test_a_game_that_one_of_three_left_is_told_by_its_facts_and_asks_somebody(games_with_leavers):
    assert games_with_leavers
    for told in games_with_leavers:
        assert_the_facts_tell_the_game(told)
        assert_somebody_is_asked(told)


def test_after_one_of_three_left_only_what_is_legal_is_accepted(games_with_leavers):
    rng = Random(13)
    for told in games_with_leavers:
        after = [step.after for step in told.steps[:-1] if step.after.closed]
        for game in rng.sample(after, min(len(after), 2)):
            assert_only_what_is_legal_is_accepted(game, game.seats)
            assert all(legal(game, seat) == () for seat in game.closed)


def test_after_one_of_three_left_a_record_stops_before_an_unfinished_deal(games_with_leavers):
    for told in games_with_leavers:
        ends = [len(step.brought) for step in told.steps]
        for step in Random(3).sample(range(1, len(told.steps)), 5):
            document = json.loads(json.dumps(record_of(told, upto=sum(ends[:step])).to_dict()))
            assert audit(document).events == tuple(map(event_from_dict, document["events"]))


@pytest.mark.parametrize("ceremony", [False, True], ids=["dealt by the bot", "with ceremony"])
@pytest.mark.parametrize("preset", ["house", "britannica", "crib-derby"])
@thorough
def test_of_three_the_others_play_on_whenever_one_leaves_and_the_leaver_gets_no_points(preset, ceremony):
    rules = find(preset, players=3, ceremony=ceremony)
    for moment in seeds(40):
        rng = Random(f"{preset} {ceremony} {moment}")
        before, events = moved_on(begin(rules), rng, moves=moment)
        if not (leavers := able_to_resign(before)):
            continue
        leaver = rng.choice(leavers)

        left, brought = apply(before, Resign(leaver))
        after, rest = moved_on(left, rng, moves=40)

        assert not [event for event in (*brought, *rest) if isinstance(event, Pegged) and event.seat == leaver]
        told = (*events, *brought, *rest)
        assert replay(rules, told) == after
        play_again(rules, told)


def moved_on(game, rng, *, moves):
    """Return the game some random moves later; those who left have no move to make."""
    events = []
    for _ in range(moves):
        if isinstance(game.phase, Over):
            break
        assert not game.closed & {*waiting_on(game)}
        game, brought = apply(game, some_move(game, rng, seed=b"", miscount=0.3))
        events += brought
    return game, tuple(events)


# The board.


def test_scores_move_by_pegs_alone_and_stop_in_the_game_hole(random_game):
    game, target = begin(random_game.rules), random_game.rules.target
    for event in random_game.events:
        after = evolve(game, event)
        moved = list(game.scores)
        if isinstance(event, Pegged | PutBack):
            assert event.points > 0
            assert event.side == random_game.rules.side_of(event.seat)
            step = event.points if isinstance(event, Pegged) else -event.points
            moved[event.side] = min(game.scores[event.side] + step, target)
            assert event.score == moved[event.side] >= 0
            if isinstance(event, Pegged):
                assert after.hindmost[event.side] == game.scores[event.side]
        assert after.scores == tuple(moved)
        assert all(behind <= ahead for behind, ahead in zip(after.hindmost, after.scores, strict=True))
        game = after


# The deals.


def deals_of(events):
    """The facts of each deal, from the cards that are dealt on."""
    starts = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    return [events[start:end] for start, end in zip(starts, [*starts[1:], len(events)], strict=True)]


AS_A_RULE = [name for name, rules in TABLES.items() if rules.players == 2 and rules.pegging is Pegging.AUTOMATIC]


@sampled("name", [name for name in AS_A_RULE if TABLES[name].irregular is Irregular.REFUSE])
def test_000_33_the_dealer_pegs_in_the_play_of_every_deal_that_is_played_out(name):
    for seed in range(2):
        for deal in deals_of(play_random_game(TABLES[name], Random(seed)).events):
            shown = next((place for place, event in enumerate(deal) if isinstance(event, Shown)), None)
            pegged = [event for event in deal[:shown] if isinstance(event, Pegged)]
            laws = {event.law for event in pegged if event.seat == deal[0].dealer} - {Law.HIS_HEELS}
            assert laws or shown is None


# Windows.


def test_the_declarer_s_side_never_acts_while_its_declaration_is_open(random_game):
    rules, met = random_game.rules, 0
    for step in random_game.steps:
        game = step.after
        if not game.open_windows:
            continue
        met += 1
        seats = [window.seat for window in game.open_windows if window.declared or window.starter]
        assert len(seats) == len(set(seats))  # a player has one declaration open at a time, besides cards for nothing
        stopped = {rules.side_of(window.seat) for window in game.open_windows if window.declared or window.starter}
        for seat in range(rules.players):
            may = {type(move) for move in legal(game, seat)}
            if rules.side_of(seat) in stopped:
                assert may <= {Accept, Challenge, Amend, ClaimHeels, LayAway, TakeBack, AskFreshDeal, StandDeal}
                assert Amend not in may or rules.amend
                assert seat not in waiting_on(game) or may & {Accept, LayAway, StandDeal}
            answers = any(rules.side_of(seat) in window.open_to for window in game.open_windows)
            assert (Accept in may) == (seat in speakers(game)) == answers
        assert chance(game) is None or not stopped
        claims = any(window.claims_game for window in game.open_windows)
        assert set(waiting_on(game)) <= set(speakers(game)) or not claims
    assert bool(met) == (rules.counting is Counting.CHALLENGE)
