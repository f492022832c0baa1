"""Random mutations of records, and whether a mutated record still tells of the same game."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from bot.tables.robot_games import play_games
from bot.tables.shuffle import verdict_on
from engine.errors import CribbageError
from engine.presets import PRESETS
from tests.referee.reading import GameEnded, Objection, Reading
from tests.referee.verdict import judge, objections_to_document

Document = dict[str, Any]


def nested(depth: int) -> Any:
    value: Any = "AC"
    for _ in range(depth):
        value = [value]
    return value


VALUES: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 5, 52, 99, 10**30, -(10**30), 1.0, 1.5, float("nan"), float("inf"), 1e308),
    *("", "0", "AC", "ac", "1", "¾", "x" * 5_000, "\ud800", "hand", "crib", "play", "cut", "2", "seed", "ff" * 32),
    *([], {}, [[]], [None], {"0": "AC"}, {"kind": "dealt"}, [["AC"]], nested(200), ["AC", "AC"], {"AC": {"AC": []}}),
)
"""Values of wrong types, huge ones, and some that fit elsewhere."""


def a_record(rng: Random) -> Document:
    """Return a game of robots that miscount, by a random book and in a random way."""
    preset = rng.choice(list(PRESETS.values()))
    (record,) = play_games(
        1,
        preset=preset.name,
        players=rng.choice(preset.players),
        target=rng.choice(list(preset.doubles)),
        seed=str(rng.random()),
        levels=("easy",) * 4,
        ceremony=rng.random() < 0.5,
        muggins=preset.name != "club" and rng.random() < 0.3,
        miscount=0.2,
        irregular=0.1,
        resign=rng.choice((0.0, 0.005)),
    )
    return plain(record.to_dict())


def plain(document: Any) -> Any:
    return json.loads(json.dumps(document))


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*way, key)
        yield from places_in(inner, (*way, key))


def at(document: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        document = document[key]
    return document


def another_value(document: Document, rng: Random) -> None:
    *way, last = rng.choice(list(places_in(document)))
    at(document, tuple(way))[last] = copy.deepcopy(rng.choice(VALUES))


def a_value_near_by(document: Document, rng: Random) -> None:
    """Put a value one off, or a value that stands elsewhere under the same key."""
    places = list(places_in(document))
    *way, last = place = rng.choice(places)
    value = at(document, place)
    alike = [other for other in places if other[-1] == last and len(other) == len(place)]
    if type(value) is int and rng.random() < 0.5:
        at(document, tuple(way))[last] = value + rng.choice((-1, 1))
    else:
        at(document, tuple(way))[last] = copy.deepcopy(at(document, rng.choice(alike)))


def a_key_left_out(document: Document, rng: Random) -> None:
    *way, last = rng.choice(list(places_in(document)))
    del at(document, tuple(way))[last]


def other_rules(document: Document, rng: Random) -> None:
    rules = document["rules"]
    name = rng.choice(list(rules))
    others = [preset.rules.to_dict()[name] for preset in PRESETS.values()]
    others += [2, 3, 4, 5, 6, 61, 121, True, False, "automatic", "referee", "challenge", [[61, 2]], "chosen", 1]
    rules[name] = plain(rng.choice(others))


def an_event_left_out(document: Document, rng: Random) -> None:
    """Leave one event out; early ones as often as all others."""
    events = document["events"]
    del events[rng.randrange(rng.choice((min(6, len(events)), len(events))))]


def every_event_of_a_kind_left_out(document: Document, rng: Random) -> None:
    kind = rng.choice(document["events"])["kind"]
    document["events"] = [event for event in document["events"] if event["kind"] != kind]


def an_event_twice(document: Document, rng: Random) -> None:
    events = document["events"]
    events.insert(rng.randrange(len(events) + 1), copy.deepcopy(rng.choice(events)))


def two_events_exchanged(document: Document, rng: Random) -> None:
    events = document["events"]
    one = rng.randrange(len(events))
    other = rng.choice((min(one + 1, len(events) - 1), rng.randrange(len(events))))
    events[one], events[other] = events[other], events[one]


def cut_short(document: Document, rng: Random) -> None:
    events = document["events"]
    del events[rng.randrange(len(events)) :]
    if rng.random() < 0.5:
        document["result"] = None


def the_beginning_left_out(document: Document, rng: Random) -> None:
    events = document["events"]
    del events[: rng.randrange(1, min(8, len(events)))]


MUTATIONS: tuple[Callable[[Document, Random], None], ...] = (
    *(another_value, another_value, a_value_near_by, a_value_near_by, a_key_left_out, other_rules, an_event_left_out),
    *(every_event_of_a_kind_left_out, an_event_twice, two_events_exchanged, cut_short, the_beginning_left_out),
)


def mutated(original: Document, rng: Random) -> Document:
    document = copy.deepcopy(original)
    for _ in range(rng.choice((1, 1, 1, 2))):
        # The first mutation may leave nothing for the second.
        with suppress(IndexError, KeyError, TypeError, ValueError, AttributeError):
            rng.choice(MUTATIONS)(document, rng)
    return document


def complaint_about(document: Any) -> str:
    """Return what is wrong with a document, or an empty text if it passes. Any other error than ours is raised."""
    try:
        verdict_on(document)
    except CribbageError as error:
        return str(error)
    return ""


def is_true(document: Document, original: Document) -> bool:
    """Return whether a document that passes tells the truth as far as laws and seed can say.

    Names are free. The rest is true if the independent referee plays it through under the rules that the document
    names, and if it has every fact of the game, or stops as the record of an unfinished game does: before a deal,
    without a seed and a result. A game that somebody gave up is as lawful without the last facts before that, and
    accepting a count aloud changes nothing: the next act accepts it too.
    """
    try:
        if list(objections_to_document(document)):
            return False
        judge(Reading(document))
    except GameEnded:
        events, told = document["events"], original["events"]
        stops = document["result"] is None and "seed" not in document["shuffle"] and told[: len(events)] == events
        given_up = any(event["kind"] == "conceded" for event in events)
        return stops or given_up or _count_facts(events) == _count_facts(told)
    except Objection:
        return False


def _count_facts(events: list[Document]) -> int:
    return sum(event["kind"] != "satisfied" for event in events)


def tampered(many: int, seed: int, *, per_record: int) -> Iterator[tuple[Document, Document]]:
    """Yield true records, each several times, with a mutation of it that differs."""
    rng, original = Random(seed), Document()
    for number in range(many):
        if number % per_record == 0:
            original = a_record(rng)
        document = mutated(original, rng)
        # NaN is not equal to itself, and True is equal to 1.
        if repr(document) != repr(original):
            yield original, document
