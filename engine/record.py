"""The record of a game: a document that anyone can check, and its events as stored facts."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from hashlib import sha256
from typing import Any, Final, Literal, Self, TypeAlias, TypeVar, get_args

from engine.cards import Card
from engine.course import Course
from engine.errors import CribbageError, NotationError
from engine.events import CutWaived, DealStood, Dealt, Event, ForDealCut, FreshDealChosen, GameWon, NumberNamed
from engine.laws import Law
from engine.messages import message, verbatim
from engine.reducer import replay
from engine.rules import Rules

_Value = TypeVar("_Value")

FORMAT: Final = "cribbage-record"
VERSION: Final = 1

FirstDealer: TypeAlias = Literal["previous", "league"]
"""Who names the first dealer of a game without a cut for the deal: the game before it, or its league."""

DEEPEST: Final = 8
"""How deep the lists and keys of a document may stand inside each other; those of a record do so 5 times."""

_EARLIER_NAMES: Final = {ForDealCut: "cut_for_deal", FreshDealChosen: "fresh_deal"}

_NAMES: Final[Mapping[type[Event], str]] = {
    kind: _EARLIER_NAMES.get(kind) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    for kind in get_args(Event)
}
"""The names under which events are stored, such as "game_won". They never change: a class of a new name gets a row."""

_KINDS: Final = {name: kind for kind, name in _NAMES.items()}
_FIELDS: Final = {kind: {field.name: field.default for field in fields(kind)} for kind in _NAMES}
"""The fields of each event with their defaults, at which they are left out."""

UNTOLD: Final = (NumberNamed, CutWaived, DealStood)
"""Events that are stored to continue a game, but that a record leaves out, because other events imply them."""


def event_to_dict(event: Event) -> dict[str, Any]:
    """Return one event as a dictionary, the form of storage and records."""
    kind = type(event)
    body: dict[str, Any] = {"kind": _NAMES[kind]}
    for name, default in _FIELDS[kind].items():
        value = getattr(event, name)
        if value != default:
            body[name] = _plain(value)
    if isinstance(event, ForDealCut):
        for name in {"cards", "numbers"} & body.keys():
            body[name] = {str(seat): value for seat, value in enumerate(body[name])}
    return body


def event_from_dict(body: Mapping[str, Any]) -> Event:
    """Return the event that ``event_to_dict`` wrote. Raises ``NotationError`` for anything else."""
    kind = _KINDS.get(str(body.get("kind")))
    if kind is None:
        raise NotationError(message("{kind!r} isn't a kind of event.", kind=body.get("kind")))
    read = {**_READ, "cards": _by_seat(Card.parse)} if kind is ForDealCut else _READ
    try:
        told = [name for name, default in _FIELDS[kind].items() if name in body or default is MISSING]
        return kind(**{name: read[name](body[name]) for name in told})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = error.message if isinstance(error, CribbageError) else verbatim(str(error))
        raise NotationError(
            message("I can't read this {kind} event: {error}.", kind=body["kind"], error=why)
        ) from error


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a player added to the shuffle: it counts in the pack ``before`` and in all after it, such as "deal:2".

    ``seat`` is where the player sat then, which a cut for partners may have changed since. ``value`` is Discord's id of
    a press or message, or the SHA-256 in hex of a ``word``, which may have been erased.
    """

    before: str
    seat: int
    value: str
    word: str | None = None

    @property
    def text(self) -> str:
        """Return what is mixed in: a line feed, the seat, a colon and the value."""
        return f"\n{self.seat}:{self.value}"

    @property
    def is_word(self) -> bool:
        """Return whether the player typed a word."""
        return len(self.value) == _SHA_256

    def counts_in(self, pack: str) -> bool:
        """Return whether it is mixed into a pack, such as "deal:3"; the cuts come before the deals."""
        return _place_of_pack(self.before) <= _place_of_pack(pack)

    def to_dict(self) -> dict[str, Any]:
        """Return it as a record has it."""
        told = {"before": self.before, "seat": self.seat, "sha256" if self.is_word else "press": self.value}
        return told if self.word is None else {**told, "word": self.word}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Self:
        """Return the contribution of a record. Raises ``KeyError``, ``TypeError`` or ``NotationError``."""
        value, word = _word(told["sha256"] if "sha256" in told else told["press"]), told.get("word")
        read = cls(_word(told["before"]), _number(told["seat"]), value, None if word is None else _word(word))
        is_value = re.fullmatch("[0-9a-f]{64}" if "sha256" in told else "[0-9]{1,20}", value, re.ASCII)
        if not is_value or not re.fullmatch(r"(cut|deal):[1-9][0-9]{0,3}", read.before, re.ASCII):
            raise NotationError(message("I can't read what a player added to the shuffle."))
        if word is not None and sha256(word.encode(errors="replace")).hexdigest() != value:
            raise NotationError(message("a word that a player added to the shuffle isn't the one that was mixed in."))
        return read


_SHA_256: Final = 64
"""The number of hexadecimal digits of a SHA-256."""


def _packs_of(events: Iterable[Event]) -> frozenset[str]:
    kinds = [type(event) for event in events]
    many = {"cut": kinds.count(ForDealCut), "deal": kinds.count(Dealt)}
    return frozenset(f"{what}:{number}" for what in many for number in range(1, many[what] + 1))


def _place_of_pack(name: str) -> tuple[bool, int]:
    what, _, number = name.partition(":")
    return what == "deal", int(number)


