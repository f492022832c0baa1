"""Ways to falsify a record of a game where a law, a challenge or a seat matters; each is named for what it does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.support.record_tampering import Event, Falsify, altering, at, at_one_of, deal_before, dropping, more, places


def players(events: list[Event]) -> int:
    return next((len(event["hands"]) for event in events if event["kind"] == "dealt"), 2)


def side(events: list[Event], seat: int) -> int:
    return seat % 2 if players(events) == 4 else seat


def next_seat(kind: str, *, key: str = "seat", **said: object) -> Falsify:
    """Return a change that names the player to the left instead, and their side."""

    @at(kind, **said)
    def change(events: list[Event], place: int) -> None:
        event = events[place]
        event[key] = (event[key] + 1) % players(events)
        if "side" in event:
            event["side"] = side(events, event[key])

    return change


@at("pegged")
def to_the_partner(events: list[Event], place: int) -> bool:
    """Name the other partner for points that stay on the same side."""
    events[place]["seat"] = (events[place]["seat"] + 2) % 4
    return players(events) == 4


# Windows.


def claims(events: list[Event]) -> list[int]:
    return [
        place
        for place in places(events, "pegged", law="declared")
        if events[place - 1]["kind"] == "satisfied" and events[place + 1]["kind"] == "game_won"
    ]


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


def as_in(other: str, *, key: str = "seat") -> Callable[[list[Event], int], None]:
    """Return a change that puts one value of an event in the place of another."""

    def change(events: list[Event], place: int) -> None:
        events[place][key] = events[place][other]

    return change


def exchanged(events: list[Event], place: int) -> None:
    events[place - 1], events[place] = events[place], events[place - 1]


def before(events: list[Event], kind: str, then: str, **said: object) -> list[int]:
    """Return events of one kind that an event of another kind follows directly."""
    return [
        place for place in places(events, kind, **said) if place + 1 < len(events) and events[place + 1]["kind"] == then
    ]


def points_after_a_challenge(events: list[Event]) -> list[int]:
    """Return the points for the last card that wait for a challenge to that card."""
    last = [*places(events, "pegged", law="go"), *places(events, "pegged", law="last_card")]
    return [place for place in last if events[place - 1]["kind"] == "satisfied"]


def heels_too_late(events: list[Event], rng: Random) -> bool:
    """Mark his heels after the dealer has played a card."""
    for place in places(events, "pegged", law="his_heels"):
        plays = [at for at in places(events, "played", seat=events[place]["seat"]) if at > place]
        if plays:
            events.insert(plays[0], events.pop(place))
            return True
    return False


def one_more(key: str) -> Callable[[list[Event], int], None]:
    def change(events: list[Event], place: int) -> None:
        events[place][key] += 1

    return change


# Deals.


def fresh_deals(events: list[Event]) -> list[int]:
    asked = places(events, "fresh_deal")
    return [next(at for at in places(events, "dealt") if at > place) for place in asked]


def another_dealer(events: list[Event], place: int) -> None:
    events[place]["dealer"] = (events[place]["dealer"] + 1) % players(events)


@at("pegged", law="three_for_last")
def three_for_last_again(events: list[Event], place: int) -> bool:
    deals = places(events, "dealt")
    events.insert(deals[1] + 1 if len(deals) > 1 else 0, dict(events[place]))
    return len(deals) > 1


@at("taken_back")
def after_the_starter(events: list[Event], place: int) -> bool:
    starter = next((at for at in places(events, "starter_turned") if at > place), 0)
    events.insert(starter, events.pop(place))
    return starter > 0


def cards_of_two_seats(one: int, other: int) -> Falsify:
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


@at("cut_for_deal")
def of_another_suit(events: list[Event], place: int) -> None:
    """Change the suit of a cut card; only the shuffle shows the change."""
    cards = events[place]["cards"]
    suits = [suit for suit in "CDHS" if cards["0"][0] + suit not in cards.values()]
    cards["0"] = cards["0"][0] + suits[0]


def number_of_the_cut(change: Callable[[dict[str, int]], None]) -> Falsify:
    def falsify(events: list[Event], rng: Random) -> bool:
        told = [place for place in places(events, "cut_for_deal") if events[place].get("numbers")]
        if told:
            change(events[told[0]]["numbers"])
        return bool(told)

    return falsify


@at("cut_to_dealer")
def by_the_dealer(events: list[Event], place: int) -> None:
    events[place]["seat"] = next(event["dealer"] for event in events[place:] if event["kind"] == "dealt")


@at("starter_turned")
def another_starter(events: list[Event], place: int) -> None:
    """Turn a card from farther down the pack that was not dealt either."""
    undealt = deal_before(events, place)["undealt"]
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
    def change(events: list[Event], place: int) -> None:
        del events[place][key]

    return at_one_of(lambda events: [place for place in places(events, kind) if key in events[place]], change)


OTHER = {"too_many": "too_few", "too_few": "too_many", "play": "hand", "hand": "crib", "crib": "play"}
"""The other claim, and another count."""


def two_for_all(events: list[Event], place: int) -> None:
    """Pay two for a false go, however many cards could have been played."""
    events[place]["score"] -= events[place]["points"] - 2
    events[place]["points"] = 2


def called_wrongly(events: list[Event]) -> list[int]:
    return [place for place in places(events, "challenged", upheld=False) if "points" in events[place]]


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
    "a challenge answered the other way": altering("challenged", "upheld", lambda upheld: not upheld),
    "the other challenge": altering("challenged", "claim", OTHER.get, upheld=True),
    "a challenge against another": next_seat("challenged", key="against"),
    "a challenge to oneself": at("challenged")(as_in("against")),
    "a challenge left out": dropping("challenged"),
    "muggins unsaid": at_one_of(
        lambda events: before(events, "challenged", "pegged", claim="too_few", upheld=True),
        lambda events, place: events.pop(place),
    ),
    "muggins of one more": altering("pegged", "points", more, law="muggins"),
    "muggins to the one who overlooked": next_seat("pegged", law="muggins"),
    "a claim pegged early": at_one_of(claims, exchanged),
    "the game won before one is satisfied": at_one_of(claims, lambda events, place: events.pop(place - 1)),
    "nobody satisfied": at_one_of(waited_for, lambda events, place: events.pop(place)),
    "the declarer satisfied": at("satisfied")(as_in("of")),
    "the go before its window closed": at_one_of(points_after_a_challenge, exchanged),
    "another count accepted": next_seat("satisfied", key="of"),
    "another count raised": altering("amended", "what", OTHER.get),
    "no word of the points called": a_word_of("challenged", "points"),
    "one more called wrongly": at_one_of(called_wrongly, one_more("points")),
    "the overscore of a false claim first": at_one_of(
        lambda events: [place + 1 for place in before(events, "put_back", "pegged", law="false_game")], exchanged
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
        one_more("declared"),
    ),
    "a count declared that nobody was asked for": at("shown", declared=None)(as_in("true", key="declared")),
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
    "a cut card of another suit": of_another_suit,
    "one number twice": number_of_the_cut(lambda numbers: numbers.update({"0": numbers["1"]})),
    "too few cards cut": number_of_the_cut(lambda numbers: numbers.update({"0": 3})),
    "another number": number_of_the_cut(lambda numbers: numbers.update({"0": 4 + numbers["0"] % 44})),
    "a starter too near the top": at_one_of(numbered_starters, numbered(3)),
    "a starter too near the bottom": at_one_of(numbered_starters, numbered(39)),
    "a cut by the dealer": by_the_dealer,
    "a cut that costs nothing": dropping("pegged", law="predeal_cut"),
    "another cut before the deal": altering("cut_to_dealer", "number", lambda number: 4 + number % 44),
    "another card for the crib": altering("dealt", "to_crib", lambda cards: [*cards, "AC"]),
    "points to the partner": to_the_partner,
    "points to the next": next_seat("pegged"),
    "the next leads": next_seat("count_reset", key="lead"),
    "go by the next": next_seat("said_go"),
    "a card of the next": next_seat("played"),
    "shown by the next": next_seat("shown"),
    "another starter": another_starter,
    "the starter cut by the next": next_seat("starter_turned"),
    "dealt by the next": next_seat("dealt", key="dealer"),
    "the next gives up": the_next_gives_up,
    "a game given up for one": altering("game_won", "games", lambda _: 1, by="resigned"),
    "no card of one who left for the crib": a_word_of("conceded", "cards"),
    "too many points of one who left": at_one_of(
        lambda events: before(events, "conceded", "put_back"), lambda events, place: events.pop(place + 1)
    ),
    "another side wins": next_seat("game_won", key="side"),
}
"""Falsified facts of any book and any number of hands: any careful reader objects to each."""
