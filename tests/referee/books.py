"""The rule books: the fields of the rules by preset, number of players and what a table may agree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ANY = "anything"
"""A field that says nothing in this book."""

FIELDS = (
    *("players", "dealt", "target", "doubles", "counting", "pegging", "muggins", "overscore", "irregular"),
    *("heels_forfeit", "three_for_last", "single_series", "play_on", "next_dealer", "ceremony", "predeal_cut"),
    *("amend", "false_game_penalty"),
)
FIELDS_SINCE_2 = ("edition", "renege", "false_muggins", "partners")
"""Fields that records of version 0.2 do not have: those games are played by the first edition of the laws."""

LURCH = [[31, 2]]
SKUNKS = [[61, 4], [91, 2]]
WITHOUT: list[list[int]] = []

PLAIN: dict[str, Any] = {
    "pegging": "automatic",
    "irregular": "refuse",
    "heels_forfeit": False,
    "three_for_last": False,
    "single_series": False,
    "play_on": "must",
    "predeal_cut": "none",
    "amend": False,
    "false_game_penalty": 0,
}
BY_CHALLENGE = PLAIN | {"counting": "challenge", "pegging": "declared", "heels_forfeit": True}
BRITANNICA = BY_CHALLENGE | {
    "overscore": "to_adversary",
    "irregular": "penalise",
    "predeal_cut": "free",
    "next_dealer": ("cut", "alternate"),
}
FIVE_CARDS = {"three_for_last": True, "single_series": True, "play_on": "may"}

BOOKS: dict[str, dict[str, Any]] = {
    "house": PLAIN | {"counting": "referee", "overscore": "to_adversary", "next_dealer": "loser"},
    "club": PLAIN | {"counting": "automatic", "overscore": ANY, "next_dealer": "cut"},
    "bicycle": PLAIN
    | {"counting": "referee", "overscore": "correct_only", "next_dealer": "loser", "predeal_cut": "free"},
    "britannica": BRITANNICA,
    "britannica-five": BRITANNICA | FIVE_CARDS,
    "crib-derby": BY_CHALLENGE
    | {"overscore": "correct_only", "predeal_cut": "two", "next_dealer": "cut", "amend": True},
    "acc": BY_CHALLENGE | {"overscore": "to_adversary", "next_dealer": ("cut", "alternate"), "false_game_penalty": 15},
}
"""The fields that a book fixes; more than one value where the game of a match differs from a single one."""

LAW_16_AND_20 = {"renege": "require_or_two", "false_muggins": "two"}
BY_THE_CUT = {"partners": "cut"}
SINCE_2: dict[str, dict[str, Any]] = {
    "acc": {
        "irregular": "penalise",
        "predeal_cut": "must",
        "renege": "two_a_card",
        "false_muggins": "points_called",
    },
}
"""The fields that a book fixes since the second edition instead of the others."""

EDITIONS = (1, 2)


def fields_of(preset: str, edition: int) -> dict[str, Any]:
    """Return the fields that a book fixes in an edition of the laws."""
    changed = {} if edition == 1 else SINCE_2.get(preset, {})
    return BOOKS[preset] | LAW_16_AND_20 | {"edition": edition} | changed


HANDS = {"club": (2,), "britannica-five": (2,), "acc": (2,)}
"""The numbers of players, where the book does not take two, three and four."""

DOUBLES: dict[str, dict[int, list[list[list[int]]]]] = {
    "house": {121: [SKUNKS], 61: [LURCH]},
    "club": {121: []},
    "bicycle": {121: [[[61, 2]], SKUNKS], 61: [LURCH]},
    "britannica": {61: [[[30, 2]]], 121: []},
    "britannica-five": {61: [[[30, 2]]]},
    "crib-derby": {121: [[[31, 4], [61, 2]]]},
    "acc": {121: [[[91, 2]]]},
}
"""For each length of game that a book knows, the doubles that may be counted; a table may always agree on none."""


def objections_to_rules(preset: object, rules: dict[str, Any]) -> Iterator[str]:
    """Yield the fields of the rules that this book does not play."""
    rules = {"edition": 1} | rules
    if rules["edition"] == 1:
        rules = LAW_16_AND_20 | BY_THE_CUT | rules
    if missing := {*FIELDS, *FIELDS_SINCE_2} - rules.keys():
        yield f"the rules do not say {', '.join(sorted(missing))}"
    elif not any(_same(rules["edition"], edition) for edition in EDITIONS):
        yield f"there is no edition {rules['edition']!r} of the laws"
    elif not isinstance(preset, str) or preset not in BOOKS:
        yield f"no book is called {preset!r}"
    else:
        yield from _objections_to_fields(preset, rules)
        yield from _objections_to_agreements(preset, rules)


def _objections_to_fields(preset: str, rules: dict[str, Any]) -> Iterator[str]:
    for field, value in fields_of(preset, rules["edition"]).items():
        values = value if isinstance(value, tuple) else (value,)
        if value is not ANY and not any(_same(rules[field], one) for one in values):
            yield f"{preset} does not play {field} {rules[field]!r}"
    players = rules["players"]
    if not any(_same(players, number) for number in HANDS.get(preset, (2, 3, 4))):
        yield f"{preset} is not for {players!r} players"
    if not _same(rules["dealt"], 5 if players != 2 or preset == "britannica-five" else 6):
        yield f"{preset} does not deal {rules['dealt']!r} cards to {players!r} players"


def _objections_to_agreements(preset: str, rules: dict[str, Any]) -> Iterator[str]:
    """Yield faults of what the table agreed: length, doubles, muggins and ceremony, as far as the book allows."""
    lengths = DOUBLES[preset]
    if type(rules["target"]) is not int or rules["target"] not in lengths:
        yield f"{preset} does not play to {rules['target']!r}"
    elif sorted(rules["doubles"]) not in [WITHOUT, *lengths[rules["target"]]]:
        yield f"{preset} does not count {rules['doubles']!r} as doubles"
    if not any(_same(rules["partners"], way) for way in ("cut", "chosen")[: 1 + (rules["players"] == 4)]):
        yield f"partners are not found by {rules['partners']!r}"
    for field in ("muggins", "ceremony"):
        if type(rules[field]) is not bool:
            yield f"{field} is on or off, not {rules[field]!r}"
    if rules["muggins"] and rules["counting"] == "automatic":
        yield "there is no muggins where the count is automatic"


def _same(said: object, value: object) -> bool:
    """Return whether two values are equal and of one type: True is not 1."""
    return type(said) is type(value) and said == value
