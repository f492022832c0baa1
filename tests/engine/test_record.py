"""A game as a document: out and in without loss, played again, and refused where it was tampered with."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.audit import audit, play_again
from engine.cards import Card
from engine.errors import CribbageError, NotationError, RulesError
from engine.events import Dealt, ForDealCut, GameWon, StarterTurned
from engine.laws import Law
from engine.record import FORMAT, UNTOLD, VERSION, Record, event_from_dict, event_to_dict
from engine.rules import Rules
from engine.state import Over, ToDeal
from tests.referee.verdict import check
from tests.support.data_files import data_beside
from tests.support.depth import examples, part_of, sampled_fixture, seeds, thorough
from tests.support.record_tampering import FACTS, falsified
from tests.support.strategies import (
    ACC,
    AUTOMATIC,
    BRITANNICA,
    DERBY,
    MUGGINS,
    QUICK,
    REFEREE,
    TABLES,
    any_games,
    cards,
    play_random_game,
    record_of,
)

CASES = data_beside(__file__)

KINDS = CASES["kinds"]
"""The facts of a record and their keys, as the format promises them."""

KEPT_BY_THE_HOUSE = {"number_named", "cut_waived", "deal_stood"}
"""Facts that are stored, and that no record tells."""


def keys_of(body, rules):
    """The keys that a fact of these rules has."""
    asked = {
        "cut_for_deal": {"numbers": rules.ceremony, "places": "places" in body and rules.players == 4},
        "starter_turned": {"number": rules.ceremony},
        "played": {"declared": rules.pegging == "declared"},
        "said_go": {"false": body.get("false") is True},
        "challenged": {
            "points": rules.false_muggins == "points_called" and body.get("claim") == "too_few",
            "card": "card" in body and rules.muggins and body.get("claim") == "too_few",
        },
        "conceded": {"cards": bool(body.get("cards")) and rules.players == 3},
    }
    more = asked.get(body["kind"], {})
    return {"kind", *KINDS[body["kind"]], *(key for key, stands in more.items() if stands)}


@pytest.fixture(scope="module")
def random_game():
    """A game played to its end."""
    return play_random_game(MUGGINS, Random(12))


# Out and in.


@pytest.fixture(scope="module")
def library():
    """The events of a game at each table of the day, and the rules that it was played by."""
    games = [play_random_game(rules, Random(3), resign=0.005, wild=0.3) for rules in part_of(TABLES.values())]
    return [(random_game.rules, record_of(random_game).to_dict()["events"]) for random_game in games]


@thorough
def test_every_fact_has_the_keys_that_the_format_promises(library):
    for rules, events in library:
        for body in events:
            assert body.keys() == keys_of(body, rules)


@thorough
def test_every_kind_of_fact_is_met_in_some_record(library):
    met = {body["kind"] for _, events in library for body in events}
    assert met == KINDS.keys() or len(library) < len(TABLES)
    assert KEPT_BY_THE_HOUSE.isdisjoint(met)


@QUICK
@given(any_games(resign=0.003))
def test_a_finished_record_is_complete(random_game):
    document = record_of(random_game).to_dict()
    won = random_game.events[-1]
    assert len(document["events"]) == sum(not isinstance(event, UNTOLD) for event in random_game.events)
    assert document["result"] == {
        "side": won.side,
        "scores": list(random_game.game.scores),
        "games": won.games,
        "ended_by": won.by,
    }
    assert document["shuffle"] == {"commitment": record_of(random_game).commitment, "seed": random_game.seed.hex()}
    assert document["sides"] == (
        [[0, 2], [1, 3]] if random_game.rules.players == 4 else [[n] for n in range(random_game.rules.players)]
    )
    assert document["rules"] == random_game.rules.to_dict()
    assert (document["format"], document["version"]) == (FORMAT, VERSION) == ("cribbage-record", 1)


def test_cards_are_two_characters_and_seats_are_numbers(random_game):
    document = record_of(random_game).to_dict()
    cut = document["events"][0]
    assert list(cut["cards"]) == ["0", "1"]
    dealt = next(event for event in document["events"] if event["kind"] == "dealt")
    assert all(len(card) == 2 for hand in dealt["hands"] for card in hand)
    assert [len(hand) for hand in dealt["hands"]] == [6, 6]


def test_a_fact_reads_as_it_is_written():
    body = {"kind": "starter_turned", "seat": 1, "card": "JD"}
    assert event_from_dict(body) == StarterTurned(1, Card.parse("JD"))
    assert event_to_dict(StarterTurned(1, Card.parse("JD"))) == body
    assert event_from_dict(body | {"why": "the pone cut"}) == StarterTurned(
        1, Card.parse("JD")
    )  # more keys may stand there


def test_every_law_that_is_pegged_has_its_name_in_records():
    names = "his_heels fifteen thirty_one go last_card pair pair_royal double_pair_royal run flush his_nobs declared"
    more = "three_for_last overscore muggins false_challenge false_go taken_back false_game predeal_cut"
    laws = {law.value: law for law in Law}
    for name in (*names.split(), *more.split()):
        body = {"kind": "pegged", "seat": 0, "side": 0, "points": 1, "law": name, "cards": ["5H"], "score": 1}
        event = event_from_dict(body)
        assert event.law is laws[name]
        assert event.cards == cards("5H")
        assert event_to_dict(event) == body


# Unfinished games.


def test_the_record_of_an_unfinished_game_ends_with_its_last_complete_deal(random_game):
    deals = [place for place, event in enumerate(random_game.events) if isinstance(event, Dealt)]
    for stop, last in ((deals[2] + 1, deals[2]), (deals[2] + 9, deals[2]), (deals[3], deals[3])):
        document = record_of(random_game, upto=stop).to_dict()
        assert len(document["events"]) == last
        assert document["result"] is None
        assert document["shuffle"] == {"commitment": record_of(random_game).commitment}


def test_no_hidden_card_leaves_with_an_unfinished_game(random_game):
    deals = [place for place, event in enumerate(random_game.events) if isinstance(event, Dealt)]
    document = record_of(random_game, upto=deals[0] + 4).to_dict()
    assert {event["kind"] for event in document["events"]} <= {"cut_for_deal", "dealer_chosen"}


def test_a_fully_counted_deal_is_recorded_before_the_next_begins():
    random_game = play_random_game(TABLES["bicycle-2-ceremony"], Random(3))
    events, counted = [], False
    for step in random_game.steps:
        events += step.brought
        if isinstance(step.after.phase, ToDeal) and any(isinstance(event, Dealt) for event in events):
            document = replace(record_of(random_game), events=tuple(events)).to_dict()
            kinds = [body["kind"] for body in document["events"]]
            assert kinds.count("dealt") == step.after.deal
            assert kinds.count("shown") == 3 * step.after.deal
            assert document["result"] is None
            counted = True
    assert counted


@pytest.mark.parametrize(("first", "second", "refused"), [(10, 10, "10"), (10, 90, "90"), (0, 10, "0")])
def test_numbers_that_nobody_may_cut_at_are_refused_in_one_sentence(first, second, refused):
    game = play_random_game(TABLES["bicycle-2-ceremony"], Random(3))
    cut = next(event for event in game.events if isinstance(event, ForDealCut))
    with pytest.raises(NotationError, match=refused):
        play_again(game.rules, [replace(cut, numbers=(first, second))])


def test_an_open_count_is_not_recorded():
    random_game = play_random_game(TABLES["acc-2-plain"], Random(3))
    events, met = [], False
    for step in random_game.steps:
        events += step.brought
        if step.after.open_windows:
            met = True
            document = replace(record_of(random_game), events=tuple(events)).to_dict()
            assert sum(body["kind"] == "dealt" for body in document["events"]) == step.after.deal - 1
    assert met


def test_a_game_not_begun_has_an_empty_record():
    record = Record("g", "house", REFEREE, ("Ann", "Ben"), "c" * 64, "5eed", ())
    document = record.to_dict()
    assert (document["events"], document["result"]) == ([], None)
    assert "seed" not in document["shuffle"]
    assert Record.from_dict(document).seed is None


def test_a_finished_game_whose_seed_is_not_known_tells_none(random_game):
    assert record_of(random_game).to_dict()["shuffle"]["seed"] == random_game.seed.hex()
    assert "seed" not in replace(record_of(random_game), seed=None).to_dict()["shuffle"]


# Playing again.


@pytest.fixture(scope="module")
def documents():
    """The records of games of every kind."""
    kinds = (REFEREE, AUTOMATIC, MUGGINS, ACC, DERBY, BRITANNICA)
    return [record_of(play_random_game(kinds[seed % 6], Random(seed))).to_dict() for seed in range(6)]


@pytest.mark.parametrize("name", FACTS)
@thorough
def test_a_tampered_record_is_refused(name, documents):
    for seed in seeds(4):
        rng = Random(seed)
        with pytest.raises(NotationError):
            replayed(falsified(FACTS[name], rng.sample(documents, len(documents)), rng))


def replayed(document):
    """The game of a document, played again."""
    record = Record.from_dict(document)
    return play_again(record.rules, record.events)


def test_a_game_played_under_other_rules_is_refused(random_game):
    with pytest.raises(NotationError, match="under the rules it should be"):
        play_again(AUTOMATIC, random_game.events)


def test_a_refusal_names_the_event_and_what_the_laws_bring(random_game):
    place = next(number for number, event in enumerate(random_game.events) if isinstance(event, GameWon))
    events = (*random_game.events[:place], replace(random_game.events[place], games=7))
    with pytest.raises(NotationError, match=f"event {place} is .*'games': 7.*but under the rules it should be"):
        play_again(random_game.rules, events)


# What cannot be read.


@pytest.mark.parametrize(
    "body", [*CASES["no_fact"], {"kind": None}, {"kind": "laid_away", "seat": 0, "cards": ["5H", None]}]
)
def test_what_is_no_fact_is_refused(body):
    with pytest.raises(NotationError):
        event_from_dict(body)


@pytest.mark.parametrize(("key", "value", "error"), CASES["no_record"])
def test_what_is_no_record_is_refused(random_game, key, value, error):
    document = record_of(random_game).to_dict()
    document[key] = value
    with pytest.raises({"notation": NotationError, "rules": RulesError}[error]):
        Record.from_dict(document)


@pytest.mark.parametrize("key", ["format", "version", "game", "preset", "rules", "seats", "shuffle", "events"])
def test_a_record_with_a_part_missing_is_refused(random_game, key):
    document = record_of(random_game).to_dict()
    del document[key]
    with pytest.raises(NotationError):
        Record.from_dict(document)


@pytest.fixture(scope="module")
def given_up():
    """A game that one seat gave up after a hand was shown."""
    for seed in range(99):
        random_game = play_random_game(REFEREE, Random(seed), resign=0.02)
        if {"shown", "conceded"} <= {event_to_dict(event)["kind"] for event in random_game.events}:
            return random_game
    return pytest.fail("no game was given up")


@pytest.mark.parametrize("seat", [-1, 2, "0", None, 0.5, [0]], ids=repr)
@pytest.mark.parametrize("kind", ["dealer_chosen", "laid_away", "played", "shown", "conceded"])
def test_an_unknown_seat_is_refused_without_a_crash(kind, seat, given_up):
    document = record_of(given_up).to_dict()
    next(event for event in document["events"] if event["kind"] == kind)["seat"] = seat
    with pytest.raises(NotationError):
        replayed(document)


@pytest.mark.parametrize(
    ("key", "value"), [*CASES["impossible_deal"], ("dealer", None), ("hands", [["5H"] * 6, ["6H"] * 6])]
)
def test_an_impossible_deal_is_refused_without_a_crash(key, value, random_game):
    document = record_of(random_game).to_dict()
    next(event for event in document["events"] if event["kind"] == "dealt")[key] = value
    with pytest.raises(NotationError):
        replayed(document)


JUNK = [None, -1, 0, 1, 2, 31, "", "5H", "go", [], ["5H"], {}, {"0": "5H"}, [["5H"], ["6H"]]]


@sampled_fixture(["house-2-muggins", "acc-2-plain", "britannica-3-ceremony"], scope="module")
def finished(request):
    """The document of a finished game."""
    random_game = play_random_game(TABLES[request.param], Random(12))
    return json.dumps(record_of(random_game, preset=request.param.rsplit("-", 2)[0]).to_dict())


@examples(40)
@given(data=st.data())
def test_a_record_damaged_anywhere_is_refused_or_tells_a_lawful_game(finished, data):
    document = json.loads(finished)
    event = data.draw(st.sampled_from(document["events"]))
    key = data.draw(st.sampled_from(sorted(event.keys() - {"kind"})))
    event[key] = data.draw(st.sampled_from(JUNK))
    try:
        game = replayed(document)
    except CribbageError:
        return
    assert isinstance(game.phase, Over)
    assert check(document) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("result", None),
        ("result", {"side": 1, "scores": [0, 121], "games": 1, "ended_by": "show"}),
        ("sides", [[0, 1]]),
        ("sides", [[1], [0]]),
    ],
)
def test_a_result_that_the_events_do_not_tell_is_refused(name, value):
    random_game = play_random_game(Rules(), Random(8))
    record = Record("game", "house", random_game.rules, ("Ann", "Ben"), "0" * 64, "0" * 64, random_game.events)
    with pytest.raises(NotationError, match=name):
        audit({**record.to_dict(), name: value})


def test_a_record_with_a_seed_and_without_its_last_events_is_refused():
    random_game = play_random_game(Rules(), Random(8))
    last_deal = max(place for place, event in enumerate(random_game.events) if isinstance(event, Dealt))
    events = random_game.events[:last_deal]
    document = Record("game", "house", random_game.rules, ("Ann", "Ben"), "0" * 64, None, events).to_dict()
    assert audit(document).events == events
    document["shuffle"]["seed"] = "0" * 64
    with pytest.raises(NotationError, match="last events are missing"):
        audit(document)
