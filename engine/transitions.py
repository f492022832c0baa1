"""The way through a deal: whose turn is next in the play, and what is counted next in the show."""

from __future__ import annotations

from dataclasses import replace

from engine.cards import Card
from engine.events import Conceded, What
from engine.pegging import LIMIT
from engine.state import Cutting, Game, LayingAway, Phase, Playing, Showing, ToDeal, left_of, put


def open_play(game: Game, phase: LayingAway, starter: Card) -> Playing:
    """Return the play after the starter is turned up; the pone leads (000:23)."""
    crib = (*phase.to_crib, *(card for cards in phase.laid for card in cards))
    return Playing(
        phase.dealer,
        starter,
        phase.hands,
        phase.laid,
        crib,
        phase.hands,
        (),
        0,
        frozenset(),
        left_of(game, phase.dealer),
        heels_open=game.rules.heels_forfeit,
    )


def next_turn(phase: Playing, seat: int) -> int | None:
    """Return the next seat to the left that holds cards and has not said go; None after a thirty-one."""
    if phase.count == LIMIT:
        return None
    around = ((seat + step) % len(phase.hands) for step in range(1, len(phase.hands) + 1))
    return next((other for other in around if phase.hands[other] and other not in phase.gone), None)


def to_show(phase: Playing) -> Showing | ToDeal:
    """Return the show after the play, at its first hand."""
    return _at_the_show(phase, 0)


def next_show(phase: Showing) -> Showing | ToDeal:
    """Return the show at the next hand or at the crib, or the next deal."""
    return _at_the_show(phase, phase.shown + 1)


def without_player(game: Game, event: Conceded) -> Phase:
    """Return the phase after a player of three has left; ``game`` no longer counts that seat as playing.

    The cards of that seat are out of the play and are not counted, nor is the crib if it dealt.
    """
    match game.phase:
        case Cutting(named=named) as phase:
            return replace(phase, named=tuple(None if seat == event.seat else n for seat, n in enumerate(named)))
        case ToDeal(dealer=dealer):
            return ToDeal(left_of(game, dealer) if dealer == event.seat else dealer)
        case LayingAway() as phase:
            offender = None if phase.offender == event.seat else phase.offender
            laid = put(phase.laid, event.seat, (*phase.laid[event.seat], *event.cards))
            return replace(phase, hands=put(phase.hands, event.seat, ()), laid=laid, offender=offender)
        case Playing() as phase:
            return _playing_without(phase, event.seat)
        case Showing() as phase:
            return _at_the_show(replace(phase, kept=put(phase.kept, event.seat, ())), phase.shown)
        case phase:
            return phase


def _playing_without(phase: Playing, seat: int) -> Playing | Showing | ToDeal:
    """Return the play without one hand; if no other cards are left and nobody is due a point, the show begins."""
    on_turn = seat in (phase.turn, phase.offender)
    phase = replace(
        phase,
        kept=put(phase.kept, seat, ()),
        hands=put(phase.hands, seat, ()),
        heels_open=phase.heels_open and seat != phase.dealer,
        offender=None if phase.offender == seat else phase.offender,
        required=None if phase.required == seat else phase.required,
    )
    if not any(phase.hands) and (not phase.series or phase.last == seat or phase.count == LIMIT):
        return to_show(phase)
    return replace(phase, turn=next_turn(phase, seat)) if on_turn else phase


def _at_the_show(phase: Playing | Showing, shown: int) -> Showing | ToDeal:
    """Return the show after this many counts: hands first, from the dealer's left, and the crib last (000:60).

    The hands of closed seats are not counted, nor is the crib of a closed dealer.
    """
    players = len(phase.kept)
    around = [(phase.dealer + 1 + step) % players for step in range(players)]
    for number, seat in enumerate((*around, phase.dealer)):
        if number < shown or not phase.kept[seat]:
            continue
        what: What = "hand" if number < players else "crib"
        cards = phase.kept[seat] if what == "hand" else phase.crib
        return Showing(
            phase.dealer, phase.starter, phase.kept, phase.laid, phase.crib, phase.played, number, seat, what, cards
        )
    return ToDeal(next(seat for seat in around if phase.kept[seat]))
