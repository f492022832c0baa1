"""Ways to falsify a record of a game, each named for what it does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

Event = dict[str, Any]
Falsify = Callable[[list[Event], Random], bool]
"""Changes the facts of a record; False where this game offers nothing of the kind to change."""

PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def falsified(falsify: Falsify, records: Iterable[dict[str, Any]], rng: Random) -> dict[str, Any]:
    """Return a copy of the first of these records that can be falsified so, with its events falsified."""
    for record in records:
        wrong: dict[str, Any] = json.loads(json.dumps(record))
        if falsify(wrong["events"], rng):
            assert json.dumps(wrong["events"]) != json.dumps(record["events"])
            return wrong
    raise AssertionError("none of these games allows it")


def places(events: list[Event], kind: str, **said: object) -> list[int]:
    """Return the places of events of a kind with these values."""
    return [
        place
        for place, event in enumerate(events)
        if event["kind"] == kind and all(event.get(key) == value for key, value in said.items())
    ]


def at(kind: str, **said: object) -> Callable[[Callable[[list[Event], int], object]], Falsify]:
    """Return a decorator for a change at some event of this kind with these values.

    It says False where this one does not allow it.
    """

    def decorated(change: Callable[[list[Event], int], object]) -> Falsify:
        def falsify(events: list[Event], rng: Random) -> bool:
            offered = places(events, kind, **said)
            return bool(offered) and change(events, rng.choice(offered)) is not False

        return falsify

    return decorated


def altering(kind: str, key: str, alter: Callable[[Any], Any], **said: object) -> Falsify:
    @at(kind, **said)
    def falsify(events: list[Event], place: int) -> bool:
        before, events[place][key] = events[place][key], alter(events[place][key])
        return bool(before != events[place][key])

    return falsify


def dropping(kind: str, **said: object) -> Falsify:
    return at(kind, **said)(lambda events, place: events.pop(place))


def twice(kind: str) -> Falsify:
    return at(kind)(lambda events, place: events.insert(place, dict(events[place])))


def another(card: str) -> str:
    return PACK[(PACK.index(card) + 1) % 52]


def more(points: int) -> int:
    return points + 1


def other(seat: int) -> int:
    return 1 - seat


def first_card_changed(cards: list[str]) -> list[str]:
    return [next(card for card in PACK if card not in cards), *cards[1:]]


def deal_before(events: list[Event], place: int) -> Event:
    return next(event for event in reversed(events[:place]) if event["kind"] == "dealt")


@at("pegged")
def pegged_to_the_other(events: list[Event], place: int) -> None:
    events[place] |= {"seat": 1 - events[place]["seat"], "side": 1 - events[place]["side"]}


@at("played")
def two_cards_played_in_the_other_order(events: list[Event], place: int) -> bool:
    """Swap the first two cards of a deal, so that the dealer leads."""
    first = max(at for at in range(place + 1) if events[at]["kind"] == "starter_turned") + 1
    plays = [at for at in range(first, len(events)) if events[at]["kind"] == "played"][:2]
    if len(plays) < 2:
        return False
    events[plays[0]], events[plays[1]] = events[plays[1]], events[plays[0]]
    return True


@at("played", count=10)
def a_go_while_a_card_comes_in(events: list[Event], place: int) -> None:
    events.insert(place + 1, {"kind": "said_go", "seat": 1 - events[place]["seat"]})


@at("pegged", law="thirty_one")
def last_card_with_thirty_one(events: list[Event], place: int) -> None:
    peg = events[place]
    bonus = {"law": "last_card", "points": 1, "cards": peg["cards"][-1:], "score": peg["score"] + 1}
    events.insert(place + 1, peg | bonus)


@at("dealt")
def one_card_in_both_hands(events: list[Event], place: int) -> None:
    first, second = events[place]["hands"]
    events[place]["hands"] = [first, [first[0], *second[1:]]]


@at("dealt")
def a_hand_of_five(events: list[Event], place: int) -> None:
    first, second = events[place]["hands"]
    events[place]["hands"] = [first[:5], second]


def undealt_cards_in_another_order(document: dict[str, Any]) -> None:
    """Change the order of undealt cards: no law is broken and the starter is the same; only the seed shows it."""
    deal = next(event for event in document["events"] if event["kind"] == "dealt")
    starter, *rest = deal["undealt"]
    deal["undealt"] = [starter, *reversed(rest)]


@at("laid_away")
def a_third_card_laid_away(events: list[Event], place: int) -> None:
    laid, hand = events[place]["cards"], deal_before(events, place)["hands"][events[place]["seat"]]
    events[place]["cards"] = [*laid, next(card for card in hand if card not in laid)]


@at("starter_turned")
def a_starter_out_of_a_hand(events: list[Event], place: int) -> None:
    events[place]["card"] = deal_before(events, place)["hands"][0][0]


def facts_after_the_end(events: list[Event], _rng: Random) -> bool:
    events.append({"kind": "said_go", "seat": 0})
    return True


@at("pegged", law="overscore")
def declared_points_for_an_overscore(events: list[Event], place: int) -> None:
    """Turn law 19 round: the surplus goes to the player who scored too much."""
    events[place] |= {"seat": 1 - events[place]["seat"], "side": 1 - events[place]["side"], "law": "declared"}


@at("shown")
def a_declaration_of_thirty(events: list[Event], place: int) -> bool:
    is_declared = events[place]["declared"] is not None
    events[place]["declared"] = 30
    return is_declared


FACTS: dict[str, Falsify] = {
    "a score one too high": altering("pegged", "score", more),
    "one point too many": altering("pegged", "points", more),
    "a pair called a run": altering("pegged", "law", lambda _: "run", law="pair"),
    "a go called last card": altering("pegged", "law", lambda _: "last_card", law="go"),
    "other cards pegged": altering("pegged", "cards", first_card_changed),
    "a peg given to the other seat": pegged_to_the_other,
    "a peg left out": dropping("pegged"),
    "his heels left out": dropping("pegged", law="his_heels"),
    "a last card left out": dropping("pegged", law="last_card"),
    "a peg told twice": twice("pegged"),
    "last card pegged with thirty-one": last_card_with_thirty_one,
    "an overscore kept by its owner": declared_points_for_an_overscore,
    "another card played": altering("played", "card", another),
    "a wrong count": altering("played", "count", more),
    "a card played left out": dropping("played"),
    "a card played twice": twice("played"),
    "a card played by the other seat": altering("played", "seat", other),
    "the dealer leads": two_cards_played_in_the_other_order,
    "a go left out": dropping("said_go"),
    "a go said by the other seat": altering("said_go", "seat", other),
    "a go while a card comes in": a_go_while_a_card_comes_in,
    "the wrong seat leads": altering("count_reset", "lead", other),
    "a reset left out": dropping("count_reset"),
    "one card in both hands": one_card_in_both_hands,
    "a hand of five": a_hand_of_five,
    "a deal by the other seat": altering("dealt", "dealer", other),
    "a card dealt to the crib": altering("dealt", "to_crib", lambda cards: [*cards, "AC"]),
    "a deal left out": dropping("dealt"),
    "a card laid away that was not held": altering("laid_away", "cards", first_card_changed),
    "three cards laid away": a_third_card_laid_away,
    "laid away by the other seat": altering("laid_away", "seat", other),
    "nothing laid away": dropping("laid_away"),
    "a starter out of a hand": a_starter_out_of_a_hand,
    "a starter cut by the dealer": altering("starter_turned", "seat", other),
    "no starter": dropping("starter_turned"),
    "a true count one too high": altering("shown", "true", more),
    "a declaration of thirty": a_declaration_of_thirty,
    "a crib shown as a hand": altering("shown", "what", lambda _: "hand", what="crib"),
    "a hand shown by the other seat": altering("shown", "seat", other),
    "other cards shown": altering("shown", "cards", first_card_changed),
    "a show left out": dropping("shown"),
    "the higher card deals": altering("dealer_chosen", "seat", other),
    "nobody chosen to deal": dropping("dealer_chosen"),
    "another winner": altering("game_won", "side", other),
    "more games than won": altering("game_won", "games", more),
    "won by something else": altering("game_won", "by", lambda by: "heels" if by != "heels" else "show"),
    "no end": dropping("game_won"),
    "facts after the end": facts_after_the_end,
}
"""Falsified facts: any careful reader of the facts objects to each."""


def setting(*path: str, to: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def falsify(document: dict[str, Any]) -> None:
        *way, last = path
        part = document
        for key in way:
            part = part[key]
        part[last] = to(part.get(last))

    return falsify


OTHER_SHUFFLE = {"seed": "00" * 32, "commitment": hashlib.sha256(bytes(32)).hexdigest()}

DOCUMENTS: dict[str, Callable[[dict[str, Any]], None]] = {
    "another format": setting("format", to=lambda _: "chess-record"),
    "another version": setting("version", to=more),
    "the sides changed": setting("sides", to=lambda sides: sides[::-1]),
    "a third name": setting("seats", to=lambda seats: [*seats, "Cal"]),
    "no commitment": setting("shuffle", "commitment", to=lambda _: ""),
    "a seed that is none": setting("shuffle", "seed", to=lambda _: "seed"),
    "another seed": setting("shuffle", "seed", to=lambda seed: seed[::-1]),
    "another seed with its own commitment": setting("shuffle", to=lambda _: dict(OTHER_SHUFFLE)),
    "three players": setting("rules", "players", to=more),
    "another length of game": setting("rules", "target", to=lambda target: {61: 121, 121: 61}[target]),
    "another counting": setting("rules", "counting", to=lambda way: "referee" if way == "automatic" else "automatic"),
    "a field of the rules left out": lambda document: document["rules"].pop("doubles"),
    "doubles for everyone": setting("rules", "doubles", to=lambda _: [[121, 7]]),
    "undealt cards in another order": undealt_cards_in_another_order,
    "another winner in the result": setting("result", "side", to=other),
    "other scores in the result": setting("result", "scores", to=lambda scores: [score - 1 for score in scores]),
    "more games in the result": setting("result", "games", to=more),
    "another end in the result": setting("result", "ended_by", to=lambda _: "time"),
    "no result": setting("result", to=lambda _: None),
    "no facts": setting("events", to=lambda _: []),
}
"""Falsified documents: their events are in order, and the rest is not."""