@dataclass(frozen=True, slots=True)
class Record:
    """One game as a document: the players by seat, the agreed rules, the proof of the shuffle, and every event.

    ``seed`` is None until the game is over, and ``first_dealer`` where the cards are cut for the deal.
    ``posted`` is whether the commitment was posted before the first card, None where that is not known.
    """

    game: str
    preset: str
    rules: Rules
    seats: tuple[str, ...]
    commitment: str
    seed: str | None
    events: tuple[Event, ...]
    first_dealer: FirstDealer | None = None
    posted: bool | None = None
    contributions: tuple[Contribution, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the document; an unfinished game ends with its last complete deal, and has no seed.

        What was added to the shuffle of a pack that never came is left out.
        """
        finished = bool(self.events) and isinstance(self.events[-1], GameWon)
        events = self.events if finished else _complete_deals(self.rules, self.events)
        told = [event for event in events if not isinstance(event, UNTOLD)]
        shuffle: dict[str, Any] = {"commitment": self.commitment}
        if self.posted is not None:
            shuffle["posted"] = self.posted
        if finished and self.seed is not None:
            shuffle["seed"] = self.seed
        if added := [one.to_dict() for one in self.contributions if one.before in _packs_of(events)]:
            shuffle["contributions"] = added
        named = {} if self.first_dealer is None else {"first_dealer": self.first_dealer}
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "preset": self.preset,
            "rules": self.rules.to_dict(),
            "seats": list(self.seats),
            "sides": [list(side) for side in self.rules.sides],
            **named,
            "shuffle": shuffle,
            "events": [event_to_dict(event) for event in told],
            "result": _result(self.events, replay(self.rules, events).scores) if finished else None,
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Return the record of a document. Raises ``NotationError`` or ``RulesError``; no law is checked."""
        if document.get("format") != FORMAT or document.get("version") != VERSION:
            raise NotationError(message("this isn't a {format}, version {version}.", format=FORMAT, version=VERSION))
        if _is_deeper(document, DEEPEST):
            raise NotationError(message("I can't read this record: too many lists stand inside each other."))
        try:
            shuffle, seats = document["shuffle"], tuple(map(_word, _list(document["seats"])))
            return cls(
                game=_word(document["game"]),
                preset=_word(document["preset"]),
                rules=Rules.from_dict(document["rules"]),
                seats=seats,
                commitment=_word(shuffle["commitment"]),
                seed=_word(shuffle["seed"]) if "seed" in shuffle else None,
                events=tuple(map(event_from_dict, _list(document["events"]))),
                first_dealer=_first_dealer(document.get("first_dealer")),
                posted=_truth(shuffle["posted"]) if "posted" in shuffle else None,
                contributions=tuple(map(Contribution.from_dict, _list(shuffle.get("contributions", [])))),
            )
        except (KeyError, TypeError, AttributeError) as error:
            why = verbatim(str(error))
            raise NotationError(
                message("I can't read this record: {error} is missing or has the wrong form.", error=why)
            ) from error


def _complete_deals(rules: Rules, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events before an unfinished deal, so that no hidden card or true count is revealed too early.

    A deal is unfinished as long as one of its counts may be challenged or raised, which may be in the deal after it.
    """
    course = Course(events, rules)
    deals = [step.place for step in course.steps if isinstance(step.event, Dealt)]
    if not deals:
        return events
    latest = {(made.seat, made.what): made.place for made in course.declarations.values()}
    if open_counts := [latest[window.seat, window.what] for window in replay(rules, events).windows]:
        return events[: max(place for place in deals if place < min(open_counts))]
    is_counted = any(made.what == "crib" and made.place > deals[-1] for made in course.shows)
    return events if is_counted else events[: deals[-1]]


def _result(events: Sequence[Event], scores: Sequence[int]) -> dict[str, Any]:
    won = events[-1]
    assert isinstance(won, GameWon)
    return {"side": won.side, "scores": list(scores), "games": won.games, "ended_by": won.by}


def _plain(value: Any) -> Any:
    match value:
        case Card():
            return value.name
        case Law():
            return value.value
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def _of(kind: type[_Value], name: str) -> Callable[[Any], _Value]:
    def read(value: Any) -> _Value:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is {name}")
        return value

    return read


_number: Final = _of(int, "not a whole number")
_word: Final = _of(str, "not a word")
_list: Final = _of(list, "not a list")
_truth: Final = _of(bool, "neither true nor false")


def _cards(names: Any) -> tuple[Card, ...]:
    return tuple(map(Card.parse, _list(names)))


def _by_seat(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a reader of the values under each seat, from seat 0 on."""
    return lambda told: tuple(read(told[str(seat)]) for seat in range(len(told)))


def _first_dealer(value: Any) -> FirstDealer | None:
    match value:
        case None | "previous" | "league":
            return value
        case _:
            raise TypeError(f"{value!r} names no first dealer")


def _is_deeper(value: object, most: int) -> bool:
    level: list[object] = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "card": Card.parse,
    "cards": _cards,
    "hands": lambda hands: tuple(map(_cards, _list(hands))),
    "to_crib": _cards,
    "undealt": _cards,
    "numbers": _by_seat(_number),
    "places": lambda places: tuple(map(_number, _list(places))),
    "law": {law.value: law for law in Law}.__getitem__,
    **dict.fromkeys(("what", "why", "by", "claim"), _word),
    **dict.fromkeys(("false", "upheld"), _truth),
    "declared": lambda value: None if value is None else _number(value),
    **dict.fromkeys(
        ("seat", "side", "dealer", "lead", "count", "true", "points", "score", "games", "number", "of", "against"),
        _number,
    ),
}
