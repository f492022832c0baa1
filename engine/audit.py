"""The audit of a record: the game is played again under the laws, and each recorded fact is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import (
    Accept,
    Action,
    Amend,
    AskFreshDeal,
    Challenge,
    ChooseDealer,
    ClaimHeels,
    CutForDeal,
    CutPack,
    Deal,
    Declare,
    LayAway,
    LoseOnTime,
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
from engine.cards import PACK, Card
from engine.errors import CribbageError, NotationError
from engine.events import (
    Amended,
    Challenged,
    Conceded,
    CountReset,
    CutToDealer,
    DealerChosen,
    Dealt,
    Event,
    ForDealCut,
    FreshDealChosen,
    LaidAway,
    Pegged,
    Played,
    Required,
    SaidGo,
    Satisfied,
    Shown,
    StarterTurned,
    Stopped,
    TakenBack,
)
from engine.game import apply, begin
from engine.laws import Law
from engine.messages import message
from engine.record import UNTOLD, Record, event_to_dict
from engine.rules import PredealCut, Rules
from engine.state import Game, LayingAway, ToDeal, adversary_of, left_of, without


def audit(document: Mapping[str, Any]) -> Record:
    """Return the record of a document after checking all of it. Raises ``CribbageError`` at the first fault."""
    record = Record.from_dict(document)
    play_again(record.rules, record.events)
    for name in ("sides", "result"):
        if document.get(name) != record.to_dict()[name]:
            raise NotationError(message("the {name} part doesn't match the rules and events.", name=name))
    return record


def play_again(rules: Rules, events: Sequence[Event]) -> Game:
    """Return the game after playing its events again under the laws and comparing each fact.

    It is stricter than ``replay``, which checks no law. Raises ``NotationError`` at the first difference.
    """
    events = [event for event in events if not isinstance(event, UNTOLD)]
    game, told = begin(rules), 0
    while told < len(events):
        for action in _actions_behind(game, events, told):
            try:
                game, brought = apply(game, action)
            except CribbageError as error:
                complaint = message("event {number} breaks the rules: {error}", number=told, error=error.message)
                raise NotationError(complaint) from error
            told = _compare(events, told, brought)
    return game


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
    """Return the actions behind the event at this place, with those that a record leaves out."""
    rules = game.rules
    match game.phase, events[place]:
        case _, ForDealCut() as cut:
            return _cutting(game, cut)
        case ToDeal(dealer=dealer, cut=cut), Dealt() as dealt:
            waived = [WaiveCut(left_of(game, dealer))] if cut is None and _may_be_waived(rules) else []
            return [*waived, Deal(_pack_of(dealt, cut or 0))]
        case LayingAway(offender=int(offender)), LaidAway() | TakenBack():
            return [StandDeal(adversary_of(game, offender)), _action_behind(events, place)]
        case _:
            return [_action_behind(events, place)]


def _action_behind(events: Sequence[Event], place: int) -> Action:
    match events[place]:
        case DealerChosen(seat=seat):
            return ChooseDealer(seat)
        case CutToDealer(seat=seat, number=number):
            return CutPack(seat, number)
        case LaidAway(seat=seat, cards=cards):
            return LayAway(seat, cards)
        case TakenBack(seat=seat, cards=cards):
            return TakeBack(seat, cards)
        case FreshDealChosen(seat=seat):
            return AskFreshDeal(seat)
        case StarterTurned(seat=seat, number=int(number)):
            return NameNumber(seat, number)
        case Conceded(seat=seat, why=why):
            return Resign(seat) if why == "resigned" else LoseOnTime(seat)
        case _:
            return _action_in_the_play(events, place)


def _action_in_the_play(events: Sequence[Event], place: int) -> Action:
    """Return the action of the play behind an event; an act that closes a window comes after its go."""
    match events[place]:
        case Played(seat=seat, card=card, declared=declared):
            return Play(seat, card, declared)
        case SaidGo(seat=seat):
            return SayGo(seat)
        case Stopped(seat=seat):
            return Stop(seat)
        case Required(seat=seat):
            return Require(seat)
        case Pegged(seat=seat, law=Law.FALSE_GO):
            return MarkTwo(seat)
        case Pegged(seat=seat, law=Law.HIS_HEELS):
            return ClaimHeels(seat)
        case Shown(seat=seat, declared=int(declared)):
            return Declare(seat, declared)
        case Satisfied(seat=seat):
            return Accept(seat)
        case Challenged(seat=seat, claim=claim, against=against, points=points):
            return Challenge(seat, claim, against, points)
        case Amended(seat=seat, declared=declared, what=what):
            return Amend(seat, declared, what)
        case Pegged(law=Law.GO | Law.LAST_CARD) | CountReset() if place + 1 < len(events):
            return _action_in_the_play(events, place + 1)
        case event:
            raise NotationError(
                message("event {number}: {event} isn't possible here.", number=place, event=event_to_dict(event))
            )


def _cutting(game: Game, cut: ForDealCut) -> list[Action]:
    """Return what every seat did in a cut, by the seats before it if the cut seated the players."""
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
    """Return a pack in which these cards lie at these numbers from the top."""
    at = dict(zip(named, drawn, strict=True))
    rest = iter(without(PACK, drawn))
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


def _may_be_waived(rules: Rules) -> bool:
    return rules.ceremony and rules.predeal_cut in (PredealCut.FREE, PredealCut.TWO)
