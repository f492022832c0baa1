"""The audit of a record: the game is played again under the laws, and each recorded fact is compared."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import takewhile
from typing import Any, Final

from engine.actions import TOLD_BY, Action, CutForDeal, Deal, LoseOnTime, NameNumber, StandDeal, WaiveCut
from engine.cards import PACK, Card
from engine.errors import CribbageError, NotationError
from engine.events import (
    Amended,
    Conceded,
    CountReset,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    LaidAway,
    Pegged,
    Played,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.game import apply_recorded, begin
from engine.laws import Law
from engine.messages import message
from engine.presets import PRESETS
from engine.record import UNTOLD, Record, event_to_dict
from engine.rules import PredealCut, Rules
from engine.state import Game, LayingAway, Over, Playing, Showing, ToDeal, adversary_of, left_of, without


def audit(document: Mapping[str, Any]) -> Record:
    """Return the record of a document after checking all of it. Raises ``CribbageError`` at the first fault."""
    record = Record.from_dict(document)
    _check_agreed(record, document["rules"])
    game = play_again(record.rules, record.events)
    _check_first_dealer(record)
    told = record.to_dict()
    for name in ("sides", "result"):
        if not _is_same(document.get(name), told[name]):
            raise NotationError(message("the {name} section contradicts the rest of the file.", name=name))
    added = [one["shuffle"].get("contributions", []) for one in (document, told)]
    if not _is_same(*added) or any(one.seat not in range(record.rules.players) for one in record.contributions):
        raise NotationError(message("the {name} section contradicts the rest of the file.", name="contributions"))
    if isinstance(game.phase, LayingAway | Playing | Showing):
        raise NotationError(message("the last deal isn't finished; the record of a game under way stops before it."))
    if isinstance(game.phase, Over) != (record.seed is not None):
        raise NotationError(_NO_SEED if record.seed is None else _SEED_TOO_EARLY)
    return record


_NO_SEED: Final = message("the game is over, but its seed is still secret, so nobody can check its cards.")
_SEED_TOO_EARLY: Final = message("the seed is there, so the game is over, but its last events are missing.")

_FIELDS_SINCE_2: Final = frozenset({"edition", "partners", "renege", "false_muggins"})
"""Fields that the rules of version 0.2 do not have."""


def _check_agreed(record: Record, rules: Mapping[str, Any]) -> None:
    if record.preset not in PRESETS:
        choices = ", ".join(PRESETS)
        raise NotationError(message("there's no {name!r}. Choose {presets}.", name=record.preset, presets=choices))
    for field in record.rules.to_dict():
        if field not in rules and not (record.rules.first_edition and field in _FIELDS_SINCE_2):
            raise NotationError(message("the rules don't say {field}. A record has every rule.", field=field))
    if re.fullmatch("[0-9a-fA-F]{64}", record.commitment) is None:
        raise NotationError(message("the commitment isn't a SHA-256, which has 64 hexadecimal digits."))
    if len(record.seats) != record.rules.players:
        raise NotationError(
            message(
                "a game of {players} players has {players} names, not {names}.",
                players=record.rules.players,
                names=len(record.seats),
            )
        )


def _check_first_dealer(record: Record) -> None:
    kinds = {type(event) for event in record.events}
    # With ceremony somebody may give the game up before everyone has cut.
    is_dealt = DealerChosen in kinds or (kinds and not record.rules.ceremony)
    if record.first_dealer is None and is_dealt and ForDealCut not in kinds:
        raise NotationError(
            message("the cut for the deal is missing, and the record doesn't say how the first dealer was chosen.")
        )
    if record.first_dealer is not None and (ForDealCut in kinds or DealerChosen not in kinds):
        raise NotationError(message("the record says that nobody cut for the deal, but its events say otherwise."))


def _is_same(told: object, expected: object) -> bool:
    """Return whether a part of a document has exactly these values: True is not 1. More keys may stand beside them."""
    match told, expected:
        case dict(), dict():
            return all(key in told and _is_same(told[key], value) for key, value in expected.items())
        case list(), list():
            return len(told) == len(expected) and all(map(_is_same, told, expected))
        case _:
            return type(told) is type(expected) and told == expected


def play_again(rules: Rules, events: Sequence[Event]) -> Game:
    """Return the game after playing its events again under the laws and comparing each fact.

    It is stricter than ``replay``, which checks no law. Raises ``NotationError`` at the first difference.
    """
    events = [event for event in events if not isinstance(event, UNTOLD)]
    game, told = begin(rules), 0
    while told < len(events):
        place = told
        try:
            for action in _actions_behind(game, events, place):
                before = game
                game, brought = _apply(game, action, told)
                told = _compare(events, told, _as_written(before, events, told, brought))
        except (IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, CribbageError):
                raise
            raise _impossible(events, place) from error
    return game


def _apply(game: Game, action: Action, place: int) -> tuple[Game, tuple[Event, ...]]:
    try:
        return apply_recorded(game, action)
    except CribbageError as error:
        complaint = message("event {number} breaks the rules: {error}", number=place, error=error.message)
        raise NotationError(complaint) from error


def _as_written(game: Game, events: Sequence[Event], told: int, brought: Sequence[Event]) -> Sequence[Event]:
    """Return what an action brought without what earlier versions did not write; ``game`` is that before it.

    There a player's own next act closed a count of 0, so that nobody could accept it any more.
    """
    written = list(takewhile(lambda event: isinstance(event, Satisfied), events[told:]))

    def was_closed(event: Event) -> bool:
        if not isinstance(event, Satisfied) or event in written:
            return False
        acts = [act for act in events[:told] if isinstance(act, Played | Shown | Stopped) and act.seat == event.of]
        latest = [window for window in game.open_windows if window.seat == event.of][-1]
        return not (latest.stops or (isinstance(acts[-1], Played) and acts[-1].card == latest.cards[-1]))

    return [event for event in brought if not was_closed(event)]


def _impossible(events: Sequence[Event], place: int) -> NotationError:
    return NotationError(
        message("event {number}: {event} isn't possible here.", number=place, event=event_to_dict(events[place]))
    )


def _compare(events: Sequence[Event], told: int, brought: Sequence[Event]) -> int:
    """Compare the facts that the laws bring with the recorded ones from this place on; return the place after them."""
    for event in brought:
        if isinstance(event, UNTOLD):
            continue
        if told >= len(events) or events[told] != event:
            found = event_to_dict(events[told]) if told < len(events) else message("nothing")
            raise NotationError(
                message(
                    "event {number} is {found}, but under the rules it should be {event}.",
                    number=told,
                    found=found,
                    event=event_to_dict(event),
                )
            )
        told += 1
    return told


def _actions_behind(game: Game, events: Sequence[Event], place: int) -> list[Action]:
    rules = game.rules
    match game.phase, events[place]:
        case _, ForDealCut() as cut:
            return _cutting(game, cut)
        case ToDeal(dealer=dealer, cut=cut), Dealt() as dealt:
            is_waived = cut is None and rules.ceremony and rules.predeal_cut in (PredealCut.FREE, PredealCut.TWO)
            waived = [WaiveCut(left_of(game, dealer))] if is_waived else []
            return [*waived, Deal(_pack_of(dealt, cut or 0))]
        case LayingAway(offender=int(offender)), LaidAway() | TakenBack():
            return [StandDeal(adversary_of(game, offender)), _action_behind(events, place)]
        case _:
            return [_action_behind(events, place)]


def _action_behind(events: Sequence[Event], place: int) -> Action:
    """Return the action behind an event; an act that closes a window comes after its go."""
    event = events[place]
    match event:
        case Pegged(law=Law.GO | Law.LAST_CARD) | CountReset() if place + 1 < len(events):
            return _action_behind(events, place + 1)
        case Conceded(seat=seat, why="time"):
            return LoseOnTime(seat)
        case Shown(declared=None) | StarterTurned(number=None):
            raise _impossible(events, place)
    kind = TOLD_BY.get((type(event), event.law if isinstance(event, Pegged) else None))
    if kind is None:
        raise _impossible(events, place)
    told: dict[str, Any] = {field.name: getattr(event, field.name, None) for field in fields(kind)}
    return kind(**told | ({"points": event.declared} if isinstance(event, Shown | Amended) else {}))


def _cutting(game: Game, cut: ForDealCut) -> list[Action]:
    if {len(cut.cards), len(cut.numbers or cut.cards)} != {game.rules.players}:
        raise NotationError(
            message("in a cut every player shows 1 card, so {players} cards.", players=game.rules.players)
        )
    places = cut.places or tuple(range(len(cut.cards)))
    if sorted(places) != list(range(len(cut.cards))):
        raise NotationError(
            message("a cut lists the seats {places}, but each player should appear exactly once.", places=list(places))
        )
    before = sorted(range(len(places)), key=lambda seat: places[seat])
    drawn = tuple(cut.cards[seat] for seat in before)
    if cut.numbers is None:
        return [CutForDeal((*drawn, *without(PACK, drawn)))]
    named = tuple(cut.numbers[seat] for seat in before)
    names = [NameNumber(seat, named[seat]) for seat in game.seats]
    return [*names, CutForDeal(_with_cut(drawn, named))]


def _with_cut(drawn: tuple[Card, ...], named: tuple[int, ...]) -> tuple[Card, ...]:
    at = dict(zip(named, drawn, strict=True))
    # A number may be named twice, or lie beyond the pack; the law refuses it before the pack is looked at.
    rest = iter((*without(PACK, drawn), *drawn))
    return tuple(at[number] if number in at else next(rest) for number in range(1, len(PACK) + 1))


def _pack_of(dealt: Dealt, cut: int) -> tuple[Card, ...]:
    """Return the pack that a deal came from, before it was cut, the top card first."""
    players = len(dealt.hands)
    seats = [(dealt.dealer + 1 + place) % players for place in range(players)]
    around = [dealt.hands[seat] for seat in seats if dealt.hands[seat]]
    if len({len(hand) for hand in around}) != 1:
        raise NotationError(message("everyone in a deal must get the same number of cards."))
    pack = (*(card for turn in zip(*around, strict=True) for card in turn), *dealt.to_crib, *dealt.undealt)
    return (*pack[len(pack) - cut :], *pack[: len(pack) - cut])
