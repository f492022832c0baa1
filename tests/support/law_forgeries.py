"""Ways to falsify a record of a game where a law, a challenge or a seat matters; each is named for what it does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.support.record_tampering import Event, Falsify, altering, dropping, more, some


def players(events: list[Event]) -> int:
    """Return the number of players."""
    return next((len(event["hands"]) for event in events if event["kind"] == "dealt"), 2)


def side(events: list[Event], seat: int) -> int:
    return seat % 2 if players(events) == 4 else seat


def places(events: list[Event], kind: str, **said: object) -> list[int]:
    """Return the places of events of a kind with these values."""
    return [
        place
        for place, event in enumerate(events)
        if event["kind"] == kind and all(event.get(key) == value for key, value in said.items())
    ]


def at_one_of(found: Callable[[list[Event]], list[int]], change: Callable[[list[Event], int], None]) -> Falsify:
    """Return a change at one of the places that allow it."""

    def falsify(events: list[Event], rng: Random) -> bool:
        if offered := found(events):
            change(events, rng.choice(offered))
        return bool(offered)

    return falsify


def next_seat(kind: str, *, key: str = "seat", **said: object) -> Falsify:
    """Return a change that names the player to the left instead, and their side."""

    def change(events: list[Event], place: int) -> None:
        event = events[place]
        event[key] = (event[key] + 1) % players(events)
        if "side" in event:
            event["side"] = side(events, event[key])

    return at_one_of(lambda events: places(events, kind, **said), change)


def to_the_partner(events: list[Event], rng: Random) -> bool:
    """Name the other partner for points that stay on the same side."""
    place = some(events, rng, "pegged")
    if place is None or players(events) != 4:
        return False
    events[place]["seat"] = (events[place]["seat"] + 2) % 4
    return True


# Windows.


def claims(events: list[Event]) -> list[int]:
    """Return the pegs of games that were claimed and not disputed."""
    return [
        place
        for place in places(events, "pegged", law="declared")
        if events[place - 1]["kind"] == "satisfied" and events[place + 1]["kind"] == "game_won"
    ]


def pegged_early(events: list[Event], place: int) -> None:
    events[place - 1], events[place] = events[place], events[place - 1]


def waited_for(events: list[Event]) -> list[int]:
    """Return where a player had to accept: the same player shows their crib next, or the next hands are dealt."""
    found = []
    for place in places(events, "satisfied"):
        shown = max((at for at in places(events, "shown") if at < place), default=None)
        if shown is None or not events[shown]["declared"] or any(e["kind"] == "amended" for e in events[shown:place]):
            continue
        after = events[place + 1]
        if after["kind"] == "dealt" or (after["kind"] == "shown" and after["seat"] == events[shown]["seat"]):
            found.append(place)
    return found


def said_by_the_declarer(events: list[Event], place: int) -> None:
    events[place]["seat"] = events[place]["of"]


def challenged_by_the_declarer(events: list[Event], place: int) -> None:
    events[place]["seat"] = events[place]["against"]


def before(events: list[Event], kind: str, then: str, **said: object) -> list[int]:
    """Return events of one kind that an event of another kind follows directly."""
    return [
        place for place in places(events, kind, **said) if place + 1 < len(events) and events[place + 1]["kind"] == then
    ]


def go_before_the_challenge(events: list[Event], rng: Random) -> bool:
    """Peg the point for the last card before a challenge to that card."""
    for law in ("go", "last_card"):
        for place in places(events, "pegged", law=law):
            if events[place - 1]["kind"] == "satisfied":
                events[place - 1], events[place] = events[place], events[place - 1]
                return True
    return False


def heels_too_late(events: list[Event], rng: Random) -> bool:
    """Mark his heels after the dealer has played a card."""
    for place in places(events, "pegged", law="his_heels"):
        plays = [at for at in places(events, "played", seat=events[place]["seat"]) if at > place]
        if plays:
            events.insert(plays[0], events.pop(place))
            return True
    return False


def one_more_declared(events: list[Event], place: int) -> None:
    events[place]["declared"] += 1


def declared_unasked(events: list[Event], place: int) -> None:
    events[place]["declared"] = events[place]["true"]


# Deals.


def fresh_deals(events: list[Event]) -> list[int]:
    """Return the fresh deals that were asked for."""
    asked = places(events, "fresh_deal")
    return [next(at for at in places(events, "dealt") if at > place) for place in asked]


def another_dealer(events: list[Event], place: int) -> None:
    events[place]["dealer"] = (events[place]["dealer"] + 1) % players(events)


def three_for_last_again(events: list[Event], rng: Random) -> bool:
    """Peg three for last again in the second deal of a game."""
    first, deals = places(events, "pegged", law="three_for_last"), places(events, "dealt")
    if not first or len(deals) < 2:
        return False
    events.insert(deals[1] + 1, dict(events[first[0]]))
    return True


def after_the_starter(events: list[Event], rng: Random) -> bool:
    """Take a card back after the starter is turned."""
    taken = places(events, "taken_back")
    if not taken:
        return False
    place = taken[0]
    starter = next((at for at in places(events, "starter_turned") if at > place), None)
    if starter is None:
        return False
    events[place : starter + 1] = [*events[place + 1 : starter + 1], events[place]]
    return True


def cards_of_two_seats(one: int, other: int) -> Falsify:
    """Swap the cards that two players cut."""

    def falsify(events: list[Event], rng: Random) -> bool:
        cut = [place for place in places(events, "cut_for_deal") if len(events[place]["cards"]) > max(one, other)]
        if not cut:
            return False
        cards = events[cut[-1]]["cards"]
        ranks = [card[0] for card in cards.values()]
        if len(set(ranks)) < len(ranks):
            return False
        cards[str(one)], cards[str(other)] = cards[str(other)], cards[str(one)]
        return True

    return falsify


def of_another_suit(events: list[Event], place: int) -> None:
    """Change the suit of a cut card; only the shuffle shows the change."""
    cards = events[place]["cards"]
    suits = [suit for suit in "CDHS" if cards["0"][0] + suit not in cards.values()]
    cards["0"] = cards["0"][0] + suits[0]


def number_of_the_cut(change: Callable[[dict[str, int]], None]) -> Falsify:
    """Return a change of the number of a cut."""

    def falsify(events: list[Event], rng: Random) -> bool:
        told = [place for place in places(events, "cut_for_deal") if events[place].get("numbers")]
        if told:
            change(events[told[0]]["numbers"])
        return bool(told)

    return falsify


def by_the_dealer(events: list[Event], place: int) -> None:
    events[place]["seat"] = next(event["dealer"] for event in events[place:] if event["kind"] == "dealt")


def another_starter(events: list[Event], place: int) -> None:
    """Turn a card from farther down the pack that was not dealt either."""
    undealt = next(event for event in reversed(events[:place]) if event["kind"] == "dealt")["undealt"]
    events[place]["card"] = next(card for card in reversed(undealt) if card != events[place]["card"])


def numbered_starters(events: list[Event]) -> list[int]:
    return [place for place in places(events, "starter_turned") if events[place].get("number") is not None]


def numbered(number: int) -> Callable[[list[Event], int], None]:
    def change(events: list[Event], place: int) -> None:
        events[place]["number"] = number

    return change


def the_next_gives_up(events: list[Event], rng: Random) -> bool:
    """Let the next player resign; of three players the same side might still win."""
    return players(events) != 3 and next_seat("conceded")(events, rng)


def a_word_of(kind: str, key: str) -> Falsify:
    """Return a change that removes one value."""

    def change(events: list[Event], place: int) -> None:
        del events[place][key]

    return at_one_of(lambda events: [place for place in places(events, kind) if key in events[place]], change)


def refused(upheld: object) -> bool:
    return not upheld


def other_claim(claim: str) -> str:
    return {"too_many": "too_few", "too_few": "too_many"}[claim]


def longer(cards: list[Any]) -> list[Any]:
    return [*cards, "AC"]


def another_count(what: str) -> str:
    return {"play": "hand", "hand": "crib", "crib": "play"}[what]


def two_for_all(events: list[Event], place: int) -> None:
    """Pay two for a false go, however many cards could have been played."""
    events[place]["score"] -= events[place]["points"] - 2
    events[place]["points"] = 2


def before_the_penalty(events: list[Event], place: int) -> None:
    """Pay the overscore of a false claim of game before its penalty comes off."""
    events[place], events[place + 1] = events[place + 1], events[place]


def called_wrongly(events: list[Event]) -> list[int]:
    """Return the wrong muggins calls that name points."""
    return [place for place in places(events, "challenged", upheld=False) if "points" in events[place]]


def one_more_called(events: list[Event], place: int) -> None:
    events[place]["points"] += 1


def given_up_for_one(events: list[Event], place: int) -> None:
    events[place]["games"] = 1


def given_up(events: list[Event]) -> list[int]:
    """Return the end of a game that was given up and counts more than one."""
    return [place for place in places(events, "game_won", by="resigned") if events[place]["games"] > 1]


def of_several_cards(events: list[Event]) -> list[int]:
    return [place for place in places(events, "pegged", law="false_go") if events[place]["points"] > 2]


LAWS: dict[str, Falsify] = {
    # What is declared, and challenged.
    "an overscore left out": dropping("pegged", law="overscore"),
    "an overscore to the player after": next_seat("pegged", law="overscore"),
    "an overscore that stays on the board": dropping("put_back", law="overscore"),
    "one more put back": altering("put_back", "points", more),
    "a false challenge that is not paid": dropping("pegged", law="false_challenge"),
    "a false challenge paid to another": next_seat("pegged", law="false_challenge"),
    "three for a false challenge": altering("pegged", "points", more, law="false_challenge"),
    "a challenge answered the other way": altering("challenged", "upheld", refused),
    "the other challenge": altering("challenged", "claim", other_claim, upheld=True),
    "a challenge against another": next_seat("challenged", key="against"),
    "a challenge to oneself": at_one_of(lambda events: places(events, "challenged"), challenged_by_the_declarer),
    "a challenge left out": dropping("challenged"),
    "muggins unsaid": at_one_of(
        lambda events: before(events, "challenged", "pegged", claim="too_few", upheld=True),
        lambda events, place: events.pop(place),
    ),
    "muggins of one more": altering("pegged", "points", more, law="muggins"),
    "muggins to the one who overlooked": next_seat("pegged", law="muggins"),
    "a claim pegged early": at_one_of(claims, pegged_early),
    "the game won before one is satisfied": at_one_of(claims, lambda events, place: events.pop(place - 1)),
    "nobody satisfied": at_one_of(waited_for, lambda events, place: events.pop(place)),
    "the declarer satisfied": at_one_of(lambda events: places(events, "satisfied"), said_by_the_declarer),
    "the go before its window closed": go_before_the_challenge,
    "another count accepted": next_seat("satisfied", key="of"),
    "another count raised": altering("amended", "what", another_count),
    "no word of the points called": a_word_of("challenged", "points"),
    "one more called wrongly": at_one_of(called_wrongly, one_more_called),
    "the overscore of a false claim first": at_one_of(
        lambda events: before(events, "put_back", "pegged", law="false_game"), before_the_penalty
    ),
    "an amendment one higher": altering("amended", "declared", more),
    "an amendment to the target": altering("amended", "declared", lambda _: 29),
    "an amendment unsaid": dropping("amended"),
    "a wrong score after something is put back": altering("put_back", "score", more),
    "a false claim without its penalty": dropping("put_back", law="false_game"),
    "one more for a false claim": altering("put_back", "points", more, law="false_game"),
    "no word of what a card was declared for": a_word_of("played", "declared"),
    "one more declared for a card": at_one_of(
        lambda events: [at for at in before(events, "played", "pegged") if events[at + 1]["law"] == "declared"],
        one_more_declared,
    ),
    "a count declared that nobody was asked for": at_one_of(
        lambda events: [place for place in places(events, "shown") if events[place]["declared"] is None],
        declared_unasked,
    ),
    "his heels after the dealer's card": heels_too_late,
    "his heels to the next": next_seat("pegged", law="his_heels"),
    # Irregularities.
    "a false go that is not paid": dropping("pegged", law="false_go"),
    "a false go paid to the next": next_seat("pegged", law="false_go"),
    "two for a false go of several cards": at_one_of(of_several_cards, two_for_all),
    "three for a false go": altering("pegged", "points", more, law="false_go"),
    "required by the next": next_seat("required"),
    "required of the next": next_seat("required", key="of"),
    "not required": dropping("required"),
    "a card taken back for nothing": dropping("pegged", law="taken_back"),
    "a card taken back that pays the next": next_seat("pegged", law="taken_back"),
    "a card taken back by the next": next_seat("taken_back"),
    "a card taken back after the starter": after_the_starter,
    "a fresh deal by another dealer": at_one_of(fresh_deals, another_dealer),
    "a fresh deal that the next asks for": next_seat("fresh_deal"),
    "a fresh deal that nobody asked for": dropping("fresh_deal"),
    # Five cards.
    "three for last twice": three_for_last_again,
    "three for last to the dealer": next_seat("pegged", law="three_for_last"),
    "no three for last": dropping("pegged", law="three_for_last"),
    "stopped by the other": next_seat("stopped"),
    # Cuts and seats.
    "two seats change their cuts": cards_of_two_seats(0, 1),
    "a wrong partner": cards_of_two_seats(1, 2),
    "the dealer and their partner change": cards_of_two_seats(0, 2),
    "the two others change": cards_of_two_seats(1, 3),
    "a cut card of another suit": at_one_of(lambda events: places(events, "cut_for_deal"), of_another_suit),
    "one number twice": number_of_the_cut(lambda numbers: numbers.update({"0": numbers["1"]})),
    "too few cards cut": number_of_the_cut(lambda numbers: numbers.update({"0": 3})),
    "another number": number_of_the_cut(lambda numbers: numbers.update({"0": 4 + numbers["0"] % 44})),
    "a starter too near the top": at_one_of(numbered_starters, numbered(3)),
    "a starter too near the bottom": at_one_of(numbered_starters, numbered(39)),
    "a cut by the dealer": at_one_of(lambda events: places(events, "cut_to_dealer"), by_the_dealer),
    "a cut that costs nothing": dropping("pegged", law="predeal_cut"),
    "another cut before the deal": altering("cut_to_dealer", "number", lambda number: 4 + number % 44),
    "another card for the crib": altering("dealt", "to_crib", longer),
    "points to the partner": to_the_partner,
    "points to the next": next_seat("pegged"),
    "the next leads": next_seat("count_reset", key="lead"),
    "go by the next": next_seat("said_go"),
    "a card of the next": next_seat("played"),
    "shown by the next": next_seat("shown"),
    "another starter": at_one_of(lambda events: places(events, "starter_turned"), another_starter),
    "the starter cut by the next": next_seat("starter_turned"),
    "dealt by the next": next_seat("dealt", key="dealer"),
    "the next gives up": the_next_gives_up,
    "a game given up for one": at_one_of(given_up, given_up_for_one),
    "no card of one who left for the crib": a_word_of("conceded", "cards"),
    "too many points of one who left": at_one_of(
        lambda events: before(events, "conceded", "put_back"), lambda events, place: events.pop(place + 1)
    ),
    "another side wins": next_seat("game_won", key="side"),
}
"""Falsified facts of any book and any number of hands: any careful reader objects to each."""
