"""A whole game as a document that anyone can check, and its events as stored facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from engine.actions import Action, ChooseDealer, CutForDeal, Deal, Declare, LayAway, Play, Resign
from engine.cards import PACK, Card
from engine.errors import CribbageError, NotationError
from engine.events import (
    Conceded,
    CountReset,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    GameWon,
    LaidAway,
    Pegged,
    Played,
    SaidGo,
    Shown,
    StarterTurned,
)
from engine.game import apply, begin, replay
from engine.laws import Law
from engine.rules import Rules
from engine.state import Game, Over, without

FORMAT: Final = "cribbage-record"
VERSION: Final = 1

_KINDS: Final[Mapping[str, type[Event]]] = {
    "cut_for_deal": ForDealCut,
    "dealer_chosen": DealerChosen,
    "dealt": Dealt,
    "laid_away": LaidAway,
    "starter_turned": StarterTurned,
    "played": Played,
    "said_go": SaidGo,
    "count_reset": CountReset,
    "shown": Shown,
    "pegged": Pegged,
    "conceded": Conceded,
    "game_won": GameWon,
}
"""The names under which events are kept, for ever."""

_NAMES: Final = {kind: name for name, kind in _KINDS.items()}


def event_to_dict(event: Event) -> dict[str, Any]:
    """One event as it stands in storage and in records."""
    body = {field.name: _plain(getattr(event, field.name)) for field in fields(event)}
    if isinstance(event, ForDealCut):
        body["cards"] = {str(seat): str(card) for seat, card in enumerate(event.cards)}
    return {"kind": _NAMES[type(event)], **body}


def event_from_dict(body: Mapping[str, Any]) -> Event:
    """The event that ``event_to_dict`` wrote. Raises ``NotationError`` for anything else."""
    kind = _KINDS.get(str(body.get("kind")))
    if kind is None:
        raise NotationError(f"there is no event of the kind {body.get('kind')!r}.")
    try:
        if kind is ForDealCut:
            cards = body["cards"]
            return ForDealCut(tuple(Card.parse(cards[str(seat)]) for seat in range(len(cards))))
        return kind(**{field.name: _READ[field.name](body[field.name]) for field in fields(kind)})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotationError(f"this {body['kind']} event cannot be read: {error}.") from error


@dataclass(frozen=True, slots=True)
class Record:
    """One game to take away: the players by seat, what was agreed, the shuffle's proof, and every event.

    ``seed`` is None until the game is over.
    """

    game: str
    preset: str
    rules: Rules
    seats: tuple[str, ...]
    commitment: str
    seed: str | None
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """The document; an unfinished game is told up to the end of its last complete deal, and without its seed."""
        finished = bool(self.events) and isinstance(self.events[-1], GameWon)
        events = self.events if finished else _complete_deals(self.events)
        shuffle = {"commitment": self.commitment}
        if finished and self.seed is not None:
            shuffle["seed"] = self.seed
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "preset": self.preset,
            "rules": self.rules.to_dict(),
            "seats": list(self.seats),
            "sides": [list(side) for side in self.rules.sides],
            "shuffle": shuffle,
            "events": [event_to_dict(event) for event in events],
            "result": _result(replay(self.rules, events)) if finished else None,
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Record:
        """Read a document. Raises ``NotationError`` or ``RulesError`` with what is wrong in it; laws are not asked."""
        if document.get("format") != FORMAT or document.get("version") != VERSION:
            raise NotationError(f"this is not a {FORMAT} of version {VERSION}.")
        try:
            shuffle = document["shuffle"]
            return cls(
                game=str(document["game"]),
                preset=str(document["preset"]),
                rules=Rules.from_dict(document["rules"]),
                seats=tuple(map(str, document["seats"])),
                commitment=str(shuffle["commitment"]),
                seed=shuffle.get("seed"),
                events=tuple(map(event_from_dict, _list(document["events"]))),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise NotationError(f"this record cannot be read: {error} is missing or of the wrong form.") from error


def audit(document: Mapping[str, Any]) -> Record:
    """Read a document and hold all that it says against the laws. Raises ``CribbageError`` at what does not follow."""
    record = Record.from_dict(document)
    play_again(record.rules, record.events)
    for name in ("sides", "result"):
        if document.get(name) != record.to_dict()[name]:
            raise NotationError(f"its {name} is not what its rules and events tell.")
    return record


def play_again(rules: Rules, events: Sequence[Event]) -> Game:
    """Play a game again under the laws, and hold each of its facts against what the laws bring.

    Stricter than ``replay``, which believes what it reads. Raises ``NotationError`` at the first difference.
    """
    game, told = begin(rules), 0
    while told < len(events):
        try:
            game, brought = apply(game, _action_behind(events, told))
        except CribbageError as error:
            raise NotationError(f"event {told} breaks the laws: {error}") from error
        for event in brought:
            if told >= len(events) or events[told] != event:
                found = event_to_dict(events[told]) if told < len(events) else "nothing"
                raise NotationError(f"event {told} is {found}, but the laws bring {event_to_dict(event)}.")
            told += 1
    return game


def _action_behind(events: Sequence[Event], place: int) -> Action:
    """The action that brought the event at this place and those after it."""
    match events[place]:
        case ForDealCut(cards=cards):
            return CutForDeal((*cards, *without(PACK, cards)))
        case DealerChosen(seat=seat):
            return ChooseDealer(seat)
        case Dealt() as dealt:
            return Deal(_pack_of(dealt))
        case LaidAway(seat=seat, cards=cards):
            return LayAway(seat, cards)
        case Played(seat=seat, card=card):
            return Play(seat, card)
        case Shown(seat=seat, declared=int(declared)):
            return Declare(seat, declared)
        case Conceded(seat=seat):
            return Resign(seat)
        case event:
            raise NotationError(f"event {place}: nothing brings {event_to_dict(event)} here.")


def _pack_of(dealt: Dealt) -> tuple[Card, ...]:
    """The pack from which a deal came, its top card first."""
    players = len(dealt.hands)
    if len({len(hand) for hand in dealt.hands}) != 1:
        raise NotationError("the hands of a deal are all of one size.")
    around = [dealt.hands[(dealt.dealer + 1 + place) % players] for place in range(players)]
    return (*(card for turn in zip(*around, strict=True) for card in turn), *dealt.to_crib, *dealt.undealt)


def _complete_deals(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events before the deal that is not played out, so that no hidden card leaves."""
    deals = [place for place, event in enumerate(events) if isinstance(event, Dealt)]
    return events[: deals[-1]] if deals else events


def _result(game: Game) -> dict[str, Any]:
    assert isinstance(game.phase, Over)
    return {
        "side": game.phase.side,
        "scores": list(game.scores),
        "games": game.phase.games,
        "ended_by": game.phase.by,
    }


def _plain(value: Any) -> Any:
    match value:
        case Card() | Law():
            return str(value)
        case tuple():
            return [_plain(part) for part in value]
        case _:
            return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _number_or_none(value: Any) -> int | None:
    return None if value is None else _number(value)


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a word")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is not a list")
    return value


def _cards(names: Any) -> tuple[Card, ...]:
    return tuple(map(Card.parse, _list(names)))


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "card": Card.parse,
    "cards": _cards,
    "hands": lambda hands: tuple(map(_cards, _list(hands))),
    "to_crib": _cards,
    "undealt": _cards,
    "law": {law.value: law for law in Law}.__getitem__,
    "what": _word,
    "why": _word,
    "by": _word,
    "declared": _number_or_none,
    **dict.fromkeys(("seat", "side", "dealer", "lead", "count", "true", "points", "score", "games"), _number),
}
